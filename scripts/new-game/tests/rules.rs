//! A case for every article: a position, an action, and what comes of it.

use game::{Actor, Game, NoOptions, Seat};
use NAME::{Action, TYPE};
use testkit::{act, is_over, refuses};

fn after(actions: &[&str]) -> TYPE {
    let mut game = TYPE::new(&NoOptions {}, 2).expect("the setting is legal");
    actions.iter().for_each(|action| act(&mut game, action));
    game
}

#[test]
fn seats_take_turns() {
    let refused = after(&["take 1"]).apply(Actor::Seat(Seat(0)), &Action(1));
    assert_eq!(refused.map_err(|refusal| refusal.article), Err("LETTER1"));
}

#[test]
fn one_to_three_and_no_more_than_are_left() {
    refuses(&after(&[]), "take 0", "LETTER2");
    refuses(&after(&[]), "take 4", "LETTER2");
    refuses(&after(&["take 3", "take 3", "take 2"]), "take 3", "LETTER2");
}

#[test]
fn whoever_takes_the_last_wins() {
    is_over(&after(&["take 3", "take 3", "take 3", "take 1"]), "LETTER3", &[2, 1], "take 1");
}
