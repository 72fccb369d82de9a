//! Operands: where a value comes from and what is done to it before it is used.

/// A register number that drops what is written to it.
pub const DROP: u8 = 255;

/// A predicate number that reads as true and drops what is written to it.
pub const TRUE: u8 = 7;

/// A uniform register number that reads as zero.
pub const UNIFORM_ZERO: u8 = 63;

/// Where an operand's value comes from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Src {
    /// A register row of the warp; a pair starts here.
    Row(u8),
    /// A uniform register.
    Uniform(u8),
    /// The immediate of this operand's slot ([`Uop::imm`](super::Uop::imm)); also `RZ` and constants.
    Imm,
}

/// What is done to a source's bits before it is used.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Fix {
    /// Nothing.
    #[default]
    None,
    /// `-x` of a float: the sign bit flips.
    FloatNeg,
    /// `|x|` of a float: the sign bit clears.
    FloatAbs,
    /// `-|x|` of a float: the sign bit sets.
    FloatNegAbs,
    /// The same three on both halves.
    HalfNeg,
    /// `|x|` of both halves.
    HalfAbs,
    /// `-|x|` of both halves.
    HalfNegAbs,
    /// `-x` of an integer.
    Neg,
    /// `-x` of each of two integers of 16 bits.
    PairNeg,
    /// `|x|` of an integer.
    Abs,
    /// `~x`.
    Not,
}

impl Fix {
    /// The fixed bits.
    #[inline(always)]
    pub(in crate::exec) const fn apply(self, bits: u32) -> u32 {
        match self {
            Fix::None => bits,
            Fix::FloatNeg => bits ^ 0x8000_0000,
            Fix::FloatAbs => bits & 0x7fff_ffff,
            Fix::FloatNegAbs => bits | 0x8000_0000,
            Fix::HalfNeg => bits ^ 0x8000_8000,
            Fix::HalfAbs => bits & 0x7fff_7fff,
            Fix::HalfNegAbs => bits | 0x8000_8000,
            Fix::Neg => bits.wrapping_neg(),
            Fix::PairNeg => {
                let low = bits.wrapping_neg() & 0xffff;
                (bits & 0xffff_0000).wrapping_neg() | low
            }
            Fix::Abs => (bits as i32).unsigned_abs(),
            Fix::Not => !bits,
        }
    }

    /// The fixed bits of a 64-bit operand.
    #[inline(always)]
    pub(in crate::exec) const fn apply_wide(self, bits: u64) -> u64 {
        match self {
            Fix::None => bits,
            Fix::FloatNeg | Fix::HalfNeg => bits ^ 1 << 63,
            Fix::FloatAbs | Fix::HalfAbs => bits & !(1 << 63),
            Fix::FloatNegAbs | Fix::HalfNegAbs => bits | 1 << 63,
            Fix::Neg | Fix::PairNeg => bits.wrapping_neg(),
            Fix::Abs => (bits as i64).unsigned_abs(),
            Fix::Not => !bits,
        }
    }
}

/// A source operand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Operand {
    /// Where the value comes from.
    pub src: Src,
    /// What is done to it.
    pub fix: Fix,
}

impl Operand {
    /// The operand's slot in [`Uop::imm`](super::Uop::imm), unchanged.
    pub const IMM: Operand = Operand {
        src: Src::Imm,
        fix: Fix::None,
    };
}

/// A predicate as a source.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PredIn {
    /// The predicate, [`TRUE`] for `PT`.
    pub index: u8,
    /// Whether it is inverted.
    pub not: bool,
    /// Whether it is a uniform predicate.
    pub uniform: bool,
}

impl PredIn {
    /// `PT`.
    pub const TRUE: PredIn = PredIn {
        index: TRUE,
        not: false,
        uniform: false,
    };

    /// Whether it is `PT`, so that it never keeps a lane from executing.
    pub const fn is_true(self) -> bool {
        self.index == TRUE && !self.not
    }
}
