//! Functions that expressions may call, under C's and CUDA's names.

use super::code::{BinaryOp, UnaryOp};
use super::error::{ExprError, ExprErrorKind};
use crate::element::ValueType;
use sim_ir::diagnostic::did_you_mean;
use sim_ir::source::Span;

/// In which type a function computes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Domain {
    /// In its arguments' common type.
    Any,
    /// In its arguments' common type; integers become `double`.
    Float,
    /// In `float`.
    Single,
}

/// What a function does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Function {
    /// One argument.
    Unary(UnaryOp, Domain),
    /// Two arguments.
    Binary(BinaryOp, Domain),
    /// Three arguments.
    FusedMultiplyAdd(Domain),
    /// The hash of the initialisation kinds: `mix(index, seed)`, unsigned.
    Mix,
}

impl Function {
    /// How many arguments it has.
    pub fn arity(self) -> usize {
        match self {
            Function::Unary(..) => 1,
            Function::Binary(..) | Function::Mix => 2,
            Function::FusedMultiplyAdd(_) => 3,
        }
    }

    /// The type of its operands and its result, given its arguments' common type.
    pub fn operand_type(self, common: ValueType) -> ValueType {
        let domain = match self {
            Function::Unary(_, domain)
            | Function::Binary(_, domain)
            | Function::FusedMultiplyAdd(domain) => domain,
            Function::Mix => return ValueType::U32,
        };
        match domain {
            Domain::Single => ValueType::F32,
            Domain::Float if !common.is_float() => ValueType::F64,
            Domain::Any | Domain::Float => common,
        }
    }
}

/// Functions for floats that exist as `name` and, in single precision, as `namef`.
const FLOAT: [(&str, Function); 15] = {
    use Function::{Binary, FusedMultiplyAdd, Unary};
    const F: Domain = Domain::Float;
    [
        ("fabs", Unary(UnaryOp::Absolute, F)),
        ("sqrt", Unary(UnaryOp::Sqrt, F)),
        ("floor", Unary(UnaryOp::Floor, F)),
        ("ceil", Unary(UnaryOp::Ceil, F)),
        ("rint", Unary(UnaryOp::Rint, F)),
        ("trunc", Unary(UnaryOp::Trunc, F)),
        ("exp", Unary(UnaryOp::Exp, F)),
        ("log", Unary(UnaryOp::Log, F)),
        ("sin", Unary(UnaryOp::Sin, F)),
        ("cos", Unary(UnaryOp::Cos, F)),
        ("fmin", Binary(BinaryOp::Minimum, F)),
        ("fmax", Binary(BinaryOp::Maximum, F)),
        ("fmod", Binary(BinaryOp::Remainder, F)),
        ("pow", Binary(BinaryOp::Power, F)),
        ("fma", FusedMultiplyAdd(F)),
    ]
};

/// Functions with one name for all types.
const GENERAL: [(&str, Function); 4] = [
    ("abs", Function::Unary(UnaryOp::Absolute, Domain::Any)),
    ("min", Function::Binary(BinaryOp::Minimum, Domain::Any)),
    ("max", Function::Binary(BinaryOp::Maximum, Domain::Any)),
    ("mix", Function::Mix),
];

/// The function of a name, if there is one.
pub fn lookup(name: &str) -> Option<Function> {
    let named = |table: &[(&str, Function)], name: &str| {
        table.iter().find(|(n, _)| *n == name).map(|&(_, f)| f)
    };
    named(&GENERAL, name)
        .or_else(|| named(&FLOAT, name))
        .or_else(|| {
            let function = named(&FLOAT, name.strip_suffix('f')?)?;
            Some(match function {
                Function::Unary(op, _) => Function::Unary(op, Domain::Single),
                Function::Binary(op, _) => Function::Binary(op, Domain::Single),
                Function::FusedMultiplyAdd(_) => Function::FusedMultiplyAdd(Domain::Single),
                Function::Mix => Function::Mix,
            })
        })
}

/// The names of all functions, without their single-precision forms.
pub fn names() -> impl Iterator<Item = &'static str> {
    GENERAL.iter().chain(&FLOAT).map(|&(name, _)| name)
}

/// The function of a name, or an error that suggests one.
pub fn find(name: &str, span: Span) -> Result<Function, ExprError> {
    lookup(name).ok_or_else(|| {
        let suggestion = did_you_mean(name, names()).map(str::to_owned);
        let name = name.to_owned();
        ExprErrorKind::UnknownFunction { name, suggestion }.at(span)
    })
}

/// Refuses a call with a wrong number of arguments.
pub fn check_arguments(
    name: &str,
    function: Function,
    found: usize,
    span: Span,
) -> Result<(), ExprError> {
    let wanted = function.arity();
    if found == wanted {
        return Ok(());
    }
    let function = name.to_owned();
    Err(ExprErrorKind::ArgumentCount {
        function,
        wanted,
        found,
    }
    .at(span))
}
