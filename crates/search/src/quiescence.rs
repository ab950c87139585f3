//! Quiescence search: noisy actions beyond the depth of a search, until the position is quiet.

use crate::Search;
use crate::depth_search::DepthSearch;
use crate::ordering::Ply;
use crate::window::{Score, Window};

impl<G: Search> DepthSearch<'_, G> {
    /// The score, for the seat that asks, of a position at the end of the depth, following up to `left` noisy actions;
    /// `None` if the budget is spent first.
    ///
    /// The side to act may always take the static evaluation instead (stand pat), because some quiet action is nearly
    /// always as good. The result is never better than proven, since the static evaluation is only an estimate.
    pub(crate) fn quiescence(
        &mut self,
        game: &G,
        left: u8,
        plies: &mut [Ply<G::Action>],
        window: Window,
    ) -> Option<Score> {
        let seat = match self.seat_or_score(game, self.ply(plies)) {
            Ok(seat) => seat,
            Err(score) => return Some(score),
        };
        let stand_pat = self.estimate(game);
        if left == 0 {
            return Some(Score { value: stand_pat, is_final: false });
        }
        let side = self.side(game, seat);
        let Window { mut low, high } = side.flip_window(window);
        let mut best = side.flip(stand_pat);
        low = low.max(best);
        if low < high {
            let (here, deeper) = plies.split_first_mut().expect("there is a ply for each noisy action");
            here.list_noisy(game, seat, self.options.order);
            for tried in 0..here.len() {
                let (_, action, _) = here.pick(tried);
                let next = self.play(game, seat, action)?;
                let score =
                    self.quiescence(&next, left - 1, deeper, side.flip_window(Window { low, high }))?;
                best = best.max(side.flip(score.value));
                low = low.max(best);
                if low >= high {
                    break;
                }
            }
        }
        Some(Score { value: side.flip(best), is_final: false })
    }
}
