//! A whole program as text, for `sim disasm` and for snapshots.
//!
//! One line an instruction: address, control information, text. The control
//! column reads `wait rd wr y stall`: the dependence counters waited for, the one
//! released when the sources are read, the one released when the result is
//! written, the yield hint, and the stall count in cycles.

use std::fmt::{self, Display, Formatter};

use crate::control::Control;
use crate::program::{INSTRUCTION_BYTES, Program, SourceLine};

impl Display for Control {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        for counter in 0..6 {
            match self.wait_mask >> counter & 1 {
                0 => f.write_str("-")?,
                _ => write!(f, "{counter}")?,
            }
        }
        let counter = |counter: Option<u8>| counter.map_or("-".to_string(), |c| c.to_string());
        let (read, write) = (counter(self.read_barrier), counter(self.write_barrier));
        let hint = if self.yield_hint { 'Y' } else { '-' };
        write!(f, " r{read} w{write} {hint} {:>2}", self.stall)
    }
}

impl Display for Program {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        writeln!(
            f,
            "kernel {}: {} instructions, {} registers a thread, {} B shared, {} B local a thread, {} barriers",
            self.name,
            self.code.len(),
            self.registers,
            self.static_shared,
            self.local_bytes,
            self.barriers,
        )?;
        for param in &self.params {
            let name = param.name.as_deref().unwrap_or("-");
            let offset = self.abi.params + param.offset;
            writeln!(
                f,
                "  parameter {name}: c[0x0][{offset:#x}], {} B",
                param.size
            )?;
        }
        writeln!(f, "  addr  waits  rd wr y st  instruction")?;
        let mut shown = None;
        for (index, instruction) in self.code.iter().enumerate() {
            let line = self.line_of.get(index).copied().flatten();
            if line.is_some() && line != shown {
                shown = line;
                self.source_line(f, line)?;
            }
            let address = index as u32 * INSTRUCTION_BYTES;
            writeln!(
                f,
                "  {address:04x}  {}  {}",
                instruction.ctrl,
                instruction.at(address).on(self.abi.arch())
            )?;
        }
        Ok(())
    }
}

impl Program {
    fn source_line(&self, f: &mut Formatter, line: Option<u32>) -> fmt::Result {
        match line.and_then(|index| self.lines.get(index as usize)) {
            Some(SourceLine { file, line, text }) => writeln!(f, "; {file}:{line}  {text}"),
            None => Ok(()),
        }
    }
}
