//! The mathematical functions of `float` and `double`, as nvcc's library has them, and of floats of
//! 16 bits, as CUDA's headers have them.
//!
//! nvcc takes each of these functions from a library of its own and inlines it; the GPU has only
//! the approximations of the multi-function unit. So do we: the functions are texts in the
//! CUDA C that [`crate::cuda`] reads, and a call of one is lowered as that of a device function.
//! Each does the operations of nvcc's, in its order and with its constants (as the PTX of CUDA 13
//! shows them), so that results are the same bit for bit; `tests/all/functions` compares them.
//! What ptxas expands (division and square root) is in `backend::select`.
//!
//! The texts may call built-in functions, each other, and what the unit itself answers
//! (`exp2_of_unit` and its like), which kernels cannot name. Their names and those of a kernel do
//! not meet. Where C's function has two results, the text's has references, and a kernel passes
//! pointers, as to C's.
//!
//! Left out are gamma and Bessel functions, the inverses of the error functions, and what takes
//! floats apart, such as `frexp`.

use crate::ast::Function;
use crate::cuda;
use crate::lower::{assigned_names, referenced_names};
use crate::source::Span;
use indexmap::IndexSet;
use std::sync::LazyLock;

const TEXTS: [&str; 15] = [
    include_str!("math_library/classes.cu"),
    include_str!("math_library/words.cu"),
    include_str!("math_library/halves.cu"),
    include_str!("math_library/float/errors.cu"),
    include_str!("math_library/float/exponentials.cu"),
    include_str!("math_library/float/logarithms.cu"),
    include_str!("math_library/float/powers.cu"),
    include_str!("math_library/float/remainders.cu"),
    include_str!("math_library/float/trigonometry.cu"),
    include_str!("math_library/double/errors.cu"),
    include_str!("math_library/double/exponentials.cu"),
    include_str!("math_library/double/logarithms.cu"),
    include_str!("math_library/double/powers.cu"),
    include_str!("math_library/double/remainders.cu"),
    include_str!("math_library/double/trigonometry.cu"),
];

/// Functions that kernels may call; the others of the texts are parts of these.
pub(crate) const NAMES: [&str; 111] = [
    "acos",
    "acosf",
    "acosh",
    "acoshf",
    "asin",
    "asinf",
    "asinh",
    "asinhf",
    "atan",
    "atan2",
    "atan2f",
    "atanf",
    "atanh",
    "atanhf",
    "cbrt",
    "cbrtf",
    "copysign",
    "copysignf",
    "cos",
    "cosf",
    "cosh",
    "coshf",
    "cospi",
    "cospif",
    "erf",
    "erfc",
    "erfcf",
    "erff",
    "exp",
    "exp10",
    "__exp10f",
    "exp10f",
    "exp2",
    "expf",
    "expm1",
    "expm1f",
    "fdim",
    "fdimf",
    "fmod",
    "fmodf",
    "h2cos",
    "h2exp",
    "h2exp10",
    "h2exp2",
    "h2log",
    "h2log10",
    "h2log2",
    "h2rcp",
    "h2rsqrt",
    "h2sin",
    "h2sqrt",
    "hcos",
    "hexp",
    "hexp10",
    "hexp2",
    "hlog",
    "hlog10",
    "hlog2",
    "hrcp",
    "hrsqrt",
    "hsin",
    "hsqrt",
    "hypot",
    "hypotf",
    "isfinite",
    "isfinitef",
    "isinf",
    "isinff",
    "isnan",
    "isnanf",
    "log",
    "log10",
    "log10f",
    "log1p",
    "log1pf",
    "log2",
    "log2f",
    "logf",
    "normcdf",
    "normcdff",
    "pow",
    "__powf",
    "powf",
    "rcbrt",
    "rcbrtf",
    "remainder",
    "remainderf",
    "rhypot",
    "rhypotf",
    "round",
    "roundf",
    "rsqrt",
    "signbit",
    "signbitf",
    "sin",
    "sincos",
    "__sincosf",
    "sincosf",
    "sincospi",
    "sincospif",
    "sinf",
    "sinh",
    "sinhf",
    "sinpi",
    "sinpif",
    "tan",
    "__tanf",
    "tanf",
    "tanh",
    "tanhf",
    "__umul64hi",
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

/// The end of the name of what a function is for bfloat16, where CUDA has overloads.
const OF_BFLOAT: &str = "_of_bfloat";

/// The function that a kernel calls by this name with a bfloat16 or a pair of them, where that is
/// another one than [`find`]'s.
pub(crate) fn find_of_bfloat(name: &str) -> Option<&'static Function> {
    let known = NAMES.contains(&name);
    let is_it = |f: &&Function| f.name.text.strip_suffix(OF_BFLOAT) == Some(name);
    library().functions.iter().find(is_it).filter(|_| known)
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
    let functions: Vec<_> = functions.map(nowhere).collect();
    let bodies = || functions.iter().map(|function| function.body.as_slice());
    Library {
        assigned: bodies().flat_map(assigned_names).collect(),
        referenced: referenced_names(&functions, bodies()),
        functions,
    }
}

/// A function as messages about a kernel may speak of it: its places are in no file of the user's.
fn nowhere(function: &Function) -> Function {
    let mut function = function.clone();
    function.name.span = Span::NONE;
    for param in &mut function.params {
        param.name.span = Span::NONE;
    }
    function
}
