//! A game in one setting, and all that is fixed by it.

use crate::batch::Batch;
use crate::error::bad_value;
use crate::state::State;
use ::game::{Lang, rulebook};
use catalog::CatalogGame;
use numpy::{PyArray1, PyArrayMethods};
use pyo3::exceptions::{PyIndexError, PyKeyError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use search::{AnyEncoding, Layout};
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use table::{AnyGame, Setup};

/// What all positions of a setting share.
pub struct Setting {
    pub entry: &'static CatalogGame,
    pub encoding: &'static dyn AnyEncoding,
    pub setup: Setup,
    pub layout: Layout,
    ids: HashMap<String, i32>,
}

impl Setting {
    pub fn new(id: &str, seats: Option<u8>, options: BTreeMap<String, String>) -> PyResult<Arc<Self>> {
        let known = || catalog::GAMES.iter().map(|entry| entry.info().id).collect::<Vec<_>>().join(", ");
        let entry = catalog::find(id)
            .ok_or_else(|| PyKeyError::new_err(format!("there is no game `{id}` (games: {})", known())))?;
        let encoding = entry.encoding.ok_or_else(|| bad_value("the actions of this game have no ids"))?;
        let setup = Setup { seats: seats.unwrap_or(*entry.info().seats.start()), options };
        let start = entry.kind.start(&setup).map_err(bad_value)?;
        let layout = encoding.layout(start.typed());
        let ids = (0..).zip(&layout.actions).map(|(id, text)| (text.clone(), id)).collect();
        Ok(Arc::new(Setting { entry, encoding, setup, layout, ids }))
    }

    pub fn start(&self) -> Box<dyn AnyGame> {
        self.entry.kind.start(&self.setup).expect("the setting has been started before")
    }

    /// The id of an action by its notation.
    pub fn id(&self, notation: &str) -> Option<i32> {
        self.ids.get(notation).copied()
    }

    /// The notation of an id.
    pub fn notation(&self, action: i64) -> PyResult<&str> {
        let text = usize::try_from(action).ok().and_then(|id| self.layout.actions.get(id));
        text.map(String::as_str).ok_or_else(|| {
            PyIndexError::new_err(format!(
                "{action} is no id: they go from 0 to {}",
                self.layout.actions.len() - 1
            ))
        })
    }

    /// How many values an observation has.
    pub fn observation_size(&self) -> usize {
        self.layout.planes.len() * self.layout.rows * self.layout.columns
    }

    /// The setting as a name, such as `tactic-2-capture`.
    pub fn name(&self) -> String {
        let chosen =
            self.entry.info().options.iter().map(|option| {
                self.setup.options.get(option.key).map_or(option.choices[0].value, String::as_str)
            });
        let words: Vec<&str> = chosen.collect();
        let words: String = words.iter().map(|word| format!("-{word}")).collect();
        format!("{}-{}{words}", self.entry.info().id, self.setup.seats)
    }
}

/// The ids of the games, in the order of the shelf.
#[pyfunction]
pub fn games() -> Vec<&'static str> {
    catalog::GAMES.iter().filter(|entry| entry.encoding.is_some()).map(|entry| entry.info().id).collect()
}

/// A game at a table of so many seats, with its options: `Game("tactic", variant="capture")`.
///
/// Actions are numbers from 0 to `num_actions - 1`, the same in every position and for every seat: `actions[7]` is the
/// notation of the id 7. Observations are arrays of bytes of `observation_shape`: planes, rows, columns.
#[pyclass(frozen, module = "ludotheque")]
pub struct Game(pub Arc<Setting>);

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (id, seats=None, **options))]
    fn new(id: &str, seats: Option<u8>, options: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        let options = options.map_or_else(|| Ok(BTreeMap::new()), |options| options.extract())?;
        Ok(Game(Setting::new(id, seats, options)?))
    }

    /// The id of the game.
    #[getter]
    fn id(&self) -> &'static str {
        self.0.entry.info().id
    }

    /// The name on the box.
    #[getter]
    fn title(&self) -> &'static str {
        self.0.entry.info().name
    }

    /// The setting as a name, such as `tactic-2-capture`.
    #[getter]
    fn name(&self) -> String {
        self.0.name()
    }

    /// How many seats play.
    #[getter]
    fn seats(&self) -> u8 {
        self.0.setup.seats
    }

    /// The options that were chosen.
    #[getter]
    fn options(&self) -> BTreeMap<String, String> {
        self.0.setup.options.clone()
    }

    /// Every value of every option that the game has, the default first.
    #[getter]
    fn choices(&self) -> BTreeMap<&'static str, Vec<&'static str>> {
        let options = self.0.entry.info().options.iter();
        options
            .map(|option| (option.key, option.choices.iter().map(|choice| choice.value).collect()))
            .collect()
    }

    /// The numbers of seats that can play.
    #[getter]
    fn seat_counts(&self) -> Vec<u16> {
        self.0.entry.info().seats.clone().map(u16::from).collect()
    }

    /// How many ids there are.
    #[getter]
    fn num_actions(&self) -> usize {
        self.0.layout.actions.len()
    }

    /// The notation of every action, by id.
    #[getter]
    fn actions(&self) -> Vec<String> {
        self.0.layout.actions.clone()
    }

    /// The id of an action by its notation.
    fn action_id(&self, notation: &str) -> PyResult<i32> {
        let unknown = || bad_value(format!("`{notation}` is no action of {}", self.0.name()));
        self.0.id(notation).ok_or_else(unknown)
    }

    /// The notation of an id.
    fn notation(&self, action: i64) -> PyResult<String> {
        self.0.notation(action).map(str::to_owned)
    }

    /// The planes, rows and columns of an observation.
    #[getter]
    fn observation_shape(&self) -> (usize, usize, usize) {
        let layout = &self.0.layout;
        (layout.planes.len(), layout.rows, layout.columns)
    }

    /// What each plane of an observation holds.
    #[getter]
    fn planes(&self) -> Vec<String> {
        self.0.layout.planes.iter().map(|plane| plane.name.clone()).collect()
    }

    /// The highest value of each plane: divided by it, a plane is from 0 to 1.
    #[getter]
    fn plane_highest(&self) -> Vec<u16> {
        self.0.layout.planes.iter().map(|plane| plane.highest.into()).collect()
    }

    /// The ways to turn or reflect the board that leave the game as it is for every seat; the first changes nothing.
    #[getter]
    fn symmetries(&self, py: Python<'_>) -> Vec<Symmetry> {
        let array =
            |places: &[u32]| PyArray1::from_iter(py, places.iter().map(|place| i64::from(*place))).unbind();
        let all = self.0.layout.symmetries.iter();
        all.map(|symmetry| Symmetry {
            actions: array(&symmetry.actions),
            cells: array(&symmetry.observation),
        })
        .collect()
    }

    /// The opening position.
    fn new_state(&self) -> State {
        State::new(self.0.clone(), self.0.start())
    }

    /// A position from its notation, where the game reads positions.
    fn state(&self, position: &str) -> PyResult<State> {
        let game = self.0.entry.kind.read_position(&self.0.setup, position).map_err(bad_value)?;
        Ok(State::new(self.0.clone(), game))
    }

    /// A state from what `State.serialize` gave.
    fn deserialize(&self, text: &str) -> PyResult<State> {
        State::deserialize(self.0.clone(), text)
    }

    /// `count` games that are stepped together, on so many threads.
    #[pyo3(signature = (count, seed=0, threads=1))]
    fn batch(&self, py: Python<'_>, count: usize, seed: u64, threads: usize) -> PyResult<Batch> {
        Batch::new(py, &self.0, count, seed, threads)
    }

    /// The bots that can play here: their ids, and how they think.
    fn bots(&self) -> BTreeMap<&'static str, &'static str> {
        let bots = self.0.entry.kind.bots().into_iter();
        let fits = bots.filter(|bot| bot.seats.contains(&self.0.setup.seats));
        fits.map(|bot| (bot.id, bot.summary.get(Lang::En))).collect()
    }

    /// The rulebook as Markdown, in English (`en`) or French (`fr`).
    #[pyo3(signature = (language="en"))]
    fn rulebook(&self, language: &str) -> PyResult<&'static str> {
        Ok(self.0.entry.info().rulebook.get(language.parse().map_err(bad_value)?))
    }

    /// An article of the rulebook, by its number.
    #[pyo3(signature = (number, language="en"))]
    fn article(&self, number: &str, language: &str) -> PyResult<String> {
        let book = self.rulebook(language)?;
        let article = rulebook::article(book, number);
        let article = article.ok_or_else(|| PyKeyError::new_err(format!("there is no article {number}")))?;
        Ok(format!("{} · {}\n{}", article.number, article.title, article.body.trim()))
    }

    fn __repr__(&self) -> String {
        let options: String =
            self.0.setup.options.iter().map(|(key, value)| format!(", {key}={value:?}")).collect();
        format!("Game({:?}, {}{options})", self.id(), self.seats())
    }

    fn __eq__(&self, other: &Game) -> bool {
        self.0.name() == other.0.name()
    }

    fn __hash__(&self) -> u64 {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let mut hasher = DefaultHasher::new();
        self.0.name().hash(&mut hasher);
        hasher.finish()
    }

    /// The arguments from which a copy is made; the rest are options.
    fn __getnewargs_ex__(&self) -> ((&'static str, u8), BTreeMap<String, String>) {
        ((self.id(), self.seats()), self.0.setup.options.clone())
    }
}

/// A way to turn or reflect a game. `image[symmetry.cells] = observation.ravel()` moves an observation, and action `a`
/// becomes `symmetry.actions[a]`.
#[pyclass(frozen, module = "ludotheque")]
pub struct Symmetry {
    actions: Py<PyArray1<i64>>,
    cells: Py<PyArray1<i64>>,
}

#[pymethods]
impl Symmetry {
    /// For each id, the id of the same action afterwards.
    #[getter]
    fn actions(&self, py: Python<'_>) -> Py<PyArray1<i64>> {
        self.actions.clone_ref(py)
    }

    /// For each value of a flattened observation, where it is afterwards.
    #[getter]
    fn cells(&self, py: Python<'_>) -> Py<PyArray1<i64>> {
        self.cells.clone_ref(py)
    }

    /// An observation afterwards.
    fn observation<'py>(
        &self,
        py: Python<'py>,
        observation: numpy::PyReadonlyArray3<'py, u8>,
    ) -> PyResult<Bound<'py, numpy::PyArray3<u8>>> {
        let places = self.cells.bind(py).readonly();
        let values = observation.as_array();
        if values.len() != places.len()? {
            return Err(bad_value("the observation is of another setting"));
        }
        let mut moved = vec![0; values.len()];
        for (value, place) in values.iter().zip(places.as_slice()?) {
            moved[*place as usize] = *value;
        }
        PyArray1::from_vec(py, moved).reshape(values.raw_dim())
    }
}
