use sqlx::any::AnyRow;
use sqlx::{AnyConnection, FromRow, Row};

use crate::bulk::Bulk;
use crate::change::Change;
use crate::relation::{Kind, Relation};
use crate::values::Values;
use crate::word::word_enum;
use crate::{Error, Result, Store, UnixMillis};

/// A club: people who play together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClubRow {
    /// Unguessable; never changes.
    pub id: String,
    /// As it is shown.
    pub name: String,
    /// A few sentences.
    pub about: String,
    /// Whether anybody may find it and ask to join.
    pub open: bool,
    /// Raised to make the old link worthless.
    pub renewal: i64,
    /// When it was made.
    pub created: UnixMillis,
}

/// Somebody in a club.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MemberRow {
    /// The id of the person.
    pub user: String,
    /// The name shown.
    pub name: String,
    /// What the person is there.
    pub role: Role,
    /// Since when.
    pub since: UnixMillis,
}

word_enum! {
    /// What somebody is in a club.
    pub enum Role {
        /// Decides who is in it.
        Host = "host",
        /// Is in it.
        Member = "member",
        /// Has asked to be.
        Asked = "asked",
    }
}

/// A change of a club.
#[derive(Debug)]
pub(crate) enum ClubChange {
    Create { row: ClubRow, host: String },
    Change(ClubRow),
    SetMember { club: String, user: String, role: Role, since: UnixMillis },
    RemoveMember { club: String, user: String },
}

pub(crate) static CLUBS: Relation = Relation {
    name: "clubs",
    key: 1,
    columns: &[
        ("id", Kind::Key),
        ("name", Kind::Text),
        ("about", Kind::Text),
        ("open", Kind::Number),
        ("renewal", Kind::Number),
        ("created", Kind::Number),
    ],
};

pub(crate) static MEMBERS: Relation = Relation {
    name: "members",
    key: 2,
    columns: &[("club", Kind::Key), ("user_id", Kind::Key), ("role", Kind::Text), ("since", Kind::Number)],
};

impl Store {
    /// Inserts a new club with its host. [`Error::Exists`].
    pub async fn create_club(&self, row: &ClubRow, host: &str) -> Result<()> {
        self.change_club(ClubChange::Create { row: row.clone(), host: host.to_owned() }).await
    }

    /// Changes a club. [`Error::Missing`].
    pub async fn change_club_row(&self, row: &ClubRow) -> Result<()> {
        self.change_club(ClubChange::Change(row.clone())).await
    }

    /// Makes somebody what `role` says.
    pub async fn set_member(&self, club: &str, user: &str, role: Role, since: UnixMillis) -> Result<()> {
        let (club, user) = (club.to_owned(), user.to_owned());
        self.change_club(ClubChange::SetMember { club, user, role, since }).await
    }

    /// Removes somebody from a club, or their request.
    pub async fn remove_member(&self, club: &str, user: &str) -> Result<()> {
        self.change_club(ClubChange::RemoveMember { club: club.to_owned(), user: user.to_owned() }).await
    }

    async fn change_club(&self, change: ClubChange) -> Result<()> {
        self.change(Change::Club(Box::new(change))).await.map(drop)
    }

    /// The club of this id.
    pub async fn club(&self, id: &str) -> Result<Option<ClubRow>> {
        let mut values = Values::default();
        values.text(id)?;
        Ok(self.read_all(format!("SELECT {} FROM clubs WHERE id = $1", CLUBS.names()), values).await?.pop())
    }

    /// The clubs that anybody may find, or those of a person; newest first, each with the number of its members.
    pub async fn clubs(&self, user: Option<&str>, limit: u32) -> Result<Vec<(ClubRow, i64)>> {
        let mut values = Values::default();
        values.number(i64::from(limit))?;
        let condition = match user {
            Some(user) => {
                values.text(user)?;
                "id IN (SELECT club FROM members WHERE user_id = $2)"
            }
            None => "open = 1",
        };
        let sql = format!(
            "SELECT {}, (SELECT COUNT(*) FROM members WHERE club = clubs.id AND role <> 'asked') AS count \
             FROM clubs WHERE {condition} ORDER BY created DESC, id LIMIT $1",
            CLUBS.names()
        );
        let rows = self.read(sql, values).await?;
        rows.iter().map(|row| Ok((ClubRow::from_row(row)?, row.try_get("count")?))).collect()
    }

    /// Everybody in a club, and who has asked to be: in the order in which they came.
    pub async fn members(&self, club: &str) -> Result<Vec<MemberRow>> {
        let mut values = Values::default();
        values.text(club)?;
        let sql = "SELECT user_id, users.name AS name, role, since FROM members \
                   JOIN users ON users.id = user_id WHERE club = $1 ORDER BY since, user_id";
        self.read_all(sql.into(), values).await
    }
}

pub(crate) async fn apply(connection: &mut AnyConnection, change: &ClubChange) -> Result<()> {
    static INSERT: Bulk = Bulk::insert(&CLUBS);
    static SET: Bulk = Bulk::replace(&MEMBERS);
    let bind_member = |(club, user, role, since): &(&str, &str, Role, UnixMillis), values: &mut Values| {
        values.key(club)?;
        values.key(user)?;
        values.text(role.as_str())?;
        values.number(since.0)
    };
    match change {
        ClubChange::Create { row, host } => {
            let bind = |row: &&ClubRow, values: &mut Values| {
                values.key(&row.id)?;
                bind_club(row, values)
            };
            INSERT.run(connection, &[row], Error::Exists, bind).await?;
            let member = (row.id.as_str(), host.as_str(), Role::Host, row.created);
            SET.run(connection, &[member], Error::Exists, bind_member).await?;
        }
        ClubChange::Change(row) => {
            let mut values = Values::default();
            values.key(&row.id)?;
            bind_club(row, &mut values)?;
            let sql =
                "UPDATE clubs SET name = $2, about = $3, open = $4, renewal = $5, created = $6 WHERE id = $1";
            let changed = sqlx::query_with(sql, values.into_arguments()).execute(connection).await?;
            if changed.rows_affected() == 0 {
                return Err(Error::Missing("club"));
            }
        }
        ClubChange::SetMember { club, user, role, since } => {
            let member = (club.as_str(), user.as_str(), *role, *since);
            SET.run(connection, &[member], Error::Exists, bind_member).await?;
        }
        ClubChange::RemoveMember { club, user } => {
            let mut values = Values::default();
            values.key(club)?;
            values.key(user)?;
            let sql = "DELETE FROM members WHERE club = $1 AND user_id = $2";
            sqlx::query_with(sql, values.into_arguments()).execute(connection).await?;
        }
    }
    Ok(())
}

fn bind_club(row: &ClubRow, values: &mut Values) -> Result<()> {
    values.text(&row.name)?;
    values.text(&row.about)?;
    values.flag(row.open)?;
    values.number(row.renewal)?;
    values.number(row.created.0)
}

impl FromRow<'_, AnyRow> for ClubRow {
    fn from_row(row: &AnyRow) -> sqlx::Result<Self> {
        Ok(ClubRow {
            id: row.try_get("id")?,
            name: row.try_get("name")?,
            about: row.try_get("about")?,
            open: row.try_get::<i64, _>("open")? != 0,
            renewal: row.try_get("renewal")?,
            created: row.try_get("created")?,
        })
    }
}

impl FromRow<'_, AnyRow> for MemberRow {
    fn from_row(row: &AnyRow) -> sqlx::Result<Self> {
        Ok(MemberRow {
            user: row.try_get("user_id")?,
            name: row.try_get("name")?,
            role: row.try_get("role")?,
            since: row.try_get("since")?,
        })
    }
}
