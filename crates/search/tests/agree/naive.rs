//! The searches in their simplest form, without pruning or tables.

use game::{Actor, BySeat, Outcome, Seat, Turn};
use search::{Search, WIN};

/// The number of sequences of exactly `depth` actions, played one by one.
pub fn perft<G: Search>(game: &G, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let Turn::Seats(seats) = game.turn() else { return 0 };
    seats
        .iter()
        .flat_map(|seat| after_each(game, Actor::Seat(seat)))
        .map(|next| perft(&next, depth - 1))
        .sum()
}

/// The value of `game` for `own`, whose team maximises while all others minimise. Beyond `depth`, up to `quiescence` noisy
/// actions in a row are followed, unless the static evaluation is better for the side to act.
pub fn minimax<G: Search>(game: &G, own: Seat, depth: u32, quiescence: u8, ply: u32) -> i32 {
    let seat = match game.turn() {
        Turn::Over(outcome) => return value_of(game, &outcome, own, ply),
        Turn::Nature => return game.evaluate()[own],
        Turn::Seats(_) if depth == 0 && quiescence == 0 => return game.evaluate()[own],
        Turn::Seats(seats) => seats.first().unwrap(),
    };
    let mut actions = actions(game, seat);
    if depth == 0 {
        actions.retain(|action| game.is_noisy(seat, action));
    }
    let quiescence = if depth == 0 { quiescence - 1 } else { quiescence };
    let values = actions.iter().map(|action| {
        minimax(&after(game, Actor::Seat(seat), action), own, depth.saturating_sub(1), quiescence, ply + 1)
    });
    let values = values.chain((depth == 0).then(|| game.evaluate()[own]));
    if game.team(seat) == game.team(own) { values.max().unwrap() } else { values.min().unwrap() }
}

/// The values of `game` for all seats; each maximises its own, and among equals chooses the first.
pub fn maxn<G: Search>(game: &G, depth: u32, ply: u32) -> BySeat<i32> {
    let seat = match game.turn() {
        Turn::Over(outcome) => {
            return BySeat::new(game.seats(), |seat| value_of(game, &outcome, seat, ply));
        }
        Turn::Nature => return game.evaluate(),
        Turn::Seats(_) if depth == 0 => return game.evaluate(),
        Turn::Seats(seats) => seats.first().unwrap(),
    };
    let values = after_each(game, Actor::Seat(seat)).map(|next| maxn(&next, depth - 1, ply + 1));
    values.reduce(|best, other| if other[seat] > best[seat] { other } else { best }).unwrap()
}

/// The expected rewards of two sides under perfect play to the end; Nature chooses uniformly among the listed actions.
pub fn expectation<G: Search>(game: &G) -> BySeat<f64> {
    let mean = |values: Vec<BySeat<f64>>| {
        let count = values.len() as f64;
        BySeat::new(game.seats(), |seat| values.iter().map(|value| value[seat]).sum::<f64>() / count)
    };
    match game.turn() {
        Turn::Over(outcome) => {
            BySeat::new(game.seats(), |seat| f64::from(outcome.reward(seat, game.rivals(seat))))
        }
        Turn::Nature => mean(after_each(game, Actor::Nature).map(|next| expectation(&next)).collect()),
        Turn::Seats(seats) => {
            let seat = seats.first().unwrap();
            let values = after_each(game, Actor::Seat(seat)).map(|next| expectation(&next));
            values.reduce(|best, other| if other[seat] > best[seat] { other } else { best }).unwrap()
        }
    }
}

/// The positions after each action of `actor`, in listed order; Nature's actions are those that a seat would have.
pub fn after_each<G: Search>(game: &G, actor: Actor) -> impl Iterator<Item = G> {
    let seat = match actor {
        Actor::Seat(seat) => seat,
        Actor::Nature => Seat(0),
    };
    actions(game, seat).into_iter().map(move |action| after(game, actor, &action))
}

/// The listed actions of `seat`.
pub fn actions<G: Search>(game: &G, seat: Seat) -> Vec<G::Action> {
    let mut actions = Vec::new();
    game.actions(seat, &mut actions);
    actions
}

/// The position after an action.
pub fn after<G: Search>(game: &G, actor: Actor, action: &G::Action) -> G {
    let mut next = game.clone();
    next.apply(actor, action).expect("the action is legal");
    next
}

/// A reward of 1 is a win, 0 a defeat; anything between has the value of an evaluation with that chance.
fn value_of<G: Search>(game: &G, outcome: &Outcome, seat: Seat, ply: u32) -> i32 {
    let reward = outcome.reward(seat, game.rivals(seat));
    match reward {
        1.0 => WIN - ply as i32,
        0.0 => ply as i32 - WIN,
        _ => (1000.0 * (reward / (1.0 - reward)).ln()).round() as i32,
    }
}
