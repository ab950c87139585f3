//! Search by depth where each seat plays for itself.

use crate::root::{Root, only_action};
use crate::value::{self, WIN};
use crate::{Found, Search};
use game::{Actor, Bot, Budget, BySeat, Seat, Turn};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

/// Max^n with iterative deepening: whoever acts chooses what is best for itself, of equals the first listed.
///
/// Where several seats may act at once, they decide one after the other, the lowest first. What Nature will do can't
/// be listed: the search stops there and evaluates.
///
/// One node is one action played.
pub struct MaxN<G: Search> {
    rng: Xoshiro256PlusPlus,
    max_depth: u32,
    lists: Vec<Vec<G::Action>>,
}

impl<G: Search> MaxN<G> {
    /// The furthest that it ever looks ahead.
    pub const MAX_DEPTH: u32 = 128;

    /// A bot whose choices between equals follow from `seed`.
    pub fn new(seed: u64) -> Self {
        let rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        MaxN { rng, max_depth: Self::MAX_DEPTH, lists: Vec::new() }
    }

    /// The same, looking no more than `depth` actions ahead.
    #[must_use]
    pub fn with_max_depth(mut self, depth: u32) -> Self {
        self.max_depth = depth.min(Self::MAX_DEPTH);
        self
    }

    /// The best action of `seat`, which is to act in `game`: that of the last depth searched through, or a better one
    /// that was found at the next.
    pub fn search(&mut self, game: &G, seat: Seat, budget: &Budget<'_>) -> Found<G::Action> {
        let mut root = Root::new(game, seat, &mut self.rng);
        let (mut value, mut reached, mut nodes) = (0, 0, 0);
        for depth in 1..=self.max_depth {
            let deeper = depth as usize - 1;
            self.lists.resize_with(self.lists.len().max(deeper), Vec::new);
            let mut descent = Descent { budget, nodes, depth, saw_horizon: false };
            let (mut best, mut is_complete) = (None, true);
            for (index, action) in root.actions().iter().enumerate() {
                let Some(values) = descent.values_after(game, seat, action, &mut self.lists[..deeper]) else {
                    is_complete = false;
                    break;
                };
                if best.is_none_or(|(_, value)| values[seat] > value) {
                    best = Some((index, values[seat]));
                }
            }
            nodes = descent.nodes;
            if let Some((index, best_value)) = best {
                root.promote(0, index);
                value = best_value;
            }
            if !is_complete {
                break;
            }
            reached = depth;
            if !descent.saw_horizon || value == WIN - 1 {
                break;
            }
        }
        Found { action: root.into_first(), value, depth: reached, nodes }
    }
}

impl<G: Search> Bot<G> for MaxN<G> {
    fn choose(&mut self, game: &G, seat: Seat, budget: &Budget<'_>) -> G::Action {
        only_action(game, seat).unwrap_or_else(|| self.search(game, seat, budget).told(budget))
    }
}

/// The search of one depth.
struct Descent<'a> {
    budget: &'a Budget<'a>,
    /// How many nodes it and the depths before it used.
    nodes: u64,
    /// How many actions ahead it looks from the root.
    depth: u32,
    /// Whether it had to evaluate a position that it could have looked into.
    saw_horizon: bool,
}

impl Descent<'_> {
    /// The values for all seats after an action, looking one action further than there are `lists`; `None` if the
    /// budget is spent before they are known.
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

    /// The values of a position for all seats, looking as many actions ahead as there are `lists`.
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
            self.saw_horizon = true;
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
            // Nothing is better than to win with this very action.
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
