//! NVIDIA's machine code (SASS): opcode table, encoding, listings, control flow.

mod bits;
pub mod control;
pub mod decode;
pub mod encoding;
pub mod instruction;
pub mod modifier;
pub mod op;
pub mod operand;
pub mod program;
mod width;

pub use control::Control;
pub use decode::{DecodeError, decode};
pub use instruction::Instruction;
pub use modifier::{Flag, Modifier, Modifiers, Number};
pub use op::{LatencyClass, Op, Pipe, Row};
pub use operand::{Address, ConstBase, Operand, Pred, PredSrc, Reg, SrcMods, UReg};
pub use program::{Abi, ConstantBank, INSTRUCTION_BYTES, Param, Program, SourceLine};
