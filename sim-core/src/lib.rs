//! A GPU's cores: warps, sub-cores, SMs, dispatch, counters.
pub mod exec;
pub mod occupancy;
