use super::*;
use crate::physics::place;
use serde_json::{Value, json};

fn block(number: u8) -> Block {
    Block::numbered(number).unwrap()
}

/// A tower of one block in the middle of its plot.
fn tower(number: u8) -> Tower {
    place(&Tower::default(), Ground::Base, block(number), &"drop".parse().unwrap()).tower
}

fn feed(carried: &mut Carried, wish: &Value) -> Value {
    serde_json::from_str(&carried.feed(&wish.to_string()).unwrap()).unwrap()
}

fn row_of(value: &Value) -> [i64; 7] {
    std::array::from_fn(|index| value[index].as_i64().unwrap())
}

/// Lowers the block for as long as it takes, and lets go.
fn set_down(carried: &mut Carried) -> Value {
    let mut shown = feed(carried, &json!({}));
    for _ in 0..40 {
        let mut target = row_of(&shown["landing"]);
        target[1] = (row_of(&shown["aim"])[1] - 3_000).max(target[1] + 200);
        shown = feed(carried, &json!({ "targets": [target, target] }));
    }
    shown = feed(carried, &json!({ "let_go": true }));
    for _ in 0..400 {
        if shown["phase"] == "over" {
            break;
        }
        shown = feed(carried, &json!({ "pass": 2 }));
    }
    shown
}

#[test]
fn what_was_rehearsed_happens_to_the_last_bit() {
    let tower = tower(1);
    let mut carried = Carried::new(&tower, Ground::Base, block(2));
    let shown = set_down(&mut carried);
    assert_eq!((&shown["phase"], &shown["fallen"]), (&json!("over"), &json!([])));
    let action = carried.action().unwrap();
    let gesture: Gesture = action.strip_prefix("place 2 ").unwrap().parse().unwrap();
    let settled = place(&tower, Ground::Base, block(2), &gesture);
    assert_eq!(settled.tower.blocks.len(), 2);
    assert_eq!(shown["answer"], format!("rest {settled}"));
    assert_eq!(carried.settled().unwrap(), settled);
}

#[test]
fn a_recorded_hand_does_it_once_more() {
    let tower = tower(1);
    let gesture: Gesture = "drop:60,0,0,0".parse().unwrap();
    let settled = place(&tower, Ground::Base, block(2), &gesture);
    assert_eq!(settled.fallen, [block(2)]);
    let mut carried = Carried::again(&tower, Ground::Base, block(2), &gesture);
    let mut shown = feed(&mut carried, &json!({}));
    for _ in 0..400 {
        shown = feed(&mut carried, &json!({ "pass": 4 }));
        if shown["phase"] == "over" {
            break;
        }
    }
    assert_eq!((&shown["phase"], &shown["gone"]), (&json!("over"), &json!([2])));
    assert_eq!(carried.action(), None);
    assert_eq!(carried.settled().unwrap(), settled);
}

#[test]
fn no_time_passes_in_free_air_nor_while_nothing_moves() {
    let mut carried = Carried::new(&tower(1), Ground::Base, block(2));
    let start = row_of(&feed(&mut carried, &json!({}))["aim"]);
    for _ in 0..40 {
        let shown = feed(&mut carried, &json!({ "targets": vec![start; 30] }));
        assert_eq!((&shown["phase"], &shown["left"]), (&json!("air"), &json!(LONGEST)));
    }
    // Near the tower, still held: time passes until all is quiet.
    let mut low = row_of(&feed(&mut carried, &json!({}))["landing"]);
    low[1] += 3_000;
    feed(&mut carried, &json!({ "targets": vec![low; 60] }));
    let held = feed(&mut carried, &json!({ "targets": vec![low; 60] }));
    assert_eq!(held["phase"], "held");
    let later = feed(&mut carried, &json!({ "targets": vec![low; 60] }));
    assert_eq!(later["left"], held["left"]);
    // Back up, nothing has happened.
    let up = feed(&mut carried, &json!({ "targets": vec![start; 60] }));
    assert_eq!((&up["phase"], &up["left"]), (&json!("air"), &json!(LONGEST)));
}

#[test]
fn a_wish_is_followed_no_faster_than_a_hand_can() {
    let mut carried = Carried::new(&Tower::default(), Ground::Base, block(1));
    let start = row_of(&feed(&mut carried, &json!({}))["aim"]);
    let mut far = start;
    far[0] = i64::from(i32::MAX);
    let half = i64::from(WHOLE_TURN) * 7071 / 10_000;
    far[3..].copy_from_slice(&[0, half, 0, half]);
    let shown = feed(&mut carried, &json!({ "targets": [far] }));
    assert_eq!(row_of(&shown["aim"])[0], start[0] + 33_300);
    let shown = feed(&mut carried, &json!({ "targets": vec![far; 30] }));
    let aim = row_of(&shown["aim"]);
    assert_eq!(aim[0], 400_000);
    assert!((aim[4] - half).abs() < half / 1000, "{aim:?}");
}

#[test]
fn what_is_no_wish_is_refused() {
    let mut carried = Carried::new(&Tower::default(), Ground::Base, block(1));
    for wish in ["", "7", r#"{"targets":[[1,2,3]]}"#, r#"{"throw":true}"#, r#"{"pass":-1}"#] {
        assert!(carried.feed(wish).is_err(), "{wish}");
    }
}
