//! List scheduling within blocks, before registers are given: loads as early as their addresses
//! are known, and other work between a result and its use.
//!
//! Cycle by cycle the ready instruction goes out that most cycles of dependent work hang on;
//! among equals the earlier one. Predicates are few, so a new one is not made while many wait
//! for their readers; general registers are not counted: blocks are small as long as nothing
//! is unrolled.
//!
//! Source: Muchnick, "Advanced Compiler Design and Implementation", 17.1.2.

use super::latency;
use super::mir::{BlockRef, Function, Inst, Part};
use sim_isa::{Op, Pipe};
use std::collections::{BTreeMap, BTreeSet};

/// Reorders the instructions of every block.
pub(crate) fn schedule(function: &mut Function) {
    for block in function.order.clone() {
        schedule_block(function, block);
    }
}

fn schedule_block(function: &mut Function, block: BlockRef) {
    let insts = std::mem::take(&mut function.at_mut(block).insts);
    let mut graph = Graph::of(&insts);
    for (inst, height) in insts.iter().zip(&mut graph.height) {
        let fixed = |part: Part| function.virts[part.virt.index()].fixed.is_some();
        if inst.defs().into_iter().any(fixed) {
            // The stack pointer comes first, as ptxas has it.
            *height = u32::MAX;
        }
    }
    let order = graph.order();
    function.at_mut(block).insts = order.into_iter().map(|index| insts[index]).collect();
}

/// Dependences between a block's instructions.
struct Graph {
    /// For each instruction those that depend on it, and how many cycles after.
    after: Vec<Vec<(usize, u32)>>,
    before: Vec<usize>,
    /// Cycles until the end of the work that depends on an instruction.
    height: Vec<u32>,
    queues: Vec<(latency::Queue, u32)>,
    predicates: Predicates,
}

/// How many predicates may wait for readers before no new ones are made.
const MANY_PREDICATES: usize = 4;

/// Predicates that have been written and not yet been read for the last time.
#[derive(Default)]
struct Predicates {
    /// For each instruction the predicates that it writes.
    written: Vec<Vec<u32>>,
    /// For each instruction the predicates that it reads.
    read: Vec<Vec<u32>>,
    /// Reads that are still to come.
    pending: BTreeMap<u32, usize>,
    live: BTreeSet<u32>,
}

impl Predicates {
    fn of(insts: &[Inst]) -> Predicates {
        let mut found = Predicates::default();
        for inst in insts {
            let written = inst.pdst.iter().flatten().map(|v| v.0).collect();
            let sources = inst.psrc.iter().chain([&inst.guard]);
            let read: Vec<_> = sources.filter_map(|p| p.virt).map(|v| v.0).collect();
            read.iter()
                .for_each(|&p| *found.pending.entry(p).or_default() += 1);
            found.written.push(written);
            found.read.push(read);
        }
        found
    }

    /// Whether an instruction would make a predicate too many.
    fn is_one_too_many(&self, index: usize) -> bool {
        let new = |p: &u32| !self.live.contains(p);
        self.live.len() >= MANY_PREDICATES && self.written[index].iter().any(new)
    }

    fn issue(&mut self, index: usize) {
        for &p in &self.read[index] {
            let left = self.pending.entry(p).or_default();
            *left = left.saturating_sub(1);
            if *left == 0 {
                self.live.remove(&p);
            }
        }
        self.live.extend(&self.written[index]);
    }
}

#[derive(Default)]
struct Last {
    /// More than one where a guarded write leaves earlier ones standing.
    writes: Vec<usize>,
    reads: Vec<usize>,
}

/// What a memory instruction may collide with.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Memory {
    Global,
    Shared,
    Local,
}

fn memory(inst: &Inst) -> Option<(Memory, bool)> {
    match inst.op {
        Op::Ldg => Some((Memory::Global, false)),
        Op::Stg | Op::Atomg | Op::AtomgCas | Op::AtomgFloat | Op::Redg | Op::RedgFloat => {
            Some((Memory::Global, true))
        }
        Op::Lds => Some((Memory::Shared, false)),
        Op::Sts | Op::Atoms | Op::AtomsCas | Op::AtomsPopcInc => Some((Memory::Shared, true)),
        Op::Ldl => Some((Memory::Local, false)),
        Op::Stl => Some((Memory::Local, true)),
        _ => None,
    }
}

/// Whether nothing may pass an instruction, in either direction.
fn is_wall(op: Op) -> bool {
    matches!(
        op,
        Op::Bsync
            | Op::Yield
            | Op::Exit
            | Op::Bpt
            | Op::Break
            | Op::Warpsync
            | Op::WarpsyncAll
            | Op::Cs2r
    )
}

/// Whether no memory access and no other of its kind may pass an instruction.
fn orders_memory(op: Op) -> bool {
    matches!(
        op,
        Op::Bar | Op::BarRed | Op::B2r | Op::Membar | Op::Errbar | Op::Cgaerrbar | Op::Cctl
    )
}

impl Graph {
    fn of(insts: &[Inst]) -> Graph {
        let mut graph = Graph {
            after: vec![Vec::new(); insts.len()],
            before: vec![0; insts.len()],
            height: vec![0; insts.len()],
            queues: insts.iter().map(|i| latency::spacing(i.op)).collect(),
            predicates: Predicates::of(insts),
        };
        graph.add_registers(insts);
        graph.add_memory(insts);
        graph.add_walls(insts);
        graph.measure();
        graph
    }

    fn add(&mut self, from: usize, to: usize, cycles: u32) {
        if from == to {
            return;
        }
        self.after[from].push((to, cycles));
        self.before[to] += 1;
    }

    fn add_registers(&mut self, insts: &[Inst]) {
        let mut last = BTreeMap::<(u32, u8), Last>::new();
        let keys =
            |part: Part| (part.first..part.first + part.width).map(move |n| (part.virt.0, n));
        for (index, inst) in insts.iter().enumerate() {
            for key in inst.uses().into_iter().flat_map(keys) {
                let entry = last.entry(key).or_default();
                for &write in &entry.writes {
                    self.add(write, index, wait(&insts[write], inst));
                }
                entry.reads.push(index);
            }
            for key in inst.defs().into_iter().flat_map(keys) {
                let entry = last.entry(key).or_default();
                for &read in &entry.reads {
                    self.add(read, index, 1);
                }
                for &write in &entry.writes {
                    self.add(write, index, 1);
                }
                if inst.writes_wholly() {
                    entry.writes.clear();
                    entry.reads.clear();
                }
                entry.writes.push(index);
            }
        }
    }

    fn add_memory(&mut self, insts: &[Inst]) {
        let mut accesses = BTreeMap::<Memory, Vec<(usize, bool)>>::new();
        for (index, inst) in insts.iter().enumerate() {
            if orders_memory(inst.op) {
                for &(earlier, _) in accesses.values().flatten() {
                    self.add(earlier, index, 1);
                }
                accesses.values_mut().for_each(Vec::clear);
                for memory in [Memory::Global, Memory::Shared, Memory::Local] {
                    accesses.entry(memory).or_default().push((index, true));
                }
            } else if let Some((space, writes)) = memory(inst) {
                let list = accesses.entry(space).or_default();
                let against = list.iter().filter(|&&(_, w)| writes || w);
                let against: Vec<_> = against.map(|&(i, _)| i).collect();
                list.push((index, writes));
                against
                    .into_iter()
                    .for_each(|earlier| self.add(earlier, index, 1));
            }
        }
    }

    fn add_walls(&mut self, insts: &[Inst]) {
        for (index, _) in insts.iter().enumerate().filter(|(_, i)| is_wall(i.op)) {
            (0..index).for_each(|earlier| self.add(earlier, index, 1));
            (index + 1..insts.len()).for_each(|later| self.add(index, later, 1));
        }
    }

    fn measure(&mut self) {
        for index in (0..self.height.len()).rev() {
            let below = self.after[index].iter();
            let deepest = below.map(|&(to, cycles)| self.height[to] + cycles).max();
            self.height[index] = deepest.unwrap_or(0);
        }
    }

    fn order(mut self) -> Vec<usize> {
        let count = self.before.len();
        let mut earliest = vec![0; count];
        let mut waiting: Vec<_> = (0..count).filter(|&i| self.before[i] == 0).collect();
        let mut order = Vec::with_capacity(count);
        let (mut cycle, mut memory_free, mut xu_free) = (0, 0, 0);
        while !waiting.is_empty() {
            let free = |i: usize| match self.queues[i].0 {
                latency::Queue::Memory => memory_free,
                latency::Queue::Xu => xu_free,
                latency::Queue::None => 0,
            };
            let full = |i: usize| self.predicates.is_one_too_many(i);
            let all_full = waiting.iter().all(|&i| full(i));
            let ready = waiting.iter().enumerate();
            let ready = ready.filter(|&(_, &i)| earliest[i].max(free(i)) <= cycle);
            let ready = ready.filter(|&(_, &i)| all_full || !full(i));
            let best = ready.max_by_key(|&(_, &i)| (self.height[i], std::cmp::Reverse(i)));
            let Some((position, &index)) = best else {
                cycle += 1;
                continue;
            };
            waiting.remove(position);
            order.push(index);
            self.predicates.issue(index);
            let (queue, cycles) = self.queues[index];
            match queue {
                latency::Queue::Memory => memory_free = cycle + cycles,
                latency::Queue::Xu => xu_free = cycle + cycles,
                latency::Queue::None => {}
            }
            for (next, cycles) in std::mem::take(&mut self.after[index]) {
                earliest[next] = earliest[next].max(cycle + cycles);
                self.before[next] -= 1;
                if self.before[next] == 0 {
                    waiting.push(next);
                }
            }
            cycle += 1;
        }
        order
    }
}

/// Cycles between a write and a read of the value.
fn wait(write: &Inst, read: &Inst) -> u32 {
    let guard = write
        .pdst
        .iter()
        .flatten()
        .any(|p| read.guard.virt == Some(*p));
    match (guard, latency::is_variable(write.op)) {
        (_, true) => latency::expected(write.op),
        (true, false) => 13,
        (false, false) if write.op.row().pipe == Pipe::Uniform => 6,
        (false, false) => latency::expected(write.op),
    }
}
