//! Bots choose what is known to be best.

use crate::naive;
use crate::random_tree::{Path, RandomTree, Teams};
use crate::tictactoe::{Mark, TicTacToe};
use game::{Actor, Bot, BotSpec, Budget, Game, NoOptions, Seat, Turn};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use search::{AlphaBeta, AlphaBetaOptions, Greedy, MaxN, Mcts, Random, Search, WIN};
use std::collections::HashSet;
use testkit::tiny::{Envelopes, EnvelopesAction, Pebbles, PebblesOptions};

const PEBBLES_BOTS: &[BotSpec<Pebbles>] = &search::standard();
const TICTACTOE_BOTS: &[BotSpec<TicTacToe>] = &search::two_sided();

/// Positions, and all the cells where the seat to act loses nothing.
const PUZZLES: [(&str, &[u8]); 6] = [
    ("... ... ...", &[0, 1, 2, 3, 4, 5, 6, 7, 8]),
    ("x.. ... ...", &[4]),          // only the centre holds against a corner
    ("x.. .o. ..x", &[1, 3, 5, 7]), // a corner loses against two corners
    ("xx. .o. ...", &[2]),          // stop the line
    ("xx. oo. ...", &[2]),          // complete a line rather than stop one
    ("x.o .x. ..o", &[5]),          // stop the line, and win with two of one's own
];

/// The plain algorithm, because evaluations mislead in these games, with a little less exploration.
fn plain<G: Search>(seed: u64) -> Mcts<G> {
    Mcts::plain(seed).with_exploration(0.8)
}

#[test]
fn mcts_finds_the_moves_that_hold() {
    for (diagram, good) in PUZZLES {
        let game = TicTacToe::diagram(diagram);
        let seat = game.next();
        let worth = |action: &Mark| {
            let next = naive::after(&game, Actor::Seat(seat), action);
            naive::minimax(&next, seat, 9, 0, 1).signum()
        };
        let actions = naive::actions(&game, seat);
        let best = actions.iter().map(worth).max().unwrap();
        let solved: Vec<u8> =
            actions.iter().filter(|action| worth(action) == best).map(|cell| cell.0).collect();
        assert_eq!(solved, good, "{diagram}");
        for seed in 0..3 {
            for mut bot in [Mcts::new(seed), plain(seed), plain(seed).with_cut_off(2)] {
                let found = bot.search(&game, seat, &Budget::nodes(3000));
                assert!(good.contains(&found.action.0), "{diagram}: {found:?}");
            }
        }
    }
}

#[test]
fn mcts_converges_on_what_perfect_play_expects() {
    let (mut checked, mut with_nature) = (0, 0);
    for maze in 0..240 {
        let (seats, teams) = if maze % 2 == 0 { (2, Teams::Alone) } else { (4, Teams::Pairs) };
        let game = RandomTree::new(maze / 2, seats, teams).at(16);
        let Turn::Seats(acting) = game.turn() else { continue };
        let seat = acting.first().unwrap();
        let expect =
            |action: &Path| naive::expectation(&naive::after(&game, Actor::Seat(seat), action))[seat];
        let mut values: Vec<f64> = naive::actions(&game, seat).iter().map(expect).collect();
        values.sort_by(f64::total_cmp);
        values.dedup();
        // Chance may decide between near equals, and there is nothing to find where all are equal.
        let [.., second, best] = values[..] else { continue };
        if best - second < 0.15 {
            continue;
        }
        let found = plain(maze).search(&game, seat, &Budget::nodes(4000));
        assert_eq!(expect(&found.action), best, "{game}: {found:?} of {values:?}");
        checked += 1;
        with_nature += u32::from((maze / 2).is_multiple_of(4));
    }
    assert!(checked >= 30 && with_nature >= 5, "{checked} checked, {with_nature} with Nature");
}

#[test]
fn mcts_looks_beyond_what_nature_does() {
    let mut game = Envelopes::new(&NoOptions {}, 2).unwrap();
    game.apply(Actor::Nature, &EnvelopesAction::Prize(3)).unwrap();
    // Two bids, a prize, two bids: the tree reaches the second round of bids.
    assert!(Mcts::new(1).search(&game, Seat(0), &Budget::nodes(3000)).depth >= 5);
}

#[test]
fn the_last_to_bid_outbids_what_was_sealed() {
    let mut game = Envelopes::new(&NoOptions {}, 2).unwrap();
    for (prize, bids) in [(1, [0, 0]), (1, [0, 0])] {
        game.apply(Actor::Nature, &EnvelopesAction::Prize(prize)).unwrap();
        for (seat, bid) in [Seat(1), Seat(0)].into_iter().zip(bids) {
            game.apply(Actor::Seat(seat), &EnvelopesAction::Bid(bid)).unwrap();
        }
    }
    game.apply(Actor::Nature, &EnvelopesAction::Prize(6)).unwrap();
    // The higher seat has sealed its bid; the lower one must bid more.
    game.apply(Actor::Seat(Seat(1)), &EnvelopesAction::Bid(3)).unwrap();
    let budget = Budget::nodes(500);
    assert_eq!(Mcts::new(1).search(&game, Seat(0), &budget).action, EnvelopesAction::Bid(4));
    let found = AlphaBeta::new(1).search(&game, Seat(0), &budget);
    assert_eq!((found.action, found.value), (EnvelopesAction::Bid(4), WIN - 1));
    assert_eq!(MaxN::new(1).search(&game, Seat(0), &budget).action, EnvelopesAction::Bid(4));
}

#[test]
fn a_seat_that_is_not_the_first_of_several_is_answered_for_itself() {
    let mut game = Envelopes::new(&NoOptions {}, 3).unwrap();
    game.apply(Actor::Nature, &EnvelopesAction::Prize(6)).unwrap();
    game.apply(Actor::Seat(Seat(1)), &EnvelopesAction::Bid(4)).unwrap();
    for bot in search::standard::<Envelopes>() {
        if bot.seats.contains(&3) {
            let action = (bot.make)(3).choose(&game, Seat(2), &Budget::nodes(300));
            naive::after(&game, Actor::Seat(Seat(2)), &action);
        }
    }
}

#[test]
fn alphabeta_solves_tictactoe_and_sees_the_quickest_win() {
    let all = Budget::nodes(u64::MAX);
    let found =
        AlphaBeta::new(0).with_options(AlphaBetaOptions::EXACT).search(&TicTacToe::opening(), Seat(0), &all);
    assert_eq!((found.value, found.depth), (0, 9));
    let fork = TicTacToe::diagram("x.. .o. .ox");
    assert_eq!(AlphaBeta::new(0).search(&fork, fork.next(), &Budget::nodes(100_000)).action, Mark(1));
    let won = TicTacToe::diagram("x.x ... o.o");
    let found = AlphaBeta::new(0).search(&won, Seat(0), &Budget::nodes(100_000));
    assert_eq!((found.action, found.value, found.depth), (Mark(1), WIN - 1, 1));
}

#[test]
fn greedy_takes_what_looks_best_and_varies_among_equals() {
    let choose = |seed, diagram: &str| {
        let game = TicTacToe::diagram(diagram);
        Greedy::new(seed).choose(&game, game.next(), &Budget::nodes(100))
    };
    assert!((0..20).all(|seed| choose(seed, "......... ") == Mark(4)), "four lines cross in the centre");
    assert!(
        (0..20).all(|seed| choose(seed, "xx. oo. ...") == Mark(2)),
        "a win looks better than any estimate"
    );
    let corners: HashSet<u8> = (0..40).map(|seed| choose(seed, "....x....").0).collect();
    assert_eq!(corners, HashSet::from([0, 2, 6, 8]));
}

#[test]
fn random_plays_everything() {
    let mut bot = Random::new(4);
    let game = TicTacToe::diagram("x.. .o. ...");
    let seen: HashSet<u8> = (0..200).map(|_| bot.choose(&game, Seat(0), &Budget::nodes(0)).0).collect();
    assert_eq!(seen, HashSet::from([1, 2, 3, 5, 6, 7, 8]));
}

/// Plays a game between bots, one for each seat.
fn play<G: Search>(game: &G, bots: &mut [Box<dyn Bot<G>>], nodes: u64) -> game::Outcome {
    let (mut game, mut rng) = (game.clone(), Xoshiro256PlusPlus::seed_from_u64(0));
    loop {
        match game.turn() {
            Turn::Over(outcome) => return outcome,
            Turn::Nature => {
                game.rollout(1, &mut rng);
            }
            Turn::Seats(seats) => {
                let seat = seats.first().unwrap();
                let action = bots[seat.index()].choose(&game, seat, &Budget::nodes(nodes));
                game.apply(Actor::Seat(seat), &action).expect("a bot acts legally");
            }
        }
    }
}

#[test]
fn thinking_beats_chance() {
    for id in ["mcts", "alphabeta"] {
        let make = TICTACTOE_BOTS.iter().find(|bot| bot.id == id).unwrap().make;
        for seed in 0..20 {
            let thinker = Seat(seed as u8 % 2);
            let mut bots: Vec<Box<dyn Bot<TicTacToe>>> = vec![make(seed), Box::new(Random::new(seed))];
            bots.rotate_left(thinker.index());
            let outcome = play(&TicTacToe::opening(), &mut bots, 1500);
            assert_eq!(outcome.place(thinker), 1, "{id} lost as seat {thinker}, seed {seed}");
        }
    }
}

#[test]
fn standard_bots_play_whole_games_at_their_numbers_of_seats() {
    let ids: Vec<&str> = PEBBLES_BOTS.iter().map(|bot| bot.id).collect();
    assert_eq!(ids[..8], ["random", "greedy", "uct", "mcts", "alphabeta", "paranoid", "maxn", "best"]);
    assert_eq!(ids[8..16], [1, 2, 3, 4, 5, 6, 7, 8].map(|level| format!("level{level}")));
    assert!(ids[16..].iter().all(|id| id.contains(':')), "{ids:?}");
    for seats in 2..=4 {
        let game = Pebbles::new(&PebblesOptions::default(), seats).unwrap();
        for bot in PEBBLES_BOTS.iter().filter(|bot| bot.seats.contains(&seats)) {
            let mut bots: Vec<_> = (0..seats).map(|seat| (bot.make)(seat.into())).collect();
            let outcome = play(&game, &mut bots, 40);
            assert_eq!(outcome.places().iter().filter(|(_, place)| **place > 1).count(), 1, "{}", bot.id);
        }
    }
    let at = |seats: u8| PEBBLES_BOTS.iter().filter(|bot| bot.seats.contains(&seats)).count();
    assert_eq!((at(2), at(3), at(4)), (20, 21, 21));
}
