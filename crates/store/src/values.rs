use sqlx::Arguments;
use sqlx::any::AnyArguments;

use crate::{Error, Result};

/// How many bytes an id or a name may have.
const LONGEST_KEY: usize = 1000;

/// The values of a statement, checked when they are added: what one kind of database cannot hold is refused by both, so that
/// everything can be copied from one to the other.
#[derive(Default)]
pub(crate) struct Values(AnyArguments);

impl Values {
    pub fn text(&mut self, text: &str) -> Result<()> {
        self.texts(Some(text))
    }

    pub fn texts(&mut self, text: Option<&str>) -> Result<()> {
        if text.is_some_and(|text| text.contains('\0')) {
            return Err(Error::Invalid("a text contains the character NUL".into()));
        }
        self.add(text)
    }

    /// A text that is looked up by: an id or a name. PostgreSQL's indices hold no long ones.
    pub fn key(&mut self, text: &str) -> Result<()> {
        self.keys(Some(text))
    }

    pub fn keys(&mut self, text: Option<&str>) -> Result<()> {
        if text.is_some_and(|text| text.len() > LONGEST_KEY) {
            return Err(Error::Invalid(format!("an id or a name is longer than {LONGEST_KEY} bytes")));
        }
        self.texts(text)
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
            return Err(Error::Invalid(format!("{real} is no finite number")));
        }
        self.add(real)
    }

    pub fn reserve(&mut self, values: usize) {
        self.0.reserve(values, 0);
    }

    pub fn len(&self) -> usize {
        self.0.len()
    }

    pub fn into_arguments(self) -> AnyArguments {
        self.0
    }

    fn add<'t, T: sqlx::Encode<'t, sqlx::Any> + sqlx::Type<sqlx::Any>>(&mut self, value: T) -> Result<()> {
        self.0.add(value).map_err(|error| Error::Invalid(error.to_string()))
    }
}

/// `$4, $5, $6` for three places after the third.
pub(crate) fn places(after: usize, count: usize) -> String {
    let places: Vec<String> = (1..=count).map(|place| format!("${}", after + place)).collect();
    places.join(", ")
}
