//! What can go wrong with a truth set, and what to do about it.

use sim_cubin::CubinError;
use sim_workload::error::WorkloadError;
use std::path::PathBuf;
use thiserror::Error;

/// Why a truth set cannot be read.
#[derive(Debug, Error)]
pub enum TruthError {
    /// A file cannot be read.
    #[error("{}: {source}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// A file is not what `FORMAT.md` says.
    #[error("{}: {source}; validation/truth/FORMAT.md describes the format", path.display())]
    Json {
        /// The file.
        path: PathBuf,
        /// Where and what.
        source: serde_json::Error,
    },
    /// A case names a buffer that it does not have.
    #[error("case `{case}` uses a buffer `{buffer}` that it does not define under `buffers`")]
    NoSuchBuffer {
        /// The case.
        case: String,
        /// The buffer.
        buffer: String,
    },
}

/// Why a case cannot be launched.
#[derive(Debug, Error)]
pub enum CaseError {
    /// The truth set is at fault.
    #[error(transparent)]
    Truth(#[from] TruthError),
    /// The cubin is at fault.
    #[error("{}: {source}", cubin.display())]
    Cubin {
        /// The file.
        cubin: PathBuf,
        /// What is wrong with it.
        source: CubinError,
    },
    /// The arguments are not the kernel's parameters.
    #[error(
        "case `{case}`: the kernel has {parameters} parameters, the case {arguments} arguments"
    )]
    ArgumentCount {
        /// The case.
        case: String,
        /// The kernel's parameters.
        parameters: usize,
        /// The case's arguments.
        arguments: usize,
    },
    /// An argument has another size than its parameter.
    #[error(
        "case `{case}`: argument {position} has {argument} bytes, the kernel's parameter {parameter}"
    )]
    ArgumentSize {
        /// The case.
        case: String,
        /// Which, from 0.
        position: usize,
        /// The argument's size.
        argument: usize,
        /// The parameter's size.
        parameter: u32,
    },
    /// The source that the case names cannot be compiled.
    #[error(transparent)]
    Source(#[from] WorkloadError),
    /// The source has no such kernel.
    #[error("case `{case}`: {} holds no kernel `{kernel}`", file.display())]
    NoSuchKernel {
        /// The case.
        case: String,
        /// The kernel.
        kernel: String,
        /// The workload.
        file: PathBuf,
    },
    /// The buffers do not fit.
    #[error("case `{case}`: {source}")]
    Memory {
        /// The case.
        case: String,
        /// Which does not fit, and why.
        source: sim_memory::image::AllocationError,
    },
    /// The measured launch followed another.
    #[error("case `{case}` is a warm launch: launches that find caches filled are not modelled")]
    Warm {
        /// The case.
        case: String,
    },
    /// The launch could not start or finish.
    #[error("case `{case}`: {source}")]
    Launch {
        /// The case.
        case: String,
        /// Why.
        source: Box<sim_core::engine::LaunchError>,
    },
}
