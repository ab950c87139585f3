//! Statistics of games: length, number of choices, results, and the articles that end them.

use crate::{Greedy, Playout, Search, Tally};
use game::{Actor, Bot, Budget, Turn};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use std::collections::BTreeMap;

/// Who plays the games that are counted.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Players {
    /// Uniformly random actions.
    Random,
    /// Two random actions, then [`Greedy`] on every seat.
    Greedy,
}

/// Statistics over a number of games; slower to compute than a [`Tally`], and more detailed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameStats {
    /// The results.
    pub tally: Tally,
    /// How many positions with a seat to act there were, and how many legal actions in all of them together.
    positions: u64,
    choices: u64,
    /// In how many games rivals shared the first place.
    pub ties: u64,
    /// How many games each article ended.
    pub ended_by: BTreeMap<&'static str, u64>,
}

impl GameStats {
    /// The mean number of legal actions in a position.
    pub fn branching(&self) -> f64 {
        self.choices as f64 / self.positions.max(1) as f64
    }

    /// A number of games as a share of all.
    pub fn share(&self, games: u64) -> f64 {
        games as f64 / self.tally.playouts.max(1) as f64
    }
}

/// Plays `games` games from `game` and returns their statistics.
pub fn game_stats<G: Search>(game: &G, seed: u64, players: Players, games: u32) -> GameStats {
    const OPENING: u32 = 2;
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut greedy = Greedy::new(seed);
    let mut stats = GameStats {
        tally: Tally::new(game.seats()),
        positions: 0,
        choices: 0,
        ties: 0,
        ended_by: BTreeMap::new(),
    };
    for _ in 0..games {
        let mut game = game.clone();
        let mut actions = 0;
        let outcome = loop {
            let action = match game.turn() {
                Turn::Over(outcome) => break outcome,
                Turn::Nature => (Actor::Nature, game.sample(Actor::Nature, &mut rng)),
                Turn::Seats(seats) => {
                    let seat = seats.first().expect("a turn of seats has a seat");
                    stats.positions += 1;
                    stats.choices += game.count(seat);
                    let action = match players {
                        Players::Greedy if actions >= OPENING => {
                            greedy.choose(&game, seat, &Budget::nodes(u64::MAX))
                        }
                        Players::Greedy | Players::Random => game.sample(Actor::Seat(seat), &mut rng),
                    };
                    (Actor::Seat(seat), action)
                }
            };
            game.play(action.0, &action.1);
            actions += 1;
        };
        stats.tally.record(&Playout { actions, outcome });
        let firsts = || outcome.places().iter().filter(|(_, place)| **place == 1).map(|(seat, _)| seat);
        let shared = firsts().any(|one| firsts().any(|other| game.team(one) != game.team(other)));
        stats.ties += u64::from(shared);
        if let Some(article) = game.ended_by() {
            *stats.ended_by.entry(article).or_default() += 1;
        }
    }
    stats
}
