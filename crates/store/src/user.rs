use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row};

use crate::change::Change;
use crate::insert::Insert;
use crate::values::Values;
use crate::{Error, Millis, Result, Store};

/// Somebody who plays: a guest of a browser, a claimed account, or a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct User {
    /// Unguessable, and the same for ever.
    pub id: String,
    /// What kind of somebody.
    pub kind: UserKind,
    /// As it is shown. Unique among accounts and bots, whatever the capitals.
    pub name: String,
    /// The argon2 hash of an account's password.
    pub password: Option<String>,
    /// The SHA-256 of a bot's token, in hexadecimal.
    pub token: Option<String>,
    /// Whose bot it is.
    pub owner: Option<String>,
    /// Raised to end every session of this person.
    pub generation: i64,
    /// When it was first seen.
    pub created: Millis,
}

/// What kind of somebody a [`User`] is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UserKind {
    /// A browser that came by; its name is not its own.
    Guest,
    /// A person with a name and a password.
    Account,
    /// A program with a name and a token.
    Bot,
}

impl UserKind {
    /// The word in the database.
    pub fn as_str(self) -> &'static str {
        match self {
            UserKind::Guest => "guest",
            UserKind::Account => "account",
            UserKind::Bot => "bot",
        }
    }

    fn read(word: &str) -> Result<UserKind> {
        let kinds = [UserKind::Guest, UserKind::Account, UserKind::Bot];
        kinds.into_iter().find(|kind| kind.as_str() == word).ok_or_else(|| unknown("kind of user", word))
    }
}

/// A word that only a damaged database can hold.
pub(crate) fn unknown(what: &str, word: &str) -> Error {
    Error::Damaged(format!("unknown {what} {word:?}"))
}

/// What [`read`] expects.
pub(crate) const COLUMNS: &str =
    "users.id, users.kind, users.name, password, token, owner, generation, users.created";

impl Store {
    /// Who has this id.
    pub async fn user(&self, id: &str) -> Result<Option<User>> {
        self.one_user("id", id).await
    }

    /// The account or bot of this name, whatever the capitals.
    pub async fn user_by_name(&self, name: &str) -> Result<Option<User>> {
        self.one_user("folded", &folded(name)).await
    }

    /// The bot whose token has this hash.
    pub async fn user_by_token(&self, hash: &str) -> Result<Option<User>> {
        self.one_user("token", hash).await
    }

    /// Adds somebody. [`Error::NameTaken`], or [`Error::Exists`] for a second id or token.
    pub async fn add_user(&self, user: &User) -> Result<()> {
        self.change(Change::AddUser(user.clone())).await.map(drop)
    }

    /// Changes everything but the id. [`Error::NameTaken`], [`Error::Missing`].
    pub async fn update_user(&self, user: &User) -> Result<()> {
        self.change(Change::UpdateUser(user.clone())).await.map(drop)
    }

    /// The bots of a person, in the order in which they were made.
    pub async fn bots_of(&self, owner: &str) -> Result<Vec<User>> {
        let mut values = Values::default();
        values.text(owner)?;
        let sql =
            format!("SELECT {COLUMNS} FROM users WHERE owner = $1 AND kind = 'bot' ORDER BY created, id");
        self.read(sql, values).await?.iter().map(read).collect()
    }

    /// Gives every seat, table, word and bot of a guest to an account. Ratings stay with whom they were given to.
    pub async fn adopt(&self, guest: &str, account: &str) -> Result<()> {
        let (guest, account) = (guest.to_owned(), account.to_owned());
        self.change(Change::Adopt { guest, account }).await.map(drop)
    }

    async fn one_user(&self, column: &str, value: &str) -> Result<Option<User>> {
        let mut values = Values::default();
        values.text(value)?;
        let rows = self.read(format!("SELECT {COLUMNS} FROM users WHERE {column} = $1"), values).await?;
        rows.first().map(read).transpose()
    }
}

pub(crate) fn read(row: &AnyRow) -> Result<User> {
    Ok(User {
        id: row.try_get(0)?,
        kind: UserKind::read(row.try_get(1)?)?,
        name: row.try_get(2)?,
        password: row.try_get(3)?,
        token: row.try_get(4)?,
        owner: row.try_get(5)?,
        generation: row.try_get(6)?,
        created: row.try_get(7)?,
    })
}

pub(crate) async fn add(connection: &mut AnyConnection, user: &User) -> Result<()> {
    static INSERT: Insert = Insert::new(
        "INSERT INTO users (id, kind, name, folded, password, token, owner, generation, created)",
        9,
        "",
    );
    INSERT
        .run(connection, &[user], Error::Exists, |user, values| {
            values.key(&user.id)?;
            bind(user, values)
        })
        .await
}

pub(crate) async fn update(connection: &mut AnyConnection, user: &User) -> Result<()> {
    let mut values = Values::default();
    bind(user, &mut values)?;
    values.key(&user.id)?;
    let sql = "UPDATE users SET kind = $1, name = $2, folded = $3, password = $4, token = $5, owner = $6, \
               generation = $7, created = $8 WHERE id = $9";
    let query = sqlx::query_with(sql, values.into_arguments());
    let done = query.execute(connection).await.map_err(Error::on_double(Error::Exists))?;
    if done.rows_affected() == 0 { Err(Error::Missing("person")) } else { Ok(()) }
}

pub(crate) async fn adopt(connection: &mut AnyConnection, guest: &str, account: &str) -> Result<()> {
    for sql in [
        "UPDATE seats SET user_id = $2 WHERE user_id = $1",
        "UPDATE tables SET host = $2 WHERE host = $1",
        "UPDATE talk SET user_id = $2 WHERE user_id = $1",
        "UPDATE users SET owner = $2 WHERE owner = $1",
    ] {
        let mut values = Values::default();
        values.key(guest)?;
        values.key(account)?;
        sqlx::query_with(sql, values.into_arguments()).execute(&mut *connection).await?;
    }
    Ok(())
}

fn bind(user: &User, values: &mut Values) -> Result<()> {
    values.text(user.kind.as_str())?;
    values.text(&user.name)?;
    let unique = (user.kind != UserKind::Guest).then(|| folded(&user.name));
    values.keys(unique.as_deref())?;
    values.texts(user.password.as_deref())?;
    values.keys(user.token.as_deref())?;
    values.keys(user.owner.as_deref())?;
    values.number(user.generation)?;
    values.number(user.created)
}

/// Names that differ only so are the same name. Upper case first: it unites letters that lower case keeps apart (ß, ſ).
fn folded(name: &str) -> String {
    name.trim().to_uppercase().to_lowercase()
}
