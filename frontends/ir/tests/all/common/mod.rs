//! What the tests of compiled kernels share.

use sim_ir::backend::{Options, compile};
use sim_ir::kernel::{Kernel, Validated};
use sim_ir::lower::compile_body;
use sim_ir::source::SourceFile;
use sim_ir::spans;
use sim_isa::Program;
use std::fmt::Write;

/// Lowers the body of a kernel.
pub fn kernel(file: &SourceFile) -> Validated<Kernel> {
    let body = spans::from_ron(file).unwrap_or_else(|e| panic!("{}: {e:?}", file.name()));
    compile_body(file.name(), &body).unwrap_or_else(|e| panic!("{}: {e:?}", file.name()))
}

/// Compiles the body of a kernel.
pub fn program(name: &str, text: &str) -> Program {
    let file = SourceFile::new(name, text);
    let kernel = kernel(&file);
    let options = Options {
        source: Some(file),
        ..Options::default()
    };
    compile(&kernel, &options).unwrap_or_else(|e| panic!("{name}: {e}"))
}

/// A listing with control codes: stall, yield, counters set (write, read), counters awaited.
pub fn listing(program: &Program) -> String {
    let mut text = String::new();
    for (index, instruction) in program.code.iter().enumerate() {
        let address = index as u32 * sim_isa::INSTRUCTION_BYTES;
        let c = instruction.ctrl;
        let name = |counter: Option<u8>| counter.map_or("-".into(), |n| n.to_string());
        let waits: String = (0..6)
            .filter(|n| c.wait_mask >> n & 1 != 0)
            .map(|n| n.to_string())
            .collect();
        let line = program.line_of[index].map(|line| program.lines[line as usize].line);
        let line = line.map_or(String::new(), |line| line.to_string());
        let yields = if c.yield_hint { 'Y' } else { '-' };
        let (w, r) = (name(c.write_barrier), name(c.read_barrier));
        writeln!(
            text,
            "{address:04x} {:>2}{yields} w{w} r{r} {waits:<6} {line:>3}  {}",
            c.stall,
            instruction.at(address)
        )
        .expect("strings take all");
    }
    text
}
