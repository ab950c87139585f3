use sqlx::any::AnyRow;
use sqlx::{FromRow, Row};

use super::{KEY, NUMBER, TEXT};
use crate::relation::Relation;
use crate::statement::Statement;
use crate::user::USERS;
use crate::values::Values;
use crate::{Error, Result, Store, UnixMillis, User};

/// A browser in which somebody is logged in to an account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Device {
    /// Unguessable; never changes.
    pub id: String,
    /// Whose it is.
    pub user: String,
    /// What the browser says of itself, in short.
    pub about: String,
    /// A keyed hash of the address that it was last seen at.
    pub network: String,
    /// When somebody logged in there.
    pub created: UnixMillis,
    /// When it was last seen.
    pub seen: UnixMillis,
}

pub(crate) static DEVICES: Relation = Relation {
    name: "devices",
    key: 1,
    columns: &[
        ("id", KEY),
        ("user_id", KEY),
        ("about", TEXT),
        ("network", TEXT),
        ("created", NUMBER),
        ("seen", NUMBER),
    ],
};

/// How many devices an account has at most: those that were not seen for longest go.
const MOST: i64 = 50;

impl Store {
    /// A person and one of its devices; None if one of them is not there.
    pub async fn user_on_device(&self, user: &str, device: &str) -> Result<Option<(User, Device)>> {
        let mut values = Values::default();
        values.text(user)?;
        values.text(device)?;
        let sql = format!(
            "SELECT {}, devices.id AS device_id, about, network, devices.created AS device_created, \
             devices.seen AS device_seen FROM users JOIN devices ON devices.user_id = users.id \
             WHERE users.id = $1 AND devices.id = $2",
            USERS.prefixed("users.")
        );
        let rows = self.read(sql, values).await?;
        let Some(row) = rows.first() else { return Ok(None) };
        let device = Device {
            id: row.try_get("device_id")?,
            user: user.to_owned(),
            about: row.try_get("about")?,
            network: row.try_get("network")?,
            created: row.try_get("device_created")?,
            seen: row.try_get("device_seen")?,
        };
        Ok(Some((User::from_row(row)?, device)))
    }

    /// The devices of a person, the latest seen first.
    pub async fn devices(&self, user: &str) -> Result<Vec<Device>> {
        let mut values = Values::default();
        values.text(user)?;
        let names = DEVICES.names();
        let sql = format!("SELECT {names} FROM devices WHERE user_id = $1 ORDER BY seen DESC, id");
        self.read_all(sql, values).await
    }

    /// Adds a device to an account whose generation is still this one. [`Error::Conflict`].
    pub async fn add_device(&self, device: &Device, generation: i64) -> Result<()> {
        let insert = Statement::new(
            "INSERT INTO devices (id, user_id, about, network, created, seen) \
             SELECT $1, id, $2, $3, $4, $5 FROM users WHERE id = $6 AND generation = $7 AND kind = 'account'",
        );
        let insert = insert
            .key(&device.id)
            .text(&device.about)
            .text(&device.network)
            .number(device.created.0)
            .number(device.seen.0)
            .key(&device.user)
            .number(generation)
            .or(Error::Conflict);
        let surplus = Statement::new(
            "DELETE FROM devices WHERE user_id = $1 AND id NOT IN \
             (SELECT id FROM devices WHERE user_id = $1 ORDER BY seen DESC, id LIMIT $2)",
        );
        self.run(vec![insert, surplus.key(&device.user).number(MOST)]).await.map(drop)
    }

    /// Notes that a device was seen now, at this address.
    pub async fn mark_device_seen(&self, id: &str, now: UnixMillis, network: &str) -> Result<()> {
        let sql = "UPDATE devices SET seen = $2, network = $3 WHERE id = $1";
        self.run(vec![Statement::new(sql).key(id).number(now.0).text(network)]).await.map(drop)
    }

    /// Removes a device of a person, with what was to be told there. [`Error::Missing`].
    pub async fn remove_device(&self, user: &str, device: &str) -> Result<()> {
        let told = Statement::new("DELETE FROM push_subscriptions WHERE user_id = $1 AND device = $2");
        let gone = Statement::new("DELETE FROM devices WHERE user_id = $1 AND id = $2");
        let gone = gone.key(user).key(device).or(Error::Missing("device"));
        self.run(vec![told.key(user).key(device), gone]).await.map(drop)
    }
}

impl FromRow<'_, AnyRow> for Device {
    fn from_row(row: &AnyRow) -> sqlx::Result<Self> {
        Ok(Device {
            id: row.try_get("id")?,
            user: row.try_get("user_id")?,
            about: row.try_get("about")?,
            network: row.try_get("network")?,
            created: row.try_get("created")?,
            seen: row.try_get("seen")?,
        })
    }
}
