//! NVIDIA's machine code (SASS): opcode table, encoding, listings, control flow.
//!
//! To learn the instruction set, read in this order: [`op`], whose files hold the
//! opcodes family by family; [`encoding`], the types that a row is made of;
//! [`modifier`], what suffixes say; [`operand`] and [`instruction`], what a decoded
//! instruction holds; [`control`], what ptxas tells the hardware about waiting; and
//! [`pipe`], which unit executes what. `docs/isa.md` prints the table with all bits.
//!
//! [`decode`](mod@decode), [`encode`](mod@encode) and [`text`] (printing and parsing) walk the
//! table; [`access`] asks it what an instruction reads and writes. [`program`] is
//! a kernel with its ABI, [`cfg`](mod@cfg) its control flow, [`build`] writes code by hand.
//!
//! Learnt from listings of compiled kernels: NVIDIA publishes mnemonics, not bits.

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
