//! The tags of the L1: where a line may lie, and which goes when another needs its place.
//!
//! Measured on an H100 with random parts of an array that one warp reads again and again, on cold
//! caches and on full ones (`micro/h200/rounds`): which line misses tells which lie in one set.
//!
//! - A line has one of four tags of its set. The set is what the low bits of the line's address say,
//!   exclusive-or a number for each higher bit that is set (`l1.set_bits`), so that whatever stride of
//!   a power of two spreads evenly. Sets lie in four banks by their lowest bits.
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
pub use set_hash::{MOST_SET_BITS, SetHash};

/// A line with its set: what a lookup starts from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Key {
    line: u64,
    set: u32,
}

impl Key {
    /// The line: address >> 7.
    #[inline(always)]
    pub fn line(self) -> u64 {
        self.line
    }
}

/// The places for data of one bank of sets.
#[derive(Clone, Copy, Debug, Default)]
struct Bank {
    /// How many lines have one.
    taken: u32,
    /// The set whose turn it was to give a line up for another set.
    turn: u32,
}

/// Four lines that share a line of the host's cache.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Four<T>([Line<T>; 4]);

/// The tags, with a `T` for each.
#[derive(Debug)]
pub struct Tags<T> {
    hash: Arc<SetHash>,
    /// log2 of the ways of a set.
    way_bits: u32,
    /// log2 of the banks.
    bank_bits: u32,
    /// log2 of the sets of a bank.
    set_bits: u32,
    /// By set.
    ages: Vec<Ages>,
    /// By set and way, in fours.
    lines: Vec<Four<T>>,
    banks: Vec<Bank>,
    /// By bank and set in it: whether it has a line that may go, a bit each.
    may_give: Vec<u64>,
    /// Places for data in each bank.
    places: u32,
    /// From a set of a bank to the one whose turn it is next.
    step: u32,
}

/// A line's tag, by its number among all.
pub type Tag = usize;

impl<T: Copy + Default> Tags<T> {
    /// No line; `shared_kib` of the array belong to shared memory.
    pub fn new(config: &L1Config, hash: &Arc<SetHash>, shared_kib: u32) -> Tags<T> {
        let (sets, banks) = (config.sets, config.banks);
        let tags = sets * config.ways;
        Tags {
            hash: hash.clone(),
            way_bits: config.ways.trailing_zeros(),
            bank_bits: banks.trailing_zeros(),
            set_bits: (sets / banks).trailing_zeros(),
            ages: vec![Ages::EMPTY; sets as usize],
            lines: vec![Four([Line::empty(); 4]); tags.div_ceil(4) as usize],
            banks: vec![Bank::default(); banks as usize],
            may_give: vec![0; (banks * (sets / banks).div_ceil(64)) as usize],
            places: (config.lines(shared_kib) / banks).max(1),
            step: config.turn_step,
        }
    }

    /// How many tags there are.
    pub fn count(&self) -> usize {
        self.ages.len() << self.way_bits
    }

    /// What a line is looked up with.
    #[inline(always)]
    pub fn key(&self, line: u64) -> Key {
        let set = self.hash.set(line);
        Key { line, set }
    }

    #[inline(always)]
    fn tag(&self, set: u32, way: u8) -> Tag {
        (set << self.way_bits | u32::from(way)) as usize
    }

    #[inline(always)]
    fn set_and_way(&self, tag: Tag) -> (u32, u8) {
        let way = tag as u32 & ((1 << self.way_bits) - 1);
        (tag as u32 >> self.way_bits, way as u8)
    }

    /// A set's bank, and its number there.
    #[inline(always)]
    fn bank_and_number(&self, set: u32) -> (u32, u32) {
        (set & ((1 << self.bank_bits) - 1), set >> self.bank_bits)
    }

    #[inline(always)]
    fn bank(&mut self, set: u32) -> &mut Bank {
        let (bank, _) = self.bank_and_number(set);
        &mut self.banks[bank as usize]
    }

    /// The words of [`Tags::may_give`] that belong to a bank.
    #[inline(always)]
    fn words(&self, bank: u32) -> std::ops::Range<usize> {
        let words = self.may_give.len() >> self.bank_bits;
        let first = bank as usize * words;
        first..first + words
    }

    /// Notes whether a set has a line that may go, after a change.
    #[inline(always)]
    fn note(&mut self, set: u32) {
        let (bank, number) = self.bank_and_number(set);
        let may = self.ages[set as usize].any_may_go();
        let word = self.words(bank).start + number as usize / 64;
        let word = &mut self.may_give[word];
        *word = *word & !(1 << (number % 64)) | u64::from(may) << (number % 64);
    }

    /// The set of a bank whose turn it is to give a line up, of those that may, after `turn`.
    #[inline(always)]
    fn next_to_give(&self, bank: u32, turn: u32) -> Option<u32> {
        let words = &self.may_give[self.words(bank)];
        if words.iter().all(|&word| word == 0) {
            return None;
        }
        let numbers = (1 << self.set_bits) - 1;
        let mut number = turn;
        loop {
            number = (number + self.step) & numbers;
            if words[number as usize / 64] >> (number % 64) & 1 != 0 {
                return Some(number);
            }
        }
    }

    /// Where a line is, if it is resident. Leaves its age alone.
    #[inline(always)]
    pub fn find(&self, key: Key) -> Option<Tag> {
        let first = self.tag(key.set, 0);
        let mut tags = first..first + (1 << self.way_bits);
        tags.find(|&tag| self.get(tag).line() == key.line)
    }

    /// Where a line is, if it is resident: a hit.
    #[inline(always)]
    pub fn access(&mut self, key: Key) -> Option<Tag> {
        let tag = self.find(key)?;
        let (set, way) = self.set_and_way(tag);
        self.ages[set as usize].hit(way);
        Some(tag)
    }

    /// Makes room for a line that is not resident, with nothing valid. Returns the line whose tag it
    /// gets, if there was one.
    #[inline(always)]
    pub fn allocate(&mut self, key: Key, extra: T) -> (Tag, Option<Line<T>>) {
        let ages = self.ages[key.set as usize];
        let evicted = if ages.lines >> self.way_bits != 0 {
            let tag = self.tag(key.set, ages.victim_or_oldest());
            let line = *self.get(tag);
            self.remove(tag);
            Some(line)
        } else {
            self.make_places(key.set, 1);
            None
        };
        self.bank(key.set).taken += 1;
        let way = self.ages[key.set as usize].enter();
        self.note(key.set);
        let tag = self.tag(key.set, way);
        *self.get_mut(tag) = Line::with(key.line, extra);
        (tag, evicted)
    }

    /// Sets of this one's bank give lines up in turn until so many places are left, or none may go.
    #[inline(always)]
    fn make_places(&mut self, set: u32, left: u32) {
        let (bank, _) = self.bank_and_number(set);
        while self.bank(set).taken + left > self.places {
            let turn = self.bank(set).turn;
            let Some(number) = self.next_to_give(bank, turn) else {
                break;
            };
            self.bank(set).turn = number;
            let giver = number << self.bank_bits | bank;
            let way = self.ages[giver as usize].victim_or_oldest();
            self.remove(self.tag(giver, way));
            self.prefetch_giver(bank, number);
        }
    }

    /// Asks the host for the set that the bank's next miss will want a line of.
    #[inline(always)]
    fn prefetch_giver(&self, bank: u32, turn: u32) {
        if let Some(number) = self.next_to_give(bank, turn) {
            let giver = number << self.bank_bits | bank;
            self.prefetch(self.tag(giver, 0));
        }
    }

    /// Drops a resident line, whatever its state.
    #[inline(always)]
    pub fn remove(&mut self, tag: Tag) {
        *self.get_mut(tag) = Line::empty();
        let (set, way) = self.set_and_way(tag);
        self.ages[set as usize].leave(way);
        self.bank(set).taken -= 1;
        self.note(set);
    }

    /// Data of a resident line are on their way: it stays if any other may go.
    #[inline(always)]
    pub fn set_awaited(&mut self, tag: Tag) {
        let (set, way) = self.set_and_way(tag);
        self.ages[set as usize].awaited |= 1 << way;
        self.note(set);
    }

    /// They have come, or are no longer wanted: if the line has a place beyond those that there are,
    /// a line of its bank goes.
    #[inline(always)]
    pub fn set_there(&mut self, tag: Tag) {
        let (set, way) = self.set_and_way(tag);
        self.ages[set as usize].awaited &= !(1 << way);
        self.note(set);
        self.make_places(set, 0);
    }

    /// Drops everything.
    pub fn invalidate_all(&mut self) {
        self.lines.fill(Four([Line::empty(); 4]));
        self.ages.fill(Ages::EMPTY);
        self.may_give.fill(0);
        for bank in &mut self.banks {
            bank.taken = 0;
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
        self.prefetch(self.tag(key.set, 0));
    }

    /// Asks the host for a line, with what is known of its set.
    #[inline(always)]
    pub fn prefetch(&self, tag: Tag) {
        prefetch_at(&self.ages, tag >> self.way_bits);
        prefetch_at(&self.lines, tag / 4);
    }

    /// The tag of the line, or the one it would get. The set should be there.
    #[inline(always)]
    pub fn tag_to_be(&self, key: Key) -> Tag {
        self.find(key).unwrap_or_else(|| {
            let ages = self.ages[key.set as usize];
            let way = match ages.lines >> self.way_bits {
                0 => ages.way(ages.lines.into()),
                _ => ages.victim_or_oldest(),
            };
            self.tag(key.set, way)
        })
    }
}

#[cfg(test)]
mod tests;
