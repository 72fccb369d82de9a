//! Proves that control codes cover every hazard of a machine program, whoever assigned them.
//!
//! It follows all paths of the control-flow graph with an abstract state: results of fixed
//! latency by the cycles since their issue (the least over all paths), and instructions of
//! variable latency that may still be under way. An instruction is a hazard if it
//!
//! - reads or overwrites a result before its latency is over (RAW, WAW),
//! - touches a result under way without having waited for its dependence counter (RAW, WAW),
//! - overwrites a register that an instruction under way may still read (WAR), or
//! - waits for a counter in the very cycle after it was set, before the setting is seen, or
//! - must wait for a barrier and issues before that can stop it.
//!
//! Waiting for an instruction of an in-order queue proves something of all earlier ones of that
//! queue: that they have read their sources, and in shared memory and among transcendentals
//! that their results have come. ptxas relies on both.
//!
//! It shares neither code nor tables with what assigns the codes: latencies are in `rules`,
//! from the least distances that ptxas keeps in the lecture kernels.

mod effects;
mod hazard;
mod paths;
mod rules;
mod state;

pub use hazard::{Hazard, HazardKind, Resource};

use effects::Effects;
use hazard::hazard;
use paths::returns;
use rules::{Class, InOrder};
use sim_isa::{Instruction, Op, Program};
use state::{Flight, State, of_resource};
use std::collections::BTreeSet;

/// All hazards of a program, in order; none if its control codes are right.
pub fn check(program: &Program) -> Vec<Hazard> {
    let checker = Checker {
        code: &program.code,
        effects: program.code.iter().map(Effects::of).collect(),
        returns: returns(&program.code),
    };
    checker.run()
}

struct Checker<'a> {
    code: &'a [Instruction],
    effects: Vec<Effects>,
    /// Where calls return to.
    returns: Vec<usize>,
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

    fn issue(&self, index: usize, state: &mut State, hazards: &mut BTreeSet<Hazard>) {
        self.wait(index, state, hazards);
        self.check_reads(index, state, hazards);
        self.check_writes(index, state, hazards);
        self.check_barriers(index, state, hazards);
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

    fn check_barriers(&self, index: usize, state: &State, hazards: &mut BTreeSet<Hazard>) {
        let needed = rules::behind_barrier(self.code[index].op);
        for (&after, &cycles) in state.barriers.iter().filter(|&(_, &c)| c < needed) {
            hazards.insert(Hazard {
                at: index,
                after,
                resource: None,
                kind: HazardKind::PassesBarrier { cycles, needed },
            });
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
        if matches!(self.code[index].op, Op::Bar | Op::BarRed) {
            state.barriers.insert(index, 0);
        }
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
