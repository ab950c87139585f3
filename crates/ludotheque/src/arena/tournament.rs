//! A tournament: every order of the bots around the table, equally often, from the same openings.

use super::played::Played;
use super::player::{Player, command};
use crate::setting::check_bot;
use crate::threads::processors;
use anyhow::{Result, bail};
use catalog::Entry;
use game::Seat;
use rayon::ThreadPoolBuilder;
use rayon::prelude::*;
use serde::{Serialize, Serializer};
use std::time::Duration;
use table::{Setup, SetupError};

/// How much a bot may think about an action.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Limit {
    #[serde(rename = "time_ms", serialize_with = "millis")]
    Time(Duration),
    Nodes(u64),
}

fn millis<S: Serializer>(time: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64(time.as_secs_f64() * 1000.0)
}

/// Which bots play which game, and how.
pub struct Tournament {
    pub game: &'static Entry,
    pub setup: Setup,
    /// One for each seat, or one for each side where partners play.
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
        if self.bots.len() != seats as usize && self.bots.len() != self.sides()?.len() {
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
        let orders = (1..=self.bots.len()).product::<usize>();
        self.games.div_ceil(orders).max(1) * orders
    }

    /// Plays all games, several at once; `done` is told of each. With a clock, no more than there are processors, so
    /// that nobody waits for one while its time runs.
    pub fn play(&self, done: impl Fn() + Sync) -> Result<Vec<Played>> {
        let threads = match self.limit {
            Limit::Time(_) => self.threads.min(processors()),
            Limit::Nodes(_) => self.threads,
        };
        let games = (0..self.rounded()).into_par_iter().map(|number| {
            let played = self.game(number);
            done();
            played
        });
        ThreadPoolBuilder::new().num_threads(threads).build()?.install(|| games.collect())
    }

    /// What tells it from others, but for the number of its games: of two that have the same, the longer begins with
    /// the games of the shorter.
    pub fn key(&self) -> String {
        let limit = match self.limit {
            Limit::Time(time) => format!("{} ms", time.as_millis()),
            Limit::Nodes(nodes) => format!("{nodes} nodes"),
        };
        let options: String =
            self.setup.options.iter().map(|(key, value)| format!(" {key}={value}")).collect();
        format!(
            "{} {}{options}: {}; {limit}, opening {}, seed {}",
            self.game.info().id,
            self.setup.seats,
            self.bots.join(", "),
            self.opening,
            self.seed
        )
    }

    /// The round of a game, and which bot sits on each seat.
    pub(super) fn seating(&self, number: usize) -> Result<(u64, Vec<usize>)> {
        let orders = orders(self.bots.len());
        let order = &orders[number % orders.len()];
        let order = match self.is_by_side() {
            false => order.clone(),
            true => {
                let mut seating = vec![0; self.setup.seats.into()];
                for (side, bot) in self.sides()?.iter().zip(order) {
                    side.iter().for_each(|seat| seating[seat.index()] = *bot);
                }
                seating
            }
        };
        Ok(((number / orders.len()) as u64, order))
    }

    /// Whether each bot plays for a whole side.
    pub(super) fn is_by_side(&self) -> bool {
        self.bots.len() != usize::from(self.setup.seats)
    }

    /// The seats of each side.
    fn sides(&self) -> Result<Vec<Vec<Seat>>> {
        let game = self.game.kind.start(&self.setup)?;
        let mut sides: Vec<Vec<Seat>> = Vec::new();
        for seat in Seat::all(self.setup.seats) {
            match sides.iter_mut().find(|side| game.team(side[0]) == game.team(seat)) {
                Some(side) => side.push(seat),
                None => sides.push(vec![seat]),
            }
        }
        Ok(sides)
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
