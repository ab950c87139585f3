//! The values of searches by depth are those of the naive ones.

use crate::naive;
use crate::random_tree::{self, RandomTree};
use crate::tictactoe::TicTacToe;
use game::{Actor, Budget, Game, NoOptions, Seat, Turn};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use search::{AlphaBeta, AlphaBetaOptions, MaxN, Search, SearchResult};
use testkit::tiny::{Envelopes, Pebbles, PebblesOptions, Teams};

/// Positions from random games that begin at each of `openings`, the openings among them.
fn positions<G: Search>(openings: impl IntoIterator<Item = G>, games: u64) -> Vec<(G, Seat)> {
    let mut positions: Vec<(G, Seat)> = Vec::new();
    for (number, opening) in openings.into_iter().enumerate() {
        for seed in 0..games {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed << 32 | number as u64);
            let mut game = opening.clone();
            loop {
                match game.turn() {
                    Turn::Seats(seats) => positions.extend(seats.iter().map(|seat| (game.clone(), seat))),
                    Turn::Nature => {}
                    Turn::Over(_) => break,
                }
                game.rollout(1, &mut rng);
            }
        }
    }
    positions
}

/// The found action has the value that the search returns, and no other action has a higher one.
fn check<G: Search>(game: &G, seat: Seat, found: &SearchResult<G::Action>, value: impl Fn(&G) -> i32) {
    let best = naive::after_each(game, Actor::Seat(seat)).map(|next| value(&next)).max().unwrap();
    assert_eq!(found.value, best, "{game}, seat {seat}: {found:?}");
    assert_eq!(
        value(&naive::after(game, Actor::Seat(seat), &found.action)),
        best,
        "{game}, seat {seat}: {found:?}"
    );
}

fn alphabeta_agrees<G: Search>(positions: &[(G, Seat)], max_depth: u32) {
    alphabeta_agrees_in(AlphaBetaOptions::EXACT, positions, max_depth);
}

fn alphabeta_agrees_in<G: Search>(options: AlphaBetaOptions, positions: &[(G, Seat)], max_depth: u32) {
    let bot = |seed, depth| AlphaBeta::new(seed).with_max_depth(depth).with_options(options);
    // One bot for all positions: entries of an earlier search must not change a later one.
    let mut bots: Vec<AlphaBeta<G>> = (0..=max_depth).map(|depth| bot(7, depth)).collect();
    let all = Budget::nodes(u64::MAX);
    for (game, seat) in positions {
        for depth in 1..=max_depth {
            let found = bots[depth as usize].search(game, *seat, &all);
            check(game, *seat, &found, |next| naive::minimax(next, *seat, depth - 1, options.quiescence, 1));
            let fresh = bot(depth.into(), depth).search(game, *seat, &all);
            assert_eq!(fresh.value, found.value, "{game}, seat {seat}, depth {depth}");
            let rated = bots[depth as usize].rate(game, *seat, &all);
            assert_eq!(rated.len() as u64, game.count(*seat));
            for (action, value) in rated {
                let next = naive::after(game, Actor::Seat(*seat), &action);
                assert_eq!(
                    value,
                    naive::minimax(&next, *seat, depth - 1, options.quiescence, 1),
                    "{game}, {action}"
                );
            }
        }
    }
}

fn maxn_agrees<G: Search>(positions: &[(G, Seat)], max_depth: u32) {
    for (game, seat) in positions {
        for depth in 1..=max_depth {
            let mut bot = MaxN::new(7).with_max_depth(depth);
            let found = bot.search(game, *seat, &Budget::nodes(u64::MAX));
            check(game, *seat, &found, |next| naive::maxn(next, depth - 1, 1)[*seat]);
        }
    }
}

fn random_trees(seats: u8, teams: random_tree::Teams) -> impl Iterator<Item = RandomTree> {
    (0..40).map(move |maze| RandomTree::new(maze, seats, teams))
}

fn pebbles(seats: u8, teams: Teams) -> impl Iterator<Item = Pebbles> {
    let opening = Pebbles::new(&PebblesOptions { teams, ..PebblesOptions::default() }, seats).unwrap();
    (1..=12).map(move |heap| opening.with_heap(heap))
}

fn envelopes() -> impl Iterator<Item = Envelopes> {
    (2..=3).map(|seats| Envelopes::new(&NoOptions {}, seats).unwrap())
}

#[test]
fn alphabeta_is_minimax_in_tictactoe() {
    let late =
        positions([TicTacToe::opening()], 12).into_iter().filter(|(game, _)| naive::perft(game, 1) <= 6);
    alphabeta_agrees(&late.collect::<Vec<_>>(), 6);
    alphabeta_agrees(&positions([TicTacToe::opening()], 1), 4);
}

#[test]
fn alphabeta_is_minimax_without_alternation() {
    alphabeta_agrees(&positions(random_trees(2, random_tree::Teams::Alone), 2), 6);
    alphabeta_agrees(&positions(pebbles(2, Teams::Alone), 2), 14);
}

#[test]
fn alphabeta_is_minimax_between_teams() {
    alphabeta_agrees(&positions(random_trees(4, random_tree::Teams::Pairs), 2), 6);
    alphabeta_agrees(&positions(pebbles(4, Teams::Pairs), 2), 14);
}

#[test]
fn alphabeta_is_paranoid_among_many() {
    alphabeta_agrees(&positions(random_trees(3, random_tree::Teams::Alone), 2), 6);
    alphabeta_agrees(&positions(random_trees(4, random_tree::Teams::Alone), 1), 6);
    alphabeta_agrees(&positions(pebbles(3, Teams::Alone), 2), 14);
}

#[test]
fn alphabeta_stops_where_nature_acts_and_takes_simultaneous_seats_in_turn() {
    alphabeta_agrees(&positions(envelopes(), 4), 4);
}

#[test]
fn quiescence_search_agrees_with_a_naive_one() {
    for quiescence in 1..=3 {
        let options = AlphaBetaOptions { quiescence, ..AlphaBetaOptions::EXACT };
        alphabeta_agrees_in(options, &positions(random_trees(2, random_tree::Teams::Alone), 1), 5);
        alphabeta_agrees_in(options, &positions(random_trees(3, random_tree::Teams::Alone), 1), 4);
        alphabeta_agrees_in(options, &positions(random_trees(4, random_tree::Teams::Pairs), 1), 4);
    }
}

#[test]
fn maxn_is_naive_maxn() {
    maxn_agrees(&positions(random_trees(2, random_tree::Teams::Alone), 1), 5);
    maxn_agrees(&positions(random_trees(3, random_tree::Teams::Alone), 2), 5);
    maxn_agrees(&positions(random_trees(4, random_tree::Teams::Pairs), 1), 5);
    maxn_agrees(&positions(pebbles(3, Teams::Alone), 2), 12);
    maxn_agrees(&positions(envelopes(), 4), 4);
    maxn_agrees(&positions([TicTacToe::opening()], 2), 3);
}
