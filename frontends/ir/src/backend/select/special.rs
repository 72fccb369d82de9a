//! Special registers: where a thread stands, clocks.

use super::{Leaf, Selected, Selector};
use crate::backend::mir::{Inst, Opnd, Part};
use crate::kernel::{Dimension, SpecialReg, VReg};
use sim_isa::Op;
use sim_isa::modifier::Cs2rWidth;

/// Numbers of special registers (cuobjdump's names beside them).
mod number {
    /// SR_LANEID
    pub const LANE: u8 = 0;
    /// SR_TID.X; Y and Z follow.
    pub const TID: u8 = 0x21;
    /// SR_CTAID.X; Y and Z follow.
    pub const CTAID: u8 = 0x25;
    /// SR_VIRTUALSMID
    pub const SM: u8 = 0x43;
    /// SR_CLOCKLO
    pub const CLOCK: u8 = 0x50;
    /// SR_GLOBALTIMERLO
    pub const TIMER: u8 = 0x52;
}

fn axis(dimension: Dimension) -> u8 {
    match dimension {
        Dimension::X => 0,
        Dimension::Y => 1,
        Dimension::Z => 2,
    }
}

impl Selector<'_> {
    pub(super) fn special(&mut self, dst: VReg, reg: SpecialReg) -> Selected<()> {
        if let Some(Leaf::Constant(offset, words)) = self.launch_constant(reg) {
            self.load_constant(dst, offset, words);
            return Ok(());
        }
        let number = match reg {
            SpecialReg::ThreadIdx(d) => number::TID + axis(d),
            SpecialReg::BlockIdx(d) => number::CTAID + axis(d),
            SpecialReg::LaneId => number::LANE,
            SpecialReg::SmId => number::SM,
            SpecialReg::Clock32 | SpecialReg::Clock64 => return self.clock(dst, number::CLOCK),
            SpecialReg::GlobalTimer => return self.clock(dst, number::TIMER),
            SpecialReg::BlockDim(_) | SpecialReg::GridDim(_) => unreachable!("launch constants"),
        };
        let dst = self.dst(dst);
        self.emit(Inst::new(Op::S2r).dst(dst).a(Opnd::Special(number)));
        Ok(())
    }

    /// The lane's number.
    pub(super) fn lane(&mut self) -> Part {
        let lane = self.temp(1);
        let number = Opnd::Special(number::LANE);
        self.emit(Inst::new(Op::S2r).dst(lane).a(number));
        lane
    }

    fn clock(&mut self, dst: VReg, number: u8) -> Selected<()> {
        let dst = self.dst(dst);
        let width = if dst.width == 2 {
            Cs2rWidth::B64
        } else {
            Cs2rWidth::B32
        };
        let read = Inst::new(Op::Cs2r).dst(dst).a(Opnd::Special(number));
        self.emit(read.with(|m| m.with(width)));
        Ok(())
    }
}
