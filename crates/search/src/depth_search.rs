//! One depth of [`AlphaBeta`](crate::AlphaBeta): principal variation search.

use crate::history::History;
use crate::network::Judge;
use crate::ordering::Ply;
use crate::transposition::{Bound, TableEntry, TranspositionTable};
use crate::value;
use crate::window::{Score, Side, Window};
use crate::{AlphaBetaOptions, EndgameProofs, LateActions, PROVEN, Search, TableUse, mix};
use game::{Actor, Budget, Seat, Turn};

/// The search of one depth of iterative deepening.
pub(crate) struct DepthSearch<'a, G: Search> {
    /// The seat for which the search runs: values are from its point of view.
    pub seat: Seat,
    pub options: AlphaBetaOptions,
    pub budget: &'a Budget<'a>,
    /// The nodes used by this depth and those before it.
    pub nodes: u64,
    /// The depth in actions, counted from the root.
    pub depth: u8,
    pub table: &'a TranspositionTable,
    pub history: &'a mut History<G::Action>,
    pub judge: &'a Judge,
}

/// The first actions of a position, which are never treated as late.
const EARLY: usize = 4;

/// Up to this depth, positions that are much too good are given up.
const NEAR: u8 = 6;
/// Up to this depth, quiet actions of positions that are much too bad are skipped.
const FUTILE: u8 = 2;

/// The result of the search of one depth.
pub(crate) struct RootResult {
    /// The index and score of the best root action so far; `None` if the search of the first was not completed.
    pub found: Option<(usize, Score)>,
    /// Whether the search of all root actions was completed.
    pub is_complete: bool,
}

/// How many [`Ply`] buffers a search of `depth` needs below the root actions.
pub(crate) fn plies_needed(depth: u8, options: AlphaBetaOptions) -> usize {
    usize::from(depth) - 1 + usize::from(options.quiescence)
}

impl<G: Search> DepthSearch<'_, G> {
    /// The best of the root actions, tried in the given order.
    pub fn best_action(
        &mut self,
        game: &G,
        actions: &[G::Action],
        plies: &mut [Ply<G::Action>],
    ) -> RootResult {
        let (mut found, mut is_final, mut window) = (None, true, Window::OPEN);
        for (index, action) in actions.iter().enumerate() {
            let score = self.play(game, self.seat, action).and_then(|next| match index {
                0 => self.score(&next, Side::Own, self.depth - 1, plies, window),
                _ => self.scout(&next, Side::Own, self.depth - 1, 0, plies, window),
            });
            let Some(score) = score else {
                return RootResult { found, is_complete: false };
            };
            is_final &= score.is_final;
            if score.value > window.low {
                (window.low, found) = (score.value, Some((index, score)));
            }
        }
        RootResult {
            found: found.map(|(index, best)| (index, Score { is_final, ..best })),
            is_complete: true,
        }
    }

    /// The exact score of one root action; `None` if the budget is spent first.
    pub fn score_of_action(
        &mut self,
        game: &G,
        action: &G::Action,
        plies: &mut [Ply<G::Action>],
    ) -> Option<Score> {
        let next = self.play(game, self.seat, action)?;
        self.score(&next, Side::Own, self.depth - 1, plies, Window::OPEN)
    }

    /// The position after an action; `None` if the budget is spent.
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

    /// The score for `side` of a position that is expected not to be above `window.low`. Confirms that with a null
    /// window, first at a depth reduced by `reduction`, and searches the whole window only if it turns out wrong.
    fn scout(
        &mut self,
        game: &G,
        side: Side,
        depth: u8,
        reduction: u8,
        plies: &mut [Ply<G::Action>],
        window: Window,
    ) -> Option<Score> {
        if depth > 0 {
            let narrow = Window::above(window.low);
            if reduction > 0 {
                let score = self.score(game, side, depth - reduction, plies, narrow)?;
                if score.value <= window.low {
                    return Some(score);
                }
            }
            let score = self.score(game, side, depth, plies, narrow)?;
            if score.value <= window.low || score.value >= window.high {
                return Some(score);
            }
        }
        self.score(game, side, depth, plies, window)
    }

    /// The score of a position for `side`; `window` is from the point of view of `side` too.
    pub(crate) fn score(
        &mut self,
        game: &G,
        side: Side,
        depth: u8,
        plies: &mut [Ply<G::Action>],
        window: Window,
    ) -> Option<Score> {
        let window = side.flip_window(window);
        let score = match depth {
            0 => self.quiescence(game, self.options.quiescence, plies, window),
            _ => self.search_node(game, depth, plies, window),
        }?;
        Some(Score { value: side.flip(score.value), ..score })
    }

    /// The score of a position for the seat of the search, `depth` actions deep, at least one; `None` if the budget is
    /// spent first.
    fn search_node(
        &mut self,
        game: &G,
        depth: u8,
        plies: &mut [Ply<G::Action>],
        window: Window,
    ) -> Option<Score> {
        let ply = self.ply(plies);
        let seat = match self.seat_or_score(game, ply) {
            Ok(seat) => seat,
            Err(score) => return Some(score),
        };
        let key = mix(game.key(), u64::from(self.seat.0));
        let known = match self.options.table {
            TableUse::On => self.table.get(key),
            TableUse::Off => None,
        };
        if let Some(score) = known.and_then(|entry| usable(entry, depth, ply, window)) {
            return Some(score);
        }

        let side = self.side(game, seat);
        let standing = self.standing(game, side, depth, window);
        if let Some(value) = standing
            && value - self.options.margin * i32::from(depth) >= side.flip_window(window).high
        {
            return Some(Score { value: side.flip(value), is_final: false });
        }

        let (here, deeper) =
            plies.split_first_mut().expect("there are as many plies as the search looks ahead");
        here.list(game, seat, known.and_then(|entry| entry.best), self.history, self.options.order);
        let Window { mut low, high } = side.flip_window(window);
        let (mut best, mut best_index) = (Score { value: i32::MIN, is_final: true }, None);
        for tried in 0..here.len() {
            let (index, action, ordering_score) = here.pick(tried);
            if tried >= EARLY && ordering_score <= 0 && self.options.late_actions == LateActions::Pruned {
                best.is_final = false;
                break;
            }
            if tried > 0
                && depth <= FUTILE
                && standing.is_some_and(|value| value + self.options.margin * i32::from(depth) <= low)
                && !game.is_noisy(seat, action)
            {
                best.is_final = false;
                continue;
            }
            let reduction = match self.reduction(depth, tried) {
                reduction if reduction > 0 && !game.is_noisy(seat, action) => reduction,
                _ => 0,
            };
            let next = self.play(game, seat, action)?;
            let score = match tried {
                0 => self.score(&next, side, depth - 1, deeper, Window { low, high })?,
                _ => self.scout(&next, side, depth - 1, reduction, deeper, Window { low, high })?,
            };
            if score.value >= high {
                // A cutoff: this action alone proves the bound.
                (best, best_index) = (score, Some(index));
                self.history.credit(seat, here.record_cutoff(index), depth);
                break;
            }
            best.is_final &= score.is_final;
            best.value = best.value.max(score.value);
            if score.value > low {
                (low, best_index) = (score.value, Some(index));
            }
        }

        let score = Score { value: side.flip(best.value), ..best };
        if self.options.table == TableUse::Off {
            return Some(score);
        }
        let bound = match score.value {
            value if value <= window.low => Bound::AtMost,
            value if value >= window.high => Bound::AtLeast,
            _ => Bound::Exact,
        };
        let best = best_index.and_then(|index| u16::try_from(index).ok());
        let value = value::relative_to_node(score.value, ply);
        self.table.set(key, TableEntry { value, bound, depth, is_final: score.is_final, best });
        Some(score)
    }

    /// By how many actions to reduce the depth for an action that comes after `tried` others.
    fn reduction(&self, depth: u8, tried: usize) -> u8 {
        match tried {
            _ if self.options.late_actions == LateActions::Full || depth < 3 || tried < EARLY => 0,
            _ if self.options.late_divisor > 0 => {
                let later = depth.ilog2() * tried.ilog2() / u32::from(self.options.late_divisor);
                (1 + later as u8).min(depth - 2)
            }
            ..12 => 1,
            _ => 2.min(depth - 2),
        }
    }

    /// What a position near the horizon is worth to `side` as it stands, if only a bound is asked for.
    fn standing(&self, game: &G, side: Side, depth: u8, window: Window) -> Option<i32> {
        let is_asked = self.options.margin > 0
            && depth <= NEAR
            && window.high - window.low == 1
            && window.high.abs() < PROVEN;
        is_asked.then(|| side.flip(self.estimate(game)))
    }

    /// The seat to act in a position `ply` actions after the root; the score instead if the search ends here, because
    /// the game is over or solved, or it is Nature's turn.
    #[inline]
    pub(crate) fn seat_or_score(&self, game: &G, ply: u32) -> Result<Seat, Score> {
        let value = match game.turn() {
            Turn::Seats(seats) => {
                match game.solved().filter(|_| self.options.endgame_proofs == EndgameProofs::On) {
                    Some(solved) => value::of_solved(game, solved, self.seat, ply),
                    None => return Ok(seats.first().expect("a turn of seats has a seat")),
                }
            }
            Turn::Nature => self.estimate(game),
            Turn::Over(outcome) => value::of_outcome(game, &outcome, self.seat, ply),
        };
        Err(Score { value, is_final: true })
    }

    pub(crate) fn side(&self, game: &G, seat: Seat) -> Side {
        if game.team(seat) == game.team(self.seat) { Side::Own } else { Side::Other }
    }

    /// The distance from the root of a position that has these plies left.
    #[inline]
    pub(crate) fn ply(&self, plies: &[Ply<G::Action>]) -> u32 {
        (1 + plies_needed(self.depth, self.options) - plies.len()) as u32
    }

    #[inline]
    pub(crate) fn estimate(&self, game: &G) -> i32 {
        self.judge.value(game, self.seat)
    }
}

/// The score of a table entry, if it is valid at this depth and decides this window. Entries of deeper searches are not
/// used: they were measured to gain nothing, and without them every value can be compared with a naive search.
fn usable(entry: TableEntry, depth: u8, ply: u32, window: Window) -> Option<Score> {
    let is_deep_enough = entry.depth == depth || (entry.is_final && entry.depth < depth);
    let value = value::relative_to_root(entry.value, ply);
    let decides = match entry.bound {
        Bound::Exact => true,
        Bound::AtLeast => value >= window.high,
        Bound::AtMost => value <= window.low,
    };
    (is_deep_enough && decides).then_some(Score { value, is_final: entry.is_final })
}
