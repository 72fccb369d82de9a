//! Device loads: what a warp's lanes read, on the hot path.
//!
//! The caller has checked that each address is a multiple of the access's
//! size, so an access of four bytes or more is whole words, and one of fewer
//! lies in a single word.

use super::{Address, AddressFault, Cursor, Memory};
use crate::banks::lanes;
use crate::message::{LINE_SHIFT, get};

impl Memory {
    /// Reads a word.
    #[inline(always)]
    pub fn read_u32(&self, cursor: &mut Cursor, address: Address) -> Result<u32, AddressFault> {
        let a = self.resolve(cursor, address, 4)?;
        Ok(get(&a.words[((address - a.base) >> 2) as usize]))
    }

    /// Reads a byte, zero-extended.
    #[inline(always)]
    pub fn read_u8(&self, cursor: &mut Cursor, address: Address) -> Result<u32, AddressFault> {
        let a = self.resolve(cursor, address, 1)?;
        let offset = address - a.base;
        Ok(get(&a.words[(offset >> 2) as usize]) >> (8 * (offset & 3)) & 0xff)
    }

    /// Reads a half-word, zero-extended.
    #[inline(always)]
    pub fn read_u16(&self, cursor: &mut Cursor, address: Address) -> Result<u32, AddressFault> {
        let a = self.resolve(cursor, address, 2)?;
        let offset = address - a.base;
        Ok(get(&a.words[(offset >> 2) as usize]) >> (8 * (offset & 2)) & 0xffff)
    }

    /// Reads `N` consecutive words.
    #[inline(always)]
    pub fn read_words<const N: usize>(
        &self,
        cursor: &mut Cursor,
        address: Address,
    ) -> Result<[u32; N], AddressFault> {
        let a = self.resolve(cursor, address, 4 * N as u32)?;
        let first = ((address - a.base) >> 2) as usize;
        let words = &a.words[first..first + N];
        Ok(std::array::from_fn(|i| get(&words[i])))
    }

    /// Reads 32 consecutive words from an address of a whole word: what a
    /// coalesced warp load of four bytes a lane asks for.
    #[inline(always)]
    pub fn read_consecutive(
        &self,
        cursor: &mut Cursor,
        address: Address,
        out: &mut [u32; 32],
    ) -> Result<(), AddressFault> {
        let a = self.resolve(cursor, address, 128)?;
        let first = ((address - a.base) >> 2) as usize;
        for (to, from) in out.iter_mut().zip(&a.words[first..first + 32]) {
            *to = get(from);
        }
        Ok(())
    }

    /// Reads the line `line` (address >> 7), which must hold at least one
    /// byte of a buffer; what lies past the buffer's end reads zero.
    #[inline(always)]
    pub fn read_line(
        &self,
        cursor: &mut Cursor,
        line: u64,
        out: &mut [u32; 32],
    ) -> Result<(), AddressFault> {
        let address = line << LINE_SHIFT;
        let a = self.resolve(cursor, address, 1)?;
        for (to, from) in out.iter_mut().zip(a.line(address)) {
            *to = get(from);
        }
        Ok(())
    }

    /// Reads `N` words in each active lane, register by register:
    /// `out[r][lane]` is word `r` of `lane`. Inactive lanes keep theirs.
    #[inline(always)]
    pub fn read_lanes<const N: usize>(
        &self,
        cursor: &mut Cursor,
        addresses: &[Address; 32],
        active: u32,
        out: &mut [[u32; 32]; N],
    ) -> Result<(), AddressFault> {
        // Nearly always all lanes are in one buffer.
        let (first, last) = span(addresses, active);
        let bytes = last.wrapping_sub(first).wrapping_add(4 * N as u64);
        if let Ok(bytes) = u32::try_from(bytes)
            && let Ok(buffer) = self.resolve(cursor, first, bytes)
        {
            let (base, words) = (buffer.base, &buffer.words[..]);
            for lane in lanes(active) {
                let at = ((addresses[lane] - base) >> 2) as usize;
                for (word, register) in out.iter_mut().enumerate() {
                    register[lane] = get(&words[at + word]);
                }
            }
            return Ok(());
        }
        for lane in lanes(active) {
            let words = self.read_words::<N>(cursor, addresses[lane])?;
            for (register, word) in out.iter_mut().zip(words) {
                register[lane] = word;
            }
        }
        Ok(())
    }
}

/// The lowest and the highest address of some lanes.
#[inline]
pub fn span(addresses: &[Address; 32], active: u32) -> (Address, Address) {
    let (mut first, mut last) = (u64::MAX, 0);
    for (lane, &address) in addresses.iter().enumerate() {
        let takes_part = active >> lane & 1 != 0;
        first = first.min(if takes_part { address } else { u64::MAX });
        last = last.max(if takes_part { address } else { 0 });
    }
    (first, last)
}
