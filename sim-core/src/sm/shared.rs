//! Shared memory: a warp's access, its wavefronts and its latency.

use sim_isa::op::Op;
use sim_memory::banks::{self, SameWord, SharedConfig, Wavefronts};
use sim_memory::message::AtomicOp;

use super::arbiter::{Posted, Started, Work};
use super::global::{Access, what};
use super::mio::Taken;
use super::timing::{Asleep, read_counter, write_counter};
use super::{Epoch, SUB_CORES, Sm};
use crate::exec::{MemKind, Row, SharedFault, SharedFaultKind, Space, Uop};
use crate::fault::FaultKind;

impl Sm {
    /// LDS, STS, LDSM, STSM, ATOMS. Values bind at issue; the bank conflicts decide how
    /// long the data path is taken and when a result is there.
    pub(super) fn shared_access(
        &mut self,
        epoch: &Epoch,
        access: &Access,
        addresses: &Row,
    ) -> Result<(), FaultKind> {
        let gpu = &epoch.plan.gpu;
        let passes = wavefronts(access, addresses, &gpu.shared);
        let stats = &mut self.pcs[access.pc as usize];
        let [total, ideal] = [passes.total, passes.ideal].map(u64::from);
        stats.wavefronts += total;
        stats.ideal_wavefronts += ideal;
        if access.op.space == Space::Generic {
            stats.generic_shared[0] += total;
            stats.generic_shared[1] += ideal;
        }
        let block = usize::from(self.timing[access.slot].block);
        self.blocks[block]
            .shared
            .access(
                (access.uop, access.op),
                &mut self.state[access.slot],
                addresses,
                access.mask,
            )
            .map_err(|fault| fault_kind(epoch, access, fault))?;
        let cycles = u64::from(passes.total);
        let base = match access.op.kind {
            MemKind::Load
            | MemKind::Store
            | MemKind::LoadMatrices { .. }
            | MemKind::StoreMatrices { .. }
            | MemKind::Copy(_) => gpu.mio.shared_latency,
            MemKind::Atomic(..)
            | MemKind::Reduction(..)
            | MemKind::CompareAndTest
            | MemKind::Count => gpu.mio.shared_atomic_latency,
        };
        let registers = match access.op.kind {
            MemKind::Load | MemKind::LoadMatrices { .. } => access.op.width.registers() as u64,
            _ => 1,
        };
        // Of matrices a register is written while the next one's wavefronts are read.
        let write_back = match access.op.kind {
            MemKind::LoadMatrices { .. } => 0,
            _ => gpu.mio.register_write * (registers - 1),
        };
        let posted = Posted {
            slot: access.slot,
            generation: self.generation[access.slot],
            cycles,
            way_cycles: gpu.mio.wavefront_latency * cycles,
            returns: match access.op.kind {
                MemKind::Store | MemKind::StoreMatrices { .. } | MemKind::Reduction(..) => 0,
                _ => registers,
            },
            latency: base + gpu.mio.wavefront_latency * cycles + write_back,
            counter: write_counter(access.uop),
            read_latency: access.operands_read(&gpu.mio),
            read_counter: read_counter(access.uop),
        };
        self.post(access.uop, access.now, posted);
        Ok(())
    }

    /// Posts an instruction to the data path.
    pub(super) fn post(&mut self, uop: &Uop, now: u64, posted: Posted) {
        for counter in [posted.counter, posted.read_counter].into_iter().flatten() {
            self.timing[posted.slot].open(counter);
        }
        let sub = posted.slot % SUB_CORES;
        self.mio.post(sub, now, registers_read(uop), posted);
    }

    /// Takes instructions from the sub-cores as far as there is room for any at `now`,
    /// after all sub-cores have issued.
    #[inline]
    pub(super) fn serve_posted(&mut self, epoch: &Epoch, now: u64) {
        while self.fault.is_none()
            && let Some((sub, taken)) = self.mio.serve(now)
        {
            if let Some(sub) = sub.filter(|&sub| self.mio.was_full(sub)) {
                let subcore = &mut self.subcores[sub];
                if subcore.held.place_from(now + 1) {
                    subcore.look_at(now + 1);
                }
            }
            match taken {
                Taken::Unit(started) => self.started(&started, now),
                Taken::Left(Work::Unit(posted)) => self.operands_read(&posted, now),
                Taken::Left(Work::Access(access)) => self.access_left(epoch, access, now),
                Taken::Left(Work::Fence) => {}
                Taken::Access(access) => self.serve_access(epoch, access, now),
            }
        }
    }

    /// An instruction leaves its sub-core, which reads its operands.
    #[inline]
    fn operands_read(&mut self, posted: &Posted, now: u64) {
        let read = now + posted.read_latency;
        self.close(posted, posted.read_counter, read);
    }

    /// An instruction has a time on the data path.
    #[inline]
    fn started(&mut self, started: &Started, now: u64) {
        if started.leaves {
            self.operands_read(&started.posted, now);
        }
        self.close(&started.posted, started.posted.counter, started.done);
    }

    /// What an instruction holds a dependence counter for is done at a time.
    #[inline]
    fn close(&mut self, posted: &Posted, counter: Option<u8>, time: u64) {
        let slot = posted.slot;
        let Some(counter) = counter.filter(|_| self.generation[slot] == posted.generation) else {
            return;
        };
        let timing = &mut self.timing[slot];
        timing.close_open(counter, time, false);
        if let Asleep::Scoreboards(waits) = timing.asleep {
            self.wait_for_counters(slot, waits);
        }
    }
}

/// How many registers an instruction passes on to the SM's units.
pub(super) fn registers_read(uop: &Uop) -> u64 {
    u64::from(uop.sched.registers)
}

fn wavefronts(access: &Access, addresses: &Row, config: &SharedConfig) -> Wavefronts {
    let (bytes, whose) = access.op.reach();
    let mask = access.mask & whose;
    let halved = config.halved(addresses, bytes);
    let (addresses, bytes) = halved
        .as_ref()
        .map_or((addresses, bytes), |(halved, bytes)| (halved, *bytes));
    let mut once = passes_once(access, addresses, (mask, bytes), config);
    if !config.conflicts {
        once.total = once.ideal;
    }
    match access.op.kind {
        MemKind::Atomic(AtomicOp::Cas, _)
        | MemKind::Reduction(AtomicOp::Cas, _)
        | MemKind::CompareAndTest => swapped(once, config.cas_passes),
        _ => once,
    }
}

/// What a compare-and-swap takes for these passes. Nsight Compute counts a conflict
/// once (measured: 31 of 64 passes on one word).
fn swapped(once: Wavefronts, times: u32) -> Wavefronts {
    let total = once.total * times;
    Wavefronts {
        total,
        ideal: total - once.conflicts(),
    }
}

/// Passes before what a compare-and-swap takes more.
fn passes_once(
    access: &Access,
    addresses: &Row,
    (mask, bytes): (u32, u32),
    config: &SharedConfig,
) -> Wavefronts {
    match access.op.kind {
        MemKind::Load if config.broadcast => banks::load(addresses, mask, bytes),
        MemKind::Load => banks::lane_by_lane(addresses, mask, bytes),
        MemKind::Store
        | MemKind::Copy(_)
        | MemKind::LoadMatrices { .. }
        | MemKind::StoreMatrices { .. } => banks::store(addresses, mask, bytes),
        MemKind::CompareAndTest => banks::once_a_group(mask, bytes),
        MemKind::Atomic(..) | MemKind::Reduction(..) => {
            banks::atomic(addresses, mask, bytes, same_word(access.uop.op))
        }
        MemKind::Count => banks::atomic(addresses, mask, bytes, SameWord::Merged),
    }
}

/// How lanes on one word combine.
fn same_word(op: Op) -> SameWord {
    match op {
        Op::AtomsPopcInc => SameWord::Merged,
        _ => SameWord::Serial,
    }
}

pub(super) fn fault_kind(epoch: &Epoch, access: &Access, fault: SharedFault) -> FaultKind {
    let what = what(access.op.kind);
    match fault.what {
        SharedFaultKind::Misaligned { bytes } => FaultKind::Misaligned {
            what,
            bytes,
            address: u64::from(fault.address),
        },
        SharedFaultKind::OutOfBounds { .. } => FaultKind::SharedOutOfBounds {
            what,
            bytes: access.op.reach().0,
            address: fault.address,
            size: epoch.plan.shared_bytes,
            base: 0,
        },
    }
}
