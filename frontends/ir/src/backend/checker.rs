//! Proves that control codes cover every hazard of a machine program, whoever assigned them.
//!
//! It follows all paths of the control-flow graph with an abstract state: results of fixed
//! latency by the cycles since their issue (the least over all paths), and instructions of
//! variable latency that may still be under way. An instruction is a hazard if it
//!
//! - reads or overwrites a result before its latency is over (RAW, WAW),
//! - touches a result under way without having waited for its dependence counter (RAW, WAW),
//! - overwrites a register that an instruction under way may still read (WAR), or
//! - waits for a counter in the very cycle after it was set, before the setting is seen.
//!
//! Waiting for an instruction of an in-order queue proves something of all earlier ones of that
//! queue: that they have read their sources, and in shared memory and among transcendentals
//! that their results have come. ptxas relies on both.
//!
//! It shares neither code nor tables with what assigns the codes: latencies are in `rules`,
//! from the least distances that ptxas keeps in the lecture kernels.

mod rules;

use rules::{Class, InOrder, Reader};
use sim_isa::{Instruction, Op, Operand, PredReg, Program};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// A register of any file.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Resource {
    /// `R0`…
    General(u8),
    /// `UR0`…
    Uniform(u8),
    /// `P0`…
    Predicate(u8),
    /// `UP0`…
    UniformPredicate(u8),
}

impl fmt::Display for Resource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Resource::General(n) => write!(f, "R{n}"),
            Resource::Uniform(n) => write!(f, "UR{n}"),
            Resource::Predicate(n) => write!(f, "P{n}"),
            Resource::UniformPredicate(n) => write!(f, "UP{n}"),
        }
    }
}

/// What goes wrong.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum HazardKind {
    /// A result of fixed latency is read too soon.
    ReadTooSoon {
        /// Cycles between the two.
        cycles: u32,
        /// Cycles that are needed.
        needed: u32,
    },
    /// A result of variable latency is read without waiting.
    ReadUnawaited,
    /// A result is overwritten before it has come.
    Overwritten,
    /// A source is overwritten before it has been read.
    SourceOverwritten,
    /// A counter is awaited before its setting is seen.
    WaitTooSoon,
}

/// A hazard: an instruction that comes too soon after another.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Hazard {
    /// The later instruction, by index.
    pub at: usize,
    /// The earlier one.
    pub after: usize,
    /// The register at stake, if there is one.
    pub resource: Option<Resource>,
    /// What goes wrong.
    pub kind: HazardKind,
}

impl fmt::Display for Hazard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Hazard { at, after, .. } = self;
        write!(f, "{:04x} after {:04x}: ", at * 16, after * 16)?;
        if let Some(resource) = self.resource {
            write!(f, "{resource} ")?;
        }
        match self.kind {
            HazardKind::ReadTooSoon { cycles, needed } => {
                write!(
                    f,
                    "is read {cycles} cycles after its write, which takes {needed}"
                )
            }
            HazardKind::ReadUnawaited => write!(f, "is read without waiting for it"),
            HazardKind::Overwritten => write!(f, "is overwritten while its write is under way"),
            HazardKind::SourceOverwritten => write!(f, "is overwritten while it may still be read"),
            HazardKind::WaitTooSoon => write!(f, "the counter is awaited before it is set"),
        }
    }
}

/// All hazards of a program, in order; none if its control codes are right.
pub fn check(program: &Program) -> Vec<Hazard> {
    let checker = Checker {
        code: &program.code,
        effects: program.code.iter().map(Effects::of).collect(),
        returns: returns(&program.code),
    };
    checker.run()
}

/// Registers that an instruction reads, with how, and writes.
struct Effects {
    reads: Vec<(Resource, Reader)>,
    writes: Vec<Resource>,
    class: Class,
}

fn predicate(reg: PredReg) -> Resource {
    match reg.uniform {
        true => Resource::UniformPredicate(reg.pred.0),
        false => Resource::Predicate(reg.pred.0),
    }
}

impl Effects {
    fn of(instruction: &Instruction) -> Effects {
        let class = rules::class(instruction.op);
        let data = Reader::data(instruction.op);
        let general = instruction.reads().into_iter().flat_map(|r| r.registers());
        let upper = upper_addend(instruction);
        let general = general.map(|r| {
            let late = upper == Some(r.0) && !reads_early(instruction, r.0);
            (
                Resource::General(r.0),
                if late { Reader::UpperAddend } else { data },
            )
        });
        let uniform = instruction
            .uniform_reads()
            .into_iter()
            .flat_map(|r| r.registers());
        let uniform = uniform.map(|r| (Resource::Uniform(r.0), data));
        let guarded = !instruction.guard.pred.is_true();
        let preds = instruction.predicate_reads().into_iter().enumerate();
        let preds = preds.map(|(index, reg)| {
            let reader = match guarded && index == 0 {
                true => Reader::Guard,
                false => Reader::predicate(instruction.op),
            };
            (predicate(reg), reader)
        });
        let reads = general.chain(uniform).chain(preds).collect();
        let general = instruction.writes().into_iter().flat_map(|r| r.registers());
        let uniform = instruction
            .uniform_writes()
            .into_iter()
            .flat_map(|r| r.registers());
        let preds = instruction.predicate_writes().into_iter().map(predicate);
        let general = general.map(|r| Resource::General(r.0));
        let uniform = uniform.map(|r| Resource::Uniform(r.0));
        Effects {
            reads,
            writes: general.chain(uniform).chain(preds).collect(),
            class,
        }
    }

    /// Whether a register is read late; predicates and uniform registers are read at issue.
    fn reads_late(&self, resource: Resource) -> bool {
        self.late_reads().any(|r| r == resource)
    }

    fn late_reads(&self) -> impl Iterator<Item = Resource> {
        let registers = |r: &Resource| matches!(r, Resource::General(_));
        self.reads.iter().map(|&(r, _)| r).filter(registers)
    }
}

/// The upper word of a wide product's addend.
fn upper_addend(instruction: &Instruction) -> Option<u8> {
    match (instruction.op, instruction.c) {
        (Op::ImadWide, Operand::Reg { reg, .. }) => reg.0.checked_add(1),
        _ => None,
    }
}

/// Whether an instruction reads a register as a factor, too.
fn reads_early(instruction: &Instruction, number: u8) -> bool {
    let factors = [instruction.a, instruction.b];
    factors
        .iter()
        .any(|o| matches!(o, Operand::Reg { reg, .. } if reg.0 == number))
}

/// An instruction of variable latency that may be under way.
#[derive(Clone, PartialEq, Debug)]
struct Flight {
    /// Cycles since it issued, the least over all paths; 2 stands for more.
    age: u32,
    /// Whether its result may still come.
    writing: bool,
    /// Whether it may still read its sources.
    reading: bool,
    /// Later instructions of its queue: one that is done proves that this one has read.
    covered_by: BTreeSet<usize>,
}

/// What may be the case before an instruction.
#[derive(Clone, PartialEq, Default, Debug)]
struct State {
    /// Cycles since a fixed-latency write of a register by an instruction.
    fixed: BTreeMap<(Resource, usize), u32>,
    flights: BTreeMap<usize, Flight>,
}

/// Ages beyond which nothing of fixed latency is under way.
const LONG: u32 = 16;

impl State {
    fn join(&mut self, other: &State) -> bool {
        let before = self.clone();
        for (&key, &age) in &other.fixed {
            let mine = self.fixed.entry(key).or_insert(age);
            *mine = (*mine).min(age);
        }
        for (&index, flight) in &other.flights {
            match self.flights.get_mut(&index) {
                None => {
                    self.flights.insert(index, flight.clone());
                }
                Some(mine) => {
                    mine.age = mine.age.min(flight.age);
                    mine.writing |= flight.writing;
                    mine.reading |= flight.reading;
                    mine.covered_by.retain(|by| flight.covered_by.contains(by));
                }
            }
        }
        *self != before
    }

    fn pass(&mut self, cycles: u32) {
        self.fixed.retain(|_, age| {
            *age += cycles;
            *age < LONG
        });
        for flight in self.flights.values_mut() {
            flight.age = (flight.age + cycles).min(2);
        }
    }

    /// An instruction is known to be done with reading, or with writing, too. Earlier ones of
    /// its queue have then read, and where answers come `in_order` have written.
    fn done(&mut self, index: usize, written: bool, in_order: bool) {
        if let Some(flight) = self.flights.get_mut(&index) {
            flight.reading = false;
            flight.writing &= !written;
        }
        for flight in self.flights.values_mut() {
            if flight.covered_by.contains(&index) {
                flight.reading = false;
                flight.writing &= !(written && in_order);
            }
        }
        self.flights
            .retain(|_, flight| flight.writing || flight.reading);
    }
}

struct Checker<'a> {
    code: &'a [Instruction],
    effects: Vec<Effects>,
    /// Where calls return to.
    returns: Vec<usize>,
}

fn returns(code: &[Instruction]) -> Vec<usize> {
    let calls = code.iter().enumerate().filter(|(_, i)| i.op == Op::Call);
    calls.map(|(index, _)| index + 1).collect()
}

impl Checker<'_> {
    fn run(&self) -> Vec<Hazard> {
        let mut states: Vec<Option<State>> = vec![None; self.code.len()];
        let mut pending = BTreeSet::new();
        if !self.code.is_empty() {
            states[0] = Some(State::default());
            pending.insert(0);
        }
        let mut hazards = BTreeSet::new();
        while let Some(index) = pending.pop_first() {
            let Some(mut state) = states[index].clone() else {
                continue;
            };
            self.issue(index, &mut state, &mut hazards);
            state.pass(u32::from(self.code[index].ctrl.stall).max(1));
            for next in self.successors(index) {
                let changed = match &mut states[next] {
                    Some(known) => known.join(&state),
                    none => {
                        *none = Some(state.clone());
                        true
                    }
                };
                if changed {
                    pending.insert(next);
                }
            }
        }
        hazards.into_iter().collect()
    }

    fn successors(&self, index: usize) -> Vec<usize> {
        let instruction = &self.code[index];
        let sure = instruction.predicate_sources().is_empty();
        let target = |operand: &Operand| match operand {
            Operand::Target(bytes) => usize::try_from(bytes / 16).ok(),
            _ => None,
        };
        let mut next: Vec<_> = match instruction.op {
            Op::Bra | Op::BraDiv | Op::Call | Op::WarpsyncCollective => instruction
                .source_operands()
                .into_iter()
                .filter_map(target)
                .collect(),
            Op::Ret => self.returns.clone(),
            // A table jump: to the places that no other way leads to.
            Op::Brx => (0..self.code.len())
                .filter(|&i| self.is_table_target(i))
                .collect(),
            _ => Vec::new(),
        };
        let ends = match instruction.op {
            Op::Bra | Op::Call | Op::Exit => sure,
            Op::Ret | Op::Brx => true,
            _ => false,
        };
        if !ends {
            next.push(index + 1);
        }
        next.retain(|&n| n < self.code.len());
        next
    }

    /// Whether control can come to an instruction by a table jump alone.
    fn is_table_target(&self, index: usize) -> bool {
        let Some(before) = index.checked_sub(1) else {
            return false;
        };
        let before = &self.code[before];
        let jumps = matches!(before.op, Op::Bra | Op::Brx | Op::Exit | Op::Ret);
        let here = Operand::Target(index as i64 * 16);
        let named = self
            .code
            .iter()
            .any(|i| i.op != Op::Ret && i.source_operands().contains(&&here));
        jumps && before.predicate_sources().is_empty() && !named
    }

    fn issue(&self, index: usize, state: &mut State, hazards: &mut BTreeSet<Hazard>) {
        self.wait(index, state, hazards);
        self.check_reads(index, state, hazards);
        self.check_writes(index, state, hazards);
        self.record(index, state);
    }

    fn wait(&self, index: usize, state: &mut State, hazards: &mut BTreeSet<Hazard>) {
        let mask = self.code[index].ctrl.wait_mask;
        let waits = |counter: Option<u8>| counter.is_some_and(|c| mask >> c & 1 != 0);
        let flying: Vec<_> = state.flights.iter().map(|(&i, f)| (i, f.age)).collect();
        for (other, age) in flying {
            let ctrl = self.code[other].ctrl;
            let (written, read) = (waits(ctrl.write_barrier), waits(ctrl.read_barrier));
            if !written && !read {
                continue;
            }
            if age < 2 && other != index {
                hazards.insert(Hazard {
                    at: index,
                    after: other,
                    resource: None,
                    kind: HazardKind::WaitTooSoon,
                });
            }
            let in_order = match self.effects[other].class {
                Class::Variable(Some(queue)) => queue.answers_in_order(),
                _ => false,
            };
            state.done(other, written, in_order);
        }
    }

    fn check_reads(&self, index: usize, state: &State, hazards: &mut BTreeSet<Hazard>) {
        for &(resource, reader) in &self.effects[index].reads {
            for (&(_, writer), &cycles) in of_resource(&state.fixed, resource) {
                let needed = rules::latency(&self.code[writer], resource, reader);
                if cycles < needed {
                    let kind = HazardKind::ReadTooSoon { cycles, needed };
                    hazards.insert(hazard(index, writer, resource, kind));
                }
            }
            for (&other, _) in state.flights.iter().filter(|(_, f)| f.writing) {
                if self.effects[other].writes.contains(&resource) {
                    hazards.insert(hazard(index, other, resource, HazardKind::ReadUnawaited));
                }
            }
        }
    }

    fn check_writes(&self, index: usize, state: &State, hazards: &mut BTreeSet<Hazard>) {
        let mine = rules::written(self.effects[index].class);
        for &resource in &self.effects[index].writes {
            for (&(_, writer), &cycles) in of_resource(&state.fixed, resource) {
                if cycles + mine <= rules::written(self.effects[writer].class) {
                    hazards.insert(hazard(index, writer, resource, HazardKind::Overwritten));
                }
            }
            for (&other, flight) in &state.flights {
                // Loads into disjoint lanes under opposite guards come in any order.
                let apart = self.excludes(index, other);
                if flight.writing && self.effects[other].writes.contains(&resource) && !apart {
                    hazards.insert(hazard(index, other, resource, HazardKind::Overwritten));
                }
                let reads = flight.reading && self.effects[other].reads_late(resource);
                if reads && other != index && !self.same_queue(index, other) {
                    hazards.insert(hazard(
                        index,
                        other,
                        resource,
                        HazardKind::SourceOverwritten,
                    ));
                }
            }
        }
    }

    /// Whether two instructions read their sources in order.
    fn same_queue(&self, one: usize, other: usize) -> bool {
        let class = self.effects[one].class;
        matches!(class, Class::Variable(Some(_))) && class == self.effects[other].class
    }

    /// Whether two instructions stand under opposite guards.
    fn excludes(&self, one: usize, other: usize) -> bool {
        let (a, b) = (self.code[one].guard, self.code[other].guard);
        !a.pred.is_true() && a.pred == b.pred && a.not != b.not && a.uniform == b.uniform
    }

    fn record(&self, index: usize, state: &mut State) {
        let effects = &self.effects[index];
        if self.code[index].op == Op::Membar {
            // A fence waits until earlier accesses have been performed.
            for (&other, flight) in &mut state.flights {
                flight.reading &=
                    self.effects[other].class != Class::Variable(Some(InOrder::Global));
            }
            state
                .flights
                .retain(|_, flight| flight.writing || flight.reading);
        }
        let whole = self.code[index].guard.pred.is_true();
        if whole {
            state
                .fixed
                .retain(|(resource, _), _| !effects.writes.contains(resource));
        }
        let Class::Variable(queue) = effects.class else {
            for &resource in &effects.writes {
                state.fixed.insert((resource, index), 0);
            }
            return;
        };
        for (&other, flight) in &mut state.flights {
            if queue.is_some() && self.effects[other].class == effects.class && other != index {
                flight.covered_by.insert(index);
            }
        }
        let flight = Flight {
            age: 0,
            writing: !effects.writes.is_empty(),
            reading: effects.late_reads().next().is_some(),
            covered_by: BTreeSet::new(),
        };
        if flight.writing || flight.reading {
            state.flights.insert(index, flight);
        }
    }
}

fn of_resource(
    fixed: &BTreeMap<(Resource, usize), u32>,
    resource: Resource,
) -> impl Iterator<Item = (&(Resource, usize), &u32)> {
    fixed.range((resource, 0)..=(resource, usize::MAX))
}

fn hazard(at: usize, after: usize, resource: Resource, kind: HazardKind) -> Hazard {
    Hazard {
        at,
        after,
        resource: Some(resource),
        kind,
    }
}
