//! A tournament: every order of the bots around the table, equally often, from the same openings.

use super::played::Played;
use super::player::{Player, command};
use crate::setting::check_bot;
use crate::threads::processors;
use anyhow::{Result, bail};
use catalog::Entry;
use rayon::ThreadPoolBuilder;
use rayon::prelude::*;
use std::time::Duration;
use table::{Setup, SetupError};

/// How much a bot may think about an action.
#[derive(Copy, Clone, Debug)]
pub enum Limit {
    Time(Duration),
    Nodes(u64),
}

/// Which bots play which game, and how.
pub struct Tournament {
    pub game: &'static Entry,
    pub setup: Setup,
    pub bots: Vec<String>,
    pub limit: Limit,
    /// How many random actions precede each game.
    pub opening: u32,
    pub seed: u64,
    /// How many games, at least; all seat orders are played equally often.
    pub games: usize,
    /// How many games are played at once.
    pub threads: usize,
}

impl Tournament {
    /// Checks that the bots fit the game.
    pub fn check(&self) -> Result<()> {
        let ids: Vec<&str> = self.game.kind.bots().iter().map(|bot| bot.id).collect();
        let ids = ids.join(", ");
        match self.game.kind.start(&self.setup) {
            Err(error @ SetupError::Seats { .. }) => bail!("{error}: name one bot for each (bots: {ids})"),
            started => started.map(|_| ())?,
        }
        let seats = self.setup.seats;
        if self.bots.len() != seats as usize {
            bail!("{seats} seats take {seats} bots, not {} (bots: {ids})", self.bots.len());
        }
        self.bots.iter().try_for_each(|bot| match command(bot) {
            None => check_bot(self.game, &self.setup, bot),
            // Better now than in every game.
            Some(_) => match Player::new(bot, self, self.seed) {
                Player::Absent(why) => bail!("{bot}: {why}"),
                _ => Ok(()),
            },
        })
    }

    /// How many games make it fair: a multiple of the number of seat orders.
    pub fn rounded(&self) -> usize {
        let orders = orders(self.bots.len()).len();
        self.games.div_ceil(orders).max(1) * orders
    }

    /// Plays all games, several at once; `done` is told of each. With a clock, no more than there are processors, so
    /// that nobody waits for one while its time runs.
    pub fn play(&self, done: impl Fn() + Sync) -> Result<Vec<Played>> {
        let orders = orders(self.bots.len());
        let threads = match self.limit {
            Limit::Time(_) => self.threads.min(processors()),
            Limit::Nodes(_) => self.threads,
        };
        let games = (0..self.rounded()).into_par_iter().map(|number| {
            let round = (number / orders.len()) as u64;
            let played = self.game(&orders[number % orders.len()], round, number as u64);
            done();
            played
        });
        ThreadPoolBuilder::new().num_threads(threads).build()?.install(|| games.collect())
    }
}

/// Every order of `count` bots around the table.
fn orders(count: usize) -> Vec<Vec<usize>> {
    let mut orders = vec![Vec::new()];
    for bot in 0..count {
        orders = orders
            .iter()
            .flat_map(|order| {
                (0..=order.len()).map(move |at| {
                    let mut longer = order.clone();
                    longer.insert(at, bot);
                    longer
                })
            })
            .collect();
    }
    orders.sort();
    orders
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_order_stands_once() {
        assert_eq!(orders(2), [[0, 1], [1, 0]]);
        let mut all = orders(4);
        assert_eq!(all.len(), 24);
        all.dedup();
        assert_eq!(all.len(), 24);
    }
}
