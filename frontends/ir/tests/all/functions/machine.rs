//! Compiles and runs the kernels.

use super::arguments::{Number, Pairs};
use sim_core::config::GpuConfig;
use sim_core::engine::{EngineOptions, Simulator};
use sim_core::launch::LaunchSpec;
use sim_cubin::Module;
use sim_ir::backend::checker::check;
use sim_ir::backend::{Options, compile};
use sim_ir::source::Span;
use sim_ir::{cuda, lower};
use sim_isa::Program;
use std::sync::Arc;

/// The kernels.
pub const TEXT: &str = include_str!("functions.cu");
const MODULE: &[u8] = include_bytes!("functions.cubin");

/// Those of floats of 16 bits.
pub const HALVES: &str = include_str!("halves.cu");
const MODULE_OF_HALVES: &[u8] = include_bytes!("halves.cubin");

/// Threads of a block.
pub const BLOCK: usize = 256;

/// The names of a text's kernels.
pub fn kernels(text: &str) -> Vec<String> {
    let unit = cuda::parse(text).expect("a text");
    unit.kernels().map(str::to_owned).collect()
}

/// What our compiler makes of a kernel of the file.
pub fn ours(kernel: &str) -> Program {
    compiled(TEXT, kernel)
}

/// What our compiler makes of a kernel of a text.
pub fn compiled(text: &str, kernel: &str) -> Program {
    let unit = cuda::parse(text).expect("a text");
    let tree = unit.kernel(kernel, kernel, Span::NONE).expect("a kernel");
    let lowered = lower::lower(&tree).unwrap_or_else(|e| panic!("{kernel}: {e:?}"));
    let program = compile(&lowered, &Options::default()).unwrap_or_else(|e| panic!("{e}"));
    let hazards = check(&program);
    assert!(hazards.is_empty(), "{kernel}: {hazards:?}");
    program
}

/// A simulator without time, with room for what a kernel wants.
pub fn simulator() -> Simulator {
    let gpu = GpuConfig::built_in("tiny").expect("it is built in");
    let options = EngineOptions {
        threads: 1,
        functional: true,
        ..EngineOptions::default()
    };
    Simulator::new(Arc::new(gpu), options)
}

/// Puts a module's variables into memory, and says where.
pub fn place_variables(simulator: &mut Simulator, module: &Module) -> u64 {
    let memory = simulator.memory_mut();
    let bytes = module.global_bytes().max(8);
    let at = memory.allocate("variables", bytes, 16).expect("room");
    let image = module.global_image(at);
    memory.write_bytes(at, &image).expect("room");
    at
}

/// What a kernel answers to all pairs of arguments.
pub fn run<T: Number>(program: &Program, pairs: &Pairs<T>) -> Vec<T> {
    run_on(simulator(), program, pairs)
}

/// What the kernel answers that nvcc made of the file's.
pub fn run_theirs<T: Number>(kernel: &str, pairs: &Pairs<T>) -> Vec<T> {
    run_module(MODULE, kernel, pairs)
}

/// The same of floats of 16 bits.
pub fn run_theirs_of_halves(kernel: &str, pairs: &Pairs<u16>) -> Vec<u16> {
    run_module(MODULE_OF_HALVES, kernel, pairs)
}

fn run_module<T: Number>(module: &[u8], kernel: &str, pairs: &Pairs<T>) -> Vec<T> {
    let module = Module::parse(module).expect("a module");
    let mut simulator = simulator();
    let variables = place_variables(&mut simulator, &module);
    let program = module.program(kernel, variables).expect("a kernel");
    run_on(simulator, &program, pairs)
}

fn run_on<T: Number>(mut simulator: Simulator, program: &Program, pairs: &Pairs<T>) -> Vec<T> {
    let bytes = (pairs.x.len() * T::SIZE) as u64;
    let memory = simulator.memory_mut();
    let mut params = Vec::new();
    for (name, values) in [("out", &pairs.x), ("x", &pairs.x), ("y", &pairs.y)] {
        let at = memory.allocate(name, bytes, 8).expect("room");
        let all: Vec<u8> = values
            .iter()
            .flat_map(|v| v.bits().to_le_bytes()[..T::SIZE].to_vec())
            .collect();
        memory.write_bytes(at, &all).expect("room");
        params.extend(at.to_le_bytes());
    }
    launch(
        &mut simulator,
        program,
        pairs.x.len() / BLOCK,
        BLOCK,
        &params,
    );
    read(&simulator, "out")
}

/// Runs a grid of blocks in one dimension.
pub fn launch(
    simulator: &mut Simulator,
    program: &Program,
    blocks: usize,
    threads: usize,
    params: &[u8],
) {
    let spec = LaunchSpec {
        name: "k",
        program,
        grid: [blocks as u32, 1, 1],
        block: [threads as u32, 1, 1],
        dynamic_shared: 0,
        params,
        carveout: None,
    };
    simulator.launch(&spec).unwrap_or_else(|e| panic!("{e}"));
}

/// The numbers of a buffer.
pub fn read<T: Number>(simulator: &Simulator, name: &str) -> Vec<T> {
    let id = simulator.memory().find(name).expect("it was allocated");
    let bytes = simulator.memory().copy_out(id);
    let number = |bytes: &[u8]| {
        let mut whole = [0; 8];
        whole[..T::SIZE].copy_from_slice(bytes);
        T::of_bits(u64::from_le_bytes(whole))
    };
    bytes.chunks_exact(T::SIZE).map(number).collect()
}
