//! Kernels that time themselves on the GPU and write what they found: the same machine code, in
//! the simulator.

pub mod alone;
pub mod clocks;
pub mod cycles;
pub mod loops;
pub mod meetings;
pub mod series;

use sim_core::config::GpuConfig;
use sim_core::engine::{EngineOptions, Simulator};
use sim_core::report::LaunchReport;
use sim_validation::prepare::Prepared;
use sim_validation::truth::{Entry, TruthSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// A folder of programs that were timed on the GPU.
pub fn folder(name: &str) -> PathBuf {
    let all = Path::new(env!("CARGO_MANIFEST_DIR")).join("micro/h200");
    all.join(name)
}

/// What the GPU's program printed.
pub fn printed(name: &str) -> String {
    let file = folder(name).join(name).with_extension("txt");
    std::fs::read_to_string(file).expect("readable")
}

/// Holds so many launches' errors, in percent, under a mean and a worst one.
pub fn hold_errors(errors: &[f64], launches: usize, mean: f64, worst: f64) {
    assert_eq!(errors.len(), launches);
    let sum: f64 = errors.iter().map(|error| error.abs()).sum();
    assert!(sum / (launches as f64) < mean, "{errors:?}");
    assert!(errors.iter().all(|error| error.abs() < worst), "{errors:?}");
}

/// What the kernel leaves in its buffer `out`, launched so many times, the L2 being kept, on an H200
/// with some `numbers` of its configuration changed.
pub fn out(set: &TruthSet, entry: &Entry, launches: u32, numbers: &[(&str, &str)]) -> Vec<u32> {
    left(h200(numbers), set, entry, launches)
}

/// The same on this machine.
pub fn left(mut simulator: Simulator, set: &TruthSet, entry: &Entry, launches: u32) -> Vec<u32> {
    let ready = Prepared::new(set, &entry.case, simulator.memory_mut()).expect("a kernel");
    for _ in 0..launches {
        simulator.launch_behind(&ready.spec()).expect("it runs");
    }
    let memory = simulator.memory();
    let out = memory.find("out").expect("a buffer");
    let words = memory.words(out).iter();
    words.map(|word| word.load(Ordering::Relaxed)).collect()
}

/// What a machine counts of the case of this name.
pub fn counted(mut simulator: Simulator, set: &TruthSet, name: &str) -> LaunchReport {
    let entry = set.entries.iter().find(|entry| entry.case.name == name);
    let case = &entry.expect(name).case;
    let ready = Prepared::new(set, case, simulator.memory_mut()).expect("a kernel");
    simulator.launch(&ready.spec()).expect("it runs")
}

/// An H200 with some `numbers` of its configuration changed.
pub fn h200(numbers: &[(&str, &str)]) -> Simulator {
    h200_run(numbers, EngineOptions::default())
}

/// The same, run in another way.
pub fn h200_run(numbers: &[(&str, &str)], options: EngineOptions) -> Simulator {
    let mut gpu = GpuConfig::built_in("h200").expect("built in");
    for (path, value) in numbers {
        gpu.set(path, value).expect(path);
    }
    Simulator::new(Arc::new(gpu), options)
}
