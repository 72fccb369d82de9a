//! What keeps a command from running: bad input, with place, cause and remedy.

use std::path::PathBuf;

use sim_core::config::ConfigError;
use sim_core::occupancy::ImpossibleLaunch;
use sim_cubin::CubinError;
use sim_validation::error::TruthError;
use sim_validation::ledger::LedgerError;
use sim_validation::measure::MeasureError;
use sim_workload::error::WorkloadError;
use sim_workload::sweep::SweepError;
use thiserror::Error;

/// Why a command could not do its work (exit status 2).
#[derive(Debug, Error)]
pub enum Failure {
    /// A file cannot be read.
    #[error("{}: {source}", file.display())]
    Read {
        /// The file.
        file: PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
    /// A file cannot be written.
    #[error("{}: {source}", file.display())]
    Unwritten {
        /// The file.
        file: PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
    /// A file is of no known kind.
    #[error("{}: the name ends in none of .ron (a workload), .cu (CUDA C) and .cubin (a compiled module)", file.display())]
    UnknownKind {
        /// The file.
        file: PathBuf,
    },
    /// A compiled module cannot be used.
    #[error("{}: {source}", file.display())]
    Cubin {
        /// The file.
        file: PathBuf,
        /// What is wrong with it.
        source: CubinError,
    },
    /// A workload holds no kernel of that name.
    #[error("{}: no kernel '{name}'; there are {known}", file.display())]
    NoSuchKernel {
        /// The file.
        file: PathBuf,
        /// The name asked for.
        name: String,
        /// The names there are.
        known: String,
    },
    /// A text file is not text.
    #[error("{}: not UTF-8 text", file.display())]
    NotText {
        /// The file.
        file: PathBuf,
    },
    /// The machine cannot be used.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// A block that fits on no SM.
    #[error(transparent)]
    Impossible(#[from] ImpossibleLaunch),
    /// `--smem` of more than 32 bits.
    #[error("--smem {bytes}: no SM has 4 GiB of shared memory")]
    SharedTooLarge {
        /// Bytes asked for.
        bytes: u64,
    },
    /// No counter matches.
    #[error("no counter's name or meaning contains '{filter}'; `sim metrics` lists them all")]
    NoSuchMetric {
        /// What was looked for.
        filter: String,
    },
    /// No counter has this name.
    #[error(
        "there is no counter '{name}'; `sim metrics` lists them all, and short names are {short}"
    )]
    UnknownMetric {
        /// The name asked for.
        name: String,
        /// The short names there are.
        short: String,
    },
    /// A sweep makes no sense.
    #[error(transparent)]
    Sweep(#[from] SweepError),
    /// The workload cannot be run.
    #[error(transparent)]
    Workload(#[from] WorkloadError),
    /// A truth set cannot be read.
    #[error(transparent)]
    Truth(#[from] TruthError),
    /// A ledger cannot be used.
    #[error(transparent)]
    Ledger(#[from] LedgerError),
    /// Something could not be measured.
    #[error(transparent)]
    Measure(#[from] MeasureError),
    /// There are no truth sets.
    #[error("{}: no truth set with cases.json and results.json in or below it", root.display())]
    NoSets {
        /// Where they were looked for.
        root: PathBuf,
    },
    /// No case of a truth set was chosen.
    #[error("{}: no case of {total} matches --only and --core", set.display())]
    NoSuchCase {
        /// The set.
        set: PathBuf,
        /// Cases that it has.
        total: usize,
    },
    /// Standard output cannot be written.
    #[error("standard output: {0}")]
    Write(#[from] std::io::Error),
    /// An answer cannot be written as JSON.
    #[error("JSON: {0}")]
    Json(#[from] serde_json::Error),
}

impl Failure {
    /// The message as it is printed; a workload's shows its place in the file.
    pub fn render(&self, colour: bool) -> String {
        match self {
            Failure::Workload(error @ WorkloadError::Wrong(_))
            | Failure::Sweep(SweepError::Workload(error @ WorkloadError::Wrong(_))) => {
                error.render(colour)
            }
            Failure::Measure(MeasureError::Workload(error @ WorkloadError::Wrong(_))) => {
                error.render(colour)
            }
            other => format!("error: {other}"),
        }
    }
}
