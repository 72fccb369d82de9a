//! Single precision.
//!
//! Arithmetic is IEEE 754 with subnormals unless FTZ is set; a NaN result is
//! always `0x7fffffff`, whatever the operands' NaNs were, as on the hardware.

use super::lanes::{bit, chosen, each, mask, source};
use super::rounding;
use crate::exec::uop::{FloatMode, Uop};
use crate::exec::{Row, WarpState};
use sim_isa::modifier::{BoolOp, FloatCmp, Rounding};

/// The NaN that single-precision instructions return.
pub(super) const NAN: u32 = 0x7fff_ffff;

const SIGN: u32 = 1 << 31;
const EXPONENT: u32 = 0x7f80_0000;

/// A subnormal as the zero of its sign.
#[inline(always)]
pub(super) fn flush(bits: u32) -> u32 {
    match bits & EXPONENT {
        0 => bits & SIGN,
        _ => bits,
    }
}

/// The bits of a result: the hardware's NaN if it is one.
#[inline(always)]
pub(super) fn bits_of(value: f32) -> u32 {
    if value.is_nan() { NAN } else { value.to_bits() }
}

/// Clamps a result to 0…1; a NaN becomes zero.
#[inline(always)]
fn saturate(bits: u32) -> u32 {
    let value = f32::from_bits(bits);
    let clamped = if value > 0.0 { value } else { 0.0 };
    let clamped = if clamped < 1.0 { clamped } else { 1.0 };
    clamped.to_bits()
}

/// Flushes and clamps results as asked.
#[inline(always)]
fn finish(mut out: Row, mode: FloatMode) -> Row {
    if mode.ftz {
        out = each(|lane| flush(out[lane]));
    }
    if mode.sat {
        out = each(|lane| saturate(out[lane]));
    }
    out
}

/// A row as the sources that arithmetic sees.
#[inline(always)]
fn flushed(row: &Row, ftz: bool) -> Row {
    match ftz {
        true => each(|lane| flush(row[lane])),
        false => *row,
    }
}

/// Lane `lane` as a float.
#[inline(always)]
fn value(row: &Row, lane: usize) -> f32 {
    f32::from_bits(row[lane])
}

#[inline(always)]
pub(super) fn fadd(uop: &Uop, warp: &mut WarpState, lanes: u32, mode: FloatMode) {
    source!(a = warp, uop, 0);
    source!(b = warp, uop, 1);
    if mode == FloatMode::PLAIN {
        let out = each(|lane| bits_of(value(a, lane) + value(b, lane)));
        return warp.write(uop, lanes, &out);
    }
    let (a, b) = (flushed(a, mode.ftz), flushed(b, mode.ftz));
    let out = match mode.rounding {
        Rounding::Rn => each(|lane| bits_of(value(&a, lane) + value(&b, lane))),
        rounding => each(|lane| {
            bits_of(rounding::add_f32(
                value(&a, lane),
                value(&b, lane),
                rounding,
            ))
        }),
    };
    warp.write(uop, lanes, &finish(out, mode));
}

#[inline(always)]
pub(super) fn fmul(uop: &Uop, warp: &mut WarpState, lanes: u32, mode: FloatMode) {
    source!(a = warp, uop, 0);
    source!(b = warp, uop, 1);
    if mode == FloatMode::PLAIN {
        let out = each(|lane| bits_of(value(a, lane) * value(b, lane)));
        return warp.write(uop, lanes, &out);
    }
    let (a, b) = (flushed(a, mode.ftz), flushed(b, mode.ftz));
    let out = match mode.rounding {
        Rounding::Rn => each(|lane| bits_of(value(&a, lane) * value(&b, lane))),
        rounding => each(|lane| {
            bits_of(rounding::mul_f32(
                value(&a, lane),
                value(&b, lane),
                rounding,
            ))
        }),
    };
    warp.write(uop, lanes, &finish(out, mode));
}

/// The product and its power of two are exact in double precision, and rounded
/// once.
pub(super) fn fmul_scaled(uop: &Uop, warp: &mut WarpState, lanes: u32, mode: FloatMode, power: i8) {
    source!(a = warp, uop, 0);
    source!(b = warp, uop, 1);
    let (a, b) = (flushed(a, mode.ftz), flushed(b, mode.ftz));
    let scale = f64::from(power).exp2();
    let out = each(|lane| {
        let product = f64::from(value(&a, lane)) * f64::from(value(&b, lane));
        bits_of(rounding::to_f32(product * scale, mode.rounding))
    });
    warp.write(uop, lanes, &finish(out, mode));
}

#[inline(always)]
pub(super) fn ffma(uop: &Uop, warp: &mut WarpState, lanes: u32, mode: FloatMode) {
    source!(a = warp, uop, 0);
    source!(b = warp, uop, 1);
    source!(c = warp, uop, 2);
    if mode == FloatMode::PLAIN {
        let fused = |lane| value(a, lane).mul_add(value(b, lane), value(c, lane));
        return warp.write(uop, lanes, &each(|lane| bits_of(fused(lane))));
    }
    let [a, b, c] = [a, b, c].map(|row| flushed(row, mode.ftz));
    let out = match mode.rounding {
        Rounding::Rn => {
            each(|lane| bits_of(value(&a, lane).mul_add(value(&b, lane), value(&c, lane))))
        }
        rounding => each(|lane| {
            let (a, b, c) = (value(&a, lane), value(&b, lane), value(&c, lane));
            bits_of(rounding::fma_f32(a, b, c, rounding))
        }),
    };
    warp.write(uop, lanes, &finish(out, mode));
}

#[inline(always)]
pub(super) fn select(uop: &Uop, warp: &mut WarpState, lanes: u32, ftz: bool) {
    source!(a = warp, uop, 0);
    source!(b = warp, uop, 1);
    let first = warp.predicate(uop.psrc[0]);
    let out = chosen(first, a, b);
    warp.write(uop, lanes, &flushed(&out, ftz));
}

/// A float's bits as an integer of the same order, minus zero below zero.
#[inline(always)]
fn order(bits: u32) -> i32 {
    let mask = ((bits as i32) >> 31) as u32 >> 1;
    (bits ^ mask) as i32
}

/// Whether bits are those of a NaN.
#[inline(always)]
fn is_nan(bits: u32) -> bool {
    bits & !SIGN > EXPONENT
}

/// The smaller or larger value; of a number and a NaN the number, unless `nan`.
#[inline(always)]
pub(super) fn min_max(
    uop: &Uop,
    warp: &mut WarpState,
    lanes: u32,
    (ftz, nan, xorsign): (bool, bool, bool),
) {
    source!(a = warp, uop, 0);
    source!(b = warp, uop, 1);
    let (a, b) = (flushed(a, ftz), flushed(b, ftz));
    let smaller = warp.predicate(uop.psrc[0]);
    let out = each(|lane| {
        let (x, y) = (a[lane], b[lane]);
        let first = (order(x) < order(y)) == (bit(smaller, lane) != 0);
        let picked = if first { x } else { y };
        let number = match (is_nan(x), is_nan(y)) {
            (true, true) => NAN,
            (true, false) => y,
            (false, true) => x,
            (false, false) => picked,
        };
        if nan && (is_nan(x) || is_nan(y)) {
            NAN
        } else {
            number
        }
    });
    match xorsign {
        true => warp.write(uop, lanes, &with_product_sign(uop, warp, &out)),
        false => warp.write(uop, lanes, &out),
    }
}

/// Numbers with the sign of the product of the first two source registers.
#[inline(never)]
fn with_product_sign(uop: &Uop, warp: &WarpState, out: &Row) -> Row {
    let (a, b) = (warp.raw_source(uop, 0), warp.raw_source(uop, 1));
    each(|lane| match is_nan(out[lane]) {
        true => out[lane],
        false => out[lane] & !SIGN | (a[lane] ^ b[lane]) & SIGN,
    })
}

/// The lanes where a comparison of two rows of floats holds.
#[inline(always)]
fn compared(cmp: FloatCmp, ftz: bool, a: &Row, b: &Row) -> u32 {
    let (a, b) = (flushed(a, ftz), flushed(b, ftz));
    let less = mask(|lane| value(&a, lane) < value(&b, lane));
    let equal = mask(|lane| value(&a, lane) == value(&b, lane));
    let greater = mask(|lane| value(&a, lane) > value(&b, lane));
    holds(cmp, less, equal, greater)
}

/// FSET.BF: 1.0 where the comparison holds, else 0.
#[inline(never)]
pub(super) fn fset(
    uop: &Uop,
    warp: &mut WarpState,
    lanes: u32,
    cmp: FloatCmp,
    ftz: bool,
    combine: BoolOp,
) {
    let (a, b) = (warp.fixed_row(uop, 0), warp.fixed_row(uop, 1));
    let held = compared(cmp, ftz, &a, &b);
    let other = warp.predicate(uop.psrc[0]);
    let held = super::lanes::combine(combine, held, other);
    let out = each(|lane| bit(held, lane) * 1f32.to_bits());
    warp.write(uop, lanes, &out);
}

/// The lanes where a comparison holds, given those where a < b, a = b, a > b;
/// in the others one operand is a NaN.
#[inline(always)]
pub(super) fn holds(cmp: FloatCmp, less: u32, equal: u32, greater: u32) -> u32 {
    let unordered = !(less | equal | greater);
    match cmp {
        FloatCmp::F => 0,
        FloatCmp::Lt => less,
        FloatCmp::Eq => equal,
        FloatCmp::Le => less | equal,
        FloatCmp::Gt => greater,
        FloatCmp::Ne => less | greater,
        FloatCmp::Ge => greater | equal,
        FloatCmp::Num => !unordered,
        FloatCmp::Nan => unordered,
        FloatCmp::Ltu => less | unordered,
        FloatCmp::Equ => equal | unordered,
        FloatCmp::Leu => !greater,
        FloatCmp::Gtu => greater | unordered,
        FloatCmp::Neu => !equal,
        FloatCmp::Geu => !less,
        FloatCmp::T => !0,
    }
}

#[inline(always)]
pub(super) fn fsetp(
    uop: &Uop,
    warp: &mut WarpState,
    lanes: u32,
    cmp: FloatCmp,
    ftz: bool,
    combine: BoolOp,
) {
    source!(a = warp, uop, 0);
    source!(b = warp, uop, 1);
    warp.write_comparison(uop, lanes, compared(cmp, ftz, a, b), combine);
}

/// Whether a / b must take the division's slow path: an operand is not a normal
/// number, or the quotient, its reciprocal or the residual might not be one.
///
/// The bounds are those of an H200, from the time that divisions take there with
/// every pair of exponents and five pairs of mantissas.
#[inline(always)]
fn needs_slow_division(a: u32, b: u32) -> bool {
    let exponent = |bits: u32| (bits >> 23 & 0xff) as i32;
    let (ea, eb) = (exponent(a), exponent(b));
    let tame =
        (25..=254).contains(&ea) && (2..=251).contains(&eb) && (-124..=126).contains(&(ea - eb));
    !tame
}

#[inline(always)]
pub(super) fn fchk(uop: &Uop, warp: &mut WarpState, lanes: u32) {
    source!(a = warp, uop, 0);
    source!(b = warp, uop, 1);
    let slow = mask(|lane| needs_slow_division(a[lane], b[lane]));
    warp.write_predicate(uop, 0, lanes, slow);
}
