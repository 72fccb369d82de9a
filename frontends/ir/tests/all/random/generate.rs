//! Strategies for programs.

use super::program::{BLOCK, Expr, Op, Program, SLOTS, SUMS, Stmt, Ty, VARIABLES};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

fn literal() -> impl Strategy<Value = Expr> {
    let small = (0u64..40).prop_map(|value| Expr::Int(Ty::I32, value));
    let word = any::<u32>().prop_map(|value| Expr::Int(Ty::U32, value.into()));
    let int = any::<u32>().prop_map(|value| Expr::Int(Ty::I32, (value >> 1).into()));
    let long = any::<u64>().prop_map(|value| Expr::Int(Ty::I64, value >> 1));
    let unsigned = any::<u64>().prop_map(|value| Expr::Int(Ty::U64, value));
    let float = (-1000i32..1000).prop_map(|value| Expr::Float(value.unsigned_abs() as f32 * 0.25));
    prop_oneof![4 => small, 1 => word, 1 => int, 1 => long, 1 => unsigned, 2 => float]
}

fn leaf() -> impl Strategy<Value = Expr> {
    let variable = (0..VARIABLES.len()).prop_map(Expr::Variable);
    prop_oneof![2 => literal(), 5 => variable, 1 => Just(Expr::Thread)]
}

/// Operators whose operands must be integers.
const INTEGER: [Op; 7] = [Op::Div, Op::Rem, Op::Shl, Op::Shr, Op::And, Op::Or, Op::Xor];
const ANY: [Op; 7] = [
    Op::Add,
    Op::Sub,
    Op::Mul,
    Op::Less,
    Op::Equal,
    Op::Both,
    Op::Either,
];
/// 64-bit division is left to other tests: the operands are cast to 32 bits.
const DIVISIONS: [Op; 2] = [Op::Div, Op::Rem];

fn cast(ty: Ty, inner: Expr) -> Box<Expr> {
    Box::new(Expr::Cast(ty, Box::new(inner)))
}

fn integers(op: Op, ty: Ty, a: Expr, b: Expr) -> Expr {
    let narrow = DIVISIONS.contains(&op);
    let left = match (narrow, ty) {
        (true, Ty::I64 | Ty::U64) => Ty::I32,
        _ => ty,
    };
    Expr::Binary(
        op,
        cast(left, a),
        cast(if narrow { left } else { Ty::I32 }, b),
    )
}

pub fn expression() -> impl Strategy<Value = Expr> {
    leaf().prop_recursive(4, 24, 3, |inner| {
        let types = select(vec![
            Ty::U8,
            Ty::I16,
            Ty::I32,
            Ty::U32,
            Ty::I64,
            Ty::U64,
            Ty::F32,
            Ty::Bool,
        ]);
        let whole = select(vec![Ty::U8, Ty::I16, Ty::I32, Ty::U32, Ty::I64, Ty::U64]);
        let one = inner.clone();
        prop_oneof![
            6 => (select(&ANY[..]), inner.clone(), inner.clone())
                .prop_map(|(op, a, b)| Expr::Binary(op, Box::new(a), Box::new(b))),
            4 => (select(&INTEGER[..]), whole.clone(), inner.clone(), inner.clone())
                .prop_map(|(op, ty, a, b)| integers(op, ty, a, b)),
            1 => one.clone().prop_map(|a| Expr::Negate(Box::new(a))),
            1 => (whole, one.clone()).prop_map(|(ty, a)| Expr::Complement(cast(ty, a))),
            1 => one.clone().prop_map(|a| Expr::Not(Box::new(a))),
            2 => (types, one.clone()).prop_map(|(ty, a)| Expr::Cast(ty, Box::new(a))),
            1 => one.prop_map(|a| Expr::Input(cast(Ty::I32, a))),
            1 => (inner.clone(), inner.clone(), inner)
                .prop_map(|(c, a, b)| Expr::Choose(Box::new(c), Box::new(a), Box::new(b))),
        ]
    })
}

fn simple() -> impl Strategy<Value = Stmt> {
    let variable = || 0..VARIABLES.len();
    let numbers: Vec<usize> = (0..VARIABLES.len())
        .filter(|v| VARIABLES[*v].1 != Ty::Bool)
        .collect();
    let updates = select(vec![Op::Add, Op::Sub, Op::Mul]);
    prop_oneof![
        4 => (variable(), expression()).prop_map(|(v, e)| Stmt::Assign(v, e)),
        2 => (select(numbers), updates, expression()).prop_map(|(v, op, e)| Stmt::Update(v, op, e)),
        1 => (0..SLOTS, expression()).prop_map(|(slot, e)| Stmt::Put(slot, e)),
        1 => (0..SUMS, expression()).prop_map(|(sum, e)| Stmt::Count(sum, e)),
    ]
}

/// Statements that may stand anywhere; those that leave a loop only within one.
fn nested(depth: u32, in_loop: bool) -> BoxedStrategy<Stmt> {
    if depth == 0 {
        return simple().boxed();
    }
    let inner = move |in_loop| vec(nested(depth - 1, in_loop), 0..4);
    let branch = (expression(), inner(in_loop), inner(in_loop));
    let branch = branch.prop_map(|(c, then, otherwise)| Stmt::If(c, then, otherwise));
    let repeat = || (expression(), inner(true));
    let before = repeat().prop_map(|(n, body)| Stmt::Repeat(cast_int(n), body));
    let after = repeat().prop_map(|(n, body)| Stmt::RepeatAfter(cast_int(n), body));
    let counted = (0..5u32, 0..5u32, inner(true));
    let counted = counted.prop_map(|(trips, hint, body)| Stmt::Counted(trips, hint, body));
    let cases = (expression(), vec(inner(in_loop), 0..4), inner(in_loop));
    let switch =
        cases.prop_map(|(value, cases, default)| Stmt::Switch(cast_int(value), cases, default));
    let common = prop_oneof![
        4 => simple(), 2 => branch, 1 => before, 1 => after, 1 => counted, 1 => switch
    ];
    if !in_loop {
        return common.boxed();
    }
    let leave = expression().prop_map(Stmt::BreakIf);
    let skip = expression().prop_map(Stmt::ContinueIf);
    prop_oneof![6 => common, 1 => leave, 1 => skip].boxed()
}

fn cast_int(inner: Expr) -> Expr {
    Expr::Cast(Ty::I32, Box::new(inner))
}

pub fn program() -> impl Strategy<Value = Program> {
    let exchange = (0..BLOCK, expression()).prop_map(|(d, e)| Stmt::Exchange(d, e));
    let tell = (expression(), expression());
    let tell = tell.prop_map(|(key, value)| Stmt::Tell(cast_int(key), cast_int(value)));
    let quit = expression().prop_map(Stmt::ReturnIf);
    let top = prop_oneof![6 => nested(2, false), 1 => exchange, 1 => tell, 1 => quit];
    vec(top, 1..7).prop_map(|statements| Program { statements })
}
