//! Ends of blocks and the meeting points of divergent regions.

use super::{Selected, Selector};
use crate::backend::mir::{End, Inst, Meeting, Opnd};
use crate::kernel::{BlockId, RegionId, RegionKind, Terminator};
use sim_isa::Op;

/// What nvcc's code says when it stops a launch.
const TRAP: u32 = 1;

impl Selector<'_> {
    /// Emits BSYNC for the regions whose lanes meet at the start of a block, inner ones first,
    /// and YIELD at the head of a loop that spins.
    pub(super) fn meet_regions(&mut self, block: BlockId) {
        let regions = self.kernel.regions.iter().rev();
        let here = regions.filter(|(_, r)| r.merges == block);
        let here: Vec<_> = here.map(|(id, _)| id).collect();
        for region in here {
            if self.needs_meeting(region) {
                let meeting = Opnd::Barrier(Meeting::Region(region));
                self.emit(Inst::new(Op::Bsync).a(meeting));
            }
        }
        if self.is_spinning_head(block) {
            self.emit(Inst::new(Op::Yield));
        }
    }

    /// Whether a block heads a divergent loop that waits for what other lanes do, by an atomic:
    /// those that got through may be needed to let the others through, and are waiting at the
    /// loop's BSYNC, which a yielded lane does not hold up (nvcc does the same).
    fn is_spinning_head(&self, block: BlockId) -> bool {
        let mut regions = self.kernel.regions.iter();
        regions.any(|(id, region)| {
            region.kind == RegionKind::Loop
                && self.needs_meeting(id)
                && self.flow.within(id, block)
                && self.is_loop_head(id, block)
                && self.spins(id)
        })
    }

    fn is_loop_head(&self, region: RegionId, block: BlockId) -> bool {
        let opens = self.kernel.regions[region].opens;
        let mut entered = self.kernel.blocks[opens].terminator.successors();
        entered.any(|b| b == block)
    }

    fn spins(&self, region: RegionId) -> bool {
        let inside = self.kernel.blocks.iter();
        let mut inside = inside.filter(|&(id, _)| self.flow.within(region, id));
        inside.any(|(_, block)| {
            block.insts.iter().any(|l| match &l.inst {
                crate::kernel::Inst::Atomic { dst, .. } => dst.is_some(),
                crate::kernel::Inst::Load { mode, .. } => mode.volatile,
                _ => false,
            })
        })
    }

    /// Ends the present block as the kernel's block ends.
    pub(super) fn select_end(&mut self, id: BlockId) -> Selected<()> {
        let kernel = self.kernel;
        match &kernel.blocks[id].terminator {
            Terminator::Return => self.end(End::Exit),
            Terminator::Stop(_) => {
                self.emit(Inst::new(Op::Bpt).a(Opnd::Imm(TRAP)));
                self.end(End::Exit);
            }
            Terminator::Jump { to, leaves } => {
                self.open_regions(id);
                for &region in leaves {
                    if self.needs_meeting(region) {
                        let meeting = Opnd::Barrier(Meeting::Region(region));
                        self.emit(Inst::new(Op::Break).a(meeting));
                    }
                }
                let to = self.head(*to);
                self.end(End::Jump(to));
            }
            Terminator::Branch {
                condition,
                then,
                otherwise,
                ..
            } => self.select_branch(id, *condition, *then, *otherwise)?,
        }
        Ok(())
    }

    fn select_branch(
        &mut self,
        id: BlockId,
        condition: crate::kernel::VReg,
        then: BlockId,
        otherwise: BlockId,
    ) -> Selected<()> {
        let next = id.index() + 1;
        let then_follows = then.index() == next && otherwise.index() != next;
        let pred = self.condition(condition.into(), then_follows)?;
        self.open_regions(id);
        let (then, otherwise) = (self.head(then), self.head(otherwise));
        let (taken, other) = match then_follows {
            true => (otherwise, then),
            false => (then, otherwise),
        };
        self.end(End::Branch { pred, taken, other });
        Ok(())
    }

    /// Emits BSSY for the regions that open at the end of a block, outer ones first.
    fn open_regions(&mut self, block: BlockId) {
        let regions = self.kernel.regions.iter();
        let here = regions.filter(|(_, r)| r.opens == block);
        let here: Vec<_> = here.map(|(id, r)| (id, r.merges)).collect();
        for (region, merges) in here {
            if self.needs_meeting(region) {
                let at = self.head(merges);
                self.open_meeting(Meeting::Region(region), at);
            }
        }
    }
}
