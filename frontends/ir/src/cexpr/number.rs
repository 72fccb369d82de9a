//! Numeric literals of C: value and type from digits and suffix.

use super::error::ParseErrorKind;
use super::types::Scalar;

/// A number read from its text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Number {
    /// An integer.
    Int { value: u64, ty: Scalar },
    /// A float; `single` with the suffix `f`.
    Float { value: f64, single: bool },
}

/// Reads the text of a whole literal, suffix included.
pub(super) fn read(text: &str) -> Result<Number, ParseErrorKind> {
    let lower = text.to_ascii_lowercase();
    let hexadecimal = lower.starts_with("0x");
    let float = lower.contains('.') || (!hexadecimal && lower.contains('e'));
    let result = match float || (!hexadecimal && lower.ends_with('f')) {
        true => read_float(&lower),
        false => read_integer(&lower),
    };
    result.unwrap_or_else(|| Err(ParseErrorKind::Number(text.to_owned())))
}

/// `None` where the text is no number, an error where it is one of impossible size.
type Outcome = Option<Result<Number, ParseErrorKind>>;

fn read_float(text: &str) -> Outcome {
    let (digits, single) = match text.strip_suffix('f') {
        Some(digits) => (digits, true),
        None => (text, false),
    };
    if !digits.contains(['.', 'e']) {
        return None;
    }
    // A single-precision literal is rounded once, from its decimal digits.
    let value = match single {
        true => digits.parse::<f32>().ok()?.into(),
        false => digits.parse::<f64>().ok()?,
    };
    Some(Ok(Number::Float { value, single }))
}

fn read_integer(text: &str) -> Outcome {
    let body = text.trim_end_matches(['u', 'l']);
    let (unsigned, long) = match &text[body.len()..] {
        "" => (false, false),
        "u" => (true, false),
        "l" | "ll" => (false, true),
        "ul" | "ull" | "lu" | "llu" => (true, true),
        _ => return None,
    };
    let (digits, radix) = match body.get(..2) {
        Some("0x") => (&body[2..], 16),
        Some("0b") => (&body[2..], 2),
        _ if body.len() > 1 && body.starts_with('0') => (&body[1..], 8),
        _ => (body, 10),
    };
    if digits.is_empty() || !digits.chars().all(|c| c.is_digit(radix)) {
        return None;
    }
    let Ok(value) = u64::from_str_radix(digits, radix) else {
        return Some(Err(ParseErrorKind::TooLarge));
    };
    let ty = integer_type(value, unsigned, long, radix == 10);
    Some(Ok(Number::Int { value, ty }))
}

/// The first type of C's list for the suffix that holds the value; decimals without `u` never
/// become unsigned, but for those that no signed type holds.
fn integer_type(value: u64, unsigned: bool, long: bool, decimal: bool) -> Scalar {
    let signed_allowed = !unsigned;
    let unsigned_allowed = unsigned || !decimal;
    if !long {
        if signed_allowed && value <= i32::MAX as u64 {
            return Scalar::I32;
        }
        if unsigned_allowed && value <= u32::MAX.into() {
            return Scalar::U32;
        }
    }
    match signed_allowed && value <= i64::MAX as u64 {
        true => Scalar::I64,
        false => Scalar::U64,
    }
}
