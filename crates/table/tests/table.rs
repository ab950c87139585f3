//! A table keeps its promises: nothing twice, nothing out of turn, time as written, back only as agreed.

#![allow(clippy::unwrap_used)]

use game::{Actor, Seat, SeatSet, Turn, Viewer};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use table::{
    ClockRule, Declaration, Erased, Event, Kind, LogEntry, Offer, Refused, Setup, SetupError, Start, Table,
};
use testkit::tiny::{Envelopes, Pebbles};

static PEBBLES: Erased<Pebbles> = Erased(&[]);
static ENVELOPES: Erased<Envelopes> = Erased(&[]);

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

fn view(table: &Table, seat: Seat) -> serde_json::Value {
    serde_json::from_str(table.view(Viewer::Seat(seat)).get()).unwrap()
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
    assert_eq!(table.run_nature(&mut rng, 0), Ok(1));
    let prompts = [ONE, TWO, THREE].map(|seat| table.prompt(seat).unwrap());
    table.act(THREE, prompts[2], "bid 4", 0).unwrap();
    assert_eq!(view(&table, ONE)["bids"][2], serde_json::Value::Null);
    assert_eq!(view(&table, THREE)["bids"][2], 4);
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
    table.declare(ONE, Declaration::TakeBack, 0).unwrap();
    assert_eq!(position(&table), "9 1 0");
    assert_eq!(table.act(ONE, stale, "stop", 0), Err(Refused::Stale), "the position is another");
    table.declare(ONE, Declaration::TakeBack, 0).unwrap();
    assert_eq!(position(&table), "10 0 0");
    assert_eq!(table.declare(ONE, Declaration::TakeBack, 0), Err(Refused::NothingToTakeBack));
    assert_eq!(table.declare(TWO, Declaration::TakeBack, 0), Err(Refused::NothingToTakeBack));
    assert_eq!(table.actions_played().count(), 0);
    assert_eq!(table.log().len(), 4, "the log forgets nothing");
}

#[test]
fn a_finished_turn_is_taken_back_only_if_all_agree() {
    let mut table = pebbles(3, ClockRule::None);
    act(&mut table, ONE, "take", 0);
    act(&mut table, ONE, "stop", 0);
    act(&mut table, TWO, "take", 0);
    table.declare(ONE, Declaration::TakeBack, 0).unwrap();
    assert_eq!(table.offer().unwrap().offer, Offer::TakeBack);
    assert_eq!(
        table.declare(ONE, Declaration::Accept, 0),
        Err(Refused::NoOffer),
        "one does not answer oneself"
    );
    assert_eq!(table.declare(THREE, Declaration::Draw, 0), Err(Refused::OfferOpen));
    table.declare(TWO, Declaration::Accept, 0).unwrap();
    assert_eq!(position(&table), "8 1 1", "one is still to be heard");
    table.declare(THREE, Declaration::Decline, 0).unwrap();
    assert_eq!((position(&table).as_str(), table.offer()), ("8 1 1", None));
    table.declare(ONE, Declaration::TakeBack, 0).unwrap();
    let before = table.prompt(TWO).unwrap();
    table.declare(THREE, Declaration::Accept, 0).unwrap();
    table.declare(TWO, Declaration::Accept, 0).unwrap();
    assert_eq!(position(&table), "9 1 0");
    assert!(table.prompt(TWO).is_none() && table.prompt(ONE).unwrap() > before);
    assert_eq!(table.actions_played().collect::<Vec<_>>(), [(Actor::Seat(ONE), "take")]);
}

#[test]
fn an_action_closes_the_question() {
    let mut table = pebbles(2, ClockRule::None);
    table.declare(TWO, Declaration::Draw, 0).unwrap();
    act(&mut table, ONE, "take", 0);
    assert_eq!(table.declare(ONE, Declaration::Accept, 0), Err(Refused::NoOffer));
}

#[test]
fn a_draw_is_agreed_by_all_who_play() {
    let mut table = pebbles(3, ClockRule::None);
    table.declare(THREE, Declaration::Resign, 0).unwrap();
    table.declare(TWO, Declaration::Draw, 0).unwrap();
    assert_eq!(table.declare(THREE, Declaration::Accept, 0), Err(Refused::NotSeated(THREE)));
    table.declare(ONE, Declaration::Accept, 0).unwrap();
    assert_eq!(table.turn().outcome().unwrap().places().as_slice(), [1, 1, 3]);
    assert_eq!(table.declare(ONE, Declaration::Resign, 0), Err(Refused::Over));
    assert!(table.act(ONE, 0, "take", 0).is_err());
}

#[test]
fn nobody_takes_back_past_a_seat_that_left() {
    let mut table = pebbles(3, ClockRule::None);
    act(&mut table, ONE, "take", 0);
    table.declare(TWO, Declaration::Resign, 0).unwrap();
    assert_eq!(table.declare(ONE, Declaration::TakeBack, 0), Err(Refused::NothingToTakeBack));
    act(&mut table, ONE, "take", 0);
    table.declare(ONE, Declaration::TakeBack, 0).unwrap();
    act(&mut table, ONE, "stop", 0);
    assert!(table.prompt(THREE).is_some(), "the seat that left is skipped");
    table.declare(THREE, Declaration::Resign, 0).unwrap();
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
    assert_eq!(table.declare(TWO, Declaration::OutOfTime, 79_999), Err(Refused::TimeLeft(TWO)));
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
    let backwards = LogEntry { at: 0, event: Event::Declare { seat: ONE, declaration: Declaration::Draw } };
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

/// All that can be seen of a table at a time.
fn seen(table: &Table, now: u64) -> impl PartialEq + std::fmt::Debug + use<> {
    let seats = table.setup().seats;
    let each = |seat| (table.prompt(seat), table.time_left(seat, now), table.actions(seat).0);
    let steps: Vec<_> = table.steps_seen_by(SeatSet::EMPTY, 0).collect();
    (
        (position(table), table.turn(), table.offer(), table.gone(), table.running(), table.deadline()),
        (Seat::all(seats).map(each).collect::<Vec<_>>(), steps, table.log().to_vec()),
    )
}

/// Whatever is done and declared at a table, at random: its log alone gives it again, and so does every part of it.
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
        let mut now = 0;
        for _ in 0..80 {
            now += rng.random_range(0..9_000);
            table.flag(now);
            let _ = table.run_nature(&mut rng, now);
            let seat = Seat(rng.random_range(0..setup.seats));
            let before = (table.log().len(), seen(&table, now));
            let result = if rng.random_bool(0.6) {
                let seat = table.turn().seats().first().unwrap_or(seat);
                let (actions, _) = table.actions(seat);
                let action =
                    actions.get(rng.random_range(0..9)).map_or("nonsense", String::as_str).to_owned();
                let prompt = table.prompt(seat).unwrap_or_default();
                table.act(seat, prompt + u32::from(rng.random_bool(0.1)), &action, now).map(|_| ())
            } else {
                let declarations = [
                    Declaration::TakeBack,
                    Declaration::Accept,
                    Declaration::Decline,
                    Declaration::Draw,
                    Declaration::Accept,
                    Declaration::OutOfTime,
                ];
                let resigns = rng.random_bool(0.05);
                let chosen = if resigns { Declaration::Resign } else { declarations[rng.random_range(0..6)] };
                table.declare(seat, chosen, now).map(|_| ())
            };
            match result {
                Ok(()) => assert_eq!(table.log().len(), before.0 + 1),
                Err(_) => assert_eq!(seen(&table, now), before.1, "a refusal changes nothing"),
            }
        }
        let again = open().replay(table.log().to_vec()).unwrap();
        assert_eq!(seen(&again, now), seen(&table, now));
        // Every earlier position is the one that its steps lead to.
        let steps: Vec<_> = table.steps_seen_by(SeatSet::all(setup.seats), 0).collect();
        let mut plain = Table::open(kind, setup.clone(), ClockRule::None).unwrap();
        for (count, step) in steps.iter().enumerate() {
            assert_eq!(table.position_after(count).unwrap().position(), position(&plain));
            plain = plain.replay(step.entry()).unwrap();
        }
        assert!(table.position_after(steps.len() + 1).is_none());
        let back = rng.random_range(0..=steps.len());
        plain.rewind(back);
        assert_eq!(plain.steps(), back);
        assert_eq!(position(&plain), table.position_after(back).unwrap().position());
        let rest = steps[back..].iter().map(|step| step.entry().unwrap());
        plain = plain.replay(rest).unwrap();
        assert_eq!(plain.steps_seen_by(SeatSet::all(setup.seats), 0).count(), steps.len());
        let drawn = table.log().iter().any(|entry| matches!(entry.event, Event::Declare { .. }));
        if !drawn {
            assert_eq!(plain.turn(), table.turn());
        }
    }
}

/// The tenth step costs as much as the four hundredth, and going back a bounded number of steps.
#[test]
fn the_cost_of_a_step_does_not_grow_with_the_game() {
    let mut table = Table::open(&ENVELOPES, Setup::new(2), ClockRule::None).unwrap();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
    let mut costs = Vec::new();
    while table.turn().outcome().is_none() && table.steps() < 400 {
        table.run_nature(&mut rng, 0).unwrap();
        let Some(seat) = table.turn().seats().first() else { break };
        let before = table.steps_applied();
        let action = table.game().sample(Actor::Seat(seat), &mut rng);
        act(&mut table, seat, &action, 0);
        costs.push(table.steps_applied() - before);
        let before = table.steps_applied();
        for steps in 0..=table.steps() {
            table.position_after(steps).unwrap();
        }
        assert!(table.steps_applied() - before <= 16 * (table.steps() as u64 + 1));
    }
    assert!(costs.len() > 5 && costs.iter().all(|cost| *cost == 1), "{costs:?}");
}

#[test]
fn a_table_may_begin_at_a_position_and_under_rules_that_are_still_judged() {
    let start = Start { rules_version: None, position: Some("3 1 1".to_owned()) };
    let mut table = Table::open_at(&PEBBLES, Setup::new(2), ClockRule::None, start).unwrap();
    act(&mut table, TWO, "take", 0);
    assert_eq!(position(&table), "2 2 1");
    for odd in ["", "3 1", "3 1 1 9", "many 1 1", "99 0 0", "3 4 0", "3 1 7"] {
        let start = Start { rules_version: None, position: Some(odd.to_owned()) };
        let refused = Table::open_at(&PEBBLES, Setup::new(2), ClockRule::None, start).err();
        assert_eq!(refused, Some(SetupError::Position), "{odd}");
    }
    let older = Start { rules_version: Some(0), position: None };
    let refused = Table::open_at(&PEBBLES, Setup::new(2), ClockRule::None, older).err();
    assert_eq!(refused, Some(SetupError::Rules { found: 0, known: 1 }));
}

#[test]
fn somebody_plays_on_for_a_seat_whose_time_has_run_out() {
    let mut table = pebbles(2, ClockRule::Fischer { start: 10, increment: 0 });
    assert_eq!(table.declare(ONE, Declaration::ReplacedByBot, 9_999), Err(Refused::TimeLeft(ONE)));
    assert_eq!(table.replace_by_bot(9_999), None);
    assert_eq!(table.replace_by_bot(10_000), Some(ONE));
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
    assert_eq!(table.declare(ONE, Declaration::OutOfTime, 99_000), Err(Refused::TimeLeft(ONE)));
}
