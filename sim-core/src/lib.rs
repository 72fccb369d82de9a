//! A GPU's cores: warps, sub-cores, SMs, dispatch, counters.
//!
//! The crate runs machine programs ([`sim_isa::program::Program`]) on a GPU
//! given as data ([`config::GpuConfig`]) and returns every counter of the
//! model ([`report::LaunchReport`], [`metrics`]). It knows no files, no wall
//! clock and no environment; the caller owns all three.
//!
//! Start reading at [`engine`], which says how time works, then [`sm`].

pub mod config;
pub mod dispatch;
pub mod engine;
pub mod exec;
pub mod fault;
mod functional;
pub mod launch;
pub mod metrics;
pub mod occupancy;
pub mod plan;
mod progress;
pub mod report;
pub mod sm;
pub mod stall;
