//! Expressions as text again, with every operator's operands in parentheses, so that two
//! trees print alike only where they are alike.

use super::{Expr, ExprKind};
use std::fmt::{Display, Formatter, Result};

impl Display for Expr {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match &self.kind {
            ExprKind::Int { value, ty } => write!(f, "{value}{}", integer_suffix(*ty)),
            ExprKind::Float { value, single } => {
                write!(f, "{value:?}{}", if *single { "f" } else { "" })
            }
            ExprKind::Bool(value) => write!(f, "{value}"),
            ExprKind::Text(text) => write!(f, "\"{}\"", escaped(text)),
            ExprKind::Name(name) => f.write_str(name),
            ExprKind::Member(base, member) => write!(f, "{base}.{member}"),
            ExprKind::Index(base, index) => write!(f, "{base}[{index}]"),
            ExprKind::Call { callee, args, .. } => {
                let args: Vec<_> = args.iter().map(Expr::to_string).collect();
                write!(f, "{callee}({})", args.join(", "))
            }
            ExprKind::Unary(op, a) => write!(f, "({}{a})", op.symbol()),
            ExprKind::Binary(op, a, b) => write!(f, "({a} {} {b})", op.symbol()),
            ExprKind::Conditional(c, a, b) => write!(f, "({c} ? {a} : {b})"),
            ExprKind::Cast(ty, a) => write!(f, "(({ty}) {a})"),
            ExprKind::SizeOf(ty) => write!(f, "sizeof({ty})"),
            ExprKind::Assign { target, op, value } => {
                let op = op.map_or("", |op| op.symbol());
                write!(f, "({target} {op}= {value})")
            }
            ExprKind::Postfix(op, a) => write!(f, "({a}{0}{0})", op.symbol()),
        }
    }
}

fn integer_suffix(ty: super::Scalar) -> &'static str {
    match ty {
        super::Scalar::U32 => "u",
        super::Scalar::I64 => "l",
        super::Scalar::U64 => "ul",
        _ => "",
    }
}

/// A string as C writes it.
fn escaped(text: &str) -> String {
    let one = |c: char| match c {
        '"' | '\\' => format!("\\{c}"),
        '\n' => "\\n".to_owned(),
        '\t' => "\\t".to_owned(),
        c if c.is_ascii_control() => format!("\\{:03o}", u32::from(c)),
        c => c.to_string(),
    };
    text.chars().map(one).collect()
}
