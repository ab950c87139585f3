//! Basik, by Gilles Lehmann: place, stack, move and substitute pawns to hold the most cells at the end.
//!
//! The rulebook is `RULES.en.md` (`RULES.fr.md`); every rule below cites its article.
//! `board` is geometry (B1, B3), `position` what stands where, `action` the notation, `legal` what may be done
//! (B4–B7, B14, B15, B18), `effect` what it does (B8–B13) and how it ends (B16–B19), `bot`,
//! `evaluation` and `endgame` how it is judged.

mod action;
mod board;
mod bot;
mod effect;
mod encoding;
mod endgame;
mod evaluation;
mod lanes;
mod legal;
mod lockstep;
mod network;
mod position;
mod set_up;
mod view;

pub use action::Action;
pub use board::{Cell, Cells};
pub use bot::{BOTS, LEVEL_RATINGS};
pub use effect::End;
pub use position::{BadPosition, Basik};
pub use view::View;

use game::{Actor, Game, Illegal, Info, Listing, NoOptions, Seat, SeatSet, Text, Turn, Viewer};
use legal::{Route, text};
use rand::Rng;

impl Game for Basik {
    const INFO: Info = Info {
        id: "basik",
        name: "Basik",
        author: "Gilles Lehmann",
        summary: Text {
            fr: "Poser, empiler, se déplacer, se substituer : qui tiendra le plus de cases ?",
            en: "Place, stack, move, substitute: who will hold the most cells?",
        },
        seats: 2..=4,
        age: 8,
        minutes: 15..=30,
        rules_version: 1,
        options: &[],
        rulebook: Text { fr: include_str!("../RULES.fr.md"), en: include_str!("../RULES.en.md") },
    };
    type Options = NoOptions;
    type Action = Action;
    type View = View;

    fn new(_: &NoOptions, seats: u8) -> Result<Self, Illegal> {
        if !Self::INFO.seats.contains(&seats) {
            return Err(Illegal::new("B1", text::SEAT_COUNT));
        }
        Ok(Basik::opening(seats))
    }

    fn read_position(notation: &str, _: &NoOptions, seats: u8) -> Option<Self> {
        notation.parse().ok().filter(|position: &Basik| position.seats == seats)
    }

    fn forbids_position(notation: &str, _: &NoOptions, seats: u8) -> Option<Illegal> {
        set_up::forbidden(notation, seats)
    }

    fn seats(&self) -> u8 {
        self.seats
    }

    #[inline]
    fn turn(&self) -> Turn {
        match self.end() {
            Some(_) => Turn::Over(self.outcome()),
            None => Turn::Seats(SeatSet::one(self.next)),
        }
    }

    fn apply(&mut self, actor: Actor, action: &Action) -> Result<(), Illegal> {
        if let Some(end) = self.end() {
            return Err(Illegal::new(end.article().unwrap_or("B2"), text::OVER));
        }
        if actor != Actor::Seat(self.next) {
            return Err(Illegal::new("B2", text::NOT_YOUR_TURN));
        }
        let route = self.judge(*action)?;
        self.perform_any(route);
        Ok(())
    }

    /// The piles of a seat that leaves stay where they are; its turns are skipped.
    fn forfeit(&mut self, seat: Seat) {
        if self.end().is_some() {
            return;
        }
        self.gone = self.gone.with(seat);
        self.passes = 0;
        if self.next == seat && self.gone.len() < self.seats {
            self.advance_any();
        }
    }

    fn actions(&self, _: Seat, out: &mut Vec<Action>) -> Listing {
        let before = out.len();
        out.extend(self.legal().iter().map(|route| self.action_of(route)));
        if out.len() == before {
            out.push(Action::Pass); // B18
        }
        Listing::Complete
    }

    #[inline]
    fn sample<R: Rng + ?Sized>(&self, _: Actor, rng: &mut R) -> Action {
        self.legal().choose(rng.next_u32()).map_or(Action::Pass, |route| self.action_of(route))
    }

    fn view(&self, _: Viewer) -> View {
        View::of(self)
    }

    fn ended_by(&self) -> Option<&'static str> {
        self.end().and_then(End::article)
    }
}

impl Basik {
    /// Performs a legal action, whatever the number of seats.
    #[inline]
    fn perform_any(&mut self, route: Option<Route>) {
        match self.seats {
            2 => self.perform::<2>(route),
            3 => self.perform::<3>(route),
            _ => self.perform::<4>(route),
        }
    }

    fn advance_any(&mut self) {
        match self.seats {
            2 => self.advance::<2>(),
            3 => self.advance::<3>(),
            _ => self.advance::<4>(),
        }
    }
}
