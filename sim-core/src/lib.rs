//! A GPU's cores: warps, sub-cores, SMs, dispatch, counters.
pub mod occupancy;
