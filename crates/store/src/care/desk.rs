use sqlx::any::AnyRow;
use sqlx::{FromRow, Row};

use super::{KEY, NUMBER, TEXT};
use crate::relation::Relation;
use crate::statement::Statement;
use crate::values::Values;
use crate::{Error, Result, Store, UnixMillis};

/// What somebody has reported to the hosts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// Unguessable; never changes.
    pub id: String,
    /// The id of who reports.
    pub reporter: String,
    /// The id of who is reported.
    pub subject: String,
    /// That one's name at the time.
    pub subject_name: String,
    /// At which table.
    pub table: Option<String>,
    /// Which message of its chat.
    pub entry: Option<i64>,
    /// What kind of complaint, as a word.
    pub reason: String,
    /// What the reporter says.
    pub note: String,
    /// What was said around it, as JSON.
    pub talk: String,
    /// When.
    pub created: UnixMillis,
    /// When a host was done with it.
    pub closed: Option<UnixMillis>,
}

/// Something that a host has done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HostAction {
    /// Unguessable; never changes.
    pub id: String,
    /// When.
    pub at: UnixMillis,
    /// The name of the host.
    pub host: String,
    /// What, as a word.
    pub action: String,
    /// To whom or what.
    pub subject: String,
    /// Why, until when, and the like.
    pub detail: String,
}

/// Two who play rated games with each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pair {
    /// The names of both.
    pub names: [String; 2],
    /// How many rated games they played with each other.
    pub together: i64,
    /// How many rated games each of them played in all.
    pub games: [i64; 2],
    /// How many of those they played with each other each of them won.
    pub wins: [i64; 2],
    /// Whether both were seen at one address.
    pub same_network: bool,
}

pub(crate) static REPORTS: Relation = Relation {
    name: "reports",
    key: 1,
    columns: &[
        ("id", KEY),
        ("reporter", KEY),
        ("subject", KEY),
        ("subject_name", TEXT),
        ("table_id", KEY),
        ("entry", NUMBER),
        ("reason", TEXT),
        ("note", TEXT),
        ("talk", TEXT),
        ("created", NUMBER),
        ("closed", NUMBER),
    ],
};

pub(crate) static HOSTS: Relation =
    Relation { name: "hosts", key: 1, columns: &[("user_id", KEY), ("created", NUMBER)] };

pub(crate) static HOST_LOG: Relation = Relation {
    name: "host_log",
    key: 1,
    columns: &[
        ("id", KEY),
        ("at", NUMBER),
        ("host", TEXT),
        ("action", TEXT),
        ("subject", TEXT),
        ("detail", TEXT),
    ],
};

/// How many rated games of two people with each other are worth a look.
const TOGETHER: i64 = 4;

impl Store {
    /// Whether an account is one of the hosts.
    pub async fn is_host(&self, user: &str) -> Result<bool> {
        let mut values = Values::default();
        values.text(user)?;
        let sql = "SELECT hosts.user_id FROM hosts JOIN users ON users.id = hosts.user_id \
                   WHERE hosts.user_id = $1 AND kind = 'account'";
        Ok(!self.read(sql.into(), values).await?.is_empty())
    }

    /// The names of the hosts, in the order of the alphabet.
    pub async fn hosts(&self) -> Result<Vec<String>> {
        let sql = "SELECT name FROM hosts JOIN users ON users.id = hosts.user_id ORDER BY name";
        let rows = self.read(sql.into(), Values::default()).await?;
        rows.iter().map(|row| Ok(row.try_get("name")?)).collect()
    }

    /// Makes an account a host, or no host any more. [`Error::Missing`] if it was none.
    pub async fn set_host(&self, user: &str, host: bool, now: UnixMillis) -> Result<()> {
        let statement = if host {
            let sql = "INSERT INTO hosts (user_id, created) VALUES ($1, $2) ON CONFLICT (user_id) DO NOTHING";
            Statement::new(sql).key(user).number(now.0)
        } else {
            Statement::new("DELETE FROM hosts WHERE user_id = $1").key(user).or(Error::Missing("host"))
        };
        self.run(vec![statement]).await.map(drop)
    }

    /// Keeps a report.
    pub async fn add_report(&self, one: &Report) -> Result<()> {
        let insert = Statement::new(
            "INSERT INTO reports (id, reporter, subject, subject_name, table_id, entry, reason, note, talk, created) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
        );
        let insert = insert
            .key(&one.id)
            .key(&one.reporter)
            .key(&one.subject)
            .text(&one.subject_name)
            .keys(one.table.as_deref())
            .numbers(one.entry)
            .text(&one.reason)
            .text(&one.note)
            .text(&one.talk)
            .number(one.created.0);
        self.run(vec![insert]).await.map(drop)
    }

    /// The report of this id.
    pub async fn report(&self, id: &str) -> Result<Option<Report>> {
        let mut values = Values::default();
        values.text(id)?;
        let sql = format!("SELECT {} FROM reports WHERE id = $1", REPORTS.names());
        Ok(self.read_all(sql, values).await?.pop())
    }

    /// The newest reports: those that are open come first.
    pub async fn reports(&self, limit: u32) -> Result<Vec<Report>> {
        let mut values = Values::default();
        values.number(i64::from(limit))?;
        let names = REPORTS.names();
        let sql = format!(
            "SELECT {names} FROM reports ORDER BY CASE WHEN closed IS NULL THEN 0 ELSE 1 END, created DESC, id LIMIT $1"
        );
        self.read_all(sql, values).await
    }

    /// How many reports a person has made since this moment, up to a hundred.
    pub async fn reports_by(&self, reporter: &str, since: UnixMillis) -> Result<usize> {
        let mut values = Values::default();
        values.text(reporter)?;
        values.number(since.0)?;
        let sql = "SELECT id FROM reports WHERE created > $2 AND reporter = $1 LIMIT 100";
        Ok(self.read(sql.into(), values).await?.len())
    }

    /// Notes that a host is done with a report. [`Error::Missing`].
    pub async fn close_report(&self, id: &str, now: UnixMillis) -> Result<()> {
        let sql = "UPDATE reports SET closed = $2 WHERE id = $1 AND closed IS NULL";
        let close = Statement::new(sql).key(id).number(now.0).or(Error::Missing("report"));
        self.run(vec![close]).await.map(drop)
    }

    /// Writes down what a host has done.
    pub async fn log_host_action(&self, one: &HostAction) -> Result<()> {
        let insert = Statement::new(
            "INSERT INTO host_log (id, at, host, action, subject, detail) VALUES ($1, $2, $3, $4, $5, $6)",
        );
        let insert = insert
            .key(&one.id)
            .number(one.at.0)
            .text(&one.host)
            .text(&one.action)
            .text(&one.subject)
            .text(&one.detail);
        self.run(vec![insert]).await.map(drop)
    }

    /// What hosts have done, the newest first.
    pub async fn host_log(&self, limit: u32) -> Result<Vec<HostAction>> {
        let mut values = Values::default();
        values.number(i64::from(limit))?;
        let sql = format!("SELECT {} FROM host_log ORDER BY at DESC, id LIMIT $1", HOST_LOG.names());
        self.read_all(sql, values).await
    }

    /// Pairs of accounts who played at least four rated games with each other since this moment, and are worth a look:
    /// most of the rated games of one of them are against the other, or both were seen at one address.
    pub async fn suspicious_pairs(&self, since: UnixMillis, limit: u32) -> Result<Vec<Pair>> {
        let mut values = Values::default();
        values.number(since.0)?;
        values.number(TOGETHER)?;
        values.number(i64::from(limit))?;
        // Places are a JSON list of one digit for each seat: the digit of a seat stands at twice its number and two.
        let sql = "WITH rated AS (SELECT id, places FROM tables WHERE status = 'over' AND rated = 1 \
                     AND created > $1 ORDER BY created DESC LIMIT 20000), \
                   played AS (SELECT table_id, user_id, SUBSTR(places, CAST(2 * seat + 2 AS INTEGER), 1) AS place \
                     FROM seats JOIN rated ON rated.id = table_id WHERE user_id IS NOT NULL), \
                   totals AS (SELECT user_id, COUNT(*) AS games FROM played GROUP BY user_id), \
                   pairs AS (SELECT a.user_id AS first, b.user_id AS second, COUNT(*) AS together, \
                     SUM(CASE WHEN a.place < b.place THEN 1 ELSE 0 END) AS first_wins, \
                     SUM(CASE WHEN b.place < a.place THEN 1 ELSE 0 END) AS second_wins \
                     FROM played a JOIN played b ON a.table_id = b.table_id AND a.user_id < b.user_id \
                     GROUP BY a.user_id, b.user_id HAVING COUNT(*) >= $2), \
                   looked AS (SELECT pairs.*, f.games AS first_games, s.games AS second_games, \
                     CASE WHEN EXISTS (SELECT 1 FROM devices d JOIN devices e ON d.network = e.network \
                       WHERE d.user_id = first AND e.user_id = second) THEN 1 ELSE 0 END AS same \
                     FROM pairs JOIN totals f ON f.user_id = first JOIN totals s ON s.user_id = second) \
                   SELECT u.name AS first_name, v.name AS second_name, together, first_games, second_games, \
                     CAST(first_wins AS BIGINT) AS first_wins, CAST(second_wins AS BIGINT) AS second_wins, \
                     CAST(same AS BIGINT) AS same \
                   FROM looked JOIN users u ON u.id = first JOIN users v ON v.id = second \
                   WHERE u.kind <> 'guest' AND v.kind <> 'guest' \
                     AND (same = 1 OR 4 * together >= 3 * first_games OR 4 * together >= 3 * second_games) \
                   ORDER BY together DESC, first_name LIMIT $3";
        let rows = self.read(sql.into(), values).await?;
        let pair = |row: &AnyRow| -> sqlx::Result<Pair> {
            Ok(Pair {
                names: [row.try_get("first_name")?, row.try_get("second_name")?],
                together: row.try_get("together")?,
                games: [row.try_get("first_games")?, row.try_get("second_games")?],
                wins: [row.try_get("first_wins")?, row.try_get("second_wins")?],
                same_network: row.try_get::<i64, _>("same")? != 0,
            })
        };
        Ok(rows.iter().map(pair).collect::<sqlx::Result<_>>()?)
    }
}

impl FromRow<'_, AnyRow> for Report {
    fn from_row(row: &AnyRow) -> sqlx::Result<Self> {
        Ok(Report {
            id: row.try_get("id")?,
            reporter: row.try_get("reporter")?,
            subject: row.try_get("subject")?,
            subject_name: row.try_get("subject_name")?,
            table: row.try_get("table_id")?,
            entry: row.try_get("entry")?,
            reason: row.try_get("reason")?,
            note: row.try_get("note")?,
            talk: row.try_get("talk")?,
            created: row.try_get("created")?,
            closed: row.try_get("closed")?,
        })
    }
}

impl FromRow<'_, AnyRow> for HostAction {
    fn from_row(row: &AnyRow) -> sqlx::Result<Self> {
        Ok(HostAction {
            id: row.try_get("id")?,
            at: row.try_get("at")?,
            host: row.try_get("host")?,
            action: row.try_get("action")?,
            subject: row.try_get("subject")?,
            detail: row.try_get("detail")?,
        })
    }
}
