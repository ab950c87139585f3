//! Rate limits: how much each address and person asks of the server.

use crate::client_address::{counted_as, is_trusted};
use crate::limits::{ANALYSES_PER_ADDRESS, Limits};
use governor::clock::DefaultClock;
use governor::state::keyed::DefaultKeyedStateStore;
use governor::{Quota, RateLimiter};
use std::collections::HashMap;
use std::hash::Hash;
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, PoisonError};
use tokio_util::sync::CancellationToken;

/// Counts requests, password attempts, tables, connections, sockets and analyses.
pub struct RateLimits {
    requests: RateLimiter<IpAddr, DefaultKeyedStateStore<IpAddr>, DefaultClock>,
    /// Password attempts, each of which costs much CPU.
    passwords: RateLimiter<IpAddr, DefaultKeyedStateStore<IpAddr>, DefaultClock>,
    /// Tables that are opened.
    tables: RateLimiter<IpAddr, DefaultKeyedStateStore<IpAddr>, DefaultClock>,
    /// Password attempts by name.
    accounts: RateLimiter<String, DefaultKeyedStateStore<String>, DefaultClock>,
    by_address: Arc<Counts<IpAddr>>,
    connections: Arc<Counts<IpAddr>>,
    by_person: Arc<Counts<String>>,
    by_device: Arc<Counts<String>>,
    analyses: Arc<Counts<String>>,
    analyses_by_address: Arc<Counts<IpAddr>>,
    limits: Limits,
}

/// How many permits each key has.
struct Counts<K>(Mutex<HashMap<K, Held>>);

#[derive(Default)]
struct Held {
    count: usize,
    /// Cancelled when all sockets of the key are to be closed.
    disconnect: CancellationToken,
}

/// A permit for a connection, counted until it is dropped.
pub struct ConnectionPermit {
    _address: Option<Permit<IpAddr>>,
}

/// A permit for a socket, counted until it is dropped.
pub struct SocketPermit {
    _address: Option<Permit<IpAddr>>,
    person: Permit<String>,
    device: Option<Permit<String>>,
}

/// A permit for an analysis, counted until it is dropped.
pub struct AnalysisPermit {
    _address: Permit<IpAddr>,
    _person: Permit<String>,
}

struct Permit<K: Eq + Hash> {
    held: Arc<Counts<K>>,
    key: K,
    disconnect: CancellationToken,
}

impl SocketPermit {
    /// Cancelled when the person's sockets are to be closed.
    pub fn disconnected(&self) -> &CancellationToken {
        &self.person.disconnect
    }

    /// Completes when the sockets of the person, or those of its device, are to be closed.
    pub fn closed(&self) -> impl Future<Output = ()> + Send + use<> {
        let person = self.disconnected().clone();
        let device = self.device.as_ref().map(|device| device.disconnect.clone());
        async move {
            match device {
                Some(device) => tokio::select! {
                    () = person.cancelled() => {}
                    () = device.cancelled() => {}
                },
                None => person.cancelled().await,
            }
        }
    }
}

impl RateLimits {
    /// All counts at zero.
    pub fn new(limits: &Limits) -> Self {
        let rate = NonZeroU32::new(limits.requests_per_second).unwrap_or(NonZeroU32::MIN);
        let quota =
            Quota::per_second(rate).allow_burst(rate.saturating_mul(NonZeroU32::new(4).unwrap_or(rate)));
        let per_minute = Quota::per_minute(NonZeroU32::new(20).unwrap_or(NonZeroU32::MIN));
        let rate = NonZeroU32::new(limits.tables_per_minute).unwrap_or(NonZeroU32::MIN);
        let tables =
            Quota::per_minute(rate).allow_burst(rate.saturating_mul(NonZeroU32::new(4).unwrap_or(rate)));
        RateLimits {
            requests: RateLimiter::keyed(quota),
            passwords: RateLimiter::keyed(per_minute),
            accounts: RateLimiter::keyed(per_minute),
            tables: RateLimiter::keyed(tables),
            by_address: Arc::new(Counts(Mutex::default())),
            connections: Arc::new(Counts(Mutex::default())),
            by_person: Arc::new(Counts(Mutex::default())),
            by_device: Arc::new(Counts(Mutex::default())),
            analyses: Arc::new(Counts(Mutex::default())),
            analyses_by_address: Arc::new(Counts(Mutex::default())),
            limits: limits.clone(),
        }
    }

    /// Whether a request may be answered.
    pub fn allow_request(&self, address: IpAddr) -> bool {
        self.key(address).is_none_or(|key| self.requests.check_key(&key).is_ok())
    }

    /// Whether a table may be opened.
    pub fn allow_table(&self, address: IpAddr) -> bool {
        self.key(address).is_none_or(|key| self.tables.check_key(&key).is_ok())
    }

    /// Counts a connection; `None` if there are too many.
    pub fn open_connection(&self, address: IpAddr) -> Option<ConnectionPermit> {
        Some(ConnectionPermit {
            _address: self.permit(&self.connections, address, self.limits.connections_per_address)?,
        })
    }

    /// What an address is counted as, if it is counted.
    fn key(&self, address: IpAddr) -> Option<IpAddr> {
        (!is_trusted(address, &self.limits.uncounted)).then(|| counted_as(address))
    }

    /// A permit for an address, if it is counted; `None` if there are too many.
    fn permit(
        &self,
        counts: &Arc<Counts<IpAddr>>,
        address: IpAddr,
        most: usize,
    ) -> Option<Option<Permit<IpAddr>>> {
        match self.key(address) {
            Some(key) => Counts::take(counts, key, most).map(Some),
            None => Some(None),
        }
    }

    /// Whether a password may be tried for the account of that name, which need not exist; no address is exempt.
    pub fn allow_password(&self, address: IpAddr, name: &str) -> bool {
        let name = name.trim().to_uppercase().to_lowercase();
        self.passwords.check_key(&counted_as(address)).is_ok() && self.accounts.check_key(&name).is_ok()
    }

    /// Counts a socket; `None` if there are too many.
    pub fn open_socket(&self, address: IpAddr, person: &str, device: Option<&str>) -> Option<SocketPermit> {
        let by_address = self.permit(&self.by_address, address, self.limits.sockets_per_address)?;
        let by_person = Counts::take(&self.by_person, person.to_owned(), self.limits.sockets_per_person)?;
        let device = match device {
            Some(device) => Some(Counts::take(&self.by_device, device.to_owned(), usize::MAX)?),
            None => None,
        };
        Some(SocketPermit { _address: by_address, person: by_person, device })
    }

    /// Closes every socket that a person, or a device, has now.
    pub fn disconnect(&self, person: &str) {
        for counts in [&self.by_person, &self.by_device] {
            let mut counts = counts.0.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(held_by_key) = counts.get_mut(person) {
                // Sockets opened later are not concerned.
                std::mem::take(&mut held_by_key.disconnect).cancel();
            }
        }
    }

    /// Counts an analysis, one at a time for each person and a few for each address; `None` if there are too many.
    pub fn start_analysis(&self, address: IpAddr, person: &str) -> Option<AnalysisPermit> {
        let by_address = Counts::take(&self.analyses_by_address, counted_as(address), ANALYSES_PER_ADDRESS)?;
        let by_person = Counts::take(&self.analyses, person.to_owned(), 1)?;
        Some(AnalysisPermit { _address: by_address, _person: by_person })
    }

    /// Forgets addresses that have been idle.
    pub fn forget_idle(&self) {
        self.requests.retain_recent();
        self.passwords.retain_recent();
        self.tables.retain_recent();
        self.accounts.retain_recent();
    }
}

impl<K: Eq + Hash + Clone> Counts<K> {
    fn take(held: &Arc<Self>, key: K, most: usize) -> Option<Permit<K>> {
        let mut counts = held.0.lock().unwrap_or_else(PoisonError::into_inner);
        let held_by_key = counts.entry(key.clone()).or_default();
        if held_by_key.count >= most {
            return None;
        }
        held_by_key.count += 1;
        Some(Permit { held: held.clone(), key, disconnect: held_by_key.disconnect.clone() })
    }
}

impl<K: Eq + Hash> Drop for Permit<K> {
    fn drop(&mut self) {
        let mut counts = self.held.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(held_by_key) = counts.get_mut(&self.key) {
            held_by_key.count -= 1;
            if held_by_key.count == 0 {
                counts.remove(&self.key);
            }
        }
    }
}
