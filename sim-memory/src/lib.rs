//! A GPU's memory system: coalescer, banks, sectored caches, L2, DRAM.
