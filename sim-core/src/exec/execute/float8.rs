//! The 8-bit float formats: packing into them, and unpacking.
//!
//! Numbers round to the nearest, ties to even, and stay finite: what is too large becomes the largest
//! number of its sign. A NaN becomes `0x7f`.

use super::lanes::each;
use super::narrow::{Format, NAN};
use crate::exec::Row;
use crate::exec::uop::Uop;
use crate::exec::warp::WarpState;
use sim_isa::modifier::{Float8, Rounding};

/// The NaN that is written.
const NAN_8: u8 = 0x7f;

/// Bits of the fraction.
fn fraction(format: Float8) -> u32 {
    match format {
        Float8::E4m3 => 3,
        Float8::E5m2 => 2,
    }
}

/// What is added to an exponent to store it.
fn bias(format: Float8) -> i32 {
    match format {
        Float8::E4m3 => 7,
        Float8::E5m2 => 15,
    }
}

/// The largest finite number's bits: E4M3 has no infinity.
fn largest(format: Float8) -> i32 {
    match format {
        Float8::E4m3 => 0x7e,
        Float8::E5m2 => 0x7b,
    }
}

/// A number rounded to 8 bits.
fn round(value: f64, format: Float8, relu: bool) -> u8 {
    if value.is_nan() {
        return NAN_8;
    }
    let magnitude = value.abs().min(f64::from(1 << 20));
    let stored = (magnitude.to_bits() >> 52) as i32;
    let exponent = (stored - 1023).max(1 - bias(format));
    let scaled = magnitude * 2f64.powi(fraction(format) as i32 - exponent);
    // A carry out of the fraction goes into the exponent, as it should.
    let above = (exponent + bias(format) - 1) << fraction(format);
    let bits = (above + scaled.round_ties_even() as i32).min(largest(format)) as u8;
    match (value.is_sign_negative(), relu) {
        (true, true) => 0,
        (true, false) => 0x80 | bits,
        (false, _) => bits,
    }
}

/// The number that 8 bits stand for.
fn read(bits: u8, format: Float8) -> f64 {
    let (magnitude, sign) = (i32::from(bits & 0x7f), if bits < 0x80 { 1.0 } else { -1.0 });
    match (format, magnitude) {
        (Float8::E4m3, 0x7f) | (Float8::E5m2, 0x7d..) => return f64::NAN,
        (Float8::E5m2, 0x7c) => return sign * f64::INFINITY,
        _ => {}
    }
    let part = magnitude & ((1 << fraction(format)) - 1);
    let exponent = magnitude >> fraction(format);
    let whole = if exponent == 0 {
        part
    } else {
        part + (1 << fraction(format))
    };
    let least = 1 - bias(format) - fraction(format) as i32;
    sign * f64::from(whole) * 2f64.powi(least + (exponent - 1).max(0))
}

/// F2FP into 8 bits: a and b, or the `halves` of b, the high one above, below the low half of c.
#[inline(never)]
pub(super) fn pack(
    uop: &Uop,
    warp: &mut WarpState,
    lanes: u32,
    to: Float8,
    halves: bool,
    relu: bool,
) {
    let [a, b, c]: [Row; 3] = std::array::from_fn(|slot| warp.fixed_row(uop, slot));
    let single = |word: u32| f64::from(f32::from_bits(word));
    let half = |bits: u32| Format::F16.read(bits as u16);
    let out = each(|lane| {
        let (high, low) = match halves {
            true => (half(b[lane] >> 16), half(b[lane])),
            false => (single(a[lane]), single(b[lane])),
        };
        let (high, low) = (round(high, to, relu), round(low, to, relu));
        c[lane] << 16 | u32::from(high) << 8 | u32::from(low)
    });
    warp.write(uop, lanes, &out);
}

/// F2FP out of 8 bits: two of a, from bit `at` on, as halves.
#[inline(never)]
pub(super) fn unpack(
    uop: &Uop,
    warp: &mut WarpState,
    lanes: u32,
    (from, at): (Float8, u8),
    relu: bool,
) {
    let a = warp.fixed_row(uop, 0);
    let half = |bits: u32| match read(bits as u8, from) {
        value if value.is_nan() => NAN,
        value if relu && value.is_sign_negative() => 0,
        value => Format::F16.round(value, Rounding::Rn),
    };
    let out = each(|lane| {
        let pair = a[lane] >> at;
        u32::from(half(pair >> 8)) << 16 | u32::from(half(pair))
    });
    warp.write(uop, lanes, &out);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_finite_number_rounds_to_itself() {
        for format in [Float8::E4m3, Float8::E5m2] {
            for bits in 0..=u8::MAX {
                let value = read(bits, format);
                if value.is_finite() {
                    assert_eq!(round(value, format, false), bits, "{format:?} {bits:#x}");
                }
            }
        }
    }

    #[test]
    fn what_is_too_large_stays_finite_and_ties_go_to_even() {
        let e4m3 = |value| round(value, Float8::E4m3, false);
        assert_eq!(
            (e4m3(1e30), e4m3(-449.0), e4m3(f64::INFINITY)),
            (0x7e, 0xfe, 0x7e)
        );
        assert_eq!((e4m3(1.0625), e4m3(1.1875)), (0x38, 0x3a));
        assert_eq!(round(f64::NAN, Float8::E5m2, false), 0x7f);
        assert_eq!(round(-2.0, Float8::E5m2, true), 0);
    }
}
