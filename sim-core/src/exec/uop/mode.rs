//! How an operation computes: rounding, widths, formats.

use crate::exec::execute::Format;
use sim_isa::modifier::{Rounding, ShiftType};

/// How a float result is rounded, flushed and clamped.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct FloatMode {
    /// Rounding.
    pub rounding: Rounding,
    /// Whether subnormal sources and results count as zero.
    pub ftz: bool,
    /// Whether the result is clamped to 0…1 (a NaN becomes zero).
    pub sat: bool,
}

impl FloatMode {
    /// To nearest, subnormals kept, not clamped.
    pub const PLAIN: FloatMode = FloatMode {
        rounding: Rounding::Rn,
        ftz: false,
        sat: false,
    };
}

/// A width and sign of integers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum IntWidth {
    U8,
    S8,
    U16,
    S16,
    U32,
    S32,
    U64,
    S64,
}

/// A width of floats.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum FloatWidth {
    F16,
    Bf16,
    F32,
    F64,
}

/// How halves are computed with.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct HalfMode {
    /// Their format.
    pub format: Format,
    /// Whether subnormal sources and results count as zero.
    pub ftz: bool,
    /// Whether results are clamped to 0…1.
    pub sat: bool,
    /// Whether negative results become zero.
    pub relu: bool,
    /// Whether there is one result in single precision.
    pub single: bool,
}

/// An integer narrower than a register.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PackedInt {
    /// Its bits.
    pub bits: u32,
    /// Whether it is signed.
    pub signed: bool,
}

/// Of what, and of which integers, the minimum or maximum is taken.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Extremum {
    /// Of what.
    pub of: ExtremumOf,
    /// Whether the integers are signed.
    pub signed: bool,
    /// Whether a register holds two of 16 bits.
    pub halves: bool,
    /// Whether negative results become zero.
    pub relu: bool,
}

/// Of what the minimum or maximum is taken.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ExtremumOf {
    /// Of a and b (VIMNMX); p0 says whether a was not beaten, p1 the same of the
    /// high halves.
    Two,
    /// Of a, b and c (VIMNMX3).
    Three,
    /// Of a + b and c (VIADDMNMX).
    Sum,
}

/// A funnel shift.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Shift {
    /// To the right.
    pub right: bool,
    /// What comes in and how wide the shifted value is.
    pub ty: ShiftType,
    /// The amount wraps instead of being clamped.
    pub wrap: bool,
    /// The high word is returned.
    pub high: bool,
}
