//! People: guests with a signed cookie, accounts with a password, programs with a token.

use crate::client_address::counted_as;
use crate::error::Result;
use crate::fair_queue::Share;
use crate::limits::{ATTEMPTS_PER_MINUTE, ATTEMPTS_WINDOW, PROGRAMS};
use crate::names::{checked_name, look_alike};
use crate::server::Server;
use crate::tokens::{random_id, token_hash};
use axum::http::{HeaderMap, header};
use protocol::Refusal;
use std::net::IpAddr;
use std::sync::Arc;
use store::{User, UserKind};

/// The name of the cookie.
const COOKIE: &str = "ludotheque";

/// How long the token of a program is good, in milliseconds: a year.
const PROGRAM_LIFETIME: i64 = 366 * 24 * 3600 * 1000;

/// The person behind a request.
#[derive(Clone, Debug)]
pub struct Person {
    /// Never changes.
    pub id: String,
    /// The name shown.
    pub name: String,
    /// The row in the store; a guest who has done nothing yet has none.
    pub user: Option<User>,
    /// The address that the present request came from, as limits count it.
    pub address: Option<IpAddr>,
    /// The same as a keyed hash; empty if it is not known.
    pub network: String,
    /// The device on which the person is logged in to an account.
    pub device: Option<String>,
}

impl Person {
    /// A new guest.
    pub fn new_guest() -> Self {
        Self::guest(random_id(12))
    }

    fn guest(id: String) -> Self {
        // A number that the same guest always has, until it chooses a name.
        let number = id.bytes().fold(0_u32, |sum, byte| (sum * 31 + u32::from(byte)) % 9000) + 1000;
        let (name, network) = (format!("Guest {number}"), String::new());
        Person { name, id, user: None, address: None, network, device: None }
    }

    pub(crate) fn known(user: User) -> Self {
        let (id, name, network) = (user.id.clone(), user.name.clone(), String::new());
        Person { id, name, user: Some(user), address: None, network, device: None }
    }

    /// Whether it has an account, or is a program of one.
    pub fn has_account(&self) -> bool {
        self.user.as_ref().is_some_and(|user| user.kind != UserKind::Guest)
    }

    /// The id of the account behind it: a program's owner, otherwise its own.
    pub fn owner(&self) -> &str {
        self.user.as_ref().and_then(|user| user.owner.as_deref()).unwrap_or(&self.id)
    }

    /// On whose account jobs run that the person causes.
    pub fn share(&self) -> Share {
        Share { address: self.address, person: self.id.clone() }
    }

    fn generation(&self) -> i64 {
        self.user.as_ref().map_or(0, |user| user.generation)
    }
}

impl Server {
    /// The person who sent a request with these headers, if it is a known one.
    pub(crate) async fn recognise(
        self: &Arc<Self>,
        headers: &HeaderMap,
        address: IpAddr,
    ) -> Result<Option<Person>> {
        if let Some(authorization) = headers.get(header::AUTHORIZATION) {
            let token = authorization.to_str().ok().and_then(|value| value.strip_prefix("Bearer "));
            let token = token.ok_or_else(Refusal::no_account)?;
            let user = self.store.user_by_token(&token_hash(token), self.clock.now()).await?;
            return Ok(Some(Person::known(user.ok_or_else(Refusal::no_account)?)));
        }
        let Some(cookie) = cookie(headers) else { return Ok(None) };
        if let Some((id, generation, device)) = self.tokens.person_on_device(cookie) {
            let known = self.store.user_on_device(id, device).await?;
            let Some((user, device)) = known.filter(|(user, _)| user.generation == generation) else {
                return Ok(None);
            };
            self.note_device(&device, &self.tokens.network(counted_as(address)));
            return Ok(Some(Person { device: Some(device.id), ..Person::known(user) }));
        }
        let Some((id, generation)) = self.tokens.person(cookie) else { return Ok(None) };
        match self.store.user(id).await? {
            Some(user) if user.generation == generation => Ok(Some(Person::known(user))),
            Some(_) => Ok(None),
            None => Ok(Some(Person::guest(id.to_owned()))),
        }
    }

    /// The cookie by which a person is recognised.
    pub(crate) fn cookie(&self, person: &Person, secure: bool) -> String {
        let value = match &person.device {
            Some(device) => self.tokens.device_cookie(&person.id, person.generation(), device),
            None => self.tokens.cookie(&person.id, person.generation()),
        };
        let secure = if secure { "; Secure" } else { "" };
        format!("{COOKIE}={value}; Path=/; Max-Age=34560000; HttpOnly; SameSite=Lax{secure}")
    }

    /// Stores a person who is about to do something, if that was not done before.
    pub(crate) async fn register(&self, person: &Person) -> Result<User> {
        if let Some(user) = &person.user {
            if user.kind == UserKind::Guest {
                return Ok(user.clone());
            }
            // A request that was begun before the account ended, or was logged out, adds nothing.
            let now = self.store.user(&user.id).await?;
            let same = |now: &User| (now.kind, now.generation) == (user.kind, user.generation);
            return Ok(now.filter(same).ok_or_else(Refusal::changed)?);
        }
        let user = User {
            id: person.id.clone(),
            kind: UserKind::Guest,
            name: person.name.clone(),
            password: None,
            token: None,
            owner: None,
            generation: 0,
            created: self.clock.now(),
            expires: None,
            seen: None,
        };
        match self.store.add_user(&user).await {
            Ok(()) => Ok(user),
            // Another request of the same guest was first.
            Err(store::Error::Exists) => Ok(self.store.user(&person.id).await?.unwrap_or(user)),
            Err(error) => Err(error.into()),
        }
    }

    /// Changes the name of a person.
    pub(crate) async fn rename(&self, person: &Person, name: &str) -> Result<Person> {
        let name = checked_name(name)?;
        let worn = names_worn(&name);
        let user = self.register(person).await?;
        self.store.rename_user_unlike(&user.id, user.generation, &name, &worn).await.map_err(changed)?;
        Ok(Person { device: person.device.clone(), ..Person::known(User { name, ..user }) })
    }

    /// Refuses a name that is, or looks like, the one of somebody else's account or program: guests can't wear it either.
    async fn require_free_name(&self, name: &str, person: &Person) -> Result<()> {
        for name in names_worn(name) {
            if self.store.user_by_name(&name).await?.is_some_and(|user| user.id != person.id) {
                return Err(Refusal::name_taken().into());
            }
        }
        Ok(())
    }

    /// Makes an account of a guest.
    pub(crate) async fn claim(&self, person: &Person, name: &str, password: String) -> Result<Person> {
        if person.has_account() {
            return Err(Refusal::has_account().into());
        }
        let name = checked_name(name)?;
        self.require_free_name(&name, person).await?;
        let password = self.passwords.hash(password).await?;
        let user = self.register(person).await?;
        // The generation rises: a copy of the guest's cookie stops working.
        let worn = names_worn(&name);
        let claimed =
            self.store.claim_account_unlike(&user.id, user.generation, &name, &worn, &password).await;
        let generation = claimed.map_err(changed)?;
        let kind = UserKind::Account;
        Ok(Person::known(User { kind, name, password: Some(password), generation, ..user }))
    }

    /// Logs in by password; what the person did as a guest goes to the account.
    pub(crate) async fn log_in(&self, guest: &Person, name: &str, password: String) -> Result<Person> {
        let subjects = self.count_attempt(guest, name).await?;
        let user = self.store.user_by_name(name).await?.filter(|user| user.kind == UserKind::Account);
        let stored = user.as_ref().and_then(|user| user.password.clone());
        let right = self.passwords.verify(password, stored).await?;
        let user = user.filter(|_| right).ok_or_else(Refusal::wrong_password)?;
        self.store.forgive_attempt(subjects).await?;
        if guest.user.as_ref().is_some_and(|guest| guest.kind == UserKind::Guest) {
            self.merge_guest(&guest.id, &user.id).await?;
        }
        Ok(Person::known(user))
    }

    /// Counts an attempt at the account of that name, and from that address, where all nodes see it and no restart forgets
    /// it. Refused beyond the limit; to be taken back if the password is right.
    async fn count_attempt(&self, person: &Person, name: &str) -> Result<Vec<String>> {
        let name = name.trim().to_uppercase().to_lowercase();
        let mut subjects = vec![self.tokens.subject("name", &name)];
        subjects.extend(person.address.map(|address| self.tokens.subject("address", &address.to_string())));
        let count = self.store.count_attempt(subjects.clone(), self.clock.now(), ATTEMPTS_WINDOW).await?;
        if count > ATTEMPTS_PER_MINUTE { Err(Refusal::too_many().into()) } else { Ok(subjects) }
    }

    /// Ends every session of an account and of its programs, and closes their sockets.
    pub(crate) async fn log_out_everywhere(&self, person: &Person) -> Result<()> {
        let Some(user) = &person.user else { return Ok(()) };
        let programs = self.store.bots_of(&user.id).await?;
        self.store.end_sessions(&user.id).await?;
        self.disconnect(&user.id);
        for program in programs {
            self.disconnect(&program.id);
        }
        Ok(())
    }

    /// A new program of an account, with its token, which is shown this once.
    pub(crate) async fn add_program(&self, person: &Person, name: &str) -> Result<(User, String)> {
        let owner = person.user.as_ref().filter(|user| user.kind == UserKind::Account);
        let owner = owner.ok_or_else(Refusal::no_account)?;
        let _counting = self.counting(&owner.id).await;
        self.register(person).await?;
        if self.store.bots_of(&owner.id).await?.len() >= PROGRAMS {
            return Err(Refusal::too_many().into());
        }
        let name = checked_name(name)?;
        self.require_free_name(&name, person).await?;
        let token = random_id(24);
        let user = User {
            id: random_id(12),
            kind: UserKind::Bot,
            name,
            password: None,
            token: Some(token_hash(&token)),
            owner: Some(owner.id.clone()),
            generation: 0,
            created: self.clock.now(),
            expires: Some(self.clock.now().plus(PROGRAM_LIFETIME)),
            seen: None,
        };
        self.store.add_user(&user).await?;
        Ok((user, token))
    }

    /// Revokes the token of a program of an account, and closes its sockets.
    pub(crate) async fn revoke_program(&self, person: &Person, program: &str) -> Result<()> {
        match self.store.revoke_program(&person.id, program).await {
            Err(store::Error::Missing(_)) => return Err(Refusal::no_such().into()),
            revoked => revoked?,
        }
        self.disconnect(program);
        Ok(())
    }
}

/// A name, and the one that it looks like: nobody else's account or program may have either.
fn names_worn(name: &str) -> Vec<String> {
    [Some(name.to_owned()), look_alike(name)].into_iter().flatten().collect()
}

/// The person has changed since the request began: logged out everywhere, say.
pub(crate) fn changed(error: store::Error) -> crate::error::ApiError {
    match error {
        store::Error::Conflict => Refusal::changed().into(),
        error => error.into(),
    }
}

fn cookie(headers: &HeaderMap) -> Option<&str> {
    let lines = headers.get_all(header::COOKIE).iter().filter_map(|line| line.to_str().ok());
    let mut pairs = lines.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|(name, _)| *name == COOKIE).map(|(_, value)| value)
}
