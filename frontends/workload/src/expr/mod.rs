//! Expressions over an index: `in[(i % H) * W + i / H]`, compiled and run in parallel.
pub mod code;
pub mod machine;
mod operation;
