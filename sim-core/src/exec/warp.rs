//! A warp's registers, predicates and identity.

use super::lower::LoweredKernel;
use super::rows::{Row, Rows};
use sim_memory::prefetch::prefetch;

use super::uop::{BarOp, DROP, PredIn, Src, Uop};

/// Where a block lies in its grid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BlockPlace {
    /// The block's coordinates.
    pub block: [u32; 3],
    /// The block's dimensions in threads.
    pub block_dim: [u32; 3],
    /// The grid's dimensions in blocks.
    pub grid_dim: [u32; 3],
}

impl BlockPlace {
    /// Threads of the block.
    pub fn threads(&self) -> u32 {
        self.block_dim.iter().product()
    }

    /// The lanes of the block's warp `warp` that are threads.
    pub fn lanes(&self, warp: u32) -> u32 {
        match self.threads().saturating_sub(32 * warp) {
            0 => 0,
            count @ 1..32 => (1 << count) - 1,
            32.. => !0,
        }
    }
}

/// What an instruction can learn about the machine and the moment.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Env {
    /// The cycle.
    pub clock: u64,
    /// Cycles in a microsecond.
    pub clock_mhz: f64,
    /// The SM.
    pub sm: u32,
    /// The warp's slot on it.
    pub warp_slot: u32,
}

impl Env {
    /// Nanoseconds since the launch.
    pub fn time_ns(&self) -> u64 {
        (self.clock as f64 * 1e3 / self.clock_mhz) as u64
    }
}

/// The registers of one warp. It is kept when its block ends and started anew.
#[derive(Clone, Debug)]
#[repr(C, align(64))]
pub struct WarpState {
    /// The general registers, a row each.
    pub(super) rows: Rows,
    /// The predicates, a bit a lane; the last is always true.
    pub(super) preds: [u32; 8],
    /// The uniform predicates, a bit each; the last is always true.
    pub(super) uniform_preds: u8,
    /// What the block's barrier has reduced for this warp.
    pub(super) barrier_result: u32,
    /// The uniform registers; the last is always zero.
    pub(super) uniforms: [u32; 64],
    /// The lanes' coordinates in the block, by axis.
    pub(super) tid: [Row; 3],
    place: BlockPlace,
    /// The first thread's number in its block.
    first_thread: u32,
}

impl Default for WarpState {
    fn default() -> WarpState {
        WarpState {
            rows: Rows::default(),
            preds: [0; 8],
            uniforms: [0; 64],
            uniform_preds: 0,
            tid: [[0; 32]; 3],
            barrier_result: 0,
            place: BlockPlace {
                block: [0; 3],
                block_dim: [1; 3],
                grid_dim: [1; 3],
            },
            first_thread: 0,
        }
    }
}

/// The coordinates, by axis, of 32 threads of a block from `first` on: the next
/// thread's follow from the last one's, because dividing takes the host longer
/// than all else that begins a warp.
fn coordinates(block_dim: [u32; 3], first: u32) -> [Row; 3] {
    let [width, height, _] = block_dim.map(|n| n.max(1));
    let mut rows = [[0; 32]; 3];
    let mut next = [
        first % width,
        first / width % height,
        first / (width * height),
    ];
    for lane in 0..32 {
        for (row, coordinate) in rows.iter_mut().zip(next) {
            row[lane] = coordinate;
        }
        next[0] += 1;
        if next[0] == width {
            next = [0, next[1] + 1, next[2]];
        }
        if next[1] == height {
            next = [next[0], 0, next[2] + 1];
        }
    }
    rows
}

impl WarpState {
    /// Begins warp `warp` of a block: registers and predicates are zero.
    /// Returns the lanes that are threads. Allocates only when the kernel needs
    /// more registers than any before it.
    pub fn start(&mut self, kernel: &LoweredKernel, place: &BlockPlace, warp: u32) -> u32 {
        self.rows.clear(kernel.rows());
        self.preds = [0, 0, 0, 0, 0, 0, 0, !0];
        self.uniforms = [0; 64];
        self.uniform_preds = 1 << 7;
        self.barrier_result = 0;
        self.place = *place;
        self.first_thread = 32 * warp;
        self.tid = coordinates(place.block_dim, self.first_thread);
        place.lanes(warp)
    }

    /// Asks the host for the registers that an instruction reads and writes.
    #[inline(always)]
    pub fn prefetch(&self, uop: &Uop) {
        for operand in &uop.src {
            if let Src::Row(row) = operand.src {
                self.prefetch_row(row.into());
                self.prefetch_row(usize::from(row) + 1);
            }
        }
        if !uop.uniform {
            self.prefetch_row(uop.dst.into());
        }
    }

    #[inline(always)]
    fn prefetch_row(&self, row: usize) {
        if let Some(row) = self.rows.get(row) {
            prefetch(&row[0]);
            prefetch(&row[16]);
        }
    }

    /// The number of the lane's thread in its block.
    pub fn thread_in_block(&self, lane: u32) -> u32 {
        self.first_thread + lane
    }

    /// The block that the warp belongs to.
    pub fn place(&self) -> &BlockPlace {
        &self.place
    }

    /// The coordinates of a lane's thread in its block.
    pub fn thread(&self, lane: u32) -> [u32; 3] {
        [0, 1, 2].map(|axis| self.tid[axis][lane as usize])
    }

    /// A barrier instruction as the running lanes mean it, and how many of them
    /// have its predicate.
    pub fn barrier(&self, uop: &Uop, op: &BarOp, lanes: u32) -> (BarOp, u32) {
        let mut meant = *op;
        if op.in_registers[0] {
            meant.id = (self.first_value(uop, 0, lanes) & 0xf) as u8;
        }
        if op.in_registers[1] {
            let threads = self.first_value(uop, 1, lanes) >> 16 & 0xfff;
            meant.threads = (threads != 0).then_some(threads as u16);
        }
        let holds = lanes & self.predicate(uop.psrc[0]);
        (meant, holds.count_ones())
    }

    /// What B2R.RESULT will read.
    pub fn set_barrier_result(&mut self, result: u32) {
        self.barrier_result = result;
    }

    /// A general register, for diagnostics and tests.
    pub fn row(&self, index: u8) -> &Row {
        &self.rows[usize::from(index)]
    }

    /// Sets a general register, for tests.
    pub fn set_row(&mut self, index: u8, values: Row) {
        self.rows[usize::from(index)] = values;
    }

    /// The lanes in which a predicate is true, for diagnostics and tests.
    pub fn predicate_lanes(&self, index: u8) -> u32 {
        self.preds[usize::from(index & 7)]
    }

    /// Sets a predicate, for tests; `PT` stays true.
    pub fn set_predicate(&mut self, index: u8, lanes: u32) {
        if index < 7 {
            self.preds[usize::from(index)] = lanes;
        }
    }

    /// A uniform register, for diagnostics and tests.
    pub fn uniform(&self, index: u8) -> u32 {
        self.uniforms[usize::from(index & 63)]
    }

    /// Hashes registers and predicates.
    pub fn hash_values(&self, hasher: &mut impl std::hash::Hasher) {
        use std::hash::Hash;
        self.rows.hash(hasher);
        self.preds.hash(hasher);
        self.uniforms.hash(hasher);
        self.uniform_preds.hash(hasher);
    }

    /// The lanes of `active` that execute an instruction.
    #[inline(always)]
    pub fn guarded(&self, uop: &Uop, active: u32) -> u32 {
        if uop.guard.is_true() {
            return active;
        }
        active & self.predicate(uop.guard)
    }

    /// Writes one value to an instruction's destination in all of `lanes`.
    pub fn put(&mut self, uop: &Uop, lanes: u32, value: u32) {
        self.write(uop, lanes, &[value; 32]);
    }

    /// Into how many groups a MATCH has split the lanes of its mask: its result
    /// names each lane's group, whose first lane stands for it.
    pub fn groups(&self, uop: &Uop, lanes: u32) -> u32 {
        if uop.dst == DROP {
            return lanes.count_ones();
        }
        let masks = &self.rows[usize::from(uop.dst)];
        let first = |lane: &u32| masks[*lane as usize].trailing_zeros() == *lane;
        (0..32)
            .filter(|lane| lanes >> lane & 1 != 0)
            .filter(first)
            .count() as u32
    }

    /// Of lanes that pass a branch's guard, those whose second predicate keeps
    /// them from taking it.
    #[inline]
    pub fn declined(&self, uop: &Uop, mask: u32) -> u32 {
        mask & !self.predicate(uop.psrc[0])
    }

    /// The lanes for which a predicate source is true.
    #[inline(always)]
    pub fn predicate(&self, pred: PredIn) -> u32 {
        let value = if pred.uniform {
            0u32.wrapping_sub(u32::from(self.uniform_preds >> pred.index & 1))
        } else {
            self.preds[usize::from(pred.index & 7)]
        };
        if pred.not { !value } else { value }
    }

    /// A source operand of one lane, first word.
    pub(super) fn value(&self, uop: &Uop, slot: usize, lane: u32) -> u32 {
        let operand = uop.src[slot];
        let bits = match operand.src {
            Src::Row(row) => self.rows[usize::from(row)][lane as usize],
            Src::Uniform(index) => self.uniforms[usize::from(index)],
            Src::Imm => uop.imm[slot],
        };
        operand.fix.apply(bits)
    }

    /// A source operand of the lowest of some lanes.
    pub(super) fn first_value(&self, uop: &Uop, slot: usize, lanes: u32) -> u32 {
        self.value(uop, slot, lanes.trailing_zeros() & 31)
    }

    /// Where an indirect branch takes a lane: the register pair in slot 0 plus
    /// `base` bytes, as an instruction's index.
    pub(super) fn branch_target(&self, uop: &Uop, base: i64, lane: u32) -> u32 {
        let low = u64::from(self.value(uop, 0, lane));
        let high = match uop.src[0].src {
            Src::Row(row) => self.rows[usize::from(row) + 1][lane as usize],
            Src::Uniform(index) => self.uniforms[usize::from(index) + 1],
            Src::Imm => uop.imm_high[0],
        };
        let bytes = (u64::from(high) << 32 | low).wrapping_add_signed(base);
        u32::try_from(bytes / 16).unwrap_or(super::uop::NEVER)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_are_counted_along_x_then_y_then_z() {
        for (dim, first) in [
            ([5, 3, 7], 32),
            ([1, 1, 64], 0),
            ([32, 4, 1], 96),
            ([7, 9, 2], 64),
        ] {
            let rows = coordinates(dim, first);
            for lane in 0..32 {
                let thread = first + lane as u32;
                let want = [
                    thread % dim[0],
                    thread / dim[0] % dim[1],
                    thread / (dim[0] * dim[1]),
                ];
                assert_eq!(rows.map(|row| row[lane]), want, "{dim:?} {thread}");
            }
        }
    }
}
