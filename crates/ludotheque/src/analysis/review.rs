//! How an action changed the chances of its seat.

use super::plies::Ply;
use super::positions::{Reports, Task};
use super::report::{AnalysisReport, rounded};
use anyhow::Result;
use game::{Actor, Seat, SeatSet, Team, Turn};
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeSet;
use table::{AnyGame, Kind};

/// The review of an action of a record. Its fields are the JSON of `ludotheque analyse --json`.
#[derive(Clone, Debug, Serialize)]
pub struct ActionReview {
    /// Its number, counted from 1.
    pub action: usize,
    /// The seat that acted; `None` for Nature.
    pub seat: Option<Seat>,
    pub played: String,
    /// The position before it, in notation.
    pub position: String,
    /// The chance of the seat's side before and after it, if known.
    pub before: Option<f64>,
    pub after: Option<f64>,
    /// How much of the chance it lost; 0 if no better action was found.
    pub loss: Option<f64>,
    /// The best action that was found.
    pub best: Option<String>,
    /// The deepest analysis of the position before it.
    #[serde(flatten)]
    pub found: Option<AnalysisReport>,
}

/// An action that loses at least this much is a turning point.
const TURNING_POINT: f64 = 0.1;

/// The turning points, the greatest loss first.
pub fn turning_points(reviewed: &[ActionReview]) -> Vec<&ActionReview> {
    let loss = |reviewed: &ActionReview| reviewed.loss.unwrap_or(0.0);
    let mut points: Vec<&ActionReview> =
        reviewed.iter().filter(|reviewed| loss(reviewed) >= TURNING_POINT).collect();
    points.sort_by(|one, other| loss(other).total_cmp(&loss(one)));
    points
}

/// The review of a record: the positions to analyse, and how to review its actions from the results.
pub struct RecordReview<'a> {
    plies: &'a [Ply],
    seats: u8,
    pub tasks: Vec<Task>,
    /// For each action, the tasks before and after it.
    around: Vec<(usize, usize)>,
}

impl<'a> RecordReview<'a> {
    pub fn new(kind: &dyn Kind, seats: u8, plies: &'a [Ply]) -> Result<Self> {
        let mut review = RecordReview { plies, seats, tasks: Vec::new(), around: Vec::new() };
        let mut last: Option<&Value> = None;
        for ply in plies {
            // Unless a seat left in between, this is the position after the action before.
            if last != Some(&ply.before) {
                review.add(kind, &ply.before)?;
            }
            let before = review.tasks.len() - 1;
            review.add(kind, &ply.after)?;
            last = Some(&ply.after);
            let after = review.tasks.len() - 1;
            review.around.push((before, after));
            if !review.shows_chance(&*review.tasks[after].game) {
                review.tasks[before].wanted = Some(ply.action.clone());
            }
        }
        Ok(review)
    }

    /// How many actions can be reviewed once `done` tasks are done.
    pub fn ready(&self, done: usize) -> usize {
        self.around.partition_point(|(_, after)| *after < done)
    }

    /// The review of the action with that index, from the analyses of the positions before and after it.
    pub fn review(&self, index: usize, reports: &[Reports]) -> ActionReview {
        let ply = &self.plies[index];
        let (before, after) = self.around[index];
        let (game, reports_before) = (&*self.tasks[before].game, &reports[before]);
        let mut reviewed = ActionReview {
            action: index + 1,
            seat: None,
            played: ply.action.clone(),
            position: game.position(),
            before: None,
            after: None,
            loss: None,
            best: None,
            found: reports_before.all.last().cloned(),
        };
        let Actor::Seat(seat) = ply.actor else { return reviewed };
        reviewed.seat = Some(seat);
        let best = reviewed.found.as_ref().and_then(|found| found.lines.first());
        reviewed.best = best.and_then(|variation| variation.actions.first()).cloned();
        let next = &*self.tasks[after].game;
        (reviewed.before, reviewed.after) = match next.turn() {
            Turn::Over(outcome) => {
                let rivals: SeatSet =
                    Seat::all(self.seats).filter(|other| next.team(*other) != next.team(seat)).collect();
                (chance(reports_before), Some(f64::from(outcome.reward(seat, rivals))))
            }
            Turn::Seats(to_act) if self.shows_chance(next) => {
                let is_friend = to_act.first().is_some_and(|other| next.team(other) == next.team(seat));
                let theirs = chance(&reports[after]);
                (chance(reports_before), theirs.map(|chance| if is_friend { chance } else { 1.0 - chance }))
            }
            _ => (best.map(|variation| variation.chance), reports_before.wanted),
        };
        reviewed.before = reviewed.before.map(rounded);
        reviewed.after = reviewed.after.map(rounded);
        reviewed.loss = reviewed.before.zip(reviewed.after).map(|(before, after)| {
            let is_best = reviewed.best.as_ref() == Some(&reviewed.played);
            if is_best { 0.0 } else { rounded((before - after).max(0.0)) }
        });
        reviewed
    }

    fn add(&mut self, kind: &dyn Kind, position: &Value) -> Result<()> {
        self.tasks.push(Task { game: kind.restore(position)?, wanted: None });
        Ok(())
    }

    /// Whether the analysis of a position gives the chance of the seat that acted before it: between two sides it does,
    /// because the chances add up to 1.
    fn shows_chance(&self, game: &dyn AnyGame) -> bool {
        let teams: BTreeSet<Team> = Seat::all(self.seats).map(|seat| game.team(seat)).collect();
        match game.turn() {
            Turn::Over(_) => true,
            Turn::Nature => false,
            Turn::Seats(_) => teams.len() <= 2,
        }
    }
}

/// The chance of the seat to act. Estimates alternate between odd and even depths, so it is the mean of the last two
/// depths, unless one of them is proven.
fn chance(reports: &Reports) -> Option<f64> {
    let mut latest =
        reports.all.iter().rev().filter_map(|report| Some((report.depth, report.lines.first()?)));
    let (depth, best) = latest.next()?;
    match latest.next() {
        Some((earlier, line)) if earlier + 1 == depth && best.certain.is_none() && line.certain.is_none() => {
            Some((best.chance + line.chance) / 2.0)
        }
        _ => Some(best.chance),
    }
}
