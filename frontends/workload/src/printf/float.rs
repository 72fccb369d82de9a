//! `%f`, `%e`, `%g` and `%a`.

use super::format::{Field, Layout};
use sim_ir::printf::Notation;

/// Digits behind the point if the format does not say.
const DIGITS: usize = 6;

/// A number as a field.
pub(super) fn field(layout: &Layout, notation: Notation, large: bool, value: f64) -> Field {
    let sign = layout.sign(value.is_sign_negative());
    let size = value.abs();
    let (prefix, body) = match notation {
        _ if size.is_nan() => ("", "nan".to_owned()),
        _ if size.is_infinite() => ("", "inf".to_owned()),
        Notation::Fixed => ("", fixed(layout, size, layout.precision.unwrap_or(DIGITS))),
        Notation::Exponent => ("", exponent(layout, size)),
        Notation::Shorter => ("", shorter(layout, size)),
        Notation::Hexadecimal => ("0x", hexadecimal(layout, size)),
    };
    let letters = |text: String| if large { text.to_uppercase() } else { text };
    Field {
        prefix: letters(format!("{sign}{prefix}")),
        body: letters(body).into_bytes(),
        zeros: size.is_finite(),
    }
}

fn fixed(layout: &Layout, size: f64, digits: usize) -> String {
    let point = point(layout, digits);
    format!("{size:.digits$}{point}")
}

/// The point that `#` asks for where no digit follows it.
fn point(layout: &Layout, digits: usize) -> &'static str {
    if layout.flags.alternative && digits == 0 {
        "."
    } else {
        ""
    }
}

fn exponent(layout: &Layout, size: f64) -> String {
    let digits = layout.precision.unwrap_or(DIGITS);
    let (mantissa, exponent) = scientific(size, digits);
    scientific_text(&format!("{mantissa}{}", point(layout, digits)), exponent)
}

/// Mantissa and exponent of a number, rounded to so many digits behind the point.
fn scientific(size: f64, digits: usize) -> (String, i32) {
    let text = format!("{size:.digits$e}");
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    (mantissa.to_owned(), exponent.parse().unwrap_or(0))
}

fn scientific_text(mantissa: &str, exponent: i32) -> String {
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{mantissa}e{sign}{:02}", exponent.abs())
}

/// `%f` or `%e`, by the exponent, with so many significant digits and no zeros at their end.
fn shorter(layout: &Layout, size: f64) -> String {
    let digits = layout.precision.unwrap_or(DIGITS).max(1);
    let (mantissa, exponent) = scientific(size, digits - 1);
    let small = exponent < -4 || exponent >= digits as i32;
    let number = match small {
        true => mantissa,
        false => format!("{size:.*}", (digits as i32 - 1 - exponent) as usize),
    };
    let number = match (layout.flags.alternative, number.contains('.')) {
        (true, false) => number + ".",
        (false, true) => number
            .trim_end_matches('0')
            .trim_end_matches('.')
            .to_owned(),
        (true, true) | (false, false) => number,
    };
    match small {
        true => scientific_text(&number, exponent),
        false => number,
    }
}

/// Bits of a `double`'s fraction, and the hexadecimal digits that they are.
const FRACTION: u32 = 52;
const HEX_DIGITS: usize = 13;

/// The number behind `0x`: one digit, the fraction's digits, and the exponent of two.
fn hexadecimal(layout: &Layout, size: f64) -> String {
    let bits = size.to_bits();
    let (raw, fraction) = (bits >> FRACTION, bits & ((1 << FRACTION) - 1));
    let (lead, exponent) = match raw {
        0 if fraction == 0 => (0, 0),
        0 => (0, -1022),
        raw => (1, raw as i64 - 1023),
    };
    let whole = lead << FRACTION | fraction;
    let kept = layout.precision.unwrap_or(HEX_DIGITS).min(HEX_DIGITS);
    let rounded = rounded(whole, 4 * (HEX_DIGITS - kept) as u32);
    let (lead, fraction) = (rounded >> FRACTION, rounded & ((1 << FRACTION) - 1));
    let digits = format!("{fraction:013x}");
    let digits = match layout.precision {
        None => digits.trim_end_matches('0').to_owned(),
        Some(digits_wanted) => format!("{:0<digits_wanted$}", &digits[..kept]),
    };
    let point = match digits.is_empty() {
        true if !layout.flags.alternative => "",
        _ => ".",
    };
    format!("{lead:x}{point}{digits}p{exponent:+}")
}

/// The number with its last bits zero, rounded to the nearest, and to an even one halfway.
fn rounded(number: u64, bits: u32) -> u64 {
    if bits == 0 {
        return number;
    }
    let (half, unit) = (1 << (bits - 1), 1u64 << bits);
    let rest = number % unit;
    let down = number - rest;
    let up = rest > half || (rest == half && down & unit != 0);
    down + if up { unit } else { 0 }
}
