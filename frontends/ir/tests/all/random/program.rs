//! Generated programs: a little language of its own.

use std::fmt;

/// Threads of a block.
pub const BLOCK: u32 = 48;
/// Blocks.
pub const GRID: u32 = 2;
/// Words that each thread writes.
pub const SLOTS: u32 = 8;
/// The word of each thread that holds a float's bits.
pub const FLOAT_SLOT: usize = 4;
/// Elements of the input.
pub const INPUTS: u32 = 16;
/// Accumulators that all threads add to.
pub const SUMS: u32 = 4;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ty {
    Bool,
    U8,
    I16,
    I32,
    U32,
    I64,
    U64,
    F32,
}

impl Ty {
    pub fn c_name(self) -> &'static str {
        match self {
            Ty::Bool => "bool",
            Ty::U8 => "unsigned char",
            Ty::I16 => "short",
            Ty::I32 => "int",
            Ty::U32 => "unsigned",
            Ty::I64 => "long long",
            Ty::U64 => "unsigned long long",
            Ty::F32 => "float",
        }
    }
}

/// The variables that every program has.
pub const VARIABLES: [(&str, Ty); 7] = [
    ("a", Ty::I32),
    ("b", Ty::U32),
    ("c", Ty::I64),
    ("x", Ty::F32),
    ("u", Ty::U8),
    ("s", Ty::I16),
    ("p", Ty::Bool),
];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Op {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    Shl,
    Shr,
    And,
    Or,
    Xor,
    Less,
    Equal,
    Both,
    Either,
}

impl Op {
    pub fn symbol(self) -> &'static str {
        match self {
            Op::Add => "+",
            Op::Sub => "-",
            Op::Mul => "*",
            Op::Div => "/",
            Op::Rem => "%",
            Op::Shl => "<<",
            Op::Shr => ">>",
            Op::And => "&",
            Op::Or => "|",
            Op::Xor => "^",
            Op::Less => "<",
            Op::Equal => "==",
            Op::Both => "&&",
            Op::Either => "||",
        }
    }
}

#[derive(Clone, Debug)]
pub enum Expr {
    Int(Ty, u64),
    Float(f32),
    Variable(usize),
    Thread,
    /// An input, at a masked index.
    Input(Box<Expr>),
    Negate(Box<Expr>),
    Complement(Box<Expr>),
    Not(Box<Expr>),
    Binary(Op, Box<Expr>, Box<Expr>),
    Choose(Box<Expr>, Box<Expr>, Box<Expr>),
    Cast(Ty, Box<Expr>),
}

impl fmt::Display for Expr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Expr::Int(ty, value) => {
                let suffix = match ty {
                    Ty::U32 => "u",
                    Ty::I64 => "ll",
                    Ty::U64 => "ull",
                    _ => "",
                };
                write!(f, "{value}{suffix}")
            }
            Expr::Float(value) => write!(f, "{value:?}f"),
            Expr::Variable(index) => f.write_str(VARIABLES[*index].0),
            Expr::Thread => f.write_str("threadIdx.x"),
            Expr::Input(index) => write!(f, "in[{index} & {}]", INPUTS - 1),
            Expr::Negate(a) => write!(f, "(-{a})"),
            Expr::Complement(a) => write!(f, "(~{a})"),
            Expr::Not(a) => write!(f, "(!{a})"),
            Expr::Binary(op, a, b) => match op {
                // Kept away from what C leaves undefined.
                Op::Div | Op::Rem => write!(f, "({a} {} (({b} & 63) + 1))", op.symbol()),
                Op::Shl | Op::Shr => write!(f, "({a} {} ({b} & 15))", op.symbol()),
                _ => write!(f, "({a} {} {b})", op.symbol()),
            },
            Expr::Choose(c, a, b) => write!(f, "({c} ? {a} : {b})"),
            Expr::Cast(ty, a) => write!(f, "(({}) {a})", ty.c_name()),
        }
    }
}

#[derive(Clone, Debug)]
pub enum Stmt {
    Assign(usize, Expr),
    Update(usize, Op, Expr),
    If(Expr, Vec<Stmt>, Vec<Stmt>),
    /// A loop of `bound & 15` trips.
    Repeat(Expr, Vec<Stmt>),
    /// A loop that tests afterwards, of `1 + (bound & 15)` trips.
    RepeatAfter(Expr, Vec<Stmt>),
    /// A loop of known trips with an unroll hint; each trip adds its number to `a`.
    Counted(u32, u32, Vec<Stmt>),
    /// A switch over `value & 7`: the n-th case is for 2n and 2n + 1, the last for the rest.
    Switch(Expr, Vec<Vec<Stmt>>, Vec<Stmt>),
    BreakIf(Expr),
    ContinueIf(Expr),
    ReturnIf(Expr),
    /// `out[…] = value` in one of the thread's own slots.
    Put(u32, Expr),
    /// An atomic addition to a sum of all threads.
    Count(u32, Expr),
    /// A value to and fro through shared memory, from a neighbour at some distance.
    Exchange(u32, Expr),
    /// What the lanes of a warp whose keys are alike, modulo four, hold of a value: its sum, its least,
    /// who has an odd one, who one as odd.
    Tell(Expr, Expr),
}

/// A program: statements at the top, where every thread passes the barriers.
#[derive(Clone)]
pub struct Program {
    pub statements: Vec<Stmt>,
}

impl fmt::Debug for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\n{self}")
    }
}
