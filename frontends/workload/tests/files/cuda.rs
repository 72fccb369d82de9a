//! Kernels in CUDA C text: in a workload, in a file of its own, and what is wrong with them.

use super::tiny;
use sim_core::engine::EngineOptions;
use sim_workload::document::Document;
use sim_workload::host::run;
use sim_workload::kernels::Loader;
use std::path::Path;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cuda");

/// A workload of one launch whose kernel is given.
fn document(kernel: &str) -> Document {
    let text = format!(
        r##"Workload(
  buffers: {{
    "in": (type: F32, length: "4096", init: HashF32(seed: "3")),
    "out": (type: F32, length: "4096"),
  }},
  kernels: {{ "padded": {kernel} }},
  steps: [ Launch(kernel: "padded", grid: ["2", "2"], block: ["32", "8"],
                  args: ["out", "in", "64", "64"]) ],
  expect: [ Buffer(name: "out", equals: "in[(i % 64) * 64 + i / 64]") ],
)"##
    );
    Document::parse("w.ron", text, Path::new(FOLDER)).unwrap_or_else(|e| panic!("{e}"))
}

fn holds(document: &Document) -> bool {
    let options = tiny::options(EngineOptions::default());
    let outcome = run(document, &options, &mut |_, _, _| ()).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(outcome.expectations.len(), 1);
    outcome.expectations[0].verdict.holds() == Some(true)
}

/// What is wrong with the kernel.
fn fault(kernel: &str) -> String {
    let document = document(kernel);
    let loaded = Loader::new(&document).load(0, None);
    loaded.expect_err("it is wrong").to_string()
}

#[test]
fn text_in_the_workload_and_in_a_file_transposes() {
    let text = include_str!("../cuda/transpose.cu");
    assert!(holds(&document(&format!("Kernel(code: r#\"{text}\"#)"))));
    assert!(holds(&document(r#"Kernel(cuda: "transpose.cu")"#)));
    assert!(holds(&document(
        r#"Kernel(cuda: "transpose.cu", entry: "unpadded")"#
    )));
}

#[test]
fn source_lines_are_those_of_the_text() {
    let lines = |kernel: &str| {
        let document = document(kernel);
        let kernel = Loader::new(&document).load(0, None);
        kernel.unwrap_or_else(|e| panic!("{e}")).program.lines
    };
    let barrier = "    __syncthreads();";
    let of_file = lines(r#"Kernel(cuda: "transpose.cu")"#);
    let found = of_file
        .iter()
        .find(|line| line.text.contains("__syncthreads"));
    let found = found.expect("the barrier has a line");
    assert!(found.file.ends_with("transpose.cu"), "{}", found.file);
    let text = include_str!("../cuda/transpose.cu");
    assert_eq!(text.lines().nth(found.line as usize - 1), Some(barrier));
    let here = lines(&format!("Kernel(code: r#\"{text}\"#)"));
    let found = here.iter().find(|line| line.text.contains("__syncthreads"));
    assert_eq!(found.map(|line| &*line.file), Some("w.ron"));
}

#[test]
fn faults_are_shown_in_the_file_that_they_are_in() {
    let faults = [
        r##"Kernel(code: r#"
    __global__ void padded(float *out)
    {
        out[0] = 1.0f + oút;
    }"#)"##,
        "Kernel(code: \"__global__ void padded(float *out)\\n{ out[0] = 1 }\")",
        r#"Kernel(cuda: "wrong.cu")"#,
        r#"Kernel(cuda: "nowhere.cu")"#,
        r#"Kernel(cuda: "transpose.cu", entry: "transposed")"#,
        r#"Kernel(cuda: "transpose.cu", code: "")"#,
        r#"Kernel(code: "__global__ void k() { }", body: [])"#,
        r#"Kernel(code: "")"#,
        r#"Kernel(body: [], entry: "k")"#,
        "Kernel(params: [])",
    ];
    let drawn = faults.map(|kernel| fault(kernel).replace(FOLDER, "FOLDER"));
    insta::with_settings!({omit_expression => true}, {
        insta::assert_snapshot!(drawn.join("\n\n"));
    });
}

#[test]
fn a_text_without_a_workload_is_listed_by_its_own_names() {
    let list = |only| {
        let text = include_str!("../cuda/transpose.cu").to_owned();
        sim_workload::kernels::programs_of_text("t.cu".into(), text, only)
    };
    let names = |only| {
        let programs = list(only).unwrap_or_else(|e| panic!("{e}"));
        programs
            .into_iter()
            .map(|program| program.name)
            .collect::<Vec<_>>()
    };
    assert_eq!(names(None), ["padded", "unpadded"]);
    assert_eq!(names(Some("unpadded")), ["unpadded"]);
    let fault = list(Some("upadded"))
        .expect_err("there is no such kernel")
        .to_string();
    assert!(fault.contains("did you mean"), "{fault}");
}
