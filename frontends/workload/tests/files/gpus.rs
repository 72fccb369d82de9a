//! Workloads on every built-in GPU, and what sets the historical ones apart.

use sim_core::config::{BUILT_IN, GpuConfig};
use sim_core::engine::EngineOptions;
use sim_workload::document::Document;
use sim_workload::host::{RunOptions, run};
use sim_workload::outcome::RunOutcome;
use std::path::Path;
use std::sync::Arc;

/// A sum, loads of one word in 128 bytes through the L1 and past it, shared memory at a stride of
/// two words and of eight bytes, a branch.
const KERNELS: &str = r#"
Workload(
  parameters: { "N": "4096" },
  buffers: {
    "x": (type: F32, length: "32 * N", init: IotaF32),
    "y": (type: F32, length: "N"),
    "z": (type: F32, length: "N"),
  },
  kernels: {
    "add": Kernel(
      params: [Ptr("y", F32), Ptr("x", F32), I32("n")],
      body: [
        Let("int i", "blockIdx.x * blockDim.x + threadIdx.x"),
        If("i < n", [ IfElse("i % 32 < 24", [ Store("y[i]", "x[i] + 1.0f") ], [ Store("y[i]", "x[i] - 1.0f") ]) ]),
      ],
    ),
    "far": Kernel(
      params: [Ptr("z", F32), Ptr("x", F32)],
      body: [
        Let("int i", "blockIdx.x * blockDim.x + threadIdx.x"),
        Store("z[i]", "x[32 * i]"),
      ],
    ),
    "stride": Kernel(
      params: [Ptr("z", F32)],
      shared: [Shared("a", F32, ["64"]), Shared("b", F32, ["32", "2"])],
      body: [
        Store("a[2 * threadIdx.x]", "threadIdx.x"),
        Barrier,
        Store("z[threadIdx.x]", "a[2 * threadIdx.x]"),
      ],
    ),
  },
  steps: [
    Launch(kernel: "add", grid: ["N / 128"], block: ["128"], args: ["y", "x", "N"]),
    Launch(kernel: "far", name: "cached", grid: ["N / 128"], block: ["128"], args: ["z", "x"]),
    Launch(kernel: "far", name: "past", grid: ["N / 128"], block: ["128"], args: ["z", "x"], load_cache: cg),
    Launch(kernel: "stride", grid: ["1"], block: ["32"], args: ["z"]),
  ],
  expect: [
    Buffer(name: "y", equals: "x[i] + (i % 32 < 24 ? 1 : -1)"),
    Buffer(name: "z", equals: "i < 32 ? i : x[32 * i]"),
    Assert("cycles(add) > 1000"),
    EXPECT
  ],
)
"#;

fn run_on(gpu: &str, expect: &str) -> RunOutcome {
    let text = KERNELS.replace("EXPECT", expect);
    let document =
        Document::parse("w.ron", text, Path::new("")).unwrap_or_else(|error| panic!("{error}"));
    let options = RunOptions {
        gpu: Arc::new(GpuConfig::built_in(gpu).expect("it is built in")),
        engine: EngineOptions::default(),
        overrides: Vec::new(),
        only: None,
    };
    run(&document, &options, &mut |_, _, _| ()).unwrap_or_else(|error| panic!("{error}"))
}

const READ: &str = "lts__t_sectors_srcunit_tex_op_read.sum";

#[test]
fn every_gpu_runs_a_workload_to_its_results() {
    for (name, _) in BUILT_IN {
        let outcome = run_on(name, "");
        assert!(outcome.is_right(), "{name}: {:#?}", outcome.expectations);
    }
}

#[test]
fn early_gpus_load_whole_lines_through_the_l1_and_sectors_past_it() {
    for (name, through) in [("h200", 1), ("rtx3090", 1), ("cc52", 4), ("cc35", 4)] {
        let expect = format!(
            r#"Assert("{READ}(cached) == {through} * N"), Assert("{READ}(past) == N"),
               Assert("{READ}(add) == N / 8")"#
        );
        let outcome = run_on(name, &expect);
        assert!(outcome.is_right(), "{name}: {:#?}", outcome.expectations);
    }
}

#[test]
fn banks_of_eight_bytes_take_a_stride_of_two_words_in_one_pass() {
    for (name, excess) in [("h200", 2), ("cc52", 2), ("cc35", 0)] {
        let expect = format!(
            r#"Assert("derived__memory_l1_wavefronts_shared_excessive(stride) == {excess}")"#
        );
        let outcome = run_on(name, &expect);
        assert!(outcome.is_right(), "{name}: {:#?}", outcome.expectations);
    }
}
