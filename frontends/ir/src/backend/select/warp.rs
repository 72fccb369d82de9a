//! What involves other lanes and warps: barriers, fences, shuffles, votes.

use super::{Selected, Selector};
use crate::backend::mir::File;
use crate::backend::mir::{Inst, Opnd, Part, PredUse};
use crate::kernel::{
    self, BarrierReduction, FenceScope, Operand, ReduceOp, ShuffleMode, Type, VReg,
};
use sim_isa::modifier::{
    BarMode, BarReduction, IntCmp, IntSign, MatchWidth, MembarKind, MembarScope, ReduxOp, ShflMode,
    UintSign, VoteMode,
};
use sim_isa::{Flag, Number, Op};

impl Selector<'_> {
    /// `__syncthreads`. What the block's threads have in uniform registers stays valid.
    pub(super) fn barrier(&mut self) -> Selected<()> {
        let inst = Inst::new(Op::Bar).a(Opnd::Imm(0));
        self.emit(inst.with(|m| m.with(BarMode::Sync).with_flag(Flag::DeferBlocking)));
        self.local.lanes = None;
        Ok(())
    }

    /// `__syncthreads_count` and its relatives: the barrier, then a read of what it found.
    pub(super) fn barrier_reduce(
        &mut self,
        mode: BarrierReduction,
        dst: VReg,
        value: Operand,
    ) -> Selected<()> {
        let value = self.condition(value, false)?;
        let kind = match mode {
            BarrierReduction::Count => BarReduction::Popc,
            BarrierReduction::And => BarReduction::And,
            BarrierReduction::Or => BarReduction::Or,
        };
        let inst = Inst::new(Op::BarRed).a(Opnd::Imm(0)).psrc(0, value);
        self.emit(inst.with(|m| m.with(kind).with_flag(Flag::DeferBlocking)));
        self.local.lanes = None;
        let result = Inst::new(Op::B2r);
        let result = match mode {
            BarrierReduction::Count => result.dst(self.dst(dst)),
            BarrierReduction::And | BarrierReduction::Or => {
                result.dst(Opnd::Zero).pdst(0, self.virt_of(dst))
            }
        };
        self.emit(result);
        Ok(())
    }

    /// A reduction over the warp ends in a uniform register, which is read at once.
    pub(super) fn reduce(&mut self, inst: &kernel::Inst) -> Selected<()> {
        let kernel::Inst::Reduce {
            op,
            ty,
            dst,
            value,
            mask,
        } = *inst
        else {
            return self.unsupported("this reduction");
        };
        let apart = self.run_apart(mask)?;
        let (sign, op) = match op {
            ReduceOp::Add => (UintSign::U32, ReduxOp::Sum),
            ReduceOp::And => (UintSign::U32, ReduxOp::And),
            ReduceOp::Or => (UintSign::U32, ReduxOp::Or),
            ReduceOp::Xor => (UintSign::U32, ReduxOp::Xor),
            ReduceOp::Min => (sign_of(ty), ReduxOp::Min),
            ReduceOp::Max => (sign_of(ty), ReduxOp::Max),
        };
        let (value, to) = (self.reg(value)?, self.dst(dst));
        let virt = self.out.virt(File::Uniform, 1);
        let uniform = self.out.whole(virt);
        let redux = Inst::new(Op::Redux).dst(uniform).a(value);
        self.emit(redux.with(|m| m.with(op).with(sign)));
        self.mov(to, uniform.into());
        self.run_together(apart);
        Ok(())
    }

    pub(super) fn matching(&mut self, inst: &kernel::Inst) -> Selected<()> {
        let kernel::Inst::Match {
            all,
            ty,
            dst,
            holds,
            value,
            mask,
        } = *inst
        else {
            return self.unsupported("this comparison among lanes");
        };
        let apart = self.run_apart(mask)?;
        let (value, to) = (self.reg(value)?, self.dst(dst));
        let width = match ty.bits() {
            64 => MatchWidth::B64,
            _ => MatchWidth::B32,
        };
        let op = if all { Op::MatchAll } else { Op::MatchAny };
        let found = Inst::new(op).dst(to).a(value).with(|m| m.with(width));
        let holds = holds.map(|reg| self.virt_of(reg));
        self.emit(Inst {
            pdst: [holds, None],
            ..found
        });
        self.run_together(apart);
        Ok(())
    }

    /// Lanes with different masks run apart, those of one mask at a time, for what looks at all lanes
    /// that run; returns those that are to run together again.
    fn run_apart(&mut self, mask: Operand) -> Selected<Option<Part>> {
        if !self.differs(mask) {
            self.sync_warp(mask)?;
            return Ok(None);
        }
        let (lanes, mask) = (self.temp(1), self.reg(mask)?);
        self.ballot(lanes, PredUse::TRUE);
        let apart = Inst::new(Op::Warpsync).a(mask);
        self.emit(apart.with(|m| m.with_flag(Flag::Exclusive)));
        self.others_ran();
        Ok(Some(lanes))
    }

    /// Lanes that ran apart go on together.
    fn run_together(&mut self, lanes: Option<Part>) {
        if let Some(lanes) = lanes {
            self.emit(Inst::new(Op::Warpsync).a(lanes));
            self.others_ran();
        }
    }

    /// Other lanes may have run meanwhile, and written uniform registers; some have come.
    fn others_ran(&mut self) {
        self.local.uniforms.clear();
        self.local.lanes = None;
    }

    /// Lanes that run apart come together; a whole warp needs nothing.
    pub(super) fn sync_warp(&mut self, mask: Operand) -> Selected<()> {
        if !self.divergence.of_block(self.kernel, self.flow, self.block) {
            return Ok(());
        }
        let all = mask
            .constant()
            .is_some_and(|c| c.bits == u64::from(u32::MAX));
        let inst = match all {
            true => Inst::new(Op::WarpsyncAll),
            false => Inst::new(Op::Warpsync).a(self.reg(mask)?),
        };
        self.emit(inst);
        self.others_ran();
        Ok(())
    }

    /// `__threadfence` and its relatives, by nvcc's instructions.
    pub(super) fn fence(&mut self, scope: FenceScope) -> Selected<()> {
        let (kind, reach) = match scope {
            FenceScope::Block => (MembarKind::All, MembarScope::Cta),
            FenceScope::Device => (MembarKind::Sc, MembarScope::Gpu),
            FenceScope::System => (MembarKind::Sc, MembarScope::Sys),
        };
        self.emit(Inst::new(Op::Membar).with(|m| m.with(kind).with(reach)));
        if scope != FenceScope::Block {
            self.emit(Inst::new(Op::Errbar));
            self.emit(Inst::new(Op::Cgaerrbar));
            self.emit(Inst::new(Op::Cctl));
        }
        Ok(())
    }

    pub(super) fn shuffle(&mut self, inst: &kernel::Inst) -> Selected<()> {
        let kernel::Inst::Shuffle {
            mode,
            dst,
            in_range,
            src,
            lane,
            clamp,
            mask,
        } = *inst
        else {
            return self.unsupported("this shuffle");
        };
        self.sync_warp(mask)?;
        let to = self.dst(dst);
        let (src, lane, clamp) = (
            self.reg(src)?,
            self.small(lane, 31)?,
            self.small(clamp, 0x1fff)?,
        );
        let mode = match mode {
            ShuffleMode::Index => ShflMode::Idx,
            ShuffleMode::Up => ShflMode::Up,
            ShuffleMode::Down => ShflMode::Down,
            ShuffleMode::Butterfly => ShflMode::Bfly,
        };
        let shfl = Inst::new(Op::Shfl).dst(to).a(src).b(lane).c(clamp);
        let shfl = shfl.with(|m| m.with(mode));
        let within = in_range.map(|reg| self.virt_of(reg));
        self.emit(Inst {
            pdst: [within, None],
            ..shfl
        });
        Ok(())
    }

    /// An immediate where it fits the encoding, else a register. Zero is an immediate here.
    fn small(&mut self, operand: Operand, limit: u64) -> Selected<Opnd> {
        match operand.constant() {
            Some(value) if value.bits <= limit => Ok(Opnd::Imm(value.bits as u32)),
            _ => self.reg(operand),
        }
    }

    pub(super) fn vote(
        &mut self,
        mode: kernel::VoteMode,
        dst: VReg,
        value: Operand,
        mask: Operand,
    ) -> Selected<()> {
        self.sync_warp(mask)?;
        let own = self.differs(mask);
        // With a mask of its own a lane asks whether any of its mask's, or none against, voted.
        let all = mode == kernel::VoteMode::All;
        let value = self.condition(value, own && all)?;
        match mode {
            kernel::VoteMode::Ballot => {
                let to = self.dst(dst);
                if own {
                    self.ballot_of(to, value, mask)?;
                } else {
                    self.ballot(to, value);
                }
            }
            kernel::VoteMode::Any | kernel::VoteMode::All if own => {
                let votes = self.temp(1);
                self.ballot_of(votes, value, mask)?;
                let test = if all { IntCmp::Eq } else { IntCmp::Ne };
                let holds = Inst::new(Op::Isetp).pdst(0, self.virt_of(dst));
                let holds = holds.a(votes).b(Opnd::Zero);
                self.emit(holds.with(|m| m.with(test).with(IntSign::U32)));
            }
            kernel::VoteMode::Any | kernel::VoteMode::All => {
                debug_assert_eq!(self.kernel.type_of(dst), Type::Pred);
                let mode = if all { VoteMode::All } else { VoteMode::Any };
                let inst = Inst::new(Op::Vote).dst(Opnd::Zero);
                let inst = inst.pdst(0, self.virt_of(dst)).psrc(0, value);
                self.emit(inst.with(|m| m.with(mode)));
            }
        }
        Ok(())
    }

    /// The lanes of a mask that voted. The mask may be read from where `to` is.
    fn ballot_of(&mut self, to: Part, value: PredUse, mask: Operand) -> Selected<()> {
        let (votes, mask) = (self.temp(1), self.reg(mask)?);
        self.ballot(votes, value);
        let and = Inst::new(Op::Lop3).dst(to).a(votes).b(mask);
        let and = and.c(Opnd::Zero);
        self.emit(and.with(|m| m.with_number(Number::Lut, 0xc0)));
        Ok(())
    }

    /// The lanes for which a predicate holds.
    pub(super) fn ballot(&mut self, to: Part, value: PredUse) {
        let inst = Inst::new(Op::Vote).dst(to).psrc(0, value);
        self.emit(inst.with(|m| m.with(VoteMode::Any)));
    }
}

fn sign_of(ty: Type) -> UintSign {
    match ty.is_signed() {
        true => UintSign::S32,
        false => UintSign::U32,
    }
}
