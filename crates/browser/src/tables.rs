//! The tables that are open in a worker: people at one screen, and bots.

use game::{Seat, SeatSet};
use protocol::worker::{BotTurn, Fault, Loaded, LocalState};
use protocol::{Frame, Refusal, Steps};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use std::collections::BTreeMap;
use table::policy::{self, AutomaticAnswer, OnTimeout};
use table::{Declaration, GameMillis, OneLine, Record, Table};

/// The longest time that a bot thinks about an action, in milliseconds.
const LONGEST_THINKING: u64 = 1500;

/// The open tables, by number.
#[derive(Default)]
pub struct Tables {
    open: BTreeMap<u32, LocalTable>,
    next: u32,
}

/// A table at one screen.
pub(crate) struct LocalTable {
    pub table: Table,
    chance: Xoshiro256PlusPlus,
    bots: SeatSet,
}

impl Tables {
    /// Opens a table from its record.
    pub fn load(&mut self, text: &str, bots: SeatSet, seed: u64) -> Result<Loaded, Fault> {
        let record: Record = text.parse()?;
        let unknown = || Refusal {
            at: vec!["2".to_owned()],
            ..Refusal::both(
                "bad_record",
                format!("il n'y a pas de jeu « {} »", record.game),
                format!("there is no game `{}`", record.game),
            )
        };
        let kind = catalog::find(&record.game).ok_or_else(|| Fault::Refused(unknown()))?.kind;
        let table = record.replay(kind)?;
        let name = |seat| record.names.get(&seat).map(ToString::to_string).unwrap_or_default();
        let names = Seat::all(record.setup.seats).map(name).collect();
        let last = record.log.last().map_or(0, |entry| entry.at);
        Ok(Loaded {
            table: self.insert(table, bots, seed)?,
            game: record.game,
            setup: record.setup,
            position: record.position.map(|position| position.to_string()),
            clock: record.clock,
            names,
            started: record.started.map(|started| started.to_string()),
            last,
        })
    }

    /// Closes a table.
    pub fn close(&mut self, number: u32) {
        self.open.remove(&number);
    }

    /// The record of a table.
    pub fn record(&mut self, number: u32, names: &[String], started: Option<&str>) -> Result<String, Fault> {
        let table = &self.get(number)?.table;
        let mut record = Record::of(table);
        let named = Seat::all(table.setup().seats).zip(names);
        record.names = named.filter_map(|(seat, name)| Some((seat, OneLine::new(name.trim())?))).collect();
        record.started = started.and_then(OneLine::new);
        Ok(record.to_string())
    }

    /// Adds a table; returns its number.
    pub(crate) fn insert(&mut self, table: Table, bots: SeatSet, seed: u64) -> Result<u32, Fault> {
        let chance = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut open = LocalTable { table, chance, bots };
        open.run_nature(open.table.log().last().map_or(0, |entry| entry.at))?;
        self.next += 1;
        self.open.insert(self.next, open);
        Ok(self.next)
    }

    /// The table of that number.
    pub(crate) fn get(&mut self, number: u32) -> Result<&mut LocalTable, Fault> {
        self.open.get_mut(&number).ok_or_else(|| Fault::Failed(format!("there is no table {number}")))
    }
}

impl LocalTable {
    /// The table as the people at this screen see it.
    pub fn state(&self, now: GameMillis, seen: usize) -> LocalState {
        let table = &self.table;
        let own = self.people();
        let over = table.turn().outcome().is_some();
        // At the end sealed actions are opened: all steps are sent again.
        let from = if over { 0 } else { table.steps_within(seen) };
        let bot = policy::next_actor(table, self.bots).and_then(|actor| actor.seat());
        let bot = bot.map(|seat| BotTurn {
            seat,
            prompt: table.prompt(seat).unwrap_or_default(),
            millis: policy::thinking_time(table, seat, LONGEST_THINKING, now) as u32,
        });
        LocalState {
            frame: Frame::of(table, own, now),
            steps: Steps { from, added: table.steps_seen_by(own, from).collect() },
            log: table.log().len(),
            bot,
        }
    }

    /// Performs an action of a seat, and what Nature answers.
    pub fn act(&mut self, seat: Seat, prompt: u32, action: &str, now: GameMillis) -> Result<(), Fault> {
        self.table.act(seat, prompt, action, now)?;
        self.run_nature(now)
    }

    /// Logs a declaration, and the automatic answers to what it offers; `evaluate` gives the chance of the seat to act.
    pub fn declare(
        &mut self,
        seat: Seat,
        declaration: Declaration,
        now: GameMillis,
        mut evaluate: impl FnMut(&Table) -> Option<(Seat, f32)>,
    ) -> Result<(), Fault> {
        self.table.declare(seat, declaration, now)?;
        while let Some((seat, answer)) = policy::next_answer(&self.table, self.bots, self.people()) {
            let accept = match answer {
                AutomaticAnswer::Accept => true,
                AutomaticAnswer::Evaluate => evaluate(&self.table).is_some_and(|(mover, chance)| {
                    policy::accepts_draw(&self.table, seat, mover, Some(chance))
                }),
            };
            policy::answer(&mut self.table, seat, accept, now);
        }
        self.run_nature(now)
    }

    /// Makes seats forfeit whose time has run out; returns whether there were any.
    pub fn tick(&mut self, now: GameMillis) -> Result<bool, Fault> {
        let out = policy::apply_timeouts(&mut self.table, &OnTimeout::Forfeit, now);
        self.run_nature(now)?;
        Ok(!out.is_empty())
    }

    fn people(&self) -> SeatSet {
        Seat::all(self.table.setup().seats).filter(|seat| !self.bots.contains(*seat)).collect()
    }

    fn run_nature(&mut self, now: GameMillis) -> Result<(), Fault> {
        self.table.run_nature(&mut self.chance, now)?;
        Ok(())
    }
}
