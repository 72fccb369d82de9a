//! How many cycles after an instruction the next may issue: step 4.

use super::access::{Access, PREDICATES, RESOURCES};
use crate::backend::bits::BitSet;
use crate::backend::emit::Code;
use crate::backend::latency::{self, Queue, Use};
use sim_isa::{Instruction, Op, Pipe};

/// The largest stall count.
const MAX_STALL: u32 = 15;

/// A write of fixed latency in the current block.
#[derive(Clone, Copy)]
struct Write {
    resource: usize,
    op: Op,
    time: u32,
}

/// Step 4: stall counts and yield hints.
pub(super) fn assign_stalls(code: &mut Code, accesses: &[Access]) {
    let live = live_out(code, accesses);
    for (number, live) in live.iter().enumerate() {
        let range = code.blocks[number].range.clone();
        let last = range.end;
        let mut clock = Clock::default();
        let mut times = Vec::new();
        for index in range.clone() {
            let instruction = &code.instructions[index];
            let previous = index.checked_sub(1).filter(|p| *p >= range.start);
            let time = clock.issue(
                instruction,
                &accesses[index],
                previous.map(|p| &code.instructions[p]),
            );
            times.push(time);
        }
        let end = clock.drained(live);
        let ends = times.iter().skip(1).copied().chain([end]);
        for (index, (time, next)) in range.zip(times.iter().zip(ends)) {
            let instruction = &mut code.instructions[index];
            // A counter is seen two cycles after it is set; the next block may wait for it.
            let sets = instruction
                .ctrl
                .write_barrier
                .or(instruction.ctrl.read_barrier);
            let seen = if sets.is_some() && index + 1 == last {
                2
            } else {
                1
            };
            let least = latency::least_stall(instruction).max(seen);
            let stall = (next - time).max(least).min(MAX_STALL);
            instruction.ctrl.stall = stall as u8;
            instruction.ctrl.yield_hint = stall >= 3 && computes(instruction.op);
        }
    }
}

/// ptxas lets other warps go first behind arithmetic, not behind memory or branches.
fn computes(op: Op) -> bool {
    matches!(
        op.row().pipe,
        Pipe::Alu
            | Pipe::Fma
            | Pipe::FmaHeavy
            | Pipe::FmaWide
            | Pipe::Fp64
            | Pipe::Half
            | Pipe::HalfMma
            | Pipe::Uniform
    )
}

/// Registers that are read behind each block before they are written.
fn live_out(code: &Code, accesses: &[Access]) -> Vec<BitSet> {
    let mut out = vec![BitSet::new(RESOURCES); code.blocks.len()];
    let mut changed = true;
    while changed {
        changed = false;
        for block in (0..code.blocks.len()).rev() {
            let mut live = BitSet::new(RESOURCES);
            for &next in &code.blocks[block].next {
                live.union_with(&live_in(code, accesses, next, &out[next]));
            }
            changed |= out[block].union_with(&live);
        }
    }
    out
}

fn live_in(code: &Code, accesses: &[Access], block: usize, out: &BitSet) -> BitSet {
    let mut live = out.clone();
    for index in code.blocks[block].range.clone().rev() {
        let access = &accesses[index];
        if code.instructions[index].guard.pred.is_true() {
            access.writes.iter().for_each(|&w| live.remove(w));
        }
        live.extend(access.reads.iter().map(|&(r, _)| r));
    }
    live
}

/// Issue times within a block.
#[derive(Default)]
struct Clock {
    /// When the next instruction may issue at the earliest.
    now: u32,
    writes: Vec<Write>,
    memory_free: u32,
    xu_free: u32,
    /// The last barrier.
    barrier: Option<u32>,
}

impl Clock {
    /// The time at which an instruction issues.
    fn issue(
        &mut self,
        instruction: &Instruction,
        access: &Access,
        previous: Option<&Instruction>,
    ) -> u32 {
        let mut time = self.now;
        if let Some(previous) = previous {
            let set = [previous.ctrl.write_barrier, previous.ctrl.read_barrier];
            let waited = set
                .iter()
                .flatten()
                .any(|&c| instruction.ctrl.wait_mask >> c & 1 != 0);
            time += u32::from(waited);
        }
        for write in &self.writes {
            time = time.max(write.time + needed(write, instruction, access));
        }
        let (queue, cycles) = latency::spacing(instruction.op);
        match queue {
            Queue::Memory => {
                time = time.max(self.memory_free);
                self.memory_free = time + cycles;
            }
            Queue::Xu => {
                time = time.max(self.xu_free);
                self.xu_free = time + cycles;
            }
            Queue::None => {}
        }
        if let Some(barrier) = self.barrier {
            time = time.max(barrier + latency::behind_barrier(instruction.op));
        }
        self.record(instruction, access, time);
        self.now = time + latency::least_stall(instruction);
        time
    }

    fn record(&mut self, instruction: &Instruction, access: &Access, time: u32) {
        if matches!(instruction.op, Op::Bar | Op::BarRed) {
            self.barrier = Some(time);
        }
        if instruction.guard.pred.is_true() {
            self.writes.retain(|w| !access.writes.contains(&w.resource));
        }
        if !access.variable {
            let op = instruction.op;
            let writes = access.writes.iter();
            self.writes
                .extend(writes.map(|&resource| Write { resource, op, time }));
        }
    }

    /// When everything live is there.
    fn drained(&self, live: &BitSet) -> u32 {
        let open = self.writes.iter().filter(|w| live.contains(w.resource));
        let ready = open.map(|w| w.time + worst(w));
        let passed = self
            .barrier
            .map(|time| time + latency::behind_barrier(Op::Bar));
        ready.chain(passed).fold(self.now, u32::max)
    }
}

/// Cycles from a write until another instruction may use or overwrite the result.
fn needed(write: &Write, instruction: &Instruction, access: &Access) -> u32 {
    let reads = access.reads.iter().filter(|&&(r, _)| r == write.resource);
    let read = reads.map(|&(_, used)| latency::fixed(write.op, used)).max();
    // Results must come in order: a fast write must not overtake a slow earlier one.
    let order = match access.writes.contains(&write.resource) && !access.variable {
        true => (latency::written(write.op) + 1).saturating_sub(latency::written(instruction.op)),
        false => 0,
    };
    read.unwrap_or(0).max(order)
}

/// The longest time that a result can need.
fn worst(write: &Write) -> u32 {
    match write.resource < PREDICATES {
        true => latency::fixed(write.op, Use::Operand(Pipe::Lsu)),
        false => latency::fixed(write.op, Use::Guard),
    }
}
