//! `sim validate` as programs use it: JSON, sets without measurements, and the
//! exit status.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::{Value, json};

/// The set that comes with the project.
fn lecture() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../validation/truth/h200/lecture")
}

fn validate(set: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sim"));
    command.arg("validate").arg(set).args(arguments);
    command.output().expect("the binary runs")
}

fn document(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).expect("JSON alone on standard output")
}

/// A set of one case of the lecture set, changed; without measurements.
fn set_with(case: &str, change: impl Fn(&mut Value)) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let text = std::fs::read(lecture().join("cases.json")).expect("cases");
    let cases: Value = serde_json::from_slice(&text).expect("JSON");
    let mut cases = cases.as_array().expect("a list").iter();
    let found = cases.find(|one| one["name"] == case);
    let mut case = found.expect("case").clone();
    case["cubin"] = json!(lecture().join(case["cubin"].as_str().expect("a path")));
    change(&mut case);
    write(folder.path(), "cases.json", &json!([case]));
    folder
}

fn write(folder: &Path, file: &str, value: &Value) {
    std::fs::write(folder.join(file), value.to_string()).expect("written");
}

#[test]
fn json_holds_both_sides_of_each_counter_and_what_they_say_together() {
    let out = validate(
        &lecture(),
        &["--only", "^empty_(1|132)_b32$", "--format", "json"],
    );
    assert_eq!(out.status.code(), Some(0));
    let document = document(&out);
    assert_eq!(document["total"], 2);
    assert_eq!(document["sha_ok"], 2);
    assert_eq!(document["failed"], json!([]));
    let case = &document["cases"][0];
    assert_eq!(case["name"], "empty_1_b32");
    assert_eq!(case["sha_ok"], true);
    let executed = "smsp__inst_executed.sum";
    assert_eq!(case["metrics"][executed], json!({"sim": 2, "hw": 2}));
    let summary = &document["summary"][executed];
    assert_eq!((&summary["n"], &summary["exact"]), (&json!(2), &json!(2)));
    assert_eq!(summary["mape"], 0.0);
    assert_eq!(document["timing"]["warp_insts"], 266);
}

#[test]
fn a_set_without_results_is_predicted_and_nothing_is_compared() {
    let set = set_with("empty_1_b32", |_| ());
    let out = validate(set.path(), &["--format", "json"]);
    assert_eq!(out.status.code(), Some(0));
    let document = document(&out);
    let case = &document["cases"][0];
    assert_eq!(case["sha"]["p"].as_str().map(str::len), Some(16));
    assert_eq!(case.get("sha_ok"), None);
    let cycles = &case["metrics"]["gpc__cycles_elapsed.max"];
    assert!(cycles["sim"].is_number() && cycles.get("hw").is_none());
    assert_eq!(document["summary"], json!({}));
}

#[test]
fn a_wrong_buffer_is_named_and_fails() {
    let set = set_with("empty_1_b32", |_| ());
    let measured =
        json!([{"name": "empty_1_b32", "sha": {"p": "0123456789abcdef"}, "metrics": {}}]);
    write(set.path(), "results.json", &measured);
    let out = validate(set.path(), &[]);
    assert_eq!(out.status.code(), Some(1));
    let text = String::from_utf8(out.stdout).expect("text");
    assert!(text.contains("wrong buffers: empty_1_b32: p"), "{text}");
}

#[test]
fn the_sum_decides_where_the_gpus_own_outputs_differ() {
    let set = set_with("empty_1_b32", |case| {
        case["buffers"]["p"] = json!({"bytes": 8, "init": {"kind": "iota_f32"}});
    });
    let measured = |sum| {
        json!([{"name": "empty_1_b32", "sha": {"p": "0123456789abcdef"}, "metrics": {},
            "sum": {"p": {"u32": 0, "f32": sum}}, "nondeterministic_output": true}])
    };
    write(set.path(), "results.json", &measured(1.0));
    assert_eq!(validate(set.path(), &[]).status.code(), Some(0));
    write(set.path(), "results.json", &measured(2.0));
    assert_eq!(validate(set.path(), &[]).status.code(), Some(1));
}

#[test]
fn a_case_that_cannot_run_is_counted_and_named() {
    let set = set_with("empty_1_b32", |case| case["kernel"] = json!("missing"));
    let out = validate(set.path(), &["--format", "json"]);
    assert_eq!(out.status.code(), Some(1));
    let document = document(&out);
    assert_eq!(document["total"], 1);
    assert_eq!(document["cases"], json!([]));
    assert_eq!(document["failed"][0]["name"], "empty_1_b32");
    let why = document["failed"][0]["why"].as_str().expect("a reason");
    assert!(why.contains("missing"), "{why}");
}

#[test]
fn cycles_count_when_asked_for() {
    let cycles = |limit| {
        validate(
            &lecture(),
            &["--only", "^empty_1_b32$", "--max-mape", limit],
        )
    };
    assert_eq!(cycles("50").status.code(), Some(0));
    assert_eq!(cycles("0.001").status.code(), Some(1));
}

#[test]
fn a_bad_set_or_an_empty_choice_is_bad_input() {
    let none = validate(Path::new("none"), &[]);
    assert_eq!(none.status.code(), Some(2));
    let empty = validate(&lecture(), &["--only", "^none$"]);
    assert_eq!(empty.status.code(), Some(2));
    let error = String::from_utf8(empty.stderr).expect("text");
    assert!(error.contains("no case of 179"), "{error}");
}
