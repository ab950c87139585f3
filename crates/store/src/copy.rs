use std::pin::pin;

use futures_util::TryStreamExt;
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, AssertSqlSafe, Connection, Executor, Row};

use crate::insert::Insert;
use crate::values::Values;
use crate::{Error, Result, Store};

/// What a copy took along.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Copied {
    /// How many rows of every kind, in the order in which they were copied.
    pub rows: Vec<(&'static str, u64)>,
}

impl Copied {
    /// How many rows of a kind: `users`, `tables`, `seats`, `log`, `talk`, `ratings` or `house`.
    pub fn count(&self, kind: &str) -> u64 {
        self.rows.iter().find(|(name, _)| *name == kind).map_or(0, |(_, count)| *count)
    }
}

enum Kind {
    Text,
    Number,
    Real,
}
use Kind::{Number, Real, Text};

type Columns = &'static [(&'static str, Kind)];

/// Everything that there is to copy. The house comes last: it is what makes the copy the same house.
static TABLES: [(&str, Columns); 7] = [
    (
        "users",
        &[
            ("id", Text),
            ("kind", Text),
            ("name", Text),
            ("folded", Text),
            ("password", Text),
            ("token", Text),
            ("owner", Text),
            ("generation", Number),
            ("created", Number),
        ],
    ),
    (
        "tables",
        &[
            ("id", Text),
            ("game", Text),
            ("options", Text),
            ("clock", Text),
            ("rules_version", Number),
            ("seat_count", Number),
            ("host", Text),
            ("open", Number),
            ("rated", Number),
            ("on_timeout", Text),
            ("status", Text),
            ("created", Number),
            ("zero", Number),
            ("ended", Number),
            ("places", Text),
            ("ended_by", Text),
            ("previous", Text),
            ("next", Text),
            ("moves", Number),
        ],
    ),
    (
        "seats",
        &[
            ("table_id", Text),
            ("seat", Number),
            ("kind", Text),
            ("user_id", Text),
            ("name", Text),
            ("bot", Text),
            ("renewal", Number),
            ("arrived", Number),
        ],
    ),
    ("log", &[("table_id", Text), ("entry", Number), ("at", Number), ("event", Text)]),
    (
        "talk",
        &[
            ("table_id", Text),
            ("entry", Number),
            ("at", Number),
            ("seat", Number),
            ("user_id", Text),
            ("name", Text),
            ("channel", Text),
            ("text", Text),
        ],
    ),
    (
        "ratings",
        &[
            ("user_id", Text),
            ("pool", Text),
            ("rating", Real),
            ("deviation", Real),
            ("volatility", Real),
            ("games", Number),
            ("updated", Number),
        ],
    ),
    ("house", &[("id", Number), ("secret", Text), ("heartbeat", Number)]),
];

/// How many rows are held in memory on their way.
const IN_HAND: usize = 256;

impl Store {
    /// Copies everything, as of one moment, into an empty store of either kind: all of it or nothing. People may go on
    /// playing here meanwhile; nobody should use the other store yet. [`Error::NotEmpty`].
    pub async fn copy_into(&self, other: &Store) -> Result<Copied> {
        let mut from = self.place().connect().await?;
        let mut to = other.place().connect().await?;
        from.execute(self.place().dialect.patient).await?;
        to.execute(other.place().dialect.patient).await?;
        // On a failure both connections are dropped, and with them what was not committed.
        from.execute(self.place().dialect.snapshot).await?;
        to.execute(other.place().dialect.begin).await?;
        clear(&mut to).await?;
        let mut copied = Copied::default();
        for (name, columns) in &TABLES {
            copied.rows.push((name, copy(&mut from, &mut to, name, columns).await?));
        }
        to.execute("COMMIT").await?;
        to.close().await?;
        from.close().await?;
        Ok(copied)
    }
}

/// Makes sure that nothing is lost here but the newly made house.
async fn clear(to: &mut AnyConnection) -> Result<()> {
    for (name, _) in TABLES.iter().filter(|(name, _)| *name != "house") {
        let any = sqlx::query(AssertSqlSafe(format!("SELECT 1 FROM {name} LIMIT 1")));
        if any.fetch_optional(&mut *to).await?.is_some() {
            return Err(Error::NotEmpty);
        }
    }
    to.execute("DELETE FROM house").await?;
    Ok(())
}

async fn copy(from: &mut AnyConnection, to: &mut AnyConnection, name: &str, columns: Columns) -> Result<u64> {
    let names: Vec<&str> = columns.iter().map(|(name, _)| *name).collect();
    let names = names.join(", ");
    let insert = Insert::made(format!("INSERT INTO {name} ({names})"), columns.len());
    let mut rows = pin!(sqlx::query(AssertSqlSafe(format!("SELECT {names} FROM {name}"))).fetch(from));
    let (mut count, mut in_hand) = (0, Vec::with_capacity(IN_HAND));
    loop {
        let row = rows.try_next().await?;
        let last = row.is_none();
        in_hand.extend(row);
        if in_hand.len() == IN_HAND || last {
            insert.run(to, &in_hand, Error::NotEmpty, |row, values| bind(row, columns, values)).await?;
            count += in_hand.len() as u64;
            in_hand.clear();
        }
        if last {
            return Ok(count);
        }
    }
}

fn bind(row: &AnyRow, columns: Columns, values: &mut Values) -> Result<()> {
    for (place, (_, kind)) in columns.iter().enumerate() {
        match kind {
            Text => values.texts(row.try_get(place)?)?,
            Number => values.numbers(row.try_get(place)?)?,
            Real => values.real(row.try_get(place)?)?,
        }
    }
    Ok(())
}
