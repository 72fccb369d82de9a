//! Two 16-bit floats in a register.
//!
//! Sums and products are exact or rounded to odd in double precision, then
//! rounded once. A NaN result is `0x7fff`; RELU keeps it.

use super::float::{bits_of, holds};
use super::lanes::{combine, each, mask};
use super::narrow::{Format, NAN};
use super::rounding;
use crate::exec::uop::{Fix, HalfMode, TRUE, Uop};
use crate::exec::{Row, WarpState};
use sim_isa::Part;
use sim_isa::modifier::{BoolOp, FloatCmp, Rounding};

/// What is computed of three sources; a sum multiplies b by one, a product adds
/// minus zero.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum HalfOp {
    /// a + b.
    Add,
    /// a * b.
    Mul,
    /// a * b + c.
    Fma,
}

/// Half `which` (0 low) of a source word, with FTZ applied.
fn value(word: u32, which: usize, part: Part, mode: &HalfMode) -> f64 {
    match part {
        Part::F32 => f64::from(f32::from_bits(word)),
        _ => {
            let bits = mode.format.flush(bits(word, which, part), mode.ftz);
            mode.format.read(bits)
        }
    }
}

/// The bits of half `which` that a part means.
fn bits(word: u32, which: usize, part: Part) -> u16 {
    let halves = [word as u16, (word >> 16) as u16];
    match part {
        Part::LowTwice => halves[0],
        Part::HighTwice => halves[1],
        Part::Turned if which == 0 => halves[1] ^ 0x8000,
        Part::Turned => halves[0],
        _ => halves[which],
    }
}

/// A source with its sign bits, which for one number of 32 bits is bit 31.
fn source(uop: &Uop, warp: &WarpState, slot: usize, part: Part) -> Row {
    if part != Part::F32 {
        return warp.fixed_row(uop, slot);
    }
    let fix = match uop.src[slot].fix {
        Fix::HalfNeg => Fix::FloatNeg,
        Fix::HalfAbs => Fix::FloatAbs,
        Fix::HalfNegAbs => Fix::FloatNegAbs,
        other => other,
    };
    let raw = warp.raw_source(uop, slot);
    each(|lane| fix.apply(raw[lane]))
}

/// The exact result, rounded to odd.
fn exact(op: HalfOp, [a, b, c]: [f64; 3]) -> f64 {
    match op {
        HalfOp::Add => rounding::add_to_odd(a, b),
        HalfOp::Mul => a * b,
        HalfOp::Fma => rounding::add_to_odd(a * b, c),
    }
}

/// A result clamped and rounded as asked.
fn finish(exact: f64, mode: &HalfMode) -> u16 {
    if exact.is_nan() {
        return if mode.sat { 0 } else { NAN };
    }
    let clamped = if mode.sat {
        exact.clamp(0.0, 1.0) + 0.0
    } else {
        exact
    };
    let bits = mode.format.round(clamped, Rounding::Rn);
    let bits = mode.format.flush(bits, mode.ftz);
    match mode.relu && bits & 0x8000 != 0 {
        true => 0,
        false => bits,
    }
}

/// HADD2, HMUL2, HFMA2.
#[inline(never)]
pub(super) fn arithmetic(
    uop: &Uop,
    warp: &mut WarpState,
    lanes: u32,
    op: HalfOp,
    mode: HalfMode,
    parts: [Part; 3],
) {
    let rows: [Row; 3] = std::array::from_fn(|slot| source(uop, warp, slot, parts[slot]));
    let of = |lane: usize, which: usize| {
        let values = std::array::from_fn(|s| value(rows[s][lane], which, parts[s], &mode));
        exact(op, values)
    };
    let out = each(|lane| match mode.single {
        true => bits_of(of(lane, 0) as f32),
        false => join(finish(of(lane, 0), &mode), finish(of(lane, 1), &mode)),
    });
    warp.write(uop, lanes, &out);
}

fn join(low: u16, high: u16) -> u32 {
    u32::from(high) << 16 | u32::from(low)
}

/// A half's bits as an integer of the same order, minus zero below zero.
fn order(bits: u16) -> i16 {
    let mask = ((bits as i16) >> 15) as u16 >> 1;
    (bits ^ mask) as i16
}

/// The smaller or larger of two halves; of a number and a NaN the number.
fn pick(x: u16, y: u16, smaller: bool, nan_wins: bool, format: Format) -> u16 {
    match (format.is_nan(x), format.is_nan(y)) {
        (false, false) if (order(x) < order(y)) == smaller => x,
        (false, false) => y,
        (true, false) if !nan_wins => y,
        (false, true) if !nan_wins => x,
        _ => NAN,
    }
}

/// HMNMX2. With XORSIGN the sign is that of the product of the registers.
#[inline(never)]
pub(super) fn min_max(
    uop: &Uop,
    warp: &mut WarpState,
    lanes: u32,
    mode: HalfMode,
    (nan, xorsign): (bool, bool),
    parts: [Part; 3],
) {
    let (a, b) = (warp.fixed_row(uop, 0), warp.fixed_row(uop, 1));
    let (raw_a, raw_b) = (warp.raw_source(uop, 0), warp.raw_source(uop, 1));
    let smaller = warp.predicate(uop.psrc[0]);
    let format = mode.format;
    let one = |lane: usize, which: usize| {
        let x = format.flush(bits(a[lane], which, parts[0]), mode.ftz);
        let y = format.flush(bits(b[lane], which, parts[1]), mode.ftz);
        let picked = pick(x, y, smaller >> lane & 1 != 0, nan, format);
        let sign = bits(raw_a[lane], which, parts[0]) ^ bits(raw_b[lane], which, parts[1]);
        match xorsign && !format.is_nan(picked) {
            true => picked & 0x7fff | sign & 0x8000,
            false => picked,
        }
    };
    let out = each(|lane| join(one(lane, 0), one(lane, 1)));
    warp.write(uop, lanes, &out);
}

/// VHMNMX: of three.
#[inline(never)]
pub(super) fn extremum(
    uop: &Uop,
    warp: &mut WarpState,
    lanes: u32,
    mode: HalfMode,
    nan: bool,
    parts: [Part; 3],
) {
    let rows: [Row; 3] = std::array::from_fn(|slot| warp.fixed_row(uop, slot));
    let smaller = warp.predicate(uop.psrc[0]);
    let format = mode.format;
    let one = |lane: usize, which: usize| {
        let of = |slot: usize| format.flush(bits(rows[slot][lane], which, parts[slot]), mode.ftz);
        let smaller = smaller >> lane & 1 != 0;
        let first = pick(of(0), of(1), smaller, nan, format);
        pick(first, of(2), smaller, nan, format)
    };
    let out = each(|lane| join(one(lane, 0), one(lane, 1)));
    warp.write(uop, lanes, &out);
}

/// The lanes where a comparison of half `which` holds.
fn compare(rows: [&Row; 2], which: usize, cmp: FloatCmp, mode: &HalfMode, parts: [Part; 3]) -> u32 {
    let side = |row: usize, lane: usize| value(rows[row][lane], which, parts[row], mode);
    let less = mask(|lane| side(0, lane) < side(1, lane));
    let equal = mask(|lane| side(0, lane) == side(1, lane));
    let greater = mask(|lane| side(0, lane) > side(1, lane));
    holds(cmp, less, equal, greater)
}

/// HSETP2: p0 of the low halves, p1 of the high ones.
#[inline(never)]
pub(super) fn set_predicates(
    uop: &Uop,
    warp: &mut WarpState,
    lanes: u32,
    (cmp, op): (FloatCmp, BoolOp),
    mode: HalfMode,
    parts: [Part; 3],
) {
    let (a, b) = (warp.fixed_row(uop, 0), warp.fixed_row(uop, 1));
    let other = warp.predicate(uop.psrc[0]);
    for which in [0, 1] {
        if uop.pdst[which] != TRUE {
            let holds = compare([&a, &b], which, cmp, &mode, parts);
            warp.write_predicate(uop, which, lanes, combine(op, holds, other));
        }
    }
}

/// HSET2: 1.0 (`one`) or all bits set where the comparison holds.
#[inline(never)]
pub(super) fn set(
    uop: &Uop,
    warp: &mut WarpState,
    lanes: u32,
    (cmp, op): (FloatCmp, BoolOp),
    one: bool,
    mode: HalfMode,
    parts: [Part; 3],
) {
    let (a, b) = (warp.fixed_row(uop, 0), warp.fixed_row(uop, 1));
    let other = warp.predicate(uop.psrc[0]);
    let held = [0, 1].map(|which| {
        let holds = compare([&a, &b], which, cmp, &mode, parts);
        combine(op, holds, other)
    });
    let yes = if one { mode.format.one() } else { 0xffff };
    let half = |which: usize, lane: usize| match held[which] >> lane & 1 {
        0 => 0,
        _ => yes,
    };
    let out = each(|lane| join(half(0, lane), half(1, lane)));
    warp.write(uop, lanes, &out);
}

/// F2FP: a and b as halves, a high; `merge` takes the low half of c instead.
#[inline(never)]
pub(super) fn pack(
    uop: &Uop,
    warp: &mut WarpState,
    lanes: u32,
    mode: HalfMode,
    rounding: Rounding,
    merge: bool,
) {
    let rows: [Row; 3] = std::array::from_fn(|slot| warp.fixed_row(uop, slot));
    let narrow = |word: u32| {
        let bits = mode.format.round(f64::from(f32::from_bits(word)), rounding);
        match mode.relu && bits & 0x8000 != 0 {
            true => 0,
            false => bits,
        }
    };
    let out = each(|lane| {
        let high = match merge {
            true => rows[2][lane] as u16,
            false => narrow(rows[0][lane]),
        };
        join(narrow(rows[1][lane]), high)
    });
    warp.write(uop, lanes, &out);
}
