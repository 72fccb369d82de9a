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
    /// From a slice's answer to the SM, on average. H200: 79 (same).
    pub response_latency: u32,
    /// How far a slice may be nearer or farther than the average, each way.
    /// H200: 15 (measured: hits spread by ±30 there and back, alike for every
    /// SM).
    pub distance_spread: u32,
    /// Bytes of data that a GPC takes in from the L2 in a cycle. H200: 650
    /// (measured: 645–663 for 6 to 18 SMs).
    pub read_bytes_per_cycle: f32,
    /// Bytes of data that an SM takes in in a cycle. H200: 123 (measured).
    pub sm_read_bytes_per_cycle: f32,
    /// Bytes of stores and atomics that a GPC sends in a cycle. H200: 460
    /// (measured: 440 with 16 SMs, 468 with 18).
    pub write_bytes_per_cycle: f32,
    /// Lines that the coalescer of a GPC remembers in flight, a power of two.
    /// H200: 1024 (assumed; AccelSim's LRC).
    pub coalescer_lines: u32,
    /// SMs that one request of the coalescer serves. H200: 4 (measured: 132
    /// SMs that read one line make 34 requests, the sum of ceil(SMs / 4) over
    /// the GPCs).
    pub coalescer_sms: u32,
}
