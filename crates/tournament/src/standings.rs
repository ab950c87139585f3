//! How a tournament stands: points, and what decides between those who have as many.

use crate::{Entrant, Format, Pairing, Plan, against};
use std::cmp::Reverse;

/// Wins in a row after which the next one counts double in an arena.
const STREAK: u32 = 2;

/// How an entrant stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The number of the entrant.
    pub entrant: u32,
    /// The place, from 1; those between whom nothing decides share it.
    pub place: u32,
    /// The points, in halves.
    pub points: u32,
    /// How many tables were played to an end.
    pub played: u32,
    /// At how many of these nobody did better, and somebody did worse.
    pub won: u32,
    /// How many rounds were without a table, or won without playing.
    pub idle: u32,
    /// Buchholz: the points of all rivals, in halves. A round without a rival counts as one against somebody who has as
    /// many points as oneself.
    pub buchholz: u32,
    /// Sonneborn-Berger: the points of the rivals who were beaten, and half of the points of those who were equal, in
    /// quarters.
    pub sonneborn: u32,
    /// What was won against those who have as many points, in half points.
    pub direct: u32,
    /// Wins in a row, in an arena.
    pub streak: u32,
    /// The points of each of the entrant's rounds, in halves, with the number of the round.
    pub rounds: Vec<(u32, u32)>,
}

/// How it stands, the best first.
///
/// In the Dutch system Buchholz decides between those with as many points, then Sonneborn-Berger, then what they did
/// against each other, then the number of wins. Where everybody plays everybody, Sonneborn-Berger comes first, then what
/// they did against each other, then the wins. In an arena the wins decide alone.
pub fn standings(plan: &Plan, entrants: &[Entrant], pairings: &[Pairing]) -> Vec<Line> {
    let mut lines: Vec<Line> = entrants.iter().map(|entrant| Line::new(entrant.number)).collect();
    // A rival, and the half points against it.
    let mut rivals: Vec<Vec<(u32, u32)>> = vec![Vec::new(); entrants.len()];
    let is_done = |pairing: &&Pairing| pairing.is_bye() || pairing.outcome.is_some();
    for pairing in pairings.iter().filter(is_done) {
        let points = pairing.points(plan);
        for (seat, (entrant, points)) in pairing.entrants.iter().zip(&points).enumerate() {
            let line = &mut lines[*entrant as usize];
            let outcome = pairing.outcome.as_ref().filter(|outcome| outcome.played);
            line.add(plan, pairing.round, *points);
            let Some(outcome) = outcome else {
                line.idle += 1;
                continue;
            };
            let own = outcome.places[seat];
            line.played += 1;
            let won = own == 1 && outcome.places.iter().any(|place| *place > 1);
            line.won += u32::from(won);
            line.streak = if won { line.streak + 1 } else { 0 };
            for (other, rival) in pairing.entrants.iter().enumerate() {
                if plan.teams[other] != plan.teams[seat] {
                    rivals[*entrant as usize].push((*rival, against(own, outcome.places[other])));
                }
            }
        }
    }
    let points: Vec<u32> = lines.iter().map(|line| line.points).collect();
    for line in &mut lines {
        let own = &rivals[line.entrant as usize];
        let of_rivals: u32 = own.iter().map(|(rival, _)| points[*rival as usize]).sum();
        line.buchholz = of_rivals + line.idle * line.points;
        line.sonneborn = own.iter().map(|(rival, result)| points[*rival as usize] * result).sum();
        let equal = own.iter().filter(|(rival, _)| points[*rival as usize] == line.points);
        line.direct = equal.map(|(_, result)| result).sum();
    }
    let key = |line: &Line| {
        let rest = match plan.format {
            Format::Swiss => [line.buchholz, line.sonneborn, line.direct, line.won],
            Format::RoundRobin => [line.sonneborn, line.direct, line.won, 0],
            Format::Arena => [line.won, 0, 0, 0],
        };
        Reverse((line.points, rest))
    };
    let rating = |line: &Line| entrants[line.entrant as usize].rating;
    lines.sort_by(|one, two| {
        key(one).cmp(&key(two)).then(rating(two).total_cmp(&rating(one))).then(one.entrant.cmp(&two.entrant))
    });
    for index in 0..lines.len() {
        let shared = index > 0 && key(&lines[index]) == key(&lines[index - 1]);
        lines[index].place = if shared { lines[index - 1].place } else { index as u32 + 1 };
    }
    lines
}

impl Line {
    fn new(entrant: u32) -> Self {
        Line {
            entrant,
            place: 0,
            points: 0,
            played: 0,
            won: 0,
            idle: 0,
            buchholz: 0,
            sonneborn: 0,
            direct: 0,
            streak: 0,
            rounds: Vec::new(),
        }
    }

    /// Adds the points of a round; in an arena twice, after wins in a row.
    fn add(&mut self, plan: &Plan, round: u32, points: u32) {
        let doubled = plan.format == Format::Arena && self.streak >= STREAK;
        let points = if doubled { points * 2 } else { points };
        self.points += points;
        self.rounds.push((round, points));
    }
}
