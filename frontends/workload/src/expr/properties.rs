//! Random expressions: the bytecode, a block of indices at a time, against the evaluation of the
//! tree, one index at a time. The two share the parser and nothing else.

use super::error::{ExprError, ExprErrorKind};
use super::lower::{Scope, compile_for};
use super::run::fill;
use super::scalar_eval::{Environment, evaluate};
use crate::element::{ElementType, Number, read};
use crate::scalar::{Scalar, ScalarError};
use proptest::prelude::*;
use sim_ir::source::Span;

/// More than a block of indices.
const COUNT: usize = 700;

struct Names;

impl Scope for Names {
    fn parameter(&self, name: &str) -> Option<i64> {
        match name {
            "W" => Some(48),
            "P" => Some(64),
            _ => None,
        }
    }

    fn buffer(&self, _: &str) -> Option<ElementType> {
        None
    }

    fn names(&self) -> Vec<&str> {
        Vec::new()
    }
}

/// The same names with the index as one more.
struct At(i64);

impl Environment for At {
    fn name(&mut self, name: &str, span: Span) -> Result<Scalar, ExprError> {
        let value = Names.parameter(name).or((name == "i").then_some(self.0));
        let unknown = ExprErrorKind::Unsupported("a name").at(span);
        value.map(Scalar::Int).ok_or(unknown)
    }
}

/// Expressions of `long long` values small enough that little overflows.
fn expression() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        Just("i".to_owned()),
        Just("W".to_owned()),
        Just("P".to_owned()),
        (-3i64..10).prop_map(|n| format!("({n}ll)")),
    ];
    leaf.prop_recursive(5, 40, 3, |inner| {
        let ops = [
            "+", "-", "*", "/", "%", "&", "|", "^", "<", ">=", "==", "!=", "&&", "||",
        ];
        let two = (
            inner.clone(),
            prop::sample::select(ops.to_vec()),
            inner.clone(),
        )
            .prop_map(|(a, op, b)| format!("({a} {op} {b})"));
        let three = (inner.clone(), inner.clone(), inner.clone())
            .prop_map(|(c, a, b)| format!("({c} ? {a} : {b})"));
        let call = (inner.clone(), inner.clone(), prop::bool::ANY)
            .prop_map(|(a, b, max)| format!("{}({a}, {b})", if max { "max" } else { "min" }));
        let one = (inner, prop::sample::select(vec!["-", "~", "!"]))
            .prop_map(|(a, op)| format!("({op}({a}))"));
        prop_oneof![6 => two, 2 => three, 1 => call, 1 => one]
    })
}

/// What the tree gives for every index up to the first failure.
fn tree(expr: &sim_ir::cexpr::Expr) -> (Vec<i64>, Option<ExprErrorKind>) {
    let mut values = Vec::new();
    for i in 0..COUNT as i64 {
        match evaluate(expr, &mut At(i)) {
            Ok(Scalar::Int(value)) => values.push(value),
            Ok(Scalar::Float(value)) => panic!("{value} from integers"),
            Err(error) => return (values, Some(error.kind)),
        }
    }
    (values, None)
}

proptest! {
    #[test]
    fn blocks_of_indices_give_what_each_index_gives_alone(text in expression()) {
        let expr = sim_ir::cexpr::parse(&text).expect("it is an expression");
        let (values, failure) = tree(&expr);
        // The tree refuses what the bytecode lets wrap, as the GPU does.
        prop_assume!(failure != Some(ExprErrorKind::Arithmetic(ScalarError::Overflow)));
        let code = compile_for(&expr, &Names, ElementType::I64).expect("it compiles");
        let mut out = vec![0; COUNT * 8];
        match fill(&code, &[], ElementType::I64, 0, &mut out) {
            Ok(()) => {
                prop_assert_eq!(failure, None);
                for (i, value) in values.into_iter().enumerate() {
                    let got = read(ElementType::I64, &out, i);
                    prop_assert_eq!(got, Some(Number::Int(value.into())), "i = {}", i);
                }
            }
            Err(trap) => {
                prop_assert_eq!(failure, Some(ExprErrorKind::Arithmetic(ScalarError::DivisionByZero)));
                prop_assert!(trap.index >= values.len() as u64);
            }
        }
    }
}
