//! Carrying out operations that stay inside a warp's registers.
//!
//! Every operation is a loop over 32 lanes that the compiler turns into vector
//! code. It is compiled three times, for the target's baseline, for AVX2 with FMA
//! and for AVX-512, and [`Executor::detect`] chooses once: a baseline `mul_add`
//! would call a library function for each lane. All lanes are computed, and the
//! executing ones written, which costs less than skipping the others.
//!
//! Operations of the uniform datapath run the same code on broadcast values and
//! keep one lane's result: one definition of each semantic.

mod bits;
mod convert;
mod dispatch;
mod double;
mod exact64;
mod exchange;
mod float;
mod float8;
mod half2;
mod int;
mod lanes;
mod matrix;
mod mufu;
mod narrow;
mod rounding;
mod special;

use super::uop::{Alu, Uop};
use super::warp::{Env, WarpState};
pub use dispatch::Executor;
pub use half2::HalfOp;
pub use narrow::Format;

/// Carries out `alu`; compiled once for each instruction set of the host.
#[inline(always)]
fn run(alu: Alu, uop: &Uop, warp: &mut WarpState, lanes: u32, env: &Env) {
    match alu {
        Alu::Mov => int::mov(uop, warp, lanes),
        Alu::MovPair => int::mov_pair(uop, warp, lanes),
        Alu::Sel => int::select(uop, warp, lanes),
        Alu::Fsel { ftz } => float::select(uop, warp, lanes, ftz),
        Alu::Iadd3 => int::iadd3(uop, warp, lanes),
        Alu::Iadd3Carry => int::iadd3_carry(uop, warp, lanes),
        Alu::Imad => int::imad(uop, warp, lanes),
        Alu::ImadCarry => int::imad_carry(uop, warp, lanes),
        Alu::ImadWide { signed, carry } => int::imad_wide(uop, warp, lanes, signed, carry),
        Alu::ImadHi { signed, carry } => int::imad_high(uop, warp, lanes, signed, carry),
        Alu::Lea { shift, carry } => int::lea(uop, warp, lanes, shift, carry),
        Alu::LeaHi { shift, sx32, carry } => int::lea_high(uop, warp, lanes, shift, sx32, carry),
        Alu::Lop3 { table, and } => int::lop3(uop, warp, lanes, table, and),
        Alu::Plop3 { first, second } => int::plop3(uop, warp, lanes, first, second),
        Alu::Shf(shift) => int::shf(uop, warp, lanes, shift),
        Alu::Iabs => int::iabs(uop, warp, lanes),
        Alu::Vimnmx { signed } => int::min_max(uop, warp, lanes, signed),
        Alu::Viaddmnmx { signed } => int::add_min_max(uop, warp, lanes, signed),
        Alu::Popc => int::popc(uop, warp, lanes),
        Alu::Flo { signed, shift } => int::flo(uop, warp, lanes, signed, shift),
        Alu::Isetp {
            cmp,
            signed,
            combine,
            extended,
        } => int::isetp(uop, warp, lanes, (cmp, signed, extended), combine),
        Alu::Prmt(mode) => int::prmt(uop, warp, lanes, mode),
        Alu::Brev => int::brev(uop, warp, lanes),
        Alu::Frnd {
            width,
            at,
            rounding,
            ftz,
        } => convert::frnd(uop, warp, lanes, (width, at), rounding, ftz),
        Alu::Dsetp { cmp, combine } => double::dsetp(uop, warp, lanes, cmp, combine),
        Alu::Match { all, wide } => exchange::find_matches(uop, warp, lanes, all, wide),
        Alu::Fadd(mode) => float::fadd(uop, warp, lanes, mode),
        Alu::Fmul(mode) => float::fmul(uop, warp, lanes, mode),
        Alu::FmulScaled(mode, power) => float::fmul_scaled(uop, warp, lanes, mode, power),
        Alu::Ffma(mode) => float::ffma(uop, warp, lanes, mode),
        Alu::Fmnmx { ftz, nan, xorsign } => {
            float::min_max(uop, warp, lanes, (ftz, nan, xorsign));
        }
        Alu::Fsetp { cmp, ftz, combine } => float::fsetp(uop, warp, lanes, cmp, ftz, combine),
        Alu::Fchk => float::fchk(uop, warp, lanes),
        Alu::Mufu(function) => mufu::mufu(uop, warp, lanes, function),
        Alu::MufuHalf {
            function,
            format,
            at,
        } => mufu::of_half(uop, warp, lanes, function, (format, at)),
        Alu::F2f { to, from, at, mode } => {
            convert::f2f(uop, warp, lanes, to, (from, at), mode);
        }
        Alu::F2i {
            to,
            from,
            at,
            rounding,
            ftz,
            ntz,
        } => convert::f2i(uop, warp, lanes, to, (from, at), rounding, (ftz, ntz)),
        Alu::I2f {
            to,
            from,
            at,
            rounding,
        } => convert::i2f(uop, warp, lanes, to, (from, at), rounding),
        Alu::Dadd { rounding } => double::dadd(uop, warp, lanes, rounding),
        Alu::Dmul { rounding } => double::dmul(uop, warp, lanes, rounding),
        Alu::Dfma { rounding } => double::dfma(uop, warp, lanes, rounding),
        Alu::Half(op, mode, parts) => half2::arithmetic(uop, warp, lanes, op, mode, parts),
        Alu::HalfMinMax {
            mode,
            nan,
            xorsign,
            parts,
        } => half2::min_max(uop, warp, lanes, mode, (nan, xorsign), parts),
        Alu::HalfExtremum { mode, nan, parts } => {
            half2::extremum(uop, warp, lanes, mode, nan, parts);
        }
        Alu::Pack8 { to, halves, relu } => float8::pack(uop, warp, lanes, to, halves, relu),
        Alu::Unpack8 { from, at, relu } => float8::unpack(uop, warp, lanes, (from, at), relu),
        Alu::HalfSetp {
            cmp,
            combine,
            mode,
            parts,
        } => half2::set_predicates(uop, warp, lanes, (cmp, combine), mode, parts),
        Alu::HalfSet {
            cmp,
            combine,
            one,
            mode,
            parts,
        } => half2::set(uop, warp, lanes, (cmp, combine), one, mode, parts),
        Alu::HalfPack {
            mode,
            rounding,
            merge,
        } => half2::pack(uop, warp, lanes, mode, rounding, merge),
        Alu::Sgxt { signed, wrap } => bits::extend(uop, warp, lanes, signed, wrap),
        Alu::Bmsk { wrap } => bits::ones(uop, warp, lanes, wrap),
        Alu::Idp {
            a_signed,
            b_signed,
            halves,
        } => bits::dot(uop, warp, lanes, (a_signed, b_signed), halves),
        Alu::Vabsdiff { signed } => bits::difference(uop, warp, lanes, signed),
        Alu::Vabsdiff4 { sum } => bits::byte_differences(uop, warp, lanes, sum),
        Alu::AddHalves => bits::add_halves(uop, warp, lanes),
        Alu::Extremum(kind) => bits::extremum(uop, warp, lanes, kind),
        Alu::Saturate(to) => bits::saturate(uop, warp, lanes, to),
        Alu::PackIntegers { to, at } => bits::pack_integers(uop, warp, lanes, to, at),
        Alu::PackFloats { to, rounding } => bits::pack_floats(uop, warp, lanes, to, rounding),
        Alu::P2r { which, byte } => bits::predicates_to_register(uop, warp, lanes, which, byte),
        Alu::R2p { which, byte } => bits::register_to_predicates(uop, warp, lanes, which, byte),
        Alu::Plop3Sign { first, second } => int::plop3_signs(uop, warp, lanes, first, second),
        Alu::Fset { cmp, ftz, combine } => float::fset(uop, warp, lanes, cmp, ftz, combine),
        Alu::DoubleMinMax { smaller } => double::min_max(uop, warp, lanes, smaller),
        Alu::R2ur { or } => exchange::to_uniform(uop, warp, lanes, or),
        Alu::Qspc { space, offset } => special::query_space(uop, warp, lanes, space, offset),
        Alu::BarrierResult => special::barrier_result(uop, warp, lanes),
        Alu::Shfl(mode) => exchange::shfl(uop, warp, lanes, mode),
        Alu::Product(product) => matrix::multiply(uop, warp, lanes, product),
        Alu::Transpose => exchange::transpose(uop, warp, lanes),
        Alu::Vote(mode) => exchange::vote(uop, warp, lanes, mode),
        Alu::Redux { op, signed } => exchange::redux(uop, warp, lanes, op, signed),
        Alu::Special(register) => special::special(uop, warp, lanes, register, env),
        Alu::SpecialPair(register) => special::special_pair(uop, warp, lanes, register, env),
    }
}
