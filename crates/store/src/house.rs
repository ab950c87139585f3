use sqlx::{AnyConnection, Executor, Row};

use crate::change::Change;
use crate::values::Values;
use crate::{Error, Millis, Result, Store, postgres};

impl Store {
    /// The secret that the house signs with: made when the store was, the same ever after.
    pub async fn secret(&self) -> Result<[u8; 32]> {
        let rows = self.read("SELECT secret FROM house WHERE id = 1".into(), Values::default()).await?;
        let row = rows.first().ok_or_else(|| Error::Damaged("the house has no secret".into()))?;
        unhex(row.try_get(0)?).ok_or_else(|| Error::Damaged("the secret of the house is unreadable".into()))
    }

    /// To be called once at the start: how long the house was closed, since its last heartbeat. In the same
    /// transaction the clocks of all tables in play are set forward by that time, and the heart beats: whenever the
    /// program dies, they are never set forward twice for the same time. Read the tables after this: whatever a program
    /// that was killed still had under way is done by then, or never will be.
    pub async fn open_doors(&self, now: Millis) -> Result<Millis> {
        self.change(Change::OpenDoors(now)).await
    }

    /// Notes that the house is open now.
    pub async fn heartbeat(&self, now: Millis) -> Result<()> {
        self.change(Change::Heartbeat(now)).await.map(drop)
    }
}

/// Makes the secret, if there is none.
pub(crate) async fn found(connection: &mut AnyConnection) -> Result<()> {
    let mut secret = [0; 32];
    getrandom::fill(&mut secret).map_err(|error| Error::Unavailable(format!("no randomness: {error}")))?;
    let mut values = Values::default();
    values.text(&secret.map(|byte| format!("{byte:02x}")).concat())?;
    let sql = "INSERT INTO house (id, secret) VALUES (1, $1) ON CONFLICT (id) DO NOTHING";
    sqlx::query_with(sql, values.into_arguments()).execute(connection).await?;
    Ok(())
}

pub(crate) async fn open_doors(connection: &mut AnyConnection, now: Millis) -> Result<Millis> {
    if connection.backend_name() == "PostgreSQL" {
        connection.execute(postgres::WAIT_FOR_THE_DEAD).await?;
    }
    let row = sqlx::query("SELECT heartbeat FROM house WHERE id = 1").fetch_one(&mut *connection).await?;
    let last: Option<Millis> = row.try_get(0)?;
    let closed = last.map_or(0, |last| now.saturating_sub(last).max(0));
    let mut values = Values::default();
    values.number(closed)?;
    let sql = "UPDATE tables SET zero = zero + $1 WHERE status = 'playing' AND zero IS NOT NULL";
    sqlx::query_with(sql, values.into_arguments()).execute(&mut *connection).await?;
    heartbeat(connection, now).await?;
    Ok(closed)
}

pub(crate) async fn heartbeat(connection: &mut AnyConnection, now: Millis) -> Result<()> {
    let mut values = Values::default();
    values.number(now)?;
    let sql = "UPDATE house SET heartbeat = $1 WHERE id = 1";
    sqlx::query_with(sql, values.into_arguments()).execute(connection).await?;
    Ok(())
}

fn unhex(text: &str) -> Option<[u8; 32]> {
    let mut bytes = [0; 32];
    for (place, byte) in bytes.iter_mut().enumerate() {
        *byte = u8::from_str_radix(text.get(place * 2..place * 2 + 2)?, 16).ok()?;
    }
    (text.len() == 64).then_some(bytes)
}
