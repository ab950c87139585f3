//! The games at a table of the house, as the catalogue would offer them: options as words, logs, records.

use bausack::{Bausack, Mode};
use game::{Actor, Game as _, Seat};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use table::{ClockRule, Declaration, Erased, Kind, Record, Refused, Setup, SetupError, Table};

static BAUSACK: Erased<Bausack> = Erased(&[]);

fn open(seats: u8, options: &[(&str, &str)]) -> Result<Table, SetupError> {
    let setup = options.iter().fold(Setup::new(seats), |setup, (key, value)| setup.with(key, value));
    Table::open(&BAUSACK, setup, ClockRule::None)
}

#[test]
fn every_game_says_from_which_age_and_how_long() {
    let games = &Bausack::INFO.options[0];
    for (choice, mode) in games.choices.iter().zip(Mode::ALL) {
        assert_eq!(choice.value, mode.id());
        let (least, most) = mode.minutes().into_inner();
        let goal = choice.goal.expect("each game says what it is about");
        let (fr, en) = (format!("({} ans)", mode.age()), format!("({}+)", mode.age()));
        assert!(choice.name.fr.ends_with(&fr) && choice.name.en.ends_with(&en), "{:?}", choice.name);
        let (fr, en) = match least == most {
            true => (format!(" {least} minutes."), format!(" {least} minutes.")),
            false => (format!(" {least} à {most} minutes."), format!(" {least} to {most} minutes.")),
        };
        assert!(goal.fr.ends_with(&fr) && goal.en.ends_with(&en), "{goal:?}");
    }
}

#[test]
fn options_are_words() {
    for (seats, options, begins) in [
        (8, &[][..], "babel 0:build"),
        (8, &[("blind", "yes")], "babel *:draw"),
        (5, &[("game", "chain"), ("bag", "sacnoir")], "chain 0:lay-base"),
        (5, &[("game", "chain"), ("rounds", "one")], "chain 0:lay-base"),
        (6, &[("game", "knockout")], "knockout 0:sell"),
        (6, &[("game", "pile"), ("blind", "no")], "pile 0:sell"),
        (2, &[("game", "reds"), ("bag", "bausack")], "reds 0:sell"),
    ] {
        let table = open(seats, options).unwrap_or_else(|error| panic!("{options:?}: {error}"));
        assert!(table.game().position().starts_with(begins), "{}", table.game().position());
    }
    // S16, S33, S22: what a game does not allow is refused by its article.
    for (seats, options, article) in [
        (3, &[("game", "reds")][..], "S33"),
        (7, &[("game", "knockout")], "S22"),
        (7, &[("game", "pile")], "S28"),
        (6, &[("game", "chain")], "S17"),
        (2, &[("game", "pile"), ("blind", "yes")], "S16"),
        (2, &[("game", "pile"), ("rounds", "one")], "S21"),
    ] {
        match open(seats, options).map(|_| ()) {
            Err(SetupError::Illegal(illegal)) => assert_eq!(illegal.article, article),
            other => panic!("{options:?}: {other:?}"),
        }
    }
    assert!(matches!(open(2, &[("game", "chess")]).map(|_| ()), Err(SetupError::Value { .. })));
    assert!(matches!(open(9, &[]).map(|_| ()), Err(SetupError::Seats { .. })));
}

/// A match with real wood, kept as a record, is the same match again; and a record with other facts is none.
#[test]
fn a_record_keeps_what_nature_answered() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut table = open(2, &[("game", "knockout")]).unwrap();
    for step in 0..12 {
        table.run_nature(&mut rng, 0).unwrap();
        let Some(seat) = table.turn().seats().first() else { break };
        let prompt = table.prompt(seat).unwrap();
        let action = match step {
            0 => "sell 1 high".to_owned(),
            _ => table.game().sample(Actor::Seat(seat), &mut rng),
        };
        table.act(seat, prompt, &action, 0).unwrap();
    }
    table.run_nature(&mut rng, 0).unwrap();
    let text = Record::of(&table).to_string();
    assert!(text.contains("\n* rest "), "{text}");
    let again = text.parse::<Record>().unwrap().replay(&BAUSACK).unwrap();
    assert_eq!(again.game().position(), table.game().position());
    let forged = text.replacen("* rest ", "* rest 1", 1).replacen("/1/", "/2/", 1);
    assert!(forged.parse::<Record>().unwrap().replay(&BAUSACK).is_err(), "{forged}");
}

/// Refusals reach the table with their articles; snapshots bring a table back in the middle of an auction.
#[test]
fn refusals_and_snapshots() {
    let mut table = open(3, &[("game", "knockout")]).unwrap();
    let act = |table: &mut Table, seat: u8, action: &str| {
        let prompt = table.prompt(Seat(seat)).unwrap_or(0);
        table.act(Seat(seat), prompt, action, 0).map(|_| ())
    };
    act(&mut table, 0, "sell 5 reverse").unwrap();
    match act(&mut table, 1, "bid 2") {
        Err(Refused::Illegal(illegal)) => {
            assert_eq!((illegal.article, illegal.at), ("S24", vec!["5".to_owned()]));
        }
        other => panic!("{other:?}"),
    }
    act(&mut table, 1, "bid 1").unwrap();
    let restored = BAUSACK.restore(&table.game().snapshot()).unwrap();
    assert_eq!(restored.position(), table.game().position());
    assert!(restored.position().contains("reverse=5 by=0 bids=0,1,0"), "{}", restored.position());
}

/// S9: no button takes back a fall; what stands may be taken back, and so may an error of speech at a real table.
#[test]
fn a_fall_is_not_taken_back() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let act = |table: &mut Table, seat: u8, action: &str| {
        let prompt = table.prompt(Seat(seat)).unwrap_or(0);
        table.act(Seat(seat), prompt, action, 0).map(|_| ()).unwrap();
    };
    let mut table = open(2, &[]).unwrap();
    act(&mut table, 0, "place 1 drop");
    table.run_nature(&mut rng, 0).unwrap();
    // A ball on a slab, far beyond its edge.
    act(&mut table, 1, "place 31 drop:200,0,0,0");
    table.run_nature(&mut rng, 0).unwrap();
    assert!(table.game().position().contains("beans=1,0"), "{}", table.game().position());
    for seat in [1, 0] {
        match table.declare(Seat(seat), Declaration::TakeBack, 0).map(|_| ()) {
            Err(Refused::Illegal(illegal)) => assert_eq!(illegal.article, "S9"),
            other => panic!("{other:?}"),
        }
    }
    // What was done since may be.
    act(&mut table, 1, "place 1 drop");
    table.run_nature(&mut rng, 0).unwrap();
    table.declare(Seat(1), Declaration::TakeBack, 0).unwrap();
    table.declare(Seat(0), Declaration::Accept, 0).unwrap();
    assert!(table.game().position().starts_with("babel 1:build beans=1,0 plots=-"));
    let mut table = open(2, &[("wood", "real")]).unwrap();
    for (seat, said) in [(0, "place 1 stands"), (1, "place 2 falls")] {
        act(&mut table, seat, said);
    }
    table.declare(Seat(1), Declaration::TakeBack, 0).unwrap();
}

/// A record of the first version of the rules is still judged by them, and tells what it told.
#[test]
fn a_record_of_the_first_version_is_still_read() {
    let record = "ludotheque record 1\ngame: bausack\nrules: 1\nseats: 2\noption game: reds\noption wood: real\nclock: none\n\n\
                  0 sell 1 high\n1 pass\n0 place 1 falls\n0 !takeback\n0 place 1 stands\n";
    let table = record.parse::<Record>().unwrap().replay(&BAUSACK).unwrap();
    assert_eq!(table.rules_version(), 1);
    assert!(table.game().position().starts_with("reds 1:sell"), "{}", table.game().position());
    let today = record.replace("rules: 1", "rules: 2");
    assert!(today.parse::<Record>().unwrap().replay(&BAUSACK).is_err());
}
