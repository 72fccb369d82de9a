//! Conversions between numbers.

use super::body::{Body, Written};
use crate::kernel::{Const, Operand, Rounding, Type, VReg, eval};

impl Body<'_> {
    pub(super) fn convert(
        &mut self,
        (from, to): (Type, Type),
        round: Rounding,
        dst: VReg,
        src: Operand,
    ) -> Written {
        let mnemonic = match (from, to) {
            (_, Type::Pred) => return self.unsupported("conversion to a predicate"),
            (Type::Pred, _) => {
                self.one_or_zero(to, dst, src);
                return Ok(());
            }
            (a, b) if a.is_half() || b.is_half() => {
                return self.half_convert((a, b), round, dst, src);
            }
            (a, b) if a.is_integer() && b.is_integer() && a.bits() == b.bits() => {
                format!("mov.b{}", a.bits())
            }
            (a, b) if a.is_integer() && b.is_integer() => format!("cvt.{b}.{a}"),
            (a, b) if a.is_float() && b.is_integer() => {
                format!("cvt.{}.{b}.{a}", to_whole(round))
            }
            (a, b) if a == b && round == Rounding::Nearest => format!("mov.{a}"),
            (a, b) if a == b => format!("cvt.{}.{b}.{a}", to_whole(round)),
            // Every single is a double: no rounding, and PTX allows none.
            (Type::F32, Type::F64) => "cvt.f64.f32".into(),
            (a, b) => format!("cvt.{}.{b}.{a}", to_float(round)),
        };
        self.simple(&mnemonic, dst, &[src]);
        Ok(())
    }

    fn one_or_zero(&mut self, to: Type, dst: VReg, src: Operand) {
        let one = match to {
            Type::F32 => Const::f32(1.0),
            Type::F64 => Const::f64(1.0),
            Type::F16 | Type::Bf16 | Type::F16x2 | Type::Bf16x2 => {
                let one = eval::halves::rounded(to, 1.0, Rounding::Nearest);
                Const::new(to, one.into())
            }
            Type::Pred | Type::S32 | Type::U32 | Type::S64 | Type::U64 => Const::new(to, 1),
        };
        let zero = Const::new(to, 0);
        self.select(to, dst, src, one.into(), zero.into());
    }
}

/// A rounding of float results, as PTX names it.
pub(super) fn to_float(round: Rounding) -> &'static str {
    match round {
        Rounding::Nearest => "rn",
        Rounding::Zero => "rz",
        Rounding::Down => "rm",
        Rounding::Up => "rp",
    }
}

pub(super) fn to_whole(round: Rounding) -> &'static str {
    match round {
        Rounding::Nearest => "rni",
        Rounding::Zero => "rzi",
        Rounding::Down => "rmi",
        Rounding::Up => "rpi",
    }
}
