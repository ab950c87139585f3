//! Records, actions, positions and weights: the texts that all games share.

use crate::text;
use catalog::{CatalogGame, GAMES};
use game::{Actor, Seat, Turn};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use search::{parse_weights, write_weights};
use std::cell::Cell;
use table::{AnyGame, Record, Setup};

/// The most entries of a record, or actions of a game, that are judged.
const MOST: usize = 200;

/// A record that can be read is written as it was read; one that can be judged gives the same table again.
pub fn record(input: &[u8]) {
    let Some(Ok(record)) = text(input).map(str::parse::<Record>) else { return };
    let written = record.to_string();
    let again: Record = written.parse().unwrap_or_else(|error| panic!("{error} in {written}"));
    assert_eq!(again, record);
    let Some(game) = catalog::find(&record.game) else { return };
    let judged = Cell::new(0);
    let stop = || judged.replace(judged.get() + 1) > MOST;
    let Ok(table) = record.replay_until(game.kind, &stop) else { return };
    let twice = again.replay(game.kind).unwrap_or_else(|error| panic!("{error} the second time"));
    assert_eq!(table.game().position(), twice.game().position());
    assert_eq!(Record::of(&table).log, record.log, "entries are kept as they are written");
}

/// The game, the number of seats and the options that a first line names: `expion 3 key=value`.
fn setting(line: &str) -> Option<(&'static CatalogGame, Setup)> {
    let mut words = line.split(' ');
    let game = GAMES.iter().find(|game| Some(game.info().id) == words.clone().next())?;
    let mut setup = Setup::new(words.nth(1)?.parse().ok()?);
    for word in words.take(8) {
        let (key, value) = word.split_once('=')?;
        setup = setup.with(key, value);
    }
    Some((game, setup))
}

/// Lines of who does what: what is accepted is accepted again in its canonical notation, what is refused changes nothing.
pub fn actions(input: &[u8]) {
    let Some((first, rest)) = text(input).and_then(|text| text.split_once('\n')) else { return };
    let Some(Ok(mut position)) = setting(first).map(|(game, setup)| game.kind.start(&setup)) else { return };
    for line in rest.lines().take(MOST) {
        let Some((who, action)) = line.split_once(' ') else { continue };
        let actor = match who.parse() {
            _ if who == "*" => Actor::Nature,
            Ok(seat) => Actor::Seat(Seat(seat)),
            Err(_) => continue,
        };
        let before = position.fork();
        let Ok(canonical) = position.apply(actor, action) else {
            assert_eq!(position.snapshot(), before.snapshot(), "a refused action changes nothing");
            continue;
        };
        let mut again = before;
        let found = again.apply(actor, &canonical).unwrap_or_else(|error| panic!("{canonical}: {error:?}"));
        assert_eq!(found, canonical);
        assert_eq!(again.snapshot(), position.snapshot());
    }
    go_on(&*position);
}

/// A setting, then a position: what can be read is written in a way that is read as the same, and can be played.
pub fn position(input: &[u8]) {
    let Some((first, notation)) = text(input).and_then(|text| text.split_once('\n')) else { return };
    let Some((game, setup)) = setting(first) else { return };
    let Ok(position) = game.kind.read_position(&setup, notation) else { return };
    let written = position.position();
    let again = game.kind.read_position(&setup, &written);
    let again = again.unwrap_or_else(|error| panic!("{written:?} is written and not read: {error}"));
    assert_eq!(again.snapshot(), position.snapshot(), "{written}");
    go_on(&*position);
}

/// Some steps at random, unless a block would have to be simulated.
fn go_on(position: &dyn AnyGame) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut position = position.fork();
    for _ in 0..20 {
        let actor = match position.turn() {
            Turn::Over(_) => return,
            Turn::Nature => return,
            Turn::Seats(seats) => Actor::Seat(seats.first().expect("somebody is to act")),
        };
        let action = position.sample(actor, &mut rng);
        position.view(game::Viewer::Public);
        let done = position.apply(actor, &action);
        done.unwrap_or_else(|error| panic!("{action} was proposed in {}: {error:?}", position.position()));
    }
}

/// A file of weights that can be read is written in a way that is read as the same.
pub fn weights(input: &[u8]) {
    let Some(text) = text(input) else { return };
    for tuning in GAMES.iter().filter_map(|game| game.tuning) {
        let (features, phases) = (tuning.features(), tuning.phases());
        let mut weights = vec![0; features.len() * phases.len()];
        if parse_weights(text, features, phases, &mut weights).is_err() {
            continue;
        }
        let mut again = vec![0; weights.len()];
        let written = write_weights(&weights, features, phases);
        parse_weights(&written, features, phases, &mut again).expect("what is written is read");
        assert_eq!(again, weights);
    }
}
