//! Having positions explained.

use crate::arena::Limit;
use crate::explained::Explained;
use anyhow::{Context as _, Result};
use game::{Budget, Turn};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::time::Instant;
use table::{AnyGame, Kind};

/// How positions are looked at.
#[derive(Copy, Clone)]
pub struct Effort {
    pub lines: usize,
    pub limit: Limit,
}

/// A position to explain.
pub struct Task {
    pub game: Box<dyn AnyGame>,
    /// An action whose chance is wanted, be it among the best or not.
    pub wanted: Option<String>,
}

/// What was said of a position.
#[derive(Default)]
pub struct Reports {
    /// One after the other, further and further; none where nobody is to act.
    pub all: Vec<Explained>,
    /// The chance of the wanted action.
    pub wanted: Option<f64>,
}

/// Explains one position to whoever is to act; `report` is told again and again, until it has heard enough.
pub fn watched(
    kind: &dyn Kind,
    game: &dyn AnyGame,
    effort: Effort,
    stop: &AtomicBool,
    report: &mut dyn FnMut(Explained),
) -> Result<()> {
    let Turn::Seats(seats) = game.turn() else { return Ok(()) };
    let seat = seats.first().context("somebody may act")?;
    // A new one each time: what it says of a position must not depend on those that it saw before.
    let mut analyst =
        kind.analyst(SEED).with_context(|| format!("nobody can explain {}", kind.info().name))?;
    let start = Instant::now();
    let is_over = || {
        let is_late = matches!(effort.limit, Limit::Time(time) if start.elapsed() >= time);
        is_late || stop.load(Ordering::Relaxed)
    };
    let nodes = match effort.limit {
        Limit::Nodes(nodes) => nodes,
        Limit::Time(_) => u64::MAX,
    };
    let budget = Budget::until(&is_over).at_most(nodes);
    analyst.analyse(game, seat, effort.lines, &budget, &mut |analysis| report(analysis.into()));
    Ok(())
}

/// The analyst's choices between equals.
const SEED: u64 = 1;

/// Explains all of these positions, on several threads; `done` is told of each in its order, and may break it off.
pub fn analysed(
    kind: &'static dyn Kind,
    tasks: &[Task],
    effort: Effort,
    threads: usize,
    mut done: impl FnMut(Reports) -> Result<()>,
) -> Result<()> {
    let (next, stop) = (AtomicUsize::new(0), AtomicBool::new(false));
    let (sender, explained) = channel();
    std::thread::scope(|scope| {
        for _ in 0..threads {
            let (sender, next, stop) = (sender.clone(), &next, &stop);
            scope.spawn(move || {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(task) = tasks.get(index) else { break };
                    if stop.load(Ordering::Relaxed)
                        || sender.send((index, solved(kind, task, effort, stop))).is_err()
                    {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let mut waiting = BTreeMap::new();
        let mut first = 0;
        for (index, reports) in explained {
            waiting.insert(index, reports);
            while let Some(reports) = waiting.remove(&first) {
                first += 1;
                if let Err(error) = reports.and_then(&mut done) {
                    stop.store(true, Ordering::Relaxed);
                    return Err(error);
                }
            }
        }
        Ok(())
    })
}

fn solved(kind: &dyn Kind, task: &Task, effort: Effort, stop: &AtomicBool) -> Result<Reports> {
    let mut reports = Reports::default();
    watched(kind, &*task.game, effort, stop, &mut |report| reports.all.push(report))?;
    let Some(wanted) = &task.wanted else { return Ok(reports) };
    let chance_of = |report: &Explained| {
        let line = report.lines.iter().find(|line| line.actions.first() == Some(wanted))?;
        Some(line.chance)
    };
    reports.wanted = reports.all.last().and_then(chance_of);
    if reports.wanted.is_none() {
        // It is not among the best: once more, with every action.
        let all = Effort { lines: usize::MAX, ..effort };
        watched(kind, &*task.game, all, stop, &mut |report| reports.wanted = chance_of(&report))?;
    }
    Ok(reports)
}
