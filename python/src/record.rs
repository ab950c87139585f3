//! Games as text that people can read and compare.

use crate::error::bad_value;
use crate::game::{Game, Setting};
use crate::state::State;
use ::game::{Actor, Seat};
use pyo3::prelude::*;
use std::collections::BTreeMap;
use std::sync::Arc;
use table::{ClockRule, Event, LogEntry, OneLine, Table};

/// A game as the house keeps it: `Record(state, names=["Ada", "Bruno"])`, or `Record.read(text)`; `str(record)` is its
/// text.
#[pyclass(frozen, module = "ludotheque")]
pub struct Record {
    record: table::Record,
    table: Table,
    setting: Arc<Setting>,
}

impl Record {
    fn of(record: table::Record) -> PyResult<Self> {
        let setting = Setting::new(&record.game, Some(record.setup.seats), record.setup.options.clone())?;
        let table = record.replay(setting.entry.kind).map_err(bad_value)?;
        Ok(Record { record, table, setting })
    }
}

#[pymethods]
impl Record {
    #[new]
    #[pyo3(signature = (state, names=None, notes=None))]
    fn new(state: &State, names: Option<Vec<String>>, notes: Option<Vec<String>>) -> PyResult<Self> {
        let line = |text: &String| {
            OneLine::new(text).ok_or_else(|| bad_value(format!("{text:?} is not one line of text")))
        };
        let setting = state.setting.clone();
        let played = |(seat, id): &(Seat, i32)| LogEntry {
            at: 0,
            event: Event::Play {
                actor: Actor::Seat(*seat),
                action: setting.layout.actions[*id as usize].clone(),
            },
        };
        let start = table::Start { rules_version: None, position: state.start.clone() };
        let table = Table::open_at(setting.entry.kind, setting.setup.clone(), ClockRule::None, start);
        let table = table.map_err(bad_value)?.replay(state.history.iter().map(played)).map_err(bad_value)?;
        let mut record = table::Record::of(&table);
        for (seat, name) in names.unwrap_or_default().iter().enumerate().take(setting.setup.seats.into()) {
            record.names.insert(Seat(seat as u8), line(name)?);
        }
        record.notes = notes.unwrap_or_default().iter().map(line).collect::<PyResult<_>>()?;
        Ok(Record { record, table, setting })
    }

    /// A record from its text. Every entry is judged again: raises ValueError, with the line, if one is not legal.
    #[staticmethod]
    fn read(text: &str) -> PyResult<Self> {
        Record::of(text.parse().map_err(bad_value)?)
    }

    /// The game and its setting.
    #[getter]
    fn game(&self) -> Game {
        Game(self.setting.clone())
    }

    /// Who sat where.
    #[getter]
    fn names(&self) -> BTreeMap<u8, String> {
        self.record.names.iter().map(|(seat, name)| (seat.0, name.to_string())).collect()
    }

    /// Other remarks.
    #[getter]
    fn notes(&self) -> Vec<String> {
        self.record.notes.iter().map(ToString::to_string).collect()
    }

    /// The place of each seat, 1 for the first, or None if the game goes on.
    #[getter]
    fn places(&self) -> Option<Vec<u16>> {
        let outcome = self.record.result?;
        Some(outcome.places().as_slice().iter().map(|place| u16::from(*place)).collect())
    }

    /// The actions that led to the end, taken back ones left out: seats and notation.
    #[getter]
    fn actions(&self) -> Vec<(u8, String)> {
        let played = self.table.actions_played();
        played.filter_map(|(actor, action)| Some((actor.seat()?.0, action.to_owned()))).collect()
    }

    /// The position after so many actions, or after the last one. A seat that resigned or left is not taken out of it.
    #[pyo3(signature = (actions=None))]
    fn state(&self, py: Python<'_>, actions: Option<usize>) -> PyResult<State> {
        let start = match &self.record.position {
            Some(position) => self
                .setting
                .entry
                .kind
                .read_position(&self.setting.setup, position.as_str())
                .map_err(bad_value)?,
            None => self.setting.start(),
        };
        let mut state = State::new(self.setting.clone(), start);
        for (_, action) in self.actions().into_iter().take(actions.unwrap_or(usize::MAX)) {
            state.apply(py, crate::state::ActionArgument::Notation(action))?;
        }
        Ok(state)
    }

    fn __str__(&self) -> String {
        self.record.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<Record of {}, {} actions>", self.setting.name(), self.actions().len())
    }
}
