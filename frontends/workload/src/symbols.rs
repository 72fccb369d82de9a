//! Variables of the module, `__constant__` and `__device__`: where they lie and what they hold.
//!
//! A variable is an allocation of device memory under its name. Where the workload has a buffer
//! of that name the two are one, so a file fills, expects and copies a variable as any buffer;
//! otherwise the variable gets memory of its own with its first values. Kernels that declare
//! the same name mean the same variable, as the kernels of one CUDA module do. What a
//! `__constant__` variable holds is copied to constant memory before each launch, which is when
//! CUDA's `cudaMemcpyToSymbol` would take effect.

use crate::device;
use crate::plan::SymbolPlan;
use crate::scalar::Scalar;
use sim_ir::diagnostic::{Diagnostic, did_you_mean};
use sim_ir::kernel::{Kernel, MemType, Symbol, SymbolSpace};
use sim_ir::ptx;
use sim_ir::source::Span;
use sim_ir::spans::Spanned;
use sim_isa::Program;
use sim_memory::image::{AllocationId, Memory};

/// A variable of the module that a kernel uses.
#[derive(Clone, Debug, PartialEq)]
pub struct Variable {
    /// Its name.
    pub name: String,
    /// Type of an element.
    pub element: MemType,
    /// How many elements it has.
    pub elements: usize,
    /// Its first values; the rest is zero.
    pub init: Vec<u8>,
    /// Whether kernels can change it: it is a `__device__` variable.
    pub changes: bool,
    /// Its symbol in the kernel's PTX, and bytes from there.
    pub in_ptx: (String, u32),
    /// Where it is declared.
    pub span: Span,
}

impl Variable {
    /// A kernel's variable.
    pub(crate) fn of(kernel: &Kernel, symbol: &Symbol) -> Variable {
        Variable {
            name: symbol.name.clone(),
            element: symbol.element,
            elements: (symbol.size() / symbol.element.size()) as usize,
            init: symbol.init.clone(),
            changes: matches!(symbol.space, SymbolSpace::Device(_)),
            in_ptx: ptx::place_of(kernel, symbol),
            span: symbol.span,
        }
    }

    /// Its size.
    pub fn bytes(&self) -> u64 {
        self.elements as u64 * u64::from(self.element.size())
    }
}

/// New values of a variable as bytes.
pub fn bytes(plan: &SymbolPlan, variable: &Variable) -> Result<Vec<u8>, Diagnostic> {
    let Variable {
        name,
        element,
        elements,
        span,
        ..
    } = variable;
    if let Some((_, surplus)) = plan.values.get(*elements) {
        let message = format!(
            "`{name}` has {elements} elements, but is given {} values",
            plan.values.len()
        );
        return Err(Diagnostic::error(*surplus, message).also(*span, "it is declared here"));
    }
    let mut bytes = Vec::with_capacity(plan.values.len() * element.size() as usize);
    for &(value, span) in &plan.values {
        let bits = bits(*element, value).map_err(|fault| {
            let message = format!("an element of `{name}` is {element:?}, but {value} {fault}");
            Diagnostic::error(span, message)
        })?;
        bytes.extend_from_slice(&bits.to_le_bytes()[..element.size() as usize]);
    }
    Ok(bytes)
}

/// A number as the bits of an element; what is wrong with it completes a sentence.
fn bits(element: MemType, value: Scalar) -> Result<u64, &'static str> {
    let bits = 8 * element.size();
    match (element, value) {
        (MemType::F32, value) => Ok((value.as_f64() as f32).to_bits().into()),
        (MemType::F64, value) => Ok(value.as_f64().to_bits()),
        (_, Scalar::Float(_)) => Err("is not an integer"),
        (_, Scalar::Int(value)) => {
            let fits = bits == 64 || (-(1i64 << (bits - 1))..1i64 << bits).contains(&value);
            fits.then_some(value as u64).ok_or("does not fit")
        }
    }
}

/// What a step is told that names no variable of these kernels.
pub fn unknown<'k>(name: &Spanned, variables: impl Iterator<Item = &'k Variable>) -> Diagnostic {
    let near = did_you_mean(name, variables.map(|variable| variable.name.as_str()));
    let help = match near {
        Some(near) => format!("did you mean `{near}`?"),
        None => "declare it in `constant_buffers` or `globals` of a kernel that is launched".into(),
    };
    Diagnostic::error(name.span(), format!("no kernel has a variable `{name}`")).help(help)
}

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
