//! Refusals: which article forbids an illegal action, and why.

use crate::action::{Action, Chameleon};
use crate::axis::Manner;
use crate::board::{Camp, Cell, Cells, Side, Way, beside};
use crate::legal::{Flanked, Route};
use crate::position::{Expion, FirstCapture};
use game::{Illegal, Text};

/// X9: how far a marble leaves its camp.
const REACH: u8 = 3;

/// A marble of the seat to act that would go straight to a cell of the area.
#[derive(Copy, Clone)]
struct Attempt {
    colour: Camp,
    from: Cell,
    to: Cell,
    way: Way,
    distance: u8,
    chameleon: Chameleon,
}

impl Attempt {
    fn route(&self) -> Route {
        route(self.from, self.to, self.way, self.colour.side(), self.chameleon)
    }
}

impl Expion {
    /// The article on whose turn it is and who owns what, at this number of seats.
    pub(crate) const fn seating(&self) -> &'static str {
        match self.seats {
            2 => "X6",
            3 => "X7",
            _ => "X5",
        }
    }

    /// The route of an action of the seat to act, or nothing for a pass; or the article that forbids it.
    pub(crate) fn judge(&self, action: Action) -> Result<Option<Route>, Illegal> {
        let attempt = match action {
            Action::Pass if self.listing().count() > 0 => return Err(Illegal::new("X13", text::NO_CHOICE)),
            Action::Pass => return Ok(None),
            Action::Move { from, to, chameleon } | Action::Push { from, to, chameleon } => {
                self.attempt(from, to, chameleon)?
            }
        };
        match action {
            Action::Push { .. } => self.may_push(&attempt)?,
            _ if attempt.from.camp().is_some() => self.may_leave(&attempt)?,
            _ => self.may_step(&attempt)?,
        }
        self.may_capture_so(&attempt)?;
        Ok(Some(attempt.route()))
    }

    /// The route of an action that is known to be legal.
    #[inline]
    pub(crate) fn route(&self, action: Action) -> Option<Route> {
        match action {
            Action::Pass => None,
            Action::Move { from, to, chameleon } | Action::Push { from, to, chameleon } => {
                let (way, _) = from.line_to(to).expect("a legal action goes straight");
                Some(route(from, to, way, self.movable().side, chameleon))
            }
        }
    }

    fn attempt(&self, from: Cell, to: Cell, chameleon: Chameleon) -> Result<Attempt, Illegal> {
        if let Some(corner) = [from, to].into_iter().find(|cell| !cell.exists()) {
            return Err(Illegal::new("X1", text::NO_CELL).at([corner]));
        }
        let movable = self.movable();
        let colour = match self.marble(from) {
            Some(colour) if movable.holds(colour) => colour,
            Some(colour) if colour.side() == movable.side => {
                return Err(Illegal::new(self.seating(), text::PARTNERS_MARBLE).at([from]));
            }
            _ => return Err(Illegal::new(self.seating(), text::OWN_MARBLE).at([from])),
        };
        let Some((way, distance)) = from.line_to(to) else {
            return Err(Illegal::new("X3", text::STRAIGHT).at([from, to]));
        };
        if to.camp().is_some() {
            return Err(Illegal::new("X10", text::NO_ENTRY).at([to]));
        }
        Ok(Attempt { colour, from, to, way, distance, chameleon })
    }

    /// X9
    fn may_leave(&self, &Attempt { colour, from, way, distance, .. }: &Attempt) -> Result<(), Illegal> {
        // Any other way leads into the camp itself.
        debug_assert_eq!(way, colour.forward());
        if distance > REACH {
            return Err(Illegal::new("X9", text::LEAVE_THREE).at([from]));
        }
        let mut path = std::iter::successors(from.step(way), |cell| cell.step(way)).take(distance as usize);
        match path.find(|cell| !self.is_free(*cell)) {
            Some(block) => Err(Illegal::new("X9", text::NO_JUMP).at([from, block])),
            None => Ok(()),
        }
    }

    /// X10
    fn may_step(&self, &Attempt { from, to, distance, .. }: &Attempt) -> Result<(), Illegal> {
        if distance != 1 {
            return Err(Illegal::new("X10", text::ONE_STEP).at([from, to]));
        }
        if !self.is_free(to) {
            return Err(Illegal::new("X10", text::NOT_FREE).at([to]));
        }
        Ok(())
    }

    /// X12
    fn may_push(&self, &Attempt { colour, from, to, way, distance, .. }: &Attempt) -> Result<(), Illegal> {
        if to != self.ball {
            return Err(Illegal::new("X12", text::NO_BALL).at([to, self.ball]));
        }
        if distance != 1 {
            return Err(Illegal::new("X12", text::PUSH_NEXT).at([from, to]));
        }
        let beyond = to.step(way).expect("behind every cell of the area lies another or one of a camp");
        if beyond.camp().is_some_and(|camp| camp.side() == colour.side()) {
            return Err(Illegal::new("X12", text::OWN_CAMP).at([beyond]));
        }
        if beyond.is_special() {
            return Err(Illegal::new("X2", text::SPECIAL_CELL).at([beyond]));
        }
        if !self.is_free(beyond) {
            return Err(Illegal::new("X12", text::PUSH_FREE).at([beyond]));
        }
        Ok(())
    }

    /// X11 and X16, which look at what is captured.
    fn may_capture_so(&self, attempt: &Attempt) -> Result<(), Illegal> {
        let &Attempt { colour, from, to, way, chameleon, .. } = attempt;
        let flanked = Flanked::by(colour.side(), self);
        let silent = Route { chameleon: Chameleon::Silent, ..attempt.route() };
        let alone = self.captures(silent, &flanked);
        let more = self.chameleon_captures(attempt, &flanked);
        let must_capture = way == colour.forward().back() && self.first_capture == FirstCapture::Awaited;
        match chameleon {
            Chameleon::Called if more == 0 => {
                let arrives = (to.bit() & (self.ball.bit() | beside(self.ball.bit()))) != 0;
                let touches = arrives || self.touches_ball_without(from);
                let why = if touches { text::NOTHING_MORE } else { text::NOT_TOUCHING };
                Err(Illegal::new("X16", why).at([to, self.ball]))
            }
            Chameleon::Silent if must_capture && alone == 0 && more == 0 => {
                Err(Illegal::new("X11", text::NOT_BACKWARD).at([from, to]))
            }
            Chameleon::Silent if must_capture && alone == 0 => {
                Err(Illegal::new("X16", text::ONLY_CALLED).at(Cell::each(more)))
            }
            _ => Ok(()),
        }
    }

    /// X16: what an attempt would capture by the chameleon alone.
    fn chameleon_captures(&self, attempt: &Attempt, flanked: &Flanked) -> Cells {
        if attempt.to == self.ball {
            return flanked.taken(self.driven(attempt.route(), flanked.side).bit());
        }
        let between = match attempt.to.line_to(self.ball) {
            Some((way, 2)) if self.touches_ball_without(attempt.from) => attempt.to.step(way),
            _ => None,
        };
        let victim = between
            .filter(|cell| self.marble(*cell).is_some_and(|colour| colour.side() != attempt.colour.side()));
        victim.map_or(0, Cell::bit)
    }

    /// X16: whether a marble of the seat's own colours, other than the one that leaves `from`, touches the ball.
    fn touches_ball_without(&self, from: Cell) -> bool {
        let (ball, stays) = (self.ball.bit(), !from.bit());
        self.colours(self.next)
            .any(|colour| self.out(colour) & stays & beside(ball) | self.home(colour) & ball != 0)
    }

    /// Whether neither a marble nor the ball stands there.
    fn is_free(&self, cell: Cell) -> bool {
        self.marble(cell).is_none() && cell != self.ball
    }
}

fn route(from: Cell, to: Cell, way: Way, side: Side, chameleon: Chameleon) -> Route {
    let manner = match (side, way) {
        _ if from.camp().is_some() => Manner::Leave,
        (Side::NorthSouth, Way::Up) | (Side::EastWest, Way::Right) => Manner::Rise,
        (Side::NorthSouth, Way::Down) | (Side::EastWest, Way::Left) => Manner::Fall,
        (Side::NorthSouth, Way::Right) | (Side::EastWest, Way::Up) => Manner::Climb,
        (Side::NorthSouth, Way::Left) | (Side::EastWest, Way::Down) => Manner::Sink,
    };
    Route { manner, to: to.index(), chameleon }
}

/// The sentences of refusals.
pub(crate) mod text {
    use super::Text;

    pub const FOREIGN_CAMP: Text = Text {
        fr: "Aucune bille n'entre dans un camp, ni ne passe dans celui d'une autre couleur.",
        en: "No marble ever enters a camp, let alone that of another colour.",
    };
    pub const ONE_BALL: Text =
        Text { fr: "Il y a une bille rouge, et une seule.", en: "There is one red ball, and one only." };
    pub const SEVEN_MARBLES: Text = Text {
        fr: "Chaque couleur a sept billes, pas plus.",
        en: "Each colour has seven marbles, and no more.",
    };
    pub const NO_MARBLES: Text =
        Text { fr: "Qui doit jouer n'a plus de bille.", en: "Whoever is to play has no marble left." };
    pub const NO_CELL: Text =
        Text { fr: "Le plateau n'a pas de case à cet angle.", en: "The board has no cell in that corner." };
    pub const OWN_MARBLE: Text =
        Text { fr: "Aucune de vos billes ne se trouve là.", en: "None of your marbles stands there." };
    pub const PARTNERS_MARBLE: Text = Text {
        fr: "Cette bille est à votre partenaire, qui seul la déplace.",
        en: "That marble is your partner's, who alone moves it.",
    };
    pub const STRAIGHT: Text = Text {
        fr: "Tout se fait en ligne droite, le long d'une rangée ou d'une colonne.",
        en: "Everything goes straight, along a row or a column.",
    };
    pub const NO_ENTRY: Text =
        Text { fr: "Aucune bille n'entre dans un camp.", en: "No marble ever enters a camp." };
    pub const LEAVE_THREE: Text = Text {
        fr: "Une bille sort de son camp de trois cases au plus.",
        en: "A marble leaves its camp by three cells at most.",
    };
    pub const NO_JUMP: Text = Text {
        fr: "Le chemin n'est pas libre, et l'on ne saute rien.",
        en: "The way is not free, and nothing is jumped.",
    };
    pub const ONE_STEP: Text = Text {
        fr: "Hors du camp, une bille avance d'une seule case.",
        en: "Out of its camp a marble goes one cell at a time.",
    };
    pub const NOT_FREE: Text = Text { fr: "Cette case est occupée.", en: "That cell is occupied." };
    pub const NO_BALL: Text = Text {
        fr: "On ne pousse que l'EX*PION, qui n'est pas là.",
        en: "Only the ball is pushed, and it is not there.",
    };
    pub const PUSH_NEXT: Text = Text {
        fr: "Seule une bille voisine de l'EX*PION le pousse.",
        en: "Only a marble next to the ball pushes it.",
    };
    pub const OWN_CAMP: Text = Text {
        fr: "L'EX*PION n'entre jamais dans un camp de votre propre équipe.",
        en: "The ball never goes into a camp of your own side.",
    };
    pub const SPECIAL_CELL: Text = Text {
        fr: "Cette case spéciale est interdite à l'EX*PION.",
        en: "That special cell is forbidden to the ball.",
    };
    pub const PUSH_FREE: Text =
        Text { fr: "La case derrière l'EX*PION est occupée.", en: "The cell behind the ball is occupied." };
    pub const NOT_BACKWARD: Text = Text {
        fr: "Avant la première prise, on ne recule que pour prendre.",
        en: "Before the first capture a marble goes backward only to capture.",
    };
    pub const ONLY_CALLED: Text = Text {
        fr: "Ce recul ne prend que par le caméléon : annoncez-le.",
        en: "That backward move captures only by the chameleon: call it.",
    };
    pub const NOTHING_MORE: Text = Text {
        fr: "Le caméléon ne prendrait rien de plus.",
        en: "The chameleon would capture nothing more.",
    };
    pub const NOT_TOUCHING: Text = Text {
        fr: "Après ce coup, aucune de vos propres billes ne toucherait l'EX*PION.",
        en: "After that move none of your own marbles would touch the ball.",
    };
    pub const NO_CHOICE: Text = Text {
        fr: "On ne passe que faute de coup possible.",
        en: "You pass only when nothing else is legal.",
    };
    pub const NOT_YOUR_TURN: Text = Text { fr: "Ce n'est pas votre tour.", en: "It is not your turn." };
    pub const OVER: Text = Text { fr: "La partie est finie.", en: "The game is over." };
    pub const SEAT_COUNT: Text =
        Text { fr: "EX*PION se joue à 2, 3 ou 4.", en: "EX*PION is played by 2, 3 or 4 seats." };
}
