//! Tags of a set-associative cache of 128-byte lines with four sectors.
//!
//! Serves the L2's slices; the L1 has tags of its own (`l1::tags`), whose rules were measured. It
//! holds no data: what a line's bytes are is the memory image's business. What else a user keeps of
//! a line (when it arrives) is the type parameter and eight marks.
//!
//! The set index is the remainder of the line's address by a primitive
//! polynomial, so that every power-of-two stride spreads over all sets evenly,
//! as it does in the H200's L1, and hardly any other stride falls into few
//! of them (rows of 520 words, which a plain exclusive or of all groups of
//! bits puts into four sets of 64). Which polynomial the GPU takes is not
//! known. Replacement is LRU.
//!
//! Made for the host's cache, because the tags of a whole GPU do not fit into
//! it: all that a lookup needs of a set is one host line, in which a byte of
//! each tag's hash and its way stand in order of age, and hashes are compared
//! all at once; a resident line is one word and what its user adds. Nothing
//! allocates after construction.

use crate::line::{LINE_SHIFT, Line};
use crate::prefetch::{prefetch, prefetch_at};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use wide::{CmpEq, i8x32};

/// Sets and ways of a cache of 128-byte lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CacheShape {
    /// Sets: a power of two.
    pub sets: u32,
    /// Lines in a set, at most [`MOST_WAYS`].
    pub ways: u32,
}

impl CacheShape {
    /// Lines in all.
    pub fn lines(self) -> u32 {
        self.sets * self.ways
    }
}

/// Ways that a set may have: what its header has room for.
pub const MOST_WAYS: u32 = 32;

/// Names a resident line until it is evicted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Slot {
    set: u32,
    index: u32,
}

impl Slot {
    /// The line's number among all that the cache has room for.
    #[inline(always)]
    pub fn index(self) -> usize {
        self.index as usize
    }
}

/// A line with its hashes: what a lookup in a cache, or in several of one
/// shape, starts from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Key {
    line: u64,
    set: u32,
    fingerprint: u8,
}

impl Key {
    /// The line: address >> 7.
    #[inline(always)]
    pub fn line(self) -> u64 {
        self.line
    }
}

const WORDS: usize = MOST_WAYS as usize / 8;

/// What a lookup needs of a set, in one line of the host's cache.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
struct Header {
    /// A byte of each line's hash, youngest first; zero where no line is.
    hashes: [u64; WORDS],
    /// The lines' ways in the same order, then the free ones.
    ways: [u64; WORDS],
}

impl Header {
    /// No line; the ways in order.
    const EMPTY: Header = {
        let mut ways = [0; WORDS];
        let mut way = 0;
        while way < MOST_WAYS as usize {
            ways[way / 8] |= (way as u64) << (way % 8 * 8);
            way += 1;
        }
        Header {
            hashes: [0; WORDS],
            ways,
        }
    };

    /// The places, in the order of age, of lines with this hash: a bit each.
    #[inline(always)]
    fn with_hash(&self, hash: u8) -> u32 {
        let hashes: i8x32 = bytemuck::cast(self.hashes);
        hashes.cmp_eq(i8x32::splat(hash as i8)).move_mask() as u32
    }

    /// The way at a place in the order of age.
    #[inline(always)]
    fn way(&self, age: usize) -> u32 {
        u32::from(byte(&self.ways, age))
    }

    /// The place of a way in the order of age.
    #[inline(always)]
    fn age(&self, way: u32) -> usize {
        (0..MOST_WAYS as usize)
            .find(|&age| self.way(age) == way)
            .unwrap_or(0)
    }

    /// Moves the way at `age` to the front, with its line's hash.
    #[inline(always)]
    fn bring_to_front(&mut self, age: usize, hash: u8) {
        let way = byte(&self.ways, age);
        push_front(&mut self.ways, age, way);
        push_front(&mut self.hashes, age, hash);
    }

    /// Moves the way at `age` behind all of the `ways`, without a line.
    fn send_to_back(&mut self, age: usize, ways: usize) {
        let mut order: [u8; 8 * WORDS] = bytemuck::cast(self.ways);
        let mut hashes: [u8; 8 * WORDS] = bytemuck::cast(self.hashes);
        order[age..ways].rotate_left(1);
        hashes[age..ways].rotate_left(1);
        hashes[ways - 1] = 0;
        self.ways = bytemuck::cast(order);
        self.hashes = bytemuck::cast(hashes);
    }
}

#[inline(always)]
fn byte(words: &[u64; WORDS], at: usize) -> u8 {
    (words[at / 8 % WORDS] >> (at % 8 * 8)) as u8
}

/// Puts a byte before the others; what stood at `last` falls out.
#[inline(always)]
fn push_front(words: &mut [u64; WORDS], last: usize, byte: u8) {
    let changed = &UP_TO[last % (8 * WORDS)];
    let mut carry = u64::from(byte);
    for (word, changed) in words.iter_mut().zip(changed) {
        let moved = *word << 8 | carry;
        carry = *word >> 56;
        *word ^= (*word ^ moved) & changed;
    }
}

/// The bytes up to each place: a load is cheaper than a branch that the host
/// cannot foresee.
const UP_TO: [[u64; WORDS]; 8 * WORDS] = {
    let mut masks = [[0; WORDS]; 8 * WORDS];
    let mut last = 0;
    while last < 8 * WORDS {
        let mut at = 0;
        while at <= last {
            masks[last][at / 8] |= 0xff << (at % 8 * 8);
            at += 1;
        }
        last += 1;
    }
    masks
};

/// The cache's tags, with a `T` for each line.
#[derive(Clone, Debug)]
pub struct SectoredCache<T = ()> {
    shape: CacheShape,
    /// Of the polynomial whose degree the number of sets is two to the power of.
    remainders: &'static Remainders,
    /// By set.
    headers: Vec<Header>,
    /// By set and way.
    lines: Vec<Line<T>>,
}

impl<T: Copy + Default> SectoredCache<T> {
    /// An empty cache.
    ///
    /// # Panics
    /// If the number of sets is no power of two below 32768, or that of ways
    /// not 1 to [`MOST_WAYS`]: the configuration is checked before.
    pub fn new(shape: CacheShape) -> SectoredCache<T> {
        assert!(
            shape.sets.is_power_of_two() && shape.sets < 1 << 15,
            "{shape:?}"
        );
        assert!((1..=MOST_WAYS).contains(&shape.ways), "{shape:?}");
        SectoredCache {
            shape,
            remainders: &REMAINDERS[shape.sets.trailing_zeros() as usize],
            headers: vec![Header::EMPTY; shape.sets as usize],
            lines: vec![Line::empty(); shape.lines() as usize],
        }
    }

    /// The shape it was made with.
    pub fn shape(&self) -> CacheShape {
        self.shape
    }

    /// A line's hashes in every cache of this shape.
    #[inline(always)]
    pub fn key(&self, line: u64) -> Key {
        Key {
            line,
            set: remainder(line, self.remainders),
            fingerprint: fingerprint(line),
        }
    }

    /// Where a line is, if it is resident. Leaves its age alone.
    #[inline]
    pub fn find(&self, key: Key) -> Option<Slot> {
        self.age_and_slot(key).map(|(_, slot)| slot)
    }

    /// Where a line is, if it is resident; makes it the youngest of its set.
    #[inline(always)]
    pub fn access(&mut self, key: Key) -> Option<Slot> {
        let (age, slot) = self.age_and_slot(key)?;
        if age != 0 {
            self.headers[key.set as usize].bring_to_front(age, key.fingerprint);
        }
        Some(slot)
    }

    #[inline(always)]
    fn age_and_slot(&self, key: Key) -> Option<(usize, Slot)> {
        let header = &self.headers[key.set as usize];
        let mut candidates = header.with_hash(key.fingerprint);
        while candidates != 0 {
            let age = candidates.trailing_zeros() as usize;
            let slot = self.slot(key.set, header.way(age));
            if self.get(slot).line() == key.line {
                return Some((age, slot));
            }
            candidates &= candidates - 1;
        }
        None
    }

    /// Makes room for a line that is not resident: it comes in young, with
    /// nothing valid. Returns what had to go.
    #[inline(always)]
    pub fn allocate(&mut self, key: Key) -> (Slot, Option<Line<T>>) {
        let last = self.last();
        let header = &mut self.headers[key.set as usize];
        let way = header.way(last);
        header.bring_to_front(last, key.fingerprint);
        let slot = self.slot(key.set, way);
        let old = std::mem::replace(self.get_mut(slot), Line::new(key.line));
        (slot, (!old.is_empty()).then_some(old))
    }

    /// The place of the line to go next: free ways stand behind the oldest line.
    #[inline(always)]
    fn last(&self) -> usize {
        self.shape.ways as usize - 1
    }

    /// A resident line.
    #[inline(always)]
    pub fn get(&self, slot: Slot) -> &Line<T> {
        &self.lines[slot.index()]
    }

    /// A resident line, to change.
    #[inline(always)]
    pub fn get_mut(&mut self, slot: Slot) -> &mut Line<T> {
        &mut self.lines[slot.index()]
    }

    /// Drops one line, whatever its state.
    pub fn remove(&mut self, slot: Slot) {
        *self.get_mut(slot) = Line::empty();
        let (way, ways) = (self.way(slot), self.shape.ways as usize);
        let header = &mut self.headers[slot.set as usize];
        let age = header.age(way);
        header.send_to_back(age, ways);
    }

    /// All resident lines, by set and way, to change.
    pub fn resident_mut(&mut self) -> impl Iterator<Item = &mut Line<T>> {
        self.lines.iter_mut().filter(|line| !line.is_empty())
    }

    /// Asks the host for what a lookup of the line reads first.
    #[inline(always)]
    pub fn prefetch_set(&self, key: Key) {
        prefetch(&self.headers[key.set as usize]);
    }

    /// Asks the host for the line, or the one it would replace, as far as the
    /// hashes tell; returns its [`Slot::index`]. The set should be there.
    #[inline(always)]
    pub fn prefetch_line(&self, key: Key) -> usize {
        let header = &self.headers[key.set as usize];
        let age = match header.with_hash(key.fingerprint) {
            0 => self.last(),
            candidates => candidates.trailing_zeros() as usize,
        };
        let index = self.slot(key.set, header.way(age)).index();
        prefetch_at(&self.lines, index);
        index
    }

    #[inline(always)]
    fn slot(&self, set: u32, way: u32) -> Slot {
        Slot {
            set,
            index: set * self.shape.ways + way,
        }
    }

    #[inline(always)]
    fn way(&self, slot: Slot) -> u32 {
        slot.index - slot.set * self.shape.ways
    }
}

/// Primitive polynomials over the field of two elements by degree, a bit for
/// each power of x below the highest.
const POLYNOMIALS: [u16; 15] = [
    0, 0b1, 0b11, 0b11, 0b11, 0b101, 0b11, 0b11, 0b1_1101, 0b1_0001, 0b1001, 0b101, 0b101_0011,
    0b1_1011, 0b10_1011,
];

/// Bytes of a line's address.
const ADDRESS_BYTES: usize = (u64::BITS - LINE_SHIFT).div_ceil(8) as usize;

/// What each value of each byte of a line's address adds to its remainder by
/// a polynomial: remainders of sums are sums of remainders, so that a few
/// loads replace a division.
type Remainders = [[u16; 256]; ADDRESS_BYTES];

/// By the polynomial's degree.
static REMAINDERS: [Remainders; POLYNOMIALS.len()] = {
    let mut tables = [[[0; 256]; ADDRESS_BYTES]; POLYNOMIALS.len()];
    let mut degree = 1;
    while degree < POLYNOMIALS.len() {
        tables[degree] = remainders(degree);
        degree += 1;
    }
    tables
};

const fn remainders(degree: usize) -> Remainders {
    let polynomial = 1 << degree | POLYNOMIALS[degree];
    let mut table = [[0; 256]; ADDRESS_BYTES];
    // The remainder of the power of x that is this bit of this byte.
    let mut power = 1;
    let mut bit = 0;
    while bit < 8 * ADDRESS_BYTES {
        let (row, first) = (&mut table[bit / 8], 1 << (bit % 8));
        let mut lower = 0;
        while lower < first {
            row[first + lower] = power ^ row[lower];
            lower += 1;
        }
        power <<= 1;
        if power >> degree != 0 {
            power ^= polynomial;
        }
        bit += 1;
    }
    table
}

/// The remainder of a line's address, its bits a polynomial.
#[inline(always)]
fn remainder(line: u64, by: &Remainders) -> u32 {
    let bytes = line.to_le_bytes();
    let sum = by
        .iter()
        .zip(bytes)
        .fold(0, |sum, (row, byte)| sum ^ row[usize::from(byte)]);
    sum.into()
}

/// A byte of the line's hash, never zero: zero marks an empty way.
#[inline(always)]
fn fingerprint(line: u64) -> u8 {
    ((line.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 56) as u8).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn cache(sets: u32, ways: u32) -> SectoredCache {
        SectoredCache::new(CacheShape { sets, ways })
    }

    fn access(cache: &mut SectoredCache, line: u64) -> bool {
        let key = cache.key(line);
        let hit = cache.access(key).is_some();
        if !hit {
            cache.allocate(key);
        }
        hit
    }

    #[test]
    fn every_power_of_two_stride_has_the_whole_capacity() {
        for shift in 0..20 {
            let mut cache = cache(64, 31);
            let lines = cache.shape().lines() as u64 / 64 * 64;
            let lines = lines.min(1 << 10);
            for pass in 0..2 {
                for i in 0..lines {
                    let hit = access(&mut cache, i << shift);
                    assert_eq!(hit, pass == 1, "line {i} of stride 2^{shift}");
                }
            }
        }
    }

    #[test]
    fn remainders_of_all_degrees_are_those_of_long_division() {
        for degree in 1..POLYNOMIALS.len() {
            let polynomial = 1 << degree | u64::from(POLYNOMIALS[degree]);
            for line in [1, 0x55, 0x123_4567_89ab, (1 << 42) - 1, 1 << 41] {
                let mut left: u64 = line;
                for power in (degree..42).rev() {
                    if left >> power & 1 != 0 {
                        left ^= polynomial << (power - degree);
                    }
                }
                let found = remainder(line, &REMAINDERS[degree]);
                assert_eq!(u64::from(found), left, "{line:#x} by degree {degree}");
            }
        }
    }

    /// The exclusive or of all groups of six bits puts up to half of these lines into
    /// sets that hold more than half as much again as the mean.
    #[test]
    fn lines_some_way_apart_spread_over_the_sets() {
        for stride in [9, 13, 21, 42, 63] {
            let mut sets = [0u32; 64];
            for i in 0..1024 {
                sets[remainder(stride * i, &REMAINDERS[6]) as usize] += 1;
            }
            let beyond: u32 = sets.iter().map(|lines| lines.saturating_sub(24)).sum();
            assert!(
                beyond < 102,
                "{beyond} of 1024 lines {stride} apart: {sets:?}"
            );
        }
    }

    #[test]
    fn a_removed_line_leaves_the_next_place_free() {
        let mut cache = cache(1, 3);
        let slots = [1, 2, 3].map(|line| cache.allocate(cache.key(line)).0);
        cache.remove(slots[1]);
        assert_eq!(cache.allocate(cache.key(4)).1, None);
        assert_eq!(cache.allocate(cache.key(5)).1.map(|e| e.line()), Some(1));
    }

    /// A set as a list of lines, youngest last.
    struct Naive {
        bits: usize,
        ways: usize,
        sets: Vec<Vec<u64>>,
    }

    impl Naive {
        fn access(&mut self, line: u64) -> (bool, Option<u64>) {
            let set = &mut self.sets[remainder(line, &REMAINDERS[self.bits]) as usize];
            let hit = set.contains(&line);
            set.retain(|&l| l != line);
            set.push(line);
            let out = (set.len() > self.ways).then(|| set.remove(0));
            (hit, out)
        }
    }

    proptest! {
        #[test]
        fn hits_and_victims_equal_a_naive_cache(
            lines in prop::collection::vec(0u64..200, 1..600),
            bits in 0usize..4, ways in 1u32..33,
        ) {
            let mut cache = cache(1 << bits, ways);
            let mut naive = Naive { bits, ways: ways as usize, sets: vec![vec![]; 1 << bits] };
            for line in lines {
                let (hit, out) = naive.access(line);
                prop_assert_eq!(cache.access(cache.key(line)).is_some(), hit);
                if !hit {
                    let (_, evicted) = cache.allocate(cache.key(line));
                    prop_assert_eq!(evicted.map(|e| e.line()), out);
                }
            }
        }
    }
}
