//! A position, with the actions that led to it.

use crate::error::{bad_value, illegal};
use crate::game::{Game, Setting};
use ::game::{Actor, Seat, Viewer};
use numpy::{PyArray1, PyArray3, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use std::sync::Arc;
use table::AnyGame;

/// An action as its id or its notation.
#[derive(FromPyObject)]
pub enum ActionArgument {
    Id(i64),
    Notation(String),
}

/// A position of a game. `apply` changes it; `clone` makes a copy to go back to.
#[pyclass(module = "ludotheque")]
pub struct State {
    pub setting: Arc<Setting>,
    pub game: Box<dyn AnyGame>,
    /// The ids of the actions since the start, with who played them.
    pub history: Vec<(Seat, i32)>,
    /// The position with which it began, if not the opening.
    pub start: Option<String>,
}

impl Clone for State {
    fn clone(&self) -> Self {
        State {
            setting: self.setting.clone(),
            game: self.game.fork(),
            history: self.history.clone(),
            start: self.start.clone(),
        }
    }
}

impl State {
    pub fn new(setting: Arc<Setting>, game: Box<dyn AnyGame>) -> Self {
        let position = game.position();
        let start = (position != setting.start().position()).then_some(position);
        State { setting, game, history: Vec::new(), start }
    }

    pub fn deserialize(setting: Arc<Setting>, text: &str) -> PyResult<Self> {
        let (name, snapshot, history, start): (String, serde_json::Value, Vec<(Seat, i32)>, Option<String>) =
            serde_json::from_str(text).map_err(bad_value)?;
        if name != setting.name() {
            return Err(bad_value(format!("this is a state of {name}, not of {}", setting.name())));
        }
        let game = setting.entry.kind.restore(&snapshot).map_err(bad_value)?;
        Ok(State { setting, game, history, start })
    }

    /// The seat to act; fails once the game is over.
    pub fn to_act(&self) -> PyResult<Seat> {
        self.game.turn().seats().first().ok_or_else(|| bad_value("the game is over"))
    }

    fn seat(&self, seat: Option<u8>) -> PyResult<Seat> {
        match seat {
            Some(seat) if seat < self.setting.setup.seats => Ok(Seat(seat)),
            Some(seat) => Err(bad_value(format!("there is no seat {seat}"))),
            None => Ok(self.game.turn().seats().first().unwrap_or(Seat(0))),
        }
    }
}

#[pymethods]
impl State {
    /// The game and its setting.
    #[getter]
    fn game(&self) -> Game {
        Game(self.setting.clone())
    }

    /// The seat to act, or None once the game is over.
    #[getter]
    fn current_seat(&self) -> Option<u8> {
        self.game.turn().seats().first().map(|seat| seat.0)
    }

    /// The seats that may act now: one, or none once the game is over.
    #[getter]
    fn current_seats(&self) -> Vec<u16> {
        self.game.turn().seats().iter().map(|seat| seat.0.into()).collect()
    }

    /// Whether the game is over.
    #[getter]
    fn is_over(&self) -> bool {
        self.game.turn().outcome().is_some()
    }

    /// The ids of the legal actions, in order.
    fn legal_actions(&self) -> Vec<i32> {
        self.setting.encoding.legal_ids(self.game.typed())
    }

    /// The legal actions in notation, in the order of `legal_actions`.
    fn legal_notation(&self) -> Vec<String> {
        self.legal_actions().iter().map(|id| self.setting.layout.actions[*id as usize].clone()).collect()
    }

    /// A 1 for each id that is legal, and a 0 for the others.
    fn action_mask<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u8>> {
        let mut mask = vec![0; self.setting.layout.actions.len()];
        self.setting.encoding.write_mask(self.game.typed(), &mut mask);
        PyArray1::from_vec(py, mask)
    }

    /// What `seat` sees, or the seat to act: planes of small numbers. Seats are counted from the viewer.
    #[pyo3(signature = (seat=None))]
    fn observation<'py>(&self, py: Python<'py>, seat: Option<u8>) -> PyResult<Bound<'py, PyArray3<u8>>> {
        let layout = &self.setting.layout;
        let mut values = vec![0; self.setting.observation_size()];
        self.setting.encoding.observe(self.game.typed(), self.seat(seat)?, &mut values);
        PyArray1::from_vec(py, values).reshape([layout.planes.len(), layout.rows, layout.columns])
    }

    /// Performs an action of the seat to act, given as an id or in notation. Raises IllegalAction, and changes nothing, if
    /// the rules forbid it.
    pub fn apply(&mut self, py: Python<'_>, action: ActionArgument) -> PyResult<()> {
        let seat = self.game.turn().seats().first().unwrap_or(Seat(0));
        let played = match &action {
            ActionArgument::Id(id) => self.game.apply(Actor::Seat(seat), self.setting.notation(*id)?),
            ActionArgument::Notation(text) => self.game.apply(Actor::Seat(seat), text),
        };
        let played = played.map_err(|refused| illegal(py, &refused))?;
        let id = self.setting.id(&played).expect("every legal action has an id");
        self.history.push((seat, id));
        Ok(())
    }

    /// A copy: what is applied to one does not change the other.
    #[pyo3(name = "clone")]
    fn copy(&self) -> Self {
        self.clone()
    }

    fn __copy__(&self) -> Self {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyDict>) -> Self {
        self.clone()
    }

    /// A copy after an action.
    fn after(&self, py: Python<'_>, action: ActionArgument) -> PyResult<Self> {
        let mut next = self.clone();
        next.apply(py, action)?;
        Ok(next)
    }

    /// What each seat got, from 1 if it is ahead of all rivals to -1 if it is behind all of them; zeros before the end.
    fn returns(&self) -> Vec<f32> {
        let zeros = || vec![0.0; self.setting.setup.seats.into()];
        self.setting.encoding.returns(self.game.typed()).unwrap_or_else(zeros)
    }

    /// The place of each seat, 1 for the first, or None before the end.
    #[getter]
    fn places(&self) -> Option<Vec<u16>> {
        let outcome = self.game.turn().outcome()?;
        Some(outcome.places().as_slice().iter().map(|place| u16::from(*place)).collect())
    }

    /// The article by which the game ended.
    #[getter]
    fn ended_by(&self) -> Option<&'static str> {
        self.game.ended_by()
    }

    /// The team of each seat: partners have the same.
    #[getter]
    fn teams(&self) -> Vec<u16> {
        Seat::all(self.setting.setup.seats).map(|seat| self.game.team(seat).0.into()).collect()
    }

    /// The ids of the actions since the start.
    #[getter]
    fn history(&self) -> Vec<i32> {
        self.history.iter().map(|(_, id)| *id).collect()
    }

    /// Plays random actions to the end, `games` times from here; returns the mean return of each seat.
    #[pyo3(signature = (games=1, seed=0))]
    fn playouts(&self, py: Python<'_>, games: u64, seed: u64) -> Vec<f32> {
        if self.is_over() {
            return self.returns();
        }
        let mut returns = vec![0.0; self.setting.setup.seats.into()];
        let mut batch = self.setting.encoding.batch(self.game.typed(), 1, seed);
        py.detach(|| batch.playouts(games.max(1), &mut returns));
        returns
    }

    /// How many sequences of so many actions there are from here.
    fn perft(&self, py: Python<'_>, depth: u32) -> PyResult<u64> {
        let search =
            self.setting.entry.search.ok_or_else(|| bad_value("the game does not list its actions"))?;
        let game = &self.game;
        py.detach(|| search.perft(game.typed(), depth)).map_err(bad_value)
    }

    /// A random legal action.
    #[pyo3(signature = (seed))]
    fn sample(&self, seed: u64) -> PyResult<i32> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let notation = self.game.sample(Actor::Seat(self.to_act()?), &mut rng);
        Ok(self.setting.id(&notation).expect("every legal action has an id"))
    }

    /// The position in the game's notation.
    #[getter]
    fn position(&self) -> String {
        self.game.position()
    }

    /// What a board needs to draw, as a dictionary.
    fn view<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let text = self.game.view(Viewer::Public);
        py.import("json")?.call_method1("loads", (text.get(),))
    }

    /// The state as text, for `Game.deserialize`.
    fn serialize(&self) -> String {
        let State { setting, game, history, start } = self;
        serde_json::json!([setting.name(), game.snapshot(), history, start]).to_string()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        let game = Bound::new(py, self.game())?;
        Ok((game.getattr("deserialize")?, (self.serialize(),)))
    }

    fn __str__(&self) -> String {
        self.game.position()
    }

    fn __repr__(&self) -> String {
        format!("<State of {}: {}>", self.setting.name(), self.game.position())
    }

    /// The same position of the same setting, however it was reached.
    fn __eq__(&self, other: &State) -> bool {
        self.setting.name() == other.setting.name() && self.game.snapshot() == other.game.snapshot()
    }

    fn __hash__(&self) -> u64 {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let mut hasher = DefaultHasher::new();
        self.game.snapshot().to_string().hash(&mut hasher);
        hasher.finish()
    }

    /// The board as SVG, for notebooks.
    fn _repr_svg_<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        py.import("ludotheque.drawing")?.call_method1("svg", (self.clone(),))
    }
}
