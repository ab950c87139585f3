//! Several tournaments on the same threads: none waits for the last game of the one before.

use super::game_result::GameResult;
use super::journal::Journal;
use super::tournament::{Limit, Tournament};
use crate::threads::processors;
use anyhow::{Result, bail};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// A tournament of a list.
pub struct Pairing {
    /// Its line in the list.
    pub line: String,
    pub tournament: Tournament,
}

/// A list of tournaments, in order.
pub struct PairingList {
    pub pairings: Vec<Pairing>,
    /// How many games are played in parallel.
    pub threads: usize,
    /// No game is started after this time.
    pub time: Option<Duration>,
}

impl PairingList {
    /// The total number of games.
    pub fn len(&self) -> usize {
        self.pairings.iter().map(|pairing| pairing.tournament.total_games()).sum()
    }

    /// Plays the games that the journal does not have. Calls `report` with each pairing and its results as soon as it is
    /// complete, and at the end with the incomplete ones. Calls `known` with the number of games that became known.
    pub fn play(
        &self,
        mut journal: Journal,
        known: impl Fn(usize) + Sync,
        report: impl Fn(&Pairing, &[&GameResult]) -> Result<()> + Sync,
    ) -> Result<()> {
        let keys: Vec<String> = self.pairings.iter().map(|pairing| pairing.tournament.key()).collect();
        let mut seen = BTreeSet::new();
        if let Some(twice) = keys.iter().position(|key| !seen.insert(key)) {
            bail!("the same pairing stands twice in the list: {}", self.pairings[twice].line);
        }
        let mut missing = Vec::new();
        let mut results: Vec<BTreeMap<usize, GameResult>> = Vec::new();
        for (index, (key, pairing)) in keys.iter().zip(&self.pairings).enumerate() {
            let mut games = journal.known(key);
            games.retain(|number, _| *number < pairing.tournament.total_games());
            missing.extend(
                (0..pairing.tournament.total_games())
                    .filter(|number| !games.contains_key(number))
                    .map(|number| (index, number)),
            );
            known(games.len());
            if games.len() == pairing.tournament.total_games() {
                report(pairing, &games.values().collect::<Vec<_>>())?;
            }
            results.push(games);
        }
        let shared = Mutex::new((journal, results));
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
                let result = played?.result;
                let mut shared = shared.lock().unwrap_or_else(PoisonError::into_inner);
                let (journal, results) = &mut *shared;
                journal.add(&keys[index], &result)?;
                results[index].insert(number, result);
                known(1);
                if results[index].len() == pairing.tournament.total_games() {
                    report(pairing, &results[index].values().collect::<Vec<_>>())?;
                }
            }
            Ok(())
        };
        std::thread::scope(|scope| {
            let workers: Vec<_> = (0..self.parallel_games()).map(|_| scope.spawn(work)).collect();
            workers
                .into_iter()
                .try_for_each(|worker| worker.join().expect("a game that panics ends the list"))
        })?;
        let (_, results) = shared.into_inner().unwrap_or_else(PoisonError::into_inner);
        for (pairing, games) in self.pairings.iter().zip(&results) {
            if games.len() < pairing.tournament.total_games() {
                report(pairing, &games.values().collect::<Vec<_>>())?;
            }
        }
        Ok(())
    }

    /// How many games to play in parallel: with a time limit, at most one for each processor.
    fn parallel_games(&self) -> usize {
        let is_timed = |pairing: &Pairing| matches!(pairing.tournament.limit, Limit::Time(_));
        if self.pairings.iter().any(is_timed) { self.threads.min(processors()) } else { self.threads }
    }
}
