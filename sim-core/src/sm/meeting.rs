//! How warps come to a barrier of their block, and when they go on.
//!
//! A warp comes through the ADU (`mio`). The last of a block opens the barrier (`block`), which takes the L1's data
//! path for a moment, and if the block has stores to shared memory on their way sends a fence behind them; those that had
//! stopped go on then. One that has gone on behind a barrier that defers
//! its wait (`deferred`) stops at the first instruction that has to do with more than its registers.

use sim_isa::Pipe;

use super::timing::{Asleep, NEVER};
use super::{Epoch, SUB_CORES, Sm};
use crate::exec::{BarOp, Kind, Uop, WarpStatus};
use crate::stall::Stall;

impl Sm {
    /// The running lanes arrive at a barrier of the block.
    pub(super) fn arrive(
        &mut self,
        epoch: &Epoch,
        slot: usize,
        uop: &Uop,
        op: &BarOp,
        mask: u32,
        now: u64,
    ) {
        if mask == 0 {
            self.control[slot].advance();
            return;
        }
        let (op, holds) = self.state[slot].barrier(uop, op, mask);
        let threads = self.control[slot].arriving(mask);
        let taken_in = self.mio.enter_barrier(slot % SUB_CORES, now);
        let block = &mut self.blocks[usize::from(self.timing[slot].block)];
        let barrier = &mut block.barriers[usize::from(op.id)];
        barrier.wanted = op.threads.map_or(0, u32::from);
        barrier.reduction = op.reduction;
        barrier.holds += holds;
        barrier.arrive(slot as u8, threads, op.waits, taken_in);
        match op.waits {
            true => self.wait_at_barrier(slot, op.defers, mask),
            false => _ = self.control[slot].advance(),
        }
        let live = self.control[slot].live();
        if threads == live.count_ones() || self.control[slot].status() == WarpStatus::AtBarrier {
            let block = &mut self.blocks[usize::from(self.timing[slot].block)];
            block.barriers[usize::from(op.id)].arrive_without(live.count_zeros());
        }
        let block = usize::from(self.timing[slot].block);
        self.open_barrier(epoch, block, op.id, slot, now);
    }

    /// The running lanes, which have come to a barrier, wait there; all of a warp's, at a barrier that `defers` that,
    /// where they reach for more than its registers.
    fn wait_at_barrier(&mut self, slot: usize, defers: bool, lanes: u32) {
        let (sub, index) = Sm::place(slot);
        let control = &mut self.control[slot];
        if defers && control.may_go_on_behind_barrier(lanes) {
            control.advance();
            let barrier = self.timing[slot].pc;
            self.subcores[sub].deferred.go_on(index, barrier);
        } else {
            self.subcores[sub].loses_turn(index);
            control.wait_at_block_barrier();
        }
    }

    /// Opens a barrier if its last thread has arrived, which takes the L1's data path for a moment.
    pub(super) fn open_barrier(
        &mut self,
        epoch: &Epoch,
        block: usize,
        id: u8,
        arriving: usize,
        now: u64,
    ) {
        let threads = self.blocks[block].threads;
        let barrier = &mut self.blocks[block].barriers[usize::from(id)];
        let reduced = barrier.reduced();
        let Some((mut waiting, time)) = barrier.open(threads, &epoch.plan.gpu.barrier) else {
            return;
        };
        self.stats.barriers += 1;
        self.mio.meet(now, self.blocks[block].slots);
        self.progress += 1;
        while waiting != 0 {
            let slot = waiting.trailing_zeros() as usize;
            waiting &= waiting - 1;
            if let Some(result) = reduced {
                self.state[slot].set_barrier_result(result);
            }
            let (sub, index) = Sm::place(slot);
            let deferred = &mut self.subcores[sub].deferred;
            if deferred.goes_on(index) {
                deferred.open(index, time);
                continue;
            }
            self.control[slot].release_block_barrier();
            self.timing[slot].charge(&mut self.pcs, time, Stall::Barrier);
            self.timing[slot].earliest = self.timing[slot].earliest.max(time);
            if slot != arriving && self.timing[slot].asleep == Asleep::Barrier {
                self.timing[slot].asleep = Asleep::No;
                let at = self.timing[slot].earliest;
                self.prepare_at(epoch, slot, at);
            }
        }
    }

    /// Stops a warp behind a barrier at the first instruction that has to do with more than its registers.
    #[inline(always)]
    pub(super) fn stop_if_it_must(&mut self, epoch: &Epoch, slot: usize) {
        let (sub, index) = Sm::place(slot);
        if !self.subcores[sub].deferred.goes_on(index) {
            return;
        }
        let uops = epoch.plan.kernel.uops();
        let next = uops.get(self.control[slot].pc() as usize);
        if !next.is_some_and(stays_in_registers) {
            self.stop_behind_barrier(slot);
        }
    }

    /// A warp that has gone on behind a barrier stops until that opens.
    fn stop_behind_barrier(&mut self, slot: usize) {
        let (sub, index) = Sm::place(slot);
        self.subcores[sub].loses_turn(index);
        let (barrier, opens) = self.subcores[sub].deferred.stop(index);
        let timing = &mut self.timing[slot];
        timing.pc = barrier;
        if opens == NEVER {
            return self.control[slot].stop_behind_block_barrier();
        }
        timing.charge(&mut self.pcs, opens, Stall::Barrier);
        timing.earliest = timing.earliest.max(opens);
    }
}

/// Whether an instruction may issue behind a barrier that has not opened: what reads and writes its warp's
/// registers alone, at once.
fn stays_in_registers(uop: &Uop) -> bool {
    use Pipe::{Alu, Fma, FmaHeavy, FmaWide, Fp64, Half, HalfMma, Tensor, TensorLong, Uniform};
    let pipe = uop.op.row().pipe;
    let computes = matches!(
        pipe,
        Alu | Fma | FmaHeavy | FmaWide | Half | HalfMma | Fp64 | Tensor | TensorLong | Uniform
    );
    computes && matches!(uop.kind, Kind::Alu(_))
}
