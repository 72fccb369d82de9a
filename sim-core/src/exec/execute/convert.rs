//! Conversions between integers and floats, and between widths of floats.
//!
//! Float to integer clamps to the integer's range. A NaN becomes zero with NTZ,
//! and without it the integer that has only its top bit set. A conversion to or
//! from a double keeps a NaN's sign and the upper bits of its payload; one between
//! shorter formats gives the usual NaN (`tests/all/hardware.rs`).

use super::float::{bits_of, flush};
use super::lanes::{each, source};
use super::narrow::Format;
use super::rounding;
use crate::exec::uop::{FloatMode, FloatWidth, IntWidth, Uop};
use crate::exec::warp::WarpState;
use sim_isa::modifier::{IntRounding, Rounding};

/// A source as doubles, which hold every float exactly; a half lies from bit `at` of its register on.
#[inline(always)]
fn as_doubles(uop: &Uop, warp: &WarpState, (from, at): (FloatWidth, u8), ftz: bool) -> [f64; 32] {
    if from == FloatWidth::F64 {
        let wide = warp.wide_row(uop, 0);
        return each(|lane| f64::from_bits(wide[lane]));
    }
    source!(a = warp, uop, 0);
    match (from, ftz) {
        (FloatWidth::F16, _) => each(|lane| Format::F16.read((a[lane] >> at) as u16)),
        (FloatWidth::Bf16, _) => each(|lane| Format::Bf16.read((a[lane] >> at) as u16)),
        (_, true) => each(|lane| f64::from(f32::from_bits(flush(a[lane])))),
        (_, false) => each(|lane| f64::from(f32::from_bits(a[lane]))),
    }
}

/// A double as a half.
fn half_bits(value: f64, format: Format, rounding: Rounding) -> u32 {
    u32::from(format.round(value, rounding))
}

/// F2F.
#[inline(always)]
pub(super) fn f2f(
    uop: &Uop,
    warp: &mut WarpState,
    lanes: u32,
    to: FloatWidth,
    (from, at): (FloatWidth, u8),
    mode: FloatMode,
) {
    let values = as_doubles(uop, warp, (from, at), mode.ftz);
    if to == FloatWidth::F64 || from == FloatWidth::F64 {
        return f2f_double(uop, warp, lanes, to, mode, &values);
    }
    match to {
        FloatWidth::F64 => warp.write_wide(uop, lanes, &each(|lane| values[lane].to_bits())),
        FloatWidth::F32 => {
            let out = each(|lane| bits_of(rounding::to_f32(values[lane], mode.rounding)));
            let out = if mode.ftz {
                each(|lane| flush(out[lane]))
            } else {
                out
            };
            warp.write(uop, lanes, &out);
        }
        FloatWidth::F16 | FloatWidth::Bf16 => {
            let format = format(to);
            let out = each(|lane| half_bits(values[lane], format, mode.rounding));
            warp.write(uop, lanes, &out);
        }
    }
}

/// F2F to or from doubles, which hold the payload of every NaN.
#[inline(never)]
fn f2f_double(
    uop: &Uop,
    warp: &mut WarpState,
    lanes: u32,
    to: FloatWidth,
    mode: FloatMode,
    values: &[f64; 32],
) {
    let half = |value: f64| half_bits(value, format(to), mode.rounding);
    let single = |value: f64| {
        let bits = bits_of(rounding::to_f32(value, mode.rounding));
        if mode.ftz { flush(bits) } else { bits }
    };
    let nan = |value: f64, exponent: u32| {
        let bits = value.to_bits() | 1 << 51;
        let width = if to == FloatWidth::F32 { 32 } else { 16 };
        let fraction = width - 1 - exponent;
        let payload = (bits & ((1 << 52) - 1)) >> (52 - fraction);
        let sign = (bits >> 63) << (width - 1);
        (sign | ((1 << exponent) - 1) << fraction | payload) as u32
    };
    let out = each(|lane| match (values[lane], to) {
        (value, FloatWidth::F64) => value.to_bits() | u64::from(value.is_nan()) << 51,
        (value, FloatWidth::F16) if value.is_nan() => u64::from(nan(value, 5)),
        (value, _) if value.is_nan() => u64::from(nan(value, 8)),
        (value, FloatWidth::F32) => u64::from(single(value)),
        (value, FloatWidth::F16 | FloatWidth::Bf16) => u64::from(half(value)),
    });
    match to {
        FloatWidth::F64 => warp.write_wide(uop, lanes, &out),
        _ => warp.write(uop, lanes, &each(|lane| out[lane] as u32)),
    }
}

/// The format of a 16-bit width.
fn format(width: FloatWidth) -> Format {
    match width {
        FloatWidth::Bf16 => Format::Bf16,
        FloatWidth::F16 | FloatWidth::F32 | FloatWidth::F64 => Format::F16,
    }
}

/// A double rounded to a whole number.
#[inline(always)]
fn whole(value: f64, rounding: IntRounding) -> f64 {
    match rounding {
        IntRounding::Rn => value.round_ties_even(),
        IntRounding::Floor => value.floor(),
        IntRounding::Ceil => value.ceil(),
        IntRounding::Trunc => value.trunc(),
    }
}

/// FRND.
#[inline(always)]
pub(super) fn frnd(
    uop: &Uop,
    warp: &mut WarpState,
    lanes: u32,
    (width, at): (FloatWidth, u8),
    rounding: IntRounding,
    ftz: bool,
) {
    let values = as_doubles(uop, warp, (width, at), ftz);
    let out = each(|lane| whole(values[lane], rounding));
    match width {
        FloatWidth::F64 => warp.write_wide(uop, lanes, &each(|lane| out[lane].to_bits())),
        FloatWidth::F32 => warp.write(uop, lanes, &each(|lane| bits_of(out[lane] as f32))),
        FloatWidth::F16 | FloatWidth::Bf16 => {
            let half = |lane: usize| half_bits(out[lane], format(width), Rounding::Rn);
            warp.write(uop, lanes, &each(half));
        }
    }
}

/// A whole number clamped to an integer's range, as its bits.
#[inline(always)]
fn clamped(value: f64, to: IntWidth) -> u64 {
    match to {
        IntWidth::U8 => u64::from(value as u8),
        IntWidth::S8 => u64::from(value as i8 as i32 as u32),
        IntWidth::U16 => u64::from(value as u16),
        IntWidth::S16 => u64::from(value as i16 as i32 as u32),
        IntWidth::U32 => u64::from(value as u32),
        IntWidth::S32 => u64::from(value as i32 as u32),
        IntWidth::U64 => value as u64,
        IntWidth::S64 => value as i64 as u64,
    }
}

/// Whether an integer fills a pair of registers.
#[inline(always)]
fn is_wide(width: IntWidth) -> bool {
    matches!(width, IntWidth::U64 | IntWidth::S64)
}

/// The integer that has only its top bit set, as a register shows it.
#[inline(always)]
fn top_bit(to: IntWidth) -> u64 {
    match to {
        IntWidth::U8 => 0x80,
        IntWidth::S8 => 0xffff_ff80,
        IntWidth::U16 => 0x8000,
        IntWidth::S16 => 0xffff_8000,
        IntWidth::U32 | IntWidth::S32 => 1 << 31,
        IntWidth::U64 | IntWidth::S64 => 1 << 63,
    }
}

/// F2I.
#[inline(always)]
pub(super) fn f2i(
    uop: &Uop,
    warp: &mut WarpState,
    lanes: u32,
    to: IntWidth,
    from: (FloatWidth, u8),
    rounding: IntRounding,
    (ftz, ntz): (bool, bool),
) {
    let values = as_doubles(uop, warp, from, ftz);
    let of_nan = if ntz { 0 } else { top_bit(to) };
    let out = each(|lane| match values[lane].is_nan() {
        true => of_nan,
        false => clamped(whole(values[lane], rounding), to),
    });
    match is_wide(to) {
        true => warp.write_wide(uop, lanes, &out),
        false => warp.write(uop, lanes, &each(|lane| out[lane] as u32)),
    }
}

/// An integer operand's value.
#[inline(always)]
fn integer(bits: u64, from: IntWidth) -> i128 {
    match from {
        IntWidth::U8 => i128::from(bits as u8),
        IntWidth::S8 => i128::from(bits as u8 as i8),
        IntWidth::U16 => i128::from(bits as u16),
        IntWidth::S16 => i128::from(bits as u16 as i16),
        IntWidth::U32 => i128::from(bits as u32),
        IntWidth::S32 => i128::from(bits as u32 as i32),
        IntWidth::U64 => i128::from(bits),
        IntWidth::S64 => i128::from(bits as i64),
    }
}

/// Whether a result rounded to nearest must move, and which way (up: true).
fn correction(exact: i128, nearest: i128, rounding: Rounding) -> Option<bool> {
    if exact == nearest {
        return None;
    }
    let down = match rounding {
        Rounding::Rn => return None,
        Rounding::Rm => true,
        Rounding::Rp => false,
        Rounding::Rz => exact > 0,
    };
    (down == (nearest > exact)).then_some(!down)
}

/// An integer as a float of 32 bits.
fn single(exact: i128, rounding: Rounding) -> f32 {
    let nearest = exact as f32;
    match correction(exact, nearest as i128, rounding) {
        Some(true) => nearest.next_up(),
        Some(false) => nearest.next_down(),
        None => nearest,
    }
}

/// An integer as a float of 64 bits.
fn double(exact: i128, rounding: Rounding) -> f64 {
    let nearest = exact as f64;
    match correction(exact, nearest as i128, rounding) {
        Some(true) => nearest.next_up(),
        Some(false) => nearest.next_down(),
        None => nearest,
    }
}

/// I2F, I2FP of an integer whose lowest bit lies at bit `at`.
#[inline(always)]
pub(super) fn i2f(
    uop: &Uop,
    warp: &mut WarpState,
    lanes: u32,
    to: FloatWidth,
    (from, at): (IntWidth, u8),
    rounding: Rounding,
) {
    if !is_wide(from) && to == FloatWidth::F32 && rounding == Rounding::Rn && at == 0 {
        return i2f_plain(uop, warp, lanes, from);
    }
    let bits = match is_wide(from) {
        true => warp.wide_row(uop, 0),
        false => {
            source!(a = warp, uop, 0);
            each(|lane| u64::from(a[lane] >> at))
        }
    };
    let exact = |lane: usize| integer(bits[lane], from);
    match to {
        FloatWidth::F64 => {
            let out = each(|lane| double(exact(lane), rounding).to_bits());
            warp.write_wide(uop, lanes, &out);
        }
        FloatWidth::F32 => {
            let out = each(|lane| single(exact(lane), rounding).to_bits());
            warp.write(uop, lanes, &out);
        }
        FloatWidth::F16 | FloatWidth::Bf16 => {
            let out = each(|lane| half_bits(exact(lane) as f64, format(to), rounding));
            warp.write(uop, lanes, &out);
        }
    }
}

/// The common case, 32 bits to 32 bits to nearest.
#[inline(always)]
fn i2f_plain(uop: &Uop, warp: &mut WarpState, lanes: u32, from: IntWidth) {
    source!(a = warp, uop, 0);
    let out = match from {
        IntWidth::U8 => each(|lane| f32::from(a[lane] as u8).to_bits()),
        IntWidth::S8 => each(|lane| f32::from(a[lane] as u8 as i8).to_bits()),
        IntWidth::U16 => each(|lane| f32::from(a[lane] as u16).to_bits()),
        IntWidth::S16 => each(|lane| f32::from(a[lane] as u16 as i16).to_bits()),
        IntWidth::S32 => each(|lane| (a[lane] as i32 as f32).to_bits()),
        IntWidth::U32 | IntWidth::U64 | IntWidth::S64 => each(|lane| (a[lane] as f32).to_bits()),
    };
    warp.write(uop, lanes, &out);
}
