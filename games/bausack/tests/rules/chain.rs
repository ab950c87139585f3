//! Chaîne de construction (S17–S21).

use crate::play::{go_on, listed, over, play, with};
use bausack::{Bausack, Mode};
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
fn drafted(seats: u8) -> Bausack {
    let mut game = bases(seats);
    for turn in 0..seats * 12 {
        let block = lowest(&game);
        game = go_on(game, &format!("{} take {block}", turn % seats));
    }
    game
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
    // Far smaller and far larger ones are not among them: the counter, and the big red cube.
    for number in [17, 4] {
        assert!(!alike.contains(&format!("place {number} drop")));
    }
    let game = go_on(game, &format!("2 {}\n* stands 20", alike[0]));
    assert_eq!(listed(&game).0, alike[1..]);
    go_on(game, &format!("3 {}\n* stands 20\n= 0:draft", alike[1]));
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
    go_on(game, "= 1:build-from-line");
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
