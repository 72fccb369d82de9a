//! Compiled CUDA modules (cubin): ELF, kernel metadata, machine code.
//!
//! What: reads the ELF file that `nvcc -cubin` and `ptxas` write and gives, for
//! each kernel, its code, resources, parameters and constant banks, and for the
//! module its device variables. Why this way: [`elf`] knows ELF and nothing of
//! CUDA, [`attribute`] the `.nv.info` records, [`kernel`] puts both together
//! into plain data, [`relocation`] fills in addresses once the host has chosen
//! them, [`program`] decodes. Input is never trusted: whatever the bytes are,
//! the outcome is a value or a [`CubinError`].
//!
//! Left out: textures and surfaces, separate compilation (calls between text
//! sections), fat binaries (extract the cubin with `cuobjdump -xelf`).
//!
//! Source: the format is not published. Section and attribute names are those
//! that `cuobjdump -elf` prints; what they mean was checked against the
//! driver's answers in the lecture truth set.

pub mod attribute;
pub mod elf;
pub mod error;
pub mod kernel;
mod lines;
pub mod module;
pub mod program;
pub mod relocation;

pub use error::CubinError;
pub use kernel::Kernel;
pub use module::{Module, Space, Variable};
pub use program::with_source_text;
