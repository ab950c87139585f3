//! Games between two ways to judge and to search, at equal time.

use super::Network;
use crate::{Best, NetworkSearch, Search};
use game::{Actor, Budget, Seat, Turn};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use std::sync::Arc;

/// A player of a duel.
#[derive(Clone, Default)]
pub struct DuelPlayer {
    /// The network that judges; the evaluation of the game if there is none.
    pub network: Option<Arc<Network>>,
    /// How it searches; `None` is as `hand` or `best` do.
    pub search: Option<NetworkSearch>,
}

/// How much the players may think for an action.
#[derive(Copy, Clone, Debug)]
pub enum DuelLimit {
    /// So many nodes.
    Nodes(u64),
    /// So many seconds of the duel's clock.
    Seconds(f64),
}

/// What a player spent.
#[derive(Copy, Clone, Debug, Default)]
pub struct DuelEffort {
    /// Actions with a choice.
    pub actions: u64,
    /// Nodes searched.
    pub nodes: u64,
    /// Seconds thought.
    pub seconds: f64,
    /// Depths, added up.
    pub depth: u64,
}

/// How a game of a duel ended.
#[derive(Copy, Clone, Debug)]
pub struct NetworkDuel {
    /// The share of rivals that the first player beat.
    pub reward: f64,
    /// Its share of the first place.
    pub first: f64,
    /// What each of the two spent.
    pub efforts: [DuelEffort; 2],
}

/// One game: the first player has the side of `seat`, the second all others. `clock` tells the seconds that the thread has
/// worked so far.
pub(crate) fn duel<G: Search>(
    start: &G,
    players: [&DuelPlayer; 2],
    seat: Seat,
    limit: DuelLimit,
    opening: u32,
    seed: u64,
    clock: &(dyn Fn() -> f64 + Sync),
) -> NetworkDuel {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut game = start.clone();
    game.rollout(opening, &mut rng);
    let mut bots = players.map(|player| {
        let mut bot = Best::<G>::hand(seed ^ u64::from(player.network.is_some()));
        if let Some(network) = &player.network {
            bot = bot.with_network(Arc::clone(network));
        }
        if let Some(search) = player.search {
            bot = bot.with_search(search);
        }
        bot
    });
    let mut efforts = [DuelEffort::default(); 2];
    loop {
        let (actor, action) = match game.turn() {
            Turn::Over(outcome) => {
                let reward = |seat: Seat| outcome.reward(seat, game.rivals(seat));
                let best = Seat::all(game.seats()).map(reward).fold(0.0, f32::max);
                let firsts = Seat::all(game.seats()).filter(|seat| reward(*seat) == best);
                let teams: std::collections::BTreeSet<_> = firsts.map(|seat| game.team(seat)).collect();
                let first = if teams.contains(&game.team(seat)) { 1.0 / teams.len() as f64 } else { 0.0 };
                return NetworkDuel { reward: reward(seat).into(), first, efforts };
            }
            Turn::Nature => (Actor::Nature, game.sample(Actor::Nature, &mut rng)),
            Turn::Seats(seats) => {
                let actor = seats.first().expect("a turn of seats has a seat");
                let who = usize::from(game.team(actor) != game.team(seat));
                let action = match game.count(actor) {
                    1 => game.sample(Actor::Seat(actor), &mut rng),
                    _ => think(&mut bots[who], &game, actor, limit, clock, &mut efforts[who]),
                };
                (Actor::Seat(actor), action)
            }
        };
        game.play(actor, &action);
    }
}

fn think<G: Search>(
    bot: &mut Best<G>,
    game: &G,
    seat: Seat,
    limit: DuelLimit,
    clock: &(dyn Fn() -> f64 + Sync),
    effort: &mut DuelEffort,
) -> G::Action {
    let started = clock();
    let found = match limit {
        DuelLimit::Nodes(nodes) => bot.search(game, seat, &Budget::nodes(nodes)),
        DuelLimit::Seconds(seconds) => {
            let is_over = || clock() - started >= seconds;
            let used = || (clock() - started) / seconds;
            bot.search(game, seat, &Budget::until(&is_over).with_time_used(&used))
        }
    };
    effort.actions += 1;
    effort.nodes += found.nodes;
    effort.seconds += clock() - started;
    effort.depth += u64::from(found.depth.min(60));
    found.action
}
