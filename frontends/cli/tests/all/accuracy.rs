//! `sim accuracy`: the page lists every case, failed ones too, and no thread changes it.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

/// A set with small cases of the workloads, one of them without its module.
fn set() -> tempfile::TempDir {
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../validation/truth/h200/workloads");
    let folder = tempfile::tempdir().expect("a folder");
    let copy = |file: &str| {
        let to = folder.path().join(file);
        std::fs::create_dir_all(to.parent().expect("in the folder")).expect("room");
        std::fs::copy(from.join(file), to).expect("it is there");
    };
    let files = [
        "cubin/transpose.cubin",
        "workload/transpose.ron",
        "cubin/banks.cubin",
    ];
    for file in files
        .into_iter()
        .chain(["workload/banks.ron", "results.json", "repeats.json"])
    {
        copy(file);
    }
    let text = std::fs::read(from.join("cases.json")).expect("cases");
    let all: Vec<Value> = serde_json::from_slice(&text).expect("JSON");
    let wanted = |case: &Value| {
        let name = case["name"].as_str().expect("a name");
        name.ends_with("_W256_H256")
            || name.ends_with("32_BLOCKS16")
            || name.contains("loop_N16384")
    };
    let cases: Vec<_> = all.into_iter().filter(wanted).collect();
    assert_eq!(
        cases.len(),
        8,
        "six transposes, one of banks, one of divergence"
    );
    let text = serde_json::to_string(&cases).expect("JSON");
    std::fs::write(folder.path().join("cases.json"), text).expect("room");
    folder
}

/// The page and the picture of a set.
fn accuracy(set: &Path, threads: &str) -> (String, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let out: PathBuf = folder.path().join("page.md");
    let mut command = Command::new(env!("CARGO_BIN_EXE_sim"));
    command
        .arg("accuracy")
        .arg(set)
        .args(["--threads", threads]);
    let output = command
        .arg("--out")
        .arg(&out)
        .output()
        .expect("the binary runs");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(1), "one case fails: {said}");
    assert!(
        said.starts_with("failed: divergence_loop_N16384: "),
        "{said}"
    );
    let read = |path: &Path| std::fs::read_to_string(path).expect("it was written");
    (read(&out), read(&out.with_extension("svg")))
}

#[test]
fn every_case_is_listed_and_no_thread_changes_the_page() {
    let set = set();
    let (page, picture) = accuracy(set.path(), "1");
    assert_eq!((page.clone(), picture.clone()), accuracy(set.path(), "2"));
    let row = |name: &str| {
        let line = page
            .lines()
            .find(|line| line.starts_with(&format!("| {name} |")));
        line.unwrap_or_else(|| panic!("{name} is not listed:\n{page}"))
    };
    assert!(row("transpose_padded_W256_H256").contains("| right |"));
    assert!(row("banks_stride_32_BLOCKS16").contains("| shared | right |"));
    // Its module is not there: it is told as failed, with the reason, and has no error.
    assert!(row("divergence_loop_N16384").contains("| FAILED |"));
    assert!(page.contains("`divergence_loop_N16384` failed:"), "{page}");
    assert!(page.contains("![Simulated over measured cycles](page.svg)"));
    assert!(
        page.contains("## Our compiler beside ptxas\n\n7 cases"),
        "{page}"
    );
    assert_eq!(
        picture.matches("<title>").count(),
        7,
        "a point for each case that ran"
    );
}

#[test]
fn a_folder_without_sets_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut command = Command::new(env!("CARGO_BIN_EXE_sim"));
    let output = command
        .arg("accuracy")
        .arg("--root")
        .arg(folder.path())
        .output();
    let output = output.expect("the binary runs");
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.contains("no truth set"), "{said}");
}
