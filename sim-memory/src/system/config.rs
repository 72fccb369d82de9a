//! The numbers of the way between SMs and L2.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A GPC's ports and the crossbar; times in SM cycles.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GpcConfig {
    /// From an SM's port to a slice's, on average. H200: 75 (with
    /// `response_latency`, L2's `hit_latency` and the SM's own 33 cycles the
    /// measured near hit of 292; the split is assumed).
    pub request_latency: u32,
    /// From a slice's answer to an SM of the nearest TPC, on average over the
    /// slices. H200: 69 (same, and `tpc_distances`).
    pub response_latency: u32,
    /// By a TPC's place in its GPC: how much longer than from the nearest one its
    /// SMs' way to the L2 is, cycles; the way back is the same for all. Of places beyond
    /// the list the last holds, and none is farther if it is empty. H200: 0 to 20 (measured:
    /// `places.txt`, every SM's hits of the L2 take 287 to 310 cycles, by the place of
    /// its TPC in the GPC, alike in every GPC but for two places; `order.txt`, whose of two
    /// SMs' requests comes first).
    pub tpc_distances: Vec<u32>,
    /// How far a slice may be nearer or farther than the average, each way.
    /// H200: 15 (measured: hits spread by ±30 there and back, alike for every
    /// SM).
    pub distance_spread: u32,
    /// Bytes of data that a GPC takes in from the L2 in a cycle. H200: 650
    /// (measured: 645–663 for 6 to 18 SMs).
    pub read_bytes_per_cycle: f32,
    /// Bytes of data that an SM takes in in a cycle. H200: 123 (measured: 128, 120 and 121 for one, two and four SMs).
    pub sm_read_bytes_per_cycle: f32,
    /// CPCs of a GPC, on which its TPCs are dealt in turn. H200: 3 (measured, `cpc`: whose stores
    /// become faster when a TPC's stop).
    pub cpcs: u32,
    /// Ways out of a CPC, each to its share of the slices. H200: 2 (measured, `cpc`: five SMs whose lines
    /// are at home in one of two groups of slices send 97 bytes a cycle together, six that store everywhere 155).
    pub cpc_ways: u32,
    /// Sectors of stores and atomics' operands that a way takes in a cycle, a byte mask as one. H200: 3
    /// (measured likewise: 97 bytes a cycle).
    pub cpc_sectors_per_cycle: f32,
    /// Sectors that may wait for a way behind its entrance. H200: 3 (measured, `cpc`: what four, five and six SMs
    /// lose by each other).
    pub cpc_queue: u32,
    /// Sectors of atomics' operands that a GPC sends in a cycle. H200: 8
    /// (measured: a cluster of 16 SMs sends 8 of additions to whole lines and
    /// to a word of each sector, 7.7 and 8.2 of compare-and-swaps, 7.2 where
    /// lines have two).
    pub atomic_sectors_per_cycle: f32,
    /// Requests that the coalescer of a GPC remembers in flight, a power of two.
    /// H200: 2048 (measured: how often loads ride where 34,000 of a GPC are under way, `l2-load`).
    pub coalescer_lines: u32,
    /// Loads that one request of the coalescer serves. H200: 4 (measured: 132
    /// SMs that read one line make 34 requests, the sum of ceil(SMs / 4) over
    /// the GPCs).
    pub coalescer_loads: u32,
    /// How long before an answer leaves its slice nobody rides with it any more, in
    /// the mean over the slices, cycles: it has come back to the coalescer. H200: 33
    /// (measured: SMs that ask for a line of the L2 one after the other go there once
    /// up to 64 cycles in the mean, `riders`, of the 97 of `hit_latency`).
    pub coalescer_lead: u32,
    /// Bytes of code that a GPC's instruction cache asks the L2 for at once,
    /// two lines. H200: 256 (measured: `gcc__xbar2gcc_sectors` is eight times
    /// `gcc__gcc2xbar_requests_type_instruction`).
    pub code_block_bytes: u32,
    /// Such blocks fetched beyond the end of a kernel. H200: 8 (measured: a
    /// GPC makes 9, 10, 16, 72, 256 requests for kernels of 1, 2, 8, 64, 248
    /// blocks).
    pub code_blocks_ahead: u32,
    /// Bytes of constants and descriptors that a GPC reads for a launch. H200:
    /// 768 (measured: 192 sectors of `lts__t_sectors_srcunit_gcc` beyond those
    /// of instructions, over eight GPCs).
    pub constant_bytes: u32,
    /// Of these, bytes that come from DRAM; the front end has written the
    /// others. H200: 256 (measured: an empty kernel reads 2,560 bytes of DRAM,
    /// nine blocks of code and these).
    pub constant_cold_bytes: u32,
}
