//! The multi-function unit's instruction: a function of every lane.

use super::lanes::{each, source};
use crate::exec::mufu;
use crate::exec::uop::Uop;
use crate::exec::warp::WarpState;
use sim_isa::modifier::MufuFn;

#[inline(always)]
pub(super) fn mufu(uop: &Uop, warp: &mut WarpState, lanes: u32, function: MufuFn) {
    source!(a = warp, uop, 0);
    let out = match function {
        MufuFn::Rcp => each(|lane| mufu::rcp(a[lane])),
        MufuFn::Rsq => each(|lane| mufu::rsq(a[lane])),
        MufuFn::Sqrt => each(|lane| mufu::sqrt(a[lane])),
        MufuFn::Ex2 => each(|lane| mufu::ex2(a[lane])),
        MufuFn::Lg2 => each(|lane| mufu::lg2(a[lane])),
        MufuFn::Sin => each(|lane| mufu::sin(a[lane])),
        MufuFn::Cos => each(|lane| mufu::cos(a[lane])),
        MufuFn::Tanh => each(|lane| mufu::tanh(a[lane])),
        MufuFn::Rcp64h => each(|lane| mufu::rcp64h(a[lane])),
        MufuFn::Rsq64h => each(|lane| mufu::rsq64h(a[lane])),
    };
    warp.write(uop, lanes, &out);
}
