//! What may be the case before an instruction: results under way, and since when.

use super::Resource;
use std::collections::{BTreeMap, BTreeSet};

/// An instruction of variable latency that may be under way.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Flight {
    /// Cycles since it issued, the least over all paths; 2 stands for more.
    pub(super) age: u32,
    /// Whether its result may still come.
    pub(super) writing: bool,
    /// Whether it may still read its sources.
    pub(super) reading: bool,
    /// Later instructions of its queue: one that is done proves that this one has read.
    pub(super) covered_by: BTreeSet<usize>,
}

/// What may be the case before an instruction.
#[derive(Clone, PartialEq, Default, Debug)]
pub(super) struct State {
    /// Cycles since a fixed-latency write of a register by an instruction.
    pub(super) fixed: BTreeMap<(Resource, usize), u32>,
    pub(super) flights: BTreeMap<usize, Flight>,
    /// Cycles since a barrier, the least over all paths.
    pub(super) barriers: BTreeMap<usize, u32>,
}

/// Ages beyond which nothing of fixed latency is under way.
const LONG: u32 = 16;

impl State {
    pub(super) fn join(&mut self, other: &State) -> bool {
        let before = self.clone();
        for (&key, &age) in &other.fixed {
            let mine = self.fixed.entry(key).or_insert(age);
            *mine = (*mine).min(age);
        }
        for (&index, &age) in &other.barriers {
            let mine = self.barriers.entry(index).or_insert(age);
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

    pub(super) fn pass(&mut self, cycles: u32) {
        self.fixed.retain(|_, age| {
            *age += cycles;
            *age < LONG
        });
        self.barriers.retain(|_, age| {
            *age += cycles;
            *age < LONG
        });
        for flight in self.flights.values_mut() {
            flight.age = (flight.age + cycles).min(2);
        }
    }

    /// An instruction is known to be done with reading, or with writing, too. Earlier ones of
    /// its queue have then read, and where answers come `in_order` have written.
    pub(super) fn done(&mut self, index: usize, written: bool, in_order: bool) {
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

pub(super) fn of_resource(
    fixed: &BTreeMap<(Resource, usize), u32>,
    resource: Resource,
) -> impl Iterator<Item = (&(Resource, usize), &u32)> {
    fixed.range((resource, 0)..=(resource, usize::MAX))
}
