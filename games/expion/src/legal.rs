//! What is legal: all of it at once, as sets of cells.

use crate::action::{Action, Chameleon};
use crate::axis::{Axis, Manner};
use crate::board::{AREA, Cell, Cells, SPECIAL, Side, beside};
use crate::position::{Expion, FirstCapture, MovableMarbles};
use search::nth_bit;

/// The movement of a legal action other than a pass. It is a push if the ball stands where the marble arrives.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Route {
    pub manner: Manner,
    /// The bit of the cell where the marble arrives.
    pub to: u32,
    pub chameleon: Chameleon,
}

/// Every legal action but a pass: for each manner the cells where a marble may arrive so.
///
/// A move arrives on a free cell and a push on the ball's, so that one set holds both.
pub(crate) struct Legal {
    pub silent: [Cells; 5],
    pub called: [Cells; 5],
}

impl Legal {
    /// How many there are.
    #[inline(always)]
    pub fn count(&self) -> u32 {
        self.silent.iter().chain(&self.called).map(|cells| cells.count_ones()).sum()
    }

    /// One of them, each with the same chance, from a uniform 32-bit number; none when there are none.
    #[inline(always)]
    pub fn choose(&self, random: u32) -> Option<Route> {
        let silent: u32 = self.silent.iter().map(|cells| cells.count_ones()).sum();
        let called: u32 = self.called.iter().map(|cells| cells.count_ones()).sum();
        let rank = ((u64::from(random) * u64::from(silent + called)) >> 32) as u32;
        if rank < silent {
            Some(pick(&self.silent, rank, Chameleon::Silent))
        } else if called > 0 {
            Some(pick(&self.called, rank - silent, Chameleon::Called))
        } else {
            None
        }
    }

    /// Iterates over all of them.
    pub fn iter(&self) -> impl Iterator<Item = Route> {
        let sets = [(self.silent, Chameleon::Silent), (self.called, Chameleon::Called)];
        sets.into_iter().flat_map(|(sets, chameleon)| {
            Manner::ALL.into_iter().zip(sets).flat_map(move |(manner, cells)| {
                Cell::each(cells).map(move |to| Route { manner, to: to.index(), chameleon })
            })
        })
    }
}

/// The arrival in `sets` that has `rank` others before it.
#[inline(always)]
fn pick(sets: &[Cells; 5], rank: u32, chameleon: Chameleon) -> Route {
    let mut starts = [0; 5];
    for i in 0..4 {
        starts[i + 1] = starts[i] + sets[i].count_ones();
    }
    let i = starts[1..].iter().map(|start| usize::from(rank >= *start)).sum::<usize>();
    Route { manner: Manner::ALL[i], to: nth_bit(sets[i], rank - starts[i]), chameleon }
}

/// X14, X15: the adverse marbles that have a marble of the mover's side behind them, by where that one stands. It may
/// stand in camp; they may not.
///
/// A move never changes these sets where it captures: the cell that the marble leaves is not in line with the cell
/// where it arrives and a marble between them, for nothing is jumped.
pub(crate) struct Flanked {
    pub side: Side,
    rise: Cells,
    fall: Cells,
    climb: Cells,
    sink: Cells,
}

impl Flanked {
    #[inline(always)]
    pub fn by(side: Side, position: &Expion) -> Flanked {
        let axis = side.axis();
        let [falling, rising] = position.out[side as usize];
        let [adverse_falling, adverse_rising] = position.out[side.other() as usize];
        let (own, home) = (falling | rising, position.home[side as usize]);
        let adverse = adverse_falling | adverse_rising;
        Flanked {
            side,
            rise: adverse & (own >> axis.along | home & axis.high),
            fall: adverse & (own << axis.along | home & axis.low),
            climb: adverse & own >> axis.across,
            sink: adverse & own << axis.across,
        }
    }

    /// The cells from which a marble captures.
    #[inline(always)]
    pub fn takers(&self) -> Cells {
        let Axis { along, across, .. } = self.side.axis();
        (self.rise >> along | self.fall << along | self.climb >> across | self.sink << across) & AREA
    }

    /// What is captured from these cells.
    #[inline(always)]
    pub fn taken(&self, from: Cells) -> Cells {
        let Axis { along, across, .. } = self.side.axis();
        from << along & self.rise
            | from >> along & self.fall
            | from << across & self.climb
            | from >> across & self.sink
    }
}

impl Expion {
    /// Every legal action other than a pass with these marbles, whose seat is to act.
    #[inline(always)]
    pub(crate) fn legal(&self, movable: &MovableMarbles, flanked: &Flanked) -> Legal {
        let (side, adverse) = (movable.side, movable.side.other());
        let axis @ Axis { along, across, .. } = side.axis();
        let ball = self.ball.bit();
        let free = AREA & !(self.marbles_out() | ball);
        let falling = self.out[side as usize][0] & movable.owns[0];
        let rising = self.out[side as usize][1] & movable.owns[1];
        let steps = falling | rising;
        let home = self.home[side as usize];
        let (home_falling, home_rising) =
            (home & axis.high & movable.owns[0], home & axis.low & movable.owns[1]);

        // X12: the ball's own cell, where it can be driven that way: into the area (X2), or into a free cell of an
        // adverse camp. Along the axis lie the camps of one's own side.
        let (gates, open) = (adverse.axis(), !self.home[adverse as usize]);
        let ground = free & !SPECIAL;
        let drive_rise = ball & ground >> along;
        let drive_fall = ball & ground << along;
        let drive_climb = ball & (ground >> across | gates.high & open);
        let drive_sink = ball & (ground << across | gates.low & open);

        // X11: where a backward move may arrive. A push captures from the ball's cell like any other.
        let takers = flanked.takers();
        let backward = match self.first_capture {
            FirstCapture::Awaited => takers,
            FirstCapture::Done => Cells::MAX,
        };
        // X9: one, two or three cells, each free; or one step onto the ball.
        let rise_1 = home_rising & free;
        let rise_2 = rise_1 << along & free;
        let rise_3 = rise_2 << along & free;
        let fall_1 = home_falling & free;
        let fall_2 = fall_1 >> along & free;
        let fall_3 = fall_2 >> along & free;
        let leaves = rise_1 | rise_2 | rise_3 | fall_1 | fall_2 | fall_3;
        // X10
        let silent = [
            (rising << along | falling << along & backward) & (free | drive_rise),
            (falling >> along | rising >> along & backward) & (free | drive_fall),
            steps << across & (free | drive_climb),
            steps >> across & (free | drive_sink),
            leaves | home_rising & drive_rise | home_falling & drive_fall,
        ];

        // X16: a marble that moves never touched the ball from where it captures with it, so that who touches the
        // ball before the move touches it after. A pusher always does.
        let touching = beside(ball) & steps | ball & (home_falling | home_rising);
        if touching == 0 {
            return Legal { silent, called: [0; 5] };
        }
        let [adverse_falling, adverse_rising] = self.out[adverse as usize];
        let victims = adverse_falling | adverse_rising;
        let pairs = free
            & ((ball << along & victims) << along
                | (ball >> along & victims) >> along
                | (ball << across & victims) << across
                | (ball >> across & victims) >> across);
        let (call_rise, call_fall) = (drive_rise & takers >> along, drive_fall & takers << along);
        let called = [
            steps << along & (pairs | call_rise),
            steps >> along & (pairs | call_fall),
            steps << across & (pairs | drive_climb & takers >> across),
            steps >> across & (pairs | drive_sink & takers << across),
            leaves & pairs | home_rising & call_rise | home_falling & call_fall,
        ];
        Legal { silent, called }
    }

    /// Every legal action of the seat to act but a pass.
    #[inline]
    pub(crate) fn listing(&self) -> Legal {
        self.movable().specialised(|movable| self.legal(&movable, &Flanked::by(movable.side, self)))
    }

    /// The marbles that the seat to act may move.
    #[inline(always)]
    pub(crate) fn movable(&self) -> MovableMarbles {
        MovableMarbles::of(self.seats, self.next)
    }

    /// The action that follows a legal route.
    #[inline]
    pub(crate) fn action_of(&self, route: Route) -> Action {
        let Route { manner, to, chameleon } = route;
        let axis = self.movable().side.axis();
        let rank = axis.leaver(to);
        // A camp cell lies one step behind the cell in front of it.
        let step = axis.delta(manner, rank);
        let first = if manner == Manner::Leave { axis.front(to) } else { to };
        let from = Cell::of_bit(first).shifted(-step);
        let to = Cell::of_bit(to);
        if to == self.ball {
            Action::Push { from, to, chameleon }
        } else {
            Action::Move { from, to, chameleon }
        }
    }
}
