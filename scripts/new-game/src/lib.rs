//! TITLE: ten stones, and the last one wins.
//!
//! The rulebook is `RULES.en.md` (`RULES.fr.md`); every rule below cites its article. `action` is the notation, `bot` how
//! a search judges a position. Write your own game over this one: its shape is that of every game.

mod action;
mod bot;

pub use action::Action;
pub use bot::BOTS;

use game::{
    Actor, BySeat, Game, Illegal, Info, Listing, NoOptions, Outcome, Seat, SeatSet, Text, Turn, Viewer,
};
use rand::{Rng, RngExt as _};
use serde::{Deserialize, Serialize};
use std::fmt;

const STONES: u8 = 10;
const MOST: u8 = 3;

/// The stones that are left, and who takes next.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TYPE {
    left: u8,
    next: Seat,
    forfeited: Option<Seat>,
}

/// All that a board needs to draw.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct View {
    /// The stones that are left.
    pub left: u8,
}

impl fmt::Display for TYPE {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.left, self.next)
    }
}

impl Game for TYPE {
    const INFO: Info = Info {
        id: "NAME",
        name: "TITLE",
        author: "traditional",
        summary: Text { fr: "Dix cailloux, le dernier gagne.", en: "Ten stones, the last one wins." },
        seats: 2..=2,
        age: 5,
        minutes: 1..=2,
        rules_version: 1,
        options: &[],
        rulebook: Text { fr: include_str!("../RULES.fr.md"), en: include_str!("../RULES.en.md") },
    };
    type Options = NoOptions;
    type Action = Action;
    type View = View;

    fn new(_: &NoOptions, _seats: u8) -> Result<Self, Illegal> {
        Ok(TYPE { left: STONES, next: Seat(0), forfeited: None })
    }

    fn seats(&self) -> u8 {
        2
    }

    fn turn(&self) -> Turn {
        // LETTER3: the last stone was taken by the seat before.
        match self.forfeited.or((self.left == 0).then_some(self.next)) {
            Some(loser) => Turn::Over(Outcome::by_score(&BySeat::new(2, |seat| u8::from(seat != loser)))),
            None => Turn::Seats(SeatSet::one(self.next)),
        }
    }

    fn apply(&mut self, actor: Actor, action: &Action) -> Result<(), Illegal> {
        const OVER: Text = Text { fr: "La partie est finie.", en: "The game is over." };
        const TURN: Text = Text { fr: "Ce n’est pas votre tour.", en: "It is not your turn." };
        const COUNT: Text = Text {
            fr: "Prenez un à trois cailloux, pas plus qu’il n’en reste.",
            en: "Take one to three stones, no more than are left.",
        };
        let seats = self.turn().seats();
        if seats.is_empty() {
            return Err(Illegal::new("LETTER3", OVER));
        }
        if !matches!(actor, Actor::Seat(seat) if seats.contains(seat)) {
            return Err(Illegal::new("LETTER1", TURN));
        }
        if !(1..=MOST.min(self.left)).contains(&action.0) {
            return Err(Illegal::new("LETTER2", COUNT));
        }
        self.left -= action.0;
        self.next = self.next.next(2);
        Ok(())
    }

    fn forfeit(&mut self, seat: Seat) {
        if !matches!(self.turn(), Turn::Over(_)) {
            self.forfeited = Some(seat);
        }
    }

    fn actions(&self, _: Seat, out: &mut Vec<Action>) -> Listing {
        out.extend((1..=MOST.min(self.left)).map(Action));
        Listing::Complete
    }

    fn sample<R: Rng + ?Sized>(&self, _: Actor, rng: &mut R) -> Action {
        Action(rng.random_range(1..=MOST.min(self.left)))
    }

    fn view(&self, _: Viewer) -> View {
        View { left: self.left }
    }

    fn ended_by(&self) -> Option<&'static str> {
        (self.left == 0).then_some("LETTER3")
    }
}
