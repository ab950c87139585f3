//! Noughts and crosses, whose best play is known. It counts the actions that are played in it.

use game::{
    Actor, BySeat, Game, Illegal, Info, Listing, Malformed, NoOptions, Outcome, Seat, SeatSet, Text, Turn,
    Viewer,
};
use rand::{Rng, RngExt};
use search::{Search, mix};
use serde::{Deserialize, Serialize};
use std::cell::Cell;
use std::fmt;
use std::str::FromStr;

const LINES: [u16; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o124, 0o421];
const FULL: u16 = 0o777;

thread_local! {
    static PLAYED: Cell<u64> = const { Cell::new(0) };
}

/// How many actions this thread has played.
pub fn plays() -> u64 {
    PLAYED.get()
}

/// How many actions this thread plays during `work`.
pub fn count_plays<T>(work: impl FnOnce() -> T) -> (T, u64) {
    let before = PLAYED.get();
    let result = work();
    (result, PLAYED.get() - before)
}

/// The cells of each seat as bits, row by row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TicTacToe {
    marks: [u16; 2],
    gone: Option<Seat>,
}

/// A cell from 0 to 8, row by row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark(pub u8);

impl TicTacToe {
    /// The opening.
    pub fn opening() -> Self {
        TicTacToe { marks: [0; 2], gone: None }
    }

    /// A position by its diagram, `x` for seat 0 and `o` for seat 1, spaces left out.
    pub fn diagram(text: &str) -> Self {
        let cells = text.chars().filter(|cell| !cell.is_whitespace());
        let mut marks = [0; 2];
        for (at, cell) in cells.enumerate() {
            match cell {
                'x' => marks[0] |= 1 << at,
                'o' => marks[1] |= 1 << at,
                other => assert_eq!(other, '.'),
            }
        }
        TicTacToe { marks, gone: None }
    }

    pub fn next(&self) -> Seat {
        Seat(self.taken().count_ones() as u8 % 2)
    }

    fn taken(&self) -> u16 {
        self.marks[0] | self.marks[1]
    }

    fn free(&self) -> impl Iterator<Item = Mark> {
        let taken = self.taken();
        (0..9).filter(move |at| taken >> at & 1 == 0).map(Mark)
    }

    fn has_line(&self, seat: usize) -> bool {
        LINES.iter().any(|line| self.marks[seat] & line == *line)
    }
}

impl fmt::Display for Mark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl FromStr for Mark {
    type Err = Malformed;
    fn from_str(text: &str) -> Result<Self, Malformed> {
        let cell = text.parse().ok().filter(|cell| *cell < 9);
        cell.map(Mark).ok_or_else(|| Malformed::new(text, "a cell from 0 to 8"))
    }
}

impl fmt::Display for TicTacToe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (0..9).try_for_each(|at| {
            let is = |seat: usize| self.marks[seat] >> at & 1 != 0;
            f.write_str(if is(0) {
                "x"
            } else if is(1) {
                "o"
            } else {
                "."
            })
        })
    }
}

impl Game for TicTacToe {
    const INFO: Info = Info {
        id: "tictactoe",
        name: "Tic-tac-toe",
        author: "traditional",
        summary: Text { fr: "Trois en ligne.", en: "Three in a row." },
        seats: 2..=2,
        age: 4,
        minutes: 1..=2,
        rules_version: 1,
        options: &[],
        rulebook: Text { fr: "### M1 · Cocher", en: "### M1 · Marking" },
    };
    type Options = NoOptions;
    type Action = Mark;
    type View = String;

    fn new(_: &NoOptions, _: u8) -> Result<Self, Illegal> {
        Ok(TicTacToe::opening())
    }

    fn seats(&self) -> u8 {
        2
    }

    fn turn(&self) -> Turn {
        let loses = |seat: Seat| self.gone == Some(seat) || self.has_line(1 - seat.index());
        if Seat::all(2).any(loses) {
            Turn::Over(Outcome::by_score(&BySeat::new(2, |seat| u8::from(!loses(seat)))))
        } else if self.taken() == FULL {
            Turn::Over(Outcome::draw(2))
        } else {
            Turn::Seats(SeatSet::one(self.next()))
        }
    }

    fn apply(&mut self, actor: Actor, action: &Mark) -> Result<(), Illegal> {
        const NO: Text = Text { fr: "Impossible.", en: "Impossible." };
        let Turn::Seats(seats) = self.turn() else { return Err(Illegal::new("M1", NO)) };
        match actor {
            Actor::Seat(seat) if seats.contains(seat) && self.taken() >> action.0 & 1 == 0 => {
                self.marks[seat.index()] |= 1 << action.0;
                Ok(())
            }
            _ => Err(Illegal::new("M1", NO)),
        }
    }

    fn forfeit(&mut self, seat: Seat) {
        self.gone = Some(seat);
    }

    fn actions(&self, _: Seat, out: &mut Vec<Mark>) -> Listing {
        out.extend(self.free());
        Listing::Complete
    }

    fn sample<R: Rng + ?Sized>(&self, _: Actor, rng: &mut R) -> Mark {
        let count = 9 - self.taken().count_ones() as usize;
        self.free().nth(rng.random_range(0..count)).expect("as many cells as were counted")
    }

    fn view(&self, _: Viewer) -> String {
        self.to_string()
    }
}

impl Search for TicTacToe {
    /// A hundred for each line that only one seat has begun, for each of its marks there.
    fn evaluate(&self) -> BySeat<i32> {
        let open = |own: u16, other: u16| -> i32 {
            let lines = LINES.iter().filter(|line| **line & other == 0);
            lines.map(|line| 100 * (line & own).count_ones() as i32).sum()
        };
        let lead = open(self.marks[0], self.marks[1]) - open(self.marks[1], self.marks[0]);
        BySeat::new(2, |seat| if seat == Seat(0) { lead } else { -lead })
    }

    fn key(&self) -> u64 {
        mix(u64::from(self.marks[0]) << 16 | u64::from(self.marks[1]), 3)
    }

    fn play(&mut self, actor: Actor, action: &Mark) {
        PLAYED.set(PLAYED.get() + 1);
        self.apply(actor, action).expect("a listed action is legal");
    }

    fn count(&self, _: Seat) -> u64 {
        9 - u64::from(self.taken().count_ones())
    }
}
