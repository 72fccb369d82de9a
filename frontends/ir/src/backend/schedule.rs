//! List scheduling within blocks, before registers are given: loads as early as their addresses
//! are known, and other work between a result and its use.
//!
//! Cycle by cycle the ready instruction goes out that most cycles of dependent work hang on;
//! among equals the earlier one. Predicates are few, so a new one is not made while many wait
//! for their readers; while many values do that the source computes later, its order holds.
//!
//! Source: Muchnick, "Advanced Compiler Design and Implementation", 17.1.2.

mod values;
mod waiting;

use super::latency::{self, Queue};
use super::mir::{BlockRef, Function, Inst, Opnd, Part, Virt};
use super::select::MODULE_WORDS;
use sim_isa::{Op, Pipe};
use std::collections::{BTreeMap, BTreeSet};
use values::Values;
use waiting::{Candidate, Waiting};

/// Reorders the instructions of every block.
pub(crate) fn schedule(function: &mut Function) {
    for block in function.order.clone() {
        schedule_block(function, block);
    }
}

fn schedule_block(function: &mut Function, block: BlockRef) {
    let insts = std::mem::take(&mut function.at_mut(block).insts);
    let mut graph = Graph::of(&insts, &function.virts);
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
    queues: Vec<(Queue, u32)>,
    predicates: Predicates,
    values: Values,
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
    /// For each predicate the instructions that write it.
    writers: BTreeMap<u32, Vec<usize>>,
    /// Reads that are still to come.
    pending: BTreeMap<u32, usize>,
    live: BTreeSet<u32>,
}

impl Predicates {
    fn of(insts: &[Inst]) -> Predicates {
        let mut found = Predicates::default();
        for (index, inst) in insts.iter().enumerate() {
            let written: Vec<_> = inst.pdst.iter().flatten().map(|v| v.0).collect();
            for &predicate in &written {
                found.writers.entry(predicate).or_default().push(index);
            }
            let sources = inst.psrc.iter().chain([&inst.guard]);
            let read: Vec<_> = sources.filter_map(|p| p.virt).map(|v| v.0).collect();
            read.iter()
                .for_each(|&p| *found.pending.entry(p).or_default() += 1);
            found.written.push(written);
            found.read.push(read);
        }
        found
    }

    /// Whether no new one should be made.
    fn are_many(&self) -> bool {
        self.live.len() >= MANY_PREDICATES
    }

    /// The instructions that write predicates, but none that is not live already.
    fn writers_of_live(&self) -> impl Iterator<Item = usize> {
        let old = |&index: &usize| self.written[index].iter().all(|p| self.live.contains(p));
        let writers = self.live.iter().filter_map(|p| self.writers.get(p));
        writers.flatten().copied().filter(old)
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

/// Accesses of a space that a later one may have to wait for.
#[derive(Default)]
struct Accesses {
    /// The last write.
    write: Option<usize>,
    /// Reads since then.
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
    fn of(insts: &[Inst], virts: &[Virt]) -> Graph {
        let mut graph = Graph {
            after: vec![Vec::new(); insts.len()],
            before: vec![0; insts.len()],
            height: vec![0; insts.len()],
            queues: insts.iter().map(|i| latency::spacing(i.op)).collect(),
            predicates: Predicates::of(insts),
            values: Values::of(insts, virts),
        };
        graph.add_registers(insts);
        graph.add_memory(insts);
        graph.add_constants(insts);
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
        for (index, inst) in insts.iter().enumerate() {
            for key in inst.uses().into_iter().flat_map(words) {
                let entry = last.entry(key).or_default();
                for &write in &entry.writes {
                    self.add(write, index, wait(&insts[write], inst));
                }
                entry.reads.push(index);
            }
            for key in inst.defs().into_iter().flat_map(words) {
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

    /// A word or pair of the module's constants is loaded when those have been read that the
    /// source had done with by then: no more are held at a time than selection holds.
    fn add_constants(&mut self, insts: &[Inst]) {
        let mut readers = Vec::<Vec<usize>>::new();
        let mut loads = BTreeMap::<u32, usize>::new();
        for (index, inst) in insts.iter().enumerate() {
            let uses = inst.uses();
            let read = uses.iter().filter_map(|part| loads.get(&part.virt.0));
            read.for_each(|&load| readers[load].push(index));
            if let (Op::Uldc, Opnd::Const(3, ..), Some(to)) = (inst.op, inst.a, inst.dst.part()) {
                let done = readers.len().checked_sub(MODULE_WORDS);
                let earlier = done.map_or(&[][..], |load| &readers[load]);
                earlier.iter().for_each(|&read| self.add(read, index, 1));
                loads.insert(to.virt.0, readers.len());
                readers.push(Vec::new());
            }
        }
    }

    /// Of accesses that must stay in order each waits for those next to it: what lies further
    /// back these have waited for.
    fn add_memory(&mut self, insts: &[Inst]) {
        let mut accesses = BTreeMap::<Memory, Accesses>::new();
        for (index, inst) in insts.iter().enumerate() {
            if orders_memory(inst.op) {
                for space in [Memory::Global, Memory::Shared, Memory::Local] {
                    let known = accesses.entry(space).or_default();
                    self.add_write(known, index);
                }
            } else if let Some((space, writes)) = memory(inst) {
                let known = accesses.entry(space).or_default();
                match writes {
                    true => self.add_write(known, index),
                    false => {
                        known.write.iter().for_each(|&w| self.add(w, index, 1));
                        known.reads.push(index);
                    }
                }
            }
        }
    }

    fn add_write(&mut self, known: &mut Accesses, index: usize) {
        let earlier = known.reads.drain(..).chain(known.write);
        earlier.for_each(|earlier| self.add(earlier, index, 1));
        known.write = Some(index);
    }

    /// A wall waits for all since the wall before it, and all up to the next wait for it.
    fn add_walls(&mut self, insts: &[Inst]) {
        let walls = (0..insts.len()).filter(|&i| is_wall(insts[i].op));
        let walls: Vec<_> = walls.collect();
        for (n, &wall) in walls.iter().enumerate() {
            let before = n.checked_sub(1).map_or(0, |n| walls[n] + 1);
            let behind = walls.get(n + 1).map_or(insts.len(), |next| next + 1);
            (before..wall).for_each(|earlier| self.add(earlier, wall, 1));
            (wall + 1..behind).for_each(|later| self.add(wall, later, 1));
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
        let mut waiting = Waiting::new(count);
        for index in (0..count).filter(|&i| self.before[i] == 0) {
            waiting.add(self.candidate(index), 0);
        }
        let mut order = Vec::with_capacity(count);
        let (mut cycle, mut free) = (0, [0; Queue::COUNT]);
        while order.len() < count {
            let best = match self.values.only() {
                Some(index) => waiting.only(&self.candidate(index), cycle, &free),
                None => waiting.best(cycle, &free, &self.predicates),
            };
            let Some(index) = best else {
                cycle += 1;
                continue;
            };
            waiting.remove(&self.candidate(index));
            order.push(index);
            self.predicates.issue(index);
            self.values.issue(index);
            let (queue, cycles) = self.queues[index];
            if queue != Queue::None {
                free[queue as usize] = cycle + cycles;
            }
            for (next, cycles) in std::mem::take(&mut self.after[index]) {
                earliest[next] = earliest[next].max(cycle + cycles);
                self.before[next] -= 1;
                if self.before[next] == 0 {
                    waiting.add(self.candidate(next), earliest[next]);
                }
            }
            cycle += 1;
        }
        order
    }

    fn candidate(&self, index: usize) -> Candidate {
        Candidate {
            index,
            height: self.height[index],
            queue: self.queues[index].0,
            writes_predicate: !self.predicates.written[index].is_empty(),
        }
    }
}

/// The words of a part of a virtual register.
fn words(part: Part) -> impl Iterator<Item = (u32, u8)> {
    (part.first..part.first + part.width).map(move |n| (part.virt.0, n))
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
