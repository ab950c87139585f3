//! What is counted to judge a position; the weights are in `weights/`, one file for each number of seats.

use crate::axis::Axis;
use crate::board::{AREA, Cells, STRIDE, Side, beside};
use crate::legal::Flanked;
use crate::position::{Expion, FirstCapture};
use game::{BySeat, Seat};
use search::{Phase, Weighed, read_weights};

/// What is counted.
const FEATURES: [&str; 18] = [
    "out",
    "home",
    "centre",
    "moves",
    "half-trapped",
    "captures",
    "captures-in-turn",
    "touching",
    "doors",
    "door-1",
    "door-2",
    "door-3",
    "clear",
    "ready",
    "drives",
    "drives-in-turn",
    "goals",
    "turn",
];

/// How much has come out, by the marbles of both sides that are still in camp.
const PHASES: [&str; 3] = ["4-home", "14-home", "28-home"];
const MARKS: [i32; 3] = [4, 14, 28];
static PHASE_OF: [Phase; 29] = Phase::table(&MARKS);

const WEIGHTS: usize = FEATURES.len() * PHASES.len();
static TWO_SEATS: [i32; WEIGHTS] = read_weights(include_str!("../weights/2-seats.txt"), &FEATURES, &PHASES);
static THREE_SEATS: [i32; WEIGHTS] = read_weights(include_str!("../weights/3-seats.txt"), &FEATURES, &PHASES);
static FOUR_SEATS: [i32; WEIGHTS] = read_weights(include_str!("../weights/4-seats.txt"), &FEATURES, &PHASES);

/// The nine cells in the middle of the area.
const MIDDLE: Cells = 0b111 << (2 * STRIDE + 3) | 0b111 << (3 * STRIDE + 3) | 0b111 << (4 * STRIDE + 3);

impl Weighed for Expion {
    const FEATURES: &'static [&'static str] = &FEATURES;
    const PHASES: &'static [&'static str] = &PHASES;
    type Counts = [i32; FEATURES.len()];

    #[inline]
    fn counts(&self, seat: Seat) -> Self::Counts {
        self.counts_of(self.side(seat))
    }

    #[inline]
    fn phase(&self) -> Phase {
        PHASE_OF[(self.home[0].count_ones() + self.home[1].count_ones()) as usize]
    }

    #[inline]
    fn weights(&self) -> &'static [i32] {
        match self.seats {
            2 => &TWO_SEATS,
            3 => &THREE_SEATS,
            _ => &FOUR_SEATS,
        }
    }
}

impl Expion {
    /// The position as it looks to each seat.
    #[inline]
    pub(crate) fn judged(&self) -> BySeat<i32> {
        self.weigh(self.weights())
    }

    #[inline(always)]
    fn counts_of(&self, side: Side) -> [i32; FEATURES.len()] {
        let Axis { along, across, low, high, .. } = *side.axis();
        let [falling, rising] = self.out[side as usize];
        let (own, home) = (falling | rising, self.home[side as usize]);
        let ball = self.ball.bit();
        let free = AREA & !(self.marbles_out() | ball);

        // X9, X10, X11: where a marble may arrive.
        let rise = (home & low & free) << along & free;
        let fall = (home & high & free) >> along & free;
        let leaves = home & free | rise | rise << along | fall | fall >> along;
        let backward = match self.first_capture {
            FirstCapture::Awaited => 0,
            FirstCapture::Done => falling << along | rising >> along,
        };
        let steps = rising << along | falling >> along | own << across | own >> across;
        let arrivals = (steps | backward | leaves) & free;
        // X14: what one more marble in the right place captures, and what one is there to capture.
        let flanked = Flanked::by(side, self);
        let captures = count(flanked.taken(arrivals));

        let lane = self.lane(side, free);
        let behind = [ball >> across, ball << across];
        let drives: i32 = (0..2).map(|way| i32::from(own & behind[way] != 0) * lane.drives[way]).sum();
        let ready: i32 = (0..2).map(|way| i32::from(arrivals & behind[way] != 0) * lane.drives[way]).sum();
        let goals: i32 = (0..2).map(|way| i32::from(own & behind[way] != 0) * lane.at[0][way]).sum();
        let both = |ways: [i32; 2]| ways[0] + ways[1];
        let in_turn = i32::from(self.side(self.next) == side);
        [
            count(own),
            count(home),
            count(own & MIDDLE),
            count(arrivals),
            count(flanked.taken(free)),
            captures,
            captures * in_turn,
            count(own & beside(ball)),
            both(lane.open),
            both(lane.at[0]),
            both(lane.at[1]),
            both(lane.at[2]),
            both(lane.clear),
            ready,
            drives,
            drives * in_turn,
            goals,
            in_turn,
        ]
    }

    /// The ways of the ball, up and down across the axis of `side`, to the doors of adverse camps (X12, X17).
    #[inline(always)]
    fn lane(&self, side: Side, free: Cells) -> Lane {
        let Axis { across, .. } = *side.axis();
        let gates = side.other().axis();
        let doors = self.home[side.other() as usize];
        let (column, row) = (self.ball.column(), self.ball.row());
        let at = if side == Side::NorthSouth { column } else { row };
        let ball = self.ball.bit();
        let mut lane = Lane::default();
        for (way, distance) in [8 - i32::from(at), i32::from(at)].into_iter().enumerate() {
            let next = |cells: Cells| if way == 0 { cells << across } else { cells >> across };
            let (mut cell, mut clear) = (ball, 1);
            // From the ball to the cell in front of the door.
            for _ in 1..distance {
                cell = next(cell);
                clear &= i32::from(cell & free != 0);
            }
            let gate = if way == 0 { gates.high } else { gates.low };
            let open = i32::from(cell & gate & !doors != 0);
            lane.open[way] = open;
            lane.clear[way] = open & clear;
            lane.drives[way] = if distance == 1 { open } else { i32::from(next(ball) & free != 0) };
            if let Some(at) = lane.at.get_mut((distance - 1).max(0) as usize) {
                at[way] = open;
            }
        }
        lane
    }
}

/// What the ball meets on both ways across an axis.
#[derive(Default)]
struct Lane {
    /// Whether the door at the end is open.
    open: [i32; 2],
    /// The same, if the door is one, two or three pushes away.
    at: [[i32; 2]; 3],
    /// Whether nothing stands between the ball and an open door.
    clear: [i32; 2],
    /// Whether the ball can be driven that way.
    drives: [i32; 2],
}

#[inline(always)]
fn count(cells: Cells) -> i32 {
    cells.count_ones() as i32
}
