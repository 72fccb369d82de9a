//! A GPU's memory system: coalescer, banks, sectored caches, L2, DRAM.
//!
//! Each piece is small and testable alone; the crate knows addresses and
//! cycles, not warps or instructions.
//!
//! | module | holds |
//! |---|---|
//! | [`message`] | what an SM and the L2 say to each other |
//! | [`image`] | the bytes of global memory and what stores and atomics do to them |
//! | [`atomic`] | what each atomic operation does to a value |
//! | [`coalesce`] | one warp access → lines, sectors and passes through L1 |
//! | [`banks`] | one warp access → passes through shared memory |
//! | [`mod@line`] | what a cache keeps of a resident line |
//! | [`cache`] | the L2's tags |
//! | [`l1`] | an SM's L1: tags, lookups, merging of misses, stores |
//! | [`system`] | from the SMs' ports to DRAM and back, epoch by epoch |
//! | [`l2`] | the L2's shards: two sides, copies, atomics, write-back |
//! | [`dram`] | channels, banks, rows, turnaround |
//! | [`interleave`] | which slice and DRAM line an address belongs to |
//! | [`prefetch`] | asking the host for memory before it is needed |
//! | [`slots`] | numbers handed out in turn |
//! | [`server`] | a resource reserved first come, first served |

pub mod atomic;
pub mod atomic_operations;
pub mod atomic_passes;
pub mod banks;
mod by_cycle;
pub mod cache;
pub mod coalesce;
pub mod dram;
pub mod image;
mod inbox;
pub mod interleave;
pub mod l1;
pub mod l2;
pub mod line;
mod line_payload;
pub mod message;
mod outbox;
pub mod prefetch;
pub mod server;
pub mod slots;
pub mod system;

#[cfg(test)]
mod fixtures;
