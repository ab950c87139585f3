//! Many games that are stepped together, for programs that learn from them.

use crate::encoding::observation_size;
use crate::{Encoding, Layout, Tally};
use game::{Actor, Game, Seat, Turn};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::any::Any;
use std::marker::PhantomData;

/// Where a batch writes what is seen of its games: one row for each game in every slice.
pub struct Rows<'a> {
    /// The observation of the seat to act.
    pub observations: &'a mut [u8],
    /// 1 for each action that is legal now.
    pub masks: &'a mut [u8],
    /// The seat to act.
    pub seats: &'a mut [i8],
    /// What each seat got for the last action: from -1 to 1 where it ended a game, else 0.
    pub rewards: &'a mut [f32],
    /// 1 where the last action ended a game, and another one has begun.
    pub ended: &'a mut [u8],
    /// How many actions the game has had; where one has just ended, how many that one had.
    pub lengths: &'a mut [i32],
}

/// An action that is not legal in its game.
#[derive(Copy, Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the action {action} is not legal in game {game}")]
pub struct NotLegal {
    /// The game, by its index.
    pub game: usize,
    /// The id that was given.
    pub action: i32,
}

/// A [`Batch`] with the type of its game erased. Every slice that it takes must have a row for each of its games.
pub trait AnyBatch: Send {
    /// How many games it has.
    fn count(&self) -> usize;

    /// Begins every game anew, with other randomness.
    fn reset(&mut self, seed: u64);

    /// Writes what is seen now, as if nothing had been played.
    fn write(&self, rows: Rows<'_>);

    /// Chooses a random legal action in each game.
    fn sample(&mut self, actions: &mut [i32]);

    /// Fails if an action is not legal in its game, by the masks that were written last.
    fn check(&self, actions: &[i32], masks: &[u8]) -> Result<(), NotLegal>;

    /// Plays an action in each game, which has been checked, begins those anew that have ended, and writes what is seen then.
    fn step(&mut self, actions: &[i32], rows: Rows<'_>);

    /// Plays a random legal action in each game, and writes its id.
    fn step_random(&mut self, actions: &mut [i32], rows: Rows<'_>);

    /// Plays `each` random games from every game, and writes the mean return of each seat.
    fn playouts(&mut self, each: u64, returns: &mut [f32]);

    /// One of the games.
    fn game(&self, index: usize) -> &dyn Any;
}

/// Games of one setting.
pub struct Batch<G> {
    start: G,
    games: Vec<G>,
    lengths: Vec<i32>,
    rng: Xoshiro256PlusPlus,
    seats: usize,
    observation: usize,
}

/// What a seat gets at the end: 1 if it is ahead of all rivals, -1 if it is behind all of them.
pub fn final_return<G: Game>(game: &G, outcome: &game::Outcome, seat: Seat) -> f32 {
    2.0 * outcome.reward(seat, game.rivals(seat)) - 1.0
}

impl<G: Encoding> Batch<G> {
    /// `count` games that begin with `start`.
    pub fn new(start: &G, count: usize, seed: u64) -> Self {
        Batch {
            start: start.clone(),
            games: vec![start.clone(); count],
            lengths: vec![0; count],
            rng: Xoshiro256PlusPlus::seed_from_u64(seed),
            seats: start.seats().into(),
            observation: observation_size(start),
        }
    }

    fn to_act(game: &G) -> Seat {
        game.turn().seats().first().expect("a game that is not over has a seat to act")
    }

    fn show(&self, index: usize, rows: &mut Rows<'_>) {
        let game = &self.games[index];
        let actions = game.universe().len();
        let seat = Self::to_act(game);
        rows.seats[index] = seat.0 as i8;
        game.write_mask(&mut rows.masks[index * actions..][..actions]);
        game.observe(seat, &mut rows.observations[index * self.observation..][..self.observation]);
    }

    /// Plays an action that is known to be legal.
    fn play(&mut self, index: usize, action: &G::Action, rows: &mut Rows<'_>) {
        let game = &mut self.games[index];
        game.play(Actor::Seat(Self::to_act(game)), action);
        self.lengths[index] += 1;
        rows.lengths[index] = self.lengths[index];
        let rewards = &mut rows.rewards[index * self.seats..][..self.seats];
        if let Turn::Over(outcome) = game.turn() {
            for (seat, reward) in Seat::all(self.seats as u8).zip(rewards) {
                *reward = final_return(game, &outcome, seat);
            }
            rows.ended[index] = 1;
            game.clone_from(&self.start);
            self.lengths[index] = 0;
        } else {
            rewards.fill(0.0);
            rows.ended[index] = 0;
        }
        self.show(index, rows);
    }
}

impl<G: Encoding> AnyBatch for Batch<G> {
    fn count(&self) -> usize {
        self.games.len()
    }

    fn reset(&mut self, seed: u64) {
        self.games.fill(self.start.clone());
        self.lengths.fill(0);
        self.rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    }

    fn write(&self, mut rows: Rows<'_>) {
        rows.rewards.fill(0.0);
        rows.ended.fill(0);
        rows.lengths.copy_from_slice(&self.lengths);
        for index in 0..self.games.len() {
            self.show(index, &mut rows);
        }
    }

    fn sample(&mut self, actions: &mut [i32]) {
        for (game, action) in self.games.iter().zip(actions) {
            let chosen = game.sample(Actor::Seat(Self::to_act(game)), &mut self.rng);
            *action = game.id(&chosen) as i32;
        }
    }

    fn check(&self, actions: &[i32], masks: &[u8]) -> Result<(), NotLegal> {
        let ids = self.start.universe().len();
        let is_legal = |(game, action): &(usize, &i32)| {
            usize::try_from(**action).is_ok_and(|id| id < ids && masks[game * ids + id] == 1)
        };
        match actions.iter().enumerate().find(|given| !is_legal(given)) {
            Some((game, action)) => Err(NotLegal { game, action: *action }),
            None => Ok(()),
        }
    }

    fn step(&mut self, actions: &[i32], mut rows: Rows<'_>) {
        let universe = self.start.universe();
        for (index, action) in actions.iter().enumerate() {
            self.play(index, &universe[*action as usize], &mut rows);
        }
    }

    fn step_random(&mut self, actions: &mut [i32], mut rows: Rows<'_>) {
        for (index, id) in actions.iter_mut().enumerate() {
            let game = &self.games[index];
            let action = game.sample(Actor::Seat(Self::to_act(game)), &mut self.rng);
            *id = game.id(&action) as i32;
            self.play(index, &action, &mut rows);
        }
    }

    fn playouts(&mut self, each: u64, returns: &mut [f32]) {
        for (game, returns) in self.games.iter().zip(returns.chunks_mut(self.seats)) {
            returns.fill(0.0);
            game.random_games(self.rng.next_u64(), each, &mut |playout| {
                for (seat, sum) in Seat::all(self.seats as u8).zip(&mut *returns) {
                    *sum += final_return(game, &playout.outcome, seat) / each as f32;
                }
            });
        }
    }

    fn game(&self, index: usize) -> &dyn Any {
        &self.games[index]
    }
}

/// [`Encoding`] without the game's type, for tools that work on any game.
///
/// Every method takes a position of the game that it was made for, and panics if it is given another type.
pub trait AnyEncoding: Send + Sync {
    /// What the ids, planes and symmetries of the setting are.
    fn layout(&self, game: &dyn Any) -> Layout;

    /// The ids of the actions that are legal now, in order; none once the game is over.
    fn legal_ids(&self, game: &dyn Any) -> Vec<i32>;

    /// See [`Encoding::write_mask`].
    fn write_mask(&self, game: &dyn Any, out: &mut [u8]);

    /// See [`Encoding::observe`].
    fn observe(&self, game: &dyn Any, viewer: Seat, out: &mut [u8]);

    /// See [`Encoding::lanes`].
    fn lanes(&self, game: &dyn Any) -> usize;

    /// The same as [`crate::sample_playouts`] by [`Encoding::random_games`].
    fn sample_playouts(&self, game: &dyn Any, seed: u64, stop: &mut dyn FnMut(&Tally) -> bool) -> Tally;

    /// What each seat gets, once the game is over; before, nothing.
    fn returns(&self, game: &dyn Any) -> Option<Vec<f32>>;

    /// A batch of games that begin with this one.
    fn batch(&self, game: &dyn Any, count: usize, seed: u64) -> Box<dyn AnyBatch>;
}

/// Implements [`AnyEncoding`] for the game `G`.
#[derive(Copy, Clone, Debug, Default)]
pub struct EncodingOf<G>(pub PhantomData<G>);

impl<G: Encoding> EncodingOf<G> {
    fn position(game: &dyn Any) -> &G {
        game.downcast_ref().expect("the position is of this game")
    }
}

impl<G: Encoding> AnyEncoding for EncodingOf<G> {
    fn layout(&self, game: &dyn Any) -> Layout {
        Layout::of(Self::position(game))
    }

    fn legal_ids(&self, game: &dyn Any) -> Vec<i32> {
        let game = Self::position(game);
        let mut actions = Vec::new();
        if let Some(seat) = game.turn().seats().first() {
            game.actions(seat, &mut actions);
        }
        let mut ids: Vec<i32> = actions.iter().map(|action| game.id(action) as i32).collect();
        ids.sort_unstable();
        ids
    }

    fn write_mask(&self, game: &dyn Any, out: &mut [u8]) {
        Self::position(game).write_mask(out);
    }

    fn observe(&self, game: &dyn Any, viewer: Seat, out: &mut [u8]) {
        Self::position(game).observe(viewer, out);
    }

    fn lanes(&self, game: &dyn Any) -> usize {
        Self::position(game).lanes()
    }

    fn sample_playouts(&self, game: &dyn Any, seed: u64, stop: &mut dyn FnMut(&Tally) -> bool) -> Tally {
        // So many that it does not matter how long the last ones take.
        const GAMES: u64 = 1 << 16;
        let game = Self::position(game);
        let mut tally = Tally::new(game.seats());
        let mut seeds = Xoshiro256PlusPlus::seed_from_u64(seed);
        while !stop(&tally) {
            game.random_games(seeds.next_u64(), GAMES, &mut |playout| tally.record(playout));
        }
        tally
    }

    fn returns(&self, game: &dyn Any) -> Option<Vec<f32>> {
        let game = Self::position(game);
        let outcome = game.turn().outcome()?;
        Some(Seat::all(game.seats()).map(|seat| final_return(game, &outcome, seat)).collect())
    }

    fn batch(&self, game: &dyn Any, count: usize, seed: u64) -> Box<dyn AnyBatch> {
        Box::new(Batch::new(Self::position(game), count, seed))
    }
}
