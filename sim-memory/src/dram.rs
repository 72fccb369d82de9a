//! DRAM behind one slice of the L2: channels, banks, rows, turnaround.
//!
//! Each request reserves what it needs and learns at once when its data will
//! be there; nothing is ticked. A channel's bus is a server that never waits
//! for a bank: the real controller reorders, so a request whose bank is busy
//! does not hold up others. For the same reason a bank serves as row hits the
//! few rows last used in it, which a controller would have collected. Writes
//! gather in batches, and each change of direction costs the bus a turnaround.
//!
//! Each bank is shut by its refresh in turn; the controller knows beforehand,
//! so that the bus loses little by it.
//!
//! Timings as rows of physical parameters follow Ramulator 2. Left out: bank
//! groups, and the command bus.

use crate::interleave::mix;
use crate::server::{Cost, Server};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// DRAM numbers; times in SM cycles.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DramConfig {
    /// Channels behind each slice of the L2. H200: 2 (192 pseudo-channels of
    /// six HBM3e stacks over 96 slices; vendor).
    pub channels_per_slice: u32,
    /// Bytes that a channel moves in an SM cycle, at most. H200: 12.93
    /// (32 bits at 2 × 3201 MHz over 1.98 GHz; vendor).
    pub bytes_per_cycle: f32,
    /// Share of the bus's time that refresh and the like take, 0 to 1.
    /// H200: 0.05 (measured: 4.57–4.68 of 4.92 TB/s are read).
    pub overhead: f32,
    /// Banks of a channel. H200: 16 (HBM3 standard, one stack id).
    pub banks: u32,
    /// Bytes that lie together in a row, as far as its hits show. H200: 256
    /// (measured: 64-byte fetches at strides of 64, 128, 256, 512 bytes run at
    /// 34, 29.5, 22, 21 a cycle, random ones at 19.5 to 21.9; HBM3's rows hold
    /// 1024, filled from several places).
    pub row_bytes: u32,
    /// Rows of a bank among which the controller's reordering finds hits.
    /// H200: 4 (assumed: three streams read and written reach peak rate).
    pub rows_in_reach: u32,
    /// tRP, precharge, cycles. H200: 32 (26 clocks of 0.625 ns; HBM3 preset of
    /// Ramulator 2).
    pub precharge: u32,
    /// tRCD, activate to read, cycles. H200: 38 (31 clocks; same source).
    pub activate: u32,
    /// tCL, read to data, cycles. H200: 25 (20 clocks; same source).
    pub column: u32,
    /// tREFI, between two refreshes of a bank, cycles. H200: 7722 (3.9 µs;
    /// HBM3 standard).
    pub refresh_interval: u32,
    /// tRFC, for which a refresh shuts a bank, cycles. H200: 500 (measured: of
    /// idle reads one in ten comes later than 810 cycles, one in a hundred
    /// later than 1,200, where those of the far side take 720).
    pub refresh: u32,
    /// tRC, between two activates of a bank, cycles. H200: 89 (72 clocks;
    /// same source).
    pub row_cycle: u32,
    /// Between two activates of a channel (tFAW / 4), cycles. H200: 9.2
    /// (measured: random 64-byte fetches reach 2.5–2.8 TB/s).
    pub activate_interval: f32,
    /// Cycles that the bus loses for a turn to writing and back. H200: 160
    /// (fitted with `write_batch`: copy 3.9 TB/s against 4.6 read, and streams
    /// that read and write 64 and 128 MB).
    pub turnaround: f32,
    /// Sectors gathered for writing before the bus turns. H200: 192 (same fit:
    /// reads wait for whole batches).
    pub write_batch: u32,
    /// Cycles of work that the bus may have before it and still accept a
    /// write; beyond, the slice waits. H200: 512 (assumed: a queue of a few
    /// dozen entries; matters when nothing but writes limits a kernel).
    pub write_queue: u32,
    /// Cycles from the slice's miss to the channel and from its data back,
    /// unloaded. H200: 175 (measured: near DRAM 535 − near hit 292 − the
    /// bank's own time).
    pub controller: u32,
}

/// Rows that a bank can remember.
const MOST_ROWS: usize = 8;
const NO_ROW: u32 = u32::MAX;

#[derive(Clone, Debug)]
struct Bank {
    /// The rows in reach, youngest first.
    rows: [u32; MOST_ROWS],
    /// When it may activate again.
    ready: u64,
    /// When the row last activated can be read.
    open: u64,
}

#[derive(Clone, Debug)]
struct Channel {
    bus: Server,
    activates: Server,
    banks: Vec<Bank>,
    /// Sectors gathered for writing.
    gathered: u32,
    /// Whether the bus last wrote.
    writing: bool,
}

/// Sectors moved.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct DramCounters {
    /// `dram__sectors_read.sum`; times 32 `dram__bytes_read.sum`.
    pub sectors_read: u64,
    /// `dram__sectors_write.sum`; times 32 `dram__bytes_write.sum`.
    pub sectors_write: u64,
}

/// The DRAM behind one slice.
#[derive(Clone, Debug)]
pub struct Dram {
    channels: Vec<Channel>,
    sector: Cost,
    activate_interval: Cost,
    turnaround: Cost,
    lines_per_row: u64,
    rows_in_reach: usize,
    config: DramConfig,
    /// What was moved.
    pub counters: DramCounters,
}

impl Dram {
    /// Idle, all rows closed.
    pub fn new(config: &DramConfig) -> Dram {
        let bank = Bank {
            rows: [NO_ROW; MOST_ROWS],
            ready: 0,
            open: 0,
        };
        let channel = Channel {
            bus: Server::default(),
            activates: Server::default(),
            banks: vec![bank; config.banks as usize],
            gathered: 0,
            writing: false,
        };
        let rate = config.bytes_per_cycle * (1.0 - config.overhead);
        Dram {
            channels: vec![channel; config.channels_per_slice as usize],
            sector: Cost::cycles(32.0 / rate),
            activate_interval: Cost::cycles(config.activate_interval),
            turnaround: Cost::cycles(config.turnaround),
            lines_per_row: u64::from(config.row_bytes / 128),
            rows_in_reach: (config.rows_in_reach as usize).clamp(1, MOST_ROWS),
            config: config.clone(),
            counters: DramCounters::default(),
        }
    }

    /// The same DRAM, idle, all rows closed, nothing counted.
    pub fn idle(&self) -> Dram {
        Dram::new(&self.config)
    }

    /// Reads sectors of a local line: when they are back at the slice.
    pub fn read(&mut self, at: u64, local: u64, sectors: u32) -> u64 {
        self.counters.sectors_read += u64::from(sectors);
        let cost = self.sector.times(sectors);
        let (channel, bank, row) = self.place(local);
        let open = self.open_row(channel, bank, row, at);
        let channel = &mut self.channels[channel];
        channel.writing = false;
        let bus = channel.bus.finish(at, cost);
        let bank_done = open + u64::from(self.config.column) + cost.whole_cycles();
        bus.max(bank_done) + u64::from(self.config.controller)
    }

    /// Writes sectors of a local line: when the write is accepted.
    pub fn write(&mut self, at: u64, local: u64, sectors: u32) -> u64 {
        self.counters.sectors_write += u64::from(sectors);
        let (channel_index, bank, row) = self.place(local);
        self.open_row(channel_index, bank, row, at);
        let channel = &mut self.channels[channel_index];
        channel.gathered += sectors;
        if channel.gathered >= self.config.write_batch {
            channel.drain(at, self.sector, self.turnaround);
        }
        self.accepted(at, channel_index)
    }

    /// Reads what a store needs beside it; nobody waits for the data. When the
    /// read is accepted.
    pub fn fill(&mut self, at: u64, local: u64, sectors: u32) -> u64 {
        self.read(at, local, sectors);
        self.accepted(at, self.place(local).0)
    }

    /// When a channel with this much work before it accepts more.
    fn accepted(&self, at: u64, channel: usize) -> u64 {
        let channel = &self.channels[channel];
        let busy = channel.bus.free_at().max(channel.activates.free_at());
        at.max(busy.saturating_sub(u64::from(self.config.write_queue)))
    }

    /// The channel, bank and row of a local line. Rows fill one after another
    /// over channels and banks; both are hashed, so that no stride misses some.
    fn place(&self, local: u64) -> (usize, usize, u32) {
        let channels = self.channels.len() as u64;
        let banks = u64::from(self.config.banks);
        let filled = local / self.lines_per_row;
        let sheet = filled / channels;
        let channel = (filled + mix(sheet)) % channels;
        let row = sheet / banks;
        let bank = (sheet ^ mix(row)) % banks;
        (channel as usize, bank as usize, row as u32)
    }

    /// When a bank is not shut by its refresh; banks take turns.
    fn refreshed(&self, bank: usize, at: u64) -> u64 {
        let interval = u64::from(self.config.refresh_interval);
        let turn = interval * bank as u64 / u64::from(self.config.banks);
        let since = (at + turn) % interval;
        at + u64::from(self.config.refresh).saturating_sub(since)
    }

    /// When a row can be read; activates it unless it is in reach.
    fn open_row(&mut self, channel: usize, bank: usize, row: u32, at: u64) -> u64 {
        let at = self.refreshed(bank, at);
        let channel = &mut self.channels[channel];
        let bank = &mut channel.banks[bank];
        let rows = &mut bank.rows[..self.rows_in_reach];
        if let Some(found) = rows.iter().position(|&r| r == row) {
            rows[..=found].rotate_right(1);
            return at.max(bank.open);
        }
        let closed = rows[0] == NO_ROW;
        rows.rotate_right(1);
        rows[0] = row;
        let precharged = if closed { 0 } else { self.config.precharge };
        let start = bank.ready.max(at + u64::from(precharged));
        // The channel's limit is a rate: it delays this activate, but one that
        // waits for its bank does not hold up other banks.
        let allowed = channel.activates.reserve(at, self.activate_interval);
        let start = start.max(allowed);
        bank.ready = start + u64::from(self.config.row_cycle);
        bank.open = start + u64::from(self.config.activate);
        bank.open
    }
}

impl Channel {
    /// Writes what has been gathered, turning the bus if it was reading.
    fn drain(&mut self, at: u64, sector: Cost, turnaround: Cost) {
        let turn = if self.writing { Cost::ZERO } else { turnaround };
        self.bus.reserve(at, sector.times(self.gathered).plus(turn));
        self.writing = true;
        self.gathered = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::dram as h200;

    /// Bytes a cycle of one slice's DRAM for these reads and writes at once.
    fn rate(accesses: impl Iterator<Item = (u64, bool)>) -> f64 {
        let mut dram = Dram::new(&h200());
        let (mut bytes, mut end) = (0, 0);
        for (local, write) in accesses {
            bytes += 64;
            match write {
                true => {
                    dram.write(0, local, 2);
                }
                false => end = end.max(dram.read(0, local, 2)),
            }
        }
        let free = dram.channels.iter().map(|c| c.bus.free_at()).max();
        bytes as f64 / end.max(free.expect("channels")) as f64
    }

    const PEAK: f64 = 2.0 * 12.93;

    /// A line in the bank of line 0, but in another row.
    fn other_row(dram: &Dram) -> u64 {
        let (channel, bank, row) = dram.place(0);
        (1..10_000)
            .find(|&line| {
                let place = dram.place(line);
                (place.0, place.1) == (channel, bank) && place.2 != row
            })
            .expect("another row")
    }

    #[test]
    fn an_idle_read_takes_activate_column_and_transfer() {
        let mut dram = Dram::new(&h200());
        let transfer = 6;
        assert_eq!(dram.read(1000, 0, 2), 1000 + 38 + 25 + transfer + 175);
    }

    #[test]
    fn a_row_hit_skips_the_activate_and_a_conflict_adds_the_precharge() {
        let mut config = h200();
        config.rows_in_reach = 1;
        let mut dram = Dram::new(&config);
        dram.read(0, 0, 2);
        let hit = dram.read(1000, 1, 2) - 1000;
        let conflict = dram.read(2000, other_row(&dram), 2) - 2000;
        assert_eq!((hit, conflict), (25 + 6 + 175, 32 + 38 + 25 + 6 + 175));
    }

    #[test]
    fn a_bank_stays_shut_until_its_row_cycle_is_over() {
        let mut config = h200();
        (config.rows_in_reach, config.precharge) = (1, 0);
        for (at, start) in [(88, 89), (89, 89), (90, 90)] {
            let mut dram = Dram::new(&config);
            dram.read(0, 0, 2);
            let local = other_row(&dram);
            assert_eq!(dram.read(at, local, 2), start + 38 + 25 + 6 + 175);
        }
    }

    #[test]
    fn a_write_is_accepted_while_the_queue_has_room_and_waits_beyond() {
        let config = h200();
        let mut dram = Dram::new(&config);
        let mut free = 0;
        for i in 0..400 {
            let accepted = dram.write(1000, i, 4);
            let busy = dram.channels[dram.place(i).0].bus.free_at();
            assert_eq!(accepted, 1000.max(busy.saturating_sub(512)));
            free = busy.max(free);
        }
        assert!(free > 1512, "the queue was filled: {free}");
    }

    #[test]
    fn a_stream_of_reads_reaches_the_measured_share_of_peak() {
        let share = rate((0..40_000).map(|i| (i / 2, false))) / PEAK;
        assert!((0.92..0.96).contains(&share), "{share}");
    }

    #[test]
    fn copying_pays_for_turning_the_bus() {
        let copy = (0..40_000).map(|i| (i / 4 + (i & 1) * 1_000_000, i & 1 == 1));
        let ratio = rate(copy) / rate((0..40_000).map(|i| (i / 2, false)));
        assert!((0.80..0.90).contains(&ratio), "{ratio}; measured 3.9 / 4.6");
    }

    #[test]
    fn random_fetches_are_bound_by_activates() {
        let random = (0..40_000).map(|i| (crate::interleave::mix(i) % 10_000_000, false));
        let all = rate(random) * 96.0;
        assert!(
            (1150.0..1450.0).contains(&all),
            "{all} B/cycle; measured 1250–1400"
        );
    }
}
