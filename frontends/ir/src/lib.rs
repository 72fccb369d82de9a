//! The small kernel IR: structured statements, C expressions, and the compiler to machine code.
//!
//! A kernel's way, each step a module of its own that can be tested and dumped alone:
//!
//! | module | from → to |
//! |---|---|
//! | [`spans`] | RON text → values that know their place in it |
//! | [`syntax`] | RON values → [`ast`], a tree of statements with parsed expressions |
//! | [`cuda`] | CUDA C text → the same tree |
//! | [`cexpr`] | a C expression in a string → a tree; also for expressions of the host |
//! | [`lower`] | syntax tree → [`kernel`], typed instructions in a control-flow graph |
//! | [`backend`] | kernel IR → machine program |
//! | [`ptx`] | kernel IR → PTX text, for NVIDIA's compiler and a real GPU |
//! | [`interp`] | kernel IR → results, thread by thread: the reference for the back end |
//!
//! Whatever is wrong with a source becomes a [`diagnostic::Diagnostic`] with a place in the
//! [`source::SourceFile`]; nothing here reads files or prints.
//!
//! ```
//! use sim_ir::{backend, lower, source::SourceFile, spans};
//!
//! let file = SourceFile::new("twice.ron", r#"(
//!     params: [Ptr("a", F32), U32("n")],
//!     body: [
//!         Let("i", "blockIdx.x * blockDim.x + threadIdx.x"),
//!         If("i < n", [ Store("a[i]", "2.0f * a[i]") ]),
//!     ],
//! )"#);
//! let body = spans::from_ron(&file).unwrap();
//! let kernel = lower::compile_body("twice", &body).unwrap();
//! let program = backend::compile(&kernel, &backend::Options::default()).unwrap();
//! assert_eq!(program.name, "twice");
//! ```

pub mod arena;
pub mod assertion;
pub mod ast;
pub mod backend;
pub mod cexpr;
pub mod cuda;
pub mod diagnostic;
pub mod interp;
pub mod kernel;
pub mod lower;
mod math_library;
pub mod printf;
pub mod ptx;
pub mod source;
pub mod spans;
pub mod syntax;
