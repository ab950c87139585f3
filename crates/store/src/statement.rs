use sqlx::AnyConnection;

use crate::change::{Answer, Change};
use crate::values::Values;
use crate::{Error, Result, Store};

/// One statement of a change that is made of a few: all of them or none.
#[derive(Debug)]
pub(crate) struct Statement {
    sql: &'static str,
    values: Vec<Value>,
    /// The error if it changes no row.
    otherwise: Option<Error>,
}

#[derive(Debug)]
enum Value {
    Key(Option<String>),
    Text(Option<String>),
    Number(Option<i64>),
}

impl Statement {
    pub fn new(sql: &'static str) -> Statement {
        Statement { sql, values: Vec::new(), otherwise: None }
    }

    pub fn key(self, key: &str) -> Statement {
        self.keys(Some(key))
    }

    pub fn keys(mut self, key: Option<&str>) -> Statement {
        self.values.push(Value::Key(key.map(str::to_owned)));
        self
    }

    pub fn text(self, text: &str) -> Statement {
        self.texts(Some(text))
    }

    pub fn texts(mut self, text: Option<&str>) -> Statement {
        self.values.push(Value::Text(text.map(str::to_owned)));
        self
    }

    pub fn number(self, number: i64) -> Statement {
        self.numbers(Some(number))
    }

    pub fn numbers(mut self, number: Option<i64>) -> Statement {
        self.values.push(Value::Number(number));
        self
    }

    /// Refuses the whole change if this statement changes no row.
    pub fn or(mut self, error: Error) -> Statement {
        self.otherwise = Some(error);
        self
    }

    fn values(&self) -> Result<Values> {
        let mut values = Values::default();
        for value in &self.values {
            match value {
                Value::Key(key) => values.keys(key.as_deref())?,
                Value::Text(text) => values.texts(text.as_deref())?,
                Value::Number(number) => values.numbers(*number)?,
            }
        }
        Ok(values)
    }
}

impl Store {
    /// Makes a change of a few statements; how many rows the last of them changed.
    pub(crate) async fn run(&self, statements: Vec<Statement>) -> Result<u64> {
        self.change(Change::Statements(statements)).await?.count()
    }
}

pub(crate) async fn apply(connection: &mut AnyConnection, statements: &[Statement]) -> Result<Answer> {
    let mut changed = 0;
    for statement in statements {
        let query = sqlx::query_with(statement.sql, statement.values()?.into_arguments());
        let done = query.execute(&mut *connection).await.map_err(Error::on_duplicate(Error::Exists))?;
        changed = done.rows_affected();
        if let Some(error) = statement.otherwise.as_ref().filter(|_| changed == 0) {
            return Err(error.clone());
        }
    }
    Ok(Answer::Count(changed))
}
