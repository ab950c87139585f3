//! The features of the evaluation; their weights are in `weights/`.

use crate::axis::Manner;
use crate::board::{Cells, Side, beside};
use crate::legal::{Flanked, Legal};
use crate::position::{Expion, MovableMarbles};
use game::{BySeat, Seat};
use search::{Phase, WeightedEvaluation, read_weights};

/// The names of the features.
const FEATURES: [&str; 19] = [
    "out",
    "home",
    "touching",
    "near",
    "moves",
    "door-1",
    "door-2",
    "door-3",
    "door-far",
    "push-1",
    "push-2",
    "push-far",
    "victims",
    "calls",
    "push-1-in-turn",
    "push-2-in-turn",
    "victims-in-turn",
    "calls-in-turn",
    "turn",
];

/// A single phase: weights that change in the course of a game were not better.
const PHASES: [&str; 1] = ["always"];
const ALWAYS: Phase = Phase::of(0, &[0]);

const WEIGHTS: usize = FEATURES.len() * PHASES.len();
/// Learned at four seats, where few games are drawn; at two and three they beat those chosen manually too (`docs/engines.md`).
static LEARNED: [i32; WEIGHTS] = read_weights(include_str!("../weights/4-seats.txt"), &FEATURES, &PHASES);

impl WeightedEvaluation for Expion {
    const FEATURES: &'static [&'static str] = &FEATURES;
    const PHASES: &'static [&'static str] = &PHASES;
    type Counts = [i32; FEATURES.len()];

    #[inline]
    fn counts(&self, seat: Seat) -> Self::Counts {
        self.counts_of(self.side(seat))
    }

    #[inline]
    fn phase(&self) -> Phase {
        ALWAYS
    }

    #[inline]
    fn weights(&self) -> &'static [i32] {
        &LEARNED
    }
}

impl Expion {
    /// The static evaluation for each seat.
    #[inline]
    pub(crate) fn static_evaluation(&self) -> BySeat<i32> {
        self.evaluate_with(self.weights())
    }

    #[inline(always)]
    fn counts_of(&self, side: Side) -> [i32; FEATURES.len()] {
        let [falling, rising] = self.out[side as usize];
        let (own, home) = (falling | rising, self.home[side as usize]);
        // What the side could do if it were its turn, with both its colours.
        let flanked = Flanked::by(side, self);
        let legal = self.legal(&MovableMarbles { side, owns: [Cells::MAX; 2] }, &flanked);
        let arrivals = legal.silent.iter().fold(0, |all, cells| all | cells);
        let victims = count(flanked.taken(arrivals));
        let calls: i32 = legal.called.iter().map(|cells| count(*cells)).sum();

        let beside_ball = beside(self.ball.bit());
        let [high, low] = self.lanes(side, &legal);
        let doors = |pushes: &[i32]| [&high, &low].map(|lane| lane.door(pushes)).iter().sum::<i32>();
        let pushers = |pushes: &[i32]| [&high, &low].map(|lane| lane.pusher(pushes)).iter().sum::<i32>();
        let in_turn = i32::from(self.side(self.next) == side);
        [
            count(own),
            count(home),
            count(own & beside_ball),
            count(own & beside(beside_ball)),
            legal.silent.iter().map(|cells| count(*cells)).sum(),
            doors(&[1]),
            doors(&[2]),
            doors(&[3]),
            doors(&[4, 5, 6, 7]),
            pushers(&[1]),
            pushers(&[2]),
            pushers(&[3, 4, 5, 6, 7]),
            victims,
            calls,
            pushers(&[1]) * in_turn,
            pushers(&[2]) * in_turn,
            victims * in_turn,
            calls * in_turn,
            in_turn,
        ]
    }

    /// X17: the two ways of the ball across the axis of a side to a door.
    #[inline(always)]
    fn lanes(&self, side: Side, legal: &Legal) -> [Lane; 2] {
        let axis = side.axis();
        let ball = self.ball.bit();
        // X2: a line that ends in special cells leads nowhere, and a ball in camp goes no further.
        if ball & !(axis.low | axis.high) == 0 {
            return [Lane::CLOSED; 2];
        }
        let place = match side {
            Side::NorthSouth => self.ball.column(),
            Side::EastWest => self.ball.row(),
        };
        let guards = self.home[side.other() as usize];
        let lane = |door: Cells, pushes: u8, manner: Manner| Lane {
            pushes: if door & guards == 0 { i32::from(pushes) } else { 0 },
            can_push: i32::from(legal.silent[manner as usize] & ball != 0),
        };
        [
            lane(ball << (axis.across * (7 - place)), 8 - place, Manner::Climb),
            lane(ball >> (axis.across * (place - 1)), place, Manner::Sink),
        ]
    }
}

/// A way of the ball to a door: a free cell of an adverse camp.
#[derive(Copy, Clone)]
struct Lane {
    /// How many pushes away the door is; 0 when it is closed.
    pushes: i32,
    /// 1 if a marble is there to make the first push, else 0.
    can_push: i32,
}

impl Lane {
    const CLOSED: Lane = Lane { pushes: 0, can_push: 0 };

    /// 1 if the door is one of so many pushes away.
    #[inline(always)]
    fn door(&self, pushes: &[i32]) -> i32 {
        i32::from(pushes.contains(&self.pushes))
    }

    /// 1 if moreover a marble can make the first push.
    #[inline(always)]
    fn pusher(&self, pushes: &[i32]) -> i32 {
        self.door(pushes) * self.can_push
    }
}

#[inline(always)]
fn count(cells: Cells) -> i32 {
    cells.count_ones() as i32
}
