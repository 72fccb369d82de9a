//! Divergence: instructions that run with few of a warp's 32 threads because
//! its threads went different ways.

use super::place::Place;
use super::{Advice, Gain, stall_share};
use crate::format::{count, fixed};
use crate::view::{Gpu, Instruction, Launch, divide};

const LANES: f64 = 32.0;

/// The reasons whose time grows with the number of instructions.
const REASONS: [&str; 8] = [
    "selected",
    "not_selected",
    "wait",
    "math_pipe_throttle",
    "no_instruction",
    "branch_resolving",
    "dispatch_stall",
    "short_scoreboard",
];

/// The branch that splits the most warps, if instructions run part-filled.
pub fn find(launch: &Launch, _: &Gpu) -> Vec<Advice> {
    let advice = || {
        let branch = launch.code.iter().max_by_key(|one| one.divergent)?;
        let lanes = average_lanes(launch)?;
        (branch.divergent > 0 && lanes < full(launch))
            .then(|| advice(launch, branch, lanes))
            .flatten()
    };
    advice().into_iter().collect()
}

fn average_lanes(launch: &Launch) -> Option<f64> {
    let executed: u64 = launch.code.iter().map(|one| one.executed).sum();
    let threads: u64 = launch.code.iter().map(|one| one.threads).sum();
    divide(threads as f64, executed as f64)
}

/// Threads a warp has on average: a block's last warp may be partial.
fn full(launch: &Launch) -> f64 {
    let threads = launch.block_threads();
    threads as f64 / threads.div_ceil(32).max(1) as f64
}

fn advice(launch: &Launch, branch: &Instruction, lanes: f64) -> Option<Advice> {
    let busy = stall_share(launch, &REASONS);
    let ideal = full(launch);
    Some(Advice {
        rule: "divergence",
        launch: launch.name.clone(),
        place: Place::of(launch, branch),
        finding: format!(
            "divergence: {} of {} threads active per instruction; this branch split warps {} times",
            fixed(lanes, 1),
            fixed(LANES, 0),
            count(branch.divergent)
        ),
        remedy: "Let all threads of a warp take the same way: decide by warp, not by lane, or sort the work.",
        ideal: None,
        gain: Gain {
            simulated: None,
            cycles: launch.cycles()?,
            share: busy * (1.0 - lanes / ideal),
            basis: format!(
                "{} % of warps' time goes into instructions, {} % of whose lanes are idle",
                fixed(100.0 * busy, 0),
                fixed(100.0 * (1.0 - lanes / ideal), 0)
            ),
        },
    })
}
