//! Which code is selected for which instruction: the dispatch over the kernel IR.

use super::logic::is_logic;
use super::{Selected, Selector};
use crate::backend::mir::{Inst as Machine, Opnd};
use crate::kernel::{Inst, MemType, Operand, ParamType, SymbolSpace, Type, VReg};
use sim_isa::Op;

impl Selector<'_> {
    /// Emits the code for an instruction, into the virtual registers of its results.
    pub(super) fn lower(&mut self, inst: &Inst) -> Selected<()> {
        match *inst {
            Inst::Unary { dst, .. } | Inst::Binary { dst, .. } if is_logic(inst) => {
                self.logic(dst, inst)
            }
            Inst::Copy { dst, .. } if self.kernel.type_of(dst) == Type::Pred => {
                self.predicate_value_of(inst)
            }
            Inst::Copy { dst, src } => self.copy(dst, src),
            Inst::Special { dst, reg } => self.special(dst, reg),
            Inst::Param { dst, param } => {
                let param = &self.kernel.params[param];
                let offset = self.abi.params + param.offset;
                match param.ty {
                    ParamType::Scalar(ty) if ty.size() < 4 => self.load_narrow(dst, offset, ty),
                    other => self.load_constant(dst, offset, other.size().div_ceil(4) as u8),
                }
                Ok(())
            }
            Inst::Symbol { dst, symbol } => {
                if let SymbolSpace::Device(slot) = self.kernel.symbols[symbol].space {
                    let (dst, from) = (self.dst(dst), Opnd::Const(4, None, slot as i32));
                    self.emit(Machine::new(Op::Ldc).dst(dst).a(from).wide(2));
                }
                Ok(())
            }
            Inst::Unary { op, ty, dst, a } => match ty {
                Type::Pred => self.predicate_value_of(inst),
                Type::S32 | Type::U32 => self.int_unary(op, ty, dst, a),
                Type::S64 | Type::U64 => self.wide_unary(op, dst, a),
                Type::F32 => self.f32_unary(op, dst, a),
                Type::F64 => self.f64_unary(op, dst, a),
                Type::F16 | Type::Bf16 | Type::F16x2 | Type::Bf16x2 => {
                    self.half_unary(op, ty, dst, a)
                }
            },
            Inst::Binary { op, ty, dst, a, b } => match ty {
                Type::Pred => self.predicate_value_of(inst),
                Type::S32 | Type::U32 => self.int_binary(op, ty, dst, a, b),
                Type::S64 | Type::U64 => self.wide_binary(op, ty, dst, a, b),
                Type::F32 => self.f32_binary(op, dst, a, b),
                Type::F64 => self.f64_binary(op, dst, a, b),
                Type::F16 | Type::Bf16 | Type::F16x2 | Type::Bf16x2 => {
                    self.half_binary(op, ty, dst, (a, b))
                }
            },
            Inst::Fma {
                round,
                ty,
                dst,
                a,
                b,
                c,
            } => match ty {
                Type::Pred => self.unsupported("multiplication of predicates"),
                Type::S32 | Type::U32 => self.imad(dst, a, b, c),
                Type::S64 | Type::U64 => self.wide_fma(dst, a, b, c),
                Type::F32 => {
                    let dst = self.dst(dst);
                    self.ffma(round, dst, [a, b, c], |m| m)
                }
                Type::F64 => self.dfma(dst, a, b, c),
                Type::F16 | Type::Bf16 | Type::F16x2 | Type::Bf16x2 => {
                    self.half_fma(ty, dst, [a, b, c])
                }
            },
            Inst::MulWide { ty, dst, a, b } => self.mul_wide(ty, dst, a, b, None),
            Inst::Compare { .. } => self.predicate_value_of(inst),
            Inst::Select { ty: Type::Pred, .. } => self.predicate_value_of(inst),
            Inst::Select {
                ty,
                dst,
                condition,
                a,
                b,
            } => self.select_value(ty, dst, condition, a, b),
            Inst::Convert {
                from,
                to,
                round,
                dst,
                src,
            } => self.convert(from, to, round, dst, src),
            Inst::CompareHalves { op, ty, dst, a, b } => self.compare_each(op, ty, dst, (a, b)),
            Inst::Pack {
                ty: Type::F64,
                dst,
                low,
                high,
            } => self.join_words(dst, low, high),
            Inst::Unpack {
                ty: Type::F64,
                dst,
                src,
                high,
            } => self.word_of_double(dst, src, high),
            Inst::Pack { ty, dst, low, high } => self.pack(ty, dst, low, high),
            Inst::Unpack { dst, src, high, .. } => self.unpack(dst, src, high),
            _ => self.lower_effect(inst),
        }
    }

    /// Memory accesses and what involves other lanes.
    fn lower_effect(&mut self, inst: &Inst) -> Selected<()> {
        match inst {
            Inst::Load {
                space,
                ty,
                dst,
                addr,
                mode,
            } => self.load(*space, *ty, dst, *addr, *mode),
            Inst::Store {
                space,
                ty,
                src,
                addr,
                mode,
            } => self.store(*space, *ty, src, *addr, *mode),
            Inst::Atomic { .. } => self.atomic(inst),
            Inst::Barrier => self.barrier(),
            Inst::SyncWarp { mask } => self.sync_warp(*mask),
            Inst::Fence { scope } => self.fence(*scope),
            Inst::Shuffle { .. } => self.shuffle(inst),
            Inst::Vote {
                mode,
                dst,
                value,
                mask,
            } => self.vote(*mode, *dst, *value, *mask),
            Inst::Reduce { .. } => self.reduce(inst),
            Inst::Match { .. } => self.matching(inst),
            Inst::BarrierReduce { mode, dst, value } => self.barrier_reduce(*mode, *dst, *value),
            Inst::ActiveMask { dst } => {
                let to = self.dst(*dst);
                self.ballot(to, crate::backend::mir::PredUse::TRUE);
                Ok(())
            }
            Inst::Copy { .. }
            | Inst::Special { .. }
            | Inst::Param { .. }
            | Inst::Symbol { .. }
            | Inst::Unary { .. }
            | Inst::Binary { .. }
            | Inst::Fma { .. }
            | Inst::MulWide { .. }
            | Inst::Compare { .. }
            | Inst::Select { .. }
            | Inst::Convert { .. }
            | Inst::CompareHalves { .. }
            | Inst::Pack { .. }
            | Inst::Unpack { .. } => unreachable!("values are lowered by `lower`"),
        }
    }

    fn copy(&mut self, dst: VReg, src: Operand) -> Selected<()> {
        if let Operand::Reg(reg) = src
            && let Some(leaf) = self.leaf_of(reg)
        {
            let part = self.uniform(leaf);
            let dst = self.dst(dst);
            self.mov(dst, part.into());
            return Ok(());
        }
        let to = self.dst(dst);
        self.mov_wide(to, src)
    }

    /// Loads a parameter of 8 or 16 bits, extended to a register.
    fn load_narrow(&mut self, dst: VReg, offset: u32, ty: MemType) {
        let dst = self.dst(dst);
        let from = Opnd::Const(0, None, offset as i32);
        let inst = Machine::new(Op::Ldc).dst(dst).a(from);
        self.emit(inst.with(|m| m.with(super::memory::width(ty, 1))));
    }

    /// Loads words of constant bank 0 into a general register.
    pub(super) fn load_constant(&mut self, dst: VReg, offset: u32, words: u8) {
        let dst = self.dst(dst);
        let from = Opnd::Const(0, None, offset as i32);
        self.emit(Machine::new(Op::Ldc).dst(dst).a(from).wide(words));
    }
}
