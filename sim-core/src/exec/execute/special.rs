//! Special registers.

use super::lanes::{each, mask};
use crate::exec::access::{GENERIC_SHARED, resolve_generic};
use crate::exec::memory_op::Generic;
use crate::exec::uop::{Special, Uop};
use crate::exec::{Env, Row, WarpState};
use sim_isa::modifier::QuerySpace;

/// What a special register shows to each lane.
fn value(warp: &WarpState, register: Special, env: &Env) -> Row {
    match register {
        Special::Zero | Special::CgaCtaId => [0; 32],
        Special::LaneId => each(|lane| lane as u32),
        Special::Tid(axis) => warp.tid[usize::from(axis)],
        Special::TidPacked => {
            let [x, y, z] = &warp.tid;
            each(|lane| x[lane] | y[lane] << 16 | z[lane] << 26)
        }
        Special::Ctaid(axis) => [warp.place().block[usize::from(axis)]; 32],
        Special::VirtualId => [env.warp_slot << 8; 32],
        Special::SharedWindowHigh => [(GENERIC_SHARED >> 32) as u32; 32],
        Special::SmId => [env.sm; 32],
        Special::EqMask => each(|lane| 1 << lane),
        Special::LtMask => each(|lane| (1 << lane) - 1),
        Special::LeMask => each(|lane| (2u32 << lane).wrapping_sub(1)),
        Special::GtMask => each(|lane| !(2u32 << lane).wrapping_sub(1)),
        Special::GeMask => each(|lane| !((1u32 << lane) - 1)),
        Special::ClockLo => [env.clock as u32; 32],
        Special::ClockHi => [(env.clock >> 32) as u32; 32],
        Special::GlobalTimerLo => [env.time_ns() as u32; 32],
        Special::GlobalTimerHi => [(env.time_ns() >> 32) as u32; 32],
    }
}

/// S2R, S2UR, CS2R.32.
pub(super) fn special(uop: &Uop, warp: &mut WarpState, lanes: u32, register: Special, env: &Env) {
    let values = value(warp, register, env);
    warp.write(uop, lanes, &values);
}

/// CS2R: a pair, whose high word belongs to the counters.
pub(super) fn special_pair(
    uop: &Uop,
    warp: &mut WarpState,
    lanes: u32,
    register: Special,
    env: &Env,
) {
    let low = value(warp, register, env);
    let high = match register {
        Special::ClockLo => value(warp, Special::ClockHi, env),
        Special::GlobalTimerLo => value(warp, Special::GlobalTimerHi, env),
        Special::Zero
        | Special::LaneId
        | Special::Tid(_)
        | Special::TidPacked
        | Special::Ctaid(_)
        | Special::CgaCtaId
        | Special::VirtualId
        | Special::SharedWindowHigh
        | Special::SmId
        | Special::EqMask
        | Special::LtMask
        | Special::LeMask
        | Special::GtMask
        | Special::GeMask
        | Special::ClockHi
        | Special::GlobalTimerHi => [0; 32],
    };
    let pair = each(|lane| u64::from(high[lane]) << 32 | u64::from(low[lane]));
    warp.write_wide(uop, lanes, &pair);
}

/// QSPC: whether a generic address lies in a memory space.
#[inline(never)]
pub(super) fn query_space(
    uop: &Uop,
    warp: &mut WarpState,
    lanes: u32,
    space: QuerySpace,
    offset: i32,
) {
    let addresses = warp.wide_row(uop, 0);
    let inside = mask(|lane| {
        let address = addresses[lane].wrapping_add_signed(i64::from(offset));
        match (resolve_generic(address), space) {
            (Generic::Global(_), QuerySpace::Global) => true,
            (Generic::Local(_), QuerySpace::Local) => true,
            (Generic::Shared(_), QuerySpace::Shared | QuerySpace::Cluster) => true,
            (Generic::Global(_) | Generic::Local(_) | Generic::Shared(_), _) => false,
        }
    });
    warp.write_predicate(uop, 0, lanes, inside);
    warp.write(uop, lanes, &each(|lane| u32::from(inside >> lane & 1 != 0)));
}

/// B2R.RESULT.
pub(super) fn barrier_result(uop: &Uop, warp: &mut WarpState, lanes: u32) {
    let result = warp.barrier_result;
    warp.write(uop, lanes, &[result; 32]);
    warp.write_predicate(uop, 0, lanes, if result == 0 { 0 } else { !0 });
}
