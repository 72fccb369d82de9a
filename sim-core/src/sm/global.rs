//! Global and local memory: from a warp's addresses to values, cache lines and
//! requests.
//!
//! Weak loads bind their values when they go to the L1's tags, most when they issue, from the
//! image and the SM's own stores in flight; the L1 only decides when they are there. Strong loads and
//! atomics bind at the L2. Stores leave as the bytes they write, line by line,
//! and stay in the store log until the L2 has applied them.

mod atomic;
mod copy;
mod load;
mod store;

use sim_memory::image::{AddressFault, span};
use sim_memory::message::Request;

use super::mio::Direction;
use super::responses::lanes;
use super::standing::Data;
use super::timing::write_counter;
use super::{Epoch, Sm};
pub(super) use copy::{Copied, Destination};

use crate::config::MioConfig;
use crate::exec::{MemKind, MemOp, Row, Uop};
use crate::fault::FaultKind;

/// A warp's access to memory behind the L1, on its way through the SM.
pub(super) struct Access<'a> {
    pub slot: usize,
    pub uop: &'a Uop,
    pub op: &'a MemOp,
    /// Lanes that execute it.
    pub mask: u32,
    /// The instruction.
    pub pc: u32,
    /// The cycle in which it goes to the tags.
    pub now: u64,
    /// From when its operands are passed on.
    pub passed: u64,
    /// Bytes of each lane that lie side by side in memory: all of them, except
    /// in local memory, which is interleaved word by word.
    pub bytes: u32,
    /// The first register of the value that this part of the access moves.
    pub word: usize,
    /// What it brings, if it has stood in its sub-core.
    pub data: Option<&'a Data>,
    /// What it is to its group, if it is an asynchronous copy.
    pub copy: Copied,
}

impl Access<'_> {
    /// Cycles from its service until all its operands are read: address and
    /// first register, then one register of data after the other.
    pub(super) fn operands_read(&self, mio: &MioConfig) -> u64 {
        let registers = match self.op.kind {
            MemKind::Store | MemKind::StoreMatrices { .. } => self.op.width.registers() as u64,
            MemKind::Load
            | MemKind::LoadMatrices { .. }
            | MemKind::Copy(_)
            | MemKind::Atomic(..)
            | MemKind::Reduction(..)
            | MemKind::CompareAndTest
            | MemKind::Count => 1,
        };
        mio.operand_read + mio.register_read * (registers - 1)
    }

    /// When an access to memory behind the L1 has read them.
    pub(super) fn global_read(&self, mio: &MioConfig) -> u64 {
        self.passed + self.operands_read(mio) + mio.global_operand_read
    }
}

impl Sm {
    /// Word `word` of what a store, atomic or reduction brings in operand `slot`.
    fn data_row(&self, access: &Access, slot: usize, word: usize) -> Row {
        match access.data {
            Some(data) => *data.row(slot, word),
            None => self.state[access.slot].data_row(access.uop, slot, word),
        }
    }

    /// LDG, STG, ATOMG, REDG and their generic forms on global addresses.
    pub(super) fn global(
        &mut self,
        epoch: &Epoch,
        access: &Access,
        addresses: &[u64; 32],
    ) -> Result<(), FaultKind> {
        let bytes = access.bytes;
        if let MemKind::Copy(to) = &access.op.kind {
            return self.copy(epoch, access, addresses, to);
        }
        check_alignment(access, addresses, bytes)?;
        match access.op.kind {
            MemKind::Load if access.op.scope.is_strong() => {
                self.check_bounds(epoch, access, addresses, bytes)?;
                self.strong_load(epoch, access, addresses);
            }
            MemKind::Load => self.weak_load(epoch, access, addresses)?,
            MemKind::Store => {
                self.check_bounds(epoch, access, addresses, bytes)?;
                self.store(epoch, access, addresses);
            }
            MemKind::Atomic(op, ty) | MemKind::Reduction(op, ty) => {
                self.check_bounds(epoch, access, addresses, bytes)?;
                self.atomic(epoch, access, addresses, op, ty);
            }
            MemKind::CompareAndTest
            | MemKind::Count
            | MemKind::Copy(_)
            | MemKind::LoadMatrices { .. }
            | MemKind::StoreMatrices { .. } => {}
        }
        Ok(())
    }

    /// Resolves an access into lines, counts all but its wavefronts and enters the queue before
    /// the tags; returns when it reaches them.
    fn enter_lines(
        &mut self,
        access: &Access,
        addresses: &[u64; 32],
        bytes: u32,
        direction: Direction,
    ) -> u64 {
        self.coalesced.resolve(addresses, access.mask, bytes);
        let lanes = u64::from(access.mask.count_ones());
        if !self.l1_coalesces {
            self.coalesced.one_request_a_lane(access.mask.count_ones());
        }
        let stats = &mut self.pcs[access.pc as usize];
        stats.requests += u64::from(access.mask != 0);
        stats.sectors += u64::from(self.coalesced.sectors);
        stats.ideal_sectors += (lanes * u64::from(bytes)).div_ceil(32);
        stats.ideal_wavefronts += (lanes * u64::from(bytes)).div_ceil(128);
        self.mio.enter_lg(access.passed, access.now, direction)
    }

    /// Counts the wavefronts of an access that passes the stages once.
    fn count_wavefronts(&mut self, access: &Access) {
        let stats = &mut self.pcs[access.pc as usize];
        stats.wavefronts += u64::from(self.coalesced.wavefronts);
    }

    /// Enters a record for an access that answers of the L2 complete.
    fn open_record(&mut self, access: &Access) -> u32 {
        let counter = write_counter(access.uop);
        if let Some(counter) = counter {
            self.timing[access.slot].open(counter);
        }
        let generation = self.generation[access.slot];
        let load = self
            .loads
            .enter(access.slot, generation, access.pc, counter);
        if let MemKind::Copy(_) = access.op.kind {
            self.loads[load].copy = Some(access.copy.group);
        }
        load
    }

    /// Releases the read counter, and the whole access if it waits for nothing.
    fn finish_open(&mut self, access: &Access, load: u32, read: u64) {
        self.finish_access(access.slot, access.uop, read, None);
        if self.loads[load].open == 0 {
            let ready = self.loads[load].ready.max(read);
            self.loads[load].open = 1;
            self.part_done(load, ready);
        }
    }

    /// Sends a message; returns its number.
    fn send(&mut self, request: Request) -> u64 {
        self.spoke = true;
        self.outbox.send(request)
    }

    /// Checks that every lane's bytes lie in a buffer: the span of all lanes at
    /// once, which is nearly always in one, else lane by lane.
    fn check_bounds(
        &mut self,
        epoch: &Epoch,
        access: &Access,
        addresses: &[u64; 32],
        bytes: u32,
    ) -> Result<(), FaultKind> {
        let (image, cursor) = (epoch.image, &mut self.cursor);
        let (first, last) = span(addresses, access.mask);
        let whole = last.saturating_sub(first).saturating_add(u64::from(bytes));
        if let Ok(whole) = u32::try_from(whole)
            && image.check(cursor, first, whole).is_ok()
        {
            return Ok(());
        }
        for lane in lanes(access.mask) {
            image
                .check(cursor, addresses[lane as usize], bytes)
                .map_err(|fault| out_of_bounds(epoch, what(access.op.kind), fault))?;
        }
        Ok(())
    }
}

/// What an access is called in a fault.
pub(super) fn what(kind: MemKind) -> &'static str {
    match kind {
        MemKind::Load => "load",
        MemKind::Copy(_) => "asynchronous copy",
        MemKind::Store => "store",
        MemKind::LoadMatrices { .. } => "load of matrices",
        MemKind::StoreMatrices { .. } => "store of matrices",
        MemKind::Atomic(..) | MemKind::Reduction(..) | MemKind::CompareAndTest | MemKind::Count => {
            "atomic"
        }
    }
}

fn check_alignment(access: &Access, addresses: &[u64; 32], bytes: u32) -> Result<(), FaultKind> {
    let low = u64::from(bytes - 1);
    let mut wrong = 0;
    for (lane, &address) in addresses.iter().enumerate() {
        wrong |= u32::from(address & low != 0) << lane;
    }
    if wrong & access.mask == 0 {
        return Ok(());
    }
    let lane = (wrong & access.mask).trailing_zeros() as usize;
    Err(FaultKind::Misaligned {
        what: what(access.op.kind),
        bytes,
        address: addresses[lane],
    })
}

fn out_of_bounds(epoch: &Epoch, what: &'static str, fault: AddressFault) -> FaultKind {
    let nearest = match epoch.image.place(fault.address, fault.bytes) {
        Some(place) => place.to_string(),
        None => "no buffer is allocated".to_string(),
    };
    FaultKind::OutOfBounds {
        what,
        bytes: fault.bytes,
        address: fault.address,
        nearest,
    }
}

/// Whether 32 lanes read 32 consecutive words.
#[inline]
fn is_consecutive(addresses: &[u64; 32], mask: u32) -> bool {
    let mut same = mask == !0;
    for (lane, &address) in addresses.iter().enumerate() {
        same &= address == addresses[0].wrapping_add(4 * lane as u64);
    }
    same
}
