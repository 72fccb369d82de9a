//! Integer instructions on parts of words: bit fields, bytes, packed values.

use super::lanes::{each, mask};
use crate::exec::uop::{PackedInt, Uop};
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

/// VABSDIFF4: |a - b| of four unsigned bytes each. The third source matters only
/// to the accumulating form.
#[inline(never)]
pub(super) fn byte_differences(uop: &Uop, warp: &mut WarpState, lanes: u32) {
    let [a, b, _] = sources(uop, warp);
    let out = each(|lane| {
        let (a, b) = (a[lane].to_le_bytes(), b[lane].to_le_bytes());
        u32::from_le_bytes(std::array::from_fn(|i| a[i].abs_diff(b[i])))
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

/// VIMNMX with RELU or on two integers of 16 bits.
#[inline(never)]
pub(super) fn min_max(
    uop: &Uop,
    warp: &mut WarpState,
    lanes: u32,
    (signed, halves, relu): (bool, bool, bool),
) {
    let [a, b, _] = sources(uop, warp);
    let smaller = warp.predicate(uop.psrc[0]);
    let bits = if halves { 16 } else { 32 };
    let one = |lane: usize, index: u32| {
        let value = |word: u32| match bits {
            16 => i64::from(field(word, index, 16, signed)),
            _ if signed => i64::from(word as i32),
            _ => i64::from(word),
        };
        let (x, y) = (value(a[lane]), value(b[lane]));
        let picked = if smaller >> lane & 1 != 0 {
            x.min(y)
        } else {
            x.max(y)
        };
        if relu { picked.max(0) } else { picked }
    };
    let out = each(|lane| match halves {
        true => (one(lane, 0) as u32 & 0xffff) | (one(lane, 1) as u32) << 16,
        false => one(lane, 0) as u32,
    });
    warp.write(uop, lanes, &out);
}

/// VIMNMX3.
#[inline(never)]
pub(super) fn min_max_of_three(uop: &Uop, warp: &mut WarpState, lanes: u32, signed: bool) {
    let rows = sources(uop, warp);
    let smaller = warp.predicate(uop.psrc[0]);
    let flip = if signed { 1 << 31 } else { 0 };
    let out = each(|lane| {
        let values = rows.map(|row| row[lane] ^ flip);
        let [x, y, z] = values;
        flip ^ match smaller >> lane & 1 {
            0 => x.max(y).max(z),
            _ => x.min(y).min(z),
        }
    });
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
pub(super) fn pack_integers(uop: &Uop, warp: &mut WarpState, lanes: u32, to: PackedInt) {
    let [a, b, c] = sources(uop, warp);
    let out = each(|lane| {
        let narrow = |word: u32| clamp(i64::from(word as i32), to);
        packed(narrow(a[lane]), narrow(b[lane]), c[lane], to)
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
