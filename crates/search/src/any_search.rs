//! [`Search`] without the game's type, for tools that work on any game.

use crate::{
    BadPuzzle, DuelLimit, DuelPlayer, FoundPuzzle, GameStats, InputShape, Level, LevelBot, NatureActs,
    Network, NetworkDuel, NetworkPlay, NetworkSamples, NetworkSearch, NetworkSlot, Players, Puzzle, Search,
    Tally, best, network, puzzle,
};
use game::{Actor, Bot, Budget, Seat, Turn};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use std::any::Any;
use std::marker::PhantomData;
use std::sync::Arc;

/// A game that lists its actions, with its type erased: what tools count and measure.
///
/// Every method takes a position of the game that it was made for, and panics if it is given another type. Both come from
/// the same entry of the catalogue.
pub trait AnySearch: Send + Sync {
    /// See [`crate::perft()`].
    fn perft(&self, game: &dyn Any, depth: u32) -> Result<u64, NatureActs>;

    /// See [`crate::divide`]: each first action in the game's notation, preceded by its seat where several may act.
    fn divide(&self, game: &dyn Any, depth: u32) -> Result<Vec<(String, u64)>, NatureActs>;

    /// See [`crate::sample_playouts`]; the loop is compiled for the game's own type.
    fn sample_playouts(&self, game: &dyn Any, seed: u64, stop: &mut dyn FnMut(&Tally) -> bool) -> Tally;

    /// See [`crate::game_stats()`].
    fn game_stats(&self, game: &dyn Any, seed: u64, players: Players, games: u32) -> GameStats;

    /// See [`Search::level`].
    fn level(&self, game: &dyn Any, number: usize) -> Level;

    /// Plays two games between two levels, one on each side from the same opening, and returns the mean points of the
    /// first, from 0 to 1.
    fn duel(&self, game: &dyn Any, levels: [Level; 2], settings: LevelDuelSettings) -> f64;

    /// See [`Search::input_shape`].
    fn input_shape(&self, game: &dyn Any) -> Option<InputShape>;

    /// See [`Search::network_slot`].
    fn network_slot(&self, game: &dyn Any) -> Option<&'static NetworkSlot>;

    /// Plays a game from which networks learn.
    fn self_play(&self, game: &dyn Any, play: &NetworkPlay, seed: u64) -> NetworkSamples;

    /// Plays a game in which the side of `seat` is the first player and all others are the second, after so many random
    /// actions. `clock` tells the seconds that the thread has worked so far.
    #[expect(clippy::too_many_arguments)]
    fn network_duel(
        &self,
        game: &dyn Any,
        players: [&DuelPlayer; 2],
        seat: Seat,
        limit: DuelLimit,
        opening: u32,
        seed: u64,
        clock: &(dyn Fn() -> f64 + Sync),
    ) -> NetworkDuel;

    /// The seconds that one evaluation takes, the least of eight rounds through positions of random games: by the network,
    /// or by the game.
    fn evaluation_seconds(
        &self,
        game: &dyn Any,
        network: Option<Arc<Network>>,
        clock: &dyn Fn() -> f64,
    ) -> f64;

    /// How searches that ask a network play this game: see [`Search::NETWORK_SEARCH`].
    fn network_search(&self) -> NetworkSearch;

    /// The first seat of each side.
    fn sides(&self, game: &dyn Any) -> Vec<Seat>;

    /// Plays a game between bots from an opening position for two sides, and returns the puzzles near its end.
    fn find_puzzles(&self, game: &dyn Any, seed: u64) -> Vec<FoundPuzzle>;

    /// Checks a puzzle by proving it again; `game` is the opening position.
    fn check_puzzle(&self, game: &dyn Any, puzzle: &Puzzle) -> Result<(), BadPuzzle>;
}

/// How two levels play each other.
#[derive(Copy, Clone, Debug)]
pub struct LevelDuelSettings {
    /// Nodes for an action, unless the level sets fewer.
    pub nodes: u64,
    /// How many random actions precede the games.
    pub opening: u32,
    /// The seed of everything random.
    pub seed: u64,
}

/// Implements [`AnySearch`] for the game `G`: `&SearchOf::<G>(PhantomData)` is a `&'static dyn AnySearch`.
#[derive(Copy, Clone, Debug, Default)]
pub struct SearchOf<G>(pub PhantomData<G>);

impl<G: Search> SearchOf<G> {
    fn position(game: &dyn Any) -> &G {
        game.downcast_ref().expect("the position is of this game")
    }
}

impl<G: Search> AnySearch for SearchOf<G> {
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

    fn game_stats(&self, game: &dyn Any, seed: u64, players: Players, games: u32) -> GameStats {
        crate::game_stats(Self::position(game), seed, players, games)
    }

    fn level(&self, game: &dyn Any, number: usize) -> Level {
        Self::position(game).level(number)
    }

    fn duel(&self, game: &dyn Any, levels: [Level; 2], settings: LevelDuelSettings) -> f64 {
        let start = Self::position(game);
        let seats: Vec<Seat> = Seat::all(start.seats()).collect();
        let points = |side: usize| -> f64 {
            let mut game = start.clone();
            game.rollout(settings.opening, &mut Xoshiro256PlusPlus::seed_from_u64(settings.seed));
            let mut bots =
                [0, 1].map(|bot| LevelBot::new(levels[bot], settings.seed << 2 | (side << 1 | bot) as u64));
            let mut nature = Xoshiro256PlusPlus::seed_from_u64(!settings.seed);
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
                        (Actor::Seat(seat), bot.choose(&game, seat, &Budget::nodes(settings.nodes)))
                    }
                };
                game.play(actor, &action);
            }
        };
        (points(0) + points(1)) / 2.0
    }

    fn input_shape(&self, game: &dyn Any) -> Option<InputShape> {
        Self::position(game).input_shape()
    }

    fn network_slot(&self, game: &dyn Any) -> Option<&'static NetworkSlot> {
        Self::position(game).network_slot()
    }

    fn self_play(&self, game: &dyn Any, play: &NetworkPlay, seed: u64) -> NetworkSamples {
        play.play(Self::position(game), seed)
    }

    fn network_duel(
        &self,
        game: &dyn Any,
        players: [&DuelPlayer; 2],
        seat: Seat,
        limit: DuelLimit,
        opening: u32,
        seed: u64,
        clock: &(dyn Fn() -> f64 + Sync),
    ) -> NetworkDuel {
        network::duel(Self::position(game), players, seat, limit, opening, seed, clock)
    }

    fn evaluation_seconds(
        &self,
        game: &dyn Any,
        network: Option<Arc<Network>>,
        clock: &dyn Fn() -> f64,
    ) -> f64 {
        network::evaluation_seconds(Self::position(game), network, clock)
    }

    fn network_search(&self) -> NetworkSearch {
        G::NETWORK_SEARCH
    }

    fn sides(&self, game: &dyn Any) -> Vec<Seat> {
        best::sides(Self::position(game)).collect()
    }

    fn find_puzzles(&self, game: &dyn Any, seed: u64) -> Vec<FoundPuzzle> {
        puzzle::find_puzzles(Self::position(game), seed)
    }

    fn check_puzzle(&self, game: &dyn Any, puzzle: &Puzzle) -> Result<(), BadPuzzle> {
        puzzle::check(Self::position(game), puzzle)
    }
}
