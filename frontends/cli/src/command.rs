//! The commands, one file each, and what they share: the end of the process.

mod accuracy;
mod curves;
mod disasm;
mod gpus;
mod measure;
mod metrics;
mod occupancy;
mod ptx;
mod roofline;
mod run;
mod tune;
mod validate;

use std::path::Path;
use std::process::ExitCode;

use clap::Parser;
use sim_workload::document::Document;
use sim_workload::parameters::Override;

use crate::args::{Assignment, Cli, Command};
use crate::failure::Failure;
use crate::output::{self, Exit};

/// Runs the command that the process was started with.
pub fn main() -> ExitCode {
    let exit = dispatch(Cli::parse().command).unwrap_or_else(|failure| {
        eprintln!("{}", failure.render(output::colour()));
        Exit::BadInput
    });
    exit.into()
}

fn dispatch(command: Command) -> Result<Exit, Failure> {
    match command {
        Command::Run(args) => run::run(&args),
        Command::Tune(args) => tune::run(&args),
        Command::Roofline(args) => roofline::run(&args),
        Command::Occupancy(args) => occupancy::run(&args),
        Command::Disasm(args) => disasm::run(&args),
        Command::Ptx(args) => ptx::run(&args),
        Command::Gpus => gpus::run(),
        Command::Metrics(args) => metrics::run(&args),
        Command::Validate(args) => validate::run(&args),
        Command::Measure(args) => measure::run(&args),
        Command::Accuracy(args) => accuracy::run(&args),
        Command::Curves(args) => curves::run(&args),
    }
}

/// A parameter replaced, as the command line says it.
fn over(one: &Assignment) -> Override {
    Override {
        name: one.name.clone(),
        value: one.value.clone(),
    }
}

/// A file's bytes.
fn read(file: &Path) -> Result<Vec<u8>, Failure> {
    std::fs::read(file).map_err(|source| Failure::Read {
        file: file.to_path_buf(),
        source,
    })
}

/// A file's text.
pub(crate) fn read_text(file: &Path) -> Result<String, Failure> {
    String::from_utf8(read(file)?).map_err(|_| Failure::NotText {
        file: file.to_path_buf(),
    })
}

/// The place in a workload's file of the kernel of that name.
fn kernel_named(document: &Document, file: &Path, wanted: &str) -> Result<usize, Failure> {
    let kernels = &document.workload.kernels.0;
    let names = || kernels.iter().map(|(name, _)| name.as_str());
    names()
        .position(|name| name == wanted)
        .ok_or_else(|| Failure::NoSuchKernel {
            file: file.to_path_buf(),
            name: wanted.to_string(),
            known: names().collect::<Vec<_>>().join(", "),
        })
}
