//! The syntax tree as RON: what [`super::parse`] reads back as the same tree, but for places.
//!
//! It shows how CUDA C text was understood, and proves that RON can say all that the tree can.
//! Types that have no short name are written as in C: `C("volatile float")`. What no front end
//! makes, a loop that tests after each trip and declares or steps a variable, loses that part.

use crate::ast::{Array, Constant, Function, Kernel, Param, Symbol};
use crate::ast::{Case, Statement, StatementKind, Test};
use crate::cexpr::{Action, Declaration, Expr, Scalar, TypeName};
use crate::kernel::FenceScope;

/// The kernel as the text of a [`super::KernelBody`].
pub fn write(kernel: &Kernel) -> String {
    let bounds = kernel.bounds.iter();
    let bounds = bounds.flat_map(|bounds| std::iter::once(&bounds.threads).chain(&bounds.blocks));
    let bounds: Vec<Expr> = bounds.cloned().collect();
    let fields = [
        ("launch_bounds", quoted_list(&bounds)),
        ("params", list(&kernel.params, param)),
        ("constants", list(&kernel.constants, constant)),
        ("shared", list(&kernel.shared, shared)),
        (
            "constant_buffers",
            list(&kernel.constant_buffers, |s| symbol("Constant", s)),
        ),
        ("globals", list(&kernel.globals, |s| symbol("Global", s))),
        ("functions", list(&kernel.functions, function)),
    ];
    let mut text = "(\n".to_owned();
    for (name, value) in fields.iter().filter(|(_, value)| value != "[]") {
        text.push_str(&format!("  {name}: {value},\n"));
    }
    text.push_str("  body: ");
    body(&mut text, &kernel.body, 1);
    text.push_str(",\n)\n");
    text
}

fn list<T>(items: &[T], show: impl Fn(&T) -> String) -> String {
    let items: Vec<String> = items.iter().map(show).collect();
    format!("[{}]", items.join(", "))
}

fn quoted(text: impl ToString) -> String {
    format!("{:?}", text.to_string())
}

fn quoted_list(expressions: &[Expr]) -> String {
    list(expressions, |one| quoted(one))
}

/// An element by its short name, or by its name in C.
fn element(ty: TypeName) -> String {
    let plain = TypeName { pointers: 0, ..ty };
    match plain
        .as_scalar()
        .filter(|_| !plain.volatile && !plain.constant)
        .and_then(short)
    {
        Some(name) => name.to_owned(),
        None => format!("C({})", quoted(plain)),
    }
}

fn short(scalar: Scalar) -> Option<&'static str> {
    Some(match scalar {
        Scalar::I8 => "I8",
        Scalar::U8 => "U8",
        Scalar::I16 => "I16",
        Scalar::U16 => "U16",
        Scalar::I32 => "I32",
        Scalar::U32 => "U32",
        Scalar::I64 => "I64",
        Scalar::U64 => "U64",
        Scalar::F16 => "F16",
        Scalar::Bf16 => "BF16",
        Scalar::F16x2 => "F16x2",
        Scalar::Bf16x2 => "BF16x2",
        Scalar::F32 => "F32",
        Scalar::F64 => "F64",
        Scalar::Bool => return None,
    })
}

fn param(param: &Param) -> String {
    // `ConstPtr` says itself that nothing is changed.
    let constant = param.ty.constant && !param.read_only;
    let ty = TypeName {
        constant,
        ..param.ty
    };
    let (name, ty) = (quoted(&param.name.text), element(ty));
    match (param.ty.pointers, param.read_only, param.by_reference) {
        (_, _, true) => format!("Reference({name}, {ty})"),
        (0, ..) => format!("Value({name}, {ty})"),
        (_, true, _) => format!("ConstPtr({name}, {ty})"),
        (_, false, _) => format!("Ptr({name}, {ty})"),
    }
}

fn constant(constant: &Constant) -> String {
    let (name, value) = (quoted(&constant.name.text), quoted(&constant.value));
    format!("Const({name}, {value})")
}

fn shared(array: &Array) -> String {
    let (name, ty) = (quoted(&array.name.text), element(array.element));
    match &array.extents {
        Some(extents) => format!("Shared({name}, {ty}, {})", quoted_list(extents)),
        None => format!("Dynamic({name}, {ty})"),
    }
}

fn symbol(kind: &str, symbol: &Symbol) -> String {
    let (name, ty) = (quoted(&symbol.name.text), element(symbol.element));
    let (extents, init) = (quoted_list(&symbol.extents), quoted_list(&symbol.init));
    format!("{kind}({name}, {ty}, {extents}, {init})")
}

fn function(function: &Function) -> String {
    let (name, params) = (quoted(&function.name.text), list(&function.params, param));
    let returns = function
        .returns
        .map(|ty| format!("returns: {}, ", element(ty)));
    let mut text = format!("(name: {name}, params: {params}, ");
    text.push_str(&returns.unwrap_or_default());
    text.push_str("body: ");
    body(&mut text, &function.body, 1);
    text + ")"
}

/// Statements in brackets, each on a line.
fn body(text: &mut String, statements: &[Statement], depth: usize) {
    text.push('[');
    for one in statements {
        text.push_str(&format!("\n{}", "  ".repeat(depth + 1)));
        statement(text, &one.kind, depth + 1);
        text.push(',');
    }
    if !statements.is_empty() {
        text.push_str(&format!("\n{}", "  ".repeat(depth)));
    }
    text.push(']');
}

fn statement(text: &mut String, kind: &StatementKind, depth: usize) {
    match kind {
        StatementKind::Declare(declaration) => text.push_str(&declare(declaration)),
        StatementKind::Store { target, value } => {
            text.push_str(&format!("Store({}, {})", quoted(target), quoted(value)));
        }
        StatementKind::Act(one) => text.push_str(&act(one)),
        StatementKind::If {
            condition,
            then,
            otherwise,
        } => branch(text, condition, [then, otherwise], depth),
        StatementKind::Loop { .. } => repeat(text, kind, depth),
        StatementKind::Switch { value, cases } => {
            text.push_str(&format!("Switch({}, [", quoted(value)));
            cases.iter().for_each(|one| case(text, one, depth));
            text.push_str("])");
        }
        StatementKind::Break => text.push_str("Break"),
        StatementKind::Continue => text.push_str("Continue"),
        StatementKind::Return(None) => text.push_str("Return"),
        StatementKind::Return(Some(value)) => {
            text.push_str(&format!("ReturnValue({})", quoted(value)));
        }
        StatementKind::Barrier => text.push_str("Barrier"),
        StatementKind::SyncWarp => text.push_str("SyncWarp"),
        StatementKind::Fence(FenceScope::Block) => text.push_str("Fence(Block)"),
        StatementKind::Fence(FenceScope::Device) => text.push_str("Fence(Device)"),
        StatementKind::Fence(FenceScope::System) => text.push_str("Fence(System)"),
        StatementKind::Block(inner) => {
            text.push_str("Block(");
            body(text, inner, depth);
            text.push(')');
        }
    }
}

/// A declaration's type and name, extents behind it.
fn declarator(declaration: &Declaration) -> String {
    let ty = declaration
        .ty
        .map(|ty| format!("{ty} "))
        .unwrap_or_default();
    let extents = declaration.extents.iter().map(|e| format!("[{e}]"));
    format!("{ty}{}{}", declaration.name, extents.collect::<String>())
}

fn declare(declaration: &Declaration) -> String {
    let name = quoted(declarator(declaration));
    match &declaration.init {
        Some(init) => format!("Let({name}, {})", quoted(init)),
        None => format!("Var({name})"),
    }
}

fn act(action: &Action) -> String {
    match action {
        Action::Assign {
            target,
            op: None,
            value,
        } => format!("Assign({}, {})", quoted(target), quoted(value)),
        Action::Assign { .. } | Action::Evaluate(_) => format!("Expr({})", quoted(plain(action))),
    }
}

/// An action as C writes it.
fn plain(action: &Action) -> String {
    match action {
        Action::Assign { target, op, value } => {
            let op = op.map_or("", |op| op.symbol());
            format!("{target} {op}= {value}")
        }
        Action::Evaluate(expr) => expr.to_string(),
    }
}

fn branch(text: &mut String, condition: &Expr, sides: [&Vec<Statement>; 2], depth: usize) {
    let [then, otherwise] = sides;
    let word = if otherwise.is_empty() { "If" } else { "IfElse" };
    text.push_str(&format!("{word}({}, ", quoted(condition)));
    body(text, then, depth);
    if !otherwise.is_empty() {
        text.push_str(", ");
        body(text, otherwise, depth);
    }
    text.push(')');
}

fn repeat(text: &mut String, kind: &StatementKind, depth: usize) {
    let StatementKind::Loop {
        init,
        test,
        step,
        body: inner,
        unroll,
    } = kind
    else {
        return;
    };
    if let Some(times) = unroll {
        text.push_str(&format!("Unroll({times}, "));
    }
    match test {
        Test::After(condition) => {
            text.push_str("DoWhile(");
            body(text, inner, depth);
            text.push_str(&format!(", {})", quoted(condition)));
        }
        Test::Before(Some(condition)) if init.is_none() && step.is_empty() => {
            text.push_str(&format!("While({}, ", quoted(condition)));
            body(text, inner, depth);
            text.push(')');
        }
        Test::Before(condition) => {
            let init = init.as_ref().map(|init| match &init.init {
                Some(value) => format!("{} = {value}", declarator(init)),
                None => declarator(init),
            });
            let condition = condition.as_ref().map(Expr::to_string);
            let step: Vec<String> = step.iter().map(plain).collect();
            let (init, condition) = (init.unwrap_or_default(), condition.unwrap_or_default());
            let header = [init, condition, step.join(", ")].map(quoted).join(", ");
            text.push_str(&format!("For({header}, "));
            body(text, inner, depth);
            text.push(')');
        }
    }
    if unroll.is_some() {
        text.push(')');
    }
}

fn case(text: &mut String, case: &Case, depth: usize) {
    match &case.values {
        Some(values) => text.push_str(&format!("Case({}, ", quoted_list(values))),
        None => text.push_str("Default("),
    }
    body(text, &case.body, depth);
    text.push_str("), ");
}
