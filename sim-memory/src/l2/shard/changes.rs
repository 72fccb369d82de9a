//! What changes lines: stores and atomics, from where they enter a shard to their home.
//!
//! What they bring comes in at the slice of their SM's side. If the line has its home on the other side,
//! it goes on over a link from there. The home changes the line. No stale copy stays: an atomic drops one
//! that it passes, a store brings it up to date, and the home has the other side's dropped and answers
//! when that is done.

use super::{Context, SIDES, Shard};
use crate::atomic_operations::AtomicOperations;
use crate::cache::Key;
use crate::coalesce::has_parts;
use crate::l2::packet::Packet;
use crate::l2::slice::Lookup;
use crate::message::{AtomicPayload, AtomicType, RequestKind};
use crate::server::{Cost, Server};

/// Additions to one word follow each other no faster than the adder's loop.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct FloatChain {
    line: u64,
    server: Server,
}

pub(super) const FLOAT_CHAINS: usize = 64;

impl Shard {
    /// A store to a line whose home is the other side, once it has come in. It passes through this
    /// slice's data, but does not wait for them: it would hold up what crosses behind it, and the home's
    /// hold writes back as much.
    pub(super) fn pass_store(&mut self, packet: Packet, key: Key, context: Context<'_>) {
        let bytes = context.line(&packet).mask();
        let sectors = packet.sectors().count_ones();
        self.counters.fabric_sectors += u64::from(sectors);
        self.counters.fabric_requests += 1;
        self.count_masked(bytes);
        let start = self.reserve(packet.near(), packet.time, self.costs.request);
        let enters = self.come_in(&packet, self.costs.store_enters(bytes));
        let near = &mut self.slices[packet.near() as usize];
        near.intake
            .reserve(start, self.costs.forward_sector.times(sectors));
        let start = start.max(enters);
        if near.write_copy(start, key, bytes) {
            near.intake.reserve(start, self.costs.mask);
        }
        let crosses = self.costs.store_crosses(bytes);
        self.pass(packet, key, start, crosses, context);
    }

    /// An atomic on a line whose home is the other side, once its operands have come in.
    pub(super) fn pass_atomic(&mut self, packet: Packet, key: Key, context: Context<'_>) {
        let operations = context.atomic(&packet).operations;
        let requests = u64::from(operations.requests);
        let sectors = u64::from(operations.sectors);
        self.counters.fabric_sectors += sectors;
        self.counters.atomic_hits += sectors;
        self.counters.fabric_requests += requests;
        match packet.kind {
            RequestKind::Atomic => self.counters.fabric_returns += sectors,
            _ => self.counters.fabric_reductions += requests,
        }
        let start = self.reserve(
            packet.near(),
            packet.time,
            self.costs.atomic_passes(&operations),
        );
        let start = start.max(self.operands_come_in(&packet, &operations));
        self.slices[packet.near() as usize].drop_copy(key);
        let crosses = self.costs.atomic_crosses(&operations);
        self.pass(packet, key, start, crosses, context);
    }

    /// Something that takes so long of half a link goes on to the other side at `start`.
    fn pass(
        &mut self,
        mut packet: Packet,
        key: Key,
        start: u64,
        crosses: Cost,
        context: Context<'_>,
    ) {
        let leaves = self.send(packet.home(), packet.time, start, crosses);
        if packet.kind.is_posted() {
            self.tell_room(&mut packet, leaves, context);
        }
        self.cross(packet, key, leaves);
    }

    /// When an atomic's operands have begun to come in where they enter. They take the slice's data, too, as
    /// what DRAM brings and what is stored do.
    fn operands_come_in(&mut self, packet: &Packet, operations: &AtomicOperations) -> u64 {
        let cost = self.costs.atomic_enters(operations);
        let enters = self.come_in(packet, cost);
        let near = &mut self.slices[usize::from(packet.near())];
        near.intake.reserve(packet.time, cost).max(enters)
    }

    /// Tells the SM that its store or reduction has left the network: the slice where it entered
    /// passes it on from `start` on, later only where the home is behind. Measured on an H200: a lone
    /// SM's reductions on 32 lines leave it at a cycle each (`reductions-of-an-sm`), and a store of
    /// four lines beside others in 300 cycles (`path-behind`), for which its packets would not do if
    /// those that cross counted until they are done. Those that cross wait for its port one after the
    /// other; what comes in there they wait for together (`micro/h200/labels`: reductions of all SMs on
    /// one sector).
    fn tell_room(&mut self, packet: &mut Packet, start: u64, context: Context<'_>) {
        let home = &self.slices[packet.home() as usize];
        let before = self.crossing[packet.home() as usize].len() as u32;
        let before = self.costs.request.times(before).whole_cycles();
        let taken = (home.port.free_at() + before).max(home.intake.free_at());
        let waits = taken.saturating_sub(start + self.costs.fabric);
        let answer = packet.tell_room(start + waits + self.costs.hit);
        self.answer(answer, context);
    }

    pub(super) fn store(&mut self, packet: Packet, key: Key, context: Context<'_>) {
        let payload = context.line(&packet);
        let mut start = self.reserve(packet.home(), packet.time, self.costs.write(payload.mask()));
        let data = self.costs.write_sector.times(packet.sectors().count_ones());
        start = self.slices[usize::from(packet.home())]
            .intake
            .reserve(start, data);
        let mut dropped = 0;
        if packet.near() == packet.home() {
            start = start.max(self.come_in(&packet, self.costs.store_enters(payload.mask())));
            self.count_masked(payload.mask());
            dropped = self.drop_other(&packet, key, has_parts(payload.mask()), start);
        }
        let slice = &mut self.slices[packet.home() as usize];
        context.image.apply_store(&mut self.cursor, &payload);
        if slice.write(start, key, payload.mask()) {
            slice.intake.reserve(start, self.costs.mask);
        }
        if packet.near() != packet.home() {
            slice.note_elsewhere(key, packet.sectors());
        }
        self.accept(&packet, start.max(dropped), context);
    }

    /// Counts a store, where it enters, that brings a byte mask.
    fn count_masked(&mut self, bytes: u128) {
        self.counters.requests_masked += u64::from(has_parts(bytes));
    }

    /// Drops a copy that the other side has of what is changed: it is told so, also if it has stored
    /// to parts of it alone. Looking for a copy takes that slice's port, but if parts are changed of which there is none
    /// (measured on an H200: `scattered`, and `micro/h200/words`: words of sectors that SMs of both sides store to take
    /// no longer than words of sectors that one side stores to). What comes from there has dropped it on its way.
    ///
    /// Returns when the other side has answered that nothing is left there, 0 if it is not asked: a change at `start` is not
    /// answered before (measured on an H200, `micro/h200/told`).
    fn drop_other(&mut self, packet: &Packet, key: Key, in_parts: bool, start: u64) -> u64 {
        let other = 1 - packet.home();
        if self.slices.len() < SIDES {
            return 0;
        }
        let home = &mut self.slices[usize::from(packet.home())];
        let known = home.forget_elsewhere(key, packet.sectors()) && packet.near() == packet.home();
        let held = self.slices[usize::from(other)].drop_copy(key);
        if !known && !held {
            return 0;
        }
        self.counters.dropped_copies += 1;
        self.counters.fabric_requests += 1;
        let told = self.send(other, packet.time, packet.time, self.costs.link_request);
        if held || !in_parts {
            self.reserve(other, packet.time, self.costs.request);
        }
        start.max(told) + 2 * self.costs.fabric
    }

    /// Answers a write that brings nothing back: the answer waits for no data, but may have to
    /// cross, which takes about as long (measured: what a lone SM stores while its packets on
    /// their way hold it back, `behind_near_store_4_*`).
    fn accept(&mut self, packet: &Packet, done: u64, context: Context<'_>) {
        self.reply(packet, done + self.costs.hit, context);
    }

    /// When old values that are there at `done` are back at their packet's side.
    fn bring_back(&mut self, packet: &Packet, done: u64, sectors: u32) -> u64 {
        if packet.near() == packet.home() {
            return done;
        }
        let data = self.costs.link_sector.times(sectors);
        done.max(self.send(packet.near(), packet.time, packet.time, data))
    }

    pub(super) fn atomic(&mut self, packet: Packet, key: Key, context: Context<'_>) {
        let payload = context.atomic(&packet);
        let operations = payload.operations;
        let mut start = self.reserve(packet.home(), packet.time, self.costs.atomic(&operations));
        if packet.near() == packet.home() {
            start = start.max(self.operands_come_in(&packet, &operations));
        }
        let lookup = self.fetch_for_atomic(&packet, key, start, operations);
        context.image.apply_atomic(&mut self.cursor, payload);
        let dropped = self.drop_other(&packet, key, true, start);
        // What brings nothing back is answered when it is taken, though its line may come from DRAM
        // (measured on an H200: reductions on cold lines and on others alike, `atomic-spread-sm`).
        let ready = match packet.kind {
            RequestKind::Reduction => start,
            _ => start.max(lookup.ready),
        };
        let done = self.chain(packet.line, ready, payload);
        let done = dropped.max(done + self.costs.atomic_latency);
        match packet.kind {
            RequestKind::Reduction => self.accept(&packet, done, context),
            _ => {
                let done = self.bring_back(&packet, done, operations.sectors);
                self.acknowledge(&packet, done, context);
            }
        }
    }

    /// Reads what an atomic changes. One from the other side has hit where it
    /// entered, and misses here as what came over the fabric.
    fn fetch_for_atomic(
        &mut self,
        packet: &Packet,
        key: Key,
        start: u64,
        operations: AtomicOperations,
    ) -> Lookup {
        let slice = &mut self.slices[packet.home() as usize];
        let counters = &mut self.counters;
        let lookup = if packet.near() == packet.home() {
            let lookup = slice.read_to_change(start, key, packet.sectors(), false);
            let missed = u64::from(lookup.fetched.count_ones());
            counters.atomic_misses += missed;
            counters.atomic_hits += u64::from(operations.sectors).saturating_sub(missed);
            lookup
        } else {
            let lookup = slice.read_to_change(start, key, packet.sectors(), true);
            counters.fabric_misses += u64::from(lookup.fetched.count_ones());
            lookup
        };
        slice.dirty(start, key, packet.sectors());
        lookup
    }

    /// When the last of a line's additions is done, if it is floating.
    fn chain(&mut self, line: u64, start: u64, payload: &AtomicPayload) -> u64 {
        match payload.ty {
            AtomicType::U32 | AtomicType::S32 | AtomicType::U64 | AtomicType::S64 => start,
            AtomicType::F32 | AtomicType::F64 | AtomicType::F16x2 | AtomicType::Bf16x2 => {
                let chain = &mut self.chains[line as usize % FLOAT_CHAINS];
                if chain.line != line {
                    *chain = FloatChain {
                        line,
                        server: Server::default(),
                    };
                }
                let cost = self.costs.float_chain.times(payload.operations.requests);
                chain.server.finish(start, cost)
            }
        }
    }
}
