//! Tags of a set-associative cache of 128-byte lines with four sectors.
//!
//! Serves the L1, the L2's slices, and instruction and constant caches. It
//! holds no data: what a line's bytes are is the memory image's business. A
//! line is found and then named by its slot, so users keep whatever else they
//! need of a line (written bytes, time of arrival) in a vector of their own.
//!
//! The set index folds all bits of the line address together by exclusive or,
//! so that every power-of-two stride spreads over all sets, as measured on
//! the H200's L1. Replacement is LRU, lines marked expendable before others.
//! Tags are found through one-byte fingerprints, eight compared at a time, so
//! that 64 ways cost little more than four. Nothing allocates after
//! construction.

use crate::message::SectorMask;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Sets and ways of a cache of 128-byte lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CacheShape {
    /// Sets: a power of two.
    pub sets: u32,
    /// Lines in a set.
    pub ways: u32,
}

impl CacheShape {
    /// Lines in all.
    pub fn lines(self) -> u32 {
        self.sets * self.ways
    }
}

/// Names a resident line until it is evicted.
pub type Slot = u32;

/// What is known of a resident line.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct LineState {
    /// Sectors whose data is here (or on its way and promised).
    pub valid: SectorMask,
    /// Sectors newer than memory.
    pub dirty: SectorMask,
    /// Goes before other lines when a victim is sought.
    pub expendable: bool,
}

/// A line that had to go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Evicted {
    /// The line: address >> 7.
    pub line: u64,
    /// Its last state.
    pub state: LineState,
}

const EMPTY: u64 = u64::MAX;
const LOW_BITS: u64 = 0x0101_0101_0101_0101;
const HIGH_BITS: u64 = 0x8080_8080_8080_8080;

/// The cache's tags.
#[derive(Clone, Debug)]
pub struct SectoredCache {
    shape: CacheShape,
    set_bits: u32,
    /// Words of eight fingerprints in a set.
    words: usize,
    prints: Vec<u64>,
    tags: Vec<u64>,
    used: Vec<u64>,
    states: Vec<LineState>,
    clock: u64,
}

impl SectoredCache {
    /// An empty cache.
    ///
    /// # Panics
    /// If the number of sets is no power of two, or there are no ways: the
    /// configuration is checked before.
    pub fn new(shape: CacheShape) -> SectoredCache {
        assert!(shape.sets.is_power_of_two() && shape.ways > 0, "{shape:?}");
        let words = shape.ways.div_ceil(8) as usize;
        let slots = shape.sets as usize * words * 8;
        SectoredCache {
            shape,
            set_bits: shape.sets.trailing_zeros(),
            words,
            prints: vec![0; slots / 8],
            tags: vec![EMPTY; slots],
            used: vec![0; slots],
            states: vec![LineState::default(); slots],
            clock: 0,
        }
    }

    /// The shape it was made with.
    pub fn shape(&self) -> CacheShape {
        self.shape
    }

    /// One more than the largest slot: the length of a user's own vectors.
    pub fn slots(&self) -> usize {
        self.tags.len()
    }

    /// Where a line is, if it is resident. Leaves its age alone.
    #[inline]
    pub fn find(&self, line: u64) -> Option<Slot> {
        let set = self.set(line);
        let pattern = LOW_BITS * u64::from(fingerprint(line));
        for word in 0..self.words {
            let differ = self.prints[set * self.words + word] ^ pattern;
            let mut equal = differ.wrapping_sub(LOW_BITS) & !differ & HIGH_BITS;
            while equal != 0 {
                let slot = (set * self.words + word) * 8 + equal.trailing_zeros() as usize / 8;
                if self.tags[slot] == line {
                    return Some(slot as Slot);
                }
                equal &= equal - 1;
            }
        }
        None
    }

    /// Makes a line the youngest of its set.
    #[inline]
    pub fn touch(&mut self, slot: Slot) {
        self.clock += 1;
        self.used[slot as usize] = self.clock;
    }

    /// Makes room for a line that is not resident: it comes in young, with
    /// nothing valid.
    pub fn allocate(&mut self, line: u64) -> (Slot, Option<Evicted>) {
        let slot = self.victim(self.set(line));
        let evicted = (self.tags[slot] != EMPTY).then(|| Evicted {
            line: self.tags[slot],
            state: self.states[slot],
        });
        self.tags[slot] = line;
        self.states[slot] = LineState::default();
        self.set_print(slot, fingerprint(line));
        self.touch(slot as Slot);
        (slot as Slot, evicted)
    }

    /// The slot to use next: an empty one, else the oldest expendable, else
    /// the oldest.
    fn victim(&self, set: usize) -> usize {
        let first = set * self.words * 8;
        let slots = first..first + self.shape.ways as usize;
        let rank = |slot: usize| match (self.tags[slot], self.states[slot].expendable) {
            (EMPTY, _) => 0,
            (_, true) => self.used[slot],
            (_, false) => self.used[slot] | 1 << 63,
        };
        slots.min_by_key(|&slot| rank(slot)).expect("ways")
    }

    /// The slots of the set that a line belongs to.
    pub fn set_slots(&self, line: u64) -> std::ops::Range<Slot> {
        let first = (self.set(line) * self.words * 8) as Slot;
        first..first + self.shape.ways
    }

    /// The line in a slot, if there is one.
    #[inline]
    pub fn line(&self, slot: Slot) -> Option<u64> {
        Some(self.tags[slot as usize]).filter(|&line| line != EMPTY)
    }

    /// When a slot was last touched; larger is younger.
    pub fn last_use(&self, slot: Slot) -> u64 {
        self.used[slot as usize]
    }

    /// A resident line's state.
    #[inline]
    pub fn state(&self, slot: Slot) -> LineState {
        self.states[slot as usize]
    }

    /// A resident line's state, to change.
    #[inline]
    pub fn state_mut(&mut self, slot: Slot) -> &mut LineState {
        &mut self.states[slot as usize]
    }

    /// Drops one line, whatever its state.
    pub fn remove(&mut self, slot: Slot) {
        self.tags[slot as usize] = EMPTY;
        self.states[slot as usize] = LineState::default();
        self.set_print(slot as usize, 0);
    }

    /// Drops sectors of a line; the line goes with its last sector.
    pub fn drop_sectors(&mut self, slot: Slot, sectors: SectorMask) {
        let state = self.state_mut(slot);
        state.valid &= !sectors;
        state.dirty &= !sectors;
        if state.valid == 0 {
            self.remove(slot);
        }
    }

    /// Drops everything.
    pub fn invalidate_all(&mut self) {
        self.tags.fill(EMPTY);
        self.prints.fill(0);
        self.states.fill(LineState::default());
    }

    /// All resident lines, in order of their slots.
    pub fn resident(&self) -> impl Iterator<Item = (u64, LineState)> + '_ {
        let lines = self.tags.iter().zip(&self.states);
        lines
            .filter(|(tag, _)| **tag != EMPTY)
            .map(|(&tag, &state)| (tag, state))
    }

    #[inline(always)]
    fn set(&self, line: u64) -> usize {
        fold(line, self.set_bits) as usize
    }

    #[inline(always)]
    fn set_print(&mut self, slot: usize, print: u8) {
        let shift = slot % 8 * 8;
        let word = &mut self.prints[slot / 8];
        *word = *word & !(0xff << shift) | u64::from(print) << shift;
    }
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

/// A byte of the line's hash, never zero: zero marks an empty slot.
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
        cache.state_mut(first).expendable = true;
        let (_, evicted) = cache.allocate(3);
        assert_eq!(evicted.map(|e| e.line), Some(2));
        let (_, evicted) = cache.allocate(4);
        assert_eq!(evicted.map(|e| e.line), Some(1));
    }

    #[test]
    fn a_line_goes_with_its_last_sector() {
        let mut cache = cache(4, 2);
        let (slot, _) = cache.allocate(7);
        cache.state_mut(slot).valid = 0b0011;
        cache.drop_sectors(slot, 0b0001);
        assert_eq!(cache.find(7), Some(slot));
        cache.drop_sectors(slot, 0b0110);
        assert_eq!(cache.find(7), None);
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
