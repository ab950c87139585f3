use std::fmt::Write as _;

/// A table of the database and its columns: what every INSERT, SELECT, upsert and copy of its rows is made from.
#[derive(Debug)]
pub(crate) struct Relation {
    pub name: &'static str,
    /// How many of the columns, from the first, are the primary key.
    pub key: usize,
    pub columns: &'static [(&'static str, Kind)],
}

/// What a column holds.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Kind {
    Text,
    /// A text that is part of an index, which limits its length.
    Key,
    Number,
    Real,
}

impl Relation {
    /// `id, kind, name`
    pub fn names(&self) -> String {
        self.prefixed("")
    }

    /// `users.id, users.kind, users.name` for the prefix `users.`
    pub fn prefixed(&self, prefix: &str) -> String {
        self.joined(self.columns, |name| format!("{prefix}{name}"))
    }

    /// The end of an INSERT that replaces a row with the same key.
    pub fn replace(&self) -> String {
        let key = self.joined(&self.columns[..self.key], str::to_owned);
        let set = self.joined(&self.columns[self.key..], |name| format!("{name} = excluded.{name}"));
        format!("ON CONFLICT ({key}) DO UPDATE SET {set}")
    }

    /// The same, leaving alone a row that holds the same already.
    pub fn replace_if_changed(&self) -> String {
        let mut sql = self.replace();
        for (place, (name, _)) in self.columns[self.key..].iter().enumerate() {
            let word = if place == 0 { "WHERE" } else { "OR" };
            // Writing to a string does not fail.
            let _ = write!(sql, " {word} {}.{name} IS DISTINCT FROM excluded.{name}", self.name);
        }
        sql
    }

    fn joined(&self, columns: &[(&'static str, Kind)], text: impl Fn(&str) -> String) -> String {
        let texts: Vec<String> = columns.iter().map(|(name, _)| text(name)).collect();
        texts.join(", ")
    }
}
