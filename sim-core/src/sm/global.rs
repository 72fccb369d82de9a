//! Global and local memory: from a warp's addresses to values, cache lines and
//! requests.
//!
//! Weak loads bind their values at issue, from the image and the SM's own
//! stores in flight; the L1 only decides when they are there. Strong loads and
//! atomics bind at the L2. Stores leave as the bytes they write, line by line,
//! and stay in the store log until the L2 has applied them.

use sim_memory::atomic_passes::{self, Moves};
use sim_memory::coalesce::{Direction, LineAccess, atomic_operations};
use sim_memory::image::AddressFault;
use sim_memory::l1::L1Config;
use sim_memory::message::{AtomicOp, AtomicType, Request, RequestKind, set};

use super::responses::{lanes, warp_token};
use super::{Epoch, Sm};
use crate::config::MioConfig;
use crate::exec::{MemKind, MemOp, Uop};
use crate::fault::FaultKind;
use crate::plan::LaunchPlan;

/// A warp's access to memory behind the L1, on its way through the SM.
pub(super) struct Access<'a> {
    pub slot: usize,
    pub uop: &'a Uop,
    pub op: &'a MemOp,
    /// Lanes that execute it.
    pub mask: u32,
    /// The cycle of issue.
    pub now: u64,
    /// Bytes of each lane that lie side by side in memory: all of them, except
    /// in local memory, which is interleaved word by word.
    pub bytes: u32,
    /// The first register of the value that this part of the access moves.
    pub word: usize,
}

impl Access<'_> {
    /// Cycles from its service until all its operands are read: address and
    /// first register, then one register of data after the other.
    pub(super) fn operands_read(&self, mio: &MioConfig) -> u64 {
        let registers = match self.op.kind {
            MemKind::Store => self.op.width.registers() as u64,
            MemKind::Load
            | MemKind::Atomic(..)
            | MemKind::Reduction(..)
            | MemKind::CompareAndTest
            | MemKind::Count => 1,
        };
        mio.operand_read + mio.register_read * (registers - 1)
    }

    /// The same behind the L1's tags.
    fn global_read(&self, mio: &MioConfig) -> u64 {
        self.operands_read(mio) + mio.global_operand_read
    }
}

impl Sm {
    /// LDG, STG, ATOMG, REDG and their generic forms on global addresses.
    pub(super) fn global(
        &mut self,
        epoch: &Epoch,
        access: &Access,
        addresses: &[u64; 32],
    ) -> Result<(), FaultKind> {
        let bytes = access.bytes;
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
            MemKind::CompareAndTest | MemKind::Count => {}
        }
        Ok(())
    }

    /// Resolves an access into lines, counts it and enters the memory queue;
    /// returns the cycle in which it reaches the tags.
    fn enter_lines(
        &mut self,
        access: &Access,
        addresses: &[u64; 32],
        bytes: u32,
        direction: Direction,
    ) -> u64 {
        self.coalesced
            .resolve(addresses, access.mask, bytes, direction);
        let lanes = u64::from(access.mask.count_ones());
        if !self.l1_coalesces {
            self.coalesced.one_request_a_lane(access.mask.count_ones());
        }
        let stats = &mut self.pcs[self.timing[access.slot].pc as usize];
        stats.requests += u64::from(access.mask != 0);
        stats.sectors += u64::from(self.coalesced.sectors);
        stats.ideal_sectors += (lanes * u64::from(bytes)).div_ceil(32);
        stats.wavefronts += u64::from(self.coalesced.wavefronts);
        stats.ideal_wavefronts += (lanes * u64::from(bytes)).div_ceil(128);
        self.mio
            .enter_lg(access.now, u64::from(self.coalesced.wavefronts))
    }

    fn weak_load(
        &mut self,
        epoch: &Epoch,
        access: &Access,
        addresses: &[u64; 32],
    ) -> Result<(), FaultKind> {
        let start = self.enter_lines(access, addresses, access.bytes, Direction::Load);
        self.bind_values(epoch, access, addresses)?;
        self.look_up_lines(epoch.plan, access, start);
        Ok(())
    }

    /// Looks up the lines of a load in the L1, sends for what is missing, and
    /// releases the load when all of it is there.
    fn look_up_lines(&mut self, plan: &LaunchPlan, access: &Access, start: u64) {
        let mio = &plan.gpu.mio;
        let pc = self.timing[access.slot].pc;
        let load = self.open_record(access, pc);
        let (mut hits, mut open) = (0, 0);
        self.prefetch_load();
        for index in 0..self.coalesced.lines().len() {
            let line = self.coalesced.lines()[index];
            let found = self.l1.load(&line, load);
            hits += found.counted_hits();
            open += u32::from(found.merged != 0) + u32::from(found.missing != 0);
            if found.missing != 0 {
                let interval = plan.gpu.l1.miss_interval;
                let time = self.mio.leave(start + mio.port_latency, interval);
                self.stats.read_sectors += u64::from(found.missing.count_ones());
                let (kind, sectors) = (RequestKind::Load, found.missing);
                self.send(time, line.line, kind, sectors, load, found.place.0);
            }
        }
        self.pcs[pc as usize].sector_hits += u64::from(hits);
        self.loads[load].open = open;
        let wavefronts = u64::from(self.coalesced.wavefronts);
        let write_back = mio.register_write * (access.op.width.registers() as u64 - 1);
        let found = start + mio.l1_latency + u64::from(self.coalesced.tag_cycles.saturating_sub(1));
        self.loads[load].ready = found + mio.wavefront_latency * wavefronts + write_back;
        self.mio.hold_behind_lines();
        self.finish_open(access, load, start + access.global_read(mio));
    }

    /// Reads the values of a weak load and writes them to the registers.
    fn bind_values(
        &mut self,
        epoch: &Epoch,
        access: &Access,
        addresses: &[u64; 32],
    ) -> Result<(), FaultKind> {
        match access.bytes {
            16 => self.bind_words::<4>(epoch, access, addresses),
            8 => self.bind_words::<2>(epoch, access, addresses),
            4 => self.bind_words::<1>(epoch, access, addresses),
            _ => self.bind_narrow(epoch, access, addresses),
        }
    }

    fn bind_words<const N: usize>(
        &mut self,
        epoch: &Epoch,
        access: &Access,
        addresses: &[u64; 32],
    ) -> Result<(), FaultKind> {
        let mut rows = [[0; 32]; N];
        let (image, cursor) = (epoch.image, &mut self.cursor);
        let whole = N == 1
            && is_consecutive(addresses, access.mask)
            && image
                .read_consecutive(cursor, addresses[0], &mut rows[0])
                .is_ok();
        if !whole {
            image
                .read_lanes(cursor, addresses, access.mask, &mut rows)
                .map_err(|fault| out_of_bounds(epoch, "load", fault))?;
        }
        if !self.log.is_empty() && self.may_overlap() {
            for lane in lanes(access.mask) {
                self.overlay_words(addresses[lane as usize], lane as usize, &mut rows);
            }
        }
        for (word, row) in rows.iter().enumerate() {
            self.state[access.slot].write_row(access.uop, access.word + word, access.mask, row);
        }
        Ok(())
    }

    /// Overlays one lane's words with the SM's own stores in flight.
    fn overlay_words(&self, address: u64, lane: usize, rows: &mut [[u32; 32]]) {
        let mut bytes = [0; 16];
        for (word, row) in bytes.chunks_exact_mut(4).zip(rows.iter()) {
            word.copy_from_slice(&row[lane].to_le_bytes());
        }
        self.overlay(address, &mut bytes[..4 * rows.len()]);
        for (word, row) in bytes.chunks_exact(4).zip(rows) {
            row[lane] = word.iter().rev().fold(0, |all, &b| all << 8 | u32::from(b));
        }
    }

    fn bind_narrow(
        &mut self,
        epoch: &Epoch,
        access: &Access,
        addresses: &[u64; 32],
    ) -> Result<(), FaultKind> {
        let bytes = access.bytes;
        for lane in lanes(access.mask) {
            let address = addresses[lane as usize];
            let read = if bytes == 1 {
                epoch.image.read_u8(&mut self.cursor, address)
            } else {
                epoch.image.read_u16(&mut self.cursor, address)
            };
            let word = read.map_err(|fault| out_of_bounds(epoch, "load", fault))?;
            let mut value = word.to_le_bytes();
            self.overlay(address, &mut value[..bytes as usize]);
            let value = access.op.width.extend(u32::from_le_bytes(value));
            self.state[access.slot].write_lane(access.uop, 0, lane, value);
        }
        Ok(())
    }

    /// Whether a store in flight may touch a line of the current access.
    fn may_overlap(&self) -> bool {
        self.coalesced
            .lines()
            .iter()
            .any(|line| self.log.may_hold(line.line))
    }

    fn overlay(&self, address: u64, bytes: &mut [u8]) {
        let payloads = &self.outbox.payloads.lines;
        self.log
            .overlay(payloads, address >> 7, (address & 127) as u32, bytes);
    }

    /// A strong, volatile or `.cg` load: it passes the L1 by, and its values
    /// bind at the L2.
    fn strong_load(&mut self, epoch: &Epoch, access: &Access, addresses: &[u64; 32]) {
        let mio = &epoch.plan.gpu.mio;
        let start = self.enter_lines(access, addresses, access.bytes, Direction::Load);
        let pc = self.timing[access.slot].pc;
        let load = self.open_record(access, pc);
        self.loads.bind_later(load, access.mask, addresses);
        self.loads[load].open = self.coalesced.lines().len() as u32;
        for index in 0..self.coalesced.lines().len() {
            let line = self.coalesced.lines()[index];
            self.l1.drop_sectors(line.line, line.sectors());
            self.close_stores(line.line);
            let payload = self.outbox.payloads.lines.take(line.line, line.bytes);
            let interval = epoch.plan.gpu.l1.miss_interval;
            let time = self.mio.leave(start + mio.port_latency, interval);
            self.stats.read_sectors += u64::from(line.sectors().count_ones());
            let sectors = line.sectors();
            self.send(
                time,
                line.line,
                RequestKind::StrongLoad,
                sectors,
                load,
                payload,
            );
        }
        self.mio.hold_behind_lines();
        self.finish_open(access, load, start + access.global_read(mio));
    }

    /// Enters a record for an access that answers of the L2 complete.
    fn open_record(&mut self, access: &Access, pc: u32) -> u32 {
        let counter = write_counter(access.uop);
        if let Some(counter) = counter {
            self.timing[access.slot].open(counter, true);
        }
        self.loads
            .enter(access.slot, self.generation[access.slot], pc, counter)
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

    fn store(&mut self, epoch: &Epoch, access: &Access, addresses: &[u64; 32]) {
        let mio = &epoch.plan.gpu.mio;
        let bytes = access.bytes;
        let start = self.enter_lines(access, addresses, bytes, Direction::Store);
        let earliest = start + mio.port_latency;
        let slots = self.send_store_lines(access, earliest, &epoch.plan.gpu.l1);
        self.fill_payloads(access, addresses, &slots);
        self.mio.hold_behind_lines();
        let read = start + access.global_read(mio);
        self.finish_access(access.slot, access.uop, read, None);
    }

    /// Sends the lines of a store; returns each line's payload slot.
    fn send_store_lines(&mut self, access: &Access, earliest: u64, l1: &L1Config) -> [u32; 32] {
        let mut slots = [0; 32];
        self.prefetch_store();
        let pc = self.timing[access.slot].pc as usize;
        let lines = self.coalesced.lines().len();
        for (index, slot) in slots.iter_mut().enumerate().take(lines) {
            let line = self.coalesced.lines()[index];
            let hits = self.l1.store(&line);
            self.pcs[pc].sector_hits += u64::from(hits.count_ones());
            *slot = match self.join_store(access.slot, line, earliest, l1) {
                Some(payload) => payload,
                None => self.send_store_line(access.slot, line, earliest, l1),
            };
        }
        slots
    }

    /// Enters a line of a store into the queue to the port.
    fn send_store_line(
        &mut self,
        slot: usize,
        line: LineAccess,
        earliest: u64,
        l1: &L1Config,
    ) -> u32 {
        let time = self.mio.leave(earliest, l1.store_cycles(line.bytes));
        let payload = self.outbox.payloads.lines.take(line.line, line.bytes);
        let sectors = line.sectors();
        let token = warp_token(slot, self.generation[slot]);
        self.log.push(line.line, payload);
        self.stats.write_sectors += u64::from(sectors.count_ones());
        let message = self.send(time, line.line, RequestKind::Store, sectors, token, payload);
        self.writes.enter(payload, line.line, message, time);
        let packet = self.mio.send_packets(1);
        self.wrote(slot, time, packet);
        payload
    }

    /// Joins a line of a store to one that still waits for the port.
    fn join_store(
        &mut self,
        slot: usize,
        line: LineAccess,
        now: u64,
        l1: &L1Config,
    ) -> Option<u32> {
        let sent = self.log.newest_first(line.line);
        let payload = self.writes.find(sent, line.line)?;
        let token = warp_token(slot, self.generation[slot]);
        let joined = self.writes.join(payload, now, token)?;
        let payloads = &mut self.outbox.payloads.lines;
        let before = l1.store_cycles(payloads.get(payload).mask());
        payloads.widen(payload, line.bytes);
        let after = l1.store_cycles(payloads.get(payload).mask());
        self.mio.extend((after - before).max(0.0));
        if let Some(request) = self.outbox.waiting(joined.message) {
            let added = line.sectors() & !request.sectors;
            request.sectors |= added;
            self.stats.write_sectors += u64::from(added.count_ones());
        }
        self.wrote(slot, joined.leaves, 0);
        Some(payload)
    }

    /// Keeps later stores from joining one that an atomic or a strong load of
    /// the same line comes behind.
    fn close_stores(&mut self, line: u64) {
        if let Some(payload) = self.writes.find(self.log.newest_first(line), line) {
            self.writes.close(payload);
        }
    }

    /// Notes a write of a warp that leaves at `time` as a packet and will be
    /// acknowledged.
    fn wrote(&mut self, slot: usize, time: u64, packet: u64) {
        self.progress += 1;
        let timing = &mut self.timing[slot];
        timing.writes += 1;
        timing.last_leave = timing.last_leave.max(time);
        timing.last_packet = timing.last_packet.max(packet);
    }

    /// Copies the lanes' data into the payloads of their lines.
    fn fill_payloads(&mut self, access: &Access, addresses: &[u64; 32], slots: &[u32; 32]) {
        let bytes = access.bytes;
        let state = &self.state[access.slot];
        let payloads = &self.outbox.payloads.lines;
        if bytes == 4
            && is_consecutive(addresses, access.mask)
            && let Some(line) = payloads.get(slots[0]).whole()
            && addresses[0].is_multiple_of(128)
        {
            let row = state.data_row(access.uop, 1, access.word);
            return line.iter().zip(row).for_each(|(to, value)| set(to, value));
        }
        for word in 0..(bytes as usize).div_ceil(4) {
            let row = state.data_row(access.uop, 1, access.word + word);
            for lane in access.op.width.store_order(access.mask) {
                let line = usize::from(self.coalesced.line_of_lane[lane]);
                let payload = payloads.get(slots[line]);
                let offset = (addresses[lane] & 127) as usize;
                let place = payload.word(offset / 4 + word);
                set(place, merge_word(place, row[lane], offset % 4, bytes));
            }
        }
    }

    fn send(
        &mut self,
        time: u64,
        line: u64,
        kind: RequestKind,
        sectors: u8,
        token: u32,
        payload: u32,
    ) -> u64 {
        self.spoke = true;
        self.outbox.send(Request {
            time,
            line,
            sm: self.id,
            kind,
            sectors,
            token,
            payload,
        })
    }

    /// An atomic or reduction: its lanes go to the L2 line by line.
    fn atomic(
        &mut self,
        epoch: &Epoch,
        access: &Access,
        addresses: &[u64; 32],
        op: AtomicOp,
        ty: AtomicType,
    ) {
        let mio = &epoch.plan.gpu.mio;
        let start = self.enter_lines(access, addresses, ty.bytes(), Direction::Store);
        let returns = access.op.returns();
        let pc = self.timing[access.slot].pc;
        let moves = Moves {
            bytes: ty.bytes(),
            compares: op == AtomicOp::Cas,
            returns,
        };
        let stats = &mut self.pcs[pc as usize];
        stats.sectors -= u64::from(self.coalesced.sectors);
        stats.wavefronts -= u64::from(self.coalesced.wavefronts);
        stats.wavefronts += u64::from(atomic_passes::passes(addresses, access.mask, moves));
        let load = returns.then(|| self.open_record(access, pc));
        for index in 0..self.coalesced.lines().len() {
            let line = self.coalesced.lines()[index];
            self.l1.drop_sectors(line.line, line.sectors());
            self.close_stores(line.line);
            let payload = self.atomic_payload(access, addresses, index, op, ty);
            let operations = {
                let payload = &mut self.outbox.payloads.atomics[payload as usize];
                let operations = atomic_operations(&payload.offsets[..usize::from(payload.count)]);
                payload.packets = operations.sectors as u8;
                operations
            };
            let packet = self.mio.send_packets(operations.sectors);
            self.pcs[pc as usize].sectors += u64::from(operations.sectors);
            let l1 = &epoch.plan.gpu.l1;
            let compared = match op {
                AtomicOp::Cas => l1.compare_sector_cycles,
                _ => 0.0,
            };
            let each = l1.atomic_sector_cycles + compared;
            let cycles = each * operations.sectors as f32;
            let time = self.mio.leave(start + mio.port_latency, cycles);
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
            self.send(time, line.line, kind, line.sectors(), token, payload);
        }
        self.mio.hold_behind_lines();
        let read = start + access.global_read(mio);
        match load {
            Some(load) => self.finish_open(access, load, read),
            None => self.finish_access(access.slot, access.uop, read, None),
        }
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
        let atomics = &mut self.outbox.payloads.atomics;
        let slot = self.atomic_slots.take();
        if atomics.len() <= slot as usize {
            atomics.resize_with(self.atomic_slots.capacity(), Default::default);
        }
        let payload = &mut atomics[slot as usize];
        payload.line = self.coalesced.lines()[index].line;
        (payload.op, payload.ty, payload.count) = (op, ty, 0);
        let state = &self.state[access.slot];
        let wide = ty.bytes() == 8;
        let swaps = op == AtomicOp::Cas;
        let a = state.data_row(access.uop, 1, 0);
        let b = if swaps {
            state.data_row(access.uop, 2, 0)
        } else {
            [0; 32]
        };
        let a_high = if wide {
            state.data_row(access.uop, 1, 1)
        } else {
            [0; 32]
        };
        let b_high = if wide && swaps {
            state.data_row(access.uop, 2, 1)
        } else {
            [0; 32]
        };
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
        slot
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

/// The lowest and the highest address of some lanes.
#[inline]
fn span(addresses: &[u64; 32], mask: u32) -> (u64, u64) {
    let (mut first, mut last) = (u64::MAX, 0);
    for (lane, &address) in addresses.iter().enumerate() {
        if mask >> lane & 1 != 0 {
            first = first.min(address);
            last = last.max(address);
        }
    }
    (first, last)
}

/// The dependence counter that an instruction's result releases.
fn write_counter(uop: &Uop) -> Option<u8> {
    (uop.sched.write_barrier != 7).then_some(uop.sched.write_barrier)
}

/// What an access is called in a fault.
pub(super) fn what(kind: MemKind) -> &'static str {
    match kind {
        MemKind::Load => "load",
        MemKind::Store => "store",
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

/// A payload word with `bytes` bytes of `value` at byte `at`.
#[inline(always)]
fn merge_word(word: &std::sync::atomic::AtomicU32, value: u32, at: usize, bytes: u32) -> u32 {
    match bytes {
        1 | 2 => {
            let mask = (if bytes == 1 { 0xffu32 } else { 0xffff }) << (8 * at);
            sim_memory::message::get(word) & !mask | (value << (8 * at)) & mask
        }
        _ => value,
    }
}
