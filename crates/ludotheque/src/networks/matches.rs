//! Matches between two players at equal time of the processor.

use crate::cpu_time::cpu_seconds;
use anyhow::{Result, bail};
use search::{AnySearch, DuelEffort, DuelLimit, DuelPlayer, NetworkDuel};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use table::AnyGame;

/// How a match is played.
pub struct Match {
    pub limit: DuelLimit,
    /// Games, rounded up to whole openings: each is played once with the first player on each side.
    pub games: u64,
    /// No opening is begun later.
    pub seconds: u64,
    /// Random actions before the players take over.
    pub opening: u32,
    pub threads: usize,
    pub seed: u64,
}

/// How a match ended, for the first player.
pub struct MatchResult {
    pub games: u64,
    pub won: u64,
    pub drawn: u64,
    pub lost: u64,
    /// The mean share of rivals beaten, and the margin of its 95 % confidence interval: of the means of openings.
    pub mean: f64,
    pub margin: f64,
    /// How often it was first; shared firsts count in parts.
    pub first: f64,
    pub efforts: [DuelEffort; 2],
}

impl Match {
    pub fn play(
        &self,
        search: &dyn AnySearch,
        start: &dyn AnyGame,
        players: [&DuelPlayer; 2],
    ) -> Result<MatchResult> {
        let sides = search.sides(start.typed());
        let openings = self.games.div_ceil(sides.len() as u64);
        let (next, results) = (AtomicU64::new(0), Mutex::new(Vec::new()));
        let started = Instant::now();
        let work = || {
            while started.elapsed() < Duration::from_secs(self.seconds) {
                let opening = next.fetch_add(1, Ordering::Relaxed);
                if opening >= openings {
                    break;
                }
                let seed = self.seed.wrapping_mul(1_000_003).wrapping_add(opening);
                // Every other opening is one action longer, so that each side is the first to act.
                let length = self.opening + (opening % 2) as u32;
                let games: Vec<NetworkDuel> = sides
                    .iter()
                    .map(|seat| {
                        let clock = &cpu_seconds;
                        search.network_duel(start.typed(), players, *seat, self.limit, length, seed, clock)
                    })
                    .collect();
                if let Ok(mut results) = results.lock() {
                    results.push(games);
                }
            }
        };
        std::thread::scope(|scope| (0..self.threads).for_each(|_| drop(scope.spawn(work))));
        let Ok(results) = results.into_inner() else { bail!("a game failed") };
        Ok(MatchResult::of(&results))
    }
}

impl MatchResult {
    fn of(openings: &[Vec<NetworkDuel>]) -> Self {
        let games = || openings.iter().flatten();
        let count = |is: &dyn Fn(f64) -> bool| games().filter(|game| is(game.reward)).count() as u64;
        let means: Vec<f64> = openings
            .iter()
            .map(|games| games.iter().map(|game| game.reward).sum::<f64>() / games.len() as f64)
            .collect();
        let mean = means.iter().sum::<f64>() / means.len().max(1) as f64;
        let variance = means.iter().map(|opening| (opening - mean).powi(2)).sum::<f64>()
            / means.len().saturating_sub(1).max(1) as f64;
        let mut efforts = [DuelEffort::default(); 2];
        for (all, spent) in games().flat_map(|game| game.efforts.iter().enumerate()) {
            let all = &mut efforts[all];
            all.actions += spent.actions;
            all.nodes += spent.nodes;
            all.seconds += spent.seconds;
            all.depth += spent.depth;
        }
        let total = games().count() as u64;
        let (won, lost) = (count(&|reward| reward == 1.0), count(&|reward| reward == 0.0));
        MatchResult {
            games: total,
            won,
            drawn: total - won - lost,
            lost,
            mean,
            margin: 1.96 * (variance / means.len().max(1) as f64).sqrt(),
            first: games().map(|game| game.first).sum::<f64>() / total.max(1) as f64,
            efforts,
        }
    }
}
