//! Launching a case in the simulator and comparing what comes out.

use crate::compare::CaseComparison;
use crate::error::CaseError;
use crate::prepare::Prepared;
use crate::truth::{Entry, TruthSet};
use sim_core::config::GpuConfig;
use sim_core::engine::{EngineOptions, Simulator};
use sim_core::report::LaunchReport;
use std::sync::Arc;

/// A case's answer: everything that the launch left behind, and how it compares.
#[derive(Debug)]
pub struct CaseRun {
    /// Every counter of the model.
    pub report: LaunchReport,
    /// Buffers and metrics beside the GPU's.
    pub comparison: CaseComparison,
}

/// Runs one case on a fresh GPU: caches empty, memory as the case says.
pub fn run(
    set: &TruthSet,
    entry: &Entry,
    gpu: &Arc<GpuConfig>,
    options: &EngineOptions,
) -> Result<CaseRun, CaseError> {
    let mut simulator = Simulator::new(gpu.clone(), options.clone());
    let ready = Prepared::new(set, &entry.case, simulator.memory_mut())?;
    let report = simulator
        .launch(&ready.spec())
        .map_err(|source| CaseError::Launch {
            case: entry.case.name.clone(),
            source,
        })?;
    let shas = ready.shas(simulator.memory());
    let comparison = CaseComparison::new(entry, shas, |name| report.metric(name));
    Ok(CaseRun { report, comparison })
}
