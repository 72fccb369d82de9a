//! Stores: the bytes of each line, on their way out of the SM.

use sim_memory::coalesce::{LineAccess, Turn, has_parts};
use sim_memory::l1::L1Config;
use sim_memory::message::{Request, RequestKind, set};

use super::{Access, is_consecutive};
use crate::plan::LaunchPlan;
use crate::sm::mio::Direction;
use crate::sm::responses::warp_token;
use crate::sm::write_queue::{Coming, Met, Waiting};
use crate::sm::{Epoch, SUB_CORES, Sm};

/// When a store is where in the SM.
#[derive(Clone, Copy)]
struct Times {
    /// When it reaches the tags.
    tags: u64,
    /// When all of its data can be at the port: only then do its lines leave (measured on an H200,
    /// `fields_*_1_32`).
    port: u64,
    /// When its lines close to other stores, if few stand before them.
    closes: u64,
}

/// When the lines of a store are looked up, and have places where they wait for the port: those of a
/// turn of the tags at once, those of the next when all of the last have one.
struct Lookups {
    /// When the first are.
    first: u64,
    /// The turn, ...
    cycle: u8,
    /// ... when its lines are looked up, ...
    now: u64,
    /// ... and when all of them so far have places.
    placed: u64,
}

impl Lookups {
    /// The first lines are looked up then.
    fn from(first: u64) -> Lookups {
        Lookups {
            first,
            cycle: 0,
            now: first,
            placed: first,
        }
    }

    /// When a line of this turn is looked up.
    fn reach(&mut self, turn: Turn) -> u64 {
        if turn.cycle != self.cycle {
            self.cycle = turn.cycle;
            self.now = self.placed + 1;
            self.placed = self.now;
        }
        self.now
    }

    /// A line takes a place that is free from then on; returns when it has it.
    fn place(&mut self, from: u64) -> u64 {
        let has = self.now.max(from);
        self.placed = self.placed.max(has);
        has
    }

    /// Whether a line has waited for its place.
    fn waited(&self) -> bool {
        self.placed > self.first + u64::from(self.cycle)
    }
}

impl Sm {
    pub(super) fn store(&mut self, epoch: &Epoch, access: &Access, addresses: &[u64; 32]) {
        let mio = &epoch.plan.gpu.mio;
        let bytes = access.bytes;
        let tags = self.enter_lines(access, addresses, bytes, Direction::Store);
        let (lookups, passes) = (self.coalesced.tag_cycles, self.coalesced.data_passes);
        let passes_at = self
            .mio
            .store(access.now, tags, lookups.into(), passes.into());
        // The data of the last turn passes when its lines have places.
        let turns = lookups.min(mio.port_lines).saturating_sub(1);
        let cycles = mio.wavefront_latency * u64::from(passes);
        let passes_at = self.mio.take_way(
            access.slot % SUB_CORES,
            passes_at + u64::from(turns),
            cycles,
        );
        self.count_wavefronts(access);
        let times = Times {
            tags,
            port: passes_at + mio.port_latency + cycles,
            closes: passes_at + mio.close_latency + cycles,
        };
        let slots = self.send_store_lines(access, times, epoch.plan);
        self.fill_payloads(access, addresses, &slots);
        let read = access.global_read(mio);
        self.finish_access(access.slot, access.uop, read, None);
    }

    /// Sends the lines of a store; returns each line's payload slot.
    fn send_store_lines(&mut self, access: &Access, times: Times, plan: &LaunchPlan) -> [u32; 32] {
        let l1 = &plan.gpu.l1;
        let mut slots = [0; 32];
        let pc = access.pc as usize;
        let token = warp_token(access.slot, self.generation[access.slot]);
        self.prefetch_store();
        let mut lookups = Lookups::from(times.tags);
        for index in self.coalesced.in_turn() {
            let (key, line) = (self.coalesced.keys()[index], self.coalesced.lines()[index]);
            let turn = self.coalesced.turns()[index];
            let now = lookups.reach(turn);
            let come = Coming {
                now,
                closes: times.closes,
            };
            let held = self.outbox.first_held();
            let met = self.writes.meet(turn.bank, line.line, come, held, token);
            if let Met::Closed(message) = met
                && self.is_leaving(message, now, l1)
            {
                self.l1.renew(key);
            }
            let hits = self.l1.store(key, &line);
            self.pcs[pc].sector_hits += u64::from(hits.count_ones());
            slots[index] = match met {
                Met::Joined(joined) => self.join_store(access.slot, line, joined, times.port, l1),
                Met::Nobody | Met::Closed(_) => {
                    let placed = lookups.place(self.mio.place_from(turn.bank));
                    let port = times.port.max(placed + plan.gpu.mio.port_latency);
                    let times = Times { port, ..times };
                    self.send_store_line(access.slot, turn.bank, line, times, l1)
                }
            };
        }
        self.mio.hold_for_places(lookups.placed, lookups.waited());
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
        bank: u8,
        line: LineAccess,
        times: Times,
        l1: &L1Config,
    ) -> u32 {
        let cycles = l1.store_cycles(line.bytes);
        let time = self.mio.leave(bank, times.port, cycles);
        let payload = self.outbox.payloads.lines.take(line.line, line.bytes);
        let sectors = line.sectors();
        let token = warp_token(slot, self.generation[slot]);
        self.log.push(line.line, payload);
        self.stats.write_sectors += u64::from(sectors.count_ones());
        let packet = self.mio.send_packets(bank, 1);
        let request = Request {
            time,
            line: line.line,
            sm: self.id,
            kind: RequestKind::Store,
            sectors,
            token,
            payload,
            brings: sectors.count_ones() as u8,
            masks: has_parts(line.bytes).into(),
        };
        let message = self.send_when_room(request, packet);
        let waiting = Waiting {
            line: line.line,
            payload,
            message,
            packet,
            closes: self.mio.closes(),
            leaves: time,
            latest: time,
        };
        self.writes.enter(bank, waiting);
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

    /// Adds a line of a store, whose data can be at the port then, to one that is on its way there;
    /// returns its payload slot.
    fn join_store(
        &mut self,
        slot: usize,
        line: LineAccess,
        joined: Waiting,
        port: u64,
        l1: &L1Config,
    ) -> u32 {
        let payload = joined.payload;
        let payloads = &mut self.outbox.payloads.lines;
        let before = l1.store_cycles(payloads.get(payload).mask());
        payloads.widen(payload, line.bytes);
        let mask = payloads.get(payload).mask();
        let after = l1.store_cycles(mask);
        let request = self.outbox.waiting(joined.message);
        let request = request.expect("a line that is open has not left");
        let added = line.sectors() & !request.sectors;
        request.sectors |= added;
        request.brings = request.sectors.count_ones() as u8;
        request.masks = has_parts(mask).into();
        self.stats.write_sectors += u64::from(added.count_ones());
        let leaves = if joined.waits_for(port) && !self.outbox.holds() {
            self.put_off(joined.message, port, before, after)
        } else {
            self.mio.extend((after - before).max(0.0));
            joined.leaves
        };
        self.wrote(slot, leaves, joined.packet);
        payload
    }

    /// A line that another store has joined waits for that one's data, too, and leaves behind all that
    /// wait then: what keeps storing to the same lines keeps them in the SM (measured on an H200,
    /// `micro/h200/joined`). Returns when it leaves.
    fn put_off(&mut self, message: u64, port: u64, before: f32, after: f32) -> u64 {
        let last = self.outbox.last_time().unwrap_or(0);
        let leaves = self.mio.put_off(port.max(last), before, after);
        let message = self.outbox.put_off(message, leaves);
        self.writes.put_off(message, self.mio.closes(), leaves);
        leaves
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
