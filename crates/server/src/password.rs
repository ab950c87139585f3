//! Passwords: hashed with Argon2 on threads of their own, a few at a time, apart from bots and the async runtime.

use crate::error::Result;
use crate::limits::PASSWORD_LENGTH;
use argon2::Argon2;
use argon2::password_hash::{PasswordHasher, PasswordVerifier, phc::PasswordHash};
use protocol::Refusal;
use tokio::sync::Semaphore;

/// How many passwords are hashed at once; each takes about 20 MB and some tens of milliseconds.
const AT_ONCE: usize = 2;

/// Hashes and verifies passwords.
pub(crate) struct Passwords {
    permits: Semaphore,
}

impl Default for Passwords {
    fn default() -> Self {
        Passwords { permits: Semaphore::new(AT_ONCE) }
    }
}

impl Passwords {
    /// The hash of a new password.
    pub async fn hash(&self, password: String) -> Result<String> {
        if !PASSWORD_LENGTH.contains(&password.chars().count()) {
            return Err(Refusal::bad_password().into());
        }
        let hash = move || Argon2::default().hash_password(password.as_bytes()).map(|hash| hash.to_string());
        self.run(hash).await?.map_err(|error| Refusal::plain("password", error).into())
    }

    /// Whether a password is the stored one. Without a stored one, a password is hashed all the same and the answer is
    /// no: the time tells nobody whether a name exists.
    pub async fn verify(&self, password: String, stored: Option<String>) -> Result<bool> {
        let verify = move || match stored {
            Some(stored) => PasswordHash::new(&stored)
                .is_ok_and(|hash| Argon2::default().verify_password(password.as_bytes(), &hash).is_ok()),
            None => {
                // Only the time counts.
                let _ = Argon2::default().hash_password(password.as_bytes());
                false
            }
        };
        self.run(verify).await
    }

    async fn run<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T> {
        let _permit = self.permits.acquire().await.map_err(|_| Refusal::closing())?;
        tokio::task::spawn_blocking(work).await.map_err(|_| Refusal::closing().into())
    }
}
