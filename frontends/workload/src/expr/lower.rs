//! From an expression's tree to bytecode: types as C gives them, and each part that does not
//! depend on the index computed once.
//!
//! The index `i` and the parameters are `long long`; an element has its buffer's type after
//! promotion; literals have C's types. So `in[i] * 2` wraps at 32 bits for an `int` buffer, as
//! it would in a kernel, and `i * 2` does not.

mod condition;
mod conversion;

use super::code::{BinaryOp, Code, Instruction, Op, Reg, Source, UnaryOp};
use super::error::{ExprError, ExprErrorKind};
use super::function::{self, Function};
use super::operator::{Operator, operator};
use crate::element::{ElementType, ValueType};
use sim_ir::cexpr::{BinaryOperator, Expr, ExprKind, Scalar, UnaryOperator};
use sim_ir::diagnostic::did_you_mean;
use sim_ir::source::Span;

/// More registers than any sensible expression needs; each costs every thread 4 KiB.
const MAX_REGISTERS: usize = 512;

/// The names that an expression may use.
pub trait Scope {
    /// A parameter's value.
    fn parameter(&self, name: &str) -> Option<i64>;
    /// A buffer's element type; `None` also where buffers may not be used.
    fn buffer(&self, name: &str) -> Option<ElementType>;
    /// All names, for suggestions.
    fn names(&self) -> Vec<&str>;
}

/// Compiles an expression to give values of its own type.
pub fn compile(expr: &Expr, scope: &dyn Scope) -> Result<Code, ExprError> {
    let mut lowering = Lowering::new(scope);
    let value = lowering.expr(expr)?;
    Ok(lowering.finish(value))
}

/// Compiles an expression to give values for elements of a type, converted as C assigns them.
pub fn compile_for(expr: &Expr, scope: &dyn Scope, ty: ElementType) -> Result<Code, ExprError> {
    let mut lowering = Lowering::new(scope);
    let value = lowering.expr(expr)?;
    let value = lowering.convert_to_element(value, ty, expr.span)?;
    Ok(lowering.finish(value))
}

/// A value in a register.
#[derive(Clone, Copy)]
struct Value {
    reg: Reg,
    ty: ValueType,
}

struct Lowering<'a> {
    scope: &'a dyn Scope,
    code: Code,
    /// For each register whether it is the same for all indices; such ones are never reused.
    uniform: Vec<bool>,
    free: Vec<Reg>,
    /// The innermost condition under which the present part is wanted.
    mask: Option<Value>,
}

impl<'a> Lowering<'a> {
    fn new(scope: &'a dyn Scope) -> Self {
        Lowering {
            scope,
            code: Code::default(),
            uniform: Vec::new(),
            free: Vec::new(),
            mask: None,
        }
    }

    fn finish(mut self, value: Value) -> Code {
        self.code.registers = self.uniform.len();
        self.code.result = value.reg;
        self.code.ty = Some(value.ty);
        self.code
    }

    fn register(&mut self, uniform: bool, span: Span) -> Result<Reg, ExprError> {
        if let Some(reg) = self.free.pop().filter(|_| !uniform) {
            return Ok(reg);
        }
        if self.uniform.len() >= MAX_REGISTERS {
            return Err(ExprErrorKind::TooLarge.at(span));
        }
        self.uniform.push(uniform);
        Ok((self.uniform.len() - 1) as Reg)
    }

    fn release(&mut self, value: Value) {
        if !self.uniform[value.reg as usize] {
            self.free.push(value.reg);
        }
    }

    /// Emits an operation on up to three values, which must not be used afterwards.
    fn emit(
        &mut self,
        op: Op,
        args: &[Value],
        ty: ValueType,
        span: Span,
    ) -> Result<Value, ExprError> {
        let mask = self.mask.filter(|_| may_fail(op));
        let inputs = args.iter().chain(&mask);
        let uniform = op != Op::Index && inputs.into_iter().all(|v| self.uniform[v.reg as usize]);
        let result = self.register(uniform, span)?;
        let mut regs = [0; 3];
        regs.iter_mut().zip(args).for_each(|(reg, v)| *reg = v.reg);
        let instruction = Instruction {
            op,
            result,
            args: regs,
            mask: mask.map(|m| m.reg),
            span,
        };
        let list = if uniform {
            &mut self.code.prologue
        } else {
            &mut self.code.body
        };
        list.push(instruction);
        self.release_all(args);
        Ok(Value { reg: result, ty })
    }

    /// Frees the registers of arguments, one that occurs twice once.
    fn release_all(&mut self, args: &[Value]) {
        for (at, &arg) in args.iter().enumerate() {
            if args[..at].iter().all(|earlier| earlier.reg != arg.reg) {
                self.release(arg);
            }
        }
    }

    fn constant(&mut self, ty: ValueType, bits: u64, span: Span) -> Result<Value, ExprError> {
        self.emit(Op::Constant(ty, bits), &[], ty, span)
    }

    fn expr(&mut self, expr: &Expr) -> Result<Value, ExprError> {
        let span = expr.span;
        match &expr.kind {
            ExprKind::Int { value, ty } => self.constant(value_type(*ty), *value, span),
            ExprKind::Float {
                value,
                single: true,
            } => self.constant(ValueType::F32, (*value as f32).to_bits().into(), span),
            ExprKind::Float { value, .. } => self.constant(ValueType::F64, value.to_bits(), span),
            ExprKind::Bool(value) => self.constant(ValueType::I32, u64::from(*value), span),
            ExprKind::SizeOf(ty) => self.constant(ValueType::U64, ty.size().into(), span),
            ExprKind::Name(name) => self.name(name, span),
            ExprKind::Index(base, index) => self.load(base, index, span),
            ExprKind::Call {
                callee,
                callee_span,
                args,
            } => self.call(callee, *callee_span, args, span),
            ExprKind::Unary(op, a) => self.unary(*op, a, span),
            ExprKind::Binary(op, a, b) => self.binary(*op, a, b, span),
            ExprKind::Conditional(condition, a, b) => self.conditional(condition, a, b, span),
            ExprKind::Cast(ty, a) => self.cast(*ty, a, span),
            ExprKind::Member(..) => Err(ExprErrorKind::Unsupported("a member").at(span)),
            ExprKind::Text(_) => Err(ExprErrorKind::Unsupported("a string").at(span)),
            ExprKind::Assign { .. } | ExprKind::Postfix(..) => Err(ExprErrorKind::Assigns.at(span)),
        }
    }

    fn name(&mut self, name: &str, span: Span) -> Result<Value, ExprError> {
        if name == "i" {
            return self.emit(Op::Index, &[], ValueType::I64, span);
        }
        if let Some(value) = self.scope.parameter(name) {
            return self.constant(ValueType::I64, value as u64, span);
        }
        Err(match self.scope.buffer(name) {
            Some(_) => ExprErrorKind::BufferAsValue(name.to_owned()).at(span),
            None => self.unknown(name, span),
        })
    }

    fn unknown(&self, name: &str, span: Span) -> ExprError {
        let known = self.scope.names();
        let suggestion = did_you_mean(name, known).map(str::to_owned);
        let name = name.to_owned();
        ExprErrorKind::UnknownName { name, suggestion }.at(span)
    }

    fn load(&mut self, base: &Expr, index: &Expr, span: Span) -> Result<Value, ExprError> {
        let (name, after) = match &base.kind {
            ExprKind::Name(name) => (name, false),
            ExprKind::Call { callee, args, .. } if callee == "after" => match args.as_slice() {
                [
                    Expr {
                        kind: ExprKind::Name(name),
                        ..
                    },
                ] => (name, true),
                _ => return Err(ExprErrorKind::AfterWhat.at(base.span)),
            },
            _ => return Err(ExprErrorKind::NotABuffer.at(base.span)),
        };
        let Some(element) = self.scope.buffer(name) else {
            return Err(self.unknown(name, base.span));
        };
        let index_value = self.expr(index)?;
        if index_value.ty.is_float() {
            return Err(ExprErrorKind::FloatIndex.at(index.span));
        }
        let index_value = self.convert(index_value, ValueType::I64, index.span)?;
        let source = self.source(Source {
            buffer: name.clone(),
            after,
            element,
        });
        self.emit(Op::Load(source), &[index_value], element.promoted(), span)
    }

    fn source(&mut self, source: Source) -> u16 {
        let sources = &mut self.code.sources;
        let found = sources.iter().position(|s| *s == source);
        found.unwrap_or_else(|| {
            sources.push(source);
            sources.len() - 1
        }) as u16
    }

    fn unary(&mut self, op: UnaryOperator, a: &Expr, span: Span) -> Result<Value, ExprError> {
        let op = match op {
            UnaryOperator::Plus => return self.expr(a),
            UnaryOperator::Minus => UnaryOp::Negate,
            UnaryOperator::Not => UnaryOp::Not,
            UnaryOperator::Complement => UnaryOp::Invert,
            UnaryOperator::Dereference => {
                return Err(ExprErrorKind::NoPointers("*").at(span));
            }
            UnaryOperator::AddressOf => return Err(ExprErrorKind::NoPointers("&").at(span)),
        };
        let value = self.expr(a)?;
        if op == UnaryOp::Invert && value.ty.is_float() {
            return Err(ExprErrorKind::NeedsIntegers("~").at(span));
        }
        let ty = if op == UnaryOp::Not {
            ValueType::I32
        } else {
            value.ty
        };
        self.emit(Op::Unary(op, value.ty), &[value], ty, span)
    }

    fn binary(
        &mut self,
        op: BinaryOperator,
        a: &Expr,
        b: &Expr,
        span: Span,
    ) -> Result<Value, ExprError> {
        match operator(op) {
            Operator::Arithmetic(op) => {
                let (a, b, ty) = self.operands(a, b)?;
                self.emit(Op::Binary(op, ty), &[a, b], ty, span)
            }
            Operator::Integers(kind) => self.on_integers(kind, op.symbol(), a, b, span),
            Operator::Shift(shift) => self.shift(shift, op.symbol(), a, b, span),
            Operator::Compare(op) => {
                let (a, b, ty) = self.operands(a, b)?;
                self.emit(Op::Compare(op, ty), &[a, b], ValueType::I32, span)
            }
            Operator::Connect(connective) => {
                self.connect(connective, op == BinaryOperator::And, a, b, span)
            }
        }
    }

    /// Two operands in their common type.
    fn operands(&mut self, a: &Expr, b: &Expr) -> Result<(Value, Value, ValueType), ExprError> {
        let (left, right) = (self.expr(a)?, self.expr(b)?);
        let ty = left.ty.common(right.ty);
        let left = self.convert(left, ty, a.span)?;
        let right = self.convert(right, ty, b.span)?;
        Ok((left, right, ty))
    }

    /// An operation that floats do not have.
    fn on_integers(
        &mut self,
        op: BinaryOp,
        symbol: &'static str,
        a: &Expr,
        b: &Expr,
        span: Span,
    ) -> Result<Value, ExprError> {
        let (a, b, ty) = self.operands(a, b)?;
        if ty.is_float() {
            return Err(ExprErrorKind::NeedsIntegers(symbol).at(span));
        }
        self.emit(Op::Binary(op, ty), &[a, b], ty, span)
    }

    /// A shift has its left operand's type.
    fn shift(
        &mut self,
        op: BinaryOp,
        symbol: &'static str,
        a: &Expr,
        b: &Expr,
        span: Span,
    ) -> Result<Value, ExprError> {
        let (left, right) = (self.expr(a)?, self.expr(b)?);
        if left.ty.is_float() || right.ty.is_float() {
            return Err(ExprErrorKind::NeedsIntegers(symbol).at(span));
        }
        let ty = left.ty;
        let right = self.convert(right, ty, b.span)?;
        self.emit(Op::Binary(op, ty), &[left, right], ty, span)
    }

    fn call(
        &mut self,
        callee: &str,
        callee_span: Span,
        args: &[Expr],
        span: Span,
    ) -> Result<Value, ExprError> {
        let function = function::find(callee, callee_span)?;
        function::check_arguments(callee, function, args.len(), span)?;
        let values: Vec<Value> = args
            .iter()
            .map(|a| self.expr(a))
            .collect::<Result<_, _>>()?;
        let common = values.iter().map(|v| v.ty).reduce(ValueType::common);
        let ty = function.operand_type(common.unwrap_or(ValueType::I32));
        let values = values.into_iter().zip(args);
        let values: Vec<Value> = values
            .map(|(v, a)| self.convert(v, ty, a.span))
            .collect::<Result<_, _>>()?;
        let op = match function {
            Function::Unary(op, _) => Op::Unary(op, ty),
            Function::Binary(op, _) => Op::Binary(op, ty),
            Function::FusedMultiplyAdd(_) => Op::FusedMultiplyAdd(ty),
            Function::Mix => Op::Mix,
        };
        self.emit(op, &values, ty, span)
    }
}

/// Whether an operation may fail for some operands.
fn may_fail(op: Op) -> bool {
    match op {
        Op::Load(_) => true,
        Op::Binary(BinaryOp::Divide | BinaryOp::Remainder, ty) => !ty.is_float(),
        Op::Index
        | Op::Constant(..)
        | Op::Unary(..)
        | Op::Binary(..)
        | Op::Compare(..)
        | Op::Select(_)
        | Op::FusedMultiplyAdd(_)
        | Op::Convert(..)
        | Op::Narrow(_)
        | Op::Mix => false,
    }
}

fn value_type(scalar: Scalar) -> ValueType {
    match scalar.promoted() {
        Scalar::U32 => ValueType::U32,
        Scalar::I64 => ValueType::I64,
        Scalar::U64 => ValueType::U64,
        Scalar::F32 | Scalar::F16 | Scalar::Bf16 | Scalar::F16x2 | Scalar::Bf16x2 => ValueType::F32,
        Scalar::F64 => ValueType::F64,
        Scalar::I32 | Scalar::Bool | Scalar::I8 | Scalar::U8 | Scalar::I16 | Scalar::U16 => {
            ValueType::I32
        }
    }
}
