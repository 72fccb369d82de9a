//! Loads and atomics that wait for answers of the L2.

use sim_memory::prefetch::prefetch_at;
use std::ops::{Index, IndexMut};

use crate::exec::Row;

/// A load or atomic on its way: one line of the host's cache.
#[derive(Clone, Debug, Default)]
#[repr(align(64))]
pub struct LoadRecord {
    /// The warp's slot.
    pub slot: usize,
    /// Which of the slot's warps it was.
    pub generation: u32,
    /// The instruction.
    pub pc: u32,
    /// The dependence counter to release.
    pub counter: Option<u8>,
    /// Lines that have not arrived.
    pub open: u32,
    /// When the latest part so far is ready.
    pub ready: u64,
    /// Its place among all, in the order in which they looked up their tags.
    pub order: u64,
    /// Passes of the data stage that it still needs when all parts are there.
    pub passes: u32,
    /// The lanes of a strong load, whose values bind when they arrive.
    pub lanes: u32,
    /// The group, of an asynchronous copy.
    pub copy: Option<u32>,
}

/// The records in flight, reused without allocation.
#[derive(Debug, Default)]
pub struct LoadTable {
    records: Vec<LoadRecord>,
    /// The addresses of strong loads, apart: weak ones need none.
    addresses: Vec<[u64; 32]>,
    /// Where copies past the L1 write.
    written: Vec<Row>,
    free: Vec<u32>,
    /// How many have been entered.
    entered: u64,
}

impl LoadTable {
    /// Notes the lanes of a strong load and their addresses.
    pub fn bind_later(&mut self, index: u32, lanes: u32, addresses: &[u64; 32]) {
        self.records[index as usize].lanes = lanes;
        if self.addresses.len() < self.records.len() {
            self.addresses.resize(self.records.len(), [0; 32]);
        }
        self.addresses[index as usize] = *addresses;
    }

    /// The addresses of a strong load's lanes.
    pub fn addresses(&self, index: u32) -> &[u64; 32] {
        &self.addresses[index as usize]
    }

    /// Notes where a copy's lanes write.
    pub fn write_later(&mut self, index: u32, written: &Row) {
        if self.written.len() < self.records.len() {
            self.written.resize(self.records.len(), [0; 32]);
        }
        self.written[index as usize] = *written;
    }

    /// Where they write.
    pub fn written(&self, index: u32) -> &Row {
        &self.written[index as usize]
    }

    /// Enters a record; a strong load sets its lanes and addresses besides.
    pub fn enter(&mut self, slot: usize, generation: u32, pc: u32, counter: Option<u8>) -> u32 {
        let index = self.free.pop().unwrap_or_else(|| {
            self.records.push(LoadRecord::default());
            self.records.len() as u32 - 1
        });
        let record = &mut self.records[index as usize];
        record.slot = slot;
        record.generation = generation;
        record.pc = pc;
        record.counter = counter;
        record.open = 0;
        record.ready = 0;
        record.passes = 0;
        record.copy = None;
        record.order = self.entered;
        self.entered += 1;
        index
    }

    /// Asks the host for a record.
    #[inline(always)]
    pub fn prefetch(&self, index: u32) {
        prefetch_at(&self.records, index as usize);
    }

    /// Gives a record back.
    pub fn free(&mut self, index: u32) {
        self.free.push(index);
    }
}

impl Index<u32> for LoadTable {
    type Output = LoadRecord;

    fn index(&self, index: u32) -> &LoadRecord {
        &self.records[index as usize]
    }
}

impl IndexMut<u32> for LoadTable {
    fn index_mut(&mut self, index: u32) -> &mut LoadRecord {
        &mut self.records[index as usize]
    }
}
