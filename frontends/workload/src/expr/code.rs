//! The bytecode that an expression over indices becomes.
//!
//! A register holds one value for each index of a block of [`LANES`](super::machine::LANES)
//! indices. Instructions that may fail (a division, a load) carry the register that says for
//! which indices they are wanted at all: what C's `?:`, `&&` and `||` do not evaluate must not
//! fail, and is computed as zero instead.

use crate::element::{ElementType, ValueType};
use sim_ir::source::Span;

/// A register's number.
pub type Reg = u16;

/// What an instruction does with one operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UnaryOp {
    /// `-a`.
    Negate,
    /// `~a`, integers only.
    Invert,
    /// `!a`, an `int`.
    Not,
    /// `abs`, `fabs`.
    Absolute,
    /// Square root, floats only as all that follow.
    Sqrt,
    /// Largest integer not above.
    Floor,
    /// Smallest integer not below.
    Ceil,
    /// Nearest integer, ties to even (`rint`).
    Rint,
    /// Towards zero.
    Trunc,
    /// e to the power.
    Exp,
    /// Natural logarithm.
    Log,
    /// Sine of radians.
    Sin,
    /// Cosine of radians.
    Cos,
}

/// What an instruction does with two operands of one type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BinaryOp {
    /// `a + b`; integers wrap, here and below.
    Add,
    /// `a - b`.
    Subtract,
    /// `a * b`.
    Multiply,
    /// `a / b`; integers towards zero, and division by zero is an error.
    Divide,
    /// `a % b`; for floats `fmod`.
    Remainder,
    /// `a & b`, integers only as the next four.
    And,
    /// `a | b`.
    Or,
    /// `a ^ b`.
    Xor,
    /// `a << b`; a shift by the width or more gives zero.
    ShiftLeft,
    /// `a >> b`; a shift by the width or more gives zero or the sign.
    ShiftRight,
    /// The smaller; of a number and NaN the number.
    Minimum,
    /// The larger; of a number and NaN the number.
    Maximum,
    /// `pow`, floats only.
    Power,
}

/// How two operands are compared; the result is an `int`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CompareOp {
    /// `a < b`.
    Less,
    /// `a <= b`.
    LessEqual,
    /// `a > b`.
    Greater,
    /// `a >= b`.
    GreaterEqual,
    /// `a == b`.
    Equal,
    /// `a != b`.
    NotEqual,
}

impl CompareOp {
    /// How it is written.
    pub const fn symbol(self) -> &'static str {
        match self {
            CompareOp::Less => "<",
            CompareOp::LessEqual => "<=",
            CompareOp::Greater => ">",
            CompareOp::GreaterEqual => ">=",
            CompareOp::Equal => "==",
            CompareOp::NotEqual => "!=",
        }
    }
}

/// An instruction's operation. `a`, `b`, `c` are its arguments in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Op {
    /// The index itself, a `long long`.
    Index,
    /// A constant of the type, as bits.
    Constant(ValueType, u64),
    /// One operand.
    Unary(UnaryOp, ValueType),
    /// Two operands of one type.
    Binary(BinaryOp, ValueType),
    /// A comparison of two operands of one type.
    Compare(CompareOp, ValueType),
    /// `a ? b : c`, `a` an `int`.
    Select(ValueType),
    /// `a * b + c` rounded once.
    FusedMultiplyAdd(ValueType),
    /// From one type to another, as a cast does.
    Convert(ValueType, ValueType),
    /// An `int` to what a narrow type keeps of it.
    Narrow(ElementType),
    /// `mix(a, b)` of the initialisation hashes, unsigned.
    Mix,
    /// Element `a` (a `long long`) of a source.
    Load(u16),
}

/// One instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Instruction {
    /// What it does.
    pub op: Op,
    /// Where the result goes; never one of the arguments.
    pub result: Reg,
    /// Arguments; those that the operation does not have are 0.
    pub args: [Reg; 3],
    /// For which indices it is wanted (an `int` register); all if none.
    pub mask: Option<Reg>,
    /// The place in the file that it came from.
    pub span: Span,
}

/// Elements that a [`Code`] reads: which buffer, and from when.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Source {
    /// The buffer's name.
    pub buffer: String,
    /// Whether its values after the launches are meant, not the initial ones.
    pub after: bool,
    /// Type of its elements.
    pub element: ElementType,
}

/// A compiled expression.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Code {
    /// What does not depend on the index: run once.
    pub prologue: Vec<Instruction>,
    /// What does: run for every block of indices.
    pub body: Vec<Instruction>,
    /// How many registers it uses.
    pub registers: usize,
    /// Where the result is.
    pub result: Reg,
    /// The result's type; `None` only in an empty code.
    pub ty: Option<ValueType>,
    /// What it loads from; [`Op::Load`] names a place in this list.
    pub sources: Vec<Source>,
}

impl Code {
    /// The least constant that the index is divided by for its remainder: elements that far
    /// apart are likely neighbours in what is loaded.
    pub fn period(&self) -> Option<u64> {
        let mut constants = vec![None; self.registers];
        let mut is_index = vec![false; self.registers];
        let mut period = None;
        for i in self.prologue.iter().chain(&self.body) {
            let result = i.result as usize;
            if let Op::Binary(BinaryOp::Remainder, _) = i.op
                && is_index[i.args[0] as usize]
                && let Some(divisor) = constants[i.args[1] as usize]
            {
                period = Some(period.map_or(divisor, |least: u64| least.min(divisor)));
            }
            is_index[result] = match i.op {
                Op::Index => true,
                Op::Convert(..) => is_index[i.args[0] as usize],
                _ => false,
            };
            constants[result] = match i.op {
                Op::Constant(ValueType::I64 | ValueType::U64, bits) => Some(bits),
                Op::Constant(ValueType::I32 | ValueType::U32, bits) => Some(bits & 0xffff_ffff),
                _ => None,
            };
        }
        period
    }
}
