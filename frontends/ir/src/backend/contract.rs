//! Float contraction, as nvcc does by default (`-fmad=true`): a product that is used once, by
//! a sum or difference in the same block, becomes part of it and is not rounded.
//!
//! It works on the kernel IR so that an interpreter of that IR sees the same roundings as the
//! machine. Where both addends are products the left one is fused (LLVM's order).

use super::flow::Flow;
use super::simplify::drop_unused;
use super::values::Values;
use crate::kernel::{
    BinaryOp, BlockId, Inst, Kernel, Located, Operand, Register, Rounding, Type, UnaryOp,
};

/// Fuses products with sums.
pub(crate) fn contract(kernel: &mut Kernel) {
    let flow = Flow::of(kernel);
    let values = Values::of(kernel, &flow);
    for block in kernel.blocks.ids() {
        contract_block(kernel, &values, block);
    }
    drop_unused(kernel);
}

fn contract_block(kernel: &mut Kernel, values: &Values, block: BlockId) {
    let insts = kernel.blocks[block].insts.clone();
    let mut fused = Vec::with_capacity(insts.len());
    for (index, located) in insts.iter().enumerate() {
        let place = Place {
            values,
            block,
            insts: &insts,
            index,
        };
        let mut push = |inst| {
            fused.push(Located {
                inst,
                span: located.span,
            });
        };
        match place.fusion() {
            Some(fusion) => fusion.build(kernel, &mut push),
            None => push(located.inst.clone()),
        }
    }
    kernel.blocks[block].insts = fused;
}

/// A sum that takes a product in.
struct Fusion {
    ty: Type,
    dst: crate::kernel::VReg,
    factors: [Operand; 2],
    addend: Operand,
    /// Whether the product, or the addend, is subtracted.
    minus: Option<Minus>,
}

#[derive(PartialEq)]
enum Minus {
    Product,
    Addend,
}

impl Fusion {
    fn build(self, kernel: &mut Kernel, push: &mut dyn FnMut(Inst)) {
        let Fusion { ty, dst, .. } = self;
        let [mut a, b] = self.factors;
        let mut c = self.addend;
        let negated = match self.minus {
            Some(Minus::Product) => Some(&mut a),
            Some(Minus::Addend) => Some(&mut c),
            None => None,
        };
        if let Some(operand) = negated {
            let name = None;
            let minus = kernel.registers.push(Register { ty, name });
            push(Inst::Unary {
                op: UnaryOp::Neg,
                ty,
                dst: minus,
                a: *operand,
            });
            *operand = minus.into();
        }
        push(Inst::Fma {
            round: Rounding::Nearest,
            ty,
            dst,
            a,
            b,
            c,
        });
    }
}

struct Place<'a> {
    values: &'a Values,
    block: BlockId,
    insts: &'a [Located],
    index: usize,
}

impl Place<'_> {
    fn fusion(&self) -> Option<Fusion> {
        let Inst::Binary { op, ty, dst, a, b } = self.insts[self.index].inst else {
            return None;
        };
        let (left, right) = match op {
            BinaryOp::Add => (None, None),
            BinaryOp::Sub => (Some(Minus::Addend), Some(Minus::Product)),
            _ => return None,
        };
        if !ty.is_float() {
            return None;
        }
        let fused = |factors, addend, minus| Fusion {
            ty,
            dst,
            factors,
            addend,
            minus,
        };
        if let Some(factors) = self.product(a) {
            return Some(fused(factors, b, left));
        }
        Some(fused(self.product(b)?, a, right))
    }

    /// The factors of an operand that is a product, used here alone, of values that still hold.
    fn product(&self, operand: Operand) -> Option<[Operand; 2]> {
        let reg = operand.reg()?;
        let (block, index) = self.values.definition(reg)?;
        let here = block == self.block && self.values.uses(reg) == 1;
        match self.insts.get(index)?.inst {
            Inst::Binary {
                op: BinaryOp::Mul,
                a,
                b,
                ..
            } if here && self.unchanged_since(index, [a, b]) => Some([a, b]),
            _ => None,
        }
    }

    fn unchanged_since(&self, index: usize, operands: [Operand; 2]) -> bool {
        let between = &self.insts[index + 1..self.index];
        let mut written = between.iter().flat_map(|l| l.inst.defs());
        written.all(|reg| operands.iter().all(|o| o.reg() != Some(reg)))
    }
}
