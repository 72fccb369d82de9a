//! The L2's numbers and counters.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// L2 numbers; times in SM cycles.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct L2Config {
    /// Shards: slices of one side. H200: 47 (94 of 96 slices: the driver tells a bus of
    /// 6,016 bits of 6,144, and Nsight Compute counts 94).
    pub shards: u32,
    /// Whether there are two sides with copies of each other's lines. H200:
    /// true (measured: first touch of a far line 475 cycles, then 292).
    pub two_sides: bool,
    /// Bits of an address whose parity is the side of its page of 4 KB, if there
    /// are two. Bit 12 is one of them, so that of two successive pages one lies
    /// on each side. H200: 12, 13, 15, 17, 19, 21, 22, 24, 26, 27 (measured: how
    /// often loads 2^k bytes apart are both near, for k from 7 to 28, `batch_2_*`).
    pub side_bits: Vec<u32>,
    /// Sets of a slice, a power of two. H200: 256 (assumed; 640 KB a slice).
    pub sets: u32,
    /// Lines of a set. H200: 20 (same).
    pub ways: u32,
    /// Reads of the other side's lines that stand in order before a slice, as long as misses among them can
    /// be waited for elsewhere: a copy is read behind those. H200: 4 (measured, `micro/h200/misses`).
    pub copy_reads: u32,
    /// Misses of the other side's lines that a slice waits for elsewhere; those beyond stay in order, and
    /// copies behind them. H200: 80 (measured, `micro/h200/crowded`: with 10 warps of each SM that wait for 16
    /// lines each, hits on the other side's lines begin to wait).
    pub copy_misses: u32,
    /// Reads of the other side's lines that stand in order at most: one more shuts the slice to its SMs. H200: 96
    /// (measured there: with 20 warps lines of the own side wait, too).
    pub copy_queue: u32,
    /// Cycles by which the second half of a line comes later than the first from DRAM, which sends each
    /// by itself, when both are asked for. H200: 20 (measured, `micro/h200/misses`: whole lines take 18
    /// to 27 cycles longer than words of them, while few are on their way).
    pub second_fetch: u32,
    /// Neighbouring lines that one slice holds, a power of two. H200: 4
    /// (measured: atomics on 1 KB run at the rate of two slices).
    pub chunk_lines: u32,
    /// Neighbouring pages of 4 KB of a side that are shuffled before their chunks
    /// are dealt to the slices, a power of two up to 64. H200: 8 (measured: of ranges of 4 KB to 4 MB
    /// and strides of a quarter to 128 KB what the busiest slice is asked for, 1.5
    /// times the mean for 132 KB, is met within 5.4 % in the mean; with 1 within 7.4,
    /// with 16 within 9.0).
    pub deck_pages: u32,
    /// Chooses the address function: units differ, so does this.
    pub hash_seed: u64,
    /// Share of a slice's lines that may hold partly written sectors,
    /// before the oldest of them is completed from DRAM. H200: 0.1123 (measured: of 4
    /// bytes stored into each sector of 4, 8, 16, 32, 64 MB, 0, 0.3, 8.7, 27.7,
    /// 60.3 MB are read).
    pub partial_share: f32,
    /// Share of a slice's lines that may be newer than DRAM, before the oldest
    /// is written back. H200: 0.477 (measured: 29.4 MB stay of 36 to 128 MB
    /// stored, whatever was read before).
    pub dirty_share: f32,
    /// Share of the L2's lines that are newer than DRAM when a launch begins.
    /// H200: 0.0388 (measured under Nsight Compute in many passes: kernels that
    /// read 64 MB or more and store nothing write 2.4 MB; 0.05 in one pass).
    pub dirty_before: f32,
    /// From a slice's port to its answer, on a hit. H200: 97 (measured: near
    /// hit 284, less the way there and back and the SM's own 33).
    pub hit_latency: u32,
    /// From one side to the other. H200: 91 (measured: first touch of a far
    /// line 475 − 292, halved).
    pub fabric_latency: u32,
    /// What an atomic adds to a hit. H200: 4 (measured, `atomic_chain_*`: 421 to
    /// 426 cycles on lines of both sides, where hits take 292 and 475).
    pub atomic_latency: u32,
    /// What a fence's flush adds to a hit. H200: 120 (measured: after a store to
    /// a near line a fence takes 381 to 430 cycles, 520 to 598 if it is far).
    pub flush_latency: u32,
    /// Requests that a slice looks up in a cycle. H200: 0.868 (measured: 81
    /// random sectors a cycle over 94 slices).
    pub requests_per_cycle: f32,
    /// Sectors that a slice reads in a cycle. H200: 1.727 (64 bytes, vendor for A100, in each cycle of the L2's
    /// clock, which are 1.158 of an SM's: all SMs on one line, `micro/h200/atomics`).
    pub read_sectors_per_cycle: f32,
    /// Sectors that a slice writes in a cycle, stored or come from DRAM. H200: 1
    /// (measured: 2500 bytes of full lines a cycle in all; and `stream_copy4_*`
    /// of 4 to 16 MB: 870 cycles a MB read and written, where writing takes 420).
    pub write_sectors_per_cycle: f32,
    /// Sectors that a slice passes on to the other side, or takes as copies
    /// from there, in a cycle. H200: 2
    /// (same fit: 4 + ½ · 2 cycles a full line).
    pub forward_sectors_per_cycle: f32,
    /// Sectors that go from one side to the other in a cycle over a link, which two slices of a side
    /// share. H200: 0.868 (the L2's clock; measured on an H100, `micro/h200/copies`: whole lines stored
    /// from the other side go at 0.42 sectors a cycle for each slice).
    pub link_sectors_per_cycle: f32,
    /// Sectors' time that what brings none takes of such a link: requests of loads, and what drops copies. H200:
    /// 0.25 (measured likewise: 9.7 cycles a line stored, of which copies are dropped, where its sectors alone would
    /// take 9.2).
    pub link_request_sectors: f32,
    /// Cycles for the byte mask of a partly written line, at its home and where it changes parts of a copy,
    /// beside those of the way in. H200: 1 (measured: 59, 48, 35 partial sectors a cycle with 4, 2, 1 of them in a
    /// line; and stores and loads by turns, `micro/h200/atomics`).
    pub mask_cycles: f32,
    /// Cycles of a slice's way in for writing back what has been completed of a line, where it is done at once: of a line
    /// that was stored to again, and of all that was completed before it. H200: 9 (measured,
    /// `micro/h200/completed`: 8.7 to 12.6 for lines stored to again, whatever sectors and words, 6.8 to 10 for each
    /// sector or pair of lines stored to piece by piece).
    pub mend_cycles: f32,
    /// Cycles of an atomic's or reduction's operation on a sector, where its pass touches some sector of the line in
    /// part: lanes on one word are as many. H200: 1.447 (measured, `micro/h200/atomics`: one hot line, whatever the
    /// words, from whichever side and whether old values are wanted or not).
    pub atomic_part_cycles: f32,
    /// The same where all that it touches are whole; twice as many where several lanes compare and
    /// swap. H200: 1.158 (measured there: a cycle of the L2's clock).
    pub atomic_sector_cycles: f32,
    /// Cycles that a packet of an atomic's operands takes the port of a slice that passes it on to the other
    /// side. H200: 0.58, half a cycle of the L2's clock (measured, `micro/h200/atomics`: 53.4 lone words a cycle
    /// of lines of both sides, 54.8 of near ones).
    pub atomic_pass_cycles: f32,
    /// Cycles that a sector of what SMs store or bring for atomics takes the way into the slice where it enters,
    /// wherever it goes, and as many its byte mask. H200: 1.21 (measured there: 39, 26 and 15.5 a cycle over all
    /// slices of parts of one, two and four sectors, which with their mask are two, three and five).
    pub way_cycles: f32,
    /// Sectors' time that a lone lane's atomic takes that way beside its sector, for it has no mask. H200: 0.42
    /// (measured there: 54.8 a cycle).
    pub way_lone_sectors: f32,
    /// Sectors' time that a load's request takes that way. H200: 0.5 (measured there: stores and loads by turns, of
    /// one word or of one in two sectors, 29 and 22 of each a cycle).
    pub way_request_sectors: f32,
    /// Cycles between two floating-point additions to one word. H200: 3.5
    /// (measured: 0.288 a cycle).
    pub float_chain: f32,
    /// Sectors that the front end flushes at each slice around a launch.
    /// H200: 6 (measured: an empty kernel makes 564 `lts__t_sectors_op_membar`
    /// on 94 slices).
    pub flush_sectors: u32,
    /// Sectors that an SM flushes, when a kernel ends, for each slice it has
    /// sent anything to. H200: 2 (measured: 24,816 = 2 × 94 × 132 beyond those
    /// of the front end in kernels that touch 32 MB or more, 12,032 at 4 MB,
    /// 3,825 at 1 MB: the share of all pairs that so many chunks hit).
    pub flush_sectors_per_sm: u32,
    /// Cycles that a slice takes to flush for an SM when a kernel ends. H200: 3.4 to 6 by the chip (measured).
    pub flush_cycles: f32,
}

impl L2Config {
    /// Into how many parts it is split, each with a slice in every shard.
    pub fn sides(&self) -> u32 {
        1 + u32::from(self.two_sides)
    }

    /// Slices in all.
    pub fn slices(&self) -> u32 {
        self.shards * self.sides()
    }
}

/// What the L2 did. Names are Nsight Compute's, summed over all slices; those
/// of the source `tex` hold what arrives from SMs, at the slice where it enters.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct L2Counters {
    /// `lts__t_requests_srcunit_tex_op_read`: lines asked for by loads, after
    /// the GPC's coalescer.
    pub requests_read: u64,
    /// `lts__t_requests_srcunit_tex_op_write`: lines written by stores.
    pub requests_write: u64,
    /// Of these, lines of which some sector was stored in part.
    pub requests_masked: u64,
    /// Part of `lts__t_requests_srcunit_tex`: passes of reductions over a
    /// line, each word at most once in a pass.
    pub requests_red: u64,
    /// The same for atomics that return a value.
    pub requests_atom: u64,
    /// `lts__t_sectors_srcunit_tex_op_read`: sectors asked for.
    pub sectors_read: u64,
    /// `lts__t_sectors_srcunit_tex_op_write`: sectors written to.
    pub sectors_write: u64,
    /// `lts__t_sectors_srcunit_tex_op_red`: sector operations; lanes on one
    /// word are as many.
    pub sectors_red: u64,
    /// `lts__t_sectors_srcunit_tex_op_atom`: likewise.
    pub sectors_atom: u64,
    /// `…_op_read_lookup_hit`: asked sectors that were there or on their way.
    pub read_hits: u64,
    /// `…_op_read_lookup_miss`: sectors fetched, from DRAM or from the other
    /// side; the neighbour that a fetch of 64 bytes brings counts too.
    pub read_misses: u64,
    /// `…_op_write_lookup_hit`: all written sectors, because stores allocate.
    pub write_hits: u64,
    /// Sector operations of reductions and atomics whose sector was there, and
    /// all that only pass through on the way to the other side (measured: of
    /// operations on as many cold sectors half hit); with the two above
    /// `lts__t_sectors_srcunit_tex_lookup_hit`.
    pub atomic_hits: u64,
    /// Sectors fetched for reductions and atomics of the home's own side; with
    /// `read_misses` `lts__t_sectors_srcunit_tex_lookup_miss`.
    pub atomic_misses: u64,
    /// `lts__t_sectors_srcunit_gcc`: sectors of instructions and constants.
    pub sectors_code: u64,
    /// Of these, sectors that were not there: each side's first.
    pub code_misses: u64,
    /// Sectors that passed from one side to the other, looked up once more at
    /// their home; with `dropped_copies` and `flushes_crossed` `lts__t_sectors_srcunit_ltcfabric`.
    pub fabric_sectors: u64,
    /// Of these, sectors fetched from DRAM.
    pub fabric_misses: u64,
    /// Reads, stores and passes of atomics that passed from one side to the other, and what drops
    /// copies there; but for what tells of evictions `lts__t_requests_srcunit_ltcfabric`.
    pub fabric_requests: u64,
    /// Of these, passes of reductions.
    pub fabric_reductions: u64,
    /// Sectors of old values that atomics sent back over the fabric.
    pub fabric_returns: u64,
    /// Copies that one side dropped because the other was written to; hits.
    pub dropped_copies: u64,
    /// Partly written sectors that were completed from DRAM; misses.
    pub fill_sectors: u64,
    /// `lts__t_sectors_op_membar`: what SMs and front end flush at the end of
    /// a launch; hits.
    pub flush_sectors: u64,
    /// Of these, flushes that an SM's own side passes to the other.
    pub flushes_crossed: u64,
    /// `dram__sectors_read`; times 32 `dram__bytes_read`.
    pub dram_sectors_read: u64,
    /// `dram__sectors_write`; times 32 `dram__bytes_write`. What is dirty in
    /// the L2 when a kernel ends is not written.
    pub dram_sectors_write: u64,
}

impl L2Counters {
    /// `lts__t_requests_srcunit_tex`.
    pub fn requests(&self) -> u64 {
        self.requests_read + self.requests_write + self.requests_red + self.requests_atom
    }

    /// `lts__t_sectors_srcunit_tex`.
    pub fn sectors(&self) -> u64 {
        self.sectors_read + self.sectors_write + self.sectors_red + self.sectors_atom
    }

    /// `lts__t_sectors_srcunit_tex_lookup_hit`.
    pub fn hits(&self) -> u64 {
        self.read_hits + self.write_hits + self.atomic_hits
    }

    /// `lts__t_sectors_srcunit_tex_lookup_miss`.
    pub fn misses(&self) -> u64 {
        self.read_misses + self.atomic_misses
    }

    /// `lts__t_sectors`.
    pub fn all_sectors(&self) -> u64 {
        self.sectors()
            + self.sectors_code
            + self.fabric_sectors
            + self.dropped_copies
            + self.fill_sectors
            + self.flush_sectors
    }

    /// `lts__t_sectors_srcunit_ltcfabric`.
    pub fn crossed_sectors(&self) -> u64 {
        self.fabric_sectors + self.dropped_copies + self.flushes_crossed
    }

    /// `lts__t_sectors_lookup_hit`.
    pub fn all_hits(&self) -> u64 {
        self.hits()
            + (self.sectors_code - self.code_misses)
            + (self.fabric_sectors - self.fabric_misses)
            + self.dropped_copies
            + self.flush_sectors
    }

    /// `lts__t_sectors_lookup_miss`.
    pub fn all_misses(&self) -> u64 {
        self.misses() + self.code_misses + self.fabric_misses + self.fill_sectors
    }

    /// Adds another's counts.
    pub fn add(&mut self, other: &L2Counters) {
        let L2Counters {
            requests_read,
            requests_write,
            requests_masked,
            requests_red,
            requests_atom,
            sectors_read,
            sectors_write,
            sectors_red,
            sectors_atom,
            read_hits,
            read_misses,
            write_hits,
            atomic_hits,
            atomic_misses,
            sectors_code,
            code_misses,
            fabric_sectors,
            fabric_misses,
            fabric_requests,
            fabric_reductions,
            fabric_returns,
            dropped_copies,
            fill_sectors,
            flush_sectors,
            flushes_crossed,
            dram_sectors_read,
            dram_sectors_write,
        } = other;
        self.requests_read += requests_read;
        self.requests_write += requests_write;
        self.requests_masked += requests_masked;
        self.requests_red += requests_red;
        self.requests_atom += requests_atom;
        self.sectors_read += sectors_read;
        self.sectors_write += sectors_write;
        self.sectors_red += sectors_red;
        self.sectors_atom += sectors_atom;
        self.read_hits += read_hits;
        self.read_misses += read_misses;
        self.write_hits += write_hits;
        self.atomic_hits += atomic_hits;
        self.atomic_misses += atomic_misses;
        self.sectors_code += sectors_code;
        self.code_misses += code_misses;
        self.fabric_sectors += fabric_sectors;
        self.fabric_misses += fabric_misses;
        self.fabric_requests += fabric_requests;
        self.fabric_reductions += fabric_reductions;
        self.fabric_returns += fabric_returns;
        self.dropped_copies += dropped_copies;
        self.fill_sectors += fill_sectors;
        self.flush_sectors += flush_sectors;
        self.flushes_crossed += flushes_crossed;
        self.dram_sectors_read += dram_sectors_read;
        self.dram_sectors_write += dram_sectors_write;
    }
}
