use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Executor, FromRow, Row};

use crate::bulk::Bulk;
use crate::change::{Answer, Change};
use crate::relation::{Kind, Relation};
use crate::values::Values;
use crate::word::word_enum;
use crate::{Error, Result, Store, UnixMillis, people, postgres};

/// A player: a guest of a browser, an account, or a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct User {
    /// Unguessable; never changes.
    pub id: String,
    /// What kind of player.
    pub kind: UserKind,
    /// As it is shown. Unique among accounts and programs, regardless of case.
    pub name: String,
    /// The argon2 hash of an account's password.
    pub password: Option<String>,
    /// The SHA-256 of a program's token, in hexadecimal; None if it was revoked.
    pub token: Option<String>,
    /// The id of the account that a program belongs to.
    pub owner: Option<String>,
    /// Raised to end every session of this person.
    pub generation: i64,
    /// When it was created.
    pub created: UnixMillis,
    /// When a program's token expires; None: never.
    pub expires: Option<UnixMillis>,
    /// When this player was last seen; None if it is not known.
    pub seen: Option<UnixMillis>,
}

word_enum! {
    /// What kind of player a [`User`] is.
    pub enum UserKind {
        /// A browser without an account; its name is not reserved.
        Guest = "guest",
        /// A person with a name and a password.
        Account = "account",
        /// A program with a name and a token.
        Bot = "bot",
    }
}

pub(crate) static USERS: Relation = Relation {
    name: "users",
    key: 1,
    columns: &[
        ("id", Kind::Key),
        ("kind", Kind::Text),
        ("name", Kind::Text),
        ("folded", Kind::Key),
        ("password", Kind::Text),
        ("token", Kind::Key),
        ("owner", Kind::Key),
        ("generation", Kind::Number),
        ("created", Kind::Number),
        ("expires", Kind::Number),
        ("seen", Kind::Number),
    ],
};

/// A change of a person: only the columns that it is about, and only if the person is still as the caller believes.
#[derive(Debug)]
pub(crate) enum UserChange {
    Rename { id: String, generation: i64, name: String, unlike: Vec<String> },
    Claim { id: String, generation: i64, name: String, unlike: Vec<String>, password: String },
    SetPassword { id: String, generation: i64, password: String },
    EndSessions { id: String },
    RevokeProgram { owner: String, program: String },
    Seen { id: String, now: UnixMillis },
}

impl Store {
    /// The player of this id.
    pub async fn user(&self, id: &str) -> Result<Option<User>> {
        let mut values = Values::default();
        values.text(id)?;
        self.one_user("id = $1", values).await
    }

    /// The account or program of this name, regardless of case.
    pub async fn user_by_name(&self, name: &str) -> Result<Option<User>> {
        let mut values = Values::default();
        values.text(&folded(name))?;
        self.one_user("folded = $1", values).await
    }

    /// The program whose token has this hash, unless the token has expired at `now`.
    pub async fn user_by_token(&self, hash: &str, now: UnixMillis) -> Result<Option<User>> {
        let mut values = Values::default();
        values.text(hash)?;
        values.number(now.0)?;
        self.one_user("token = $1 AND (expires IS NULL OR expires > $2)", values).await
    }

    /// The programs of an account, in the order in which they were created; those that were revoked have no token.
    pub async fn bots_of(&self, owner: &str) -> Result<Vec<User>> {
        let mut values = Values::default();
        values.text(owner)?;
        let names = USERS.names();
        let sql = format!("SELECT {names} FROM users WHERE owner = $1 AND kind = 'bot' ORDER BY created, id");
        self.read_all(sql, values).await
    }

    /// Inserts a player. [`Error::NameTaken`], or [`Error::Exists`] for a second id or token.
    pub async fn add_user(&self, user: &User) -> Result<()> {
        self.change(Change::AddUser(Box::new(user.clone()))).await.map(drop)
    }

    /// Changes the name of a person whose generation is still this one. [`Error::NameTaken`], [`Error::Conflict`],
    /// [`Error::Missing`].
    pub async fn rename_user(&self, id: &str, generation: i64, name: &str) -> Result<()> {
        self.rename_user_unlike(id, generation, name, &[]).await
    }

    /// The same, refused as well if an account or a program of somebody else has one of these names: what this one looks
    /// like.
    pub async fn rename_user_unlike(
        &self,
        id: &str,
        generation: i64,
        name: &str,
        unlike: &[String],
    ) -> Result<()> {
        let (id, name, unlike) = (id.to_owned(), name.to_owned(), unlike.to_vec());
        self.change(Change::User(UserChange::Rename { id, generation, name, unlike })).await.map(drop)
    }

    /// Makes a guest, whose generation is still this one, an account. Returns the new generation: the guest's sessions
    /// have ended. [`Error::NameTaken`], [`Error::Missing`], or [`Error::Conflict`], also if it is no guest any more.
    pub async fn claim_account(&self, id: &str, generation: i64, name: &str, password: &str) -> Result<i64> {
        self.claim_account_unlike(id, generation, name, &[], password).await
    }

    /// The same, refused as well if an account or a program of somebody else has one of these names: what this one looks
    /// like.
    pub async fn claim_account_unlike(
        &self,
        id: &str,
        generation: i64,
        name: &str,
        unlike: &[String],
        password: &str,
    ) -> Result<i64> {
        let (id, name, password) = (id.to_owned(), name.to_owned(), password.to_owned());
        let unlike = unlike.to_vec();
        self.change_generation(UserChange::Claim { id, generation, name, unlike, password }).await
    }

    /// Changes the password hash of an account whose generation is still this one. [`Error::Missing`], or
    /// [`Error::Conflict`], also if it is no account.
    pub async fn set_password(&self, id: &str, generation: i64, password: &str) -> Result<()> {
        let (id, password) = (id.to_owned(), password.to_owned());
        self.change(Change::User(UserChange::SetPassword { id, generation, password })).await.map(drop)
    }

    /// Ends every session of a person, and revokes the tokens of that person's programs. Returns the new generation.
    /// [`Error::Missing`].
    pub async fn end_sessions(&self, id: &str) -> Result<i64> {
        self.change_generation(UserChange::EndSessions { id: id.to_owned() }).await
    }

    /// Revokes the token of a program of this owner. The program keeps its name and its games. [`Error::Missing`].
    pub async fn revoke_program(&self, owner: &str, program: &str) -> Result<()> {
        let (owner, program) = (owner.to_owned(), program.to_owned());
        self.change(Change::User(UserChange::RevokeProgram { owner, program })).await.map(drop)
    }

    /// Notes that a player was seen now. [`Error::Missing`].
    pub async fn mark_seen(&self, id: &str, now: UnixMillis) -> Result<()> {
        self.change(Change::User(UserChange::Seen { id: id.to_owned(), now })).await.map(drop)
    }

    /// Gives every seat, table, chat message and program of a guest to an account. Links to these seats become
    /// worthless, and the versions of the tables are raised. Ratings stay with the guest.
    pub async fn merge_guest(&self, guest: &str, account: &str) -> Result<()> {
        let (guest, account) = (guest.to_owned(), account.to_owned());
        self.change(Change::MergeGuest { guest, account }).await.map(drop)
    }

    async fn change_generation(&self, change: UserChange) -> Result<i64> {
        match self.change(Change::User(change)).await? {
            Answer::Generation(generation) => Ok(generation),
            answer => Err(answer.unexpected()),
        }
    }

    async fn one_user(&self, condition: &str, values: Values) -> Result<Option<User>> {
        Ok(self.users_where(condition, values).await?.pop())
    }

    pub(crate) async fn users_where(&self, condition: &str, values: Values) -> Result<Vec<User>> {
        let sql = format!("SELECT {} FROM users WHERE {condition}", USERS.names());
        self.read_all(sql, values).await
    }
}

impl FromRow<'_, AnyRow> for User {
    fn from_row(row: &AnyRow) -> sqlx::Result<Self> {
        Ok(User {
            id: row.try_get("id")?,
            kind: row.try_get("kind")?,
            name: row.try_get("name")?,
            password: row.try_get("password")?,
            token: row.try_get("token")?,
            owner: row.try_get("owner")?,
            generation: row.try_get("generation")?,
            created: row.try_get("created")?,
            expires: row.try_get("expires")?,
            seen: row.try_get("seen")?,
        })
    }
}

pub(crate) async fn add(connection: &mut AnyConnection, user: &User) -> Result<()> {
    static INSERT: Bulk = Bulk::insert(&USERS);
    let bind = |user: &&User, values: &mut Values| {
        values.key(&user.id)?;
        values.text(user.kind.as_str())?;
        values.text(&user.name)?;
        let unique = (user.kind != UserKind::Guest).then(|| folded(&user.name));
        values.keys(unique.as_deref())?;
        values.texts(user.password.as_deref())?;
        values.keys(user.token.as_deref())?;
        values.keys(user.owner.as_deref())?;
        values.number(user.generation)?;
        values.number(user.created.0)?;
        values.numbers(user.expires.map(|moment| moment.0))?;
        values.numbers(user.seen.map(|moment| moment.0))
    };
    INSERT.run(connection, &[user], Error::Exists, bind).await.map(drop)
}

pub(crate) async fn apply(connection: &mut AnyConnection, change: &UserChange) -> Result<Answer> {
    let mut values = Values::default();
    let (sql, id) = match change {
        UserChange::Rename { id, generation, name, unlike } => {
            refuse_taken(connection, id, unlike).await?;
            values.key(id)?;
            values.number(*generation)?;
            values.text(name)?;
            values.key(&folded(name))?;
            let sql = "UPDATE users SET name = $3, folded = CASE WHEN kind = 'guest' THEN NULL ELSE $4 END \
                       WHERE id = $1 AND generation = $2 RETURNING generation";
            (sql, id)
        }
        UserChange::Claim { id, generation, name, unlike, password } => {
            refuse_taken(connection, id, unlike).await?;
            values.key(id)?;
            values.number(*generation)?;
            values.text(name)?;
            values.key(&folded(name))?;
            values.text(password)?;
            let sql = "UPDATE users SET kind = 'account', name = $3, folded = $4, password = $5, \
                       generation = generation + 1 \
                       WHERE id = $1 AND generation = $2 AND kind = 'guest' RETURNING generation";
            (sql, id)
        }
        UserChange::SetPassword { id, generation, password } => {
            values.key(id)?;
            values.number(*generation)?;
            values.text(password)?;
            let sql = "UPDATE users SET password = $3 WHERE id = $1 AND generation = $2 AND kind = 'account' \
                       RETURNING generation";
            (sql, id)
        }
        UserChange::EndSessions { id } => {
            run(connection, "UPDATE users SET token = NULL WHERE owner = $1 AND kind = 'bot'", &[id]).await?;
            run(connection, "DELETE FROM devices WHERE user_id = $1", &[id]).await?;
            run(connection, "DELETE FROM push_subscriptions WHERE user_id = $1", &[id]).await?;
            values.key(id)?;
            ("UPDATE users SET generation = generation + 1 WHERE id = $1 RETURNING generation", id)
        }
        UserChange::RevokeProgram { owner, program } => {
            values.key(owner)?;
            values.key(program)?;
            let sql = "UPDATE users SET token = NULL WHERE owner = $1 AND id = $2 AND kind = 'bot' \
                       RETURNING generation";
            return match returned(connection, sql, values).await? {
                Some(_) => Ok(Answer::Done),
                None => Err(Error::Missing("program")),
            };
        }
        UserChange::Seen { id, now } => {
            values.key(id)?;
            values.number(now.0)?;
            ("UPDATE users SET seen = $2 WHERE id = $1 RETURNING generation", id)
        }
    };
    match returned(connection, sql, values).await? {
        Some(generation) => Ok(Answer::Generation(generation)),
        None if exists(connection, id).await? => Err(Error::Conflict),
        None => Err(Error::Missing("person")),
    }
}

/// [`Error::NameTaken`] if somebody else's account or program has one of these names. Until the transaction ends, nobody
/// else is given a name.
async fn refuse_taken(connection: &mut AnyConnection, id: &str, names: &[String]) -> Result<()> {
    if !names.is_empty() && connection.backend_name() == "PostgreSQL" {
        connection.execute(postgres::ONE_NODE_NAMES).await?;
    }
    for name in names {
        let mut values = Values::default();
        values.key(&folded(name))?;
        values.key(id)?;
        let query =
            sqlx::query_with("SELECT id FROM users WHERE folded = $1 AND id <> $2", values.into_arguments());
        if !query.fetch_all(&mut *connection).await?.is_empty() {
            return Err(Error::NameTaken);
        }
    }
    Ok(())
}

/// The generation that the one changed row has now; None if there was no row to change.
async fn returned(connection: &mut AnyConnection, sql: &'static str, values: Values) -> Result<Option<i64>> {
    let query = sqlx::query_with(sql, values.into_arguments());
    // All rows, although there is one at most: a statement of SQLite is to run to its end.
    let rows = query.fetch_all(connection).await.map_err(Error::on_duplicate(Error::Exists))?;
    rows.first().map(|row| Ok(row.try_get("generation")?)).transpose()
}

async fn exists(connection: &mut AnyConnection, id: &str) -> Result<bool> {
    let mut values = Values::default();
    values.text(id)?;
    let query = sqlx::query_with("SELECT id FROM users WHERE id = $1", values.into_arguments());
    Ok(query.fetch_optional(connection).await?.is_some())
}

pub(crate) async fn merge(connection: &mut AnyConnection, guest: &str, account: &str) -> Result<()> {
    // Of several who adopt the same guest, one does; nobody changes these persons meanwhile.
    let lock = "UPDATE users SET generation = generation WHERE id IN ($1, $2)";
    run(connection, lock, &[guest, account]).await?;
    for sql in [
        // First, while the seats and messages still say which tables are concerned.
        "UPDATE tables SET version = version + 1, host = CASE WHEN host = $1 THEN $2 ELSE host END \
         WHERE host = $1 OR id IN (SELECT table_id FROM seats WHERE user_id = $1) \
         OR id IN (SELECT table_id FROM chat WHERE user_id = $1)",
        "UPDATE seats SET user_id = $2, renewal = renewal + 1 WHERE user_id = $1",
        "UPDATE chat SET user_id = $2 WHERE user_id = $1",
        "UPDATE users SET owner = $2 WHERE owner = $1",
    ] {
        run(connection, sql, &[guest, account]).await?;
    }
    for sql in [
        // The browser says again what it wants to be told.
        "DELETE FROM push_subscriptions WHERE user_id = $1",
        "DELETE FROM notice_settings WHERE user_id = $1",
        "DELETE FROM hushes WHERE user_id = $1",
    ] {
        run(connection, sql, &[guest]).await?;
    }
    people::merge(connection, guest, account).await
}

async fn run(connection: &mut AnyConnection, sql: &'static str, ids: &[&str]) -> Result<()> {
    let mut values = Values::default();
    for id in ids {
        values.key(id)?;
    }
    sqlx::query_with(sql, values.into_arguments()).execute(connection).await?;
    Ok(())
}

/// Names that differ only so are the same name. Upper case first: it unites letters that lower case keeps apart (ß, ſ).
pub(crate) fn folded(name: &str) -> String {
    name.trim().to_uppercase().to_lowercase()
}
