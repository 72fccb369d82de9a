//! Occupancy: too few resident warps to hide latency, and the resource that
//! keeps more of them out.

use super::place::Place;
use super::{Advice, Gain, stall_share};
use crate::format::fixed;
use crate::view::{Gpu, Launch};

/// The reasons that more warps could hide.
const REASONS: [&str; 5] = [
    "long_scoreboard",
    "short_scoreboard",
    "wait",
    "barrier",
    "branch_resolving",
];

/// The limits, their names, and what raises them.
const LIMITS: [(&str, &str, &str); 3] = [
    (
        "launch__occupancy_limit_registers",
        "registers",
        "Use fewer registers a thread (a smaller loop body, __launch_bounds__).",
    ),
    (
        "launch__occupancy_limit_shared_mem",
        "shared memory",
        "Use less shared memory a block (a smaller tile, or reuse it between phases).",
    ),
    (
        "launch__occupancy_limit_blocks",
        "the number of block slots",
        "Use larger blocks: the SM holds no more blocks, but more warps.",
    ),
];

/// A launch whose resident warps are limited while schedulers idle.
pub fn find(launch: &Launch, gpu: &Gpu) -> Vec<Advice> {
    advice(launch, gpu).into_iter().collect()
}

fn advice(launch: &Launch, gpu: &Gpu) -> Option<Advice> {
    let percent = launch.metric("sm__maximum_warps_per_active_cycle_pct")?;
    let enough_blocks = launch.blocks() > u64::from(gpu.sms) * resident(launch)?;
    if percent >= 100.0 || !enough_blocks {
        return None;
    }
    let (resource, remedy) = limiter(launch)?;
    let waiting = stall_share(launch, &REASONS);
    let idle = 1.0 - issue_utilisation(launch)?;
    Some(Advice {
        rule: "occupancy",
        launch: launch.name.clone(),
        place: Place::whole(launch),
        finding: format!(
            "occupancy: {} % of an SM's warps can be resident where 100 % could; the limit is {resource}",
            fixed(percent, 0)
        ),
        remedy,
        ideal: None,
        gain: Gain {
            simulated: None,
            cycles: launch.cycles()?,
            share: (waiting * (1.0 - percent / 100.0)).min(idle),
            basis: format!(
                "{} % of warps' time is latency; schedulers idle {} % of cycles",
                fixed(100.0 * waiting, 0),
                fixed(100.0 * idle, 0)
            ),
        },
    })
}

fn resident(launch: &Launch) -> Option<u64> {
    let limits = LIMITS.iter().map(|(metric, _, _)| launch.metric(metric));
    limits
        .chain([launch.metric("launch__occupancy_limit_warps")])
        .map(|limit| limit.map(|blocks| blocks as u64))
        .min()
        .flatten()
}

/// The resource that allows the fewest blocks, unless warp slots do.
fn limiter(launch: &Launch) -> Option<(&'static str, &'static str)> {
    let warps = launch.metric("launch__occupancy_limit_warps")?;
    let limits = LIMITS
        .iter()
        .filter_map(|(metric, name, remedy)| Some((launch.metric(metric)?, *name, *remedy)));
    let (blocks, name, remedy) = limits.min_by(|a, b| a.0.total_cmp(&b.0))?;
    (blocks < warps).then_some((name, remedy))
}

/// The share of active scheduler cycles that issue, from 0 to 1.
fn issue_utilisation(launch: &Launch) -> Option<f64> {
    launch.ratio("smsp__issue_active.sum", "smsp__cycles_active.sum")
}
