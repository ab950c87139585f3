//! What a search remembers of positions that it may meet again.

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

/// The key of a position and an [`Entry`] in one word; all zeros is an empty slot.
type Slot = [u64; 2];

/// As many slots as one line of a processor's cache holds: they are searched together.
type Bucket = [Slot; 4];

const EMPTY: Bucket = [[0; 2]; 4];

/// A table that grows with what it holds, up to its bound. When a bucket is full, what earlier searches left goes
/// first, then what looked least far.
pub(crate) struct Table {
    buckets: Vec<Bucket>,
    bits: u32,
    max_bits: u32,
    /// How many slots are not empty.
    filled: usize,
    generation: u8,
}

impl Table {
    const FIRST_BITS: u32 = 8;

    /// A table of at most two to the power of `max_bits` buckets of 64 bytes.
    pub fn new(max_bits: u32) -> Self {
        let bits = max_bits.min(Self::FIRST_BITS);
        Table { buckets: vec![EMPTY; 1 << bits], bits, max_bits, filled: 0, generation: 0 }
    }

    /// Begins a new search: what is there stays, and gives way to what comes.
    pub fn begin(&mut self) {
        self.generation = (self.generation + 1) & pack::GENERATION_MASK;
    }

    /// What is known of the position with this key.
    #[inline]
    pub fn get(&self, key: u64) -> Option<Entry> {
        let slot = self.buckets[self.index(key)].iter().find(|slot| slot[0] == key && slot[1] != 0)?;
        Some(pack::unpack(slot[1]))
    }

    /// Remembers `entry` for the position with this key.
    pub fn set(&mut self, key: u64, mut entry: Entry) {
        if self.filled > 2 * self.buckets.len() && self.bits < self.max_bits {
            self.grow();
        }
        let index = self.index(key);
        let bucket = &mut self.buckets[index];
        let known = bucket.iter().position(|slot| slot[0] == key && slot[1] != 0);
        let slot = &mut bucket[known.unwrap_or_else(|| cheapest(bucket, self.generation))];
        if known.is_some() {
            entry.best = entry.best.or(pack::unpack(slot[1]).best);
        }
        self.filled += usize::from(slot[1] == 0);
        *slot = [key, pack::pack(entry, self.generation)];
    }

    /// Doubles the buckets. Each of them is split in two, so that nothing is lost.
    fn grow(&mut self) {
        self.bits += 1;
        let smaller = std::mem::replace(&mut self.buckets, vec![EMPTY; 1 << self.bits]);
        for [key, word] in smaller.into_iter().flatten().filter(|slot| slot[1] != 0) {
            let index = self.index(key);
            let free = self.buckets[index].iter_mut().find(|slot| slot[1] == 0);
            *free.expect("half of a bucket fits into a bucket") = [key, word];
        }
    }

    #[inline]
    fn index(&self, key: u64) -> usize {
        // The game's key may be poor in some of its bits: the multiplication gathers all of them in the highest.
        (key.wrapping_mul(SPREAD) >> (64 - self.bits)) as usize
    }
}

const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;

/// The slot of a bucket that is missed the least.
fn cheapest(bucket: &Bucket, generation: u8) -> usize {
    let price = |slot: &Slot| match slot[1] {
        0 => (0, 0),
        word if pack::generation(word) != generation => (1, pack::unpack(word).depth),
        word => (2, pack::unpack(word).depth),
    };
    let mut slots = 0..bucket.len();
    let first = slots.next().expect("a bucket has slots");
    slots.fold(first, |best, slot| if price(&bucket[slot]) < price(&bucket[best]) { slot } else { best })
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
        let (mut table, keys) = small();
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
        let (mut table, keys) = small();
        let keys: Vec<u64> = keys.take(4).collect();
        for key in &keys {
            table.set(*key, entry(6));
        }
        table.set(keys[2], Entry { best: None, ..entry(1) });
        assert_eq!(table.get(keys[2]), Some(entry(1)));
        assert!(keys.iter().all(|key| table.get(*key).is_some()));
    }

    #[test]
    fn growing_loses_nothing() {
        let mut table = Table::new(12);
        table.begin();
        for key in 0..3000 {
            table.set(key, Entry { value: key as i32, ..entry(4) });
        }
        assert!((0..3000).all(|key| table.get(key).map(|entry| entry.value) == Some(key as i32)));
        assert_eq!((table.filled, table.bits), (3000, 11));
    }

    #[test]
    fn a_table_never_grows_beyond_its_bound() {
        let mut table = Table::new(3);
        table.begin();
        (0..3000).for_each(|key| table.set(key, entry(4)));
        assert_eq!((table.buckets.len(), table.filled), (8, 32));
    }
}
