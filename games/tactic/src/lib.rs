//! Tactic: three patrols across the board to the adverse home, two guards in their way, two steps a turn.
//!
//! The rulebook is `RULES.en.md` (`RULES.fr.md`); every rule below cites its article.
//! `board` is geometry (T1, T2), `variant` what a table chooses, `position` what stands where (T3), `shuttle` what is
//! remembered (T15) and `notation` the text of both, `action` what people type, `legal` what may be done (T4–T12, T18, T19) and `judge` which article forbids the
//! rest, `effect` what an action does and how the game ends (T13–T18), `view` what a board shows, `bot`,
//! `evaluation` and `endgame` how a position is judged.

mod action;
mod board;
mod bot;
mod effect;
mod encoding;
mod endgame;
mod evaluation;
mod judge;
mod legal;
mod levels;
mod network;
mod notation;
mod position;
mod shuttle;
mod variant;
mod view;

pub use action::Action;
pub use board::{Kind, Station, Stations, Transits};
pub use bot::{BOTS, LEVEL_RATINGS};
pub use effect::End;
pub use notation::BadPosition;
pub use position::{Begun, Tactic};
pub use shuttle::Shuttle;
pub use variant::{Options, Variant};
pub use view::View;

use game::{Actor, Game, Illegal, Info, Listing, Seat, SeatSet, Text, Turn, Viewer};
use judge::text;
use rand::Rng;

impl Game for Tactic {
    const INFO: Info = Info {
        id: "tactic",
        name: "Tactic",
        author: "unknown",
        summary: Text {
            fr: "Trois patrouilleurs à faire passer, deux gardes pour barrer la route : deux pas par tour.",
            en: "Three patrols to get across, two guards to bar the way: two steps a turn.",
        },
        seats: 2..=2,
        age: 8,
        minutes: 15..=30,
        rules_version: 1,
        options: variant::OPTIONS,
        rulebook: Text { fr: include_str!("../RULES.fr.md"), en: include_str!("../RULES.en.md") },
    };
    type Options = Options;
    type Action = Action;
    type View = View;

    fn new(options: &Options, seats: u8) -> Result<Self, Illegal> {
        if !Self::INFO.seats.contains(&seats) {
            return Err(Illegal::new("T3", text::SEAT_COUNT));
        }
        Ok(Tactic::opening(options.variant))
    }

    fn read_position(notation: &str, options: &Options, seats: u8) -> Option<Self> {
        let position: Tactic = notation.parse().ok()?;
        (seats == 2 && position.variant == options.variant).then_some(position)
    }

    fn forbids_position(notation: &str, _: &Options, _: u8) -> Option<Illegal> {
        notation::forbidden(notation)
    }

    fn seats(&self) -> u8 {
        2
    }

    #[inline]
    fn turn(&self) -> Turn {
        match self.end {
            Some(_) => Turn::Over(self.outcome()),
            None => Turn::Seats(SeatSet::one(self.next)),
        }
    }

    fn apply(&mut self, actor: Actor, action: &Action) -> Result<(), Illegal> {
        if let Some(end) = self.end {
            return Err(Illegal::new(end.article().unwrap_or("T3"), text::OVER));
        }
        if actor != Actor::Seat(self.next) {
            return Err(Illegal::new("T9", text::NOT_YOUR_TURN));
        }
        self.judge(*action)?;
        self.perform(*action);
        Ok(())
    }

    /// The game ends; the seat that stayed wins.
    fn forfeit(&mut self, seat: Seat) {
        if self.end.is_none() {
            self.finish(End::Left(seat));
        }
    }

    fn actions(&self, _: Seat, out: &mut Vec<Action>) -> Listing {
        out.extend(self.legal().iter());
        Listing::Complete
    }

    #[inline]
    fn sample<R: Rng + ?Sized>(&self, _: Actor, rng: &mut R) -> Action {
        self.legal().choose(rng.next_u32())
    }

    fn ended_by(&self) -> Option<&'static str> {
        self.end.and_then(End::article)
    }

    fn view(&self, _: Viewer) -> View {
        View::of(self)
    }
}
