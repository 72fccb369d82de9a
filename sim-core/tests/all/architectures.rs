//! The same CUDA source compiled for each architecture (`data/architectures`,
//! nvcc 13.0): every one runs and gives the same bytes.

use crate::assembly::{buffer, options, run, tiny, words};
use sim_core::engine::Simulator;
use sim_cubin::Module;

const CUBINS: [(u32, &[u8]); 6] = [
    (70, include_bytes!("../data/architectures/sm_70.cubin")),
    (75, include_bytes!("../data/architectures/sm_75.cubin")),
    (80, include_bytes!("../data/architectures/sm_80.cubin")),
    (86, include_bytes!("../data/architectures/sm_86.cubin")),
    (89, include_bytes!("../data/architectures/sm_89.cubin")),
    (90, include_bytes!("../data/architectures/sm_90.cubin")),
];

/// A kernel of a cubin, and a simulator with its buffers: `in` holds 512 floats.
fn prepared(cubin: &[u8], kernel: &str) -> (sim_isa::Program, Simulator, [u64; 2]) {
    let module = Module::parse(cubin).expect("a cubin");
    let program = module.program(kernel, 0).expect("decodes");
    let mut simulator = tiny(options(1, 1));
    let input = buffer(&mut simulator, "in", 512);
    let output = buffer(&mut simulator, "out", 512);
    let floats: Vec<u8> = (0..512_u32)
        .flat_map(|i| ((i * 37 % 512) as f32 / 500.0).to_le_bytes())
        .collect();
    let memory = simulator.memory_mut();
    memory.write_bytes(input, &floats).expect("it fits");
    (program, simulator, [input, output])
}

#[test]
fn halves_barriers_switches_and_constants_agree_on_every_architecture() {
    let results = CUBINS.map(|(sm, cubin)| {
        let (program, mut simulator, [input, output]) = prepared(cubin, "mix");
        assert_eq!(program.abi.sm, sm);
        run(&mut simulator, &program, 2, 256, &[input, output, 500]);
        words(&simulator, "out")
    });
    for (result, (sm, _)) in results.iter().zip(CUBINS) {
        assert_eq!(result, &results[5], "sm_{sm}");
    }
    let first = f32::from_bits(results[5][5]);
    assert!(
        first > 100.0 && first < 200.0,
        "half the threads count: {first}"
    );
}

#[test]
fn generic_addresses_of_shared_global_and_local_memory_agree_on_every_architecture() {
    for which in 0..3_u32 {
        for (sm, cubin) in CUBINS {
            let (program, mut simulator, [_, output]) = prepared(cubin, "gen");
            run(&mut simulator, &program, 1, 64, &[output, which.into()]);
            let out = words(&simulator, "out");
            for thread in 0..64_u32 {
                let pointed = match which {
                    0 => thread & 3,
                    1 => 0,
                    _ => thread * (thread & 3),
                };
                let wanted = (pointed + thread * which) as f32;
                let got = f32::from_bits(out[64 + thread as usize]);
                assert_eq!(got, wanted, "sm_{sm}, which {which}, thread {thread}");
            }
        }
    }
}
