//! Learning weights from self-play: fitted to the results of games, or improved by matches.

mod fit;
mod reweighted;
mod spsa;

pub use fit::{TrainingSample, fit, loss, rescaled};
pub use spsa::{Spsa, WeightPair};

use crate::{Best, Phase, Search, WeightedEvaluation, best};
use game::{Actor, Bot, Budget, Outcome, Seat, SeatSet, Team, Turn};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use reweighted::Reweighted;
use std::any::Any;
use std::marker::PhantomData;
use std::sync::Arc;

/// Self-play of a game with a weighted evaluation, for tools that do not know its type.
///
/// Every method takes a position of the game that it was made for, and panics if it is given another type. Both come from
/// the same entry of the catalogue.
pub trait Tuning: Send + Sync {
    /// See [`WeightedEvaluation::FEATURES`].
    fn features(&self) -> &'static [&'static str];

    /// See [`WeightedEvaluation::PHASES`].
    fn phases(&self) -> &'static [&'static str];

    /// See [`WeightedEvaluation::weights`].
    fn weights(&self, game: &dyn Any) -> &'static [i32];

    /// Plays one game from `game`, where all seats evaluate with `weights` plus exploration noise, and returns the training
    /// samples of its positions.
    fn training_samples(
        &self,
        game: &dyn Any,
        weights: &[i32],
        play: SelfPlay,
        seed: u64,
    ) -> Vec<TrainingSample>;

    /// The first seat of each side.
    fn sides(&self, game: &dyn Any) -> Vec<Seat>;

    /// Plays one game in which the side of `seat` evaluates with `weights` and its rivals with `others`.
    fn duel(
        &self,
        game: &dyn Any,
        seat: Seat,
        weights: &[i32],
        others: &[i32],
        play: DuelSettings,
    ) -> DuelResult;
}

/// How training games are played.
#[derive(Copy, Clone, Debug)]
pub struct SelfPlay {
    /// Nodes for an action.
    pub nodes: u64,
    /// One action out of this many is random, so that the samples also have positions that good play avoids. It should be
    /// high where a single mistake decides the game.
    pub random_action_one_in: u32,
    /// One player out of this many plays with noise on its weights: without it, all players are alike and the weights
    /// never meet a different strategy.
    pub noisy_player_one_in: u32,
}

impl SelfPlay {
    /// Suits most games.
    pub const DEFAULT: SelfPlay = SelfPlay { nodes: 200, random_action_one_in: 16, noisy_player_one_in: 2 };
}

/// How a duel is played.
#[derive(Copy, Clone, Debug)]
pub struct DuelSettings {
    /// Nodes for an action.
    pub nodes: u64,
    /// Random actions before the bots take over.
    pub opening: u32,
    /// The seed of everything random.
    pub seed: u64,
}

/// The result of a duel.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct DuelResult {
    /// The reward: 1 for a win, ½ for a draw.
    pub reward: f32,
    /// The number of actions after the opening.
    pub actions: u32,
}

impl DuelResult {
    /// The reward, of which up to `share` depends on the length: a quick win and a slow defeat count more. Where one side
    /// nearly always wins, only the length shows which weights are better.
    pub fn points(self, share: f64) -> f64 {
        /// A typical length.
        const TYPICAL: f64 = 60.0;
        let length = f64::from(self.actions);
        let lead = 2.0 * f64::from(self.reward) - 1.0;
        f64::from(self.reward) - lead * share * length / (length + TYPICAL)
    }
}

/// Implements [`Tuning`] for the game `G`: `&TuningOf::<G>(PhantomData)` is a `&'static dyn Tuning`.
#[derive(Copy, Clone, Debug, Default)]
pub struct TuningOf<G>(pub PhantomData<G>);

impl<G: WeightedEvaluation> TuningOf<G> {
    fn position(game: &dyn Any) -> &G {
        game.downcast_ref().expect("the position is of this game")
    }
}

impl<G: WeightedEvaluation> Tuning for TuningOf<G> {
    fn features(&self) -> &'static [&'static str] {
        G::FEATURES
    }

    fn phases(&self) -> &'static [&'static str] {
        G::PHASES
    }

    fn weights(&self, game: &dyn Any) -> &'static [i32] {
        Self::position(game).weights()
    }

    fn training_samples(
        &self,
        game: &dyn Any,
        weights: &[i32],
        self_play: SelfPlay,
        seed: u64,
    ) -> Vec<TrainingSample> {
        let SelfPlay { nodes, random_action_one_in, noisy_player_one_in } = self_play;
        let game = Self::position(game);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut players: Vec<Player<G>> = Vec::new();
        for seat in Seat::all(game.seats()) {
            let team = game.team(seat);
            if players.iter().all(|player| player.team != team) {
                let mut weights = weights.to_vec();
                if rng.random_ratio(1, noisy_player_one_in) {
                    add_exploration_noise(&mut weights, G::FEATURES.len(), &mut rng);
                }
                let bot = Best::new(seed.wrapping_add(players.len() as u64));
                players.push(Player { team, weights: weights.into(), bot });
            }
        }
        let opening = rng.random_range(OPENING);
        let mut observations = Vec::new();
        let outcome = play(game.clone(), &mut rng, |game, seat, played, rng| {
            if played < opening || rng.random_ratio(1, random_action_one_in) {
                return None;
            }
            let player = players.iter_mut().find(|player| player.team == game.team(seat));
            let Player { weights, bot, .. } = player.expect("every seat is of a team");
            let reweighted = Reweighted { game: game.clone(), weights: Arc::clone(weights) };
            let action = bot.choose(&reweighted, seat, &Budget::nodes(nodes));
            // Searches evaluate quiet positions only, so only these are samples.
            if !game.is_noisy(seat, &action) {
                observe(game, &mut observations);
            }
            Some(action)
        });
        let to_sample = |Observation { seat, rival, differences, phase }| TrainingSample {
            differences,
            phase,
            reward: outcome.reward(seat, SeatSet::one(rival)),
        };
        observations.into_iter().map(to_sample).collect()
    }

    fn sides(&self, game: &dyn Any) -> Vec<Seat> {
        best::sides(Self::position(game)).collect()
    }

    fn duel(
        &self,
        game: &dyn Any,
        seat: Seat,
        weights: &[i32],
        others: &[i32],
        duel: DuelSettings,
    ) -> DuelResult {
        let game = Self::position(game);
        let team = game.team(seat);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(duel.seed);
        let judged = |by: &[i32], game: &G| Reweighted { game: game.clone(), weights: by.into() };
        let start = judged(weights, game);
        let mut bots = [Best::new(duel.seed), Best::new(!duel.seed)];
        let mut actions = 0;
        let outcome = play(start, &mut rng, |reweighted, actor, played, _| {
            let [one, other] = &mut bots;
            let budget = Budget::nodes(duel.nodes);
            (played >= duel.opening).then(|| {
                actions += 1;
                match game.team(actor) == team {
                    true => one.choose(reweighted, actor, &budget),
                    false => other.choose(&judged(others, &reweighted.game), actor, &budget),
                }
            })
        });
        DuelResult { reward: outcome.reward(seat, game.rivals(seat)), actions }
    }
}

/// The number of random actions at the start of a training game.
const OPENING: std::ops::RangeInclusive<u32> = 0..=12;

/// A team in a training game: its weights, and its bot, whose tables hold values by these weights.
struct Player<G: WeightedEvaluation> {
    team: Team,
    weights: Arc<[i32]>,
    bot: Best<Reweighted<G>>,
}

/// Exploration noise: multiplies the weights of a random quarter of the features by a random factor.
fn add_exploration_noise(weights: &mut [i32], features: usize, rng: &mut Xoshiro256PlusPlus) {
    const FACTORS: [i32; 4] = [-1, 0, 2, 3];
    for feature in 0..features {
        if rng.random_ratio(1, 4) {
            let factor = FACTORS[rng.random_range(0..FACTORS.len())];
            weights[feature..].iter_mut().step_by(features).for_each(|weight| *weight *= factor);
        }
    }
}

/// A position of a training game: how the counts of a seat and a rival differ, in which phase.
struct Observation {
    seat: Seat,
    rival: Seat,
    differences: Vec<f32>,
    phase: Phase,
}

/// Plays a game to its end. `choose` is given the position, the seat to act, and how many actions were played; where it
/// returns `None` the action is random.
fn play<G: Search>(
    mut game: G,
    rng: &mut Xoshiro256PlusPlus,
    mut choose: impl FnMut(&G, Seat, u32, &mut Xoshiro256PlusPlus) -> Option<G::Action>,
) -> Outcome {
    for played in 0.. {
        let (actor, action) = match game.turn() {
            Turn::Over(outcome) => return outcome,
            Turn::Nature => (Actor::Nature, None),
            Turn::Seats(seats) => {
                let seat = seats.first().expect("a turn of seats has a seat");
                (Actor::Seat(seat), choose(&game, seat, played, rng))
            }
        };
        let action = action.unwrap_or_else(|| game.sample(actor, rng));
        game.play(actor, &action);
    }
    unreachable!("games end")
}

/// Adds an observation for each pair of sides, from the point of view of the first of the two.
fn observe<G: WeightedEvaluation>(game: &G, observations: &mut Vec<Observation>) {
    let sides: Vec<(Seat, G::Counts)> = best::sides(game).map(|seat| (seat, game.counts(seat))).collect();
    for (index, (seat, own)) in sides.iter().enumerate() {
        for (rival, other) in &sides[index + 1..] {
            let both = own.as_ref().iter().zip(other.as_ref());
            let differences = both.map(|(own, other)| (own - other) as f32).collect();
            observations.push(Observation { seat: *seat, rival: *rival, differences, phase: game.phase() });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quick_wins_and_slow_defeats_are_worth_more_and_one_s_gain_is_the_other_s_loss() {
        let points = |reward: f32, actions: u32| DuelResult { reward, actions }.points(0.5);
        assert_eq!((points(1.0, 60), points(0.0, 60), points(0.5, 60)), (0.75, 0.25, 0.5));
        assert!(points(1.0, 30) > points(1.0, 60) && points(0.0, 30) < points(0.0, 60));
        assert_eq!(DuelResult { reward: 1.0, actions: 60 }.points(0.0), 1.0);
        assert_eq!(points(1.0, 17) + points(0.0, 17), 1.0);
    }
}
