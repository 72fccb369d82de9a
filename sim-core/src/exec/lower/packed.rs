//! Instructions on bit fields, bytes and packed integers.

use super::half::part;
use super::operands::Flavour::{Float, Int, Pair};
use super::{Context, LowerErrorKind, Lowering};
use crate::exec::uop::{Alu, Extremum, ExtremumOf, PackedInt, TRUE, Uop};
use sim_isa::modifier::{
    Bytes4A, BytesB, F2ipTo, Halves2A, I2iTo, I2ipTo, IntRounding, MinMaxType, PredByte, WhichHalf,
};
use sim_isa::{Flag, Number, Op, Part};

impl Context<'_> {
    /// IDP.
    pub(super) fn dot_product(&self, uop: &mut Uop) -> Lowering<()> {
        let halves =
            (self.instruction.op == Op::Idp2).then(|| self.get::<WhichHalf>() == WhichHalf::Hi);
        let a_signed = match halves {
            None => self.get::<Bytes4A>() == Bytes4A::S8,
            Some(_) => self.get::<Halves2A>() == Halves2A::S16,
        };
        let alu = Alu::Idp {
            a_signed,
            b_signed: self.get::<BytesB>() == BytesB::S8,
            halves,
        };
        self.alu(uop, &[Int, Int, Int], alu)
    }

    /// VIMNMX, VIMNMX3, VIADDMNMX; the plain kinds have fast ways of their own.
    pub(super) fn extremum(&self, uop: &mut Uop, of: ExtremumOf) -> Lowering<()> {
        let (signed, halves) = match self.get::<MinMaxType>() {
            MinMaxType::S32 => (true, false),
            MinMaxType::U32 => (false, false),
            MinMaxType::S16x2 => (true, true),
            MinMaxType::U16x2 => (false, true),
        };
        let relu = self.has(Flag::Relu);
        let plain = !halves && !relu && uop.pdst == [TRUE; 2];
        let alu = match of {
            ExtremumOf::Two if plain => Alu::Vimnmx { signed },
            ExtremumOf::Sum if plain => Alu::Viaddmnmx { signed },
            _ => Alu::Extremum(Extremum {
                of,
                signed,
                halves,
                relu,
            }),
        };
        let sources = if of == ExtremumOf::Two { 2 } else { 3 };
        let flavour = if halves { Pair } else { Int };
        self.alu(uop, &[flavour; 3][..sources], alu)
    }

    /// The lowest bit of the part of a register that the first source means.
    pub(super) fn bit_of_part(&self) -> u8 {
        match part(&self.instruction.a) {
            Part::Byte1 => 8,
            Part::Byte2 | Part::High => 16,
            Part::Byte3 => 24,
            _ => 0,
        }
    }

    /// I2I.
    pub(super) fn narrow(&self, uop: &mut Uop) -> Lowering<()> {
        let to = match self.get::<I2iTo>() {
            I2iTo::U8 => packed(8, false),
            I2iTo::S8 => packed(8, true),
            I2iTo::U16 => packed(16, false),
            I2iTo::S16 => packed(16, true),
        };
        self.alu(uop, &[Int], Alu::Saturate(to))
    }

    /// I2IP. The 4-bit forms read 24 bits of c, the others what fits.
    pub(super) fn pack_integers(&self, uop: &mut Uop) -> Lowering<()> {
        let to = match self.get::<I2ipTo>() {
            I2ipTo::U8 => packed(8, false),
            I2ipTo::S8 => packed(8, true),
            I2ipTo::U16 => packed(16, false),
            I2ipTo::S16 => packed(16, true),
            I2ipTo::U4 => packed(4, false),
            I2ipTo::S4 => packed(4, true),
        };
        let at = match (part(&self.instruction.c), to.bits) {
            (Part::Bits24, 4) => 0,
            (Part::Whole, bits) if bits != 4 => 0,
            (Part::High, bits) if bits != 4 => 16,
            _ => return Err(LowerErrorKind::Unmodelled("this part of the third source")),
        };
        self.alu(uop, &[Int, Int, Int], Alu::PackIntegers { to, at })
    }

    /// F2IP.
    pub(super) fn pack_floats(&self, uop: &mut Uop) -> Lowering<()> {
        let to = match self.get::<F2ipTo>() {
            F2ipTo::U8 => packed(8, false),
            F2ipTo::S8 => packed(8, true),
        };
        let rounding = self.get::<IntRounding>();
        self.alu(uop, &[Float, Float, Int], Alu::PackFloats { to, rounding })
    }

    /// P2R, R2P.
    pub(super) fn move_predicates(&self, uop: &mut Uop) -> Lowering<()> {
        let which = self.instruction.mods.number(Number::PredMask);
        let alu = match self.instruction.op == Op::P2r {
            true => Alu::P2r {
                which,
                byte: match self.get::<PredByte>() {
                    PredByte::B0 => 0,
                    PredByte::B1 => 1,
                    PredByte::B2 => 2,
                    PredByte::B3 => 3,
                },
            },
            false => Alu::R2p {
                which,
                byte: self.bit_of_part() / 8,
            },
        };
        self.alu(uop, &[Int], alu)
    }
}

/// An integer of so many bits.
const fn packed(bits: u32, signed: bool) -> PackedInt {
    PackedInt { bits, signed }
}
