//! What an action does: the pile arrives, encircled piles leave, the turn passes; and when the game is over.

use crate::board::{beside, board};
use crate::legal::Route;
use crate::position::{Basik, RESERVE};
use game::{BySeat, Outcome, Seat};
use rand::Rng;

/// How a game of Basik ended.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// B16: a seat placed the last pawn of its reserve.
    LastPawn,
    /// B18: all seats passed, one after the other.
    AllPassed,
    /// B19: too many actions without a placement or a removed pile.
    Quiet,
    /// All other seats left.
    Alone,
}

impl End {
    /// The article that ends the game, if one does.
    pub const fn article(self) -> Option<&'static str> {
        match self {
            End::LastPawn => Some("B16"),
            End::AllPassed => Some("B18"),
            End::Quiet => Some("B19"),
            End::Alone => None,
        }
    }
}

/// B19: this many quiet actions in a row end the game.
pub(crate) const QUIET_LIMIT: u8 = 60;

impl Basik {
    /// Moves a pile along a legal route, and passes the turn to the next seat.
    #[inline(always)]
    pub(crate) fn move_pile<const SEATS: usize>(&mut self, Route { from, to }: Route) {
        // Heights are two-bit numbers, added and subtracted bit by bit: a pile never has more than three pawns.
        let (moving_low, moving_high) = (self.low >> from.0 & 1, self.high >> from.0 & 1);
        let (standing_low, standing_high) = (self.low >> to.0 & 1, self.high >> to.0 & 1);
        let own = self.colour[0] >> to.0 & 1;
        // B7: 1 for a substitution, whose target is occupied and not one's own, else 0.
        let takes = (self.occupied() & !self.colour[0]) >> to.0 & 1;
        // B4, B5, B6: the whole pile is added to what stands there. B7: as many pawns as stand there replace them.
        let joins = takes.wrapping_sub(1);
        let arriving_low = standing_low ^ moving_low & joins;
        let arriving_high = standing_high | (moving_high | moving_low & standing_low) & joins;
        // B7: the rest of the pile stays behind.
        let staying_low = (moving_low ^ standing_low) & takes;
        let staying_high = moving_low & moving_high & !standing_high & takes;
        let both = from.bit() | to.bit();
        self.low = self.low & !both | staying_low << from.0 | arriving_low << to.0 | 1 << RESERVE;
        self.high = self.high & !both | staying_high << from.0 | arriving_high << to.0;
        self.colour[0] = self.colour[0] & !both | takes << from.0 | to.bit();
        for adverse in &mut self.colour[1..SEATS] {
            *adverse &= !to.bit();
        }

        // B9, B10, B12: adverse piles beside the arrival none of whose sides is open, that is free or of their own colour.
        // B11: all are found before any is removed. B13: those elsewhere stay. Never after a stack.
        let free = board(SEATS as u8) & !(self.low | self.high);
        let reached = beside(to.bit()) & own.wrapping_sub(1);
        let mut removed = 0;
        for adverse in &self.colour[1..SEATS] {
            removed |= adverse & reached & !beside(free | adverse);
        }
        for adverse in &mut self.colour[1..SEATS] {
            *adverse &= !removed;
        }
        // B8: removed pawns do not return to a reserve.
        self.low &= !removed;
        self.high &= !removed;

        let placed = u8::from(from.0 == RESERVE);
        self.reserve[0] -= placed;
        // B19
        let is_quiet = u32::from(placed) | takes | removed == 0;
        self.quiet = if is_quiet { self.quiet + 1 } else { 0 };
        self.passes = 0;
        self.advance::<SEATS>();
    }

    /// B18: nothing is legal; the turn goes on.
    #[cold]
    pub(crate) fn pass<const SEATS: usize>(&mut self) {
        self.passes += 1;
        self.quiet += 1;
        self.advance::<SEATS>();
    }

    /// B2: the next seat clockwise that is still at the table.
    #[inline(always)]
    pub(crate) fn advance<const SEATS: usize>(&mut self) {
        loop {
            self.next = self.next.next(SEATS as u8);
            self.colour[..SEATS].rotate_left(1);
            self.reserve[..SEATS].rotate_left(1);
            if !self.gone.contains(self.next) {
                return;
            }
        }
    }

    /// Performs a legal action.
    #[inline(always)]
    pub(crate) fn perform<const SEATS: usize>(&mut self, route: Option<Route>) {
        match route {
            Some(route) => self.move_pile::<SEATS>(route),
            None => self.pass::<SEATS>(),
        }
    }

    /// Plays up to `limit` random actions; returns how many it played.
    #[inline(always)]
    pub(crate) fn play_random<const SEATS: usize, R: Rng>(&mut self, limit: u32, rng: &mut R) -> u32 {
        let mut played = 0;
        let mut over = self.end().is_some();
        while !over && played < limit {
            // Only the ends that the action can cause are tested.
            over = match self.legal_at::<SEATS>().choose(rng.next_u32()) {
                Some(route) => {
                    self.move_pile::<SEATS>(route);
                    self.reserve[..SEATS].contains(&0) || self.quiet >= QUIET_LIMIT
                }
                None => {
                    self.pass::<SEATS>();
                    self.end().is_some()
                }
            };
            played += 1;
        }
        played
    }

    /// How the game ended, if it has.
    pub fn end(&self) -> Option<End> {
        let staying = self.seats - self.gone.len();
        if staying < 2 {
            Some(End::Alone)
        } else if self.reserve[..self.seats as usize].contains(&0) {
            Some(End::LastPawn)
        } else if self.passes >= staying {
            Some(End::AllPassed)
        } else {
            (self.quiet >= QUIET_LIMIT).then_some(End::Quiet)
        }
    }

    /// B17: the number of cells that each seat occupies.
    pub fn score(&self) -> BySeat<u8> {
        BySeat::new(self.seats, |seat| self.cells(seat).count_ones() as u8)
    }

    /// B17: most cells first; seats that left share the last place.
    pub(crate) fn outcome(&self) -> Outcome {
        let score = self.score();
        let rank = |seat: Seat| if self.gone.contains(seat) { 0 } else { 1 + score[seat] };
        Outcome::by_score(&BySeat::new(self.seats, rank))
    }
}
