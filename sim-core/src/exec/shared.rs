//! The shared memory of a block.

use super::fragment::{self, ROW_LANES, SIDE};
use super::memory_op::{MemKind, MemOp, Width};
use super::rows::Row;
use super::uop::Uop;
use super::warp::WarpState;
use sim_memory::atomic::{apply_32, apply_64};
use sim_memory::banks::{self, first_on_each_bank};
use sim_memory::message::{AtomicOp, AtomicType};

/// A lane's access that shared memory cannot serve.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("lane {lane} accesses shared address {address:#x}: {what}")]
pub struct SharedFault {
    /// The lane.
    pub lane: u32,
    /// Its address in the shared window.
    pub address: u32,
    /// What is wrong with it.
    pub what: SharedFaultKind,
}

/// Why shared memory cannot serve an access.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SharedFaultKind {
    /// It lies behind the block's memory.
    #[error("the block's shared memory ends at {end:#x}")]
    OutOfBounds {
        /// The first address behind it.
        end: u32,
    },
    /// It is not a multiple of its width.
    #[error("it is not a multiple of {bytes}")]
    Misaligned {
        /// The access's width.
        bytes: u32,
    },
}

/// The bytes of one block's shared memory, from the start of the window: the
/// system's reserved bytes, then static, then dynamic shared memory.
#[derive(Clone, Debug, Default)]
pub struct SharedMemory {
    /// Behind the end, up to a whole word, zeros.
    words: Vec<u32>,
    /// How many bytes there are.
    end: u32,
}

impl SharedMemory {
    /// Begins a block that has `bytes` bytes, reserved ones included: zeros.
    /// Allocates only when no earlier block had as many.
    pub fn start(&mut self, bytes: u32) {
        self.words.clear();
        self.words.resize(bytes.div_ceil(4) as usize, 0);
        self.end = bytes;
    }

    /// The bytes.
    pub fn bytes(&self) -> &[u8] {
        &bytemuck::cast_slice(&self.words)[..self.end as usize]
    }

    /// The same, to write.
    #[inline(always)]
    fn bytes_mut(&mut self) -> &mut [u8] {
        bytemuck::cast_slice_mut(&mut self.words)
    }

    /// Carries out a load, store, atomic or reduction of a warp at its lanes' addresses, lane by lane.
    pub fn access(
        &mut self,
        (uop, op): (&Uop, &MemOp),
        warp: &mut WarpState,
        addresses: &Row,
        lanes: u32,
    ) -> Result<(), SharedFault> {
        if lanes == 0 {
            return Ok(());
        }
        let (bytes, whose) = op.reach();
        let addresses = &of_lanes(addresses, lanes & whose);
        self.check(addresses, bytes, lanes & whose)?;
        match op.kind {
            MemKind::Load => self.load(uop, op, warp, addresses, lanes),
            MemKind::Store => self.store(uop, op, warp, addresses, lanes),
            MemKind::Atomic(action, ty) | MemKind::Reduction(action, ty) => {
                self.update(uop, op, (action, ty), warp, addresses, lanes);
            }
            MemKind::Count => {
                let count = (AtomicOp::Add, AtomicType::U32);
                self.update(uop, op, count, warp, addresses, lanes);
            }
            MemKind::CompareAndTest => self.test_and_swap(uop, op, warp, addresses, lanes),
            MemKind::LoadMatrices { turned } => {
                self.load_matrices(uop, op, warp, addresses, lanes, turned);
            }
            MemKind::StoreMatrices { turned } => {
                self.store_matrices(uop, op, warp, addresses, lanes, turned);
            }
            // It has two addresses: `copy`.
            MemKind::Copy(_) => {}
        }
        Ok(())
    }

    /// Whether some lanes may write there.
    pub fn check_copy(&self, width: Width, addresses: &Row, lanes: u32) -> Result<(), SharedFault> {
        match lanes {
            0 => Ok(()),
            _ => self.check(&of_lanes(addresses, lanes), width.bytes(), lanes),
        }
    }

    /// Stores the words that some lanes of a warp bring from elsewhere, side by side, where they have been
    /// found to be able to.
    pub fn copy(&mut self, width: Width, addresses: &Row, lanes: u32, words: &[Row]) {
        for (word, values) in words.iter().enumerate().take(width.registers()) {
            self.store_words::<4>(addresses, word, values, (width, lanes));
        }
    }

    /// The first lane whose access cannot be served; lanes that take no part have address zero.
    fn check(&self, addresses: &Row, bytes: u32, lanes: u32) -> Result<(), SharedFault> {
        let end = self.end;
        let last = end.checked_sub(bytes);
        let (mut highest, mut low) = (0, 0);
        for &address in addresses {
            highest = highest.max(address);
            low |= address;
        }
        if last.is_some_and(|last| highest <= last) && low.is_multiple_of(bytes) {
            return Ok(());
        }
        let bad = |&lane: &usize| {
            let address = addresses[lane];
            last.is_none_or(|last| address > last) || !address.is_multiple_of(bytes)
        };
        let Some(lane) = banks::lanes(lanes).find(bad) else {
            return Ok(());
        };
        let lane = lane as u32;
        let address = addresses[lane as usize];
        let what = match address.is_multiple_of(bytes) {
            true => SharedFaultKind::OutOfBounds { end },
            false => SharedFaultKind::Misaligned { bytes },
        };
        Err(SharedFault {
            lane,
            address,
            what,
        })
    }

    /// The word at a checked address, or what a narrow access there has of its word, from the low end.
    #[inline(always)]
    fn word(&self, address: u32) -> u32 {
        u32::from_le(self.words[address as usize / 4]) >> (address % 4 * 8)
    }

    /// The word at a multiple of four.
    #[inline(always)]
    fn whole_word(&self, address: u32) -> u32 {
        u32::from_le(self.words[address as usize / 4])
    }

    fn load(&self, uop: &Uop, op: &MemOp, warp: &mut WarpState, addresses: &Row, lanes: u32) {
        let bytes = op.width.bytes();
        let regular = step(addresses, lanes);
        for word in 0..op.width.registers() {
            let first = addresses[0] + 4 * word as u32;
            let values = match (regular, bytes) {
                (Some(0), _) => [op.width.extend(self.word(first)); 32],
                (Some(4), 4) => self.side_by_side::<1>(first),
                (Some(8), 8) => self.side_by_side::<2>(first),
                (Some(16), 16) => self.side_by_side::<4>(first),
                _ => self.scattered(addresses, word, op.width),
            };
            warp.write_row(uop, word, lanes, &values);
        }
    }

    /// The words of lanes that are `N` words from each other.
    #[inline(always)]
    fn side_by_side<const N: usize>(&self, first: u32) -> Row {
        let block = &self.words[first as usize / 4..][..31 * N + 1];
        std::array::from_fn(|lane| u32::from_le(block[lane * N]))
    }

    /// The words of lanes wherever they are; of lanes that take no part, the first there is.
    #[inline(always)]
    fn scattered(&self, addresses: &Row, word: usize, width: Width) -> Row {
        let mut values = *addresses;
        match width {
            Width::B32 | Width::B64 | Width::B128 => {
                for value in &mut values {
                    *value = self.whole_word(*value + 4 * word as u32);
                }
            }
            Width::U8 | Width::S8 | Width::U16 | Width::S16 => {
                for value in &mut values {
                    *value = width.extend(self.word(*value));
                }
            }
        }
        values
    }

    /// Matrix `m` has the rows at the addresses of lanes `8 m` and following.
    fn load_matrices(
        &self,
        uop: &Uop,
        op: &MemOp,
        warp: &mut WarpState,
        addresses: &Row,
        lanes: u32,
        turned: bool,
    ) {
        for (matrix, rows) in fragment::rows(addresses, op.width.registers()) {
            let word = |lane: usize| {
                let row = rows[lane / ROW_LANES];
                self.whole_word(row + 4 * (lane % ROW_LANES) as u32)
            };
            let values = fragment::handed(std::array::from_fn(word), turned);
            warp.write_row(uop, matrix, lanes, &values);
        }
    }

    /// The same for a store. Where rows share a place, the last lane's stays.
    fn store_matrices(
        &mut self,
        uop: &Uop,
        op: &MemOp,
        warp: &WarpState,
        addresses: &Row,
        lanes: u32,
        turned: bool,
    ) {
        for (matrix, rows) in fragment::rows(addresses, op.width.registers()) {
            let values = fragment::handed(warp.data_row(uop, 1, matrix), turned);
            for (row, &address) in rows.iter().enumerate() {
                if lanes >> (SIDE * matrix + row) & 1 == 0 {
                    continue;
                }
                let row = &values[ROW_LANES * row..][..ROW_LANES];
                for (to, from) in self.words[address as usize / 4..].iter_mut().zip(row) {
                    *to = from.to_le();
                }
            }
        }
    }

    fn store(&mut self, uop: &Uop, op: &MemOp, warp: &WarpState, addresses: &Row, lanes: u32) {
        for word in 0..op.width.registers() {
            let values = warp.data_row(uop, 1, word);
            match op.width.bytes() {
                1 => self.store_words::<1>(addresses, word, &values, (op.width, lanes)),
                2 => self.store_words::<2>(addresses, word, &values, (op.width, lanes)),
                _ => self.store_words::<4>(addresses, word, &values, (op.width, lanes)),
            }
        }
    }

    /// Stores the low `N` bytes of each lane's word.
    fn store_words<const N: usize>(
        &mut self,
        addresses: &Row,
        word: usize,
        values: &Row,
        (width, lanes): (Width, u32),
    ) {
        if N == 4 && width == Width::B32 && step(addresses, lanes) == Some(4) {
            let words = &mut self.words[addresses[0] as usize / 4..][..32];
            return words.copy_from_slice(&values.map(u32::to_le));
        }
        for lane in width.store_order(lanes) {
            let at = addresses[lane] as usize + 4 * word;
            if N == 4 {
                self.words[at / 4] = values[lane].to_le();
            } else {
                let value = values[lane].to_le_bytes();
                self.bytes_mut()[at..at + N].copy_from_slice(&value[..N]);
            }
        }
    }

    /// Applies an atomic to the lanes' addresses in lane order.
    fn update(
        &mut self,
        uop: &Uop,
        op: &MemOp,
        (action, ty): (AtomicOp, AtomicType),
        warp: &mut WarpState,
        addresses: &Row,
        lanes: u32,
    ) {
        let wide = op.width.registers() == 2;
        let data = |slot, word| {
            if word == 0 || wide {
                warp.data_row(uop, slot, word)
            } else {
                [0; 32]
            }
        };
        let [a, a_high, b, b_high] = [data(1, 0), data(1, 1), data(2, 0), data(2, 1)];
        let (mut old, mut old_high) = ([0; 32], [0; 32]);
        for lane in banks::lanes(lanes) {
            let at = addresses[lane];
            let high = if wide { self.word(at + 4) } else { 0 };
            let before = join(self.word(at), high);
            let (a, b) = (join(a[lane], a_high[lane]), join(b[lane], b_high[lane]));
            let after = match wide {
                true => apply_64(action, ty, before, a, b),
                false => u64::from(apply_32(action, ty, before as u32, a as u32, b as u32)),
            };
            let bytes = op.width.bytes() as usize;
            self.bytes_mut()[at as usize..][..bytes].copy_from_slice(&after.to_le_bytes()[..bytes]);
            (old[lane], old_high[lane]) = (before as u32, (before >> 32) as u32);
        }
        if op.returns() {
            warp.write_row(uop, 0, lanes, &old);
            if wide {
                warp.write_row(uop, 1, lanes, &old_high);
            }
        }
    }

    /// ATOMS.CAST.SPIN: compares and swaps where a lane is the first on its bank, and
    /// returns whether it did.
    fn test_and_swap(
        &mut self,
        uop: &Uop,
        op: &MemOp,
        warp: &mut WarpState,
        addresses: &Row,
        lanes: u32,
    ) {
        let words = op.width.registers();
        let rows = |slot| [0, 1].map(|word| warp.data_row(uop, slot, word.min(words - 1)));
        let ([expected, expected_high], [new, new_high]) = (rows(1), rows(2));
        let mut swapped = [0; 32];
        let served = first_on_each_bank(addresses, lanes, op.width.bytes());
        for lane in banks::lanes(served) {
            let at = addresses[lane];
            let same_high = words == 1 || self.word(at + 4) == expected_high[lane];
            if self.word(at) == expected[lane] && same_high {
                let bytes = join(new[lane], new_high[lane]).to_le_bytes();
                self.bytes_mut()[at as usize..][..4 * words].copy_from_slice(&bytes[..4 * words]);
                swapped[lane] = 1;
            }
        }
        warp.write_row(uop, 0, lanes, &swapped);
        if words == 2 {
            warp.write_row(uop, 1, lanes, &[0; 32]);
        }
    }
}

/// How far each lane's address is from the one before it, if all lanes take part and it is the same for
/// all: most accesses of most kernels.
#[inline(always)]
fn step(addresses: &Row, lanes: u32) -> Option<u32> {
    let step = addresses[1].wrapping_sub(addresses[0]);
    let mut differs = 0;
    for pair in addresses.windows(2) {
        differs |= pair[1].wrapping_sub(pair[0]) ^ step;
    }
    (differs == 0 && lanes == u32::MAX).then_some(step)
}

/// The addresses of lanes that take part, zero of the others.
#[inline(always)]
fn of_lanes(addresses: &Row, lanes: u32) -> Row {
    let mut own = *addresses;
    for (lane, address) in own.iter_mut().enumerate() {
        *address &= (lanes >> lane & 1).wrapping_neg();
    }
    own
}

/// Two words as one value.
fn join(low: u32, high: u32) -> u64 {
    u64::from(high) << 32 | u64::from(low)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Memory of so many bytes, each of another value than its neighbours.
    fn filled(bytes: u32) -> SharedMemory {
        let mut memory = SharedMemory::default();
        memory.start(bytes);
        let end = bytes as usize;
        for (at, byte) in memory.bytes_mut()[..end].iter_mut().enumerate() {
            *byte = (at * 37 / 4) as u8 ^ at as u8;
        }
        memory
    }

    #[test]
    fn the_first_lane_that_cannot_be_served_is_told() {
        let memory = filled(102);
        let mut addresses = [0; 32];
        (addresses[3], addresses[5], addresses[9]) = (100, 98, 101);
        let fault = |lanes, bytes| memory.check(&addresses, bytes, lanes);
        let is = |lane, address, what| {
            Err(SharedFault {
                lane,
                address,
                what,
            })
        };
        let past = SharedFaultKind::OutOfBounds { end: 102 };
        assert_eq!(fault(!0, 4), is(3, 100, past));
        assert_eq!(
            fault(!0, 8),
            is(3, 100, SharedFaultKind::Misaligned { bytes: 8 })
        );
        assert_eq!(
            fault(!0, 2),
            is(9, 101, SharedFaultKind::Misaligned { bytes: 2 })
        );
        assert_eq!(fault(!0, 1), Ok(()));
        assert_eq!(fault(1 << 5 | 1, 2), Ok(()));
        assert!(filled(2).check(&[0; 32], 4, 1).is_err());
    }

    proptest! {
        #[test]
        fn loads_bring_the_bytes_that_lie_there(
            units in prop::array::uniform32(0u32..100), kind in 0usize..7,
        ) {
            use Width::{B32, B64, B128, S8, S16, U8, U16};
            let width = [U8, S8, U16, S16, B32, B64, B128][kind];
            let bytes = width.bytes();
            let memory = filled(100 * bytes);
            for word in 0..width.registers() {
                let addresses = units.map(|unit| unit * bytes);
                let values = memory.scattered(&addresses, word, width);
                for (address, value) in addresses.into_iter().zip(values) {
                    let at = address as usize + 4 * word;
                    let byte = |of: usize| memory.bytes()[at + of];
                    let want = match width {
                        U8 => byte(0).into(),
                        S8 => byte(0) as i8 as u32,
                        U16 => u16::from_le_bytes([byte(0), byte(1)]).into(),
                        S16 => i16::from_le_bytes([byte(0), byte(1)]) as u32,
                        B32 | B64 | B128 => u32::from_le_bytes([0, 1, 2, 3].map(byte)),
                    };
                    prop_assert_eq!(value, want);
                }
            }
        }
    }
}
