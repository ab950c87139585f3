//! Several tournaments, one after the other on the same threads: none waits for the last game of the one before.

use super::journal::Journal;
use super::sheet::Sheet;
use super::tournament::{Limit, Tournament};
use crate::threads::processors;
use anyhow::{Result, bail};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// A tournament of a list.
pub struct Pairing {
    /// What stands in the list.
    pub line: String,
    pub tournament: Tournament,
}

/// Tournaments, in order.
pub struct List {
    pub pairings: Vec<Pairing>,
    /// How many games are played at once.
    pub threads: usize,
    /// After this no game is begun.
    pub time: Option<Duration>,
}

impl List {
    /// How many games there are in all.
    pub fn len(&self) -> usize {
        self.pairings.iter().map(|pairing| pairing.tournament.rounded()).sum()
    }

    /// Plays what the journal does not know. `tell` is given each pairing with its games as soon as all of them are
    /// known, and at the end those that are not; `known` is told how many games more are known.
    pub fn play(
        &self,
        mut journal: Journal,
        known: impl Fn(usize) + Sync,
        tell: impl Fn(&Pairing, &[&Sheet]) -> Result<()> + Sync,
    ) -> Result<()> {
        let keys: Vec<String> = self.pairings.iter().map(|pairing| pairing.tournament.key()).collect();
        let mut seen = BTreeSet::new();
        if let Some(twice) = keys.iter().position(|key| !seen.insert(key)) {
            bail!("the same pairing stands twice in the list: {}", self.pairings[twice].line);
        }
        let mut missing = Vec::new();
        let mut sheets: Vec<BTreeMap<usize, Sheet>> = Vec::new();
        for (index, (key, pairing)) in keys.iter().zip(&self.pairings).enumerate() {
            let mut games = journal.known(key);
            games.retain(|number, _| *number < pairing.tournament.rounded());
            missing.extend(
                (0..pairing.tournament.rounded())
                    .filter(|number| !games.contains_key(number))
                    .map(|number| (index, number)),
            );
            known(games.len());
            if games.len() == pairing.tournament.rounded() {
                tell(pairing, &games.values().collect::<Vec<_>>())?;
            }
            sheets.push(games);
        }
        let shared = Mutex::new((journal, sheets));
        let next = AtomicUsize::new(0);
        let end = self.time.map(|time| Instant::now() + time);
        let work = || -> Result<()> {
            while let Some(&(index, number)) = missing.get(next.fetch_add(1, Ordering::Relaxed)) {
                if end.is_some_and(|end| Instant::now() >= end) {
                    break;
                }
                let pairing = &self.pairings[index];
                let played = pairing.tournament.game(number);
                if played.is_err() {
                    next.store(missing.len(), Ordering::Relaxed);
                }
                let sheet = played?.sheet;
                let mut shared = shared.lock().unwrap_or_else(PoisonError::into_inner);
                let (journal, sheets) = &mut *shared;
                journal.add(&keys[index], &sheet)?;
                sheets[index].insert(number, sheet);
                known(1);
                if sheets[index].len() == pairing.tournament.rounded() {
                    tell(pairing, &sheets[index].values().collect::<Vec<_>>())?;
                }
            }
            Ok(())
        };
        std::thread::scope(|scope| {
            let workers: Vec<_> = (0..self.at_once()).map(|_| scope.spawn(work)).collect();
            workers
                .into_iter()
                .try_for_each(|worker| worker.join().expect("a game that panics ends the list"))
        })?;
        let (_, sheets) = shared.into_inner().unwrap_or_else(PoisonError::into_inner);
        for (pairing, games) in self.pairings.iter().zip(&sheets) {
            if games.len() < pairing.tournament.rounded() {
                tell(pairing, &games.values().collect::<Vec<_>>())?;
            }
        }
        Ok(())
    }

    /// With a clock no more games at once than there are processors.
    fn at_once(&self) -> usize {
        let is_timed = |pairing: &Pairing| matches!(pairing.tournament.limit, Limit::Time(_));
        if self.pairings.iter().any(is_timed) { self.threads.min(processors()) } else { self.threads }
    }
}
