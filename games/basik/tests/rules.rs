//! The rulebook, article by article: a position, an action, and the position after it or the refusal.

mod leaving;
mod play;

use basik::{Action, Basik};
use game::{Actor, Game, NoOptions, Seat, SeatSet, Turn, Viewer};
use play::{Spot, are_neighbours, cells, names, share_a_side};
use play::{act, after_quiet, cases, listed, opening, over, position, refuses, to_act};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

#[test]
fn b1_board_and_pawns() {
    for (seats, text) in [
        (2, "..../..../..../.... r 20,20"),
        (3, "...../...../...../...../..... r 20,20,20"),
        (4, "...../...../...../...../..... r 16,16,16,16"),
    ] {
        assert_eq!(opening(seats), position(text));
    }
    for seats in [0, 1, 5, 6, u8::MAX] {
        assert_eq!(Basik::new(&NoOptions {}, seats).unwrap_err().article, "B1");
    }
    cases(
        "
        # Two seats have no fifth column and no fifth row.
        ...r3/..../..../...b1 r 17,19 | e1    | B1 e1
        ...r3/..../..../...b1 r 17,19 | a5    | B1 a5
        ...r3/..../..../...b1 r 17,19 | d4-e5 | B1 e5
        ...r3/..../..../...b1 r 17,19 | e5+d4 | B1 e5
        ...r3/..../..../...b1 r 17,19 | d4xd5 | B1 d5
        ",
    );
}

#[test]
fn b2_the_turn_goes_clockwise_from_seat_0() {
    for (seats, order) in [(2, "rbrb"), (3, "rbyrby"), (4, "rbygrbyg")] {
        let mut game = opening(seats);
        for (turn, colour) in order.chars().enumerate() {
            assert_eq!(game.turn(), Turn::Seats(SeatSet::one(Seat(turn as u8 % seats))));
            assert_eq!(game.to_string().split(' ').nth(1), Some(&*colour.to_string()));
            let place = ["a1", "c1", "a3", "c3", "b4", "d4", "d2", "b2"][turn];
            for other in Seat::all(seats).filter(|seat| seat.0 != turn as u8 % seats) {
                let refusal = game.apply(Actor::Seat(other), &place.parse().unwrap()).unwrap_err();
                assert_eq!(refusal.article, "B2");
            }
            assert_eq!(game.apply(Actor::Nature, &place.parse().unwrap()).unwrap_err().article, "B2");
            act(&mut game, place);
        }
    }
}

/// B3: the neighbours of a cell are where its pile can go; its side-neighbours are what closes it.
#[test]
fn b3_neighbours_and_side_neighbours_of_every_cell() {
    for (side, reserves) in [(4, "15,15"), (5, "15,15,15"), (5, "11,11,11,11")] {
        let draw = |pile: &dyn Fn(Spot) -> &'static str| {
            let row = |row| (0..side).map(|column| pile((column, row))).collect::<String>();
            let rows: Vec<String> = (0..side).rev().map(row).collect();
            position(&format!("{} r {reserves}", rows.join("/")))
        };
        for (cell, name) in cells(side) {
            let mut expected = names(side, |spot| are_neighbours(spot, cell));
            expected.sort_unstable();
            for pile in ["r1", "r2", "r3"] {
                let actions = listed(&draw(&|spot| if spot == cell { pile } else { "." }));
                let mut steps: Vec<&str> = actions.iter().filter_map(|action| action.get(3..)).collect();
                steps.sort_unstable();
                assert_eq!(steps, expected, "{pile} on {name}, {reserves}");
            }

            let wall = |spot| if share_a_side(spot, cell) { "b1" } else { "." };
            let sides = names(side, |spot| share_a_side(spot, cell));
            refuses(&draw(&wall), &name, &format!("B14 {name} {}", sides.join(" ")));
            for (gap, _) in cells(side).filter(|(spot, _)| share_a_side(*spot, cell)) {
                let open = draw(&|spot| if spot == gap { "." } else { wall(spot) });
                assert!(listed(&open).contains(&name));
            }

            // Gold and steel blue alternate: the side-neighbours are the neighbours of the other colour.
            let gold = |spot: Spot| (spot.0 + spot.1) % 2 == 0;
            assert_eq!(sides, names(side, |spot| are_neighbours(spot, cell) && gold(spot) != gold(cell)));
        }
    }
}

#[test]
fn b4_placing() {
    cases(
        "
        ..../..b1./.r1../.... r 19,19 | d1 | ..../..b1./.r1../...r1 b 18,19
        ..../..b1./.r1../.... b 19,19 | b3 | ..../.b1b1./.r1../.... r 19,18
        # Never onto a pile, one's own or another's.
        ..../..b1./.r1../.... r 19,19 | b2 | B4 b2
        ..../..b1./.r1../.... r 19,19 | c3 | B4 c3
        ",
    );
}

#[test]
fn b5_stacking() {
    cases(
        "
        ..../..r1./.r1../.... r 18,20 | b2+c3 | ..../..r2./..../.... b 18,20
        ..../..r2./.r1../.... r 17,20 | b2+c3 | ..../..r3./..../.... b 17,20
        ..../..r1./.r2../.... r 17,20 | b2+c3 | ..../..r3./..../.... b 17,20
        ..../..../.r1r1./.... r 18,20 | c2+b2 | ..../..../.r2../.... b 18,20
        # Never more than three.
        ..../..r2./.r2../.... r 16,20 | b2+c3 | B5 b2 c3
        ..../..r1./.r3../.... r 16,20 | b2+c3 | B5 b2 c3
        ..../..r3./.r1../.... r 16,20 | b2+c3 | B5 b2 c3
        # Onto a neighbouring pile of one's own.
        ..../..b1./.r1../.... r 19,19 | b2+c3 | B5 c3
        ..../..../.r1../.... r 19,20 | b2+c3 | B5 c3
        ...r1/..../.r1../.... r 18,20 | b2+d4 | B5 b2 d4
        ..../..../.r1../.... r 19,20 | b2+b2 | B5 b2 b2
        ..../..b1./.b1../.... r 20,18 | b2+c3 | B5 b2
        ..../..r1./..../.... r 19,20 | b2+c3 | B5 b2
        ",
    );
}

#[test]
fn b6_moving() {
    cases(
        "
        ..../..../.r1../.... r 19,20 | b2-b3 | ..../.r1../..../.... b 19,20
        ..../..../.r2../.... r 18,20 | b2-a1 | ..../..../..../r2... b 18,20
        ..../..../.r3b1./.... r 17,19 | b2-c3 | ..../..r3./..b1./.... b 17,19
        # To an empty cell.
        ..../..r1./.r1../.... r 18,20 | b2-c3 | B6 c3
        ..../..b1./.r2../.... r 18,19 | b2-c3 | B6 c3
        # To a neighbour: the end of a row is none of the beginning of the next.
        ..../..../.r2../.... r 18,20 | b2-b4 | B6 b2 b4
        ..../..../.r2../.... r 18,20 | b2-b2 | B6 b2 b2
        ..../..../...r1/.... r 19,20 | d2-a3 | B6 d2 a3
        ...../...../...../r1..../..... r 19,20,20 | a2-e1 | B6 a2 e1
        # A pile of one's own.
        ..../..../.b1../.... r 20,19 | b2-b3 | B6 b2
        ..../..../.b1../.... r 20,19 | a1-a2 | B6 a1
        ",
    );
}

#[test]
fn b7_substituting() {
    cases(
        "
        ..../..b1./.r2../.... r 18,19 | b2xc3 | ..../..r1./.r1../.... b 18,19
        ..../..b1./.r3../.... r 17,19 | b2xc3 | ..../..r1./.r2../.... b 17,19
        ..../..b2./.r3../.... r 17,18 | b2xc3 | ..../..r2./.r1../.... b 17,18
        ..../..../.r3b2./.... r 17,18 | b2xc2 | ..../..../.r1r2./.... b 17,18
        ...../...../.y1r2../...../..... r 18,20,19 | c3xb3 | ...../...../.r1r1../...../..... b 18,20,19
        # Only against fewer.
        ..../..b1./.r1../.... r 19,19 | b2xc3 | B7 b2 c3
        ..../..b2./.r1../.... r 19,18 | b2xc3 | B7 b2 c3
        ..../..b2./.r2../.... r 18,18 | b2xc3 | B7 b2 c3
        ..../..b3./.r2../.... r 18,17 | b2xc3 | B7 b2 c3
        ..../..b3./.r3../.... r 17,17 | b2xc3 | B7 b2 c3
        # Only a neighbouring adverse pile, with a pile of one's own.
        ..../..r1./.r3../.... r 16,20 | b2xc3 | B7 c3
        ..../..../.r3../.... r 17,20 | b2xc3 | B7 c3
        ...b1/..../.r3../.... r 17,19 | b2xd4 | B7 b2 d4
        ..../..b1./.b3../.... r 20,16 | b2xc3 | B7 b2
        ..../..b1./..../.... r 20,19 | b2xc3 | B7 b2
        ",
    );
}

#[test]
fn b8_removed_pawns_never_come_back() {
    cases(
        "
        ..../..b2./.r3../.... r 5,7 | b2xc3 | ..../..r2./.r1../.... b 5,7
        ..../..../b1.../r3... b 5,7 | b1    | ..../..../b1.../.b1.. r 5,6
        ",
    );
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(8);
    for seats in (2..=4).cycle().take(300) {
        let mut game = opening(seats);
        while let Turn::Seats(next) = game.turn() {
            let actor = Actor::Seat(next.first().unwrap());
            let before = game;
            let action = game.sample(actor, &mut rng);
            game.apply(actor, &action).unwrap();
            for seat in Seat::all(seats) {
                let placed = u8::from(actor == Actor::Seat(seat) && matches!(action, Action::Place(_)));
                assert_eq!(game.reserve(seat) + placed, before.reserve(seat), "{action} in {before}");
                assert!(game.pawns_on_board(seat) <= before.pawns_on_board(seat) + placed);
            }
        }
    }
}

#[test]
fn b9_encirclement() {
    cases(
        "
        # Placed in the middle, on an edge, in a corner, whatever the height of the victim.
        ..../.b1../b1r1../.b2.. b 19,16 | c2 | ..../.b1../b1.b1./.b2.. r 19,15
        ..../...b1/...r3/...b2 b 17,17 | c2 | ..../...b1/..b1./...b2 r 17,16
        r2b1../..../..../.... b 18,19 | a3 | .b1../b1.../..../.... r 18,18
        # Moved there, across a corner and straight.
        ..../.b1.b1/...r3/...b2 b 17,16 | b3-c2 | ..../...b1/..b1./...b2 r 17,16
        r2b1../..../b2.../.... b 18,17 | a2-a3 | .b1../b2.../..../.... r 18,17
        # Substituted: the victim's support goes, and the victim with it.
        ..../r1.r2./b1b1../r1... r 16,18 | c3xb2 | ..../r1.r1./.r1../r1... b 16,18
        # An empty side, or one of the victim's own colour, is a way out.
        ..../..../b1r1../.b1.. b 19,18 | c2 | ..../..../b1r1b1./.b1.. r 19,17
        ..../.b1../b1r1../.r1.. b 18,18 | c2 | ..../.b1../b1r1b1./.r1.. r 18,17
        # So is the side that the wall itself has just left.
        ..../.b1../b1r1b1./.... b 19,17 | a2-b1 | ..../.b1../.r1b1./.b1.. r 19,17
        ",
    );
}

/// B9: a stack fills no cell that was not the actor's, so it can only meet a pile that stood encircled before (B13).
#[test]
fn b9_a_stack_captures_nothing() {
    cases(
        "
        ..../b1.../b1r1../r1b1.. b 18,17 | a3+a2 | ..../..../b2r1../r1b1.. r 18,17
        # The same arrival by a move takes the corner.
        ..../b1.../.r1../r1b1.. b 18,18 | a3-a2 | ..../..../b1r1../.b1.. r 18,18
        ",
    );
}

#[test]
fn b10_walls_of_several_colours() {
    cases(
        "
        # B10, three seats: blue and yellow around red, in the middle and in a corner.
        ...../..y1../.b1r2../..b1../..... y 18,18,19 | d3 | ...../..y1../.b1.y1./..b1../..... r 18,18,18
        ...../...../...../...../r1b1... y 19,19,20 | a2 | ...../...../...../y1..../.b1... r 19,19,19
        # Four seats: three colours around the fourth; by a placement, by a move, by a substitution.
        ...../..r1../.g1y1b1./...../..... r 15,15,15,15 | c2 | ...../..r1../.g1.b1./..r1../..... b 14,15,15,15
        ...../g1..../y1b1.../.r2.../..... r 14,15,15,15 | b2-a2 | ...../g1..../.b1.../r2..../..... b 14,15,15,15
        ...../g1..../y1b1.../y1r2.../..... r 14,15,14,15 | b2xa2 | ...../g1..../.b1.../r1r1.../..... b 14,15,14,15
        # The victim's own colour is no wall, whoever completes the rest.
        ...../..y1../.b1r2../..r1../..... y 17,19,19 | d3 | ...../..y1../.b1r2y1./..r1../..... r 17,19,18
        ",
    );
}

#[test]
fn b11_several_victims_together() {
    cases(
        "
        # Two of one colour.
        ..../r1.r1./b1.b1r1/r1.r1. r 15,18 | b2 | ..../r1.r1./.r1.r1/r1.r1. b 14,18
        # Two colours, walled in by three.
        ...../.y1.y1./r1b2.r1y1/.y1.b1./..... y 18,17,16 | c3 | ...../.y1.y1./r1.y1.y1/.y1.b1./..... r 18,17,15
        # As many as one action can take: a substitution, and the four piles that lose their support.
        ..r1../.r1b1r1./r1b1b1b1r1/.r2b1r1./..r1.. r 11,15,20 | b2xc3 | ..r1../.r1.r1./r1.r1.r1/.r1.r1./..r1.. b 11,15,20
        ",
    );
}

/// B11: all victims stand beside the arrival, and two such cells never share a side: the order can't matter.
#[test]
fn b11_no_victim_is_the_wall_of_another() {
    for (arrival, _) in cells(5) {
        let beside: Vec<Spot> =
            cells(5).map(|(spot, _)| spot).filter(|spot| share_a_side(*spot, arrival)).collect();
        assert!(beside.iter().all(|a| beside.iter().all(|b| !share_a_side(*a, *b))));
    }
}

#[test]
fn b12_never_the_actors_own() {
    cases(
        "
        # B12: the newcomer on a1 and the piles around it wall in each other: only the adverse ones go.
        ..../r1.../b1r2../b1b1r1. r 16,17 | b2xa1 | ..../r1.../.r1../r1.r1. b 16,17
        # A pile of the actor that stood encircled stays, far from the action and beside it.
        ..../..../b1.../r1b1.. r 19,18 | d4 | ...r1/..../b1.../r1b1.. b 18,18
        ..../r2.../b1.../r1b1.. r 17,18 | a3xa2 | ..../r1.../r1.../r1b1.. b 17,18
        ",
    );
}

#[test]
fn b13_an_encircled_pile_waits_for_an_arrival_beside_it() {
    cases(
        "
        # It comes; blue plays elsewhere; yellow arrives beside it.
        ...../...../.y2.../b1r2.../b1b1... r 18,17,18 | b2xa1 | ...../...../.y2.../b1r1.../r1b1... b 18,17,18
        ...../...../.y2.../b1r1.../r1b1... b 18,17,18 | e5 | ....b1/...../.y2.../b1r1.../r1b1... y 18,16,18
        ....b1/...../.y2.../b1r1.../r1b1... y 18,16,18 | b3xa2 | ....b1/...../.y1.../y1r1.../.b1... r 18,16,18
        # A wall that walks away and comes back arrives.
        ..../..../b1r1../r1b1.. b 18,18 | a2-a3 | ..../b1.../.r1../r1b1.. r 18,18
        ..../b1.../.r1../r1b1.. r 18,18 | d4 | ...r1/b1.../.r1../r1b1.. b 17,18
        ...r1/b1.../.r1../r1b1.. b 17,18 | a3-a2 | ...r1/..../b1r1../.b1.. r 17,18
        # An arrival that touches it by a corner does nothing.
        ...../..b1../.b1r1b1./..b1../..... b 19,16,20 | b2 | ...../..b1../.b1r1b1./.b1b1../..... y 19,15,20
        ",
    );
}

#[test]
fn b14_forbidden_cells() {
    cases(
        "
        ..../.b1../b1.b1./.b1.r1 r 19,16 | b2 | B14 b2 b1 a2 c2 b3
        ..../...b1/..b1./...b3 r 20,15 | d2 | B14 d2 d1 c2 d3
        # A move that comes in by a corner.
        ..../.b1../b1.b1./r3b1.. r 17,16 | a1-b2 | B14 b2 b1 a2 c2 b3
        # Walls of two colours, of three.
        ...../..b1../.r1.b1./..r1../..... y 18,18,20 | c3 | B14 c3 c2 b3 d3 c4
        ...../..b1../.r1.y1./..r1../..... g 14,15,15,16 | c3 | B14 c3 c2 b3 d3 c4
        # A pile of one's own beside it opens the cell.
        ..../.b1../b1.b1./.r1.. r 19,17 | b2 | ..../.b1../b1r1b1./.r1.. b 18,17
        ...../..b1../.r1.b1./..r1../..... b 18,18,20 | c3 | ...../..b1../.r1b1b1./..r1../..... y 18,17,20
        ",
    );
}

#[test]
fn b14_a_forbidden_cell_that_would_have_captured() {
    cases(
        "
        ..../r1.../b1r1../.b1r1. r 17,18 | a1 | B14 a1 b1 a2
        ..../r1.../b1r1../.b1r1. r 17,18 | b2-a1 | B14 a1 b1 a2
        ",
    );
}

#[test]
fn b14_a_move_from_a_side_leaves_the_door_open() {
    cases(
        "
        ..../.b1../b1.b1./.r1.. r 19,17 | b1-b2 | ..../.b1../b1r1b1./.... b 19,17
        ...../...../...../b1..../.r3... r 17,19,20 | b1-a1 | ...../...../...../b1..../r3.... b 17,19,20
        ",
    );
}

#[test]
fn b15_a_substitution_enters_a_closed_cell() {
    cases(
        "
        ..../.b1r3./b1b1b1./.b1.. r 17,15 | c3xb2 | ..../.b1r2./b1r1b1./.b1.. b 17,15
        ..../..../b2r3../b2b1.. r 17,15 | b2xa1 | ..../..../b2r1../r2b1.. b 17,15
        ",
    );
}

#[test]
fn b16_the_last_pawn_ends_the_game() {
    for (before, action, after, places) in [
        ("..../..b1./.r1../.... b 10,1", "d4", "...b1/..b1./.r1../.... r 10,0", &[2, 1]),
        // What it encircles is gone before the count: it would have been 4 to 4.
        ("r1.../.b1.r1/b1r1.r1/.b2.. b 5,1", "c2", "r1.../.b1.r1/b1.b1r1/.b2.. r 5,0", &[2, 1]),
    ] {
        let mut game = position(before);
        act(&mut game, action);
        assert_eq!(game.to_string(), after);
        over(&game, "B16", places);
    }
    // Any other action leaves the last pawn in the reserve.
    let mut game = position("..../..b1./.r1../.... b 10,1");
    act(&mut game, "c3-c4");
    assert_eq!(to_act(&game), Seat(0));
}

#[test]
fn b17_most_cells_first_and_ties_stand() {
    for (before, action, places) in [
        ("..../..b1./..../.... r 1,10", "a1", &[1, 1][..]),
        ("..../..b3./..../r1... r 1,10", "d1", &[1, 2]),
        ("..../..b3./..../...b2 r 1,10", "a1", &[2, 1]),
        ("r1..../...../..b1../b1..../....y1 r 1,9,9", "e5", &[1, 1, 3]),
        ("r1..../...../..b3../...../....y1 r 1,9,9", "e5", &[1, 2, 2]),
        ("r1..y1./...../..b3../...../y1...y1 r 1,9,9", "e5", &[2, 3, 1]),
        ("...../...../...../...../..... r 1,9,9", "e5", &[1, 2, 2]),
        ("...../.b1.y1./...../...g1./..... r 1,5,5,5", "a5", &[1, 1, 1, 1]),
        ("...../.b1.y1./...../...../..... r 1,5,5,5", "a5", &[1, 1, 1, 4]),
        ("r1..b1./...../..y1../...../g1...b1 r 1,5,5,5", "e3", &[1, 1, 3, 3]),
        ("y1..b1./...../..y1../...../g1...b1 r 1,5,5,5", "e3", &[3, 1, 1, 3]),
        ("y3..b1./.y2.../..y1../...../g3...b1 r 1,5,5,5", "e3", &[3, 2, 1, 3]),
    ] {
        let mut game = position(before);
        act(&mut game, action);
        over(&game, "B16", places);
    }
}

#[test]
fn b18_a_pass_is_forced_and_never_a_choice() {
    // Neither 2 + 2 nor 2 against 2; the last empty cell is forbidden to red, and open to blue.
    assert_eq!(listed(&position("b2b2r2r2/b2b2r2r2/b2b2r2r2/.b2r2r2 r 4,6")), ["pass"]);
    cases(
        "
        b2b2r2r2/b2b2r2r2/b2b2r2r2/.b2r2r2 r 4,6  | pass | b2b2r2r2/b2b2r2r2/b2b2r2r2/.b2r2r2 b 4,6
        b2b2r2r2/b2b2r2r2/b2b2r2r2/.b2r2r2 b 4,6  | pass | B18
        ..../..../..../.... r 20,20               | pass | B18
        # A full board where one pile can be stacked, and where one can be replaced.
        b2b2r2r2/b2b2r2r2/b2b2r2r2/b1b2r2r2 b 4,5 | pass | B18
        b2b2r2r2/b2b1r2r2/b2b2r2r2/b2b2r2r2 r 4,5 | pass | B18
        ",
    );
}

#[test]
fn b18_all_seats_passing_ends_the_game() {
    for (frozen, places) in [
        ("b2b2r2r2/b2b2r2r2/b2b2r2r2/b2b2r2r2 r 4,4", &[1, 1][..]),
        ("b2b2r2r2/b2b2b2r2/b2b2r2r2/b2b2r2r2 b 6,2", &[2, 1]),
        ("r2r2r2r2r2/r2r2r2r2b2/b2b2b2b2b2/b2b2b2y2y2/y2y2y2y2y2 b 2,2,6", &[1, 1, 3]),
        ("r2r2r2r2r2/r2r2b2b2b2/b2b2b2y2y2/y2y2y2y2g2/g2g2g2g2g2 g 2,4,4,4", &[1, 2, 2, 2]),
    ] {
        let mut game = position(frozen);
        for _ in places {
            act(&mut game, "pass");
        }
        over(&game, "B18", places);
    }
}

/// B19, and B18: passes that others' actions come between are not one after the other.
#[test]
fn b19_sixty_quiet_actions_end_the_game() {
    for (before, round, places) in [
        ("...b1/..../..../r1... r 19,19", ["a1-a2", "d4-d3", "a2-a1", "d3-d4"], &[1, 1]),
        // The hole in blue's wall wanders; red passes every other time.
        (".b1b1b1/b1b1b1b1/b1b1b1b1/b1b1b1b1 r 20,5", ["pass", "b4-a4", "pass", "a4-b4"], &[2, 1]),
    ] {
        let mut game = position(before);
        for action in round.iter().cycle().take(59) {
            act(&mut game, action);
        }
        assert_eq!(to_act(&game), Seat(1));
        act(&mut game, round[3]);
        over(&game, "B19", places);
    }
}

/// B19: the board shows how many quiet actions are left, from the first one on.
#[test]
fn b19_the_view_counts_down() {
    let left = |game: &Basik| serde_json::to_value(game.view(Viewer::Public)).unwrap()["quiet_left"].clone();
    let mut game = after_quiet(57, "...b1/..../..../r1... r 19,19");
    assert_eq!(left(&game), 3);
    act(&mut game, "a1-a2");
    assert_eq!(left(&game), 2);
    act(&mut game, "b2");
    assert_eq!(left(&game), 60);
}

/// B19: what starts the count again after 59 quiet actions, and what is the sixtieth.
#[test]
fn b19_a_placement_or_a_removed_pile_starts_the_count_again() {
    for (before, action) in [
        ("..../.b1../b1r1b2./.... r 19,16", "d4"),
        ("..../.b1../r2.../.... r 18,19", "a2xb3"),
        ("..../.b1../b1r1b2./b1... b 19,15", "a1-b1"),
    ] {
        let mut game = after_quiet(59, before);
        act(&mut game, action);
        assert!(matches!(game.turn(), Turn::Seats(_)), "{action} in {before}");
    }
    for (before, action, places) in [
        ("..../.b1../.r1../.... r 19,19", "b2-a1", &[1, 1]),
        ("..../.b1../.r1r1./.... r 18,19", "b2+c2", &[1, 1]),
        ("b2b2r2r2/b2b2r2r2/b2b2r2r2/.b2r2r2 r 4,6", "pass", &[1, 2]),
    ] {
        let mut game = after_quiet(59, before);
        act(&mut game, action);
        over(&game, "B19", places);
        let mut game = after_quiet(58, before);
        act(&mut game, action);
        assert!(matches!(game.turn(), Turn::Seats(_)), "{action} in {before}");
    }
}
