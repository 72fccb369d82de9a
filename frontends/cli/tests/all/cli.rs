//! The binary as programs and shells use it.

use std::io::Read;
use std::process::{Command, Output, Stdio};

fn sim(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sim"));
    command
        .args(arguments)
        .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/workloads"));
    command
}

fn output(arguments: &[&str]) -> Output {
    sim(arguments).output().expect("the binary runs")
}

#[test]
fn any_number_of_threads_gives_the_same_bytes() {
    let run = |threads| {
        let out = output(&[
            "run",
            "scale.ron",
            "--gpu",
            "tiny",
            "--format",
            "json",
            "--threads",
            threads,
        ]);
        assert_eq!(out.status.code(), Some(0));
        out.stdout
    };
    let one = run("1");
    assert_eq!(one, run("2"));
    assert_eq!(one, run("7"));
}

/// Stores of 16 bits by many warps, which merge on their way: none gets lost without latencies, either.
#[test]
fn functional_runs_keep_every_store() {
    let out = output(&[
        "run",
        "../../../../workloads/number_formats.ron",
        "--kernel",
        "axpy_half",
        "--param",
        "N=65536",
        "--functional",
    ]);
    assert_eq!(out.status.code(), Some(0), "{out:?}");
}

#[test]
fn functions_are_called_by_address() {
    let run = output(&["run", "calls.ron"]);
    let text = String::from_utf8_lossy(&run.stdout);
    assert!(run.status.success(), "{text}");
    assert!(text.contains("All 2 expectations hold."), "{text}");
}

#[test]
fn json_is_alone_on_standard_output() {
    let out = output(&["run", "wrong.ron", "--gpu", "tiny", "--format", "json"]);
    assert_eq!(out.status.code(), Some(1));
    let document: serde_json::Value = serde_json::from_slice(&out.stdout).expect("JSON");
    assert_eq!(document["gpu"], "tiny");
    assert_eq!(document["expectations"][0]["holds"], false);
    assert_eq!(
        document["buffers"]["y"]["sha"].as_str().map(str::len),
        Some(16)
    );
    let metrics = document["launches"][0]["metrics"]
        .as_object()
        .expect("metrics");
    assert!(metrics.contains_key("gpc__cycles_elapsed.max"));
}

#[test]
fn reasons_sum_to_the_cycles_of_resident_warps() {
    let out = output(&["run", "scale.ron", "--gpu", "tiny", "--format", "json"]);
    let document: serde_json::Value = serde_json::from_slice(&out.stdout).expect("JSON");
    let launch = &document["launches"][0];
    let stalls = launch["stalls"].as_object().expect("reasons");
    let sum: u64 = stalls.values().filter_map(serde_json::Value::as_u64).sum();
    assert_eq!(launch["metrics"]["smsp__warps_active.sum"], sum);
}

#[test]
fn no_colour_and_no_progress_go_into_pipes() {
    let out = output(&["run", "wrong.ron", "--gpu", "nosuch"]);
    assert_eq!(out.status.code(), Some(2));
    assert!(out.stdout.is_empty());
    let message = String::from_utf8(out.stderr).expect("text");
    assert!(!message.contains('\u{1b}'), "{message:?}");
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let mut child = sim(&["metrics"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    drop(child.stdout.take());
    let mut message = String::new();
    let mut stderr = child.stderr.take().expect("it is piped");
    stderr.read_to_string(&mut message).expect("text");
    assert_eq!(message, "");
    assert_eq!(child.wait().expect("it ends").code(), Some(0));
}

#[test]
fn a_changed_machine_is_named_in_the_report() {
    let out = output(&[
        "run",
        "scale.ron",
        "--gpu",
        "tiny",
        "--set",
        "chip.sm_clock_mhz=1000",
    ]);
    let text = String::from_utf8(out.stdout).expect("text");
    let first = text.lines().next().expect("a line");
    assert!(
        first.ends_with("at 1000 MHz, with chip.sm_clock_mhz=1000"),
        "{first}"
    );
}

#[test]
fn occupancy_as_json_has_the_documented_keys() {
    let arguments = [
        "occupancy",
        "--threads",
        "1024",
        "--regs",
        "64",
        "--format",
        "json",
    ];
    let out = output(&arguments);
    let document: serde_json::Value = serde_json::from_slice(&out.stdout).expect("JSON");
    let keys: Vec<_> = document.as_object().expect("an object").keys().collect();
    assert_eq!(
        keys,
        [
            "schema",
            "gpu",
            "threads",
            "registers",
            "shared",
            "blocks",
            "warps",
            "percent",
            "limits",
            "limited_by",
            "table"
        ]
    );
    assert_eq!(document["blocks"], 1);
    assert_eq!(document["limited_by"][0], "registers");
    assert_eq!(document["table"].as_array().map(Vec::len), Some(32));
}

#[test]
fn bank_conflicts_gain_what_simulating_without_them_gives() {
    let out = output(&["run", "conflicts.ron", "--gpu", "tiny"]);
    assert_eq!(out.status.code(), Some(0));
    let text = String::from_utf8(out.stdout).expect("text");
    assert!(text.contains("bank conflicts: 32.0 wavefronts"), "{text}");
    assert!(text.contains("simulated with the ideal"), "{text}");
}
