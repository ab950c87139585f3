//! People: guests with a signed cookie, accounts with a password, programs with a token.

use crate::house::{House, now};
use crate::limits::{LONGEST_NAME, PASSWORD};
use crate::protocol::Refusal;
use crate::refusal::Result;
use crate::seal::{random_id, token_hash};
use crate::workers::{Cancel, Errand};
use argon2::Argon2;
use argon2::password_hash::{PasswordHasher, PasswordVerifier, phc::PasswordHash};
use axum::http::{HeaderMap, header};
use store::{User, UserKind};

/// The name of the cookie.
const COOKIE: &str = "ludotheque";

/// Somebody who asks something of the house.
#[derive(Clone, Debug)]
pub struct Person {
    /// Who it is, for ever.
    pub id: String,
    /// Under which name.
    pub name: String,
    /// What the store knows of them; a guest who has done nothing yet is unknown to it.
    pub user: Option<User>,
}

impl Person {
    /// Somebody who comes for the first time.
    pub fn stranger() -> Self {
        Self::guest(random_id(12))
    }

    fn guest(id: String) -> Self {
        // A number that the same guest always has, until there is a name.
        let number = id.bytes().fold(0_u32, |sum, byte| (sum * 31 + u32::from(byte)) % 9000) + 1000;
        Person { name: format!("Guest {number}"), id, user: None }
    }

    fn known(user: User) -> Self {
        Person { id: user.id.clone(), name: user.name.clone(), user: Some(user) }
    }

    /// Whether it has an account, or is a program of one.
    pub fn has_account(&self) -> bool {
        self.user.as_ref().is_some_and(|user| user.kind != UserKind::Guest)
    }

    fn generation(&self) -> i64 {
        self.user.as_ref().map_or(0, |user| user.generation)
    }
}

impl House {
    /// Who sends a request with these headers, if somebody known does.
    pub(crate) async fn recognise(&self, headers: &HeaderMap) -> Result<Option<Person>> {
        if let Some(authorization) = headers.get(header::AUTHORIZATION) {
            let token = authorization.to_str().ok().and_then(|value| value.strip_prefix("Bearer "));
            let token = token.ok_or_else(Refusal::no_account)?;
            let user = self.store.user_by_token(&token_hash(token)).await?.ok_or_else(Refusal::no_account)?;
            return Ok(Some(Person::known(user)));
        }
        let Some((id, generation)) = cookie(headers).and_then(|cookie| self.seal.person(cookie)) else {
            return Ok(None);
        };
        match self.store.user(id).await? {
            Some(user) if user.generation == generation => Ok(Some(Person::known(user))),
            Some(_) => Ok(None),
            None => Ok(Some(Person::guest(id.to_owned()))),
        }
    }

    /// The cookie by which a person is recognised.
    pub(crate) fn cookie(&self, person: &Person, secure: bool) -> String {
        let value = self.seal.cookie(&person.id, person.generation());
        let secure = if secure { "; Secure" } else { "" };
        format!("{COOKIE}={value}; Path=/; Max-Age=34560000; HttpOnly; SameSite=Lax{secure}")
    }

    /// Has the store know a person who is about to do something.
    pub(crate) async fn register(&self, person: &Person) -> Result<User> {
        if let Some(user) = &person.user {
            return Ok(user.clone());
        }
        let user = User {
            id: person.id.clone(),
            kind: UserKind::Guest,
            name: person.name.clone(),
            password: None,
            token: None,
            owner: None,
            generation: 0,
            created: now(),
        };
        match self.store.add_user(&user).await {
            // Two requests of one guest at once: the first one has done it.
            Ok(()) | Err(store::Error::Exists) => Ok(user),
            Err(error) => Err(error.into()),
        }
    }

    /// Changes the name of a person.
    pub(crate) async fn rename(&self, person: &Person, name: &str) -> Result<Person> {
        let mut user = self.register(person).await?;
        user.name = checked_name(name)?;
        self.store.update_user(&user).await?;
        Ok(Person::known(user))
    }

    /// Makes a guest's seats and name an account's.
    pub(crate) async fn claim(&self, person: &Person, name: &str, password: String) -> Result<Person> {
        if person.has_account() {
            return Err(Refusal::has_account());
        }
        let name = checked_name(name)?;
        let password = self.hash(password).await?;
        let mut user = self.register(person).await?;
        (user.kind, user.name, user.password) = (UserKind::Account, name, Some(password));
        // Whoever copied the guest's cookie before is not let in with it.
        user.generation += 1;
        self.store.update_user(&user).await?;
        Ok(Person::known(user))
    }

    /// Lets somebody in who knows the password; what they did as a guest comes along.
    pub(crate) async fn log_in(&self, guest: &Person, name: &str, password: String) -> Result<Person> {
        let user = self.store.user_by_name(name).await?.filter(|user| user.kind == UserKind::Account);
        let stored = user.as_ref().and_then(|user| user.password.clone());
        // Without a stored one, a password is hashed all the same: the time tells nobody whether a name exists.
        let right = match stored {
            Some(stored) => self.verify(password, stored).await?,
            None => self.hash(password).await.map(|_| false)?,
        };
        let user = user.filter(|_| right).ok_or_else(Refusal::wrong_password)?;
        if guest.user.as_ref().is_some_and(|guest| guest.kind == UserKind::Guest) {
            self.adopt(&guest.id, &user.id).await?;
        }
        Ok(Person::known(user))
    }

    /// Makes every cookie of an account worthless, and ends what was opened with them.
    pub(crate) async fn log_out_everywhere(&self, person: &Person) -> Result<()> {
        let Some(mut user) = person.user.clone() else { return Ok(()) };
        user.generation += 1;
        self.store.update_user(&user).await?;
        self.visits.send_home(&user.id);
        Ok(())
    }

    /// A new program of an account, with the token that is shown this once.
    pub(crate) async fn add_program(&self, person: &Person, name: &str) -> Result<(User, String)> {
        let owner = person.user.as_ref().filter(|user| user.kind == UserKind::Account);
        let owner = owner.ok_or_else(Refusal::no_account)?;
        if self.store.bots_of(&owner.id).await?.len() >= crate::limits::PROGRAMS {
            return Err(Refusal::too_many());
        }
        let token = random_id(24);
        let user = User {
            id: random_id(12),
            kind: UserKind::Bot,
            name: checked_name(name)?,
            password: None,
            token: Some(token_hash(&token)),
            owner: Some(owner.id.clone()),
            generation: 0,
            created: now(),
        };
        self.store.add_user(&user).await?;
        Ok((user, token))
    }

    async fn hash(&self, password: String) -> Result<String> {
        if !PASSWORD.contains(&password.chars().count()) {
            return Err(Refusal::bad_password());
        }
        let hash = move |_: &Cancel| {
            Argon2::default().hash_password(password.as_bytes()).map(|hash| hash.to_string())
        };
        match self.workers.run(Errand::Play, &Cancel::new(), hash).await {
            Some(Ok(hash)) => Ok(hash),
            Some(Err(error)) => Err(Refusal::plain("password", error)),
            None => Err(Refusal::closing()),
        }
    }

    async fn verify(&self, password: String, stored: String) -> Result<bool> {
        let verify = move |_: &Cancel| {
            let hash = PasswordHash::new(&stored)?;
            Argon2::default().verify_password(password.as_bytes(), &hash)
        };
        let verified = self.workers.run(Errand::Play, &Cancel::new(), verify).await;
        Ok(verified.ok_or_else(Refusal::closing)?.is_ok())
    }
}

/// The name as it will be shown, if it can be.
pub(crate) fn checked_name(name: &str) -> Result<String> {
    let name: Vec<&str> = name.split_whitespace().collect();
    let name = name.join(" ");
    let fits = |letter: char| letter.is_alphanumeric() || " -._'’".contains(letter);
    let is_name = name.chars().any(char::is_alphanumeric) && name.chars().all(fits);
    if is_name && name.chars().count() <= LONGEST_NAME { Ok(name) } else { Err(Refusal::bad_name()) }
}

fn cookie(headers: &HeaderMap) -> Option<&str> {
    let lines = headers.get_all(header::COOKIE).iter().filter_map(|line| line.to_str().ok());
    let mut pairs = lines.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|(name, _)| *name == COOKIE).map(|(_, value)| value)
}
