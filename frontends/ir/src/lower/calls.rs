//! Calls of built-in functions, by their row of the table.

use super::convert::decayed;
use super::inline::pointees;
use super::table::{self, Builtin};
use super::value::{Pointer, Value, register};
use super::{Lowered, Lowering};
use crate::ast::Function;
use crate::cexpr::{Expr, Scalar, one_word, reserved_name};
use crate::diagnostic::{Diagnostic, did_you_mean};
use crate::kernel::{Address, AtomicOp, BinaryOp, Const, Operand, Type, UnaryOp};
use crate::math_library;
use crate::source::Span;

/// A function that is not of the kernel's text.
enum Outside {
    Builtin(Builtin),
    Library(&'static Function),
}

impl Lowering<'_> {
    pub(super) fn call(
        &mut self,
        callee: &str,
        callee_span: Span,
        args: &[Expr],
        span: Span,
    ) -> Lowered<Value> {
        let functions = self.functions;
        if let Some(function) = functions.iter().find(|f| f.name.text == callee) {
            return self.inline(function, args, span);
        }
        let constructed = one_word(reserved_name(callee).unwrap_or(callee));
        if let Some((scalar, 1)) = constructed.filter(|(scalar, _)| scalar.is_half()) {
            return self.construct(scalar, args, span);
        }
        // CUDA has the functions of `<math.h>` for `float`, too, under the names of `double`'s.
        let single = self.outside_function(&format!("{callee}f"));
        if let Some(single) = single
            && self.overload_is_single(&single, args)?
        {
            return self.call_outside(single, args, span);
        }
        match self.outside_function(callee) {
            Some(known) => self.call_outside(known, args, span),
            None => Err(self.unknown_function(callee, callee_span)),
        }
    }

    /// What a name means that is no function of the text.
    fn outside_function(&self, name: &str) -> Option<Outside> {
        let fast = self.options.fast_math;
        if let Some(builtin) = table::find_fast(name).filter(|_| fast) {
            return Some(Outside::Builtin(builtin));
        }
        let inner = table::find_of_library(name).filter(|_| self.in_library);
        if let Some(builtin) = inner.or_else(|| table::find(name)) {
            return Some(Outside::Builtin(builtin));
        }
        let name = if fast { table::fast_name(name) } else { name };
        math_library::find(name).map(Outside::Library)
    }

    fn call_outside(&mut self, known: Outside, args: &[Expr], span: Span) -> Lowered<Value> {
        match known {
            Outside::Builtin(builtin) => self.builtin(builtin, args, span),
            Outside::Library(function) => {
                let other = math_library::find_of_bfloat(&function.name.text);
                let other = other.filter(|_| self.is_bfloat(args));
                self.inline_from_library(other.unwrap_or(function), args, span)
            }
        }
    }

    /// Whether an overload for bfloat16 is meant.
    fn is_bfloat(&mut self, args: &[Expr]) -> bool {
        let bfloat = |value| matches!(value, Ok(Value::Scalar(Scalar::Bf16 | Scalar::Bf16x2, _)));
        self.aside(|lowering| args.iter().any(|arg| bfloat(lowering.rvalue(arg))))
    }

    /// Whether the function of `float` is meant by arguments: if all are floats, or point at some.
    fn overload_is_single(&mut self, single: &Outside, args: &[Expr]) -> Lowered<bool> {
        let args = match single {
            Outside::Library(function) if !self.in_library => pointees(function, args),
            Outside::Library(_) | Outside::Builtin(_) => args.to_vec(),
        };
        let mut all = true;
        for arg in &args {
            // What is wrong with an argument is said when it is lowered to stay.
            if let Ok(Value::Scalar(ty, _)) = self.aside(|lowering| lowering.rvalue(arg)) {
                check_overload(ty, arg.span)?;
                all &= ty == Scalar::F32;
            }
        }
        Ok(all)
    }

    fn unknown_function(&self, name: &str, span: Span) -> Diagnostic {
        let unsupported = table::UNSUPPORTED.iter().find(|(known, _)| *known == name);
        if let Some((_, instead)) = unsupported {
            let message = format!("`{name}` is not supported");
            return Diagnostic::error(span, message).help(*instead);
        }
        let known = table::FUNCTIONS.iter().map(|(known, _)| *known);
        let known = known.chain(math_library::NAMES);
        let known = known.chain(super::halves::NAMES.iter().map(|(name, _)| *name));
        let own = self.functions.iter().map(|f| f.name.text.as_str());
        let near = did_you_mean(name, own.chain(known));
        let help = near.map(|near| format!("did you mean `{near}`?"));
        Diagnostic::error(span, format!("unknown function `{name}`")).help_if(help)
    }

    fn builtin(&mut self, builtin: Builtin, args: &[Expr], span: Span) -> Lowered<Value> {
        match builtin {
            Builtin::Unary(op, ty) => {
                let [x] = count(args, span)?;
                self.float_unary(op, x, Some(ty))
            }
            Builtin::UnaryOf(op) => {
                let [x] = count(args, span)?;
                self.float_unary(op, x, None)
            }
            Builtin::Abs => {
                let [x] = count(args, span)?;
                self.absolute(x)
            }
            Builtin::Binary(op, ty) => {
                let values = self.scalars::<2>(args, ty, span)?;
                Ok(self.two(op, ty, values))
            }
            Builtin::BinaryOf(op) => {
                let (ty, values) = self.common_scalars(args, span)?;
                Ok(self.two(op, ty, values))
            }
            Builtin::Fma(round, ty) => {
                let operands = self.scalars(args, ty, span)?;
                let result = self.build.fma(round, register(ty), operands);
                Ok(Value::Scalar(ty, result))
            }
            Builtin::Bits(op, ty) => {
                let [x] = self.scalars(args, ty, span)?;
                let result = self.build.unary(op, register(ty), x);
                let result = self.convert(result, Scalar::U32, Scalar::I32);
                Ok(Value::Scalar(Scalar::I32, result))
            }
            Builtin::Reverse(ty) => {
                let [x] = self.scalars(args, ty, span)?;
                let result = self.build.unary(UnaryOp::Brev, register(ty), x);
                Ok(Value::Scalar(ty, result))
            }
            Builtin::Convert(from, to, round) => {
                let [x] = self.scalars(args, from, span)?;
                let result = self.build.convert(register(from), register(to), round, x);
                Ok(Value::Scalar(to, result))
            }
            Builtin::Half(call) => self.half_call(call, args, span),
            Builtin::FindFirst(ty) => self.find_first(ty, args, span),
            Builtin::Reinterpret(from, to) => {
                let [x] = self.scalars(args, from, span)?;
                let result = self.build.reinterpret(register(to), x);
                Ok(Value::Scalar(to, result))
            }
            Builtin::WordOfDouble(high) => {
                let [x] = self.scalars(args, Scalar::F64, span)?;
                let word = self.build.unpack(Type::F64, x, high);
                let word = self.convert(word, Scalar::U32, Scalar::I32);
                Ok(Value::Scalar(Scalar::I32, word))
            }
            Builtin::JoinWords => {
                let [high, low] = self.scalars(args, Scalar::U32, span)?;
                let result = self.build.pack(Type::F64, low, high);
                Ok(Value::Scalar(Scalar::F64, result))
            }
            Builtin::ExpApprox(_) | Builtin::LogApprox(_) | Builtin::DivideApprox => {
                self.approximation(builtin, args, span)
            }
            Builtin::Vector(scalar, lanes) => self.vector(scalar, lanes, args, span),
            Builtin::Atomic(_) | Builtin::AtomicSub | Builtin::Load(_) | Builtin::Store(_) => {
                self.memory_call(builtin, args, span)
            }
            Builtin::Barrier
            | Builtin::SyncWarp
            | Builtin::Fence(_)
            | Builtin::Shuffle(_)
            | Builtin::Vote(_)
            | Builtin::Reduce(_)
            | Builtin::Match(_)
            | Builtin::BarrierReduce(_)
            | Builtin::ActiveMask
            | Builtin::Clock(..) => self.warp_call(builtin, args, span),
            Builtin::Printf => self.printf(args, span),
            Builtin::Assert => self.assert(args, span),
            Builtin::Trap => self.trap(args, span),
        }
    }

    fn two(&mut self, op: BinaryOp, ty: Scalar, [a, b]: [Operand; 2]) -> Value {
        Value::Scalar(ty, self.build.binary(op, register(ty), a, b))
    }

    /// The arguments, all converted to one type.
    pub(super) fn scalars<const N: usize>(
        &mut self,
        args: &[Expr],
        ty: Scalar,
        span: Span,
    ) -> Lowered<[Operand; N]> {
        let args: [&Expr; N] = count(args, span)?;
        let mut operands = [Const::new(register(ty), 0).into(); N];
        for (operand, arg) in operands.iter_mut().zip(args) {
            let value = self.rvalue(arg)?;
            *operand = self.scalar_as(value, ty, arg.span)?;
        }
        Ok(operands)
    }

    /// Two arguments, converted to their common type.
    fn common_scalars(&mut self, args: &[Expr], span: Span) -> Lowered<(Scalar, [Operand; 2])> {
        let [a, b] = count(args, span)?;
        let (x, y) = (self.rvalue(a)?, self.rvalue(b)?);
        let (from_x, x) = self.scalar(x, a.span)?;
        let (from_y, y) = self.scalar(y, b.span)?;
        for (from, arg) in [(from_x, a), (from_y, b)] {
            check_overload(from, arg.span)?;
        }
        let ty = from_x.common(from_y);
        Ok((
            ty,
            [self.convert(x, from_x, ty), self.convert(y, from_y, ty)],
        ))
    }

    fn float_unary(&mut self, op: UnaryOp, arg: &Expr, ty: Option<Scalar>) -> Lowered<Value> {
        let value = self.rvalue(arg)?;
        let (from, operand) = self.scalar(value, arg.span)?;
        if ty.is_none() {
            check_overload(from, arg.span)?;
        }
        let own = if from == Scalar::F32 {
            Scalar::F32
        } else {
            Scalar::F64
        };
        let ty = ty.unwrap_or(own);
        let operand = self.scalar_as(Value::Scalar(from, operand), ty, arg.span)?;
        Ok(Value::Scalar(
            ty,
            self.build.unary(op, register(ty), operand),
        ))
    }

    fn absolute(&mut self, arg: &Expr) -> Lowered<Value> {
        let value = self.rvalue(arg)?;
        let (from, operand) = self.scalar(value, arg.span)?;
        check_overload(from, arg.span)?;
        let ty = from.promoted();
        let operand = self.convert(operand, from, ty);
        let unsigned = !ty.is_signed() && !ty.is_float();
        Ok(Value::Scalar(
            ty,
            match unsigned {
                true => operand,
                false => self.build.unary(UnaryOp::Abs, register(ty), operand),
            },
        ))
    }

    /// `width - clz(x & -x)`, which is zero for zero.
    fn find_first(&mut self, ty: Scalar, args: &[Expr], span: Span) -> Lowered<Value> {
        let [x] = self.scalars(args, ty, span)?;
        let word = register(ty);
        let negated = self.build.unary(UnaryOp::Neg, word, x);
        let lowest = self.build.binary(BinaryOp::And, word, x, negated);
        let zeros = self.build.unary(UnaryOp::Clz, word, lowest);
        let width = Const::u32(word.bits()).into();
        let result = self.build.binary(BinaryOp::Sub, Type::U32, width, zeros);
        let result = self.convert(result, Scalar::U32, Scalar::I32);
        Ok(Value::Scalar(Scalar::I32, result))
    }

    fn approximation(&mut self, builtin: Builtin, args: &[Expr], span: Span) -> Lowered<Value> {
        let times = |factor: f32| Operand::from(Const::f32(factor));
        let result = match builtin {
            Builtin::ExpApprox(factor) => {
                let [x] = self.scalars(args, Scalar::F32, span)?;
                let power = self
                    .build
                    .binary(BinaryOp::MulRn, Type::F32, x, times(factor));
                self.build.unary(UnaryOp::Exp2Approx, Type::F32, power)
            }
            Builtin::LogApprox(factor) => {
                let [x] = self.scalars(args, Scalar::F32, span)?;
                let log = self.build.unary(UnaryOp::Log2Approx, Type::F32, x);
                self.build
                    .binary(BinaryOp::MulRn, Type::F32, log, times(factor))
            }
            _ => {
                let [a, b] = self.scalars(args, Scalar::F32, span)?;
                self.divide_approximately(a, b)
            }
        };
        Ok(Value::Scalar(Scalar::F32, result))
    }

    pub(super) fn divide_approximately(&mut self, a: Operand, b: Operand) -> Operand {
        let reciprocal = self.build.unary(UnaryOp::RcpApprox, Type::F32, b);
        self.build.binary(BinaryOp::MulRn, Type::F32, a, reciprocal)
    }

    fn vector(&mut self, ty: Scalar, lanes: u8, args: &[Expr], span: Span) -> Lowered<Value> {
        if args.len() != usize::from(lanes) {
            return Err(wrong_count(args.len(), lanes.into(), span));
        }
        let mut operands = arrayvec::ArrayVec::new();
        for arg in args {
            let value = self.rvalue(arg)?;
            operands.push(self.scalar_as(value, ty, arg.span)?);
        }
        Ok(Value::Vector(ty, operands))
    }

    /// An argument that must be a pointer.
    pub(super) fn pointer_argument(&mut self, arg: &Expr) -> Lowered<(Pointer, Address)> {
        match decayed(self.rvalue(arg)?) {
            Value::Pointer(pointer, addr) => Ok((pointer, addr)),
            other => {
                let message = format!("expected a pointer, found {}", other.describe());
                Err(Diagnostic::error(arg.span, message).help("take the address: `&a[i]`"))
            }
        }
    }

    fn memory_call(&mut self, builtin: Builtin, args: &[Expr], span: Span) -> Lowered<Value> {
        match builtin {
            Builtin::Load(cache) => {
                let [from] = count(args, span)?;
                let (pointer, addr) = self.pointer_argument(from)?;
                self.load(pointer, addr, cache, span)
            }
            Builtin::Store(cache) => {
                let [to, value] = count(args, span)?;
                let (pointer, addr) = self.pointer_argument(to)?;
                let source = self.rvalue(value)?;
                self.store(pointer, addr, source, cache, value.span)?;
                Ok(Value::Void)
            }
            Builtin::Atomic(AtomicOp::CompareSwap) => {
                let [to, old, new] = count(args, span)?;
                self.atomic(AtomicOp::CompareSwap, to, old, Some(new), false)
            }
            Builtin::Atomic(op) => {
                let [to, value] = count(args, span)?;
                self.atomic(op, to, value, None, false)
            }
            _ => {
                let [to, value] = count(args, span)?;
                self.atomic(AtomicOp::Add, to, value, None, true)
            }
        }
    }
}

/// A function with overloads for C's numbers has none that fits a float of 16 bits best.
fn check_overload(ty: Scalar, span: Span) -> Lowered<()> {
    if !ty.is_half() {
        return Ok(());
    }
    let message = format!("no overload of this function for `{ty}`");
    let help = "call the one for it, as `__hmax` or `__habs`, or cast to `float`";
    Err(Diagnostic::error(span, message).help(help))
}

/// Exactly `N` arguments.
pub(super) fn count<const N: usize>(args: &[Expr], span: Span) -> Lowered<[&Expr; N]> {
    let all: Vec<&Expr> = args.iter().collect();
    let given = all.len();
    all.try_into().map_err(|_| wrong_count(given, N, span))
}

pub(super) fn wrong_count(given: usize, wanted: usize, span: Span) -> Diagnostic {
    let s = if wanted == 1 { "" } else { "s" };
    Diagnostic::error(span, format!("{wanted} argument{s} wanted, {given} given"))
}
