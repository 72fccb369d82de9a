//! Kernels written as machine code text, for tests of the core.

use std::collections::HashMap;
use std::sync::Arc;

use sim_core::config::GpuConfig;
use sim_core::engine::{EngineOptions, LaunchError, Simulator};
use sim_core::launch::LaunchSpec;
use sim_core::report::LaunchReport;
use sim_isa::{Control, Program, parse};

/// Assembles a kernel: one instruction a line, `name:` before a line is a
/// label that branches may name, `//` begins a comment.
///
/// Control codes are the most careful ones: every instruction stalls as long
/// as it can, every result of variable latency goes through counter 0, and
/// every instruction waits for it.
pub fn assemble(name: &str, text: &str) -> Program {
    let mut labels = HashMap::new();
    let mut lines = Vec::new();
    for line in text.lines() {
        let line = line.split("//").next().unwrap_or("").trim();
        if let Some(label) = line.strip_suffix(':') {
            labels.insert(label.to_string(), 16 * lines.len());
        } else if !line.is_empty() {
            lines.push(line.to_string());
        }
    }
    let code = lines.iter().enumerate().map(|(index, line)| {
        let mut line = line.clone();
        for (label, address) in &labels {
            line = line.replace(&format!("<{label}>"), &format!("{address:#x}"));
        }
        let mut instruction =
            parse(&line, 16 * index as u32).unwrap_or_else(|error| panic!("{line}: {error}"));
        let variable = instruction.op.row().latency.is_variable();
        instruction.ctrl = Control {
            stall: 15,
            yield_hint: false,
            write_barrier: variable.then_some(0),
            read_barrier: None,
            wait_mask: 1,
        };
        instruction
    });
    Program {
        registers: 32,
        static_shared: 1024,
        local_bytes: 64,
        barriers: 1,
        ..Program::new(name, code.collect())
    }
}

/// A simulator of the two-SM GPU.
pub fn tiny(options: EngineOptions) -> Simulator {
    let gpu = GpuConfig::built_in("tiny").unwrap_or_else(|error| panic!("{error}"));
    Simulator::new(Arc::new(gpu), options)
}

/// Options with a number of host threads and a divided epoch.
pub fn options(threads: usize, epoch_divisor: u64) -> EngineOptions {
    EngineOptions {
        threads,
        epoch_divisor,
        ..EngineOptions::default()
    }
}

/// A zeroed buffer of `words` 32-bit words; returns its address.
pub fn buffer(simulator: &mut Simulator, name: &str, words: u64) -> u64 {
    let memory = simulator.memory_mut();
    memory
        .allocate(name, 4 * words, 4)
        .unwrap_or_else(|error| panic!("{error}"))
}

/// The words of a buffer.
pub fn words(simulator: &Simulator, name: &str) -> Vec<u32> {
    let memory = simulator.memory();
    let id = memory
        .find(name)
        .unwrap_or_else(|| panic!("no buffer {name}"));
    let bytes = memory.copy_out(id);
    let word = |chunk: &[u8]| u32::from_le_bytes([chunk[0], chunk[1], chunk[2], chunk[3]]);
    bytes.chunks_exact(4).map(word).collect()
}

/// Launches a kernel whose parameters are 64-bit words.
pub fn launch(
    simulator: &mut Simulator,
    program: &Program,
    blocks: u32,
    threads: u32,
    params: &[u64],
) -> Result<LaunchReport, LaunchError> {
    let bytes: Vec<u8> = params.iter().flat_map(|p| p.to_le_bytes()).collect();
    simulator.launch(&LaunchSpec {
        name: &program.name,
        program,
        grid: [blocks, 1, 1],
        block: [threads, 1, 1],
        dynamic_shared: 0,
        params: &bytes,
        carveout: None,
    })
}

/// Launches a kernel that must not fail.
pub fn run(
    simulator: &mut Simulator,
    program: &Program,
    blocks: u32,
    threads: u32,
    params: &[u64],
) -> LaunchReport {
    launch(simulator, program, blocks, threads, params).unwrap_or_else(|error| panic!("{error}"))
}
