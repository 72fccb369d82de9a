//! What went wrong, where: faults with their place, and who waits for what.

use std::hash::{Hash, Hasher};

use rustc_hash::FxHasher;
use sim_isa::modifier::ShflMode;

use super::block::Barrier;
use super::timing::Asleep;
use super::{Epoch, Sm, WARP_SLOTS};
use crate::exec::{Kind, Uop, Waiting, Waits, WarpStatus};
use crate::fault::{Fault, FaultKind, Place};
use crate::plan::LaunchPlan;
use crate::report::InactiveRead;

/// The state of a warp as it was when states were remembered.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Remembered {
    /// A hash of it.
    state: u64,
    /// When it could next issue, at the last sight of that state.
    time: u64,
    /// At how many later times that state was seen.
    returns: u32,
}

impl Remembered {
    /// Takes in the state at a comparison; says whether the warp goes round in
    /// circles. A warp that waits for memory keeps its state without returning
    /// to it: its time changes once, when the answer is there.
    fn seen(&mut self, state: u64, time: u64) -> bool {
        if state == self.state && time != self.time {
            self.time = time;
            self.returns += 1;
        }
        self.returns >= 2
    }
}

impl Sm {
    /// Stops the SM with a fault of the warp's current instruction.
    pub(super) fn fail(&mut self, epoch: &Epoch, slot: usize, cycle: u64, kind: FaultKind) {
        let (pc, lanes) = (self.timing[slot].pc, self.control[slot].active());
        let uop = &epoch.plan.kernel.uops()[pc as usize];
        let addresses = match &uop.kind {
            Kind::Memory(op) => self.state[slot].addresses(uop, op),
            _ => [u64::MAX; 32],
        };
        let lane = faulting_lane(&kind, lanes, &addresses);
        self.fail_at(slot, pc, lane, cycle, kind);
    }

    /// Stops the SM with a fault of one lane of an instruction.
    pub(super) fn fail_at(&mut self, slot: usize, pc: u32, lane: u32, cycle: u64, kind: FaultKind) {
        let state = &self.state[slot];
        let place = Place {
            block: state.place().block,
            thread: state.thread(lane),
            pc: pc * 16,
            cycle,
            sm: u32::from(self.id),
            ..Place::default()
        };
        let place = Some(Box::new(place));
        self.fault = Some((cycle, Fault { kind, place }));
    }

    /// Notes a shuffle of which an executing lane reads one that is not.
    #[cold]
    pub(super) fn look_at_shuffle(
        &mut self,
        slot: usize,
        uop: &Uop,
        lanes: u32,
        mode: ShflMode,
        cycle: u64,
    ) {
        let state = &self.state[slot];
        let Some((lane, from)) = state.reads_inactive(uop, lanes, mode) else {
            return;
        };
        let pc = self.timing[slot].pc;
        match self.inactive_reads.iter_mut().find(|read| read.pc == pc) {
            Some(known) => known.times += 1,
            None => self.inactive_reads.push(InactiveRead {
                pc,
                times: 1,
                cycle,
                block: state.place().block,
                warp: state.thread_in_block(0) / 32,
                lane,
                from,
            }),
        }
    }

    /// Remembers the state of every live warp.
    pub fn remember_warps(&mut self) {
        for slot in 0..WARP_SLOTS {
            self.remembered[slot] = Remembered {
                state: self.warp_hash(slot),
                time: self.timing[slot].earliest,
                returns: 0,
            };
        }
    }

    /// Whether warps are there that have not ended.
    pub fn has_live_warps(&self) -> bool {
        self.control.iter().any(|control| control.live() != 0)
    }

    /// Whether every live warp has come back to its remembered state since, or
    /// sleeps until another warp moves.
    pub fn compare_warps(&mut self) -> bool {
        let mut circles = true;
        for slot in 0..WARP_SLOTS {
            let asleep = matches!(self.timing[slot].asleep, Asleep::Barrier);
            if self.control[slot].live() == 0 || asleep {
                continue;
            }
            let (state, time) = (self.warp_hash(slot), self.timing[slot].earliest);
            circles &= self.remembered[slot].seen(state, time);
        }
        circles
    }

    fn warp_hash(&self, slot: usize) -> u64 {
        let mut hasher = FxHasher::default();
        self.control[slot].pc().hash(&mut hasher);
        self.control[slot].active().hash(&mut hasher);
        self.state[slot].hash_values(&mut hasher);
        hasher.finish()
    }

    /// What each resident warp that cannot go on waits for.
    pub fn who_waits(&self, plan: &LaunchPlan) -> Vec<String> {
        (0..WARP_SLOTS)
            .filter(|&slot| self.control[slot].live() != 0)
            .map(|slot| self.describe(plan, slot))
            .collect()
    }

    fn describe(&self, plan: &LaunchPlan, slot: usize) -> String {
        let state = &self.state[slot];
        let [x, y, z] = state.place().block;
        let warp = state.thread_in_block(0) / 32;
        let reason = self.reason(slot);
        let pc = self.timing[slot].pc as usize;
        format!(
            "  block ({x}, {y}, {z}) warp {warp} at {:#06x} ({}): {reason}",
            pc * 16,
            plan.text[pc]
        )
    }

    fn reason(&self, slot: usize) -> String {
        if self.control[slot].status() == WarpStatus::Stuck {
            return format!("its lanes wait for each other: {}", self.lanes_wait(slot));
        }
        let (sub, index) = Sm::place(slot);
        match self.timing[slot].asleep {
            Asleep::No if self.subcores[sub].held.waits_for_place(index) => {
                "a place in the queue to memory".to_string()
            }
            Asleep::No => "running".to_string(),
            Asleep::Scoreboards(Waits { mask, .. }) => {
                format!("a result (dependence counters {mask:#08b})")
            }
            Asleep::Barrier => {
                let block = &self.blocks[usize::from(self.timing[slot].block)];
                let here = |barrier: &&Barrier| barrier.waiting >> slot & 1 != 0;
                let barrier = block.barriers.iter().find(here).copied();
                let Barrier {
                    arrived, wanted, ..
                } = barrier.unwrap_or_default();
                let wanted = if wanted == 0 { block.threads } else { wanted };
                format!("the block's barrier, where {arrived} of {wanted} threads have arrived")
            }
            Asleep::Accesses => "its last loads and stores to leave the sub-core".to_string(),
            Asleep::Membar => "a memory fence".to_string(),
            Asleep::Drain => "its last stores to leave the SM".to_string(),
        }
    }

    fn lanes_wait(&self, slot: usize) -> String {
        let groups = self.control[slot].waiting();
        let each = groups.iter().map(|group| {
            let what = match group.reason {
                Waiting::Turn => "their turn".to_string(),
                Waiting::Yielded => "their turn after YIELD".to_string(),
                Waiting::Convergence(barrier) => format!("B{barrier}"),
                Waiting::OuterConvergence(barrier) => format!("an outer B{barrier}"),
                Waiting::WarpSync(mask) => format!("a WARPSYNC of lanes {mask:#010x}"),
                Waiting::Collective(mask) => format!("a collective of lanes {mask:#010x}"),
                Waiting::BlockBarrier => "the block's barrier".to_string(),
            };
            format!(
                "lanes {:#010x} at {:#06x} for {what}",
                group.lanes,
                group.pc * 16
            )
        });
        each.collect::<Vec<_>>().join("; ")
    }
}

/// The first of some lanes, of those whose address is the faulting one if there is any.
pub(super) fn faulting_lane(kind: &FaultKind, lanes: u32, addresses: &[u64; 32]) -> u32 {
    let first = lanes.trailing_zeros() & 31;
    let faulting = match *kind {
        FaultKind::OutOfBounds { address, .. } | FaultKind::Misaligned { address, .. } => address,
        FaultKind::SharedOutOfBounds { address, .. }
        | FaultKind::LocalOutOfBounds { address, .. } => address.into(),
        FaultKind::Trap
        | FaultKind::BadTarget { .. }
        | FaultKind::Deadlock { .. }
        | FaultKind::Livelock { .. }
        | FaultKind::LimitReached { .. } => return first,
    };
    (0..32)
        .find(|&lane| lanes >> lane & 1 != 0 && addresses[lane as usize] == faulting)
        .unwrap_or(first)
}
