//! The commands, one file each, and what they share: the end of the process.

mod disasm;
mod gpus;
mod metrics;
mod occupancy;
mod run;
mod validate;

use std::path::Path;
use std::process::ExitCode;

use clap::Parser;

use crate::args::{Cli, Command};
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
        Command::Occupancy(args) => occupancy::run(&args),
        Command::Disasm(args) => disasm::run(&args),
        Command::Gpus => gpus::run(),
        Command::Metrics(args) => metrics::run(&args),
        Command::Validate(args) => validate::run(&args),
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
