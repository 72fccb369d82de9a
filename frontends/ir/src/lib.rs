//! The small kernel IR: structured statements, C expressions, and the compiler to machine code.
//!
//! Stages, each a module of its own:
//!
//! 1. [`cexpr`]: a C expression in a string becomes an expression tree.
//! 2. [`kernel`]: typed instructions over virtual registers in a control-flow graph,
//!    what lowering produces and what the back end consumes.

pub mod arena;
pub mod ast;
pub mod backend;
pub mod cexpr;
pub mod diagnostic;
pub mod interp;
pub mod kernel;
pub mod lower;
pub mod source;
pub mod spans;
pub mod syntax;
