//! The lobby: who looks for a game, and who is here.
//!
//! A seek is a row of the database; what stands here is a copy. A pairing is one transaction that gives every seek of a group
//! to one table, so a seek leads to one table at most, whichever node, person or round asks for it.
//!
//! - `seek.rs` is what people do: look for a game, take what another looks for, withdraw;
//! - `round.rs` pairs those who wait, lets bots fill seats, and compares this copy with the database;
//! - `page.rs` is the socket of a page: it is told what has changed, some times a second at most. What a page looks for live
//!   ends when its socket does;
//! - `here.rs` counts who is here.

mod here;
mod page;
mod round;
mod seek;

pub(crate) use here::HereGuard;
pub(crate) use page::open as socket;

use here::Present;
use protocol::SeatRating;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use store::{SeekRow, UserKind};
use tokio::sync::{Notify, watch};

/// The most seeks of the whole house; further ones are refused.
pub(crate) const MOST_SEEKS: usize = 5_000;

/// The lobby of this server, or of this node.
pub(crate) struct Lobby {
    state: Mutex<State>,
    /// Raised with every change that pages show.
    version: watch::Sender<u64>,
    /// Wakes whoever pairs.
    wake: Notify,
    /// Whether another node has changed what is looked for.
    told: AtomicBool,
    /// Held while the copy is compared with the database.
    reading: tokio::sync::Mutex<()>,
}

#[derive(Default)]
struct State {
    /// By time and id: the first to come first.
    seeks: BTreeMap<(i64, String), Arc<Waiting>>,
    pages: HashMap<String, Page>,
    here: HashMap<String, Present>,
}

/// Somebody who waits.
struct Waiting {
    seek: SeekRow,
    name: String,
    kind: UserKind,
    rating: f64,
    deviation: f64,
    /// Whether there was a rated game.
    rated: bool,
    /// Whom the person must not meet.
    apart: Arc<HashSet<String>>,
}

/// The socket of a page.
struct Page {
    user: String,
    changed: Arc<Notify>,
    /// Seeks of this page, and the tables that they led to.
    paired: Vec<(String, String)>,
    /// Whether a seat may wait for the person.
    challenged: bool,
}

impl Lobby {
    pub fn new() -> Self {
        Lobby {
            state: Mutex::default(),
            version: watch::Sender::new(0),
            wake: Notify::new(),
            told: AtomicBool::new(false),
            reading: tokio::sync::Mutex::default(),
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Has pages shown what has changed, and those who wait paired.
    fn changed(&self) {
        self.version.send_modify(|version| *version += 1);
        self.wake.notify_one();
    }

    /// Tells the pages of a person that a seat may wait for them.
    pub fn tell_challenged(&self, user: &str) {
        for page in self.state().pages.values_mut().filter(|page| page.user == user) {
            page.challenged = true;
            page.changed.notify_one();
        }
    }

    /// Has the database read again, since another node has changed what is looked for.
    pub fn read_soon(&self) {
        self.told.store(true, Ordering::Relaxed);
        self.wake.notify_one();
    }

    /// Whether there is such a page of this person.
    fn has_page(&self, page: &str, user: &str) -> bool {
        self.state().pages.get(page).is_some_and(|page| page.user == user)
    }

    fn waiting(&self) -> Vec<Arc<Waiting>> {
        self.state().seeks.values().cloned().collect()
    }

    fn insert(&self, waiting: Waiting) {
        let key = (waiting.seek.created.0, waiting.seek.id.clone());
        self.state().seeks.insert(key, Arc::new(waiting));
        self.changed();
    }

    /// Forgets seeks; whether there were any.
    fn forget(&self, gone: impl Fn(&Waiting) -> bool) -> bool {
        let mut state = self.state();
        let before = state.seeks.len();
        state.seeks.retain(|_, waiting| !gone(waiting));
        let any = state.seeks.len() < before;
        drop(state);
        if any {
            self.changed();
        }
        any
    }

    /// Tells pages of this node that their seeks have led to a table.
    fn tell_paired(&self, pairs: impl IntoIterator<Item = (Arc<Waiting>, String)>) {
        let mut state = self.state();
        for (waiting, table) in pairs {
            let page = waiting.seek.page.as_ref().and_then(|page| state.pages.get_mut(page));
            if let Some(page) = page {
                page.paired.push((waiting.seek.id.clone(), table));
                page.changed.notify_one();
            }
        }
    }
}

impl Waiting {
    /// Whether two must not meet: the same person, a person and their own program, or of whom one has blocked the other.
    fn is_apart(&self, other: &Waiting) -> bool {
        self.seek.user == other.seek.user
            || self.seek.owner == other.seek.owner
            || self.apart.contains(&other.seek.user)
            || other.apart.contains(&self.seek.user)
    }

    fn is_by_days(&self) -> bool {
        self.seek.page.is_none()
    }

    fn strength(&self) -> Option<SeatRating> {
        self.rated.then_some(SeatRating { rating: self.rating, deviation: self.deviation, change: None })
    }
}

/// Those who wait, by party: the first to come first, within each too.
fn parties(waiting: Vec<Arc<Waiting>>) -> Vec<Vec<Arc<Waiting>>> {
    let mut places: HashMap<String, usize> = HashMap::new();
    let mut parties: Vec<Vec<Arc<Waiting>>> = Vec::new();
    for one in waiting {
        let place = *places.entry(one.seek.party.clone()).or_insert(parties.len());
        match parties.get_mut(place) {
            Some(party) => party.push(one),
            None => parties.push(vec![one]),
        }
    }
    parties
}
