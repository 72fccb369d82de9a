//! What involves other lanes and warps: barriers, fences, shuffles, votes.

use super::body::Body;
use crate::kernel::{BarrierReduction, FenceScope, Operand, ShuffleMode, Type, VReg, VoteMode};

impl Body<'_> {
    /// Bits are compared, whatever they mean.
    pub(super) fn matching(
        &mut self,
        (all, ty): (bool, Type),
        (dst, holds): (VReg, Option<VReg>),
        [value, mask]: [Operand; 2],
    ) {
        let kind = if all { "all" } else { "any" };
        let (value, mask) = (self.operand(value), self.operand(mask));
        let to = match holds {
            Some(holds) => format!("{}|{}", self.name(dst), self.name(holds)),
            None => self.name(dst),
        };
        let bits = ty.bits();
        self.emit(&format!("match.{kind}.sync.b{bits} {to}, {value}, {mask}"));
    }

    pub(super) fn barrier_reduce(&mut self, mode: BarrierReduction, dst: VReg, value: Operand) {
        let mnemonic = match mode {
            BarrierReduction::Count => "bar.red.popc.u32",
            BarrierReduction::And => "bar.red.and.pred",
            BarrierReduction::Or => "bar.red.or.pred",
        };
        let (dst, value) = (self.name(dst), self.operand(value));
        self.emit(&format!("{mnemonic} {dst}, 0, {value}"));
    }

    pub(super) fn sync_warp(&mut self, mask: Operand) {
        let mask = self.operand(mask);
        self.emit(&format!("bar.warp.sync {mask}"));
    }

    /// `operands`: value, lane, clamp, mask.
    pub(super) fn shuffle(
        &mut self,
        mode: ShuffleMode,
        (dst, in_range): (VReg, Option<VReg>),
        operands: [Operand; 4],
    ) {
        let within = in_range.map_or(String::new(), |reg| format!("|{}", self.name(reg)));
        let operands = operands.map(|operand| self.operand(operand)).join(", ");
        let (mode, dst) = (shuffle(mode), self.name(dst));
        self.emit(&format!("shfl.sync.{mode}.b32 {dst}{within}, {operands}"));
    }
}

/// nvcc's instructions for `__threadfence` and its relatives.
pub(super) fn fence(scope: FenceScope) -> &'static str {
    match scope {
        FenceScope::Block => "membar.cta",
        FenceScope::Device => "membar.gl",
        FenceScope::System => "membar.sys",
    }
}

pub(super) fn vote(mode: VoteMode) -> &'static str {
    match mode {
        VoteMode::Any => "vote.sync.any.pred",
        VoteMode::All => "vote.sync.all.pred",
        VoteMode::Ballot => "vote.sync.ballot.b32",
    }
}

fn shuffle(mode: ShuffleMode) -> &'static str {
    match mode {
        ShuffleMode::Index => "idx",
        ShuffleMode::Up => "up",
        ShuffleMode::Down => "down",
        ShuffleMode::Butterfly => "bfly",
    }
}
