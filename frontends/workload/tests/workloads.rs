//! The committed workloads: every file is understood and every kernel compiles.

use sim_workload::document::Document;
use sim_workload::plan::plan;
use std::path::{Path, PathBuf};

fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../workloads");
    let entries = std::fs::read_dir(folder).expect("the folder exists");
    let paths = entries.map(|entry| entry.expect("readable").path());
    let mut files: Vec<_> = paths
        .filter(|p| p.extension().is_some_and(|e| e == "ron"))
        .collect();
    files.sort();
    files
}

#[test]
fn every_kernel_of_every_workload_lowers() {
    for file in files() {
        let document = Document::read(&file).unwrap_or_else(|e| panic!("{e}"));
        for (name, source) in document.workload.kernels.iter() {
            if let sim_workload::file::KernelSource::Kernel(body) = source {
                sim_ir::lower::compile_body(name, body).unwrap_or_else(|faults| {
                    let drawn = faults.iter().map(|f| f.render(&document.file, false));
                    panic!("{}", drawn.collect::<Vec<_>>().join("\n"))
                });
            }
        }
    }
}

#[test]
fn every_workload_can_be_planned() {
    assert_eq!(files().len(), 4);
    for file in files() {
        let document = Document::read(&file).unwrap_or_else(|e| panic!("{e}"));
        plan(&document, &[]).unwrap_or_else(|e| panic!("{e}"));
    }
}
