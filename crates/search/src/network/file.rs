//! The file of a network.
//!
//! All numbers are little-endian:
//!
//! | bytes | what |
//! | --- | --- |
//! | 8 | `ludonet` and the version of the format, 1 |
//! | 4 × 4 | u32 rows, hidden neurons, buckets, outputs |
//! | 2 + n | u16 length and UTF-8 text: the name of the inputs |
//! | 2 + n | u16 length and UTF-8 text: where it comes from (command, data, seed, date) |
//! | | i16 first layer, row by row, `hidden` for each |
//! | | for each bucket: i16 second layer, 16 × `hidden`; i32 its 16 biases; i16 last layer, `outputs` × 16; i32 its biases |
//! | 8 | FNV-1a of all before, 64 bits |

use super::{BLOCK, Network, SECOND};
use crate::InputShape;
use thiserror::Error;

const MAGIC: &[u8; 8] = b"ludonet\x01";

/// Why a file is no network, or not the one that is needed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BadNetwork {
    /// It does not begin like one.
    #[error("this is no network of version 1")]
    NotANetwork,
    /// Its checksum or its length is wrong.
    #[error("the file is damaged or cut off")]
    Damaged,
    /// A number in it is out of bounds.
    #[error("a number is out of bounds: {0}")]
    OutOfBounds(&'static str),
    /// It was trained for other inputs.
    #[error("the network was trained for `{found}`, and this is `{wanted}`")]
    OtherInputs {
        /// The inputs it was trained for.
        found: String,
        /// The inputs that are needed.
        wanted: String,
    },
}

/// What a file holds, in plain numbers.
pub(super) struct Contents {
    pub rows: usize,
    pub hidden: usize,
    pub outputs: usize,
    pub inputs: String,
    pub provenance: String,
    pub first: Vec<i16>,
    pub buckets: Vec<BucketContents>,
}

/// The upper layers of one bucket.
pub(super) struct BucketContents {
    pub second: Vec<i16>,
    pub second_biases: Vec<i32>,
    pub last: Vec<i16>,
    pub last_biases: Vec<i32>,
}

impl Network {
    /// The largest file that is read.
    pub const MAX_BYTES: usize = 1 << 20;

    /// Reads a network from the bytes of its file, whatever they are.
    pub fn read(bytes: &[u8]) -> Result<Network, BadNetwork> {
        contents(bytes).map(|contents| Network::of(&contents))
    }

    /// Reads a network that fits these inputs.
    pub fn read_for(bytes: &[u8], shape: &InputShape) -> Result<Network, BadNetwork> {
        let network = Network::read(bytes)?;
        let fits = network.inputs == shape.name
            && network.rows() == shape.rows
            && network.buckets() == shape.buckets
            && network.outputs == shape.outputs;
        if fits {
            return Ok(network);
        }
        Err(BadNetwork::OtherInputs { found: network.inputs, wanted: shape.name.clone() })
    }
}

fn contents(bytes: &[u8]) -> Result<Contents, BadNetwork> {
    if bytes.len() > Network::MAX_BYTES || !bytes.starts_with(MAGIC) {
        return Err(BadNetwork::NotANetwork);
    }
    let (body, sum) = bytes.split_last_chunk::<8>().ok_or(BadNetwork::Damaged)?;
    if checksum(body) != u64::from_le_bytes(*sum) {
        return Err(BadNetwork::Damaged);
    }
    let mut reader = Reader { left: &body[MAGIC.len()..] };
    let rows = reader.size("rows", 1..=usize::from(u16::MAX))?;
    let hidden = reader.size("hidden", BLOCK..=1024)?;
    let buckets = reader.size("buckets", 1..=64)?;
    let outputs = reader.size("outputs", 1..=game::MAX_SEATS)?;
    if !hidden.is_multiple_of(BLOCK) {
        return Err(BadNetwork::OutOfBounds("hidden"));
    }
    let (inputs, provenance) = (reader.text()?, reader.text()?);
    let first = reader.shorts(rows * hidden)?;
    let buckets = (0..buckets).map(|_| {
        Ok(BucketContents {
            second: reader.shorts(SECOND * hidden)?,
            second_biases: reader.longs(SECOND)?,
            last: reader.shorts(outputs * SECOND)?,
            last_biases: reader.longs(outputs)?,
        })
    });
    let buckets = buckets.collect::<Result<_, _>>()?;
    if !reader.left.is_empty() {
        return Err(BadNetwork::Damaged);
    }
    Ok(Contents { rows, hidden, outputs, inputs, provenance, first, buckets })
}

/// Biases beyond this could overflow sums that are 32 bits wide.
const LARGEST_BIAS: i32 = 1 << 28;

/// What is left of a file.
struct Reader<'a> {
    left: &'a [u8],
}

impl<'a> Reader<'a> {
    fn take(&mut self, count: usize) -> Result<&'a [u8], BadNetwork> {
        let (taken, left) = self.left.split_at_checked(count).ok_or(BadNetwork::Damaged)?;
        self.left = left;
        Ok(taken)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], BadNetwork> {
        Ok(self.take(N)?.try_into().expect("so many bytes were taken"))
    }

    fn size(
        &mut self,
        what: &'static str,
        bounds: std::ops::RangeInclusive<usize>,
    ) -> Result<usize, BadNetwork> {
        let size = u32::from_le_bytes(self.array()?) as usize;
        if bounds.contains(&size) { Ok(size) } else { Err(BadNetwork::OutOfBounds(what)) }
    }

    fn text(&mut self) -> Result<String, BadNetwork> {
        let length = u16::from_le_bytes(self.array()?);
        let bytes = self.take(length.into())?;
        String::from_utf8(bytes.to_vec()).map_err(|_| BadNetwork::OutOfBounds("text"))
    }

    fn shorts(&mut self, count: usize) -> Result<Vec<i16>, BadNetwork> {
        let (numbers, _) = self.take(2 * count)?.as_chunks();
        Ok(numbers.iter().map(|bytes| i16::from_le_bytes(*bytes)).collect())
    }

    fn longs(&mut self, count: usize) -> Result<Vec<i32>, BadNetwork> {
        let (numbers, _) = self.take(4 * count)?.as_chunks();
        let numbers: Vec<i32> = numbers.iter().map(|bytes| i32::from_le_bytes(*bytes)).collect();
        match numbers.iter().all(|number| number.unsigned_abs() <= LARGEST_BIAS as u32) {
            true => Ok(numbers),
            false => Err(BadNetwork::OutOfBounds("bias")),
        }
    }
}

fn checksum(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325, |sum, byte| (sum ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3))
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// A small network with weights by a simple rule.
    pub fn example(outputs: u32) -> Vec<u8> {
        let (rows, hidden, buckets) = (10_u32, 64_u32, 2_u32);
        let mut bytes = MAGIC.to_vec();
        for size in [rows, hidden, buckets, outputs] {
            bytes.extend(size.to_le_bytes());
        }
        for text in ["heaps 1", "made by hand"] {
            bytes.extend((text.len() as u16).to_le_bytes());
            bytes.extend(text.as_bytes());
        }
        let mut seed = 1_u32;
        let mut weight = |bound: i32| {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (seed >> 8) as i32 % (2 * bound + 1) - bound
        };
        for _ in 0..rows * hidden {
            bytes.extend((weight(150) as i16).to_le_bytes());
        }
        for _ in 0..buckets {
            (0..16 * hidden).for_each(|_| bytes.extend((weight(200) as i16).to_le_bytes()));
            (0..16).for_each(|_| bytes.extend(weight(30_000).to_le_bytes()));
            (0..outputs * 16).for_each(|_| bytes.extend((weight(500) as i16).to_le_bytes()));
            (0..outputs).for_each(|_| bytes.extend(weight(30_000).to_le_bytes()));
        }
        bytes.extend(checksum(&bytes).to_le_bytes());
        bytes
    }

    #[test]
    fn a_network_tells_what_it_is() {
        let network = Network::read(&example(3)).expect("a network");
        assert_eq!((network.rows(), network.buckets(), network.outputs), (10, 2, 3));
        assert_eq!((&*network.inputs, &*network.provenance), ("heaps 1", "made by hand"));
    }

    #[test]
    fn every_cut_and_every_changed_byte_is_noticed() {
        let bytes = example(1);
        for length in 0..bytes.len() {
            assert!(Network::read(&bytes[..length]).is_err(), "{length}");
        }
        for at in (0..bytes.len()).step_by(7) {
            let mut bytes = bytes.clone();
            bytes[at] ^= 4;
            assert!(Network::read(&bytes).is_err(), "{at}");
        }
    }

    #[test]
    fn sizes_out_of_bounds_are_refused_even_with_a_right_checksum() {
        for (at, size) in [(8, 0_u32), (8, u32::MAX), (12, 65), (12, 1 << 20), (16, 65), (20, 9)] {
            let mut bytes = example(1);
            bytes.truncate(bytes.len() - 8);
            bytes[at..at + 4].copy_from_slice(&size.to_le_bytes());
            bytes.extend(checksum(&bytes).to_le_bytes());
            assert!(matches!(Network::read(&bytes), Err(BadNetwork::OutOfBounds(_))), "{at} {size}");
        }
    }

    #[test]
    fn a_network_for_other_inputs_is_refused() {
        let shape = |name: &str, rows: usize| InputShape {
            name: name.to_owned(),
            rows,
            slots: 4,
            every: (0, 1),
            buckets: 2,
            outputs: 1,
            symmetries: Vec::new(),
        };
        assert!(Network::read_for(&example(1), &shape("heaps 1", 10)).is_ok());
        for other in [shape("heaps 2", 10), shape("heaps 1", 11)] {
            let refused = Network::read_for(&example(1), &other).err();
            assert!(matches!(refused, Some(BadNetwork::OtherInputs { .. })), "{refused:?}");
        }
    }
}
