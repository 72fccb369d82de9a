//! Running on the GPU of two SMs.

use sim_core::config::GpuConfig;
use sim_core::engine::EngineOptions;
use sim_workload::document::Document;
use sim_workload::error::WorkloadError;
use sim_workload::host::{RunOptions, run};
use sim_workload::outcome::RunOutcome;
use std::path::Path;
use std::sync::Arc;

/// A run of a whole file.
pub fn options(engine: EngineOptions) -> RunOptions {
    RunOptions {
        gpu: Arc::new(GpuConfig::built_in("tiny").expect("it is built in")),
        engine,
        overrides: Vec::new(),
        only: None,
    }
}

/// What comes of a file's text, `w.ron`.
pub fn ran(text: &str, engine: EngineOptions) -> Result<RunOutcome, WorkloadError> {
    let document = Document::parse("w.ron", text, Path::new(""))?;
    run(&document, &options(engine), &mut |_, _, _| ())
}

/// The same without time, where that is wanted.
pub fn functional(functional: bool) -> EngineOptions {
    EngineOptions {
        functional,
        ..EngineOptions::default()
    }
}
