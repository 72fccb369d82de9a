//! Lines of assembly from standard input to encodings: low word, high word.
//!
//! Behind ` ;` stands the control field: `S4` is a stall count of 4, `S4Y` the
//! same with the yield hint, `W0` and `R0` are the counters that the result and
//! the operands release, `B01` those to wait for. Without it the stall count
//! is 1: `LDS R8, [R4] ;S1 W0`, `FADD R9, R8, R8 ;S2 B0`.

use std::error::Error;
use std::io::{BufRead, Write};

use sim_isa::Control;

/// Sets what one word of a control field says.
fn set(control: &mut Control, word: &str) -> Result<(), Box<dyn Error>> {
    let (kind, value) = word.split_at(1);
    match kind {
        "S" => {
            control.yield_hint = value.ends_with('Y');
            control.stall = value.trim_end_matches('Y').parse()?;
        }
        "W" => control.write_barrier = Some(value.parse()?),
        "R" => control.read_barrier = Some(value.parse()?),
        "B" => {
            for counter in value.chars() {
                let counter = counter.to_digit(6).ok_or("counters are 0 to 5")?;
                control.wait_mask |= 1 << counter;
            }
        }
        _ => return Err(format!("{word} is none of S, W, R, B").into()),
    }
    Ok(())
}

fn encoding(line: &str) -> Result<u128, Box<dyn Error>> {
    let (text, control) = line.split_once(" ;").unwrap_or((line, "S1"));
    let mut instruction = sim_isa::parse(text, 0)?;
    for word in control.split_whitespace() {
        set(&mut instruction.ctrl, word)?;
    }
    Ok(sim_isa::encode(&instruction, 0)?)
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut out = std::io::stdout().lock();
    for line in std::io::stdin().lock().lines() {
        let line = line?;
        let bits = encoding(&line).map_err(|error| format!("{line}: {error}"))?;
        writeln!(out, "{:016x} {:016x}", bits as u64, (bits >> 64) as u64)?;
    }
    Ok(())
}
