//! Tournaments: who plays whom, who sits where, and how it stands. It knows no game, no table and no clock: a tournament
//! is a [`Plan`], the [`Entrant`]s, and the [`Pairing`]s so far with their results, and everything else follows from these.
//!
//! - [`next`] says what comes next: the pairings of a round, nothing yet, or the end;
//! - [`standings`] says how it stands, with tie-breaks;
//! - `berger.rs` is everybody against everybody at two seats, `design.rs` the same at more, `swiss.rs` the Dutch system,
//!   `arena.rs` games without rounds;
//! - `matching.rs` finds the best pairs, `grouping.rs` the best tables of more than two, `seating.rs` who sits where.
//!
//! The same tournament gives the same answer everywhere: nothing is left to chance.
//!
//! ```
//! use tournament::{Entrant, Format, Next, Outcome, Pairing, Plan, next, standings};
//!
//! let plan = Plan { format: Format::RoundRobin, teams: vec![0, 1], rounds: 3 };
//! let entrants: Vec<Entrant> = (0..4).map(|number| Entrant { number, rating: 1500.0, absent: false }).collect();
//! let Next::Round(pairs) = next(&plan, &entrants, &[]) else { panic!("the first round") };
//! assert_eq!(pairs, [vec![0, 3], vec![1, 2]]);
//!
//! let won = Outcome { places: vec![1, 2], played: true };
//! let pairings = [Pairing { round: 1, entrants: vec![0, 3], outcome: Some(won) }];
//! let first = &standings(&plan, &entrants, &pairings)[0];
//! assert_eq!((first.entrant, first.place, first.points), (0, 1, 2));
//! ```

mod arena;
mod berger;
mod design;
mod grouping;
mod matching;
mod seating;
mod standings;
mod swiss;

pub use standings::{Line, standings};

use serde::{Deserialize, Serialize};

/// The most entrants of a tournament.
pub const MOST_ENTRANTS: usize = 200;

/// The most rounds of a tournament.
pub const MOST_ROUNDS: u32 = 400;

/// How it is decided who plays whom.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Format {
    /// Everybody plays everybody: by Berger's tables at two seats, as evenly as can be at more.
    RoundRobin,
    /// Those who stand alike play each other, and nobody twice: the Dutch system.
    Swiss,
    /// Whoever is free plays whoever is free, until the time is over.
    Arena,
}

/// What is decided before a tournament begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// Who plays whom.
    pub format: Format,
    /// The team of each seat: seats of one team share their result. Two seats at least.
    pub teams: Vec<u8>,
    /// How many rounds; an arena has none.
    pub rounds: u32,
}

impl Plan {
    /// How many seats a table has.
    pub fn seats(&self) -> usize {
        self.teams.len()
    }

    /// How many teams a table has.
    fn team_count(&self) -> usize {
        let mut teams = self.teams.clone();
        teams.sort_unstable();
        teams.dedup();
        teams.len()
    }

    /// What somebody gets for a round in which there is no place at a table, in half points: in the Dutch system as much
    /// as for a win.
    pub fn bye(&self) -> u32 {
        if self.format == Format::Swiss { 2 * (self.team_count() as u32 - 1) } else { 0 }
    }
}

/// Somebody who takes part.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Entrant {
    /// The number, from 0, by which pairings name the entrant: the index in the list of all.
    pub number: u32,
    /// The strength, by which entrants are ordered who stand alike.
    pub rating: f64,
    /// Whether the entrant has gone, and is not to be paired.
    pub absent: bool,
}

/// A table of a round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pairing {
    /// The round, from 1; in an arena every time that somebody is paired.
    pub round: u32,
    /// The entrants by seat; one alone has no table in this round.
    pub entrants: Vec<u32>,
    /// How it ended; `None` while it is played.
    pub outcome: Option<Outcome>,
}

impl Pairing {
    /// Whether it is somebody who has no table in this round.
    pub fn is_bye(&self) -> bool {
        self.entrants.len() == 1
    }

    /// The half points of each entrant, in the order of the seats: two for every team that did worse, one for every team
    /// that did as well.
    pub fn points(&self, plan: &Plan) -> Vec<u32> {
        if self.is_bye() {
            return vec![plan.bye()];
        }
        let Some(outcome) = &self.outcome else { return vec![0; self.entrants.len()] };
        (0..self.entrants.len()).map(|seat| outcome.points(&plan.teams, seat)).collect()
    }
}

/// How a table ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The place of each seat: one more than the number of seats, or teams, that did better.
    pub places: Vec<u8>,
    /// Whether it was played. If not, those who came are in the first place, and nobody else has any points.
    pub played: bool,
}

impl Outcome {
    /// Who came, where nobody played: they have won against those who did not come.
    pub fn forfeit(came: &[bool]) -> Self {
        let present = came.iter().filter(|came| **came).count() as u8;
        // Without anybody, nobody is first.
        let last = present.max(1) + 1;
        Outcome { places: came.iter().map(|came| if *came { 1 } else { last }).collect(), played: false }
    }

    /// The half points of a seat.
    fn points(&self, teams: &[u8], seat: usize) -> u32 {
        if !self.played && self.places[seat] > 1 {
            return 0;
        }
        let mut rivals: Vec<(u8, u8)> = (0..teams.len())
            .filter(|rival| teams[*rival] != teams[seat])
            .map(|rival| (teams[rival], self.places[rival]))
            .collect();
        rivals.sort_unstable();
        rivals.dedup_by_key(|(team, _)| *team);
        rivals.iter().map(|(_, place)| against(self.places[seat], *place)).sum()
    }
}

/// The half points of a place against another one.
fn against(own: u8, rival: u8) -> u32 {
    match own.cmp(&rival) {
        std::cmp::Ordering::Less => 2,
        std::cmp::Ordering::Equal => 1,
        std::cmp::Ordering::Greater => 0,
    }
}

/// What comes next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Next {
    /// Tables are being played.
    Wait,
    /// These tables begin, the best placed first: the entrants by seat; one alone has no table in this round. Entrants who
    /// have gone are among them where everybody plays everybody: their rivals win.
    Round(Vec<Vec<u32>>),
    /// All is played, or too few are left to play.
    Over,
}

/// What comes next in a tournament. An arena goes on until the caller ends it.
pub fn next(plan: &Plan, entrants: &[Entrant], pairings: &[Pairing]) -> Next {
    if plan.format == Format::Arena {
        return arena::next(plan, entrants, pairings);
    }
    if pairings.iter().any(|pairing| !pairing.is_bye() && pairing.outcome.is_none()) {
        return Next::Wait;
    }
    let round = pairings.iter().map(|pairing| pairing.round).max().unwrap_or(0) + 1;
    let present = entrants.iter().filter(|entrant| !entrant.absent).count();
    if round > plan.rounds || present < plan.seats() {
        return Next::Over;
    }
    Next::Round(match plan.format {
        Format::RoundRobin if plan.seats() == 2 => berger::round(entrants.len(), round),
        Format::RoundRobin => design::round(plan, entrants.len(), pairings, round),
        Format::Swiss | Format::Arena => swiss::round(plan, entrants, pairings),
    })
}

/// How many rounds it takes until everybody has played everybody, or until the best is found, if so many take part.
pub fn usual_rounds(format: Format, seats: usize, entrants: usize) -> u32 {
    let rounds = match format {
        Format::RoundRobin if seats == 2 => entrants.max(2) - 1 + entrants % 2,
        Format::RoundRobin => entrants.saturating_sub(1).div_ceil(seats.max(2) - 1).max(1),
        Format::Swiss => (usize::BITS - entrants.max(2).saturating_sub(1).leading_zeros()) as usize + 1,
        Format::Arena => 0,
    };
    rounds as u32
}
