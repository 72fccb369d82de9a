//! Addresses: `[R+imm]`, `desc[UR][R.64+imm]`, `[R+UR+imm]`.
//!
//! A global address is looked through for `base + index * size + constant`. The scaled index
//! and the base become one IMAD.WIDE, the constant goes into the instruction. A constant is
//! taken out of a signed index, whose overflow is undefined; never out of an unsigned one.

use super::operands::{half, immediate};
use super::uniform::Leaf;
use super::{Selected, Selector};
use crate::backend::mir::{Inst, MemRef, Opnd, Part};
use crate::kernel::{self, Address, BinaryOp, Operand, Space, Type, VReg};
use sim_isa::Op;

/// `rest + index * scale`, the index widened by its sign.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Scaled {
    rest: Operand,
    index: Operand,
    scale: u32,
    signed: bool,
}

/// Bytes that fit into a memory instruction: 24 signed bits.
fn fits(offset: i64) -> bool {
    (-0x80_0000..0x80_0000).contains(&offset)
}

/// A product of a widened index and a constant.
struct Term {
    index: Operand,
    scale: u32,
    signed: bool,
}

impl Selector<'_> {
    /// A memory operand for an address.
    pub(super) fn address(&mut self, space: Space, addr: Address) -> Selected<MemRef> {
        match space {
            Space::Global => self.global_address(addr),
            Space::Shared => self.shared_address(addr),
            Space::Local => self.local_address(addr),
            Space::Const => self.unsupported("an address of constant memory here"),
        }
    }

    fn global_address(&mut self, addr: Address) -> Selected<MemRef> {
        let mut offset = addr.offset;
        let base = match addr.base {
            Some(base) => self.global_base(base, &mut offset)?,
            None => {
                let far = kernel::Const::u64(std::mem::take(&mut offset) as u64);
                let pair = self.temp(2);
                self.mov_wide(pair, far.into())?;
                pair
            }
        };
        let desc = self.descriptor();
        Ok(MemRef {
            base: Some(base),
            uniform: None,
            offset: offset as i32,
            desc: Some(desc),
        })
    }

    /// The pair for a base register, as much as possible of it moved to `offset`.
    fn global_base(&mut self, base: VReg, offset: &mut i64) -> Selected<Part> {
        let (rest, moved) = self.strip_constant(base.into(), *offset);
        let scaled = self.scaled(rest).map(|s| self.strip_index(s, moved));
        match scaled {
            Some((scaled, moved)) if fits(moved) => {
                *offset = moved;
                self.scaled_pair(scaled)
            }
            _ if fits(moved) && rest.reg().is_some() => {
                *offset = moved;
                self.pair(rest)
            }
            _ => {
                let start = std::mem::take(offset);
                let pair = self.pair(base.into())?;
                self.plus(pair, start)
            }
        }
    }

    fn pair(&mut self, operand: Operand) -> Selected<Part> {
        match operand {
            Operand::Reg(reg) => self.part(reg),
            Operand::Const(_) => {
                let pair = self.temp(2);
                self.mov_wide(pair, operand)?;
                Ok(pair)
            }
        }
    }

    fn plus(&mut self, pair: Part, offset: i64) -> Selected<Part> {
        if offset == 0 {
            return Ok(pair);
        }
        let sum = self.temp(2);
        let words = [offset as u32, (offset >> 32) as u32].map(immediate);
        let halves = [0, 1].map(|first| Opnd::from(half(pair, first)));
        self.add_halves(sum, halves, words);
        Ok(sum)
    }

    /// Takes constant summands off a 64-bit value.
    fn strip_constant(&self, value: Operand, offset: i64) -> (Operand, i64) {
        let (mut value, mut offset) = (value, offset);
        while let Some(kernel::Inst::Binary { op, a, b, .. }) = self.peek_operand(value) {
            let Some(constant) = b.constant() else { break };
            match op {
                BinaryOp::Add => offset = offset.wrapping_add(constant.bits as i64),
                BinaryOp::Sub => offset = offset.wrapping_sub(constant.bits as i64),
                _ => break,
            }
            value = a;
        }
        (value, offset)
    }

    /// A 64-bit value as `rest + index * scale`.
    pub(super) fn scaled(&self, value: Operand) -> Option<Scaled> {
        let kernel::Inst::Binary {
            op: BinaryOp::Add,
            a,
            b,
            ..
        } = self.peek_operand(value)?
        else {
            return None;
        };
        let (term, rest) = match self.term(b) {
            Some(term) => (term, a),
            None => (self.term(a)?, b),
        };
        Some(Scaled {
            rest,
            index: term.index,
            scale: term.scale,
            signed: term.signed,
        })
    }

    fn term(&self, value: Operand) -> Option<Term> {
        match self.peek_operand(value)? {
            kernel::Inst::MulWide { ty, a, b, .. } => {
                let (index, factor) = if a.constant().is_some() {
                    (b, a)
                } else {
                    (a, b)
                };
                let scale = scale_of(factor)?;
                let signed = ty.is_signed();
                Some(Term {
                    index,
                    scale,
                    signed,
                })
            }
            kernel::Inst::Binary { op, ty, a, b, .. } if ty.bits() == 64 => {
                let term = self.widened(a)?;
                let scale = match op {
                    BinaryOp::Mul => scale_of(b)?,
                    BinaryOp::Shl => 1u32.checked_shl(b.constant()?.bits as u32)?,
                    _ => return None,
                };
                (scale <= i32::MAX as u32).then_some(Term { scale, ..term })
            }
            _ => self.widened(value),
        }
    }

    fn widened(&self, value: Operand) -> Option<Term> {
        let kernel::Inst::Convert { from, to, src, .. } = self.peek_operand(value)? else {
            return None;
        };
        let widens = matches!(from, Type::S32 | Type::U32) && to.is_integer() && to.bits() == 64;
        widens.then_some(Term {
            index: src,
            scale: 1,
            signed: from.is_signed(),
        })
    }

    /// Moves constant summands of a signed index to the offset.
    fn strip_index(&self, mut scaled: Scaled, mut offset: i64) -> (Scaled, i64) {
        while scaled.signed
            && let Some(kernel::Inst::Binary {
                op,
                ty: Type::S32,
                a,
                b,
                ..
            }) = self.peek_operand(scaled.index)
            && let Some(constant) = b.constant().and_then(|c| c.as_integer())
        {
            let bytes = constant as i64 * i64::from(scaled.scale);
            let moved = match op {
                BinaryOp::Add => offset + bytes,
                BinaryOp::Sub => offset - bytes,
                _ => break,
            };
            if !fits(moved) {
                break;
            }
            (scaled.index, offset) = (a, moved);
        }
        (scaled, offset)
    }

    /// The pair that holds a scaled sum, computed once a block.
    fn scaled_pair(&mut self, scaled: Scaled) -> Selected<Part> {
        let known = self.local.addresses.iter().find(|(s, _)| *s == scaled);
        if let Some(&(_, part)) = known {
            return Ok(part);
        }
        let pair = self.temp(2);
        self.scaled_into(pair, scaled)?;
        let regs = [scaled.rest, scaled.index];
        let mut regs = regs.into_iter().filter_map(Operand::reg);
        if regs.all(|reg| self.values.is_stable(reg)) {
            self.local.addresses.push((scaled, pair));
        }
        Ok(pair)
    }

    /// Computes a scaled sum by IMAD.WIDE.
    pub(super) fn scaled_into(&mut self, dst: Part, scaled: Scaled) -> Selected<()> {
        let index = self.reg(scaled.index)?;
        let rest = self.reg(scaled.rest)?;
        let wide = Inst::new(Op::ImadWide).dst(dst).a(index);
        let wide = wide.b(Opnd::Imm(scaled.scale)).c(rest);
        let ty = if scaled.signed { Type::S32 } else { Type::U32 };
        self.emit(wide.with(|m| m.with(super::integer::sign(ty))));
        Ok(())
    }

    fn shared_address(&mut self, addr: Address) -> Selected<MemRef> {
        let (base, offset) = self.short_address(addr)?;
        let uniform = Some(self.uniform(Leaf::SharedBase));
        Ok(MemRef {
            base,
            uniform,
            offset,
            desc: None,
        })
    }

    /// Base and offset of a 32-bit address.
    fn short_address(&mut self, addr: Address) -> Selected<(Option<Part>, i32)> {
        let Some(base) = addr.base else {
            return Ok((None, addr.offset as i32));
        };
        let (rest, moved) = self.strip_short(base.into(), addr.offset);
        match rest {
            Operand::Reg(reg) if fits(moved) => Ok((Some(self.part(reg)?), moved as i32)),
            Operand::Const(value) if fits(moved + value.bits as i64) => {
                Ok((None, (moved + value.bits as i64) as i32))
            }
            _ => Ok((Some(self.part(base)?), addr.offset as i32)),
        }
    }

    fn strip_short(&self, value: Operand, offset: i64) -> (Operand, i64) {
        let (mut value, mut offset) = (value, offset);
        while let Some(kernel::Inst::Binary { op, ty, a, b, .. }) = self.peek_operand(value) {
            let Some(constant) = b.constant().filter(|_| ty.bits() == 32) else {
                break;
            };
            match op {
                BinaryOp::Add => offset += i64::from(constant.bits as i32),
                BinaryOp::Sub => offset -= i64::from(constant.bits as i32),
                _ => break,
            }
            value = a;
        }
        (value, offset)
    }

    /// Frames lie upwards of the stack pointer.
    fn local_address(&mut self, addr: Address) -> Selected<MemRef> {
        let stack = self.stack.expect("the prologue sets the stack pointer");
        let (base, offset) = self.short_address(addr)?;
        let base = match base {
            None => stack,
            Some(index) => {
                let sum = self.temp(1);
                self.iadd3(sum, stack.into(), index.into(), Opnd::Zero);
                sum
            }
        };
        Ok(MemRef {
            base: Some(base),
            uniform: None,
            offset,
            desc: None,
        })
    }

    /// A constant operand for an address in a constant buffer (bank 3).
    pub(super) fn constant_operand(&mut self, addr: Address) -> Selected<Opnd> {
        let (base, offset) = self.short_address(addr)?;
        Ok(Opnd::Const(3, base, offset))
    }
}

fn scale_of(factor: Operand) -> Option<u32> {
    let value = factor.constant()?.as_integer()?;
    u32::try_from(value).ok().filter(|&s| s <= i32::MAX as u32)
}
