//! Claims, judged on compiled kernels on the two-SM GPU.

use super::tiny;
use sim_workload::outcome::{RunOutcome, Verdict};

/// One launch that stores 32 floats a warp; `$` stands for the claims.
const STORES: &str = r#"
Workload(
  parameters: { "N": "1024" },
  buffers: { "out": (type: F32, length: "N") },
  kernels: { "k": Kernel(
    params: [Ptr("out", F32)],
    body: [Store("out[blockIdx.x * blockDim.x + threadIdx.x]", "1.0f")],
  ) },
  steps: [Launch(kernel: "k", grid: ["N / 128"], block: ["128"], args: ["out"])],
  claims: [$],
)
"#;

fn judge(claims: &str, functional: bool) -> Result<RunOutcome, String> {
    let text = STORES.replace('$', claims);
    tiny::ran(&text, tiny::functional(functional)).map_err(|error| error.to_string())
}

/// A claim of a condition, with what else the file says of it.
fn claim(holds: &str, says: &str) -> String {
    format!(r#"Claim(text: "t", holds: "{holds}", {says})"#)
}

#[test]
fn a_claim_that_the_file_expects_to_fail_may_fail_and_must_not_hold() {
    let says = r#"on: ["tiny"], false_on: { "tiny": "four sectors" }"#;
    let outcome = judge(&claim("store_sectors_per_request(k) == 5", says), true);
    let outcome = outcome.unwrap();
    assert!(outcome.is_right());
    assert_eq!(outcome.claims[0].verdict.holds(), Some(false));
    assert_eq!(outcome.claims[0].reason, "four sectors");
    let outcome = judge(&claim("store_sectors_per_request(k) == 4", says), true).unwrap();
    assert!(outcome.claims[0].differs());
    assert!(!outcome.is_right());
}

#[test]
fn a_gpu_that_the_file_does_not_name_has_a_verdict_and_no_say() {
    let outcome = judge(&claim("instructions(k) < 0", r#"on: ["h200"]"#), true);
    let outcome = outcome.unwrap();
    let claim = &outcome.claims[0];
    assert_eq!((claim.verdict.holds(), claim.expected), (Some(false), None));
    assert!(outcome.is_right());
}

#[test]
fn a_claim_about_time_waits_for_a_run_that_has_time() {
    let text = claim("min(cycles(k), 2 * N) > N / 1024 + 9", r#"on: ["tiny"]"#);
    let outcome = judge(&text, true).unwrap();
    let untimed =
        matches!(&outcome.claims[0].verdict, Verdict::Untimed { counter } if counter == "cycles");
    assert!(untimed && outcome.is_right());
    let outcome = judge(&text, false).unwrap();
    let Verdict::Number {
        holds,
        got,
        want,
        terms,
    } = &outcome.claims[0].verdict
    else {
        panic!("a verdict with numbers");
    };
    assert!(*holds && terms[0].0 == "cycles(k)");
    assert_eq!((got.as_str(), want.as_str()), ("2048", "> 10"));
}

#[test]
fn a_claim_may_name_the_peaks_of_the_gpu() {
    let outcome = judge(&claim("peak_fp32 > 2 * peak_fp64 - 1", ""), true).unwrap();
    let Verdict::Number {
        holds, got, terms, ..
    } = &outcome.claims[0].verdict
    else {
        panic!("a verdict with numbers");
    };
    // Two SMs of 128 lanes that multiply and add at 1.98 GHz.
    assert_eq!((*holds, got.as_str()), (true, "1013.76"));
    assert_eq!(terms[1].0, "peak_fp64");
    let unknown = judge(&claim("peak_dran > 1", ""), true).expect_err("no such peak");
    assert!(unknown.contains("did you mean `peak_dram`?"), "{unknown}");
}

#[test]
fn what_is_wrong_with_a_claim_is_said_before_the_run() {
    let wrong = [
        claim("cykles(k) > 0", ""),
        claim("cycles(kk) > 0", ""),
        claim("cycles(k) > M", ""),
        claim("cycles > 0", ""),
        claim("cycles(k) >", ""),
        claim("cycles(k) > 0", r#"on: ["h20"]"#),
        claim("cycles(k) > 0", r#"on: ["my machine"]"#),
        claim("cycles(k) > 0", r#"on: ["h200", "h200"]"#),
        claim("cycles(k) > 0", r#"false_on: { "tiny": " " }"#),
        claim("cycles(k) > 0", r#"false_on: ["tiny"]"#),
        claim("cycles(k) > 0", r#"untrue_on: {}"#),
        r#"Claim("text", holds: "cycles(k) > 0")"#.to_owned(),
    ];
    let faults = wrong.map(|claims| judge(&claims, true).expect_err(&claims));
    insta::assert_snapshot!(faults.join("\n\n"));
}

#[test]
fn of_conditions_in_a_row_those_that_decide_are_shown() {
    let sides = |holds: &str| {
        let outcome = judge(&claim(holds, ""), true).unwrap();
        match &outcome.claims[0].verdict {
            Verdict::Number {
                holds, got, want, ..
            } => format!("{holds}: {got} {want}"),
            other => panic!("{other:?}"),
        }
    };
    let sectors = "store_sectors_per_request(k)";
    let both = sides(&format!("{sectors} > 3 && {sectors} < 5"));
    assert_eq!(both, "true: 4 > 3 && 4 < 5");
    assert_eq!(
        sides(&format!("{sectors} > 3 && {sectors} < 4")),
        "false: 4 < 4"
    );
    assert_eq!(
        sides(&format!("{sectors} > 4 && N == 1024")),
        "false: 4 > 4"
    );
    assert_eq!(sides(&format!("{sectors} > 3 || N == 0")), "true: 4 > 3");
    assert_eq!(
        sides(&format!("{sectors} > 4 || N == 0")),
        "false: 4 > 4 || 1024 == 0"
    );
}
