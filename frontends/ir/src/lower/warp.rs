//! Calls that speak of the block and the warp: barriers, fences, shuffles, votes,
//! reductions, clocks.

use super::calls::{count, wrong_count};
use super::table::Builtin;
use super::value::{Place, Value, register};
use super::{Lowered, Lowering};
use crate::cexpr::{Expr, ExprKind, Scalar, UnaryOperator};
use crate::diagnostic::Diagnostic;
use crate::kernel::{
    BarrierReduction, BinaryOp, Const, Inst, Operand, ReduceOp, Rounding, ShuffleMode, Type,
    VoteMode,
};
use crate::source::Span;

/// Whom a shuffle reads from.
struct Exchange {
    mode: ShuffleMode,
    lane: Operand,
    clamp: Operand,
    mask: Operand,
}

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
            Builtin::Reduce(op) => self.warp_reduce(op, args, span),
            Builtin::Match(all) => self.compare_lanes(all, args, span),
            Builtin::BarrierReduce(mode) => self.barrier_reduce(mode, args, span),
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
        let value = self.truth(value)?;
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
        let ty = from.promoted();
        let src = self.convert(src, from, ty);
        let single = ty.is_half() && ty.half_of_pair().is_none();
        let other = self.rvalue(lane)?;
        let lane = self.scalar_as(other, Scalar::U32, lane.span)?;
        let clamp = self.clamp(mode, width)?;
        let shuffle = Exchange {
            mode,
            lane,
            clamp,
            mask,
        };
        let result = match ty.size() {
            _ if single => {
                let pair = register(ty.pair_of_half());
                let both = self.build.pack(pair, src, src);
                let both = self.shuffle_word(&shuffle, pair, both);
                self.build.unpack(pair, both, false)
            }
            8 => self.shuffle_pair(&shuffle, register(ty), src),
            _ => self.shuffle_word(&shuffle, register(ty), src),
        };
        Ok(Value::Scalar(ty, result))
    }

    fn shuffle_word(&mut self, how: &Exchange, ty: Type, src: Operand) -> Operand {
        let dst = self.build.temporary(ty);
        self.build.emit(Inst::Shuffle {
            mode: how.mode,
            dst,
            in_range: None,
            src,
            lane: how.lane,
            clamp: how.clamp,
            mask: how.mask,
        });
        dst.into()
    }

    /// 64 bits go as two halves.
    fn shuffle_pair(&mut self, how: &Exchange, ty: Type, src: Operand) -> Operand {
        let (wide, word) = (Type::U64, Type::U32);
        let whole = self.build.reinterpret(wide, src);
        let amount = Const::u32(32).into();
        let upper = self.build.binary(BinaryOp::Shr, wide, whole, amount);
        let halves = [whole, upper].map(|half| {
            let half = self.build.convert(wide, word, Rounding::Nearest, half);
            let half = self.shuffle_word(how, word, half);
            self.build.convert(word, wide, Rounding::Nearest, half)
        });
        let upper = self.build.binary(BinaryOp::Shl, wide, halves[1], amount);
        let joined = self.build.binary(BinaryOp::Or, wide, halves[0], upper);
        self.build.reinterpret(ty, joined)
    }

    fn warp_reduce(&mut self, op: ReduceOp, args: &[Expr], span: Span) -> Lowered<Value> {
        let [mask, value] = count(args, span)?;
        let lanes = self.rvalue(mask)?;
        let mask = self.scalar_as(lanes, Scalar::U32, mask.span)?;
        let own = self.rvalue(value)?;
        let (from, own) = self.scalar(own, value.span)?;
        let ty = from.promoted();
        if !matches!(ty, Scalar::I32 | Scalar::U32) {
            let message = format!("no reduction over lanes of `{from}`");
            let help = "it takes `int` and `unsigned`; reduce others with shuffles";
            return Err(Diagnostic::error(value.span, message).help(help));
        }
        let value = self.convert(own, from, ty);
        let dst = self.build.temporary(register(ty));
        self.build.emit(Inst::Reduce {
            op,
            ty: register(ty),
            dst,
            value,
            mask,
        });
        Ok(Value::Scalar(ty, dst.into()))
    }

    /// `__match_any_sync(mask, value)`, `__match_all_sync(mask, value, &holds)`
    fn compare_lanes(&mut self, all: bool, args: &[Expr], span: Span) -> Lowered<Value> {
        let (args, holds) = match args {
            [args @ .., holds] if all && args.len() == 2 => (args, Some(holds)),
            _ if all => return Err(wrong_count(args.len(), 3, span)),
            _ => (args, None),
        };
        let [mask, value] = count(args, span)?;
        let lanes = self.rvalue(mask)?;
        let mask = self.scalar_as(lanes, Scalar::U32, mask.span)?;
        let own = self.rvalue(value)?;
        let (from, own) = self.scalar(own, value.span)?;
        let ty = from.promoted();
        if ty.is_half() {
            let message = format!("no comparison over lanes of `{from}`");
            let help = "compare its bits: `__half_as_ushort(x)`";
            return Err(Diagnostic::error(value.span, message).help(help));
        }
        let value = self.convert(own, from, ty);
        let dst = self.build.temporary(Type::U32);
        let told = holds.map(|_| self.build.temporary(Type::Pred));
        self.build.emit(Inst::Match {
            all,
            ty: register(ty),
            dst,
            holds: told,
            value,
            mask,
        });
        if let (Some(holds), Some(told)) = (holds, told) {
            let place = self.pointed_at(holds)?;
            self.write(place, Value::Scalar(Scalar::Bool, told.into()), holds.span)?;
        }
        Ok(Value::Scalar(Scalar::U32, dst.into()))
    }

    /// What `&variable` points at: variables have no address, but a result can go there.
    fn pointed_at(&mut self, expr: &Expr) -> Lowered<Place> {
        match &expr.kind {
            ExprKind::Unary(UnaryOperator::AddressOf, inner) => self.place(inner),
            _ => {
                let message = "expected the address of a variable";
                Err(Diagnostic::error(expr.span, message).help("write `&holds`"))
            }
        }
    }

    fn barrier_reduce(
        &mut self,
        mode: BarrierReduction,
        args: &[Expr],
        span: Span,
    ) -> Lowered<Value> {
        let [condition] = count(args, span)?;
        let value = self.truth(condition)?;
        let ty = match mode {
            BarrierReduction::Count => Scalar::U32,
            BarrierReduction::And | BarrierReduction::Or => Scalar::Bool,
        };
        let dst = self.build.temporary(register(ty));
        self.build.emit(Inst::BarrierReduce { mode, dst, value });
        let result = self.convert(dst.into(), ty, Scalar::I32);
        Ok(Value::Scalar(Scalar::I32, result))
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
