//! The shared memory of a block.

use super::memory_op::{MemKind, MemOp, Width};
use super::rows::Row;
use super::uop::Uop;
use super::warp::WarpState;
use sim_memory::atomic::{apply_32, apply_64};
use sim_memory::banks::first_on_each_bank;
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
    bytes: Vec<u8>,
}

impl SharedMemory {
    /// Begins a block that has `bytes` bytes, reserved ones included: zeros.
    /// Allocates only when no earlier block had as many.
    pub fn start(&mut self, bytes: u32) {
        self.bytes.clear();
        self.bytes.resize(bytes as usize, 0);
    }

    /// The bytes.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Carries out a load, store, atomic or reduction of a warp at its lanes' addresses, lane by lane.
    pub fn access(
        &mut self,
        (uop, op): (&Uop, &MemOp),
        warp: &mut WarpState,
        addresses: &[u64; 32],
        lanes: u32,
    ) -> Result<(), SharedFault> {
        let addresses = addresses.map(|address| address as u32);
        self.check(&addresses, op.width.bytes(), lanes)?;
        match op.kind {
            MemKind::Load => self.load(uop, op, warp, &addresses, lanes),
            MemKind::Store => self.store(uop, op, warp, &addresses, lanes),
            MemKind::Atomic(action, ty) | MemKind::Reduction(action, ty) => {
                self.update(uop, op, (action, ty), warp, &addresses, lanes);
            }
            MemKind::Count => {
                let count = (AtomicOp::Add, AtomicType::U32);
                self.update(uop, op, count, warp, &addresses, lanes);
            }
            MemKind::CompareAndTest => self.test_and_swap(uop, op, warp, &addresses, lanes),
        }
        Ok(())
    }

    /// The first lane whose access cannot be served.
    fn check(&self, addresses: &Row, bytes: u32, lanes: u32) -> Result<(), SharedFault> {
        let end = self.bytes.len() as u32;
        let last = end.saturating_sub(bytes);
        let mut wrong = 0u32;
        for (lane, &address) in addresses.iter().enumerate() {
            let bad = address > last || address & (bytes - 1) != 0;
            wrong |= u32::from(bad) << lane;
        }
        wrong |= if end < bytes { !0 } else { 0 };
        if wrong & lanes == 0 {
            return Ok(());
        }
        let lane = (wrong & lanes).trailing_zeros();
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

    /// The word at a checked address; bytes behind the end read as zero, which
    /// only narrow accesses see and drop.
    #[inline(always)]
    fn word(&self, address: u32) -> u32 {
        let at = address as usize;
        match self.bytes.get(at..at + 4) {
            Some(&[a, b, c, d]) => u32::from_le_bytes([a, b, c, d]),
            _ => self.bytes[at..]
                .iter()
                .rev()
                .fold(0, |word, &byte| word << 8 | u32::from(byte)),
        }
    }

    fn load(&self, uop: &Uop, op: &MemOp, warp: &mut WarpState, addresses: &Row, lanes: u32) {
        let bytes = op.width.bytes();
        let regular = step(addresses, lanes);
        for word in 0..op.width.registers() {
            let first = addresses[0] + 4 * word as u32;
            let values = match (regular, bytes) {
                (Some(0), _) => [op.width.extend(self.word(first)); 32],
                (Some(4), 4) => self.side_by_side::<4>(first),
                (Some(8), 8) => self.side_by_side::<8>(first),
                (Some(16), 16) => self.side_by_side::<16>(first),
                _ => self.scattered(addresses, word, (op.width, lanes)),
            };
            warp.write_row(uop, word, lanes, &values);
        }
    }

    /// The words of lanes that are `N` bytes from each other.
    #[inline(always)]
    fn side_by_side<const N: usize>(&self, first: u32) -> Row {
        // The last lane's has no more than a word behind its first byte.
        let block = &self.bytes[first as usize..][..31 * N + 4];
        std::array::from_fn(|lane| {
            let word = block[lane * N..].first_chunk();
            word.map_or(0, |word| u32::from_le_bytes(*word))
        })
    }

    /// The words of lanes wherever they are.
    fn scattered(&self, addresses: &Row, word: usize, (width, lanes): (Width, u32)) -> Row {
        let mut values = [0; 32];
        for lane in lanes_of(lanes) {
            let bits = self.word(addresses[lane] + 4 * word as u32);
            values[lane] = width.extend(bits);
        }
        values
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
            let words = self.bytes[addresses[0] as usize..][..4 * 32].chunks_exact_mut(4);
            let values = words.zip(values);
            return values.for_each(|(to, value)| to.copy_from_slice(&value.to_le_bytes()));
        }
        for lane in width.store_order(lanes) {
            let at = addresses[lane] as usize + 4 * word;
            let value = values[lane].to_le_bytes();
            self.bytes[at..at + N].copy_from_slice(&value[..N]);
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
        for lane in lanes_of(lanes) {
            let at = addresses[lane];
            let high = if wide { self.word(at + 4) } else { 0 };
            let before = join(self.word(at), high);
            let (a, b) = (join(a[lane], a_high[lane]), join(b[lane], b_high[lane]));
            let after = match wide {
                true => apply_64(action, ty, before, a, b),
                false => u64::from(apply_32(action, ty, before as u32, a as u32, b as u32)),
            };
            let bytes = op.width.bytes() as usize;
            self.bytes[at as usize..][..bytes].copy_from_slice(&after.to_le_bytes()[..bytes]);
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
        for lane in lanes_of(served) {
            let at = addresses[lane];
            let same_high = words == 1 || self.word(at + 4) == expected_high[lane];
            if self.word(at) == expected[lane] && same_high {
                let bytes = join(new[lane], new_high[lane]).to_le_bytes();
                self.bytes[at as usize..][..4 * words].copy_from_slice(&bytes[..4 * words]);
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
    let (first, step) = (addresses[0], addresses[1].wrapping_sub(addresses[0]));
    let mut same = true;
    for (lane, &address) in (0..).zip(addresses) {
        same &= address == first.wrapping_add(step.wrapping_mul(lane));
    }
    (same && lanes == u32::MAX).then_some(step)
}

/// The numbers of the lanes in a mask, in order.
fn lanes_of(mask: u32) -> impl Iterator<Item = usize> {
    let mut left = mask;
    std::iter::from_fn(move || {
        let lane = left.trailing_zeros();
        left &= left.wrapping_sub(1);
        (lane < 32).then_some(lane as usize)
    })
}

/// Two words as one value.
fn join(low: u32, high: u32) -> u64 {
    u64::from(high) << 32 | u64::from(low)
}
