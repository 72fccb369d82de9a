//! Moves what a loop computes anew in every trip, always with the same result, in front of it.
//!
//! Only what can be computed where nobody needs it: no memory is read, and predicates stay,
//! since there are few. A value must have one definition, and operands that the loop does not
//! change. Few move: a loop that holds another one written out has hundreds of such values, for
//! which registers would not do.

use super::flow::Flow;
use super::values::Values;
use crate::kernel::{Inst, Kernel, Located, RegionId, RegionKind, SpecialReg, Type, VReg};
use std::collections::BTreeSet;

/// How many values are moved out of a loop at most.
const MOST_MOVED: usize = 32;

/// Moves them, out of inner loops first.
pub(crate) fn hoist(kernel: &mut Kernel) {
    let flow = Flow::of(kernel);
    let values = Values::of(kernel, &flow);
    let regions = kernel.regions.iter();
    let loops = regions.filter(|(_, r)| r.kind == RegionKind::Loop);
    let loops: Vec<_> = loops.map(|(id, _)| id).collect();
    for region in loops.into_iter().rev() {
        hoist_from(kernel, &flow, &values, region);
    }
}

fn hoist_from(kernel: &mut Kernel, flow: &Flow, values: &Values, region: RegionId) {
    let blocks: Vec<_> = kernel
        .blocks
        .ids()
        .filter(|&b| flow.within(region, b))
        .collect();
    let mut changing: BTreeSet<VReg> = BTreeSet::new();
    for &block in &blocks {
        let insts = &kernel.blocks[block].insts;
        changing.extend(insts.iter().flat_map(|l| l.inst.defs()));
    }
    let (mut moved, mut room) = (Vec::<Located>::new(), MOST_MOVED);
    for block in blocks {
        let insts = std::mem::take(&mut kernel.blocks[block].insts);
        let (out, kept): (Vec<_>, Vec<_>) = insts.into_iter().partition(|located| {
            let steady = room > 0
                && is_movable(kernel, &located.inst, values)
                && located
                    .inst
                    .uses()
                    .iter()
                    .all(|used| !changing.contains(used));
            if steady {
                room -= 1;
                located.inst.defs().iter().for_each(|def| {
                    changing.remove(def);
                });
            }
            steady
        });
        kernel.blocks[block].insts = kept;
        moved.extend(out);
    }
    let before = kernel.regions[region].opens;
    kernel.blocks[before].insts.extend(moved);
}

fn is_movable(kernel: &Kernel, inst: &Inst, values: &Values) -> bool {
    let [dst] = inst.defs()[..] else { return false };
    let computes = match inst {
        Inst::Unary { .. }
        | Inst::Binary { .. }
        | Inst::Fma { .. }
        | Inst::MulWide { .. }
        | Inst::Select { .. }
        | Inst::Convert { .. }
        | Inst::CompareHalves { .. }
        | Inst::Pack { .. }
        | Inst::Unpack { .. }
        | Inst::Copy { .. }
        | Inst::Param { .. }
        | Inst::Symbol { .. } => true,
        Inst::Special { reg, .. } => !matches!(
            reg,
            SpecialReg::Clock32 | SpecialReg::Clock64 | SpecialReg::GlobalTimer | SpecialReg::SmId
        ),
        Inst::Compare { .. }
        | Inst::Load { .. }
        | Inst::Store { .. }
        | Inst::Atomic { .. }
        | Inst::Barrier
        | Inst::BarrierReduce { .. }
        | Inst::SyncWarp { .. }
        | Inst::Fence { .. }
        | Inst::Shuffle { .. }
        | Inst::Vote { .. }
        | Inst::Reduce { .. }
        | Inst::Match { .. }
        | Inst::ActiveMask { .. } => false,
    };
    computes && kernel.type_of(dst) != Type::Pred && values.is_stable(dst)
}
