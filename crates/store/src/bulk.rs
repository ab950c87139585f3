use std::sync::{Arc, OnceLock};

use sqlx::{AnyConnection, AssertSqlSafe};

use crate::relation::Relation;
use crate::values::Values;
use crate::{Error, Result};

/// How many rows one statement takes: few sizes, so that the database prepares each of them once, and enough of them that
/// a batch needs few statements, each of which costs a switch to the thread of SQLite and back.
const SIZES: [usize; 16] = [256, 192, 128, 96, 64, 48, 32, 24, 16, 12, 8, 6, 4, 3, 2, 1];

/// A statement that inserts or changes many rows at once.
pub(crate) struct Bulk {
    kind: Kind,
    /// By database and by size; made when first needed.
    texts: [[OnceLock<Arc<str>>; SIZES.len()]; 2],
}

enum Kind {
    Insert(&'static Relation),
    Replace(&'static Relation),
    ReplaceIfChanged(&'static Relation),
    Follow(&'static Relation, &'static str),
    Update(&'static Relation, &'static [&'static str]),
    UpdateAll(&'static Relation),
}

impl Bulk {
    /// Inserts rows whose keys are not there yet. A row binds every column of the relation, in order.
    pub const fn insert(relation: &'static Relation) -> Bulk {
        Bulk::new(Kind::Insert(relation))
    }

    /// Inserts rows, or replaces those that have the same key. A row binds every column of the relation, in order.
    pub const fn replace(relation: &'static Relation) -> Bulk {
        Bulk::new(Kind::Replace(relation))
    }

    /// The same, without touching a row that holds the same already.
    pub const fn replace_if_changed(relation: &'static Relation) -> Bulk {
        Bulk::new(Kind::ReplaceIfChanged(relation))
    }

    /// Inserts rows, or replaces those that have the same key and, in this column of numbers, one less. Others are left
    /// alone and not counted.
    pub const fn follow(relation: &'static Relation, column: &'static str) -> Bulk {
        Bulk::new(Kind::Follow(relation, column))
    }

    /// Changes these columns of rows whose version is the one expected. A row binds its id, the expected version, the
    /// new version, and the columns. A row of another version is left alone and not counted.
    pub const fn update(relation: &'static Relation, columns: &'static [&'static str]) -> Bulk {
        Bulk::new(Kind::Update(relation, columns))
    }

    /// The same for all columns of a relation whose first two are `id` and `version`.
    pub const fn update_all(relation: &'static Relation) -> Bulk {
        Bulk::new(Kind::UpdateAll(relation))
    }

    const fn new(kind: Kind) -> Bulk {
        Bulk { kind, texts: [const { [const { OnceLock::new() }; SIZES.len()] }; 2] }
    }

    /// Runs it for all of `rows`, in as few statements as can be, and returns how many rows of the database it changed.
    /// `duplicate` is the answer to an inserted key that is there already.
    pub async fn run<T>(
        &self,
        connection: &mut AnyConnection,
        rows: &[T],
        duplicate: Error,
        bind: impl Fn(&T, &mut Values) -> Result<()>,
    ) -> Result<u64> {
        if rows.is_empty() {
            return Ok(0);
        }
        // Both know `$1`, but SQLite takes it for a name, and searches the names one after the other.
        let numbered = connection.backend_name() != "SQLite";
        let (mut rest, mut changed) = (rows, 0);
        while !rest.is_empty() {
            let place = self.place_for(rest.len(), numbered);
            let size = SIZES[place];
            let text =
                self.texts[usize::from(numbered)][place].get_or_init(|| self.text(size, numbered).into());
            let (chunk, left) = rest.split_at(size.min(rest.len()));
            let mut values = Values::default();
            values.reserve(size * self.width());
            for row in chunk {
                bind(row, &mut values)?;
            }
            // No id is NULL: an empty row changes nothing.
            for _ in 0..(size - chunk.len()) * self.width() {
                values.numbers(None)?;
            }
            let query = sqlx::query_with(AssertSqlSafe(Arc::clone(text)), values.into_arguments());
            let done = query.execute(&mut *connection).await;
            changed += done.map_err(Error::on_duplicate(duplicate.clone()))?.rows_affected();
            rest = left;
        }
        Ok(changed)
    }

    /// Which of the sizes the next statement has: the largest that is full; for a change in SQLite, the smallest that
    /// holds all the rows, if there is one.
    fn place_for(&self, rows: usize, numbered: bool) -> usize {
        let full = SIZES.iter().position(|size| *size <= rows).unwrap_or(SIZES.len() - 1);
        let may_have_empty_rows = !numbered && matches!(self.kind, Kind::Update(..) | Kind::UpdateAll(_));
        SIZES.iter().rposition(|size| *size >= rows).filter(|_| may_have_empty_rows).unwrap_or(full)
    }

    /// How many values a row binds.
    fn width(&self) -> usize {
        match self.kind {
            Kind::Insert(relation)
            | Kind::Replace(relation)
            | Kind::ReplaceIfChanged(relation)
            | Kind::Follow(relation, _) => relation.columns.len(),
            Kind::Update(_, columns) => columns.len() + 3,
            Kind::UpdateAll(relation) => relation.columns.len() + 1,
        }
    }

    fn text(&self, rows: usize, numbered: bool) -> String {
        match self.kind {
            Kind::Insert(relation) => insert(relation, rows, numbered, ""),
            Kind::Replace(relation) => insert(relation, rows, numbered, &relation.replace()),
            Kind::ReplaceIfChanged(relation) => {
                insert(relation, rows, numbered, &relation.replace_if_changed())
            }
            Kind::Follow(relation, column) => {
                let name = relation.name;
                let end = format!("{} WHERE {name}.{column} = excluded.{column} - 1", relation.replace());
                insert(relation, rows, numbered, &end)
            }
            Kind::Update(relation, columns) => update(relation, columns, rows, numbered),
            Kind::UpdateAll(relation) => {
                let columns: Vec<&str> = relation.columns[2..].iter().map(|(name, _)| *name).collect();
                update(relation, &columns, rows, numbered)
            }
        }
    }
}

fn insert(relation: &Relation, rows: usize, numbered: bool, end: &str) -> String {
    let values = values(rows, relation.columns.len(), numbered);
    format!("INSERT INTO {} ({}) VALUES {values} {end}", relation.name, relation.names())
}

fn update(relation: &Relation, columns: &[&str], rows: usize, numbered: bool) -> String {
    let name = relation.name;
    let values = values(rows, columns.len() + 3, numbered);
    let (mut names, mut set) =
        ("id, version, next_version".to_owned(), "version = v.next_version".to_owned());
    for column in columns {
        names += &format!(", {column}");
        set += &format!(", {column} = v.{column}");
    }
    format!(
        "WITH v({names}) AS (VALUES {values}) UPDATE {name} SET {set} FROM v \
         WHERE {name}.id = v.id AND {name}.version = v.version"
    )
}

/// `($1, $2), ($3, $4)` or `(?, ?), (?, ?)`
fn values(rows: usize, columns: usize, numbered: bool) -> String {
    let place = |number: usize| if numbered { format!("${number}") } else { "?".to_owned() };
    let row = |row: usize| {
        let places: Vec<String> = (1..=columns).map(|column| place(row * columns + column)).collect();
        format!("({})", places.join(", "))
    };
    let rows: Vec<String> = (0..rows).map(row).collect();
    rows.join(", ")
}
