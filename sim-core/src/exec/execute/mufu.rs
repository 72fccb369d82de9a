//! The multi-function unit's instruction: a function of every lane.

use super::lanes::{each, source};
use super::narrow::Format;
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

/// MUFU of floats of 16 bits: the single-precision result cut off, infinite if it is too large.
#[inline(never)]
pub(super) fn of_half(
    uop: &Uop,
    warp: &mut WarpState,
    lanes: u32,
    function: MufuFn,
    (format, at): (Format, u8),
) {
    let a = warp.fixed_row(uop, 0);
    let single = match function {
        MufuFn::Tanh => mufu::tanh,
        _ => mufu::ex2,
    };
    let out = each(|lane| u32::from(half((a[lane] >> at) as u16, format, single)));
    warp.write(uop, lanes, &out);
}

/// A function of single precision of a float of 16 bits.
fn half(bits: u16, format: Format, single: fn(u32) -> u32) -> u16 {
    let argument = (format.read(bits) as f32).to_bits();
    format.cut(f64::from(f32::from_bits(single(argument))))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A hash (FNV-1a) of a function of all arguments, low byte first.
    fn hash(format: Format, single: fn(u32) -> u32) -> u64 {
        let bytes = (0..=u16::MAX).flat_map(|bits| half(bits, format, single).to_le_bytes());
        bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        })
    }

    /// All 65,536 arguments on an H100 (`ex2.approx.f16`, `.ftz.bf16`, `tanh.approx.f16`, `.bf16`).
    #[test]
    fn functions_of_halves_are_the_gpus_bit_for_bit() {
        assert_eq!(hash(Format::F16, mufu::ex2), 0xbb15_247e_3691_8e63);
        assert_eq!(hash(Format::Bf16, mufu::ex2), 0xd76e_7433_b30f_62f0);
        assert_eq!(hash(Format::F16, mufu::tanh), 0x773f_8c9f_3afb_4da5);
        assert_eq!(hash(Format::Bf16, mufu::tanh), 0xe5de_0026_6bc2_e91d);
    }
}
