//! Expressions over an index: `in[(i % H) * W + i / H]`, compiled and run in parallel.
//!
//! [`lower`] gives an expression's tree C's types and makes [`code`] of it, [`machine`] runs
//! that over blocks of indices, [`run`] drives it over whole buffers on all threads.

pub mod code;
pub mod error;
pub mod function;
pub mod lower;
pub mod machine;
mod operation;
pub mod operator;
pub mod run;
pub mod scalar_eval;

#[cfg(test)]
mod properties;
#[cfg(test)]
mod tests;
