//! CUDA C text: the language in which students write kernels, parsed into [`crate::ast`].
//!
//! A text goes through three steps: `lex` cuts it into tokens and finds the lines of the
//! preprocessor, `macros` replaces macros by what they stand for, and `parser` reads
//! declarations, functions and statements; expressions are read by the parser of
//! [`crate::cexpr`], which RON bodies use, too. What comes out, a [`Unit`], holds every kernel
//! and device function of the text; [`Unit::kernel`] makes the tree of one kernel with the
//! functions, constants and shared arrays that it uses.
//!
//! Where the tree is simpler than C, the parser translates:
//!
//! - `__shared__` arrays stand where C declares them, but belong to the kernel: they move out
//!   of the body, and are renamed where two have the same name (`names`).
//! - Several declarators, initialiser lists and loop headers with several declarations become
//!   statements one after the other (`parser::initialiser`, `parser::repeat`).
//! - Cases that fall through get the statements of the next case, too (`parser::switch`).
//!
//! The language is C with what CUDA adds; of C++ there are `auto`, references as parameters of
//! device functions, `bool`, `constexpr` and the named casts. Left out, each with a message
//! that names it and says what to do: host code, templates, structures, conditional
//! compilation, changes whose order C leaves open. `#include` lines are not followed; the few
//! constants of C's headers that kernels use are known (`macros`).
//!
//! Sources: ISO C++17, chapters 5 to 11 and 19 (what we read of them); NVIDIA, "CUDA C++
//! Programming Guide", appendix "C++ Language Extensions".

mod lex;
mod macros;
mod names;
mod parser;
mod rejected;
mod unit;

use crate::diagnostic::Diagnostic;
use crate::source::Span;

pub use unit::Unit;

/// The largest text, in bytes: far beyond any kernel, and small enough for any host.
pub const MAX_BYTES: usize = 1 << 20;

/// Parses a text. Places in messages and in the tree are bytes of the text.
pub fn parse(text: &str) -> Result<Unit, Vec<Diagnostic>> {
    parse_within(text, &|span| span)
}

/// Parses a text that is part of a file; `locate` turns bytes of the text into bytes of the
/// file.
pub fn parse_within(text: &str, locate: &dyn Fn(Span) -> Span) -> Result<Unit, Vec<Diagnostic>> {
    let unit = lex::tokens(text, locate).and_then(parser::unit);
    unit.map_err(|fault| vec![fault])
}

#[cfg(test)]
mod tests;
