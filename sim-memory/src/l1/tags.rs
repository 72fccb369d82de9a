//! The tags of the L1: where a line may lie, and which goes when another needs its place.
//!
//! Measured on an H100 with random parts of an array that one warp reads again and again, on cold
//! caches and on full ones (`micro/h200/rounds`): which line misses tells which lie in one set.
//!
//! - A line has one of four tags of its set. The set is what the low bits of the line's address say,
//!   exclusive-or a number for each higher bit that is set (`l1.set_bits`), so that whatever stride of
//!   a power of two spreads evenly. Sets lie in four banks by the parities of some of their bits (`l1.bank_bits`).
//! - In a full set the line goes that was longest not asked for, **but neither of those of the set's last
//!   two hits**. So two lines that were in use stay while others that nobody finds pass by, and three
//!   lines that come in turn may miss for ever beside two that nobody wants any more.
//! - Beside a tag a line needs a place for its data. Of these each bank has as many as shared memory
//!   leaves, less a few (`l1.spare_lines`). If a set has a tag left and its bank no place, a set
//!   elsewhere in the bank gives a line up by the same rule; the sets take turns. That is why a sweep
//!   over a little more than the capacity misses once in each set and round, over more twice, and so
//!   on: the bank goes round its sets as the sweep goes round its lines.
//!
//! A line with sectors on their way stays, if any other may go: what comes must find its place (so
//! columns that are copied with 168 places lose none of what their warps share,
//! `copyCol_2048_16x16_carve100`). What the GPU does if none may go was not measured: here the new line
//! gets a place beyond those that there are until its data have come, when it or another goes; and in a
//! full set the oldest goes all the same.
//!
//! In what order the sets take turns is not known, but it is unlike that of addresses, or a sweep would
//! meet it and lose every line: here each is some sets behind the one before (`l1.turn_step`).

mod ages;
mod set_hash;

use std::sync::Arc;

use super::L1Config;
use crate::line::Line;
use crate::prefetch::prefetch_at;
use ages::Ages;
pub use ages::MOST_WAYS;
pub use set_hash::{MOST_BANKS, MOST_SET_BITS, SetHash};

/// A line with its set and the bank of that: what a lookup starts from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Key {
    line: u64,
    set: u32,
    bank: u32,
}

impl Key {
    /// The line: address >> 7.
    #[inline(always)]
    pub fn line(self) -> u64 {
        self.line
    }

    /// The bank in which it is looked up.
    #[inline(always)]
    pub fn bank(self) -> u8 {
        self.bank as u8
    }
}

/// The places for data of one bank of sets.
#[derive(Clone, Copy, Debug)]
struct Bank {
    /// How many lines have one.
    taken: u32,
    /// The set whose turn it was to give a line up for another set.
    turn: u32,
    /// How many of its sets have a line that may go.
    givers: u32,
}

/// Four lines of a set, which share a line of the host's cache.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Four<T>([Line<T>; 4]);

impl<T> Four<T> {
    /// Which of them is this line, a bit each.
    #[inline(always)]
    fn which(&self, line: u64) -> u32 {
        let is = |which: usize| u32::from(self.0[which].line() == line) << which;
        is(0) | is(1) | is(2) | is(3)
    }
}

/// The tags, with a `T` for each.
#[derive(Debug)]
pub struct Tags<T> {
    hash: Arc<SetHash>,
    /// Ways of a set.
    ways: u8,
    /// log2 of what a set takes of `lines`.
    fours_bits: u32,
    /// By set.
    ages: Vec<Ages>,
    /// By set and way: of each set whole fours.
    lines: Vec<Four<T>>,
    banks: Vec<Bank>,
    /// By set: whether it has a line that may go, a bit each.
    may_give: Vec<u64>,
    /// Places for data in each bank.
    places: u32,
}

/// A line's tag, by its number among all.
pub type Tag = usize;

impl<T: Copy + Default> Tags<T> {
    /// No line; `shared_kib` of the array belong to shared memory.
    pub fn new(config: &L1Config, hash: &Arc<SetHash>, shared_kib: u32) -> Tags<T> {
        let (sets, banks) = (config.sets as usize, config.banks());
        let fours = config.ways.div_ceil(4);
        let first = |bank| (0..config.sets).find(|&set| hash.bank(set) == bank as usize);
        let bank = |bank| Bank {
            taken: 0,
            turn: first(bank).unwrap_or(0),
            givers: 0,
        };
        Tags {
            hash: hash.clone(),
            ways: config.ways as u8,
            fours_bits: fours.trailing_zeros(),
            ages: vec![Ages::EMPTY; sets],
            lines: vec![Four([Line::empty(); 4]); sets * fours as usize],
            banks: (0..banks).map(bank).collect(),
            may_give: vec![0; sets.div_ceil(64)],
            places: (config.lines(shared_kib) / banks).max(1),
        }
    }

    /// How many tags there are room for.
    pub fn count(&self) -> usize {
        4 * self.lines.len()
    }

    /// What a line is looked up with.
    #[inline(always)]
    pub fn key(&self, line: u64) -> Key {
        self.hash.key(line)
    }

    #[inline(always)]
    fn tag(&self, set: u32, way: u8) -> Tag {
        ((set as usize) << self.fours_bits) * 4 + usize::from(way)
    }

    #[inline(always)]
    fn set_and_way(&self, tag: Tag) -> (u32, u8) {
        let set = (tag / 4) >> self.fours_bits;
        (set as u32, (tag - self.tag(set as u32, 0)) as u8)
    }

    /// Notes whether a set of this bank has a line that may go, after a change.
    #[inline(always)]
    fn note(&mut self, set: u32, bank: usize) {
        let may = self.ages[set as usize].any_may_go();
        let word = &mut self.may_give[set as usize / 64];
        let before = *word >> (set % 64) & 1;
        *word ^= (before ^ u64::from(may)) << (set % 64);
        let givers = &mut self.banks[bank].givers;
        *givers = *givers + u32::from(may) - before as u32;
    }

    /// The set whose turn it is to give a line up behind this one of its bank.
    #[inline(always)]
    fn next(&self, set: u32) -> u32 {
        self.hash.next(set)
    }

    /// The same of those that may, of which there is one.
    #[inline(always)]
    fn next_giver(&self, mut set: u32) -> u32 {
        loop {
            set = self.next(set);
            if self.may_give[set as usize / 64] >> (set % 64) & 1 != 0 {
                return set;
            }
        }
    }

    /// Where a line is, if it is resident. Leaves its age alone.
    #[inline(always)]
    pub fn find(&self, key: Key) -> Option<Tag> {
        let first = (key.set as usize) << self.fours_bits;
        let fours = &self.lines[first..first + (1 << self.fours_bits)];
        let found = |(four, lines): (Tag, &Four<T>)| match lines.which(key.line) {
            0 => None,
            which => Some(4 * four + which.trailing_zeros() as usize),
        };
        (first..).zip(fours).find_map(found)
    }

    /// Where a line is, if it is resident: a hit.
    #[inline(always)]
    pub fn access(&mut self, key: Key) -> Option<Tag> {
        let tag = self.find(key)?;
        let (set, way) = self.set_and_way(tag);
        self.ages[set as usize].hit(way);
        Some(tag)
    }

    /// Makes room for a line that is not resident, with nothing valid, whose data may be `awaited`.
    /// Returns the line whose tag it gets, if there was one.
    #[inline(always)]
    pub fn allocate(&mut self, key: Key, extra: T, awaited: bool) -> (Tag, Option<Line<T>>) {
        let (set, bank) = (key.set as usize, key.bank as usize);
        let full = self.ages[set].lines == self.ways;
        if !full {
            self.make_places(bank, 1);
            self.banks[bank].taken += 1;
        }
        let ages = &mut self.ages[set];
        let way = if full { ages.replace() } else { ages.enter() };
        ages.awaited |= u8::from(awaited) << way;
        self.note(key.set, bank);
        let tag = self.tag(key.set, way);
        let before = std::mem::replace(self.get_mut(tag), Line::with(key.line, extra));
        (tag, full.then_some(before))
    }

    /// Sets of this bank give lines up in turn until so many places are left, or none may go.
    #[inline(always)]
    fn make_places(&mut self, bank: usize, left: u32) {
        loop {
            let Bank {
                taken,
                turn,
                givers,
            } = self.banks[bank];
            if taken + left <= self.places || givers == 0 {
                return;
            }
            let giver = self.next_giver(turn);
            self.banks[bank].turn = giver;
            let way = self.ages[giver as usize].victim_or_oldest();
            self.remove_from(bank, self.tag(giver, way));
            // The host is asked for the set that the bank's next miss will probably want a line of.
            self.prefetch(self.tag(self.next(giver), 0));
        }
    }

    /// Drops a resident line, whatever its state.
    #[inline(always)]
    pub fn remove(&mut self, tag: Tag) {
        self.remove_from(self.bank(tag), tag);
    }

    /// The same, of this bank.
    #[inline(always)]
    fn remove_from(&mut self, bank: usize, tag: Tag) {
        *self.get_mut(tag) = Line::empty();
        let (set, way) = self.set_and_way(tag);
        self.ages[set as usize].leave(way);
        self.banks[bank].taken -= 1;
        self.note(set, bank);
    }

    /// The bank of a tag.
    #[inline(always)]
    fn bank(&self, tag: Tag) -> usize {
        self.hash.bank(self.set_and_way(tag).0)
    }

    /// Data of a resident line are on their way: it stays if any other may go.
    #[inline(always)]
    pub fn set_awaited(&mut self, tag: Tag) {
        let (set, way) = self.set_and_way(tag);
        self.ages[set as usize].awaited |= 1 << way;
        self.note(set, self.bank(tag));
    }

    /// They have come, or are no longer wanted: if the line has a place beyond those that there are,
    /// a line of its bank goes.
    #[inline(always)]
    pub fn set_there(&mut self, tag: Tag) {
        let ((set, way), bank) = (self.set_and_way(tag), self.bank(tag));
        self.ages[set as usize].awaited &= !(1 << way);
        self.note(set, bank);
        self.make_places(bank, 0);
    }

    /// Drops everything.
    pub fn invalidate_all(&mut self) {
        self.lines.fill(Four([Line::empty(); 4]));
        self.ages.fill(Ages::EMPTY);
        self.may_give.fill(0);
        for bank in &mut self.banks {
            (bank.taken, bank.givers) = (0, 0);
        }
    }

    /// A line, resident or not.
    #[inline(always)]
    pub fn get(&self, tag: Tag) -> &Line<T> {
        &self.lines[tag / 4].0[tag % 4]
    }

    /// The same, to change.
    #[inline(always)]
    pub fn get_mut(&mut self, tag: Tag) -> &mut Line<T> {
        &mut self.lines[tag / 4].0[tag % 4]
    }

    /// Asks the host for what a lookup of the line reads.
    #[inline(always)]
    pub fn prefetch_set(&self, key: Key) {
        self.prefetch(self.first_tag(key));
    }

    /// The first tag of the line's set.
    #[inline(always)]
    pub fn first_tag(&self, key: Key) -> Tag {
        self.tag(key.set, 0)
    }

    /// Asks the host for a line, with what is known of its set.
    #[inline(always)]
    pub fn prefetch(&self, tag: Tag) {
        prefetch_at(&self.ages, (tag / 4) >> self.fours_bits);
        prefetch_at(&self.lines, tag / 4);
    }
}

#[cfg(test)]
mod tests;
