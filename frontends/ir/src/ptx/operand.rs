//! Operands as text: names and constants.

use super::names::Names;
use crate::kernel::{Const, Operand, Type};

/// A constant as PTX writes it: floats by their bits, integers in decimal.
pub(super) fn constant(value: Const) -> String {
    match value.ty {
        Type::F32 => format!("0f{:08X}", value.bits),
        Type::F64 => format!("0d{:016X}", value.bits),
        Type::F16 | Type::Bf16 => format!("{:#06x}", value.bits),
        Type::F16x2 | Type::Bf16x2 => format!("{:#010x}", value.bits),
        Type::S32 => (value.bits as u32 as i32).to_string(),
        Type::S64 | Type::U64 if value.bits > i64::MAX as u64 => format!("{:#x}", value.bits),
        Type::Pred | Type::U32 | Type::S64 | Type::U64 => value.bits.to_string(),
    }
}

/// An operand as PTX writes it.
pub(super) fn operand(names: &Names, operand: Operand) -> String {
    match operand {
        Operand::Reg(reg) => names.of(reg).to_owned(),
        Operand::Const(value) => constant(value),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constants_keep_their_bits() {
        assert_eq!(constant(Const::f32(-1.5)), "0fBFC00000");
        assert_eq!(constant(Const::f64(1.0)), "0d3FF0000000000000");
        assert_eq!(constant(Const::s32(-7)), "-7");
        assert_eq!(constant(Const::u32(u32::MAX)), "4294967295");
        assert_eq!(constant(Const::s64(-1)), "0xffffffffffffffff");
        assert_eq!(constant(Const::pred(true)), "1");
    }
}
