//! Search by depth for two sides, and for one side against all others.

use crate::ordering::Ply;
use crate::root::{Root, only_action};
use crate::transposition::{Bound, Entry, Table};
use crate::value::{self, PROVEN, WIN};
use crate::{Found, Search, mix};
use game::{Actor, Bot, Budget, Seat, Turn};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

/// Principal variation search with iterative deepening and a transposition table.
///
/// Values are those of the seat that asks. Seats of its team choose the highest, all others the lowest: between two
/// sides this is the game itself, with more it is the *paranoid* view. Nothing assumes that sides alternate. The value
/// at a depth is exactly that of plain minimax, whatever the table holds: an entry counts only if it looked exactly
/// as far, or if looking further can't change it.
///
/// Where several seats may act at once, they decide one after the other, the lowest first. What Nature will do can't
/// be listed: the search stops there and evaluates.
///
/// One node is one action played.
pub struct AlphaBeta<G: Search> {
    rng: Xoshiro256PlusPlus,
    max_depth: u32,
    table: Table,
    plies: Vec<Ply<G::Action>>,
}

impl<G: Search> AlphaBeta<G> {
    /// The furthest that it ever looks ahead.
    pub const MAX_DEPTH: u32 = 128;
    /// Of the table's 64-byte buckets: 16 MiB.
    const TABLE_BITS: u32 = 18;

    /// A bot whose choices between equals follow from `seed`.
    pub fn new(seed: u64) -> Self {
        AlphaBeta {
            rng: Xoshiro256PlusPlus::seed_from_u64(seed),
            max_depth: Self::MAX_DEPTH,
            table: Table::new(Self::TABLE_BITS),
            plies: Vec::new(),
        }
    }

    /// The same, looking no more than `depth` actions ahead.
    #[must_use]
    pub fn with_max_depth(mut self, depth: u32) -> Self {
        self.max_depth = depth.min(Self::MAX_DEPTH);
        self
    }

    /// The best action of `seat`, which is to act in `game`: that of the last depth searched through, or a better one
    /// that was proven at the next.
    pub fn search(&mut self, game: &G, seat: Seat, budget: &Budget<'_>) -> Found<G::Action> {
        let mut root = Root::new(game, seat, &mut self.rng);
        self.table.begin();
        self.plies.iter_mut().for_each(Ply::forget);
        let (mut value, mut reached, mut nodes) = (0, 0, 0);
        for depth in 1..=self.max_depth {
            let deeper = depth as usize - 1;
            self.plies.resize_with(self.plies.len().max(deeper), Ply::new);
            let mut descent = Descent { seat, budget, nodes, depth, table: &mut self.table };
            let best = descent.best_action(game, &root, &mut self.plies[..deeper]);
            nodes = descent.nodes;
            if let Some((index, worth)) = best.found {
                root.promote(index);
                value = worth.value;
            }
            if best.is_complete {
                reached = depth;
            }
            // The first depth that sees a win sees the quickest, and a defeat that can't be put off is certain.
            let is_certain =
                best.found.is_some_and(|(_, worth)| worth.settled || worth.value.abs() >= PROVEN);
            if !best.is_complete || is_certain {
                break;
            }
        }
        Found { action: root.into_first(), value, depth: reached, nodes }
    }
}

impl<G: Search> Bot<G> for AlphaBeta<G> {
    fn choose(&mut self, game: &G, seat: Seat, budget: &Budget<'_>) -> G::Action {
        only_action(game, seat).unwrap_or_else(|| self.search(game, seat, budget).action)
    }
}

/// The search of one depth.
struct Descent<'a> {
    /// Whose values these are.
    seat: Seat,
    budget: &'a Budget<'a>,
    /// How many nodes it and the depths before it used.
    nodes: u64,
    /// How many actions ahead it looks from the root.
    depth: u32,
    table: &'a mut Table,
}

/// What the search of one depth came to at the root.
struct Best {
    /// The best action tried so far, and its worth; none if not even the first was searched through.
    found: Option<(usize, Worth)>,
    /// Whether all actions were.
    is_complete: bool,
}

/// A value, and whether looking further ahead can't change it.
#[derive(Copy, Clone)]
struct Worth {
    value: i32,
    settled: bool,
}

/// Values outside of it need only be known to be outside: above `low`, below `high`.
#[derive(Copy, Clone)]
struct Window {
    low: i32,
    high: i32,
}

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

impl Descent<'_> {
    const OPEN: Window = Window { low: -WIN - 1, high: WIN + 1 };

    /// Tries the actions at the root in order, looking one action further than there are `plies`.
    fn best_action<G: Search>(
        &mut self,
        game: &G,
        root: &Root<G::Action>,
        plies: &mut [Ply<G::Action>],
    ) -> Best {
        let (mut found, mut settled) = (None::<(usize, Worth)>, true);
        for (index, action) in root.actions().iter().enumerate() {
            let worth = self.play(game, self.seat, action).and_then(|next| match found {
                None => self.worth(&next, Side::Own, plies, Self::OPEN),
                Some((_, best)) => {
                    self.rival_worth(&next, Side::Own, plies, Window { low: best.value, ..Self::OPEN })
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
    fn play<G: Search>(&mut self, game: &G, seat: Seat, action: &G::Action) -> Option<G> {
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
    fn rival_worth<G: Search>(
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
    fn worth<G: Search>(
        &mut self,
        game: &G,
        side: Side,
        plies: &mut [Ply<G::Action>],
        window: Window,
    ) -> Option<Worth> {
        let worth = self.own_worth(game, plies, side.turn_window(window))?;
        Some(Worth { value: side.turn(worth.value), ..worth })
    }

    /// The worth of a position to the seat that asks, looking as many actions ahead as there are `plies`; `None` if
    /// the budget is spent before it is known.
    fn own_worth<G: Search>(
        &mut self,
        game: &G,
        plies: &mut [Ply<G::Action>],
        window: Window,
    ) -> Option<Worth> {
        let ply = self.depth - plies.len() as u32;
        let seat = match game.turn() {
            Turn::Seats(seats) => seats.first().expect("a turn of seats has a seat"),
            Turn::Nature => return Some(Worth { value: self.estimate(game), settled: true }),
            Turn::Over(outcome) => {
                return Some(Worth {
                    value: value::of_outcome(game, &outcome, self.seat, ply),
                    settled: true,
                });
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

        here.list(game, seat, known.and_then(|entry| entry.best));
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
                here.refuted_by(index);
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

    fn estimate<G: Search>(&self, game: &G) -> i32 {
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
