//! Visits: how much each address and person asks of the house.

use crate::limits::{Limits, STUDIES};
use governor::clock::DefaultClock;
use governor::state::keyed::DefaultKeyedStateStore;
use governor::{Quota, RateLimiter};
use std::collections::HashMap;
use std::hash::Hash;
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, PoisonError};
use tokio_util::sync::CancellationToken;

/// Counts visits and sockets.
pub struct Visits {
    requests: RateLimiter<IpAddr, DefaultKeyedStateStore<IpAddr>, DefaultClock>,
    /// Attempts at passwords are dear.
    passwords: RateLimiter<IpAddr, DefaultKeyedStateStore<IpAddr>, DefaultClock>,
    by_address: Arc<Held<IpAddr>>,
    by_person: Arc<Held<String>>,
    studies: Arc<Held<String>>,
    studies_by_address: Arc<Held<IpAddr>>,
    limits: Limits,
}

/// How many of something each one holds.
struct Held<K>(Mutex<HashMap<K, Holding>>);

#[derive(Default)]
struct Holding {
    count: usize,
    /// Cancelled when all of it shall be given up.
    over: CancellationToken,
}

/// A socket that is counted for as long as this lives.
pub struct Admission {
    _address: Option<Token<IpAddr>>,
    person: Token<String>,
}

/// An analysis that is counted for as long as this lives.
pub struct Studying {
    _address: Token<IpAddr>,
    _person: Token<String>,
}

struct Token<K: Eq + Hash> {
    held: Arc<Held<K>>,
    key: K,
    over: CancellationToken,
}

impl Admission {
    /// Cancelled when the person is sent home.
    pub fn over(&self) -> &CancellationToken {
        &self.person.over
    }
}

impl Visits {
    /// Nobody has come yet.
    pub fn new(limits: &Limits) -> Self {
        let rate = NonZeroU32::new(limits.requests_per_second).unwrap_or(NonZeroU32::MIN);
        let quota =
            Quota::per_second(rate).allow_burst(rate.saturating_mul(NonZeroU32::new(4).unwrap_or(rate)));
        let dear = Quota::per_minute(NonZeroU32::new(20).unwrap_or(NonZeroU32::MIN));
        Visits {
            requests: RateLimiter::keyed(quota),
            passwords: RateLimiter::keyed(dear),
            by_address: Arc::new(Held(Mutex::default())),
            by_person: Arc::new(Held(Mutex::default())),
            studies: Arc::new(Held(Mutex::default())),
            studies_by_address: Arc::new(Held(Mutex::default())),
            limits: limits.clone(),
        }
    }

    /// Whether a request may be answered. Addresses of this machine are a proxy's or the owner's: always.
    pub fn may_ask(&self, address: IpAddr) -> bool {
        address.is_loopback() || self.requests.check_key(&address).is_ok()
    }

    /// Whether a password may be tried; here nobody is trusted.
    pub fn may_try_password(&self, address: IpAddr) -> bool {
        self.passwords.check_key(&address).is_ok()
    }

    /// Counts a socket, if there may be one more.
    pub fn admit(&self, address: IpAddr, person: &str) -> Option<Admission> {
        let limited = !address.is_loopback();
        let by_address = if limited {
            Some(Held::take(&self.by_address, address, self.limits.sockets_per_address)?)
        } else {
            None
        };
        let by_person = Held::take(&self.by_person, person.to_owned(), self.limits.sockets_per_person)?;
        Some(Admission { _address: by_address, person: by_person })
    }

    /// Ends every socket that a person has now.
    pub fn send_home(&self, person: &str) {
        let mut held = self.by_person.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(holding) = held.get_mut(person) {
            // Whoever comes after this is welcome.
            std::mem::take(&mut holding.over).cancel();
        }
    }

    /// Counts an analysis: one at a time for each person, a few for each address.
    pub fn study(&self, address: IpAddr, person: &str) -> Option<Studying> {
        let by_address = Held::take(&self.studies_by_address, address, STUDIES)?;
        let by_person = Held::take(&self.studies, person.to_owned(), 1)?;
        Some(Studying { _address: by_address, _person: by_person })
    }

    /// Forgets addresses that have been quiet.
    pub fn forget(&self) {
        self.requests.retain_recent();
        self.passwords.retain_recent();
    }
}

impl<K: Eq + Hash + Clone> Held<K> {
    fn take(held: &Arc<Self>, key: K, most: usize) -> Option<Token<K>> {
        let mut holdings = held.0.lock().unwrap_or_else(PoisonError::into_inner);
        let holding = holdings.entry(key.clone()).or_default();
        if holding.count >= most {
            return None;
        }
        holding.count += 1;
        Some(Token { held: held.clone(), key, over: holding.over.clone() })
    }
}

impl<K: Eq + Hash> Drop for Token<K> {
    fn drop(&mut self) {
        let mut holdings = self.held.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(holding) = holdings.get_mut(&self.key) {
            holding.count -= 1;
            if holding.count == 0 {
                holdings.remove(&self.key);
            }
        }
    }
}
