//! Many games that are stepped together, in arrays of numpy that are written in place.

use crate::error::bad_value;
use crate::game::{Game, Setting};
use crate::state::State;
use numpy::{PyArray1, PyArray2, PyArray4, PyArrayMethods, PyReadonlyArray1};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use search::{AnyBatch, Rows};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Games of one setting that are stepped together. A game that ends begins anew at once: `ended` and `rewards` tell how it
/// ended, the other arrays show the new one.
///
/// The arrays are the same at every step and are written in place: copy what you keep. They can't be written by others.
#[pyclass(frozen, module = "ludotheque")]
pub struct Batch {
    setting: Arc<Setting>,
    /// The games of each thread.
    parts: Mutex<Vec<Box<dyn AnyBatch>>>,
    /// The threads, if there are several.
    pool: Option<rayon::ThreadPool>,
    count: usize,
    observations: Py<PyArray4<u8>>,
    masks: Py<PyArray2<u8>>,
    seats: Py<PyArray1<i8>>,
    rewards: Py<PyArray2<f32>>,
    ended: Py<PyArray1<u8>>,
    lengths: Py<PyArray1<i32>>,
    actions: Py<PyArray1<i32>>,
}

/// What is done with the games of a thread: its first game, its games, their rows and actions.
type Work<'a> = dyn Fn(&mut dyn AnyBatch, Rows<'_>, &mut [i32]) + Sync + 'a;

impl Batch {
    pub fn new(
        py: Python<'_>,
        setting: &Arc<Setting>,
        count: usize,
        seed: u64,
        threads: usize,
    ) -> PyResult<Self> {
        if count == 0 || threads == 0 {
            return Err(bad_value("a batch has at least one game and one thread"));
        }
        let threads = threads.min(count);
        let layout = &setting.layout;
        let start = setting.start();
        let bounds = |part: usize| count * part / threads;
        let part = |index: usize| {
            let games = bounds(index + 1) - bounds(index);
            setting.encoding.batch(start.typed(), games, seed_of(seed, index))
        };
        let pool = (threads > 1).then(|| rayon::ThreadPoolBuilder::new().num_threads(threads).build());
        let pool = pool.transpose().map_err(bad_value)?;
        let batch = Batch {
            setting: setting.clone(),
            parts: Mutex::new((0..threads).map(part).collect()),
            pool,
            count,
            observations: PyArray4::zeros(
                py,
                [count, layout.planes.len(), layout.rows, layout.columns],
                false,
            )
            .unbind(),
            masks: PyArray2::zeros(py, [count, layout.actions.len()], false).unbind(),
            seats: PyArray1::zeros(py, count, false).unbind(),
            rewards: PyArray2::zeros(py, [count, setting.setup.seats.into()], false).unbind(),
            ended: PyArray1::zeros(py, count, false).unbind(),
            lengths: PyArray1::zeros(py, count, false).unbind(),
            actions: PyArray1::zeros(py, count, false).unbind(),
        };
        batch.run(py, &|games, rows, _| games.write(rows))?;
        Ok(batch)
    }

    fn parts(&self) -> MutexGuard<'_, Vec<Box<dyn AnyBatch>>> {
        self.parts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs `work` on every thread's games, without the interpreter's lock.
    fn run(&self, py: Python<'_>, work: &Work<'_>) -> PyResult<()> {
        let mut observations = self.observations.bind(py).try_readwrite()?;
        let mut masks = self.masks.bind(py).try_readwrite()?;
        let mut seats = self.seats.bind(py).try_readwrite()?;
        let mut rewards = self.rewards.bind(py).try_readwrite()?;
        let mut ended = self.ended.bind(py).try_readwrite()?;
        let mut lengths = self.lengths.bind(py).try_readwrite()?;
        let mut actions = self.actions.bind(py).try_readwrite()?;
        let rows = Rows {
            observations: observations.as_slice_mut()?,
            masks: masks.as_slice_mut()?,
            seats: seats.as_slice_mut()?,
            rewards: rewards.as_slice_mut()?,
            ended: ended.as_slice_mut()?,
            lengths: lengths.as_slice_mut()?,
        };
        let actions = actions.as_slice_mut()?;
        py.detach(|| {
            let mut left = Some((rows, actions));
            let take = |games: usize| {
                let (rows, actions) = left.take().expect("there are rows for every game");
                let (mine, others) = self.split(rows, games);
                let (my_actions, other_actions) = actions.split_at_mut(games);
                left = Some((others, other_actions));
                (mine, my_actions)
            };
            self.on_every_part(take, &|games, (rows, actions)| work(games, rows, actions));
        });
        Ok(())
    }

    /// Runs `work` on every thread's games, with what `take` gives for so many of them.
    fn on_every_part<T: Send>(
        &self,
        mut take: impl FnMut(usize) -> T + Send,
        work: &(dyn Fn(&mut dyn AnyBatch, T) + Sync),
    ) {
        let mut parts = self.parts();
        let mut given = parts.iter_mut().map(|games| (take(games.count()), games));
        match &self.pool {
            None => given.for_each(|(given, games)| work(&mut **games, given)),
            Some(pool) => {
                let given: Vec<_> = given.by_ref().collect();
                pool.scope(|scope| {
                    for (given, games) in given {
                        scope.spawn(move |_| work(&mut **games, given));
                    }
                });
            }
        }
    }

    /// The first `count` rows, and the others.
    fn split<'a>(&self, rows: Rows<'a>, count: usize) -> (Rows<'a>, Rows<'a>) {
        let (seats, ids) = (usize::from(self.setting.setup.seats), self.setting.layout.actions.len());
        let observations = rows.observations.split_at_mut(count * self.setting.observation_size());
        let masks = rows.masks.split_at_mut(count * ids);
        let to_act = rows.seats.split_at_mut(count);
        let rewards = rows.rewards.split_at_mut(count * seats);
        let ended = rows.ended.split_at_mut(count);
        let lengths = rows.lengths.split_at_mut(count);
        let first = Rows {
            observations: observations.0,
            masks: masks.0,
            seats: to_act.0,
            rewards: rewards.0,
            ended: ended.0,
            lengths: lengths.0,
        };
        let others = Rows {
            observations: observations.1,
            masks: masks.1,
            seats: to_act.1,
            rewards: rewards.1,
            ended: ended.1,
            lengths: lengths.1,
        };
        (first, others)
    }
}

/// Another seed for each thread.
fn seed_of(seed: u64, part: usize) -> u64 {
    search::mix(seed, part as u64)
}

/// The same memory for others, who may only read it; as numbers or as truth values.
fn shown<'py, T: pyo3::PyTypeCheck>(array: &Bound<'py, PyAny>, as_bool: bool) -> PyResult<Bound<'py, T>> {
    let view = if as_bool { array.call_method1("view", ("bool",))? } else { array.call_method0("view")? };
    let flags = PyDict::new(array.py());
    flags.set_item("write", false)?;
    view.call_method("setflags", (), Some(&flags))?;
    Ok(view.cast_into()?)
}

#[pymethods]
impl Batch {
    /// The game and its setting.
    #[getter]
    fn game(&self) -> Game {
        Game(self.setting.clone())
    }

    fn __len__(&self) -> usize {
        self.count
    }

    /// The observations of the seats to act: games, planes, rows, columns.
    #[getter]
    fn observations<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray4<u8>>> {
        shown(self.observations.bind(py), false)
    }

    /// Which actions are legal: games, ids.
    #[getter]
    fn masks<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<bool>>> {
        shown(self.masks.bind(py), true)
    }

    /// The seat to act in each game.
    #[getter]
    fn seats<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i8>>> {
        shown(self.seats.bind(py), false)
    }

    /// What each seat got for the last action: games, seats. It is from -1 to 1 where that ended a game, else 0.
    #[getter]
    fn rewards<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f32>>> {
        shown(self.rewards.bind(py), false)
    }

    /// Where the last action ended a game.
    #[getter]
    fn ended<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<bool>>> {
        shown(self.ended.bind(py), true)
    }

    /// How many actions each game has had; where one has just ended, how many that one had.
    #[getter]
    fn lengths<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i32>>> {
        shown(self.lengths.bind(py), false)
    }

    /// Begins every game anew, with other randomness.
    #[pyo3(signature = (seed=0))]
    fn reset(&self, py: Python<'_>, seed: u64) -> PyResult<()> {
        self.parts().iter_mut().enumerate().for_each(|(index, games)| games.reset(seed_of(seed, index)));
        self.run(py, &|games, rows, _| games.write(rows))
    }

    /// Plays an action in each game. Raises ValueError, and plays nothing, if one is not legal.
    fn step(&self, py: Python<'_>, actions: &Bound<'_, PyAny>) -> PyResult<()> {
        let numpy = py.import("numpy")?;
        let given = {
            // A copy, because it may be what `sample` has shown.
            let array: PyReadonlyArray1<'_, i32> =
                numpy.call_method1("ascontiguousarray", (actions, "int32"))?.extract()?;
            array.as_slice()?.to_vec()
        };
        if given.len() != self.count {
            return Err(bad_value(format!("{} actions for {} games", given.len(), self.count)));
        }
        {
            let masks = self.masks.bind(py).try_readonly()?;
            let (parts, ids) = (self.parts(), self.setting.layout.actions.len());
            let mut first = 0;
            for games in parts.iter() {
                let range = first..first + games.count();
                let masks = &masks.as_slice()?[range.start * ids..range.end * ids];
                games.check(&given[range], masks).map_err(|refused| {
                    let game = first + refused.game;
                    bad_value(format!("the action {} is not legal in game {game}", refused.action))
                })?;
                first += games.count();
            }
        }
        self.actions.bind(py).try_readwrite()?.as_slice_mut()?.copy_from_slice(&given);
        self.run(py, &|games, rows, actions| games.step(actions, rows))
    }

    /// A random legal action for each game.
    fn sample<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i32>>> {
        self.run(py, &|games, _, actions| games.sample(actions))?;
        shown(self.actions.bind(py), false)
    }

    /// Plays a random legal action in each game; returns what was played.
    fn step_random<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i32>>> {
        self.run(py, &|games, rows, actions| games.step_random(actions, rows))?;
        shown(self.actions.bind(py), false)
    }

    /// Plays random games to the end, so many from each position, many at once where the game has vectors of boards;
    /// returns the mean return of each seat: games, seats.
    #[pyo3(signature = (games=1))]
    fn playouts<'py>(&self, py: Python<'py>, games: u64) -> PyResult<Bound<'py, PyArray2<f32>>> {
        let seats = usize::from(self.setting.setup.seats);
        let returns = PyArray2::<f32>::zeros(py, [self.count, seats], false);
        let mut locked = returns.try_readwrite()?;
        let written = locked.as_slice_mut()?;
        py.detach(|| {
            let mut left = Some(written);
            let take = |games: usize| {
                let (mine, others) =
                    left.take().expect("there are rows for every game").split_at_mut(games * seats);
                left = Some(others);
                mine
            };
            self.on_every_part(take, &|part, returns: &mut [f32]| part.playouts(games.max(1), returns));
        });
        drop(locked);
        Ok(returns)
    }

    /// One of the games as a state of its own, without what led to it.
    fn state(&self, index: usize) -> PyResult<State> {
        let parts = self.parts();
        let mut first = 0;
        for games in parts.iter() {
            if index < first + games.count() {
                let game = self.setting.entry.kind.erase(games.game(index - first));
                return Ok(State::new(self.setting.clone(), game.expect("the games are of this setting")));
            }
            first += games.count();
        }
        Err(PyIndexError::new_err(format!("there are {} games", self.count)))
    }

    fn __repr__(&self) -> String {
        format!("<Batch of {} games of {}>", self.count, self.setting.name())
    }
}
