use std::borrow::Cow;
use std::sync::{Arc, OnceLock};

use sqlx::any::AnyArguments;
use sqlx::{AnyConnection, Arguments, AssertSqlSafe};

use crate::{Error, Result};

/// The values of a statement, checked on their way in: what one kind of database can't hold, no store takes, so that
/// everything can be copied from one to the other.
#[derive(Default)]
pub(crate) struct Values(AnyArguments);

impl Values {
    pub fn text(&mut self, text: &str) -> Result<()> {
        self.texts(Some(text))
    }

    pub fn texts(&mut self, text: Option<&str>) -> Result<()> {
        if text.is_some_and(|text| text.contains('\0')) {
            return Err(Error::Unfit("a text contains the character NUL".into()));
        }
        self.add(text.map(str::to_owned))
    }

    pub fn number(&mut self, number: i64) -> Result<()> {
        self.add(number)
    }

    pub fn numbers(&mut self, number: Option<i64>) -> Result<()> {
        self.add(number)
    }

    pub fn flag(&mut self, flag: bool) -> Result<()> {
        self.add(i64::from(flag))
    }

    pub fn real(&mut self, real: f64) -> Result<()> {
        if !real.is_finite() {
            return Err(Error::Unfit(format!("{real} is no finite number")));
        }
        self.add(real)
    }

    pub fn len(&self) -> usize {
        self.0.len()
    }

    pub fn into_arguments(self) -> AnyArguments {
        self.0
    }

    fn add<'t, T: sqlx::Encode<'t, sqlx::Any> + sqlx::Type<sqlx::Any>>(&mut self, value: T) -> Result<()> {
        self.0.add(value).map_err(|error| Error::Unfit(error.to_string()))
    }
}

/// Sizes of the statements that insert many rows: few, so that the database prepares each of them once.
const SIZES: [usize; 5] = [256, 64, 16, 4, 1];

/// A statement that inserts many rows at once.
pub(crate) struct Insert {
    head: Cow<'static, str>,
    columns: usize,
    tail: &'static str,
    texts: [OnceLock<Arc<str>>; SIZES.len()],
}

impl Insert {
    /// `head` ends with the list of the columns; `tail` follows the values.
    pub const fn new(head: &'static str, columns: usize, tail: &'static str) -> Insert {
        Insert { head: Cow::Borrowed(head), columns, tail, texts: [const { OnceLock::new() }; SIZES.len()] }
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
        let mut rest = rows;
        for (size, text) in SIZES.into_iter().zip(&self.texts) {
            while let Some((chunk, left)) = rest.split_at_checked(size) {
                let mut values = Values::default();
                for row in chunk {
                    bind(row, &mut values)?;
                }
                let text = text.get_or_init(|| self.text(size).into());
                let query = sqlx::query_with(AssertSqlSafe(Arc::clone(text)), values.into_arguments());
                query.execute(&mut *connection).await.map_err(Error::on_double(double.clone()))?;
                rest = left;
            }
        }
        Ok(())
    }

    fn text(&self, rows: usize) -> String {
        let row = |row: usize| format!("({})", places(row * self.columns, self.columns));
        let rows: Vec<String> = (0..rows).map(row).collect();
        format!("{} VALUES {} {}", self.head, rows.join(", "), self.tail)
    }
}

/// `$4, $5, $6` for three places after the third.
pub(crate) fn places(after: usize, count: usize) -> String {
    let places: Vec<String> = (1..=count).map(|place| format!("${}", after + place)).collect();
    places.join(", ")
}
