//! A kernel's machine code as text: resources, then the instructions under the
//! source lines that they come from, each with its control field.

use sim_isa::{Control, INSTRUCTION_BYTES, Program, SourceLine};

use crate::format::plural;

/// The listing of a kernel.
pub fn text(program: &Program) -> String {
    let mut text = head(program);
    let mut shown = None;
    for (at, instruction) in program.code.iter().enumerate() {
        let line = program.line_of.get(at).copied().flatten();
        if line.is_some() && line != shown {
            text.push_str(&source(program, line));
            shown = line;
        }
        let address = at as u32 * INSTRUCTION_BYTES;
        let code = instruction.at(address).to_string();
        text.push_str(&format!(
            "  /*{address:04x}*/  {}  {code}\n",
            control(&instruction.ctrl)
        ));
    }
    text
}

/// The kernel's name and what a thread and a block take.
fn head(program: &Program) -> String {
    format!(
        "kernel {}: {}, {}, {} a thread, {} of shared and {} of local memory\n",
        program.name,
        format_args!("sm_{}", program.abi.sm),
        plural(program.code.len(), "instruction", "s"),
        plural(program.registers as usize, "register", "s"),
        plural(program.static_shared as usize, "byte", "s"),
        plural(program.local_bytes as usize, "byte", "s"),
    )
}

fn source(program: &Program, line: Option<u32>) -> String {
    let line = line.and_then(|line| program.lines.get(line as usize));
    line.map_or(String::new(), |SourceLine { file, line, text }| {
        format!("{file}:{line}  {text}").trim_end().to_string() + "\n"
    })
}

/// Wait mask, read and write counter, yield hint, stall count: `01----:R-:W2:-:S04`.
fn control(control: &Control) -> String {
    let wait: String = (0..6)
        .map(|counter| match control.wait_mask >> counter & 1 {
            0 => '-'.to_string(),
            _ => counter.to_string(),
        })
        .collect();
    format!(
        "{wait}:R{}:W{}:{}:S{:02}",
        counter(control.read_barrier),
        counter(control.write_barrier),
        if control.yield_hint { 'Y' } else { '-' },
        control.stall
    )
}

fn counter(number: Option<u8>) -> String {
    number.map_or("-".to_string(), |number| number.to_string())
}
