//! Conversions between integers and floats.

use super::operands::Flavour;
use super::{Context, Lowering};
use crate::exec::uop::{Alu, FloatWidth, IntWidth, Uop};
use sim_isa::Flag;
use sim_isa::modifier::{
    FloatFrom, FloatFrom32, FloatSide, FloatSide32, FloatTo, FloatTo32, Int32, Int64, IntKind,
    IntRounding, Rounding,
};

impl Context<'_> {
    pub(super) fn f2f(&self, uop: &mut Uop) -> Lowering<()> {
        let from = match self.get::<FloatFrom>() {
            FloatFrom::F16 => FloatWidth::F16,
            FloatFrom::F32 => FloatWidth::F32,
            FloatFrom::F64 => FloatWidth::F64,
        };
        let to = match self.get::<FloatTo>() {
            FloatTo::F16 => FloatWidth::F16,
            FloatTo::F32 => FloatWidth::F32,
            FloatTo::F64 => FloatWidth::F64,
            FloatTo::Bf16 => FloatWidth::Bf16,
        };
        let mode = self.float_mode();
        let at = self.bit_of_part();
        self.alu(uop, &[float_flavour(from)], Alu::F2f { to, from, at, mode })
    }

    /// F2F without doubles.
    pub(super) fn f2f_half(&self, uop: &mut Uop) -> Lowering<()> {
        let from = match self.get::<FloatFrom32>() {
            FloatFrom32::F16 => FloatWidth::F16,
            FloatFrom32::F32 => FloatWidth::F32,
            FloatFrom32::Bf16 => FloatWidth::Bf16,
        };
        let to = match self.get::<FloatTo32>() {
            FloatTo32::F16 => FloatWidth::F16,
            FloatTo32::F32 => FloatWidth::F32,
            FloatTo32::Bf16 => FloatWidth::Bf16,
        };
        let mode = self.float_mode();
        let at = self.bit_of_part();
        self.alu(uop, &[float_flavour(from)], Alu::F2f { to, from, at, mode })
    }

    pub(super) fn f2i(&self, uop: &mut Uop) -> Lowering<()> {
        let from = float_side32(self.get());
        let alu = Alu::F2i {
            to: int32(self.get()),
            from,
            at: self.bit_of_part(),
            rounding: self.get::<IntRounding>(),
            ftz: self.has(Flag::Ftz),
            ntz: self.has(Flag::Ntz),
        };
        self.alu(uop, &[float_flavour(from)], alu)
    }

    pub(super) fn f2i_wide(&self, uop: &mut Uop) -> Lowering<()> {
        let from = float_side(self.get());
        let alu = Alu::F2i {
            to: int64(self.get()),
            from,
            at: self.bit_of_part(),
            rounding: self.get::<IntRounding>(),
            ftz: self.has(Flag::Ftz),
            ntz: self.has(Flag::Ntz),
        };
        self.alu(uop, &[float_flavour(from)], alu)
    }

    pub(super) fn frnd(&self, uop: &mut Uop, width: FloatWidth) -> Lowering<()> {
        let alu = Alu::Frnd {
            width,
            at: self.bit_of_part(),
            rounding: self.get::<IntRounding>(),
            ftz: self.has(Flag::Ftz),
        };
        self.alu(uop, &[float_flavour(width)], alu)
    }

    pub(super) fn i2f(&self, uop: &mut Uop, to: FloatWidth, from: IntWidth) -> Lowering<()> {
        let alu = Alu::I2f {
            to,
            from,
            at: self.bit_of_part(),
            rounding: self.get::<Rounding>(),
        };
        self.alu(uop, &[Flavour::Int], alu)
    }

    pub(super) fn i2f_wide(&self, uop: &mut Uop) -> Lowering<()> {
        let to = float_side(self.get());
        let from = int64(self.get());
        let flavour = match from {
            // An immediate is the high word, as a double's (H100: 2^32 is written as 1).
            IntWidth::U64 | IntWidth::S64 => Flavour::Double,
            IntWidth::U8
            | IntWidth::S8
            | IntWidth::U16
            | IntWidth::S16
            | IntWidth::U32
            | IntWidth::S32 => Flavour::Int,
        };
        let alu = Alu::I2f {
            to,
            from,
            at: self.bit_of_part(),
            rounding: self.get::<Rounding>(),
        };
        self.alu(uop, &[flavour], alu)
    }
}

/// How an operand of a float width is read.
fn float_flavour(width: FloatWidth) -> Flavour {
    match width {
        FloatWidth::F16 | FloatWidth::Bf16 => Flavour::Half,
        FloatWidth::F32 => Flavour::Float,
        FloatWidth::F64 => Flavour::Double,
    }
}

/// The float side of a 32-bit conversion.
pub(super) fn float_side32(kind: FloatSide32) -> FloatWidth {
    match kind {
        FloatSide32::F32 => FloatWidth::F32,
        FloatSide32::F16 => FloatWidth::F16,
        FloatSide32::Bf16 => FloatWidth::Bf16,
    }
}

/// The float side of a conversion with 64 bits on one side.
fn float_side(kind: FloatSide) -> FloatWidth {
    match kind {
        FloatSide::F16 => FloatWidth::F16,
        FloatSide::F32 => FloatWidth::F32,
        FloatSide::F64 => FloatWidth::F64,
        FloatSide::Bf16 => FloatWidth::Bf16,
    }
}

/// The integer side of a 32-bit conversion.
pub(super) fn int32(kind: Int32) -> IntWidth {
    match kind {
        Int32::S32 => IntWidth::S32,
        Int32::U32 => IntWidth::U32,
        Int32::U8 => IntWidth::U8,
        Int32::S8 => IntWidth::S8,
        Int32::U16 => IntWidth::U16,
        Int32::S16 => IntWidth::S16,
    }
}

/// The integer side of a conversion with 64 bits on one side.
fn int64(kind: Int64) -> IntWidth {
    match kind {
        Int64::S32 => IntWidth::S32,
        Int64::U32 => IntWidth::U32,
        Int64::U8 => IntWidth::U8,
        Int64::S8 => IntWidth::S8,
        Int64::U16 => IntWidth::U16,
        Int64::S16 => IntWidth::S16,
        Int64::U64 => IntWidth::U64,
        Int64::S64 => IntWidth::S64,
    }
}

/// The integer side of I2FP.
pub(super) fn int_kind(kind: IntKind) -> IntWidth {
    match kind {
        IntKind::S32 => IntWidth::S32,
        IntKind::U32 => IntWidth::U32,
    }
}
