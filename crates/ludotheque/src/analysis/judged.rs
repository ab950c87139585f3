//! What an action did to the chances of who took it.

use super::line::Ply;
use super::watch::{Reports, Task};
use crate::explained::{Explained, rounded};
use anyhow::Result;
use game::{Actor, Seat, SeatSet, Team, Turn};
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeSet;
use table::{AnyGame, Kind};

/// An action of a record, judged.
#[derive(Clone, Debug, Serialize)]
pub struct Judged {
    /// Its number, counted from 1.
    pub action: usize,
    /// Who took it; nobody where Nature acted.
    pub seat: Option<Seat>,
    pub played: String,
    /// The position that it was taken in.
    pub position: String,
    /// The chance of the seat's side before and after it, where they are known.
    pub before: Option<f64>,
    pub after: Option<f64>,
    /// How much of its chance it gave away; nothing if no better action was found.
    pub loss: Option<f64>,
    /// The best action that was found.
    pub best: Option<String>,
    /// All that was found, at last.
    #[serde(flatten)]
    pub found: Option<Explained>,
}

/// A loss of this much is a turning point.
const TURN: f64 = 0.1;

/// The actions that lost most, the worst first.
pub fn turning_points(judged: &[Judged]) -> Vec<&Judged> {
    let loss = |judged: &Judged| judged.loss.unwrap_or(0.0);
    let mut points: Vec<&Judged> = judged.iter().filter(|judged| loss(judged) >= TURN).collect();
    points.sort_by(|one, other| loss(other).total_cmp(&loss(one)));
    points
}

/// The positions of a record that have to be explained so that its actions can be judged.
pub struct Study<'a> {
    plies: &'a [Ply],
    seats: u8,
    pub tasks: Vec<Task>,
    /// For each action, the tasks before and after it.
    around: Vec<(usize, usize)>,
}

impl<'a> Study<'a> {
    pub fn new(kind: &dyn Kind, seats: u8, plies: &'a [Ply]) -> Result<Self> {
        let mut study = Study { plies, seats, tasks: Vec::new(), around: Vec::new() };
        let mut last: Option<&Value> = None;
        for ply in plies {
            // Where nobody left since, this is the position after the action before.
            if last != Some(&ply.before) {
                study.add(kind, &ply.before)?;
            }
            let before = study.tasks.len() - 1;
            study.add(kind, &ply.after)?;
            last = Some(&ply.after);
            let after = study.tasks.len() - 1;
            study.around.push((before, after));
            if !study.is_told(&*study.tasks[after].game) {
                study.tasks[before].wanted = Some(ply.action.clone());
            }
        }
        Ok(study)
    }

    /// How many actions can be judged once so many tasks are done.
    pub fn ready(&self, done: usize) -> usize {
        self.around.partition_point(|(_, after)| *after < done)
    }

    /// The action of that index, judged by what was said of the positions around it.
    pub fn judge(&self, index: usize, reports: &[Reports]) -> Judged {
        let ply = &self.plies[index];
        let (before, after) = self.around[index];
        let (game, reports_before) = (&*self.tasks[before].game, &reports[before]);
        let mut judged = Judged {
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
        let Actor::Seat(seat) = ply.actor else { return judged };
        judged.seat = Some(seat);
        let best = judged.found.as_ref().and_then(|found| found.lines.first());
        judged.best = best.and_then(|line| line.actions.first()).cloned();
        let next = &*self.tasks[after].game;
        (judged.before, judged.after) = match next.turn() {
            Turn::Over(outcome) => {
                let rivals: SeatSet =
                    Seat::all(self.seats).filter(|other| next.team(*other) != next.team(seat)).collect();
                (chance(reports_before), Some(f64::from(outcome.reward(seat, rivals))))
            }
            Turn::Seats(to_act) if self.is_told(next) => {
                let is_friend = to_act.first().is_some_and(|other| next.team(other) == next.team(seat));
                let theirs = chance(&reports[after]);
                (chance(reports_before), theirs.map(|chance| if is_friend { chance } else { 1.0 - chance }))
            }
            _ => (best.map(|line| line.chance), reports_before.wanted),
        };
        judged.before = judged.before.map(rounded);
        judged.after = judged.after.map(rounded);
        judged.loss = judged.before.zip(judged.after).map(|(before, after)| {
            let is_best = judged.best.as_ref() == Some(&judged.played);
            if is_best { 0.0 } else { rounded((before - after).max(0.0)) }
        });
        judged
    }

    fn add(&mut self, kind: &dyn Kind, position: &Value) -> Result<()> {
        self.tasks.push(Task { game: kind.restore(position)?, wanted: None });
        Ok(())
    }

    /// Whether the chances in a position say what the action before it was worth to whoever took it: between two
    /// sides they do, one's gain being the other's loss.
    fn is_told(&self, game: &dyn AnyGame) -> bool {
        let teams: BTreeSet<Team> = Seat::all(self.seats).map(|seat| game.team(seat)).collect();
        match game.turn() {
            Turn::Over(_) => true,
            Turn::Nature => false,
            Turn::Seats(_) => teams.len() <= 2,
        }
    }
}

/// The chance of whoever is to act. An estimate sways with whose turn it is at the end of the lines: the mean of two
/// depths in a row does not.
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
