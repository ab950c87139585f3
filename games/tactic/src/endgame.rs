//! Endgames of Tactic whose result is known: races that the other side can no longer hinder.

use crate::board::{HOMES, STATIONS, Station, Stations};
use crate::effect::QUIET_TURNS;
use crate::position::{Begun, Tactic};
use crate::shuttle::SHUTTLE_TURNS;
use crate::variant::Variant;
use game::Seat;
use search::Solved;
use std::sync::LazyLock;

/// From this line on, as seat 0 counts them, no guard can stand before a patrol (T7).
const SAFE_LINE: u8 = 11;
/// Races are computed from this line on.
const FIRST_LINE: u8 = 9;
const HOME_LINE: u8 = 13;
/// With this many lines left or fewer, it is an endgame. In the forced passage there are few guards, so proofs reach
/// further.
const LATE: u8 = 9;
const LATE_IN_PASSAGE: u8 = 15;

impl Tactic {
    /// The winner, if one side's patrols can no longer be hindered and arrive before the other side's can.
    pub(crate) fn known_result(&self) -> Option<Solved> {
        if self.begun != Begun::Nothing {
            return None;
        }
        [0, 1].into_iter().find_map(|seat| {
            let turns = self.free_race(seat)?;
            let waits = Seat(seat as u8) != self.next;
            // The turns of the other side before this one arrives.
            let rival_turns = if waits { turns } else { turns - 1 };
            (self.wins_in(seat, turns, rival_turns)).then_some(Solved {
                winner: Some(Seat(seat as u8)),
                actions: 2 * u32::from(turns + rival_turns),
            })
        })
    }

    /// Whether the side that is ahead has so few lines to cross that its win may be proven.
    pub(crate) fn is_late(&self) -> bool {
        let left = |seat: usize| -> u8 {
            Station::each(self.patrols[seat]).map(|patrol| HOME_LINE - line_for(seat, patrol)).sum()
        };
        let late = if self.variant == Variant::Passage { LATE_IN_PASSAGE } else { LATE };
        left(0).min(left(1)) <= late
    }

    /// Whether a seat that needs `turns` turns wins, whatever the other side does in its `rival_turns`.
    fn wins_in(&self, seat: usize, turns: u8, rival_turns: u8) -> bool {
        let rival = 1 - seat;
        let away = |seat: usize| self.patrols[seat] & !HOMES[1 - seat];
        let lines_left = |patrol: Station| HOME_LINE - line_for(rival, patrol);
        let steps = match self.variant {
            // T18: patrols may be lost, and then the last one left ends the game.
            Variant::Capture => Station::each(away(rival)).map(lines_left).min().unwrap_or(0),
            Variant::Base | Variant::Passage => Station::each(away(rival)).map(lines_left).sum(),
        };
        // T15: an aller-retour would count the points as they are.
        let shuttled =
            |seat: usize| self.shuttles[seat].iter().map(|shuttle| shuttle.turns).max().unwrap_or(0);
        // T18: with fewer patrols than the other side, all of them may not be enough.
        self.patrols[seat].count_ones() >= self.patrols[rival].count_ones()
            && steps.div_ceil(2) > rival_turns
            && shuttled(rival) + rival_turns < SHUTTLE_TURNS
            && shuttled(seat) + turns < SHUTTLE_TURNS
            && self.quiet + turns + rival_turns < QUIET_TURNS
    }

    /// How many turns a seat needs until all its patrols have arrived, if the other side cannot hinder them.
    fn free_race(&self, seat: usize) -> Option<u8> {
        let rival = 1 - seat;
        let away = self.patrols[seat] & !HOMES[rival];
        let rear = Station::each(away).map(|patrol| line_for(seat, patrol)).min()?;
        if rear < FIRST_LINE {
            return None;
        }
        if rear < SAFE_LINE {
            // T7: adverse guards can still come, and own guards may stand in the way.
            let guards = Station::each(Stations::from(self.guards[seat]));
            let in_the_way = guards.map(|guard| line_for(seat, guard)).any(|line| line >= rear);
            if in_the_way || self.has_guard(Seat(rival as u8)) {
                return None;
            }
        }
        // T4: patrols never go back, so those that are past each other never meet again.
        let rivals = Station::each(self.patrols[rival]).map(|patrol| line_for(seat, patrol));
        if rivals.max().is_some_and(|front| front >= rear) {
            return None;
        }
        RACES.turns(seat, self.patrols[seat])
    }
}

/// The line of a station as that seat counts, from its own home.
fn line_for(seat: usize, station: Station) -> u8 {
    if seat == 0 { station.line() } else { HOME_LINE + 1 - station.line() }
}

/// How many turns each set of patrols from [`FIRST_LINE`] on needs to arrive when it is alone on the board.
static RACES: LazyLock<Races> = LazyLock::new(Races::compute);

struct Races {
    /// The number of a station among those of the races, from 1, for either seat.
    places: [[u8; STATIONS]; 2],
    /// The turns by the places of the patrols.
    turns: Vec<u8>,
}

/// One more than there are stations in the races.
const PLACES: usize = 27;
const UNKNOWN: u8 = u8::MAX;

impl Races {
    fn turns(&self, seat: usize, patrols: Stations) -> Option<u8> {
        let turns = self.turns[self.index(seat, patrols)];
        (turns != UNKNOWN).then_some(turns)
    }

    fn index(&self, seat: usize, patrols: Stations) -> usize {
        let mut places = [0; 3];
        for (place, patrol) in places.iter_mut().zip(Station::each(patrols)) {
            *place = usize::from(self.places[seat][patrol.index()]);
        }
        // The two seats number the same places in another order.
        places.sort_unstable();
        (places[0] * PLACES + places[1]) * PLACES + places[2]
    }

    /// Dynamic programming: a set needs one turn more than the best set that a turn leads to.
    fn compute() -> Self {
        let stations: Vec<Station> = (FIRST_LINE..=HOME_LINE).flat_map(Station::on_line).collect();
        let mut places = [[0; STATIONS]; 2];
        for (place, station) in (1..).zip(&stations) {
            places[0][station.index()] = place;
            places[1][station.mirrored().index()] = place;
        }
        let mut races = Races { places, turns: vec![UNKNOWN; PLACES * PLACES * PLACES] };
        let mut sets: Vec<Stations> = Vec::new();
        for (first, one) in stations.iter().enumerate() {
            sets.push(one.bit());
            for (second, other) in stations.iter().enumerate().skip(first + 1) {
                sets.push(one.bit() | other.bit());
                sets.extend(stations[second + 1..].iter().map(|third| one.bit() | other.bit() | third.bit()));
            }
        }
        let left = |set: Stations| Station::each(set).map(|patrol| HOME_LINE - patrol.line()).sum::<u8>();
        sets.sort_by_key(|set| left(*set));
        // A lateral step brings a set no nearer, so a set may depend on one that is later in the order: repeat until
        // nothing changes.
        let mut changed = true;
        while changed {
            changed = false;
            for set in &sets {
                let index = races.index(0, *set);
                let turns = races.best_turn(*set);
                changed |= turns < races.turns[index];
                races.turns[index] = races.turns[index].min(turns);
            }
        }
        races
    }

    /// The turns that a set of seat 0 needs, by the present values of the sets that it leads to.
    fn best_turn(&self, set: Stations) -> u8 {
        if set & !HOMES[1] == 0 {
            return 0;
        }
        let alone = Tactic { patrols: [set, 0], reserve: [0; 2], ..Tactic::opening(Variant::Base) };
        let steps =
            |game: Tactic| game.legal().iter().map(move |action| game.after(action)).collect::<Vec<_>>();
        let is_whole = |game: &Tactic| game.begun == Begun::Nothing || game.end().is_some();
        let turns =
            steps(alone).into_iter().flat_map(|game| if is_whole(&game) { vec![game] } else { steps(game) });
        let after = turns.map(|game| self.turns[self.index(0, game.patrols[0])]).min();
        after.unwrap_or(UNKNOWN).saturating_add(1)
    }
}

impl Tactic {
    fn after(mut self, action: crate::Action) -> Self {
        self.perform(action);
        self
    }
}
