//! Measuring on a real GPU what the simulator predicts.
//!
//! [`cases`] turns a workload into the cases of a truth set, [`session`] runs a set's cases on a
//! [`crate::device::Device`], [`ncu`] asks Nsight Compute for the counters, [`store`] writes the
//! set. The launches of a workload run in order on the same buffers, as in the simulator; each
//! becomes a case of its own that begins with what its buffers held just before it, so that it
//! can be launched alone later.

pub mod cases;
pub mod ncu;
pub mod session;
pub mod store;

use crate::device::DeviceError;
use crate::error::TruthError;
use sim_workload::error::WorkloadError;
use std::path::PathBuf;
use thiserror::Error;

/// Launches of each case under the profiler: one for the counters, the others for the spread.
pub const PROFILED: usize = 6;
/// Launches of each case that are timed with events.
pub const TIMED: usize = 7;

/// Why something could not be measured.
#[derive(Debug, Error)]
pub enum MeasureError {
    /// The device did not do it.
    #[error(transparent)]
    Device(#[from] DeviceError),
    /// The workload is at fault.
    #[error(transparent)]
    Workload(#[from] WorkloadError),
    /// The truth set is at fault.
    #[error(transparent)]
    Truth(#[from] TruthError),
    /// A file cannot be written.
    #[error("{}: {source}", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// The profiler did not do it.
    #[error("Nsight Compute: {message}")]
    Profiler {
        /// What it says, or what is wrong with it.
        message: String,
    },
    /// A folder holds what another device did.
    #[error(
        "{} holds measurements of {found}, these are of {device}: choose another --out",
        folder.display()
    )]
    OtherDevice {
        /// The folder.
        folder: PathBuf,
        /// The device there.
        found: String,
        /// The device here.
        device: String,
    },
}
