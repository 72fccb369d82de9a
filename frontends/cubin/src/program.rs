//! From a kernel's bytes to the machine program that the core runs.
//!
//! Left out: the text of source lines. A cubin says file and line if compiled
//! with `-lineinfo`; [`with_source_text`] adds the text if the file is there.

use crate::kernel::DEFAULT_STACK;
use crate::{CubinError, Module};
use std::sync::Arc;

use sim_isa::cfg::Cfg;
use sim_isa::{Abi, Arch, INSTRUCTION_BYTES, Instruction, Program, decode_on};

impl Module {
    /// A kernel ready to launch, with the module's device variables at address
    /// `globals` (see [`Module::global_bytes`]; any value if there are none).
    pub fn program(&self, kernel: &str, globals: u64) -> Result<Program, CubinError> {
        let found = self.kernel(kernel)?;
        let code = instructions(self.abi().arch(), kernel, &self.code(kernel, globals)?)?;
        let mut program = Program {
            name: found.name.clone(),
            line_of: found.line_of.clone(),
            code,
            registers: found.registers,
            static_shared: found.static_shared,
            local_bytes: found.local_bytes,
            barriers: found.barriers,
            params: found.params.clone(),
            constants: self.constant_banks(kernel, globals)?,
            abi: Abi {
                params: found.param_base,
                ..self.abi()
            },
            lines: found.lines.clone(),
        };
        // Not every ptxas says that it does not know how deep functions nest.
        if Cfg::new(&program).is_ok_and(|graph| graph.is_recursive(&program)) {
            program.local_bytes = program.local_bytes.max(DEFAULT_STACK);
        }
        Ok(program)
    }
}

/// Adds the text of its source lines to a program; `read` gives a file's text,
/// or nothing if the file is not there.
pub fn with_source_text(mut program: Program, read: impl Fn(&str) -> Option<String>) -> Program {
    let mut files: Vec<(Arc<str>, Option<String>)> = Vec::new();
    for line in &mut program.lines {
        if files.iter().all(|(file, _)| *file != line.file) {
            files.push((line.file.clone(), read(&line.file)));
        }
        let known = files.iter().find(|(file, _)| *file == line.file);
        let text = known.and_then(|(_, text)| text.as_ref());
        let text = text.and_then(|text| text.lines().nth((line.line as usize).checked_sub(1)?));
        line.text = text.unwrap_or("").trim().into();
    }
    program
}

/// Decodes a text section.
fn instructions(arch: Arch, kernel: &str, code: &[u8]) -> Result<Vec<Instruction>, CubinError> {
    let (encodings, _) = code.as_chunks::<{ INSTRUCTION_BYTES as usize }>();
    let addresses = (0..).step_by(INSTRUCTION_BYTES as usize);
    let decoded = encodings.iter().zip(addresses).map(|(encoding, address)| {
        decode_on(arch, u128::from_le_bytes(*encoding), address).map_err(|source| {
            CubinError::Decode {
                kernel: kernel.to_string(),
                source,
            }
        })
    });
    decoded.collect()
}
