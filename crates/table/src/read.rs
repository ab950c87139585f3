//! Reading records: strictly what would be written, with the line of whatever else is found.

use crate::clock::ClockRule;
use crate::log::{Event, GameMillis, LogEntry};
use crate::record::{OneLine, Problem, Record, RecordError, Seconds, VERSION};
use crate::setup::Setup;
use game::{Actor, BySeat, MAX_SEATS, Outcome, Seat};
use std::collections::BTreeMap;
use std::str::FromStr;

impl FromStr for Record {
    type Err = RecordError;

    fn from_str(text: &str) -> Result<Self, RecordError> {
        let mut reader = Reader { lines: text.lines().collect(), next: 0 };
        reader.magic()?;
        let game = reader
            .required("game", "a game's id", |value| OneLine::new(value).map(|line| line.to_string()))?;
        let rules = reader.required("rules", "a number", number)?;
        let seats = |value: &str| number(value).filter(|seats| (1..=MAX_SEATS as u8).contains(seats));
        let seats: u8 = reader.required("seats", "1 to 8", seats)?;
        let mut options = BTreeMap::new();
        while let Some((key, value)) = reader.keyed("option")? {
            if options.last_key_value().is_some_and(|(last, _)| *last >= key) {
                return Err(reader.back(Problem::Unexpected));
            }
            options.insert(key, value);
        }
        let clock = |value: &str| value.parse::<ClockRule>().ok();
        let clock = reader.required("clock", "`none`, `fischer 300+5` or `per-action 259200`", clock)?;
        let referee = reader.optional("referee", "one line", OneLine::new)?;
        let mut names = BTreeMap::new();
        while let Some((key, value)) = reader.keyed("name")? {
            let seat = number(&key).map(Seat).filter(|seat| seat.0 < seats);
            let after = |seat: &Seat| names.last_key_value().is_none_or(|(last, _)| last < seat);
            let seat = seat.filter(after).ok_or_else(|| reader.back(Problem::Unexpected))?;
            names.insert(seat, OneLine(value));
        }
        let started = reader.optional("started", "one line", OneLine::new)?;
        let mut notes = Vec::new();
        while let Some(note) = reader.optional("note", "one line", OneLine::new)? {
            notes.push(note);
        }
        let position = reader.optional("position", "one line", OneLine::new)?;
        let result = reader
            .optional("result", "a place for each seat, such as `1 2`", |value| places(value, seats))?;
        reader.end_of_header()?;

        let mut log = Vec::new();
        let mut time = 0;
        while let Some(line) = reader.line() {
            let entry = entry(line, seats, time)
                .map_err(|expected| reader.back(Problem::Entry { text: shortened(line), expected }))?;
            if entry.at < time {
                return Err(reader.back(Problem::TimeBackwards));
            }
            time = entry.at;
            log.push(entry);
        }
        if !text.ends_with('\n') {
            return Err(reader.back(Problem::CutOff));
        }
        let setup = Setup { seats, options };
        Ok(Record { game, rules, setup, clock, referee, names, started, notes, position, result, log })
    }
}

struct Reader<'a> {
    lines: Vec<&'a str>,
    /// The index of the next line.
    next: usize,
}

impl<'a> Reader<'a> {
    fn line(&mut self) -> Option<&'a str> {
        let line = self.lines.get(self.next)?;
        self.next += 1;
        Some(line)
    }

    /// A problem with the line that was read last.
    fn back(&self, problem: Problem) -> RecordError {
        RecordError { line: self.next, problem }
    }

    /// A problem with the line that comes next.
    fn here(&self, problem: Problem) -> RecordError {
        RecordError { line: self.next + 1, problem }
    }

    fn magic(&mut self) -> Result<(), RecordError> {
        let version = self.line().and_then(|line| line.strip_prefix("ludotheque record "));
        match version {
            Some(VERSION) => Ok(()),
            Some(version) => Err(self.back(Problem::Version(shortened(version)))),
            None => Err(RecordError { line: 1, problem: Problem::NotARecord }),
        }
    }

    /// The value of the next line, if it has that key.
    fn value(&mut self, key: &str) -> Option<&'a str> {
        let value = self.lines.get(self.next)?.strip_prefix(key)?.strip_prefix(": ")?;
        self.next += 1;
        Some(value)
    }

    fn optional<T>(
        &mut self,
        key: &'static str,
        expected: &'static str,
        read: impl Fn(&str) -> Option<T>,
    ) -> Result<Option<T>, RecordError> {
        let Some(value) = self.value(key) else { return Ok(None) };
        let problem = || Problem::Value { key: key.to_owned(), value: shortened(value), expected };
        read(value).map(Some).ok_or_else(|| self.back(problem()))
    }

    fn required<T>(
        &mut self,
        key: &'static str,
        expected: &'static str,
        read: impl Fn(&str) -> Option<T>,
    ) -> Result<T, RecordError> {
        let missing = self.here(if self.next < self.lines.len() {
            Problem::Missing { expected: key }
        } else {
            Problem::BreaksOff
        });
        self.optional(key, expected, read)?.ok_or(missing)
    }

    /// `option teams: pairs` as its key and value.
    fn keyed(&mut self, kind: &str) -> Result<Option<(String, String)>, RecordError> {
        let Some(rest) =
            self.lines.get(self.next).and_then(|line| line.strip_prefix(kind)?.strip_prefix(' '))
        else {
            return Ok(None);
        };
        self.next += 1;
        let (key, value) = rest.split_once(": ").ok_or_else(|| self.back(Problem::Unexpected))?;
        match (OneLine::new(key), OneLine::new(value)) {
            (Some(key), Some(value)) => Ok(Some((key.0, value.0))),
            _ => Err(self.back(Problem::Unexpected)),
        }
    }

    fn end_of_header(&mut self) -> Result<(), RecordError> {
        match self.line() {
            Some("") => Ok(()),
            Some(_) => Err(self.back(Problem::Unexpected)),
            None => Err(self.here(Problem::BreaksOff)),
        }
    }
}

fn entry(line: &str, seats: u8, time: GameMillis) -> Result<LogEntry, &'static str> {
    let (what, at) = match line.rsplit_once(" ; ") {
        Some((what, at)) => {
            let at =
                at.parse::<Seconds>().map_err(|()| "a time is seconds since the start, such as `12.5`")?.0;
            if at == time {
                return Err("a time stands only where time has passed");
            }
            (what, at)
        }
        None => (line, time),
    };
    let (who, what) = what.split_once(' ').ok_or("it should be a seat, a space and an action")?;
    let seat = number(who).map(Seat).filter(|seat| seat.0 < seats);
    let event = match (who, seat, what.strip_prefix('!')) {
        (_, Some(seat), Some(declaration)) => {
            let declaration = declaration
                .parse()
                .map_err(|()| "after `!` comes resign, flag, takeback, draw, agree or decline")?;
            Event::Declare { seat, declaration }
        }
        (_, Some(seat), None) => Event::Play { actor: Actor::Seat(seat), action: action(what)? },
        ("*", None, None) => Event::Play { actor: Actor::Nature, action: action(what)? },
        _ => return Err("it should begin with a seat of the table, or `*` for nature"),
    };
    Ok(LogEntry { at, event })
}

fn action(text: &str) -> Result<String, &'static str> {
    let fits = OneLine::new(text).filter(|line| !line.0.contains(';'));
    fits.map(|line| line.0).ok_or("an action is a word or more, without space around it or `;` in it")
}

/// A number as it would be written: no sign, no leading zero.
fn number<T: FromStr + ToString>(text: &str) -> Option<T> {
    text.parse::<T>().ok().filter(|number| number.to_string() == text)
}

fn places(text: &str, seats: u8) -> Option<Outcome> {
    let places: Vec<u8> = text.split(' ').map(number).collect::<Option<_>>()?;
    let sound = places.len() == seats as usize && places.iter().all(|place| (1..=seats).contains(place));
    sound.then(|| Outcome::from_places(BySeat::new(seats, |seat| places[seat.index()])))
}

fn shortened(text: &str) -> String {
    let mut shown: String = text.chars().take(40).collect();
    if shown.len() < text.len() {
        shown.push('…');
    }
    shown
}

impl FromStr for Seconds {
    type Err = ();
    fn from_str(text: &str) -> Result<Self, ()> {
        let (seconds, decimals) = text.split_once('.').unwrap_or((text, "0"));
        let whole: GameMillis = seconds.parse().map_err(|_| ())?;
        let fraction: GameMillis = format!("{decimals:0<3}").parse().map_err(|_| ())?;
        let millis = whole.checked_mul(1000).and_then(|millis| millis.checked_add(fraction)).ok_or(())?;
        // Only what would be written so: no sign, no superfluous zero, at most three decimals.
        if Seconds(millis).to_string() == text { Ok(Seconds(millis)) } else { Err(()) }
    }
}
