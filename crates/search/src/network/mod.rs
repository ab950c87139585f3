//! Small neural networks that judge positions.
//!
//! A position is a few row numbers ([`Inputs`]). The rows of the first layer are added up and clipped to 0..=1; two small
//! layers above, one pair of them for each bucket, give the answers. Everything is whole numbers, so the same network gives
//! the same bits on every machine: 255 is 1.0 between the layers, and 256 is a weight of 1.0 above the first.

mod duel;
mod file;
mod inputs;
mod judge;
mod self_play;
mod slot;
mod timing;

pub(crate) use duel::duel;
pub use duel::{DuelEffort, DuelLimit, DuelPlayer, NetworkDuel};
pub use file::BadNetwork;
pub use inputs::{InputShape, Inputs};
pub(crate) use judge::Judge;
pub use self_play::{NetworkPlay, NetworkSamples};
pub use slot::NetworkSlot;
pub(crate) use timing::evaluation_seconds;

use bytemuck::cast;
use file::Contents;
use wide::{i16x16, i32x8};

/// A network, ready to judge.
pub struct Network {
    /// The name of the inputs that it was trained for.
    pub inputs: String,
    /// Where it comes from: command, data, seed, date.
    pub provenance: String,
    /// How many answers it gives.
    outputs: usize,
    /// The first layer in blocks of [`BLOCK`] neurons: for each block all rows, and one of zeros for rows that do not exist.
    first: Vec<Vec<[i16x16; BLOCK / 16]>>,
    upper: Vec<UpperLayers>,
}

/// The layers of one bucket.
struct UpperLayers {
    /// For each pair of hidden neurons, the weights of both for all second neurons.
    second: Vec<[i16x16; 2]>,
    second_biases: [i32x8; 2],
    last: Vec<[i32x8; 2]>,
    last_biases: Vec<i32>,
}

/// Neurons of the first layer that are added up at once.
const BLOCK: usize = 64;
/// Second neurons.
const SECOND: usize = 16;

/// 1.0 between the layers.
const ONE: i16 = 255;

impl Network {
    fn of(contents: &Contents) -> Network {
        let Contents { rows, hidden, outputs, .. } = *contents;
        let vector =
            |at: usize| i16x16::new(contents.first[at..at + 16].try_into().expect("a row is whole vectors"));
        let first = (0..hidden / BLOCK).map(|block| {
            let row =
                |row: usize| [0, 16, 32, 48].map(|quarter| vector(row * hidden + block * BLOCK + quarter));
            (0..rows).map(row).chain([[i16x16::splat(0); BLOCK / 16]]).collect()
        });
        let upper = contents.buckets.iter().map(|bucket| {
            let pair = |pair: usize| {
                [0, 8].map(|eight| {
                    let weight =
                        |lane: usize| bucket.second[(eight + lane / 2) * hidden + 2 * pair + lane % 2];
                    i16x16::new(std::array::from_fn(weight))
                })
            };
            let longs =
                |numbers: &[i32]| [0, 8].map(|at| i32x8::new(std::array::from_fn(|lane| numbers[at + lane])));
            let last = bucket.last.chunks_exact(SECOND).map(|row| {
                let row: Vec<i32> = row.iter().map(|weight| i32::from(*weight)).collect();
                longs(&row)
            });
            UpperLayers {
                second: (0..hidden / 2).map(pair).collect(),
                second_biases: longs(&bucket.second_biases),
                last: last.collect(),
                last_biases: bucket.last_biases.clone(),
            }
        });
        Network {
            inputs: contents.inputs.clone(),
            provenance: contents.provenance.clone(),
            outputs,
            first: first.collect(),
            upper: upper.collect(),
        }
    }

    /// The rows of the first layer.
    pub fn rows(&self) -> usize {
        self.first[0].len() - 1
    }

    /// The neurons of the first layer.
    pub fn hidden(&self) -> usize {
        BLOCK * self.first.len()
    }

    /// The buckets of the upper layers.
    pub fn buckets(&self) -> usize {
        self.upper.len()
    }

    /// The answers for a position, in thousandths of log-odds; as many as the network has outputs, the rest 0.
    #[inline]
    pub fn answers(&self, inputs: &Inputs) -> [i32; game::MAX_SEATS] {
        let upper = &self.upper[usize::from(inputs.bucket).min(self.upper.len() - 1)];
        let mut second = upper.second_biases;
        let none = self.rows();
        for (block, weights) in self.first.iter().zip(upper.second.as_chunks::<{ BLOCK / 2 }>().0) {
            let mut sums = [i16x16::splat(0); BLOCK / 16];
            for row in inputs.rows() {
                let row = &block[usize::from(*row).min(none)];
                for (sum, row) in sums.iter_mut().zip(row) {
                    *sum += *row;
                }
            }
            for (quarter, sum) in sums.into_iter().enumerate() {
                let clipped = sum.max(i16x16::splat(0)).min(i16x16::splat(ONE));
                let pairs: [i32; 8] = cast(clipped);
                for (pair, weights) in pairs.into_iter().zip(&weights[8 * quarter..8 * quarter + 8]) {
                    let pair: i16x16 = cast(i32x8::splat(pair));
                    second[0] += pair.dot(weights[0]);
                    second[1] += pair.dot(weights[1]);
                }
            }
        }
        let second = second.map(|sum| (sum >> 8_i32).max(i32x8::splat(0)).min(i32x8::splat(ONE.into())));
        let mut answers = [0; game::MAX_SEATS];
        for ((answer, weights), bias) in answers.iter_mut().zip(&upper.last).zip(&upper.last_biases) {
            let sum = (second[0] * weights[0] + second[1] * weights[1]).to_array().iter().sum::<i32>() + bias;
            // 1000 / (255 × 256), in 65536ths.
            *answer = ((i64::from(sum) * 1004) >> 16) as i32;
        }
        answers
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The same, one number after the other.
    fn plainly(bytes: &[u8], inputs: &Inputs, outputs: usize) -> Vec<i32> {
        let begin = 8 + 16 + 2 + "heaps 1".len() + 2 + "made by hand".len();
        let short = |at: usize| i64::from(i16::from_le_bytes([bytes[at], bytes[at + 1]]));
        let long = |at: usize| {
            i64::from(i32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]))
        };
        let hidden: Vec<i64> = (0..64)
            .map(|neuron| {
                let rows = inputs.rows().iter().filter(|row| **row < 10);
                let weights = rows.map(|row| short(begin + 2 * (usize::from(*row) * 64 + neuron)));
                weights.sum::<i64>().clamp(0, 255)
            })
            .collect();
        let bucket = 2 * 16 * 64 + 4 * 16 + outputs * (2 * 16 + 4);
        let begin = begin + 2 * 10 * 64 + usize::from(inputs.bucket) * bucket;
        let second: Vec<i64> = (0..16)
            .map(|neuron| {
                let products = (0..64).map(|at| hidden[at] * short(begin + 2 * (neuron * 64 + at)));
                let sum: i64 = products.sum::<i64>() + long(begin + 2 * 16 * 64 + 4 * neuron);
                (sum >> 8).clamp(0, 255)
            })
            .collect();
        let begin = begin + 2 * 16 * 64 + 4 * 16;
        (0..outputs)
            .map(|output| {
                let products = (0..16).map(|at| second[at] * short(begin + 2 * (output * 16 + at)));
                let sum = products.sum::<i64>() + long(begin + outputs * 32 + 4 * output);
                ((sum * 1004) >> 16) as i32
            })
            .collect()
    }

    #[test]
    fn vectors_give_what_single_numbers_give() {
        for outputs in [1, 4] {
            let bytes = file::tests::example(outputs as u32);
            let network = Network::read(&bytes).expect("a network");
            let mut seen = std::collections::BTreeSet::new();
            for number in 0..200_usize {
                let mut inputs = Inputs::EMPTY;
                inputs.bucket = (number % 2) as u8;
                (0..number % 9).for_each(|slot| inputs.push((number * 7 + slot * slot * 3) % 12));
                let answers = network.answers(&inputs);
                assert_eq!(answers[..outputs], plainly(&bytes, &inputs, outputs), "{inputs:?}");
                seen.insert(answers[0]);
            }
            assert!(seen.len() > 20, "{seen:?}");
        }
    }
}
