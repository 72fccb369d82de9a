//! What can be wrong with a cubin, where, and what to do about it.

use thiserror::Error;

/// Why a cubin cannot be read or a kernel in it cannot be run.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum CubinError {
    /// The file is no 64-bit ELF file, or its tables point outside of it.
    #[error(
        "{what}: {source}: the file is cut short, damaged or no cubin; `nvcc -cubin` and `cuobjdump -xelf` \
         make one"
    )]
    Elf {
        /// What was being read.
        what: &'static str,
        /// What the ELF reader found.
        source: object::read::Error,
    },
    /// The file is an ELF file for another machine.
    #[error("the file is an ELF file for machine {machine}, not for an NVIDIA GPU (190)")]
    Machine {
        /// The ELF header's machine number.
        machine: u16,
    },
    /// No ABI is known for the architecture.
    #[error(
        "the cubin is for sm_{sm}; sm_70, sm_75, sm_80, sm_86, sm_89 and sm_90 are supported: compile with \
         -arch=sm_90"
    )]
    Architecture {
        /// The architecture's number.
        sm: u32,
    },
    /// The module holds no kernel.
    #[error("the cubin holds no kernel (`__global__` function)")]
    NoKernels,
    /// No kernel has this name.
    #[error("the cubin holds no kernel `{name}`; it holds {}", known.join(", "))]
    NoSuchKernel {
        /// The name asked for.
        name: String,
        /// The kernels there are.
        known: Vec<String>,
    },
    /// No variable has this name.
    #[error("the cubin holds no variable `{name}` of this kind")]
    NoSuchVariable {
        /// The name asked for.
        name: String,
    },
    /// A write goes past the end of a variable.
    #[error("{bytes} bytes at offset {offset} do not fit into `{name}` of {size} bytes")]
    PastVariable {
        /// The variable.
        name: String,
        /// Its size in bytes.
        size: u64,
        /// Where the write begins.
        offset: u64,
        /// How long it is.
        bytes: u64,
    },
    /// An attribute record runs past the end of its section, or is too short.
    #[error(
        "{section}+{offset:#x}: attribute {id:#04x} needs {need} bytes, {have} are there; the file is damaged"
    )]
    Attribute {
        /// The `.nv.info` section.
        section: String,
        /// Where the record begins.
        offset: usize,
        /// The attribute's number.
        id: u8,
        /// Bytes that the record must have.
        need: usize,
        /// Bytes that there are.
        have: usize,
    },
    /// An attribute record has an unknown layout.
    #[error(
        "{section}+{offset:#x}: attribute format {format} is unknown (1…4 are); the file is damaged or newer than this reader"
    )]
    AttributeFormat {
        /// The `.nv.info` section.
        section: String,
        /// Where the record begins.
        offset: usize,
        /// The record's format byte.
        format: u8,
    },
    /// A kernel lacks a record that a launch needs.
    #[error("kernel `{kernel}` has no {what}; the file is damaged")]
    Missing {
        /// The kernel.
        kernel: String,
        /// What is missing.
        what: &'static str,
    },
    /// A number in the file is beyond what any GPU has.
    #[error("{place}: {what} is {value}, at most {limit} is possible; the file is damaged")]
    OutOfRange {
        /// The kernel or section.
        place: String,
        /// Which number.
        what: &'static str,
        /// Its value.
        value: u64,
        /// The most it can be.
        limit: u64,
    },
    /// A text section is not a whole number of instructions.
    #[error(
        "kernel `{kernel}` has {bytes} bytes of code, not a multiple of 16; the file is damaged"
    )]
    CodeSize {
        /// The kernel.
        kernel: String,
        /// The size of its text section.
        bytes: usize,
    },
    /// A relocation has a type that this reader does not apply.
    #[error(
        "{section}+{offset:#x}: relocation type {kind} is not supported; modules compiled for debugging (-G) or not \
         linked (-rdc) have it: compile without -G, -lineinfo keeps the source lines, and link"
    )]
    RelocationType {
        /// The section to be changed.
        section: String,
        /// Where.
        offset: u64,
        /// The type's number.
        kind: u32,
    },
    /// A relocation changes bytes outside of its section.
    #[error(
        "{section}+{offset:#x}: the relocation lies outside of the section; the file is damaged"
    )]
    RelocationPlace {
        /// The section to be changed.
        section: String,
        /// Where.
        offset: u64,
    },
    /// A relocation refers to a symbol that has no address here.
    #[error(
        "{section}+{offset:#x}: the relocation's symbol `{symbol}` is not defined in this module; link it first"
    )]
    RelocationSymbol {
        /// The section to be changed.
        section: String,
        /// Where.
        offset: u64,
        /// The symbol.
        symbol: String,
    },
    /// A relocation refers to a section that has no address here.
    #[error(
        "{section} refers to {target}, which cannot be placed; link the module to a plain cubin (no -rdc)"
    )]
    RelocationSection {
        /// The section to be changed.
        section: String,
        /// The section of the symbol.
        target: String,
    },
    /// An instruction cannot be decoded.
    #[error("kernel `{kernel}` {source}")]
    Decode {
        /// The kernel.
        kernel: String,
        /// Where and why.
        source: sim_isa::DecodeError,
    },
}
