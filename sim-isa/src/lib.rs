//! NVIDIA's machine code (SASS): opcode table, encoding, listings, control flow.

pub mod access;
pub mod arch;
mod bits;
pub mod build;
pub mod cfg;
pub mod control;
pub mod decode;
pub mod encode;
pub mod encoding;
pub mod instruction;
pub mod listing;
pub mod modifier;
pub mod op;
pub mod operand;
pub mod pipe;
pub mod program;
pub mod reference;
pub mod text;
mod vocabulary;
mod width;

pub use access::{PredReg, RegRange, URegRange};
pub use arch::Arch;
pub use build::Builder;
pub use cfg::{Block, BlockId, Cfg, CfgError};
pub use control::Control;
pub use decode::{DecodeError, decode, decode_on};
pub use encode::{EncodeError, encode, encode_on};
pub use instruction::Instruction;
pub use modifier::{Flag, Modifier, Modifiers, Number};
pub use op::{Op, Row};
pub use operand::{Address, ConstBase, Operand, Part, Pred, PredSrc, Reg, SrcMods, UReg};
pub use pipe::{LatencyClass, Pipe};
pub use program::{Abi, ConstantBank, INSTRUCTION_BYTES, Param, Program, SourceLine};
pub use text::parse::{ParseError, parse};
pub use text::special::{SPECIAL_REGISTERS, special_name, special_number};
