//! The device's global memory: named allocations and their bytes.
//!
//! Storage is a boxed slice of atomic words for each allocation, used with
//! relaxed loads and stores only: they cost what plain ones cost, and let SM
//! threads read while nobody writes and L2 shards write disjoint sectors in
//! parallel, all in safe Rust. Storage comes zeroed from the allocator, so
//! that pages nobody touches cost nothing.
//!
//! Addresses of two allocations lie far apart, wherever the driver would put them
//! ([`placement`]), so an access past a buffer's end is a fault and not its
//! neighbour's data. (A real GPU faults only past the end of a 2 MiB page.) The
//! check is exact to the byte. Alignment of an access is the caller's to check.

mod fault;
mod lanes;
pub(crate) mod placement;

pub use fault::{AddressFault, AllocationError, Place, Side};
pub use lanes::span;

use crate::atomic;
use crate::message::{AtomicPayload, LINE_SHIFT, LinePayload, get, set};
use crate::prefetch::prefetch;
use bytemuck::allocation::zeroed_slice_box;
use placement::Placement;
use std::sync::atomic::AtomicU32;

/// A byte address in the device's global memory.
pub type Address = u64;

/// One buffer.
#[derive(Debug)]
struct Allocation {
    name: String,
    base: Address,
    bytes: u64,
    element_bytes: u32,
    /// Whether it is the system's own, which no message speaks of.
    hidden: bool,
    /// Rounded up to whole lines, so that line operations need one check.
    words: Box<[AtomicU32]>,
}

impl Allocation {
    #[inline(always)]
    fn holds(&self, address: Address, bytes: u64) -> bool {
        let offset = address.wrapping_sub(self.base);
        offset < self.bytes && bytes <= self.bytes - offset
    }

    /// The words of a line that begins inside this allocation.
    #[inline(always)]
    fn line(&self, address: Address) -> &[AtomicU32; 32] {
        let first = ((address - self.base) >> 2) as usize;
        self.words[first..first + 32].try_into().expect("32 words")
    }
}

/// The allocation that an access hit last: a guess for the next one.
///
/// Each SM and each L2 shard keeps its own, so lookups share nothing.
#[derive(Clone, Copy, Default, Debug)]
pub struct Cursor(u32);

/// Names one allocation of a [`Memory`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AllocationId(u32);

/// The device's global memory.
#[derive(Debug)]
pub struct Memory {
    /// In the order in which they were made.
    allocations: Vec<Allocation>,
    /// The same in order of rising base.
    by_base: Vec<AllocationId>,
    placement: Placement,
    used: u64,
    limit: u64,
}

impl Memory {
    /// An empty memory that refuses to hold more than `limit` bytes.
    pub fn new(limit: u64) -> Memory {
        Memory {
            allocations: Vec::new(),
            by_base: Vec::new(),
            placement: Placement::default(),
            used: 0,
            limit,
        }
    }

    /// Adds a zeroed buffer; `element_bytes` serves diagnostics.
    pub fn allocate(
        &mut self,
        name: &str,
        bytes: u64,
        element_bytes: u32,
    ) -> Result<Address, AllocationError> {
        self.check_room(name, bytes)?;
        let base = self.placement.deal(bytes);
        let after = self.after(base);
        let id = AllocationId(self.allocations.len() as u32);
        self.by_base.insert(after, id);
        let lines = bytes.div_ceil(1 << LINE_SHIFT) as usize;
        self.allocations.push(Allocation {
            name: name.to_string(),
            base,
            bytes,
            element_bytes: element_bytes.max(1),
            hidden: false,
            words: zeroed_slice_box(lines * 32),
        });
        self.used += bytes;
        Ok(base)
    }

    /// How many allocations begin at an address or before it.
    fn after(&self, address: Address) -> usize {
        self.by_base
            .partition_point(|id| self.allocations[id.0 as usize].base <= address)
    }

    /// Keeps a buffer out of messages about addresses: no program knows of it.
    pub fn hide(&mut self, id: AllocationId) {
        self.allocations[id.0 as usize].hidden = true;
    }

    fn check_room(&self, name: &str, bytes: u64) -> Result<(), AllocationError> {
        if self.allocations.iter().any(|a| a.name == name) {
            return Err(AllocationError::Duplicate(name.to_string()));
        }
        if bytes > self.limit - self.used {
            return Err(AllocationError::OutOfMemory {
                name: name.to_string(),
                bytes,
                used: self.used,
                limit: self.limit,
            });
        }
        Ok(())
    }

    /// The allocation of that name.
    pub fn find(&self, name: &str) -> Option<AllocationId> {
        let index = self.allocations.iter().position(|a| a.name == name)?;
        Some(AllocationId(index as u32))
    }

    /// All allocations, in the order in which they were made.
    pub fn ids(&self) -> impl Iterator<Item = AllocationId> + use<> {
        (0..self.allocations.len() as u32).map(AllocationId)
    }

    /// An allocation's name.
    pub fn name(&self, id: AllocationId) -> &str {
        &self.allocations[id.0 as usize].name
    }

    /// An allocation's first address.
    pub fn base(&self, id: AllocationId) -> Address {
        self.allocations[id.0 as usize].base
    }

    /// An allocation's size in bytes.
    pub fn bytes(&self, id: AllocationId) -> u64 {
        self.allocations[id.0 as usize].bytes
    }

    /// Bytes allocated in all.
    pub fn used(&self) -> u64 {
        self.used
    }

    /// An allocation as little-endian words, the last padded with zeros.
    pub fn words(&self, id: AllocationId) -> &[AtomicU32] {
        let a = &self.allocations[id.0 as usize];
        &a.words[..a.bytes.div_ceil(4) as usize]
    }

    /// An allocation's words to initialise; `*word.get_mut() = value` is a
    /// plain store, and disjoint chunks may be filled in parallel. Leave the
    /// padding bytes of the last word zero.
    pub fn words_mut(&mut self, id: AllocationId) -> &mut [AtomicU32] {
        let a = &mut self.allocations[id.0 as usize];
        &mut a.words[..a.bytes.div_ceil(4) as usize]
    }

    /// An allocation's contents.
    pub fn copy_out(&self, id: AllocationId) -> Vec<u8> {
        let mut out = Vec::with_capacity(self.words(id).len() * 4);
        for word in self.words(id) {
            out.extend_from_slice(&get(word).to_le_bytes());
        }
        out.truncate(self.bytes(id) as usize);
        out
    }

    /// Reads a range that lies in one allocation.
    pub fn read_bytes(&self, address: Address, out: &mut [u8]) -> Result<(), AddressFault> {
        let a = self.resolve(&mut Cursor::default(), address, out.len() as u32)?;
        let offset = (address - a.base) as usize;
        for (i, byte) in out.iter_mut().enumerate() {
            *byte = (get(&a.words[(offset + i) / 4]) >> (8 * ((offset + i) % 4))) as u8;
        }
        Ok(())
    }

    /// Writes a range that lies in one allocation.
    pub fn write_bytes(&self, address: Address, data: &[u8]) -> Result<(), AddressFault> {
        let a = self.resolve(&mut Cursor::default(), address, data.len() as u32)?;
        let offset = (address - a.base) as usize;
        for (i, &byte) in data.iter().enumerate() {
            let word = &a.words[(offset + i) / 4];
            let shift = 8 * ((offset + i) % 4);
            set(
                word,
                get(word) & !(0xff << shift) | u32::from(byte) << shift,
            );
        }
        Ok(())
    }

    /// Whether an access lies wholly in one allocation.
    #[inline(always)]
    pub fn check(
        &self,
        cursor: &mut Cursor,
        address: Address,
        bytes: u32,
    ) -> Result<(), AddressFault> {
        self.resolve(cursor, address, bytes).map(|_| ())
    }

    #[inline(always)]
    fn resolve(
        &self,
        cursor: &mut Cursor,
        address: Address,
        bytes: u32,
    ) -> Result<&Allocation, AddressFault> {
        match self.allocations.get(cursor.0 as usize) {
            Some(a) if a.holds(address, bytes.into()) => Ok(a),
            _ => self.search(cursor, address, bytes),
        }
    }

    #[cold]
    fn search(
        &self,
        cursor: &mut Cursor,
        address: Address,
        bytes: u32,
    ) -> Result<&Allocation, AddressFault> {
        let before = self.after(address).checked_sub(1);
        let fault = AddressFault { address, bytes };
        let id = self.by_base[before.ok_or(fault)?];
        let a = &self.allocations[id.0 as usize];
        if !a.holds(address, bytes.into()) {
            return Err(fault);
        }
        cursor.0 = id.0;
        Ok(a)
    }

    /// The allocation that contains a line's first byte.
    ///
    /// Lines never straddle allocations, and the SM checked every byte at
    /// issue, so a miss here is a simulator's mistake.
    fn line(&self, cursor: &mut Cursor, line: u64) -> &[AtomicU32; 32] {
        let address = line << LINE_SHIFT;
        self.resolve(cursor, address, 1)
            .expect("the SM checks addresses at issue")
            .line(address)
    }

    /// Asks the host for the words that a store goes to.
    #[inline(always)]
    pub fn prefetch_store(&self, cursor: &mut Cursor, store: &LinePayload<'_>) {
        let mask = store.mask();
        let words = self.line(cursor, store.line());
        let [first, last] = [mask.trailing_zeros(), 127 - mask.leading_zeros().min(127)];
        prefetch(&words[first as usize / 4 % 32]);
        prefetch(&words[last as usize / 4]);
    }

    /// Writes a store's bytes.
    pub fn apply_store(&self, cursor: &mut Cursor, store: &LinePayload<'_>) {
        let words = self.line(cursor, store.line());
        let mask = store.mask();
        if mask == u128::MAX
            && let Some(all) = store.whole()
        {
            return words
                .iter()
                .zip(all)
                .for_each(|(to, from)| set(to, get(from)));
        }
        for (word, from) in store.words() {
            let to = &words[word % 32];
            match (mask >> (4 * word)) as u32 & 0xf {
                0xf => set(to, get(from)),
                bytes => set(to, blend(get(to), get(from), bytes)),
            }
        }
    }

    /// Reads the words that a payload covers into it.
    pub fn read_strong(&self, cursor: &mut Cursor, load: &LinePayload<'_>) {
        let words = self.line(cursor, load.line());
        for (word, to) in load.words() {
            set(to, get(&words[word % 32]));
        }
    }

    /// Lets a load that has read see a store that the image does not have yet.
    pub fn see_store(load: &LinePayload<'_>, store: &LinePayload<'_>) {
        let both = load.mask() & store.mask();
        for (word, to) in load.words() {
            match (both >> (4 * word)) as u32 & 0xf {
                0 => {}
                bytes => set(to, blend(get(to), get(store.word(word)), bytes)),
            }
        }
    }

    /// Executes an atomic lane by lane and leaves the old values in `a`.
    pub fn apply_atomic(&self, cursor: &mut Cursor, payload: &AtomicPayload) {
        let words = self.line(cursor, payload.line);
        for lane in 0..payload.count as usize {
            let word = payload.offsets[lane] as usize / 4;
            if payload.ty.bytes() == 4 {
                atomic_32(&words[word], payload, lane);
            } else {
                atomic_64(&words[word], &words[word + 1], payload, lane);
            }
        }
    }
}

fn atomic_32(word: &AtomicU32, p: &AtomicPayload, lane: usize) {
    let old = get(word);
    set(
        word,
        atomic::apply_32(p.op, p.ty, old, get(&p.a[lane]), p.b[lane]),
    );
    set(&p.a[lane], old);
}

fn atomic_64(low: &AtomicU32, high: &AtomicU32, p: &AtomicPayload, lane: usize) {
    let join = |low: u32, high: u32| u64::from(low) | u64::from(high) << 32;
    let old = join(get(low), get(high));
    let a = join(get(&p.a[lane]), get(&p.a_high[lane]));
    let new = atomic::apply_64(p.op, p.ty, old, a, join(p.b[lane], p.b_high[lane]));
    set(low, new as u32);
    set(high, (new >> 32) as u32);
    set(&p.a[lane], old as u32);
    set(&p.a_high[lane], (old >> 32) as u32);
}

/// The bytes of `new` where `bytes` has a bit, otherwise those of `old`.
fn blend(old: u32, new: u32, bytes: u32) -> u32 {
    let mask = (0..4)
        .filter(|b| bytes >> b & 1 != 0)
        .fold(0, |m, b| m | 0xff << (8 * b));
    old & !mask | new & mask
}

#[cfg(test)]
mod tests;
