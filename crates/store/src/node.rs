//! What the nodes of one house know of each other by the database.

use sqlx::{AnyConnection, Executor, Row};

use crate::change::{Answer, Change};
use crate::values::Values;
use crate::{PlayMillis, Result, Store, UnixMillis, postgres};

/// That a node is running.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Beat {
    /// The id of the node.
    pub node: String,
    /// Until now, clocks ran.
    pub now: UnixMillis,
    /// Whether people connect to it.
    pub doors: bool,
    /// Whether it hears the other nodes.
    pub hears: bool,
    /// If no node with doors has beaten for longer than so many milliseconds, the house was closed.
    pub silence: i64,
}

/// What a node learns when it beats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Beaten {
    /// For how many milliseconds the house had been closed, if this beat is the first after a silence.
    pub closed_for: i64,
    /// For how many milliseconds it was closed in all: play time is the clock on the wall less this.
    pub paused: i64,
    /// How many nodes beat, this one included.
    pub nodes: i64,
    /// How many of the others hear each other.
    pub others_that_hear: i64,
}

impl Store {
    /// Notes that a node is running. The first node that beats after a silence moves the clocks of all tables, by raising
    /// [`Beaten::paused`]; of several that begin at once, one does.
    pub async fn beat(&self, beat: Beat) -> Result<Beaten> {
        match self.change(Change::Beat(beat)).await? {
            Answer::Beaten(beaten) => Ok(beaten),
            answer => Err(answer.unexpected()),
        }
    }

    /// Notes that a node ends: until `now`, clocks ran.
    pub async fn leave(&self, node: &str, now: UnixMillis) -> Result<()> {
        self.change(Change::LeaveNode { node: node.to_owned(), now }).await.map(drop)
    }

    /// Takes at most `limit` tables in play whose next clock has run out at `now`, earliest first, for this node alone
    /// until a moment: if their clocks have not been handled by then, another node takes them.
    pub async fn take_due(&self, now: PlayMillis, until: PlayMillis, limit: u32) -> Result<Vec<String>> {
        let mut values = Values::default();
        values.number(now.0)?;
        let sql = format!("SELECT id FROM tables WHERE {DUE} LIMIT 1");
        // Most of the time there is none, and nothing is written.
        if self.read(sql, values).await?.is_empty() {
            return Ok(Vec::new());
        }
        match self.change(Change::TakeDue { now, until, limit }).await? {
            Answer::Tables(ids) => Ok(ids),
            answer => Err(answer.unexpected()),
        }
    }
}

/// Which tables are due at `$1`, and taken by nobody.
const DUE: &str = "status = 'playing' AND due IS NOT NULL AND due <= $1 AND (taken IS NULL OR taken <= $1)";

pub(crate) async fn beat(connection: &mut AnyConnection, beat: &Beat) -> Result<Beaten> {
    let Beat { node, now, doors, hears, silence } = beat;
    // Only a node with doors opens the house.
    let mut closed_for = if *doors { closed_for(connection, *now, *silence).await? } else { 0 };
    if closed_for > 0 {
        if connection.backend_name() == "PostgreSQL" {
            connection.execute(postgres::ONE_NODE_OPENS).await?;
        }
        // Another node may have opened the house meanwhile.
        closed_for = self::closed_for(connection, *now, *silence).await?;
    }
    if closed_for > 0 {
        let mut values = Values::default();
        values.number(closed_for)?;
        let sql = "UPDATE house SET paused = paused + $1 WHERE id = 1";
        sqlx::query_with(sql, values.into_arguments()).execute(&mut *connection).await?;
    }
    let mut values = Values::default();
    values.key(node)?;
    values.number(now.0)?;
    values.flag(*doors)?;
    values.flag(*hears)?;
    let sql = "INSERT INTO nodes (id, beat, doors, hears) VALUES ($1, $2, $3, $4) \
               ON CONFLICT (id) DO UPDATE SET beat = excluded.beat, hears = excluded.hears";
    sqlx::query_with(sql, values.into_arguments()).execute(&mut *connection).await?;
    let mut values = Values::default();
    values.key(node)?;
    values.number(now.minus(*silence).0)?;
    let sql = "SELECT paused, (SELECT COUNT(*) FROM nodes WHERE beat > $2) AS nodes, \
               (SELECT COUNT(*) FROM nodes WHERE beat > $2 AND hears = 1 AND id <> $1) AS hearing \
               FROM house WHERE id = 1";
    let rows = sqlx::query_with(sql, values.into_arguments()).fetch_all(connection).await?;
    let row = rows.first().ok_or_else(|| crate::Error::Damaged("the row of the house is missing".into()))?;
    Ok(Beaten {
        closed_for,
        paused: row.try_get("paused")?,
        nodes: row.try_get("nodes")?,
        others_that_hear: row.try_get("hearing")?,
    })
}

/// For how long no server has been running, if that is a silence.
async fn closed_for(connection: &mut AnyConnection, now: UnixMillis, silence: i64) -> Result<i64> {
    let sql =
        "SELECT heartbeat, (SELECT MAX(beat) FROM nodes WHERE doors = 1) AS beat FROM house WHERE id = 1";
    let row = sqlx::query(sql).fetch_one(connection).await?;
    let last: Option<UnixMillis> =
        row.try_get::<Option<UnixMillis>, _>("heartbeat")?.max(row.try_get("beat")?);
    let since = last.map_or(0, |last| now.since(last));
    Ok(if since > silence { since } else { 0 })
}

pub(crate) async fn leave(connection: &mut AnyConnection, node: &str, now: UnixMillis) -> Result<()> {
    let mut values = Values::default();
    values.number(now.0)?;
    values.key(node)?;
    let sql = "UPDATE house SET heartbeat = $1 WHERE id = 1 AND (heartbeat IS NULL OR heartbeat < $1) \
               AND EXISTS (SELECT 1 FROM nodes WHERE id = $2 AND doors = 1)";
    sqlx::query_with(sql, values.into_arguments()).execute(&mut *connection).await?;
    let mut values = Values::default();
    values.key(node)?;
    values.number(now.minus(FORGET_AFTER).0)?;
    let sql = "DELETE FROM nodes WHERE id = $1 OR beat < $2";
    sqlx::query_with(sql, values.into_arguments()).execute(connection).await?;
    Ok(())
}

/// The rows of nodes that were killed so many milliseconds ago are removed.
const FORGET_AFTER: i64 = 24 * 3600 * 1000;

pub(crate) async fn take_due(
    connection: &mut AnyConnection,
    now: PlayMillis,
    until: PlayMillis,
    limit: u32,
) -> Result<Vec<String>> {
    let mut values = Values::default();
    values.number(now.0)?;
    values.number(until.0)?;
    values.number(i64::from(limit))?;
    // What another node is taking is passed over.
    let lock = if connection.backend_name() == "PostgreSQL" { "FOR UPDATE SKIP LOCKED" } else { "" };
    let sql = format!(
        "UPDATE tables SET taken = $2 WHERE id IN (SELECT id FROM tables WHERE {DUE} ORDER BY due LIMIT $3 {lock}) \
         RETURNING id"
    );
    let query = sqlx::query_with(sqlx::AssertSqlSafe(sql), values.into_arguments());
    let rows = query.fetch_all(connection).await?;
    rows.iter().map(|row| Ok(row.try_get("id")?)).collect()
}
