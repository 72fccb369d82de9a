//! A real GPU, as far as measuring needs one.
//!
//! [`Device`] is all that [`crate::measure`] knows of a GPU: what it is, its compiler, one case
//! run on it, and one case run for a profiler to watch. [`cuda::Cuda`] is the one that there is;
//! [`recorded::Recorded`] answers from what another device once did, so that everything around
//! a device is tested without one.

pub mod cuda;
pub mod recorded;

use crate::truth::{Attributes, Case};
use indexmap::IndexMap;
use serde::{Deserialize, Serialize};
use sim_ir::ptx::Target;
use thiserror::Error;

/// What a GPU is, and with what it was measured.
#[derive(Clone, PartialEq, Debug, Deserialize, Serialize)]
pub struct DeviceInfo {
    /// Its name: `NVIDIA H200`.
    pub name: String,
    /// Compute capability.
    pub capability: [u32; 2],
    /// Multiprocessors.
    pub sms: u32,
    /// The highest clock of the SMs in MHz, as the driver says.
    pub sm_clock_mhz: u32,
    /// The highest clock of the memory in MHz, as the driver says.
    pub memory_clock_mhz: u32,
    /// L2 in bytes.
    pub l2_bytes: u64,
    /// Device memory in bytes.
    pub memory_bytes: u64,
    /// The driver's version.
    pub driver: String,
    /// What compiles PTX.
    pub assembler: String,
}

impl DeviceInfo {
    /// What PTX to write for it; `None` before Volta.
    pub fn target(&self) -> Option<Target> {
        Target::for_device(self.capability[0], self.capability[1])
    }

    /// The configuration of the simulator that is named after it: `h200` of an `NVIDIA H200`.
    pub fn configuration(&self) -> Option<&'static str> {
        let name = self.name.to_lowercase().replace(' ', "");
        let known = sim_core::config::BUILT_IN.into_iter().map(|(gpu, _)| gpu);
        known.into_iter().find(|gpu| name.contains(gpu))
    }
}

/// One launch with everything it needs.
#[derive(Debug)]
pub struct Job<'a> {
    /// The launch.
    pub case: &'a Case,
    /// The compiled module.
    pub module: &'a [u8],
    /// What each buffer holds before the launch, in the case's order.
    pub buffers: &'a IndexMap<String, Vec<u8>>,
}

/// What a device did.
#[derive(Clone, PartialEq, Debug, Deserialize, Serialize)]
pub struct Answer {
    /// What the driver says of the kernel.
    pub attributes: Attributes,
    /// What each buffer held after the launch, in the case's order.
    #[serde(with = "recorded::hex")]
    pub after: Vec<Vec<u8>>,
    /// The same after a second launch from the same beginning.
    #[serde(with = "recorded::hex")]
    pub again: Vec<Vec<u8>>,
    /// Times of launches with a flushed L2, in microseconds.
    pub event_us: Vec<f64>,
}

/// A GPU.
pub trait Device {
    /// What it is.
    fn info(&self) -> &DeviceInfo;

    /// Compiles PTX to a module.
    fn assemble(&mut self, ptx: &str) -> Result<Vec<u8>, DeviceError>;

    /// Runs a case twice for its results, then `timed` times for its time.
    fn run(&mut self, job: &Job<'_>, timed: usize) -> Result<Answer, DeviceError>;

    /// Runs a case `launches` times while a profiler may watch, each from the same beginning.
    fn profile(&mut self, job: &Job<'_>, launches: usize) -> Result<(), DeviceError>;
}

/// Why a device did not do what it was asked.
#[derive(Debug, Error)]
pub enum DeviceError {
    /// There is no driver.
    #[error(
        "no NVIDIA driver here (its library, libcuda or nvcuda, cannot be loaded); measuring needs \
         a machine with an NVIDIA GPU and its driver, all else in sim needs neither"
    )]
    NoDriver,
    /// There is no such device.
    #[error("there is no device {ordinal}: the driver knows {count}; choose one with --device")]
    NoDevice {
        /// What was asked for.
        ordinal: usize,
        /// How many there are.
        count: usize,
    },
    /// The device is too old.
    #[error("{name} has compute capability {major}.{minor}; Volta (7.0) and later are supported")]
    TooOld {
        /// The device.
        name: String,
        /// Its compute capability.
        major: u32,
        /// Its compute capability.
        minor: u32,
    },
    /// The driver refused something.
    #[error("{what}: the driver says {code}")]
    Driver {
        /// What was being done.
        what: String,
        /// The driver's error.
        code: String,
    },
    /// PTX did not compile.
    #[error("{assembler} refuses the PTX:\n{message}")]
    Assembler {
        /// What compiled it.
        assembler: String,
        /// What it says.
        message: String,
    },
    /// A recording does not hold what was asked.
    #[error("the recording holds no answer for {what}")]
    NotRecorded {
        /// What was asked.
        what: String,
    },
}
