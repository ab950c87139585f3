//! EX*PION: drive the ball into a camp of the other side, or capture all of its marbles.
//!
//! The rulebook is `RULES.en.md` (`RULES.fr.md`); every rule below cites its article.
//! `board` is geometry (X1–X3) and `axis` the ways of a side across it (X8), `position` what stands where and who owns
//! it (X4–X7), `action` and `notation` how both are written, `legal` what may be done (X9–X13, X16), `judge` what
//! forbids the rest, `effect` what it does (X14–X16) and how it ends (X17–X19), `bot` and `evaluation` how it is judged.

mod action;
mod axis;
mod board;
mod bot;
mod effect;
mod encoding;
mod evaluation;
mod judge;
mod legal;
mod levels;
mod network;
mod notation;
mod position;
mod set_up;
mod view;

pub use action::{Action, Chameleon};
pub use board::{Camp, Cell, Cells, Side, Way};
pub use bot::{BOTS, LEVEL_RATINGS};
pub use effect::End;
pub use notation::BadPosition;
pub use position::{Expion, FirstCapture};
pub use view::View;

use game::{Actor, Game, Illegal, Info, Listing, NoOptions, Seat, SeatSet, Team, Text, Turn, Viewer};
use judge::text;
use legal::{Flanked, Route};
use rand::Rng;

impl Game for Expion {
    const INFO: Info = Info {
        id: "expion",
        name: "EX*PION",
        author: "unknown (As d'or 1990)",
        summary: Text {
            fr: "Poussez la boule rouge dans un camp adverse, ou prenez toutes les billes.",
            en: "Push the red ball into an adverse camp, or capture every marble.",
        },
        seats: 2..=4,
        age: 8,
        minutes: 20..=40,
        rules_version: 1,
        options: &[],
        rulebook: Text { fr: include_str!("../RULES.fr.md"), en: include_str!("../RULES.en.md") },
    };
    type Options = NoOptions;
    type Action = Action;
    type View = View;

    fn new(_: &NoOptions, seats: u8) -> Result<Self, Illegal> {
        if !Self::INFO.seats.contains(&seats) {
            return Err(Illegal::new("X5", text::SEAT_COUNT));
        }
        Ok(Expion::opening(seats))
    }

    fn read_position(notation: &str, _: &NoOptions, seats: u8) -> Option<Self> {
        Expion::read(seats, notation).ok()
    }

    fn seats(&self) -> u8 {
        self.seats
    }

    #[inline]
    fn turn(&self) -> Turn {
        match self.end() {
            Some(end) => Turn::Over(self.outcome(end)),
            None => Turn::Seats(SeatSet::one(self.actor())),
        }
    }

    fn apply(&mut self, actor: Actor, action: &Action) -> Result<(), Illegal> {
        if let Some(end) = self.end() {
            return Err(Illegal::new(end.article().unwrap_or(self.seating()), text::OVER));
        }
        if actor != Actor::Seat(self.actor()) {
            return Err(Illegal::new(self.seating(), text::NOT_YOUR_TURN));
        }
        let route = self.judge(*action)?;
        self.perform_any(route);
        Ok(())
    }

    /// A partner plays on with the marbles of a seat that leaves, in its turns; a side without seats loses.
    fn forfeit(&mut self, seat: Seat) {
        if self.end().is_none() {
            self.gone = self.gone.with(seat);
        }
    }

    fn actions(&self, _: Seat, out: &mut Vec<Action>) -> Listing {
        let before = out.len();
        out.extend(self.listing().iter().map(|route| self.action_of(route)));
        if out.len() == before {
            out.push(Action::Pass); // X13
        }
        Listing::Complete
    }

    #[inline]
    fn sample<R: Rng + ?Sized>(&self, _: Actor, rng: &mut R) -> Action {
        self.listing().choose(rng.next_u32()).map_or(Action::Pass, |route| self.action_of(route))
    }

    fn view(&self, _: Viewer) -> View {
        View::of(self)
    }

    fn forbids_position(notation: &str, _: &NoOptions, seats: u8) -> Option<Illegal> {
        set_up::forbidden(notation, seats)
    }

    fn ended_by(&self) -> Option<&'static str> {
        self.end().and_then(End::article)
    }

    /// X4: North and South are one side, East and West the other.
    fn team(&self, seat: Seat) -> Team {
        Team(self.side(seat) as u8)
    }

    /// X5, X7: the allies of three seats may confer, the partners of four may not.
    fn may_confer(&self) -> Vec<SeatSet> {
        if self.seats == 3 { vec![self.seats_of(Side::EastWest)] } else { Vec::new() }
    }
}

impl Expion {
    /// Performs a legal action, whatever the number of seats: a route, or else a pass.
    #[inline]
    fn perform_any(&mut self, route: Option<Route>) {
        self.movable().specialised(|movable| {
            let flanked = Flanked::by(movable.side, self);
            match self.seats {
                2 => self.perform::<2>(route, &flanked),
                3 => self.perform::<3>(route, &flanked),
                _ => self.perform::<4>(route, &flanked),
            }
        });
    }
}
