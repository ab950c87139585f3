use sqlx::any::AnyRow;
use sqlx::{FromRow, Row};

use super::{KEY, NUMBER, TEXT};
use crate::relation::Relation;
use crate::statement::Statement;
use crate::user::folded;
use crate::values::Values;
use crate::{Error, Result, Store, UnixMillis};

/// The e-mail address of an account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Email {
    /// Whose it is.
    pub user: String,
    /// The address.
    pub address: String,
    /// When its owner followed the link that was sent there; nothing else is sent before.
    pub confirmed: Option<UnixMillis>,
}

/// A link that was sent by e-mail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MailLink {
    /// The SHA-256 of its token, in hexadecimal.
    pub token: String,
    /// For whom it is.
    pub user: String,
    /// `confirm` or `reset`.
    pub purpose: String,
    /// Where it was sent.
    pub address: String,
    /// When it stops working.
    pub expires: UnixMillis,
}

pub(crate) static EMAILS: Relation = Relation {
    name: "emails",
    key: 1,
    columns: &[("user_id", KEY), ("address", TEXT), ("folded", KEY), ("confirmed", NUMBER)],
};

pub(crate) static LINKS: Relation = Relation {
    name: "mail_links",
    key: 1,
    columns: &[("token", KEY), ("user_id", KEY), ("purpose", TEXT), ("address", TEXT), ("expires", NUMBER)],
};

/// How many accounts of one address get a letter at most.
const ACCOUNTS: i64 = 5;

impl Store {
    /// The address of an account.
    pub async fn email(&self, user: &str) -> Result<Option<Email>> {
        let mut values = Values::default();
        values.text(user)?;
        let sql = format!("SELECT {} FROM emails WHERE user_id = $1", EMAILS.names());
        Ok(self.read_all(sql, values).await?.pop())
    }

    /// The confirmed addresses that are this one, of five accounts at most.
    pub async fn emails_at(&self, address: &str) -> Result<Vec<Email>> {
        let mut values = Values::default();
        values.text(&folded(address))?;
        values.number(ACCOUNTS)?;
        let names = EMAILS.names();
        let sql = format!(
            "SELECT {names} FROM emails WHERE folded = $1 AND confirmed IS NOT NULL ORDER BY user_id LIMIT $2"
        );
        self.read_all(sql, values).await
    }

    /// Notes the address of an account, which is not confirmed yet.
    pub async fn set_email(&self, user: &str, address: &str) -> Result<()> {
        let insert = Statement::new(
            "INSERT INTO emails (user_id, address, folded, confirmed) VALUES ($1, $2, $3, NULL) \
             ON CONFLICT (user_id) DO UPDATE SET address = excluded.address, folded = excluded.folded, \
             confirmed = NULL",
        );
        let old = Statement::new("DELETE FROM mail_links WHERE user_id = $1");
        self.run(vec![old.key(user), insert.key(user).text(address).key(&folded(address))]).await.map(drop)
    }

    /// Forgets the address of an account.
    pub async fn remove_email(&self, user: &str) -> Result<()> {
        let links = Statement::new("DELETE FROM mail_links WHERE user_id = $1");
        let gone = Statement::new("DELETE FROM emails WHERE user_id = $1");
        self.run(vec![links.key(user), gone.key(user)]).await.map(drop)
    }

    /// Keeps a link that is about to be sent; those that have expired are forgotten.
    pub async fn add_mail_link(&self, link: &MailLink, now: UnixMillis) -> Result<()> {
        let expired = Statement::new("DELETE FROM mail_links WHERE expires <= $1");
        let insert = Statement::new(
            "INSERT INTO mail_links (token, user_id, purpose, address, expires) VALUES ($1, $2, $3, $4, $5)",
        );
        let insert = insert
            .key(&link.token)
            .key(&link.user)
            .text(&link.purpose)
            .text(&link.address)
            .number(link.expires.0);
        self.run(vec![expired.number(now.0), insert]).await.map(drop)
    }

    /// The link of this token, unless it has expired.
    pub async fn mail_link(&self, token: &str, now: UnixMillis) -> Result<Option<MailLink>> {
        let mut values = Values::default();
        values.text(token)?;
        values.number(now.0)?;
        let sql = format!("SELECT {} FROM mail_links WHERE token = $1 AND expires > $2", LINKS.names());
        Ok(self.read_all(sql, values).await?.pop())
    }

    /// Confirms the address to which a link was sent, if it is still the account's. [`Error::Missing`].
    pub async fn confirm_email(&self, token: &str, now: UnixMillis) -> Result<()> {
        let confirm = Statement::new(
            "UPDATE emails SET confirmed = $2 WHERE EXISTS (SELECT 1 FROM mail_links WHERE token = $1 \
             AND purpose = 'confirm' AND expires > $2 AND mail_links.user_id = emails.user_id \
             AND mail_links.address = emails.address)",
        );
        let confirm = confirm.key(token).number(now.0).or(Error::Missing("link"));
        let used = Statement::new("DELETE FROM mail_links WHERE token = $1").key(token);
        self.run(vec![confirm, used]).await.map(drop)
    }
}

impl FromRow<'_, AnyRow> for Email {
    fn from_row(row: &AnyRow) -> sqlx::Result<Self> {
        Ok(Email {
            user: row.try_get("user_id")?,
            address: row.try_get("address")?,
            confirmed: row.try_get("confirmed")?,
        })
    }
}

impl FromRow<'_, AnyRow> for MailLink {
    fn from_row(row: &AnyRow) -> sqlx::Result<Self> {
        Ok(MailLink {
            token: row.try_get("token")?,
            user: row.try_get("user_id")?,
            purpose: row.try_get("purpose")?,
            address: row.try_get("address")?,
            expires: row.try_get("expires")?,
        })
    }
}
