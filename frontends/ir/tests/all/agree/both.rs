//! Runs a kernel both ways.

use sim_core::config::GpuConfig;
use sim_core::engine::{EngineOptions, Simulator};
use sim_core::launch::LaunchSpec;
use sim_ir::backend::checker::check;
use sim_ir::backend::{Options, compile, optimise};
use sim_ir::interp::{Flat, Launch, run};
use sim_ir::kernel::{Kernel, Validated};
use sim_ir::lower::compile_body;
use sim_ir::source::SourceFile;
use sim_ir::spans;
use sim_isa::Program;
use std::sync::Arc;

/// Bytes of the buffer that every kernel gets.
pub const BYTES: usize = 4096;

/// A body's kernel. It has the one parameter `Ptr("out", …)`.
pub fn lowered(text: &str) -> Validated<Kernel> {
    let file = SourceFile::new("k.ron", text);
    let body = spans::from_ron(&file).unwrap_or_else(|e| panic!("{}", e.render(&file, false)));
    compile_body("k", &body).unwrap_or_else(|faults| {
        let drawn: Vec<_> = faults.iter().map(|f| f.render(&file, false)).collect();
        panic!("{}", drawn.join("\n"))
    })
}

fn compiled(kernel: &Validated<Kernel>, options: &Options) -> Program {
    let program = compile(kernel, options).unwrap_or_else(|e| panic!("{e}"));
    let hazards = check(&program);
    assert!(hazards.is_empty(), "{hazards:?}\n{}", listing(&program));
    program
}

/// The code, one instruction a line.
pub fn listing(program: &Program) -> String {
    let step = sim_isa::INSTRUCTION_BYTES;
    let lines = program.code.iter().zip(0u32..);
    let lines = lines.map(|(i, n)| format!("{:04x} {}\n", n * step, i.at(n * step)));
    lines.collect()
}

/// What the machine leaves of a buffer of `first` words; two blocks of 64 threads.
fn simulated(program: &Program, first: &[u8]) -> Vec<u8> {
    let gpu = GpuConfig::built_in("tiny").expect("it is built in");
    let options = EngineOptions {
        threads: 1,
        ..EngineOptions::default()
    };
    let mut simulator = Simulator::new(Arc::new(gpu), options);
    let memory = simulator.memory_mut();
    let at = memory.allocate("out", BYTES as u64, 8).expect("room");
    memory.write_bytes(at, first).expect("room");
    let spec = LaunchSpec {
        name: "k",
        program,
        grid: [2, 1, 1],
        block: [64, 1, 1],
        dynamic_shared: 0,
        params: &at.to_le_bytes(),
        carveout: None,
    };
    let done = simulator.launch(&spec);
    done.unwrap_or_else(|e| panic!("{e}\n{}", listing(program)));
    let id = simulator.memory().find("out").expect("it was allocated");
    simulator.memory().copy_out(id)
}

fn interpreted(kernel: &Validated<Kernel>, first: &[u8]) -> Vec<u8> {
    let base = 0x1_0000u64;
    let launch = Launch {
        grid: [2, 1, 1],
        block: [64, 1, 1],
        params: base.to_le_bytes().to_vec(),
        dynamic_shared: 0,
        constants: Vec::new(),
        addresses: Vec::new(),
        max_steps: 100_000_000,
    };
    let mut memory = Flat {
        base,
        data: first.to_vec(),
    };
    run(kernel, &launch, &mut memory).unwrap_or_else(|e| panic!("{e}\n{}", **kernel));
    memory.data
}

/// Pseudo-random bytes to begin with.
pub fn noise() -> Vec<u8> {
    let words =
        (0..BYTES as u32 / 4).map(|i| (i ^ 0x9e37).wrapping_mul(0x85eb_ca6b).rotate_left(13));
    words
        .flat_map(|w| w.wrapping_mul(0xc2b2_ae35).to_le_bytes())
        .collect()
}

/// Compiles and runs a body both ways, from the given bytes; returns what both leave.
pub fn agree_from(text: &str, options: &Options, first: &[u8]) -> Vec<u8> {
    let kernel = lowered(text);
    let program = compiled(&kernel, options);
    let optimised = optimise(&kernel, options).validate_optimised();
    let optimised = optimised.expect("a well-formed kernel");
    let (machine, interpreter) = (simulated(&program, first), interpreted(&optimised, first));
    if let Some(at) = machine.iter().zip(&interpreter).position(|(a, b)| a != b) {
        let word = |bytes: &[u8]| bytes[at / 4 * 4..at / 4 * 4 + 4].to_vec();
        panic!(
            "byte {at}: machine {:?}, interpreter {:?}\n{}\n{}",
            word(&machine),
            word(&interpreter),
            *optimised,
            listing(&program)
        );
    }
    machine
}

/// The same from noise, with the default options.
pub fn agree(text: &str) -> Vec<u8> {
    agree_from(text, &Options::default(), &noise())
}

/// The buffer's 32-bit words.
pub fn words(bytes: &[u8]) -> Vec<u32> {
    let words = bytes.chunks_exact(4);
    words
        .map(|w| u32::from_le_bytes(w.try_into().expect("four bytes")))
        .collect()
}
