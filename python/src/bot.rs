//! The house's players, and what they see.

use crate::error::bad_value;
use crate::game::{Game, Setting};
use crate::state::State;
use ::game::{Budget, Verdict};
use pyo3::prelude::*;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use table::AnyBot;

/// A bot of the house: `Bot(game, "level3")`, `Bot(game, "best", nodes=100_000)`, `Bot(game, "best", seconds=0.5)`.
///
/// With nodes alone, and the same seed, it chooses alike on every machine.
#[pyclass(frozen, module = "ludotheque")]
pub struct Bot {
    setting: Arc<Setting>,
    id: String,
    bot: Mutex<Box<dyn AnyBot>>,
    limits: Limits,
}

/// How long a bot thinks.
#[derive(Copy, Clone)]
struct Limits {
    nodes: Option<u64>,
    seconds: Option<f64>,
}

impl Limits {
    /// Calls `think` with a budget that ends when the limits are reached.
    fn with<T>(self, think: impl FnOnce(&Budget<'_>) -> T) -> T {
        const NODES: u64 = 20_000;
        let Some(seconds) = self.seconds else { return think(&Budget::nodes(self.nodes.unwrap_or(NODES))) };
        let start = Instant::now();
        let time = Duration::from_secs_f64(seconds);
        let used = move || start.elapsed().as_secs_f64() / seconds;
        let stop = move || start.elapsed() >= time;
        think(&Budget::until(&stop).with_time_used(&used).at_most(self.nodes.unwrap_or(u64::MAX)))
    }
}

#[pymethods]
impl Bot {
    #[new]
    #[pyo3(signature = (game, id="best", *, seed=0, nodes=None, seconds=None))]
    fn new(game: &Game, id: &str, seed: u64, nodes: Option<u64>, seconds: Option<f64>) -> PyResult<Self> {
        let bots = game.0.entry.kind.bots();
        let fits = |bot: &&table::BotInfo| bot.seats.contains(&game.0.setup.seats);
        let known = bots.iter().filter(fits).any(|bot| bot.id == id);
        let bot = game.0.entry.kind.bot(id, seed).filter(|_| known);
        let bot = bot.ok_or_else(|| bad_value(format!("{} has no bot `{id}`", game.0.name())))?;
        if seconds.is_some_and(|seconds| !(seconds > 0.0 && seconds <= 86_400.0)) {
            return Err(bad_value("seconds are a number above 0"));
        }
        let limits = Limits { nodes, seconds };
        Ok(Bot { setting: game.0.clone(), id: id.to_owned(), bot: Mutex::new(bot), limits })
    }

    /// Its id.
    #[getter]
    fn id(&self) -> &str {
        &self.id
    }

    /// The id of its action for the seat to act.
    fn choose(&self, py: Python<'_>, state: &State) -> PyResult<i32> {
        let seat = state.to_act()?;
        let (game, limits) = (&state.game, self.limits);
        let chosen = py.detach(|| {
            let mut bot = self.bot.lock().unwrap_or_else(PoisonError::into_inner);
            limits.with(|budget| bot.choose(&**game, seat, budget))
        });
        let notation = chosen.ok_or_else(|| bad_value("the state is of another game"))?;
        self.setting.id(&notation).ok_or_else(|| bad_value("the state is of another setting"))
    }

    /// The best variations for the seat to act, the best first; None if this bot can't analyse.
    #[pyo3(signature = (state, lines=3))]
    fn analyse(&self, py: Python<'_>, state: &State, lines: usize) -> PyResult<Option<Analysis>> {
        let seat = state.to_act()?;
        let (game, limits) = (&state.game, self.limits);
        let found = py.detach(|| {
            let mut bot = self.bot.lock().unwrap_or_else(PoisonError::into_inner);
            let mut last = None;
            limits.with(|budget| {
                bot.analyse(&**game, seat, lines, budget, &mut |analysis| last = Some(analysis.clone()));
            });
            last
        });
        let variation = |line: &::game::Variation<String>| {
            let (verdict, within) = match line.verdict {
                Verdict::Open => ("open", None),
                Verdict::Wins(actions) => ("wins", Some(actions)),
                Verdict::Loses(actions) => ("loses", Some(actions)),
            };
            Variation {
                actions: line.actions.clone(),
                ids: line.actions.iter().filter_map(|action| self.setting.id(action)).collect(),
                chance: line.chance,
                verdict,
                within,
                depth: line.depth,
            }
        };
        Ok(found.map(|analysis| Analysis {
            lines: analysis.lines.iter().map(variation).collect(),
            depth: analysis.depth,
            nodes: analysis.nodes,
        }))
    }

    fn __repr__(&self) -> String {
        format!("<Bot {} of {}>", self.id, self.setting.name())
    }
}

/// What a bot found out about a position.
#[pyclass(frozen, get_all, module = "ludotheque")]
#[derive(Clone)]
pub struct Analysis {
    /// The best variations, each beginning with a different action, the best first.
    pub lines: Vec<Variation>,
    /// How many actions ahead the search has looked.
    pub depth: u32,
    /// How many nodes it has used.
    pub nodes: u64,
}

#[pymethods]
impl Analysis {
    fn __repr__(&self) -> String {
        let lines: Vec<String> = self.lines.iter().map(Variation::__repr__).collect();
        format!("<Analysis, depth {}: {}>", self.depth, lines.join("; "))
    }
}

/// A sequence of actions from a position, with its evaluation.
#[pyclass(frozen, get_all, module = "ludotheque")]
#[derive(Clone)]
pub struct Variation {
    /// The actions in notation.
    pub actions: Vec<String>,
    /// The actions as ids.
    pub ids: Vec<i32>,
    /// The probability that the seat beats a rival, from 0 to 1.
    pub chance: f32,
    /// `wins` or `loses` where that is proven, else `open`.
    pub verdict: &'static str,
    /// Where it is proven, after how many actions.
    pub within: Option<u32>,
    /// How many actions ahead the search looked for this variation.
    pub depth: u32,
}

#[pymethods]
impl Variation {
    fn __repr__(&self) -> String {
        format!("{:.3} {}", self.chance, self.actions.join(" "))
    }
}
