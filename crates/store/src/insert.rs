use std::borrow::Cow;
use std::sync::{Arc, OnceLock};

use sqlx::{AnyConnection, AssertSqlSafe};

use crate::values::Values;
use crate::{Error, Result};

/// Sizes of the statements that insert many rows: few, so that the database prepares each of them once.
const SIZES: [usize; 5] = [256, 64, 16, 4, 1];

/// A statement that inserts many rows at once.
pub(crate) struct Insert {
    head: Cow<'static, str>,
    columns: usize,
    tail: &'static str,
    texts: [[OnceLock<Arc<str>>; SIZES.len()]; 2],
}

impl Insert {
    /// `head` ends with the list of the columns; `tail` follows the values.
    pub const fn new(head: &'static str, columns: usize, tail: &'static str) -> Insert {
        Insert {
            head: Cow::Borrowed(head),
            columns,
            tail,
            texts: [const { [const { OnceLock::new() }; SIZES.len()] }; 2],
        }
    }

    /// The same, with a head that is made while the program runs, and no tail.
    pub fn made(head: String, columns: usize) -> Insert {
        Insert { head: Cow::Owned(head), ..Insert::new("", columns, "") }
    }

    /// Inserts `rows`; `double` is the answer to a key that is there already.
    pub async fn run<T>(
        &self,
        connection: &mut AnyConnection,
        rows: &[T],
        double: Error,
        bind: impl Fn(&T, &mut Values) -> Result<()>,
    ) -> Result<()> {
        // Both know `$1`, but SQLite takes it for a name, and looks for the names of thousands one after the other.
        let (place, texts): (fn(usize) -> String, _) = match connection.backend_name() {
            "SQLite" => (|_| "?".to_owned(), &self.texts[0]),
            _ => (|number| format!("${number}"), &self.texts[1]),
        };
        let mut rest = rows;
        for (size, text) in SIZES.into_iter().zip(texts) {
            while let Some((chunk, left)) = rest.split_at_checked(size) {
                let mut values = Values::default();
                for row in chunk {
                    bind(row, &mut values)?;
                }
                let text = text.get_or_init(|| self.text(size, place).into());
                let query = sqlx::query_with(AssertSqlSafe(Arc::clone(text)), values.into_arguments());
                query.execute(&mut *connection).await.map_err(Error::on_double(double.clone()))?;
                rest = left;
            }
        }
        Ok(())
    }

    fn text(&self, rows: usize, place: impl Fn(usize) -> String) -> String {
        let row = |row: usize| {
            let places: Vec<String> =
                (1..=self.columns).map(|column| place(row * self.columns + column)).collect();
            format!("({})", places.join(", "))
        };
        let rows: Vec<String> = (0..rows).map(row).collect();
        format!("{} VALUES {} {}", self.head, rows.join(", "), self.tail)
    }
}
