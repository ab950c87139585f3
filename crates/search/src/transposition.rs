//! What a search remembers of positions that it may meet again.

use bytemuck::zeroed_vec;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// What the stored value says of the true one.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    /// The true value is this or more.
    AtLeast,
    /// The true value is this or less.
    AtMost,
    /// It is the true value.
    Exact,
}

/// What is known of a position.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    /// The value, wins counted from this position.
    pub value: i32,
    /// What the value says.
    pub bound: Bound,
    /// How many actions ahead the search looked.
    pub depth: u8,
    /// Whether looking further ahead can't change the value.
    pub settled: bool,
    /// Where the best action stands in the position's list, if it is known.
    pub best: Option<u16>,
}

/// A key and an [`Entry`] in one word, which several threads may read and write at once; the word of an empty slot is 0.
///
/// What is stored is not the key but the key xor the word: when two threads write at once and the halves of different
/// entries come together, they don't fit any key that is asked for.
type Slot = [AtomicU64; 2];

/// As many slots as one line of a processor's cache holds: they are searched together.
type Bucket = [Slot; 4];

/// A table that becomes large only when it is needed. When a bucket is full, what earlier searches left goes first,
/// then what looked least far.
pub(crate) struct Table {
    buckets: Vec<Bucket>,
    bits: u32,
    max_bits: u32,
    generation: u8,
}

impl Table {
    const FIRST_BITS: u32 = 8;
    const STEP: u32 = 5;

    /// A table of at most two to the power of `max_bits` buckets of 64 bytes.
    pub fn new(max_bits: u32) -> Self {
        let bits = max_bits.min(Self::FIRST_BITS);
        Table { buckets: zeroed_vec(1 << bits), bits, max_bits, generation: 0 }
    }

    /// Begins a new search: what is there stays, and gives way to what comes.
    pub fn begin(&mut self) {
        self.generation = (self.generation + 1) & pack::GENERATION_MASK;
    }

    /// What is known of the position with this key.
    #[inline]
    pub fn get(&self, key: u64) -> Option<Entry> {
        let bucket = &self.buckets[self.index(key)];
        bucket.iter().find_map(|slot| word_of(slot, key)).map(pack::unpack)
    }

    /// Remembers `entry` for the position with this key.
    pub fn set(&self, key: u64, mut entry: Entry) {
        let bucket = &self.buckets[self.index(key)];
        let known = bucket.iter().find_map(|slot| Some((slot, word_of(slot, key)?)));
        if let Some((_, word)) = known {
            entry.best = entry.best.or(pack::unpack(word).best);
        }
        let slot = known.map_or_else(|| cheapest(bucket, self.generation), |(slot, _)| slot);
        store(slot, key, pack::pack(entry, self.generation));
    }

    /// Makes it much larger if it fills up. What it held is lost: that happens twice at most, early on, and carrying
    /// it over would touch all of the new memory at once, for longer than an answer may be late.
    pub fn make_room(&mut self) {
        if self.bits < self.max_bits && self.share_filled() > 0.2 {
            self.enlarge(self.bits + Self::STEP);
        }
    }

    /// As large as it may be, for those who will share it.
    pub fn make_all_room(&mut self) {
        if self.bits < self.max_bits {
            self.enlarge(self.max_bits);
        }
    }

    fn enlarge(&mut self, bits: u32) {
        self.bits = bits.min(self.max_bits);
        self.buckets = zeroed_vec(1 << self.bits);
    }

    /// The share of its slots that are not empty, by a look at some of them.
    fn share_filled(&self) -> f64 {
        let sample = &self.buckets[..self.buckets.len().min(1024)];
        let filled = sample.iter().flatten().filter(|slot| slot[1].load(Relaxed) != 0).count();
        filled as f64 / (4 * sample.len()) as f64
    }

    #[inline]
    fn index(&self, key: u64) -> usize {
        // The game's key may be poor in some of its bits: the multiplication gathers all of them in the highest.
        (key.wrapping_mul(SPREAD) >> (64 - self.bits)) as usize
    }
}

const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;

/// The word of a slot, if it is that of the key.
#[inline]
fn word_of([check, word]: &Slot, key: u64) -> Option<u64> {
    let word = word.load(Relaxed);
    (word != 0 && check.load(Relaxed) ^ word == key).then_some(word)
}

fn store(slot: &Slot, key: u64, word: u64) {
    slot[0].store(key ^ word, Relaxed);
    slot[1].store(word, Relaxed);
}

/// The slot of a bucket that is missed the least.
fn cheapest(bucket: &Bucket, generation: u8) -> &Slot {
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

/// The layout of an entry's word: value, best action, depth, then a byte of generation, settled and bound.
mod pack {
    use super::{Bound, Entry};

    pub const GENERATION_MASK: u8 = 0x1f;
    const NO_ACTION: u16 = u16::MAX;

    pub fn pack(entry: Entry, generation: u8) -> u64 {
        // Never 0, so that a word is never that of an empty slot.
        let bound = match entry.bound {
            Bound::AtLeast => 1,
            Bound::AtMost => 2,
            Bound::Exact => 3,
        };
        let mark = generation << 3 | u8::from(entry.settled) << 2 | bound;
        let best = entry.best.unwrap_or(NO_ACTION);
        u64::from(entry.value as u32) << 32
            | u64::from(best) << 16
            | u64::from(entry.depth) << 8
            | u64::from(mark)
    }

    pub fn unpack(word: u64) -> Entry {
        let best = (word >> 16) as u16;
        Entry {
            value: (word >> 32) as i32,
            bound: match word & 3 {
                1 => Bound::AtLeast,
                2 => Bound::AtMost,
                _ => Bound::Exact,
            },
            depth: (word >> 8) as u8,
            settled: word >> 2 & 1 != 0,
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

    fn entry(depth: u8) -> Entry {
        Entry { value: -7, bound: Bound::AtMost, depth, settled: false, best: Some(3) }
    }

    /// A table of two buckets, and keys that all fall into the first.
    fn small() -> (Table, impl Iterator<Item = u64>) {
        let mut table = Table::new(1);
        table.begin();
        let keys = (0..).filter(|key: &u64| key.wrapping_mul(SPREAD) >> 63 == 0);
        (table, keys)
    }

    #[test]
    fn entries_survive_packing() {
        let (mut table, _) = small();
        for bound in [Bound::AtLeast, Bound::AtMost, Bound::Exact] {
            for (value, settled, best) in
                [(0, false, None), (-1_000_000, true, Some(0)), (999_999, false, Some(65_534))]
            {
                let entry = Entry { value, bound, depth: 128, settled, best };
                table.set(0, entry);
                table.set(u64::MAX, entry);
                assert_eq!((table.get(0), table.get(u64::MAX)), (Some(entry), Some(entry)));
                table = small().0;
            }
        }
    }

    #[test]
    fn a_full_bucket_loses_what_looked_least_far() {
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
    fn a_full_bucket_first_loses_what_earlier_searches_left() {
        let (mut table, keys) = small();
        let keys: Vec<u64> = keys.take(6).collect();
        table.set(keys[0], entry(90));
        table.set(keys[1], entry(80));
        table.begin();
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
        table.set(keys[2], Entry { best: None, ..entry(1) });
        assert_eq!(table.get(keys[2]), Some(entry(1)));
        assert!(keys.iter().all(|key| table.get(*key).is_some()));
    }

    #[test]
    fn a_table_becomes_larger_when_it_fills_up_but_never_beyond_its_bound() {
        let mut table = Table::new(15);
        table.begin();
        let size_after = |table: &mut Table, keys: u64| {
            (0..keys).for_each(|key| table.set(key, entry(4)));
            table.make_room();
            table.buckets.len()
        };
        let sizes = [100, 300, 300, 30_000, 300_000].map(|keys| size_after(&mut table, keys));
        assert_eq!(sizes, [1 << 8, 1 << 13, 1 << 13, 1 << 15, 1 << 15]);
        assert!(table.get(299_999).is_some());

        let mut shared = Table::new(15);
        shared.make_all_room();
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
