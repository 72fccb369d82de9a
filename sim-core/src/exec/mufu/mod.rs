//! The multi-function unit (MUFU), bit for bit.
//!
//! What each function does to its argument before the table look-up, and to the
//! table's result after it, was learnt from all 2^32 arguments on an H200, and
//! the coefficients fitted until every output was met ([`tables`]): there is no
//! deviation left. Common to all: NaN gives `0x7fffffff`; except in the
//! hyperbolic tangent, subnormal arguments count as zero and subnormal results
//! are flushed. Results are cut off, not rounded.
//!
//! The half-precision forms (`.F16`, `.BF16`) cut the single-precision result off once more
//! (`execute::mufu`). Left out: those of other functions than 2^x and the hyperbolic tangent, for
//! which PTX has no instruction.

mod table;
mod tables;

use tables::{EX2, LG2, RCP, RSQ, SIN, SQRT, TANH};

const SIGN: u32 = 1 << 31;
const NAN: u32 = 0x7fff_ffff;
const INFINITY: u32 = 0xff << 23;
const ONE: u32 = 127 << 23;
const MANTISSA: u32 = (1 << 23) - 1;

/// A single-precision number in its parts.
#[derive(Clone, Copy)]
struct Parts {
    sign: u32,
    exponent: u32,
    mantissa: u32,
}

impl Parts {
    #[inline(always)]
    fn of(bits: u32) -> Parts {
        Parts {
            sign: bits & SIGN,
            exponent: bits >> 23 & 0xff,
            mantissa: bits & MANTISSA,
        }
    }

    /// The mantissa with its leading one.
    #[inline(always)]
    fn significand(self) -> u32 {
        self.mantissa | 1 << 23
    }

    #[inline(always)]
    fn is_nan(self) -> bool {
        self.exponent == 255 && self.mantissa != 0
    }

    /// Zero or subnormal.
    #[inline(always)]
    fn is_zero(self) -> bool {
        self.exponent == 0
    }

    #[inline(always)]
    fn is_infinite(self) -> bool {
        self.exponent == 255 && self.mantissa == 0
    }

    /// The mantissa below the exponent's last bit: where an argument of [1, 4)
    /// stands in a table of two binades.
    #[inline(always)]
    fn in_two_binades(self) -> u32 {
        (!self.exponent & 1) << 23 | self.mantissa
    }
}

/// The bits of a positive number, or zero if it is subnormal.
#[inline(always)]
fn flush(bits: i32) -> u32 {
    match bits < 1 << 23 {
        true => 0,
        false => bits as u32,
    }
}

/// `value` · 2^-`scale` in single precision, cut off; `value` below 2^52.
#[inline(always)]
fn normalise(value: i64, scale: i64) -> u32 {
    // The bits of 2^52 + value, less 2^52: the conversion without an instruction for it.
    const SHIFTER: i64 = 1075 << 52;
    let double = f64::from_bits((SHIFTER | value) as u64) - f64::from_bits(SHIFTER as u64);
    let rebased = (double.to_bits() as i64 >> 29) - ((1023 - 127 + scale) << 23);
    match value == 0 {
        true => 0,
        false => rebased as u32,
    }
}

/// 1/x.
#[inline(always)]
pub(super) fn rcp(bits: u32) -> u32 {
    let x = Parts::of(bits);
    let result = (RCP.at(x.mantissa << 1) >> 17) as i32 + ((252 - x.exponent as i32) << 23);
    match x {
        _ if x.is_nan() => NAN,
        _ if x.is_zero() => x.sign | INFINITY,
        _ if x.is_infinite() => x.sign,
        _ => x.sign | flush(result),
    }
}

/// 1/sqrt(x).
#[inline(always)]
pub(super) fn rsq(bits: u32) -> u32 {
    let x = Parts::of(bits);
    let halved = (x.exponent as i32 - 127) >> 1;
    let result = (RSQ.at(x.in_two_binades()) >> 17) as i32 + ((125 - halved) << 23);
    match x {
        _ if x.is_zero() => x.sign | INFINITY,
        _ if x.is_nan() || x.sign != 0 => NAN,
        _ if x.is_infinite() => 0,
        // Powers of four have exact results; the table's would be cut off below them.
        _ if x.in_two_binades() == 0 => ((127 - halved) << 23) as u32,
        _ => result as u32,
    }
}

/// sqrt(x).
#[inline(always)]
pub(super) fn sqrt(bits: u32) -> u32 {
    let x = Parts::of(bits);
    let halved = (x.exponent as i32 - 127) >> 1;
    let result = (SQRT.at(x.in_two_binades()) >> 18) as i32 + ((126 + halved) << 23);
    match x {
        _ if x.is_zero() => x.sign,
        _ if x.is_nan() || x.sign != 0 => NAN,
        _ if x.is_infinite() => INFINITY,
        _ => result as u32,
    }
}

/// log2(x): the exponent before the point, the table behind it, to 36 places.
#[inline(always)]
pub(super) fn lg2(bits: u32) -> u32 {
    let x = Parts::of(bits);
    let sum = ((i64::from(x.exponent) - 127) << 36) + (LG2.at(x.mantissa) >> 5);
    // One's complement: all bits are turned, and one is not added.
    let turned = sum ^ (sum >> 63);
    let result = (sum >> 63) as u32 & SIGN | normalise(turned, 36);
    match x {
        _ if x.is_zero() => SIGN | INFINITY,
        _ if x.is_nan() || x.sign != 0 => NAN,
        _ if x.is_infinite() => INFINITY,
        _ if bits == ONE => 0,
        _ => result,
    }
}

/// 2^x. The argument is first cut off behind 23 binary places; a negative one is
/// turned into its one's complement, unless it is whole.
#[inline(always)]
pub(super) fn ex2(bits: u32) -> u32 {
    let x = Parts::of(bits);
    let fixed = match x.exponent < 127 {
        true => x.significand() >> (127 - x.exponent).min(31),
        false => x.significand() << (x.exponent - 127).min(6),
    };
    let negative = u32::from(x.sign != 0);
    let whole = u32::from(fixed & MANTISSA == 0);
    let fixed = (fixed ^ 0u32.wrapping_sub(negative)).wrapping_add(negative & whole);
    let exponent = (fixed as i32 >> 23) + 126;
    let result = (EX2.at(fixed & MANTISSA) >> 18) as i32 + (exponent << 23);
    match x {
        _ if x.is_nan() => NAN,
        _ if x.exponent > 133 && negative == 1 => 0,
        _ if x.exponent > 133 => INFINITY,
        _ => flush(result),
    }
}

/// sin(2π·x): the argument is in turns.
#[inline(always)]
pub(super) fn sin(bits: u32) -> u32 {
    let x = Parts::of(bits);
    let result = x.sign ^ quarter_turns(turns(x));
    match x.exponent == 255 {
        true => NAN,
        false => result,
    }
}

/// cos(2π·x): the sine a quarter turn later.
#[inline(always)]
pub(super) fn cos(bits: u32) -> u32 {
    let x = Parts::of(bits);
    let result = quarter_turns(turns(x) + (1 << 23));
    match x.exponent == 255 {
        true => NAN,
        false => result,
    }
}

/// The fraction of |x| behind the point in units of 2^-25; whole turns are dropped.
#[inline(always)]
fn turns(x: Parts) -> u32 {
    let left = x.significand() << (x.exponent.wrapping_sub(125) & 31);
    let right = x.significand() >> (125u32.wrapping_sub(x.exponent)).min(31);
    match x.exponent {
        ..125 => right,
        125..150 => left & ((1 << 25) - 1),
        150.. => 0,
    }
}

/// The sine of an angle in units of 2^-23 of a quarter turn.
#[inline(always)]
fn quarter_turns(angle: u32) -> u32 {
    // The falling quarters run through the table backwards, by one's complement.
    let turned = angle ^ 0u32.wrapping_sub(angle >> 23 & 1);
    let sign = (angle >> 24 & 1) << 31;
    sign | normalise(SIN.at(turned & MANTISSA), 41)
}

/// Of each power of two from 2^-8 on: the first row of [`TANH`], and how many
/// of the mantissa's last bits are not looked at.
const TANH_ROWS: [(u32, u32); 16] = {
    let mut rows = [(0, 0); 16];
    let split = [0, 0, 0, 1, 1, 2, 2, 2, 3, 4, 3];
    let (mut power, mut first) = (0, 0);
    while power < split.len() {
        rows[power] = (first, 23 - table::STEP_BITS - split[power]);
        first += 1 << split[power];
        power += 1;
    }
    rows
};

/// tanh(x): the argument itself below 2^-8, one from 8 on.
#[inline(always)]
pub(super) fn tanh(bits: u32) -> u32 {
    let x = Parts::of(bits);
    let (first, dropped) = TANH_ROWS[x.exponent.wrapping_sub(119) as usize & 15];
    let argument = (first << table::STEP_BITS) + (x.mantissa >> dropped);
    let result = x.sign | normalise(TANH.at(argument), 41);
    match x {
        _ if x.is_nan() => NAN,
        _ if x.exponent < 119 => bits,
        _ if x.exponent > 129 => x.sign | ONE,
        _ => result,
    }
}

/// The high word of a double in its parts.
#[derive(Clone, Copy)]
struct HighParts {
    sign: u32,
    exponent: u32,
    mantissa: u32,
}

const HIGH_INFINITY: u32 = 0x7ff << 20;

impl HighParts {
    #[inline(always)]
    fn of(high: u32) -> HighParts {
        HighParts {
            sign: high & SIGN,
            exponent: high >> 20 & 0x7ff,
            mantissa: high & ((1 << 20) - 1),
        }
    }

    #[inline(always)]
    fn is_nan(self) -> bool {
        self.exponent == 0x7ff && self.mantissa != 0
    }
}

/// 1/x of the high word of a double, to its high word: the table of [`rcp`].
#[inline(always)]
pub(super) fn rcp64h(high: u32) -> u32 {
    let x = HighParts::of(high);
    let result = (RCP.at(x.mantissa << 4) >> 20) as i32 + ((2044 - x.exponent as i32) << 20);
    match x {
        _ if x.is_nan() => NAN,
        _ if x.exponent == 0 => x.sign | HIGH_INFINITY,
        _ if x.exponent == 0x7ff || result < 1 << 20 => x.sign,
        _ => x.sign | result as u32,
    }
}

/// 1/sqrt(x) of the high word of a double, to its high word: the table of [`rsq`].
#[inline(always)]
pub(super) fn rsq64h(high: u32) -> u32 {
    let x = HighParts::of(high);
    let halved = (x.exponent as i32 - 1023) >> 1;
    let argument = (!x.exponent & 1) << 23 | x.mantissa << 3;
    let result = (RSQ.at(argument) >> 20) as i32 + ((1021 - halved) << 20);
    match x {
        _ if x.exponent == 0 => x.sign | HIGH_INFINITY,
        _ if x.is_nan() || x.sign != 0 => NAN,
        _ if x.exponent == 0x7ff => 0,
        _ if argument == 0 => ((1023 - halved) << 20) as u32,
        _ => result as u32,
    }
}

#[cfg(test)]
mod tests;
