//! Lines of assembly from standard input to encodings: low word, high word.
//!
//! `IADD3 R1, R2, R3, RZ ;S4Y` sets the stall count to 4 and the yield hint;
//! without it the stall count is 1.

use std::io::{BufRead, Write};

fn encoding(line: &str) -> Result<u128, Box<dyn std::error::Error>> {
    let (text, control) = line.split_once(" ;S").unwrap_or((line, "1"));
    let mut instruction = sim_isa::parse(text, 0)?;
    instruction.ctrl.yield_hint = control.ends_with('Y');
    instruction.ctrl.stall = control.trim_end_matches('Y').parse()?;
    Ok(sim_isa::encode(&instruction, 0)?)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut out = std::io::stdout().lock();
    for line in std::io::stdin().lock().lines() {
        let line = line?;
        let bits = encoding(&line).map_err(|error| format!("{line}: {error}"))?;
        writeln!(out, "{:016x} {:016x}", bits as u64, (bits >> 64) as u64)?;
    }
    Ok(())
}
