//! One depth of [`AlphaBeta`](crate::AlphaBeta): principal variation search.

use crate::history::History;
use crate::ordering::Ply;
use crate::transposition::{Bound, Entry, Table};
use crate::value;
use crate::window::{Side, Window, Worth};
use crate::{Endings, Late, Recall, Search, Style, mix};
use game::{Actor, Budget, Seat, Turn};

/// The search of one depth.
pub(crate) struct Descent<'a, G: Search> {
    /// The seat that asks: values are its own.
    pub seat: Seat,
    pub style: Style,
    pub budget: &'a Budget<'a>,
    /// How many nodes it and the depths before it used.
    pub nodes: u64,
    /// How many actions ahead it looks from the root.
    pub depth: u8,
    pub table: &'a Table,
    pub history: &'a mut History<G::Action>,
}

/// So many actions are never late.
const EARLY: usize = 4;

/// What the search of one depth came to at the root.
pub(crate) struct Best {
    /// The best action tried so far, and its worth; none if not even the first was searched through.
    pub found: Option<(usize, Worth)>,
    /// Whether all actions were searched through.
    pub is_complete: bool,
}

/// What room a search of `depth` needs behind each action of the root.
pub(crate) fn plies_needed(depth: u8, style: Style) -> usize {
    usize::from(depth) - 1 + usize::from(style.loud)
}

impl<G: Search> Descent<'_, G> {
    /// Tries the actions at the root in order.
    pub fn best_action(&mut self, game: &G, actions: &[G::Action], plies: &mut [Ply<G::Action>]) -> Best {
        let (mut found, mut settled, mut window) = (None, true, Window::OPEN);
        for (index, action) in actions.iter().enumerate() {
            let worth = self.play(game, self.seat, action).and_then(|next| match index {
                0 => self.worth(&next, Side::Own, self.depth - 1, plies, window),
                _ => self.rival_worth(&next, Side::Own, self.depth - 1, 0, plies, window),
            });
            let Some(worth) = worth else {
                return Best { found, is_complete: false };
            };
            settled &= worth.settled;
            if worth.value > window.low {
                (window.low, found) = (worth.value, Some((index, worth)));
            }
        }
        Best { found: found.map(|(index, best)| (index, Worth { settled, ..best })), is_complete: true }
    }

    /// The worth of one action at the root; `None` if the budget is spent before it is known.
    pub fn worth_of(&mut self, game: &G, action: &G::Action, plies: &mut [Ply<G::Action>]) -> Option<Worth> {
        let next = self.play(game, self.seat, action)?;
        self.worth(&next, Side::Own, self.depth - 1, plies, Window::OPEN)
    }

    /// The position after an action, unless the budget is spent.
    #[inline]
    pub(crate) fn play(&mut self, game: &G, seat: Seat, action: &G::Action) -> Option<G> {
        if self.budget.is_spent(self.nodes) {
            return None;
        }
        self.nodes += 1;
        let mut next = game.clone();
        next.play(Actor::Seat(seat), action);
        Some(next)
    }

    /// The worth to `side` of a position that is expected to be no better than the one that set `window.low`: that
    /// costs less to confirm than its value does to find out, and still less when it looks `less` far.
    fn rival_worth(
        &mut self,
        game: &G,
        side: Side,
        depth: u8,
        less: u8,
        plies: &mut [Ply<G::Action>],
        window: Window,
    ) -> Option<Worth> {
        if depth > 0 {
            let narrow = Window::above(window.low);
            if less > 0 {
                let worth = self.worth(game, side, depth - less, plies, narrow)?;
                if worth.value <= window.low {
                    return Some(worth);
                }
            }
            let worth = self.worth(game, side, depth, plies, narrow)?;
            if worth.value <= window.low || worth.value >= window.high {
                return Some(worth);
            }
        }
        self.worth(game, side, depth, plies, window)
    }

    /// The worth of a position to `side`, whose window it is.
    pub(crate) fn worth(
        &mut self,
        game: &G,
        side: Side,
        depth: u8,
        plies: &mut [Ply<G::Action>],
        window: Window,
    ) -> Option<Worth> {
        let window = side.turn_window(window);
        let worth = match depth {
            0 => self.loud_worth(game, self.style.loud, plies, window),
            _ => self.own_worth(game, depth, plies, window),
        }?;
        Some(Worth { value: side.turn(worth.value), ..worth })
    }

    /// The worth of a position to the seat that asks, looking `depth` actions ahead, one or more; `None` if the budget
    /// is spent before it is known.
    fn own_worth(
        &mut self,
        game: &G,
        depth: u8,
        plies: &mut [Ply<G::Action>],
        window: Window,
    ) -> Option<Worth> {
        let ply = self.ply(plies);
        let seat = match self.to_act(game, ply) {
            Ok(seat) => seat,
            Err(worth) => return Some(worth),
        };
        let key = mix(game.key(), u64::from(self.seat.0));
        let known = match self.style.recall {
            Recall::Table => self.table.get(key),
            Recall::Nothing => None,
        };
        if let Some(worth) = known.and_then(|entry| usable(entry, depth, ply, window)) {
            return Some(worth);
        }

        let (here, deeper) =
            plies.split_first_mut().expect("there are as many plies as the search looks ahead");
        here.list(game, seat, known.and_then(|entry| entry.best), self.history, self.style.order);
        let side = self.side(game, seat);
        let Window { mut low, high } = side.turn_window(window);
        let (mut best, mut best_index) = (Worth { value: i32::MIN, settled: true }, None);
        for tried in 0..here.len() {
            let (index, action, promise) = here.pick(tried);
            if tried >= EARLY && promise <= 0 && self.style.late == Late::Pruned {
                best.settled = false;
                break;
            }
            let less = match self.reduction(depth, tried) {
                less if less > 0 && !game.is_loud(seat, action) => less,
                _ => 0,
            };
            let next = self.play(game, seat, action)?;
            let worth = match tried {
                0 => self.worth(&next, side, depth - 1, deeper, Window { low, high })?,
                _ => self.rival_worth(&next, side, depth - 1, less, deeper, Window { low, high })?,
            };
            if worth.value >= high {
                // This action alone proves the bound, whatever the others are worth.
                (best, best_index) = (worth, Some(index));
                self.history.credit(seat, here.refuted_by(index), depth);
                break;
            }
            best.settled &= worth.settled;
            best.value = best.value.max(worth.value);
            if worth.value > low {
                (low, best_index) = (worth.value, Some(index));
            }
        }

        let worth = Worth { value: side.turn(best.value), ..best };
        if self.style.recall == Recall::Nothing {
            return Some(worth);
        }
        let bound = match worth.value {
            value if value <= window.low => Bound::AtMost,
            value if value >= window.high => Bound::AtLeast,
            _ => Bound::Exact,
        };
        let best = best_index.and_then(|index| u16::try_from(index).ok());
        let value = value::from_node(worth.value, ply);
        self.table.set(key, Entry { value, bound, depth, settled: worth.settled, best });
        Some(worth)
    }

    /// How much less far to look behind an action that so many others precede.
    fn reduction(&self, depth: u8, tried: usize) -> u8 {
        match tried {
            _ if self.style.late == Late::Whole || depth < 3 || tried < EARLY => 0,
            ..12 => 1,
            _ => 2.min(depth - 2),
        }
    }

    /// Who acts in a position that is `ply` actions after the root, or what it is worth because nobody does.
    #[inline]
    pub(crate) fn to_act(&self, game: &G, ply: u32) -> Result<Seat, Worth> {
        let value = match game.turn() {
            Turn::Seats(seats) => match game.solved().filter(|_| self.style.endings == Endings::Proven) {
                Some(solved) => value::of_solved(game, solved, self.seat, ply),
                None => return Ok(seats.first().expect("a turn of seats has a seat")),
            },
            Turn::Nature => self.estimate(game),
            Turn::Over(outcome) => value::of_outcome(game, &outcome, self.seat, ply),
        };
        Err(Worth { value, settled: true })
    }

    pub(crate) fn side(&self, game: &G, seat: Seat) -> Side {
        if game.team(seat) == game.team(self.seat) { Side::Own } else { Side::Other }
    }

    /// How many actions after the root a position is that has so many plies left.
    #[inline]
    pub(crate) fn ply(&self, plies: &[Ply<G::Action>]) -> u32 {
        (1 + plies_needed(self.depth, self.style) - plies.len()) as u32
    }

    #[inline]
    pub(crate) fn estimate(&self, game: &G) -> i32 {
        value::estimate(game.evaluate()[self.seat])
    }
}

/// What the table knows, if that is enough at this depth and for this window. What looked further does not count: it
/// wins no games, and without it values can be held to those of a naive search.
fn usable(entry: Entry, depth: u8, ply: u32, window: Window) -> Option<Worth> {
    let is_as_deep = entry.depth == depth || (entry.settled && entry.depth < depth);
    let value = value::from_root(entry.value, ply);
    let is_enough = match entry.bound {
        Bound::Exact => true,
        Bound::AtLeast => value >= window.high,
        Bound::AtMost => value <= window.low,
    };
    (is_as_deep && is_enough).then_some(Worth { value, settled: entry.settled })
}
