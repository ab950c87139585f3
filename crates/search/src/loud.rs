//! Beyond the depth of a search: loud actions, until it is quiet.

use crate::Search;
use crate::descent::Descent;
use crate::ordering::Ply;
use crate::window::{Window, Worth};

impl<G: Search> Descent<'_, G> {
    /// The worth to the seat that asks of a position at the end of the depth, following up to `left` loud actions.
    ///
    /// Whoever acts may be content with what the position looks like: something quiet is nearly always as good. A
    /// proven value stays proven, since only an estimate can come of being content.
    pub(crate) fn loud_worth(
        &mut self,
        game: &G,
        left: u8,
        plies: &mut [Ply<G::Action>],
        window: Window,
    ) -> Option<Worth> {
        let seat = match self.to_act(game, self.ply(plies)) {
            Ok(seat) => seat,
            Err(worth) => return Some(worth),
        };
        let content = self.estimate(game);
        if left == 0 {
            return Some(Worth { value: content, settled: false });
        }
        let side = self.side(game, seat);
        let Window { mut low, high } = side.turn_window(window);
        let mut best = side.turn(content);
        low = low.max(best);
        if low < high {
            let (here, deeper) = plies.split_first_mut().expect("there is a ply for each loud action");
            here.list_loud(game, seat, self.style.order);
            for tried in 0..here.len() {
                let (_, action, _) = here.pick(tried);
                let next = self.play(game, seat, action)?;
                let worth =
                    self.loud_worth(&next, left - 1, deeper, side.turn_window(Window { low, high }))?;
                best = best.max(side.turn(worth.value));
                low = low.max(best);
                if low >= high {
                    break;
                }
            }
        }
        Some(Worth { value: side.turn(best), settled: false })
    }
}
