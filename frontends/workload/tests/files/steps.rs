//! Steps of the host: repetitions, fills, variables of the module, kept caches.

use super::tiny;
use sim_workload::outcome::RunOutcome;

/// A kernel that adds to every element, one that multiplies by variables of the module, and one
/// that sums a buffer's halves; `STEPS` and `EXPECT` stand for what a test writes.
const KERNELS: &str = r#"
Workload(
  parameters: { "N": "1024", "LEVELS": "3" },
  buffers: {
    "x": (type: I32, length: "N", init: IotaI32),
    "big": (type: F32, length: "16 * N"),
  },
  kernels: {
    "add": Kernel(
      params: [Ptr("x", I32), I32("by"), I32("n")],
      body: [
        Let("int i", "blockIdx.x * blockDim.x + threadIdx.x"),
        If("i < n", [ Expr("x[i] += by") ]),
      ],
    ),
    "scale": Kernel(
      params: [Ptr("x", I32)],
      constant_buffers: [Constant("factors", I32, ["2"], ["2", "3"])],
      globals: [Global("total", I32, [], ["5"])],
      body: [
        Let("int i", "blockIdx.x * blockDim.x + threadIdx.x"),
        Store("x[i]", "x[i] * factors[i % 2] + total"),
      ],
    ),
    "halve": Kernel(
      params: [Ptr("x", I32), I32("n")],
      body: [
        Let("int i", "blockIdx.x * blockDim.x + threadIdx.x"),
        If("i < n", [ Expr("x[i] += x[i + n]") ]),
      ],
    ),
    "read": Kernel(
      params: [Ptr("x", F32)],
      body: [
        Let("int i", "blockIdx.x * blockDim.x + threadIdx.x"),
        If("x[i] != 0.0f", [ Store("x[i]", "1.0f") ]),
      ],
    ),
  },
  steps: [STEPS],
  expect: [EXPECT],
)
"#;

fn try_run(steps: &str, expect: &str, functional: bool) -> Result<RunOutcome, String> {
    let text = KERNELS.replace("STEPS", steps).replace("EXPECT", expect);
    tiny::ran(&text, tiny::functional(functional)).map_err(|error| error.to_string())
}

/// Runs steps whose expectations must hold.
fn right(steps: &str, expect: &str) -> RunOutcome {
    let outcome = try_run(steps, expect, true).unwrap_or_else(|error| panic!("{error}"));
    assert!(outcome.is_right(), "{:#?}", outcome.expectations);
    outcome
}

fn names(outcome: &RunOutcome) -> Vec<&str> {
    let launches = outcome.launches.iter();
    launches.map(|launch| launch.name.as_str()).collect()
}

const ADD: &str =
    r#"Launch(kernel: "add", grid: ["N / 256"], block: ["256"], args: ["x", "2", "N"])"#;

#[test]
fn a_repeated_launch_runs_again_on_what_it_left() {
    let steps = format!(r#"Repeat("LEVELS", [{ADD}])"#);
    let outcome = right(&steps, r#"Buffer(name: "x", equals: "i + 2 * LEVELS")"#);
    assert_eq!(names(&outcome), ["add_0", "add_1", "add_2"]);
    let nested = format!(r#"Repeat("2", [Repeat("1 + 1", [{ADD}]), Repeat("0", [{ADD}])])"#);
    let outcome = right(&nested, r#"Buffer(name: "x", equals: "i + 8")"#);
    assert_eq!(
        names(&outcome),
        ["add_0_0", "add_0_1", "add_1_0", "add_1_1"]
    );
}

#[test]
fn expressions_may_use_the_number_of_the_turn() {
    // A tree sum: 512, 256, 128 threads.
    let steps = r#"For("r", "LEVELS", [
        Launch(kernel: "halve", grid: ["(N >> r + 1) / 128"], block: ["128"],
               args: ["x", "N >> r + 1"]),
    ])"#;
    let outcome = right(
        steps,
        r#"Reduce(op: Sum, of: "after(x)[i]", count: "N >> LEVELS", equals: "N * (N - 1) / 2")"#,
    );
    let blocks: Vec<u32> = outcome.launches.iter().map(|l| l.grid[0]).collect();
    assert_eq!(blocks, [4, 2, 1]);
}

#[test]
fn counters_of_a_repeated_launch_are_those_of_a_turn_or_their_sum() {
    let steps = format!(r#"Repeat("3", [{ADD}])"#);
    right(
        &steps,
        r#"Assert("instructions(add) == 3 * instructions(add_1)"),
           Assert("instructions(add) == instructions(add_0) + instructions(add_1) + instructions(add_2)"),
           Assert("load_sectors_per_request(add_2) == 4")"#,
    );
    let timed = try_run(
        &steps,
        r#"Assert("cycles(add) > 2.5 * cycles(add_1)")"#,
        false,
    );
    assert!(timed.expect("it runs").is_right());
}

#[test]
fn a_fill_takes_place_between_two_launches() {
    let steps = format!(
        r#"{ADD}, Fill(buffer: "x", init: Expr("i * LEVELS")),
           Launch(kernel: "add", name: "again", grid: ["1"], block: ["256"], args: ["x", "1", "10"]),
           Fill(buffer: "big", init: ConstF32("0.5"))"#
    );
    right(
        &steps,
        r#"Buffer(name: "x", equals: "3 * i + (i < 10)"), Buffer(name: "big", equals: "0.5f")"#,
    );
    let zero = format!(r#"{ADD}, Fill(buffer: "x")"#);
    right(&zero, r#"Buffer(name: "x", equals: "0")"#);
}

#[test]
fn a_variable_keeps_what_a_step_gave_it() {
    let scale = |name: &str| {
        format!(
            r#"Launch(kernel: "scale", name: "{name}", grid: ["N / 256"], block: ["256"], args: ["x"])"#
        )
    };
    let first = scale("first");
    right(
        &first,
        r#"Buffer(name: "x", equals: "i * (i % 2 == 0 ? 2 : 3) + 5")"#,
    );
    let (one, two) = (scale("one"), scale("two"));
    // The second factor stays 3; the launch after the first sees the same values.
    let steps = format!(
        r#"Symbol(name: "factors", values: ["10"]), Symbol(name: "total", values: ["LEVELS - 3"]),
           {one}, {two}"#
    );
    right(
        &steps,
        r#"Buffer(name: "x", equals: "i * (i % 2 == 0 ? 100 : 9)")"#,
    );
}

#[test]
fn a_launch_finds_in_the_l2_what_the_one_before_left_if_it_is_kept() {
    let read = |name: &str, caches: &str| {
        format!(
            r#"Launch(kernel: "read", name: "{name}", grid: ["16 * N / 256"], block: ["256"],
                      args: ["big"], caches: {caches})"#
        )
    };
    let steps = [
        read("first", "Kept"),
        read("kept", "Kept"),
        read("cold", "Cold"),
    ]
    .join(", ");
    let outcome = try_run(
        &steps,
        r#"Assert("dram__bytes_read.sum(first) == dram__bytes_read.sum(cold)"),
           Assert("dram__bytes_read.sum(first) >= 64 * N"),
           Assert("dram__bytes_read.sum(kept) == 0"),
           Assert("l2_hit_rate(kept) > 2 * l2_hit_rate(cold)"),
           Assert("cycles(first) == cycles(cold)"),
           Assert("cycles(kept) < cycles(cold)")"#,
        false,
    );
    let outcome = outcome.expect("it runs");
    assert!(outcome.is_right(), "{:#?}", outcome.expectations);
}

#[test]
fn what_is_wrong_with_steps_is_said_before_the_run() {
    let scale = r#"Launch(kernel: "scale", grid: ["4"], block: ["256"], args: ["x"])"#;
    let wrong = [
        format!(r#"Repeat("M", [{ADD}])"#),
        format!(r#"Repeat("0 - 1", [{ADD}])"#),
        format!(r#"Repeat("20000", [{ADD}, {ADD}])"#),
        format!(r#"Repeat(3, [{ADD}])"#),
        format!(r#"For("N", "3", [{ADD}])"#),
        format!(r#"For("x", "3", [{ADD}])"#),
        format!(r#"For("r", "2", [For("r", "2", [{ADD}])])"#),
        format!(r#"Repeat("2", [{ADD}, {ADD}])"#),
        format!(r#"Repeat("2", [{ADD}]), {ADD}"#),
        r#"Fill(buffer: "y")"#.to_owned(),
        r#"Fill(buffer: "x", init: Expr("i * r"))"#.to_owned(),
        format!(r#"Symbol(name: "totl", values: ["1"]), {scale}"#),
        format!(r#"Symbol(name: "x", values: ["1"]), {ADD}"#),
        format!(r#"Symbol(name: "total", values: ["0.5"]), {scale}"#),
        format!(r#"Symbol(name: "total", values: ["1 << 40"]), {scale}"#),
        format!(r#"Symbol(name: "factors", values: ["1", "2", "3"]), {scale}"#),
        format!(r#"Symbol(name: "total", values: []), {scale}"#),
        ADD.replace("args:", "caches: Warm, args:"),
    ];
    let mut faults: Vec<_> = wrong
        .map(|steps| try_run(&steps, "", true).expect_err(&steps))
        .into();
    for condition in [
        "l1_hit_rate(add) > 0",
        "cycles(ad_1) > 0",
        "cycles(add_2) > 0",
    ] {
        let expect = format!(r#"Assert("{condition}")"#);
        let steps = format!(r#"Repeat("2", [{ADD}])"#);
        faults.push(try_run(&steps, &expect, true).expect_err(condition));
    }
    insta::assert_snapshot!(faults.join("\n\n"));
}

/// A launch of `halve` that is meant to fault, with a buffer that is too short for it or not.
fn meant(n: &str, how: &str) -> String {
    format!(
        r#"Launch(kernel: "halve", grid: ["N / 256"], block: ["256"], args: ["x", "{n}"], faults: {how}), {ADD}"#
    )
}

#[test]
fn a_launch_that_faults_as_it_must_is_right_and_the_steps_go_on() {
    let outcome = right(&meant("N", "OutOfBounds"), "");
    assert_eq!(names(&outcome), ["add"]);
    assert_eq!(outcome.faulted[0].launch, "halve");
    let [expectation] = &outcome.expectations[..] else {
        panic!("one for the launch")
    };
    assert_eq!(expectation.text, "halve faults: OutOfBounds");
}

#[test]
fn a_launch_that_ends_where_it_must_fault_is_wrong() {
    let outcome = try_run(&meant("0", "OutOfBounds"), "", true).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(names(&outcome), ["halve", "add"]);
    assert_eq!(outcome.expectations[0].verdict.holds(), Some(false));
    assert!(!outcome.is_right());
}

#[test]
fn another_fault_than_the_one_that_is_meant_ends_the_run() {
    let outcome = try_run(&meant("N", "Livelock"), "", true).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(
        outcome.fault.map(|fault| fault.launch).as_deref(),
        Some("halve")
    );
    assert_eq!(outcome.expectations[0].verdict.holds(), None);
}
