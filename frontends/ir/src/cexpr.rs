//! C expressions in strings: a lexer and a Pratt parser that yield a tree with places.
//!
//! ```text
//! expression  = conditional
//! conditional = binary [ "?" expression ":" conditional ]
//! binary      = unary { operator unary }          operators and precedence as in C:
//!               *  /  %      +  -      <<  >>      <  <=  >  >=      ==  !=
//!               &      ^      |      &&      ||
//! unary       = ( "-" | "+" | "!" | "~" | "*" | "&" ) unary
//!             | "(" type ")" unary | "sizeof" "(" type ")" | postfix
//!             | ( "static_cast" | "reinterpret_cast" ) "<" type ">" "(" expression ")"
//! postfix     = primary { "[" expression "]" | "." name | "(" [ expression { "," expression } ] ")" }
//! primary     = literal | name | "(" expression ")" | type "(" expression ")"
//! literal     = decimal, 0x hexadecimal or 0b binary integer with suffix u, l, ul, ll, ull;
//!               float with or without f; 'c'; true; false
//! type        = { "const" | "volatile" } scalar { "*" }
//! scalar      = bool, char, short, int, long, long long and their unsigned forms, float, double,
//!               (u)int8_t … (u)int64_t, size_t, and the vectors float2 … uint4
//! action      = expression | expression ( "=" | "+=" | … ) expression | "++" and "--"
//! declaration = [ type ] name { "[" expression "]" } [ "=" expression ]
//! ```
//!
//! The tree is not typed: promotions belong to whoever evaluates it ([`crate::lower`] for
//! kernels, the workload's own evaluator on the host). Only literals have their type, from
//! their suffix and size, as C gives it with 32-bit `int` and 64-bit `long`.
//!
//! Expressions have no side effects but through calls: assignments are statements
//! ([`parse_action`]). Left out: comma operator, compound literals, string literals outside
//! calls, `->`. A call's callee is a name with dots, so that counters read as functions:
//! `smsp__warps_active.sum(padded)`.

mod display;
mod error;
mod lexer;
mod number;
mod parser;
mod types;

pub use error::{ParseError, ParseErrorKind};
pub(crate) use lexer::{Token, lex_one};
pub(crate) use parser::Parser;
pub(crate) use parser::halves::reserved as reserved_name;
pub use parser::{parse, parse_action, parse_actions, parse_declaration, parse_type};
pub(crate) use types::{IntegerWords, one_word};
pub use types::{Scalar, TypeName};

use crate::source::Span;

/// An expression and its place: bytes of the string that was parsed, until moved by
/// [`Expr::relocate`].
#[derive(Clone, Debug, PartialEq)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Where it stands.
    pub span: Span,
}

/// What an expression is.
#[derive(Clone, Debug, PartialEq)]
pub enum ExprKind {
    /// An integer literal; the type is one of `I32`, `U32`, `I64`, `U64`.
    Int {
        /// Its value.
        value: u64,
        /// Its type.
        ty: Scalar,
    },
    /// A float literal.
    Float {
        /// Its value, rounded to single precision where it has the suffix `f`.
        value: f64,
        /// Whether it has the suffix `f`.
        single: bool,
    },
    /// `true` or `false`.
    Bool(bool),
    /// A string literal; only an argument can be one (of `printf`).
    Text(String),
    /// A name.
    Name(String),
    /// `base.member`.
    Member(Box<Expr>, String),
    /// `base[index]`.
    Index(Box<Expr>, Box<Expr>),
    /// `callee(arguments)`; a callee may hold dots.
    Call {
        /// The function's name.
        callee: String,
        /// The place of the name.
        callee_span: Span,
        /// The arguments.
        args: Vec<Expr>,
    },
    /// An operator before its operand.
    Unary(UnaryOperator, Box<Expr>),
    /// An operator between its operands.
    Binary(BinaryOperator, Box<Expr>, Box<Expr>),
    /// `condition ? then : otherwise`.
    Conditional(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `(type) operand`.
    Cast(TypeName, Box<Expr>),
    /// `sizeof(type)`.
    SizeOf(TypeName),
    /// `target = value` or `target op= value`, whose value is the target's new one; `++x` reads
    /// as `x += 1`.
    Assign {
        /// What is assigned to.
        target: Box<Expr>,
        /// The operator of a compound assignment.
        op: Option<BinaryOperator>,
        /// The right side.
        value: Box<Expr>,
    },
    /// `target++` or `target--`, by the operator: its value is the target's old one.
    Postfix(BinaryOperator, Box<Expr>),
}

/// Operators before an operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UnaryOperator {
    /// `-`
    Minus,
    /// `+`
    Plus,
    /// `!`
    Not,
    /// `~`
    Complement,
    /// `*`
    Dereference,
    /// `&`
    AddressOf,
}

/// Operators between operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BinaryOperator {
    /// `*`
    Mul,
    /// `/`
    Div,
    /// `%`
    Rem,
    /// `+`
    Add,
    /// `-`
    Sub,
    /// `<<`
    Shl,
    /// `>>`
    Shr,
    /// `<`
    Less,
    /// `<=`
    LessEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterEqual,
    /// `==`
    Equal,
    /// `!=`
    NotEqual,
    /// `&`
    BitAnd,
    /// `^`
    BitXor,
    /// `|`
    BitOr,
    /// `&&`; the right operand is evaluated only where the left one holds.
    And,
    /// `||`; the right operand is evaluated only where the left one does not hold.
    Or,
}

impl BinaryOperator {
    /// Whether it compares or connects, so that its result is 0 or 1.
    pub fn is_boolean(self) -> bool {
        use BinaryOperator::*;
        match self {
            Less | LessEqual | Greater | GreaterEqual | Equal | NotEqual | And | Or => true,
            Mul | Div | Rem | Add | Sub | Shl | Shr | BitAnd | BitXor | BitOr => false,
        }
    }

    /// How it is written.
    pub fn symbol(self) -> &'static str {
        use BinaryOperator::*;
        match self {
            Mul => "*",
            Div => "/",
            Rem => "%",
            Add => "+",
            Sub => "-",
            Shl => "<<",
            Shr => ">>",
            Less => "<",
            LessEqual => "<=",
            Greater => ">",
            GreaterEqual => ">=",
            Equal => "==",
            NotEqual => "!=",
            BitAnd => "&",
            BitXor => "^",
            BitOr => "|",
            And => "&&",
            Or => "||",
        }
    }
}

impl UnaryOperator {
    /// How it is written.
    pub fn symbol(self) -> &'static str {
        match self {
            UnaryOperator::Minus => "-",
            UnaryOperator::Plus => "+",
            UnaryOperator::Not => "!",
            UnaryOperator::Complement => "~",
            UnaryOperator::Dereference => "*",
            UnaryOperator::AddressOf => "&",
        }
    }
}

/// What an expression statement does.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// `target = value` or `target op= value`; `x++` reads as `x += 1`.
    Assign {
        /// What is assigned to.
        target: Expr,
        /// The operator of a compound assignment.
        op: Option<BinaryOperator>,
        /// The right side.
        value: Expr,
    },
    /// An expression evaluated for its effect.
    Evaluate(Expr),
}

/// What a declaration says: a name, and perhaps its type, extents and first value.
#[derive(Clone, Debug, PartialEq)]
pub struct Declaration {
    /// The type, where given.
    pub ty: Option<TypeName>,
    /// The name.
    pub name: String,
    /// The place of the name.
    pub name_span: Span,
    /// Extents of an array, outermost first.
    pub extents: Vec<Expr>,
    /// The first value.
    pub init: Option<Expr>,
}

impl Expr {
    /// Calls `f` on the expressions directly within.
    pub fn for_each_child<'a>(&'a self, f: &mut dyn FnMut(&'a Expr)) {
        match &self.kind {
            ExprKind::Int { .. }
            | ExprKind::Float { .. }
            | ExprKind::Bool(_)
            | ExprKind::Text(_)
            | ExprKind::Name(_)
            | ExprKind::SizeOf(_) => {}
            ExprKind::Member(a, _) | ExprKind::Unary(_, a) | ExprKind::Cast(_, a) => f(a),
            ExprKind::Postfix(_, a) => f(a),
            ExprKind::Assign { target, value, .. } => {
                [target, value].into_iter().for_each(|e| f(e))
            }
            ExprKind::Index(a, b) | ExprKind::Binary(_, a, b) => {
                [a, b].into_iter().for_each(|e| f(e))
            }
            ExprKind::Conditional(a, b, c) => [a, b, c].into_iter().for_each(|e| f(e)),
            ExprKind::Call { args, .. } => args.iter().for_each(f),
        }
    }

    /// Calls `f` on the expressions directly within, to change them.
    pub(crate) fn for_each_child_mut(&mut self, f: &mut dyn FnMut(&mut Expr)) {
        match &mut self.kind {
            ExprKind::Int { .. }
            | ExprKind::Float { .. }
            | ExprKind::Bool(_)
            | ExprKind::Text(_)
            | ExprKind::Name(_)
            | ExprKind::SizeOf(_) => {}
            ExprKind::Member(a, _) | ExprKind::Unary(_, a) | ExprKind::Cast(_, a) => f(a),
            ExprKind::Postfix(_, a) => f(a),
            ExprKind::Assign { target, value, .. } => {
                [target, value].into_iter().for_each(|e| f(e))
            }
            ExprKind::Index(a, b) | ExprKind::Binary(_, a, b) => {
                [a, b].into_iter().for_each(|e| f(e))
            }
            ExprKind::Conditional(a, b, c) => [a, b, c].into_iter().for_each(|e| f(e)),
            ExprKind::Call { args, .. } => args.iter_mut().for_each(f),
        }
    }

    /// Whether an assignment or a step stands anywhere in it. What calls do is not looked at.
    pub fn assigns(&self) -> bool {
        let mut found = matches!(self.kind, ExprKind::Assign { .. } | ExprKind::Postfix(..));
        self.for_each_child(&mut |child| found |= child.assigns());
        found
    }

    /// Moves every place in the tree, as from a string to the file that holds it.
    pub fn relocate(&mut self, to: &dyn Fn(Span) -> Span) {
        self.span = to(self.span);
        if let ExprKind::Call { callee_span, .. } = &mut self.kind {
            *callee_span = to(*callee_span);
        }
        self.for_each_child_mut(&mut |child| child.relocate(to));
    }
}

impl Action {
    /// Moves every place in it.
    pub fn relocate(&mut self, to: &dyn Fn(Span) -> Span) {
        match self {
            Action::Assign { target, value, .. } => {
                target.relocate(to);
                value.relocate(to);
            }
            Action::Evaluate(expr) => expr.relocate(to),
        }
    }
}

impl Declaration {
    /// Moves every place in it.
    pub fn relocate(&mut self, to: &dyn Fn(Span) -> Span) {
        self.name_span = to(self.name_span);
        let parts = self.extents.iter_mut().chain(&mut self.init);
        parts.for_each(|expr| expr.relocate(to));
    }
}

#[cfg(test)]
mod tests;
