//! The rules a second time, as slowly and plainly as the rulebook says them, against the rules that are played.

#![allow(clippy::unwrap_used)] // a test says why by failing

use basik::Basik;
use game::{Actor, Game, NoOptions, Seat, Turn};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::collections::BTreeMap;

const GAMES: u64 = 2_000;

/// What every comparison must have met.
const EVENTS: [&str; 12] = [
    "place",
    "stack",
    "move",
    "substitute",
    "pass",
    "encircled",
    "encircled together",
    "into a closed cell",
    "left encircled",
    "last pawn",
    "quiet",
    "left alone",
];

/// What only more than two colours can do.
const EVENTS_OF_MANY: [&str; 2] = ["mixed wall", "several colours"];

#[test]
fn two_seats_play_by_the_same_rules() {
    compare(2).has_met(&EVENTS);
}

#[test]
fn three_seats_play_by_the_same_rules() {
    let seen = compare(3);
    seen.has_met(&EVENTS);
    seen.has_met(&EVENTS_OF_MANY);
}

#[test]
fn four_seats_play_by_the_same_rules() {
    let seen = compare(4);
    seen.has_met(&EVENTS);
    seen.has_met(&EVENTS_OF_MANY);
}

/// What happened in the games that were compared, and how often: a comparison that never meets a rare case says
/// nothing about it.
#[derive(Default)]
struct Seen(BTreeMap<&'static str, u32>);

impl Seen {
    fn note(&mut self, what: &'static str) {
        *self.0.entry(what).or_default() += 1;
    }

    fn has_met(&self, events: &[&str]) {
        for event in events {
            assert!(self.0.contains_key(event), "no game came to `{event}`: {:?}", self.0);
        }
    }
}

/// Plays random games with both, and compares them at every step.
fn compare(seats: usize) -> Seen {
    let mut seen = Seen::default();
    for seed in 0..GAMES {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed << 3 | seats as u64);
        let mut plain = Plain::new(seats);
        let mut played = Basik::new(&NoOptions {}, seats as u8).unwrap();
        // Every game has its own taste for placing, stacking, moving and substituting: some fill the board, some
        // build towers, some walk until the quiet limit.
        let taste: [u32; 5] = std::array::from_fn(|_| 1 << rng.random_range(0..7));
        let mut log = Vec::new();
        loop {
            let context = || format!("{seats} seats, seed {seed}, after {}", log.join(" "));
            assert_eq!(played.to_string(), plain.to_string(), "{}", context());
            if plain.over {
                let Turn::Over(outcome) = played.turn() else { panic!("not over: {}", context()) };
                assert_eq!(outcome.places().as_slice(), plain.places(), "{}", context());
                break;
            }
            let next = Seat(plain.next as u8);
            assert_eq!(played.turn().seats().iter().collect::<Vec<_>>(), [next], "{}", context());
            let mut listed = Vec::new();
            played.actions(next, &mut listed);
            let mut listed: Vec<String> = listed.iter().map(ToString::to_string).collect();
            listed.sort();
            let legal = plain.legal();
            assert_eq!(listed, legal, "{}", context());

            if rng.random_range(0..400) == 0 {
                let leaver = rng.random_range(0..seats);
                log.push(format!("({leaver} leaves)"));
                plain.leave(leaver, &mut seen);
                played.forfeit(Seat(leaver as u8));
                continue;
            }
            let weight = |action: &String| taste[Kind::of(action) as usize];
            let mut ticket = rng.random_range(0..legal.iter().map(weight).sum());
            let action = legal.iter().find(|action| match ticket.checked_sub(weight(action)) {
                Some(rest) => {
                    ticket = rest;
                    false
                }
                None => true,
            });
            let action = action.unwrap();
            log.push(action.clone());
            plain.perform(action, &mut seen);
            played.apply(Actor::Seat(next), &action.parse().unwrap()).unwrap();
        }
    }
    seen
}

#[derive(Copy, Clone, PartialEq)]
enum Kind {
    Place,
    Stack,
    Move,
    Substitute,
    Pass,
}

impl Kind {
    fn of(action: &str) -> Kind {
        match action.as_bytes() {
            b"pass" => Kind::Pass,
            [_, _] => Kind::Place,
            [_, _, b'+', ..] => Kind::Stack,
            [_, _, b'-', ..] => Kind::Move,
            _ => Kind::Substitute,
        }
    }
}

/// Column and row, from 0.
type Spot = (usize, usize);

#[derive(Copy, Clone, PartialEq)]
struct Pile {
    seat: usize,
    height: usize,
}

/// A board and the piles on it.
#[derive(Copy, Clone)]
struct Grid {
    side: usize,
    /// Row by row from the bottom.
    piles: [[Option<Pile>; 5]; 5],
}

impl Grid {
    fn spots(&self) -> impl Iterator<Item = Spot> + use<> {
        let side = self.side;
        (0..side).flat_map(move |row| (0..side).map(move |column| (column, row)))
    }

    fn at(&self, (column, row): Spot) -> Option<Pile> {
        self.piles[row][column]
    }

    fn seat_at(&self, spot: Spot) -> Option<usize> {
        self.at(spot).map(|pile| pile.seat)
    }

    fn put(&mut self, (column, row): Spot, pile: Option<Pile>) {
        self.piles[row][column] = pile;
    }

    fn on_board(&self, steps: &[(isize, isize)], (column, row): Spot) -> Vec<Spot> {
        let step = |(right, up): &(isize, isize)| {
            let to = (column.checked_add_signed(*right)?, row.checked_add_signed(*up)?);
            (to.0 < self.side && to.1 < self.side).then_some(to)
        };
        steps.iter().filter_map(step).collect()
    }

    /// B3: the cells that share a side or a corner.
    fn neighbours(&self, spot: Spot) -> Vec<Spot> {
        self.on_board(&[(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)], spot)
    }

    /// B3: the cells that share a side.
    fn side_neighbours(&self, spot: Spot) -> Vec<Spot> {
        self.on_board(&[(0, -1), (-1, 0), (1, 0), (0, 1)], spot)
    }

    /// Whether piles of other colours than that of `seat` stand on every side of `spot`.
    fn is_enclosed(&self, spot: Spot, seat: usize) -> bool {
        self.side_neighbours(spot)
            .into_iter()
            .all(|side| self.seat_at(side).is_some_and(|other| other != seat))
    }
}

/// The rules as the rulebook says them.
struct Plain {
    grid: Grid,
    reserve: Vec<usize>,
    left: Vec<bool>,
    next: usize,
    quiet: usize,
    passes: usize,
    over: bool,
}

impl Plain {
    /// B1, B2
    fn new(seats: usize) -> Plain {
        Plain {
            grid: Grid { side: if seats == 2 { 4 } else { 5 }, piles: [[None; 5]; 5] },
            reserve: vec![if seats == 4 { 16 } else { 20 }; seats],
            left: vec![false; seats],
            next: 0,
            quiet: 0,
            passes: 0,
            over: false,
        }
    }

    /// The legal actions of the seat to act, sorted by their text.
    fn legal(&self) -> Vec<String> {
        let me = self.next;
        let mut actions = Vec::new();
        for to in self.grid.spots() {
            // B4, B14
            if self.grid.at(to).is_none() && !self.grid.is_enclosed(to, me) {
                actions.push(name(to));
            }
        }
        for from in self.grid.spots() {
            let Some(pile) = self.grid.at(from).filter(|pile| pile.seat == me) else { continue };
            for to in self.grid.neighbours(from) {
                match self.grid.at(to) {
                    None => {
                        // B6, B14: the cell that the pile leaves counts as empty.
                        let mut lifted = self.grid;
                        lifted.put(from, None);
                        if !lifted.is_enclosed(to, me) {
                            actions.push(format!("{}-{}", name(from), name(to)));
                        }
                    }
                    Some(other) if other.seat == me => {
                        // B5
                        if pile.height <= 2 && pile.height + other.height <= 3 {
                            actions.push(format!("{}+{}", name(from), name(to)));
                        }
                    }
                    Some(other) => {
                        // B7, B15
                        if pile.height > other.height {
                            actions.push(format!("{}x{}", name(from), name(to)));
                        }
                    }
                }
            }
        }
        if actions.is_empty() {
            actions.push("pass".to_string()); // B18
        }
        actions.sort();
        actions
    }

    fn perform(&mut self, action: &str, seen: &mut Seen) {
        let me = self.next;
        let kind = Kind::of(action);
        let mut removed = 0;
        let first = || spot(&action[..2]);
        let second = || spot(&action[3..]);
        let mut arrival = None;
        match kind {
            Kind::Place => {
                seen.note("place");
                self.reserve[me] -= 1;
                self.grid.put(first(), Some(Pile { seat: me, height: 1 }));
                arrival = Some(first());
            }
            Kind::Stack => {
                seen.note("stack");
                let height = self.grid.at(first()).unwrap().height + self.grid.at(second()).unwrap().height;
                self.grid.put(first(), None);
                self.grid.put(second(), Some(Pile { seat: me, height }));
            }
            Kind::Move => {
                seen.note("move");
                self.grid.put(second(), self.grid.at(first()));
                self.grid.put(first(), None);
                arrival = Some(second());
            }
            Kind::Substitute => {
                seen.note("substitute");
                let (mine, theirs) =
                    (self.grid.at(first()).unwrap().height, self.grid.at(second()).unwrap().height);
                self.grid.put(first(), Some(Pile { seat: me, height: mine - theirs }));
                self.grid.put(second(), Some(Pile { seat: me, height: theirs }));
                removed += 1;
                arrival = Some(second());
                if self.grid.is_enclosed(second(), me) {
                    seen.note("into a closed cell"); // B15
                }
            }
            Kind::Pass => seen.note("pass"),
        }
        // B9–B13
        if let Some(arrival) = arrival {
            let mut victims = Vec::new();
            for spot in self.grid.side_neighbours(arrival) {
                let Some(pile) = self.grid.at(spot) else { continue };
                if pile.seat != me && self.grid.is_enclosed(spot, pile.seat) {
                    victims.push((spot, pile.seat));
                }
            }
            for other in self.grid.spots() {
                let Some(pile) = self.grid.at(other) else { continue };
                let adverse = pile.seat != me;
                if adverse
                    && self.grid.is_enclosed(other, pile.seat)
                    && !victims.contains(&(other, pile.seat))
                {
                    seen.note("left encircled"); // B13
                }
            }
            self.describe(&victims, seen);
            removed += victims.len();
            for (spot, _) in victims {
                self.grid.put(spot, None); // B8: into the box
            }
        }
        self.passes = if kind == Kind::Pass { self.passes + 1 } else { 0 };
        self.quiet = if kind == Kind::Place || removed > 0 { 0 } else { self.quiet + 1 };
        let staying = self.left.iter().filter(|left| !**left).count();
        if self.reserve[me] == 0 {
            seen.note("last pawn"); // B16
            self.over = true;
        }
        if self.passes == staying {
            seen.note("all passed"); // B18
            self.over = true;
        }
        if self.quiet == 60 {
            seen.note("quiet"); // B19
            self.over = true;
        }
        self.turn();
    }

    fn describe(&self, victims: &[(Spot, usize)], seen: &mut Seen) {
        if !victims.is_empty() {
            seen.note("encircled");
        }
        if victims.len() > 1 {
            seen.note("encircled together");
        }
        if victims.iter().any(|victim| victim.1 != victims[0].1) {
            seen.note("several colours");
        }
        for (spot, _) in victims {
            let sides = self.grid.side_neighbours(*spot);
            // All victims stand beside the arrival, and no two such cells share a side.
            assert!(sides.iter().all(|side| victims.iter().all(|victim| victim.0 != *side)));
            if sides.iter().any(|side| self.grid.seat_at(*side) != self.grid.seat_at(sides[0])) {
                seen.note("mixed wall");
            }
        }
    }

    /// B2
    fn turn(&mut self) {
        loop {
            self.next = (self.next + 1) % self.reserve.len();
            if !self.left[self.next] {
                return;
            }
        }
    }

    /// The turns of a seat that leaves are skipped; the last one at the table has won.
    fn leave(&mut self, seat: usize, seen: &mut Seen) {
        self.left[seat] = true;
        self.passes = 0;
        if self.left.iter().filter(|left| !**left).count() == 1 {
            seen.note("left alone");
            self.over = true;
        }
        if self.next == seat {
            self.turn();
        }
    }

    /// B17: one more than the number of seats that did better; whoever left did worse than all who stayed.
    fn places(&self) -> Vec<u8> {
        let score = |seat: usize| match self.left[seat] {
            true => -1,
            false => self.grid.spots().filter(|spot| self.grid.seat_at(*spot) == Some(seat)).count() as i32,
        };
        let scores: Vec<i32> = (0..self.reserve.len()).map(score).collect();
        let better = |own: &i32| scores.iter().filter(|other| *other > own).count() as u8;
        scores.iter().map(|own| 1 + better(own)).collect()
    }
}

impl std::fmt::Display for Plain {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let pile = |spot| match self.grid.at(spot) {
            Some(pile) => format!("{}{}", ["r", "b", "y", "g"][pile.seat], pile.height),
            None => ".".to_string(),
        };
        let row = |row| (0..self.grid.side).map(|column| pile((column, row))).collect::<String>();
        let rows: Vec<String> = (0..self.grid.side).rev().map(row).collect();
        let reserves: Vec<String> = self.reserve.iter().map(ToString::to_string).collect();
        write!(f, "{} {} {}", rows.join("/"), ["r", "b", "y", "g"][self.next], reserves.join(","))
    }
}

fn name((column, row): Spot) -> String {
    format!("{}{}", ["a", "b", "c", "d", "e"][column], row + 1)
}

fn spot(name: &str) -> Spot {
    let bytes = name.as_bytes();
    ((bytes[0] - b'a') as usize, (bytes[1] - b'1') as usize)
}
