//! Runs a compiled kernel on the simulated machine.

use super::program::{BLOCK, GRID, SLOTS, SUMS};
use sim_core::config::GpuConfig;
use sim_core::engine::{EngineOptions, Simulator};
use sim_core::exec::Reconvergence;
use sim_core::launch::LaunchSpec;
use sim_isa::Program;
use std::sync::Arc;

/// All words that a launch writes, as the two-SM machine leaves them: output, then sums.
pub fn simulated(
    program: &Program,
    inputs: &[i32],
    reconvergence: Reconvergence,
) -> Result<Vec<u32>, String> {
    let mut gpu = GpuConfig::built_in("tiny").map_err(|e| e.to_string())?;
    gpu.chip.reconvergence = reconvergence;
    let options = EngineOptions {
        threads: 1,
        ..EngineOptions::default()
    };
    let mut simulator = Simulator::new(Arc::new(gpu), options);
    let buffers = [
        ("out", u64::from(GRID * BLOCK * SLOTS)),
        ("sums", u64::from(SUMS)),
        ("in", inputs.len() as u64),
    ];
    let mut params = Vec::new();
    for (name, words) in buffers {
        let address = simulator.memory_mut().allocate(name, 4 * words, 4);
        params.extend(address.map_err(|e| e.to_string())?.to_le_bytes());
    }
    let bytes: Vec<u8> = inputs.iter().flat_map(|w| w.to_le_bytes()).collect();
    let at = u64::from_le_bytes(params[16..24].try_into().expect("three addresses"));
    let memory = simulator.memory_mut();
    memory
        .write_bytes(at, &bytes)
        .map_err(|e| format!("{e:?}"))?;
    let launch = LaunchSpec {
        name: "random",
        program,
        grid: [GRID, 1, 1],
        block: [BLOCK, 1, 1],
        dynamic_shared: 0,
        params: &params,
        carveout: None,
    };
    simulator.launch(&launch).map_err(|e| e.to_string())?;
    Ok(["out", "sums"]
        .iter()
        .flat_map(|name| words(&simulator, name))
        .collect())
}

fn words(simulator: &Simulator, name: &str) -> Vec<u32> {
    let memory = simulator.memory();
    let bytes = memory
        .find(name)
        .map(|id| memory.copy_out(id))
        .unwrap_or_default();
    let word = |chunk: &[u8]| u32::from_le_bytes([chunk[0], chunk[1], chunk[2], chunk[3]]);
    bytes.chunks_exact(4).map(word).collect()
}

/// The code, one instruction a line.
pub fn listing(program: &Program) -> String {
    let step = sim_isa::INSTRUCTION_BYTES;
    let lines = program.code.iter().zip(0u32..);
    let lines =
        lines.map(|(instruction, n)| format!("{:04x} {}\n", n * step, instruction.at(n * step)));
    lines.collect()
}
