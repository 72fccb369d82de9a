//! The value of an operation on constants: what the machine would compute, bit by bit.
//! Operations whose result depends on an approximation are left to the machine.

use crate::kernel::{BinaryOp, CompareOp, Const, Inst, Operand, Rounding, Type, UnaryOp, eval};

/// The constant that an instruction computes, if it computes one.
pub(crate) fn value(inst: &Inst) -> Option<Const> {
    if let Some(value) = halves(inst) {
        return Some(value);
    }
    match *inst {
        Inst::Unary { op, ty, a, .. } => unary(op, ty, read(a, ty)?),
        Inst::Binary { op, ty, a, b, .. } => {
            let amount = matches!(op, BinaryOp::Shl | BinaryOp::Shr);
            let right = if amount { Type::U32 } else { ty };
            binary(op, ty, read(a, ty)?, read(b, right)?)
        }
        Inst::Fma {
            round: Rounding::Nearest,
            ty,
            a,
            b,
            c,
            ..
        } => fma(ty, read(a, ty)?, read(b, ty)?, read(c, ty)?),
        Inst::MulWide { ty, a, b, .. } => wide(ty, read(a, ty)?, read(b, ty)?),
        Inst::Compare { op, ty, a, b, .. } => compare(op, ty, read(a, ty)?, read(b, ty)?),
        Inst::Select {
            condition, a, b, ..
        } => select(condition.constant()?, a, b),
        Inst::Convert { from, to, src, .. } => convert(from, to, read(src, from)?),
        _ => None,
    }
}

/// A constant as the operation takes it: signed and unsigned integers stand for each other.
fn read(operand: Operand, ty: Type) -> Option<Const> {
    operand.constant().map(|c| Const::new(ty, c.bits))
}

/// What an operation gives of which an operand or the result is a float of 16 bits, a pair, or a
/// word of a double, unless it is a NaN.
fn halves(inst: &Inst) -> Option<Const> {
    let (ty, bits) = match *inst {
        Inst::Unary { op, ty, a, .. } if ty.is_half() => {
            (ty, eval::unary(op, ty, a.constant()?.bits)?)
        }
        Inst::Binary { op, ty, a, b, .. } if ty.is_half() => {
            let (a, b) = (a.constant()?, b.constant()?);
            (ty, eval::binary(op, ty, a.bits, b.bits))
        }
        Inst::Fma {
            round, ty, a, b, c, ..
        } if ty.is_half() => {
            let (a, b, c) = (a.constant()?, b.constant()?, c.constant()?);
            (ty, eval::fma(round, ty, a.bits, b.bits, c.bits))
        }
        Inst::CompareHalves { op, ty, a, b, .. } => {
            let (a, b) = (a.constant()?, b.constant()?);
            (ty, eval::halves::compare_halves(op, ty, a.bits, b.bits))
        }
        Inst::Pack { ty, low, high, .. } => {
            let (low, high) = (low.constant()?, high.constant()?);
            (ty, eval::halves::pack(ty, low.bits, high.bits))
        }
        Inst::Unpack { ty, src, high, .. } => (
            ty.half(),
            eval::halves::unpack(ty, src.constant()?.bits, high),
        ),
        Inst::Convert {
            from,
            to,
            round,
            src,
            ..
        } if from.is_half() || to.is_half() => {
            (to, eval::convert(from, to, round, src.constant()?.bits))
        }
        _ => return None,
    };
    let value = Const::new(ty, bits);
    (!holds_nan(value)).then_some(value)
}

fn holds_nan(value: Const) -> bool {
    let half = |high| {
        Const::new(
            value.ty.half(),
            eval::halves::unpack(value.ty, value.bits, high),
        )
    };
    match value.ty.is_pair() {
        true => [false, true].map(half).into_iter().any(holds_nan),
        false => value.as_float().is_some_and(f64::is_nan),
    }
}

fn select(condition: Const, a: Operand, b: Operand) -> Option<Const> {
    if condition.bits != 0 { a } else { b }.constant()
}

fn integer(ty: Type, value: i128) -> Option<Const> {
    ty.is_integer().then(|| Const::new(ty, value as u64))
}

fn unary(op: UnaryOp, ty: Type, a: Const) -> Option<Const> {
    if ty.is_half() {
        return None;
    }
    if ty.is_float() {
        let flip = 1 << (ty.bits() - 1);
        return (op == UnaryOp::Neg).then(|| Const::new(ty, a.bits ^ flip));
    }
    let value = a.as_integer()?;
    match op {
        UnaryOp::Neg => integer(ty, -value),
        UnaryOp::Not => Some(Const::new(ty, !a.bits)),
        UnaryOp::Abs => integer(ty, value.abs()),
        UnaryOp::Popc => Some(Const::u32(a.bits.count_ones())),
        UnaryOp::SignExtend8 => integer(ty, i128::from(value as i8)),
        UnaryOp::SignExtend16 => integer(ty, i128::from(value as i16)),
        _ => None,
    }
}

fn binary(op: BinaryOp, ty: Type, a: Const, b: Const) -> Option<Const> {
    match ty {
        Type::F32 => f32_binary(op, a, b),
        Type::F64 => f64_binary(op, a, b),
        Type::F16 | Type::Bf16 | Type::F16x2 | Type::Bf16x2 => None,
        Type::Pred | Type::S32 | Type::U32 | Type::S64 | Type::U64 => int_binary(op, ty, a, b),
    }
}

fn int_binary(op: BinaryOp, ty: Type, a: Const, b: Const) -> Option<Const> {
    let (x, y, bits) = (a.as_integer()?, b.as_integer()?, ty.bits());
    let result = match op {
        BinaryOp::Add => x + y,
        BinaryOp::Sub => x - y,
        BinaryOp::Mul => x.wrapping_mul(y),
        BinaryOp::MulHi => x.wrapping_mul(y) >> bits,
        BinaryOp::Div => x.checked_div(y)?,
        BinaryOp::Rem => x.checked_rem(y)?,
        BinaryOp::Min => x.min(y),
        BinaryOp::Max => x.max(y),
        BinaryOp::And => x & y,
        BinaryOp::Or => x | y,
        BinaryOp::Xor => x ^ y,
        BinaryOp::Shl if y >= i128::from(bits) => 0,
        BinaryOp::Shl => x << y,
        BinaryOp::Shr => x >> y.min(i128::from(bits)),
        BinaryOp::AddRn | BinaryOp::MulRn => return None,
    };
    Some(Const::new(ty, result as u64))
}

fn f32_of(value: Const) -> f32 {
    f32::from_bits(value.bits as u32)
}

fn f64_of(value: Const) -> f64 {
    f64::from_bits(value.bits)
}

/// A result, unless it is a NaN: which one the machine makes is the machine's business.
fn f32_result(value: f32) -> Option<Const> {
    (!value.is_nan()).then(|| Const::f32(value))
}

fn f64_result(value: f64) -> Option<Const> {
    (!value.is_nan()).then(|| Const::f64(value))
}

fn f32_binary(op: BinaryOp, a: Const, b: Const) -> Option<Const> {
    let (x, y) = (f32_of(a), f32_of(b));
    match op {
        BinaryOp::Add | BinaryOp::AddRn => f32_result(x + y),
        BinaryOp::Sub => f32_result(x - y),
        BinaryOp::Mul | BinaryOp::MulRn => f32_result(x * y),
        BinaryOp::Div => f32_result(x / y),
        _ => None,
    }
}

fn f64_binary(op: BinaryOp, a: Const, b: Const) -> Option<Const> {
    let (x, y) = (f64_of(a), f64_of(b));
    match op {
        BinaryOp::Add | BinaryOp::AddRn => f64_result(x + y),
        BinaryOp::Sub => f64_result(x - y),
        BinaryOp::Mul | BinaryOp::MulRn => f64_result(x * y),
        BinaryOp::Div => f64_result(x / y),
        _ => None,
    }
}

fn fma(ty: Type, a: Const, b: Const, c: Const) -> Option<Const> {
    match ty {
        Type::F32 => f32_result(f32_of(a).mul_add(f32_of(b), f32_of(c))),
        Type::F64 => f64_result(f64_of(a).mul_add(f64_of(b), f64_of(c))),
        Type::F16 | Type::Bf16 | Type::F16x2 | Type::Bf16x2 => None,
        Type::Pred | Type::S32 | Type::U32 | Type::S64 | Type::U64 => {
            let product = a.as_integer()?.wrapping_mul(b.as_integer()?);
            integer(ty, product.wrapping_add(c.as_integer()?))
        }
    }
}

fn wide(ty: Type, a: Const, b: Const) -> Option<Const> {
    let to = if ty.is_signed() { Type::S64 } else { Type::U64 };
    integer(to, a.as_integer()? * b.as_integer()?)
}

fn compare(op: CompareOp, ty: Type, a: Const, b: Const) -> Option<Const> {
    let order = match ty.is_float() {
        true => a.as_float()?.partial_cmp(&b.as_float()?),
        false => Some(a.as_integer()?.cmp(&b.as_integer()?)),
    };
    let holds = match op {
        CompareOp::Eq => order.is_some_and(|o| o.is_eq()),
        CompareOp::Ne => order.is_none_or(|o| o.is_ne()),
        CompareOp::Lt => order.is_some_and(|o| o.is_lt()),
        CompareOp::Le => order.is_some_and(|o| o.is_le()),
        CompareOp::Gt => order.is_some_and(|o| o.is_gt()),
        CompareOp::Ge => order.is_some_and(|o| o.is_ge()),
    };
    Some(Const::pred(holds))
}

fn convert(from: Type, to: Type, src: Const) -> Option<Const> {
    if from.is_half() || to.is_half() {
        return None;
    }
    match (from.is_float(), to) {
        (false, Type::F32) => {
            let value = src.as_integer()?;
            (value.unsigned_abs() < 1 << 24).then(|| Const::f32(value as f32))
        }
        (false, Type::F64) => {
            let value = src.as_integer()?;
            (value.unsigned_abs() < 1 << 53).then(|| Const::f64(value as f64))
        }
        (false, _) => integer(to, src.as_integer()?),
        (true, Type::F64) if from == Type::F32 => f64_result(f32_of(src).into()),
        (true, Type::F32) if from == Type::F32 => Some(src),
        (true, _) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::Id;

    fn fold(op: BinaryOp, a: Const, b: Const) -> Option<Const> {
        let (dst, a_op, b_op) = (Id::new(0), a.into(), b.into());
        value(&Inst::Binary {
            op,
            ty: a.ty,
            dst,
            a: a_op,
            b: b_op,
        })
    }

    #[test]
    fn an_operation_reads_constants_by_its_own_type() {
        let minus_one = Const::s32(-1).into();
        let widened = value(&Inst::Convert {
            from: Type::U32,
            to: Type::S64,
            round: Rounding::Nearest,
            dst: Id::new(0),
            src: minus_one,
        });
        assert_eq!(widened, Some(Const::new(Type::S64, 0xffff_ffff)));
        let compared = value(&Inst::Compare {
            op: CompareOp::Gt,
            ty: Type::U32,
            dst: Id::new(0),
            a: minus_one,
            b: Const::u32(1).into(),
        });
        assert_eq!(compared, Some(Const::pred(true)));
    }

    #[test]
    fn integers_wrap_and_shift_as_the_machine_does() {
        let max = Const::s32(i32::MAX);
        assert_eq!(
            fold(BinaryOp::Add, max, Const::s32(1)),
            Some(Const::s32(i32::MIN))
        );
        assert_eq!(
            fold(BinaryOp::Shl, max, Const::u32(32)),
            Some(Const::s32(0))
        );
        let minus = Const::s32(-5);
        assert_eq!(
            fold(BinaryOp::Shr, minus, Const::u32(40)),
            Some(Const::s32(-1))
        );
        let big = Const::u32(u32::MAX);
        assert_eq!(
            fold(BinaryOp::MulHi, big, big),
            Some(Const::u32(u32::MAX - 1))
        );
    }

    #[test]
    fn a_division_by_zero_is_left_to_the_machine() {
        assert_eq!(fold(BinaryOp::Div, Const::s32(1), Const::s32(0)), None);
        assert_eq!(fold(BinaryOp::Div, Const::f32(0.0), Const::f32(0.0)), None);
    }
}
