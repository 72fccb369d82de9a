//! Accesses to global and local memory that stand in their sub-core until the arbiter takes them.
//!
//! One that finds room before the tags of the L1, and nobody who waits for it, is carried out when
//! it issues. Any other is carried out when the arbiter takes it: then it reads its operands, which
//! its read counter holds until then, and only then do its warp's barriers, fences and end follow.
//! Measured on an H200: behind stores that the port is behind with, the value of a store may be
//! overwritten when it has moved up through all ten places of its sub-core, and its address no
//! sooner (`micro/h200/held`).
//!
//! All of a sub-core's instructions to the SM's units read their registers in order, so ptxas lets a
//! shared load overwrite what a store before it brings, with no counter between. Here others take
//! effect when they issue: what an access reads is kept beside it.

use sim_memory::slots::Slots;

use super::diagnose::faulting_lane;
use super::global::{Access, Copied, Destination};
use super::shared::registers_read;
use super::timing::{Asleep, read_counter, write_counter};
use super::{Epoch, SUB_CORES, Sm};
use crate::exec::{Kind, MemKind, MemOp, Row, Space, Uop, WarpState, WarpStatus};
use crate::fault::FaultKind;
use crate::stall::Stall;

/// What a store, atomic or reduction brings.
#[derive(Clone, Debug, Default)]
pub(super) struct Data([Row; 4]);

impl Data {
    /// Reads it from the registers, of some lanes.
    fn read(&mut self, state: &WarpState, uop: &Uop, op: &MemOp, mask: u32) {
        let (operands, most) = match op.kind {
            MemKind::Load => (1..1, 0),
            MemKind::Copy(to) => {
                let Destination { addresses, reads } = Destination::of(state, uop, &to, mask);
                self.0[0] = addresses;
                self.0[1] = [reads; 32];
                return;
            }
            MemKind::Store => (1..2, 4),
            _ => (1..3, 2),
        };
        for slot in operands {
            for word in 0..op.width.registers().min(most) {
                self.0[Data::index(slot, word)] = state.data_row(uop, slot, word);
            }
        }
    }

    /// Word `word` of operand `slot`: a store has one of up to four words, an atomic two of two.
    pub(super) fn row(&self, slot: usize, word: usize) -> &Row {
        &self.0[Data::index(slot, word)]
    }

    /// Where a copy goes.
    pub(super) fn destination(&self) -> Destination {
        Destination {
            addresses: self.0[0],
            reads: self.0[1][0],
        }
    }

    fn index(slot: usize, word: usize) -> usize {
        (slot - 1) * 2 + word
    }
}

/// An access that has issued.
#[derive(Clone, Debug, Default)]
struct Issued {
    /// Its warp.
    slot: usize,
    /// The instruction.
    pc: u32,
    /// The lanes that execute it.
    mask: u32,
    /// When the port of its sub-core begins to pass its operands on, not before it leaves it.
    passed: u64,
    /// Its lanes' addresses.
    addresses: [u64; 32],
    /// Of an asynchronous copy, the group.
    group: u32,
}

impl Issued {
    /// The access, which goes to the tags `now`.
    fn access<'a>(
        &self,
        data: Option<&'a Data>,
        (uop, op): (&'a Uop, &'a MemOp),
        now: u64,
    ) -> Access<'a> {
        Access {
            slot: self.slot,
            uop,
            op,
            mask: self.mask,
            pc: self.pc,
            now,
            passed: self.passed,
            bytes: op.width.bytes(),
            word: 0,
            data,
            copy: Copied {
                group: self.group,
                ..Copied::default()
            },
        }
    }
}

/// The accesses that have issued and not gone to the tags, by number.
#[derive(Debug, Default)]
pub(super) struct Standing {
    numbers: Slots,
    accesses: Vec<(Issued, Data)>,
}

impl Standing {
    /// Enters an access; what it brings is to be set.
    fn enter(&mut self, issued: Issued) -> (u32, &mut Data) {
        let number = self.numbers.take();
        if self.accesses.len() <= number as usize {
            let capacity = self.numbers.capacity();
            self.accesses.resize_with(capacity, Default::default);
        }
        let (access, data) = &mut self.accesses[number as usize];
        *access = issued;
        (number, data)
    }
}

impl Sm {
    /// An access to global or local memory issues.
    pub(super) fn far_access(
        &mut self,
        epoch: &Epoch,
        slot: usize,
        (uop, op): (&Uop, &MemOp),
        mask: u32,
        now: u64,
    ) -> Result<(), FaultKind> {
        // Of an access in parts, the first passes the operands of all.
        let parts = match op.space {
            Space::Local => op.width.registers() as u64,
            _ => 1,
        };
        let (sub, registers) = (slot % SUB_CORES, registers_read(uop) + parts - 1);
        let issued = Issued {
            slot,
            pc: self.timing[slot].pc,
            mask,
            passed: self.mio.pass_operands(sub, now, registers),
            addresses: self.state[slot].addresses(uop, op),
            group: match op.kind {
                MemKind::Copy(_) => self.copies[slot].begin(),
                _ => 0,
            },
        };
        if self.mio.goes_straight(now) {
            return self.go(epoch, &issued, None, (uop, op), now);
        }
        let timing = &mut self.timing[slot];
        timing.standing += 1;
        for counter in [read_counter(uop), write_counter(uop)] {
            counter.into_iter().for_each(|counter| timing.open(counter));
        }
        let passed = issued.passed;
        let (access, data) = self.standing.enter(issued);
        data.read(&self.state[slot], uop, op, mask);
        self.mio.queue(sub, passed, access);
        Ok(())
    }

    /// An access leaves its sub-core: its operands are read.
    pub(super) fn access_left(&mut self, epoch: &Epoch, access: u32, now: u64) {
        let (issued, data) = &mut self.standing.accesses[access as usize];
        issued.passed = issued.passed.max(now);
        let uop = &epoch.plan.kernel.uops()[issued.pc as usize];
        let Kind::Memory(op) = &uop.kind else { return };
        let access = issued.access(Some(data), (uop, op), now);
        let (slot, read) = (access.slot, access.global_read(&epoch.plan.gpu.mio));
        if let Some(counter) = read_counter(uop) {
            self.counter_done(slot, counter, read, true);
        }
    }

    /// An access goes to the tags: it is carried out, and what its warp waited for to follow it may.
    pub(super) fn serve_access(&mut self, epoch: &Epoch, access: u32, now: u64) {
        let Issued { slot, pc, .. } = self.standing.accesses[access as usize].0;
        let uop = &epoch.plan.kernel.uops()[pc as usize];
        let Kind::Memory(op) = &uop.kind else { return };
        let timing = &mut self.timing[slot];
        timing.standing -= 1;
        if let Some(counter) = write_counter(uop) {
            timing.close_open(counter, now, true);
        }
        let mut standing = std::mem::take(&mut self.standing);
        let (issued, data) = &standing.accesses[access as usize];
        let done = self.go(epoch, issued, Some(data), (uop, op), now);
        let done = done.map_err(|kind| {
            let lane = faulting_lane(&kind, issued.mask, &issued.addresses);
            (lane, kind)
        });
        standing.numbers.free(access);
        self.standing = standing;
        if let Err((lane, kind)) = done {
            return self.fail_at(slot, pc, lane, now, kind);
        }
        match self.timing[slot].asleep {
            Asleep::Scoreboards(waits) => self.wait_for_counters(slot, waits),
            Asleep::Accesses if self.timing[slot].standing == 0 => {
                self.pass_accesses(epoch, slot, now)
            }
            _ => {}
        }
    }

    /// None of a warp's accesses stands in its sub-core any more: the warp goes on, or it ends.
    fn pass_accesses(&mut self, epoch: &Epoch, slot: usize, now: u64) {
        if self.control[slot].status() == WarpStatus::Done {
            return self.warp_drains(epoch, slot, now);
        }
        let timing = &mut self.timing[slot];
        timing.asleep = Asleep::No;
        timing.earliest = timing.earliest.max(now + 1);
        timing.charge(&mut self.pcs, timing.earliest, Stall::LgThrottle);
        let uop = &epoch.plan.kernel.uops()[timing.pc as usize];
        self.wait_for_counters(slot, uop.sched.waits);
    }

    /// Carries an access out that goes to the tags `now`.
    fn go(
        &mut self,
        epoch: &Epoch,
        issued: &Issued,
        data: Option<&Data>,
        (uop, op): (&Uop, &MemOp),
        now: u64,
    ) -> Result<(), FaultKind> {
        let access = issued.access(data, (uop, op), now);
        match op.space {
            Space::Local => self.local_words(epoch, &access, &issued.addresses),
            Space::Generic => self.generic_access(epoch, &access, &issued.addresses),
            _ => self.global(epoch, &access, &issued.addresses),
        }
    }
}
