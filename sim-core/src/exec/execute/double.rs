//! Double precision: IEEE 754, subnormals included.

use super::float::holds;
use super::lanes::{WideRow, each, mask};
use super::rounding::correct_f64;
use crate::exec::uop::Uop;
use crate::exec::warp::WarpState;
use sim_isa::modifier::{BoolOp, FloatCmp, Rounding};

/// Lane `lane` as a double.
#[inline(always)]
fn value(row: &WideRow, lane: usize) -> f64 {
    f64::from_bits(row[lane])
}

/// What a + b leaves beyond its rounded sum.
#[inline(always)]
fn sum_error(a: f64, b: f64, sum: f64) -> f64 {
    let part = sum - a;
    (a - (sum - part)) + (b - part)
}

#[inline(always)]
pub(super) fn dadd(uop: &Uop, warp: &mut WarpState, lanes: u32, rounding: Rounding) {
    let (a, b) = (warp.wide_row(uop, 0), warp.wide_row(uop, 1));
    let out = each(|lane| {
        let (a, b) = (value(&a, lane), value(&b, lane));
        let sum = a + b;
        match rounding {
            Rounding::Rn => sum,
            Rounding::Rm if sum == 0.0 && (a != 0.0 || a.to_bits() != b.to_bits()) => -0.0,
            rounding => correct_f64(sum, sum_error(a, b, sum), rounding),
        }
        .to_bits()
    });
    warp.write_wide(uop, lanes, &out);
}

#[inline(always)]
pub(super) fn dmul(uop: &Uop, warp: &mut WarpState, lanes: u32, rounding: Rounding) {
    let (a, b) = (warp.wide_row(uop, 0), warp.wide_row(uop, 1));
    let out = each(|lane| {
        let (a, b) = (value(&a, lane), value(&b, lane));
        let product = a * b;
        match rounding {
            Rounding::Rn => product,
            rounding => correct_f64(product, a.mul_add(b, -product), rounding),
        }
        .to_bits()
    });
    warp.write_wide(uop, lanes, &out);
}

/// What a * b + c leaves beyond its rounded value, up to the sign (Boldo and
/// Muller, "Exact and approximated error of the FMA", 2011). Exact unless a
/// partial result overflows or becomes subnormal.
#[inline(always)]
fn fma_error(a: f64, b: f64, c: f64, nearest: f64) -> f64 {
    let product = a * b;
    let product_error = a.mul_add(b, -product);
    let low = c + product_error;
    let low_error = sum_error(c, product_error, low);
    let high = product + low;
    let high_error = sum_error(product, low, high);
    ((high - nearest) + high_error) + low_error
}

#[inline(always)]
pub(super) fn dfma(uop: &Uop, warp: &mut WarpState, lanes: u32, rounding: Rounding) {
    let [a, b, c] = [0, 1, 2].map(|slot| warp.wide_row(uop, slot));
    let out = each(|lane| {
        let (a, b, c) = (value(&a, lane), value(&b, lane), value(&c, lane));
        let nearest = a.mul_add(b, c);
        match rounding {
            Rounding::Rn => nearest,
            rounding => correct_f64(nearest, fma_error(a, b, c, nearest), rounding),
        }
        .to_bits()
    });
    warp.write_wide(uop, lanes, &out);
}

/// DSETP.MIN, DSETP.MAX: p0 = whether a is the result, so that of a number and a
/// NaN the number is and minus zero lies below zero; p1 = whether both are NaNs.
#[inline(never)]
pub(super) fn min_max(uop: &Uop, warp: &mut WarpState, lanes: u32, smaller: bool) {
    let (a, b) = (warp.wide_row(uop, 0), warp.wide_row(uop, 1));
    let order = |bits: u64| (bits ^ ((bits as i64 >> 63) as u64 >> 1)) as i64;
    let first = mask(|lane| {
        let (x, y) = (value(&a, lane), value(&b, lane));
        match (x.is_nan(), y.is_nan()) {
            (true, _) => false,
            (false, true) => true,
            (false, false) => (order(a[lane]) < order(b[lane])) == smaller,
        }
    });
    let neither = mask(|lane| value(&a, lane).is_nan() && value(&b, lane).is_nan());
    let other = warp.predicate(uop.psrc[0]);
    warp.write_predicate(uop, 0, lanes, first & other);
    warp.write_predicate(uop, 1, lanes, neither & other);
}

#[inline(always)]
pub(super) fn dsetp(uop: &Uop, warp: &mut WarpState, lanes: u32, cmp: FloatCmp, combine: BoolOp) {
    let (a, b) = (warp.wide_row(uop, 0), warp.wide_row(uop, 1));
    let less = mask(|lane| value(&a, lane) < value(&b, lane));
    let equal = mask(|lane| value(&a, lane) == value(&b, lane));
    let greater = mask(|lane| value(&a, lane) > value(&b, lane));
    warp.write_comparison(uop, lanes, holds(cmp, less, equal, greater), combine);
}
