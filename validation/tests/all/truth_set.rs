//! The truth set that comes with the project, read as it is.

use sha2::{Digest, Sha256};
use sim_validation::truth::{Contents, TruthSet};
use std::path::Path;

fn lecture() -> TruthSet {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("truth/h200/lecture");
    TruthSet::read(&folder).expect("the set is readable")
}

/// First 16 hex digits of the SHA-256 of a case's buffer before the launch.
fn sha_before(set: &TruthSet, case: &str, buffer: &str) -> String {
    let buffer = &set.entry(case).expect("case").case.buffers[buffer];
    let mut bytes = vec![0; buffer.bytes as usize];
    match buffer.init.contents(&set.folder).expect("readable") {
        Contents::Pattern(pattern) => pattern.fill(0, &mut bytes),
        Contents::Bytes(file) => bytes.copy_from_slice(&file),
    }
    let digest = Sha256::digest(&bytes);
    digest
        .iter()
        .take(8)
        .map(|byte| format!("{byte:02x}"))
        .collect()
}

fn sha_measured<'a>(set: &'a TruthSet, case: &str, buffer: &str) -> &'a str {
    let measured = &set.entry(case).expect("case").measured;
    &measured.as_ref().expect("measured").sha[buffer]
}

#[test]
fn every_case_has_its_measurement_and_its_repeats() {
    let set = lecture();
    assert_eq!(set.entries.len(), 179);
    for entry in &set.entries {
        let measured = entry.measured.as_ref().expect("measured");
        assert_eq!(
            measured.sha.len(),
            entry.case.check.len(),
            "{}",
            entry.case.name
        );
        assert_eq!(entry.repeat.as_ref().expect("repeated").cycles.len(), 5);
    }
}

#[test]
fn what_the_gpu_copied_is_what_we_initialise() {
    let set = lecture();
    for case in ["copyRow_1024_16x16", "copyRow_2048_16x16", "stride_copy_1"] {
        assert_eq!(
            sha_before(&set, case, "in"),
            sha_measured(&set, case, "out"),
            "{case}"
        );
    }
    // Swapped by atomicExch: `x` holds afterwards what `y` held before.
    assert_eq!(
        sha_before(&set, "atomic_exch", "y"),
        sha_measured(&set, "atomic_exch", "x")
    );
}

#[test]
fn a_buffer_that_no_kernel_touches_keeps_its_initial_bytes() {
    let set = lecture();
    assert_eq!(
        sha_before(&set, "empty_1_b32", "p"),
        sha_measured(&set, "empty_1_b32", "p")
    );
}

#[test]
fn the_cases_whose_threads_wait_for_each_other_are_known_by_their_repeats() {
    let set = lecture();
    let racy = set.entries.iter().filter(|entry| entry.is_racy());
    let names: Vec<&str> = racy.map(|entry| entry.case.name.as_str()).collect();
    assert_eq!(
        names,
        [
            "reduce_lock_32",
            "reduce_lock_132",
            "scan_global_64k_b256",
            "scan_global_256k_b1024",
            "shared_atomic_float",
            "atomic_max_float_cas",
        ]
    );
}

#[test]
fn cycles_are_the_median_of_the_repeats() {
    let set = lecture();
    let cycles = set
        .entry("atomic_hist_256")
        .expect("case")
        .cycles()
        .expect("measured");
    assert!((538_000.0..538_300.0).contains(&cycles), "{cycles}");
}

#[test]
fn a_case_that_names_an_unknown_buffer_is_refused_by_name() {
    let folder = tempfile::tempdir().expect("a folder");
    let cases = r#"[{"name": "c", "kernel": "k", "cubin": "k.cubin", "grid": [1, 1, 1],
        "block": [32, 1, 1], "dyn_smem": 0, "args": [{"buf": "x"}], "buffers": {}, "check": []}]"#;
    std::fs::write(folder.path().join("cases.json"), cases).expect("written");
    let error = TruthSet::read(folder.path())
        .expect_err("no such buffer")
        .to_string();
    assert!(
        error.contains("case `c`") && error.contains("buffer `x`"),
        "{error}"
    );
}

#[test]
fn a_file_that_is_not_of_the_format_is_refused_with_its_path_and_line() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("cases.json"), "[{\n\"name\": 3}]").expect("written");
    let error = TruthSet::read(folder.path())
        .expect_err("wrong type")
        .to_string();
    assert!(
        error.contains("cases.json") && error.contains("line 2"),
        "{error}"
    );
    let none = TruthSet::read(&folder.path().join("none"))
        .expect_err("no folder")
        .to_string();
    assert!(none.contains("none"), "{none}");
}

#[test]
fn every_metric_that_the_gpu_reported_is_one_of_ours() {
    let set = lecture();
    let measured = set.entries.iter().filter_map(|e| e.measured.as_ref());
    for name in measured.flat_map(|m| m.metrics.keys()) {
        assert!(sim_core::metrics::find(name).is_some(), "{name}");
    }
}
