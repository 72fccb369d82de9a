//! The bytes of one line on their way between an SM and the L2.
//!
//! The words that a payload covers lie packed, in order: a store of a few
//! bytes, of which a strided kernel has thousands under way in each SM, then
//! touches one line of the host's cache instead of three.

use crate::message::{get, set};
use std::sync::atomic::AtomicU32;

/// The bytes of one line that a store writes or a strong load reads.
#[derive(Debug, Default)]
#[repr(C, align(64))]
pub struct LinePayload {
    /// The line: address >> 7.
    line: u64,
    /// The words that hold some of the bytes.
    covered: u32,
    /// Which bytes are meant.
    mask: u128,
    /// The covered words, in order, little-endian.
    words: [AtomicU32; 32],
}

impl LinePayload {
    /// For these bytes of a line, with data to be set.
    pub fn new(line: u64, mask: u128) -> LinePayload {
        let mut payload = LinePayload::default();
        payload.begin(line, mask);
        payload
    }

    /// Uses the payload anew; its data is garbage until set.
    #[inline(always)]
    pub fn begin(&mut self, line: u64, mask: u128) {
        self.line = line;
        self.mask = mask;
        self.covered = words_of(mask);
    }

    /// The line: address >> 7.
    #[inline(always)]
    pub fn line(&self) -> u64 {
        self.line
    }

    /// Which bytes are meant.
    #[inline(always)]
    pub fn mask(&self) -> u128 {
        self.mask
    }

    /// A covered word of the line, 0 to 31.
    #[inline(always)]
    pub fn word(&self, word: usize) -> &AtomicU32 {
        let before = self.covered & ((1 << (word % 32)) - 1);
        &self.words[before.count_ones() as usize]
    }

    /// The covered words with their places in the line, in order.
    #[inline(always)]
    pub fn words(&self) -> impl Iterator<Item = (usize, &AtomicU32)> {
        let mut left = self.covered;
        self.words.iter().map_while(move |data| {
            let word = left.trailing_zeros() as usize;
            left &= left.wrapping_sub(1);
            (word < 32).then_some((word, data))
        })
    }

    /// Takes further bytes in; theirs are to be set, what was there stays.
    pub fn widen(&mut self, bytes: u128) {
        let before = self.covered;
        self.mask |= bytes;
        self.covered |= words_of(bytes);
        if self.covered == before {
            return;
        }
        // From the last on: no word moves to a lower place.
        let mut left = before;
        while left != 0 {
            let word = left.ilog2();
            left ^= 1 << word;
            let data = get(&self.words[left.count_ones() as usize]);
            set(self.word(word as usize), data);
        }
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
            let mut payload = LinePayload::new(7, 0);
            for (round, mask) in masks.iter().enumerate() {
                let mask = mask & thin;
                payload.widen(mask);
                for word in (0..32).filter(|w| mask >> (4 * w) & 0xf != 0) {
                    set(payload.word(word), (round * 100 + word) as u32);
                }
            }
            let last = |word: usize| masks.iter().rposition(|m| (m & thin) >> (4 * word) & 0xf != 0);
            let want: Vec<(usize, u32)> = (0..32)
                .filter_map(|word| Some((word, (last(word)? * 100 + word) as u32)))
                .collect();
            let got: Vec<(usize, u32)> = payload.words().map(|(w, data)| (w, get(data))).collect();
            prop_assert_eq!(got, want);
        }
    }
}
