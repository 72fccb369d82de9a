//! Operands: how a value of the kernel IR is handed to a machine instruction.

use super::{Selected, Selector};
use crate::backend::mir::{BlockRef, File, Inst, Opnd, Part};
use crate::kernel::{self, BlockId, Const, Operand, Type, UnaryOp, VReg};
use sim_isa::{Op, SrcMods};

/// How many constants are held in registers for loops: one that is written out within another
/// may use hundreds.
const MOST_WORDS_BEFORE_LOOPS: usize = 32;

impl Selector<'_> {
    /// A value in a general register (a pair for 64 bits), or `RZ`.
    pub(super) fn reg(&mut self, operand: Operand) -> Selected<Opnd> {
        match operand {
            Operand::Const(value) => self.const_reg(value),
            Operand::Reg(reg) => Ok(self.part(reg)?.into()),
        }
    }

    /// The virtual register that holds a kernel register's present value.
    pub(super) fn part(&mut self, reg: VReg) -> Selected<Part> {
        if self.waiting.contains_key(&reg) {
            if let Some(low) = self.low_half_of(reg)? {
                return Ok(low);
            }
            if let Some(index) = self.waiting.remove(&reg) {
                let inst = self.inst_at(index).clone();
                let own = self.span_at(index);
                let span = std::mem::replace(&mut self.span, own);
                self.lower_here(&inst)?;
                self.span = span;
            }
        }
        Ok(self.dst(reg))
    }

    fn span_at(&self, index: usize) -> crate::source::Span {
        self.kernel.blocks[self.block].insts[index].span
    }

    /// A truncation of a 64-bit register is its lower half.
    fn low_half_of(&mut self, reg: VReg) -> Selected<Option<Part>> {
        let Some(kernel::Inst::Convert { from, to, src, .. }) = self.peek(reg) else {
            return Ok(None);
        };
        let integers = from.is_integer() && to.is_integer();
        let truncates = integers && from.bits() == 64 && to.bits() == 32;
        match src.reg().filter(|&r| truncates && self.values.is_stable(r)) {
            Some(pair) => {
                let part = self.part(pair)?;
                Ok(Some(Part { width: 1, ..part }))
            }
            None => Ok(None),
        }
    }

    fn const_reg(&mut self, value: Const) -> Selected<Opnd> {
        if value.bits == 0 {
            return Ok(Opnd::Zero);
        }
        if value.ty.bits() == 64 {
            return self.const_pair(value.bits);
        }
        Ok(self.word(value.bits as u32).into())
    }

    /// A 32-bit constant in a register, loaded once a block.
    pub(super) fn word(&mut self, bits: u32) -> Part {
        if let Some(&part) = self.local.constants.get(&bits) {
            return part;
        }
        let part = match self.before_loop() {
            Some((block, at)) => self.word_before_loop(bits, block, at),
            None => {
                let part = self.load_word(bits, self.at);
                self.constants.push((bits, self.block, part));
                part
            }
        };
        self.local.constants.insert(bits, part);
        part
    }

    /// A constant that a loop uses is loaded in front of the outermost one, as long as those
    /// are few.
    fn word_before_loop(&mut self, bits: u32, block: BlockId, at: BlockRef) -> Part {
        let mut held = self.constants.iter();
        let above = |from| self.flow.dominates(from, self.block);
        if let Some(&(_, _, part)) = held.find(|&&(b, from, _)| b == bits && above(from)) {
            return part;
        }
        if self.words_before_loops == MOST_WORDS_BEFORE_LOOPS {
            return self.load_word(bits, self.at);
        }
        self.words_before_loops += 1;
        let part = self.load_word(bits, at);
        self.constants.push((bits, block, part));
        part
    }

    fn load_word(&mut self, bits: u32, at: BlockRef) -> Part {
        let part = self.temp(1);
        let here = std::mem::replace(&mut self.at, at);
        self.emit(Inst::new(Op::Mov).dst(part).a(Opnd::Imm(bits)));
        self.at = here;
        part
    }

    fn const_pair(&mut self, bits: u64) -> Selected<Opnd> {
        let pair = self.temp(2);
        for (first, word) in [(0, bits as u32), (1, (bits >> 32) as u32)] {
            self.mov(half(pair, first), Opnd::Imm(word));
        }
        Ok(pair.into())
    }

    /// Copies one register.
    pub(super) fn mov(&mut self, dst: Part, src: Opnd) {
        self.emit(Inst::new(Op::Mov).dst(dst).a(src));
    }

    /// Copies all of a value.
    pub(super) fn mov_wide(&mut self, dst: Part, src: Operand) -> Selected<()> {
        match src {
            Operand::Const(value) => {
                for first in 0..dst.width {
                    let word = (value.bits >> (32 * u32::from(first))) as u32;
                    self.mov(half(dst, first), immediate(word));
                }
            }
            Operand::Reg(reg) => {
                let part = self.part(reg)?;
                for first in 0..dst.width {
                    self.mov(half(dst, first), half(part, first).into());
                }
            }
        }
        Ok(())
    }

    /// A 32-bit value in whatever form is cheapest for a slot that takes immediates and uniform
    /// registers.
    pub(super) fn flexible(&mut self, operand: Operand) -> Selected<Opnd> {
        match operand {
            Operand::Const(value) => Ok(immediate(value.bits as u32)),
            Operand::Reg(reg) => match self.leaf_of(reg) {
                Some(leaf) => Ok(self.uniform(leaf).into()),
                None => self.reg(operand),
            },
        }
    }

    /// Whether [`Selector::flexible`] would give something else than a general register.
    pub(super) fn is_flexible(&self, operand: Operand) -> bool {
        match operand {
            Operand::Const(value) => value.bits != 0,
            Operand::Reg(reg) => self.leaf_of(reg).is_some(),
        }
    }

    /// Two operands of a commutative operation: the first in a register.
    pub(super) fn commuted(&mut self, a: Operand, b: Operand) -> Selected<(Opnd, Opnd)> {
        let swap = self.is_flexible(a) && !self.is_flexible(b) || a.constant().is_some();
        let (a, b) = if swap { (b, a) } else { (a, b) };
        Ok((self.reg(a)?, self.flexible(b)?))
    }

    /// Three operands, the first two of which commute; at most one is not a register.
    pub(super) fn product_and_sum(
        &mut self,
        a: Operand,
        b: Operand,
        c: Operand,
    ) -> Selected<(Opnd, Opnd, Opnd)> {
        let swap = self.is_flexible(a) && !self.is_flexible(b) || a.constant().is_some();
        let (a, b) = if swap { (b, a) } else { (a, b) };
        let a = self.reg(a)?;
        match self.is_flexible(b) {
            true => Ok((a, self.flexible(b)?, self.reg(c)?)),
            false => Ok((a, self.reg(b)?, self.flexible(c)?)),
        }
    }

    /// One 32-bit word of a 64-bit value, in a form for a slot that takes immediates.
    pub(super) fn half_of(&mut self, operand: Operand, first: u8) -> Selected<Opnd> {
        match operand {
            Operand::Const(value) => Ok(immediate((value.bits >> (32 * u32::from(first))) as u32)),
            Operand::Reg(reg) => Ok(half(self.part(reg)?, first).into()),
        }
    }

    /// The same in a register.
    pub(super) fn half_reg(&mut self, operand: Operand, first: u8) -> Selected<Opnd> {
        match self.half_of(operand, first)? {
            Opnd::Imm(bits) => Ok(self.word(bits).into()),
            other => Ok(other),
        }
    }

    /// A float, with signs taken into the operand; `flexible` allows an immediate.
    pub(super) fn float(&mut self, operand: Operand, flexible: bool) -> Selected<Opnd> {
        let (value, mods) = self.float_signs(operand);
        let plain = match value {
            Operand::Const(constant) => return self.float_const(constant, mods, flexible),
            Operand::Reg(_) if flexible && value_is_word(self.kernel, value) => {
                self.flexible(value)?
            }
            Operand::Reg(_) => self.reg(value)?,
        };
        Ok(match plain {
            Opnd::Reg(part, _) => Opnd::Reg(part, mods),
            other => other,
        })
    }

    /// What a float is the negation or absolute value of.
    pub(super) fn float_signs(&self, operand: Operand) -> (Operand, SrcMods) {
        let (mut value, mut mods) = (operand, SrcMods::default());
        while let Some(kernel::Inst::Unary { op, ty, a, .. }) = self.peek_operand(value) {
            match op {
                UnaryOp::Neg if ty.is_float() => mods.neg ^= !mods.abs,
                UnaryOp::Abs if ty.is_float() => mods.abs = true,
                _ => break,
            }
            value = a;
        }
        (value, mods)
    }

    fn float_const(&mut self, value: Const, mods: SrcMods, flexible: bool) -> Selected<Opnd> {
        let sign = 1u64 << (value.ty.bits() - 1);
        let positive = if mods.abs {
            value.bits & !sign
        } else {
            value.bits
        };
        let bits = if mods.neg { positive ^ sign } else { positive };
        let value = Const::new(value.ty, bits);
        match (flexible, value.ty) {
            (_, _) if bits == 0 => Ok(Opnd::Zero),
            (true, Type::F32) => Ok(Opnd::Imm(bits as u32)),
            (true, Type::F64) if bits as u32 == 0 => Ok(Opnd::Imm((bits >> 32) as u32)),
            _ => self.const_reg(value),
        }
    }

    /// Whether a float can only be an immediate (or a uniform register) without cost.
    pub(super) fn is_flexible_float(&self, operand: Operand) -> bool {
        self.is_flexible(self.float_signs(operand).0)
    }

    /// A uniform register for the current block's use.
    pub(super) fn uniform_temp(&mut self, width: u8) -> Part {
        let virt = self.out.virt(File::Uniform, width);
        self.out.whole(virt)
    }
}

fn value_is_word(kernel: &kernel::Kernel, operand: Operand) -> bool {
    let ty = operand.reg().map(|reg| kernel.type_of(reg));
    ty.is_some_and(|ty| ty.bits() == 32)
}

/// An immediate, or `RZ` for zero.
pub(super) fn immediate(bits: u32) -> Opnd {
    match bits {
        0 => Opnd::Zero,
        _ => Opnd::Imm(bits),
    }
}

/// One register of a wider one.
pub(super) fn half(part: Part, first: u8) -> Part {
    Part {
        first: part.first + first,
        width: 1,
        ..part
    }
}
