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

fn feed(held: &mut HeldBlock, input: &Value) -> Value {
    serde_json::from_str(&held.feed(&input.to_string()).unwrap()).unwrap()
}

fn row_of(value: &Value) -> [i64; 7] {
    std::array::from_fn(|index| value[index].as_i64().unwrap())
}

/// Lowers the block for as long as it takes, and lets go.
fn set_down(held: &mut HeldBlock) -> Value {
    let mut state = feed(held, &json!({}));
    for _ in 0..40 {
        let mut target = row_of(&state["landing"]);
        target[1] = (row_of(&state["aim"])[1] - 3_000).max(target[1] + 200);
        state = feed(held, &json!({ "targets": [target, target] }));
    }
    state = feed(held, &json!({ "let_go": true }));
    for _ in 0..400 {
        if state["phase"] == "over" {
            break;
        }
        state = feed(held, &json!({ "pass": 2 }));
    }
    state
}

#[test]
fn what_was_rehearsed_happens_to_the_last_bit() {
    let tower = tower(1);
    let mut held = HeldBlock::new(&tower, Ground::Base, block(2), Grip::STEADY);
    let state = set_down(&mut held);
    assert_eq!((&state["phase"], &state["fallen"]), (&json!("over"), &json!([])));
    let action = held.action().unwrap();
    let gesture: Gesture = action.strip_prefix("place 2 ").unwrap().parse().unwrap();
    let settled = place(&tower, Ground::Base, block(2), &gesture);
    assert_eq!(settled.tower.blocks.len(), 2);
    assert_eq!(state["answer"], format!("rest {settled}"));
    assert_eq!(held.settled().unwrap(), settled);
}

#[test]
fn a_replay_gives_the_same_result() {
    let tower = tower(1);
    let gesture: Gesture = "drop:60,0,0,0".parse().unwrap();
    let settled = place(&tower, Ground::Base, block(2), &gesture);
    assert_eq!(settled.fallen, [block(2)]);
    let mut held = HeldBlock::replay(&tower, Ground::Base, block(2), &gesture, Grip::STEADY);
    let mut state = feed(&mut held, &json!({}));
    for _ in 0..400 {
        state = feed(&mut held, &json!({ "pass": 4 }));
        if state["phase"] == "over" {
            break;
        }
    }
    assert_eq!((&state["phase"], &state["gone"]), (&json!("over"), &json!([2])));
    assert_eq!(held.action(), None);
    assert_eq!(held.settled().unwrap(), settled);
}

#[test]
fn no_time_is_counted_while_the_block_is_clear_or_nothing_moves() {
    let mut held = HeldBlock::new(&tower(1), Ground::Base, block(2), Grip::STEADY);
    let start = row_of(&feed(&mut held, &json!({}))["aim"]);
    for _ in 0..40 {
        let state = feed(&mut held, &json!({ "targets": vec![start; 30] }));
        assert_eq!((&state["phase"], &state["left"]), (&json!("air"), &json!(LONGEST)));
    }
    // Near the tower, still held: time is counted until nothing moves.
    let mut low = row_of(&feed(&mut held, &json!({}))["landing"]);
    low[1] += 3_000;
    feed(&mut held, &json!({ "targets": vec![low; 60] }));
    let near = feed(&mut held, &json!({ "targets": vec![low; 60] }));
    assert_eq!(near["phase"], "held");
    let later = feed(&mut held, &json!({ "targets": vec![low; 60] }));
    assert_eq!(later["left"], near["left"]);
    // Up again, as if the block had never come near.
    let up = feed(&mut held, &json!({ "targets": vec![start; 60] }));
    assert_eq!((&up["phase"], &up["left"]), (&json!("air"), &json!(LONGEST)));
}

#[test]
fn the_hand_moves_to_a_target_no_faster_than_it_can() {
    let mut held = HeldBlock::new(&Tower::default(), Ground::Base, block(1), Grip::STEADY);
    let start = row_of(&feed(&mut held, &json!({}))["aim"]);
    let mut far = start;
    far[0] = i64::from(i32::MAX);
    let half = i64::from(WHOLE_TURN) * 7071 / 10_000;
    far[3..].copy_from_slice(&[0, half, 0, half]);
    let state = feed(&mut held, &json!({ "targets": [far] }));
    assert_eq!(row_of(&state["aim"])[0], start[0] + 33_300);
    let state = feed(&mut held, &json!({ "targets": vec![far; 30] }));
    let aim = row_of(&state["aim"]);
    assert_eq!(aim[0], 400_000);
    assert!((aim[4] - half).abs() < half / 1000, "{aim:?}");
}

/// S9: a block that trembles is where it was; one that was pushed or turned is not.
#[test]
fn a_block_is_out_of_its_place_by_half_a_millimetre_or_a_degree() {
    let was = Pose::upright([0, 15_000, 0]);
    let turned = |degrees: f64| {
        let half = degrees.to_radians() / 2.0;
        let part = |share: f64| (f64::from(WHOLE_TURN) * share) as i32;
        Pose { turn: [0, part(half.sin()), 0, part(half.cos())], ..was }
    };
    for near in [was, Pose { at: [400, 15_000, 0], ..was }, turned(0.5)] {
        assert!(!is_out_of_place(&was, &near), "{near:?}");
    }
    for far in [Pose { at: [0, 15_000, -600], ..was }, turned(2.0), turned(-2.0)] {
        assert!(is_out_of_place(&was, &far), "{far:?}");
    }
}

/// S9: the hand pushes a block about on its base, which can't be undone any more, and then off it, which opens the hand.
#[test]
fn what_is_knocked_over_opens_the_hand() {
    let base = tower(1);
    let both = place(&base, Ground::Base, block(3), &"drop".parse().unwrap()).tower;
    assert_eq!(both.blocks.len(), 2);
    let mut held = HeldBlock::new(&both, Ground::Base, block(6), Grip::STEADY);
    let mut aim = row_of(&feed(&mut held, &json!({}))["aim"]);
    // Down beside the upper block, and then against it.
    let start = [-120_000, aim[1], 0];
    aim[..3].copy_from_slice(&start);
    feed(&mut held, &json!({ "targets": vec![aim; 30] }));
    aim[1] = i64::from(both.blocks[1].pose.at[1]) + 5_000;
    let state = feed(&mut held, &json!({ "targets": vec![aim; 60] }));
    assert_eq!((&state["disturbed"], held.action()), (&json!(false), None));
    let mut was_disturbed = false;
    let opened = (0..400).any(|_| {
        aim[0] += 1_000;
        let state = feed(&mut held, &json!({ "targets": [aim] }));
        was_disturbed |= state["disturbed"] == true && state["phase"] == "held";
        state["phase"] != "held" && state["phase"] != "air"
    });
    assert!(opened && was_disturbed);
    // It was the fall that opened it, long before its time was up.
    let state = feed(&mut held, &json!({}));
    assert!(state["fallen"].as_array().is_some_and(|fallen| fallen.contains(&json!(3))), "{state}");
    assert!(state["left"].as_u64().is_some_and(|left| left > 0), "{state}");
    // What happened counts.
    let action = held.action().expect("the hand has opened");
    let gesture: Gesture = action.strip_prefix("place 6 ").unwrap().parse().unwrap();
    assert!(place(&both, Ground::Base, block(6), &gesture).fallen.contains(&block(3)));
}

#[test]
fn a_malformed_input_is_refused() {
    let mut held = HeldBlock::new(&Tower::default(), Ground::Base, block(1), Grip::STEADY);
    for input in ["", "7", r#"{"targets":[[1,2,3]]}"#, r#"{"throw":true}"#, r#"{"pass":-1}"#] {
        assert!(held.feed(input).is_err(), "{input}");
    }
}
