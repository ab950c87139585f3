//! A tournament: every seat order of the bots equally often, from the same openings.

use super::played_game::PlayedGame;
use super::player::{Player, command};
use crate::setting::check_bot;
use crate::threads::processors;
use anyhow::{Result, bail};
use catalog::CatalogGame;
use game::Seat;
use rayon::ThreadPoolBuilder;
use rayon::prelude::*;
use serde::{Serialize, Serializer};
use std::time::Duration;
use table::{Setup, SetupError};

/// The limit of a bot for an action.
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

/// A tournament: which bots play which game, and how.
pub struct Tournament {
    pub game: &'static CatalogGame,
    pub setup: Setup,
    /// One for each seat, or one for each side where partners play.
    pub bots: Vec<String>,
    pub limit: Limit,
    /// How many random actions precede each game.
    pub opening: u32,
    pub seed: u64,
    /// The least number of games; it is rounded up so that all seat orders are played equally often.
    pub games: usize,
    /// How many games are played in parallel.
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
            // Starting it here fails early instead of in every game.
            Some(_) => match Player::new(bot, self, self.seed) {
                Player::Unavailable(why) => bail!("{bot}: {why}"),
                _ => Ok(()),
            },
        })
    }

    /// The number of games, rounded up to a multiple of the number of seat orders.
    pub fn total_games(&self) -> usize {
        let orders = (1..=self.bots.len()).product::<usize>();
        self.games.div_ceil(orders).max(1) * orders
    }

    /// Plays all games, several in parallel, and calls `done` after each. With a time limit, at most one game for each
    /// processor, so that no bot waits for a processor while its time runs.
    pub fn play(&self, done: impl Fn() + Sync) -> Result<Vec<PlayedGame>> {
        let threads = match self.limit {
            Limit::Time(_) => self.threads.min(processors()),
            Limit::Nodes(_) => self.threads,
        };
        let games = (0..self.total_games()).into_par_iter().map(|number| {
            let played = self.game(number);
            done();
            played
        });
        ThreadPoolBuilder::new().num_threads(threads).build()?.install(|| games.collect())
    }

    /// The key of its games in a journal. It does not depend on the number of games: a longer tournament with the same key
    /// begins with the same games.
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

    /// The round of a game, and the bot of each seat.
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

    /// Whether each bot plays for a whole side instead of a seat.
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

/// Every seat order of `count` bots.
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
    fn every_order_is_listed_once() {
        assert_eq!(orders(2), [[0, 1], [1, 0]]);
        let mut all = orders(4);
        assert_eq!(all.len(), 24);
        all.dedup();
        assert_eq!(all.len(), 24);
    }
}
