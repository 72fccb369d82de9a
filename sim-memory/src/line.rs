//! What a cache keeps of a resident line.

use crate::message::SectorMask;

/// A resident line: its address and states in one word, and what its user
/// keeps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Line<T> {
    /// From the lowest bit: sectors valid (4), sectors dirty (4), pairs in a queue (2), marks (8),
    /// sectors told of elsewhere (4), address >> 7 ([`LINE_BITS`]).
    word: u64,
    /// What else the user keeps.
    pub extra: T,
}

const DIRTY_SHIFT: u32 = 4;
const QUEUED_SHIFT: u32 = 8;
const MARKS_SHIFT: u32 = 10;
const ELSEWHERE_SHIFT: u32 = 18;
pub(crate) const LINE_SHIFT: u32 = 22;
/// Bits of a line's number.
pub(crate) const LINE_BITS: u32 = u64::BITS - LINE_SHIFT;
/// The word of a line that is not there.
const EMPTY: u64 = u64::MAX;

/// The pairs in which some of these sectors lie, a bit each.
#[inline(always)]
fn pairs_of(sectors: SectorMask) -> u64 {
    u64::from(sectors & 0b0011 != 0) | u64::from(sectors & 0b1100 != 0) << 1
}

impl<T: Default> Line<T> {
    /// A line of which nothing is valid.
    pub(crate) fn new(line: u64) -> Line<T> {
        Line::with(line, T::default())
    }

    /// The same, of which a user keeps this.
    pub(crate) fn with(line: u64, extra: T) -> Line<T> {
        debug_assert_eq!(line >> LINE_BITS, 0, "too many bits");
        Line {
            word: line << LINE_SHIFT,
            extra,
        }
    }

    /// No line.
    pub(crate) fn empty() -> Line<T> {
        Line {
            word: EMPTY,
            extra: T::default(),
        }
    }
}

impl<T> Line<T> {
    /// The line: address >> 7.
    #[inline(always)]
    pub fn line(&self) -> u64 {
        self.word >> LINE_SHIFT
    }

    /// Sectors whose data is here, or on its way and promised.
    #[inline(always)]
    pub fn valid(&self) -> SectorMask {
        self.word as SectorMask & 0xf
    }

    /// Sectors newer than memory.
    #[inline(always)]
    pub fn dirty(&self) -> SectorMask {
        (self.word >> DIRTY_SHIFT) as SectorMask & 0xf
    }

    /// The user's marks.
    #[inline(always)]
    pub fn marks(&self) -> u8 {
        (self.word >> MARKS_SHIFT) as u8
    }

    /// Makes sectors valid.
    #[inline(always)]
    pub fn validate(&mut self, sectors: SectorMask) {
        self.word |= u64::from(sectors);
    }

    /// Makes sectors neither valid nor dirty.
    #[inline(always)]
    pub fn invalidate(&mut self, sectors: SectorMask) {
        self.word &= !u64::from(sectors | sectors << DIRTY_SHIFT);
    }

    /// Makes sectors newer than memory.
    #[inline(always)]
    pub fn soil(&mut self, sectors: SectorMask) {
        self.word |= u64::from(sectors) << DIRTY_SHIFT;
    }

    /// Makes sectors no newer than memory.
    #[inline(always)]
    pub fn clean(&mut self, sectors: SectorMask) {
        self.word &= !(u64::from(sectors) << DIRTY_SHIFT);
    }

    /// The pairs of sectors that stand in a queue of the user's, as sectors.
    #[inline(always)]
    pub fn queued(&self) -> SectorMask {
        let pairs = (self.word >> QUEUED_SHIFT) as SectorMask & 0b11;
        ((pairs & 0b01) * 0b0011) | ((pairs >> 1) * 0b1100)
    }

    /// Notes that the pairs of these sectors stand in that queue.
    #[inline(always)]
    pub fn queue(&mut self, sectors: SectorMask) {
        self.word |= pairs_of(sectors) << QUEUED_SHIFT;
    }

    /// Notes that their turn has come.
    #[inline(always)]
    pub fn unqueue(&mut self, sectors: SectorMask) {
        self.word &= !(pairs_of(sectors) << QUEUED_SHIFT);
    }

    /// Sets the marks in `which` to those in `to`.
    #[inline(always)]
    pub fn mark(&mut self, which: u8, to: u8) {
        let (which, to) = (u64::from(which), u64::from(to & which));
        self.word = self.word & !(which << MARKS_SHIFT) | to << MARKS_SHIFT;
    }

    /// Notes that sectors are known elsewhere, too.
    #[inline(always)]
    pub fn note_elsewhere(&mut self, sectors: SectorMask) {
        self.word |= u64::from(sectors) << ELSEWHERE_SHIFT;
    }

    /// Notes that they are not: whether any of them were.
    #[inline(always)]
    pub fn forget_elsewhere(&mut self, sectors: SectorMask) -> bool {
        let known = self.word & u64::from(sectors) << ELSEWHERE_SHIFT;
        self.word ^= known;
        known != 0
    }

    /// Whether no line is here.
    #[inline(always)]
    pub(crate) fn is_empty(&self) -> bool {
        self.word == EMPTY
    }
}
