use sqlx::any::AnyRow;
use sqlx::{AnyConnection, AssertSqlSafe, FromRow, Row};

use crate::bulk::Bulk;
use crate::change::Change;
use crate::relation::{Kind, Relation};
use crate::values::Values;
use crate::word::word_enum;
use crate::{Error, PlayMillis, Result, Status, Store, TableRow, UnixMillis, table};

/// A tournament but for its entrants and pairings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TournamentRow {
    /// Unguessable; never changes.
    pub id: String,
    /// Raised by one with every [`TournamentWrite`], which states the version that it was based on.
    pub version: i64,
    /// As it is shown.
    pub name: String,
    /// The id of the person who made it.
    pub host: String,
    /// The id of the club that it belongs to.
    pub club: Option<String>,
    /// What is played and how, as JSON.
    pub terms: String,
    /// How far it is.
    pub status: TournamentStatus,
    /// When it was made.
    pub created: UnixMillis,
    /// When it is to begin by itself.
    pub starts: Option<UnixMillis>,
    /// When it began.
    pub begun: Option<PlayMillis>,
    /// When it ended.
    pub ended: Option<UnixMillis>,
}

word_enum! {
    /// How far a tournament is.
    pub enum TournamentStatus {
        /// People may enter.
        Open = "open",
        /// It is played.
        Playing = "playing",
        /// It was played to its end.
        Over = "over",
        /// It ended before it began.
        Cancelled = "cancelled",
    }
}

/// Somebody who takes part in a tournament.
#[derive(Clone, Debug, PartialEq)]
pub struct EntrantRow {
    /// From 0, in order.
    pub number: i64,
    /// The id of the person or program.
    pub user: Option<String>,
    /// The id of the account behind it.
    pub owner: Option<String>,
    /// The name shown.
    pub name: String,
    /// The bot of the server that plays.
    pub bot: Option<String>,
    /// The strength when it entered.
    pub rating: f64,
    /// Whether it has gone.
    pub absent: bool,
    /// The first pairing from which on not coming to a table counts, after a return.
    pub back: i64,
}

/// A table of a tournament, or somebody who has none in a round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PairingRow {
    /// From 0, in order.
    pub entry: i64,
    /// The round, from 1.
    pub round: i64,
    /// The numbers of the entrants by seat, as JSON.
    pub entrants: String,
    /// The id of the table.
    pub table: Option<String>,
    /// The places, as JSON, where there is no table since somebody had gone.
    pub places: Option<String>,
    /// When it was made.
    pub opened: PlayMillis,
}

/// What the row of a tournament's table says of its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableResult {
    /// The id of the table.
    pub id: String,
    /// How far it is.
    pub status: Status,
    /// The places, as JSON.
    pub places: Option<String>,
}

/// One change of a tournament: all of it or nothing, durable before it is answered.
#[derive(Clone, Debug)]
pub struct TournamentWrite {
    /// The new row; its version is the one that the change was based on.
    pub row: TournamentRow,
    /// All entrants, if they have changed, numbered from 0.
    pub entrants: Option<Vec<EntrantRow>>,
    /// New pairings.
    pub pairings: Vec<PairingRow>,
    /// New tables.
    pub tables: Vec<TableRow>,
}

/// Which tournaments to list. Every condition that is given must hold.
#[derive(Clone, Debug, Default)]
pub struct TournamentFilter {
    /// With this status.
    pub status: Option<TournamentStatus>,
    /// Made by this person.
    pub host: Option<String>,
    /// Of this club.
    pub club: Option<String>,
    /// Where this person takes part, or is the host.
    pub user: Option<String>,
    /// At most so many.
    pub limit: u32,
}

pub(crate) static TOURNAMENTS: Relation = Relation {
    name: "tournaments",
    key: 1,
    columns: &[
        ("id", Kind::Key),
        ("version", Kind::Number),
        ("name", Kind::Text),
        ("host", Kind::Key),
        ("club", Kind::Key),
        ("terms", Kind::Text),
        ("status", Kind::Text),
        ("created", Kind::Number),
        ("starts", Kind::Number),
        ("begun", Kind::Number),
        ("ended", Kind::Number),
    ],
};

pub(crate) static ENTRANTS: Relation = Relation {
    name: "entrants",
    key: 2,
    columns: &[
        ("tournament", Kind::Key),
        ("number", Kind::Number),
        ("user_id", Kind::Key),
        ("owner", Kind::Key),
        ("name", Kind::Text),
        ("bot", Kind::Text),
        ("rating", Kind::Real),
        ("absent", Kind::Number),
        ("back", Kind::Number),
    ],
};

pub(crate) static PAIRINGS: Relation = Relation {
    name: "pairings",
    key: 2,
    columns: &[
        ("tournament", Kind::Key),
        ("entry", Kind::Number),
        ("round", Kind::Number),
        ("entrants", Kind::Text),
        ("table_id", Kind::Key),
        ("places", Kind::Text),
        ("opened", Kind::Number),
    ],
};

impl Store {
    /// Inserts a new tournament, with its entrants. [`Error::Exists`].
    pub async fn create_tournament(&self, row: &TournamentRow, entrants: &[EntrantRow]) -> Result<()> {
        let change = Change::CreateTournament { row: Box::new(row.clone()), entrants: entrants.to_vec() };
        self.change(change).await.map(drop)
    }

    /// Changes a tournament, and makes its new tables with it. [`Error::Conflict`] if another version is stored;
    /// nothing was done then.
    pub async fn write_tournament(&self, write: TournamentWrite) -> Result<()> {
        self.change(Change::WriteTournament(Box::new(write))).await.map(drop)
    }

    /// The tournament of this id.
    pub async fn tournament(&self, id: &str) -> Result<Option<TournamentRow>> {
        let mut values = Values::default();
        values.text(id)?;
        let sql = format!("SELECT {} FROM tournaments WHERE id = $1", TOURNAMENTS.names());
        Ok(self.read_all(sql, values).await?.pop())
    }

    /// The tournaments that pass the filter, newest first, each with the number of its entrants.
    pub async fn tournaments(&self, filter: &TournamentFilter) -> Result<Vec<(TournamentRow, i64)>> {
        let (mut conditions, mut values) = (vec!["1 = 1".to_owned()], Values::default());
        if let Some(status) = filter.status {
            values.text(status.as_str())?;
            conditions.push(format!("status = ${}", values.len()));
        }
        for (column, wanted) in [("host", &filter.host), ("club", &filter.club)] {
            if let Some(wanted) = wanted {
                values.text(wanted)?;
                conditions.push(format!("{column} = ${}", values.len()));
            }
        }
        if let Some(user) = &filter.user {
            values.text(user)?;
            let place = values.len();
            let enters = format!("id IN (SELECT tournament FROM entrants WHERE user_id = ${place})");
            conditions.push(format!("(host = ${place} OR {enters})"));
        }
        values.number(i64::from(filter.limit))?;
        let sql = format!(
            "SELECT {}, (SELECT COUNT(*) FROM entrants WHERE tournament = tournaments.id) AS count \
             FROM tournaments WHERE {} ORDER BY created DESC, id LIMIT ${}",
            TOURNAMENTS.names(),
            conditions.join(" AND "),
            values.len()
        );
        let rows = self.read(sql, values).await?;
        rows.iter().map(|row| Ok((TournamentRow::from_row(row)?, row.try_get("count")?))).collect()
    }

    /// The entrants of a tournament, in order.
    pub async fn entrants(&self, tournament: &str) -> Result<Vec<EntrantRow>> {
        let mut values = Values::default();
        values.text(tournament)?;
        let names = ENTRANTS.names();
        self.read_all(format!("SELECT {names} FROM entrants WHERE tournament = $1 ORDER BY number"), values)
            .await
    }

    /// The pairings of a tournament, in order.
    pub async fn pairings(&self, tournament: &str) -> Result<Vec<PairingRow>> {
        let mut values = Values::default();
        values.text(tournament)?;
        let names = PAIRINGS.names();
        self.read_all(format!("SELECT {names} FROM pairings WHERE tournament = $1 ORDER BY entry"), values)
            .await
    }

    /// How the tables of a tournament stand.
    pub async fn table_results(&self, tournament: &str) -> Result<Vec<TableResult>> {
        let mut values = Values::default();
        values.text(tournament)?;
        let sql = "SELECT id, status, places FROM tables \
                   WHERE id IN (SELECT table_id FROM pairings WHERE tournament = $1)";
        let rows = self.read(sql.into(), values).await?;
        let result = |row: &AnyRow| {
            Ok(TableResult {
                id: row.try_get("id")?,
                status: row.try_get("status")?,
                places: row.try_get("places")?,
            })
        };
        rows.iter().map(result).collect()
    }
}

pub(crate) async fn create(
    connection: &mut AnyConnection,
    row: &TournamentRow,
    entrants: &[EntrantRow],
) -> Result<()> {
    static INSERT: Bulk = Bulk::insert(&TOURNAMENTS);
    let bind = |row: &&TournamentRow, values: &mut Values| {
        values.key(&row.id)?;
        values.number(row.version)?;
        bind_row(row, values)
    };
    INSERT.run(connection, &[row], Error::Exists, bind).await?;
    insert_entrants(connection, &row.id, entrants).await
}

fn bind_row(row: &TournamentRow, values: &mut Values) -> Result<()> {
    values.text(&row.name)?;
    values.key(&row.host)?;
    values.keys(row.club.as_deref())?;
    values.text(&row.terms)?;
    values.text(row.status.as_str())?;
    values.number(row.created.0)?;
    values.numbers(row.starts.map(|moment| moment.0))?;
    values.numbers(row.begun.map(|moment| moment.0))?;
    values.numbers(row.ended.map(|moment| moment.0))
}

async fn insert_entrants(
    connection: &mut AnyConnection,
    tournament: &str,
    entrants: &[EntrantRow],
) -> Result<()> {
    static INSERT: Bulk = Bulk::insert(&ENTRANTS);
    let bind = |entrant: &EntrantRow, values: &mut Values| {
        values.key(tournament)?;
        values.number(entrant.number)?;
        values.keys(entrant.user.as_deref())?;
        values.keys(entrant.owner.as_deref())?;
        values.text(&entrant.name)?;
        values.texts(entrant.bot.as_deref())?;
        values.real(entrant.rating)?;
        values.flag(entrant.absent)?;
        values.number(entrant.back)
    };
    INSERT.run(connection, entrants, Error::Exists, bind).await.map(drop)
}

pub(crate) async fn write(connection: &mut AnyConnection, write: &TournamentWrite) -> Result<()> {
    static INSERT: Bulk = Bulk::insert(&PAIRINGS);
    let row = &write.row;
    let mut values = Values::default();
    values.key(&row.id)?;
    values.number(row.version)?;
    bind_row(row, &mut values)?;
    let columns = &TOURNAMENTS.columns[2..];
    let set: Vec<String> =
        columns.iter().zip(3..).map(|((name, _), place)| format!("{name} = ${place}")).collect();
    let sql = format!(
        "UPDATE tournaments SET version = version + 1, {} WHERE id = $1 AND version = $2",
        set.join(", ")
    );
    let query = sqlx::query_with(AssertSqlSafe(sql), values.into_arguments());
    if query.execute(&mut *connection).await?.rows_affected() != 1 {
        return Err(Error::Conflict);
    }
    if let Some(entrants) = &write.entrants {
        let mut values = Values::default();
        values.key(&row.id)?;
        let sql = "DELETE FROM entrants WHERE tournament = $1";
        sqlx::query_with(sql, values.into_arguments()).execute(&mut *connection).await?;
        insert_entrants(connection, &row.id, entrants).await?;
    }
    let bind = |pairing: &PairingRow, values: &mut Values| {
        values.key(&row.id)?;
        values.number(pairing.entry)?;
        values.number(pairing.round)?;
        values.text(&pairing.entrants)?;
        values.keys(pairing.table.as_deref())?;
        values.texts(pairing.places.as_deref())?;
        values.number(pairing.opened.0)
    };
    INSERT.run(connection, &write.pairings, Error::Conflict, bind).await?;
    for table in &write.tables {
        table::create(connection, table).await?;
    }
    Ok(())
}

/// Gives what belongs to a guest to an account. Where both take part in one tournament, the guest stays.
pub(crate) const MERGES: [&str; 4] = [
    "UPDATE tournaments SET version = version + 1, host = CASE WHEN host = $1 THEN $2 ELSE host END \
     WHERE host = $1 OR id IN (SELECT tournament FROM entrants WHERE user_id = $1)",
    "UPDATE entrants SET user_id = $2, owner = $2 WHERE user_id = $1 AND NOT EXISTS \
     (SELECT 1 FROM entrants other WHERE other.tournament = entrants.tournament AND other.user_id = $2)",
    "UPDATE members SET user_id = $2 WHERE user_id = $1 AND NOT EXISTS \
     (SELECT 1 FROM members other WHERE other.club = members.club AND other.user_id = $2)",
    "DELETE FROM members WHERE user_id = $1 AND user_id <> $2",
];

impl FromRow<'_, AnyRow> for TournamentRow {
    fn from_row(row: &AnyRow) -> sqlx::Result<Self> {
        Ok(TournamentRow {
            id: row.try_get("id")?,
            version: row.try_get("version")?,
            name: row.try_get("name")?,
            host: row.try_get("host")?,
            club: row.try_get("club")?,
            terms: row.try_get("terms")?,
            status: row.try_get("status")?,
            created: row.try_get("created")?,
            starts: row.try_get("starts")?,
            begun: row.try_get("begun")?,
            ended: row.try_get("ended")?,
        })
    }
}

impl FromRow<'_, AnyRow> for EntrantRow {
    fn from_row(row: &AnyRow) -> sqlx::Result<Self> {
        Ok(EntrantRow {
            number: row.try_get("number")?,
            user: row.try_get("user_id")?,
            owner: row.try_get("owner")?,
            name: row.try_get("name")?,
            bot: row.try_get("bot")?,
            rating: row.try_get("rating")?,
            absent: row.try_get::<i64, _>("absent")? != 0,
            back: row.try_get("back")?,
        })
    }
}

impl FromRow<'_, AnyRow> for PairingRow {
    fn from_row(row: &AnyRow) -> sqlx::Result<Self> {
        Ok(PairingRow {
            entry: row.try_get("entry")?,
            round: row.try_get("round")?,
            entrants: row.try_get("entrants")?,
            table: row.try_get("table_id")?,
            places: row.try_get("places")?,
            opened: row.try_get("opened")?,
        })
    }
}
