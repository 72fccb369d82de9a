//! A GPU's cores: warps, sub-cores, SMs, dispatch, counters.
//!
//! The crate runs machine programs ([`sim_isa::program::Program`]) on a GPU
//! given as data ([`config::GpuConfig`]) and returns every counter of the
//! model ([`report::LaunchReport`], [`metrics`]). It knows no files, no wall
//! clock and no environment; the caller owns all three.
//!
//! Start reading at [`engine`], which says how time works, then [`sm`].
//!
//! | module | holds |
//! |---|---|
//! | [`config`] | a GPU as data; `gpus/*.ron` are the built-in ones |
//! | [`occupancy`] | how many blocks fit on an SM, and what limits them |
//! | [`peaks`] | what a GPU can do at most |
//! | [`launch`] | what a launch asks for, and how it can fail |
//! | [`plan`] | a launch worked out: what every SM needs to know |
//! | [`engine`] | epochs: SMs in parallel, then the memory side |
//! | [`dispatch`] | which block starts where and when |
//! | [`sm`] | one SM: sub-cores, queues to memory, blocks |
//! | [`exec`] | what an instruction does to a warp's values, without time |
//! | [`stall`] | why a warp did not issue |
//! | [`fault`] | how a kernel can fault while it runs |
//! | [`report`], [`metrics`] | raw counters, and what Nsight Compute calls what follows from them |

pub mod config;
pub mod deal;
pub mod dispatch;
pub mod engine;
pub mod exec;
pub mod fault;
mod functional;
pub mod launch;
pub mod metrics;
pub mod occupancy;
pub mod peaks;
pub mod plan;
mod progress;
pub mod report;
pub mod sm;
pub mod stall;
