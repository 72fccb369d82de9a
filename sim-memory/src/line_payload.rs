//! The bytes of lines on their way between an SM and the L2.
//!
//! A strided kernel has thousands of stores under way in each SM, of a few
//! bytes each: more than the host's caches hold. So a store's description and
//! its words, packed in order, lie in one line of the host's cache as long as
//! they are no more than a sector; the words of longer ones lie apart. Slots
//! are handed out in turn, so that both pass through the caches as streams.

use crate::message::{get, set};
use crate::prefetch::{prefetch, prefetch_at};
use crate::slots::Slots;
use std::sync::atomic::AtomicU32;

/// Words that lie beside their description.
const SHORT: usize = 8;
/// The words lie beside their description.
const HERE: u32 = u32::MAX;
/// How far ahead of its use a slot is asked for.
const AHEAD: usize = 12;

#[derive(Debug)]
#[repr(C, align(64))]
struct Record {
    /// Which bytes are meant.
    mask: u128,
    /// The line: address >> 7.
    line: u64,
    /// The words that hold some of the bytes.
    covered: u32,
    /// Where the words lie: [`HERE`], or in this place of the long ones.
    long: u32,
    /// The covered words, in order, little-endian.
    short: [AtomicU32; SHORT],
}

impl Default for Record {
    fn default() -> Record {
        Record {
            mask: 0,
            line: 0,
            covered: 0,
            long: HERE,
            short: Default::default(),
        }
    }
}

/// Words of a payload that are more than a sector.
#[derive(Debug, Default)]
#[repr(C, align(64))]
struct Long([AtomicU32; 32]);

/// The payloads of one SM, by slot.
#[derive(Debug, Default)]
pub struct LinePayloads {
    slots: Slots,
    records: Vec<Record>,
    long_slots: Slots,
    long: Vec<Long>,
    /// Which records' words are long, a bit each.
    is_long: Vec<u64>,
}

impl LinePayloads {
    /// A slot for these bytes of a line; its words are garbage until set.
    #[inline]
    pub fn take(&mut self, line: u64, mask: u128) -> u32 {
        let slot = self.slots.take();
        if self.records.len() <= slot as usize {
            let capacity = self.slots.capacity();
            self.records.resize_with(capacity, Record::default);
            self.is_long.resize(capacity.div_ceil(64), 0);
        }
        prefetch_at(&self.records, slot as usize + AHEAD);
        let covered = words_of(mask);
        let long = self.room(slot, covered);
        let record = &mut self.records[slot as usize];
        (record.mask, record.line) = (mask, line);
        (record.covered, record.long) = (covered, long);
        slot
    }

    /// A place for so many words.
    #[inline(always)]
    fn room(&mut self, slot: u32, covered: u32) -> u32 {
        if covered.count_ones() as usize <= SHORT {
            return HERE;
        }
        let place = self.long_slots.take();
        if self.long.len() <= place as usize {
            let capacity = self.long_slots.capacity();
            self.long.resize_with(capacity, Long::default);
        }
        self.is_long[slot as usize / 64] |= 1 << (slot % 64);
        place
    }

    /// Gives a slot back.
    #[inline]
    pub fn free(&mut self, slot: u32) {
        // The record itself may be far away from the host: it is let be.
        let is_long = &mut self.is_long[slot as usize / 64];
        if *is_long >> (slot % 64) & 1 != 0 {
            *is_long ^= 1 << (slot % 64);
            self.long_slots.free(self.records[slot as usize].long);
        }
        self.slots.free(slot);
    }

    /// What a slot holds.
    #[inline(always)]
    pub fn get(&self, slot: u32) -> LinePayload<'_> {
        let record = &self.records[slot as usize];
        let words = match record.long {
            HERE => &record.short[..],
            place => &self.long[place as usize].0,
        };
        LinePayload { record, words }
    }

    /// Asks the host for a slot's description and first words.
    #[inline(always)]
    pub fn prefetch(&self, slot: u32) {
        prefetch(&self.records[slot as usize]);
    }

    /// Takes further bytes into a slot; theirs are to be set, what was there
    /// stays.
    pub fn widen(&mut self, slot: u32, bytes: u128) {
        let record = &mut self.records[slot as usize];
        let (before, from) = (record.covered, record.long);
        record.mask |= bytes;
        record.covered |= words_of(bytes);
        let covered = record.covered;
        if covered == before {
            return;
        }
        if from == HERE {
            self.records[slot as usize].long = self.room(slot, covered);
        }
        // From the last on: no word moves to a lower place.
        let record = &self.records[slot as usize];
        let old = match from {
            HERE => &record.short[..],
            place => &self.long[place as usize].0,
        };
        let new = self.get(slot);
        let mut left = before;
        while left != 0 {
            let word = left.ilog2();
            left ^= 1 << word;
            set(
                new.word(word as usize),
                get(&old[left.count_ones() as usize]),
            );
        }
    }
}

/// Payloads in slots from 0 on, one for these bytes of each line.
#[cfg(test)]
pub(crate) fn line_payloads(lines: impl IntoIterator<Item = (u64, u128)>) -> LinePayloads {
    let mut payloads = LinePayloads::default();
    for (line, mask) in lines {
        payloads.take(line, mask);
    }
    payloads
}

/// The bytes of one line that a store writes or a strong load reads.
#[derive(Clone, Copy, Debug)]
pub struct LinePayload<'a> {
    record: &'a Record,
    words: &'a [AtomicU32],
}

impl<'a> LinePayload<'a> {
    /// The line: address >> 7.
    #[inline(always)]
    pub fn line(&self) -> u64 {
        self.record.line
    }

    /// Which bytes are meant.
    #[inline(always)]
    pub fn mask(&self) -> u128 {
        self.record.mask
    }

    /// A covered word of the line, 0 to 31.
    #[inline(always)]
    pub fn word(&self, word: usize) -> &'a AtomicU32 {
        let before = self.record.covered & ((1 << (word % 32)) - 1);
        &self.words[before.count_ones() as usize]
    }

    /// All 32 words of the line, if all are covered.
    #[inline(always)]
    pub fn whole(&self) -> Option<&'a [AtomicU32; 32]> {
        match self.record.covered {
            u32::MAX => self.words.first_chunk(),
            _ => None,
        }
    }

    /// The covered words with their places in the line, in order.
    #[inline(always)]
    pub fn words(&self) -> impl Iterator<Item = (usize, &'a AtomicU32)> {
        let mut left = self.record.covered;
        self.words.iter().map_while(move |data| {
            let word = left.trailing_zeros() as usize;
            left &= left.wrapping_sub(1);
            (word < 32).then_some((word, data))
        })
    }
}

/// The words of a line in which a byte mask has a bit.
#[inline(always)]
pub fn words_of(bytes: u128) -> u32 {
    words_of_half(bytes as u64) | words_of_half((bytes >> 64) as u64) << 16
}

#[inline(always)]
fn words_of_half(bytes: u64) -> u32 {
    let any = bytes | bytes >> 1;
    let any = (any | any >> 2) & 0x1111_1111_1111_1111;
    let any = (any | any >> 3) & 0x0303_0303_0303_0303;
    let any = (any | any >> 6) & 0x000f_000f_000f_000f;
    let any = (any | any >> 12) & 0x0000_00ff_0000_00ff;
    (any | any >> 24) as u32 & 0xffff
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn words_are_found_at_their_places_however_the_payload_grew(
            masks in prop::collection::vec(any::<u128>(), 1..6), thin in any::<u128>(),
        ) {
            let mut payloads = LinePayloads::default();
            let slot = payloads.take(7, 0);
            for (round, mask) in masks.iter().enumerate() {
                let mask = mask & thin;
                payloads.widen(slot, mask);
                let payload = payloads.get(slot);
                for word in (0..32).filter(|w| mask >> (4 * w) & 0xf != 0) {
                    set(payload.word(word), (round * 100 + word) as u32);
                }
            }
            let last = |word: usize| masks.iter().rposition(|m| (m & thin) >> (4 * word) & 0xf != 0);
            let want: Vec<(usize, u32)> = (0..32)
                .filter_map(|word| Some((word, (last(word)? * 100 + word) as u32)))
                .collect();
            let got: Vec<(usize, u32)> = payloads.get(slot).words().map(|(w, data)| (w, get(data))).collect();
            prop_assert_eq!(got, want);
        }
    }
}
