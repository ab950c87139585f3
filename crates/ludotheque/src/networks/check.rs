//! What a network says of positions, compared with how their games ended.

use super::DataFile;
use anyhow::Result;
use search::{Inputs, Network};

/// What a network says of the positions of a file.
#[derive(Default)]
pub struct Check {
    pub positions: u64,
    /// The log loss of its chances against the results, and that of the evaluation without a network.
    pub loss: f64,
    pub hand_loss: f64,
    /// How far it is from the numbers that the training computed, in thousandths of log-odds: on average and at most.
    pub errors: Option<(f64, f64)>,
    pub reliability: Reliability,
}

/// How often a chance came true, by tenths.
#[derive(Default)]
pub struct Reliability {
    /// For each tenth: how many, the chances and the results added up.
    pub tenths: [(u64, f64, f64); 10],
}

impl Reliability {
    pub fn add(&mut self, chance: f64, result: f64) {
        let tenth = &mut self.tenths[((chance * 10.0) as usize).min(9)];
        *tenth = (tenth.0 + 1, tenth.1 + chance, tenth.2 + result);
    }
}

impl Check {
    /// Asks a network about the last `most` positions of a file. `floats` are what training computed for the last ones.
    pub fn of(network: &Network, data: &mut DataFile, most: u64, floats: Option<&[f32]>) -> Result<Check> {
        let outputs = data.header.outputs;
        let left = data.left()?;
        let count = left.min(most);
        data.skip(left - count)?;
        let known = floats.map_or(0, |floats| (floats.len() / outputs) as u64);
        let mut check = Check { positions: count, ..Check::default() };
        let (mut sum, mut worst): (f64, f64) = (0.0, 0.0);
        for number in 0..count {
            let Some(record) = data.next_record()? else { break };
            let (inputs, rest) = read_inputs(&record, data.header.slots, network.rows());
            let answers = network.answers(&inputs);
            for (output, answer) in answers[..outputs].iter().enumerate() {
                let result = f64::from(rest[6 + output]) / 240.0;
                let chance = chance(*answer);
                check.loss += loss(chance, result);
                check.reliability.add(chance, result);
            }
            let hand = i32::from(i16::from_le_bytes([rest[4], rest[5]]));
            check.hand_loss += loss(chance(hand), f64::from(rest[6]) / 240.0);
            if let Some(floats) = floats.filter(|_| number + known >= count) {
                let first = (number + known - count) as usize * outputs;
                for (answer, float) in answers.iter().zip(&floats[first..first + outputs]) {
                    let error = (f64::from(*answer) - 1000.0 * f64::from(*float)).abs();
                    (sum, worst) = (sum + error, worst.max(error));
                }
            }
        }
        check.loss /= (count * outputs as u64).max(1) as f64;
        check.hand_loss /= count.max(1) as f64;
        check.errors = (known > 0).then(|| (sum / (known * outputs as u64) as f64, worst));
        Ok(check)
    }
}

fn read_inputs(record: &[u8], slots: usize, none: usize) -> (Inputs, &[u8]) {
    let (rows, rest) = record.split_at(2 * slots);
    let mut inputs = Inputs::EMPTY;
    inputs.bucket = rest[0];
    let rows = rows.as_chunks().0.iter().map(|bytes| usize::from(u16::from_le_bytes(*bytes)));
    rows.filter(|row| *row < none).for_each(|row| inputs.push(row));
    (inputs, rest)
}

fn chance(value: i32) -> f64 {
    1.0 / (1.0 + (f64::from(value) / -1000.0).exp())
}

fn loss(chance: f64, result: f64) -> f64 {
    let chance = chance.clamp(1e-6, 1.0 - 1e-6);
    -(result * chance.ln() + (1.0 - result) * (1.0 - chance).ln())
}
