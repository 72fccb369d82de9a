//! A GPU's memory system: coalescer, banks, sectored caches, L2, DRAM.
//!
//! Each piece is small and testable alone; the crate knows addresses and
//! cycles, not warps or instructions.

pub mod message;
