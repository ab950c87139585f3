//! One depth of [`AlphaBeta`](crate::AlphaBeta): principal variation search.

use crate::history::History;
use crate::ordering::Ply;
use crate::root::Root;
use crate::transposition::{Bound, Entry, Table};
use crate::value::{self, WIN};
use crate::{Search, mix};
use game::{Actor, Budget, Seat, Turn};

/// The search of one depth.
pub(crate) struct Descent<'a, G: Search> {
    /// The seat that asks: values are its own.
    pub seat: Seat,
    pub budget: &'a Budget<'a>,
    /// How many nodes it and the depths before it used.
    pub nodes: u64,
    /// How many actions ahead it looks from the root.
    pub depth: u32,
    pub table: &'a mut Table,
    pub history: &'a mut History<G::Action>,
}

/// What the search of one depth came to at the root.
pub(crate) struct Best {
    /// The best action tried so far, and its worth; none if not even the first was searched through.
    pub found: Option<(usize, Worth)>,
    /// Whether all actions were.
    pub is_complete: bool,
}

/// A value, and whether looking further ahead can't change it.
#[derive(Copy, Clone)]
pub(crate) struct Worth {
    pub value: i32,
    pub settled: bool,
}

/// Of a value that is not between the two, it is enough to know that it is not.
#[derive(Copy, Clone)]
struct Window {
    low: i32,
    high: i32,
}

/// Every value is within it.
const OPEN: Window = Window { low: -WIN - 1, high: WIN + 1 };

/// From whose side a value is seen: turning it over is going to the other side, and back.
#[derive(Copy, Clone)]
enum Side {
    /// The side of the seat that asks.
    Own,
    /// The side of all others.
    Other,
}

impl Side {
    fn turn_window(self, window: Window) -> Window {
        match self {
            Side::Own => window,
            Side::Other => Window { low: -window.high, high: -window.low },
        }
    }

    fn turn(self, value: i32) -> i32 {
        match self {
            Side::Own => value,
            Side::Other => -value,
        }
    }
}

impl<G: Search> Descent<'_, G> {
    /// Tries the actions at the root in order, looking one action further than there are `plies`.
    pub fn best_action(&mut self, game: &G, root: &Root<G::Action>, plies: &mut [Ply<G::Action>]) -> Best {
        let (mut found, mut settled) = (None::<(usize, Worth)>, true);
        for (index, action) in root.actions().iter().enumerate() {
            let worth = self.play(game, self.seat, action).and_then(|next| match found {
                None => self.worth(&next, Side::Own, plies, OPEN),
                Some((_, best)) => {
                    self.rival_worth(&next, Side::Own, plies, Window { low: best.value, ..OPEN })
                }
            });
            let Some(worth) = worth else {
                return Best { found, is_complete: false };
            };
            settled &= worth.settled;
            if found.is_none_or(|(_, best)| worth.value > best.value) {
                found = Some((index, worth));
            }
        }
        Best { found: found.map(|(index, best)| (index, Worth { settled, ..best })), is_complete: true }
    }

    /// The position after an action, unless the budget is spent.
    #[inline]
    fn play(&mut self, game: &G, seat: Seat, action: &G::Action) -> Option<G> {
        if self.budget.is_spent(self.nodes) {
            return None;
        }
        self.nodes += 1;
        let mut next = game.clone();
        next.play(Actor::Seat(seat), action);
        Some(next)
    }

    /// The worth to `side` of a position that is expected to be no better than the one that set `window.low`: that
    /// costs less to confirm than its value does to find out.
    fn rival_worth(
        &mut self,
        game: &G,
        side: Side,
        plies: &mut [Ply<G::Action>],
        window: Window,
    ) -> Option<Worth> {
        if !plies.is_empty() {
            let narrow = Window { low: window.low, high: window.low + 1 };
            let worth = self.worth(game, side, plies, narrow)?;
            if worth.value <= window.low || worth.value >= window.high {
                return Some(worth);
            }
        }
        self.worth(game, side, plies, window)
    }

    /// The worth of a position to `side`, whose window it is.
    fn worth(&mut self, game: &G, side: Side, plies: &mut [Ply<G::Action>], window: Window) -> Option<Worth> {
        let worth = self.own_worth(game, plies, side.turn_window(window))?;
        Some(Worth { value: side.turn(worth.value), ..worth })
    }

    /// The worth of a position to the seat that asks, looking as many actions ahead as there are `plies`; `None` if
    /// the budget is spent before it is known.
    fn own_worth(&mut self, game: &G, plies: &mut [Ply<G::Action>], window: Window) -> Option<Worth> {
        let ply = self.depth - plies.len() as u32;
        let seat = match game.turn() {
            Turn::Seats(seats) => seats.first().expect("a turn of seats has a seat"),
            Turn::Nature => return Some(Worth { value: self.estimate(game), settled: true }),
            Turn::Over(outcome) => {
                let value = value::of_outcome(game, &outcome, self.seat, ply);
                return Some(Worth { value, settled: true });
            }
        };
        let depth = plies.len() as u8;
        let Some((here, deeper)) = plies.split_first_mut() else {
            return Some(Worth { value: self.estimate(game), settled: false });
        };
        let key = mix(game.key(), u64::from(self.seat.0));
        let known = self.table.get(key);
        if let Some(worth) = known.and_then(|entry| usable(entry, depth, ply, window)) {
            return Some(worth);
        }

        here.list(game, seat, known.and_then(|entry| entry.best), self.history);
        let side = if game.team(seat) == game.team(self.seat) { Side::Own } else { Side::Other };
        let Window { mut low, high } = side.turn_window(window);
        let (mut best, mut best_index) = (Worth { value: i32::MIN, settled: true }, None);
        for tried in 0..here.len() {
            let (index, action) = here.pick(tried);
            let next = self.play(game, seat, action)?;
            let worth = match tried {
                0 => self.worth(&next, side, deeper, Window { low, high })?,
                _ => self.rival_worth(&next, side, deeper, Window { low, high })?,
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

    fn estimate(&self, game: &G) -> i32 {
        value::estimate(game.evaluate()[self.seat])
    }
}

/// What the table knows, if that is enough at this depth and for this window.
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
