//! Max^n: depth-first search for more than two sides.

use crate::root::{Root, only_action};
use crate::value::{self, WIN};
use crate::{Search, SearchResult};
use game::{Actor, Bot, Budget, BySeat, Seat, Turn};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

/// Max^n with iterative deepening: each seat chooses what is best for itself; among equals the first listed.
///
/// Where several seats may act at once, they decide one after the other, the lowest first. Nature's actions cannot be
/// listed, so the search evaluates positions where it is Nature's turn.
///
/// One node is one action played.
pub struct MaxN<G: Search> {
    rng: Xoshiro256PlusPlus,
    max_depth: u32,
    lists: Vec<Vec<G::Action>>,
}

impl<G: Search> MaxN<G> {
    /// The largest depth.
    pub const MAX_DEPTH: u32 = 128;

    /// A bot that breaks ties by `seed`.
    pub fn new(seed: u64) -> Self {
        let rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        MaxN { rng, max_depth: Self::MAX_DEPTH, lists: Vec::new() }
    }

    /// Limits the search to `depth` actions.
    #[must_use]
    pub fn with_max_depth(mut self, depth: u32) -> Self {
        self.max_depth = depth.min(Self::MAX_DEPTH);
        self
    }

    /// The best action of `seat`, which must be to act in `game`: that of the last completed depth, or a better one that
    /// the next, incomplete depth found.
    pub fn search(&mut self, game: &G, seat: Seat, budget: &Budget<'_>) -> SearchResult<G::Action> {
        let mut root = Root::new(game, seat, &mut self.rng);
        let (mut value, mut reached, mut nodes) = (0, 0, 0);
        for depth in 1..=self.max_depth {
            let deeper = depth as usize - 1;
            self.lists.resize_with(self.lists.len().max(deeper), Vec::new);
            let mut search = DepthSearch { budget, nodes, depth, reached_horizon: false };
            let (mut best, mut is_complete) = (None, true);
            for (index, action) in root.actions().iter().enumerate() {
                let Some(values) = search.values_after(game, seat, action, &mut self.lists[..deeper]) else {
                    is_complete = false;
                    break;
                };
                if best.is_none_or(|(_, value)| values[seat] > value) {
                    best = Some((index, values[seat]));
                }
            }
            nodes = search.nodes;
            if let Some((index, best_value)) = best {
                root.promote(0, index);
                value = best_value;
            }
            if !is_complete {
                break;
            }
            reached = depth;
            if !search.reached_horizon || value == WIN - 1 {
                break;
            }
        }
        SearchResult { action: root.into_first(), value, depth: reached, nodes }
    }
}

impl<G: Search> Bot<G> for MaxN<G> {
    fn choose(&mut self, game: &G, seat: Seat, budget: &Budget<'_>) -> G::Action {
        only_action(game, seat).unwrap_or_else(|| self.search(game, seat, budget).report(budget))
    }
}

/// The search of one depth of iterative deepening.
struct DepthSearch<'a> {
    budget: &'a Budget<'a>,
    /// The nodes used by this depth and those before it.
    nodes: u64,
    /// The depth in actions, counted from the root.
    depth: u32,
    /// Whether it evaluated a position only because of the depth limit.
    reached_horizon: bool,
}

impl DepthSearch<'_> {
    /// The values for all seats after an action, searched as deep as there are `lists`; `None` if the budget is spent
    /// first. A list is the buffer of one depth.
    fn values_after<G: Search>(
        &mut self,
        game: &G,
        seat: Seat,
        action: &G::Action,
        lists: &mut [Vec<G::Action>],
    ) -> Option<BySeat<i32>> {
        if self.budget.is_spent(self.nodes) {
            return None;
        }
        self.nodes += 1;
        let mut next = game.clone();
        next.play(Actor::Seat(seat), action);
        self.values(&next, lists)
    }

    /// The values of a position for all seats, searched as deep as there are `lists`.
    fn values<G: Search>(&mut self, game: &G, lists: &mut [Vec<G::Action>]) -> Option<BySeat<i32>> {
        let ply = self.depth - lists.len() as u32;
        let seat = match game.turn() {
            Turn::Seats(seats) => seats.first().expect("a turn of seats has a seat"),
            Turn::Nature => return Some(estimates(game)),
            Turn::Over(outcome) => {
                return Some(BySeat::new(game.seats(), |seat| value::of_outcome(game, &outcome, seat, ply)));
            }
        };
        let Some((actions, lists)) = lists.split_first_mut() else {
            self.reached_horizon = true;
            return Some(estimates(game));
        };
        actions.clear();
        game.actions(seat, actions);
        let mut best: Option<BySeat<i32>> = None;
        for action in actions.iter() {
            let values = self.values_after(game, seat, action, lists)?;
            if best.is_none_or(|best| values[seat] > best[seat]) {
                best = Some(values);
            }
            // No action is better than one that wins at once.
            if values[seat] == WIN - ply as i32 - 1 {
                break;
            }
        }
        Some(best.expect("a seat to act has an action"))
    }
}

fn estimates<G: Search>(game: &G) -> BySeat<i32> {
    let evaluation = game.evaluate();
    BySeat::new(game.seats(), |seat| value::estimate(evaluation[seat]))
}
