//! Floating-point immediates as listings print them.
//!
//! Finite values print with twenty significant digits as C's `%.20g` would,
//! from 10^9 on as `%.20e`; `-0.0`, infinities and NaNs have names and a blank
//! behind them. All digits are exact, so reading gives the same bits back; only
//! a NaN's payload is lost.

use crate::modifier::{HalfType, Modifiers};

/// Significant digits of a printed number.
const DIGITS: usize = 20;

/// From here on numbers print with an exponent.
const LARGE: f64 = 1e9;

/// A number as listings print it; `quiet` tells quiet from signalling NaNs.
pub(crate) fn print_float(value: f64, quiet: bool) -> String {
    let sign = if value.is_sign_negative() { '-' } else { '+' };
    if value.is_nan() {
        return format!("{sign}{} ", if quiet { "QNAN" } else { "SNAN" });
    }
    if value.is_infinite() {
        return format!("{sign}INF ");
    }
    if value == 0.0 {
        let text = if sign == '-' { "-0.0 " } else { "0" };
        return text.to_string();
    }
    if value.abs() >= LARGE {
        return exponent_in_two_digits(&format!("{value:.20e}"));
    }
    general(value)
}

/// C's `%.20g` for a finite number other than zero and below 10^9.
fn general(value: f64) -> String {
    let scientific = format!("{value:.*e}", DIGITS - 1);
    let exponent: i32 = match scientific.split_once('e') {
        Some((_, exponent)) => exponent.parse().unwrap_or(0),
        None => 0,
    };
    if exponent < -4 {
        let (mantissa, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
        return exponent_in_two_digits(&format!("{}e{exponent}", trim(mantissa)));
    }
    let decimals = (DIGITS as i32 - 1 - exponent).max(0) as usize;
    trim(&format!("{value:.decimals$}")).to_string()
}

/// Without zeros at the end of the fraction.
fn trim(text: &str) -> &str {
    if text.contains('.') {
        text.trim_end_matches('0').trim_end_matches('.')
    } else {
        text
    }
}

/// `1.5e7` as `1.5e+07`.
fn exponent_in_two_digits(text: &str) -> String {
    let Some((mantissa, exponent)) = text.split_once('e') else {
        return text.to_string();
    };
    let (sign, digits) = match exponent.strip_prefix('-') {
        Some(digits) => ('-', digits),
        None => ('+', exponent),
    };
    format!("{mantissa}e{sign}{digits:0>2}")
}

/// Reads what [`print_float`] prints.
pub(crate) fn parse_float(text: &str) -> Option<f64> {
    match text.trim() {
        "+INF" => Some(f64::INFINITY),
        "-INF" => Some(f64::NEG_INFINITY),
        "+QNAN" | "+SNAN" => Some(f64::NAN.copysign(1.0)),
        "-QNAN" | "-SNAN" => Some(f64::NAN.copysign(-1.0)),
        number if number.starts_with(|c: char| c.is_ascii_digit() || c == '-') => {
            number.parse().ok()
        }
        _ => None,
    }
}

/// Whether the pairs of halves of an instruction are bfloat16.
pub(crate) fn has_bf16(mods: &Modifiers) -> bool {
    mods.get::<HalfType>() == HalfType::Bf16
}

/// A bfloat16 immediate.
pub(crate) fn print_bf16(bits: u16) -> String {
    print_f32(u32::from(bits) << 16)
}

/// The bits of a bfloat16 immediate.
pub(crate) fn parse_bf16(text: &str) -> Option<u16> {
    // A payload may lie in the bits that go.
    let kept =
        |bits: u32| (bits >> 16) as u16 | u16::from(bits == 0x7f80_0001 || bits == 0xff80_0001);
    parse_f32(text).map(kept)
}

/// A single-precision immediate.
pub(crate) fn print_f32(bits: u32) -> String {
    print_float(f64::from(f32::from_bits(bits)), bits & 0x0040_0000 != 0)
}

/// The bits of a single-precision immediate.
pub(crate) fn parse_f32(text: &str) -> Option<u32> {
    match text.trim() {
        "+QNAN" => Some(0x7fc0_0000),
        "-QNAN" => Some(0xffc0_0000),
        "+SNAN" => Some(0x7f80_0001),
        "-SNAN" => Some(0xff80_0001),
        finite => Some((parse_float(finite)? as f32).to_bits()),
    }
}

/// A double-precision immediate, of which an instruction holds the high word.
pub(crate) fn print_f64(high: u32) -> String {
    print_float(
        f64::from_bits(u64::from(high) << 32),
        high & 0x0008_0000 != 0,
    )
}

/// The high word of a double-precision immediate.
pub(crate) fn parse_f64(text: &str) -> Option<u32> {
    match text.trim() {
        "+QNAN" => Some(0x7ff8_0000),
        "-QNAN" => Some(0xfff8_0000),
        "+SNAN" => Some(0x7ff0_0001),
        "-SNAN" => Some(0xfff0_0001),
        finite => Some((parse_float(finite)?.to_bits() >> 32) as u32),
    }
}

/// A half-precision immediate.
pub(crate) fn print_f16(bits: u16) -> String {
    print_float(half_to_f64(bits), bits & 0x200 != 0)
}

/// The bits of a half-precision immediate that [`print_f16`] printed.
pub(crate) fn parse_f16(text: &str) -> Option<u16> {
    match text.trim() {
        "+QNAN" => return Some(0x7e00),
        "-QNAN" => return Some(0xfe00),
        "+SNAN" => return Some(0x7c01),
        "-SNAN" => return Some(0xfc01),
        _ => {}
    }
    let value = parse_float(text)?;
    let sign = if value.is_sign_negative() { 0x8000 } else { 0 };
    half_magnitude(value.abs()).map(|bits| sign | bits)
}

/// The exact value of a half.
fn half_to_f64(bits: u16) -> f64 {
    let magnitude = match ((bits >> 10) & 0x1f, bits & 0x3ff) {
        (0, fraction) => f64::from(fraction) * 2f64.powi(-24),
        (0x1f, 0) => f64::INFINITY,
        (0x1f, _) => f64::NAN,
        (exponent, fraction) => f64::from(1024 + fraction) * 2f64.powi(i32::from(exponent) - 25),
    };
    magnitude.copysign(if bits & 0x8000 == 0 { 1.0 } else { -1.0 })
}

/// The half that equals a value that is not negative, if there is one.
fn half_magnitude(value: f64) -> Option<u16> {
    if value.is_infinite() {
        return Some(0x7c00);
    }
    let exponent = ((value.to_bits() >> 52) as i32 - 1023).max(-14);
    let units = value * 2f64.powi(10 - exponent);
    if units.fract() != 0.0 || exponent > 15 {
        return None;
    }
    // `units` holds the hidden bit, which adds one to the exponent field.
    Some((((exponent + 14) << 10) + units as i32) as u16)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn singles_print_as_the_disassembler_prints_them() {
        let known = [
            (0x3e10_39f6, "0.14084610342979431152"),
            (0x0080_0000, "1.175494350822287508e-38"),
            (0x0000_0001, "1.4012984643248170709e-45"),
            (0x4996_b438, "1234567"),
            (0x4cbe_bc21, "100000008"),
            (0x4e6e_6b28, "1.00000000000000000000e+09"),
            (0x7149_f2ca, "1.00000001504746621988e+30"),
            (0x38d1_b717, "9.9999997473787516356e-05"),
            (0x3a83_126f, "0.0010000000474974513054"),
            (0x8000_0000, "-0.0 "),
            (0x0000_0000, "0"),
            (0xff80_0000, "-INF "),
            (0x7fc0_0000, "+QNAN "),
            (0x7f80_0001, "+SNAN "),
        ];
        for (bits, text) in known {
            assert_eq!(print_f32(bits), text);
            assert_eq!(parse_f32(text), Some(bits));
        }
    }

    #[test]
    fn doubles_print_as_the_disassembler_prints_them() {
        let known = [
            (0x3fb9_9999, "0.099999964237213134766"),
            (0x4197_d784, "100000000"),
            (0x54b2_49ad, "9.99999877513489852321e+99"),
            (0x01a5_6e1f, "9.9999945771483630748e-301"),
            (0x3ff0_0000, "1"),
        ];
        for (high, text) in known {
            assert_eq!(print_f64(high), text);
            assert_eq!(parse_f64(text), Some(high));
        }
    }

    #[test]
    fn every_half_that_is_a_number_reads_back() {
        for bits in 0..=u16::MAX {
            let is_nan = bits & 0x7c00 == 0x7c00 && bits & 0x3ff != 0;
            if !is_nan {
                assert_eq!(parse_f16(&print_f16(bits)), Some(bits), "{bits:#06x}");
            }
        }
    }

    #[test]
    fn a_number_that_no_half_equals_is_refused() {
        for text in ["0.1", "65520", "1e-9", "seven", ""] {
            assert_eq!(parse_f16(text), None, "{text}");
        }
    }
}
