//! What searches need of Tactic, and the bots that it offers.

use crate::Action;
use crate::board::{STATIONS, Station, Stations, TRACKS};
use crate::position::{Begun, Tactic};
use game::{Actor, BotSpec, BySeat, Seat, Text};
use rand::Rng;
use search::{
    AlphaBetaOptions, InputShape, Inputs, LateActions, Level, NetworkSearch, NetworkSlot, Search, Solved,
    TreeOptions, mix,
};

/// Ordering scores. A guard that blocks nothing scores 0. A patrol's step scores this, plus its lines of advance.
const FORWARD: i32 = 100;
const LATERAL: i32 = 20;
/// A guard in front of an adverse patrol, and the bonus for each line that the patrol has advanced.
const BARRIER: i32 = 40;
const BARRIER_LINE: i32 = 3;
/// A guard one line further.
const FAR_BARRIER: i32 = 10;

/// A guard that bars an adverse patrol.
const BAR: i32 = 150;

/// The stations that a patrol of either seat reaches by two steps forward (T2).
static TWO_LINES_ON: [[Stations; STATIONS]; 2] = [two_lines_on(0), two_lines_on(1)];

const fn two_lines_on(seat: usize) -> [Stations; STATIONS] {
    let mut reached = [0; STATIONS];
    let mut from = 0;
    while from < STATIONS {
        let mut next = TRACKS[seat][from].forward;
        while next != 0 {
            reached[from] |= TRACKS[seat][next.trailing_zeros() as usize].forward;
            next &= next - 1;
        }
        from += 1;
    }
    reached
}

/// How far from the home of that seat a station is.
#[inline]
fn advance(seat: usize, station: Station) -> i32 {
    let line = i32::from(station.line());
    if seat == 0 { line - 1 } else { 13 - line }
}

impl Tactic {
    /// The ordering score of a guard of `seat` on that station: how much it hinders adverse patrols.
    fn barrier(&self, seat: usize, station: Station) -> i32 {
        let rival = 1 - seat;
        let in_the_way = |patrol: Station| {
            if TRACKS[rival][patrol.index()].forward & station.bit() != 0 {
                BARRIER + BARRIER_LINE * advance(rival, patrol)
            } else if TWO_LINES_ON[rival][patrol.index()] & station.bit() != 0 {
                FAR_BARRIER
            } else {
                0
            }
        };
        Station::each(self.patrols[rival]).map(in_the_way).sum()
    }

    /// Whether a guard on that station shuts the only way of an adverse patrol that can't step aside (T2).
    fn bars(&self, seat: usize, station: Station) -> bool {
        let rival = 1 - seat;
        let free = self.free();
        Station::each(self.patrols[rival]).any(|patrol| {
            let tracks = &TRACKS[rival][patrol.index()];
            tracks.forward & free == station.bit() && tracks.lateral & free == 0
        })
    }
}

impl Search for Tactic {
    const ALPHABETA: AlphaBetaOptions =
        AlphaBetaOptions { late_actions: LateActions::Pruned, ..AlphaBetaOptions::DEFAULT };

    const NETWORK_SEARCH: NetworkSearch = NetworkSearch {
        alphabeta: AlphaBetaOptions { margin: 500, late_divisor: 4, ..Self::ALPHABETA },
        tree: TreeOptions::NETWORK,
    };

    const LEVEL_SUMMARIES: [Text; 8] = [
        Text {
            fr: "Ne pense qu'à son propre coup, et se trompe souvent.",
            en: "Thinks of its own action only, and often misjudges it.",
        },
        Text {
            fr: "Ne pense qu'à son propre pas, et se trompe moins que la force 1.",
            en: "Thinks of its own step only, and misjudges less than level 1.",
        },
        Text {
            fr: "Ne pense qu'à son propre pas, et se trompe moins que la force 2.",
            en: "Thinks of its own step only, and misjudges less than level 2.",
        },
        Text {
            fr: "Pense deux pas à la fois, et se trompe encore.",
            en: "Thinks two steps at a time, and still misjudges.",
        },
        Text {
            fr: "Pense deux pas à la fois, et se trompe moins.",
            en: "Thinks two steps at a time, and misjudges less.",
        },
        Text {
            fr: "Pense deux pas à la fois, et se trompe moins que la force 5.",
            en: "Thinks two steps at a time, and misjudges less than level 5.",
        },
        Text {
            fr: "Pense deux ou trois pas selon la variante, et se trompe rarement.",
            en: "Thinks two or three steps, by the variant, and seldom misjudges.",
        },
        Text {
            fr: "Pleine force : tout ce que la maison sait de ce jeu.",
            en: "Full strength: all that the house knows of this game.",
        },
    ];

    fn level(&self, number: usize) -> Level {
        crate::levels::levels(self.variant)[number - 1]
    }

    #[inline]
    fn evaluate(&self) -> BySeat<i32> {
        self.static_evaluation()
    }

    fn input_shape(&self) -> Option<InputShape> {
        Some(self.network_shape())
    }

    #[inline]
    fn list_inputs(&self, inputs: &mut Inputs) {
        self.network_inputs(inputs);
    }

    fn network_slot(&self) -> Option<&'static NetworkSlot> {
        Some(self.slot_of_network())
    }

    #[inline]
    fn solved(&self) -> Option<Solved> {
        self.known_result()
    }

    fn is_endgame(&self) -> bool {
        self.is_late()
    }

    fn ordering_score(&self, seat: Seat, action: &Action) -> i32 {
        let me = seat.index();
        match *action {
            Action::Move { from, to } if self.patrols[me] & from.bit() != 0 => {
                if from.line() == to.line() {
                    LATERAL
                } else {
                    FORWARD + advance(me, to)
                }
            }
            Action::Move { from, to } => {
                self.barrier(me, to) - self.barrier(me, from) + BAR * i32::from(self.bars(me, to))
            }
            Action::Enter(to) => self.barrier(me, to) + BAR * i32::from(self.bars(me, to)),
            Action::Lose(station) => -self.barrier(me, station),
            Action::LoseReserve | Action::Pass => 0,
        }
    }

    /// Guards that bar a patrol, and penalties.
    #[inline]
    fn is_noisy(&self, seat: Seat, action: &Action) -> bool {
        let me = seat.index();
        match *action {
            Action::Move { from, to } => self.patrols[me] & from.bit() == 0 && self.bars(me, to),
            Action::Enter(to) => self.bars(me, to),
            Action::Lose(_) | Action::LoseReserve => true,
            Action::Pass => false,
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
        self.play_random(limit, rng)
    }
}

/// The bots of Tactic.
pub const BOTS: &[BotSpec<Tactic>] = &search::two_sided();

/// The text of `levels.txt`: the strength of its levels, measured by `ludotheque calibrate`.
pub const LEVEL_RATINGS: &str = include_str!("../levels.txt");
