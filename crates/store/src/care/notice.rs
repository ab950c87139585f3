use sqlx::any::AnyRow;
use sqlx::{FromRow, Row};

use super::{HOUSE_KEYS, KEY, NUMBER, TEXT};
use crate::relation::Relation;
use crate::statement::Statement;
use crate::values::Values;
use crate::{Result, Store, UnixMillis};

/// A browser that wants to be told by push messages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subscription {
    /// Whose it is.
    pub user: String,
    /// The SHA-256 of the endpoint, in hexadecimal.
    pub endpoint_hash: String,
    /// The device from which it came; None for a guest.
    pub device: Option<String>,
    /// The address of the push service for this browser: whoever knows it can send there.
    pub endpoint: String,
    /// The public key of the browser, as base64url.
    pub p256dh: String,
    /// Its secret, as base64url.
    pub auth: String,
    /// When it was made.
    pub created: UnixMillis,
}

pub(crate) static SUBSCRIPTIONS: Relation = Relation {
    name: "push_subscriptions",
    key: 2,
    columns: &[
        ("user_id", KEY),
        ("endpoint_hash", KEY),
        ("device", KEY),
        ("endpoint", TEXT),
        ("p256dh", TEXT),
        ("auth", TEXT),
        ("created", NUMBER),
    ],
};

pub(crate) static SETTINGS: Relation =
    Relation { name: "notice_settings", key: 1, columns: &[("user_id", KEY), ("settings", TEXT)] };

pub(crate) static CALENDARS: Relation =
    Relation { name: "calendars", key: 1, columns: &[("user_id", KEY), ("renewal", NUMBER)] };

/// How many browsers of one person are told at most: the newest.
const MOST: i64 = 10;

impl Store {
    /// The browsers of a person that want to be told.
    pub async fn subscriptions(&self, user: &str) -> Result<Vec<Subscription>> {
        let mut values = Values::default();
        values.text(user)?;
        let names = SUBSCRIPTIONS.names();
        let sql = format!(
            "SELECT {names} FROM push_subscriptions WHERE user_id = $1 ORDER BY created, endpoint_hash"
        );
        self.read_all(sql, values).await
    }

    /// Adds a browser to those of its person, or replaces what is known of it.
    pub async fn subscribe(&self, one: &Subscription) -> Result<()> {
        let insert = Statement::new(
            "INSERT INTO push_subscriptions (user_id, endpoint_hash, device, endpoint, p256dh, auth, created) \
             VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (user_id, endpoint_hash) DO UPDATE SET \
             device = excluded.device, p256dh = excluded.p256dh, auth = excluded.auth, created = excluded.created",
        );
        let insert = insert
            .key(&one.user)
            .key(&one.endpoint_hash)
            .keys(one.device.as_deref())
            .text(&one.endpoint)
            .text(&one.p256dh)
            .text(&one.auth)
            .number(one.created.0);
        let surplus = Statement::new(
            "DELETE FROM push_subscriptions WHERE user_id = $1 AND endpoint_hash NOT IN \
             (SELECT endpoint_hash FROM push_subscriptions WHERE user_id = $1 \
             ORDER BY created DESC, endpoint_hash LIMIT $2)",
        );
        self.run(vec![insert, surplus.key(&one.user).number(MOST)]).await.map(drop)
    }

    /// Removes a browser of a person from those that are told.
    pub async fn unsubscribe(&self, user: &str, endpoint_hash: &str) -> Result<()> {
        let sql = "DELETE FROM push_subscriptions WHERE user_id = $1 AND endpoint_hash = $2";
        self.run(vec![Statement::new(sql).key(user).key(endpoint_hash)]).await.map(drop)
    }

    /// What a person wants to be told, as JSON; None if it was never said.
    pub async fn notice_settings(&self, user: &str) -> Result<Option<String>> {
        let mut values = Values::default();
        values.text(user)?;
        let rows =
            self.read("SELECT settings FROM notice_settings WHERE user_id = $1".into(), values).await?;
        rows.first().map(|row| Ok(row.try_get("settings")?)).transpose()
    }

    /// Keeps what a person wants to be told.
    pub async fn set_notice_settings(&self, user: &str, settings: &str) -> Result<()> {
        let sql = "INSERT INTO notice_settings (user_id, settings) VALUES ($1, $2) \
                   ON CONFLICT (user_id) DO UPDATE SET settings = excluded.settings";
        self.run(vec![Statement::new(sql).key(user).text(settings)]).await.map(drop)
    }

    /// How often the link to a person's calendar was renewed.
    pub async fn calendar_renewal(&self, user: &str) -> Result<i64> {
        let mut values = Values::default();
        values.text(user)?;
        let rows = self.read("SELECT renewal FROM calendars WHERE user_id = $1".into(), values).await?;
        Ok(rows.first().map(|row| row.try_get("renewal")).transpose()?.unwrap_or(0))
    }

    /// Makes the link to a person's calendar worthless; there is another one then.
    pub async fn renew_calendar(&self, user: &str) -> Result<()> {
        let sql = "INSERT INTO calendars (user_id, renewal) VALUES ($1, 1) \
                   ON CONFLICT (user_id) DO UPDATE SET renewal = calendars.renewal + 1";
        self.run(vec![Statement::new(sql).key(user)]).await.map(drop)
    }

    /// The key of the house that has this name: the one that is kept, or else this new one, which is kept then.
    pub async fn house_key(&self, name: &str, new: &str) -> Result<String> {
        let insert = Statement::new(
            "INSERT INTO house_keys (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING",
        );
        if !self.is_read_only() {
            self.run(vec![insert.key(name).text(new)]).await?;
        }
        let mut values = Values::default();
        values.text(name)?;
        let sql = format!("SELECT value FROM {} WHERE name = $1", HOUSE_KEYS.name);
        let rows = self.read(sql, values).await?;
        Ok(rows.first().map(|row| row.try_get("value")).transpose()?.unwrap_or_else(|| new.to_owned()))
    }
}

impl FromRow<'_, AnyRow> for Subscription {
    fn from_row(row: &AnyRow) -> sqlx::Result<Self> {
        Ok(Subscription {
            user: row.try_get("user_id")?,
            endpoint_hash: row.try_get("endpoint_hash")?,
            device: row.try_get("device")?,
            endpoint: row.try_get("endpoint")?,
            p256dh: row.try_get("p256dh")?,
            auth: row.try_get("auth")?,
            created: row.try_get("created")?,
        })
    }
}
