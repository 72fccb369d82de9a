//! Floats of 16 bits: CUDA's operators and functions of `__half`, `__nv_bfloat16` and their
//! pairs (`cuda_fp16.h`, `cuda_bf16.h`).
//!
//! To CUDA these types are classes. An operator takes two of one type: `h + 1.0f` could mean a
//! sum of halves or of floats, and nvcc refuses it. A pair is one value in one register, with
//! members `x` (the low half) and `y`.
//!
//! The machine divides in single precision, as the headers do.

mod names;

pub(super) use names::{Form, HalfCall, NAMES, find};

use super::calls::count;
use super::operators::{arithmetic, comparison};
use super::value::{Value, register};
use super::{Lowered, Lowering};
use crate::cexpr::{BinaryOperator, Expr, Scalar, TypeName};
use crate::diagnostic::Diagnostic;
use crate::kernel::Rounding::Nearest;
use crate::kernel::{BinaryOp, CompareOp, Const, Operand, Type, UnaryOp, VReg};
use crate::source::Span;
use Scalar::{Bf16, F32, U32};
use names::Form::{One, Two};
use names::HalfCall::{
    AsBits, Binary, Compare, CompareBoth, CompareEach, Convert, Divide, Exchanged, Floats, Fma,
    Half, HalfAsFloat, HalfTwice, Halves, IsNan, OfBits, Pair, SubtractRn, Twice, Unary,
};

/// Quotients of halves below this may have lost bits on the way: the headers refine them.
const REFINE_BELOW: u64 = 0x008f;

impl Lowering<'_> {
    /// One half of a pair.
    pub(super) fn half_of(&mut self, pair: Scalar, operand: Operand, high: bool) -> Value {
        let half = pair.half_of_pair().unwrap_or(pair);
        Value::Scalar(half, self.build.unpack(register(pair), operand, high))
    }

    /// Assigns to one half of a variable.
    pub(super) fn write_half(
        &mut self,
        pair: Scalar,
        reg: VReg,
        high: bool,
        (value, span): (Value, Span),
    ) -> Lowered<()> {
        let half = pair.half_of_pair().unwrap_or(pair);
        let new = self.scalar_as(value, half, span)?;
        let ty = register(pair);
        let other = self.build.unpack(ty, reg.into(), !high);
        let (low, high) = if high { (other, new) } else { (new, other) };
        let both = self.build.pack(ty, low, high);
        self.build.assign(reg, both);
        Ok(())
    }

    /// The right side of `h += 1.0f` or `h++`: of the left side's type, where that is a class
    /// whose operator takes it.
    pub(super) fn as_half_beside(
        &mut self,
        left: &Value,
        right: Value,
        span: Span,
    ) -> Lowered<Value> {
        match *left {
            Value::Scalar(ty, _) if ty.is_half() => {
                Ok(Value::Scalar(ty, self.scalar_as(right, ty, span)?))
            }
            _ => Ok(right),
        }
    }

    /// An operator with a float of 16 bits on one side at least.
    pub(super) fn half_operation(
        &mut self,
        op: BinaryOperator,
        (from_a, a): (Scalar, Operand),
        (from_b, b): (Scalar, Operand),
        span: Span,
    ) -> Lowered<Value> {
        if from_a != from_b {
            return Err(mixed(op, from_a, from_b, span));
        }
        let ty = from_a;
        if let Some(compare) = comparison(op) {
            let holds = self.build.compare(compare, register(ty), a, b);
            return Ok(Value::Scalar(Scalar::Bool, holds));
        }
        match op {
            BinaryOperator::Add | BinaryOperator::Sub | BinaryOperator::Mul => {
                let result = self.build.binary(arithmetic(op), register(ty), a, b);
                Ok(Value::Scalar(ty, result))
            }
            BinaryOperator::Div => Ok(Value::Scalar(ty, self.quotient(ty, a, b))),
            _ => {
                let message = format!("`{}` wants integers, not `{ty}`", op.symbol());
                Err(Diagnostic::error(span, message).help("cast the operands: `(int) …`"))
            }
        }
    }

    /// `half(x)`, `__half2(x, y)`: constructors.
    pub(super) fn construct(&mut self, ty: Scalar, args: &[Expr], span: Span) -> Lowered<Value> {
        match ty.half_of_pair() {
            Some(half) if args.len() != 1 => self.half_call(Pair(half, ty), args, span),
            _ => {
                let [value] = count(args, span)?;
                self.cast(TypeName::scalar(ty), value, span)
            }
        }
    }

    pub(super) fn half_call(
        &mut self,
        call: HalfCall,
        args: &[Expr],
        span: Span,
    ) -> Lowered<Value> {
        match call {
            Unary(op, form) => {
                let (ty, [x]) = self.half_arguments(args, form, span)?;
                let both = matches!(op, UnaryOp::Neg | UnaryOp::Abs);
                Ok(match ty.half_of_pair().filter(|_| !both) {
                    Some(half) => self.each_half(op, half, ty, x),
                    None => Value::Scalar(ty, self.build.unary(op, register(ty), x)),
                })
            }
            Binary(op, form) => {
                let (ty, [a, b]) = self.half_arguments(args, form, span)?;
                let result = self.build.binary(op, register(ty), a, b);
                Ok(Value::Scalar(ty, result))
            }
            SubtractRn(form) => {
                let (ty, [a, b]) = self.half_arguments(args, form, span)?;
                let minus = self.build.unary(UnaryOp::Neg, register(ty), b);
                let result = self.build.binary(BinaryOp::AddRn, register(ty), a, minus);
                Ok(Value::Scalar(ty, result))
            }
            Divide(form) => {
                let (ty, [a, b]) = self.half_arguments(args, form, span)?;
                Ok(Value::Scalar(ty, self.quotient(ty, a, b)))
            }
            Fma(form) => {
                let (ty, operands) = self.half_arguments(args, form, span)?;
                let result = self.build.fma(Nearest, register(ty), operands);
                Ok(Value::Scalar(ty, result))
            }
            Compare(..) | CompareEach(..) | CompareBoth(_) | IsNan => {
                self.half_comparison(call, args, span)
            }
            Convert(from, to, round) => {
                let [x] = self.scalars(args, from, span)?;
                let result = self.build.convert(register(from), register(to), round, x);
                Ok(Value::Scalar(to, result))
            }
            _ => self.pair_call(call, args, span),
        }
    }

    /// What the machine does to one half of a pair after the other.
    fn each_half(&mut self, op: UnaryOp, half: Scalar, pair: Scalar, x: Operand) -> Value {
        let done = [false, true].map(|high| {
            let part = self.build.unpack(register(pair), x, high);
            (half, self.build.unary(op, register(half), part))
        });
        self.pair_of(pair, done)
    }

    fn half_comparison(&mut self, call: HalfCall, args: &[Expr], span: Span) -> Lowered<Value> {
        let form = match call {
            CompareEach(_, form) => form,
            CompareBoth(_) => Two,
            _ => One,
        };
        if call == IsNan {
            let (ty, [x]) = self.half_arguments(args, form, span)?;
            let holds = self.build.compare(CompareOp::Ne, register(ty), x, x);
            return Ok(Value::Scalar(Scalar::Bool, holds));
        }
        let (scalar, [a, b]) = self.half_arguments(args, form, span)?;
        let ty = register(scalar);
        let holds = match call {
            CompareEach(op, _) => {
                let each = self.build.compare_halves(op, ty, a, b);
                return Ok(Value::Scalar(scalar, each));
            }
            // What holds unordered is what its contrary does not hold ordered.
            Compare(op, true) if op != CompareOp::Ne => {
                let not = self.ordered(op.contrary(), ty, a, b);
                self.build.unary(UnaryOp::Not, Type::Pred, not)
            }
            Compare(op, false) => self.ordered(op, ty, a, b),
            Compare(op, true) | CompareBoth(op) => self.build.compare(op, ty, a, b),
            _ => Const::pred(false).into(),
        };
        Ok(Value::Scalar(Scalar::Bool, holds))
    }

    /// A comparison that does not hold with a NaN, `!=` neither.
    fn ordered(&mut self, op: CompareOp, ty: Type, a: Operand, b: Operand) -> Operand {
        if op != CompareOp::Ne {
            return self.build.compare(op, ty, a, b);
        }
        let less = self.build.compare(CompareOp::Lt, ty, a, b);
        let greater = self.build.compare(CompareOp::Gt, ty, a, b);
        self.build.binary(BinaryOp::Or, Type::Pred, less, greater)
    }

    /// Functions that put pairs together or take them apart.
    fn pair_call(&mut self, call: HalfCall, args: &[Expr], span: Span) -> Lowered<Value> {
        match call {
            Pair(from, pair) => {
                let values = self.scalars::<2>(args, from, span)?;
                Ok(self.pair_of(pair, values.map(|value| (from, value))))
            }
            Twice(from, pair) => {
                let [value] = self.scalars(args, from, span)?;
                Ok(self.pair_of(pair, [(from, value); 2]))
            }
            Halves(high) => {
                let (pair, [a, b]) = self.half_arguments(args, Two, span)?;
                let ty = register(pair);
                let halves = [a, b].map(|from| self.build.unpack(ty, from, high));
                let both = self.build.pack(ty, halves[0], halves[1]);
                Ok(Value::Scalar(pair, both))
            }
            AsBits(to) => {
                let (ty, [x]) = self.half_arguments(args, One, span)?;
                let pair = register(ty.pair_of_half());
                let zero = Const::new(register(ty), 0).into();
                let word = self.build.pack(pair, x, zero);
                let word = self.build.reinterpret(Type::U32, word);
                Ok(Value::Scalar(to, self.convert(word, U32, to)))
            }
            OfBits(to) => {
                let [x] = self.scalars(args, U32, span)?;
                let pair = register(to.pair_of_half());
                let both = self.build.reinterpret(pair, x);
                Ok(Value::Scalar(to, self.build.unpack(pair, both, false)))
            }
            _ => {
                let (pair, [x]) = self.half_arguments(args, Two, span)?;
                Ok(self.taken_apart(call, pair, x))
            }
        }
    }

    fn taken_apart(&mut self, call: HalfCall, pair: Scalar, x: Operand) -> Value {
        let ty = register(pair);
        let half = pair.half_of_pair().unwrap_or(pair);
        let parts = [false, true].map(|high| self.build.unpack(ty, x, high));
        let part = |high: bool| parts[usize::from(high)];
        let both = match call {
            HalfAsFloat(high) => return Value::Scalar(F32, self.convert(part(high), half, F32)),
            Floats => {
                let floats = parts.map(|part| self.convert(part, half, F32));
                return Value::Vector(F32, floats.into_iter().collect());
            }
            HalfTwice(high) => [part(high); 2],
            Exchanged => [parts[1], parts[0]],
            Half(high) => return Value::Scalar(half, part(high)),
            _ => parts,
        };
        Value::Scalar(pair, self.build.pack(ty, both[0], both[1]))
    }

    fn pair_of(&mut self, pair: Scalar, values: [(Scalar, Operand); 2]) -> Value {
        let half = pair.half_of_pair().unwrap_or(pair);
        let [low, high] = values.map(|(from, value)| self.convert(value, from, half));
        Value::Scalar(pair, self.build.pack(register(pair), low, high))
    }

    /// Arguments of one type of floats of 16 bits. Numbers beside them are converted, as the
    /// constructors do.
    fn half_arguments<const N: usize>(
        &mut self,
        args: &[Expr],
        form: Form,
        span: Span,
    ) -> Lowered<(Scalar, [Operand; N])> {
        let args: [&Expr; N] = count(args, span)?;
        let mut values = Vec::with_capacity(N);
        for arg in args {
            let value = self.rvalue(arg)?;
            values.push(self.scalar(value, arg.span)?);
        }
        let fits = |ty: Scalar| ty.is_half() && ty.half_of_pair().is_some() == (form == Two);
        let wanted = match form {
            One => "`__half` or `__nv_bfloat16`",
            Two => "`__half2` or `__nv_bfloat162`",
        };
        let Some(&(ty, _)) = values.iter().find(|(ty, _)| fits(*ty)) else {
            let found = values.first().map_or(F32, |(ty, _)| *ty);
            let message = format!("expected {wanted}, found `{found}`");
            return Err(Diagnostic::error(
                args.first().map_or(span, |a| a.span),
                message,
            ));
        };
        let mut operands = [Const::new(register(ty), 0).into(); N];
        for ((operand, (from, value)), arg) in operands.iter_mut().zip(values).zip(args) {
            *operand = self.scalar_as(Value::Scalar(from, value), ty, arg.span)?;
        }
        Ok((ty, operands))
    }

    /// A quotient, half by half.
    fn quotient(&mut self, ty: Scalar, a: Operand, b: Operand) -> Operand {
        let Some(half) = ty.half_of_pair() else {
            return match ty {
                Bf16 => self.bfloat_quotient(a, b),
                _ => self.half_quotient(a, b),
            };
        };
        let pair = register(ty);
        let halves = [false, true].map(|high| {
            let (a, b) = (
                self.build.unpack(pair, a, high),
                self.build.unpack(pair, b, high),
            );
            self.quotient(half, a, b)
        });
        self.build.pack(pair, halves[0], halves[1])
    }

    /// `a * (1 / b)`, refined where the result is so small that the unit's error could show.
    fn half_quotient(&mut self, a: Operand, b: Operand) -> Operand {
        let (single, half) = (Type::F32, Type::F16);
        let [x, y] = [a, b].map(|side| self.build.convert(half, single, Nearest, side));
        let inverse = self.build.unary(UnaryOp::RcpApprox, single, y);
        let first = self.build.binary(BinaryOp::MulRn, single, x, inverse);
        let rounded = self.build.convert(single, half, Nearest, first);
        let minus = self.build.unary(UnaryOp::Neg, single, y);
        let rest = self.build.fma(Nearest, single, [minus, first, x]);
        let second = self.build.fma(Nearest, single, [inverse, rest, first]);
        let refined = self.build.convert(single, half, Nearest, second);
        let size = self.build.unary(UnaryOp::Abs, half, rounded);
        let (zero, limit) = (Const::new(half, 0), Const::new(half, REFINE_BELOW));
        let some = self.build.compare(CompareOp::Gt, half, size, zero.into());
        let small = self.build.compare(CompareOp::Lt, half, size, limit.into());
        let inexact = self.build.binary(BinaryOp::And, Type::Pred, some, small);
        self.build.select(half, inexact, refined, rounded)
    }

    /// `a * (1 / b)` with divisors kept away from what the unit takes for zero or infinity.
    fn bfloat_quotient(&mut self, a: Operand, b: Operand) -> Operand {
        let (single, bfloat) = (Type::F32, Type::Bf16);
        let [x, y] = [a, b].map(|side| self.build.convert(bfloat, single, Nearest, side));
        let times = |lowering: &mut Self, value: Operand, factor: f32, when: Operand| {
            let factor = Const::f32(factor).into();
            let scaled = lowering
                .build
                .binary(BinaryOp::MulRn, single, value, factor);
            lowering.build.select(single, when, scaled, value)
        };
        let size = self.build.unary(UnaryOp::Abs, single, y);
        let large = Const::f32(2f32.powi(126)).into();
        let large = self.build.compare(CompareOp::Ge, single, size, large);
        let y = times(self, y, 0.25, large);
        let size = self.build.unary(UnaryOp::Abs, single, y);
        let normal = Const::f32(f32::MIN_POSITIVE).into();
        let small = self.build.compare(CompareOp::Lt, single, size, normal);
        let (up, y) = (2f32.powi(24), times(self, y, 2f32.powi(24), small));
        let x = times(self, x, up, small);
        let inverse = self.build.unary(UnaryOp::RcpApprox, single, y);
        let ratio = self.build.binary(BinaryOp::MulRn, single, inverse, x);
        let ratio = times(self, ratio, 0.25, large);
        self.build.convert(single, bfloat, Nearest, ratio)
    }
}

fn mixed(op: BinaryOperator, a: Scalar, b: Scalar, span: Span) -> Diagnostic {
    let symbol = op.symbol();
    let message = format!("no one operator `{symbol}` for `{a}` and `{b}`");
    let half = if a.is_half() { a } else { b };
    let help = match (a.is_half() && b.is_half(), half) {
        (true, _) => "convert one side, as with `__half2half2(x)` or by way of `float`",
        (_, Scalar::F16) => "convert one side: `__float2half(x)` or `__half2float(h)`",
        (_, Scalar::Bf16) => "convert one side: `__float2bfloat16(x)` or `__bfloat162float(h)`",
        _ => "convert one side: `__float2half2_rn(x)` or `__float2bfloat162_rn(x)`",
    };
    Diagnostic::error(span, message).help(help)
}
