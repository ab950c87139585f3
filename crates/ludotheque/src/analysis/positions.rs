//! Running an analysis on positions.

use super::report::AnalysisReport;
use crate::arena::Limit;
use anyhow::{Context as _, Result};
use game::{Budget, Turn};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::time::Instant;
use table::{AnyGame, Kind};

/// How many variations to find in a position, and within which limit.
#[derive(Copy, Clone)]
pub struct AnalysisLimits {
    pub lines: usize,
    pub limit: Limit,
}

/// A position to analyse.
pub struct Task {
    pub game: Box<dyn AnyGame>,
    /// An action whose chance is wanted even if it is not among the best.
    pub wanted: Option<String>,
}

/// The analysis of a position.
#[derive(Default)]
pub struct Reports {
    /// The reports in order of depth; empty if no seat is to act.
    pub all: Vec<AnalysisReport>,
    /// The chance of the wanted action.
    pub wanted: Option<f64>,
}

/// Analyses one position for the seat to act. Calls `report` each time the search has gone deeper, until the limit is
/// reached or `stop` is set.
pub fn analyse_position(
    kind: &dyn Kind,
    game: &dyn AnyGame,
    limits: AnalysisLimits,
    stop: &AtomicBool,
    report: &mut dyn FnMut(AnalysisReport),
) -> Result<()> {
    let Turn::Seats(seats) = game.turn() else { return Ok(()) };
    let seat = seats.first().context("a seat may act")?;
    // A new bot each time, so that the analysis does not depend on the positions before.
    let mut bot =
        kind.analyst(SEED).with_context(|| format!("{} has no bot that can analyse", kind.info().name))?;
    let start = Instant::now();
    let is_over = || {
        let is_late = matches!(limits.limit, Limit::Time(time) if start.elapsed() >= time);
        is_late || stop.load(Ordering::Relaxed)
    };
    let nodes = match limits.limit {
        Limit::Nodes(nodes) => nodes,
        Limit::Time(_) => u64::MAX,
    };
    let budget = Budget::until(&is_over).at_most(nodes);
    bot.analyse(game, seat, limits.lines, &budget, &mut |analysis| report(analysis.into()));
    Ok(())
}

/// The seed by which the bot breaks ties.
const SEED: u64 = 1;

/// Analyses positions on several threads. Calls `done` with each result, in the order of the tasks; an error from it stops
/// the analysis.
pub fn analyse_positions(
    kind: &'static dyn Kind,
    tasks: &[Task],
    limits: AnalysisLimits,
    threads: usize,
    mut done: impl FnMut(Reports) -> Result<()>,
) -> Result<()> {
    let (next, stop) = (AtomicUsize::new(0), AtomicBool::new(false));
    let (sender, results) = channel();
    std::thread::scope(|scope| {
        for _ in 0..threads {
            let (sender, next, stop) = (sender.clone(), &next, &stop);
            scope.spawn(move || {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(task) = tasks.get(index) else { break };
                    if stop.load(Ordering::Relaxed)
                        || sender.send((index, analyse_task(kind, task, limits, stop))).is_err()
                    {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let mut waiting = BTreeMap::new();
        let mut first = 0;
        for (index, reports) in results {
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

fn analyse_task(kind: &dyn Kind, task: &Task, limits: AnalysisLimits, stop: &AtomicBool) -> Result<Reports> {
    let mut reports = Reports::default();
    analyse_position(kind, &*task.game, limits, stop, &mut |report| reports.all.push(report))?;
    let Some(wanted) = &task.wanted else { return Ok(reports) };
    let chance_of = |report: &AnalysisReport| {
        let variation = report.lines.iter().find(|variation| variation.actions.first() == Some(wanted))?;
        Some(variation.chance)
    };
    reports.wanted = reports.all.last().and_then(chance_of);
    if reports.wanted.is_none() {
        // The action is not among the best: analyse again with every action.
        let all = AnalysisLimits { lines: usize::MAX, ..limits };
        analyse_position(kind, &*task.game, all, stop, &mut |report| reports.wanted = chance_of(&report))?;
    }
    Ok(reports)
}
