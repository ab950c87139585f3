//! What games are like: how long, how many choices, who comes first, which article ends them.

use crate::{Greedy, Playout, Search, Tally};
use game::{Actor, Bot, Budget, Turn};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use std::collections::BTreeMap;

/// Who plays the games of a survey.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Play {
    /// Every legal action with the same chance.
    Random,
    /// Two random actions, then [`Greedy`] on every seat.
    Greedy,
}

/// A look at a number of games, slower and closer than a [`Tally`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Survey {
    /// What the games came to.
    pub tally: Tally,
    /// The positions in which a seat was to act, and the legal actions in them.
    positions: u64,
    choices: u64,
    /// In how many games rivals shared the first place.
    pub ties: u64,
    /// How many games each article ended.
    pub ended_by: BTreeMap<&'static str, u64>,
}

impl Survey {
    /// How many legal actions a position has, on average.
    pub fn branching(&self) -> f64 {
        self.choices as f64 / self.positions.max(1) as f64
    }

    /// A number of games as a share of all.
    pub fn share(&self, games: u64) -> f64 {
        games as f64 / self.tally.playouts.max(1) as f64
    }
}

/// Plays so many games from `game` and looks at each of them.
pub fn survey<G: Search>(game: &G, seed: u64, play: Play, games: u32) -> Survey {
    const OPENING: u32 = 2;
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut greedy = Greedy::new(seed);
    let mut survey = Survey {
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
                    survey.positions += 1;
                    survey.choices += game.count(seat);
                    let action = match play {
                        Play::Greedy if actions >= OPENING => {
                            greedy.choose(&game, seat, &Budget::nodes(u64::MAX))
                        }
                        Play::Greedy | Play::Random => game.sample(Actor::Seat(seat), &mut rng),
                    };
                    (Actor::Seat(seat), action)
                }
            };
            game.play(action.0, &action.1);
            actions += 1;
        };
        survey.tally.record(&Playout { actions, outcome });
        let firsts = || outcome.places().iter().filter(|(_, place)| **place == 1).map(|(seat, _)| seat);
        let shared = firsts().any(|one| firsts().any(|other| game.team(one) != game.team(other)));
        survey.ties += u64::from(shared);
        if let Some(article) = game.ended_by() {
            *survey.ended_by.entry(article).or_default() += 1;
        }
    }
    survey
}
