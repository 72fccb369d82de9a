//! Whole runs through the host program, on compiled kernels.

use super::tiny;
use sim_core::engine::EngineOptions;
use sim_workload::document::Document;
use sim_workload::host::{RunOptions, run};
use sim_workload::outcome::{RunOutcome, Verdict};
use std::path::Path;

/// Transposes of 64 x 64 elements on the two-SM GPU; `$` stands for what a test adds.
const TRANSPOSE: &str = r#"
Workload(
  parameters: { "W": "64" },
  buffers: {
    "in":     (type: F32, length: "W * W", init: HashF32(seed: "3")),
    "row":    (type: F32, length: "W * W", init: ConstF32("-777")),
    "padded": (type: F32, length: "W * W", init: ConstF32("-777")),
  },
  kernels: {
    "naive": Cubin(file: "transpose.cubin", entry: "transposeNaiveRow"),
    "tiled": Cubin(file: "transpose.cubin", entry: "transposeSmemPad"),
  },
  steps: [
    Launch(kernel: "naive", name: "row", grid: ["W / 16", "W / 16"], block: ["16", "16"],
           args: ["row", "in", "W", "W"]),
    Launch(kernel: "tiled", name: "padded", grid: ["W / 32", "W / 32"], block: ["32", "8"],
           args: [$]),
  ],
  expect: [
    Buffer(name: "row", equals: "in[(i % W) * W + i / W]"),
    Buffer(name: "padded", equals: "after(row)[i]"),
    Assert("load_sectors_per_request(row) == 4"),
    Assert("store_sectors_per_request(padded) == 4"),
    Reduce(op: Count, of: "after(padded)[i] != in[i]", count: "W * W", equals: "W * W - W"),
  ],
)
"#;

fn try_run(
    text: &str,
    change: impl FnOnce(&mut RunOptions),
) -> Result<RunOutcome, sim_workload::error::WorkloadError> {
    let folder =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../validation/truth/h200/lecture/cubin");
    let document = Document::parse("w.ron", text, &folder)?;
    let mut options = tiny::options(EngineOptions::default());
    change(&mut options);
    run(&document, &options, &mut |_, _, _| ())
}

fn right() -> String {
    TRANSPOSE.replace('$', r#""padded", "in", "W", "W""#)
}

fn verdicts(outcome: &RunOutcome) -> Vec<Option<bool>> {
    outcome
        .expectations
        .iter()
        .map(|e| e.verdict.holds())
        .collect()
}

#[test]
fn a_right_workload_meets_all_its_expectations() {
    let outcome = try_run(&right(), |_| ()).unwrap();
    assert!(outcome.is_right(), "{outcome:#?}");
    assert_eq!(verdicts(&outcome), [Some(true); 5]);
    assert_eq!(outcome.launches.len(), 2);
    let [_, row, padded] = &outcome.buffers[..] else {
        panic!("three buffers")
    };
    assert_eq!(row.sha, padded.sha);
}

#[test]
fn wrong_elements_are_counted_and_the_first_shown() {
    let text = right().replace("% W) * W + i / W]", "% W) * W + i / W] + (i == 70)");
    let outcome = try_run(&text, |_| ()).unwrap();
    assert!(!outcome.is_right());
    let Verdict::Buffer { comparison, .. } = &outcome.expectations[0].verdict else {
        panic!("a comparison of a buffer");
    };
    assert_eq!((comparison.wrong, comparison.first[0].index), (1, 70));
    let shown = outcome.expectations[0].to_string();
    assert!(
        shown.contains("1 of 4096 elements are wrong; the first:\n  [70] got "),
        "{shown}"
    );
}

#[test]
fn a_failed_assertion_shows_the_numbers_on_both_sides() {
    let text = right().replace(
        "load_sectors_per_request(row) == 4",
        "load_sectors_per_request(row) < W / 16",
    );
    let outcome = try_run(&text, |_| ()).unwrap();
    insta::assert_snapshot!(outcome.expectations[2].to_string());
}

#[test]
fn a_launch_that_faults_leaves_the_reports_before_it() {
    let text = TRANSPOSE.replace('$', r#""padded + 100", "in", "W", "W""#);
    let outcome = try_run(&text, |_| ()).unwrap();
    let fault = outcome.fault.as_ref().expect("a fault");
    assert_eq!(fault.launch, "padded");
    assert!(
        fault.error.to_string().contains("out of bounds"),
        "{}",
        fault.error
    );
    assert_eq!(outcome.launches.len(), 1);
    assert_eq!(
        verdicts(&outcome),
        [Some(true), None, Some(true), None, None]
    );
    assert!(!outcome.is_right());
}

#[test]
fn only_the_launches_asked_for_run_and_only_they_are_judged() {
    let outcome = try_run(&right(), |o| o.only = Some("tiled".into())).unwrap();
    assert_eq!(outcome.launches.len(), 1);
    assert_eq!(
        verdicts(&outcome),
        [None, None, None, Some(true), Some(true)]
    );
    assert!(outcome.is_right());
    let error = try_run(&right(), |o| o.only = Some("tilde".into())).unwrap_err();
    assert!(
        error.to_string().contains("did you mean `tiled`?"),
        "{error}"
    );
}

#[test]
fn what_is_wrong_with_arguments_and_memory_is_said_before_the_run() {
    let fault = |args: &str| {
        try_run(&TRANSPOSE.replace('$', args), |_| ())
            .unwrap_err()
            .to_string()
    };
    let mut faults = vec![
        fault(r#""padded", "in", "W""#),
        fault(r#""W", "in", "W", "padded""#),
        fault(r#""padded", "in", "W << 32", "W""#),
    ];
    let small = |o: &mut RunOptions| o.engine.max_memory = 40_000;
    faults.push(try_run(&right(), small).unwrap_err().to_string());
    let missing = right().replace("transposeSmemPad", "transposeShmemPad");
    faults.push(try_run(&missing, |_| ()).unwrap_err().to_string());
    insta::assert_snapshot!(faults.join("\n\n"));
}

#[test]
fn an_expectation_that_cannot_be_computed_is_an_error_and_not_false() {
    let text = right().replace("after(row)[i]\"", "after(row)[i + 1]\"");
    let outcome = try_run(&text, |_| ()).unwrap();
    let message = outcome.errors().next().expect("an error").to_string();
    assert_eq!(
        message,
        "element 4096 of `row`, which has 4096 elements, at i = 4095"
    );
    assert!(!outcome.is_right());
}

#[test]
fn a_functional_run_judges_results_and_leaves_time_alone() {
    let text = right().replace("load_sectors_per_request(row) == 4", "cycles(row) > 0");
    let outcome = try_run(&text, |o| o.engine.functional = true).unwrap();
    assert!(outcome.is_right(), "{outcome:#?}");
    assert_eq!(verdicts(&outcome)[..3], [Some(true), Some(true), None]);
}

/// A device variable that two kernels share, and weights in constant memory.
const VARIABLES: &str = r#"
Workload(
  buffers: {
    "out":     (type: F32, length: "64"),
    "weights": (type: F32, length: "4", init: Expr("0.5 * i")),
    "total":   (type: F32, length: "1", init: ConstF32("3.14")),
  },
  kernels: {
    "add": Kernel(
      globals: [Global("total", F32, []), Global("steps", U32, ["2"], ["5", "7"])],
      body: [
        If("threadIdx.x == 0", [Expr("total += 1.0f"), Expr("steps[1] += 10")]),
      ],
    ),
    "weigh": Kernel(
      params: [Ptr("out", F32)],
      constant_buffers: [Constant("one", I32, [], ["1"]), Constant("weights", F32, ["4"])],
      globals: [Global("steps", U32, ["2"], ["5", "7"]), Global("total", F32, [])],
      body: [
        Store("out[threadIdx.x]", "weights[threadIdx.x % 4] + weights[one] * total + steps[1]"),
      ],
    ),
  },
  steps: [
    Launch(kernel: "add", name: "first", grid: ["1"], block: ["64"]),
    Launch(kernel: "add", name: "second", grid: ["1"], block: ["64"]),
    Launch(kernel: "weigh", grid: ["1"], block: ["64"], args: ["out"]),
  ],
  expect: [
    Buffer(name: "total", equals: "5.14", abs: "1e-6"),
    Buffer(name: "out", equals: "0.5 * (i % 4) + 0.5 * 5.14 + 27", abs: "1e-5"),
  ],
)
"#;

#[test]
fn a_module_variable_is_the_buffer_of_its_name_in_every_kernel_and_launch() {
    let outcome = try_run(VARIABLES, |_| ()).expect("the file is right");
    assert!(outcome.is_right(), "{:?}", outcome.expectations);
}

#[test]
fn kernels_that_disagree_about_a_variables_size_are_refused_with_its_place() {
    let text = VARIABLES.replacen("Global(\"total\", F32", "Global(\"total\", F64", 1);
    let error = try_run(&text, |_| ()).expect_err("8 bytes are not 4");
    let text = error.to_string();
    assert!(
        text.contains("`total` takes 8 bytes here and 4 elsewhere"),
        "{text}"
    );
}
