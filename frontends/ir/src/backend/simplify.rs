//! Simplifies the kernel IR before selection: constants, copies, identities, repeated
//! computations, unused results.
//!
//! A value that is computed again is taken from the first computation if that dominates the
//! second (nvcc computes `iy * nx + ix` once for two arrays), and if what is cheap is not too far
//! away: it would take a register all the way, and loops that are written out have hundreds of
//! such values. Left out, for a later stage that
//! measures against ptxas: loop-invariant code other than parameters, unrolling, reassociation.

use super::flow::Flow;
use super::fold;
use super::values::Values;
use crate::kernel::{BinaryOp, BlockId, Const, Inst, Kernel, Operand, Terminator, Type, VReg};
use std::collections::BTreeMap;

/// How many instructions a cheap value is kept for.
const FAR: usize = 256;

/// Simplifies until nothing changes.
pub(crate) fn simplify(kernel: &mut Kernel) {
    let flow = Flow::of(kernel);
    while round(kernel, &flow) {}
}

fn round(kernel: &mut Kernel, flow: &Flow) -> bool {
    let values = Values::of(kernel, flow);
    let mut pass = Pass {
        flow,
        values: &values,
        known: BTreeMap::new(),
        seen: BTreeMap::new(),
        at: 0,
        changed: false,
    };
    for block in kernel.blocks.ids() {
        pass.block(kernel, block);
    }
    let changed = pass.changed;
    drop_unused(kernel) | changed
}

struct Pass<'a> {
    flow: &'a Flow,
    values: &'a Values,
    /// Registers that are copies of something.
    known: BTreeMap<VReg, Operand>,
    /// Computations by their text, with the places where they were done.
    seen: BTreeMap<String, Vec<Place>>,
    /// How many instructions have been looked at.
    at: usize,
    changed: bool,
}

/// Where something is computed: its block, register and place among all instructions.
type Place = (BlockId, VReg, usize);

impl Pass<'_> {
    fn block(&mut self, kernel: &mut Kernel, id: BlockId) {
        let mut insts = std::mem::take(&mut kernel.blocks[id].insts);
        for located in &mut insts {
            self.at += 1;
            self.replace_operands(&mut located.inst);
            self.rewrite(kernel, &mut located.inst);
            self.learn(kernel, id, &mut located.inst);
        }
        kernel.blocks[id].insts = insts;
        if let Terminator::Branch { condition, .. } = &mut kernel.blocks[id].terminator
            && let Some(Operand::Reg(reg)) = self.known.get(condition)
        {
            *condition = *reg;
            self.changed = true;
        }
    }

    fn replace_operands(&mut self, inst: &mut Inst) {
        let (known, mut changed) = (&self.known, false);
        inst.for_each_operand(&mut |operand| {
            if let Some(&better) = operand.reg().and_then(|reg| known.get(&reg)) {
                (*operand, changed) = (better, true);
            }
        });
        if let Some(addr) = inst.address_mut()
            && let Some(base) = addr.base
            && let Some(&better) = known.get(&base)
        {
            changed = true;
            match better {
                Operand::Reg(reg) => addr.base = Some(reg),
                Operand::Const(value) => {
                    addr.base = None;
                    addr.offset += value.as_integer().unwrap_or(0) as i64;
                }
            }
        }
        self.changed |= changed;
    }

    fn rewrite(&mut self, kernel: &Kernel, inst: &mut Inst) {
        let [dst] = inst.defs()[..] else { return };
        let simpler = fold::value(inst)
            .map(Operand::Const)
            .or_else(|| identity(inst));
        if let Some(src) = simpler
            && !matches!(inst, Inst::Copy { .. })
        {
            let ty = kernel.type_of(dst);
            *inst = Inst::Copy {
                dst,
                src: retyped(src, ty),
            };
            self.changed = true;
        } else if let Some(better) = turned(inst) {
            *inst = better;
            self.changed = true;
        }
    }

    fn learn(&mut self, kernel: &Kernel, block: BlockId, inst: &mut Inst) {
        let [dst] = inst.defs()[..] else { return };
        if !self.values.is_stable(dst) {
            return;
        }
        match *inst {
            Inst::Copy { src, .. } => {
                // A copy between types stays: it reinterprets bits.
                let ty = kernel.type_of(dst);
                let same = |reg| self.values.is_stable(reg) && kernel.type_of(reg) == ty;
                if src.reg().is_none_or(same) {
                    self.known.insert(dst, retyped(src, kernel.type_of(dst)));
                }
            }
            _ if self.repeatable(inst) => self.recall(kernel, block, dst, inst),
            _ => {}
        }
    }

    fn repeatable(&self, inst: &Inst) -> bool {
        let pure = !inst.has_side_effects()
            && !matches!(inst, Inst::ActiveMask { .. } | Inst::Load { .. })
            && !is_clock(inst);
        pure && inst.uses().iter().all(|&reg| self.values.is_stable(reg))
    }

    fn recall(&mut self, kernel: &Kernel, block: BlockId, dst: VReg, inst: &mut Inst) {
        let text = computation(kernel, inst);
        let reach = if is_cheap(inst) { FAR } else { usize::MAX };
        let places = self.seen.entry(text).or_default();
        let earlier = places.iter().find(|&&(place, reg, at)| {
            let near = self.at - at <= reach;
            reg != dst && near && self.flow.dominates(place, block)
        });
        match earlier {
            Some(&(_, reg, _)) => {
                *inst = Inst::Copy {
                    dst,
                    src: reg.into(),
                };
                self.known.insert(dst, reg.into());
                self.changed = true;
            }
            None => places.push((block, dst, self.at)),
        }
    }
}

/// An instruction's text without its result.
fn computation(kernel: &Kernel, inst: &Inst) -> String {
    let text = kernel.inst_text(inst);
    text.split_once(" = ")
        .map_or(text.clone(), |(_, of)| of.into())
}

/// Whether computing again costs an instruction or two.
fn is_cheap(inst: &Inst) -> bool {
    match inst {
        Inst::Binary { op, .. } => !matches!(op, BinaryOp::Div | BinaryOp::Rem),
        Inst::MulWide { .. } | Inst::Convert { .. } => true,
        _ => false,
    }
}

fn is_clock(inst: &Inst) -> bool {
    use crate::kernel::SpecialReg::{Clock32, Clock64, GlobalTimer};
    matches!(
        inst,
        Inst::Special {
            reg: Clock32 | Clock64 | GlobalTimer,
            ..
        }
    )
}

fn retyped(operand: Operand, ty: Type) -> Operand {
    match operand {
        Operand::Const(value) => Const::new(ty, value.bits).into(),
        reg => reg,
    }
}

fn is_const(operand: Operand, value: i128) -> bool {
    operand.constant().and_then(|c| c.as_integer()) == Some(value)
}

fn all_ones(operand: Operand) -> bool {
    let constant = operand.constant().filter(|c| !c.ty.is_float());
    constant.is_some_and(|c| c == Const::new(c.ty, u64::MAX))
}

/// The operand that an instruction only hands on.
fn identity(inst: &Inst) -> Option<Operand> {
    match *inst {
        Inst::Copy { src, .. } => Some(src),
        Inst::Binary { op, ty, a, b, .. } if !ty.is_float() => binary_identity(op, a, b),
        Inst::Select {
            condition, a, b, ..
        } => match condition.constant() {
            Some(value) => Some(if value.bits != 0 { a } else { b }),
            None => (a == b).then_some(a),
        },
        Inst::Convert { from, to, src, .. } => {
            let same = from.is_integer() && to.is_integer() && from.bits() == to.bits();
            (same || from == to && from.is_integer()).then_some(src)
        }
        _ => None,
    }
}

fn binary_identity(op: BinaryOp, a: Operand, b: Operand) -> Option<Operand> {
    use BinaryOp::{Add, And, Div, Max, Min, Mul, Or, Shl, Shr, Sub, Xor};
    match op {
        Add | Or | Xor if is_const(a, 0) => Some(b),
        Add | Sub | Or | Xor | Shl | Shr if is_const(b, 0) => Some(a),
        Mul if is_const(a, 1) => Some(b),
        Mul | Div if is_const(b, 1) => Some(a),
        Mul | And if is_const(a, 0) => Some(a),
        Mul | And if is_const(b, 0) => Some(b),
        And if all_ones(a) => Some(b),
        And if all_ones(b) => Some(a),
        And | Or | Min | Max if a == b => Some(a),
        _ => None,
    }
}

/// The same with the constant to the right.
fn turned(inst: &Inst) -> Option<Inst> {
    let Inst::Binary { op, ty, dst, a, b } = *inst else {
        return None;
    };
    let commutes = matches!(
        op,
        BinaryOp::Add | BinaryOp::Mul | BinaryOp::And | BinaryOp::Or | BinaryOp::Xor
    );
    let swaps = commutes && a.constant().is_some() && b.constant().is_none() && !ty.is_float();
    let (a, b) = (b, a);
    swaps.then_some(Inst::Binary { op, ty, dst, a, b })
}

/// Takes out instructions whose results nobody reads; says whether there were any.
pub(crate) fn drop_unused(kernel: &mut Kernel) -> bool {
    let mut used = vec![false; kernel.registers.len()];
    for (_, block) in kernel.blocks.iter() {
        let reads = block.insts.iter().flat_map(|l| l.inst.uses());
        reads.for_each(|reg| used[reg.index()] = true);
        if let Terminator::Branch { condition, .. } = block.terminator {
            used[condition.index()] = true;
        }
    }
    let mut changed = false;
    for id in kernel.blocks.ids() {
        let insts = &mut kernel.blocks[id].insts;
        let before = insts.len();
        insts
            .retain(|l| l.inst.has_side_effects() || l.inst.defs().iter().any(|d| used[d.index()]));
        changed |= insts.len() != before;
    }
    changed
}
