//! What a search remembers of positions that it may meet again.

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

/// A key and an [`Entry`] in one word, which several threads may read and write at once.
///
/// What is stored is not the key but the key xor the word: when two threads write at once and the halves of different
/// entries come together, they don't fit any key that is asked for.
#[derive(Default)]
struct Slot {
    check: AtomicU64,
    /// 0 in an empty slot.
    word: AtomicU64,
}

impl Slot {
    /// The word, if the slot is that of the key.
    #[inline]
    fn word_of(&self, key: u64) -> Option<u64> {
        let word = self.word.load(Relaxed);
        (word != 0 && self.check.load(Relaxed) ^ word == key).then_some(word)
    }

    fn set(&self, key: u64, word: u64) {
        self.check.store(key ^ word, Relaxed);
        self.word.store(word, Relaxed);
    }
}

/// As many slots as one line of a processor's cache holds: they are searched together.
#[derive(Default)]
#[repr(align(64))]
struct Bucket([Slot; 4]);

/// A table that can be made to grow with what it holds, up to its bound. When a bucket is full, what earlier searches
/// left goes first, then what looked least far.
pub(crate) struct Table {
    buckets: Vec<Bucket>,
    bits: u32,
    max_bits: u32,
    generation: u8,
}

impl Table {
    const FIRST_BITS: u32 = 8;

    /// A table of at most two to the power of `max_bits` buckets of 64 bytes.
    pub fn new(max_bits: u32) -> Self {
        let bits = max_bits.min(Self::FIRST_BITS);
        Table { buckets: empty(bits), bits, max_bits, generation: 0 }
    }

    /// Begins a new search: what is there stays, and gives way to what comes.
    pub fn begin(&mut self) {
        self.generation = (self.generation + 1) & pack::GENERATION_MASK;
    }

    /// What is known of the position with this key.
    #[inline]
    pub fn get(&self, key: u64) -> Option<Entry> {
        let bucket = &self.buckets[self.index(key)];
        bucket.0.iter().find_map(|slot| slot.word_of(key)).map(pack::unpack)
    }

    /// Remembers `entry` for the position with this key.
    pub fn set(&self, key: u64, mut entry: Entry) {
        let bucket = &self.buckets[self.index(key)];
        let known = bucket.0.iter().find_map(|slot| Some((slot, slot.word_of(key)?)));
        if let Some((_, word)) = known {
            entry.best = entry.best.or(pack::unpack(word).best);
        }
        let slot = known.map_or_else(|| bucket.cheapest(self.generation), |(slot, _)| slot);
        slot.set(key, pack::pack(entry, self.generation));
    }

    /// Grows until there is room for several times what it holds: the next depth will bring about as much.
    pub fn make_room(&mut self) {
        while self.bits < self.max_bits && self.share_filled() > 0.2 {
            self.grow();
        }
    }

    /// Grows to its bound at once, for those who will share it.
    pub fn make_all_room(&mut self) {
        while self.bits < self.max_bits {
            self.grow();
        }
    }

    /// The share of its slots that are not empty, by a look at some of them.
    fn share_filled(&self) -> f64 {
        let sample = &self.buckets[..self.buckets.len().min(1024)];
        let filled =
            sample.iter().flat_map(|bucket| &bucket.0).filter(|slot| slot.word.load(Relaxed) != 0).count();
        filled as f64 / (4 * sample.len()) as f64
    }

    /// Doubles the buckets. Each of them is split in two, so that nothing is lost.
    fn grow(&mut self) {
        self.bits += 1;
        let smaller = std::mem::replace(&mut self.buckets, empty(self.bits));
        for slot in smaller.iter().flat_map(|bucket| &bucket.0) {
            let (check, word) = (slot.check.load(Relaxed), slot.word.load(Relaxed));
            if word != 0 {
                let bucket = &self.buckets[self.index(check ^ word)];
                let free = bucket.0.iter().find(|slot| slot.word.load(Relaxed) == 0);
                free.expect("half of a bucket fits into a bucket").set(check ^ word, word);
            }
        }
    }

    #[inline]
    fn index(&self, key: u64) -> usize {
        // The game's key may be poor in some of its bits: the multiplication gathers all of them in the highest.
        (key.wrapping_mul(SPREAD) >> (64 - self.bits)) as usize
    }
}

const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;

fn empty(bits: u32) -> Vec<Bucket> {
    std::iter::repeat_with(Bucket::default).take(1 << bits).collect()
}

impl Bucket {
    /// The slot that is missed the least.
    fn cheapest(&self, generation: u8) -> &Slot {
        let price = |slot: &Slot| match slot.word.load(Relaxed) {
            0 => (0, 0),
            word if pack::generation(word) != generation => (1, pack::unpack(word).depth),
            word => (2, pack::unpack(word).depth),
        };
        let [first, others @ ..] = &self.0;
        let mut best = (price(first), first);
        for slot in others {
            let price = price(slot);
            if price < best.0 {
                best = (price, slot);
            }
        }
        best.1
    }
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
    fn growing_loses_nothing() {
        let mut table = Table::new(12);
        table.begin();
        for key in 0..3000 {
            table.set(key, Entry { value: key as i32, ..entry(4) });
            if key % 100 == 0 {
                table.make_room();
            }
        }
        assert!((0..3000).all(|key| table.get(key).map(|entry| entry.value) == Some(key as i32)));
        assert_eq!(table.bits, 12);
    }

    #[test]
    fn a_table_never_grows_beyond_its_bound() {
        let mut table = Table::new(10);
        table.begin();
        (0..100).for_each(|key| table.set(key, entry(4)));
        table.make_room();
        assert_eq!(table.buckets.len(), 256);
        (0..9000).for_each(|key| table.set(key, entry(4)));
        table.make_room();
        assert_eq!(table.buckets.len(), 1024);
        table.make_all_room();
        assert_eq!(table.buckets.len(), 1024);
    }

    #[test]
    fn halves_of_different_entries_fit_no_key() {
        let (table, mut keys) = small();
        let (one, other) = (keys.next().expect("many"), keys.next().expect("many"));
        table.set(one, entry(3));
        let slot = table.buckets[0].0.iter().find(|slot| slot.word_of(one).is_some()).expect("just set");
        slot.word.store(pack::pack(entry(9), 1), Relaxed);
        assert_eq!((table.get(one), table.get(other)), (None, None));
    }
}
