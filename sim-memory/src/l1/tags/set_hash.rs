//! Which set of the L1 each line belongs to.

use crate::l1::L1Config;

/// Higher bits of a line's address that may count for its set.
pub const MOST_SET_BITS: usize = 8 * HIGH_BYTES;

/// Bytes of the higher part of a line's address that count.
const HIGH_BYTES: usize = 3;

/// Which set each line belongs to: the same for all SMs.
#[derive(Debug)]
pub struct SetHash {
    /// log2 of the number of sets.
    bits: u32,
    /// What each value of each byte of the line's address above its low bits adds.
    added: [[u16; 256]; HIGH_BYTES],
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
        SetHash {
            bits: config.sets.trailing_zeros(),
            added,
        }
    }

    /// The set of a line, which is its address >> 7.
    #[inline(always)]
    pub(super) fn set(&self, line: u64) -> u32 {
        let low = line as u32 & ((1 << self.bits) - 1);
        let bytes = (line >> self.bits).to_le_bytes();
        let rows = self.added.iter().zip(bytes);
        rows.fold(low, |set, (row, byte)| {
            set ^ u32::from(row[usize::from(byte)])
        })
    }
}
