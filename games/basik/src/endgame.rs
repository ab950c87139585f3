//! Endgames of Basik: few pawns are left in a reserve.

use crate::board::beside;
use crate::position::Basik;
use search::Solved;

/// With this many pawns or fewer in a reserve, it is an endgame.
const FEW: u8 = 3;

impl Basik {
    /// Whether a reserve is so small that the result may be proven.
    pub(crate) fn is_late(&self) -> bool {
        self.reserve[..usize::from(self.seats)].iter().any(|reserve| *reserve <= FEW)
    }

    /// B16: the seat to act wins if it can place its last pawn and then has the most cells, whatever the pawn encircles.
    #[inline]
    pub(crate) fn known_result(&self) -> Option<Solved> {
        if self.reserve[0] > 1 {
            return None;
        }
        let others = &self.colour[1..usize::from(self.seats)];
        let most = others.iter().map(|cells| cells.count_ones()).max().unwrap_or(0);
        let adverse = others.iter().fold(0, |all, cells| all | cells);
        let free = self.board() & !self.occupied();
        // B14
        let entries = free & beside(self.board() & !adverse);
        (self.colour[0].count_ones() + 1 > most && entries != 0)
            .then_some(Solved { winner: Some(self.next), actions: 1 })
    }
}
