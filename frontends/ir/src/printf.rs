//! `printf` in kernels: what a format string says, and how records lie in the buffer.
//!
//! A kernel that prints writes records into a buffer of device memory, as CUDA's does; the host
//! turns them into text when the launch is over. [`crate::lower`] makes the code that writes
//! them, `sim-workload` reads them; what both must agree on stands here.
//!
//! The buffer begins with two 64-bit numbers: the bytes that were asked for, to which each call
//! adds those of its record, and the number of calls whose record did not fit. Then come the
//! records. A record is a header of 8 bytes and 8 bytes for each argument. The header's first
//! word is the number of the format, from 1, and is written first; the second word is the same
//! number and is written last. So a record that a fault cut off is told from a whole one, and one
//! that was never begun is zeros, as the whole buffer is before a launch.
//!
//! Source: NVIDIA, "CUDA C++ Programming Guide", "Formatted Output"; ISO C17, 7.21.6.1.

mod parse;

pub use parse::{FormatError, parse};

use crate::source::Span;
use std::fmt;

/// The name of the buffer, which no variable of C can have.
pub const FIFO: &str = "the buffer of printf";

/// Bytes of records that the buffer holds: CUDA's default (`cudaLimitPrintfFifoSize`).
pub const CAPACITY: u64 = 1 << 20;

/// Byte of the buffer at which the number of calls that did not fit lies.
pub const DROPPED: u64 = 8;

/// Byte of the buffer at which the first record begins.
pub const RECORDS: u64 = 16;

/// Bytes of a record's header, and of each of its arguments.
pub const SLOT: u64 = 8;

/// The longest field that a format may ask for: what C promises at least.
pub const MAX_FIELD: u32 = 4095;

/// A format string, read.
#[derive(Clone, Debug, PartialEq)]
pub struct Format {
    /// Its parts in order.
    pub pieces: Vec<Piece>,
    /// Where it stands.
    pub span: Span,
}

/// A part of a format string.
#[derive(Clone, Debug, PartialEq)]
pub enum Piece {
    /// Text that is printed as it is.
    Text(String),
    /// A conversion.
    Conversion(Conversion),
}

/// How an argument is printed.
#[derive(Clone, Debug, PartialEq)]
pub struct Conversion {
    /// How the format says it, as in `%5.2f`.
    pub text: String,
    /// `-`, `+`, space, `#` and `0`.
    pub flags: Flags,
    /// Characters at least.
    pub width: Option<Amount>,
    /// Digits, or characters of a string at most.
    pub precision: Option<Amount>,
    /// What is printed.
    pub kind: Kind,
}

/// The flags of a conversion.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Flags {
    /// `-`: on the left of its field.
    pub left: bool,
    /// `+`: a sign, always.
    pub plus: bool,
    /// A space where there is no sign.
    pub space: bool,
    /// `#`: the alternative form.
    pub alternative: bool,
    /// `0`: filled with zeros.
    pub zeros: bool,
}

/// A width or a precision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Amount {
    /// A number of the format.
    Fixed(u32),
    /// `*`: an argument of its own, an `int`.
    Argument,
}

/// What a conversion prints.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    /// `%d` and `%i`.
    Signed(Size),
    /// `%u`, `%o`, `%x` and `%X`.
    Unsigned(Size, Radix),
    /// `%c`.
    Character,
    /// `%s`: a string literal. [`parse`] leaves it empty, the compiler fills it in.
    Text(String),
    /// `%f`, `%e`, `%g` and `%a`; whether letters are large.
    Float(Notation, bool),
    /// `%p`.
    Pointer,
}

/// The size of an integer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    /// `hh`: of an `int` the low 8 bits.
    Char,
    /// `h`: of an `int` the low 16 bits.
    Short,
    /// 32 bits.
    Int,
    /// `l`, `ll`, `z`, `j` and `t`: 64 bits.
    Long,
}

/// The base of an unsigned integer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Radix {
    /// `%u`
    Decimal,
    /// `%o`
    Octal,
    /// `%x`, or with large letters `%X`.
    Hexadecimal {
        /// Whether letters are large.
        large: bool,
    },
}

/// How a float is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notation {
    /// `%f`
    Fixed,
    /// `%e`
    Exponent,
    /// `%g`
    Shorter,
    /// `%a`
    Hexadecimal,
}

/// What a conversion takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// An integer of 32 bits.
    Int,
    /// An integer of 64 bits.
    Long,
    /// A `double`.
    Double,
    /// An address.
    Pointer,
    /// A string literal, which is no argument of the record.
    Text,
}

impl fmt::Display for Format {
    /// The string as the kernel says it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for piece in &self.pieces {
            match piece {
                Piece::Text(text) => f.write_str(&text.replace('%', "%%"))?,
                Piece::Conversion(conversion) => f.write_str(&conversion.text)?,
            }
        }
        Ok(())
    }
}

impl Conversion {
    /// What it takes, in order.
    pub fn wanted(&self) -> impl Iterator<Item = Wanted> {
        let amounts = self.width.into_iter().chain(self.precision);
        let stars = amounts.filter(|amount| *amount == Amount::Argument);
        stars
            .map(|_| Wanted::Int)
            .chain(std::iter::once(self.kind.wanted()))
    }
}

impl Kind {
    fn wanted(&self) -> Wanted {
        match self {
            Kind::Signed(Size::Long) | Kind::Unsigned(Size::Long, _) => Wanted::Long,
            Kind::Signed(_) | Kind::Unsigned(..) | Kind::Character => Wanted::Int,
            Kind::Text(_) => Wanted::Text,
            Kind::Float(..) => Wanted::Double,
            Kind::Pointer => Wanted::Pointer,
        }
    }
}
