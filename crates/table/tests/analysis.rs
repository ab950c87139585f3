//! Bots and analyses of games without their types.
#![allow(clippy::unwrap_used, reason = "a test that meets the impossible should panic")]

use game::{Actor, Analysis, Budget, Seat};
use table::{Erased, Kind, Setup};
use testkit::tiny::{Envelopes, Pebbles};

static PEBBLES: Erased<Pebbles> = Erased(&search::standard());
static ENVELOPES: Erased<Envelopes> = Erased(&search::standard());
static WITHOUT_BOTS: Erased<Pebbles> = Erased(&[]);

fn setup(seats: u8) -> Setup {
    Setup::new(seats)
}

fn reports(kind: &dyn Kind, seats: u8, nodes: u64) -> Vec<Analysis<String>> {
    let game = PEBBLES.start(&setup(seats)).unwrap();
    let mut reports = Vec::new();
    let mut analyst = kind.analyst(1).unwrap();
    analyst
        .analyse(&*game, Seat(0), 2, &Budget::nodes(nodes), &mut |analysis| reports.push(analysis.clone()));
    reports
}

#[test]
fn any_game_is_explained_in_its_notation() {
    for seats in 2..=4 {
        let reports = reports(&PEBBLES, seats, 1000);
        assert!(reports.len() > 1);
        assert!(reports.is_sorted_by_key(|analysis| analysis.depth));
        for line in reports.iter().flat_map(|analysis| &analysis.lines) {
            let mut game = PEBBLES.start(&setup(seats)).unwrap();
            for action in &line.actions {
                let seat = game.turn().seats().first().unwrap();
                assert_eq!(&game.apply(Actor::Seat(seat), action).unwrap(), action);
            }
        }
    }
}

#[test]
fn nothing_is_said_of_another_game_or_without_bots() {
    assert!(reports(&ENVELOPES, 2, 100).is_empty());
    assert!(WITHOUT_BOTS.analyst(1).is_none());
}
