//! The mathematical functions of `float`, as nvcc's library has them.
//!
//! nvcc takes each of these functions from a library of its own and inlines it; the GPU has only
//! the approximations of the multi-function unit. So do we: the functions are texts in the
//! CUDA C that [`crate::cuda`] reads, and a call of one is lowered as that of a device function.
//! Each does the operations of nvcc's, in its order and with its constants (as the PTX of CUDA 13
//! shows them), so that results are the same bit for bit; `tests/functions` compares them.
//! What ptxas expands (division and square root) is in `backend::select`.
//!
//! The texts may call built-in functions, each other, and what the unit itself answers
//! (`exp2_of_unit` and its like), which kernels cannot name. Their names and those of a kernel do
//! not meet.

use crate::ast::Function;
use crate::cuda;
use crate::lower::{assigned_names, referenced_names};
use indexmap::IndexSet;
use std::sync::LazyLock;

const TEXTS: [&str; 4] = [
    include_str!("math_library/exponentials.cu"),
    include_str!("math_library/logarithms.cu"),
    include_str!("math_library/powers.cu"),
    include_str!("math_library/trigonometry.cu"),
];

/// Functions that kernels may call; the others of the texts are parts of these.
pub(crate) const NAMES: [&str; 26] = [
    "acosf",
    "asinf",
    "atan2f",
    "atanf",
    "cbrtf",
    "copysignf",
    "cosf",
    "coshf",
    "erff",
    "exp10f",
    "expf",
    "expm1f",
    "hypotf",
    "log10f",
    "log1pf",
    "log2f",
    "logf",
    "powf",
    "__powf",
    "__exp10f",
    "__tanf",
    "roundf",
    "sinf",
    "sinhf",
    "tanf",
    "tanhf",
];

/// The library, read.
pub(crate) struct Library {
    /// All functions of the texts.
    pub functions: Vec<Function>,
    /// Names that some statement of theirs assigns to.
    pub assigned: IndexSet<String>,
    /// Names that some call of theirs passes by reference.
    pub referenced: IndexSet<String>,
}

/// The library; read once, when first asked for.
pub(crate) fn library() -> &'static Library {
    static LIBRARY: LazyLock<Library> = LazyLock::new(read);
    &LIBRARY
}

/// The function that a kernel calls by this name.
pub(crate) fn find(name: &str) -> Option<&'static Function> {
    let known = NAMES.contains(&name);
    let mut functions = library().functions.iter();
    functions.find(|function| known && function.name.text == name)
}

fn read() -> Library {
    let units = TEXTS.map(|text| cuda::parse(text).expect("the library's texts are tested"));
    let functions = units.iter().flat_map(cuda::Unit::device_functions);
    let functions: Vec<_> = functions.cloned().collect();
    let bodies = || functions.iter().map(|function| function.body.as_slice());
    Library {
        assigned: bodies().flat_map(assigned_names).collect(),
        referenced: referenced_names(&functions, bodies()),
        functions,
    }
}
