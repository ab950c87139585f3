//! E-mail addresses of accounts, and letters with a link that works once.

use super::mail::{Letter, Unsent, checked_address};
use crate::error::Result;
use crate::person::Person;
use crate::server::Server;
use crate::tokens::{random_id, token_hash};
use game::{Lang, Text};
use protocol::{EmailInfo, NewEmail, PasswordReset, Refusal};
use std::sync::Arc;
use store::{MailLink, UserKind};

/// For how long a link to a new password works, in milliseconds.
const RESET_LIFETIME: i64 = 3600 * 1000;
/// For how long a link that confirms an address works.
const CONFIRM_LIFETIME: i64 = 3 * 24 * 3600 * 1000;
/// How often a letter is tried.
const ATTEMPTS: u32 = 5;

impl Server {
    /// What the house knows of an account's e-mail.
    pub(crate) async fn email_of(&self, person: &Person) -> Result<EmailInfo> {
        let user = person.account()?;
        let known = self.store.email(&user.id).await?;
        let confirmed = known.as_ref().is_some_and(|email| email.confirmed.is_some());
        let offered = self.sends_mail();
        Ok(EmailInfo { offered, address: known.map(|email| email.address).unwrap_or_default(), confirmed })
    }

    fn sends_mail(&self) -> bool {
        self.care.mail.is_some() && self.config.care.public_url.is_some()
    }

    /// Notes the e-mail address of an account, and sends a link there that confirms it; or forgets the address.
    pub(crate) async fn set_email(self: &Arc<Self>, person: &Person, new: NewEmail) -> Result<EmailInfo> {
        if !self.sends_mail() {
            return Err(Refusal::no_mail().into());
        }
        let user = self.require_password(person, new.password).await?;
        if new.address.trim().is_empty() {
            self.store.remove_email(&user.id).await?;
            return self.email_of(person).await;
        }
        let address = checked_address(&new.address).ok_or_else(Refusal::bad_email)?;
        let allowed = self.allow_letter(&user.id) && self.allow_letter(&address.to_lowercase());
        if !allowed {
            return Err(Refusal::too_many().into());
        }
        self.store.set_email(&user.id, &address).await?;
        let lang = self.notice_settings_of(&user.id).await?.lang;
        self.send_link(&user.id, &user.name, &address, "confirm", lang).await?;
        self.email_of(person).await
    }

    /// Confirms an address by the link that was sent there.
    pub(crate) async fn confirm_email(&self, token: &str) -> Result<()> {
        match self.store.confirm_email(&token_hash(token), self.clock.now()).await {
            Err(store::Error::Missing(_)) => Err(Refusal::bad_link().into()),
            confirmed => Ok(confirmed?),
        }
    }

    /// Somebody has forgotten a password: a link goes to the confirmed address of the account of that name, or of the
    /// accounts with that address. Nobody is told whether there is one: all of it happens after the answer.
    pub(crate) fn forgotten(self: &Arc<Self>, name: String) -> Result<()> {
        if !self.sends_mail() {
            return Err(Refusal::no_mail().into());
        }
        let server = self.clone();
        self.spawn_tracked(async move {
            if let Err(error) = server.send_resets(&name).await {
                tracing::warn!(code = &*error.0.code, "a link to a new password was not sent");
            }
        });
        Ok(())
    }

    async fn send_resets(self: &Arc<Self>, name: &str) -> Result<()> {
        let emails = match checked_address(name) {
            Some(address) => self.store.emails_at(&address).await?,
            None => match self.store.user_by_name(name).await? {
                Some(user) => self
                    .store
                    .email(&user.id)
                    .await?
                    .into_iter()
                    .filter(|one| one.confirmed.is_some())
                    .collect(),
                None => Vec::new(),
            },
        };
        for email in emails {
            let user = self.store.user(&email.user).await?.filter(|user| user.kind == UserKind::Account);
            let Some(user) = user.filter(|user| self.allow_letter(&user.id)) else { continue };
            let lang = self.notice_settings_of(&user.id).await?.lang;
            self.send_link(&user.id, &user.name, &email.address, "reset", lang).await?;
        }
        Ok(())
    }

    /// Sets a new password by a link: every session of the account ends.
    pub(crate) async fn reset_password(&self, reset: PasswordReset) -> Result<()> {
        let (token, now) = (token_hash(&reset.token), self.clock.now());
        let link = self.store.mail_link(&token, now).await?.filter(|link| link.purpose == "reset");
        let link = link.ok_or_else(Refusal::bad_link)?;
        let hash = self.passwords.hash(reset.password).await?;
        match self.store.reset_password(&token, &link.user, &hash, now).await {
            Err(store::Error::Missing(_)) => return Err(Refusal::bad_link().into()),
            set => set?,
        }
        self.disconnect(&link.user);
        Ok(())
    }

    fn allow_letter(&self, whom: &str) -> bool {
        self.care.letters_limit.check_key(&whom.to_owned()).is_ok()
    }

    /// Sends a link of which only the hash is kept.
    async fn send_link(
        self: &Arc<Self>,
        user: &str,
        name: &str,
        address: &str,
        purpose: &str,
        lang: Lang,
    ) -> Result<()> {
        let Some(house) = &self.config.care.public_url else { return Ok(()) };
        let (token, now) = (random_id(24), self.clock.now());
        let reset = purpose == "reset";
        let lifetime = if reset { RESET_LIFETIME } else { CONFIRM_LIFETIME };
        let link = MailLink {
            token: token_hash(&token),
            user: user.to_owned(),
            purpose: purpose.to_owned(),
            address: address.to_owned(),
            expires: now.plus(lifetime),
        };
        self.store.add_mail_link(&link, now).await?;
        // What follows the # never reaches a server, nor its log.
        let url = format!("{}/{purpose}#{token}", house.trim_end_matches('/'));
        let (subject, text) = if reset { (RESET_SUBJECT, RESET) } else { (CONFIRM_SUBJECT, CONFIRM) };
        let text = text.get(lang).replace("{name}", name).replace("{url}", &url);
        self.send_letter(Letter { to: address.to_owned(), subject: subject.get(lang).to_owned(), text });
        Ok(())
    }

    /// Sends a letter, several times if need be, unless too much waits already.
    pub(crate) fn send_letter(self: &Arc<Self>, letter: Letter) {
        if self.care.mail.is_none() {
            return;
        }
        let Ok(waiting) = self.care.deliveries.clone().try_acquire_owned() else {
            tracing::warn!("too much waits to be sent: a letter is dropped");
            return;
        };
        let server = self.clone();
        self.spawn_tracked(async move {
            let _waiting = waiting;
            let mut pause = server.config.care.retry;
            for _ in 0..ATTEMPTS {
                let sent = {
                    let _sending = server.care.sending.acquire().await;
                    let Some(mail) = &server.care.mail else { return };
                    tokio::select! {
                        sent = mail.send(letter.clone()) => sent,
                        () = server.shutdown.cancelled() => return,
                    }
                };
                if !matches!(sent, Err(Unsent::Later)) || server.pause(pause).await.is_none() {
                    return;
                }
                pause *= 4;
            }
        });
    }

    /// Waits; None if the server shuts down meanwhile.
    pub(crate) async fn pause(&self, time: std::time::Duration) -> Option<()> {
        tokio::select! {
            () = tokio::time::sleep(time) => Some(()),
            () = self.shutdown.cancelled() => None,
        }
    }
}

const RESET_SUBJECT: Text = Text { fr: "Un nouveau mot de passe", en: "A new password" };
const RESET: Text = Text {
    fr: "Bonjour {name},\n\nquelqu'un, sans doute vous, a demandé un nouveau mot de passe. Ce lien l'ouvre une seule fois, \
         pendant une heure :\n\n{url}\n\nSi ce n'était pas vous, ne faites rien : rien n'a changé.\n",
    en: "Hello {name},\n\nsomebody, most likely you, has asked for a new password. This link works once, for an hour:\n\n\
         {url}\n\nIf it was not you, do nothing: nothing has changed.\n",
};
const CONFIRM_SUBJECT: Text = Text { fr: "Est-ce votre adresse ?", en: "Is this your address?" };
const CONFIRM: Text = Text {
    fr: "Bonjour,\n\n{name} a donné cette adresse à la ludothèque. Si c'est bien la vôtre, ouvrez ce lien :\n\n{url}\n\n\
         Sinon, ne faites rien : il ne vous sera plus rien envoyé.\n",
    en: "Hello,\n\n{name} has given this address to the games library. If it is yours, open this link:\n\n{url}\n\n\
         If not, do nothing: nothing more will be sent to you.\n",
};
