//! Correct rounding in the directions that the host's arithmetic does not offer.
//!
//! A result is first computed in double precision *rounded to odd*: if it is not
//! exact, its last bit is set. Rounding that once more to single precision in any
//! direction gives what rounding the exact value would, because a double has more
//! than two bits to spare (Boldo and Melquiond, "Emulation of a FMA and correctly
//! rounded sums: proved algorithms using rounding to odd", 2008).

use sim_isa::modifier::Rounding;

/// The sum of two doubles, rounded to odd.
pub(super) fn add_to_odd(a: f64, b: f64) -> f64 {
    let sum = a + b;
    let part = sum - a;
    let error = (a - (sum - part)) + (b - part);
    to_odd(sum, error)
}

/// A value whose exact part beyond it is `error`, rounded to odd.
fn to_odd(value: f64, error: f64) -> f64 {
    if error == 0.0 || !value.is_finite() || !error.is_finite() {
        return value;
    }
    let bits = value.to_bits();
    if bits & 1 == 1 {
        return value;
    }
    let away = (error > 0.0) == (value > 0.0);
    f64::from_bits(if away { bits + 1 } else { bits - 1 })
}

/// A double as single precision, rounded as asked.
pub(super) fn to_f32(value: f64, rounding: Rounding) -> f32 {
    let nearest = value as f32;
    let exact = f64::from(nearest);
    if exact == value || value.is_nan() {
        return nearest;
    }
    let down = match rounding {
        Rounding::Rn => return nearest,
        Rounding::Rm => true,
        Rounding::Rp => false,
        Rounding::Rz => value > 0.0,
    };
    match (down, exact > value) {
        (true, true) => nearest.next_down(),
        (false, false) => nearest.next_up(),
        (true, false) | (false, true) => nearest,
    }
}

/// The zero that a sum of two values which cancel gives.
fn cancelled(a: f64, b: f64, rounding: Rounding) -> Option<f32> {
    (a + b == 0.0 && a == -b && a != 0.0).then_some(match rounding {
        Rounding::Rm => -0.0,
        Rounding::Rn | Rounding::Rp | Rounding::Rz => 0.0,
    })
}

/// a + b in single precision.
pub(super) fn add_f32(a: f32, b: f32, rounding: Rounding) -> f32 {
    sum_f32(f64::from(a), f64::from(b), rounding)
}

/// a * b in single precision: exact in double precision.
pub(super) fn mul_f32(a: f32, b: f32, rounding: Rounding) -> f32 {
    to_f32(f64::from(a) * f64::from(b), rounding)
}

/// a * b + c in single precision.
pub(super) fn fma_f32(a: f32, b: f32, c: f32, rounding: Rounding) -> f32 {
    sum_f32(f64::from(a) * f64::from(b), f64::from(c), rounding)
}

/// A sum of doubles in single precision.
fn sum_f32(a: f64, b: f64, rounding: Rounding) -> f32 {
    let opposite_zeros = a == 0.0 && b == 0.0 && a.is_sign_positive() != b.is_sign_positive();
    if opposite_zeros && rounding == Rounding::Rm {
        return -0.0;
    }
    match cancelled(a, b, rounding) {
        Some(zero) => zero,
        None => to_f32(add_to_odd(a, b), rounding),
    }
}
