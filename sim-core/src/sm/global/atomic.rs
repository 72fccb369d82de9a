//! Atomics and reductions: operations of the L2 that a warp sends there.

use sim_memory::atomic_operations::{AtomicOperations, Operands};
use sim_memory::atomic_passes::{self, Moves};
use sim_memory::l1::L1Config;
use sim_memory::message::{AtomicOp, AtomicType, Request, RequestKind, set};

use super::Access;
use crate::sm::mio::Direction;
use crate::sm::responses::{lanes, warp_token};
use crate::sm::{Epoch, Sm};

impl Sm {
    /// An atomic or reduction: its lanes go to the L2 line by line.
    pub(super) fn atomic(
        &mut self,
        epoch: &Epoch,
        access: &Access,
        addresses: &[u64; 32],
        op: AtomicOp,
        ty: AtomicType,
    ) {
        let mio = &epoch.plan.gpu.mio;
        let tags = self.enter_lines(access, addresses, ty.bytes(), Direction::Store);
        let passes = self.coalesced.wavefronts;
        let start = self.mio.pass(access.now, tags, passes.into());
        let returns = access.op.returns();
        let moves = Moves {
            bytes: ty.bytes(),
            compares: op == AtomicOp::Cas,
            returns,
        };
        let stats = &mut self.pcs[access.pc as usize];
        stats.sectors -= u64::from(self.coalesced.sectors);
        let passes = atomic_passes::passes(&self.coalesced, addresses, access.mask, moves);
        stats.wavefronts += u64::from(passes);
        let load = returns.then(|| self.open_record(access));
        let earliest = start + mio.port_latency;
        for index in self.coalesced.in_turn() {
            let payload = self.atomic_payload(access, addresses, index, op, ty);
            self.send_operations(&epoch.plan.gpu.l1, access, index, payload, load, earliest);
        }
        self.mio.hold_behind_lines();
        let read = access.global_read(mio);
        match load {
            Some(load) => self.finish_open(access, load, read),
            None => self.finish_access(access.slot, access.uop, read, None),
        }
    }

    /// Sends the operations on line `index`, which are in `payload`; `load` waits for their values.
    fn send_operations(
        &mut self,
        l1: &L1Config,
        access: &Access,
        index: usize,
        payload: u32,
        load: Option<u32>,
        earliest: u64,
    ) {
        let line = self.coalesced.lines()[index];
        self.l1.drop_sectors(line.line, line.sectors());
        self.close_stores(line.line);
        let operations = self.outbox.payloads.atomics[payload as usize].operations;
        let bank = self.coalesced.turns()[index].bank;
        let packet = self.mio.send_packets(bank, operations.sectors);
        let pc = access.pc as usize;
        self.pcs[pc].sectors += u64::from(operations.sectors);
        let cycles = l1.atomic_cycles(operations, load.is_some());
        let time = self.mio.leave(bank, earliest, cycles);
        let (kind, token) = match load {
            Some(load) => {
                self.loads[load].open += 1;
                (RequestKind::Atomic, load)
            }
            None => {
                self.wrote(access.slot, time, packet);
                let generation = self.generation[access.slot];
                (RequestKind::Reduction, warp_token(access.slot, generation))
            }
        };
        self.send(Request {
            time,
            line: line.line,
            sm: self.id,
            kind,
            sectors: line.sectors(),
            token,
            payload,
            brings: operations.moved as u8,
            masks: operations.masks(load.is_some()) as u8,
        });
    }

    /// The payload of the lanes of an atomic that touch line `index`.
    fn atomic_payload(
        &mut self,
        access: &Access,
        addresses: &[u64; 32],
        index: usize,
        op: AtomicOp,
        ty: AtomicType,
    ) -> u32 {
        let wide = ty.bytes() == 8;
        let swaps = op == AtomicOp::Cas;
        let row = |slot, word, there| match there {
            true => self.data_row(access, slot, word),
            false => [0; 32],
        };
        let (a, b) = (row(1, 0, true), row(2, 0, swaps));
        let (a_high, b_high) = (row(1, 1, wide), row(2, 1, wide && swaps));
        let slot = self.atomic_slots.take();
        let atomics = &mut self.outbox.payloads.atomics;
        if atomics.len() <= slot as usize {
            atomics.resize_with(self.atomic_slots.capacity(), Default::default);
        }
        let payload = &mut atomics[slot as usize];
        payload.line = self.coalesced.lines()[index].line;
        (payload.op, payload.ty, payload.count) = (op, ty, 0);
        for lane in lanes(access.mask).map(|lane| lane as usize) {
            if usize::from(self.coalesced.line_of_lane[lane]) == index {
                let i = usize::from(payload.count);
                payload.lanes[i] = lane as u8;
                payload.offsets[i] = (addresses[lane] & 127) as u8;
                set(&payload.a[i], a[lane]);
                set(&payload.a_high[i], a_high[lane]);
                payload.b[i] = b[lane];
                payload.b_high[i] = b_high[lane];
                payload.count += 1;
            }
        }
        let offsets = &payload.offsets[..usize::from(payload.count)];
        let operands = Operands {
            bytes: ty.bytes(),
            compares: swaps,
        };
        payload.operations = AtomicOperations::count(offsets, operands);
        slot
    }
}
