//! The notation of positions: everything that the rules depend on, in seven words.
//!
//! `ppp/..../……/..../PPP 0 2,2 - 0,0 -,- base`: the lines from 13 to 1; the seat to act; the reserves; what the turn
//! has begun with; the turns without a forward step and the passes in a row; the shuttles; the variant.

use crate::board::{Kind, SHUTTLE_LINES, Station, TRACKS};
use crate::effect::{End, QUIET_TURNS};
use crate::judge::text;
use crate::position::{Begun, GUARDS, PATROLS, Tactic};
use crate::shuttle::{SHUTTLE_TURNS, Shuttle, Shuttles};
use crate::variant::Variant;
use game::{Illegal, Seat};
use std::fmt;
use std::str::FromStr;

/// The letters of patrols and guards: capitals for seat 0.
const PATROL: [char; 2] = ['P', 'p'];
const GUARD: [char; 2] = ['G', 'g'];

impl fmt::Display for Tactic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for line in (1..=13).rev() {
            for station in Station::on_line(line) {
                let letter = (0..2).find_map(|seat| {
                    let patrol = (self.patrols[seat] & station.bit() != 0).then_some(PATROL[seat]);
                    patrol.or((self.guards[seat] & station.transit_bit() != 0).then_some(GUARD[seat]))
                });
                write!(f, "{}", letter.unwrap_or('.'))?;
            }
            f.write_str(if line > 1 { "/" } else { " " })?;
        }
        write!(f, "{} {},{} ", self.next, self.reserve[0], self.reserve[1])?;
        match self.end {
            Some(End::Left(seat)) => write!(f, "left{seat}")?,
            Some(end) => f.write_str(end.article().unwrap_or_default())?,
            None => write!(f, "{}", self.begun)?,
        }
        write!(f, " {},{} ", self.quiet, self.passes)?;
        for seat in Seat::all(2) {
            let mut separator = if seat.0 > 0 { "," } else { "" };
            if self.shuttles(seat).next().is_none() {
                write!(f, "{separator}-")?;
            }
            for shuttle in self.shuttles(seat) {
                write!(f, "{separator}{shuttle}")?;
                separator = "+";
            }
        }
        write!(f, " {}", self.variant.id())
    }
}

impl fmt::Display for Begun {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Begun::Nothing => f.write_str("-"),
            Begun::Paid => f.write_str("paid"),
            Begun::Guard => f.write_str("guard"),
            Begun::Forward { at } => write!(f, ">{at}"),
            Begun::Lateral { from, to } => write!(f, "{from}={to}"),
        }
    }
}

impl fmt::Display for Shuttle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}*{}", self.away, self.at, self.turns)
    }
}

/// What is wrong with the text of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadPosition(String);

impl fmt::Display for BadPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for BadPosition {}

impl From<Tactic> for String {
    fn from(position: Tactic) -> String {
        position.to_string()
    }
}

impl TryFrom<String> for Tactic {
    type Error = BadPosition;
    fn try_from(text: String) -> Result<Self, BadPosition> {
        text.parse()
    }
}

impl FromStr for Tactic {
    type Err = BadPosition;

    fn from_str(text: &str) -> Result<Self, BadPosition> {
        let position = read(text).and_then(|position| check(&position).map(|()| position));
        position.map_err(|what| BadPosition(format!("{what} in `{text}`")))
    }
}

/// What is wrong with a guard that stands where none may.
const GUARD_ASIDE: &str = "a guard on a station that is not a transit one";

/// The article that forbids a position that somebody set up, if its text has the form of one.
pub(crate) fn forbidden(notation: &str) -> Option<Illegal> {
    let position = match read(notation) {
        Ok(position) => position,
        Err(GUARD_ASIDE) => return Some(Illegal::new("T7", text::TRANSIT_ONLY)),
        Err(_) => return None,
    };
    let guards = |seat| position.guards(seat).count_ones() + u32::from(position.reserve(seat));
    let capture = position.variant == Variant::Capture;
    Seat::all(2).find_map(|seat| {
        let patrols = position.patrols(seat).count_ones();
        if patrols > PATROLS || guards(seat) > GUARDS {
            Some(Illegal::new("T3", text::BOX_HOLDS))
        } else if capture && guards(seat) < GUARDS {
            Some(Illegal::new("T18", text::NO_GUARD_LOST))
        } else if !capture && patrols < PATROLS {
            let article = if position.variant == Variant::Base { "T12" } else { "T19" };
            Some(Illegal::new(article, text::NO_PATROL_LOST))
        } else if position.end.is_none() && patrols == 0 {
            Some(Illegal::new("T18", text::OVER))
        } else if position.end.is_none() && position.arrived(seat).count_ones() == PATROLS {
            Some(Illegal::new("T14", text::OVER))
        } else {
            None
        }
    })
}

/// The position that the words say, whether or not they agree with each other.
fn read(text: &str) -> Result<Tactic, &'static str> {
    let words: [&str; 7] = text.split(' ').collect::<Vec<_>>().try_into().map_err(|_| "not seven words")?;
    let [lines, next, reserves, begun, counters, shuttles, variant] = words;
    let variant = Variant::ALL.into_iter().find(|known| known.id() == variant).ok_or("an unknown variant")?;
    let mut position = Tactic { patrols: [0; 2], ..Tactic::opening(variant) };
    read_lines(lines, &mut position)?;
    position.next = Seat(digits(next).filter(|seat| *seat < 2).ok_or("an unknown seat to act")?);
    let reserve = pair(reserves).ok_or("reserves that are not two words")?;
    for (seat, count) in reserve.into_iter().enumerate() {
        position.reserve[seat] = digits(count).ok_or("a reserve that is no number")?;
    }
    let [quiet, passes] = pair(counters).ok_or("counters that are not two words")?;
    position.quiet = digits(quiet).ok_or("a counter that is no number")?;
    position.passes = digits(passes).ok_or("a counter that is no number")?;
    let shuttles = pair(shuttles).ok_or("shuttles that are not two words")?;
    for (seat, shuttles) in shuttles.into_iter().enumerate() {
        position.shuttles[seat] = read_shuttles(shuttles)?;
    }
    match read_end(begun, &position) {
        Some(end) => position.end = Some(end),
        None => position.begun = read_begun(begun).ok_or("a step that can't be read")?,
    }
    Ok(position)
}

fn read_lines(lines: &str, position: &mut Tactic) -> Result<(), &'static str> {
    let lines: Vec<&str> = lines.split('/').collect();
    if lines.len() != 13 {
        return Err("a wrong number of lines");
    }
    for (letters, line) in lines.iter().zip((1..=13).rev()) {
        let stations: Vec<Station> = Station::on_line(line).collect();
        if letters.chars().count() != stations.len() {
            return Err("a line of the wrong length");
        }
        for (letter, station) in letters.chars().zip(stations) {
            if let Some(seat) = PATROL.iter().position(|patrol| *patrol == letter) {
                position.patrols[seat] |= station.bit();
            } else if let Some(seat) = GUARD.iter().position(|guard| *guard == letter) {
                if station.kind() != Kind::Transit {
                    return Err(GUARD_ASIDE);
                }
                position.guards[seat] |= station.transit_bit();
            } else if letter != '.' {
                return Err("an unknown piece");
            }
        }
    }
    Ok(())
}

fn read_end(word: &str, position: &Tactic) -> Option<End> {
    match word {
        "T13" => Some(End::BothPassed),
        "T14" => Some(End::ThirdArrival),
        "T15" => Some(End::AllerRetour),
        "T17" => Some(End::Quiet),
        "T18" if position.patrols.contains(&0) => Some(End::AllLost),
        "T18" => Some(End::LastArrival),
        "left0" => Some(End::Left(Seat(0))),
        "left1" => Some(End::Left(Seat(1))),
        _ => None,
    }
}

fn read_begun(word: &str) -> Option<Begun> {
    match word {
        "-" => return Some(Begun::Nothing),
        "paid" => return Some(Begun::Paid),
        "guard" => return Some(Begun::Guard),
        _ => {}
    }
    if let Some(at) = word.strip_prefix('>') {
        return Some(Begun::Forward { at: Station::parse(at)? });
    }
    let (from, to) = word.split_once('=')?;
    Some(Begun::Lateral { from: Station::parse(from)?, to: Station::parse(to)? })
}

fn read_shuttles(word: &str) -> Result<Shuttles, &'static str> {
    let read = |shuttle: &str| {
        let (away, rest) = shuttle.split_once('=')?;
        let (at, turns) = rest.split_once('*')?;
        let turns = digits(turns).filter(|turns| *turns > 0)?;
        Some(Shuttle { away: Station::parse(away)?, at: Station::parse(at)?, turns })
    };
    let words = word.split('+').filter(|_| word != "-");
    let shuttles: Option<Vec<Shuttle>> = words.map(read).collect();
    let shuttles = shuttles.ok_or("a shuttle that can't be read")?;
    Shuttles::new(&shuttles).ok_or("shuttles in the wrong order or too many")
}

fn pair(word: &str) -> Option<[&str; 2]> {
    word.split_once(',').map(|(first, second)| [first, second])
}

/// A number of at most two digits without leading zeros, so that every position has one text.
fn digits(word: &str) -> Option<u8> {
    let plain = (1..=2).contains(&word.len()) && word.bytes().all(|byte| byte.is_ascii_digit());
    (plain && (word.len() == 1 || !word.starts_with('0'))).then(|| word.parse().ok()).flatten()
}

/// Whether the words agree with each other and with the rules.
fn check(position: &Tactic) -> Result<(), &'static str> {
    for seat in Seat::all(2) {
        check_pieces(position, seat)?;
        check_shuttles(position, seat)?;
    }
    check_end(position)?;
    if position.end.is_none() {
        check_begun(position)?;
    }
    Ok(())
}

fn check_pieces(position: &Tactic, seat: Seat) -> Result<(), &'static str> {
    let patrols = position.patrols(seat).count_ones();
    let guards = position.guards(seat).count_ones() + u32::from(position.reserve(seat));
    if patrols > PATROLS || guards > GUARDS {
        return Err("more pieces than the box holds");
    }
    // T12, T18, T19: what a penalty takes.
    match position.variant {
        Variant::Capture if guards < GUARDS => Err("a guard missing"),
        Variant::Base | Variant::Passage if patrols < PATROLS => Err("a patrol missing"),
        _ => Ok(()),
    }
}

fn check_shuttles(position: &Tactic, seat: Seat) -> Result<(), &'static str> {
    // Within its own turn, or if its turn ended the game, the patrol may have left the station that is remembered.
    let stepped = matches!(position.begun, Begun::Forward { .. } | Begun::Lateral { .. });
    let moved = seat == position.next && (stepped || position.end.is_some());
    for Shuttle { away, at, turns } in position.shuttles(seat) {
        if TRACKS[0][at.index()].lateral & away.bit() & SHUTTLE_LINES == 0 {
            return Err("a shuttle where there can be none");
        }
        if turns > SHUTTLE_TURNS {
            return Err("a shuttle of too many turns");
        }
        if !moved && position.patrols(seat) & at.bit() == 0 {
            return Err("a shuttle without its patrol");
        }
    }
    Ok(())
}

fn check_end(position: &Tactic) -> Result<(), &'static str> {
    let end = position.end;
    let third = Seat::all(2).any(|seat| position.arrived(seat).count_ones() == PATROLS);
    let shuttled = Seat::all(2).flat_map(|seat| position.shuttles(seat)).any(|it| it.turns == SHUTTLE_TURNS);
    let next = position.next;
    let last = position.arrived(next) == position.patrols(next) && position.patrols(next) != 0 && !third;
    let capture = position.variant == Variant::Capture;
    // A turn can end the game by T13 or T15 and be the sixtieth quiet one.
    let last_turn = matches!(end, Some(End::BothPassed | End::AllerRetour | End::Quiet));
    let counters = position.quiet <= QUIET_TURNS
        && (position.quiet < QUIET_TURNS || last_turn)
        && (end != Some(End::Quiet) || position.quiet == QUIET_TURNS)
        && position.passes <= 2
        && (position.passes == 2) == (end == Some(End::BothPassed));
    let agrees = (end == Some(End::ThirdArrival)) == third
        && (end == Some(End::AllerRetour)) == shuttled
        && (end == Some(End::AllLost)) == position.patrols.contains(&0)
        && (end != Some(End::LastArrival) || (capture && last));
    if counters && agrees { Ok(()) } else { Err("an end that is none, or none where there is one") }
}

fn check_begun(position: &Tactic) -> Result<(), &'static str> {
    let (seat, index) = (position.next, position.next.index());
    let patrol_at = |at: Station| position.patrols(seat) & at.bit() != 0;
    let possible = match position.begun {
        Begun::Nothing => true,
        Begun::Paid => {
            let guards = position.guards(seat).count_ones() + u32::from(position.reserve(seat));
            position.variant == Variant::Passage && guards < GUARDS
        }
        Begun::Guard => position.guards(seat) != 0 && position.legal().count() > 0,
        Begun::Forward { at } => {
            let origins = TRACKS[1 - index][at.index()].forward & position.free();
            patrol_at(at) && origins != 0 && position.legal().count() > 0
        }
        Begun::Lateral { from, to } => {
            let joined = TRACKS[0][from.index()].lateral & to.bit() != 0;
            let free = position.free() & from.bit() != 0;
            patrol_at(to) && joined && free && position.legal().count() > 0
        }
    };
    let stepped = !matches!(position.begun, Begun::Nothing | Begun::Paid);
    if possible && !(stepped && position.passes > 0) {
        Ok(())
    } else {
        Err("a turn that can't have begun so")
    }
}
