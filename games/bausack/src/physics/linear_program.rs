//! A small linear program, solved by the simplex method: how far may loads shift before no forces balance them?
//!
//! The variables are forces, none negative, each of which contributes a column. They must add up to the loads, which shift
//! along with two more columns: `forces · columns = loads + x · shift[0] + z · shift[1]`. The shifts (x, z) for which a
//! solution exists fill a convex area; [`LinearProgram::margin`] is the distance to its nearest border.

use super::work::Work;
use rapier3d::glamx::DVec2;

/// A program that is feasible for the loads as they are.
pub(super) struct LinearProgram {
    rows: usize,
    /// Columns of forces, then the two shifts, the shift in the direction in question, and the loads; row by row.
    width: usize,
    cells: Vec<f64>,
    /// The basic variable of each row, by its column; none if the row is redundant.
    basis: Vec<Option<usize>>,
    work: Work,
}

/// The work of a cell that is read on its way down a column.
const STRIDE: u64 = 3;
/// Numbers below this are taken for zero.
const EPSILON: f64 = 1e-9;
/// Coefficients below this can be no pivot, and costs below this no gain.
const LEAST_PIVOT: f64 = 1e-7;
/// What may stay unbalanced, as a share of the whole load: contacts are known to a hundredth of a millimetre or so.
const UNBALANCED: f64 = 3e-4;
/// The largest margin that is told apart, in millimetres.
pub(super) const MAX_MARGIN: f64 = 100.0;

impl LinearProgram {
    /// Sets up the program; `None` if no forces balance the loads, or if that is more work than is left. A column lists what
    /// a unit of one force contributes to each row.
    pub fn new(
        rows: usize,
        columns: &[Vec<(usize, f64)>],
        shifts: [&[f64]; 2],
        loads: &[f64],
        work: &Work,
    ) -> Option<LinearProgram> {
        let width = columns.len() + 4;
        if !work.spend((rows * width) as u64) {
            return None;
        }
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
        let mut program = LinearProgram { rows, width, cells, basis: vec![None; rows], work: work.clone() };
        program.find_feasible(columns.len()).then_some(program)
    }

    /// How far the loads may shift in the worst direction, and that direction; 0 if that is more work than is left.
    pub fn margin(&self) -> (f64, DVec2) {
        const HALF: f64 = 0.5;
        const TALL: f64 = 0.866_025_403_784_438_6;
        let directions =
            [[1.0, 0.0], [HALF, TALL], [-HALF, TALL], [-1.0, 0.0], [-HALF, -TALL], [HALF, -TALL]];
        let mut known = (MAX_MARGIN, DVec2::X);
        for towards in directions {
            let border = self.border(DVec2::from(towards));
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

    /// Phase one of the simplex method: finds forces that balance the loads as they are; returns whether there are any.
    fn find_feasible(&mut self, forces: usize) -> bool {
        // The sum of a column over all rows without a basic variable: of the loads, what is not balanced yet; of a force,
        // how much of that a unit of it balances.
        let unbalanced = |program: &LinearProgram, column: usize| -> f64 {
            let open = (0..program.rows).filter(|&row| program.basis[row].is_none());
            open.map(|row| program.cells[row * program.width + column]).sum()
        };
        for round in 0..20 * (self.rows + 20) {
            let open = self.basis.iter().filter(|basic| basic.is_none()).count();
            if !self.work.spend((open * forces) as u64 * STRIDE) {
                return false;
            }
            let load = self.width - 1;
            if unbalanced(self, load) <= EPSILON {
                break;
            }
            let gains = (0..forces).map(|column| (column, unbalanced(self, column)));
            let best = if round < 10 * (self.rows + 20) {
                gains.fold((0, EPSILON), |best, gain| if gain.1 > best.1 { gain } else { best }).0
            } else {
                // Bland's rule: the first column that helps. Slow, but it can't cycle.
                gains.into_iter().find(|gain| gain.1 > EPSILON).map_or(0, |gain| gain.0)
            };
            if unbalanced(self, best) <= EPSILON {
                break;
            }
            let Some(row) = self.leaving_row(best) else { break };
            self.pivot(row, best);
        }
        let load = self.width - 1;
        let is_feasible = unbalanced(self, load) <= UNBALANCED;
        for row in 0..self.rows {
            if self.basis[row].is_none() {
                self.cells[row * self.width + load] = 0.0;
            }
        }
        is_feasible
    }

    /// Phase two: the border of the feasible area that a shift in a direction meets, as its distance from the loads as
    /// they are and its outward normal.
    fn border(&self, towards: DVec2) -> (f64, DVec2) {
        if !self.work.spend(self.cells.len() as u64) {
            return (0.0, towards);
        }
        let mut program = LinearProgram {
            cells: self.cells.clone(),
            basis: self.basis.clone(),
            work: self.work.clone(),
            ..*self
        };
        let [shift_x, shift_z, shift, load] = [4, 3, 2, 1].map(|back| self.width - back);
        for row in 0..program.rows {
            let line = &mut program.cells[row * program.width..(row + 1) * program.width];
            line[shift] = towards.x * line[shift_x] + towards.y * line[shift_z];
        }
        // The shift itself is the first to enter the basis; then every column that lets it grow.
        let mut entering = shift;
        for round in 0..20 * (program.rows + 20) {
            if !program.work.spend((program.rows + program.width) as u64) {
                return (0.0, towards);
            }
            let Some(row) = program.leaving_row(entering) else { return (MAX_MARGIN, towards) };
            program.pivot(row, entering);
            let Some(row) = (0..program.rows).find(|&row| program.basis[row] == Some(shift)) else {
                return (MAX_MARGIN, towards);
            };
            let line = &program.cells[row * program.width..(row + 1) * program.width];
            let gains = line[..shift_x].iter().map(|cell| -cell).enumerate();
            let gains = gains.filter(|gain| gain.1 > LEAST_PIVOT);
            let next = if round < 10 * (program.rows + 20) {
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
                // At the optimum, the row of the shift is the equation of the border.
                let normal = DVec2::new(line[shift_x], line[shift_z]);
                let length = normal.length().max(1.0);
                let distance = (line[load] / length).clamp(0.0, MAX_MARGIN);
                return (distance, normal / length);
            };
            entering = column;
        }
        (0.0, towards)
    }

    /// The ratio test: the row whose basic variable reaches zero first when a column enters the basis; `None` if the column
    /// may grow without limit.
    fn leaving_row(&self, column: usize) -> Option<usize> {
        let load = self.width - 1;
        let mut tightest: Option<(usize, f64, f64)> = None;
        for row in 0..self.rows {
            let line = &self.cells[row * self.width..(row + 1) * self.width];
            let (rate, amount) = (line[column], line[load]);
            let ratio = match self.basis[row] {
                // A redundant row must stay balanced, whatever the sign of the column in it.
                None if rate.abs() > LEAST_PIVOT && amount <= EPSILON => 0.0,
                _ if rate > LEAST_PIVOT => amount.max(0.0) / rate,
                _ => continue,
            };
            let better = tightest.is_none_or(|(_, least, pivot)| {
                ratio < least - EPSILON || ratio < least + EPSILON && rate.abs() > pivot.abs()
            });
            if better {
                tightest = Some((row, ratio, rate));
            }
        }
        tightest.map(|(row, _, _)| row)
    }

    /// Makes a column the basic variable of a row, and eliminates it from all other rows.
    fn pivot(&mut self, row: usize, column: usize) {
        let width = self.width;
        let (before, rest) = self.cells.split_at_mut(row * width);
        let (line, after) = rest.split_at_mut(width);
        let pivot = line[column];
        line.iter_mut().for_each(|cell| *cell /= pivot);
        let mut changed = 1;
        for other in before.chunks_exact_mut(width).chain(after.chunks_exact_mut(width)) {
            let factor = other[column];
            if factor != 0.0 {
                changed += 1;
                for (cell, mine) in other.iter_mut().zip(&*line) {
                    *cell -= factor * mine;
                }
                other[column] = 0.0;
            }
        }
        self.basis[row] = Some(column);
        self.work.spend(changed * width as u64);
    }
}
