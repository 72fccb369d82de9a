//! What a kernel declares before its code: parameters, registers, shared and local memory.

use super::memory::untyped_halves;
use super::names::{Class, Names};
use crate::arena::Arena;
use crate::assertion::BUFFER;
use crate::kernel::{
    Kernel, MemType, MemoryArray, Param, ParamType, Symbol, SymbolSpace, Validated,
};
use std::collections::BTreeSet;

/// Alignment of shared memory and frames: the widest access's, in bytes.
const ALIGNMENT: u32 = 16;

/// The symbol of a kernel's shared memory.
pub(super) fn shared_symbol(kernel: &Kernel) -> String {
    match kernel.shared_bytes() {
        0 => dynamic_symbol(kernel),
        _ => format!("{}_shared", kernel.name),
    }
}

/// The symbol of a thread's frame.
pub(super) fn local_symbol(kernel: &Kernel) -> String {
    format!("{}_local", kernel.name)
}

/// The symbol of a kernel's `__constant__` variables.
pub(super) fn constant_symbol(kernel: &Kernel) -> String {
    format!("{}_constant", kernel.name)
}

/// The symbol under which the host finds a variable of a kernel's module, and bytes from there.
pub fn place_of(kernel: &Kernel, variable: &Symbol) -> (String, u32) {
    match variable.space {
        SymbolSpace::Constant(offset) => (constant_symbol(kernel), offset),
        SymbolSpace::Device(_) => (variable.name.clone(), 0),
    }
}

/// A kernel's `__constant__` variables, which PTX declares outside of kernels, as one block of
/// bytes laid out as constant bank 3.
pub(super) fn constants(kernel: &Kernel) -> String {
    let bytes = kernel.constant_bytes();
    match bytes.len() {
        0 => String::new(),
        _ => variable("const", &constant_symbol(kernel), &bytes),
    }
}

/// The `__device__` variables of all kernels, each once.
pub(super) fn globals(kernels: &[Validated<Kernel>]) -> String {
    let symbols = kernels.iter().flat_map(|kernel| kernel.symbols.iter());
    let mut known = BTreeSet::new();
    let mut text = String::new();
    for (_, symbol) in symbols {
        let device = matches!(symbol.space, SymbolSpace::Device(_));
        let ours = symbol.name == BUFFER;
        if device && !ours && known.insert(symbol.name.as_str()) {
            let mut bytes = symbol.init.clone();
            bytes.resize(symbol.size() as usize, 0);
            text.push_str(&variable("global", &symbol.name, &bytes));
        }
    }
    text
}

/// `.global .align 16 .b8 name[4] = {1, 2, 3, 4};`, without the zeros at the end.
fn variable(space: &str, name: &str, bytes: &[u8]) -> String {
    let used = bytes.iter().rposition(|&b| b != 0).map_or(0, |at| at + 1);
    let values: Vec<_> = bytes[..used].iter().map(u8::to_string).collect();
    let init = match used {
        0 => String::new(),
        _ => format!(" = {{{}}}", values.join(", ")),
    };
    let size = bytes.len();
    format!(".{space} .align {ALIGNMENT} .b8 {name}[{size}]{init};\n")
}

fn dynamic_symbol(kernel: &Kernel) -> String {
    format!("{}_dynamic_shared", kernel.name)
}

/// The name of a parameter, which must differ from all instructions'.
pub(super) fn parameter_name(kernel: &str, param: &Param) -> String {
    format!("{kernel}_{}", param.name)
}

/// A parameter's declaration, on a line of its own.
pub(super) fn parameter(kernel: &str, param: &Param) -> String {
    let name = parameter_name(kernel, param);
    format!("\n    .param .{} {name}", parameter_type(param.ty))
}

/// The type under which a parameter is declared and read.
pub(super) fn parameter_type(ty: ParamType) -> String {
    match ty {
        ParamType::Pointer(_) => MemType::U64.to_string(),
        ParamType::Scalar(ty) => untyped_halves(ty),
    }
}

/// Dynamic shared memory, which PTX declares outside of kernels.
pub(super) fn dynamic_shared(kernel: &Kernel) -> String {
    let symbol = dynamic_symbol(kernel);
    kernel.dynamic_shared.map_or(String::new(), |_| {
        format!(".extern .shared .align {ALIGNMENT} .b8 {symbol}[];\n")
    })
}

/// Registers and memory.
pub(super) fn declarations(kernel: &Kernel, names: &Names) -> String {
    let registers = Class::ALL.iter().filter_map(|c| names.declaration(*c));
    let mut lines: Vec<_> = registers.collect();
    // Dynamic memory begins where the arrays end, at an offset that our layout has aligned.
    let shared = kernel.dynamic_shared.unwrap_or(kernel.shared_bytes());
    if kernel.shared_bytes() > 0 {
        let symbol = shared_symbol(kernel);
        lines.push(format!(
            ".shared .align {ALIGNMENT} .b8 {symbol}[{shared}];"
        ));
        lines.extend(comments(&kernel.shared));
    }
    if kernel.local_bytes() > 0 {
        let (symbol, bytes) = (local_symbol(kernel), kernel.local_bytes());
        lines.push(format!(".local .align {ALIGNMENT} .b8 {symbol}[{bytes}];"));
        lines.extend(comments(&kernel.local));
    }
    lines.iter().map(|line| format!("    {line}\n")).collect()
}

/// Where each array lies in its block of bytes.
fn comments(arrays: &Arena<MemoryArray>) -> impl Iterator<Item = String> {
    arrays.iter().map(|(_, array)| {
        let extents: String = array.extents.iter().map(|n| format!("[{n}]")).collect();
        let (name, element, offset) = (&array.name, array.element, array.offset);
        format!("// {name}: {element}{extents} at byte {offset}")
    })
}
