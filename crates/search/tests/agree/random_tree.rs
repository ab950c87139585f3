//! A random game tree. The seat to act, the actions, the evaluation and the outcome are hashes of the position, so that
//! searches meet what real games seldom have: turns in any order, teams, equal outcomes, and positions with paths of
//! different lengths to them.

use game::{
    Actor, BySeat, Game, Illegal, Info, Listing, Malformed, NoOptions, Outcome, Seat, SeatSet, Team, Text,
    Turn, Viewer,
};
use rand::{Rng, RngExt};
use search::{Search, mix};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// A position: the node `place` of the tree whose seed is `maze`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RandomTree {
    maze: u64,
    place: u64,
    seats: u8,
    teams: Teams,
    gone: SeatSet,
}

/// The teams.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Teams {
    Alone,
    /// Even seats against odd ones.
    Pairs,
}

/// An action: one of the paths from a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Path(u8);

/// What a random number is for.
#[derive(Clone, Copy)]
enum Purpose {
    End,
    Nature,
    Seat,
    Paths,
    Length(u8),
    Evaluation(u8),
    Score(u8),
}

impl RandomTree {
    /// The game ends at this node at the latest.
    const LAST: u64 = 40;

    pub fn new(maze: u64, seats: u8, teams: Teams) -> Self {
        RandomTree { maze, place: 0, seats, teams, gone: SeatSet::EMPTY }
    }

    /// The same tree, from another node.
    pub fn at(self, place: u64) -> Self {
        RandomTree { place, ..self }
    }

    fn draw(&self, purpose: Purpose, below: u64) -> u64 {
        let word = match purpose {
            Purpose::End => 1,
            Purpose::Nature => 2,
            Purpose::Seat => 3,
            Purpose::Paths => 4,
            Purpose::Length(path) => 100 + u64::from(path),
            Purpose::Evaluation(side) => 200 + u64::from(side),
            Purpose::Score(side) => 300 + u64::from(side),
        };
        mix(mix(mix(self.maze, self.place), word), 7) % below
    }

    fn paths(&self) -> u8 {
        1 + self.draw(Purpose::Paths, 4) as u8
    }
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl FromStr for Path {
    type Err = Malformed;
    fn from_str(text: &str) -> Result<Self, Malformed> {
        text.parse().map(Path).map_err(|_| Malformed::new(text, "the number of a path"))
    }
}

impl fmt::Display for RandomTree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.maze, self.place)
    }
}

impl Game for RandomTree {
    const INFO: Info = Info {
        id: "random_tree",
        name: "RandomTree",
        author: "chance",
        summary: Text { fr: "Une promenade.", en: "A walk." },
        seats: 2..=4,
        age: 4,
        minutes: 1..=2,
        rules_version: 1,
        options: &[],
        rulebook: Text { fr: "### L1 · Marcher", en: "### L1 · Walking" },
    };
    type Options = NoOptions;
    type Action = Path;
    type View = u64;

    fn new(_: &NoOptions, seats: u8) -> Result<Self, Illegal> {
        Ok(RandomTree::new(0, seats, Teams::Alone))
    }

    fn seats(&self) -> u8 {
        self.seats
    }

    fn turn(&self) -> Turn {
        if self.place >= Self::LAST
            || !self.gone.is_empty()
            || (self.place > 0 && self.draw(Purpose::End, 12) == 0)
        {
            let score = |seat| {
                if self.gone.contains(seat) { 0 } else { 1 + self.draw(Purpose::Score(self.team(seat).0), 3) }
            };
            let scores = BySeat::new(self.seats, score);
            return Turn::Over(Outcome::by_score(&scores));
        }
        if self.maze.is_multiple_of(4) && self.draw(Purpose::Nature, 7) == 0 {
            return Turn::Nature;
        }
        Turn::Seats(SeatSet::one(Seat(self.draw(Purpose::Seat, u64::from(self.seats)) as u8)))
    }

    fn apply(&mut self, actor: Actor, action: &Path) -> Result<(), Illegal> {
        const NO: Text = Text { fr: "Pas par là.", en: "Not that way." };
        let may = match self.turn() {
            Turn::Seats(seats) => matches!(actor, Actor::Seat(seat) if seats.contains(seat)),
            Turn::Nature => actor == Actor::Nature,
            Turn::Over(_) => false,
        };
        if !may || action.0 >= self.paths() {
            return Err(Illegal::new("L1", NO));
        }
        self.place += 1 + self.draw(Purpose::Length(action.0), 5);
        Ok(())
    }

    fn forfeit(&mut self, seat: Seat) {
        self.gone = self.gone.with(seat);
    }

    fn actions(&self, _: Seat, out: &mut Vec<Path>) -> Listing {
        out.extend((0..self.paths()).map(Path));
        Listing::Complete
    }

    fn sample<R: Rng + ?Sized>(&self, _: Actor, rng: &mut R) -> Path {
        Path(rng.random_range(0..self.paths()))
    }

    fn view(&self, _: Viewer) -> u64 {
        self.place
    }

    fn team(&self, seat: Seat) -> Team {
        match self.teams {
            Teams::Alone => Team(seat.0),
            Teams::Pairs => Team(seat.0 % 2),
        }
    }
}

impl Search for RandomTree {
    fn evaluate(&self) -> BySeat<i32> {
        let look = |side: u8| self.draw(Purpose::Evaluation(side), 41) as i32 * 100 - 2000;
        let two_sided = self.seats == 2 || self.teams == Teams::Pairs;
        BySeat::new(self.seats, |seat| match self.team(seat).0 {
            1 if two_sided => -look(0),
            team => look(team),
        })
    }

    fn is_noisy(&self, _: Seat, path: &Path) -> bool {
        self.draw(Purpose::Length(path.0), 5) >= 3
    }

    fn key(&self) -> u64 {
        mix(mix(self.maze, self.place), u64::from(self.seats) << 8 | u64::from(self.gone.bits()))
    }
}
