//! Launching a case in the simulator and comparing what comes out.

use crate::compare::CaseComparison;
use crate::error::CaseError;
use crate::prepare::Prepared;
use crate::truth::{Entry, TruthSet};
use sim_core::config::GpuConfig;
use sim_core::engine::{EngineOptions, Simulator};
use sim_core::report::LaunchReport;
use sim_memory::image::Memory;
use std::sync::Arc;

/// A case's answer: everything that the launch left behind, and how it compares.
#[derive(Debug)]
pub struct CaseRun {
    /// Every counter of the model.
    pub report: LaunchReport,
    /// Buffers and metrics beside the GPU's.
    pub comparison: CaseComparison,
    /// The same launch of our own compiler's code, where the case names its source; else why it
    /// cannot run.
    pub ours: Option<Result<CaseComparison, String>>,
}

/// Runs one case on a fresh GPU: caches empty, memory as the case says.
///
/// Buffers are filled and hashed where they lie, and go when the case ends.
pub fn run(
    set: &TruthSet,
    entry: &Entry,
    gpu: &Arc<GpuConfig>,
    options: &EngineOptions,
) -> Result<CaseRun, CaseError> {
    let case = &entry.case;
    if case.warm {
        return Err(CaseError::Warm {
            case: case.name.clone(),
        });
    }
    let of_module = |memory: &mut Memory| Prepared::new(set, case, memory);
    let (report, comparison) = launch(entry, gpu, options, of_module)?;
    let ours = case.source.as_ref().map(|source| {
        let of_source = |memory: &mut Memory| Prepared::from_source(set, case, source, memory);
        let ran = launch(entry, gpu, options, of_source);
        ran.map(|(_, comparison)| comparison)
            .map_err(|e| e.to_string())
    });
    Ok(CaseRun {
        report,
        comparison,
        ours,
    })
}

fn launch<'a>(
    entry: &'a Entry,
    gpu: &Arc<GpuConfig>,
    options: &EngineOptions,
    prepare: impl FnOnce(&mut Memory) -> Result<Prepared<'a>, CaseError>,
) -> Result<(LaunchReport, CaseComparison), CaseError> {
    let mut simulator = Simulator::new(gpu.clone(), options.clone());
    let ready = prepare(simulator.memory_mut())?;
    let report = simulator
        .launch(&ready.spec())
        .map_err(|source| CaseError::Launch {
            case: entry.case.name.clone(),
            source: Box::new(source),
        })?;
    let buffers = ready.checked(simulator.memory());
    let comparison = CaseComparison::new(entry, buffers, &report);
    Ok((report, comparison))
}
