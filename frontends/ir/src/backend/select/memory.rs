//! Loads, stores and atomics.

use super::{Selected, Selector, together};
use crate::backend::mir::{Inst, MemRef, Opnd, Part, PredUse};
use crate::kernel::{self, AccessMode, Address, AtomicOp, CacheOp, MemType, Operand, Space, VReg};
use sim_isa::Op;
use sim_isa::modifier::{AtomFloat, AtomOp, AtomType, Evict, MemOrder, MemWidth};

/// The width modifier of an access to so many elements.
pub(super) fn width(ty: MemType, count: usize) -> MemWidth {
    match (ty, ty.size() as usize * count) {
        (MemType::S8, 1) => MemWidth::S8,
        (MemType::U8, 1) => MemWidth::U8,
        (MemType::S16, 2) => MemWidth::S16,
        (MemType::U16 | MemType::F16 | MemType::Bf16, 2) => MemWidth::U16,
        (_, 4) => MemWidth::B32,
        (_, 8) => MemWidth::B64,
        _ => MemWidth::B128,
    }
}

fn is_narrow(ty: MemType) -> bool {
    ty.size() < 4
}

fn order(mode: AccessMode) -> MemOrder {
    match (mode.volatile, mode.cache) {
        (true, _) | (false, CacheOp::Volatile | CacheOp::WriteThrough) => MemOrder::StrongSys,
        (false, CacheOp::Global) => MemOrder::StrongGpu,
        (false, CacheOp::NonCoherent) => MemOrder::Constant,
        (false, CacheOp::Default | CacheOp::Streaming | CacheOp::LastUse) => MemOrder::Weak,
    }
}

fn evict(mode: AccessMode) -> Evict {
    match mode.cache {
        CacheOp::Streaming => Evict::First,
        CacheOp::LastUse => Evict::LastUse,
        CacheOp::Default
        | CacheOp::Global
        | CacheOp::Volatile
        | CacheOp::WriteThrough
        | CacheOp::NonCoherent => Evict::Normal,
    }
}

/// The modifiers of an access, where its space has them.
fn access(inst: Inst, space: Space, ty: MemType, count: usize, mode: AccessMode) -> Inst {
    let inst = inst.with(|m| m.with(width(ty, count)));
    match space {
        Space::Global => inst.with(|m| m.with(order(mode)).with(evict(mode))),
        Space::Shared | Space::Local | Space::Const => inst,
    }
}

impl Selector<'_> {
    pub(super) fn load(
        &mut self,
        space: Space,
        ty: MemType,
        dst: &[VReg],
        addr: Address,
        mode: AccessMode,
    ) -> Selected<()> {
        if is_narrow(ty) && dst.len() > 1 {
            return self.unsupported("vector loads of narrow elements");
        }
        let (op, from) = match space {
            Space::Global => (Op::Ldg, Opnd::Mem(self.address(space, addr)?)),
            Space::Shared => (Op::Lds, Opnd::Mem(self.address(space, addr)?)),
            Space::Local => (Op::Ldl, Opnd::Mem(self.address(space, addr)?)),
            Space::Const => (Op::Ldc, self.constant_operand(addr)?),
        };
        let words = (ty.size() as usize * dst.len()).div_ceil(4) as u8;
        let whole = match dst {
            [one] => self.dst(*one),
            _ => self.temp(words),
        };
        let inst = Inst::new(op).dst(whole).a(from);
        self.emit(access(inst, space, ty, dst.len(), mode));
        if dst.len() > 1 {
            self.scatter(whole, dst, (ty.size() / 4) as u8);
        }
        Ok(())
    }

    /// Copies the elements of a vector to their registers; the copies usually vanish.
    fn scatter(&mut self, whole: Part, dst: &[VReg], words: u8) {
        for (index, &reg) in dst.iter().enumerate() {
            let to = self.dst(reg);
            for word in 0..words {
                let first = index as u8 * words + word;
                let from = super::operands::half(whole, first);
                self.mov(super::operands::half(to, word), from.into());
            }
        }
    }

    pub(super) fn store(
        &mut self,
        space: Space,
        ty: MemType,
        src: &[Operand],
        addr: Address,
        mode: AccessMode,
    ) -> Selected<()> {
        if is_narrow(ty) && src.len() > 1 {
            return self.unsupported("vector stores of narrow elements");
        }
        let data = match src {
            [one] => self.reg(*one)?,
            _ => self.gather(src, (ty.size() / 4) as u8)?,
        };
        let op = match space {
            Space::Global => Op::Stg,
            Space::Shared => Op::Sts,
            Space::Local => Op::Stl,
            Space::Const => return self.unsupported("a store to constant memory"),
        };
        let at = self.address(space, addr)?;
        let inst = Inst::new(op).a(Opnd::Mem(at)).b(data);
        self.emit(access(inst, space, unsigned(ty), src.len(), mode));
        Ok(())
    }

    fn gather(&mut self, src: &[Operand], words: u8) -> Selected<Opnd> {
        let whole = self.temp(words * src.len() as u8);
        for (index, &operand) in src.iter().enumerate() {
            for word in 0..words {
                let from = self.half_of(operand, word)?;
                let first = index as u8 * words + word;
                self.mov(super::operands::half(whole, first), from);
            }
        }
        Ok(whole.into())
    }

    pub(super) fn atomic(&mut self, inst: &kernel::Inst) -> Selected<()> {
        let kernel::Inst::Atomic {
            op,
            space,
            ty,
            dst,
            addr,
            a,
            b,
        } = *inst
        else {
            return self.unsupported("this atomic");
        };
        if let (AtomicOp::CompareSwap, Some(b)) = (op, b) {
            return self.compare_swap(space, ty, dst, addr, a, b);
        }
        let float = ty.register().is_float();
        let at = self.address(space, addr)?;
        match (space, float) {
            (Space::Shared, true) if op != AtomicOp::Exchange => {
                self.unsupported("an atomic of floats in shared memory (CAS only)")
            }
            (Space::Global, true) if op == AtomicOp::Add => self.float_addition(ty, dst, at, a),
            (Space::Global, true) if op != AtomicOp::Exchange => {
                self.unsupported(format!("an atomic {op:?} of floats"))
            }
            _ if together::counted_in_bank(inst) => {
                self.emit(Inst::new(Op::AtomsPopcInc).dst(Opnd::Zero).a(Opnd::Mem(at)));
                Ok(())
            }
            _ => {
                let (data, guard) = match self.joins_lanes(inst) {
                    true => self.joined(op, ty, a)?,
                    false => (self.reg(a)?, PredUse::TRUE),
                };
                let to = self.result(dst);
                let inst = operation(space, op, ty, to).a(Opnd::Mem(at)).b(data);
                self.emit(inst.guarded(guard));
                Ok(())
            }
        }
    }

    fn result(&mut self, dst: Option<VReg>) -> Opnd {
        dst.map_or(Opnd::Zero, |reg| self.dst(reg).into())
    }

    fn float_addition(
        &mut self,
        ty: MemType,
        dst: Option<VReg>,
        at: MemRef,
        a: Operand,
    ) -> Selected<()> {
        let data = self.reg(a)?;
        let kind = match ty {
            MemType::F64 => AtomFloat::F64,
            MemType::F16x2 => AtomFloat::F16x2,
            MemType::Bf16x2 => AtomFloat::Bf16x2,
            _ => AtomFloat::F32,
        };
        let inst = match dst {
            None => Inst::new(Op::RedgFloat),
            Some(dst) => Inst::new(Op::AtomgFloat).dst(self.dst(dst)),
        };
        let inst = inst.a(Opnd::Mem(at)).b(data);
        self.emit(inst.with(|m| m.with(AtomOp::Add).with(kind).with(MemOrder::StrongGpu)));
        Ok(())
    }

    /// The machine's compare-and-swap takes no descriptor, and no uniform register.
    fn compare_swap(
        &mut self,
        space: Space,
        ty: MemType,
        dst: Option<VReg>,
        addr: Address,
        a: Operand,
        b: Operand,
    ) -> Selected<()> {
        let at = self.address(space, addr)?;
        let (compare, new, to) = (self.reg(a)?, self.reg(b)?, self.result(dst));
        let kind = atom_type(AtomicOp::CompareSwap, ty);
        match space {
            Space::Shared => {
                let base = self.folded_shared(at);
                let inst = Inst::new(Op::AtomsCas).dst(to).a(Opnd::Mem(base));
                self.emit(inst.b(compare).c(new).with(|m| m.with(kind)));
            }
            _ => {
                let at = MemRef { desc: None, ..at };
                let inst = Inst::new(Op::AtomgCas).dst(to).a(Opnd::Mem(at));
                let inst = inst.b(compare).c(new);
                self.emit(inst.with(|m| m.with(kind).with(MemOrder::StrongGpu)));
            }
        }
        Ok(())
    }

    /// A shared address without a uniform register.
    fn folded_shared(&mut self, at: MemRef) -> MemRef {
        let Some(uniform) = at.uniform else { return at };
        let sum = self.temp(1);
        match at.base {
            Some(base) => self.iadd3(sum, base.into(), uniform.into(), Opnd::Zero),
            None => self.mov(sum, uniform.into()),
        }
        MemRef {
            base: Some(sum),
            uniform: None,
            ..at
        }
    }
}

/// An atomic on integers, or an exchange; one in device memory whose old value nobody asks for is
/// a reduction.
fn operation(space: Space, op: AtomicOp, ty: MemType, to: Opnd) -> Inst {
    let inst = match (space, to) {
        (Space::Shared, _) => Inst::new(Op::Atoms).dst(to),
        (_, Opnd::Zero) if op != AtomicOp::Exchange => Inst::new(Op::Redg),
        _ => Inst::new(Op::Atomg).dst(to),
    };
    let inst = inst.with(|m| m.with(atom_op(op)).with(atom_type(op, ty)));
    match space {
        Space::Shared => inst,
        _ => inst.with(|m| m.with(MemOrder::StrongGpu)),
    }
}

/// Stores take the low bits, whatever their sign.
fn unsigned(ty: MemType) -> MemType {
    match ty {
        MemType::S8 => MemType::U8,
        MemType::S16 => MemType::U16,
        other => other,
    }
}

fn atom_op(op: AtomicOp) -> AtomOp {
    match op {
        AtomicOp::Add => AtomOp::Add,
        AtomicOp::Min => AtomOp::Min,
        AtomicOp::Max => AtomOp::Max,
        AtomicOp::And => AtomOp::And,
        AtomicOp::Or => AtomOp::Or,
        AtomicOp::Xor => AtomOp::Xor,
        AtomicOp::Inc => AtomOp::Inc,
        AtomicOp::Dec => AtomOp::Dec,
        AtomicOp::Exchange | AtomicOp::CompareSwap => AtomOp::Exch,
    }
}

/// Signedness matters to minimum and maximum alone.
fn atom_type(op: AtomicOp, ty: MemType) -> AtomType {
    let ordered = matches!(op, AtomicOp::Min | AtomicOp::Max);
    match (ty.size(), ordered && ty.register().is_signed()) {
        (8, false) => AtomType::U64,
        (8, true) => AtomType::S64,
        (_, false) => AtomType::U32,
        (_, true) => AtomType::S32,
    }
}
