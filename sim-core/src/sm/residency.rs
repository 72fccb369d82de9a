//! Blocks and warps that come and go, and the time they are resident.

use super::gate::Behind;
use super::subcore::SLOTS;
use super::timing::{Asleep, NEVER, WarpTiming};
use super::{Epoch, SUB_CORES, Sm, WARP_SLOTS};
use crate::dispatch::{BlockEnd, BlockStart};
use crate::exec::BlockPlace;
use crate::stall::Stall;

/// The most blocks that an SM of any GPU holds.
pub const MAX_BLOCKS: usize = 32;

/// When the SM had a warp at all.
#[derive(Debug)]
pub struct Residency {
    /// Warps resident, over all sub-cores and by sub-core.
    warps: [u32; SUB_CORES],
    /// Since when, by sub-core, and for the whole SM last.
    since: [u64; SUB_CORES + 1],
    /// Up to when residency has been counted, likewise.
    counted: [u64; SUB_CORES + 1],
    /// Which sub-core the next block's first warp goes to.
    next_sub: usize,
    /// When the warp of each slot came.
    came: [u64; WARP_SLOTS],
    /// When the first warp of the launch came.
    first: Option<u64>,
}

impl Default for Residency {
    fn default() -> Residency {
        Residency {
            warps: [0; SUB_CORES],
            since: [0; SUB_CORES + 1],
            counted: [0; SUB_CORES + 1],
            next_sub: 0,
            came: [0; WARP_SLOTS],
            first: None,
        }
    }
}

impl Residency {
    fn total(&self) -> u32 {
        self.warps.iter().sum()
    }

    /// A warp comes at `now`, for whose block the SM was busy since `setup`.
    fn arrive(&mut self, sub: usize, setup: u64, now: u64) {
        self.first.get_or_insert(now);
        if self.total() == 0 {
            self.since[SUB_CORES] = setup.max(self.counted[SUB_CORES]);
        }
        if self.warps[sub] == 0 {
            self.since[sub] = now.max(self.counted[sub]);
        }
        self.warps[sub] += 1;
    }

    /// A warp leaves at `now`; returns the cycles to add to the sub-core's and
    /// the SM's active time.
    fn leave(&mut self, sub: usize, now: u64) -> (u64, u64) {
        self.warps[sub] -= 1;
        let by_sub = self.close(sub, self.warps[sub] == 0, now);
        let by_sm = self.close(SUB_CORES, self.total() == 0, now);
        (by_sub, by_sm)
    }

    fn close(&mut self, index: usize, empty: bool, now: u64) -> u64 {
        let end = now.max(self.counted[index]);
        self.counted[index] = end;
        if empty {
            end.saturating_sub(self.since[index])
        } else {
            0
        }
    }
}

/// The sub-core of a block's first warp, after a block of so many warps that began at `first`:
/// warps go to the sub-cores in turn, across blocks, and after a block that gave all as many, one
/// further (measured on an H200 by `%warpid`: `micro/h200/places/warps.txt`).
fn next_sub(first: usize, warps: usize) -> usize {
    let shift = match warps % SUB_CORES {
        0 => 1,
        rest => rest,
    };
    (first + shift) % SUB_CORES
}

impl Sm {
    /// Starts the blocks whose time has come.
    pub(super) fn start_blocks(&mut self, epoch: &Epoch, now: u64) {
        while let Some(start) = self.starts.first().copied()
            && start.time <= now
        {
            self.starts.remove(0);
            self.start_block(epoch, start);
        }
    }

    fn start_block(&mut self, epoch: &Epoch, start: BlockStart) {
        let plan = epoch.plan;
        let index = self.blocks.iter().position(|block| !block.live);
        let index = index.expect("the dispatcher fills only free block slots");
        let block = &mut self.blocks[index];
        block.live = true;
        block.shared.start(plan.shared_bytes);
        block.barriers = Default::default();
        block.slots = 0;
        block.warps = plan.warps_per_block;
        block.threads = plan.threads_per_block;
        block.end = 0;
        self.stats.blocks += 1;
        let place = plan.place(start.block);
        let first_sub = self.residency.next_sub;
        self.residency.next_sub = next_sub(first_sub, plan.warps_per_block as usize);
        for warp in 0..plan.warps_per_block {
            let time = start.time + u64::from(warp) * plan.gpu.launch.warp_start;
            let sub = (first_sub + warp as usize) % SUB_CORES;
            self.start_warp(epoch, index, &place, warp, sub, time);
        }
    }

    fn start_warp(
        &mut self,
        epoch: &Epoch,
        block: usize,
        place: &BlockPlace,
        warp: u32,
        sub: usize,
        time: u64,
    ) {
        let slot = self.free_slot(sub);
        let lanes = self.state[slot].start(&epoch.plan.kernel, place, warp);
        self.control[slot].start(lanes);
        let came = time.saturating_sub(epoch.plan.gpu.launch.warp_fetch);
        self.timing[slot] = WarpTiming::new(block as u8, came);
        self.generation[slot] = self.generation[slot].wrapping_add(1);
        self.copies[slot].clear();
        self.blocks[block].slots |= 1 << slot;
        let (sub, index) = Sm::place(slot);
        self.subcores[sub].arrive(index, self.stats.blocks as u32);
        let setup = time.saturating_sub(epoch.plan.gpu.launch.block_setup);
        self.residency.arrive(sub, setup.min(came), came);
        self.residency.came[slot] = came;
        self.stats.warps += 1;
        let begins = self.begins(epoch, sub, time);
        self.timing[slot].charge(&mut self.pcs, begins, Stall::NoInstruction);
        self.prepare_at(epoch, slot, begins);
    }

    /// When a warp of a sub-core that comes at `time` may ask for its first instruction: a line that warps of
    /// all sub-cores have waited for comes to one after the other.
    fn begins(&mut self, epoch: &Epoch, sub: usize, time: u64) -> u64 {
        let line = self.fetch.ready(0, time);
        let turn = epoch.plan.gpu.fetch.line_cycles * sub as u64;
        if line > time { line + turn } else { line }
    }

    /// A free warp slot, of `sub` if it has one.
    fn free_slot(&self, sub: usize) -> usize {
        let taken: u64 = self.blocks.iter().fold(0, |all, block| all | block.slots);
        let of_sub = (0..SLOTS).map(|index| sub + SUB_CORES * index);
        of_sub
            .chain(0..WARP_SLOTS)
            .find(|slot| taken >> slot & 1 == 0)
            .expect("occupancy leaves room for every warp of a block")
    }

    /// Threads of a warp have exited: barriers no longer wait for them.
    pub(super) fn threads_exited(&mut self, epoch: &Epoch, slot: usize, threads: u32, now: u64) {
        let block = usize::from(self.timing[slot].block);
        self.blocks[block].threads -= threads;
        for id in 0..super::block::BARRIERS as u8 {
            if self.blocks[block].barriers[usize::from(id)].arrived > 0 {
                self.open_barrier(epoch, block, id, slot, now);
            }
        }
    }

    /// A warp's last thread exits, by an EXIT whose stall count ends at `stall`: the warp drains until its
    /// writes have left, and with the block's last warp the block ends.
    pub(super) fn warp_done(&mut self, epoch: &Epoch, slot: usize, stall: u64) {
        self.progress += 1;
        let timing = &mut self.timing[slot];
        let exited = stall + epoch.plan.gpu.launch.exit;
        timing.charge(&mut self.pcs, stall, Stall::Wait);
        timing.charge(&mut self.pcs, exited, Stall::BranchResolving);
        let (sub, index) = Sm::place(slot);
        self.subcores[sub].set_wake(index, NEVER);
        if timing.standing > 0 {
            timing.asleep = Asleep::Accesses;
        } else {
            self.warp_drains(epoch, slot, stall);
        }
    }

    /// None of the accesses of a warp that has ended stands in its sub-core from `now` on. The last may
    /// have been one that no lane executes: the warp was there all the same until it left.
    pub(super) fn warp_drains(&mut self, epoch: &Epoch, slot: usize, now: u64) {
        let launch = &epoch.plan.gpu.launch;
        let timing = &mut self.timing[slot];
        let written = match timing.last_leave {
            0 => 0,
            last => last + launch.store_drain,
        };
        let first = self.residency.first.unwrap_or(0) + launch.first_leave;
        let exited = now.max(timing.charged + launch.exit_drain);
        let end = exited.max(written).max(first);
        timing.charge(&mut self.pcs, end, Stall::Drain);
        if timing.last_packet > self.mio.room_for() {
            timing.asleep = Asleep::Drain;
            self.draining |= 1 << slot;
            self.drains = self.drains.min(timing.last_packet);
        } else {
            self.leave(slot);
        }
    }

    /// Packets have arrived at the L2 by `now`: those behind them move up, and
    /// warps that wait for that go on or leave.
    pub(super) fn packets_arrived(&mut self, packets: u32, now: u64) {
        let room = self.mio.packets_arrived(packets, now);
        if self.gate.open(room) {
            self.outbox.release(self.gate.first(), now);
        }
        while let Some(Behind { load, takes, .. }) = self.gate.next_load(room) {
            self.part_done(load, now + takes);
        }
        if self.drains <= room {
            self.drain(now);
        }
    }

    /// Warps that have ended leave, if their last packets have room.
    fn drain(&mut self, now: u64) {
        self.drains = u64::MAX;
        for slot in bits(self.draining) {
            let timing = &mut self.timing[slot];
            if timing.last_packet <= self.mio.room_for() {
                timing.charge(&mut self.pcs, now, Stall::Drain);
                self.draining &= !(1 << slot);
                self.leave(slot);
            } else {
                self.drains = self.drains.min(timing.last_packet);
            }
        }
    }

    /// A warp leaves its slot when all of its time has been charged.
    fn leave(&mut self, slot: usize) {
        let timing = &mut self.timing[slot];
        timing.asleep = Asleep::No;
        let (block, end) = (usize::from(timing.block), timing.charged);
        let (sub, _) = Sm::place(slot);
        self.stats.warps_active += end - self.residency.came[slot];
        let (by_sub, by_sm) = self.residency.leave(sub, end);
        self.stats.subcore_cycles_active += by_sub;
        self.stats.cycles_active += by_sm;
        self.leave_block(block, end);
    }

    fn leave_block(&mut self, index: usize, end: u64) {
        let block = &mut self.blocks[index];
        block.end = block.end.max(end);
        block.warps -= 1;
        if block.warps == 0 {
            block.live = false;
            block.slots = 0;
            self.ended.push(BlockEnd {
                time: block.end,
                sm: self.id,
            });
        }
    }
}

/// The numbers of the bits of a set, in order.
fn bits(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let first = set.trailing_zeros() as usize;
        set &= set.wrapping_sub(1);
        (first < WARP_SLOTS).then_some(first)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn residency_counts_each_cycle_once_however_stays_overlap() {
        let mut residency = Residency::default();
        residency.arrive(0, 6, 10);
        residency.arrive(1, 6, 15);
        assert_eq!(residency.leave(0, 30), (20, 0));
        assert_eq!(residency.leave(1, 40), (25, 34));
        residency.arrive(0, 31, 35);
        assert_eq!(residency.leave(0, 50), (15, 10));
    }

    #[test]
    fn blocks_begin_with_the_sub_cores_that_an_h200_gave_them() {
        for (warps, measured) in [
            (1, [0, 1, 2, 3]),
            (2, [2, 0, 2, 0]),
            (3, [3, 2, 1, 0]),
            (5, [1, 2, 3, 0]),
            (10, [0, 2, 0, 2]),
            (12, [2, 3, 0, 1]),
        ] {
            let firsts = std::iter::successors(Some(measured[0]), |&f| Some(next_sub(f, warps)));
            assert_eq!(
                firsts.take(4).collect::<Vec<_>>(),
                measured,
                "{warps} warps"
            );
        }
    }
}
