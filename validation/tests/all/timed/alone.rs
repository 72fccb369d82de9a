//! An H200 of a single SM, for what all SMs did alike on the GPU.

use super::h200_run;
use sim_core::engine::{EngineOptions, Simulator};

/// The machine, with some `numbers` of its configuration changed.
pub fn one_sm(numbers: &[(&str, &str)]) -> Simulator {
    let alone = [("chip.lone_sms", "0"), ("chip.gpc_sms", "[1]")];
    let options = EngineOptions {
        threads: 1,
        ..EngineOptions::default()
    };
    h200_run(&[&alone, numbers].concat(), options)
}
