use std::collections::BTreeMap;

use sqlx::AnyConnection;

use crate::change::Change;
use crate::{Error, LogRow, Rating, Result, Store, TableRow, TalkRow, log, rating, table};

/// One change of one table: all of it or nothing, durable before it is answered.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Write {
    /// The table, which must be there.
    pub table: String,
    /// What is added to its log.
    pub log: Vec<LogRow>,
    /// What is added to its talk.
    pub talk: Vec<TalkRow>,
    /// The new state of the row and its seats.
    pub row: Option<TableRow>,
    /// Ratings that changed with it.
    pub ratings: Vec<Rating>,
}

impl Store {
    /// Makes a change of a table; it is durable when this answers. Writes that wait together are committed together,
    /// in the order in which they came, and a refused one spoils no other.
    ///
    /// - [`Error::Conflict`]: an index of the log or the talk is there already; nothing of this write was done.
    /// - [`Error::Missing`]: there is no such table.
    /// - [`Error::Locked`], [`Error::Full`], [`Error::Unavailable`]: nothing was done; try again later.
    /// - [`Error::Lost`]: the database went away while it committed; load the table again from its log.
    ///
    /// Wait for the answer before writing the next entry of the same table: after a refusal, a later entry would leave
    /// a gap. Dropping the future does not take the write back.
    pub async fn write(&self, write: Write) -> Result<()> {
        if write.row.as_ref().is_some_and(|row| row.id != write.table) {
            return Err(Error::Unfit("the row is of another table".into()));
        }
        self.change(Change::Write(write)).await.map(drop)
    }
}

/// Several writes in as few statements as can be. Of several new states of the same row, the last is the one to keep.
pub(crate) async fn apply(connection: &mut AnyConnection, writes: &[&Write]) -> Result<()> {
    let mut ids: Vec<&str> = writes.iter().map(|write| write.table.as_str()).collect();
    ids.sort_unstable();
    ids.dedup();
    if !table::all_there(connection, &ids).await? {
        return Err(Error::Missing("table"));
    }
    let entries: Vec<_> =
        writes.iter().flat_map(|write| write.log.iter().map(|row| (write.table.as_str(), row))).collect();
    log::append(connection, &entries).await?;
    let words: Vec<_> =
        writes.iter().flat_map(|write| write.talk.iter().map(|row| (write.table.as_str(), row))).collect();
    log::say(connection, &words).await?;
    let rows = last_of(writes.iter().filter_map(|write| write.row.as_ref()), |row| row.id.as_str());
    if !rows.is_empty() {
        table::replace(connection, &rows).await?;
    }
    let ratings = writes.iter().flat_map(|write| &write.ratings);
    rating::put(connection, &last_of(ratings, |rating| (rating.user.as_str(), rating.pool.as_str()))).await
}

/// The last of every key, in the order of the keys: writers that lock several rows lock them in the same order.
fn last_of<'a, T, K: Ord>(items: impl Iterator<Item = &'a T>, key: impl Fn(&'a T) -> K) -> Vec<&'a T> {
    let last: BTreeMap<K, &T> = items.map(|item| (key(item), item)).collect();
    last.into_values().collect()
}
