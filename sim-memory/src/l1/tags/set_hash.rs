//! Which set of the L1 each line belongs to, and which bank each set.

use super::Key;
use crate::l1::L1Config;

/// Banks that there may be at most.
pub const MOST_BANKS: usize = 8;

/// Higher bits of a line's address that may count for its set.
pub const MOST_SET_BITS: usize = 8 * HIGH_BYTES;

/// Bytes of the higher part of a line's address that count.
const HIGH_BYTES: usize = 3;

/// Which set each line belongs to, and which bank: the same for all SMs.
#[derive(Debug)]
pub struct SetHash {
    /// log2 of the number of sets.
    bits: u32,
    /// What each value of each byte of the line's address above its low bits adds.
    added: [[u16; 256]; HIGH_BYTES],
    /// By set: its bank ...
    banks: Box<[u8]>,
    /// ... and the set of that bank whose turn it is behind it.
    next: Box<[u16]>,
}

impl SetHash {
    /// The configuration's.
    pub fn new(config: &L1Config) -> SetHash {
        let mut added = [[0; 256]; HIGH_BYTES];
        for bit in 0..MOST_SET_BITS {
            let adds = config
                .set_bits
                .get(bit)
                .map_or(0, |adds| adds & (config.sets - 1));
            let (row, first) = (&mut added[bit / 8], 1 << (bit % 8));
            for lower in 0..first {
                row[first + lower] = row[lower] ^ adds as u16;
            }
        }
        let banks: Box<[u8]> = (0..config.sets).map(|set| config.bank(set)).collect();
        SetHash {
            bits: config.sets.trailing_zeros(),
            added,
            next: turns(&banks, config),
            banks,
        }
    }

    /// What a line is looked up with.
    #[inline(always)]
    pub fn key(&self, line: u64) -> Key {
        let set = self.set(line);
        Key {
            line,
            set,
            bank: self.bank(set) as u32,
        }
    }

    /// The bank of a set.
    #[inline(always)]
    pub(super) fn bank(&self, set: u32) -> usize {
        self.banks[set as usize].into()
    }

    /// The set of the same bank whose turn it is behind this one.
    #[inline(always)]
    pub(super) fn next(&self, set: u32) -> u32 {
        self.next[set as usize].into()
    }

    /// The set of a line, which is its address >> 7.
    #[inline(always)]
    fn set(&self, line: u64) -> u32 {
        let low = line as u32 & ((1 << self.bits) - 1);
        let bytes = (line >> self.bits).to_le_bytes();
        let rows = self.added.iter().zip(bytes);
        rows.fold(low, |set, (row, byte)| {
            set ^ u32::from(row[usize::from(byte)])
        })
    }
}

/// By set: the one so many further on among the sets of its bank.
fn turns(banks: &[u8], config: &L1Config) -> Box<[u16]> {
    let mut next: Box<[u16]> = vec![0; banks.len()].into();
    for bank in 0..config.banks() as u8 {
        let of_bank = |&set: &u16| banks[usize::from(set)] == bank;
        let sets: Vec<u16> = (0..banks.len() as u16).filter(of_bank).collect();
        for (place, &set) in sets.iter().enumerate() {
            let behind = place + config.turn_step as usize;
            next[usize::from(set)] = sets[behind % sets.len()];
        }
    }
    next
}
