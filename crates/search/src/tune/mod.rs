//! Weights from self-play: fitted to what became of positions, or improved by matches.

mod climb;
mod fit;
mod trial;

pub use climb::{Climb, Rivals};
pub use fit::{Lesson, fit, loss, rescaled};

use crate::{Best, Phase, Search, Weighed, best};
use game::{Actor, Bot, Budget, Outcome, Seat, SeatSet, Team, Turn};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::any::Any;
use std::marker::PhantomData;
use std::sync::Arc;
use trial::Trial;

/// Self-play of a game whose evaluation is weighed, for tools that don't know its type.
///
/// Every method takes a position of the one game that it is about, and panics when it is given anything else: both come
/// from the same catalogue entry.
pub trait Tuning: Send + Sync {
    /// See [`Weighed::FEATURES`].
    fn features(&self) -> &'static [&'static str];

    /// See [`Weighed::PHASES`].
    fn phases(&self) -> &'static [&'static str];

    /// See [`Weighed::weights`].
    fn weights(&self, game: &dyn Any) -> &'static [i32];

    /// Plays one game from `game`, all seats judging by `weights` with a whim here and there, and tells what there is to
    /// learn from it.
    fn lessons(&self, game: &dyn Any, weights: &[i32], nodes: u64, seed: u64) -> Vec<Lesson> {
        self.lessons_of(game, weights, SelfPlay { nodes, ..SelfPlay::USUAL }, seed)
    }

    /// The same, played in another way.
    fn lessons_of(&self, game: &dyn Any, weights: &[i32], play: SelfPlay, seed: u64) -> Vec<Lesson>;

    /// One seat of each side.
    fn sides(&self, game: &dyn Any) -> Vec<Seat>;

    /// Plays one game in which the side of `seat` judges by `weights` and its rivals by `others`, and tells
    /// how `seat` fared.
    fn duel(&self, game: &dyn Any, seat: Seat, weights: &[i32], others: &[i32], play: DuelPlay) -> Duelled;
}

/// How games to learn from are played.
#[derive(Copy, Clone, Debug)]
pub struct SelfPlay {
    /// Nodes for an action.
    pub nodes: u64,
    /// One action in so many is random: positions that nobody would seek must be judged too. Where one slip decides the
    /// game, they should be few.
    pub stray: u32,
    /// One player in so many has whims: who only ever meets its like never learns what beats it.
    pub whims: u32,
}

impl SelfPlay {
    /// What suits most games.
    pub const USUAL: SelfPlay = SelfPlay { nodes: 200, stray: 16, whims: 2 };
}

/// How a duel is played.
#[derive(Copy, Clone, Debug)]
pub struct DuelPlay {
    /// Nodes for an action.
    pub nodes: u64,
    /// Random actions before it begins.
    pub opening: u32,
    /// What is random.
    pub seed: u64,
}

/// What came of a duel.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Duelled {
    /// The reward: 1 for a win, ½ for a draw.
    pub reward: f32,
    /// How many actions were played after the opening.
    pub actions: u32,
}

impl Duelled {
    /// The reward, with up to `share` of it for a quick win or a slow defeat: where one side nearly always wins, only
    /// the length of games tells who plays it better.
    pub fn worth(self, share: f64) -> f64 {
        /// About as long as games are.
        const USUAL: f64 = 60.0;
        let length = f64::from(self.actions);
        let lead = 2.0 * f64::from(self.reward) - 1.0;
        f64::from(self.reward) - lead * share * length / (length + USUAL)
    }
}

/// The tuning of the game `G`: `&Tuned::<G>(PhantomData)` is a `&'static dyn Tuning`.
#[derive(Copy, Clone, Debug, Default)]
pub struct Tuned<G>(pub PhantomData<G>);

impl<G: Weighed> Tuned<G> {
    fn position(game: &dyn Any) -> &G {
        game.downcast_ref().expect("a tuning is given positions of its own game")
    }
}

impl<G: Weighed> Tuning for Tuned<G> {
    fn features(&self) -> &'static [&'static str] {
        G::FEATURES
    }

    fn phases(&self) -> &'static [&'static str] {
        G::PHASES
    }

    fn weights(&self, game: &dyn Any) -> &'static [i32] {
        Self::position(game).weights()
    }

    fn lessons_of(&self, game: &dyn Any, weights: &[i32], self_play: SelfPlay, seed: u64) -> Vec<Lesson> {
        let SelfPlay { nodes, stray, whims } = self_play;
        let game = Self::position(game);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut players: Vec<Player<G>> = Vec::new();
        for seat in Seat::all(game.seats()) {
            let team = game.team(seat);
            if players.iter().all(|player| player.team != team) {
                let mut weights = weights.to_vec();
                if rng.random_ratio(1, whims) {
                    distort(&mut weights, G::FEATURES.len(), &mut rng);
                }
                let bot = Best::new(seed.wrapping_add(players.len() as u64));
                players.push(Player { team, weights: weights.into(), bot });
            }
        }
        let opening = rng.random_range(OPENING);
        let mut seen = Vec::new();
        let outcome = play(game.clone(), &mut rng, |game, seat, played, rng| {
            if played < opening {
                return None;
            }
            if rng.random_ratio(1, stray) {
                return None;
            }
            let player = players.iter_mut().find(|player| player.team == game.team(seat));
            let Player { weights, bot, .. } = player.expect("every seat is of a team");
            let trial = Trial { game: game.clone(), weights: Arc::clone(weights) };
            let action = bot.choose(&trial, seat, &Budget::nodes(nodes));
            // Searches judge no position in which something loud is to be done.
            if !game.is_loud(seat, &action) {
                look(game, &mut seen);
            }
            Some(action)
        });
        let learn = |Sight { seat, rival, lead, phase }| Lesson {
            lead,
            phase,
            reward: outcome.reward(seat, SeatSet::one(rival)),
        };
        seen.into_iter().map(learn).collect()
    }

    fn sides(&self, game: &dyn Any) -> Vec<Seat> {
        best::sides(Self::position(game)).collect()
    }

    fn duel(&self, game: &dyn Any, seat: Seat, weights: &[i32], others: &[i32], duel: DuelPlay) -> Duelled {
        let game = Self::position(game);
        let team = game.team(seat);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(duel.seed);
        let judged = |by: &[i32], game: &G| Trial { game: game.clone(), weights: by.into() };
        let start = judged(weights, game);
        let mut bots = [Best::new(duel.seed), Best::new(!duel.seed)];
        let mut actions = 0;
        let outcome = play(start, &mut rng, |trial, actor, played, _| {
            let [one, other] = &mut bots;
            let budget = Budget::nodes(duel.nodes);
            (played >= duel.opening).then(|| {
                actions += 1;
                match game.team(actor) == team {
                    true => one.choose(trial, actor, &budget),
                    false => other.choose(&judged(others, &trial.game), actor, &budget),
                }
            })
        });
        Duelled { reward: outcome.reward(seat, game.rivals(seat)), actions }
    }
}

/// Random actions at the start of a game to learn from.
const OPENING: std::ops::RangeInclusive<u32> = 0..=12;

/// A team in a game to learn from: by what it judges, and who remembers what it has seen in that light.
struct Player<G: Weighed> {
    team: Team,
    weights: Arc<[i32]>,
    bot: Best<Trial<G>>,
}

/// Makes weights those of somebody with whims, who thinks of some features the opposite, nothing, or too much.
fn distort(weights: &mut [i32], features: usize, rng: &mut Xoshiro256PlusPlus) {
    const WHIMS: [i32; 4] = [-1, 0, 2, 3];
    for feature in 0..features {
        if rng.random_ratio(1, 4) {
            let whim = WHIMS[rng.random_range(0..WHIMS.len())];
            weights[feature..].iter_mut().step_by(features).for_each(|weight| *weight *= whim);
        }
    }
}

/// What a seat saw of a rival: how their counts differ, in which phase.
struct Sight {
    seat: Seat,
    rival: Seat,
    lead: Vec<f32>,
    phase: Phase,
}

/// Plays a game to its end. `choose` is told who is to act in what, and how many actions were played; where it has no
/// opinion the action is random.
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

/// Notes the position as each side sees every one after it: what these see is the reverse.
fn look<G: Weighed>(game: &G, seen: &mut Vec<Sight>) {
    let sides: Vec<(Seat, G::Counts)> = best::sides(game).map(|seat| (seat, game.counts(seat))).collect();
    for (index, (seat, own)) in sides.iter().enumerate() {
        for (rival, other) in &sides[index + 1..] {
            let both = own.as_ref().iter().zip(other.as_ref());
            let lead = both.map(|(own, other)| (own - other) as f32).collect();
            seen.push(Sight { seat: *seat, rival: *rival, lead, phase: game.phase() });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quick_wins_and_slow_defeats_are_worth_more_and_one_s_gain_is_the_other_s_loss() {
        let worth = |reward: f32, actions: u32| Duelled { reward, actions }.worth(0.5);
        assert_eq!((worth(1.0, 60), worth(0.0, 60), worth(0.5, 60)), (0.75, 0.25, 0.5));
        assert!(worth(1.0, 30) > worth(1.0, 60) && worth(0.0, 30) < worth(0.0, 60));
        assert_eq!(Duelled { reward: 1.0, actions: 60 }.worth(0.0), 1.0);
        assert_eq!(worth(1.0, 17) + worth(0.0, 17), 1.0);
    }
}
