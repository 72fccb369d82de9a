//! NVIDIA's machine code (SASS): opcode table, encoding, listings, control flow.

pub mod control;
pub mod instruction;
pub mod modifier;
pub mod op;
pub mod operand;
pub mod program;

pub use control::Control;
pub use instruction::Instruction;
pub use modifier::{Flag, Modifier, Modifiers, Number};
pub use op::{LatencyClass, Op, Pipe, Row};
pub use operand::{Address, ConstBase, Operand, Pred, PredSrc, Reg, SrcMods, UReg};
pub use program::{Abi, ConstantBank, INSTRUCTION_BYTES, Param, Program, SourceLine};
