//! Integer instructions on parts of words: bit fields, bytes, packed values.

use super::lanes::{each, mask};
use crate::exec::uop::{Extremum, ExtremumOf, PackedInt, TRUE, Uop};
use crate::exec::{Row, WarpState};
use sim_isa::modifier::IntRounding;

/// The first three sources.
fn sources(uop: &Uop, warp: &WarpState) -> [Row; 3] {
    std::array::from_fn(|slot| warp.fixed_row(uop, slot))
}

/// A number of bits from a register: modulo 32 with `wrap`, at most 32 without.
fn amount(b: u32, wrap: bool) -> u32 {
    if wrap { b & 31 } else { b.min(32) }
}

/// SGXT: the low b bits of a, extended (PTX ISA, `szext`).
#[inline(never)]
pub(super) fn extend(uop: &Uop, warp: &mut WarpState, lanes: u32, signed: bool, wrap: bool) {
    let [a, b, _] = sources(uop, warp);
    let out = each(|lane| match (amount(b[lane], wrap), signed) {
        (0, _) => 0,
        (bits, true) => ((a[lane] << (32 - bits)) as i32 >> (32 - bits)) as u32,
        (bits, false) => a[lane] << (32 - bits) >> (32 - bits),
    });
    warp.write(uop, lanes, &out);
}

/// BMSK: b ones from bit a on (PTX ISA, `bmsk`).
#[inline(never)]
pub(super) fn ones(uop: &Uop, warp: &mut WarpState, lanes: u32, wrap: bool) {
    let [a, b, _] = sources(uop, warp);
    let out = each(|lane| {
        let width = u64::from(amount(b[lane], wrap));
        let start = amount(a[lane], wrap);
        (((1u64 << width) - 1) << start) as u32
    });
    warp.write(uop, lanes, &out);
}

/// Byte or half `index` of a word.
fn field(word: u32, index: u32, bits: u32, signed: bool) -> i32 {
    let low = word >> (bits * index) << (32 - bits);
    match signed {
        true => low as i32 >> (32 - bits),
        false => (low >> (32 - bits)) as i32,
    }
}

/// IDP: c plus the dot product of a's four bytes (two halves) and b's bytes.
#[inline(never)]
pub(super) fn dot(
    uop: &Uop,
    warp: &mut WarpState,
    lanes: u32,
    (a_signed, b_signed): (bool, bool),
    halves: Option<bool>,
) {
    let [a, b, c] = sources(uop, warp);
    let out = each(|lane| {
        let term = |index: u32| {
            let (x, from) = match halves {
                None => (field(a[lane], index, 8, a_signed), index),
                Some(high) => (
                    field(a[lane], index, 16, a_signed),
                    index + 2 * u32::from(high),
                ),
            };
            x.wrapping_mul(field(b[lane], from, 8, b_signed)) as u32
        };
        let count = if halves.is_some() { 2 } else { 4 };
        (0..count).map(term).fold(c[lane], u32::wrapping_add)
    });
    warp.write(uop, lanes, &out);
}

/// VABSDIFF: |a - b| + c.
#[inline(never)]
pub(super) fn difference(uop: &Uop, warp: &mut WarpState, lanes: u32, signed: bool) {
    let [a, b, c] = sources(uop, warp);
    let out = each(|lane| {
        let distance = match signed {
            true => (a[lane] as i32).abs_diff(b[lane] as i32),
            false => a[lane].abs_diff(b[lane]),
        };
        distance.wrapping_add(c[lane])
    });
    warp.write(uop, lanes, &out);
}

/// VABSDIFF4: |a - b| of four unsigned bytes each, or their sum and the third source.
#[inline(never)]
pub(super) fn byte_differences(uop: &Uop, warp: &mut WarpState, lanes: u32, sum: bool) {
    let [a, b, c] = sources(uop, warp);
    let out = each(|lane| {
        let (a, b) = (a[lane].to_le_bytes(), b[lane].to_le_bytes());
        let differences: [u8; 4] = std::array::from_fn(|i| a[i].abs_diff(b[i]));
        match sum {
            true => differences
                .into_iter()
                .fold(c[lane], |sum, byte| sum.wrapping_add(byte.into())),
            false => u32::from_le_bytes(differences),
        }
    });
    warp.write(uop, lanes, &out);
}

/// VIADD.16x2.
#[inline(never)]
pub(super) fn add_halves(uop: &Uop, warp: &mut WarpState, lanes: u32) {
    let [a, b, _] = sources(uop, warp);
    let out = each(|lane| {
        let low = a[lane].wrapping_add(b[lane]) & 0xffff;
        let high = (a[lane] & 0xffff_0000).wrapping_add(b[lane] & 0xffff_0000);
        high | low
    });
    warp.write(uop, lanes, &out);
}

/// One integer of a register, or one of its two, as a number.
fn number(word: u32, index: u32, kind: Extremum) -> i64 {
    match (kind.halves, kind.signed) {
        (true, signed) => i64::from(field(word, index, 16, signed)),
        (false, true) => i64::from(word as i32),
        (false, false) => i64::from(word),
    }
}

/// Two sums of 16 bits.
fn sum_of_halves(a: u32, b: u32) -> u32 {
    (a.wrapping_add(b) & 0xffff) | ((a >> 16).wrapping_add(b >> 16) << 16)
}

/// VIMNMX, VIMNMX3, VIADDMNMX.
#[inline(never)]
pub(super) fn extremum(uop: &Uop, warp: &mut WarpState, lanes: u32, kind: Extremum) {
    let [mut a, mut b, c] = sources(uop, warp);
    if kind.of == ExtremumOf::Sum {
        let sum = each(|lane| match kind.halves {
            true => sum_of_halves(a[lane], b[lane]),
            false => a[lane].wrapping_add(b[lane]),
        });
        (a, b) = (sum, c);
    }
    let smaller = warp.predicate(uop.psrc[0]);
    let better = |lane: usize, x: i64, y: i64| match smaller >> lane & 1 {
        0 => x.max(y),
        _ => x.min(y),
    };
    let one = |lane: usize, index: u32| {
        let [x, y, z] = [a, b, c].map(|row| number(row[lane], index, kind));
        let best = match kind.of {
            ExtremumOf::Three => better(lane, better(lane, x, y), z),
            ExtremumOf::Two | ExtremumOf::Sum => better(lane, x, y),
        };
        if kind.relu { best.max(0) } else { best }
    };
    let out = each(|lane| match kind.halves {
        true => (one(lane, 0) as u32 & 0xffff) | (one(lane, 1) as u32) << 16,
        false => one(lane, 0) as u32,
    });
    for which in [0, 1].into_iter().filter(|&which| uop.pdst[which] != TRUE) {
        let unbeaten = mask(|lane| {
            let [x, y] = [a, b].map(|row| number(row[lane], which as u32, kind));
            better(lane, x, y) == x
        });
        warp.write_predicate(uop, which, lanes, unbeaten);
    }
    warp.write(uop, lanes, &out);
}

/// A number clamped to a packed integer, as its bits.
fn clamp(value: i64, to: PackedInt) -> u32 {
    let (low, high) = match to.signed {
        true => (-(1 << (to.bits - 1)), (1 << (to.bits - 1)) - 1),
        false => (0, (1 << to.bits) - 1),
    };
    let mask = (1u64 << to.bits) - 1;
    (value.clamp(low, high) as u64 & mask) as u32
}

/// I2I: a clamped, extended with its sign.
#[inline(never)]
pub(super) fn saturate(uop: &Uop, warp: &mut WarpState, lanes: u32, to: PackedInt) {
    let [a, ..] = sources(uop, warp);
    let out = each(|lane| {
        let bits = clamp(i64::from(a[lane] as i32), to);
        field(bits, 0, to.bits, to.signed) as u32
    });
    warp.write(uop, lanes, &out);
}

/// Two packed integers, x above y, below what fits of c (PTX ISA, `cvt.pack`).
fn packed(x: u32, y: u32, c: u32, to: PackedInt) -> u32 {
    let above = c.checked_shl(2 * to.bits).unwrap_or(0);
    above | x << to.bits | y
}

/// I2IP.
#[inline(never)]
pub(super) fn pack_integers(uop: &Uop, warp: &mut WarpState, lanes: u32, to: PackedInt, at: u8) {
    let [a, b, c] = sources(uop, warp);
    let out = each(|lane| {
        let narrow = |word: u32| clamp(i64::from(word as i32), to);
        packed(narrow(a[lane]), narrow(b[lane]), c[lane] >> at, to)
    });
    warp.write(uop, lanes, &out);
}

/// F2IP: a NaN becomes zero.
#[inline(never)]
pub(super) fn pack_floats(
    uop: &Uop,
    warp: &mut WarpState,
    lanes: u32,
    to: PackedInt,
    rounding: IntRounding,
) {
    let [a, b, c] = sources(uop, warp);
    let narrow = |word: u32| {
        let value = f64::from(f32::from_bits(word));
        let whole = match rounding {
            IntRounding::Rn => value.round_ties_even(),
            IntRounding::Floor => value.floor(),
            IntRounding::Ceil => value.ceil(),
            IntRounding::Trunc => value.trunc(),
        };
        clamp(whole as i64, to)
    };
    let out = each(|lane| packed(narrow(a[lane]), narrow(b[lane]), c[lane], to));
    warp.write(uop, lanes, &out);
}

/// P2R: the predicates of `which` as bits of byte `byte` of a.
#[inline(never)]
pub(super) fn predicates_to_register(
    uop: &Uop,
    warp: &mut WarpState,
    lanes: u32,
    which: u8,
    byte: u8,
) {
    let [a, ..] = sources(uop, warp);
    let shift = 8 * u32::from(byte);
    let picked = u32::from(which) << shift;
    let out = each(|lane| {
        let preds = (0..7).fold(0, |word, p| word | (warp.preds[p] >> lane & 1) << p);
        a[lane] & !picked | preds << shift & picked
    });
    warp.write(uop, lanes, &out);
}

/// R2P: the bits of byte `byte` of a as the predicates of `which`.
#[inline(never)]
pub(super) fn register_to_predicates(
    uop: &Uop,
    warp: &mut WarpState,
    lanes: u32,
    which: u8,
    byte: u8,
) {
    let [a, ..] = sources(uop, warp);
    for pred in (0..7).filter(|pred| which >> pred & 1 != 0) {
        let bit = 8 * u32::from(byte) + pred;
        let value = mask(|lane| a[lane] >> bit & 1 != 0);
        let row = &mut warp.preds[pred as usize];
        *row = *row & !lanes | value & lanes;
    }
}
