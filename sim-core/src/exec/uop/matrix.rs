//! Products of matrices.

use sim_isa::modifier::{BmmaOp, HmmaFactors, HmmaSum, ImmaA, ImmaB};

/// d = a * b + c, where a has rows of so many elements, and b as many columns of them: eight.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Product {
    /// HMMA: 16 rows.
    Float(FloatProduct),
    /// IMMA: 8 or 16 rows.
    Integer(IntegerProduct),
    /// BMMA: 16 rows of 256 bits.
    Bits(BmmaOp),
    /// DMMA: 8 rows of four.
    Double,
}

/// A product of matrices of floats.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct FloatProduct {
    /// The factors' format.
    pub factors: HmmaFactors,
    /// The format of what they are added to.
    pub sum: HmmaSum,
    /// Registers of a row or column: each holds four lanes' words of it.
    pub registers: u8,
    /// How products are added up.
    pub adder: Adder,
}

/// How a tensor core adds products up. It adds so many at once, with what they are added to: the largest
/// exponent among them is everybody's, and of the others' fractions what lies below its last bit is lost.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Adder {
    /// Bits of the fraction behind the largest term's point.
    pub fraction: u8,
    /// Bytes of a row whose products are added at once.
    pub bytes: u8,
}

/// A product of matrices of integers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct IntegerProduct {
    /// The first factor's elements.
    pub a: ImmaA,
    /// The second factor's.
    pub b: ImmaB,
    /// Eights of rows.
    pub eights: u8,
    /// Registers of a row or column.
    pub registers: u8,
    /// Whether sums are clamped instead of wrapped.
    pub saturates: bool,
}
