//! The opcode table: every opcode is one row, and all else derives from it.
//!
//! The rows stand in one file for each family of instructions. A row reads
//!
//! ```text
//! Vimnmx "VIMNMX" Alu Alu {                          name here, mnemonic, pipe, latency class
//!     doc: "d = q0 ? min(a, b) : max(a, b)",         what it does
//!     forms: two_any_b(0x048),                       opcode bits and the places of a, b, c
//!     suffixes: [MinMaxType [(72, 2)], …],           modifiers with their bits, in print order
//!     args: [d(One), src(A, No), …, q(0, 87)],       operands in print order
//!     fixed: [fix(81, 6, 0x3f)],                     bits that always hold one value
//! }
//! ```
//!
//! without `suffixes` and `fixed` where it has none. `d` is the destination
//! (`dst` of an instruction), `p0`, `p1` are predicate destinations (`pdst`),
//! `a`, `b`, `c` the sources and `q0`, `q1`, `q2` predicate sources (`psrc`).
//! Bits are (lowest, width). The files `form` and `arg` hold the words that rows
//! are written in.
//!
//! [`Op`] has to be one `enum`, and macros are the only way to gather its variants
//! from several files: each family is a macro that appends its rows to what it was
//! given and hands all to the next one; the last, `ops!`, makes the types.
//!
//! Order matters in one respect: where an encoding or a line of text fits several
//! rows, the first that explains all of it wins.

mod arg;
mod form;

#[macro_use]
mod integer;
#[macro_use]
mod bits;
#[macro_use]
mod float;
#[macro_use]
mod half;
#[macro_use]
mod convert;
#[macro_use]
mod matrix;
#[macro_use]
mod uniform;
#[macro_use]
mod memory;
#[macro_use]
mod atomic;
#[macro_use]
mod warp;
#[macro_use]
mod order;
#[macro_use]
mod branch;

use crate::encoding::Place::*;
use crate::encoding::Show::{Always, IfFlag, IfUsed};
use crate::encoding::Signs::{Neg, NegOrNot, No, Not, NotBit, Part};
use crate::encoding::Slot::{A, B, C};
use crate::encoding::Uniform::{Absent, Base, Desc};
use crate::encoding::Width::{One, Two};
use crate::encoding::{Arg, BYTES, Encoding, Form, HALVES, Imm as ImmKind, Width};
use crate::modifier::{Flag, Kind};
pub use crate::pipe::{LatencyClass, Pipe};
use arg::*;
use form::*;

/// One row of the table.
#[derive(Debug)]
pub struct Row {
    /// The opcode.
    pub op: Op,
    /// Its mnemonic without modifiers.
    pub mnemonic: &'static str,
    /// The family that it belongs to.
    pub family: &'static str,
    /// The unit that executes it.
    pub pipe: Pipe,
    /// What decides when its result is there.
    pub latency: LatencyClass,
    /// One line of documentation.
    pub doc: &'static str,
    /// Its encoding and print order.
    pub encoding: Encoding,
}

macro_rules! ops {
    ( [] $( family $family:literal { $(
        $Op:ident $mnemonic:literal $Pipe:ident $Class:ident {
            doc: $doc:literal,
            forms: $forms:expr,
            $( suffixes: [ $($kind:ident $bits:expr),* $(,)? ], )?
            args: [ $($arg:expr),* $(,)? ],
            $( fixed: [ $($fixed:expr),* $(,)? ], )?
        }
    )+ } )+ ) => {
        /// An opcode: a row of the table.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        #[repr(u8)]
        pub enum Op {
            $( $( #[doc = concat!("`", $mnemonic, "`: ", $doc)] $Op, )+ )+
        }

        /// The table, in the order of [`Op`].
        pub static ROWS: &[Row] = &[
            $( $( Row {
                op: Op::$Op,
                mnemonic: $mnemonic,
                family: $family,
                pipe: Pipe::$Pipe,
                latency: LatencyClass::$Class,
                doc: $doc,
                encoding: Encoding {
                    forms: &$forms,
                    suffixes: &[ $( $( suffix(Kind::$kind, &$bits) ),* )? ],
                    args: &[ $( $arg ),* ],
                    fixed: &[ $( $( $fixed ),* )? ],
                },
            }, )+ )+
        ];

        impl Op {
            /// Every opcode.
            pub const ALL: &'static [Op] = &[ $( $( Op::$Op, )+ )+ ];
        }
    };
}

integer! { [bits float half convert matrix uniform memory atomic warp order branch ops] }

impl Op {
    /// The opcode's row.
    pub fn row(self) -> &'static Row {
        &ROWS[self as usize]
    }
}

impl Row {
    /// Whether the guard is a uniform predicate: nothing in the row reads a lane.
    pub fn guard_is_uniform(&self) -> bool {
        let lane = |arg: &Arg| matches!(arg, Arg::PredSrc { uniform: false, .. });
        let written = |arg: &Arg| {
            matches!(
                arg,
                Arg::Dst { uniform: true, .. } | Arg::PredDst { uniform: true, .. }
            )
        };
        let reads = |form: &Form| form.places.iter().any(|p| p.register_bit().is_some());
        let encoding = &self.encoding;
        encoding.args.iter().any(written)
            && !encoding.args.iter().any(lane)
            && !encoding.forms.iter().any(reads)
    }
}
