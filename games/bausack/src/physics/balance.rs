//! A small linear programme: how far may loads shift before no forces balance them?
//!
//! Pushes are multiples, none negative, of some columns. They must add up to the loads, which shift along with two more
//! columns: `pushes · columns = loads + x · shift[0] + z · shift[1]`. The shifts (x, z) that can be balanced fill a
//! convex area; [`Balance::room`] says how far its nearest border is.

/// A programme whose loads can be balanced as they are.
pub(super) struct Balance {
    rows: usize,
    /// Columns of pushes, then the two shifts, the shift in question, and the loads; row by row.
    width: usize,
    cells: Vec<f64>,
    /// Which column each row is solved for; none if the row says nothing new.
    solved: Vec<Option<usize>>,
}

/// What is too small to be anything.
const NOTHING: f64 = 1e-9;
/// What may stay unbalanced, as a share of the whole load: contacts are known to a hundredth of a millimetre or so.
const LEFT_OVER: f64 = 3e-4;
/// Farther than this nobody measures.
pub(super) const FAR: f64 = 100.0;

impl Balance {
    /// `columns` are what one push each contributes to every row.
    pub fn of(
        rows: usize,
        columns: &[Vec<(usize, f64)>],
        shifts: [&[f64]; 2],
        loads: &[f64],
    ) -> Option<Balance> {
        let width = columns.len() + 4;
        let mut cells = vec![0.0; rows * width];
        for (index, column) in columns.iter().enumerate() {
            for &(row, value) in column {
                cells[row * width + index] += value;
            }
        }
        for row in 0..rows {
            let line = &mut cells[row * width..(row + 1) * width];
            line[width - 4] = -shifts[0][row];
            line[width - 3] = -shifts[1][row];
            line[width - 1] = loads[row];
            if loads[row] < 0.0 {
                line.iter_mut().for_each(|cell| *cell = -*cell);
            }
        }
        let mut balance = Balance { rows, width, cells, solved: vec![None; rows] };
        balance.begin(columns.len()).then_some(balance)
    }

    /// How far the loads may shift in the direction in which the least is possible, and that direction.
    pub fn room(&self) -> (f64, [f64; 2]) {
        const HALF: f64 = 0.5;
        const TALL: f64 = 0.866_025_403_784_438_6;
        let around = [[1.0, 0.0], [HALF, TALL], [-HALF, TALL], [-1.0, 0.0], [-HALF, -TALL], [HALF, -TALL]];
        let mut known = (FAR, [1.0, 0.0]);
        for towards in around {
            let border = self.border(towards);
            if border.0 < known.0 {
                known = border;
            }
        }
        // The foot of the nearest border known may lie beyond another one.
        for _ in 0..8 {
            let (distance, normal) = self.border(known.1);
            if distance >= known.0 - 1e-6 {
                break;
            }
            known = (distance, normal);
        }
        known
    }

    /// First find pushes that balance the loads at all.
    fn begin(&mut self, pushes: usize) -> bool {
        // What is missing in every row, and how much less of it one push of each column leaves.
        let missing = |balance: &Balance, column: usize| -> f64 {
            let open = (0..balance.rows).filter(|&row| balance.solved[row].is_none());
            open.map(|row| balance.cells[row * balance.width + column]).sum()
        };
        for round in 0..20 * (self.rows + 20) {
            let load = self.width - 1;
            if missing(self, load) <= NOTHING {
                break;
            }
            let gains = (0..pushes).map(|column| (column, missing(self, column)));
            let best = if round < 10 * (self.rows + 20) {
                gains.fold((0, NOTHING), |best, gain| if gain.1 > best.1 { gain } else { best }).0
            } else {
                // Always the first that helps: slow, but it can't go round in circles.
                gains.into_iter().find(|gain| gain.1 > NOTHING).map_or(0, |gain| gain.0)
            };
            if missing(self, best) <= NOTHING {
                break;
            }
            let Some(row) = self.limit(best) else { break };
            self.solve(row, best);
        }
        let load = self.width - 1;
        let balanced = missing(self, load) <= LEFT_OVER;
        for row in 0..self.rows {
            if self.solved[row].is_none() {
                self.cells[row * self.width + load] = 0.0;
            }
        }
        balanced
    }

    /// The border in a direction: its distance from where the loads are, and the direction straight to it.
    fn border(&self, towards: [f64; 2]) -> (f64, [f64; 2]) {
        let mut balance = Balance { cells: self.cells.clone(), solved: self.solved.clone(), ..*self };
        let [shift_x, shift_z, shift, load] = [4, 3, 2, 1].map(|back| self.width - back);
        for row in 0..balance.rows {
            let line = &mut balance.cells[row * balance.width..(row + 1) * balance.width];
            line[shift] = towards[0] * line[shift_x] + towards[1] * line[shift_z];
        }
        // The shift itself is the first to enter; then every column that lets it grow.
        let mut entering = shift;
        for round in 0..20 * (balance.rows + 20) {
            let Some(row) = balance.limit(entering) else { return (FAR, towards) };
            balance.solve(row, entering);
            let Some(row) = (0..balance.rows).find(|&row| balance.solved[row] == Some(shift)) else {
                return (FAR, towards);
            };
            let line = &balance.cells[row * balance.width..(row + 1) * balance.width];
            let gains = line[..shift_x].iter().map(|cell| -cell).enumerate();
            let gains = gains.filter(|gain| gain.1 > 1e-7);
            let next = if round < 10 * (balance.rows + 20) {
                gains.fold(
                    None,
                    |best: Option<(usize, f64)>, gain| {
                        if best.is_none_or(|best| gain.1 > best.1) { Some(gain) } else { best }
                    },
                )
            } else {
                gains.into_iter().next()
            };
            let Some((column, _)) = next else {
                // What the line still says of the two shifts is the border: they add up to the distance.
                let normal = [line[shift_x], line[shift_z]];
                let length = (normal[0] * normal[0] + normal[1] * normal[1]).sqrt().max(1.0);
                let distance = (line[load] / length).clamp(0.0, FAR);
                return (distance, normal.map(|part| part / length));
            };
            entering = column;
        }
        (0.0, towards)
    }

    /// The row that stops a column from growing.
    fn limit(&self, column: usize) -> Option<usize> {
        let load = self.width - 1;
        let mut tightest: Option<(usize, f64, f64)> = None;
        for row in 0..self.rows {
            let line = &self.cells[row * self.width..(row + 1) * self.width];
            let (rate, amount) = (line[column], line[load]);
            let ratio = match self.solved[row] {
                // A row that is balanced without any push must stay so, whichever way the column pulls.
                None if rate.abs() > 1e-7 && amount <= NOTHING => 0.0,
                _ if rate > 1e-7 => amount.max(0.0) / rate,
                _ => continue,
            };
            let better = tightest.is_none_or(|(_, least, pivot)| {
                ratio < least - NOTHING || ratio < least + NOTHING && rate.abs() > pivot.abs()
            });
            if better {
                tightest = Some((row, ratio, rate));
            }
        }
        tightest.map(|(row, _, _)| row)
    }

    /// Solves a row for a column, and takes the column out of all others.
    fn solve(&mut self, row: usize, column: usize) {
        let width = self.width;
        let (before, rest) = self.cells.split_at_mut(row * width);
        let (line, after) = rest.split_at_mut(width);
        let pivot = line[column];
        line.iter_mut().for_each(|cell| *cell /= pivot);
        for other in before.chunks_exact_mut(width).chain(after.chunks_exact_mut(width)) {
            let factor = other[column];
            if factor != 0.0 {
                for (cell, mine) in other.iter_mut().zip(&*line) {
                    *cell -= factor * mine;
                }
                other[column] = 0.0;
            }
        }
        self.solved[row] = Some(column);
    }
}
