//! Checks of endgames: proofs agree with plain minimax, and a bot that has a proof wins.

use game::{Actor, Bot, Budget, Seat, Turn};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use search::{Best, Goal, Proof, Prover, Search};

/// How many positions of a sample the seat to act wins, draws and loses.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Endings {
    /// Won by the seat to act.
    pub wins: u32,
    /// Drawn.
    pub draws: u32,
    /// Lost.
    pub losses: u32,
    /// Too deep for minimax.
    pub open: u32,
    /// Known by [`Search::solved`].
    pub solved: u32,
}

/// The last `back` positions before the end of a random game.
pub fn late_positions<G: Search>(start: &G, seed: u64, back: usize) -> Vec<G> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let (mut game, mut positions) = (start.clone(), Vec::new());
    while let Turn::Seats(seats) = game.turn() {
        positions.push(game.clone());
        let seat = seats.first().expect("a turn of seats has a seat");
        let action = game.sample(Actor::Seat(seat), &mut rng);
        game.play(Actor::Seat(seat), &action);
    }
    positions.split_off(positions.len().saturating_sub(back))
}

/// Compares proofs with plain minimax, for the seat to act, in every position that minimax solves within `nodes`.
pub fn check_endings<G: Search>(positions: impl IntoIterator<Item = G>, nodes: u64) -> Endings {
    let mut endings = Endings::default();
    for game in positions {
        let Turn::Seats(seats) = game.turn() else { continue };
        let seat = seats.first().expect("a turn of seats has a seat");
        let Some(reward) = minimax(&game, seat, nodes) else {
            endings.open += 1;
            continue;
        };
        if reward == 1.0 {
            endings.wins += 1;
        } else if reward == 0.0 {
            endings.losses += 1;
        } else {
            endings.draws += 1;
        }
        if let Some(solved) = game.solved() {
            endings.solved += 1;
            let known_reward =
                solved.winner.map_or(0.5, |winner| f32::from(game.team(winner) == game.team(seat)));
            assert_eq!(known_reward, reward, "what is known at a glance: {game}");
        }
        let mut prover = Prover::new();
        for (goal, is_reached) in [(Goal::Win, reward == 1.0), (Goal::Hold, reward > 0.0)] {
            match prover.prove(&game, seat, goal, &Budget::nodes(20 * nodes), &mut 0) {
                Proof::Open => panic!("minimax knows more: {goal:?} in {game}"),
                Proof::No => assert!(!is_reached, "{goal:?} was disproven in {game}"),
                Proof::Yes(action) => {
                    assert!(is_reached, "{goal:?} was proven in {game}");
                    let mut next = game.clone();
                    next.play(Actor::Seat(seat), &action);
                    // The proof may follow a longer variation than the shortest, too deep for minimax.
                    let kept = minimax(&next, seat, nodes);
                    assert!(
                        kept.is_none_or(|kept| kept == 1.0 || (goal == Goal::Hold && kept > 0.0)),
                        "{action} in {game}"
                    );
                }
            }
        }
    }
    endings
}

/// Lets [`Best`] play on from every position in which a side is proven to win, against [`Best`] and against random actions:
/// it must win. Returns the number of these positions.
pub fn check_wins_are_kept<G: Search>(positions: impl IntoIterator<Item = G>, nodes: u64) -> u32 {
    let mut kept = 0;
    for (number, game) in (0..).zip(positions) {
        let Turn::Seats(seats) = game.turn() else { continue };
        let seat = seats.first().expect("a turn of seats has a seat");
        let budget = Budget::nodes(nodes / 2);
        let known = game.solved().and_then(|solved| solved.winner);
        let Some(winner) = known.or_else(|| proven_winner(&game, seat, &budget)) else { continue };
        kept += 1;
        for rival_is_random in [false, true] {
            let end = play_on(game.clone(), winner, nodes, number, rival_is_random);
            let outcome = end.turn().outcome().expect("a game ends");
            assert_eq!(outcome.reward(winner, end.rivals(winner)), 1.0, "seat {winner} let {game} go: {end}");
        }
    }
    kept
}

/// A seat of the side that is proven to win when `seat` is to act.
fn proven_winner<G: Search>(game: &G, seat: Seat, budget: &Budget<'_>) -> Option<Seat> {
    if let Proof::Yes(_) = Prover::new().prove(game, seat, Goal::Win, budget, &mut 0) {
        return Some(seat);
    }
    match Prover::new().prove(game, seat, Goal::Hold, budget, &mut 0) {
        Proof::No => game.rivals(seat).first(),
        Proof::Yes(_) | Proof::Open => None,
    }
}

fn play_on<G: Search>(mut game: G, winner: Seat, nodes: u64, seed: u64, rival_is_random: bool) -> G {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut bots = [Best::hand(seed), Best::hand(!seed)];
    while let Turn::Seats(seats) = game.turn() {
        let seat = seats.first().expect("a turn of seats has a seat");
        let is_winner = game.team(seat) == game.team(winner);
        let action = if rival_is_random && !is_winner {
            game.sample(Actor::Seat(seat), &mut rng)
        } else {
            bots[usize::from(is_winner)].choose(&game, seat, &Budget::nodes(nodes))
        };
        game.play(Actor::Seat(seat), &action);
    }
    game
}

/// The reward that `seat` can force between two sides, by plain minimax with increasing depth; `None` if the nodes are not
/// enough.
fn minimax<G: Search>(game: &G, seat: Seat, nodes: u64) -> Option<f32> {
    let mut left = nodes;
    (1..)
        .map_while(|depth| bounds(game, seat, depth, &mut left))
        .find_map(|(low, high)| (low == high).then_some(low))
}

/// The bounds of the reward after a search of `depth` actions; `None` if no nodes are left.
fn bounds<G: Search>(game: &G, seat: Seat, depth: u32, left: &mut u64) -> Option<(f32, f32)> {
    let actor = match game.turn() {
        Turn::Over(outcome) => {
            let reward = outcome.reward(seat, game.rivals(seat));
            return Some((reward, reward));
        }
        _ if depth == 0 => return Some((0.0, 1.0)),
        Turn::Nature => panic!("Nature acts in {game}"),
        Turn::Seats(seats) => seats.first().expect("a turn of seats has a seat"),
    };
    let is_own = game.team(actor) == game.team(seat);
    let mut actions = Vec::new();
    game.actions(actor, &mut actions);
    let mut best: Option<(f32, f32)> = None;
    for action in &actions {
        *left = left.checked_sub(1)?;
        let mut next = game.clone();
        next.play(Actor::Seat(actor), action);
        let (low, high) = bounds(&next, seat, depth - 1, left)?;
        best = Some(match best {
            None => (low, high),
            Some(best) if is_own => (best.0.max(low), best.1.max(high)),
            Some(best) => (best.0.min(low), best.1.min(high)),
        });
        if best == Some(if is_own { (1.0, 1.0) } else { (0.0, 0.0) }) {
            break;
        }
    }
    best
}
