//! Double precision: IEEE 754, subnormals included.

use super::exact64;
use super::float::holds;
use super::lanes::{WideRow, each, mask};
use crate::exec::uop::Uop;
use crate::exec::warp::WarpState;
use sim_isa::modifier::{BoolOp, FloatCmp, Rounding};

/// Lane `lane` as a double.
#[inline(always)]
fn value(row: &WideRow, lane: usize) -> f64 {
    f64::from_bits(row[lane])
}

/// The NaN that an operation without a NaN among its sources gives.
const NAN: u64 = 0xfff8_0000_0000_0000;

/// Writes the results of an operation on doubles: the host's if they are rounded
/// to nearest and no NaN, else those of [`special`].
#[inline(always)]
fn write<const N: usize>(
    uop: &Uop,
    warp: &mut WarpState,
    lanes: u32,
    rounding: Rounding,
    nearest: impl Fn([f64; N]) -> f64,
    exact: fn([f64; N], Rounding) -> f64,
) {
    let rows: [WideRow; N] = std::array::from_fn(|slot| warp.wide_row(uop, slot));
    let of = |lane: usize| std::array::from_fn(|slot| value(&rows[slot], lane));
    let mut out = each(|lane| nearest(of(lane)).to_bits());
    let nans = mask(|lane| f64::from_bits(out[lane]).is_nan());
    if nans != 0 || rounding != Rounding::Rn {
        special(uop, warp, rounding, &rows, exact, &mut out);
    }
    warp.write_wide(uop, lanes, &out);
}

/// Directed rounding, and NaNs: of those among the sources the second comes back
/// before the third and the third before the first, quiet, with the sign that it
/// has in its register.
#[inline(never)]
fn special<const N: usize>(
    uop: &Uop,
    warp: &WarpState,
    rounding: Rounding,
    rows: &[WideRow; N],
    exact: fn([f64; N], Rounding) -> f64,
    out: &mut WideRow,
) {
    let raw: [WideRow; N] = std::array::from_fn(|slot| warp.raw_wide_row(uop, slot));
    for (lane, out) in out.iter_mut().enumerate() {
        let values: [f64; N] = std::array::from_fn(|slot| value(&rows[slot], lane));
        if f64::from_bits(*out).is_nan() {
            let mut slots = (1..N).chain([0]);
            let nan = slots.find(|&slot| values[slot].is_nan());
            *out = nan.map_or(NAN, |slot| raw[slot][lane] | 1 << 51);
        } else if rounding != Rounding::Rn && values.iter().all(|value| value.is_finite()) {
            *out = exact(values, rounding).to_bits();
        }
    }
}

#[inline(always)]
pub(super) fn dadd(uop: &Uop, warp: &mut WarpState, lanes: u32, rounding: Rounding) {
    write(uop, warp, lanes, rounding, |[a, b]| a + b, exact64::add);
}

#[inline(always)]
pub(super) fn dmul(uop: &Uop, warp: &mut WarpState, lanes: u32, rounding: Rounding) {
    write(uop, warp, lanes, rounding, |[a, b]| a * b, exact64::mul);
}

#[inline(always)]
pub(super) fn dfma(uop: &Uop, warp: &mut WarpState, lanes: u32, rounding: Rounding) {
    let fused = |[a, b, c]: [f64; 3]| a.mul_add(b, c);
    write(uop, warp, lanes, rounding, fused, exact64::fma);
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
