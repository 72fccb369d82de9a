//! Stores: the bytes of each line, on their way out of the SM.

use sim_memory::coalesce::{Direction, LineAccess};
use sim_memory::l1::L1Config;
use sim_memory::message::{Request, RequestKind, set};

use super::{Access, is_consecutive};
use crate::sm::responses::warp_token;
use crate::sm::write_queue::{Coming, Met, Waiting};
use crate::sm::{Epoch, SUB_CORES, Sm};

/// When a store is where in the SM.
#[derive(Clone, Copy)]
struct Times {
    /// When it reaches the tags.
    tags: u64,
    /// When the first of its data can be at the port.
    port: u64,
    /// How many cycles later all of it is there: only then do its lines leave (measured on an H200,
    /// `fields_*_1_32`).
    passing: u64,
    /// When its lines close to other stores, if few stand before them.
    closes: u64,
}

impl Sm {
    pub(super) fn store(&mut self, epoch: &Epoch, access: &Access, addresses: &[u64; 32]) {
        let mio = &epoch.plan.gpu.mio;
        let bytes = access.bytes;
        let tags = self.enter_lines(access, addresses, bytes, Direction::Store);
        let (lookups, passes) = (self.coalesced.tag_cycles, self.coalesced.wavefronts);
        let passes_at = self
            .mio
            .store(access.now, tags, lookups.into(), passes.into());
        let cycles = (mio.store_wavefront * passes as f32) as u64;
        let passes_at = self
            .mio
            .take_way(access.slot % SUB_CORES, passes_at, cycles);
        self.count_wavefronts(access);
        let times = Times {
            tags,
            port: passes_at + mio.port_latency,
            passing: cycles,
            closes: passes_at + mio.close_latency + cycles,
        };
        let slots = self.send_store_lines(access, times, &epoch.plan.gpu.l1);
        self.fill_payloads(access, addresses, &slots);
        self.mio.hold_behind_lines();
        let read = access.global_read(mio);
        self.finish_access(access.slot, access.uop, read, None);
    }

    /// Sends the lines of a store; returns each line's payload slot.
    fn send_store_lines(&mut self, access: &Access, times: Times, l1: &L1Config) -> [u32; 32] {
        let mut slots = [0; 32];
        let pc = access.pc as usize;
        let token = warp_token(access.slot, self.generation[access.slot]);
        let together = l1.tag_lookups_per_cycle as usize;
        for (index, key) in self.prefetch_store().into_iter().enumerate() {
            let line = self.coalesced.lines()[index];
            if index.is_multiple_of(together) {
                self.writes.begin_group();
            }
            let come = Coming {
                now: times.tags,
                closes: times.closes,
            };
            let held = self.outbox.first_held();
            let met = self.writes.meet(line.line, come, held, token);
            let looked_up = times.tags + (index / together) as u64;
            if let Met::Closed(message) = met
                && self.is_leaving(message, looked_up, l1)
            {
                self.l1.renew(key);
            }
            let hits = self.l1.store(key, &line);
            self.pcs[pc].sector_hits += u64::from(hits.count_ones());
            slots[index] = match met {
                Met::Joined(joined) => self.join_store(access.slot, line, joined, l1),
                Met::Nobody | Met::Closed(_) => self.send_store_line(access.slot, line, times, l1),
            };
        }
        slots
    }

    /// Whether a line that is closed to other stores has not left yet, with all its sectors. Where a
    /// store meets such a line, the L1 gives up what it has of it (measured on an H200, `again_*`
    /// and `window_gap_*`).
    fn is_leaving(&mut self, message: u64, now: u64, l1: &L1Config) -> bool {
        if message >= self.outbox.first_held() {
            return true;
        }
        let Some(request) = self.outbox.waiting(message) else {
            return false;
        };
        let (time, payload) = (request.time, request.payload);
        let bytes = self.outbox.payloads.lines.get(payload).mask();
        now < time + l1.store_cycles(bytes) as u64
    }

    /// Enters a line of a store into the queue to the port.
    fn send_store_line(
        &mut self,
        slot: usize,
        line: LineAccess,
        times: Times,
        l1: &L1Config,
    ) -> u32 {
        let time = self
            .mio
            .leave_passed(times.port, times.passing, l1.store_cycles(line.bytes));
        let payload = self.outbox.payloads.lines.take(line.line, line.bytes);
        let sectors = line.sectors();
        let token = warp_token(slot, self.generation[slot]);
        self.log.push(line.line, payload);
        self.stats.write_sectors += u64::from(sectors.count_ones());
        let packet = self.mio.send_packets(1);
        let request = Request {
            time,
            line: line.line,
            sm: self.id,
            kind: RequestKind::Store,
            sectors,
            token,
            payload,
            brings: sectors.count_ones() as u8,
        };
        let message = self.send_when_room(request, packet);
        self.writes.enter(Waiting {
            line: line.line,
            payload,
            message,
            packet,
            closes: self.mio.closes(times.closes),
            leaves: time,
        });
        self.wrote(slot, time, packet);
        payload
    }

    /// Sends a store's message when there is room for its packet; returns the message's number.
    fn send_when_room(&mut self, request: Request, packet: u64) -> u64 {
        let message = self.send(request);
        if packet > self.mio.room_for() {
            self.outbox.hold(message);
            self.gate.hold(message, packet);
        }
        message
    }

    /// Adds a line of a store to one that is on its way to the port; returns its payload slot.
    fn join_store(&mut self, slot: usize, line: LineAccess, joined: Waiting, l1: &L1Config) -> u32 {
        let payload = joined.payload;
        let payloads = &mut self.outbox.payloads.lines;
        let before = l1.store_cycles(payloads.get(payload).mask());
        payloads.widen(payload, line.bytes);
        let after = l1.store_cycles(payloads.get(payload).mask());
        self.mio.extend((after - before).max(0.0));
        let request = self.outbox.waiting(joined.message);
        let request = request.expect("a line that is open has not left");
        let added = line.sectors() & !request.sectors;
        request.sectors |= added;
        request.brings = request.sectors.count_ones() as u8;
        self.stats.write_sectors += u64::from(added.count_ones());
        self.wrote(slot, joined.leaves, joined.packet);
        payload
    }

    /// Keeps later stores from joining one that an atomic or a strong load of
    /// the same line comes behind.
    pub(super) fn close_stores(&mut self, line: u64) {
        self.writes.close(line);
    }

    /// Notes a write of a warp that leaves at `time` as a packet and will be
    /// acknowledged.
    pub(super) fn wrote(&mut self, slot: usize, time: u64, packet: u64) {
        self.progress += 1;
        let timing = &mut self.timing[slot];
        timing.writes += 1;
        timing.last_leave = timing.last_leave.max(time);
        timing.last_packet = timing.last_packet.max(packet);
    }

    /// Copies the lanes' data into the payloads of their lines.
    fn fill_payloads(&mut self, access: &Access, addresses: &[u64; 32], slots: &[u32; 32]) {
        let bytes = access.bytes;
        let payloads = &self.outbox.payloads.lines;
        if bytes == 4
            && is_consecutive(addresses, access.mask)
            && let Some(line) = payloads.get(slots[0]).whole()
            && addresses[0].is_multiple_of(128)
        {
            let row = self.data_row(access, 1, access.word);
            return line.iter().zip(row).for_each(|(to, value)| set(to, value));
        }
        for word in 0..(bytes as usize).div_ceil(4) {
            let row = self.data_row(access, 1, access.word + word);
            for lane in access.op.width.store_order(access.mask) {
                let line = usize::from(self.coalesced.line_of_lane[lane]);
                let payload = payloads.get(slots[line]);
                let offset = (addresses[lane] & 127) as usize;
                let place = payload.word(offset / 4 + word);
                set(place, merge_word(place, row[lane], offset % 4, bytes));
            }
        }
    }
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
