//! Control codes: stall counts for fixed latencies, dependence counters for the others.
//!
//! Four steps over the finished code:
//!
//! 1. Which instructions need a counter for their sources: those of variable latency whose
//!    source may be overwritten before something has waited for their result.
//! 2. A counter (of six) for each result and source set that needs one. Results with the same
//!    first reader share; else the counter goes to a free one, or to the one waited for soonest.
//! 3. Wait masks, by following the pending counters over the control-flow graph.
//! 4. Stall counts within blocks, from [`super::latency`]; before a block ends, results that
//!    are live behind it must be there, so blocks can be followed by any other.

use super::bits::BitSet;
use super::emit::{Code, CodeBlock};
use super::latency::{self, Queue, Use};
use arrayvec::ArrayVec;
use sim_isa::{Instruction, Op, Pipe, PredReg};

const COUNTERS: usize = 6;
/// The largest stall count.
const MAX_STALL: u32 = 15;
/// General, uniform, lane and uniform predicate registers, in one numbering.
const RESOURCES: usize = PREDICATES + 8 + 8;
/// Where uniform registers begin in that numbering.
const UNIFORM: usize = 256;
/// Where predicates begin in it.
const PREDICATES: usize = 256 + 64;

/// Assigns control codes to all instructions.
pub(crate) fn assign(code: &mut Code) {
    let accesses: Vec<_> = code.instructions.iter().map(Access::of).collect();
    let sources = needed_source_counters(code, &accesses);
    assign_counters(code, &accesses, &sources);
    assign_waits(code, &accesses);
    assign_stalls(code, &accesses);
}

/// What an instruction reads and writes.
struct Access {
    /// What is read, and how.
    reads: ArrayVec<(usize, Use), 40>,
    writes: ArrayVec<usize, 8>,
    variable: bool,
}

fn predicate(reg: PredReg) -> usize {
    let start = if reg.uniform {
        PREDICATES + 8
    } else {
        PREDICATES
    };
    start + usize::from(reg.pred.0)
}

impl Access {
    fn of(instruction: &Instruction) -> Access {
        let pipe = latency::pipe(instruction.op);
        let mut reads = ArrayVec::new();
        for range in instruction.reads() {
            let regs = range.registers().map(|r| usize::from(r.0));
            reads.extend(regs.map(|r| (r, Use::Operand(pipe))));
        }
        for range in instruction.uniform_reads() {
            let regs = range.registers().map(|r| 256 + usize::from(r.0));
            reads.extend(regs.map(|r| (r, Use::Operand(pipe))));
        }
        let guarded = !instruction.guard.pred.is_true();
        for (index, reg) in instruction.predicate_reads().into_iter().enumerate() {
            let used = match guarded && index == 0 {
                true => Use::Guard,
                false => Use::Condition(pipe),
            };
            reads.push((predicate(reg), used));
        }
        let general = instruction.writes().into_iter();
        let general = general
            .flat_map(|r| r.registers())
            .map(|r| usize::from(r.0));
        let uniform = instruction.uniform_writes().into_iter();
        let uniform = uniform
            .flat_map(|r| r.registers())
            .map(|r| 256 + usize::from(r.0));
        let preds = instruction.predicate_writes().into_iter().map(predicate);
        Access {
            reads,
            writes: general.chain(uniform).chain(preds).collect(),
            variable: latency::is_variable(instruction.op),
        }
    }

    fn reads_resource(&self, resource: usize) -> bool {
        self.reads.iter().any(|&(r, _)| r == resource)
    }

    /// Registers that are read after issue; predicates and uniform registers are read at issue.
    fn late_reads(&self) -> impl Iterator<Item = usize> {
        self.reads.iter().map(|&(r, _)| r).filter(|&r| r < UNIFORM)
    }

    fn reads_late(&self, resource: usize) -> bool {
        self.late_reads().any(|r| r == resource)
    }

    fn touches(&self, resource: usize) -> bool {
        self.writes.contains(&resource) || self.reads_resource(resource)
    }
}

/// Solves a forward flow problem whose facts only grow.
fn flow<S: Clone>(
    blocks: &[CodeBlock],
    start: S,
    pass: &mut dyn FnMut(usize, &mut S),
    join: impl Fn(&mut S, &S) -> bool,
) -> Vec<S> {
    let mut states = vec![start; blocks.len()];
    let mut pending: Vec<_> = (0..blocks.len()).rev().collect();
    while let Some(block) = pending.pop() {
        let mut state = states[block].clone();
        blocks[block]
            .range
            .clone()
            .for_each(|i| pass(i, &mut state));
        for &next in &blocks[block].next {
            if join(&mut states[next], &state) {
                pending.push(next);
            }
        }
    }
    states
}

/// Step 1: instructions whose sources need a counter.
fn needed_source_counters(code: &Code, accesses: &[Access]) -> BitSet {
    let count = accesses.len();
    let mut needed = BitSet::new(count);
    // Instructions whose sources may still be read.
    let mut pass = |index: usize, reading: &mut BitSet| {
        let me = &accesses[index];
        for other in reading.iter().collect::<Vec<_>>() {
            let earlier = &accesses[other];
            if earlier.writes.iter().any(|&w| me.touches(w)) {
                reading.remove(other);
            } else if me.writes.iter().any(|&w| earlier.reads_late(w))
                && !latency::reads_in_order(
                    code.instructions[other].op,
                    code.instructions[index].op,
                )
            {
                needed.insert(other);
                reading.remove(other);
            }
        }
        if me.variable && me.late_reads().next().is_some() {
            reading.insert(index);
        }
    };
    let join = |into: &mut BitSet, from: &BitSet| into.union_with(from);
    flow(&code.blocks, BitSet::new(count), &mut pass, join);
    needed
}

/// A counter in use within a block.
#[derive(Clone, Copy, Default)]
struct Counter {
    /// The first instruction that waits for it, by index.
    until: usize,
}

/// Step 2: which counter each instruction sets.
fn assign_counters(code: &mut Code, accesses: &[Access], sources: &BitSet) {
    for block in &code.blocks {
        let mut counters = [Counter::default(); COUNTERS];
        for index in block.range.clone() {
            let me = &accesses[index];
            if !me.variable {
                continue;
            }
            if !me.writes.is_empty() {
                let until = first_touch(accesses, block, index, &me.writes, true);
                let counter = pick(&mut counters, index, until, None);
                code.instructions[index].ctrl.write_barrier = Some(counter);
            }
            if sources.contains(index) {
                let reads: Vec<_> = me.late_reads().collect();
                let until = first_touch(accesses, block, index, &reads, false);
                let own = code.instructions[index].ctrl.write_barrier;
                let counter = pick(&mut counters, index, until, own);
                code.instructions[index].ctrl.read_barrier = Some(counter);
            }
        }
    }
}

/// The first later instruction of the block that must wait because of some resources: any that
/// touches them, or only those that write them.
fn first_touch(
    accesses: &[Access],
    block: &CodeBlock,
    index: usize,
    resources: &[usize],
    reading_too: bool,
) -> usize {
    let conflicts = |later: &usize| {
        let access = &accesses[*later];
        resources
            .iter()
            .any(|&r| access.writes.contains(&r) || reading_too && access.reads_resource(r))
    };
    (index + 1..block.range.end)
        .find(conflicts)
        .unwrap_or(block.range.end)
}

/// A counter for something that is waited for at `until`; not the one that the instruction
/// sets already.
fn pick(counters: &mut [Counter; COUNTERS], now: usize, until: usize, own: Option<u8>) -> u8 {
    let allowed = |&c: &usize| own.map(usize::from) != Some(c);
    let busy = |c: usize| counters[c].until > now;
    let others = (0..COUNTERS).filter(allowed);
    let same = others
        .clone()
        .find(|&c| busy(c) && counters[c].until == until);
    let free = others.clone().find(|&c| !busy(c));
    let near = || others.min_by_key(|&c| counters[c].until.abs_diff(until));
    let chosen = same.or(free).or_else(near).unwrap_or(0);
    counters[chosen].until = match busy(chosen) {
        true => counters[chosen].until.min(until),
        false => until,
    };
    chosen as u8
}

/// Instructions that may still be under way.
#[derive(Clone)]
struct Pending {
    writing: BitSet,
    reading: BitSet,
}

impl Pending {
    fn none(count: usize) -> Pending {
        Pending {
            writing: BitSet::new(count),
            reading: BitSet::new(count),
        }
    }

    fn join(&mut self, other: &Pending) -> bool {
        self.writing.union_with(&other.writing) | self.reading.union_with(&other.reading)
    }

    /// The counters that an instruction must wait for.
    fn mask(&self, index: usize, code: &[Instruction], accesses: &[Access]) -> u8 {
        let me = &accesses[index];
        let touched = self
            .writing
            .iter()
            .filter(|&other| accesses[other].writes.iter().any(|&w| me.touches(w)));
        let overwritten = self.reading.iter().filter(|&other| {
            let read = me.writes.iter().any(|&w| accesses[other].reads_late(w));
            read && !latency::reads_in_order(code[other].op, code[index].op)
        });
        let counters = touched.filter_map(|other| code[other].ctrl.write_barrier);
        let counters = counters.chain(overwritten.filter_map(|o| code[o].ctrl.read_barrier));
        counters.fold(0, |mask, counter| mask | 1 << counter)
    }

    /// An instruction issues after having waited for the counters of a mask. What has written
    /// its result has also read its sources.
    fn issue(&mut self, index: usize, code: &[Instruction], mask: u8) {
        let waited = |counter: Option<u8>| counter.is_some_and(|c| mask >> c & 1 != 0);
        for other in self.writing.iter().collect::<Vec<_>>() {
            if waited(code[other].ctrl.write_barrier) {
                self.writing.remove(other);
                self.reading.remove(other);
            }
        }
        for other in self.reading.iter().collect::<Vec<_>>() {
            if waited(code[other].ctrl.read_barrier) {
                self.reading.remove(other);
            }
        }
        let ctrl = code[index].ctrl;
        self.writing.extend(ctrl.write_barrier.map(|_| index));
        self.reading.extend(ctrl.read_barrier.map(|_| index));
    }
}

/// Step 3: which counters each instruction waits for.
fn assign_waits(code: &mut Code, accesses: &[Access]) {
    let Code {
        instructions,
        blocks,
        ..
    } = code;
    let mut pass = |index: usize, state: &mut Pending| {
        let mask = state.mask(index, instructions, accesses);
        state.issue(index, instructions, mask);
    };
    let none = Pending::none(accesses.len());
    let states = flow(blocks, none, &mut pass, Pending::join);
    for (block, mut state) in blocks.iter().zip(states) {
        for index in block.range.clone() {
            let mask = state.mask(index, instructions, accesses);
            instructions[index].ctrl.wait_mask = mask;
            state.issue(index, instructions, mask);
        }
    }
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

/// A write of fixed latency in the current block.
#[derive(Clone, Copy)]
struct Write {
    resource: usize,
    op: Op,
    time: u32,
}

/// Step 4: stall counts and yield hints.
fn assign_stalls(code: &mut Code, accesses: &[Access]) {
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
            | Pipe::HalfMma
            | Pipe::Uniform
    )
}

/// Issue times within a block.
#[derive(Default)]
struct Clock {
    /// When the next instruction may issue at the earliest.
    now: u32,
    writes: Vec<Write>,
    memory_free: u32,
    xu_free: u32,
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
        self.record(instruction, access, time);
        self.now = time + latency::least_stall(instruction);
        time
    }

    fn record(&mut self, instruction: &Instruction, access: &Access, time: u32) {
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
        ready.fold(self.now, u32::max)
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
