//! Chaîne de construction (S17–S21).

use crate::play::{go_on, listed, options, over, play, play_with, with};
use bausack::{Bausack, Mode, Options, Rounds};
use game::{Game, Listing, Seat, SeatSet};

/// Bases for all seats, each 15 mm high.
fn bases(seats: u8) -> Bausack {
    let mut game = play(Mode::Chain, seats, "");
    for seat in 0..seats {
        let base = listed(&game).0[0].clone();
        game = go_on(game, &format!("{seat} {base}\n* stands 15"));
    }
    game
}

/// The same after everybody has taken 12 blocks, the lowest numbers first.
fn taken(seats: u8) -> Bausack {
    let mut game = bases(seats);
    for turn in 0..seats * 12 {
        let block = lowest(&game);
        game = go_on(game, &format!("{} take {block}", turn % seats));
    }
    game
}

/// The same after everybody has left its line as it was taken.
fn drafted(seats: u8) -> Bausack {
    (0..seats).fold(taken(seats), |game, seat| go_on(game, &format!("{seat} done")))
}

/// The lowest number on the market.
fn lowest(game: &Bausack) -> u8 {
    game.table().market.iter().next().expect("the market is not empty").number()
}

/// The first block of each line.
fn firsts(game: &Bausack) -> Vec<u8> {
    let mut firsts: Vec<u8> = listed(game)
        .0
        .iter()
        .map(|action| action.split(' ').nth(1).and_then(|block| block.parse().ok()).expect("a block"))
        .collect();
    firsts.sort_unstable();
    firsts
}

/// A seat places the first of some line, and that comes of it.
fn build(game: Bausack, seat: u8, nature: &str) -> Bausack {
    let block = firsts(&game)[0];
    go_on(game, &format!("{seat} place {block} drop\n* {nature}"))
}

/// S17: the first two lay the slabs, the others something of similar size.
#[test]
fn s17_bases() {
    let game = play(Mode::Chain, 4, "0 place 30 drop ! S17 30\n0 take 1 ! S17");
    assert_eq!(listed(&game), (vec!["place 1 drop".to_owned(), "place 2 drop".to_owned()], Listing::Partial));
    let game = go_on(game, "0 place 2 drop\n* stands 15\n= 1:lay-base plots=2:15.000/-/-/-");
    assert_eq!(listed(&game).0, ["place 1 drop"]);
    let game = go_on(game, "1 place 1 drop\n* stands 30\n= 2:lay-base");
    let alike = listed(&game).0;
    assert!(alike.len() >= 3, "three more seats have a choice: {alike:?}");
    // The little cube, the big red one, and what has no flat face are not among them.
    for number in [5, 4, 31, 29] {
        assert!(!alike.contains(&format!("place {number} drop")));
    }
    let game = go_on(game, &format!("2 {}\n* stands 20", alike[0]));
    assert_eq!(listed(&game).0, alike[1..]);
    go_on(game, &format!("3 {}\n* stands 20\n= 0:draft", alike[1]));
}

/// S17: the bases that are most like a slab are offered first.
#[test]
fn s17_the_nearest_first() {
    let game = play(Mode::Chain, 3, "0 place 1 drop\n* stands 15\n1 place 2 drop\n* stands 15");
    let mut actions = Vec::new();
    game.actions(Seat(2), &mut actions);
    let offered: Vec<String> = actions.iter().map(ToString::to_string).collect();
    // The brick is 5 × 2 × 2.5 cm, the cube 3 cm; a plank is twice as long as a slab and half as thick.
    let at = |number: u8| offered.iter().position(|action| *action == format!("place {number} drop"));
    assert!(at(6) < at(3) && at(3) < at(8), "{offered:?}");
    let view = serde_json::to_value(game.view(game::Viewer::Public)).unwrap();
    let placeable: Vec<String> = view["due"]["placeable"]
        .as_array()
        .unwrap()
        .iter()
        .map(|block| format!("place {block} drop"))
        .collect();
    assert_eq!(placeable, offered);
    // Any block that the bound allows may be the base, however far down the list.
    let last = offered.last().unwrap();
    go_on(game, &format!("2 {last}\n* stands 20\n= 0:draft"));
}

/// S17, S7: a base that is spoilt puts its seat out before the draft.
#[test]
fn s17_a_spoilt_base() {
    go_on(
        play(Mode::Chain, 3, "0 place 1 drop\n* bumps\n= 1:lay-base out=0"),
        "1 place 2 drop\n* stands 15\n= 2:lay-base",
    );
    // Between two, the round is over.
    play(Mode::Chain, 2, "0 place 1 drop\n* bumps\n= 0:lay-base rounds=0,1 plots=-/- market=1-70");
}

/// S4: a base that rolls away is laid again, with the same block, by the same seat, and costs nothing.
#[test]
fn s4_a_base_is_laid_again() {
    let game = play(
        Mode::Chain,
        3,
        "
        0 place 1 drop
        * falls 1
        = 0:lay-again=1 plots=-/-/- market=1-70
        0 place 2 drop ! S4 2
        0 pass ! S4 1
        1 place 2 drop ! S12 0
        0 place 1 drop
        * falls 1
        = 0:lay-again=1
        ",
    );
    assert_eq!(listed(&game), (vec!["place 1 drop".to_owned()], Listing::Partial));
    go_on(game.clone(), "0 place 1 drop\n* stands 15\n= 1:lay-base plots=1:15.000/-/-");
    // S7 alone costs; and whoever leaves lays nothing again.
    go_on(game.clone(), "0 place 1 drop\n* bumps\n= 1:lay-base out=0");
    go_on(game.clone(), "- 0\n= 1:lay-base");
    go_on(game, "- 1\n= 0:lay-again=1");
}

/// S18: from seat 0, one block each, until all have 12; lines keep their order.
#[test]
fn s18_the_draft() {
    let game = go_on(
        bases(2),
        "
        = 0:draft
        0 place 3 drop ! S18
        0 take 1 ! S18 1
        0 take 71 ! S18 71
        0 take 9
        1 take 9 ! S18 9
        1 take 3
        0 take 70
        = 1:draft lines=9,70/3
        ",
    );
    let (names, listing) = listed(&game);
    assert_eq!((names.len(), listing), (65, Listing::Complete));
    for seats in 2..=5 {
        let game = taken(seats);
        assert_eq!(game.turn().seats(), SeatSet::all(seats), "all arrange at once");
        let game = drafted(seats);
        go_on(game.clone(), "= 0:build-from-line");
        let view = serde_json::to_value(game.view(game::Viewer::Public)).unwrap();
        let lines = view["lines"].as_array().unwrap();
        assert!(
            lines.len() == usize::from(seats)
                && lines.iter().all(|line| line.as_array().unwrap().len() == 12)
        );
    }
}

/// S18: all arrange at once, in an order of their own choice; who says nothing else keeps the order taken.
#[test]
fn s18_lines_are_arranged() {
    let game = go_on(
        taken(2),
        "
        = 0,1:arrange lines=3,5,7,9,11,13,15,17,19,21,23,25/4,6,8,10,12,14,16,18,20,22,24,26
        1 arrange 26 24 22 20 18 16 14 12 10 8 6 4
        # Again, and anybody may see it.
        1 arrange 26 4 6 8 10 12 14 16 18 20 22 24
        0 arrange 3 5 7 ! S18 9
        0 arrange 3 3 5 7 9 11 13 15 17 19 21 23 25 ! S18 3
        0 arrange 4 3 5 7 9 11 13 15 17 19 21 23 ! S18 4
        0 place 3 drop ! S18
        0 take 27 ! S18
        1 done
        = 0:arrange
        # Once done, it stays.
        1 arrange 4 6 8 10 12 14 16 18 20 22 24 26 ! S18
        1 done ! S18
        0 done
        = 0:build-from-line lines=3,5,7,9,11,13,15,17,19,21,23,25/26,4,6,8,10,12,14,16,18,20,22,24
        0 done ! S19
        1 done ! S12 0
        ",
    );
    assert_eq!(firsts(&game), [3, 26]);
    let (names, listing) = listed(&taken(3));
    assert!(names.contains(&"done".to_owned()) && listing == Listing::Partial);
}

/// S18: whoever leaves is not waited for.
#[test]
fn s18_a_seat_that_leaves_arranges_nothing() {
    let game = go_on(taken(3), "0 done\n- 1\n= 2:arrange\n2 done\n= 0:build-from-line gone=1");
    assert_eq!(firsts(&game).len(), 3);
    go_on(taken(3), "0 done\n2 done\n= 1:arrange\n- 1\n= 0:build-from-line");
}

/// The first version of the rules: the order taken is the line, and bases are alike by their volume.
#[test]
fn matches_of_the_first_version_go_on_as_they_began() {
    let game = Bausack::new_under(1, &options(Mode::Chain), 3).unwrap();
    let game = go_on(game, "0 place 1 drop\n* stands 15\n1 place 2 drop\n* stands 15");
    assert!(listed(&game).0.contains(&"place 26 drop".to_owned()) || listed(&game).0.len() > 20);
    let base = listed(&game).0[0].clone();
    let game = go_on(game, &format!("2 {base}\n* stands 15"));
    let game = (0..36).fold(game, |game, turn| {
        let block = lowest(&game);
        go_on(game, &format!("{} take {block}", turn % 3))
    });
    go_on(game, "= 0:build-from-line");
    let base = Bausack::new_under(1, &options(Mode::Chain), 2).unwrap();
    go_on(base, "0 place 1 drop\n* falls 1\n= rounds=0,1");
}

/// S19: the first block of any line, one's own or another's, onto one's own tower.
#[test]
fn s19_the_first_of_any_line() {
    let game = drafted(3);
    let all = firsts(&game);
    assert_eq!(all.len(), 3);
    let second = all[0] + 3;
    let game = go_on(
        game,
        &format!(
            "
            0 place {second} drop ! S19 {second}
            0 take {} ! S19
            0 place {} drop
            * stands 20
            = 1:build-from-line
            ",
            all[0], all[1]
        ),
    );
    // The next of that line has moved up.
    assert_eq!(firsts(&game), [all[0], all[2], all[1] + 3]);
}

/// S19: the lines of seats that fell stay on offer; their turns are skipped.
#[test]
fn s19_lines_of_the_fallen() {
    let game = build(drafted(3), 0, "falls");
    let game = go_on(game, "= 1:build-from-line out=0");
    assert_eq!(firsts(&game).len(), 3);
    let game = build(build(game, 1, "stands 5"), 2, "stands 5");
    go_on(game, "= 1:build-from-line");
}

/// S20: a fallen tower leaves the game; the last one standing wins the round.
#[test]
fn s20_the_last_tower_standing() {
    let game = build(drafted(3), 0, "falls");
    assert!(game.table().plots[0].tower.blocks.is_empty());
    let count = game.table().market.len();
    let game = build(game, 1, "stands 5");
    assert_eq!(game.table().market.len(), count, "nothing comes back");
    // S21: seat 0 fell first, and starts again.
    go_on(build(game, 2, "falls"), "= 0:lay-base rounds=0,1,0 plots=-/-/- market=1-70 lines=-/-/-");
}

/// All lines are placed; seat `s` adds `grow[s]` millimetres with its first block, nothing with the others.
fn built_out(game: Bausack, seats: u8, grow: &[f64]) -> Bausack {
    (0..seats * 12).fold(game, |game, turn| {
        let seat = turn % seats;
        let millimetres = if turn < seats { grow[usize::from(seat)] } else { 0.0 };
        build(game, seat, &format!("stands {millimetres}"))
    })
}

/// S20: all lines empty, the tallest wins, and those who tie share.
#[test]
fn s20_the_tallest_wins_when_lines_are_empty() {
    go_on(built_out(drafted(3), 3, &[5.0, 9.0, 3.0]), "= rounds=0,1,0 2:lay-base");
    go_on(built_out(drafted(3), 3, &[9.0, 5.0, 8.5]), "= rounds=1,0,1 1:lay-base");
    // A fallen seat's height counts for nothing.
    let game = build(drafted(3), 0, "falls");
    let game = (0..35).fold(game, |game, turn| build(game, 1 + turn % 2, "stands 1"));
    go_on(game, "= rounds=0,1,0 0:lay-base");
}

/// S21: whoever fell first starts; if none fell, the shortest; of those who tie, the first in turn.
#[test]
fn s21_who_starts_the_next_round() {
    let game = build(build(build(drafted(4), 0, "stands 1"), 1, "falls"), 2, "falls");
    go_on(build(game, 3, "falls"), "= 1:lay-base rounds=1,0,0,0");
    go_on(built_out(drafted(3), 3, &[5.0, 3.4, 3.0]), "= 1:lay-base rounds=1,0,0");
    // The seat that starts has the first slab, and the first turns of draft and building.
    let game = go_on(built_out(drafted(2), 2, &[5.0, 3.0]), "= 1:lay-base");
    let game = go_on(game, "1 place 1 drop\n* stands 15\n0 place 2 drop\n* stands 15\n= 1:draft");
    let game = (0..24).fold(game, |game, turn| {
        let block = lowest(&game);
        go_on(game, &format!("{} take {block}", 1 - turn % 2))
    });
    go_on(game, "1 done\n0 done\n= 1:build-from-line");
}

/// S21: a table may choose that one round is the match; only the Building Chain has the choice.
#[test]
fn s21_one_round() {
    let one = |mode| Options { rounds: Rounds::One, ..options(mode) };
    let game = play_with(&one(Mode::Chain), 3, "0 place 1 drop\n* bumps\n1 place 2 drop\n* bumps");
    over(&game, Some("S21"), &[2, 2, 1]);
    let view = |mode| serde_json::to_value(play_with(&one(mode), 3, "").view(game::Viewer::Public)).unwrap();
    assert_eq!(view(Mode::Chain)["goal"], 1);
    assert_eq!(Bausack::new(&one(Mode::Knockout), 3).unwrap_err().article, "S21");
}

/// S21: two rounds win the match; two seats may get there together.
#[test]
fn s21_first_to_two_rounds() {
    let ahead = |rounds: &str| with(&drafted(3), &[("/play/chain/rounds", rounds)]);
    go_on(built_out(ahead("[1,0,1]"), 3, &[5.0, 9.0, 3.0]), "= 2:lay-base rounds=1,1,1");
    over(&built_out(ahead("[1,1,0]"), 3, &[5.0, 9.0, 3.0]), Some("S21"), &[2, 1, 3]);
    over(&built_out(ahead("[1,1,1]"), 3, &[9.0, 9.0, 3.0]), Some("S21"), &[1, 1, 3]);
    let game = build(build(ahead("[0,0,1]"), 0, "falls"), 1, "falls");
    over(&game, Some("S21"), &[2, 2, 1]);
    assert_eq!(game.turn().seats(), SeatSet::EMPTY);
    assert_eq!(
        game.clone().apply(game::Actor::Seat(Seat(2)), &"take 5".parse().unwrap()).unwrap_err().article,
        "S21"
    );
}
