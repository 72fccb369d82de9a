//! Integer arithmetic, logic, shifts and comparisons.

use super::lanes::{bit, chosen, each, mask, source};
use crate::exec::uop::{Fix, Shift, TRUE, Uop};
use crate::exec::{Row, WarpState};
use sim_isa::modifier::{BoolOp, IntCmp, PrmtMode, ShiftType};

#[inline(always)]
pub(super) fn mov(uop: &Uop, warp: &mut WarpState, lanes: u32) {
    let values = warp.fixed_row(uop, 0);
    warp.write(uop, lanes, &values);
}

#[inline(always)]
pub(super) fn mov_pair(uop: &Uop, warp: &mut WarpState, lanes: u32) {
    let values = warp.wide_row(uop, 0);
    warp.write_wide(uop, lanes, &values);
}

#[inline(always)]
pub(super) fn select(uop: &Uop, warp: &mut WarpState, lanes: u32) {
    source!(a = warp, uop, 0);
    source!(b = warp, uop, 1);
    let first = warp.predicate(uop.psrc[0]);
    let out = chosen(first, a, b);
    warp.write(uop, lanes, &out);
}

#[inline(always)]
pub(super) fn iadd3(uop: &Uop, warp: &mut WarpState, lanes: u32) {
    if uop.pdst != [TRUE; 2] {
        return iadd3_with_carries(uop, warp, lanes);
    }
    source!(a = warp, uop, 0);
    source!(b = warp, uop, 1);
    source!(c = warp, uop, 2);
    let out = each(|lane| a[lane].wrapping_add(b[lane]).wrapping_add(c[lane]));
    warp.write(uop, lanes, &out);
}

/// The same with carries out. A negated summand counts as its complement plus
/// one, so that subtracting zero carries, as the next word's sum expects.
#[inline(always)]
fn iadd3_with_carries(uop: &Uop, warp: &mut WarpState, lanes: u32) {
    let summands = [0, 1, 2].map(|slot| {
        let negated = uop.src[slot].fix == Fix::Neg;
        let raw = warp.raw_source(uop, slot);
        let fixed = warp.fixed_row(uop, slot);
        each(|lane| match negated {
            true => u64::from(!raw[lane]) + 1,
            false => u64::from(fixed[lane]),
        })
    });
    let sum = each(|lane| summands[0][lane] + summands[1][lane] + summands[2][lane]);
    write_sum(uop, warp, lanes, &sum);
}

/// Writes a sum of words and its two carries.
#[inline(always)]
fn write_sum(uop: &Uop, warp: &mut WarpState, lanes: u32, sum: &[u64; 32]) {
    warp.write(uop, lanes, &each(|lane| sum[lane] as u32));
    warp.write_predicate(uop, 0, lanes, mask(|lane| sum[lane] >> 32 >= 1));
    warp.write_predicate(uop, 1, lanes, mask(|lane| sum[lane] >> 32 >= 2));
}

#[inline(always)]
pub(super) fn iadd3_carry(uop: &Uop, warp: &mut WarpState, lanes: u32) {
    source!(a = warp, uop, 0);
    source!(b = warp, uop, 1);
    source!(c = warp, uop, 2);
    let (first, second) = (warp.predicate(uop.psrc[0]), warp.predicate(uop.psrc[1]));
    let sum = each(|lane| {
        let carries = u64::from(bit(first, lane)) + u64::from(bit(second, lane));
        u64::from(a[lane]) + u64::from(b[lane]) + u64::from(c[lane]) + carries
    });
    write_sum(uop, warp, lanes, &sum);
}

#[inline(always)]
pub(super) fn imad(uop: &Uop, warp: &mut WarpState, lanes: u32) {
    if uop.pdst[0] != TRUE {
        return imad_sum(uop, warp, lanes, 0);
    }
    source!(a = warp, uop, 0);
    source!(b = warp, uop, 1);
    source!(c = warp, uop, 2);
    let out = each(|lane| a[lane].wrapping_mul(b[lane]).wrapping_add(c[lane]));
    warp.write(uop, lanes, &out);
}

#[inline(always)]
pub(super) fn imad_carry(uop: &Uop, warp: &mut WarpState, lanes: u32) {
    let carry = warp.predicate(uop.psrc[0]);
    imad_sum(uop, warp, lanes, carry);
}

/// The low word of a product plus a word plus a carry, with its carry out.
#[inline(always)]
fn imad_sum(uop: &Uop, warp: &mut WarpState, lanes: u32, carry: u32) {
    source!(a = warp, uop, 0);
    source!(b = warp, uop, 1);
    source!(c = warp, uop, 2);
    let sum = each(|lane| {
        let product = u64::from(a[lane].wrapping_mul(b[lane]));
        product + u64::from(c[lane]) + u64::from(bit(carry, lane))
    });
    warp.write(uop, lanes, &each(|lane| sum[lane] as u32));
    warp.write_predicate(uop, 0, lanes, mask(|lane| sum[lane] >> 32 != 0));
}

/// The 64-bit products of two rows.
#[inline(always)]
fn products(a: &Row, b: &Row, signed: bool) -> [u64; 32] {
    match signed {
        true => each(|lane| (i64::from(a[lane] as i32) * i64::from(b[lane] as i32)) as u64),
        false => each(|lane| u64::from(a[lane]) * u64::from(b[lane])),
    }
}

/// a * b + c in 64 bits and the carries out.
#[inline(always)]
fn wide_sum(uop: &Uop, warp: &WarpState, signed: bool, carry: bool) -> ([u64; 32], u32) {
    source!(a = warp, uop, 0);
    source!(b = warp, uop, 1);
    let c = warp.wide_row(uop, 2);
    let product = products(a, b, signed);
    if !carry && uop.pdst[0] == TRUE {
        return (each(|lane| product[lane].wrapping_add(c[lane])), 0);
    }
    let carries = if carry {
        warp.predicate(uop.psrc[0])
    } else {
        0
    };
    let exact = |lane: usize| {
        u128::from(product[lane]) + u128::from(c[lane]) + u128::from(bit(carries, lane))
    };
    let out = each(|lane| exact(lane) as u64);
    (out, mask(|lane| exact(lane) >> 64 != 0))
}

#[inline(always)]
pub(super) fn imad_wide(uop: &Uop, warp: &mut WarpState, lanes: u32, signed: bool, carry: bool) {
    let (out, carries) = wide_sum(uop, warp, signed, carry);
    warp.write_wide(uop, lanes, &out);
    warp.write_predicate(uop, 0, lanes, carries);
}

#[inline(always)]
pub(super) fn imad_high(uop: &Uop, warp: &mut WarpState, lanes: u32, signed: bool, carry: bool) {
    let (out, carries) = wide_sum(uop, warp, signed, carry);
    warp.write(uop, lanes, &each(|lane| (out[lane] >> 32) as u32));
    warp.write_predicate(uop, 0, lanes, carries);
}

#[inline(always)]
pub(super) fn lea(uop: &Uop, warp: &mut WarpState, lanes: u32, shift: u8, carry: bool) {
    source!(a = warp, uop, 0);
    source!(b = warp, uop, 1);
    let shift = u32::from(shift) & 31;
    if !carry && uop.pdst[0] == TRUE {
        let out = each(|lane| (a[lane] << shift).wrapping_add(b[lane]));
        return warp.write(uop, lanes, &out);
    }
    let carries = if carry {
        warp.predicate(uop.psrc[0])
    } else {
        0
    };
    let sum = each(|lane| {
        u64::from(a[lane] << shift) + u64::from(b[lane]) + u64::from(bit(carries, lane))
    });
    warp.write(uop, lanes, &each(|lane| sum[lane] as u32));
    warp.write_predicate(uop, 0, lanes, mask(|lane| sum[lane] >> 32 != 0));
}

/// The word that `(c:a) << shift` pushes out of the low word, plus b.
#[inline(always)]
pub(super) fn lea_high(
    uop: &Uop,
    warp: &mut WarpState,
    lanes: u32,
    shift: u8,
    sx32: bool,
    carry: bool,
) {
    let a = warp.raw_source(uop, 0);
    source!(b = warp, uop, 1);
    let c = match sx32 {
        true => each(|lane| ((a[lane] as i32) >> 31) as u32),
        false => warp.fixed_row(uop, 2),
    };
    let fix = uop.src[0].fix;
    let carries = if carry {
        warp.predicate(uop.psrc[0])
    } else {
        0
    };
    let sum = each(|lane| {
        let wide = fix.apply_wide(u64::from(c[lane]) << 32 | u64::from(a[lane]));
        let high = wide << (shift & 31) >> 32;
        high + u64::from(b[lane]) + u64::from(bit(carries, lane))
    });
    warp.write(uop, lanes, &each(|lane| sum[lane] as u32));
    warp.write_predicate(uop, 0, lanes, mask(|lane| sum[lane] >> 32 != 0));
}

/// One of two words, bit by bit.
#[inline(always)]
fn choose(by: u32, one: u32, zero: u32) -> u32 {
    (by & one) | (!by & zero)
}

/// A truth table of three inputs, applied bit by bit: input `a` is the high bit
/// of the index into the table.
#[inline(always)]
fn table_of(rows: [u32; 8], a: u32, b: u32, c: u32) -> u32 {
    let low = choose(b, choose(c, rows[3], rows[2]), choose(c, rows[1], rows[0]));
    let high = choose(b, choose(c, rows[7], rows[6]), choose(c, rows[5], rows[4]));
    choose(a, high, low)
}

/// Each entry of a truth table as a word of equal bits.
#[inline(always)]
fn table_rows(table: u8) -> [u32; 8] {
    [0, 1, 2, 3, 4, 5, 6, 7].map(|entry| 0u32.wrapping_sub(u32::from(table >> entry & 1)))
}

#[inline(always)]
pub(super) fn lop3(uop: &Uop, warp: &mut WarpState, lanes: u32, table: u8, and: bool) {
    source!(a = warp, uop, 0);
    source!(b = warp, uop, 1);
    source!(c = warp, uop, 2);
    let out = match table {
        0xc0 => each(|lane| a[lane] & b[lane]),
        0xfc => each(|lane| a[lane] | b[lane]),
        0x3c => each(|lane| a[lane] ^ b[lane]),
        _ => {
            let rows = table_rows(table);
            each(|lane| table_of(rows, a[lane], b[lane], c[lane]))
        }
    };
    if uop.pdst[0] != TRUE {
        let nonzero = mask(|lane| out[lane] != 0);
        let other = warp.predicate(uop.psrc[0]);
        let result = if and {
            nonzero & other
        } else {
            nonzero | other
        };
        warp.write_predicate(uop, 0, lanes, result);
    }
    warp.write(uop, lanes, &out);
}

#[inline(always)]
pub(super) fn plop3(uop: &Uop, warp: &mut WarpState, lanes: u32, first: u8, second: u8) {
    let [a, b, c] = uop.psrc.map(|source| warp.predicate(source));
    warp.write_predicate(uop, 0, lanes, table_of(table_rows(first), a, b, c));
    warp.write_predicate(uop, 1, lanes, table_of(table_rows(second), a, b, c));
}

/// PLOP3 of the sources' sign bits.
#[inline(never)]
pub(super) fn plop3_signs(uop: &Uop, warp: &mut WarpState, lanes: u32, first: u8, second: u8) {
    let [a, b, c] = [0, 1, 2].map(|slot| {
        let row = warp.fixed_row(uop, slot);
        mask(|lane| row[lane] >> 31 != 0)
    });
    warp.write_predicate(uop, 0, lanes, table_of(table_rows(first), a, b, c));
    warp.write_predicate(uop, 1, lanes, table_of(table_rows(second), a, b, c));
}

/// A funnel shift of the pair c:a. An amount beyond the width is the width
/// (`wrap`: is taken modulo it), so that everything is shifted out.
#[inline(always)]
pub(super) fn shf(uop: &Uop, warp: &mut WarpState, lanes: u32, shift: Shift) {
    source!(a = warp, uop, 0);
    source!(b = warp, uop, 1);
    source!(c = warp, uop, 2);
    let width: u32 = match shift.ty {
        ShiftType::U32 | ShiftType::S32 => 32,
        ShiftType::U64 | ShiftType::S64 => 64,
    };
    let signed = matches!(shift.ty, ShiftType::S32 | ShiftType::S64);
    let amount = each(|lane| match shift.wrap {
        true => b[lane] & (width - 1),
        false => b[lane].min(width),
    });
    let pair = |lane: usize| u64::from(c[lane]) << 32 | u64::from(a[lane]);
    let shifted = match (shift.right, signed) {
        (true, true) => each(|lane| ((pair(lane) as i64) >> amount[lane].min(63)) as u64),
        (true, false) => each(|lane| match amount[lane] {
            64 => 0,
            amount => pair(lane) >> (amount & 63),
        }),
        (false, _) => each(|lane| match amount[lane] {
            64 => 0,
            amount => pair(lane) << (amount & 63),
        }),
    };
    let out = match shift.high {
        true => each(|lane| (shifted[lane] >> 32) as u32),
        false => each(|lane| shifted[lane] as u32),
    };
    warp.write(uop, lanes, &out);
}

#[inline(always)]
pub(super) fn iabs(uop: &Uop, warp: &mut WarpState, lanes: u32) {
    source!(a = warp, uop, 0);
    let out = each(|lane| (a[lane] as i32).unsigned_abs());
    warp.write(uop, lanes, &out);
}

/// The smaller or larger of two rows, lane by lane.
#[inline(always)]
fn pick(a: &Row, b: &Row, smaller: u32, signed: bool) -> Row {
    each(|lane| {
        let (x, y) = (a[lane], b[lane]);
        let (low, high) = match signed {
            true => (
                (x as i32).min(y as i32) as u32,
                (x as i32).max(y as i32) as u32,
            ),
            false => (x.min(y), x.max(y)),
        };
        if bit(smaller, lane) != 0 { low } else { high }
    })
}

#[inline(always)]
pub(super) fn min_max(uop: &Uop, warp: &mut WarpState, lanes: u32, signed: bool) {
    source!(a = warp, uop, 0);
    source!(b = warp, uop, 1);
    let out = pick(a, b, warp.predicate(uop.psrc[0]), signed);
    warp.write(uop, lanes, &out);
}

#[inline(always)]
pub(super) fn add_min_max(uop: &Uop, warp: &mut WarpState, lanes: u32, signed: bool) {
    source!(a = warp, uop, 0);
    source!(b = warp, uop, 1);
    source!(c = warp, uop, 2);
    let sum = each(|lane| a[lane].wrapping_add(b[lane]));
    let out = pick(&sum, c, warp.predicate(uop.psrc[0]), signed);
    warp.write(uop, lanes, &out);
}

#[inline(always)]
pub(super) fn popc(uop: &Uop, warp: &mut WarpState, lanes: u32) {
    source!(a = warp, uop, 0);
    let out = each(|lane| a[lane].count_ones());
    warp.write(uop, lanes, &out);
}

#[inline(always)]
pub(super) fn brev(uop: &Uop, warp: &mut WarpState, lanes: u32) {
    source!(a = warp, uop, 0);
    let out = each(|lane| a[lane].reverse_bits());
    warp.write(uop, lanes, &out);
}

/// The byte of the pair that goes to position `to`: its number, and whether only
/// its sign is kept (PTX ISA, `prmt`).
#[inline(always)]
fn picked_byte(selector: u32, to: u32, mode: PrmtMode) -> (u32, bool) {
    let start = selector & 3;
    match mode {
        PrmtMode::Index => {
            let nibble = selector >> (4 * to);
            (nibble & 7, nibble & 8 != 0)
        }
        PrmtMode::F4e => (start + to, false),
        PrmtMode::B4e => (start.wrapping_sub(to) & 7, false),
        PrmtMode::Rc8 => (start, false),
        PrmtMode::Ecl => (start.max(to), false),
        PrmtMode::Ecr => (start.min(to), false),
        PrmtMode::Rc16 => (2 * (start & 1) + (to & 1), false),
    }
}

#[inline(always)]
pub(super) fn prmt(uop: &Uop, warp: &mut WarpState, lanes: u32, mode: PrmtMode) {
    source!(a = warp, uop, 0);
    source!(b = warp, uop, 1);
    source!(c = warp, uop, 2);
    let out = each(|lane| {
        let pair = u64::from(c[lane]) << 32 | u64::from(a[lane]);
        let mut word = 0;
        for to in 0..4 {
            let (from, sign) = picked_byte(b[lane], to, mode);
            let byte = (pair >> (8 * from)) as u8;
            let byte = if sign {
                ((byte as i8) >> 7) as u8
            } else {
                byte
            };
            word |= u32::from(byte) << (8 * to);
        }
        word
    });
    warp.write(uop, lanes, &out);
}

#[inline(always)]
pub(super) fn flo(uop: &Uop, warp: &mut WarpState, lanes: u32, signed: bool, shift: bool) {
    source!(a = warp, uop, 0);
    let out = each(|lane| {
        let word = a[lane];
        let word = if signed {
            word ^ ((word as i32) >> 31) as u32
        } else {
            word
        };
        let zeros = word.leading_zeros();
        match (word, shift) {
            (0, _) => !0,
            (_, true) => zeros,
            (_, false) => 31 - zeros,
        }
    });
    warp.write(uop, lanes, &out);
}

/// The lanes where a comparison of integers holds.
#[inline(always)]
fn compare(a: &Row, b: &Row, cmp: IntCmp, signed: bool) -> u32 {
    let flip = if signed { 1 << 31 } else { 0 };
    let less = || mask(|lane| a[lane] ^ flip < b[lane] ^ flip);
    let equal = || mask(|lane| a[lane] == b[lane]);
    let greater = || mask(|lane| a[lane] ^ flip > b[lane] ^ flip);
    match cmp {
        IntCmp::F => 0,
        IntCmp::Lt => less(),
        IntCmp::Eq => equal(),
        IntCmp::Le => !greater(),
        IntCmp::Gt => greater(),
        IntCmp::Ne => !equal(),
        IntCmp::Ge => !less(),
        IntCmp::T => !0,
    }
}

#[inline(always)]
pub(super) fn isetp(
    uop: &Uop,
    warp: &mut WarpState,
    lanes: u32,
    (cmp, signed, extended): (IntCmp, bool, bool),
    combine: BoolOp,
) {
    source!(a = warp, uop, 0);
    source!(b = warp, uop, 1);
    let mut holds = compare(a, b, cmp, signed);
    if extended {
        let low = warp.predicate(uop.psrc[1]);
        let equal = compare(a, b, IntCmp::Eq, signed);
        holds = equal & low | !equal & holds;
    }
    warp.write_comparison(uop, lanes, holds, combine);
}
