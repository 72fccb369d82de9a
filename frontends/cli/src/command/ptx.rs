//! `sim ptx`: a workload's kernels as PTX.

use sim_workload::document::Document;
use sim_workload::file::KernelSource;
use sim_workload::kernels::{self, KernelOptions};

use crate::args::PtxArgs;
use crate::failure::Failure;
use crate::output::{self, Exit};

/// Prints one module with the kernels.
pub fn run(args: &PtxArgs) -> Result<Exit, Failure> {
    let document = Document::read(&args.file)?;
    let kernels = chosen(&document, args)?;
    let plain = |at| (at, KernelOptions::default());
    let kernels: Vec<_> = kernels.into_iter().map(plain).collect();
    output::print(&kernels::ptx(&document, &kernels, args.target)?)?;
    Ok(Exit::Right)
}

/// The kernel asked for, or all that are written in the file. Where none is, all: that there is
/// no PTX of them is then said with its place.
fn chosen(document: &Document, args: &PtxArgs) -> Result<Vec<usize>, Failure> {
    if let Some(wanted) = args.kernel.as_deref() {
        return Ok(vec![super::kernel_named(document, &args.file, wanted)?]);
    }
    let kernels = document.workload.kernels.0.iter().enumerate();
    let is_written = |source: &KernelSource| matches!(source, KernelSource::Kernel(_));
    let written: Vec<_> = kernels
        .filter(|(_, (_, source))| is_written(source))
        .map(|(at, _)| at)
        .collect();
    match written.is_empty() {
        true => Ok((0..document.workload.kernels.0.len()).collect()),
        false => Ok(written),
    }
}
