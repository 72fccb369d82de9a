//! Loads: when their lines are there, and what values they bind.

use sim_memory::coalesce::sectors_of;
use sim_memory::l1::{Key, LoadLookup};
use sim_memory::message::{Request, RequestKind, SectorMask};

use super::{Access, is_consecutive, out_of_bounds, what};
use crate::config::MioConfig;
use crate::exec::{MemKind, Row};
use crate::fault::FaultKind;
use crate::plan::LaunchPlan;
use crate::sm::gate::Behind;
use crate::sm::mio::Direction;
use crate::sm::responses::lanes;
use crate::sm::{Epoch, SUB_CORES, Sm};

impl Sm {
    pub(super) fn weak_load(
        &mut self,
        epoch: &Epoch,
        access: &Access,
        addresses: &[u64; 32],
    ) -> Result<(), FaultKind> {
        let tags = self.enter_load(access, addresses);
        self.bind_values(epoch, access, addresses)?;
        self.look_up_lines(epoch.plan, access, addresses, tags);
        Ok(())
    }

    /// A load or copy enters; returns when it reaches the tags.
    pub(super) fn enter_load(&mut self, access: &Access, addresses: &[u64; 32]) -> u64 {
        self.enter_lines(access, addresses, access.bytes, Direction::Load)
    }

    /// Looks up the lines of a load that reaches the tags then in the L1, sends for what is
    /// missing, and releases the load when all of it is there.
    pub(super) fn look_up_lines(
        &mut self,
        plan: &LaunchPlan,
        access: &Access,
        addresses: &[u64; 32],
        tags: u64,
    ) {
        let mio = &plan.gpu.mio;
        let load = self.open_record(access);
        let (mut hits, mut open, mut waiting) = (0, 0, [0; 32]);
        self.prefetch_load();
        // Where a bank is full a load waits, and what it could have joined there goes on before it.
        let open_banks = self.mio.banks_for_misses(tags);
        for index in self.coalesced.in_turn() {
            let (key, line) = (self.coalesced.keys()[index], self.coalesced.lines()[index]);
            let found = self.l1.load(key, &line, load);
            hits += found.counted_hits();
            open += u32::from(found.merged != 0) + u32::from(found.missing != 0);
            waiting[index] = found.merged | found.missing;
            if found.missing != 0 {
                self.stats.read_sectors += u64::from(found.missing.count_ones());
                let joins = found.beside && open_banks >> key.bank() & 1 != 0;
                if !(joins && self.join_request(tags, load, &found)) {
                    self.ask(plan, tags, load, key, &found);
                }
            }
        }
        self.pcs[access.pc as usize].sector_hits += u64::from(hits);
        self.loads[load].open = open;
        let start = match open {
            0 => self.pass_stages(mio, access, tags),
            _ => {
                self.wait_for_lines(access, addresses, &waiting, load);
                tags
            }
        };
        let found = start + mio.l1_latency + u64::from(self.coalesced.tag_cycles.saturating_sub(1));
        let passed = mio.wavefront_latency * u64::from(self.data_passes(access));
        self.loads[load].ready = found + passed + registers_written(mio, access);
        self.mio.hold_behind_lines();
        self.wait_behind_packets(load, tags);
        self.finish_open(access, load, access.global_read(mio));
    }

    /// Sends for what a load that looks up its tags then misses of a line.
    #[inline]
    fn ask(&mut self, plan: &LaunchPlan, tags: u64, load: u32, key: Key, found: &LoadLookup) {
        let mio = &plan.gpu.mio;
        let (earliest, interval) = (tags + mio.port_latency, plan.gpu.l1.miss_interval);
        let time = self.mio.miss(key.bank(), earliest, interval);
        let message = self.send(Request {
            time,
            line: key.line(),
            sm: self.id,
            kind: RequestKind::Load,
            sectors: found.missing,
            token: load,
            payload: found.place.0,
            brings: 0,
            masks: 0,
        });
        // It stands in its bank a little longer than it can be joined.
        let goes_on = self.mio.closes().min(time);
        let closes = (goes_on + mio.ask_latency).saturating_sub(mio.close_latency);
        self.misses.enter(found.place, message, tags, closes);
    }

    /// What a load misses of a line joins a request of that line that still waits, if there is one.
    fn join_request(&mut self, tags: u64, load: u32, found: &LoadLookup) -> bool {
        let message = self.misses.find(found.place, tags);
        let Some(request) = message.and_then(|message| self.outbox.waiting(message)) else {
            return false;
        };
        request.sectors |= found.missing;
        self.l1.join(found.place, found.missing, load);
        true
    }

    /// A load that would reach the tags then does not pass stores and atomics that have no room.
    fn wait_behind_packets(&mut self, load: u32, tags: u64) {
        if let Some(packet) = self.mio.behind_packets() {
            let record = &mut self.loads[load];
            record.open += 1;
            let takes = record.ready - tags;
            self.gate.hold_load(Behind {
                packet,
                load,
                takes,
            });
        }
    }

    /// Takes the stages of the L1 for a load that reaches them at `start` and waits for nothing;
    /// returns when its data passes.
    fn pass_stages(&mut self, mio: &MioConfig, access: &Access, start: u64) -> u64 {
        let passes = self.data_passes(access);
        let (counted, wavefronts) = match access.op.kind {
            // What is written has been read.
            MemKind::Copy(_) => (passes + 1, passes + 1),
            _ => (passes, self.coalesced.wavefronts),
        };
        self.pcs[access.pc as usize].wavefronts += u64::from(counted);
        let start = self.mio.pass(access.now, start, wavefronts.into());
        let cycles = mio.wavefront_latency * u64::from(passes);
        self.mio.take_way(access.slot % SUB_CORES, start, cycles)
    }

    /// Passes of the data stage: of a load its own, of a copy those in which it is written.
    fn data_passes(&self, access: &Access) -> u32 {
        match access.op.kind {
            MemKind::Copy(_) => access.copy.passes,
            _ => self.coalesced.data_passes,
        }
    }

    /// Takes the tags alone for a load that waits for these sectors of its lines; its lanes pass when
    /// all is there.
    fn wait_for_lines(
        &mut self,
        access: &Access,
        addresses: &[u64; 32],
        waiting: &[SectorMask; 32],
        load: u32,
    ) {
        let (mask, bytes, tags) = (access.mask, access.bytes, self.coalesced.tag_cycles.into());
        let (counted, passes) = match access.op.kind {
            MemKind::Copy(to) => {
                let cycles = self.mio.copy_lookup().max(tags);
                self.mio.pass(access.now, access.now, cycles);
                let passes = match to.past_l1 {
                    true => 0,
                    false => access.copy.passes.max(self.mio.copy_lookup() as u32),
                };
                (access.copy.passes + 1, passes)
            }
            _ => {
                self.mio.look_up(tags);
                let passes = (self.coalesced).passes_waiting(addresses, mask, bytes, waiting);
                (passes, passes)
            }
        };
        self.pcs[access.pc as usize].wavefronts += u64::from(counted);
        self.loads[load].passes = passes;
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
        let rows = self.read_words::<N>(epoch, access, addresses)?;
        for (word, row) in rows.iter().enumerate() {
            self.state[access.slot].write_row(access.uop, access.word + word, access.mask, row);
        }
        Ok(())
    }

    /// The words that lanes read, from the image and the SM's own stores in flight.
    pub(super) fn read_words<const N: usize>(
        &mut self,
        epoch: &Epoch,
        access: &Access,
        addresses: &[u64; 32],
    ) -> Result<[Row; N], FaultKind> {
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
                .map_err(|fault| out_of_bounds(epoch, what(access.op.kind), fault))?;
        }
        if !self.log.is_empty() && self.may_overlap() {
            for lane in lanes(access.mask) {
                self.overlay_words(addresses[lane as usize], lane as usize, &mut rows);
            }
        }
        Ok(rows)
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
            .any(|line| self.log.newest_first(line.line).next().is_some())
    }

    pub(super) fn overlay(&self, address: u64, bytes: &mut [u8]) {
        let payloads = &self.outbox.payloads.lines;
        self.log
            .overlay(payloads, address >> 7, (address & 127) as u32, bytes);
    }

    /// A strong, volatile or `.cg` load: it passes the L1 by, and its values
    /// bind at the L2.
    pub(super) fn strong_load(&mut self, epoch: &Epoch, access: &Access, addresses: &[u64; 32]) {
        let (tags, load) = self.enter_strong(access, addresses);
        self.loads.bind_later(load, access.mask, addresses);
        self.loads[load].open = self.coalesced.lines().len() as u32;
        for index in self.coalesced.in_turn() {
            let bytes = self.coalesced.lines()[index].bytes;
            self.ask_strongly(epoch, tags, load, index, bytes);
        }
        self.finish_strong(epoch, access, load);
    }

    /// A load or copy past the L1 enters: when it reaches the tags, and its record.
    pub(super) fn enter_strong(&mut self, access: &Access, addresses: &[u64; 32]) -> (u64, u32) {
        let tags = self.enter_lines(access, addresses, access.bytes, Direction::Load);
        let load = self.open_record(access);
        self.wait_for_lines(access, addresses, &[0xf; 32], load);
        (tags, load)
    }

    /// Asks the L2 for these bytes of one of the access's lines, of which the L1 forgets what it has.
    pub(super) fn ask_strongly(
        &mut self,
        epoch: &Epoch,
        tags: u64,
        load: u32,
        index: usize,
        bytes: u128,
    ) {
        let line = self.coalesced.lines()[index].line;
        let sectors = sectors_of(bytes);
        self.l1.drop_sectors(line, sectors);
        self.close_stores(line);
        let payload = self.outbox.payloads.lines.take(line, bytes);
        let bank = self.coalesced.turns()[index].bank;
        let gpu = &epoch.plan.gpu;
        let earliest = tags + gpu.mio.port_latency;
        let time = self.mio.miss(bank, earliest, gpu.l1.miss_interval);
        self.stats.read_sectors += u64::from(sectors.count_ones());
        self.send(Request {
            time,
            line,
            sm: self.id,
            kind: RequestKind::StrongLoad,
            sectors,
            token: load,
            payload,
            brings: 0,
            masks: 0,
        });
    }

    /// All of a load or copy past the L1 has been asked for.
    pub(super) fn finish_strong(&mut self, epoch: &Epoch, access: &Access, load: u32) {
        self.mio.hold_behind_lines();
        self.finish_open(access, load, access.global_read(&epoch.plan.gpu.mio));
    }
}

/// Cycles from a load's first register to its last; a copy's words are read of the L1 before they are written.
fn registers_written(mio: &MioConfig, access: &Access) -> u64 {
    match access.op.kind {
        MemKind::Copy(_) => mio.copy_read,
        _ => mio.register_write * (access.op.width.registers() as u64 - 1),
    }
}
