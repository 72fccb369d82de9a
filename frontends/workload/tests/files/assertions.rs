//! Assertions of kernels, from the text of the kernel to the fault of the launch.

use super::tiny;
use sim_core::engine::{EngineOptions, LaunchError};
use sim_core::fault::FaultKind;
use sim_workload::outcome::RunOutcome;

/// A workload with one kernel, on a buffer that counts up from 0.
fn outcome(code: &str, launches: &str, threads: usize) -> RunOutcome {
    let text = format!(
        r###"Workload(
  buffers: {{ "x": (type: I32, length: "256", init: IotaI32) }},
  kernels: {{ "k": Kernel(code: r##"{code}"##) }},
  steps: [{launches}],
)"###
    );
    let engine = EngineOptions {
        threads,
        ..EngineOptions::default()
    };
    tiny::ran(&text, engine).unwrap_or_else(|e| panic!("{e}"))
}

fn launch(grid: u32, block: u32, rest: &str) -> String {
    format!(r#"Launch(kernel: "k", grid: ["{grid}"], block: ["{block}"], args: ["x"] {rest}),"#)
}

/// Of two blocks of 64 threads 6 to 31 of the second fail.
const BELOW: &str = "
__device__ int checked(const int *x, int i)
{
    assert(x[i]  <  70 || x[i] >= 96);
    return x[i];
}
__global__ void k(int *x)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    x[i] = checked(x, i) + 1;
}";

#[test]
fn a_text_behind_the_condition_is_shown_with_it() {
    let code = r#"__global__ void k(int *x) { assert(x[threadIdx.x] < 3 && "too far"); }"#;
    let outcome = outcome(code, &launch(1, 4, ""), 1);
    let assertion = outcome.fault.expect("it fails").assertion;
    let condition = assertion.expect("an assertion").condition;
    assert_eq!(condition, "x[threadIdx.x] < 3 && \"too far\"");
}

#[test]
fn a_failed_assertion_ends_the_launch_and_says_what_cuda_says() {
    let outcome = outcome(BELOW, &launch(2, 64, ""), 1);
    let fault = outcome.fault.expect("it fails");
    let LaunchError::Fault(error) = &fault.error else {
        panic!("{fault}")
    };
    assert_eq!(error.kind, FaultKind::Trap);
    let place = error.place.as_ref().expect("a thread");
    assert_eq!((place.block, place.thread), ([1, 0, 0], [6, 0, 0]));
    let assertion = fault.assertion.expect("an assertion");
    assert_eq!(assertion.condition, "x[i] < 70 || x[i] >= 96");
    let (_, line, text) = place.source.as_ref().expect("a line");
    let marked: String = text
        .chars()
        .skip(assertion.column)
        .take(assertion.width)
        .collect();
    assert_eq!(marked, "x[i]  <  70 || x[i] >= 96");
    let failed = &outcome.printed[0].1.failed;
    assert_eq!((failed.threads, failed.messages.len()), (26, 26));
    assert_eq!(
        failed.messages[0],
        format!(
            "w.ron:{line}: int checked(const int *, int): block: [1,0,0], thread: [6,0,0] \
             Assertion `x[i] < 70 || x[i] >= 96` failed."
        )
    );
}

#[test]
fn what_is_said_does_not_depend_on_the_hosts_threads() {
    let told = |threads| {
        let outcome = outcome(BELOW, &launch(4, 64, ""), threads);
        let fault = outcome.fault.expect("it fails");
        let LaunchError::Fault(error) = fault.error else {
            panic!("a fault")
        };
        (outcome.printed, error, fault.assertion)
    };
    let one = told(1);
    assert_eq!(told(2), one);
    assert_eq!(told(5), one);
}

#[test]
fn the_first_warps_worth_of_messages_is_kept_and_all_are_counted() {
    let code = "__global__ void k(int *x) { assert(x[threadIdx.x] < 0); }";
    let failed = &outcome(code, &launch(2, 256, ""), 2).printed[0].1.failed;
    assert_eq!(failed.messages.len(), 32);
    assert!(failed.threads > 32, "{}", failed.threads);
}

#[test]
fn every_launch_speaks_of_its_own_assertions() {
    let code = "
__global__ void k(int *x)
{
    assert(x[threadIdx.x] != 3); x[threadIdx.x] = threadIdx.x + 3;
}";
    let steps = launch(1, 4, r#", name: "first", faults: Assertion"#)
        + &launch(1, 1, r#", name: "second""#)
        + &launch(1, 1, r#", name: "third""#);
    let outcome = outcome(code, &steps, 1);
    assert_eq!(outcome.faulted[0].launch, "first");
    let said = outcome.printed.iter();
    let said: Vec<_> = said
        .map(|(name, p)| (name.as_str(), p.failed.threads))
        .collect();
    assert_eq!(said, [("first", 1), ("third", 1)]);
    assert_eq!(outcome.fault.expect("a fault").launch, "third");
}

#[test]
fn assertions_that_hold_change_nothing() {
    let code = "__global__ void k(int *x) { assert(1 < 2); assert(x); x[threadIdx.x] += 1; }";
    let outcome = outcome(code, &launch(1, 256, ""), 1);
    assert!(outcome.fault.is_none() && outcome.printed.is_empty());
}

#[test]
fn a_trap_is_no_assertion() {
    let code = "
__global__ void k(int *x)
{
    assert(x[threadIdx.x] < 256);
    if (x[threadIdx.x] == 5)
        __trap();
}";
    let of = |faults: &str| outcome(code, &launch(1, 32, faults), 1);
    assert_eq!(of(", faults: Trap").faulted.len(), 1);
    let meant_otherwise = of(", faults: Assertion").fault.expect("a fault");
    assert_eq!(meant_otherwise.assertion, None);
}

#[test]
fn ndebug_switches_assertions_off() {
    let k = "__global__ void k(int *x) { assert(x[threadIdx.x] < 0); }";
    let fails = |text: &str| outcome(text, &launch(1, 32, ""), 1).fault.is_some();
    assert!(fails(&format!("#include <cassert>\n#define NDEBUG\n{k}")));
    assert!(!fails(&format!("#define NDEBUG\n#include <cassert>\n{k}")));
    assert!(!fails(&format!("#define NDEBUG\n{k}")));
    assert!(fails(&format!("#define NDEBUG\n#undef NDEBUG\n{k}")));
}
