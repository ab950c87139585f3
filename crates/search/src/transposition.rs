//! The transposition table: results of positions that a search may meet again.

use bytemuck::zeroed_vec;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// How the stored value bounds the true one.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    /// The true value is this or more.
    AtLeast,
    /// The true value is this or less.
    AtMost,
    /// It is the true value.
    Exact,
}

/// What the table stores of a position.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct TableEntry {
    /// The value; the distance of a win is counted from this position.
    pub value: i32,
    /// How the value bounds the true one.
    pub bound: Bound,
    /// The depth of the search that found it.
    pub depth: u8,
    /// Whether no deeper search can change the value.
    pub is_final: bool,
    /// The index of the best action in the position's list, if it is known.
    pub best: Option<u16>,
}

/// A key and a packed [`TableEntry`], which several threads may read and write at once; the entry of an empty slot is 0.
///
/// The first word is the key xor the entry: if two threads write at once and the words of different entries end up in one
/// slot, no lookup accepts it.
type Slot = [AtomicU64; 2];

/// The slots of one cache line (64 bytes); a lookup searches all of them.
type Bucket = [Slot; 4];

/// A hash table that starts small and grows when it fills up. When a bucket is full, entries of earlier searches are
/// replaced first, then those of the smallest depth.
pub(crate) struct TranspositionTable {
    buckets: Vec<Bucket>,
    bits: u32,
    max_bits: u32,
    generation: u8,
}

impl TranspositionTable {
    const FIRST_BITS: u32 = 8;
    const STEP: u32 = 5;

    /// A table of at most two to the power of `max_bits` buckets of 64 bytes.
    pub fn new(max_bits: u32) -> Self {
        let bits = max_bits.min(Self::FIRST_BITS);
        TranspositionTable { buckets: zeroed_vec(1 << bits), bits, max_bits, generation: 0 }
    }

    /// Starts a new search: the entries stay, but they are replaced first from now on.
    pub fn new_generation(&mut self) {
        self.generation = (self.generation + 1) & pack::GENERATION_MASK;
    }

    /// The entry of the position with this key.
    #[inline]
    pub fn get(&self, key: u64) -> Option<TableEntry> {
        let bucket = &self.buckets[self.index(key)];
        bucket.iter().find_map(|slot| word_of(slot, key)).map(pack::unpack)
    }

    /// Stores `entry` for the position with this key. Keeps the best action of its old entry if the new one has none.
    pub fn set(&self, key: u64, mut entry: TableEntry) {
        let bucket = &self.buckets[self.index(key)];
        let known = bucket.iter().find_map(|slot| Some((slot, word_of(slot, key)?)));
        if let Some((_, word)) = known {
            entry.best = entry.best.or(pack::unpack(word).best);
        }
        let slot = known.map_or_else(|| replaceable(bucket, self.generation), |(slot, _)| slot);
        store(slot, key, pack::pack(entry, self.generation));
    }

    /// Enlarges the table if it fills up, and drops its entries. That happens twice at most, early on; copying the
    /// entries would touch all of the new memory at once, which takes too long within a time limit.
    pub fn grow_if_full(&mut self) {
        if self.bits < self.max_bits && self.share_filled() > 0.2 {
            self.enlarge(self.bits + Self::STEP);
        }
    }

    /// Enlarges the table to its maximum, for threads that will share it.
    pub fn grow_to_maximum(&mut self) {
        if self.bits < self.max_bits {
            self.enlarge(self.max_bits);
        }
    }

    fn enlarge(&mut self, bits: u32) {
        self.bits = bits.min(self.max_bits);
        self.buckets = zeroed_vec(1 << self.bits);
    }

    /// The share of the slots that are not empty, estimated from the first buckets.
    fn share_filled(&self) -> f64 {
        let sample = &self.buckets[..self.buckets.len().min(1024)];
        let filled = sample.iter().flatten().filter(|slot| slot[1].load(Relaxed) != 0).count();
        filled as f64 / (4 * sample.len()) as f64
    }

    #[inline]
    fn index(&self, key: u64) -> usize {
        // Fibonacci hashing: a game's key may have weak bits, and the multiplication spreads all into the highest ones.
        (key.wrapping_mul(SPREAD) >> (64 - self.bits)) as usize
    }
}

const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;

/// The packed entry of a slot, if it belongs to the key.
#[inline]
fn word_of([check, word]: &Slot, key: u64) -> Option<u64> {
    let word = word.load(Relaxed);
    (word != 0 && check.load(Relaxed) ^ word == key).then_some(word)
}

fn store(slot: &Slot, key: u64, word: u64) {
    slot[0].store(key ^ word, Relaxed);
    slot[1].store(word, Relaxed);
}

/// The slot of a bucket to replace: an empty one, or the least valuable.
fn replaceable(bucket: &Bucket, generation: u8) -> &Slot {
    let price = |slot: &Slot| match slot[1].load(Relaxed) {
        0 => (0, 0),
        word if pack::generation(word) != generation => (1, pack::unpack(word).depth),
        word => (2, pack::unpack(word).depth),
    };
    let [first, others @ ..] = bucket;
    let mut best = (price(first), first);
    for slot in others {
        let price = price(slot);
        if price < best.0 {
            best = (price, slot);
        }
    }
    best.1
}

/// The layout of a packed entry: value, best action, depth, then a byte of generation, `is_final` and bound.
mod pack {
    use super::{Bound, TableEntry};

    pub const GENERATION_MASK: u8 = 0x1f;
    const NO_ACTION: u16 = u16::MAX;

    pub fn pack(entry: TableEntry, generation: u8) -> u64 {
        // Never 0, so that a word is never that of an empty slot.
        let bound = match entry.bound {
            Bound::AtLeast => 1,
            Bound::AtMost => 2,
            Bound::Exact => 3,
        };
        let mark = generation << 3 | u8::from(entry.is_final) << 2 | bound;
        let best = entry.best.unwrap_or(NO_ACTION);
        u64::from(entry.value as u32) << 32
            | u64::from(best) << 16
            | u64::from(entry.depth) << 8
            | u64::from(mark)
    }

    pub fn unpack(word: u64) -> TableEntry {
        let best = (word >> 16) as u16;
        TableEntry {
            value: (word >> 32) as i32,
            bound: match word & 3 {
                1 => Bound::AtLeast,
                2 => Bound::AtMost,
                _ => Bound::Exact,
            },
            depth: (word >> 8) as u8,
            is_final: word >> 2 & 1 != 0,
            best: (best != NO_ACTION).then_some(best),
        }
    }

    pub fn generation(word: u64) -> u8 {
        word as u8 >> 3
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(depth: u8) -> TableEntry {
        TableEntry { value: -7, bound: Bound::AtMost, depth, is_final: false, best: Some(3) }
    }

    /// A table of two buckets, and keys that all fall into the first.
    fn small() -> (TranspositionTable, impl Iterator<Item = u64>) {
        let mut table = TranspositionTable::new(1);
        table.new_generation();
        let keys = (0..).filter(|key: &u64| key.wrapping_mul(SPREAD) >> 63 == 0);
        (table, keys)
    }

    #[test]
    fn entries_survive_packing() {
        let (mut table, _) = small();
        for bound in [Bound::AtLeast, Bound::AtMost, Bound::Exact] {
            for (value, is_final, best) in
                [(0, false, None), (-1_000_000, true, Some(0)), (999_999, false, Some(65_534))]
            {
                let entry = TableEntry { value, bound, depth: 128, is_final, best };
                table.set(0, entry);
                table.set(u64::MAX, entry);
                assert_eq!((table.get(0), table.get(u64::MAX)), (Some(entry), Some(entry)));
                table = small().0;
            }
        }
    }

    #[test]
    fn a_full_bucket_replaces_the_smallest_depth() {
        let (table, keys) = small();
        let keys: Vec<u64> = keys.take(5).collect();
        for (key, depth) in keys.iter().zip([5, 2, 9, 4]) {
            table.set(*key, entry(depth));
        }
        table.set(keys[4], entry(1));
        let depths: Vec<_> = keys.iter().map(|key| table.get(*key).map(|entry| entry.depth)).collect();
        assert_eq!(depths, [Some(5), None, Some(9), Some(4), Some(1)]);
    }

    #[test]
    fn a_full_bucket_first_replaces_entries_of_earlier_searches() {
        let (mut table, keys) = small();
        let keys: Vec<u64> = keys.take(6).collect();
        table.set(keys[0], entry(90));
        table.set(keys[1], entry(80));
        table.new_generation();
        for key in &keys[2..] {
            table.set(*key, entry(3));
        }
        let depths: Vec<_> = keys.iter().map(|key| table.get(*key).map(|entry| entry.depth)).collect();
        assert_eq!(depths, [None, None, Some(3), Some(3), Some(3), Some(3)]);
    }

    #[test]
    fn a_position_keeps_one_slot_and_its_best_action() {
        let (table, keys) = small();
        let keys: Vec<u64> = keys.take(4).collect();
        for key in &keys {
            table.set(*key, entry(6));
        }
        table.set(keys[2], TableEntry { best: None, ..entry(1) });
        assert_eq!(table.get(keys[2]), Some(entry(1)));
        assert!(keys.iter().all(|key| table.get(*key).is_some()));
    }

    #[test]
    fn a_table_grows_when_it_fills_up_up_to_its_maximum() {
        let mut table = TranspositionTable::new(15);
        table.new_generation();
        let size_after = |table: &mut TranspositionTable, keys: u64| {
            (0..keys).for_each(|key| table.set(key, entry(4)));
            table.grow_if_full();
            table.buckets.len()
        };
        let sizes = [100, 300, 300, 30_000, 300_000].map(|keys| size_after(&mut table, keys));
        assert_eq!(sizes, [1 << 8, 1 << 13, 1 << 13, 1 << 15, 1 << 15]);
        assert!(table.get(299_999).is_some());

        let mut shared = TranspositionTable::new(15);
        shared.grow_to_maximum();
        assert_eq!(shared.buckets.len(), 1 << 15);
    }

    #[test]
    fn halves_of_different_entries_fit_no_key() {
        let (table, mut keys) = small();
        let (one, other) = (keys.next().expect("many"), keys.next().expect("many"));
        table.set(one, entry(3));
        let slot = table.buckets[0].iter().find(|slot| word_of(slot, one).is_some()).expect("just set");
        slot[1].store(pack::pack(entry(9), 1), Relaxed);
        assert_eq!((table.get(one), table.get(other)), (None, None));
    }
}
