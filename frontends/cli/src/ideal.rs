//! The gain of a piece of advice by simulation: its launch once more, on a
//! machine that has the ideal.
//!
//! Only where a machine can have it (a switch of the configuration), and only
//! for launches that are cheap to simulate again. The launch begins from the
//! file's initial data, so the answer counts only if it executes as many
//! instructions as before.

use std::sync::Arc;

use sim_workload::document::Document;
use sim_workload::host::{self, RunOptions};

use crate::advice::Advice;
use crate::view::{Launch, Run};

/// Warp instructions up to which a launch is simulated again.
const CHEAP: u64 = 3_000_000;

/// Simulates the ideal of each piece of advice that has one.
pub fn simulate(document: &Document, options: &RunOptions, run: &mut Run) {
    for advice in &mut run.advice {
        let launch = run.launches.iter().find(|one| one.name == advice.launch);
        advice.gain.simulated = launch.and_then(|launch| cycles(document, options, launch, advice));
    }
}

/// Cycles of the launch on the ideal machine.
fn cycles(
    document: &Document,
    options: &RunOptions,
    launch: &Launch,
    advice: &Advice,
) -> Option<f64> {
    let (path, value) = advice.ideal?;
    let executed: u64 = launch.code.iter().map(|one| one.executed).sum();
    if executed > CHEAP {
        return None;
    }
    let mut gpu = (*options.gpu).clone();
    gpu.set(path, value).ok()?;
    let options = RunOptions {
        gpu: Arc::new(gpu),
        only: Some(launch.name.clone()),
        ..options.clone()
    };
    let again = host::run(document, &options, &mut |_, _, _| {}).ok()?;
    let report = again.launches.iter().find(|one| one.name == launch.name)?;
    let executed_again: u64 = report.pcs.iter().map(|one| one.executed).sum();
    report
        .cycles_elapsed
        .filter(|_| executed_again == executed)
        .map(|cycles| cycles as f64)
}
