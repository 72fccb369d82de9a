//! Variables of the module, `__constant__` and `__device__`: where they lie and what they hold.
//!
//! A variable is an allocation of device memory under its name. Where the workload has a buffer
//! of that name the two are one, so a file fills, expects and copies a variable as any buffer;
//! otherwise the variable gets memory of its own with its first values. Kernels that declare
//! the same name mean the same variable, as the kernels of one CUDA module do. What a
//! `__constant__` variable holds is copied to constant memory before each launch, which is when
//! CUDA's `cudaMemcpyToSymbol` would take effect.

use crate::device;
use sim_ir::diagnostic::Diagnostic;
use sim_ir::kernel::{Kernel, Symbol, SymbolSpace};
use sim_isa::Program;
use sim_memory::image::{AllocationId, Memory};

/// A `__constant__` variable of a kernel.
#[derive(Clone, Copy, Debug)]
pub struct ConstantVariable {
    /// Its first byte in constant bank 3.
    offset: u32,
    /// Where the host's copy lies.
    from: AllocationId,
}

/// Gives a kernel's variables their places; returns those in constant memory.
pub(crate) fn place(
    kernel: &Kernel,
    program: &mut Program,
    memory: &mut Memory,
) -> Result<Vec<ConstantVariable>, Diagnostic> {
    let mut constants = Vec::new();
    for (_, symbol) in kernel.symbols.iter() {
        let from = allocated(symbol, memory)?;
        match symbol.space {
            SymbolSpace::Constant(offset) => constants.push(ConstantVariable { offset, from }),
            SymbolSpace::Device(slot) => {
                write(program, 4, slot, &memory.base(from).to_le_bytes());
            }
        }
    }
    Ok(constants)
}

/// Copies what the variables hold now into a program's constant memory.
pub(crate) fn refresh(constants: &[ConstantVariable], program: &mut Program, memory: &Memory) {
    for variable in constants {
        let bytes = device::download(memory, variable.from);
        write(program, 3, variable.offset, &bytes);
    }
}

/// The allocation of a variable's name; a new one with its first values where there is none.
fn allocated(symbol: &Symbol, memory: &mut Memory) -> Result<AllocationId, Diagnostic> {
    let (name, bytes) = (&symbol.name, u64::from(symbol.size()));
    if let Some(id) = memory.find(name) {
        let found = memory.bytes(id);
        if found != bytes {
            let message = format!("`{name}` takes {bytes} bytes here and {found} elsewhere");
            let help = "a buffer or another kernel's variable of its name is the same variable";
            return Err(Diagnostic::error(symbol.span, message).help(help));
        }
        return Ok(id);
    }
    let wrong = |e: sim_memory::image::AllocationError| {
        Diagnostic::error(symbol.span, format!("variable `{name}`: {e}"))
    };
    let element = symbol.element.size();
    memory.allocate(name, bytes, element).map_err(wrong)?;
    let id = memory.find(name).expect("it was just allocated");
    let mut first = symbol.init.clone();
    first.resize(bytes as usize, 0);
    device::upload(memory, id, 0, &first);
    Ok(id)
}

/// Writes bytes of a constant bank.
fn write(program: &mut Program, bank: u8, offset: u32, bytes: &[u8]) {
    let start = offset as usize;
    let mut banks = program.constants.iter_mut();
    let room = banks.find(|b| b.bank == bank);
    if let Some(room) = room.and_then(|b| b.data.get_mut(start..start + bytes.len())) {
        room.copy_from_slice(bytes);
    }
}
