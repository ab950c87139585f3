//! Conditional actions, in games by days: what a seat does if the others act as it foresees.
//!
//! The plans of a seat are lines of actions that follow the position, those of the others first: "if they act so, I act
//! so". They stand in the row of the seat, so that they survive a restart, and only its holder is told of them. Whatever is
//! done, the lines that did not foresee it are dropped.

use crate::error::Result;
use crate::limits::{LONGEST_PLAN, LONGEST_PLANNED_ACTION, PLANS};
use crate::person::Person;
use crate::room::{Change, Room};
use crate::row::row_of;
use game::{Actor, Seat};
use protocol::{Done, Refusal};
use store::SeatRow;
use table::{ClockRule, Declaration, Event};

/// The actions that are to follow each other, of whoever is to act.
type Line = Vec<String>;

/// The shortest time for an action in a game by days, in seconds.
const DAY: u32 = 86_400;

/// What a seat has planned.
pub(crate) fn plans_of(row: &SeatRow) -> Vec<Line> {
    row.plans.as_deref().and_then(|text| serde_json::from_str(text).ok()).unwrap_or_default()
}

/// The text of plans as the row has it; nothing for none.
fn text_of(plans: &[Line]) -> Option<String> {
    (!plans.is_empty()).then(|| serde_json::to_string(plans).expect("plans are plain data"))
}

impl Room {
    /// Replaces the plans of a seat.
    pub(crate) async fn plan(&mut self, person: &Person, seat: Seat, lines: Vec<Line>) -> Result<Done> {
        self.require_seat(person, seat)?;
        let plans = self.judge_plans(seat, &lines)?;
        let row = row_of(&mut self.row, seat).ok_or_else(Refusal::not_yours)?;
        row.plans = text_of(&plans);
        self.save(Change::of_row()).await?;
        Ok(Done::default())
    }

    /// The lines in canonical notation, if each can be played from here and ends with an action of the seat.
    fn judge_plans(&self, seat: Seat, lines: &[Line]) -> Result<Vec<Line>> {
        let by_days = matches!(self.table.clock(), ClockRule::PerAction { limit } if limit >= DAY);
        if !by_days || self.table.turn().seats().contains(seat) {
            return Err(Refusal::no_plans().into());
        }
        let fits = |line: &Line| {
            (2..=LONGEST_PLAN).contains(&line.len())
                && line.iter().all(|action| action.len() <= LONGEST_PLANNED_ACTION)
        };
        if lines.len() > PLANS || !lines.iter().all(fits) {
            return Err(Refusal::bad_message().into());
        }
        let mut plans: Vec<Line> = Vec::with_capacity(lines.len());
        for line in lines {
            let mut position = self.table.game().fork();
            let mut planned = Line::with_capacity(line.len());
            let mut last = None;
            for action in line {
                // Nobody plans what chance does, nor what happens at the same time.
                let mut seats = position.turn().seats().iter();
                let (Some(actor), None) = (seats.next(), seats.next()) else {
                    return Err(Refusal::no_plans().into());
                };
                let done = position.apply(Actor::Seat(actor), action).map_err(Refusal::from)?;
                planned.push(done);
                last = Some(actor);
            }
            if last != Some(seat) {
                return Err(Refusal::bad_message().into());
            }
            if !plans.contains(&planned) {
                plans.push(planned);
            }
        }
        Ok(plans)
    }

    /// Compares what was done since the last save with all plans, and performs what follows from them. Returns whether a
    /// plan has changed.
    pub(crate) fn follow_plans(&mut self) -> bool {
        let mut plans: Vec<Vec<Line>> = self.row.seats.iter().map(plans_of).collect();
        if plans.iter().all(Vec::is_empty) {
            return false;
        }
        let before = plans.clone();
        let mut seen = self.saved_entries();
        loop {
            for entry in &self.table.log()[seen..] {
                match &entry.event {
                    Event::Play { action, .. } => plans.iter_mut().for_each(|lines| keep(lines, action)),
                    // An offer changes nothing yet, nor does it that nobody takes it.
                    Event::Declare { declaration: Declaration::Draw | Declaration::Decline, .. } => {}
                    Event::Declare { .. } => plans.iter_mut().for_each(Vec::clear),
                }
            }
            seen = self.table.log().len();
            let turn = self.table.turn().seats();
            let Some(seat) =
                turn.iter().find(|seat| plans.get(seat.index()).is_some_and(|own| !own.is_empty()))
            else {
                break;
            };
            let action =
                plans[seat.index()].first().and_then(|line| line.first()).cloned().unwrap_or_default();
            let prompt = self.table.prompt(seat).unwrap_or_default();
            let now = self.game_time();
            if self.table.act(seat, prompt, &action, now).is_err() {
                plans[seat.index()].clear();
            }
        }
        if self.table.turn().outcome().is_some() {
            plans.iter_mut().for_each(Vec::clear);
        }
        for (row, plans) in self.row.seats.iter_mut().zip(&plans) {
            row.plans = text_of(plans);
        }
        plans != before
    }
}

/// Keeps the lines that foresaw an action, each without it, unless it was the last one.
fn keep(lines: &mut Vec<Line>, action: &str) {
    lines.retain_mut(|line| {
        let foreseen = line.first().is_some_and(|next| next == action);
        if foreseen {
            line.remove(0);
        }
        foreseen && !line.is_empty()
    });
}
