//! From a kernel's bytes to the machine program that the core runs.
//!
//! Left out: source lines. A cubin has them only if compiled with `-lineinfo`,
//! and then in the file's DWARF tables, which this reader does not read.

use crate::{CubinError, Module};
use sim_isa::{Abi, INSTRUCTION_BYTES, Instruction, Program, decode};

impl Module {
    /// A kernel ready to launch, with the module's device variables at address
    /// `globals` (see [`Module::global_bytes`]; any value if there are none).
    pub fn program(&self, kernel: &str, globals: u64) -> Result<Program, CubinError> {
        let found = self.kernel(kernel)?;
        let code = instructions(kernel, &self.code(kernel, globals)?)?;
        Ok(Program {
            name: found.name.clone(),
            line_of: vec![None; code.len()],
            code,
            registers: found.registers,
            static_shared: found.static_shared,
            local_bytes: found.local_bytes,
            barriers: found.barriers,
            params: found.params.clone(),
            constants: self.constant_banks(kernel, globals)?,
            abi: Abi {
                params: found.param_base,
                ..Abi::SM_90
            },
            lines: Vec::new(),
        })
    }
}

/// Decodes a text section.
fn instructions(kernel: &str, code: &[u8]) -> Result<Vec<Instruction>, CubinError> {
    let (encodings, _) = code.as_chunks::<{ INSTRUCTION_BYTES as usize }>();
    let addresses = (0..).step_by(INSTRUCTION_BYTES as usize);
    let decoded = encodings.iter().zip(addresses).map(|(encoding, address)| {
        decode(u128::from_le_bytes(*encoding), address).map_err(|source| CubinError::Decode {
            kernel: kernel.to_string(),
            source,
        })
    });
    decoded.collect()
}
