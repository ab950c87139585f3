//! What is legal (all of it at once, as sets of cells), and which article forbids the rest.

use crate::action::Action;
use crate::board::{Cell, Cells, STEPS, STRIDE, around, beside, board};
use crate::position::{Basik, RESERVE};
use game::{Illegal, Text};
use search::nth_bit;
use wide::u32x8;

/// The movement of a legal action: a pile goes from one cell (or the reserve) to another.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Route {
    pub from: Cell,
    pub to: Cell,
}

/// Every legal action but a pass.
pub(crate) struct Legal {
    /// Four pairs of directions, each the cells from which a pile may go that way; then the cells that a pawn of the
    /// reserve may enter.
    words: [u64; 5],
}

/// The route behind each bit of [`Legal::words`].
static ROUTES: [Route; 320] = {
    let mut routes = [Route { from: Cell(0), to: Cell(0) }; 320];
    let mut bit = 0;
    while bit < routes.len() {
        let (lane, low) = (bit / 32, (bit % 32) as u8);
        routes[bit] = match lane {
            0..4 => Route { from: Cell(low), to: Cell((low + STEPS[lane]) % 32) },
            4..8 => Route { from: Cell(low), to: Cell((low + 32 - STEPS[lane - 4]) % 32) },
            _ => Route { from: Cell(RESERVE), to: Cell(low) },
        };
        bit += 1;
    }
    routes
};

impl Legal {
    /// How many there are.
    #[inline(always)]
    pub fn count(&self) -> u32 {
        self.words.iter().map(|word| word.count_ones()).sum()
    }

    /// One of them, each with the same chance, from a uniform 32-bit number; none when there are none.
    #[inline(always)]
    pub fn choose(&self, random: u32) -> Option<Route> {
        let mut starts = [0; 6];
        for (i, word) in self.words.iter().enumerate() {
            starts[i + 1] = starts[i] + word.count_ones();
        }
        if starts[5] == 0 {
            return None;
        }
        let rank = ((u64::from(random) * u64::from(starts[5])) >> 32) as u32;
        let word = starts[1..5].iter().map(|start| usize::from(rank >= *start)).sum::<usize>();
        Some(ROUTES[word * 64 + nth_bit(self.words[word], rank - starts[word]) as usize])
    }

    /// Iterates over all of them.
    pub fn iter(&self) -> impl Iterator<Item = Route> {
        self.words.iter().enumerate().flat_map(|(i, word)| {
            let mut left = *word;
            std::iter::from_fn(move || {
                let bit = (left != 0).then(|| left.trailing_zeros() as usize);
                left &= left.wrapping_sub(1);
                bit.map(|bit| ROUTES[i * 64 + bit])
            })
        })
    }
}

/// For each of eight directions, the cells from which a step that way arrives in `targets`.
#[inline(always)]
fn origins(targets: Cells) -> u32x8 {
    const BACK: u32x8 = u32x8::new([1, STRIDE as u32 - 1, STRIDE as u32, STRIDE as u32 + 1, 0, 0, 0, 0]);
    const FORTH: u32x8 = u32x8::new([0, 0, 0, 0, 1, STRIDE as u32 - 1, STRIDE as u32, STRIDE as u32 + 1]);
    (u32x8::splat(targets) << FORTH) >> BACK
}

impl Basik {
    /// Every legal action of the seat to act but a pass, at a table of `SEATS` seats.
    #[inline(always)]
    pub(crate) fn legal_at<const SEATS: usize>(&self) -> Legal {
        let board = board(SEATS as u8);
        let mine = self.colour[0];
        let occupied = (self.low | self.high) & board;
        let adverse = occupied & !mine;
        let (one, two, three) = (occupied & !self.high, occupied & !self.low, self.low & self.high);
        // B4, B6, B14: an empty cell with a side-neighbour that is not adverse. The cell that a move leaves is the
        // mover's own, so it never closes the cell it goes to.
        let entries = board & !occupied & beside(board & !adverse);
        // B5, B6, B7: where a pile of one, two or three pawns may go.
        let from_one = origins(entries | mine & (one | two)) & u32x8::splat(mine & one);
        let from_two = origins(entries | one) & u32x8::splat(mine & two);
        let from_three = origins(entries | adverse & (one | two)) & u32x8::splat(mine & three);
        let lanes = (from_one | from_two | from_three).to_array();
        let pair = |i: usize| u64::from(lanes[i]) | u64::from(lanes[i + 1]) << 32;
        Legal { words: [pair(0), pair(2), pair(4), pair(6), u64::from(entries)] }
    }

    /// Every legal action of the seat to act but a pass.
    #[inline]
    pub(crate) fn legal(&self) -> Legal {
        match self.seats {
            2 => self.legal_at::<2>(),
            3 => self.legal_at::<3>(),
            _ => self.legal_at::<4>(),
        }
    }

    /// The action that follows a legal route.
    #[inline]
    pub(crate) fn action_of(&self, Route { from, to }: Route) -> Action {
        if from.0 == RESERVE {
            Action::Place(to)
        } else if self.occupied() & to.bit() == 0 {
            Action::Move { from, to }
        } else if self.colour[0] & to.bit() != 0 {
            Action::Stack { from, to }
        } else {
            Action::Substitute { from, to }
        }
    }

    /// B14: the empty cells that the seat to act may neither place on nor move to.
    pub fn forbidden(&self) -> Cells {
        let adverse = self.occupied() & !self.colour[0];
        self.board() & !self.occupied() & !beside(self.board() & !adverse)
    }

    /// The route of an action of the seat to act, or nothing for a pass; or the article that forbids it.
    pub(crate) fn judge(&self, action: Action) -> Result<Option<Route>, Illegal> {
        match action {
            Action::Place(to) => {
                self.on_board([to])?;
                if self.occupied() & to.bit() != 0 {
                    return Err(Illegal::new("B4", text::PLACE_ON_EMPTY).at([to]));
                }
                self.may_enter(to)?;
                Ok(Some(Route { from: Cell(RESERVE), to }))
            }
            Action::Stack { from, to } => {
                self.on_board([from, to])?;
                self.own_pile("B5", from)?;
                self.neighbours("B5", from, to)?;
                if self.colour[0] & to.bit() == 0 {
                    return Err(Illegal::new("B5", text::STACK_ON_OWN).at([to]));
                }
                if self.height(from) + self.height(to) > 3 {
                    return Err(Illegal::new("B5", text::AT_MOST_THREE).at([from, to]));
                }
                Ok(Some(Route { from, to }))
            }
            Action::Move { from, to } => {
                self.on_board([from, to])?;
                self.own_pile("B6", from)?;
                self.neighbours("B6", from, to)?;
                if self.occupied() & to.bit() != 0 {
                    return Err(Illegal::new("B6", text::MOVE_TO_EMPTY).at([to]));
                }
                self.may_enter(to)?;
                Ok(Some(Route { from, to }))
            }
            // B15: a substitution may enter a cell that is closed to placing and moving.
            Action::Substitute { from, to } => {
                self.on_board([from, to])?;
                self.own_pile("B7", from)?;
                self.neighbours("B7", from, to)?;
                if self.occupied() & !self.colour[0] & to.bit() == 0 {
                    return Err(Illegal::new("B7", text::SUBSTITUTE_ADVERSE).at([to]));
                }
                if self.height(from) <= self.height(to) {
                    return Err(Illegal::new("B7", text::OUTNUMBER).at([from, to]));
                }
                Ok(Some(Route { from, to }))
            }
            Action::Pass if self.legal().count() > 0 => Err(Illegal::new("B18", text::NO_CHOICE)),
            Action::Pass => Ok(None),
        }
    }

    fn on_board(&self, cells: impl IntoIterator<Item = Cell>) -> Result<(), Illegal> {
        match cells.into_iter().find(|cell| self.board() & cell.bit() == 0) {
            Some(cell) => Err(Illegal::new("B1", text::OFF_BOARD).at([cell])),
            None => Ok(()),
        }
    }

    fn own_pile(&self, article: &'static str, cell: Cell) -> Result<(), Illegal> {
        match self.colour[0] & cell.bit() {
            0 => Err(Illegal::new(article, text::OWN_PILE).at([cell])),
            _ => Ok(()),
        }
    }

    fn neighbours(&self, article: &'static str, from: Cell, to: Cell) -> Result<(), Illegal> {
        match around(from.bit()) & to.bit() {
            0 => Err(Illegal::new(article, text::NEIGHBOUR).at([from, to])),
            _ => Ok(()),
        }
    }

    fn may_enter(&self, to: Cell) -> Result<(), Illegal> {
        match self.forbidden() & to.bit() {
            0 => Ok(()),
            _ => {
                let walls = Cell::each(beside(to.bit()) & self.board());
                Err(Illegal::new("B14", text::FORBIDDEN).at(std::iter::once(to).chain(walls)))
            }
        }
    }
}

/// The sentences of refusals.
pub(crate) mod text {
    use super::Text;

    pub const OFF_BOARD: Text =
        Text { fr: "Cette case n'est pas sur le damier.", en: "That cell is not on the board." };
    pub const PLACE_ON_EMPTY: Text =
        Text { fr: "On ne pose que sur une case vide.", en: "A pawn is placed on an empty cell only." };
    pub const OWN_PILE: Text =
        Text { fr: "Aucune de vos piles ne se trouve là.", en: "None of your piles stands there." };
    pub const NEIGHBOUR: Text = Text {
        fr: "Les deux cases ne se touchent ni par un côté ni par un angle.",
        en: "The two cells share neither a side nor a corner.",
    };
    pub const STACK_ON_OWN: Text = Text {
        fr: "On n'empile que sur une de ses propres piles.",
        en: "You stack onto a pile of your own only.",
    };
    pub const AT_MOST_THREE: Text = Text {
        fr: "Une pile n'a jamais plus de trois pions.",
        en: "A pile never has more than three pawns.",
    };
    pub const TOO_MANY_PAWNS: Text = Text {
        fr: "La boîte n'a pas tant de pions de cette couleur.",
        en: "The box does not hold that many pawns of this colour.",
    };
    pub const MOVE_TO_EMPTY: Text =
        Text { fr: "On ne se déplace que vers une case vide.", en: "A pile moves to an empty cell only." };
    pub const SUBSTITUTE_ADVERSE: Text = Text {
        fr: "On ne se substitue qu'à une pile adverse.",
        en: "Only an adverse pile can be substituted.",
    };
    pub const OUTNUMBER: Text = Text {
        fr: "Il faut être plus nombreux que la pile visée.",
        en: "Your pile must outnumber the one it takes.",
    };
    pub const FORBIDDEN: Text = Text {
        fr: "Cette case vous est interdite : les adversaires en tiennent tous les côtés.",
        en: "That cell is forbidden to you: adverse piles stand on all its sides.",
    };
    pub const NO_CHOICE: Text = Text {
        fr: "On ne passe que faute d'action possible.",
        en: "You pass only when nothing else is legal.",
    };
    pub const NOT_YOUR_TURN: Text = Text { fr: "Ce n'est pas votre tour.", en: "It is not your turn." };
    pub const OVER: Text = Text { fr: "La partie est finie.", en: "The game is over." };
    pub const SEAT_COUNT: Text =
        Text { fr: "Basik se joue à 2, 3 ou 4.", en: "Basik is played by 2, 3 or 4 seats." };
}
