//! How Tactic is judged by those who search it.

use crate::Action;
use crate::board::{HOMES, Station, TRACKS};
use crate::legal::PatrolSteps;
use crate::position::{Begun, Tactic};
use game::{Actor, BotSpec, BySeat, Seat};
use rand::Rng;
use search::{Mcts, Search, mix};
use std::ops::RangeInclusive;

/// What a line of advance and a point are worth: a game between good players is a race first.
const LINE: i32 = 300;
const POINT: i32 = 250;
/// What an open step of a patrol is worth, what it costs a patrol to have none forward, and how much more none at all:
/// two guards in front of an odd line hold a patrol for good.
const STEP: i32 = 40;
const SHUT: i32 = 200;
const STUCK: i32 = 450;
/// What a guard is worth, and a whole turn to be played.
const GUARD: i32 = 150;
const TEMPO: i32 = 150;

/// How much more a step is looked at than a guard that stands in nobody's way, besides its lines of advance.
const FORWARD: i32 = 100;
const LATERAL: i32 = 20;
/// The same for a guard in front of an adverse patrol, and how much more for each line that the patrol has advanced.
const BARRIER: i32 = 40;
const BARRIER_LINE: i32 = 3;

/// How far from the home of that seat a station is.
#[inline]
fn advance(seat: usize, station: Station) -> i32 {
    let line = i32::from(station.line());
    if seat == 0 { line - 1 } else { 13 - line }
}

impl Tactic {
    fn worth(&self, seat: Seat) -> i32 {
        let (me, free) = (seat.index(), self.free());
        let mut worth = POINT * i32::from(self.points()[seat]);
        for patrol in Station::each(self.patrols[me]) {
            worth += LINE * advance(me, patrol);
        }
        for patrol in Station::each(self.patrols[me] & !HOMES[1 - me]) {
            let open = PatrolSteps::of(me, patrol.bit(), free).targets();
            worth += STEP * open.count_ones() as i32;
            if open & TRACKS[me][patrol.index()].forward == 0 {
                worth -= SHUT;
            }
            if open == 0 {
                worth -= STUCK;
            }
        }
        let guards = self.guards[me].count_ones() + u32::from(self.reserve[me]);
        let fresh = self.next == seat && matches!(self.begun, Begun::Nothing | Begun::Paid);
        worth + GUARD * guards as i32 + if fresh { TEMPO } else { 0 }
    }

    /// How much a guard on that station is in the way of the adversary of the seat of that index.
    fn barrier(&self, seat: usize, station: Station) -> i32 {
        let rival = 1 - seat;
        let before = |patrol: &Station| TRACKS[rival][patrol.index()].forward & station.bit() != 0;
        let patrols = Station::each(self.patrols[rival]).filter(before);
        patrols.map(|patrol| BARRIER + BARRIER_LINE * advance(rival, patrol)).sum()
    }
}

impl Search for Tactic {
    fn evaluate(&self) -> BySeat<i32> {
        let lead = self.worth(Seat(0)) - self.worth(Seat(1));
        BySeat::new(2, |seat| if seat.0 == 0 { lead } else { -lead })
    }

    fn promise(&self, seat: Seat, action: &Action) -> i32 {
        let me = seat.index();
        match *action {
            Action::Move { from, to } if self.patrols[me] & from.bit() != 0 => {
                if from.line() == to.line() {
                    LATERAL
                } else {
                    FORWARD + advance(me, to)
                }
            }
            Action::Move { from, to } => self.barrier(me, to) - self.barrier(me, from),
            Action::Enter(to) => self.barrier(me, to),
            Action::Lose(station) => -self.barrier(me, station),
            Action::LoseReserve | Action::Pass => 0,
        }
    }

    fn key(&self) -> u64 {
        let mut key = 0;
        for seat in 0..2 {
            key = mix(key, self.patrols[seat] as u64);
            key = mix(key, (self.patrols[seat] >> 64) as u64 | self.guards[seat] << 8);
            // A seat's shuttles leave the highest byte free.
            key = mix(key, self.shuttles[seat].bits() | u64::from(self.reserve[seat]) << 56);
        }
        let begun = match self.begun {
            Begun::Nothing => [0, 0, 0],
            Begun::Paid => [1, 0, 0],
            Begun::Guard => [2, 0, 0],
            Begun::Forward { at } => [3, at.0, 0],
            Begun::Lateral { from, to } => [4, from.0, to.0],
        };
        let state = self.end.map_or(0, |end| 1 + end.rank()) << 4 | (self.variant as u8) << 1 | self.next.0;
        mix(key, u64::from_le_bytes([begun[0], begun[1], begun[2], self.quiet, self.passes, state, 0, 0]))
    }

    #[inline]
    fn play(&mut self, _: Actor, action: &Action) {
        self.perform(*action);
    }

    #[inline]
    fn count(&self, _: Seat) -> u64 {
        u64::from(self.legal().count())
    }

    #[inline]
    fn rollout<R: Rng>(&mut self, limit: u32, rng: &mut R) -> u32 {
        self.wander(limit, rng)
    }
}

/// The bots of Tactic.
pub const BOTS: &[BotSpec<Tactic>] =
    &[search::random(), search::greedy(), MCTS, search::alphabeta(RangeInclusive::new(2, 2))];

/// In a race, random steps tell nothing that the evaluation does not: it is asked at once.
const MCTS: BotSpec<Tactic> = BotSpec {
    make: |seed| Box::new(Mcts::new(seed).with_cut_off(0).with_exploration(0.3).with_trust(30)),
    ..search::mcts()
};
