use sqlx::{AnyConnection, Executor, Row};

use crate::change::{Answer, Change};
use crate::relation::{Kind, Relation};
use crate::values::Values;
use crate::{Error, Result, Store, UnixMillis, postgres};

/// The one row about the server itself.
pub(crate) static HOUSE: Relation = Relation {
    name: "house",
    key: 1,
    columns: &[
        ("id", Kind::Number),
        ("secret", Kind::Text),
        ("heartbeat", Kind::Number),
        ("paused", Kind::Number),
    ],
};

impl Store {
    /// The secret with which the server signs tokens: created with the database, never changed.
    pub async fn secret(&self) -> Result<[u8; 32]> {
        let rows = self.read("SELECT secret FROM house WHERE id = 1".into(), Values::default()).await?;
        let row = rows.first().ok_or_else(|| Error::Damaged("the secret is missing".into()))?;
        unhex(row.try_get("secret")?).ok_or_else(|| Error::Damaged("the secret is unreadable".into()))
    }

    /// To be called once at the start: resumes the clocks that stood still since the last heartbeat. The time since then
    /// is added to the total ([`Resumed::paused`]) by which play time ([`PlayMillis`](crate::PlayMillis)) is behind the
    /// clock on the wall; no table is changed, so it takes as long for a million games as for one. The heartbeat is
    /// renewed in the same transaction: no time is counted twice, even if the program is killed meanwhile. Read the
    /// tables after this: a transaction of a program that was killed is committed by then, or never will be.
    pub async fn resume_clocks(&self, now: UnixMillis) -> Result<Resumed> {
        match self.change(Change::ResumeClocks(now)).await? {
            Answer::Resumed(resumed) => Ok(resumed),
            answer => Err(answer.unexpected()),
        }
    }

    /// Notes that the server is running now: until `now`, clocks ran. Returns [`Resumed::paused`].
    pub async fn heartbeat(&self, now: UnixMillis) -> Result<i64> {
        match self.change(Change::Heartbeat(now)).await? {
            Answer::Resumed(resumed) => Ok(resumed.paused),
            answer => Err(answer.unexpected()),
        }
    }
}

/// What [`Store::resume_clocks`] found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Resumed {
    /// For how many milliseconds the server was closed this time.
    pub closed_for: i64,
    /// For how many milliseconds it was closed in all: play time is the clock on the wall less this.
    pub paused: i64,
}

/// Creates the secret, if there is none.
pub(crate) async fn create_secret(connection: &mut AnyConnection) -> Result<()> {
    let mut secret = [0; 32];
    getrandom::fill(&mut secret)
        .map_err(|error| Error::Unavailable(format!("cannot get random bytes: {error}")))?;
    let mut values = Values::default();
    values.text(&secret.map(|byte| format!("{byte:02x}")).concat())?;
    let sql = "INSERT INTO house (id, secret) VALUES (1, $1) ON CONFLICT (id) DO NOTHING";
    sqlx::query_with(sql, values.into_arguments()).execute(connection).await?;
    Ok(())
}

pub(crate) async fn resume_clocks(connection: &mut AnyConnection, now: UnixMillis) -> Result<Resumed> {
    if connection.backend_name() == "PostgreSQL" {
        connection.execute(postgres::WAIT_FOR_OLD_WRITER).await?;
    }
    let house = sqlx::query(
        "SELECT heartbeat, paused, (SELECT MAX(beat) FROM nodes WHERE doors = 1) AS beat FROM house WHERE id = 1",
    );
    let row = house.fetch_one(&mut *connection).await?;
    let heartbeat: Option<UnixMillis> = row.try_get("heartbeat")?;
    let beat: Option<UnixMillis> = row.try_get("beat")?;
    let closed_for = heartbeat.max(beat).map_or(0, |last| now.since(last).max(0));
    let paused = row.try_get::<i64, _>("paused")?.saturating_add(closed_for);
    let mut values = Values::default();
    values.number(now.0)?;
    values.number(paused)?;
    let sql = "UPDATE house SET heartbeat = $1, paused = $2 WHERE id = 1";
    sqlx::query_with(sql, values.into_arguments()).execute(connection).await?;
    Ok(Resumed { closed_for, paused })
}

pub(crate) async fn heartbeat(connection: &mut AnyConnection, now: UnixMillis) -> Result<Resumed> {
    let mut values = Values::default();
    values.number(now.0)?;
    let sql = "UPDATE house SET heartbeat = $1 WHERE id = 1 RETURNING paused";
    // All rows, although there is one: a statement of SQLite is to run to its end.
    let rows = sqlx::query_with(sql, values.into_arguments()).fetch_all(connection).await?;
    let row = rows.first().ok_or_else(|| Error::Damaged("the row of the house is missing".into()))?;
    Ok(Resumed { closed_for: 0, paused: row.try_get("paused")? })
}

fn unhex(text: &str) -> Option<[u8; 32]> {
    let mut bytes = [0; 32];
    for (place, byte) in bytes.iter_mut().enumerate() {
        *byte = u8::from_str_radix(text.get(place * 2..place * 2 + 2)?, 16).ok()?;
    }
    (text.len() == 64).then_some(bytes)
}
