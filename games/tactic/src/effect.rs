//! What an action does, when it completes the turn, and how the game ends.

use crate::action::Action;
use crate::board::{HOMES, Station};
use crate::position::{Begun, PATROLS, Tactic};
use crate::shuttle::Sidestep;
use crate::variant::Variant;
use game::{BySeat, Outcome, Seat};
use rand::Rng;

/// How a game of Tactic ended.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum End {
    /// T13: both seats passed, one after the other.
    BothPassed,
    /// T14: a seat's third patrol arrived.
    ThirdArrival,
    /// T15: a patrol made an aller-retour.
    AllerRetour,
    /// T17: too many turns without a forward step.
    Quiet,
    /// T18: the last patrol that a seat had left arrived.
    LastArrival,
    /// T18: a seat lost its third patrol.
    AllLost,
    /// A seat left the table.
    Left(Seat),
}

impl End {
    /// The article that ends the game, if one does.
    pub const fn article(self) -> Option<&'static str> {
        match self {
            End::BothPassed => Some("T13"),
            End::ThirdArrival => Some("T14"),
            End::AllerRetour => Some("T15"),
            End::Quiet => Some("T17"),
            End::LastArrival | End::AllLost => Some("T18"),
            End::Left(_) => None,
        }
    }

    /// A different number for each, for hash keys.
    pub(crate) const fn rank(self) -> u8 {
        match self {
            End::BothPassed => 0,
            End::ThirdArrival => 1,
            End::AllerRetour => 2,
            End::Quiet => 3,
            End::LastArrival => 4,
            End::AllLost => 5,
            End::Left(seat) => 6 + seat.0,
        }
    }
}

/// T17: this many turns in a row without a forward step end the game.
pub(crate) const QUIET_TURNS: u8 = 60;

/// T16: what 0, 1, 2 or 3 patrols are worth.
const POINTS: [u8; 4] = [0, 1, 4, 9];

/// T17: whether a patrol stepped forward in a turn.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Progress {
    Forward,
    None,
}

impl Tactic {
    /// Performs a legal action.
    #[inline(always)]
    pub(crate) fn perform(&mut self, action: Action) {
        let me = self.next.index();
        match action {
            Action::Move { from, to } if self.guards[me] & from.transit_bit() != 0 => {
                self.guards[me] ^= from.transit_bit() | to.transit_bit();
                self.guard_acted();
            }
            Action::Enter(to) => {
                self.guards[me] |= to.transit_bit();
                self.reserve[me] -= 1;
                self.guard_acted();
            }
            Action::Move { from, to } => {
                self.patrols[me] ^= from.bit() | to.bit();
                self.patrol_stepped(from, to);
            }
            Action::Lose(_) | Action::LoseReserve => self.lose(action),
            Action::Pass => {
                self.passes += 1;
                self.complete(Sidestep::NONE, Sidestep::NONE, Progress::None);
            }
        }
    }

    /// T9: a guard's action comes before or after a patrol's step.
    #[inline(always)]
    fn guard_acted(&mut self) {
        self.passes = 0;
        match self.begun {
            Begun::Nothing | Begun::Paid | Begun::Guard => self.begun = Begun::Guard,
            Begun::Forward { .. } => self.complete(Sidestep::NONE, Sidestep::NONE, Progress::Forward),
            Begun::Lateral { from, to } => {
                self.complete(Sidestep::of(from, to), Sidestep::NONE, Progress::None);
            }
        }
    }

    #[inline(always)]
    fn patrol_stepped(&mut self, from: Station, to: Station) {
        let me = self.next.index();
        self.passes = 0;
        if HOMES[1 - me] & to.bit() != 0 && self.patrols[me] & !HOMES[1 - me] == 0 {
            // T14, T18: at once, even if the turn has only begun.
            let third = self.patrols[me].count_ones() == PATROLS;
            return self.finish(if third { End::ThirdArrival } else { End::LastArrival });
        }
        let lateral = from.line() == to.line();
        let progress = if lateral { Progress::None } else { Progress::Forward };
        let sidestep = Sidestep::of(from, to);
        match self.begun {
            Begun::Guard => self.complete(sidestep, Sidestep::NONE, progress),
            Begun::Nothing | Begun::Paid => {
                self.begun = if lateral { Begun::Lateral { from, to } } else { Begun::Forward { at: to } };
                // T10: a step that nothing can follow is the turn.
                if !self.has_guard(self.next) && !self.can_step_again() {
                    self.complete(sidestep, Sidestep::NONE, progress);
                }
            }
            // T15: a patrol that makes both steps is on no shuttle.
            Begun::Forward { at } => {
                let sidestep = if at == from { Sidestep::NONE } else { sidestep };
                self.complete(sidestep, Sidestep::NONE, Progress::Forward);
            }
            Begun::Lateral { to: at, .. } if at == from => {
                self.complete(Sidestep::NONE, Sidestep::NONE, progress);
            }
            Begun::Lateral { from, to } => self.complete(Sidestep::of(from, to), sidestep, progress),
        }
    }

    /// T12, T18, T19: a piece leaves the game.
    #[cold]
    fn lose(&mut self, action: Action) {
        let me = self.next.index();
        match action {
            Action::Lose(station) => {
                self.patrols[me] &= !station.bit();
                self.guards[me] &= !station.transit_bit();
            }
            _ => self.reserve[me] -= 1,
        }
        if self.variant == Variant::Passage {
            self.begun = Begun::Paid; // T19: the turn goes on.
        } else if self.patrols[me] == 0 {
            self.finish(End::AllLost); // T18
        } else {
            self.passes = 0;
            self.complete(Sidestep::NONE, Sidestep::NONE, Progress::None);
        }
    }

    /// Completes the turn: updates the shuttles and counters, then ends the game or passes the turn.
    #[inline(always)]
    fn complete(&mut self, first: Sidestep, second: Sidestep, progress: Progress) {
        let shuttles = &mut self.shuttles[self.next.index()];
        *shuttles = shuttles.after(first, second);
        let is_aller_retour = shuttles.are_done();
        self.quiet = if progress == Progress::Forward { 0 } else { self.quiet + 1 };
        if self.passes == 2 {
            self.finish(End::BothPassed);
        } else if is_aller_retour {
            self.finish(End::AllerRetour);
        } else if self.quiet == QUIET_TURNS {
            self.finish(End::Quiet);
        } else {
            self.begun = Begun::Nothing;
            self.next = Seat(1 - self.next.0);
        }
    }

    #[cold]
    pub(crate) fn finish(&mut self, end: End) {
        self.begun = Begun::Nothing;
        self.end = Some(end);
    }

    /// Plays up to `limit` random actions; returns how many it played.
    #[inline(always)]
    pub(crate) fn play_random<R: Rng>(&mut self, limit: u32, rng: &mut R) -> u32 {
        let mut played = 0;
        while played < limit && self.end.is_none() {
            let action = self.legal().choose(rng.next_u32());
            self.perform(action);
            played += 1;
        }
        played
    }

    /// How the game ended, if it has.
    pub fn end(&self) -> Option<End> {
        self.end
    }

    /// T16: the points of each seat; T18: those of the last seat that has patrols.
    pub fn points(&self) -> BySeat<u8> {
        BySeat::new(2, |seat| {
            let scoring =
                if self.end == Some(End::AllLost) { self.patrols(seat) } else { self.arrived(seat) };
            POINTS[scoring.count_ones() as usize]
        })
    }

    /// T16: most points first; a seat that left is last.
    pub(crate) fn outcome(&self) -> Outcome {
        match self.end {
            Some(End::Left(leaver)) => Outcome::by_score(&BySeat::new(2, |seat| u8::from(seat != leaver))),
            _ => Outcome::by_score(&self.points()),
        }
    }
}
