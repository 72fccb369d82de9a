//! A kernel's machine program: what every front end makes and the core runs.

use crate::arch::Arch;
use crate::instruction::Instruction;

/// Bytes of one encoded instruction, and the step of the program counter.
pub const INSTRUCTION_BYTES: u32 = 16;

/// A place in the source that an instruction comes from.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SourceLine {
    /// The file as the user named it.
    pub file: std::sync::Arc<str>,
    /// The line, from 1.
    pub line: u32,
    /// The text of the line, without its indentation.
    pub text: std::sync::Arc<str>,
}

/// One kernel parameter in constant bank 0.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Param {
    /// Its name, if the front end knows it.
    pub name: Option<String>,
    /// Bytes from the start of the parameter area.
    pub offset: u32,
    /// Its size in bytes.
    pub size: u32,
}

/// The initial contents of a constant bank other than 0.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ConstantBank {
    /// The bank's number.
    pub bank: u8,
    /// Its bytes.
    pub data: Vec<u8>,
}

/// A kernel ready to launch.
#[derive(Clone, PartialEq, Debug)]
pub struct Program {
    /// The entry's name.
    pub name: String,
    /// The instructions; instruction `i` lies at byte `16 * i`.
    pub code: Vec<Instruction>,
    /// Registers a thread, as compiled (the driver rounds up).
    pub registers: u32,
    /// Bytes of static shared memory a block.
    pub static_shared: u32,
    /// Bytes of local memory a thread (stack frame included).
    pub local_bytes: u32,
    /// Named barriers that the kernel uses, 0…16.
    pub barriers: u32,
    /// The parameters.
    pub params: Vec<Param>,
    /// Constant banks 2, 3 and 4.
    pub constants: Vec<ConstantBank>,
    /// Where things lie in constant bank 0 and in shared memory.
    pub abi: Abi,
    /// For each instruction the source line, as an index into `lines`.
    pub line_of: Vec<Option<u32>>,
    /// The source lines.
    pub lines: Vec<SourceLine>,
}

impl Program {
    /// A program of sm_90 that is nothing but its code: no parameters, no memory of its own,
    /// no source. The rest is for the caller to set.
    pub fn new(name: impl Into<String>, code: Vec<Instruction>) -> Program {
        Program {
            name: name.into(),
            line_of: vec![None; code.len()],
            code,
            registers: 0,
            static_shared: 0,
            local_bytes: 0,
            barriers: 0,
            params: Vec::new(),
            constants: Vec::new(),
            abi: Abi::SM_90,
            lines: Vec::new(),
        }
    }
}

/// Where the driver puts what a kernel reads: one row an architecture.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Abi {
    /// The architecture, 90 for sm_90.
    pub sm: u32,
    /// Constant bank 0: block dimensions x, y, z (three words).
    pub block_dim: u32,
    /// Constant bank 0: grid dimensions x, y, z (three words).
    pub grid_dim: u32,
    /// Constant bank 0: the generic address of shared memory (a 64-bit word).
    pub shared_window: u32,
    /// Constant bank 0: the generic address of local memory (a 64-bit word).
    pub local_window: u32,
    /// Constant bank 0: the initial stack pointer.
    pub stack_top: u32,
    /// Constant bank 0: the global-memory descriptor (a 64-bit word).
    pub mem_desc: u32,
    /// Constant bank 0: the parameters.
    pub params: u32,
    /// Bytes of shared memory the system keeps in every block.
    pub reserved_shared: u32,
    /// The shared address of the first byte of static shared memory.
    pub shared_base: u32,
}

impl Abi {
    /// The row of an architecture, if it is known.
    pub const fn of(arch: Arch) -> Option<Abi> {
        match arch {
            Arch::Sm70 | Arch::Sm75 | Arch::Sm80 | Arch::Sm86 | Arch::Sm89 => Some(Abi {
                sm: arch.sm(),
                ..Abi::SM_80
            }),
            Arch::Sm90 => Some(Abi::SM_90),
        }
    }

    /// The architecture; sm_90 if the number means none.
    pub fn arch(&self) -> Arch {
        Arch::from_sm(self.sm).unwrap_or_default()
    }

    /// The row of sm_70 to sm_89 (read off what ptxas 13.0 makes for them).
    pub const SM_80: Abi = Abi {
        sm: 80,
        block_dim: 0x0,
        grid_dim: 0xc,
        shared_window: 0x18,
        local_window: 0x20,
        stack_top: 0x28,
        mem_desc: 0x118,
        params: 0x160,
        reserved_shared: 0,
        shared_base: 0,
    };

    /// The row of sm_90 (read off the listings in the lecture truth set).
    pub const SM_90: Abi = Abi {
        sm: 90,
        block_dim: 0x0,
        grid_dim: 0xc,
        shared_window: 0x18,
        local_window: 0x20,
        stack_top: 0x28,
        mem_desc: 0x208,
        params: 0x210,
        reserved_shared: 1024,
        shared_base: 0x400,
    };
}
