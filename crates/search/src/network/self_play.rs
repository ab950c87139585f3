//! Games from which networks learn.

use super::{InputShape, Inputs, Network};
use crate::{Best, Search};
use game::{Actor, Budget, Seat, Turn};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::sync::Arc;

/// How the games are played.
#[derive(Clone)]
pub struct NetworkPlay {
    /// The network that judges; the evaluation of the game if there is none.
    pub network: Option<Arc<Network>>,
    /// Nodes for an action.
    pub nodes: u64,
    /// The most random actions at the beginning.
    pub opening: u32,
    /// One action out of this many is random, so that the network also sees what only a search sees.
    pub random_action_one_in: u32,
}

/// The positions of a game as records of fixed size: see `docs/networks.md`.
#[derive(Clone, Debug, Default)]
pub struct NetworkSamples {
    /// The records.
    pub bytes: Vec<u8>,
    /// How many.
    pub count: u64,
}

/// What 1.0 is for a share of rivals beaten.
const WHOLE_REWARD: f32 = 240.0;

impl NetworkSamples {
    /// The size of a record in bytes.
    pub fn record_size(shape: &InputShape) -> usize {
        2 * shape.slots + 6 + shape.outputs.next_multiple_of(2)
    }
}

/// The middle of a record: what is known before the game is over.
struct Noted {
    inputs: Inputs,
    value: i32,
    hand: i32,
    is_noisy: bool,
}

impl NetworkPlay {
    /// Plays one game from `start`, and returns its positions.
    pub fn play<G: Search>(&self, start: &G, seed: u64) -> NetworkSamples {
        let shape = start.input_shape().expect("the game has inputs for networks");
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut bot = Best::<G>::hand(seed);
        if let Some(network) = &self.network {
            bot = bot.with_network(Arc::clone(network));
        }
        let mut game = start.clone();
        let random = rng.random_range(0..=self.opening);
        let mut noted = Vec::new();
        for played in 0_u32.. {
            let (actor, action) = match game.turn() {
                Turn::Over(_) => break,
                Turn::Nature => (Actor::Nature, game.sample(Actor::Nature, &mut rng)),
                Turn::Seats(seats) => {
                    let seat = seats.first().expect("a turn of seats has a seat");
                    let mut action = game.sample(Actor::Seat(seat), &mut rng);
                    if played >= random && game.count(seat) > 1 {
                        let found = bot.search(&game, seat, &Budget::nodes(self.nodes));
                        let mut inputs = Inputs::EMPTY;
                        game.list_inputs(&mut inputs);
                        noted.push(Noted {
                            is_noisy: game.is_noisy(seat, &found.action),
                            value: found.value,
                            hand: game.evaluate()[seat],
                            inputs,
                        });
                        if !rng.random_ratio(1, self.random_action_one_in) {
                            action = found.action;
                        }
                    }
                    (Actor::Seat(seat), action)
                }
            };
            game.play(actor, &action);
        }
        let mut samples = NetworkSamples { bytes: Vec::new(), count: noted.len() as u64 };
        noted.iter().for_each(|noted| write(noted, &game, &shape, &mut samples.bytes));
        samples
    }
}

/// Writes a record of a game that is over.
fn write<G: Search>(noted: &Noted, end: &G, shape: &InputShape, out: &mut Vec<u8>) {
    let Turn::Over(outcome) = end.turn() else { unreachable!("the game is over") };
    let rows = noted.inputs.rows().iter().copied();
    for row in rows.chain(std::iter::repeat(shape.rows as u16)).take(shape.slots) {
        out.extend(row.to_le_bytes());
    }
    out.extend([noted.inputs.bucket, u8::from(noted.is_noisy)]);
    for value in [noted.value, noted.hand] {
        out.extend((value.clamp(-32_000, 32_000) as i16).to_le_bytes());
    }
    for ahead in 0..shape.outputs.next_multiple_of(2) {
        let seat = Seat((noted.inputs.seat.0 + ahead as u8) % end.seats());
        let reward = outcome.reward(seat, end.rivals(seat));
        out.push(if ahead < shape.outputs { (WHOLE_REWARD * reward).round() as u8 } else { 0 });
    }
}
