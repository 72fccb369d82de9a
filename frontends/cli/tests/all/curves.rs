//! `sim curves`: every curve of the ledger has a line, and a wrong machine is found out.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../validation/micro/h200")
}

fn curves(folder: &Path, more: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sim"));
    let command = command.arg("curves").arg(folder).args(more);
    command.output().expect("the binary runs")
}

#[test]
fn a_curve_that_is_met_says_so_and_one_on_a_wrong_machine_fails() {
    let only = ["--only", "^constant-load-throughput$"];
    let right = curves(&folder(), &only);
    let said = String::from_utf8_lossy(&right.stdout).into_owned();
    assert_eq!(right.status.code(), Some(0), "{said}");
    assert!(
        said.starts_with("met       constant-load-throughput"),
        "{said}"
    );
    assert_eq!(said.lines().count(), 1);
    let wrong = [only[0], only[1], "--set", "mio.adu_interval=3"];
    let wrong = curves(&folder(), &wrong);
    let said = String::from_utf8_lossy(&wrong.stderr).into_owned();
    assert_eq!(wrong.status.code(), Some(1), "{said}");
    let expected = "curve constant-load-throughput: further off than the ledger says";
    assert!(said.starts_with(expected), "{said}");
}

#[test]
fn a_ledger_that_is_no_ledger_is_refused_with_its_place() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("ledger.ron"), "(\n  gpu: 7,\n)").expect("room");
    let refused = curves(folder.path(), &[]);
    let said = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert_eq!(refused.status.code(), Some(2), "{said}");
    assert!(said.contains("ledger.ron:2:"), "{said}");
}
