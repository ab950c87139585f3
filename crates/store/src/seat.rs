use sqlx::any::AnyRow;
use sqlx::{AnyConnection, AssertSqlSafe, FromRow, Row};

use crate::bulk::Bulk;
use crate::relation::{Kind, Relation};
use crate::values::{Values, places};
use crate::word::word_enum;
use crate::{Error, Result, TableRow};

/// One seat of a [`TableRow`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatRow {
    /// Its number, from 0.
    pub seat: i64,
    /// Who may sit there.
    pub kind: SeatKind,
    /// The id of the person who sits there.
    pub user: Option<String>,
    /// The name shown.
    pub name: Option<String>,
    /// The bot and its level.
    pub bot: Option<String>,
    /// Raised to make an old link to the seat worthless.
    pub renewal: i64,
    /// Whether the person has come.
    pub arrived: bool,
    /// The index of the first chat message that the holder may read in private channels: nobody reads what was said in
    /// private before they took the seat.
    pub private_from: i64,
    /// What the holder has planned to do if the others act as foreseen, as the server writes it.
    pub plans: Option<String>,
}

word_enum! {
    /// Who may sit in a seat.
    pub enum SeatKind {
        /// The first person who takes it.
        Open = "open",
        /// The first person who takes it and has its link.
        Link = "link",
        /// A person.
        Person = "person",
        /// A player at the host's own screen.
        Screen = "screen",
        /// A bot of the server.
        Bot = "bot",
    }
}

pub(crate) static SEATS: Relation = Relation {
    name: "seats",
    key: 2,
    columns: &[
        ("table_id", Kind::Key),
        ("seat", Kind::Number),
        ("kind", Kind::Text),
        ("user_id", Kind::Key),
        ("name", Kind::Text),
        ("bot", Kind::Text),
        ("renewal", Kind::Number),
        ("arrived", Kind::Number),
        ("private_from", Kind::Number),
        ("plans", Kind::Text),
    ],
};

impl FromRow<'_, AnyRow> for SeatRow {
    fn from_row(row: &AnyRow) -> sqlx::Result<Self> {
        Ok(SeatRow {
            seat: row.try_get("seat")?,
            kind: row.try_get("kind")?,
            user: row.try_get("user_id")?,
            name: row.try_get("name")?,
            bot: row.try_get("bot")?,
            renewal: row.try_get("renewal")?,
            arrived: row.try_get::<i64, _>("arrived")? != 0,
            private_from: row.try_get("private_from")?,
            plans: row.try_get("plans")?,
        })
    }
}

/// Inserts the seats of these tables, or replaces those that differ.
pub(crate) async fn replace(connection: &mut AnyConnection, tables: &[&TableRow]) -> Result<()> {
    // Most changes of a table leave its seats alone: those are not written again.
    static REPLACE: Bulk = Bulk::replace_if_changed(&SEATS);
    for table in tables {
        if table.seats.iter().zip(0..).any(|(seat, number)| seat.seat != number) {
            return Err(Error::Invalid("the seats of a table are numbered from 0, in order".into()));
        }
    }
    let seats: Vec<(&str, &SeatRow)> =
        tables.iter().flat_map(|table| table.seats.iter().map(|seat| (table.id.as_str(), seat))).collect();
    let bind = |(table, seat): &(&str, &SeatRow), values: &mut Values| {
        values.key(table)?;
        values.number(seat.seat)?;
        values.text(seat.kind.as_str())?;
        values.keys(seat.user.as_deref())?;
        values.texts(seat.name.as_deref())?;
        values.texts(seat.bot.as_deref())?;
        values.number(seat.renewal)?;
        values.flag(seat.arrived)?;
        values.number(seat.private_from)?;
        values.texts(seat.plans.as_deref())
    };
    REPLACE.run(connection, &seats, Error::Exists, bind).await.map(drop)
}

/// Removes the seats that these tables, whose rows are written already, no longer have.
pub(crate) async fn remove_surplus(connection: &mut AnyConnection, tables: &[&TableRow]) -> Result<()> {
    for tables in tables.chunks(256) {
        // The list is filled up with its last id, so that the database prepares few statements.
        let size = tables.len().next_power_of_two();
        let ids = tables.iter().chain(std::iter::repeat(&tables[tables.len() - 1])).take(size);
        let mut values = Values::default();
        for table in ids {
            values.text(&table.id)?;
        }
        let sql = format!(
            "DELETE FROM seats WHERE seat >= (SELECT seat_count FROM tables WHERE id = table_id) \
             AND table_id IN ({})",
            places(0, size)
        );
        sqlx::query_with(AssertSqlSafe(sql), values.into_arguments()).execute(&mut *connection).await?;
    }
    Ok(())
}
