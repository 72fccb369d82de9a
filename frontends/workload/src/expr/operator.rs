//! C's binary operators, sorted by how they treat their operands.

use super::code::{BinaryOp, CompareOp};
use sim_ir::cexpr::BinaryOperator;

/// What kind of operator one is, with its operation.
pub enum Operator {
    /// On operands in their common type.
    Arithmetic(BinaryOp),
    /// The same, integers only.
    Integers(BinaryOp),
    /// In the left operand's type, integers only.
    Shift(BinaryOp),
    /// On operands in their common type; gives an `int`.
    Compare(CompareOp),
    /// `&&` and `||`.
    Connect(BinaryOp),
}

/// Sorts an operator into its kind.
pub fn operator(op: BinaryOperator) -> Operator {
    match op {
        BinaryOperator::Mul => Operator::Arithmetic(BinaryOp::Multiply),
        BinaryOperator::Div => Operator::Arithmetic(BinaryOp::Divide),
        BinaryOperator::Rem => Operator::Integers(BinaryOp::Remainder),
        BinaryOperator::Add => Operator::Arithmetic(BinaryOp::Add),
        BinaryOperator::Sub => Operator::Arithmetic(BinaryOp::Subtract),
        BinaryOperator::Shl => Operator::Shift(BinaryOp::ShiftLeft),
        BinaryOperator::Shr => Operator::Shift(BinaryOp::ShiftRight),
        BinaryOperator::Less => Operator::Compare(CompareOp::Less),
        BinaryOperator::LessEqual => Operator::Compare(CompareOp::LessEqual),
        BinaryOperator::Greater => Operator::Compare(CompareOp::Greater),
        BinaryOperator::GreaterEqual => Operator::Compare(CompareOp::GreaterEqual),
        BinaryOperator::Equal => Operator::Compare(CompareOp::Equal),
        BinaryOperator::NotEqual => Operator::Compare(CompareOp::NotEqual),
        BinaryOperator::BitAnd => Operator::Integers(BinaryOp::And),
        BinaryOperator::BitXor => Operator::Integers(BinaryOp::Xor),
        BinaryOperator::BitOr => Operator::Integers(BinaryOp::Or),
        BinaryOperator::And => Operator::Connect(BinaryOp::And),
        BinaryOperator::Or => Operator::Connect(BinaryOp::Or),
    }
}
