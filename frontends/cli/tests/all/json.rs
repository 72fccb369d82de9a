//! The JSON and CSV of a run: its schema (docs/json.md), and that it is stable.

use crate::common;
use serde_json::Value;
use sim_cli::view::{Claim, Output, Run, Timing, Warning};
use sim_cli::{csv, json};

fn document(run: &Run) -> Value {
    let text = json::text(run).expect("a run is JSON");
    serde_json::from_str(&text).expect("what was written can be read")
}

/// The keys of an object, in order.
fn keys(value: &Value) -> Vec<&str> {
    let object = value.as_object().expect("an object");
    object.keys().map(String::as_str).collect()
}

#[test]
fn a_run_has_the_documented_keys() {
    let document = document(&common::transpose());
    assert_eq!(
        keys(&document),
        ["schema", "gpu", "launches", "buffers", "expectations"]
    );
    assert_eq!(document["schema"], 1);
    assert_eq!(document["gpu"], "h200");
    let launch = &document["launches"][4];
    assert_eq!(
        keys(launch),
        [
            "name", "kernel", "grid", "block", "metrics", "stalls", "hot"
        ]
    );
    let hot = &launch["hot"][0];
    assert_eq!(
        keys(hot),
        [
            "pc",
            "sass",
            "source",
            "executed",
            "threads",
            "warp_cycles",
            "stalls",
            "access"
        ]
    );
    assert_eq!(keys(&hot["source"]), ["file", "line", "text"]);
    assert_eq!(
        keys(&hot["access"]),
        [
            "kind",
            "requests",
            "sectors",
            "ideal_sectors",
            "wavefronts",
            "ideal_wavefronts"
        ]
    );
    assert_eq!(document["buffers"]["out"]["sha"], "fb1b6a17489fd9f6");
    assert_eq!(keys(&document["expectations"][0]), ["what", "holds"]);
}

#[test]
fn a_warning_names_its_line_and_lanes() {
    let mut run = common::transpose();
    run.launches[0].warnings = vec![Warning {
        times: 5,
        lane: 0,
        from: 16,
        ..Warning::default()
    }];
    let document = document(&run);
    let [warning] = &document["launches"][0]["warnings"]
        .as_array()
        .expect("a list")[..]
    else {
        panic!("one warning");
    };
    assert_eq!(
        keys(warning),
        [
            "kind", "pc", "sass", "source", "times", "block", "warp", "lane", "from"
        ]
    );
    assert_eq!(
        (&warning["times"], &warning["from"]),
        (&5.into(), &16.into())
    );
    assert!(document["launches"][1].get("warnings").is_none());
}

#[test]
fn faults_that_are_meant_stand_beside_the_launches() {
    let mut run = common::faulted();
    run.faulted.extend(run.fault.take());
    let document = document(&run);
    assert!(document.get("fault").is_none());
    assert_eq!(keys(&document["faulted"][0]), ["launch", "what", "place"]);
}

#[test]
fn a_claim_has_its_verdict_beside_what_the_file_says() {
    let mut run = common::transpose();
    run.claims = vec![
        Claim {
            text: "Columns are slow.".into(),
            source: "a lecture".into(),
            what: "cycles(a) > 2 * cycles(b)".into(),
            holds: Some(false),
            expected: Some(false),
            reason: "the L1 helps".into(),
            compared: "30 > 40".into(),
            values: vec![("cycles(a)".into(), 30.0), ("cycles(b)".into(), 20.0)],
            ..Claim::default()
        },
        Claim {
            undecided: "launch b did not run".into(),
            ..Claim::default()
        },
    ];
    let document = document(&run);
    let [decided, undecided] = &document["claims"].as_array().expect("a list")[..] else {
        panic!("two claims");
    };
    assert_eq!(
        keys(decided),
        [
            "text", "source", "what", "holds", "expected", "reason", "compared", "values"
        ]
    );
    assert_eq!(decided["values"]["cycles(b)"], 20.0);
    assert_eq!(
        keys(undecided),
        ["text", "what", "holds", "undecided", "expected", "values"]
    );
    assert!(undecided["holds"].is_null());
}

#[test]
fn a_failed_expectation_shows_its_first_wrong_elements() {
    let document = document(&common::wrong());
    let failed = &document["expectations"][1];
    assert_eq!(keys(failed), ["what", "holds", "reason", "wrong"]);
    assert_eq!(failed["holds"], false);
    assert_eq!(failed["wrong"][0]["index"], 1);
    assert_eq!(failed["wrong"][0]["wanted"], "2048");
}

#[test]
fn a_fault_stands_beside_the_launches_before_it() {
    let document = document(&common::faulted());
    assert_eq!(document["launches"].as_array().map(Vec::len), Some(1));
    assert_eq!(keys(&document["fault"]), ["launch", "what", "place"]);
    assert_eq!(
        keys(&document["fault"]["place"]),
        ["kernel", "block", "thread", "pc", "sass", "source"]
    );
    assert_eq!(document["expectations"][0]["holds"], Value::Null);
}

#[test]
fn output_is_there_only_of_launches_that_printed() {
    let mut run = common::transpose();
    assert!(document(&run).get("output").is_none());
    let printed = |launch: &str, dropped| Output {
        launch: launch.to_owned(),
        text: "x = 1\n".to_owned(),
        dropped,
        ..Output::default()
    };
    run.output = vec![printed("second", 0), printed("first", 7)];
    let output = &document(&run)["output"];
    assert_eq!(keys(&output["second"]), ["text"]);
    assert_eq!(output["second"]["text"], "x = 1\n");
    assert_eq!(output["first"]["dropped"], 7);
    run.output[0].assertions = vec!["Assertion `x` failed.".to_owned()];
    run.output[0].failed = 3;
    let output = &document(&run)["output"]["second"];
    assert_eq!(keys(output), ["text", "assertions", "failed"]);
    assert_eq!(output["failed"], 3);
}

#[test]
fn timing_is_there_only_when_asked_for() {
    let mut run = common::transpose();
    assert!(document(&run).get("timing").is_none());
    run.timing = Some(Timing {
        warp_insts: 3_000_000,
        wall_s: 2.0,
    });
    let timing = &document(&run)["timing"];
    assert_eq!(keys(timing), ["warp_insts", "wall_s", "warp_insts_per_s"]);
    assert_eq!(timing["warp_insts_per_s"], 1_500_000.0);
}

#[test]
fn an_absent_counter_has_no_key() {
    let document = document(&common::functional());
    let metrics = &document["launches"][0]["metrics"];
    assert!(metrics.get("gpc__cycles_elapsed.max").is_none());
    assert!(
        metrics
            .get("l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum")
            .is_some()
    );
}

#[test]
fn a_number_that_is_not_finite_is_left_out() {
    let mut run = common::transpose();
    let metrics = &mut run.launches[0].metrics;
    metrics.insert("not_a_number".to_string(), f64::NAN);
    let document = document(&run);
    assert!(
        document["launches"][0]["metrics"]
            .get("not_a_number")
            .is_none()
    );
}

#[test]
fn hot_instructions_come_by_the_time_waited_before_them() {
    let document = document(&common::transpose());
    for launch in document["launches"].as_array().expect("launches") {
        let waited: Vec<_> = launch["hot"]
            .as_array()
            .expect("instructions")
            .iter()
            .map(|one| one["warp_cycles"].as_u64().expect("a count"))
            .collect();
        assert!(waited.is_sorted_by(|a, b| a >= b), "{waited:?}");
    }
}

#[test]
fn csv_has_a_line_for_each_counter_and_reason() {
    let mut run = common::transpose();
    run.launches.truncate(1);
    run.launches[0]
        .metrics
        .retain(|name, _| name.starts_with("gpc") || name.ends_with(".pct"));
    insta::assert_snapshot!(csv::text(&run));
}
