//! How EX*PION is judged by those who search it.

use crate::action::Action;
use crate::axis::Manner;
use crate::board::{Cells, Side, beside};
use crate::legal::{Flanked, Legal};
use crate::position::{Expion, Hand};
use game::{Actor, BotSpec, BySeat, Seat};
use rand::Rng;
use search::{Search, mix};

// What things are worth to a side: fitted to the outcomes of thousands of games between searching bots, then corrected
// where matches between two fits said so.

/// A marble, in its camp or out.
const MARBLE: i32 = 600;
/// A marble beside the ball, and one that is two steps from it.
const TOUCH: i32 = 180;
const NEAR: i32 = 120;
/// An action to choose from.
const MOVE: i32 = 24;
/// A free camp cell in line with the ball, by the pushes that it takes to get there.
const DOOR: [i32; 8] = [0, 1000, 340, 200, 110, 110, 110, 110];
/// A marble that can make the first of those pushes.
const PUSHER: [i32; 8] = [0, 1660, 790, 120, 120, 120, 120, 120];
/// An adverse marble that can be captured by a move, and a move that captures by the chameleon.
const VICTIM: i32 = 165;
const CHAMELEON: i32 = 300;

/// How good a position looks for one side.
struct Worth {
    /// What it has.
    standing: i32,
    /// What it could do next.
    threats: i32,
}

impl Expion {
    fn worth(&self, side: Side) -> Worth {
        let flanked = Flanked::by(side, self);
        let legal = self.legal(&Hand { side, owns: [Cells::MAX; 2] }, &flanked);
        let count = |cells: Cells| cells.count_ones() as i32;
        let [falling, rising] = self.out[side as usize];
        let own = falling | rising;
        let beside_ball = beside(self.ball.bit());
        let (doors, pushers) = self.goals(side, &legal);
        let standing = (count(own) + count(self.home[side as usize])) * MARBLE
            + count(own & beside_ball) * TOUCH
            + count(own & beside(beside_ball)) * NEAR
            + legal.silent.iter().map(|cells| count(*cells)).sum::<i32>() * MOVE
            + doors;
        let arrivals = legal.silent.iter().fold(0, |all, cells| all | cells);
        let calls: i32 = legal.called.iter().map(|cells| count(*cells)).sum();
        let threats = count(flanked.taken(arrivals)) * VICTIM + calls * CHAMELEON + pushers;
        Worth { standing, threats }
    }

    /// X17: what the ball promises to a side, by the doors in its line and by the marbles that can push it there. It
    /// scores across the side's axis, but not along a line that ends in special cells.
    fn goals(&self, side: Side, legal: &Legal) -> (i32, i32) {
        let axis = side.axis();
        let ball = self.ball.bit();
        if ball & !(axis.low | axis.high) == 0 {
            return (0, 0);
        }
        let place = match side {
            Side::NorthSouth => self.ball.column(),
            Side::EastWest => self.ball.row(),
        };
        let guards = self.home[side.other() as usize];
        let promise = |door: Cells, manner: Manner, pushes: u8| {
            if door & guards != 0 {
                return (0, 0);
            }
            let can_push = legal.silent[manner as usize] & ball != 0;
            (DOOR[pushes as usize], if can_push { PUSHER[pushes as usize] } else { 0 })
        };
        let high = promise(ball << (axis.across * (7 - place)), Manner::Climb, 8 - place);
        let low = promise(ball >> (axis.across * (place - 1)), Manner::Sink, place);
        (high.0 + low.0, high.1 + low.1)
    }
}

impl Search for Expion {
    fn evaluate(&self) -> BySeat<i32> {
        let acting = self.side(self.next);
        let worth = |side: Side| {
            let Worth { standing, threats } = self.worth(side);
            // Whoever is to act carries out a threat, unless there are two; the other side can still be hindered.
            standing + if side == acting { threats * 7 / 4 } else { threats }
        };
        let lead = worth(Side::NorthSouth) - worth(Side::EastWest);
        BySeat::new(self.seats, |seat| match self.side(seat) {
            Side::NorthSouth => lead,
            Side::EastWest => -lead,
        })
    }

    fn key(&self) -> u64 {
        let [[north, south], [east, west]] = self.out;
        let [vertical, horizontal] = self.home;
        let counters = [
            self.seats,
            self.next.0,
            self.ally.0,
            self.first_capture as u8,
            self.quiet,
            self.gone.bits(),
            0,
            0,
        ];
        let mut key = mix(u64::from(self.ball.number()), u64::from_le_bytes(counters));
        for word in [north, south, east, west, vertical, horizontal] {
            key = mix(key, word);
        }
        key
    }

    #[inline]
    fn play(&mut self, _: Actor, action: &Action) {
        self.follow(self.route(*action));
    }

    #[inline]
    fn count(&self, _: Seat) -> u64 {
        u64::from(self.listing().count().max(1))
    }

    /// Captures first, then pushes, a winning one before all.
    #[inline]
    fn promise(&self, _: Seat, action: &Action) -> i32 {
        let Some(route) = self.route(*action) else { return 0 };
        let flanked = Flanked::by(self.hand().side, self);
        let taken = self.captures(route, &flanked).count_ones() as i32;
        let pushes = matches!(action, Action::Push { .. });
        let wins = pushes && self.driven(route, flanked.side).camp().is_some();
        100 * i32::from(wins) + 2 * taken + i32::from(pushes)
    }

    #[inline]
    fn rollout<R: Rng>(&mut self, limit: u32, rng: &mut R) -> u32 {
        match self.seats {
            2 => self.wander::<2, R>(limit, rng),
            3 => self.wander::<3, R>(limit, rng),
            _ => self.wander::<4, R>(limit, rng),
        }
    }
}

/// The bots of EX*PION, which has two sides at every number of seats.
pub const BOTS: &[BotSpec<Expion>] = &search::two_sided();
