//! What a launch may ask for beside its shape: how its kernel is compiled, shared memory.

use super::tiny;
use sim_core::engine::EngineOptions;
use sim_workload::document::Document;
use sim_workload::host::run;
use sim_workload::kernels::{KernelOptions, Target, ptx};
use sim_workload::outcome::RunOutcome;
use sim_workload::plan::plan;
use std::path::Path;

/// A kernel that reads each line twice, one with 24 values alive at once, one with dynamic and
/// one with dynamic and static shared memory.
const KERNELS: &str = r#"
Workload(
  buffers: {
    "x": (type: F32, length: "4096", init: IotaF32),
    "y": (type: F32, length: "4096"),
  },
  kernels: {
    "twice": Kernel(
      params: [Ptr("y", F32), Ptr("x", F32)],
      body: [
        Let("int i", "threadIdx.x"),
        Let("float first", "x[i]"),
        Barrier,
        Store("y[i]", "first + x[i ^ 1] + __ldcs(&x[i])"),
      ],
    ),
    "wide": Kernel(
      params: [Ptr("y", F32), Ptr("x", F32)],
      body: [
        Var("float v[24]"),
        Unroll(24, For("int k = 0", "k < 24", "k++", [Store("v[k]", "x[32 * k + threadIdx.x]")])),
        Barrier,
        Let("float product", "1.0f"),
        Unroll(24, For("int k = 0", "k < 24", "k++", [Assign("product", "product * (v[k] + v[23 - k] * k)")])),
        Store("y[threadIdx.x]", "product"),
      ],
    ),
    "dynamic": Kernel(
      params: [Ptr("y", F32)],
      shared: [Dynamic("tile", F32)],
      body: [
        Store("tile[threadIdx.x]", "threadIdx.x"),
        Barrier,
        Store("y[threadIdx.x]", "tile[threadIdx.x ^ 1]"),
      ],
    ),
    "both": Kernel(
      params: [Ptr("y", F32)],
      shared: [Shared("fixed", F32, ["256"]), Dynamic("tile", F32)],
      body: [
        Store("fixed[threadIdx.x]", "threadIdx.x"),
        Store("tile[threadIdx.x]", "fixed[threadIdx.x]"),
        Store("y[threadIdx.x]", "tile[threadIdx.x]"),
      ],
    ),
    "bounded": Kernel(
      launch_bounds: ["8 * 16", "16"],
      params: [Ptr("y", F32)],
      body: [ Store("y[threadIdx.x]", "1.0f") ],
    ),
    "text": Kernel(code: "__global__ void __launch_bounds__(64) text(float *y) { y[threadIdx.x] = 1.0f; }"),
    "bounded_cubin": Cubin(file: "local.cubin", entry: "live64_bounds"),
    "compiled": Cubin(file: "transpose.cubin", entry: "transposeNaiveRow"),
  },
  steps: [STEPS],
  expect: [EXPECT],
)
"#;

fn document(steps: &str, expect: &str) -> Result<Document, String> {
    let folder =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../validation/truth/h200/lecture/cubin");
    let text = KERNELS.replace("STEPS", steps).replace("EXPECT", expect);
    Document::parse("w.ron", text, &folder).map_err(|error| error.to_string())
}

fn try_run(steps: &str, expect: &str) -> Result<RunOutcome, String> {
    let options = tiny::options(EngineOptions::default());
    let document = document(steps, expect)?;
    run(&document, &options, &mut |_, _, _| ()).map_err(|error| error.to_string())
}

/// Runs launches whose expectations must hold.
fn right(steps: &str, expect: &str) {
    let outcome = try_run(steps, expect).unwrap_or_else(|error| panic!("{error}"));
    assert!(outcome.is_right(), "{:#?}", outcome);
}

/// A launch of one block.
fn launch(kernel: &str, name: &str, threads: u32, args: &str, more: &str) -> String {
    format!(
        r#"Launch(kernel: "{kernel}", name: "{name}", grid: ["1"], block: ["{threads}"],
                  args: [{args}], {more})"#
    )
}

/// Sectors that the L1 asks the L2 for.
const ASKED: &str = "l1tex__m_xbar2l1tex_read_sectors.sum";
const HITS: &str = "l1tex__t_sector_pipe_lsu_mem_global_op_ld_hit_rate.pct";

#[test]
fn loads_that_pass_the_l1_by_find_nothing_there() {
    let twice = |name: &str, more: &str| launch("twice", name, 1024, r#""y", "x""#, more);
    let steps = [
        twice("plain", ""),
        twice("all", "load_cache: ca"),
        twice("past", "load_cache: cg"),
    ];
    let expect = format!(
        r#"Buffer(name: "y", equals: "i < 1024 ? in3 : 0"),
           Assert("{HITS}(plain) > 60"),
           Assert("{HITS}(all) == {HITS}(plain)"),
           Assert("{HITS}(past) < {HITS}(plain) / 1.9"),
           Assert("{ASKED}(past) > 1.9 * {ASKED}(plain)")"#
    );
    let expect = expect.replace("in3", "x[i] + x[i ^ 1] + x[i]");
    right(&steps.join(", "), &expect);
}

#[test]
fn a_bound_on_registers_is_kept_by_spilling_or_refused() {
    let wide = |name: &str, more: &str| launch("wide", name, 32, r#""y", "x""#, more);
    let steps = [
        wide("free", ""),
        wide("bound", r#"max_registers: "30 + 30""#),
    ];
    right(
        &steps.join(", "),
        r#"Assert("launch__registers_per_thread(bound) <= 60"),
           Assert("launch__registers_per_thread(free) >= launch__registers_per_thread(bound)")"#,
    );
    let few = |most: u32| wide("few", &format!(r#"max_registers: "{most}""#));
    right(
        &few(16),
        r#"Assert("launch__registers_per_thread(few) == 16"),
           Assert("smsp__inst_executed_op_local_ld.sum(few) > 0"),
           Assert("smsp__inst_executed_op_local_st.sum(few) > 0")"#,
    );
    let error = try_run(&few(4), "").expect_err("nvcc takes none below 16");
    assert!(error.contains("must lie between 16 and 255"), "{error}");
    assert!(error.contains("w.ron:"), "{error}");
}

#[test]
fn a_block_beyond_the_launch_bounds_is_refused() {
    let of = |kernel: &str, threads| launch(kernel, "l", threads, r#""y""#, "");
    right(
        &of("bounded", 128),
        r#"Buffer(name: "y", equals: "i < 128 ? 1 : 0")"#,
    );
    right(
        &of("text", 64),
        r#"Buffer(name: "y", equals: "i < 64 ? 1 : 0")"#,
    );
    for (kernel, threads, most) in [("bounded", 129, 128), ("text", 96, 64)] {
        let error = try_run(&of(kernel, threads), "").expect_err("too many threads");
        let message = format!(
            "a block of {threads} threads exceeds the launch bounds of `{kernel}`: {most} threads"
        );
        assert!(error.contains(&message), "{error}");
    }
    let args = r#""x", "y", "1", "1""#;
    let error = try_run(&launch("bounded_cubin", "l", 512, args, ""), "");
    let error = error.expect_err("the module says 256");
    assert!(error.contains("`bounded_cubin`: 256 threads"), "{error}");
}

#[test]
fn a_kernel_as_ptx_says_its_launch_bounds() {
    let steps = launch("bounded", "l", 128, r#""y""#, "");
    let document = document(&steps, "").expect("it is right");
    let kernel = plan(&document, &[]).expect("it is right").launches[0].kernel;
    let text = ptx(
        &document,
        &[(kernel, KernelOptions::default())],
        Target::SM_90,
    );
    let text = text.expect("it has PTX");
    assert!(
        text.contains(")\n.maxntid 128, 1, 1\n.minnctapersm 16\n{"),
        "{text}"
    );
}

#[test]
fn a_kernel_as_ptx_says_how_it_was_to_be_compiled() {
    let twice = launch(
        "twice",
        "t",
        32,
        r#""y", "x""#,
        r#"load_cache: cg, max_registers: "40""#,
    );
    let document = document(&twice, "").expect("it is right");
    let launches = plan(&document, &[]).expect("it is right").launches;
    let variants = [
        (0, KernelOptions::default()),
        (launches[0].kernel, launches[0].options),
    ];
    let text = ptx(&document, &variants, Target::SM_90).expect("it has PTX");
    let (plain, asked) = text.split_once(".entry twice__cg__r40(").expect("both");
    assert!(!plain.contains("ld.global.cg") && !plain.contains(".maxnreg"));
    assert!(asked.contains(".maxnreg 40"), "{asked}");
    assert_eq!(asked.matches("ld.global.cg.f32").count(), 2, "{asked}");
    assert_eq!(asked.matches("ld.global.cs.f32").count(), 1, "{asked}");
}

#[test]
fn more_than_48_kib_of_shared_memory_need_permission() {
    let dynamic = |name: &str, more: &str| launch("dynamic", name, 256, r#""y""#, more);
    let steps = [
        dynamic("free", r#"dynamic_shared: "48 << 10""#),
        dynamic(
            "permitted",
            r#"dynamic_shared: "100 << 10", max_dynamic_shared: "100 << 10""#,
        ),
        dynamic("little", r#"dynamic_shared: "1024", carveout: "0""#),
        dynamic("much", r#"dynamic_shared: "1024", carveout: "100""#),
    ];
    right(
        &steps.join(", "),
        r#"Buffer(name: "y", equals: "i < 256 ? i ^ 1 : 0"),
           Assert("launch__shared_mem_per_block_dynamic(permitted) == 102400"),
           Assert("launch__shared_mem_config_size(little) == 8 << 10"),
           Assert("launch__shared_mem_config_size(much) == 228 << 10")"#,
    );
}

#[test]
fn what_cannot_be_asked_for_is_said_before_the_run() {
    let dynamic = |more: &str| launch("dynamic", "d", 256, r#""y""#, more);
    let twice = |more: &str| launch("twice", "t", 32, r#""y", "x""#, more);
    let wrong = [
        dynamic(r#"dynamic_shared: "(48 << 10) + 4""#),
        launch("both", "b", 256, r#""y""#, r#"dynamic_shared: "48 << 10""#),
        dynamic(r#"dynamic_shared: "100 << 10", max_dynamic_shared: "64 << 10""#),
        dynamic(r#"dynamic_shared: "1024", max_dynamic_shared: "256 << 10""#),
        dynamic(r#"dynamic_shared: "1024", carveout: "101""#),
        twice(r#"max_registers: "8""#),
        twice(r#"max_registers: "256""#),
        twice(r#"load_cache: cs"#),
        launch(
            "compiled",
            "c",
            32,
            r#""y", "x", "64", "64""#,
            "load_cache: cg",
        ),
    ];
    let faults = wrong.map(|steps| try_run(&steps, "").expect_err(&steps));
    insta::assert_snapshot!(faults.join("\n\n"));
}

/// One kernel that divides, roots and exponentiates floats; `$` stands for what the file asks.
const MATH: &str = r#"
Workload($
  buffers: { "x": (type: F32, length: "256", init: HashF32(seed: "1", low: "0.5", high: "9")),
             "y": (type: F32, length: "256") },
  kernels: { "k": Kernel(
    params: [Ptr("y", F32), Ptr("x", F32)],
    body: [ Store("y[threadIdx.x]", "sqrtf(x[threadIdx.x]) / (3.0f + FUNCTION)") ],
  ) },
  steps: [Launch(kernel: "k", grid: ["1"], block: ["256"], args: ["y", "x"])],
  expect: [
    Buffer(name: "y", equals: "sqrtf(x[i]) / (3.0f + FUNCTION_I)", rel: "TOLERANCE"),
    Assert("instructions(k) COUNT"),
  ],
)
"#;

fn math(head: &str, function: &str, tolerance: &str, count: &str) -> Result<RunOutcome, String> {
    let text = MATH
        .replace('$', head)
        .replace("FUNCTION_I", &function.replace("threadIdx.x", "i"))
        .replace("FUNCTION", function)
        .replace("TOLERANCE", tolerance)
        .replace("COUNT", count);
    tiny::ran(&text, EngineOptions::default()).map_err(|error| error.to_string())
}

#[test]
fn fast_math_is_shorter_and_nearly_right() {
    let exact = math("", "x[threadIdx.x]", "0", "> 8 * 30").expect("it runs");
    assert!(exact.is_right(), "{:#?}", exact.expectations);
    let head = "fast_math: true,";
    let fast = math(head, "x[threadIdx.x]", "1e-6", "< 8 * 30").expect("it runs");
    assert!(fast.is_right(), "{:#?}", fast.expectations);
    assert_ne!(
        exact.buffers[1].sha, fast.buffers[1].sha,
        "not all bits are right"
    );
    let exp = "powf(expf(x[threadIdx.x]), 0.5f)";
    let fast = math(head, exp, "1e-5", "< 8 * 45").expect("it runs");
    assert!(fast.is_right(), "{:#?}", fast.expectations);
    let exact = math("", exp, "1e-6", "> 8 * 80").expect("it runs");
    assert!(exact.is_right(), "{:#?}", exact.expectations);
}
