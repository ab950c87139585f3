use std::collections::BTreeMap;
use std::collections::hash_map::{Entry, HashMap};

use sqlx::{AnyConnection, Row};

use crate::change::{Answer, Change};
use crate::table::Update;
use crate::values::Values;
use crate::{
    ChatRow, Error, LogRow, PlayMillis, Rating, RatingChange, Result, Store, TableRow, log, rating, table,
};

/// One change of one table: all of it or nothing, durable before it is answered.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Write {
    /// The id of the table, which must be there.
    pub table: String,
    /// The stored version ([`TableRow::version`]) that this write was based on. The write is refused if another one is
    /// stored, and raises it by one otherwise.
    pub version: i64,
    /// New entries of its log.
    pub log: Vec<LogRow>,
    /// New messages of its chat.
    pub chat: Vec<ChatRow>,
    /// The columns that change with every action; ignored if `row` is given, which has them too.
    pub progress: Option<Progress>,
    /// The whole row and its seats; its `version` is ignored.
    pub row: Option<TableRow>,
    /// Ratings that changed with it; refused if a stored one is of more games than the one before it.
    pub ratings: Vec<Rating>,
    /// How they changed, for each seat.
    pub rating_changes: Vec<RatingChange>,
    /// A table that is created with it: a rematch.
    pub opens: Option<TableRow>,
}

/// The columns of a [`TableRow`] that change with every action.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// [`TableRow::started_at`]
    pub started_at: Option<PlayMillis>,
    /// [`TableRow::due`]
    pub due: Option<PlayMillis>,
    /// [`TableRow::to_act`]
    pub to_act: Option<i64>,
    /// [`TableRow::pending`]
    pub pending: bool,
    /// [`TableRow::position`]
    pub position: Option<String>,
}

impl Store {
    /// Makes a change of a table; it is durable when this returns. Writes that wait together are committed together,
    /// in the order in which they came, and a refused one does not affect the others.
    ///
    /// - [`Error::Conflict`]: the stored version is not the one given, or an index of the log or the chat is there
    ///   already; nothing of this write was done. Read the table again.
    /// - [`Error::Missing`]: there is no such table.
    /// - [`Error::Locked`], [`Error::Full`], [`Error::Unavailable`]: nothing was done; try again later.
    /// - [`Error::OutcomeUnknown`]: the connection broke during the commit; read the table again.
    ///
    /// Dropping the future does not cancel the write.
    pub async fn write(&self, write: Write) -> Result<()> {
        if write.row.as_ref().is_some_and(|row| row.id != write.table) {
            return Err(Error::Invalid("the row is of another table".into()));
        }
        self.change(Change::Write(Box::new(write))).await.map(drop)
    }
}

impl Store {
    /// The version of a table's row, after everything that was sent to the database before has been committed or has
    /// failed: after [`Error::OutcomeUnknown`], it tells whether the write was made. [`Error::Missing`].
    pub async fn settled_version(&self, id: &str) -> Result<i64> {
        match self.change(Change::SettleVersion { id: id.to_owned() }).await? {
            Answer::Version(version) => Ok(version),
            answer => Err(answer.unexpected()),
        }
    }
}

/// Reads the version with the lock of the row, which a transaction that is still being committed holds.
pub(crate) async fn settle_version(connection: &mut AnyConnection, id: &str) -> Result<Answer> {
    let mut values = Values::default();
    values.key(id)?;
    let sql = "UPDATE tables SET version = version WHERE id = $1 RETURNING version";
    let rows = sqlx::query_with(sql, values.into_arguments()).fetch_all(connection).await?;
    let row = rows.first().ok_or(Error::Missing("table"))?;
    Ok(Answer::Version(row.try_get("version")?))
}

/// Makes several writes in as few statements as can be.
pub(crate) async fn apply(connection: &mut AnyConnection, writes: &[&Write]) -> Result<()> {
    let updates = combine(writes)?;
    if table::update(connection, &updates).await? != updates.len() as u64 {
        // Which of several is to blame shows when each is tried alone.
        return Err(match writes {
            [write] if !table::exists(connection, &write.table).await? => Error::Missing("table"),
            _ => Error::Conflict,
        });
    }
    let entries: Vec<_> =
        writes.iter().flat_map(|write| write.log.iter().map(|row| (write.table.as_str(), row))).collect();
    log::append(connection, &entries).await?;
    let messages: Vec<_> =
        writes.iter().flat_map(|write| write.chat.iter().map(|row| (write.table.as_str(), row))).collect();
    log::append_chat(connection, &messages).await?;
    for row in writes.iter().filter_map(|write| write.opens.as_ref()) {
        table::create(connection, row).await?;
    }
    let mut ratings = BTreeMap::new();
    for rating in writes.iter().flat_map(|write| &write.ratings) {
        // Two games that ended at the same moment: the second one is to be rated after the first.
        if ratings.insert((rating.user.as_str(), rating.pool.as_str()), rating).is_some() {
            return Err(Error::Conflict);
        }
    }
    rating::replace(connection, &ratings.into_values().collect::<Vec<_>>()).await?;
    let changes: Vec<_> = writes
        .iter()
        .flat_map(|write| write.rating_changes.iter().map(|change| (write.table.as_str(), change)))
        .collect();
    rating::record_changes(connection, &changes).await
}

/// What the writes make of the row of every table: the writes of one table must follow each other, each based on the
/// version that the one before it leaves. [`Error::Conflict`].
fn combine<'a>(writes: &[&'a Write]) -> Result<Vec<Update<'a>>> {
    let mut updates: Vec<Update<'a>> = Vec::with_capacity(writes.len());
    let mut places: HashMap<&str, usize> = HashMap::with_capacity(writes.len());
    for write in writes {
        let update = match places.entry(write.table.as_str()) {
            Entry::Occupied(place) => {
                let update = &mut updates[*place.get()];
                if write.version != update.next_version {
                    return Err(Error::Conflict);
                }
                update
            }
            Entry::Vacant(place) => {
                place.insert(updates.len());
                let (id, version) = (write.table.as_str(), write.version);
                updates.push(Update { id, version, next_version: version, row: None, progress: None });
                let last = updates.len() - 1;
                &mut updates[last]
            }
        };
        update.next_version = write.version.saturating_add(1);
        if let Some(row) = &write.row {
            (update.row, update.progress) = (Some(row), None);
        } else if let Some(progress) = &write.progress {
            update.progress = Some(progress);
        }
    }
    // Every node locks rows in the same order.
    updates.sort_by_key(|update| update.id);
    Ok(updates)
}
