//! Values that cross lanes: shuffles, votes, reductions.

use super::lanes::{each, mask, source};
use crate::exec::fragment::transposed;
use crate::exec::uop::{TRUE, Uop};
use crate::exec::{Row, WarpState};
use sim_isa::modifier::{ReduxOp, ShflMode, VoteMode};

/// The lane that each lane would read, and whether it is in range.
///
/// Source c holds the bound in bits 0…4 and in bits 8…12 the bits of the lane
/// number that stay within a segment (PTX ISA, `shfl.sync`).
#[inline(always)]
fn partners(mode: ShflMode, b: &Row, c: &Row) -> (Row, Row) {
    let segment = |lane: usize| c[lane] >> 8 & 31;
    let lowest = |lane: usize| lane as u32 & segment(lane);
    let highest = |lane: usize| lowest(lane) | (c[lane] & 31 & !segment(lane));
    let distance = |lane: usize| b[lane] & 31;
    let from = match mode {
        ShflMode::Up => each(|lane| (lane as u32).wrapping_sub(distance(lane))),
        ShflMode::Down => each(|lane| lane as u32 + distance(lane)),
        ShflMode::Bfly => each(|lane| lane as u32 ^ distance(lane)),
        ShflMode::Idx => each(|lane| lowest(lane) | (distance(lane) & !segment(lane))),
    };
    let in_range = match mode {
        ShflMode::Up => each(|lane| u32::from(from[lane] as i32 >= highest(lane) as i32)),
        ShflMode::Down | ShflMode::Bfly | ShflMode::Idx => {
            each(|lane| u32::from(from[lane] <= highest(lane)))
        }
    };
    (from, in_range)
}

/// SHFL. A lane that does not execute gives what its register holds.
#[inline(always)]
pub(super) fn shfl(uop: &Uop, warp: &mut WarpState, lanes: u32, mode: ShflMode) {
    source!(a = warp, uop, 0);
    source!(b = warp, uop, 1);
    source!(c = warp, uop, 2);
    let (from, in_range) = partners(mode, b, c);
    let out = each(|lane| match in_range[lane] {
        0 => a[lane],
        _ => a[from[lane] as usize & 31],
    });
    if uop.pdst[0] != TRUE {
        let in_range = mask(|lane| in_range[lane] != 0);
        warp.write_predicate(uop, 0, lanes, in_range);
    }
    warp.write(uop, lanes, &out);
}

impl WarpState {
    /// The first of a shuffle's executing `lanes` that is in range and reads a
    /// lane which does not execute, and that lane: what it gets is undefined
    /// (PTX ISA, `shfl.sync`).
    #[cold]
    pub fn reads_inactive(&self, uop: &Uop, lanes: u32, mode: ShflMode) -> Option<(u32, u32)> {
        source!(b = self, uop, 1);
        source!(c = self, uop, 2);
        let (from, in_range) = partners(mode, b, c);
        let undefined =
            mask(|lane| in_range[lane] != 0 && lanes >> (from[lane] & 31) & 1 == 0) & lanes;
        let lane = undefined.trailing_zeros();
        (undefined != 0).then(|| (lane, from[lane as usize] & 31))
    }
}

/// MOVM: lane `4 i + t` holds of row `i` of an 8×8 matrix the elements in columns `2 t` and `2 t + 1`.
#[inline(never)]
pub(super) fn transpose(uop: &Uop, warp: &mut WarpState, lanes: u32) {
    let out = transposed(&warp.fixed_row(uop, 0));
    warp.write(uop, lanes, &out);
}

/// VOTE.
#[inline(always)]
pub(super) fn vote(uop: &Uop, warp: &mut WarpState, lanes: u32, mode: VoteMode) {
    let ballot = lanes & warp.predicate(uop.psrc[0]);
    let holds = match mode {
        VoteMode::All => ballot == lanes,
        VoteMode::Any => ballot != 0,
        VoteMode::Eq => ballot == 0 || ballot == lanes,
    };
    warp.write(uop, lanes, &[ballot; 32]);
    warp.write_predicate(uop, 0, lanes, if holds { !0 } else { 0 });
}

/// REDUX.
#[inline(always)]
pub(super) fn redux(uop: &Uop, warp: &mut WarpState, lanes: u32, op: ReduxOp, signed: bool) {
    source!(a = warp, uop, 0);
    let out = reduce(a, lanes, op, signed);
    warp.write(uop, lanes, &[out; 32]);
}

/// The executing lanes' values as one.
fn reduce(values: &Row, lanes: u32, op: ReduxOp, signed: bool) -> u32 {
    let executing = (0..32).filter(|lane| lanes >> lane & 1 != 0);
    let words = executing.map(|lane| values[lane]);
    let flip = if signed { 1 << 31 } else { 0 };
    match op {
        ReduxOp::And => words.fold(!0, |x, y| x & y),
        ReduxOp::Or => words.fold(0, |x, y| x | y),
        ReduxOp::Xor => words.fold(0, |x, y| x ^ y),
        ReduxOp::Sum => words.fold(0, u32::wrapping_add),
        ReduxOp::Min => words.map(|word| word ^ flip).min().unwrap_or(0) ^ flip,
        ReduxOp::Max => words.map(|word| word ^ flip).max().unwrap_or(0) ^ flip,
    }
}

/// MATCH: the executing lanes that hold the same value.
#[inline(always)]
pub(super) fn find_matches(uop: &Uop, warp: &mut WarpState, lanes: u32, all: bool, wide: bool) {
    let values = match wide {
        true => warp.wide_row(uop, 0),
        false => {
            source!(a = warp, uop, 0);
            each(|lane| u64::from(a[lane]))
        }
    };
    let same = each(|lane| lanes & mask(|other| values[other] == values[lane]));
    if !all {
        return warp.write(uop, lanes, &same);
    }
    let agree = same[lanes.trailing_zeros() as usize & 31] == lanes;
    warp.write(uop, lanes, &[if agree { lanes } else { 0 }; 32]);
    warp.write_predicate(uop, 0, lanes, if agree { !0 } else { 0 });
}

/// R2UR: the first executing lane's value, and who has another.
#[inline(never)]
pub(super) fn to_uniform(uop: &Uop, warp: &mut WarpState, lanes: u32, or: bool) {
    let values = warp.fixed_row(uop, 0);
    let first = values[lanes.trailing_zeros() as usize & 31];
    let index = usize::from(uop.pdst[0] & 7);
    let before = if or { warp.preds[index] } else { 0 };
    if uop.pdst[0] != TRUE {
        let other = mask(|lane| values[lane] != first) | before;
        warp.preds[index] = warp.preds[index] & !lanes | other & lanes;
    }
    if usize::from(uop.dst) < 63 {
        warp.uniforms[usize::from(uop.dst)] = first;
    }
}
