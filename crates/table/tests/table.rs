//! A table keeps its promises: nothing twice, nothing out of turn, time as written, back only as agreed.

#![allow(clippy::unwrap_used)]

use game::{Actor, Seat, SeatSet, Turn, Viewer};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use table::{
    ClockRule, Entry, Event, FrameTurn, Kind, Question, Refused, Rules, Setup, SetupError, Table, Word,
};
use testkit::tiny::{Envelopes, Pebbles};

static PEBBLES: Rules<Pebbles> = Rules(&[]);
static ENVELOPES: Rules<Envelopes> = Rules(&[]);

const ONE: Seat = Seat(0);
const TWO: Seat = Seat(1);
const THREE: Seat = Seat(2);

fn pebbles(seats: u8, clock: ClockRule) -> Table {
    Table::open(&PEBBLES, Setup::new(seats), clock).unwrap()
}

fn act(table: &mut Table, seat: Seat, action: &str, now: u64) {
    let prompt = table.prompt(seat).expect("it is the seat's turn");
    table.act(seat, prompt, action, now).unwrap();
}

fn position(table: &Table) -> String {
    table.game().position()
}

#[test]
fn a_repeated_or_stale_action_is_refused_and_never_applied_twice() {
    let mut table = pebbles(2, ClockRule::None);
    act(&mut table, ONE, "take", 0);
    assert_eq!(table.act(ONE, 0, "take", 0), Err(Refused::Stale));
    assert_eq!(position(&table), "9 1 0");
    act(&mut table, ONE, "stop", 0);
    assert_eq!(
        table.act(ONE, 1, "stop", 0),
        Err(Refused::Stale),
        "its turn is over, and this was done already"
    );
    let refused = table.act(ONE, 2, "take", 0).unwrap_err();
    assert!(
        matches!(refused, Refused::Illegal(illegal) if illegal.article == "P1"),
        "it is the other's turn"
    );
    assert!(matches!(table.act(TWO, 2, "fly", 0), Err(Refused::Malformed(_))));
    assert_eq!(table.act(Seat(7), 0, "take", 0), Err(Refused::NotSeated(Seat(7))));
    assert_eq!(table.log().len(), 2);
}

#[test]
fn simultaneous_seats_keep_their_prompts_and_their_secrets() {
    let mut table = Table::open(&ENVELOPES, Setup::new(3), ClockRule::None).unwrap();
    assert_eq!(table.prompt(ONE), None, "nature comes first");
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    assert_eq!(table.settle(&mut rng, 0), Ok(1));
    let prompts = [ONE, TWO, THREE].map(|seat| table.prompt(seat).unwrap());
    table.act(THREE, prompts[2], "bid 4", 0).unwrap();
    assert_eq!(table.view(Viewer::Seat(ONE))["bids"][2], serde_json::Value::Null);
    assert_eq!(table.view(Viewer::Seat(THREE))["bids"][2], 4);
    assert!(table.act(THREE, prompts[2], "bid 4", 0).is_err(), "nobody bids twice");
    table.act(ONE, prompts[0], "bid 1", 0).unwrap();
    assert!(matches!(table.nature("prize 3", 0), Err(Refused::Illegal(_))), "nature waits its turn");
    table.act(TWO, prompts[1], "bid 0", 0).unwrap();
    assert_eq!(table.turn(), Turn::Nature);
    assert!(table.nature("prize 9", 0).is_err());
    assert_eq!(table.log().len(), 4);
}

#[test]
fn a_step_of_ones_own_turn_is_taken_back_freely() {
    let mut table = pebbles(2, ClockRule::None);
    act(&mut table, ONE, "take", 0);
    act(&mut table, ONE, "take", 0);
    let stale = table.prompt(ONE).unwrap();
    table.say(ONE, Word::TakeBack, 0).unwrap();
    assert_eq!(position(&table), "9 1 0");
    assert_eq!(table.act(ONE, stale, "stop", 0), Err(Refused::Stale), "the position is another");
    table.say(ONE, Word::TakeBack, 0).unwrap();
    assert_eq!(position(&table), "10 0 0");
    assert_eq!(table.say(ONE, Word::TakeBack, 0), Err(Refused::NothingToTakeBack));
    assert_eq!(table.say(TWO, Word::TakeBack, 0), Err(Refused::NothingToTakeBack));
    assert_eq!(table.line().count(), 0);
    assert_eq!(table.log().len(), 4, "the log forgets nothing");
}

#[test]
fn a_finished_turn_is_taken_back_only_if_all_agree() {
    let mut table = pebbles(3, ClockRule::None);
    act(&mut table, ONE, "take", 0);
    act(&mut table, ONE, "stop", 0);
    act(&mut table, TWO, "take", 0);
    table.say(ONE, Word::TakeBack, 0).unwrap();
    assert_eq!(table.asked().unwrap().question, Question::TakeBack);
    assert_eq!(table.say(ONE, Word::Agree, 0), Err(Refused::NothingAsked), "one does not answer oneself");
    assert_eq!(table.say(THREE, Word::Draw, 0), Err(Refused::AlreadyAsked));
    table.say(TWO, Word::Agree, 0).unwrap();
    assert_eq!(position(&table), "8 1 1", "one is still to be heard");
    table.say(THREE, Word::Decline, 0).unwrap();
    assert_eq!((position(&table).as_str(), table.asked()), ("8 1 1", None));
    table.say(ONE, Word::TakeBack, 0).unwrap();
    let before = table.prompt(TWO).unwrap();
    table.say(THREE, Word::Agree, 0).unwrap();
    table.say(TWO, Word::Agree, 0).unwrap();
    assert_eq!(position(&table), "9 1 0");
    assert!(table.prompt(TWO).is_none() && table.prompt(ONE).unwrap() > before);
    assert_eq!(table.line().collect::<Vec<_>>(), [(Actor::Seat(ONE), "take")]);
}

#[test]
fn an_action_closes_the_question() {
    let mut table = pebbles(2, ClockRule::None);
    table.say(TWO, Word::Draw, 0).unwrap();
    act(&mut table, ONE, "take", 0);
    assert_eq!(table.say(ONE, Word::Agree, 0), Err(Refused::NothingAsked));
}

#[test]
fn a_draw_is_agreed_by_all_who_play() {
    let mut table = pebbles(3, ClockRule::None);
    table.say(THREE, Word::Resign, 0).unwrap();
    table.say(TWO, Word::Draw, 0).unwrap();
    assert_eq!(table.say(THREE, Word::Agree, 0), Err(Refused::NotSeated(THREE)));
    table.say(ONE, Word::Agree, 0).unwrap();
    assert_eq!(table.turn().outcome().unwrap().places().as_slice(), [1, 1, 3]);
    assert_eq!(table.say(ONE, Word::Resign, 0), Err(Refused::Over));
    assert!(table.act(ONE, 0, "take", 0).is_err());
}

#[test]
fn nobody_takes_back_past_a_seat_that_left() {
    let mut table = pebbles(3, ClockRule::None);
    act(&mut table, ONE, "take", 0);
    table.say(TWO, Word::Resign, 0).unwrap();
    assert_eq!(table.say(ONE, Word::TakeBack, 0), Err(Refused::NothingToTakeBack));
    act(&mut table, ONE, "take", 0);
    table.say(ONE, Word::TakeBack, 0).unwrap();
    act(&mut table, ONE, "stop", 0);
    assert!(table.prompt(THREE).is_some(), "the seat that left is skipped");
    table.say(THREE, Word::Resign, 0).unwrap();
    assert_eq!(table.turn().outcome().unwrap().places().as_slice(), [1, 2, 2]);
}

#[test]
fn fischer_time_runs_through_a_turn_and_grows_after_it() {
    let mut table = pebbles(2, ClockRule::Fischer { start: 60, increment: 5 });
    assert_eq!(table.time_left(ONE, 10_000), Some(50_000));
    act(&mut table, ONE, "take", 10_000);
    act(&mut table, ONE, "stop", 20_000);
    assert_eq!(table.time_left(ONE, 90_000), Some(45_000), "60 − 20 + 5, and it stands still");
    assert_eq!(table.time_left(TWO, 25_000), Some(55_000));
    assert_eq!(table.deadline(), Some((80_000, TWO)));
    assert_eq!(table.flag(79_999), None);
    assert_eq!(table.say(TWO, Word::Flag, 79_999), Err(Refused::TimeLeft(TWO)));
    let prompt = table.prompt(TWO).unwrap();
    assert_eq!(table.act(TWO, prompt, "take", 80_000), Err(Refused::OutOfTime(TWO)));
    assert_eq!(table.flag(80_000), Some(TWO));
    assert_eq!(table.turn().outcome().unwrap().places().as_slice(), [1, 2]);
    assert_eq!(table.deadline(), None);
}

#[test]
fn days_for_each_action() {
    const DAY: u64 = 86_400_000;
    let mut table = pebbles(2, ClockRule::PerAction { limit: 3 * 86_400 });
    act(&mut table, ONE, "take", 2 * DAY);
    assert_eq!(table.deadline(), Some((5 * DAY, ONE)), "each action has its own three days");
    act(&mut table, ONE, "stop", 4 * DAY);
    assert_eq!(table.deadline(), Some((7 * DAY, TWO)));
    assert_eq!(table.time_left(ONE, 6 * DAY), Some(3 * DAY));
    assert_eq!(table.flag(7 * DAY), Some(TWO));
}

#[test]
fn a_host_clock_that_steps_back_loses_nothing() {
    let mut table = pebbles(2, ClockRule::Fischer { start: 60, increment: 0 });
    act(&mut table, ONE, "take", 5_000);
    act(&mut table, ONE, "take", 4_000);
    assert_eq!(table.log()[1].at, 5_000);
    let backwards = Entry { at: 0, event: Event::Say { seat: ONE, word: Word::Draw } };
    let error = table.replay([backwards]).err().unwrap();
    assert_eq!((error.entry, error.refused), (2, Refused::TimeBackwards));
}

#[test]
fn a_set_up_that_cannot_be_is_refused_with_what_can() {
    let error = |setup| Table::open(&PEBBLES, setup, ClockRule::None).err().unwrap();
    assert_eq!(error(Setup::new(5)).to_string(), "Pebbles is played by 2 to 4 seats, not 5");
    let unknown = error(Setup::new(2).with("colour", "red"));
    assert_eq!(unknown.to_string(), "Pebbles has no option `colour` (options: teams, heap)");
    let unknown = error(Setup::new(4).with("teams", "trios"));
    assert_eq!(unknown.to_string(), "`trios` is not a value of `teams` (values: alone, pairs)");
    assert!(matches!(error(Setup::new(3).with("teams", "pairs")), SetupError::Illegal(_)));
}

/// A choice may be for people only; one that is not made is the first.
#[test]
fn some_tables_are_for_people_only() {
    let is_for_people = |setup: Setup| setup.is_for_people(PEBBLES.info());
    assert!(!is_for_people(Setup::new(2)));
    assert!(!is_for_people(Setup::new(2).with("heap", "house")));
    assert!(is_for_people(Setup::new(4).with("heap", "beach").with("teams", "pairs")));
}

/// Whatever is done and said at a table, at random: its log alone gives it again, from the start or from a snapshot.
#[test]
fn the_log_alone_gives_the_table_again() {
    for (seed, kind) in (0..300).map(|seed| (seed, [&PEBBLES as &dyn Kind, &ENVELOPES][seed as usize % 2])) {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let setup = Setup::new(rng.random_range(2..=4));
        let clock = [
            ClockRule::None,
            ClockRule::Fischer { start: 200, increment: 3 },
            ClockRule::PerAction { limit: 40 },
        ][rng.random_range(0..3)];
        let open = || Table::open(kind, setup.clone(), clock).unwrap();
        let mut table = open();
        let mut snapshots = vec![table.snapshot()];
        let mut now = 0;
        for _ in 0..80 {
            now += rng.random_range(0..9_000);
            table.flag(now);
            let _ = table.settle(&mut rng, now);
            let seat = Seat(rng.random_range(0..setup.seats));
            let lengths = (table.log().len(), table.snapshot());
            let result = if rng.random_bool(0.6) {
                let seat = table.turn().seats().first().unwrap_or(seat);
                let (actions, _) = table.actions(seat);
                let action =
                    actions.get(rng.random_range(0..9)).map_or("nonsense", String::as_str).to_owned();
                let prompt = table.prompt(seat).unwrap_or_default();
                table.act(seat, prompt + u32::from(rng.random_bool(0.1)), &action, now).map(|_| ())
            } else {
                let word = [Word::TakeBack, Word::Agree, Word::Decline, Word::Draw, Word::Agree, Word::Flag];
                let word = if rng.random_bool(0.05) { Word::Resign } else { word[rng.random_range(0..6)] };
                table.say(seat, word, now).map(|_| ())
            };
            match result {
                Ok(()) => assert_eq!(table.log().len(), lengths.0 + 1),
                Err(_) => assert_eq!(table.snapshot(), lengths.1, "a refusal changes nothing"),
            }
            snapshots.push(table.snapshot());
        }
        let again = open().replay(table.log().to_vec()).unwrap();
        assert_eq!(again.snapshot(), table.snapshot());
        for snapshot in &snapshots {
            let resumed = open().resume(table.log().to_vec(), snapshot).unwrap();
            assert_eq!(resumed.snapshot(), table.snapshot());
            assert_eq!(resumed.turn(), table.turn());
        }
    }
}

#[test]
fn a_useless_snapshot_is_ignored() {
    let mut table = pebbles(2, ClockRule::None);
    act(&mut table, ONE, "take", 0);
    let later = table.snapshot();
    let fresh = pebbles(2, ClockRule::None).resume(Vec::new(), &later).unwrap();
    assert_eq!(position(&fresh), "10 0 0");
    let mut damaged = serde_json::to_value(&later).unwrap();
    damaged["game"] = serde_json::json!({ "heap": "many" });
    let damaged = serde_json::from_value(damaged).unwrap();
    let resumed = pebbles(2, ClockRule::None).resume(table.log().to_vec(), &damaged).unwrap();
    assert_eq!(position(&resumed), "9 1 0");
}

#[test]
fn somebody_plays_on_for_a_seat_whose_time_has_run_out() {
    let mut table = pebbles(2, ClockRule::Fischer { start: 10, increment: 0 });
    assert_eq!(table.say(ONE, Word::Relay, 9_999), Err(Refused::TimeLeft(ONE)));
    assert_eq!(table.relay(9_999), None);
    assert_eq!(table.relay(10_000), Some(ONE));
    act(&mut table, ONE, "take", 50_000);
    act(&mut table, ONE, "stop", 50_000);
    assert_eq!((table.running(), table.deadline()), (SeatSet::one(TWO), Some((60_000, TWO))));
    act(&mut table, TWO, "take", 51_000);
    act(&mut table, TWO, "stop", 51_000);
    assert_eq!(
        (table.running(), table.deadline()),
        (SeatSet::EMPTY, None),
        "its clock stands still for good"
    );
    assert_eq!(table.say(ONE, Word::Flag, 99_000), Err(Refused::TimeLeft(ONE)));
}

#[test]
fn a_frame_tells_each_person_what_that_person_may_know() {
    let mut table = Table::open(&ENVELOPES, Setup::new(3), ClockRule::None).unwrap();
    table.nature("prize 3", 0).unwrap();
    let prompt = table.prompt(TWO).unwrap();
    table.act(TWO, prompt, "bid 2", 5).unwrap();
    let heard = |own| table.told(own, 1).map(|told| told.action.unwrap()).collect::<Vec<_>>();
    assert_eq!(heard(SeatSet::one(TWO)), ["bid 2"]);
    assert_eq!(heard(SeatSet::one(ONE)), ["bid"]);
    assert_eq!(heard(SeatSet::EMPTY), ["bid"]);

    let own = table.frame(SeatSet::one(TWO), 9);
    assert_eq!((&own.view["bids"][1], own.prompts.len()), (&serde_json::json!(2), 0));
    let watcher = table.frame(SeatSet::EMPTY, 9);
    assert_eq!((&watcher.view["bids"][1], watcher.prompts.len()), (&serde_json::Value::Null, 0));
    let other = table.frame(SeatSet::one(ONE), 9);
    assert_eq!(other.view["bids"][1], serde_json::Value::Null);
    assert_eq!(other.prompts[0].actions, ["bid 0", "bid 1", "bid 2", "bid 3", "bid 4"]);
    assert_eq!(other.turn, FrameTurn::Seats(SeatSet::one(ONE).with(THREE)));
    let screen = table.frame(SeatSet::one(TWO).with(THREE), 9);
    assert_eq!(
        screen.view["bids"][1],
        serde_json::Value::Null,
        "the seat to act looks, and may not see the other's"
    );

    table.say(ONE, Word::Resign, 9).unwrap();
    table.say(THREE, Word::Resign, 9).unwrap();
    let told: Vec<_> = table.told(SeatSet::EMPTY, 1).collect();
    assert_eq!(told[0].action.as_deref(), Some("bid 2"), "afterwards everything is told");
    assert_eq!((told[1].seat, told[1].action.as_deref()), (Some(ONE), None));
    assert!(matches!(table.frame(SeatSet::EMPTY, 9).turn, FrameTurn::Over { by: None, .. }));
}

#[test]
fn a_snapshot_keeps_what_is_under_seal() {
    let mut table = Table::open(&ENVELOPES, Setup::new(2), ClockRule::None).unwrap();
    table.nature("prize 3", 0).unwrap();
    let prompt = table.prompt(ONE).unwrap();
    table.act(ONE, prompt, "bid 2", 5).unwrap();
    let stored = serde_json::to_string(&table.snapshot()).unwrap();
    let fresh = Table::open(&ENVELOPES, Setup::new(2), ClockRule::None).unwrap();
    let again = fresh.resume(table.log().to_vec(), &serde_json::from_str(&stored).unwrap()).unwrap();
    assert_eq!(again.told(SeatSet::EMPTY, 1).next().unwrap().action.as_deref(), Some("bid"));
}
