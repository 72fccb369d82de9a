//! A GPU's memory system: coalescer, banks, sectored caches, L2, DRAM.
//!
//! Each piece is small and testable alone; the crate knows addresses and
//! cycles, not warps or instructions.
//!
//! | module | holds |
//! |---|---|
//! | [`message`] | what an SM and the L2 say to each other |
//! | [`image`] | the bytes of global memory and what stores and atomics do to them |
//! | [`coalesce`] | one warp access → lines, sectors and passes through L1 |
//! | [`banks`] | one warp access → passes through shared memory |

pub mod atomic;
pub mod banks;
pub mod coalesce;
pub mod image;
pub mod message;
