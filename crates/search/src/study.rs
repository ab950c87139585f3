//! Checks and measures of a game for tools that don't know its type.

use crate::{BadPuzzle, Hunted, Level, NatureActs, Play, Pupil, Puzzle, Search, Survey, Tally, puzzle};
use game::{Actor, Bot, Budget, Seat, Turn};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use std::any::Any;
use std::marker::PhantomData;

/// What can be counted and measured in a game that lists its actions, whatever its type.
///
/// Every method takes a position of the one game that the study is about, and panics when it is given anything else:
/// studies and positions come from the same catalogue entry.
pub trait Study: Send + Sync {
    /// See [`crate::perft()`].
    fn perft(&self, game: &dyn Any, depth: u32) -> Result<u64, NatureActs>;

    /// See [`crate::divide`]: each first action in the game's notation, after its seat where several may act.
    fn divide(&self, game: &dyn Any, depth: u32) -> Result<Vec<(String, u64)>, NatureActs>;

    /// See [`crate::sample_playouts`]: the loop within is that of the game's own type.
    fn sample_playouts(&self, game: &dyn Any, seed: u64, stop: &mut dyn FnMut(&Tally) -> bool) -> Tally;

    /// See [`crate::survey()`].
    fn survey(&self, game: &dyn Any, seed: u64, play: Play, games: u32) -> Survey;

    /// What the level of that number is in a position: see [`Search::level`].
    fn level(&self, game: &dyn Any, number: usize) -> Level;

    /// The points, from 0 to 1, that the first of two levels has in two games against the second, one on each side of
    /// the same opening.
    fn duel(&self, game: &dyn Any, levels: [Level; 2], play: LevelDuel) -> f64;

    /// Plays a game between bots from an opening position for two sides, and gives the puzzles of its end.
    fn hunt(&self, game: &dyn Any, seed: u64) -> Vec<Hunted>;

    /// Proves a puzzle again, from the opening position.
    fn check_puzzle(&self, game: &dyn Any, puzzle: &Puzzle) -> Result<(), BadPuzzle>;
}

/// How a duel of two levels is played.
#[derive(Copy, Clone, Debug)]
pub struct LevelDuel {
    /// Nodes for an action, where the level does not set fewer.
    pub nodes: u64,
    /// How many random actions precede the games.
    pub opening: u32,
    /// What is random.
    pub seed: u64,
}

/// The study of the game `G`: `&Studied::<G>(PhantomData)` is a `&'static dyn Study`.
#[derive(Copy, Clone, Debug, Default)]
pub struct Studied<G>(pub PhantomData<G>);

impl<G: Search> Studied<G> {
    fn position(game: &dyn Any) -> &G {
        game.downcast_ref().expect("a study is given positions of its own game")
    }
}

impl<G: Search> Study for Studied<G> {
    fn perft(&self, game: &dyn Any, depth: u32) -> Result<u64, NatureActs> {
        crate::perft(Self::position(game), depth)
    }

    fn divide(&self, game: &dyn Any, depth: u32) -> Result<Vec<(String, u64)>, NatureActs> {
        let game = Self::position(game);
        let several = game.turn().seats().len() > 1;
        let named = crate::divide(game, depth)?.into_iter().map(|division| {
            let action = division.action;
            let name = if several { format!("{} {action}", division.seat) } else { action.to_string() };
            (name, division.sequences)
        });
        Ok(named.collect())
    }

    fn sample_playouts(&self, game: &dyn Any, seed: u64, stop: &mut dyn FnMut(&Tally) -> bool) -> Tally {
        crate::sample_playouts(Self::position(game), seed, stop)
    }

    fn survey(&self, game: &dyn Any, seed: u64, play: Play, games: u32) -> Survey {
        crate::survey(Self::position(game), seed, play, games)
    }

    fn level(&self, game: &dyn Any, number: usize) -> Level {
        Self::position(game).level(number)
    }

    fn duel(&self, game: &dyn Any, levels: [Level; 2], play: LevelDuel) -> f64 {
        let start = Self::position(game);
        let seats: Vec<Seat> = Seat::all(start.seats()).collect();
        let points = |side: usize| -> f64 {
            let mut game = start.clone();
            game.rollout(play.opening, &mut Xoshiro256PlusPlus::seed_from_u64(play.seed));
            let mut bots =
                [0, 1].map(|bot| Pupil::new(levels[bot], play.seed << 2 | (side << 1 | bot) as u64));
            let mut nature = Xoshiro256PlusPlus::seed_from_u64(!play.seed);
            let is_first = |seat: Seat| (game.team(seat) == game.team(seats[0])) == (side == 0);
            let firsts: Vec<bool> = seats.iter().map(|seat| is_first(*seat)).collect();
            loop {
                let (actor, action) = match game.turn() {
                    Turn::Over(outcome) => {
                        let mine = seats[firsts.iter().position(|first| *first).unwrap_or(0)];
                        return outcome.reward(mine, game.rivals(mine)).into();
                    }
                    Turn::Nature => (Actor::Nature, game.sample(Actor::Nature, &mut nature)),
                    Turn::Seats(to_act) => {
                        let seat = to_act.first().expect("a turn of seats has a seat");
                        let bot = &mut bots[usize::from(!firsts[seat.index()])];
                        (Actor::Seat(seat), bot.choose(&game, seat, &Budget::nodes(play.nodes)))
                    }
                };
                game.play(actor, &action);
            }
        };
        (points(0) + points(1)) / 2.0
    }

    fn hunt(&self, game: &dyn Any, seed: u64) -> Vec<Hunted> {
        puzzle::hunt(Self::position(game), seed)
    }

    fn check_puzzle(&self, game: &dyn Any, puzzle: &Puzzle) -> Result<(), BadPuzzle> {
        puzzle::check(Self::position(game), puzzle)
    }
}
