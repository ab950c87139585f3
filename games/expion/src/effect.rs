//! What an action does: the marble arrives, the ball is driven, captured marbles leave, the turn passes; and when the
//! game is over.

use crate::action::Chameleon;
use crate::axis::Manner;
use crate::board::{Cell, Cells, Rank, Side, beside};
use crate::legal::{Flanked, Route};
use crate::position::{Expion, FirstCapture, MovableMarbles};
use game::{BySeat, Outcome, Seat};
use rand::Rng;

/// How a game ended.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// X17: the ball is in a camp of the other side.
    Goal(Side),
    /// X18: the other side has no marble left.
    Bare(Side),
    /// X19: too many turns without a capture or a marble leaving its camp.
    Quiet,
    /// All seats of the other side left.
    Left(Side),
}

impl End {
    /// The article that ends the game, if one does.
    pub const fn article(self) -> Option<&'static str> {
        match self {
            End::Goal(_) => Some("X17"),
            End::Bare(_) => Some("X18"),
            End::Quiet => Some("X19"),
            End::Left(_) => None,
        }
    }

    /// The side that won, if one did.
    pub const fn winner(self) -> Option<Side> {
        match self {
            End::Goal(side) | End::Bare(side) | End::Left(side) => Some(side),
            End::Quiet => None,
        }
    }
}

/// X19: this many quiet turns in a row end the game.
pub(crate) const QUIET_LIMIT: u8 = 200;

impl Expion {
    /// The marbles that a legal route captures.
    #[inline(always)]
    pub(crate) fn captures(&self, route: Route, flanked: &Flanked) -> Cells {
        let (arrival, ball) = (1 << route.to, self.ball.bit());
        // X14
        let taken = flanked.taken(arrival);
        if route.chameleon == Chameleon::Silent {
            return taken;
        }
        // X16: after a push the ball pairs with any marble, after a move with the marble that moved.
        if arrival == ball {
            taken | flanked.taken(self.driven(route, flanked.side).bit())
        } else {
            let [falling, rising] = self.out[flanked.side.other() as usize];
            taken | beside(arrival) & beside(ball) & (falling | rising)
        }
    }

    /// Where a push by a marble of `side` drives the ball.
    #[inline(always)]
    pub(crate) fn driven(&self, route: Route, side: Side) -> Cell {
        let axis = side.axis();
        self.ball.shifted(axis.delta(route.manner, axis.leaver(route.to)))
    }

    /// Performs a legal route, and passes the turn to the next seat.
    #[inline(always)]
    pub(crate) fn move_marble<const SEATS: u8>(&mut self, route: Route, flanked: &Flanked) {
        let Route { manner, to, .. } = route;
        let side = flanked.side;
        let (axis, arrival) = (side.axis(), 1 << to);
        let taken = self.captures(route, flanked);

        let own = &mut self.out[side as usize];
        let rank = if manner == Manner::Leave {
            self.home[side as usize] ^= 1 << axis.front(to);
            axis.leaver(to)
        } else {
            let from = 1 << to.wrapping_add_signed(-i32::from(axis.delta(manner, Rank::Rising)));
            let rank = if own[Rank::Rising as usize] & from != 0 { Rank::Rising } else { Rank::Falling };
            own[rank as usize] ^= from;
            rank
        };
        own[rank as usize] |= arrival;
        // X12
        if arrival == self.ball.bit() {
            self.ball = self.driven(route, side);
        }
        for adverse in &mut self.out[side.other() as usize] {
            *adverse &= !taken;
        }
        if taken != 0 {
            self.first_capture = FirstCapture::Done; // X11
        }
        // X19
        let is_quiet = taken == 0 && manner != Manner::Leave;
        self.quiet = if is_quiet { self.quiet + 1 } else { 0 };
        self.advance::<SEATS>();
    }

    /// X13: nothing is legal; the turn goes on.
    #[cold]
    pub(crate) fn pass<const SEATS: u8>(&mut self) {
        self.quiet += 1;
        self.advance::<SEATS>();
    }

    /// The turn goes to the next seat.
    #[inline(always)]
    fn advance<const SEATS: u8>(&mut self) {
        match SEATS {
            // X6
            2 => self.next = self.next.next(2),
            // X7: after seat 0 the ally whose turn it is, or the other one if that one has no marble left.
            3 if self.next == Seat(0) => {
                if !self.has_marbles(self.ally) {
                    self.switch_ally();
                }
                self.next = self.ally;
            }
            3 => {
                self.switch_ally();
                self.next = Seat(0);
            }
            // X5, X13
            _ => loop {
                self.next = self.next.next(4);
                if self.has_marbles(self.next) {
                    return;
                }
            },
        }
    }

    /// X7: the other ally plays next, if it has marbles.
    #[inline(always)]
    fn switch_ally(&mut self) {
        let other = Seat(3 - self.ally.0);
        if self.has_marbles(other) {
            self.ally = other;
        }
    }

    /// Performs a legal action: a route, or else a pass.
    #[inline(always)]
    pub(crate) fn perform<const SEATS: u8>(&mut self, route: Option<Route>, flanked: &Flanked) {
        match route {
            Some(route) => self.move_marble::<SEATS>(route, flanked),
            None => self.pass::<SEATS>(),
        }
    }

    /// Plays up to `limit` random actions; returns how many it played.
    #[inline(always)]
    pub(crate) fn play_random<const SEATS: u8, R: Rng>(&mut self, limit: u32, rng: &mut R) -> u32 {
        if self.end().is_some() {
            return 0;
        }
        let mut played = 0;
        while played < limit {
            let random = rng.next_u32();
            let over = MovableMarbles::of(SEATS, self.next)
                .specialised(|movable| self.play_random_action::<SEATS>(&movable, random));
            played += 1;
            if over {
                break;
            }
        }
        played
    }

    /// Plays the legal action that a uniform 32-bit number picks; returns whether that ended the game.
    #[inline(always)]
    fn play_random_action<const SEATS: u8>(&mut self, movable: &MovableMarbles, random: u32) -> bool {
        let flanked = Flanked::by(movable.side, self);
        let route = self.legal(movable, &flanked).choose(random);
        self.perform::<SEATS>(route, &flanked);
        // Only the side that moved can win by its move.
        self.ball.bit() == 0 || self.quiet >= QUIET_LIMIT || self.is_bare(movable.side.other())
    }

    /// How the game ended, if it has.
    #[inline]
    pub fn end(&self) -> Option<End> {
        let find = |lost: fn(&Expion, Side) -> bool| Side::ALL.into_iter().find(|side| lost(self, *side));
        if !self.gone.is_empty()
            && let Some(side) = find(Expion::is_abandoned)
        {
            Some(End::Left(side.other()))
        } else if let Some(camp) = self.ball.camp() {
            Some(End::Goal(camp.side().other()))
        } else if let Some(side) = find(Expion::is_bare) {
            Some(End::Bare(side.other()))
        } else {
            (self.quiet >= QUIET_LIMIT).then_some(End::Quiet)
        }
    }

    /// The winning side is first and the other second, or both are first; partners share their place.
    pub(crate) fn outcome(&self, end: End) -> Outcome {
        let lost = |seat| end.winner().is_some_and(|winner| winner != self.side(seat));
        Outcome::from_places(BySeat::new(self.seats, |seat| 1 + u8::from(lost(seat))))
    }
}
