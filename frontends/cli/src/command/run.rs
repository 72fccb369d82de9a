//! `sim run`: simulate a workload file and report.

use std::sync::Arc;

use sim_core::config::GpuConfig;
use sim_core::engine::{EngineOptions, LaunchError};
use sim_core::launch::Limits;
use sim_workload::claim::ClaimOutcome;
use sim_workload::document::Document;
use sim_workload::host::{self, RunOptions};
use sim_workload::outcome::{ExpectationOutcome, LaunchFault, RunOutcome};

use crate::args::{Format, RunArgs};
use crate::failure::Failure;
use crate::output::{self, Exit, colour};
use crate::progress::Progress;
use crate::section::{self, Section};
use crate::view::{Run, Timing};
use crate::{advice, convert, csv, ideal, json, machine, report};

/// Runs the workload and prints what came out.
pub fn run(args: &RunArgs) -> Result<Exit, Failure> {
    let gpu = Arc::new(machine::load(&args.gpu)?);
    let document = Document::read(&args.file)?;
    let options = options(args, gpu.clone());
    let progress = Progress::over("launches");
    let outcome = host::run(&document, &options, &mut |name, number, total| {
        progress.begin(name, number, total);
    })?;
    let mut run = view(args, &gpu, &outcome);
    ideal::simulate(&document, &options, &mut run);
    drop(progress);
    output::print(&text(args, &run)?)?;
    diagnose(&document, &outcome);
    Ok(exit(&outcome))
}

fn options(args: &RunArgs, gpu: Arc<GpuConfig>) -> RunOptions {
    let defaults = EngineOptions::default();
    RunOptions {
        gpu,
        engine: EngineOptions {
            threads: args.threads.map_or(defaults.threads, usize::from),
            functional: args.functional,
            limits: limits(args),
            max_memory: args.max_memory.0,
            ..defaults
        },
        overrides: args.param.iter().map(super::over).collect(),
        only: args.kernel.clone(),
    }
}

fn limits(args: &RunArgs) -> Limits {
    let defaults = Limits::default();
    Limits {
        max_cycles: args.max_cycles.unwrap_or(defaults.max_cycles),
        max_instructions: args.max_instructions.unwrap_or(defaults.max_instructions),
    }
}

fn view(args: &RunArgs, gpu: &GpuConfig, outcome: &RunOutcome) -> Run {
    let mut run = Run {
        workload: args.file.display().to_string(),
        gpu: convert::gpu(gpu, args.gpu.set.iter().map(ToString::to_string).collect()),
        functional: args.functional,
        launches: outcome.launches.iter().map(convert::launch).collect(),
        repeated: convert::repeated(outcome),
        output: convert::output(outcome),
        buffers: convert::buffers(outcome),
        expectations: outcome
            .expectations
            .iter()
            .map(convert::expectation)
            .collect(),
        claims: outcome.claims.iter().map(convert::claim).collect(),
        fault: outcome.fault.as_ref().and_then(convert::fault),
        faulted: outcome.faulted.iter().filter_map(convert::fault).collect(),
        timing: args.timing.then(|| timing(outcome)),
        advice: Vec::new(),
    };
    run.advice = advice::advise(&run);
    run
}

fn timing(outcome: &RunOutcome) -> Timing {
    let executed = outcome.launches.iter().flat_map(|launch| &launch.pcs);
    Timing {
        warp_insts: executed.map(|pc| pc.executed).sum(),
        wall_s: outcome.wall.as_secs_f64(),
    }
}

fn text(args: &RunArgs, run: &Run) -> Result<String, Failure> {
    match args.format {
        Format::Json => Ok(json::text(run)?),
        Format::Csv => Ok(csv::text(run)),
        Format::Text => Ok(report_and_sections(args, run)),
    }
}

fn report_and_sections(args: &RunArgs, run: &Run) -> String {
    let chosen = section::ALL.into_iter().filter(|one| wanted(args, *one));
    let mut parts = vec![report::text(run)];
    parts.extend(chosen.map(|one| section::text(one, run)));
    parts.join("\n")
}

fn wanted(args: &RunArgs, section: &dyn Section) -> bool {
    let named = args
        .section
        .iter()
        .any(|one| one.0.name() == section.name());
    args.details || named
}

/// Says on standard error what kept a launch from starting and expectations
/// from having an answer.
fn diagnose(document: &Document, outcome: &RunOutcome) {
    match &outcome.fault {
        None => {}
        Some(LaunchFault {
            error: LaunchError::Fault(_),
            ..
        }) => {}
        Some(fault) => eprintln!("error: launch {}: {fault}", fault.launch),
    }
    for diagnostic in outcome.errors() {
        eprintln!("{}", diagnostic.render(&document.file, colour()));
    }
}

fn exit(outcome: &RunOutcome) -> Exit {
    let failed = |one: &ExpectationOutcome| one.verdict.holds() == Some(false);
    match &outcome.fault {
        Some(LaunchFault {
            error: LaunchError::Fault(_),
            ..
        }) => Exit::Fault,
        Some(_) => Exit::BadInput,
        None if outcome.expectations.iter().any(failed) => Exit::Wrong,
        None if outcome.claims.iter().any(ClaimOutcome::differs) => Exit::Wrong,
        None if outcome.errors().next().is_some() => Exit::BadInput,
        None => Exit::Right,
    }
}
