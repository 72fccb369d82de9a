//! What was launched, and what a thread and a block take.

use super::{Counter, Row, Section, counters, number, words};
use crate::format::dimensions;
use crate::view::Launch;

/// See the module.
pub struct LaunchStats;

const RESOURCES: [Counter; 5] = [
    (
        "Registers Per Thread",
        "register",
        "launch__registers_per_thread",
    ),
    (
        "Static Shared Memory Per Block",
        "byte",
        "launch__shared_mem_per_block_static",
    ),
    (
        "Dynamic Shared Memory Per Block",
        "byte",
        "launch__shared_mem_per_block_dynamic",
    ),
    (
        "Shared Memory Configuration Size",
        "byte",
        "launch__shared_mem_config_size",
    ),
    ("Waves Per SM", "wave", "launch__waves_per_multiprocessor"),
];

impl Section for LaunchStats {
    fn name(&self) -> &'static str {
        "LaunchStats"
    }

    fn title(&self) -> &'static str {
        "launch statistics"
    }

    fn rows(&self, launch: &Launch) -> Vec<Row> {
        let threads = (launch.blocks() * launch.block_threads()) as f64;
        let mut rows = vec![
            words("Grid", "block", dimensions(launch.grid)),
            words("Block", "thread", dimensions(launch.block)),
            number("Grid Size", "block", Some(launch.blocks() as f64)),
            number("Block Size", "thread", Some(launch.block_threads() as f64)),
            number("Threads", "thread", Some(threads)),
            number("SMs", "SM", Some(launch.sms.len() as f64)),
        ];
        rows.extend(counters(launch, &RESOURCES));
        rows
    }
}
