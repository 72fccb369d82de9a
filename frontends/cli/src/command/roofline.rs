//! `sim roofline`: the launches of a workload under the roofs of a machine.

use std::path::Path;
use std::sync::Arc;

use sim_core::engine::EngineOptions;
use sim_workload::document::Document;
use sim_workload::host::{self, RunOptions};
use sim_workload::outcome::LaunchFault;

use crate::args::{RooflineArgs, TextOrJson};
use crate::failure::Failure;
use crate::machine;
use crate::output::{self, Exit};
use crate::progress::Progress;
use crate::roofline::{Peaks, Roofline, Work, json, picture, text};

/// Runs the workload, prints its roofline, and writes the picture where one is wanted.
pub fn run(args: &RooflineArgs) -> Result<Exit, Failure> {
    let document = Document::read(&args.file)?;
    let options = options(args)?;
    let progress = Progress::over("launches");
    let outcome = host::run(&document, &options, &mut |name, number, total| {
        progress.begin(name, number, total);
    })?;
    drop(progress);
    let roofline = Roofline {
        workload: args.file.display().to_string(),
        gpu: options.gpu.name.clone(),
        peaks: Peaks::of(&options.gpu),
        launches: outcome.launches.iter().filter_map(Work::of).collect(),
    };
    output::print(&match args.format {
        TextOrJson::Text => text::text(&roofline),
        TextOrJson::Json => json::text(&roofline)?,
    })?;
    if let Some(out) = &args.out {
        write(out, &picture::svg(&roofline))?;
    }
    Ok(fault(outcome.fault.as_ref()))
}

fn options(args: &RooflineArgs) -> Result<RunOptions, Failure> {
    let defaults = EngineOptions::default();
    Ok(RunOptions {
        gpu: Arc::new(machine::load(&args.gpu)?),
        engine: EngineOptions {
            threads: args.threads.map_or(defaults.threads, usize::from),
            ..defaults
        },
        overrides: args.param.iter().map(super::over).collect(),
        only: args.kernel.clone(),
    })
}

fn write(file: &Path, text: &str) -> Result<(), Failure> {
    std::fs::write(file, text).map_err(|source| Failure::Unwritten {
        file: file.to_path_buf(),
        source,
    })
}

/// Says on standard error what kept a launch from ending; the launches before it are drawn.
fn fault(fault: Option<&LaunchFault>) -> Exit {
    let told = fault.map(|fault| {
        let launch = &fault.launch;
        format!("error: launch {launch}: {fault}\nhelp: `sim run` says more")
    });
    match output::complain(told.as_slice()) {
        Exit::Right => Exit::Right,
        Exit::Wrong | Exit::BadInput | Exit::Fault => Exit::Fault,
    }
}
