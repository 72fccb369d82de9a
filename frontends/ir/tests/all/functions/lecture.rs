//! Kernels of a lecture that use the functions: what our code computes is what nvcc's does, which
//! an H200 ran with the same results (the truth set).

use super::machine::{compiled, launch, place_variables, read, simulator};
use sim_cubin::Module;
use sim_isa::Program;

const FOLDER: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../validation/truth/h200/lecture"
);

const THREADS: usize = 1024;

/// What a kernel leaves in the last of its buffers; the module's variables lie where `program`
/// is told.
fn left(
    program: &dyn Fn(u64) -> Program,
    module: &Module,
    buffers: &[Vec<u32>],
    scalars: &[u32],
) -> Vec<f32> {
    let mut simulator = simulator();
    let variables = place_variables(&mut simulator, module);
    let memory = simulator.memory_mut();
    let mut params = Vec::new();
    for (index, words) in buffers.iter().enumerate() {
        let at = memory
            .allocate(&index.to_string(), 4 * words.len() as u64, 8)
            .expect("room");
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        memory.write_bytes(at, &bytes).expect("room");
        params.extend(at.to_le_bytes());
    }
    params.extend(scalars.iter().flat_map(|word| word.to_le_bytes()));
    launch(
        &mut simulator,
        &program(variables),
        THREADS / 256,
        256,
        &params,
    );
    read(&simulator, &(buffers.len() - 1).to_string())
}

fn agrees(file: &str, kernel: &str, buffers: &[Vec<u32>], scalars: &[u32]) {
    let text = std::fs::read_to_string(format!("{FOLDER}/kernels/{file}.cu")).expect("a text");
    let module = std::fs::read(format!("{FOLDER}/cubin/{file}.cubin")).expect("a module");
    let module = Module::parse(&module).expect("a module");
    let want = left(
        &|at| module.program(kernel, at).expect("a kernel"),
        &module,
        buffers,
        scalars,
    );
    let own = compiled(&text, kernel);
    let got = left(&|_| own.clone(), &module, buffers, scalars);
    let bits = |values: &[f32]| values.iter().map(|x| x.to_bits()).collect::<Vec<_>>();
    assert!(
        want.iter().any(|&x| x != want[0]),
        "{kernel} computes something"
    );
    assert_eq!(bits(&got), bits(&want), "{kernel}");
}

fn numbers(scale: f32) -> Vec<u32> {
    let number = |i: usize| (i as f32 + 0.37) * scale;
    (0..THREADS).map(|i| number(i).to_bits()).collect()
}

#[test]
fn sines_of_sines_agree() {
    for scale in [0.01, 1.7, 431.3, 3e33] {
        agrees(
            "compute",
            "sin_precise",
            &[numbers(scale), numbers(0.0)],
            &[6],
        );
    }
}

#[test]
fn a_switch_of_functions_agrees() {
    let keys = (0..THREADS as u32).map(|i| i / 3 % 8).collect();
    agrees(
        "diverge",
        "div_switch",
        &[keys, numbers(0.03), numbers(0.0)],
        &[],
    );
}

#[test]
fn a_random_walk_agrees() {
    let scalars = [12, 0.0001f32.to_bits(), 0.2f32.to_bits(), 0.9f32.to_bits()];
    agrees("apps", "monte_carlo", &[numbers(0.0)], &scalars);
}
