//! Clocks: a pure function of the log's times.

use crate::log::GameMillis;
use game::{BySeat, Seat, SeatSet};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// How much time a table gives.
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ClockRule {
    /// All the time in the world.
    #[default]
    None,
    /// So many seconds for the game, and more for each turn that is completed.
    Fischer {
        /// Seconds at the start.
        start: u32,
        /// Seconds added after each turn.
        increment: u32,
    },
    /// So many seconds for each action: for play over days.
    PerAction {
        /// Seconds for an action.
        limit: u32,
    },
}

/// `none`, `fischer 300+5`, `per-action 259200`: in seconds.
impl fmt::Display for ClockRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ClockRule::None => f.write_str("none"),
            ClockRule::Fischer { start, increment } => write!(f, "fischer {start}+{increment}"),
            ClockRule::PerAction { limit } => write!(f, "per-action {limit}"),
        }
    }
}

impl FromStr for ClockRule {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, &'static str> {
        const EXPECTED: &str = "a clock is `none`, `fischer 300+5` or `per-action 259200` (seconds)";
        let seconds = |text: &str| match text.parse::<u32>() {
            Ok(seconds) if text == seconds.to_string() => Ok(seconds),
            _ => Err(EXPECTED),
        };
        match text.split_once(' ') {
            None if text == "none" => Ok(ClockRule::None),
            Some(("fischer", rule)) => {
                let (start, increment) = rule.split_once('+').ok_or(EXPECTED)?;
                Ok(ClockRule::Fischer { start: seconds(start)?, increment: seconds(increment)? })
            }
            Some(("per-action", limit)) => Ok(ClockRule::PerAction { limit: seconds(limit)? }),
            _ => Err(EXPECTED),
        }
    }
}

/// The clocks of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Clocks {
    rule: ClockRule,
    /// What each seat had left when its clock last stood still.
    left: BySeat<GameMillis>,
    /// Since when each running clock runs.
    since: BySeat<Option<GameMillis>>,
    /// The seats that play on without a clock.
    retired: SeatSet,
}

impl Clocks {
    /// Clocks before the start.
    pub fn new(rule: ClockRule, seats: u8) -> Self {
        let seconds = match rule {
            ClockRule::None => 0,
            ClockRule::Fischer { start, .. } => start,
            ClockRule::PerAction { limit } => limit,
        };
        let left = BySeat::new(seats, |_| GameMillis::from(seconds) * 1000);
        Clocks { rule, left, since: BySeat::new(seats, |_| None), retired: SeatSet::EMPTY }
    }

    /// At the time `at`, after an action of `acted` (or none), the seats `to_act` are to act.
    pub fn update(&mut self, at: GameMillis, acted: Option<Seat>, to_act: SeatSet) {
        for seat in Seat::all(self.left.count()) {
            let goes_on = to_act.contains(seat) && !self.retired.contains(seat);
            match (self.rule, self.since[seat]) {
                (ClockRule::None, _) => return,
                (_, None) if goes_on => self.since[seat] = Some(at),
                (_, None) => {}
                // A turn of several actions is one turn: the clock runs on.
                (ClockRule::Fischer { .. }, Some(_)) if goes_on => {}
                (ClockRule::Fischer { increment, .. }, Some(_)) => {
                    let reward = if acted == Some(seat) { GameMillis::from(increment) * 1000 } else { 0 };
                    self.left[seat] = self.left(seat, at).unwrap_or_default() + reward;
                    self.since[seat] = None;
                }
                (ClockRule::PerAction { .. }, Some(_)) if !goes_on => self.since[seat] = None,
                (ClockRule::PerAction { .. }, Some(_)) if acted == Some(seat) => self.since[seat] = Some(at),
                (ClockRule::PerAction { .. }, Some(_)) => {}
            }
        }
    }

    /// Stops the clock of `seat` for good.
    pub fn retire(&mut self, seat: Seat) {
        self.retired = self.retired.with(seat);
        self.left[seat] = 0;
        self.since[seat] = None;
    }

    /// The seats whose clocks are running.
    pub fn running(&self) -> SeatSet {
        Seat::all(self.left.count()).filter(|seat| self.since[*seat].is_some()).collect()
    }

    /// The time that `seat` has left at `now`; nothing if the table has no clock.
    pub fn left(&self, seat: Seat, now: GameMillis) -> Option<GameMillis> {
        if self.rule == ClockRule::None {
            return None;
        }
        let spent = self.since[seat].map_or(0, |since| now.saturating_sub(since));
        Some(self.left[seat].saturating_sub(spent))
    }

    /// The next moment at which a running clock ends, and whose.
    pub fn deadline(&self) -> Option<(GameMillis, Seat)> {
        let end = |seat| Some((self.since[seat]? + self.left[seat], seat));
        Seat::all(self.left.count()).filter_map(end).min()
    }

    /// Whether the time of `seat` has run out at `now`.
    pub fn is_out(&self, seat: Seat, now: GameMillis) -> bool {
        self.since[seat].is_some_and(|since| now >= since + self.left[seat])
    }
}
