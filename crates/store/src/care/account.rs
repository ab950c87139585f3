use crate::statement::Statement;
use crate::{Error, Result, Store, UnixMillis};

impl Store {
    /// Changes the password hash of an account whose generation is still this one, and ends its sessions on all devices
    /// but one, which may be none. Its programs stay. Returns the new generation. [`Error::Conflict`].
    pub async fn set_password_alone(
        &self,
        id: &str,
        generation: i64,
        password: &str,
        device: Option<&str>,
    ) -> Result<i64> {
        let next = generation.saturating_add(1);
        self.run(vec![
            Statement::new(
                "UPDATE users SET password = $3, generation = $4 \
                 WHERE id = $1 AND generation = $2 AND kind = 'account'",
            )
            .key(id)
            .number(generation)
            .text(password)
            .number(next)
            .or(Error::Conflict),
            Statement::new("DELETE FROM mail_links WHERE user_id = $1 AND purpose = 'reset'").key(id),
            Statement::new(
                "DELETE FROM push_subscriptions WHERE user_id = $1 AND device IS NOT NULL AND device <> $2",
            )
            .key(id)
            .key(device.unwrap_or_default()),
            Statement::new("DELETE FROM devices WHERE user_id = $1 AND id <> $2")
                .key(id)
                .key(device.unwrap_or_default()),
        ])
        .await?;
        Ok(next)
    }

    /// Sets a new password by a link that was sent by e-mail, which works once and until it expires: every session ends.
    /// [`Error::Missing`] for a link that does not work (any more).
    pub async fn reset_password(
        &self,
        token: &str,
        user: &str,
        password: &str,
        now: UnixMillis,
    ) -> Result<()> {
        self.run(vec![
            Statement::new(
                "DELETE FROM mail_links WHERE token = $1 AND user_id = $2 AND purpose = 'reset' AND expires > $3",
            )
            .key(token)
            .key(user)
            .number(now.0)
            .or(Error::Missing("link")),
            Statement::new(
                "UPDATE users SET password = $2, generation = generation + 1 WHERE id = $1 AND kind = 'account'",
            )
            .key(user)
            .text(password)
            .or(Error::Missing("person")),
            Statement::new("DELETE FROM mail_links WHERE user_id = $1 AND purpose = 'reset'").key(user),
            Statement::new("DELETE FROM push_subscriptions WHERE user_id = $1").key(user),
            Statement::new("DELETE FROM devices WHERE user_id = $1").key(user),
        ])
        .await
        .map(drop)
    }

    /// Removes an account whose generation is still this one, and its programs: its name, password, devices, ratings,
    /// addresses and what it said. Games stay, with a blank name; what was reported stays with the report.
    /// [`Error::Conflict`].
    pub async fn remove_account(&self, id: &str, generation: i64) -> Result<()> {
        let blank = Statement::new(
            "UPDATE users SET kind = 'guest', name = '', folded = NULL, password = NULL, \
             generation = generation + 1 WHERE id = $1 AND generation = $2 AND kind = 'account'",
        );
        let mut statements = vec![blank.key(id).number(generation).or(Error::Conflict)];
        for sql in [
            // First, while seats and messages still say which tables are concerned.
            "UPDATE tables SET version = version + 1 WHERE id IN (SELECT table_id FROM seats WHERE user_id = $1 \
             OR user_id IN (SELECT id FROM users WHERE owner = $1)) \
             OR id IN (SELECT table_id FROM chat WHERE user_id = $1 \
             OR user_id IN (SELECT id FROM users WHERE owner = $1))",
            "UPDATE seats SET name = '', renewal = renewal + 1 WHERE user_id = $1 \
             OR user_id IN (SELECT id FROM users WHERE owner = $1)",
            "UPDATE chat SET name = '', text = '' WHERE user_id = $1 \
             OR user_id IN (SELECT id FROM users WHERE owner = $1)",
            "DELETE FROM ratings WHERE user_id = $1 OR user_id IN (SELECT id FROM users WHERE owner = $1)",
            "DELETE FROM rating_changes WHERE user_id = $1 OR user_id IN (SELECT id FROM users WHERE owner = $1)",
            "DELETE FROM friends WHERE user_id = $1 OR friend_id = $1",
            "DELETE FROM blocks WHERE blocker = $1 OR blocked = $1",
            "DELETE FROM privacy WHERE user_id = $1",
            "DELETE FROM seeks WHERE user_id = $1 OR owner = $1",
            "DELETE FROM devices WHERE user_id = $1",
            "DELETE FROM push_subscriptions WHERE user_id = $1",
            "DELETE FROM notice_settings WHERE user_id = $1",
            "DELETE FROM calendars WHERE user_id = $1",
            "DELETE FROM emails WHERE user_id = $1",
            "DELETE FROM mail_links WHERE user_id = $1",
            "DELETE FROM hushes WHERE user_id = $1 OR hushed = $1",
            "DELETE FROM hosts WHERE user_id = $1",
            // Last: until then it says which programs are the account's.
            "UPDATE users SET kind = 'guest', name = '', folded = NULL, token = NULL, owner = NULL \
             WHERE owner = $1",
        ] {
            statements.push(Statement::new(sql).key(id));
        }
        self.run(statements).await.map(drop)
    }
}
