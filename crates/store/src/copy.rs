use std::pin::pin;

use futures_util::TryStreamExt;
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, AssertSqlSafe, Connection, Executor, Row};

use crate::bulk::Bulk;
use crate::care;
use crate::house::HOUSE;
use crate::log::{CHAT, LOG};
use crate::people::{BLOCKS, FRIENDS, PRIVACY};
use crate::rating::{RATING_CHANGES, RATINGS};
use crate::relation::{Kind, Relation};
use crate::seat::SEATS;
use crate::seek::SEEKS;
use crate::table::TABLES;
use crate::user::USERS;
use crate::values::Values;
use crate::{Error, Result, Store};

/// What was copied.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Copied {
    /// How many rows of every kind, in the order in which they were copied.
    pub rows: Vec<(&'static str, u64)>,
}

impl Copied {
    /// How many rows of a kind: `users`, `tables`, `seats`, `log`, `chat`, `ratings`, `rating_changes`,
    /// `friends`, `blocks`, `privacy`, `seeks` or `house`.
    pub fn count(&self, kind: &str) -> u64 {
        self.rows.iter().find(|(name, _)| *name == kind).map_or(0, |(_, count)| *count)
    }
}

/// Everything that there is to copy. The house comes last: with its secret, the copy is complete.
static RELATIONS: [&Relation; 12] = [
    &USERS,
    &TABLES,
    &SEATS,
    &LOG,
    &CHAT,
    &RATINGS,
    &RATING_CHANGES,
    &FRIENDS,
    &BLOCKS,
    &PRIVACY,
    &SEEKS,
    &HOUSE,
];

/// The relations in the order in which they are copied.
fn relations() -> impl Iterator<Item = &'static Relation> {
    let (people, house) = RELATIONS.split_at(RELATIONS.len() - 1);
    let care = care::RELATIONS.iter().copied().chain([&care::HOUSE_KEYS]);
    people.iter().copied().chain(care).chain(house.iter().copied())
}

/// How many rows are held in memory at once.
const BUFFER: usize = 256;

impl Store {
    /// Copies everything, as of one moment, into an empty store of either kind: all of it or nothing. This store may be
    /// used meanwhile, the other one should not. [`Error::NotEmpty`].
    pub async fn copy_into(&self, other: &Store) -> Result<Copied> {
        if other.is_read_only() {
            return Err(Error::ReadOnly);
        }
        let mut from = self.database().connect_reader().await?;
        let mut to = other.database().connect().await?;
        from.execute(self.database().dialect.no_timeouts).await?;
        to.execute(other.database().dialect.no_timeouts).await?;
        // On a failure both connections are dropped, and with them what was not committed.
        from.execute(self.database().dialect.snapshot).await?;
        to.execute(other.database().dialect.begin).await?;
        clear(&mut to).await?;
        let mut copied = Copied::default();
        for relation in relations() {
            copied.rows.push((relation.name, copy(&mut from, &mut to, relation).await?));
        }
        to.execute("COMMIT").await?;
        to.close().await?;
        from.close().await?;
        Ok(copied)
    }
}

/// Refuses a store that holds anything but the newly created row of the house, and removes that.
async fn clear(to: &mut AnyConnection) -> Result<()> {
    for relation in relations().filter(|relation| relation.name != HOUSE.name) {
        let any = sqlx::query(AssertSqlSafe(format!("SELECT 1 FROM {} LIMIT 1", relation.name)));
        if any.fetch_optional(&mut *to).await?.is_some() {
            return Err(Error::NotEmpty);
        }
    }
    to.execute("DELETE FROM house").await?;
    Ok(())
}

async fn copy(from: &mut AnyConnection, to: &mut AnyConnection, relation: &'static Relation) -> Result<u64> {
    let insert = Bulk::insert(relation);
    let sql = format!("SELECT {} FROM {}", relation.names(), relation.name);
    let mut rows = pin!(sqlx::query(AssertSqlSafe(sql)).fetch(from));
    let (mut count, mut buffer) = (0, Vec::with_capacity(BUFFER));
    loop {
        let row = rows.try_next().await?;
        let last = row.is_none();
        buffer.extend(row);
        if buffer.len() == BUFFER || last {
            insert.run(to, &buffer, Error::NotEmpty, |row, values| bind(row, relation, values)).await?;
            count += buffer.len() as u64;
            buffer.clear();
        }
        if last {
            return Ok(count);
        }
    }
}

fn bind(row: &AnyRow, relation: &Relation, values: &mut Values) -> Result<()> {
    for (name, kind) in relation.columns {
        match kind {
            Kind::Text => values.texts(row.try_get(*name)?)?,
            Kind::Key => values.keys(row.try_get(*name)?)?,
            Kind::Number => values.numbers(row.try_get(*name)?)?,
            Kind::Real => values.real(row.try_get(*name)?)?,
        }
    }
    Ok(())
}
