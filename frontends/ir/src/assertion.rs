//! `assert` in kernels: what an assertion says, and how the failed ones lie in their buffer.
//!
//! A thread whose assertion fails leaves a record in a buffer of device memory and stops the
//! launch. [`crate::lower`] finds the assertions, [`crate::backend`] makes the code that writes
//! the record, `sim-workload` reads it; what all must agree on stands here. The buffer is not
//! that of [`crate::printf`]: what a kernel printed before leaves no less room, and CUDA's
//! messages go to another stream, too.
//!
//! The buffer begins with the number of threads whose assertion failed, 32 bits. Then come
//! the records of the first [`KEPT`] of them and room for one more, in which all others write:
//! so no thread has to ask whether there is room. A record is eight words: the assertion's
//! number from 1, the block's and the thread's three coordinates, and the number again, by which
//! a whole record is told from one that the end of the launch cut off.
//!
//! Source: NVIDIA, "CUDA C++ Programming Guide", "Assertion".

use crate::cexpr;
use crate::source::{SourceFile, Span};

/// The name of the buffer, which no variable of C can have.
pub const BUFFER: &str = "the buffer of failed assertions";

/// Threads whose record is kept: a warp's.
pub const KEPT: u32 = 32;

/// Byte of the buffer at which the first record begins.
pub const RECORDS: u32 = 16;

/// Bytes of a record.
pub const RECORD: u32 = 32;

/// Bytes of the buffer.
pub const BYTES: u32 = RECORDS + (KEPT + 1) * RECORD;

/// An assertion of a kernel's text.
#[derive(Clone, Debug, PartialEq)]
pub struct Assertion {
    /// The function that it stands in, as C++ writes it: `void kernel(float *, int)`.
    pub function: String,
    /// Its condition, with all operands in parentheses.
    pub condition: String,
    /// Where the condition stands.
    pub span: Span,
}

impl Assertion {
    /// The condition as it is written; where macros hide that, with all operands in parentheses.
    pub fn text(&self, source: &SourceFile) -> String {
        let written = source.snippet(self.span);
        let same = cexpr::parse(written).is_ok_and(|expr| expr.to_string() == self.condition);
        match same {
            true => written.split_whitespace().collect::<Vec<_>>().join(" "),
            false => self.condition.clone(),
        }
    }

    /// What CUDA prints of a thread whose assertion fails.
    pub fn message(&self, source: &SourceFile, [block, thread]: [[u32; 3]; 2]) -> String {
        let place = |[x, y, z]: [u32; 3]| format!("[{x},{y},{z}]");
        format!(
            "{}:{}: {}: block: {}, thread: {} Assertion `{}` failed.",
            source.name(),
            source.position(self.span.start).line,
            self.function,
            place(block),
            place(thread),
            self.text(source),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_condition_is_shown_as_written_unless_a_macro_hides_it() {
        let source = SourceFile::new("k.cu", "assert(a  <\n b); CHECK");
        let assertion = |start, end| Assertion {
            function: "void k()".to_owned(),
            condition: "(a < b)".to_owned(),
            span: Span::new(start, end),
        };
        let places = [[1, 2, 3], [4, 5, 6]];
        assert_eq!(
            assertion(7, 14).message(&source, places),
            "k.cu:1: void k(): block: [1,2,3], thread: [4,5,6] Assertion `a < b` failed."
        );
        assert_eq!(assertion(17, 22).text(&source), "(a < b)");
    }
}
