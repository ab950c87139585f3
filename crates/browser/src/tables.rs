//! The tables that are open in the page.

use crate::refusal::{BadRecord, Fault};
use game::Seat;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::Serialize;
use std::collections::BTreeMap;
use table::{ClockRule, Kind, Millis, OneLine, Record, Setup, Table, Word};

/// A table that was read from its record.
#[cfg_attr(test, derive(ts_rs::TS))]
#[derive(Clone, Debug, Serialize)]
pub struct Loaded {
    /// Its number here.
    pub table: u32,
    /// The game's id.
    pub game: String,
    /// Seats and options.
    pub setup: Setup,
    /// How much time there is.
    pub clock: ClockRule,
    /// Who sits where; empty for nobody in particular.
    pub names: Vec<String>,
    /// When it started, as people wrote it.
    pub started: Option<String>,
    /// When something last happened, since the start.
    pub last: Millis,
}

/// The open tables, by number.
#[derive(Default)]
pub struct Tables {
    open: BTreeMap<u32, Open>,
    next: u32,
}

struct Open {
    table: Table,
    chance: Xoshiro256PlusPlus,
}

impl Tables {
    /// Opens a table.
    pub fn open(
        &mut self,
        kind: &'static dyn Kind,
        setup: Setup,
        clock: ClockRule,
        seed: u64,
    ) -> Result<u32, Fault> {
        let table = Table::open(kind, setup, clock)?;
        self.keep(table, seed)
    }

    /// Opens a table from its record.
    pub fn load(&mut self, text: &str, seed: u64) -> Result<Loaded, Fault> {
        let record: Record = text.parse()?;
        let unknown = || BadRecord { line: 2, problem: format!("there is no game `{}`", record.game) };
        let kind = catalog::find(&record.game).ok_or_else(|| Fault::BadRecord(unknown()))?.kind;
        let table = record.replay(kind)?;
        let name = |seat| record.names.get(&seat).map(ToString::to_string).unwrap_or_default();
        let names = Seat::all(record.setup.seats).map(name).collect();
        let last = record.log.last().map_or(0, |entry| entry.at);
        Ok(Loaded {
            table: self.keep(table, seed)?,
            game: record.game,
            setup: record.setup,
            clock: record.clock,
            names,
            started: record.started.map(|started| started.to_string()),
            last,
        })
    }

    /// Forgets a table.
    pub fn close(&mut self, number: u32) {
        self.open.remove(&number);
    }

    /// The table of that number.
    pub fn get(&self, number: u32) -> Result<&Table, Fault> {
        Ok(&self.open.get(&number).ok_or_else(|| unknown(number))?.table)
    }

    /// A seat acts.
    pub fn act(
        &mut self,
        number: u32,
        seat: Seat,
        prompt: u32,
        action: &str,
        now: Millis,
    ) -> Result<(), Fault> {
        let open = self.get_mut(number)?;
        open.table.act(seat, prompt, action, now)?;
        open.settle(now)
    }

    /// A seat says a word.
    pub fn say(&mut self, number: u32, seat: Seat, word: Word, now: Millis) -> Result<(), Fault> {
        let open = self.get_mut(number)?;
        open.table.say(seat, word, now)?;
        open.settle(now)
    }

    /// Makes the seat leave whose time has run out, if there is one.
    pub fn tick(&mut self, number: u32, now: Millis) -> Result<Option<Seat>, Fault> {
        let open = self.get_mut(number)?;
        let left = open.table.flag(now);
        open.settle(now)?;
        Ok(left)
    }

    /// The record of a table.
    pub fn record(&self, number: u32, names: &[String], started: Option<&str>) -> Result<String, Fault> {
        let table = self.get(number)?;
        let mut record = Record::of(table);
        let named = Seat::all(table.setup().seats).zip(names);
        record.names = named.filter_map(|(seat, name)| Some((seat, OneLine::new(name.trim())?))).collect();
        record.started = started.and_then(OneLine::new);
        Ok(record.to_string())
    }

    fn keep(&mut self, table: Table, seed: u64) -> Result<u32, Fault> {
        let chance = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut open = Open { table, chance };
        open.settle(open.table.log().last().map_or(0, |entry| entry.at))?;
        self.next += 1;
        self.open.insert(self.next, open);
        Ok(self.next)
    }

    fn get_mut(&mut self, number: u32) -> Result<&mut Open, Fault> {
        self.open.get_mut(&number).ok_or_else(|| unknown(number))
    }
}

impl Open {
    /// Nature acts for as long as it is its turn.
    fn settle(&mut self, now: Millis) -> Result<(), Fault> {
        self.table.settle(&mut self.chance, now)?;
        Ok(())
    }
}

fn unknown(number: u32) -> Fault {
    Fault::Failed(format!("there is no table {number}"))
}
