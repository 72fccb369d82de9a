//! An H200 of a single SM, for what all SMs did alike on the GPU.

use super::timed::h200;
use sim_core::engine::Simulator;

/// The machine.
pub fn one_sm() -> Simulator {
    h200(&[("chip.lone_sms", "0"), ("chip.gpc_sms", "[1]")])
}
