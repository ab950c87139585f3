//! Whose talk somebody does not want to read.

use crate::error::Result;
use crate::person::Person;
use crate::server::Server;
use protocol::{Hush, Hushed, Refusal};
use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, Mutex, PoisonError};

/// The ids of those whose talk a viewer does not read.
pub(crate) type Hidden = Arc<BTreeSet<String>>;

/// What viewers do not read, as far as they are known.
#[derive(Default)]
pub(crate) struct Hushes {
    known: Mutex<HashMap<String, Hidden>>,
    nobody: Hidden,
}

impl Hushes {
    /// Whose talk a viewer does not read.
    pub fn of(&self, viewer: &str) -> Hidden {
        let known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        known.get(viewer).unwrap_or(&self.nobody).clone()
    }

    fn set(&self, viewer: &str, hidden: BTreeSet<String>) {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if hidden.is_empty() {
            known.remove(viewer);
        } else if known.get(viewer).is_none_or(|before| **before != hidden) {
            known.insert(viewer.to_owned(), Arc::new(hidden));
        }
    }

    /// Forgets what a viewer does not read.
    pub fn forget(&self, viewer: &str) {
        self.known.lock().unwrap_or_else(PoisonError::into_inner).remove(viewer);
    }
}

impl Server {
    /// Reads whose talk a person does not want to read: before the person looks at a table.
    pub(crate) async fn load_hushes(&self, person: &Person) -> Result<()> {
        let hushed = self.store.hushed(&person.id).await?.into_iter().map(|(id, _)| id);
        let blocked = self.store.blocked_by(&person.id).await?.into_iter().map(|user| user.id);
        self.care.hushes.set(&person.id, hushed.chain(blocked).collect());
        Ok(())
    }

    /// Those whose talk a person does not read.
    pub(crate) async fn hushed_by(&self, person: &Person) -> Result<Vec<Hushed>> {
        let hushed = self.store.hushed(&person.id).await?;
        Ok(hushed.into_iter().map(|(id, name)| Hushed { id, name }).collect())
    }

    /// Spares a person another one's talk.
    pub(crate) async fn hush(self: &Arc<Self>, person: &Person, whom: Hush) -> Result<()> {
        let (subject, _) = self.subject(person, whom.name, whom.table, whom.message, whom.seat).await?;
        if subject.id == person.id {
            return Err(Refusal::not_yours().into());
        }
        let user = self.register(person).await?;
        self.store.hush(&user.id, &subject.id, self.clock.now()).await?;
        self.hushes_changed(person).await
    }

    /// Lets a person read another one's talk again.
    pub(crate) async fn unhush(self: &Arc<Self>, person: &Person, whom: &str) -> Result<()> {
        self.store.unhush(&person.id, whom).await?;
        self.hushes_changed(person).await
    }

    pub(crate) async fn hushes_changed(&self, person: &Person) -> Result<()> {
        self.load_hushes(person).await?;
        for (_, room) in self.rooms_in_memory() {
            let Ok(mut room) = room.try_lock() else { continue };
            if room.is_present(&person.id) {
                room.notify_viewers();
            }
        }
        Ok(())
    }
}
