//! The interface between a game and the platform.
//!
//! A game is a folder that implements [`Game`]; the platform (tables, bots, server, browser) uses nothing else of it.
//! [`Game::apply`] checks and performs an action, [`Game::sample`] returns a random one, [`Game::actions`] lists them,
//! [`Game::view`] returns what a viewer may see. Nothing in here reads a clock, spawns a thread or does I/O.
//!
//! A complete small game: the seat that takes the last of ten stones wins.
//!
//! ```
//! use game::*;
//! use serde::{Deserialize, Serialize};
//! use std::{fmt, str::FromStr};
//!
//! #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
//! struct Stones { left: u8, next: Seat, forfeited: Option<Seat> }
//!
//! #[derive(Clone, Debug, PartialEq, Eq)]
//! struct Take(u8);
//!
//! impl fmt::Display for Take {
//!     fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result { write!(f, "take {}", self.0) }
//! }
//! impl FromStr for Take {
//!     type Err = Malformed;
//!     fn from_str(text: &str) -> Result<Self, Malformed> {
//!         let count = text.strip_prefix("take ").and_then(|count| count.parse().ok());
//!         count.map(Take).ok_or_else(|| Malformed::new(text, "take 1, take 2 or take 3"))
//!     }
//! }
//! impl fmt::Display for Stones {
//!     fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result { write!(f, "{} {}", self.left, self.next) }
//! }
//!
//! impl Game for Stones {
//!     const INFO: Info = Info {
//!         id: "stones", name: "Stones", author: "traditional", seats: 2..=2, age: 5, minutes: 1..=2,
//!         summary: Text { fr: "Dix cailloux, le dernier gagne.", en: "Ten stones, the last one wins." },
//!         rules_version: 1, options: &[],
//!         rulebook: Text { fr: "### N1 · Prendre\nUn à trois.", en: "### N1 · Taking\nOne to three." },
//!     };
//!     type Options = NoOptions;
//!     type Action = Take;
//!     type View = u8;
//!
//!     fn new(_: &NoOptions, _seats: u8) -> Result<Self, Illegal> {
//!         Ok(Stones { left: 10, next: Seat(0), forfeited: None })
//!     }
//!     fn seats(&self) -> u8 { 2 }
//!     fn turn(&self) -> Turn {
//!         let loser = self.forfeited.or((self.left == 0).then_some(self.next));
//!         match loser {
//!             Some(loser) => Turn::Over(Outcome::by_score(&BySeat::new(2, |seat| u8::from(seat != loser)))),
//!             None => Turn::Seats(SeatSet::one(self.next)),
//!         }
//!     }
//!     fn apply(&mut self, actor: Actor, action: &Take) -> Result<(), Illegal> {
//!         const COUNT: Text = Text { fr: "Prenez un à trois cailloux.", en: "Take one to three stones." };
//!         const TURN: Text = Text { fr: "Ce n'est pas à vous.", en: "It is not your turn." };
//!         if !matches!(actor, Actor::Seat(seat) if self.turn().seats().contains(seat)) {
//!             return Err(Illegal::new("N1", TURN));
//!         }
//!         if !(1..=3).contains(&action.0) || action.0 > self.left {
//!             return Err(Illegal::new("N1", COUNT));
//!         }
//!         self.left -= action.0;
//!         self.next = self.next.next(2);
//!         Ok(())
//!     }
//!     fn forfeit(&mut self, seat: Seat) { self.forfeited = Some(seat) }
//!     fn actions(&self, _: Seat, out: &mut Vec<Take>) -> Listing {
//!         out.extend((1..=self.left.min(3)).map(Take));
//!         Listing::Complete
//!     }
//!     fn sample<R: rand::Rng + ?Sized>(&self, _: Actor, rng: &mut R) -> Take {
//!         Take(rand::RngExt::random_range(rng, 1..=self.left.min(3)))
//!     }
//!     fn view(&self, _: Viewer) -> u8 { self.left }
//! }
//!
//! let mut stones = Stones::new(&NoOptions {}, 2).unwrap();
//! stones.apply(Actor::Seat(Seat(0)), &"take 2".parse().unwrap()).unwrap();
//! let refusal = stones.apply(Actor::Seat(Seat(1)), &Take(4)).unwrap_err();
//! assert_eq!((refusal.article, stones.left), ("N1", 8));
//! ```

mod bot;
mod illegal;
mod info;
mod rehearsal;
pub mod rulebook;
mod seat;
mod tool;
mod turn;

pub use bot::{Analysis, Bot, BotSpec, Budget, Job, Threads, Variation, Verdict};
pub use illegal::{Illegal, Malformed};
pub use info::{Choice, Info, Lang, NoOptions, OptionInfo, Text};
pub use rehearsal::Rehearsal;
pub use seat::{BySeat, MAX_SEATS, Seat, SeatSet, Team};
pub use tool::Tool;
pub use turn::{Actor, Outcome, Turn, Viewer};

use rand::Rng;
use serde::{Serialize, de::DeserializeOwned};
use std::fmt::{Debug, Display};
use std::str::FromStr;

/// The rules of a game, and a position under them.
///
/// A position holds everything that its rules depend on, and nothing more. Its `Display` is the game's notation for
/// positions. The same actions in the same order give the same position on every machine.
pub trait Game: Clone + Eq + Debug + Display + Serialize + DeserializeOwned + Send + Sync + 'static {
    /// The game's name, seats, options and rulebook.
    const INFO: Info;
    /// The name and version of the engine that computes Nature's actions, such as a physics engine, where these do not
    /// follow from the rules alone. It is written into records.
    const REFEREE: Option<&'static str> = None;
    /// The older versions of the rules under which this code still judges logs. Today's, `INFO.rules_version`, is judged
    /// anyway. A table of any other version is shown as it was and closed.
    const OLDER_RULES: &'static [u32] = &[];
    /// The options that a table chooses: one field for each of `INFO.options`, each value a string.
    type Options: Default + Clone + Debug + Serialize + DeserializeOwned + Send + Sync;
    /// One decision: a move, a step, a bid, a placement, a pass. Its text is the notation that people type.
    type Action: Clone + Eq + Debug + Display + FromStr<Err = Malformed> + Send + Sync;
    /// What one viewer may see, with all that a board needs to draw.
    type View: Serialize;

    /// The opening position; fails if the game cannot be played with these options and this number of seats.
    fn new(options: &Self::Options, seats: u8) -> Result<Self, Illegal>;

    /// The opening position under an older version of the rules, one of [`Game::OLDER_RULES`].
    fn new_under(rules_version: u32, options: &Self::Options, seats: u8) -> Result<Self, Illegal> {
        let _ = rules_version;
        Self::new(options, seats)
    }

    /// A position from its notation, with everything that today's rules demand of one; `None` if the text is none, is of
    /// other options or seats, or the game reads no positions.
    fn read_position(notation: &str, options: &Self::Options, seats: u8) -> Option<Self> {
        let _ = (notation, options, seats);
        None
    }

    /// Which article forbids a position that somebody set up and that [`Game::read_position`] does not read; `None` if
    /// the text is no position at all. The notation is a stranger's: the work is bounded by its length.
    fn forbids_position(notation: &str, options: &Self::Options, seats: u8) -> Option<Illegal> {
        let _ = (notation, options, seats);
        None
    }

    /// How many seats the table has.
    fn seats(&self) -> u8;

    /// Who may act now, or that the game is over.
    fn turn(&self) -> Turn;

    /// Checks an action and performs it. If it is illegal, returns the refusal and leaves the position unchanged.
    fn apply(&mut self, actor: Actor, action: &Self::Action) -> Result<(), Illegal>;

    /// Removes `seat` from the game, at any moment: it never acts again and its place is behind all seats that stayed.
    fn forfeit(&mut self, seat: Seat);

    /// Appends the legal actions of `seat`, each once, to `out`. `seat` must be one that may act now.
    fn actions(&self, seat: Seat, out: &mut Vec<Self::Action>) -> Listing;

    /// For a seat that may act, a random legal action; for Nature, what happens in the game.
    fn sample<R: Rng + ?Sized>(&self, actor: Actor, rng: &mut R) -> Self::Action;

    /// What Nature does now, computed from the position alone, if it is Nature's turn and the result is not random. A
    /// record is verified by comparing this with what it says Nature did.
    fn nature_result(&self) -> Option<Self::Action> {
        None
    }

    /// What `viewer` may see.
    fn view(&self, viewer: Viewer) -> Self::View;

    /// The text that the other seats are shown for an action that is about to be performed, if they may not see the
    /// whole action: `bid` for a sealed bid, for example. It must reveal nothing that [`Game::view`] hides.
    fn redacted(&self, actor: Actor, action: &Self::Action) -> Option<String> {
        let _ = (actor, action);
        None
    }

    /// Why an action that was performed, or anything before it, can't be taken back; `None` if it can. A tower that fell
    /// has fallen.
    fn irrevocable(&self, action: &Self::Action) -> Option<Illegal> {
        let _ = action;
        None
    }

    /// The team of a seat: its own, unless the game has partners.
    fn team(&self, seat: Seat) -> Team {
        Team(seat.0)
    }

    /// The article by which the game ended, if it has ended by one.
    fn ended_by(&self) -> Option<&'static str> {
        None
    }

    /// The groups of seats that may discuss the game privately.
    fn may_confer(&self) -> Vec<SeatSet> {
        Vec::new()
    }

    /// Starts a [`Rehearsal`] for `seat`, which may act now. `what` names the piece in the game's own notation. Returns
    /// `None` if the game has no rehearsals, or if the seat may not use that piece.
    fn rehearse(&self, seat: Seat, what: &str) -> Option<Box<dyn Rehearsal>> {
        let _ = (seat, what);
        None
    }

    /// The 3D model of a piece, by its name, as JSON for the page that draws it. It is the same at every table.
    fn model(name: &str) -> Option<String> {
        let _ = name;
        None
    }

    /// The seats that are not of the team of `seat`.
    fn rivals(&self, seat: Seat) -> SeatSet {
        Seat::all(self.seats()).filter(|other| self.team(*other) != self.team(seat)).collect()
    }
}

/// Whether a list of actions is complete.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Listing {
    /// Every legal action was listed, and nothing else.
    Complete,
    /// Every listed action is legal, but there are more that cannot be listed, such as the placements of a block.
    Partial,
}
