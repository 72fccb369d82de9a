//! Sweeps: the same bytes for any number of threads and any bound on memory, and a fault at one
//! point leaves the others.

use std::process::{Command, Output};

fn tune(options: &[&str]) -> Output {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/workloads/");
    let mut command = Command::new(env!("CARGO_BIN_EXE_sim"));
    command.args(["tune", &format!("{folder}blocks.ron"), "--gpu", "tiny"]);
    command.args(options).output().expect("the binary runs")
}

#[test]
fn threads_and_memory_change_no_byte_of_a_sweep() {
    let lists = ["--param", "BLOCK=32,64,96,128,2048", "--param", "WORK=1,3"];
    let with = |more: &[&str]| tune(&[&lists[..], &["--format", "json"], more].concat());
    let alone = with(&["--threads", "1"]);
    assert_eq!(alone.status.code(), Some(2));
    assert!(!alone.stdout.is_empty());
    for more in [
        &["--threads", "5"][..],
        &["--threads", "3", "--max-memory", "1M"],
    ] {
        assert_eq!(with(more), alone, "{more:?}");
    }
}

#[test]
fn a_point_that_reaches_a_limit_has_failed_and_the_others_are_compared() {
    let done = tune(&[
        "--param",
        "WORK=1,20000",
        "--max-cycles",
        "20000",
        "--kernel",
        "scale",
    ]);
    let text = String::from_utf8(done.stdout).expect("text");
    assert_eq!(done.status.code(), Some(3), "{text}");
    assert!(text.contains("WORK=20000: FAULT"), "{text}");
    assert!(text.contains("Best: WORK=1 with"), "{text}");
}
