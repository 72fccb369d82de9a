//! Values on their way between registers and memory.
//!
//! The SM decides when a load's value is bound and when a store's leaves; these
//! functions only compute addresses and read or write rows. Nothing here knows
//! what memory holds.

use super::constants::ConstantBanks;
use super::memory_op::{AddressOf, Generic, MemOp, Space};
use super::rows::Row;
use super::uop::{DROP, Fix, Operand, Src, UNIFORM_ZERO, Uop};
use super::warp::WarpState;

/// Where the window of shared memory begins in the generic address space.
pub const GENERIC_SHARED: u64 = 0x7f00_0000_0000;
/// Where the window of local memory begins in the generic address space.
pub const GENERIC_LOCAL: u64 = 0x7f01_0000_0000;
/// Bytes of each window.
const GENERIC_WINDOW: u64 = 1 << 32;

/// Tells apart what a generic address means.
///
/// The windows' places are ours: a program gets them from special registers and
/// never sees the numbers otherwise.
pub fn resolve_generic(address: u64) -> Generic {
    match address {
        GENERIC_SHARED..GENERIC_LOCAL if address - GENERIC_SHARED < GENERIC_WINDOW => {
            Generic::Shared((address - GENERIC_SHARED) as u32)
        }
        GENERIC_LOCAL.. if address - GENERIC_LOCAL < GENERIC_WINDOW => {
            Generic::Local((address - GENERIC_LOCAL) as u32)
        }
        _ => Generic::Global(address),
    }
}

impl WarpState {
    /// The address of every lane: 64 bits in global and generic space; an
    /// address of the block's shared window, an offset in the thread's stack, or
    /// one in the constant bank otherwise. Lanes that do not execute have one too.
    #[inline]
    pub fn addresses(&self, uop: &Uop, op: &MemOp) -> [u64; 32] {
        let address = &op.address;
        let long = matches!(op.space, Space::Global | Space::Generic);
        let uniform = self.uniform_part(address);
        let added = uniform.wrapping_add(i64::from(address.offset) as u64);
        let low = self.source_row(uop, 0);
        if long {
            let high = match uop.src[0].src {
                Src::Row(row) if address.wide => self.rows[usize::from(row) + 1],
                Src::Row(_) | Src::Uniform(_) | Src::Imm => [0; 32],
            };
            return wide_sums(&low, &high, added);
        }
        narrow_sums(&low, address.scale, added as u32)
    }

    /// The offset of a load to a uniform register, which all lanes share.
    #[inline]
    pub fn uniform_address(&self, op: &MemOp) -> u32 {
        (self.uniform_part(&op.address) as u32).wrapping_add(op.address.offset as u32)
    }

    /// What a uniform register adds to every lane's address.
    fn uniform_part(&self, address: &AddressOf) -> u64 {
        if address.uniform == UNIFORM_ZERO {
            return 0;
        }
        let index = usize::from(address.uniform);
        let low = u64::from(self.uniforms[index]);
        match address.uniform_wide {
            true => u64::from(self.uniforms[index + 1]) << 32 | low,
            false => low,
        }
    }

    /// A source operand of all lanes, first word.
    #[inline(always)]
    pub(super) fn source_row(&self, uop: &Uop, slot: usize) -> Row {
        let operand = uop.src[slot];
        let mut row = self.raw_row(operand, uop.imm[slot], 0);
        if operand.fix != Fix::None {
            for value in &mut row {
                *value = operand.fix.apply(*value);
            }
        }
        row
    }

    /// Word `word` of an operand, its bits unchanged.
    #[inline(always)]
    fn raw_row(&self, operand: Operand, imm: u32, word: usize) -> Row {
        match operand.src {
            Src::Row(row) => self.rows[usize::from(row) + word],
            Src::Uniform(UNIFORM_ZERO) => [0; 32],
            Src::Uniform(index) => [self.uniforms[usize::from(index) + word]; 32],
            Src::Imm => [imm; 32],
        }
    }

    /// Word `word` of what a store, atomic or reduction brings: slot 1, and
    /// slot 2 for the new value of a compare-and-swap.
    #[inline(always)]
    pub fn data_row(&self, uop: &Uop, slot: usize, word: usize) -> Row {
        self.raw_row(uop.src[slot], uop.imm[slot], word)
    }

    /// Writes word `word` of a loaded value into the destination of some lanes.
    /// The value is as the register shows it ([`Width::extend`](super::Width::extend)).
    #[inline(always)]
    pub fn write_row(&mut self, uop: &Uop, word: usize, lanes: u32, values: &Row) {
        if uop.dst == DROP {
            return;
        }
        let row = &mut self.rows[usize::from(uop.dst) + word];
        blend(row, values, lanes);
    }

    /// Writes word `word` of a loaded value into one lane's destination.
    #[inline(always)]
    pub fn write_lane(&mut self, uop: &Uop, word: usize, lane: u32, value: u32) {
        if uop.dst != DROP {
            self.rows[usize::from(uop.dst) + word][lane as usize] = value;
        }
    }

    /// Loads from a constant bank. Returns the lanes' distinct addresses, which
    /// the constant cache serves one after another.
    pub fn load_constants(
        &mut self,
        uop: &Uop,
        op: &MemOp,
        lanes: u32,
        banks: &ConstantBanks,
    ) -> u32 {
        if !matches!(uop.src[0].src, Src::Row(_)) {
            self.load_one_constant(uop, op, lanes, banks);
            return 1;
        }
        let addresses = self.addresses(uop, op);
        for word in 0..op.width.registers() {
            let values = addresses.map(|at| {
                let offset = (at as u32).wrapping_add(4 * word as u32);
                op.width.extend(banks.word(op.bank, offset))
            });
            self.write_word(uop, word, lanes, &values);
        }
        distinct(&addresses, lanes)
    }

    /// The same where all lanes have one address.
    fn load_one_constant(&mut self, uop: &Uop, op: &MemOp, lanes: u32, banks: &ConstantBanks) {
        let at = self.addresses(uop, op)[0] as u32;
        for word in 0..op.width.registers() {
            let value = banks.word(op.bank, at.wrapping_add(4 * word as u32));
            self.write_word(uop, word, lanes, &[op.width.extend(value); 32]);
        }
    }
}

// The two functions below are loops over arrays, not closures over lanes,
// because this is the form that the host's compiler vectorises.

/// `high:low + added` in every lane.
#[inline(always)]
fn wide_sums(low: &Row, high: &Row, added: u64) -> [u64; 32] {
    let mut sums = [0; 32];
    for (sum, (&low, &high)) in sums.iter_mut().zip(low.iter().zip(high)) {
        *sum = (u64::from(high) << 32 | u64::from(low)).wrapping_add(added);
    }
    sums
}

/// `(low << scale) + added` in every lane, 32 bits wide.
#[inline(always)]
fn narrow_sums(low: &Row, scale: u8, added: u32) -> [u64; 32] {
    let mut sums = [0; 32];
    for (sum, &low) in sums.iter_mut().zip(low) {
        *sum = u64::from((low << scale).wrapping_add(added));
    }
    sums
}

/// How many distinct addresses some lanes have.
fn distinct(addresses: &[u64; 32], lanes: u32) -> u32 {
    let mut left = lanes;
    let mut count = 0;
    while left != 0 {
        let first = addresses[left.trailing_zeros() as usize];
        for (lane, &address) in addresses.iter().enumerate() {
            left &= !(u32::from(address == first) << lane);
        }
        count += 1;
    }
    count
}

/// Overwrites some lanes of a row.
#[inline(always)]
pub(super) fn blend(row: &mut Row, values: &Row, lanes: u32) {
    if lanes == !0 {
        *row = *values;
        return;
    }
    for lane in 0..32 {
        let keep = (lanes >> lane & 1).wrapping_sub(1);
        row[lane] = (row[lane] & keep) | (values[lane] & !keep);
    }
}
