//! Records: read as written, and every fault named with its line.

#![allow(clippy::unwrap_used)]

use game::Seat;
use proptest::prelude::*;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use std::collections::BTreeMap;
use table::{ClockRule, Declaration, Erased, Event, LogEntry, OneLine, Record, Setup, Table};
use testkit::tiny::{Envelopes, Pebbles};

static PEBBLES: Erased<Pebbles> = Erased(&[]);
static ENVELOPES: Erased<Envelopes> = Erased(&[]);

const GOOD: &str = "\
ludotheque record 1
game: pebbles
rules: 1
seats: 2
option teams: alone
clock: fischer 300+5
name 0: Ada
name 1: Bruno, the bot
started: 2026-05-01T20:00:00Z
note: at the big table
note: in the rain
result: 1 2

0 take ; 1.25
0 !takeback ; 3
0 take ; 4.007
0 stop
1 !resign ; 60
";

#[test]
fn a_good_record_is_read_and_written_back_to_the_letter() {
    let record: Record = GOOD.parse().unwrap();
    assert_eq!(record.to_string(), GOOD);
    assert_eq!(record.names[&Seat(1)].as_str(), "Bruno, the bot");
    let table = record.replay(&PEBBLES).unwrap();
    assert_eq!(table.game().position(), "9 0 0");
    assert_eq!(record.log[0].at, 1250);
    assert_eq!(GOOD.replace('\n', "\r\n").parse(), Ok(record), "line ends of other systems are welcome");
}

/// Replaces one line of the good record, and expects this complaint about that line.
#[test]
fn every_fault_is_named_with_its_line() {
    let faults = [
        (1, "chess record 1", "this is no record"),
        (1, "ludotheque record 2", "version 2"),
        (2, "game:", "`game: …` should stand here"),
        (2, "games: pebbles", "`game: …` should stand here"),
        (3, "rules: one", "`one` is no value for `rules`"),
        (3, "rules: 2", "version 2 of the rules"),
        (4, "seats: 9", "`9` is no value for `seats`"),
        (4, "seats: 0", "`0` is no value for `seats`"),
        (4, "seats: 02", "`02` is no value for `seats`"),
        (5, "option teams", "means nothing"),
        (5, "option teams: trios", "`trios` is not a value"),
        (6, "clock: 5 minutes", "`5 minutes` is no value for `clock`"),
        (7, "name 2: Ada", "means nothing"),
        (8, "name 0: Eve", "means nothing"),
        (7, "name 0:  Ada", "means nothing"),
        (9, "began: yesterday", "means nothing"),
        (12, "result: 1", "`1` is no value for `result`"),
        (12, "result: 2 1", "the result should be `1 2`"),
        (13, "0 take", "means nothing"),
        (14, "", "`` is no entry"),
        (14, "take", "`take` is no entry"),
        (14, "2 take", "begin with a seat of the table"),
        (14, "0 take ; soon", "a time is seconds"),
        (14, "0 take ; 1.250", "a time is seconds"),
        (14, "0 take ; +1", "a time is seconds"),
        (14, "0 take ; 0", "a time stands only where"),
        (14, "0 take ; 99999999999999999999", "a time is seconds"),
        (14, "0 take;now", "without space around it or `;` in it"),
        (14, "0  take", "without space around it"),
        (14, "0 fly", "is not an action"),
        (14, "0 stop", "P3: One at least."),
        (14, "* take", "P1"),
        (15, "0 !resing ; 3", "after `!` comes"),
        (15, "0 !agree ; 3", "no offer to answer"),
        (16, "0 take ; 2", "time runs backwards"),
        (16, "1 take ; 4", "P1"),
        (18, "1 !flag ; 60", "still has time"),
    ];
    for (line, text, complaint) in faults {
        let mut lines: Vec<&str> = GOOD.lines().collect();
        lines[line - 1] = text;
        let faulty = lines.join("\n") + "\n";
        let error = match faulty.parse::<Record>() {
            Ok(record) => record.replay(&PEBBLES).err().unwrap_or_else(|| panic!("`{text}` passes")),
            Err(error) => error,
        };
        let expected = match complaint {
            // The set-up is judged as a whole.
            "`trios` is not a value" => 4,
            _ => line,
        };
        let said = error.to_string();
        assert!(error.line == expected && said.contains(complaint), "`{text}` on line {line}: {said}");
    }
}

#[test]
fn a_missing_result_and_a_superfluous_one() {
    let record: Record = GOOD.replace("result: 1 2\n", "").parse().unwrap();
    let error = record.replay(&PEBBLES).err().unwrap();
    assert_eq!(error.to_string(), "line 12: the result should be `1 2`");
    let record: Record = GOOD.replace("1 !resign ; 60\n", "").parse().unwrap();
    let error = record.replay(&PEBBLES).err().unwrap();
    assert_eq!(error.to_string(), "line 12: the result should be left out: the game goes on");
}

#[test]
fn a_record_cut_anywhere_is_an_error_or_a_shorter_record() {
    for end in (0..GOOD.len()).filter(|end| GOOD.is_char_boundary(*end)) {
        match GOOD[..end].parse::<Record>() {
            Ok(_) if !GOOD[..end].ends_with('\n') => panic!("a cut line passes for a whole one"),
            Ok(shorter) => assert!(end >= GOOD.find("\n\n").unwrap() && shorter.log.len() <= 5),
            Err(error) => assert!(error.line <= GOOD[..end].lines().count() + 1, "{error}"),
        }
    }
}

#[test]
fn the_record_of_a_table_replays_to_it() {
    for seed in 0..50 {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut table = Table::open(&ENVELOPES, Setup::new(3), ClockRule::PerAction { limit: 60 }).unwrap();
        let mut now = 0;
        while table.turn().outcome().is_none() {
            now += 1234;
            table.run_nature(&mut rng, now).unwrap();
            if let Some(seat) = table.turn().seats().first() {
                let action = table.game().sample(game::Actor::Seat(seat), &mut rng);
                table.act(seat, table.prompt(seat).unwrap(), &action, now).unwrap();
            }
        }
        let text = Record::of(&table).to_string();
        let record: Record = text.parse().unwrap();
        assert_eq!(record.to_string(), text);
        let again = record.replay(&ENVELOPES).unwrap();
        assert_eq!((again.log(), again.game().position()), (table.log(), table.game().position()));
    }
}

prop_compose! {
    fn any_line()(text in "[a-zé:;! ]{0,12}[a-z]") -> OneLine {
        OneLine::new(text.trim()).unwrap()
    }
}

fn any_event() -> impl Strategy<Value = Event> {
    let seat = (0..3u8).prop_map(Seat);
    let actor = prop_oneof![seat.clone().prop_map(game::Actor::Seat), Just(game::Actor::Nature)];
    let play = (actor, "[a-z0-9@>*-][a-z0-9 ]{0,8}[a-z0-9*]")
        .prop_map(|(actor, action)| Event::Play { actor, action });
    let word = (0..Declaration::ALL.len()).prop_map(|index| Declaration::ALL[index]);
    let say = (seat, word).prop_map(|(seat, declaration)| Event::Declare { seat, declaration });
    prop_oneof![play, say]
}

fn any_clock() -> impl Strategy<Value = ClockRule> {
    prop_oneof![
        Just(ClockRule::None),
        any::<(u32, u32)>().prop_map(|(start, increment)| ClockRule::Fischer { start, increment }),
        any::<u32>().prop_map(|limit| ClockRule::PerAction { limit }),
    ]
}

proptest! {
    #[test]
    fn whatever_is_written_is_read_back(
        options in proptest::collection::btree_map("[a-z]{1,5}", "[a-z]{1,5}", 0..3),
        clock in any_clock(),
        names in proptest::collection::btree_map((0..3u8).prop_map(Seat), any_line(), 0..3),
        referee in proptest::option::of(any_line()),
        started in proptest::option::of(any_line()),
        notes in proptest::collection::vec(any_line(), 0..3),
        position in proptest::option::of(any_line()),
        events in proptest::collection::vec((0..100_000u64, any_event()), 0..12),
    ) {
        let mut at = 0;
        let log = events.into_iter().map(|(pause, event)| { at += pause; LogEntry { at, event } }).collect();
        let setup = Setup { seats: 3, options: options.into_iter().collect::<BTreeMap<_, _>>() };
        let (game, rules, result) = ("some".into(), 7, None);
        let record = Record { game, rules, setup, clock, referee, names, started, notes, position, result, log };
        let text = record.to_string();
        prop_assert_eq!(text.parse::<Record>(), Ok(record.clone()), "{}", text);
        prop_assert_eq!(text.lines().count(), record.line_of(record.log.len()) - 1);
    }

    #[test]
    fn no_text_makes_the_reader_panic(text in "(?s).{0,200}", at in 0..400usize) {
        let _ = text.parse::<Record>();
        let mut damaged = GOOD.to_owned();
        let at = at % GOOD.len();
        if damaged.is_char_boundary(at) {
            damaged.insert_str(at, &text);
        }
        let _ = damaged.parse::<Record>();
    }
}
