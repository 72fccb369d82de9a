//! The committed workloads: every file is understood, every kernel compiles, and on a small GPU
//! with small parameters every expectation holds, but fails where its mechanism is switched off
//! (`mutations`).

mod mutations;

use sim_core::config::GpuConfig;
use sim_core::engine::EngineOptions;
use sim_core::launch::Limits;
use sim_core::report::LaunchReport;
use sim_workload::claim::ClaimOutcome;
use sim_workload::document::Document;
use sim_workload::host::{RunOptions, run};
use sim_workload::outcome::RunOutcome;
use sim_workload::plan::plan;
use sim_workload::written;
use std::path::{Path, PathBuf};
use std::sync::Arc;

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

/// A kernel's machine code.
fn code(tree: &sim_ir::ast::Kernel) -> Vec<sim_isa::Instruction> {
    let kernel = sim_ir::lower::lower(tree).unwrap_or_else(|faults| panic!("{faults:?}"));
    let program = sim_ir::backend::compile(&kernel, &Default::default());
    program.unwrap_or_else(|fault| panic!("{fault}")).code
}

/// The tree that a body in RON gives.
fn tree(name: &str, text: &str) -> sim_ir::ast::Kernel {
    let file = sim_ir::source::SourceFile::new(name, text);
    let body = sim_ir::spans::from_ron(&file).unwrap_or_else(|f| panic!("{f}\n{text}"));
    sim_ir::syntax::parse(name, &body).unwrap_or_else(|faults| panic!("{faults:?}"))
}

#[test]
fn every_kernel_written_as_ron_and_read_back_is_the_same_program() {
    for file in files() {
        let document = Document::read(&file).unwrap_or_else(|e| panic!("{e}"));
        for (name, source) in document.workload.kernels.iter() {
            let sim_workload::file::KernelSource::Kernel(body) = source else {
                continue;
            };
            let first = written::tree(name, body, &document).unwrap_or_else(|e| panic!("{e}"));
            let text = sim_ir::syntax::write(&first);
            let again = tree(name, &text);
            assert_eq!(sim_ir::syntax::write(&again), text, "{name}");
            assert_eq!(code(&again), code(&first), "{name}");
        }
    }
}

/// Kernels of the workloads in CUDA C, by workload.
const TWINS: [(&str, &str); 3] = [
    ("transpose", include_str!("../cuda/twins/transpose.cu")),
    ("divergence", include_str!("../cuda/twins/divergence.cu")),
    ("vec_add", include_str!("../cuda/twins/vec_add.cu")),
];

#[test]
fn kernels_in_ron_and_their_twins_in_c_are_the_same_code() {
    for (name, text) in TWINS {
        let file = files()
            .into_iter()
            .find(|f| f.file_stem().is_some_and(|s| s == name));
        let document = Document::read(&file.expect(name)).unwrap_or_else(|e| panic!("{e}"));
        let unit = sim_ir::cuda::parse(text).unwrap_or_else(|faults| panic!("{faults:?}"));
        let kernels: Vec<&str> = unit.kernels().collect();
        assert_eq!(kernels.len(), document.workload.kernels.0.len(), "{name}");
        for (kernel, source) in document.workload.kernels.iter() {
            let sim_workload::file::KernelSource::Kernel(body) = source else {
                panic!("{kernel} is compiled");
            };
            let in_ron = written::tree(kernel, body, &document).unwrap_or_else(|e| panic!("{e}"));
            let in_c = unit.kernel(kernel, kernel, sim_ir::source::Span::NONE);
            let in_c = in_c.unwrap_or_else(|faults| panic!("{faults:?}"));
            assert_eq!(code(&in_c), code(&in_ron), "{kernel}");
        }
    }
}

#[test]
fn every_workload_can_be_planned() {
    for file in files() {
        let document = Document::read(&file).unwrap_or_else(|e| panic!("{e}"));
        plan(&document, &[]).unwrap_or_else(|e| panic!("{e}"));
    }
}

/// Runs a workload on the two-SM GPU, with numbers of the GPU and parameters replaced.
fn run_tiny(name: &str, sets: &[(&str, &str)], parameters: &[&str]) -> RunOutcome {
    run_on("tiny", name, sets, parameters)
}

fn run_on(gpu: &str, name: &str, sets: &[(&str, &str)], parameters: &[&str]) -> RunOutcome {
    let file = files()
        .into_iter()
        .find(|f| f.file_stem().is_some_and(|stem| stem == name));
    let document = Document::read(&file.expect(name)).unwrap_or_else(|e| panic!("{e}"));
    let mut gpu = GpuConfig::built_in(gpu).expect("it is built in");
    for (path, value) in sets {
        gpu.set(path, value).unwrap_or_else(|e| panic!("{e}"));
    }
    let options = RunOptions {
        gpu: Arc::new(gpu),
        engine: EngineOptions {
            limits: Limits {
                max_cycles: 1_000_000,
                ..Limits::default()
            },
            ..EngineOptions::default()
        },
        overrides: parameters.iter().map(|p| p.parse().expect(p)).collect(),
        only: None,
    };
    run(&document, &options, &mut |_, _, _| ()).unwrap_or_else(|e| panic!("{e}"))
}

/// The expectations that do not hold and the claims whose verdict is not the file's, each on a
/// line.
fn failures(outcome: &RunOutcome) -> String {
    let wrong = outcome
        .expectations
        .iter()
        .filter(|e| e.verdict.holds() != Some(true));
    let judged = |c: &&ClaimOutcome| c.differs() || c.verdict.holds().is_none();
    let claims = outcome.claims.iter().filter(judged);
    let lines = wrong
        .map(|e| e.to_string())
        .chain(claims.map(|c| format!("{} ({}): {:?}", c.text, c.condition, c.verdict)))
        .chain(outcome.fault.iter().map(|f| f.error.to_string()));
    lines.collect::<Vec<_>>().join("\n")
}

/// Wide enough that no ratio of two launches that the file names lies on an edge.
const TRANSPOSE: &[&str] = &["W=256", "H=256"];
const VEC_ADD: &[&str] = &["N=1 << 16"];
const DIVERGENCE: &[&str] = &["N=1 << 12", "LOCK_BLOCKS=2"];
const ROOFLINE: &[&str] = &["N=1 << 13", "W=32"];
const BANKS: &[&str] = &["BLOCKS=12", "ITERS=16"];

const BRANCHES: &[&str] = &["N=1 << 12"];
const COALESCING: &[&str] = &["BLOCKS=8", "STREAM=64"];
const NUMBER_FORMATS: &[&str] = &["N=1 << 14", "M=1 << 12"];
const FIRST_KERNELS: &[&str] = &["N=20096", "FIRST=1024"];
const GRIDS: &[&str] = &["W=128", "H=64"];
const OCCUPANCY: &[&str] = &["BLOCKS=4", "FAT=2", "HIDE=64", "REREAD=2"];
const SHARED_MEMORY: &[&str] = &["BLOCKS=8"];
const SHARED_MEMORY_CC35: &[&str] = &["BLOCKS=8", "LARGE=48 << 10"];

/// Every workload with the GPUs and the parameters with which it is small enough for a test. On
/// two SMs neighbouring blocks share an L1, so that vec_add's strided additions hit in it.
const SMALL: &[(&str, &[&str], &[&str])] = &[
    (
        "atomics",
        &["h200"],
        &["BLOCKS=32", "ITERS=32", "LOCK_BLOCKS=2"],
    ),
    ("banks", &["tiny"], BANKS),
    ("branches", &["tiny"], BRANCHES),
    ("coalescing", &["tiny", "h200", "cc52"], COALESCING),
    ("divergence", &["tiny"], DIVERGENCE),
    ("first_kernels", &["tiny", "h200"], FIRST_KERNELS),
    ("grids", &["tiny", "h200"], GRIDS),
    ("hangs", &["tiny", "h200"], &[]),
    ("images", &["h200", "tiny"], &["W=64", "H=32"]),
    ("laplace", &["h200"], &["I=128", "J=128", "M=32"]),
    ("matmul", &["h200", "rtx3090"], &["N=64"]),
    ("memory_spaces", &["h200"], &[]),
    ("monte_carlo", &["h200"], &["N=2048", "BYTES=1 << 16"]),
    ("number_formats", &["tiny"], NUMBER_FORMATS),
    ("occupancy", &["tiny", "rtx5080"], OCCUPANCY),
    ("pcr", &["h200", "tiny"], &["SYSTEMS=64", "BIG=8"]),
    ("printing", &["tiny", "h200"], &[]),
    ("reduction", &["h200"], &["N=1 << 13"]),
    ("roofline", &["tiny", "h200", "h100", "cc35"], ROOFLINE),
    ("scan", &["h200"], &["N=1 << 12"]),
    ("shared_memory", &["tiny"], SHARED_MEMORY),
    ("shared_memory", &["cc35"], SHARED_MEMORY_CC35),
    ("transpose", &["tiny"], TRANSPOSE),
    ("transpositions", &["h200", "rtx3090"], &[]),
    ("vec_add", &["h200"], &[]),
    ("vector_sum", &["h200", "rtx3090"], &[]),
    ("warps", &["h200", "rtx3090"], &[]),
];

#[test]
fn every_workload_is_run_by_these_tests() {
    let stem = |p: &PathBuf| p.file_stem().map(|s| s.to_string_lossy().into_owned());
    let mut stems: Vec<String> = files().iter().filter_map(stem).collect();
    stems.sort();
    let mut names: Vec<&str> = SMALL.iter().map(|(name, _, _)| *name).collect();
    names.dedup();
    assert_eq!(stems, names);
}

#[test]
fn every_expectation_holds_and_every_claim_comes_out_as_its_file_says() {
    for (name, gpus, parameters) in SMALL {
        for gpu in *gpus {
            let outcome = run_on(gpu, name, &[], parameters);
            assert_eq!(failures(&outcome), "", "{name} on {gpu}");
            let executed = |l: &LaunchReport| l.pcs.iter().map(|pc| pc.executed).sum::<u64>();
            let instructions: u64 = outcome.launches.iter().map(executed).sum();
            assert!(instructions <= 3_000_000, "{name}: {instructions}");
        }
    }
}
