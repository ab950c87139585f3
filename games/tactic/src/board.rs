//! The board: lines, stations, tracks. Geometry only.
//!
//! The picture of the sheet is lost. Everything below follows from [`LINES`], [`kind_of`] and [`joined`]: should a
//! photograph turn up, they are all that has to change.

use serde::Serialize;
use std::cmp::Ordering;
use std::fmt;

/// A set of stations, one bit each.
pub type Stations = u128;

/// A set of transit stations, one bit each: they are numbered first, so that they fit one word.
pub type Transits = u64;

/// T1: how many stations the board has.
pub const STATIONS: usize = 72;

/// T1: how many of them are transit stations.
pub const TRANSITS: usize = 50;

/// T1: the stations of the lines 1 to 13 from the left, as their distance from the left edge in half units.
const LINES: [&[u8]; 13] = {
    const HOME: &[u8] = &[2, 6, 10];
    const GATE: &[u8] = &[0, 4, 8, 12];
    const ODD: &[u8] = &[1, 3, 5, 7, 9, 11];
    const EVEN: &[u8] = &[0, 2, 4, 6, 8, 10, 12];
    [HOME, GATE, ODD, EVEN, ODD, EVEN, ODD, EVEN, ODD, EVEN, ODD, GATE, HOME]
};

/// What a station is.
#[cfg_attr(test, derive(ts_rs::TS))]
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// One of the three of a home (*base centrale*).
    Central,
    /// One at the edge of the board (*base extérieure*).
    Outer,
    /// Any other (*base de transit*): where guards may stand.
    Transit,
}

/// T1: the kind of the station of that line, so far from the left edge.
const fn kind_of(line: u8, x: u8) -> Kind {
    match line {
        1 | 13 => Kind::Central,
        2 | 12 => Kind::Outer,
        _ if x == 0 || x == 12 => Kind::Outer,
        _ => Kind::Transit,
    }
}

/// T2: whether a forward track joins a station of that line and one of the next, `apart` half units aside.
const fn joined(line: u8, apart: u8) -> bool {
    match line {
        1 | 12 => apart == 2,
        _ => apart == 1,
    }
}

/// Where a station is.
#[derive(Copy, Clone)]
struct Place {
    line: u8,
    letter: u8,
    x: u8,
    kind: Kind,
}

/// Every place, in the order of the stations' numbers: transit stations first, each kind line by line.
static PLACES: [Place; STATIONS] = places();

const fn places() -> [Place; STATIONS] {
    let mut places = [Place { line: 0, letter: 0, x: 0, kind: Kind::Central }; STATIONS];
    let (mut transits, mut others) = (0, TRANSITS);
    let mut line = 0;
    while line < LINES.len() {
        let mut letter = 0;
        while letter < LINES[line].len() {
            let x = LINES[line][letter];
            let kind = kind_of(line as u8 + 1, x);
            let number = if matches!(kind, Kind::Transit) { &mut transits } else { &mut others };
            places[*number] = Place { line: line as u8 + 1, letter: letter as u8, x, kind };
            *number += 1;
            letter += 1;
        }
        line += 1;
    }
    assert!(transits == TRANSITS && others == STATIONS);
    places
}

/// The station of each line and letter.
static NUMBERS: [[Option<Station>; 7]; 14] = {
    let places = places();
    let mut numbers = [[None; 7]; 14];
    let mut number = 0;
    while number < STATIONS {
        let Place { line, letter, .. } = places[number];
        numbers[line as usize][letter as usize] = Some(Station(number as u8));
        number += 1;
    }
    numbers
};

/// T2: the tracks that leave a station, as the stations that they lead to.
#[derive(Copy, Clone)]
pub(crate) struct Tracks {
    /// Away from home.
    pub forward: Stations,
    /// To the neighbours on the line.
    pub lateral: Stations,
    /// T5: what is left of `lateral` while a station forward is free: nothing on the lines 2 and 12, else all.
    pub lateral_by_choice: Stations,
}

/// The number that `trailing_zeros` gives for an empty set; it has no tracks.
pub(crate) const NOWHERE: usize = Stations::BITS as usize;

/// T2: the tracks of every station for either seat.
pub(crate) static TRACKS: [[Tracks; NOWHERE + 1]; 2] = [tracks(1), tracks(-1)];

const fn tracks(direction: i8) -> [Tracks; NOWHERE + 1] {
    let places = places();
    let mut tracks = [Tracks { forward: 0, lateral: 0, lateral_by_choice: 0 }; NOWHERE + 1];
    let mut from = 0;
    while from < STATIONS {
        let mut to = 0;
        while to < STATIONS {
            let (here, there) = (places[from], places[to]);
            let lower = if here.line < there.line { here.line } else { there.line };
            if there.line as i8 == here.line as i8 + direction && joined(lower, here.x.abs_diff(there.x)) {
                tracks[from].forward |= 1 << to;
            }
            // T2: neighbours on a line have neighbouring letters.
            if here.line == there.line && here.line % 2 == 0 && here.letter.abs_diff(there.letter) == 1 {
                tracks[from].lateral |= 1 << to;
                if here.line != 2 && here.line != 12 {
                    tracks[from].lateral_by_choice |= 1 << to;
                }
            }
            to += 1;
        }
        from += 1;
    }
    tracks
}

/// The stations of a line.
const fn line(line: u8) -> Stations {
    let places = places();
    let (mut stations, mut number) = (0, 0);
    while number < STATIONS {
        if places[number].line == line {
            stations |= 1 << number;
        }
        number += 1;
    }
    stations
}

/// Every station.
pub const BOARD: Stations = (1 << STATIONS) - 1;

/// Every transit station.
pub const TRANSIT: Transits = (1 << TRANSITS) - 1;

/// T1: the home of either seat; the other's is where one's patrols arrive (T6).
pub const HOMES: [Stations; 2] = [line(1), line(13)];

/// T15: the lines on which an aller-retour is made.
pub const SHUTTLE_LINES: Stations = line(4) | line(6) | line(8) | line(10);

/// A station (*base*), as the index of its bit.
#[derive(Copy, Clone, PartialEq, Eq, Hash)]
pub struct Station(pub(crate) u8);

impl Station {
    /// Every station, from 1a line by line.
    pub fn all() -> impl Iterator<Item = Station> {
        (1..=13).flat_map(Station::on_line)
    }

    /// The stations of a line, from the left.
    pub fn on_line(line: u8) -> impl Iterator<Item = Station> {
        let count = LINES.get(usize::from(line).wrapping_sub(1)).map_or(0, |line| line.len() as u8);
        (0..count).filter_map(move |letter| Station::at(line, letter))
    }

    fn at(line: u8, letter: u8) -> Option<Station> {
        NUMBERS.get(usize::from(line))?.get(usize::from(letter)).copied().flatten()
    }

    /// The station that is to seat 1 what this one is to seat 0.
    pub(crate) fn mirrored(self) -> Station {
        let Place { line, letter, .. } = PLACES[self.index()];
        NUMBERS[usize::from(14 - line)][usize::from(letter)].expect("both halves of the board are alike")
    }

    /// The line, 1 to 13.
    #[inline]
    pub fn line(self) -> u8 {
        PLACES[self.index()].line
    }

    /// The distance from the left edge, in half units: 0 to 12.
    pub fn x(self) -> u8 {
        PLACES[self.index()].x
    }

    /// What the station is.
    pub fn kind(self) -> Kind {
        PLACES[self.index()].kind
    }

    /// The stations to which a forward track leads, for a seat whose home is line 1; then the lateral ones.
    pub fn tracks(self) -> (Stations, Stations) {
        let tracks = &TRACKS[0][self.index()];
        (tracks.forward, tracks.lateral)
    }

    #[inline(always)]
    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }

    /// The set of this station alone.
    #[inline(always)]
    pub const fn bit(self) -> Stations {
        1 << self.0
    }

    /// The set of this station alone if it is a transit station, else the empty set.
    #[inline(always)]
    pub const fn transit_bit(self) -> Transits {
        self.bit() as Transits & TRANSIT
    }

    /// The stations of a set, in the order of their bits.
    pub fn each(mut stations: Stations) -> impl Iterator<Item = Station> {
        std::iter::from_fn(move || {
            let first = (stations != 0).then(|| Station(stations.trailing_zeros() as u8));
            stations &= stations.wrapping_sub(1);
            first
        })
    }

    /// The station of that name, such as `4c`.
    pub fn parse(name: &str) -> Option<Station> {
        let (line, letter) = name.split_at_checked(name.len().checked_sub(1)?)?;
        let line = match line.as_bytes() {
            [digit @ b'1'..=b'9'] => digit - b'0',
            [b'1', digit @ b'0'..=b'3'] => 10 + digit - b'0',
            _ => return None,
        };
        let letter = letter.as_bytes()[0].checked_sub(b'a')?;
        Station::at(line, letter)
    }
}

/// Line by line, each from the left.
impl Ord for Station {
    fn cmp(&self, other: &Self) -> Ordering {
        (self.line(), self.x()).cmp(&(other.line(), other.x()))
    }
}

impl PartialOrd for Station {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Station {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = PLACES[self.index()];
        write!(f, "{}{}", place.line, (b'a' + place.letter) as char)
    }
}

impl fmt::Debug for Station {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
