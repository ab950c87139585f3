//! S9: hands that tremble. Nature draws how, when a seat is about to place and not before; the record holds it, and the
//! same placement comes of it wherever it is simulated.

mod chance;
mod play;

use bausack::physics::{Grip, place, place_by};
use bausack::{Action, BOTS, Bausack, Ground, Hands, Mode, Options, Tower, Wood};
use chance::Chance;
use game::{Actor, Game, Seat, Turn, Viewer};
use play::{block, go_on, options};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use serde_json::{Value, json};
use testkit::laws;

fn trembling(game: Mode) -> Options {
    Options { hands: Hands::Natural, ..options(game) }
}

fn start(options: &Options) -> Bausack {
    Bausack::new(options, 2).expect("the setting is legal")
}

/// A position after Nature has drawn.
fn drawn(position: &Bausack, seed: u64) -> Bausack {
    let mut position = position.clone();
    position.apply(Actor::Nature, &Action::Tremor(seed)).expect("Nature is to draw");
    position
}

#[test]
fn nature_draws_the_tremor_before_each_placement_and_nobody_else_does() {
    let game = start(&trembling(Mode::Babel));
    assert_eq!(game.turn(), Turn::Nature);
    assert!(game.to_string().starts_with("babel *:tremor "), "{game}");
    let refused = game.clone().apply(Actor::Seat(Seat(0)), &"place 1 drop".parse().unwrap()).unwrap_err();
    assert_eq!(refused.article, "S9");
    let game = drawn(&game, 7);
    assert_eq!(game.turn().seats().first(), Some(Seat(0)));
    for who in [Actor::Seat(Seat(0)), Actor::Nature] {
        assert!(game.clone().apply(who, &Action::Tremor(8)).is_err(), "{who:?} draws again");
    }
    let mut game = game;
    game.apply(Actor::Seat(Seat(0)), &"place 1 drop".parse().unwrap()).unwrap();
    let answer = game.nature_result().expect("Nature answers");
    game.apply(Actor::Nature, &answer).unwrap();
    assert!(game.to_string().starts_with("babel *:tremor "), "each placement has its own: {game}");
}

/// At an auction nobody knows how they will tremble; whoever won the block learns it then.
#[test]
fn bids_are_made_before_it_is_drawn() {
    let game = start(&trembling(Mode::Knockout));
    let game = go_on(game, "0 sell 1 high\n1 bid 1\n0 pass");
    assert!(game.to_string().starts_with("knockout *:tremor "), "{game}");
    let game = drawn(&game, 1);
    assert_eq!(game.turn().seats().first(), Some(Seat(1)));
}

/// Whoever gives up leaves no tremor behind for the next.
#[test]
fn a_tremor_is_of_one_placement() {
    let game = start(&trembling(Mode::Pile));
    let game = go_on(game, "0 sell 1 high\n1 pass\n= *:tremor");
    let game =
        go_on(drawn(&game, 1), "0 place 1 drop\n* stands 20\n1 sell 2 high\n0 bid 1\n1 pass\n= *:tremor");
    let game = go_on(drawn(&game, 2), "0 place 2 drop\n* stands 0\n* stays\n= *:tremor");
    // The other is alone now, and draws anew.
    go_on(drawn(&game, 3), "0 pass\n= *:tremor");
}

#[test]
fn steady_hands_and_real_wood_have_none() {
    for options in [options(Mode::Babel), Options { wood: Wood::Real, ..trembling(Mode::Babel) }] {
        let game = start(&options);
        assert_eq!(game.turn().seats().first(), Some(Seat(0)));
        assert!(game.clone().apply(Actor::Nature, &Action::Tremor(1)).is_err());
    }
    let absent: Options = serde_json::from_str(r#"{"game":"babel"}"#).unwrap();
    assert_eq!(absent.hands, Hands::Steady, "records of tables that had no choice");
}

#[test]
fn its_notation_is_sixteen_digits() {
    let action = Action::Tremor(0xab);
    assert_eq!(action.to_string(), "tremor 00000000000000ab");
    assert_eq!(action.to_string().parse(), Ok(action));
    for text in [
        "tremor",
        "tremor ab",
        "tremor 00000000000000AB",
        "tremor +0000000000000ab",
        "tremor 000000000000000ab",
    ] {
        assert!(text.parse::<Action>().is_err(), "{text}");
    }
}

#[test]
fn positions_are_stored_with_it() {
    let game = start(&trembling(Mode::Reds)).to_string();
    assert!(game.contains("hands=natural"), "{game}");
    let mut game = drawn(&start(&trembling(Mode::Babel)), u64::MAX);
    game.apply(Actor::Seat(Seat(0)), &"place 1 drop".parse().unwrap()).unwrap();
    let mut stored = serde_json::to_value(&game).unwrap();
    assert_eq!(serde_json::from_value::<Bausack>(stored.clone()).unwrap(), game);
    stored.as_object_mut().unwrap().remove("tremor");
    assert!(serde_json::from_value::<Bausack>(stored).is_err(), "a hand without its tremor");
    let steady = serde_json::to_string(&start(&options(Mode::Babel))).unwrap();
    assert!(!steady.contains("hands") && !steady.contains("tremor"), "{steady}");
}

#[test]
fn hands_that_tremble_obey_the_laws() {
    for game in Mode::ALL {
        laws::<Chance>(2).options(trembling(game)).games(60).in_the_open().check();
    }
    let party = Options { hands: Hands::Party, ..options(Mode::Babel) };
    laws::<Chance>(4).options(party).games(60).in_the_open().check();
}

/// The same gesture comes to the same with the same tremor, and to something else with another.
#[test]
fn a_placement_depends_on_its_tremor() {
    let tower = place(&Tower::default(), Ground::Base, block(1), &"drop".parse().unwrap()).tower;
    let gesture = "drop:2,0,0,0".parse().unwrap();
    let by = |hands, seed| place_by(&tower, Ground::Base, block(2), &gesture, Grip { hands, seed });
    assert_eq!(by(Hands::Natural, 1), by(Hands::Natural, 1));
    assert_ne!(by(Hands::Natural, 1), by(Hands::Natural, 2));
    assert_ne!(by(Hands::Natural, 1), by(Hands::Party, 1));
    assert_eq!(by(Hands::Steady, 1), place(&tower, Ground::Base, block(2), &gesture));
}

/// What a page shows of a trembling hand is what the rules make of its gesture, to the last bit, and what a replay shows.
#[test]
fn what_was_rehearsed_happens() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
    let mut game = start(&trembling(Mode::Babel));
    let tremor = game.sample(Actor::Nature, &mut rng);
    game.apply(Actor::Nature, &tremor).unwrap();
    let mut hand = game.rehearse(Seat(0), "2").expect("a block in the hand");
    let mut feed =
        |input: Value| -> Value { serde_json::from_str(&hand.feed(&input.to_string()).unwrap()).unwrap() };
    let mut state = feed(json!({}));
    assert_eq!((&state["phase"], &state["trembles"]), (&json!("air"), &json!(true)));
    let numbers = |value: &Value| -> Vec<i64> {
        value.as_array().unwrap().iter().map(|n| n.as_i64().unwrap()).collect()
    };
    let aside = numbers(&state["aim"]);
    assert!(aside[0] > 50_000, "it begins beside the plot: {aside:?}");
    let mut aim = aside.clone();
    let mut seen = Vec::new();
    for step in 0..200 {
        // Over the middle, down, and a while of waiting.
        aim[0] = (aim[0] - 3_000).max(0);
        aim[2] = (aim[2] - 3_000).max(0);
        if step > 60 {
            let landing = numbers(&state["landing"]);
            aim[1] = (aim[1] - 1_500).max(landing[1]);
        }
        state = feed(json!({ "targets": [aim] }));
        seen.push(numbers(&state["held"]));
        if state["phase"] == "held" && step > 120 {
            break;
        }
    }
    let moves = seen.windows(2).filter(|pair| pair[0] != pair[1]).count();
    assert!(moves > seen.len() * 9 / 10, "it trembles even where it waits");
    assert_eq!(state["forecast"], Value::Null);
    state = feed(json!({ "let_go": true }));
    for _ in 0..400 {
        if state["phase"] == "over" {
            break;
        }
        state = feed(json!({ "pass": 2 }));
    }
    let action = hand.action().expect("a placement");
    let before = game.clone();
    game.apply(Actor::Seat(Seat(0)), &action.parse().unwrap()).unwrap();
    let answer = game.nature_result().unwrap().to_string();
    assert_eq!(state["answer"], answer);
    game.apply(Actor::Nature, &answer.parse().unwrap()).unwrap();

    let mut replay = before.rehearse(Seat(0), action.strip_prefix("place ").unwrap()).expect("a replay");
    let mut last = Value::Null;
    for _ in 0..800 {
        last = serde_json::from_str(&replay.feed(r#"{"pass":4}"#).unwrap()).unwrap();
        if last["phase"] == "over" {
            break;
        }
    }
    assert_eq!(last["answer"], answer);
}

/// A hand that rests in the air is fresh again, so that nobody has to hurry, however long it is held.
#[test]
fn rest_in_the_air_takes_no_time() {
    let game = drawn(&start(&trembling(Mode::Babel)), 5);
    let mut hand = game.rehearse(Seat(0), "2").unwrap();
    let state: Value = serde_json::from_str(&hand.feed("{}").unwrap()).unwrap();
    let aim = state["aim"].clone();
    for _ in 0..60 {
        let input = json!({ "targets": vec![&aim; 30] }).to_string();
        let state: Value = serde_json::from_str(&hand.feed(&input).unwrap()).unwrap();
        assert_eq!((&state["phase"], state["left"].as_u64()), (&json!("air"), Some(600)));
    }
    hand.feed(r#"{"let_go":true}"#).unwrap();
    let action = hand.action().expect("it falls");
    assert!(action.len() < 100, "the gesture does not tell of a minute in the air: {} bytes", action.len());
}

/// A bot plays with whatever hands the table has, and a view says which.
#[test]
fn bots_place_with_trembling_hands() {
    let game = drawn(&start(&trembling(Mode::Babel)), 5);
    let mut bot = (BOTS[0].make)(1);
    let action = bot.choose(&game, Seat(0), &game::Budget::until(&|| false));
    assert!(action.to_string().starts_with("place "), "{action}");
    assert_eq!(serde_json::to_value(game.view(Viewer::Public)).unwrap()["hands"], "natural");
}
