//! The features of the evaluation; their weights are in `weights/`, one file for each variant.

use crate::board::{Station, Stations, TRACKS, TRANSIT};
use crate::position::{Begun, Tactic};
use crate::variant::Variant;
use game::{BySeat, Seat};
use search::{Phase, WeightedEvaluation, read_weights};

/// The names of the features.
const FEATURES: [&str; 24] = [
    "lines",
    "arrived",
    "second",
    "rear",
    "near",
    "safe",
    "patrols",
    "ways",
    "onward",
    "aside",
    "odd",
    "sure",
    "exposed",
    "odd-barred",
    "even-one-way",
    "even-barred",
    "stuck",
    "lone",
    "lone-exposed",
    "ahead",
    "guards",
    "reserve",
    "steps",
    "turn",
];

/// The phases, by the lines that the patrols of the leading seat have yet to cross.
const PHASES: [&str; 3] = ["2-lines", "12-lines", "30-lines"];
const MARKS: [i32; 3] = [2, 12, 30];
static PHASE_OF: [Phase; 37] = Phase::table(&MARKS);

const WEIGHTS: usize = FEATURES.len() * PHASES.len();
static BASE: [i32; WEIGHTS] = read_weights(include_str!("../weights/base.txt"), &FEATURES, &PHASES);
static CAPTURE: [i32; WEIGHTS] = read_weights(include_str!("../weights/capture.txt"), &FEATURES, &PHASES);
static PASSAGE: [i32; WEIGHTS] = read_weights(include_str!("../weights/passage.txt"), &FEATURES, &PHASES);

/// The lines that a patrol crosses.
const LINES: i32 = 12;

impl WeightedEvaluation for Tactic {
    const FEATURES: &'static [&'static str] = &FEATURES;
    const PHASES: &'static [&'static str] = &PHASES;
    type Counts = [i32; FEATURES.len()];

    #[inline]
    fn counts(&self, seat: Seat) -> Self::Counts {
        let index = seat.index();
        let free = self.free();
        let [mut lines, mut arrived, mut near, mut safe, mut ways, mut onward, mut aside] = [0; 7];
        let [mut odd, mut sure, mut exposed, mut odd_barred, mut even_one_way, mut even_barred, mut stuck] =
            [0; 7];
        let (mut rear, mut in_reach) = (LINES, 0);
        for patrol in Station::each(self.patrols[index]) {
            let crossed = crossed(index, patrol);
            lines += crossed;
            rear = rear.min(crossed);
            if crossed == LINES {
                arrived += 1;
                continue;
            }
            // T7: no guard can stand on the last two lines, nor before a patrol that has come to the one before them.
            near += i32::from(crossed == 8 || crossed == 9);
            safe += i32::from(crossed > 9);
            in_reach += i32::from(crossed <= 9);
            let tracks = &TRACKS[index][patrol.index()];
            let forward = tracks.forward & free;
            // T5
            let lateral = if forward == 0 { tracks.lateral } else { tracks.lateral_by_choice } & free;
            let beyond = |beyond: Stations, station: Station| beyond | TRACKS[index][station.index()].forward;
            onward += (Station::each(forward).fold(0, beyond) & free).count_ones() as i32;
            ways += forward.count_ones() as i32;
            aside += lateral.count_ones() as i32;
            let one_way = i32::from(forward.is_power_of_two());
            let barred = i32::from(forward == 0);
            stuck += i32::from(forward | lateral == 0);
            // T2: the odd lines have no lateral tracks.
            if crossed % 2 == 0 {
                odd += 1;
                // T7: a guard shuts transit stations only.
                let is_sure = forward & !Stations::from(TRANSIT) != 0;
                sure += i32::from(is_sure);
                exposed += i32::from(!is_sure) * one_way;
                odd_barred += barred;
            } else {
                even_one_way += one_way;
                even_barred += barred;
            }
        }
        // T12: a seat with one patrol left to arrive is blockaded when that one is.
        let travelling = self.patrols[index].count_ones() as i32 - arrived;
        let lone = i32::from(travelling == 1) * in_reach;
        let hunters = self.guards[1 - index].count_ones() as i32 + i32::from(self.reserve[1 - index]);
        let steps = match self.begun {
            _ if seat != self.next => 0,
            Begun::Nothing | Begun::Paid => 2,
            Begun::Guard | Begun::Forward { .. } | Begun::Lateral { .. } => 1,
        };
        [
            lines,
            arrived,
            i32::from(arrived > 1),
            rear,
            near,
            safe,
            self.patrols[index].count_ones() as i32,
            ways,
            onward,
            aside,
            odd,
            sure,
            exposed,
            odd_barred,
            even_one_way,
            even_barred,
            stuck,
            lone * hunters,
            lone * exposed * hunters,
            i32::from(self.is_ahead(index)),
            self.guards[index].count_ones() as i32,
            i32::from(self.reserve[index]),
            steps,
            i32::from(seat == self.next),
        ]
    }

    #[inline]
    fn phase(&self) -> Phase {
        PHASE_OF[self.lines_left(0).min(self.lines_left(1)) as usize]
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
    /// The static evaluation for each seat.
    #[inline]
    pub(crate) fn static_evaluation(&self) -> BySeat<i32> {
        self.evaluate_with(self.weights())
    }

    /// The lines that the patrols of the seat of that index have yet to cross.
    #[inline]
    pub(crate) fn lines_left(&self, seat: usize) -> i32 {
        Station::each(self.patrols[seat]).map(|patrol| LINES - crossed(seat, patrol)).sum()
    }

    /// Whether that seat is the first whose patrols all arrive if nothing hinders them (T9, T14).
    #[inline]
    fn is_ahead(&self, seat: usize) -> bool {
        let next = self.next.index();
        let steps = match self.begun {
            Begun::Nothing | Begun::Paid => 2,
            Begun::Guard | Begun::Forward { .. } | Begun::Lateral { .. } => 1,
        };
        let turns = 1 + ((self.lines_left(next) - steps).max(0) + 1) / 2;
        let is_next_ahead = turns <= (self.lines_left(1 - next) + 1) / 2;
        is_next_ahead == (seat == next)
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
