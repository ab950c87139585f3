//! Search by depth for two sides, and for one side against all others.

use crate::descent::Descent;
use crate::history::History;
use crate::ordering::Ply;
use crate::root::{Root, only_action};
use crate::transposition::Table;
use crate::{Found, PROVEN, Search};
use game::{Bot, Budget, Seat};
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
    history: History<G::Action>,
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
            history: History::new(),
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
        self.history.forget();
        self.plies.iter_mut().for_each(Ply::forget);
        let (mut value, mut reached, mut nodes) = (0, 0, 0);
        for depth in 1..=self.max_depth {
            let deeper = depth as usize - 1;
            self.plies.resize_with(self.plies.len().max(deeper), Ply::new);
            let (table, history) = (&mut self.table, &mut self.history);
            let mut descent = Descent { seat, budget, nodes, depth, table, history };
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
