//! Mistakes that lectures warn of, as students make them: what is said of each.

use super::tiny;
use sim_core::engine::EngineOptions;
use sim_core::launch::Limits;

/// What is said of a kernel `k` that runs in one block on a buffer of 64 words.
fn said(block: &str, code: &str) -> String {
    let text = r##"Workload(
  buffers: { "out": (type: I32, length: "64", init: ConstU32("777")) },
  kernels: { "k": Kernel(code: r#"$code"#) },
  steps: [ Launch(kernel: "k", grid: ["1"], block: [$block], args: ["out"]) ],
)"##;
    let text = text.replace("$code", code).replace("$block", block);
    let limits = Limits {
        max_cycles: 50_000,
        ..Limits::default()
    };
    let engine = EngineOptions {
        limits,
        ..EngineOptions::default()
    };
    match tiny::ran(&text, engine) {
        Ok(outcome) => outcome.fault.map_or(String::new(), |f| f.error.to_string()),
        Err(error) => error.to_string(),
    }
}

/// The second warp never comes to the barrier: it waits for what the first does behind it.
#[test]
fn a_barrier_that_not_all_threads_reach_is_named_with_those_that_have_arrived() {
    let found = said(
        r#""64""#,
        "__global__ void k(volatile int *out)
         {
             if (threadIdx.x < 32) {
                 __syncthreads();
                 out[0] = 1;
             } else {
                 while (out[0] == 777) {}
             }
         }",
    );
    assert!(found.contains("32 of 64 threads have arrived"), "{found}");
}

#[test]
fn with_the_barrier_behind_the_branch_nothing_is_said() {
    let found = said(
        r#""64""#,
        "__global__ void k(volatile int *out)
         {
             if (threadIdx.x < 32)
                 out[0] = 1;
             __syncthreads();
             while (out[0] == 777) {}
         }",
    );
    assert_eq!(found, "");
}

#[test]
fn a_tile_of_64_by_64_threads_cannot_be_launched() {
    let code = "__global__ void k(int *out) { out[threadIdx.x] = 1; }";
    let found = said(r#""64", "64""#, code);
    assert!(found.contains("a block of 4096 threads"), "{found}");
    assert!(found.contains("at most 1024 threads"), "{found}");
}

#[test]
fn shuffles_and_votes_without_a_mask_are_refused_with_the_form_to_write() {
    for (old, new) in [
        ("__shfl(1, 3)", "__shfl_sync(0xffffffff"),
        ("__ballot(1)", "__ballot_sync(0xffffffff"),
        ("__any(1)", "__any_sync(0xffffffff"),
    ] {
        let found = said(
            r#""32""#,
            &format!("__global__ void k(int *out) {{ out[0] = {old}; }}"),
        );
        assert!(found.contains(new), "{found}");
    }
}
