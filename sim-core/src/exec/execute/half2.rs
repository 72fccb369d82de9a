//! Two half-precision numbers in a register.

use super::lanes::{each, source};
use super::rounding;
use crate::exec::uop::{FloatMode, Uop};
use crate::exec::warp::WarpState;
use half::f16;
use sim_isa::modifier::Rounding;

/// The NaN that half-precision instructions return.
const NAN: u16 = 0x7fff;

/// A subnormal half as the zero of its sign.
fn flush(bits: u16, ftz: bool) -> u16 {
    match ftz && bits & 0x7c00 == 0 {
        true => bits & 0x8000,
        false => bits,
    }
}

/// a * b + c of halves, rounded once.
fn fused(a: u16, b: u16, c: u16, mode: FloatMode) -> u16 {
    let [a, b, c] = [a, b, c].map(|bits| f16::from_bits(flush(bits, mode.ftz)).to_f64());
    let exact = rounding::add_to_odd(a * b, c);
    if exact.is_nan() {
        return if mode.sat { 0 } else { NAN };
    }
    let clamped = if mode.sat {
        exact.clamp(0.0, 1.0) + 0.0
    } else {
        exact
    };
    flush(f16::from_f64(clamped).to_bits(), mode.ftz)
}

/// HFMA2. Only rounding to nearest exists.
pub(super) fn hfma2(uop: &Uop, warp: &mut WarpState, lanes: u32, mode: FloatMode) {
    debug_assert_eq!(mode.rounding, Rounding::Rn);
    source!(a = warp, uop, 0);
    source!(b = warp, uop, 1);
    source!(c = warp, uop, 2);
    let halves = |word: u32| [word as u16, (word >> 16) as u16];
    let out = each(|lane| {
        let ([a0, a1], [b0, b1], [c0, c1]) = (halves(a[lane]), halves(b[lane]), halves(c[lane]));
        let [low, high] = [fused(a0, b0, c0, mode), fused(a1, b1, c1, mode)];
        u32::from(high) << 16 | u32::from(low)
    });
    warp.write(uop, lanes, &out);
}
