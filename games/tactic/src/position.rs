//! The position: which pieces stand where, what the turn has done so far, and what the rules remember.

use crate::board::{BOARD, HOMES, Station, Stations, TRANSIT, Transits};
use crate::effect::End;
use crate::shuttle::{Shuttle, Shuttles};
use crate::variant::Variant;
use game::Seat;
use serde::{Deserialize, Serialize};

/// A position of Tactic.
///
/// What belongs to a seat is kept under its number. Its text (`notation`) tells everything, so it is also what is
/// saved.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Tactic {
    /// Where the patrols of each seat stand.
    pub(crate) patrols: [Stations; 2],
    /// Where the guards of each seat stand.
    pub(crate) guards: [Transits; 2],
    /// The guards that each seat has yet to enter.
    pub(crate) reserve: [u8; 2],
    /// The seat to act; once the game is over, the one that was.
    pub(crate) next: Seat,
    /// What it has already done in this turn.
    pub(crate) begun: Begun,
    /// How the game ended.
    pub(crate) end: Option<End>,
    /// T17: turns in a row without a forward step.
    pub(crate) quiet: u8,
    /// T13: passes in a row.
    pub(crate) passes: u8,
    /// T15: the shuttles of each seat.
    pub(crate) shuttles: [Shuttles; 2],
    /// T18, T19.
    pub(crate) variant: Variant,
}

/// What the seat to act has done in its turn so far: T9 makes the second step depend on it.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Begun {
    /// Nothing.
    Nothing,
    /// T19: it lost its guard of this turn, and made no step yet.
    Paid,
    /// A guard entered or jumped.
    Guard,
    /// A patrol stepped forward.
    Forward {
        /// Where that patrol stands now.
        at: Station,
    },
    /// A patrol stepped laterally.
    Lateral {
        /// Where that patrol stood.
        from: Station,
        /// Where it stands now.
        to: Station,
    },
}

/// T3: the patrols and the guards with which each seat starts.
pub(crate) const PATROLS: u32 = 3;
pub(crate) const GUARDS: u32 = 2;

impl Tactic {
    /// T3: three patrols at home, two guards in reserve, seat 0 to act.
    pub(crate) const fn opening(variant: Variant) -> Self {
        Tactic {
            patrols: HOMES,
            guards: [0; 2],
            reserve: [GUARDS as u8; 2],
            next: Seat(0),
            begun: Begun::Nothing,
            end: None,
            quiet: 0,
            passes: 0,
            shuttles: [Shuttles::NONE; 2],
            variant,
        }
    }

    /// Where the patrols of `seat` stand.
    pub fn patrols(&self, seat: Seat) -> Stations {
        self.patrols[seat.index()]
    }

    /// T6: where the patrols of `seat` that have arrived stand.
    #[inline(always)]
    pub fn arrived(&self, seat: Seat) -> Stations {
        self.patrols[seat.index()] & HOMES[1 - seat.index()]
    }

    /// Where the guards of `seat` stand.
    pub fn guards(&self, seat: Seat) -> Transits {
        self.guards[seat.index()]
    }

    /// The guards that `seat` has in reserve.
    pub fn reserve(&self, seat: Seat) -> u8 {
        self.reserve[seat.index()]
    }

    /// Whether `seat` has a guard left, on the board or in reserve.
    #[inline(always)]
    pub(crate) fn has_guard(&self, seat: Seat) -> bool {
        self.guards[seat.index()] | Transits::from(self.reserve[seat.index()]) != 0
    }

    /// What the seat to act has already done in this turn.
    pub fn begun(&self) -> Begun {
        self.begun
    }

    /// The variant that is played.
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// T15: the shuttles of `seat`, line by line.
    pub fn shuttles(&self, seat: Seat) -> impl Iterator<Item = Shuttle> {
        self.shuttles[seat.index()].iter()
    }

    /// Every free station.
    #[inline(always)]
    pub(crate) fn free(&self) -> Stations {
        let guards = Stations::from(self.guards[0] | self.guards[1]);
        BOARD & !(self.patrols[0] | self.patrols[1] | guards)
    }

    /// T7: every free station on which a guard may stand.
    #[inline(always)]
    pub(crate) fn free_transits(&self) -> Transits {
        let patrols = (self.patrols[0] | self.patrols[1]) as Transits;
        TRANSIT & !(patrols | self.guards[0] | self.guards[1])
    }
}
