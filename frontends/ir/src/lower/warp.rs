//! Calls that speak of the block and the warp: barriers, fences, shuffles, votes, clocks.

use super::calls::count;
use super::table::Builtin;
use super::value::{Value, register};
use super::{Lowered, Lowering};
use crate::cexpr::{Expr, Scalar};
use crate::diagnostic::Diagnostic;
use crate::kernel::{BinaryOp, Const, Inst, Operand, ShuffleMode, Type, VoteMode};
use crate::source::Span;

impl Lowering<'_> {
    pub(super) fn warp_call(
        &mut self,
        builtin: Builtin,
        args: &[Expr],
        span: Span,
    ) -> Lowered<Value> {
        match builtin {
            Builtin::Shuffle(mode) => self.shuffle(mode, args, span),
            Builtin::Vote(mode) => self.vote(mode, args, span),
            Builtin::SyncWarp => {
                let mask = match args {
                    [] => Const::u32(u32::MAX).into(),
                    _ => self.scalars::<1>(args, Scalar::U32, span)?[0],
                };
                Ok(self.done(Inst::SyncWarp { mask }))
            }
            Builtin::Fence(scope) => {
                let [] = count(args, span)?;
                Ok(self.done(Inst::Fence { scope }))
            }
            Builtin::ActiveMask => {
                let [] = count(args, span)?;
                let dst = self.build.temporary(Type::U32);
                self.build.emit(Inst::ActiveMask { dst });
                Ok(Value::Scalar(Scalar::U32, dst.into()))
            }
            Builtin::Clock(reg, ty) => {
                let [] = count(args, span)?;
                Ok(Value::Scalar(ty, self.build.special(reg)))
            }
            _ => {
                let [] = count(args, span)?;
                Ok(self.done(Inst::Barrier))
            }
        }
    }

    fn done(&mut self, inst: Inst) -> Value {
        self.build.emit(inst);
        Value::Void
    }

    fn vote(&mut self, mode: VoteMode, args: &[Expr], span: Span) -> Lowered<Value> {
        let [mask, value] = count(args, span)?;
        let lanes = self.rvalue(mask)?;
        let mask = self.scalar_as(lanes, Scalar::U32, mask.span)?;
        let own = self.rvalue(value)?;
        let value = self.truth(own, value.span)?;
        let ty = match mode {
            VoteMode::Any | VoteMode::All => Scalar::Bool,
            VoteMode::Ballot => Scalar::U32,
        };
        let dst = self.build.temporary(register(ty));
        self.build.emit(Inst::Vote {
            mode,
            dst,
            value,
            mask,
        });
        Ok(Value::Scalar(ty, dst.into()))
    }

    fn shuffle(&mut self, mode: ShuffleMode, args: &[Expr], span: Span) -> Lowered<Value> {
        let (args, width) = match args {
            [args @ .., width] if args.len() == 3 => (args, Some(width)),
            _ => (args, None),
        };
        let [mask, value, lane] = count(args, span)?;
        let lanes = self.rvalue(mask)?;
        let mask = self.scalar_as(lanes, Scalar::U32, mask.span)?;
        let own = self.rvalue(value)?;
        let (from, src) = self.scalar(own, value.span)?;
        if from.size() > 4 {
            let message = format!("a shuffle of `{from}` is not supported yet");
            return Err(Diagnostic::error(value.span, message).help("shuffle its halves"));
        }
        let ty = from.promoted();
        let src = self.convert(src, from, ty);
        let other = self.rvalue(lane)?;
        let lane = self.scalar_as(other, Scalar::U32, lane.span)?;
        let clamp = self.clamp(mode, width)?;
        let dst = self.build.temporary(register(ty));
        self.build.emit(Inst::Shuffle {
            mode,
            dst,
            in_range: None,
            src,
            lane,
            clamp,
            mask,
        });
        Ok(Value::Scalar(ty, dst.into()))
    }

    /// PTX's operand c: the segment mask, `32 - width`, from bit 8, and the clamp below.
    fn clamp(&mut self, mode: ShuffleMode, width: Option<&Expr>) -> Lowered<Operand> {
        let clamp = match mode {
            ShuffleMode::Up => 0,
            ShuffleMode::Index | ShuffleMode::Down | ShuffleMode::Butterfly => 0x1f,
        };
        let clamp = Const::u32(clamp).into();
        let Some(width) = width else {
            return Ok(clamp);
        };
        let value = self.rvalue(width)?;
        let width = self.scalar_as(value, Scalar::U32, width.span)?;
        let all = Const::u32(32).into();
        let rest = self.build.binary(BinaryOp::Sub, Type::U32, all, width);
        let shift = Const::u32(8).into();
        let segment = self.build.binary(BinaryOp::Shl, Type::U32, rest, shift);
        Ok(self.build.binary(BinaryOp::Or, Type::U32, segment, clamp))
    }
}
