//! Checks and measures of a game for tools that don't know its type.

use crate::{NatureActs, Play, Search, Survey, Tally};
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
}
