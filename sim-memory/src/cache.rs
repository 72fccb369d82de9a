//! Tags of a set-associative cache of 128-byte lines with four sectors.
//!
//! Serves the L1, the L2's slices, and instruction and constant caches. It
//! holds no data: what a line's bytes are is the memory image's business. What
//! else a user keeps of a line (written bytes, time of arrival) is the type
//! parameter.
//!
//! The set index folds all bits of the line address together by exclusive or,
//! so that every power-of-two stride spreads over all sets, as measured on
//! the H200's L1. Replacement is LRU, lines marked expendable before others.
//!
//! Made for the host's cache: all that a lookup needs of a set (a byte of each
//! tag's hash, the order of ages, the expendable ways) lies together, for 24
//! ways in 64 bytes, and so does all that is kept of a line. Hashes are
//! compared eight at a time. Nothing allocates after construction.

use crate::message::SectorMask;
use bytemuck::{Pod, Zeroable, cast_slice, cast_slice_mut};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Sets and ways of a cache of 128-byte lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CacheShape {
    /// Sets: a power of two.
    pub sets: u32,
    /// Lines in a set, at most 64.
    pub ways: u32,
}

impl CacheShape {
    /// Lines in all.
    pub fn lines(self) -> u32 {
        self.sets * self.ways
    }
}

/// Names a resident line until it is evicted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Slot {
    set: u32,
    way: u8,
}

/// A resident line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Line<T> {
    /// The line: address >> 7.
    pub line: u64,
    /// Sectors whose data is here, or on its way and promised.
    pub valid: SectorMask,
    /// Sectors newer than memory.
    pub dirty: SectorMask,
    /// What else the user keeps.
    pub extra: T,
}

impl<T: Default> Line<T> {
    fn new(line: u64) -> Line<T> {
        Line {
            line,
            valid: 0,
            dirty: 0,
            extra: T::default(),
        }
    }
}

const EMPTY: u64 = u64::MAX;
const LOW_BITS: u64 = 0x0101_0101_0101_0101;
const HIGH_BITS: u64 = 0x8080_8080_8080_8080;
const MOST_WAYS: u32 = 64;

/// A line of the host's cache.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C, align(64))]
struct HostLine([u64; 8]);

/// The cache's tags, with a `T` for each line.
#[derive(Clone, Debug)]
pub struct SectoredCache<T = ()> {
    shape: CacheShape,
    set_bits: u32,
    /// Words of eight hashes in a set's header.
    words: usize,
    /// Host lines of a set's header.
    header_lines: usize,
    /// By set: a word with a bit for each expendable way; a byte of each
    /// way's hash, zero if it is empty; the ways, youngest first, empty last.
    headers: Vec<HostLine>,
    /// By set and way.
    lines: Vec<Line<T>>,
}

impl<T: Copy + Default> SectoredCache<T> {
    /// An empty cache.
    ///
    /// # Panics
    /// If the number of sets is no power of two, or that of ways not 1 to 64:
    /// the configuration is checked before.
    pub fn new(shape: CacheShape) -> SectoredCache<T> {
        assert!(shape.sets.is_power_of_two(), "{shape:?}");
        assert!((1..=MOST_WAYS).contains(&shape.ways), "{shape:?}");
        let words = shape.ways.div_ceil(8) as usize;
        let header_lines = (1 + 2 * words).div_ceil(8);
        let mut cache = SectoredCache {
            shape,
            set_bits: shape.sets.trailing_zeros(),
            words,
            header_lines,
            headers: vec![HostLine([0; 8]); shape.sets as usize * header_lines],
            lines: vec![Line::new(EMPTY); shape.lines() as usize],
        };
        cache.order_sets();
        cache
    }

    /// Gives all sets an order of ages.
    fn order_sets(&mut self) {
        for set in 0..self.shape.sets {
            for (age, way) in self.ages_mut(set).iter_mut().enumerate() {
                *way = age as u8;
            }
        }
    }

    /// The shape it was made with.
    pub fn shape(&self) -> CacheShape {
        self.shape
    }

    /// Where a line is, if it is resident. Leaves its age alone.
    #[inline]
    pub fn find(&self, line: u64) -> Option<Slot> {
        let set = self.set(line);
        let pattern = LOW_BITS * u64::from(fingerprint(line));
        let header = self.header(set);
        for word in 0..self.words {
            let differ = header[1 + word] ^ pattern;
            let mut equal = differ.wrapping_sub(LOW_BITS) & !differ & HIGH_BITS;
            while equal != 0 {
                let way = (word * 8) as u8 + (equal.trailing_zeros() / 8) as u8;
                let slot = Slot { set, way };
                if u32::from(way) < self.shape.ways && self.lines[self.index(slot)].line == line {
                    return Some(slot);
                }
                equal &= equal - 1;
            }
        }
        None
    }

    /// Makes a line the youngest of its set.
    #[inline]
    pub fn touch(&mut self, slot: Slot) {
        let ages = self.ages_mut(slot.set);
        if ages[0] != slot.way {
            let age = age(ages, slot.way);
            ages.copy_within(0..age, 1);
            ages[0] = slot.way;
        }
    }

    /// Makes room for a line that is not resident: it comes in young, with
    /// nothing valid. Returns what had to go.
    pub fn allocate(&mut self, line: u64) -> (Slot, Option<Line<T>>) {
        let set = self.set(line);
        let slot = Slot {
            set,
            way: self.victim(set),
        };
        let index = self.index(slot);
        let old = std::mem::replace(&mut self.lines[index], Line::new(line));
        self.set_hash(slot, fingerprint(line));
        self.set_expendable(slot, false);
        self.touch(slot);
        (slot, (old.line != EMPTY).then_some(old))
    }

    /// The way to use next: an empty one, else the oldest expendable, else
    /// the oldest.
    fn victim(&self, set: u32) -> u8 {
        let expendable = self.header(set)[0];
        let ages = self.ages(set);
        let oldest = ages[ages.len() - 1];
        let empty = self.lines[self.index(Slot { set, way: oldest })].line == EMPTY;
        if expendable == 0 || empty {
            return oldest;
        }
        let by_age = ages.iter().rev();
        by_age
            .copied()
            .find(|&way| expendable >> way & 1 != 0)
            .unwrap_or(oldest)
    }

    /// Says whether a line goes before others when a victim is sought.
    pub fn set_expendable(&mut self, slot: Slot, expendable: bool) {
        let word = &mut self.header_mut(slot.set)[0];
        *word = *word & !(1 << slot.way) | u64::from(expendable) << slot.way;
    }

    /// The lines of the set that a line belongs to, oldest first.
    pub fn by_age(&self, line: u64) -> impl Iterator<Item = (Slot, &Line<T>)> {
        let set = self.set(line);
        let ways = self.ages(set).iter().rev();
        ways.map(move |&way| Slot { set, way })
            .map(|slot| (slot, self.get(slot)))
            .filter(|(_, line)| line.line != EMPTY)
    }

    /// A resident line.
    #[inline(always)]
    pub fn get(&self, slot: Slot) -> &Line<T> {
        &self.lines[self.index(slot)]
    }

    /// A resident line, to change.
    #[inline(always)]
    pub fn get_mut(&mut self, slot: Slot) -> &mut Line<T> {
        let index = self.index(slot);
        &mut self.lines[index]
    }

    /// Drops one line, whatever its state.
    pub fn remove(&mut self, slot: Slot) {
        *self.get_mut(slot) = Line::new(EMPTY);
        self.set_hash(slot, 0);
        self.set_expendable(slot, false);
        let ages = self.ages_mut(slot.set);
        let age = age(ages, slot.way);
        ages[age..].rotate_left(1);
    }

    /// Drops sectors of a line; the line goes with its last sector.
    pub fn drop_sectors(&mut self, slot: Slot, sectors: SectorMask) {
        let line = self.get_mut(slot);
        line.valid &= !sectors;
        line.dirty &= !sectors;
        if line.valid == 0 {
            self.remove(slot);
        }
    }

    /// Drops everything.
    pub fn invalidate_all(&mut self) {
        self.lines.fill(Line::new(EMPTY));
        self.headers.fill(HostLine([0; 8]));
        self.order_sets();
    }

    /// All resident lines, by set and way.
    pub fn resident(&self) -> impl Iterator<Item = &Line<T>> {
        self.lines.iter().filter(|line| line.line != EMPTY)
    }

    /// Reads what a lookup of the line will read first, so that the host
    /// fetches it: call it for several lines, then look them up.
    #[inline(always)]
    pub fn prefetch_set(&self, line: u64) -> u64 {
        self.header(self.set(line))[1]
    }

    /// Reads the line, or the one it would replace; likewise.
    #[inline(always)]
    pub fn prefetch_line(&self, line: u64) -> u64 {
        let slot = self.find(line).unwrap_or_else(|| {
            let set = self.set(line);
            let way = self.victim(set);
            Slot { set, way }
        });
        self.get(slot).line
    }

    #[inline(always)]
    fn set(&self, line: u64) -> u32 {
        fold(line, self.set_bits) as u32
    }

    #[inline(always)]
    fn index(&self, slot: Slot) -> usize {
        slot.set as usize * self.shape.ways as usize + slot.way as usize
    }

    #[inline(always)]
    fn header(&self, set: u32) -> &[u64] {
        let first = set as usize * self.header_lines;
        cast_slice(&self.headers[first..first + self.header_lines])
    }

    #[inline(always)]
    fn header_mut(&mut self, set: u32) -> &mut [u64] {
        let first = set as usize * self.header_lines;
        cast_slice_mut(&mut self.headers[first..first + self.header_lines])
    }

    #[inline(always)]
    fn ages(&self, set: u32) -> &[u8] {
        let bytes: &[u8] = cast_slice(&self.header(set)[1 + self.words..]);
        &bytes[..self.shape.ways as usize]
    }

    #[inline(always)]
    fn ages_mut(&mut self, set: u32) -> &mut [u8] {
        let (first, ways) = (1 + self.words, self.shape.ways as usize);
        let bytes: &mut [u8] = cast_slice_mut(&mut self.header_mut(set)[first..]);
        &mut bytes[..ways]
    }

    #[inline(always)]
    fn set_hash(&mut self, slot: Slot, hash: u8) {
        let shift = slot.way % 8 * 8;
        let word = &mut self.header_mut(slot.set)[1 + slot.way as usize / 8];
        *word = *word & !(0xff << shift) | u64::from(hash) << shift;
    }
}

/// The place of a way in its set's order of ages.
#[inline(always)]
fn age(ages: &[u8], way: u8) -> usize {
    let found = ages.iter().position(|&w| w == way);
    found.expect("every way has an age")
}

/// The exclusive or of all groups of `bits` bits of `value`.
#[inline(always)]
fn fold(mut value: u64, bits: u32) -> u64 {
    if bits == 0 {
        return 0;
    }
    let mut index = 0;
    while value != 0 {
        index ^= value;
        value >>= bits;
    }
    index & ((1 << bits) - 1)
}

/// A byte of the line's hash, never zero: zero marks an empty way.
#[inline(always)]
fn fingerprint(line: u64) -> u8 {
    (line.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 56) as u8 | 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn cache(sets: u32, ways: u32) -> SectoredCache {
        SectoredCache::new(CacheShape { sets, ways })
    }

    fn access(cache: &mut SectoredCache, line: u64) -> bool {
        match cache.find(line) {
            Some(slot) => {
                cache.touch(slot);
                true
            }
            None => {
                cache.allocate(line);
                false
            }
        }
    }

    #[test]
    fn every_power_of_two_stride_has_the_whole_capacity() {
        for shift in 0..20 {
            let mut cache = cache(32, 61);
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
    fn an_expendable_line_goes_before_an_older_one() {
        let mut cache = cache(1, 2);
        let (_, first) = (cache.allocate(1), cache.allocate(2).0);
        cache.set_expendable(first, true);
        let (_, evicted) = cache.allocate(3);
        assert_eq!(evicted.map(|e| e.line), Some(2));
        let (_, evicted) = cache.allocate(4);
        assert_eq!(evicted.map(|e| e.line), Some(1));
    }

    #[test]
    fn a_line_goes_with_its_last_sector() {
        let mut cache = cache(4, 2);
        let (slot, _) = cache.allocate(7);
        cache.get_mut(slot).valid = 0b0011;
        cache.drop_sectors(slot, 0b0001);
        assert_eq!(cache.find(7), Some(slot));
        cache.drop_sectors(slot, 0b0110);
        assert_eq!(cache.find(7), None);
        assert_eq!(cache.resident().count(), 0);
    }

    #[test]
    fn a_removed_line_leaves_the_next_place_free() {
        let mut cache = cache(1, 3);
        let slots = [1, 2, 3].map(|line| cache.allocate(line).0);
        cache.remove(slots[1]);
        assert_eq!(cache.allocate(4).1, None);
        assert_eq!(cache.allocate(5).1.map(|e| e.line), Some(1));
    }

    /// A set as a list of lines, youngest last.
    struct Naive {
        bits: u32,
        ways: usize,
        sets: Vec<Vec<u64>>,
    }

    impl Naive {
        fn access(&mut self, line: u64) -> (bool, Option<u64>) {
            let set = &mut self.sets[fold(line, self.bits) as usize];
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
            bits in 0u32..4, ways in 1u32..20,
        ) {
            let mut cache = cache(1 << bits, ways);
            let mut naive = Naive { bits, ways: ways as usize, sets: vec![vec![]; 1 << bits] };
            for line in lines {
                let (hit, out) = naive.access(line);
                match cache.find(line) {
                    Some(slot) => {
                        prop_assert!(hit);
                        cache.touch(slot);
                    }
                    None => {
                        prop_assert!(!hit);
                        let (_, evicted) = cache.allocate(line);
                        prop_assert_eq!(evicted.map(|e| e.line), out);
                    }
                }
            }
        }
    }
}
