//! What is counted to judge a position; the weights are in `weights/`, one file for each variant.

use crate::board::{Station, Stations, TRACKS};
use crate::position::{Begun, Tactic};
use crate::variant::Variant;
use game::{BySeat, Seat};
use search::{Phase, Weighed, read_weights};

/// What is counted.
const FEATURES: [&str; 26] = [
    "at-1",
    "at-2",
    "at-3",
    "at-4",
    "at-5",
    "at-6",
    "at-7",
    "at-8",
    "at-9",
    "at-10",
    "at-11",
    "arrived",
    "second",
    "patrols",
    "rear",
    "ways",
    "onward",
    "aside",
    "single-way",
    "barred",
    "stuck",
    "guards",
    "reserve",
    "steps",
    "turn",
    "open",
];

/// How near the end is, by the lines that the patrols of the seat that is ahead have yet to cross.
const PHASES: [&str; 4] = ["0-lines", "8-lines", "18-lines", "36-lines"];
const MARKS: [i32; 4] = [0, 8, 18, 36];
static PHASE_OF: [Phase; 37] = Phase::table(&MARKS);

const WEIGHTS: usize = FEATURES.len() * PHASES.len();
static BASE: [i32; WEIGHTS] = read_weights(include_str!("../weights/base.txt"), &FEATURES, &PHASES);
static CAPTURE: [i32; WEIGHTS] = read_weights(include_str!("../weights/capture.txt"), &FEATURES, &PHASES);
static PASSAGE: [i32; WEIGHTS] = read_weights(include_str!("../weights/passage.txt"), &FEATURES, &PHASES);

/// The lines that a patrol crosses.
const LINES: i32 = 12;

impl Weighed for Tactic {
    const FEATURES: &'static [&'static str] = &FEATURES;
    const PHASES: &'static [&'static str] = &PHASES;
    type Counts = [i32; FEATURES.len()];

    #[inline]
    fn counts(&self, seat: Seat) -> Self::Counts {
        let index = seat.index();
        let free = self.free();
        let mut counts = [0; FEATURES.len()];
        let (at, rest) = counts.split_at_mut(LINES as usize);
        let mut rear = LINES;
        for patrol in Station::each(self.patrols[index]) {
            let crossed = crossed(index, patrol);
            rear = rear.min(crossed);
            if crossed > 0 {
                at[crossed as usize - 1] += 1;
            }
            rest[1] += 1;
            if crossed == LINES {
                continue;
            }
            let tracks = &TRACKS[index][patrol.index()];
            let forward = tracks.forward & free;
            let lateral = if forward == 0 { tracks.lateral } else { tracks.lateral_by_choice } & free;
            let beyond: Stations = Station::each(forward)
                .fold(0, |beyond, station| beyond | TRACKS[index][station.index()].forward);
            let ways = forward.count_ones() as i32;
            let aside = lateral.count_ones() as i32;
            rest[3] += ways;
            rest[4] += (beyond & free).count_ones() as i32;
            rest[5] += aside;
            rest[6] += i32::from(ways == 1);
            rest[7] += i32::from(ways == 0);
            rest[8] += i32::from(ways + aside == 0);
            rest[13] += ways + aside;
        }
        rest[0] = i32::from(at[LINES as usize - 1] > 1);
        rest[2] = rear;
        rest[9] = self.guards[index].count_ones() as i32;
        rest[10] = i32::from(self.reserve[index]);
        if seat == self.next {
            rest[11] = if matches!(self.begun, Begun::Nothing | Begun::Paid) { 2 } else { 1 };
            rest[12] = 1;
        }
        counts
    }

    #[inline]
    fn phase(&self) -> Phase {
        let left = |seat: usize| {
            let crossed: i32 = Station::each(self.patrols[seat]).map(|patrol| crossed(seat, patrol)).sum();
            LINES * self.patrols[seat].count_ones() as i32 - crossed
        };
        PHASE_OF[left(0).min(left(1)) as usize]
    }

    #[inline]
    fn weights(&self) -> &'static [i32] {
        match self.variant {
            Variant::Base => &BASE,
            Variant::Capture => &CAPTURE,
            Variant::Passage => &PASSAGE,
        }
    }
}

impl Tactic {
    /// The position as it looks to each seat.
    #[inline]
    pub(crate) fn judged(&self) -> BySeat<i32> {
        self.weigh(self.weights())
    }
}

/// How many lines a patrol of that seat has crossed.
#[inline]
fn crossed(seat: usize, patrol: Station) -> i32 {
    match seat {
        0 => i32::from(patrol.line()) - 1,
        _ => LINES + 1 - i32::from(patrol.line()),
    }
}
