//! The multi-function unit: reciprocals, roots, exponentials, sines.
//!
//! The hardware interpolates in tables, with errors of 1 to 2 ulp (sine and
//! cosine: an absolute error of about 2^-20.5; CUDA C++ Programming Guide,
//! "Intrinsic Functions"). Here the results are rounded correctly to single
//! precision, or lie within 1 ulp of that (through the host's mathematics in
//! double precision), so they differ from the hardware's in the last bits.
//! Sequences that refine them (division, square root) end in the same result.
//! Exact are: sign and special cases, and that subnormal sources count as zero
//! and subnormal results are flushed, which is why compilers scale around them.

use super::float::{bits_of, flush};
use super::lanes::{each, source};
use crate::exec::uop::Uop;
use crate::exec::warp::WarpState;
use sim_isa::modifier::MufuFn;
use std::f64::consts::TAU;

#[inline(always)]
pub(super) fn mufu(uop: &Uop, warp: &mut WarpState, lanes: u32, function: MufuFn) {
    source!(a = warp, uop, 0);
    let out = match function {
        MufuFn::Rcp => each(|lane| single(a[lane], |x| 1.0 / x)),
        MufuFn::Rsq => each(|lane| single(a[lane], inverse_root)),
        MufuFn::Sqrt => each(|lane| single(a[lane], f64::sqrt)),
        MufuFn::Ex2 => each(|lane| single(a[lane], f64::exp2)),
        MufuFn::Lg2 => each(|lane| single(a[lane], f64::log2)),
        MufuFn::Sin => each(|lane| single(a[lane], |x| turns(x).sin())),
        MufuFn::Cos => each(|lane| single(a[lane], |x| turns(x).cos())),
        MufuFn::Tanh => each(|lane| single(a[lane], f64::tanh)),
        MufuFn::Rcp64h => each(|lane| double_high(a[lane], |x| 1.0 / x)),
        MufuFn::Rsq64h => each(|lane| double_high(a[lane], inverse_root)),
    };
    warp.write(uop, lanes, &out);
}

/// A function on single precision.
#[inline(always)]
fn single(bits: u32, function: impl Fn(f64) -> f64) -> u32 {
    let source = f64::from(f32::from_bits(flush(bits)));
    flush(bits_of(function(source) as f32))
}

/// 1/sqrt(x); of minus zero minus infinity.
fn inverse_root(x: f64) -> f64 {
    match x == 0.0 {
        true => 1.0 / x,
        false => 1.0 / x.sqrt(),
    }
}

/// Whole turns as an angle, without losing the fraction of large ones.
fn turns(x: f64) -> f64 {
    x.fract() * TAU
}

/// A function on the high word of a double; the low word counts as zero.
#[inline(always)]
fn double_high(high: u32, function: impl Fn(f64) -> f64) -> u32 {
    let subnormal = high & 0x7ff0_0000 == 0;
    let bits = if subnormal { high & 1 << 31 } else { high };
    let result = function(f64::from_bits(u64::from(bits) << 32));
    match result.is_nan() {
        true => 0x7fff_ffff,
        false => (result.to_bits() >> 32) as u32,
    }
}
