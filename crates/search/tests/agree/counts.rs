//! Counting and measuring.

use crate::naive;
use crate::random_tree::{RandomTree, Teams};
use crate::tictactoe::TicTacToe;
use game::{Actor, Game, NoOptions, Seat};
use search::{AnySearch, NatureActs, Players, SearchOf, Tally, divide, game_stats, perft, sample_playouts};
use std::marker::PhantomData;
use testkit::tiny::{Envelopes, EnvelopesAction, Pebbles, PebblesOptions};

const SEARCH: &dyn AnySearch = &SearchOf::<TicTacToe>(PhantomData);

fn bidding() -> Envelopes {
    let mut game = Envelopes::new(&NoOptions {}, 2).unwrap();
    game.apply(Actor::Nature, &EnvelopesAction::Prize(3)).unwrap();
    game
}

#[test]
fn perft_of_tictactoe_is_the_known_one() {
    let counts: Vec<u64> = (0..=10).map(|depth| perft(&TicTacToe::opening(), depth).unwrap()).collect();
    assert_eq!(counts, [1, 9, 72, 504, 3024, 15_120, 54_720, 148_176, 200_448, 127_872, 0]);
}

#[test]
fn bulk_perft_is_naive_perft() {
    let pebbles = Pebbles::new(&PebblesOptions::default(), 3).unwrap();
    for depth in 0..=12 {
        assert_eq!(perft(&pebbles, depth), Ok(naive::perft(&pebbles, depth)), "{depth}");
    }
    // Mazes without Nature.
    for maze in (0..40).filter(|maze| maze % 4 != 0) {
        let random_tree = RandomTree::new(maze, 3, Teams::Alone);
        for depth in 0..=7 {
            assert_eq!(perft(&random_tree, depth), Ok(naive::perft(&random_tree, depth)), "{maze}, {depth}");
        }
    }
}

#[test]
fn a_game_that_is_over_has_only_the_empty_sequence() {
    let over = TicTacToe::diagram("xxx oo. ...");
    assert_eq!((perft(&over, 0), perft(&over, 1), perft(&over, 2)), (Ok(1), Ok(0), Ok(0)));
    assert_eq!(divide(&over, 3), Ok(Vec::new()));
}

#[test]
fn seats_that_act_at_once_are_counted_in_both_orders() {
    // Five bids each.
    assert_eq!((perft(&bidding(), 1), perft(&bidding(), 2)), (Ok(10), Ok(50)));
    let first = divide(&bidding(), 2).unwrap();
    assert_eq!(first.iter().map(|division| division.sequences).collect::<Vec<_>>(), [5; 10]);
    let named = SearchOf::<Envelopes>(PhantomData).divide(&bidding(), 2).unwrap();
    assert_eq!((named[0].0.as_str(), named[9].0.as_str()), ("0 bid 0", "1 bid 4"));
}

#[test]
fn nature_is_not_counted_through() {
    assert_eq!(perft(&bidding(), 3), Err(NatureActs));
    let offering = Envelopes::new(&NoOptions {}, 2).unwrap();
    assert_eq!((perft(&offering, 0), perft(&offering, 1)), (Ok(1), Err(NatureActs)));
    assert_eq!(divide(&offering, 1), Err(NatureActs));
}

#[test]
fn divisions_add_up() {
    let game = TicTacToe::diagram("x.. .o. ...");
    for depth in 1..=5 {
        let divisions = SEARCH.divide(&game, depth).unwrap();
        let names: Vec<&str> = divisions.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["1", "2", "3", "5", "6", "7", "8"]);
        let sum = divisions.iter().map(|(_, sequences)| sequences).sum();
        assert_eq!(SEARCH.perft(&game, depth), Ok(sum));
    }
    assert_eq!(SEARCH.divide(&game, 0), Ok(Vec::new()));
}

#[test]
fn a_tally_counts_every_seat_of_every_playout() {
    let mut asked = Vec::new();
    let tally = SEARCH.sample_playouts(&TicTacToe::opening(), 5, &mut |tally| {
        asked.push(tally.playouts);
        tally.playouts >= 1000
    });
    assert_eq!(asked, [0, 256, 512, 768, 1024]);
    assert_eq!((tally.playouts, tally.shortest, tally.longest), (1024, 5, 9));
    let [first, second] = [tally.placed[Seat(0)], tally.placed[Seat(1)]];
    let draws = first[0] + second[0] - 1024;
    assert_eq!(first[..3], [1024 - second[0] + draws, second[0] - draws, 0]);
    assert_eq!(second[..3], [1024 - first[0] + draws, first[0] - draws, 0]);
    // Of random games the first seat wins about 585 in 1000, and 127 are drawn.
    assert!((560..640).contains(&(first[0] - draws)) && (90..170).contains(&draws), "{tally:?}");

    let again = sample_playouts(&TicTacToe::opening(), 5, &mut |tally| tally.playouts >= 512);
    let mut sum = Tally::new(2);
    sum.add(&again);
    sum.add(&again);
    assert_eq!((sum.playouts, sum.actions), (1024, 2 * again.actions));
    assert_eq!(sum.placed[Seat(1)][1], 2 * again.placed[Seat(1)][1]);
    assert_eq!((sum.shortest, sum.longest), (again.shortest, again.longest));
}

#[test]
fn statistics_count_choices_and_ends() {
    // No seat can win before the board is full: two choices, then one.
    let endgame = SEARCH.game_stats(&TicTacToe::diagram("xox .o. oxx"), 1, Players::Random, 50);
    assert_eq!((endgame.branching(), endgame.tally.playouts), (1.5, 50));
    assert_eq!(endgame.ties + endgame.tally.placed[Seat(0)][1] + endgame.tally.placed[Seat(1)][1], 50);
    assert_eq!(game_stats(&TicTacToe::diagram("xxx oo. ..."), 1, Players::Random, 10).branching(), 0.0);
    // One seat after the other seals at most four beans, fewer later on.
    let bids = game_stats(&bidding(), 1, Players::Random, 200).branching();
    assert!((2.0..5.0).contains(&bids), "{bids}");
    // A bot that looks one action ahead completes a line.
    let greedy = game_stats(&TicTacToe::diagram("xx. oo. ..."), 1, Players::Greedy, 50);
    assert!(greedy.tally.placed[Seat(0)][0] > 0 && greedy.tally.longest <= 5);
}
