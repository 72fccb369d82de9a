//! Moves reads of parameters and special registers to where they serve best: out of loops,
//! and otherwise down to the one block that uses them (nvcc loads pointers behind the guarded
//! exit).

use super::flow::Flow;
use super::values::Values;
use crate::kernel::{BlockId, Inst, Kernel, Located, SpecialReg, Terminator, VReg};

/// Moves them.
pub(crate) fn place(kernel: &mut Kernel) {
    let flow = Flow::of(kernel);
    let values = Values::of(kernel, &flow);
    for id in kernel.blocks.ids() {
        let insts = std::mem::take(&mut kernel.blocks[id].insts);
        let homes: Vec<_> = insts
            .iter()
            .map(|located| home(kernel, &flow, &values, id, &insts, located))
            .collect();
        for (located, home) in insts.into_iter().zip(homes) {
            match home {
                Home::Stay => kernel.blocks[id].insts.push(located),
                Home::End(block) => kernel.blocks[block].insts.push(located),
                Home::Start(block) => kernel.blocks[block].insts.insert(0, located),
            }
        }
    }
}

enum Home {
    Stay,
    /// Before the end of a block.
    End(BlockId),
    /// At the start of a block.
    Start(BlockId),
}

fn home(
    kernel: &Kernel,
    flow: &Flow,
    values: &Values,
    id: BlockId,
    siblings: &[Located],
    located: &Located,
) -> Home {
    let [dst] = located.inst.defs()[..] else {
        return Home::Stay;
    };
    if !is_constant(&located.inst) || !values.is_stable(dst) {
        return Home::Stay;
    }
    if let Some(region) = flow.outermost_loop(kernel, id) {
        return Home::End(kernel.regions[region].opens);
    }
    if siblings.iter().any(|l| l.inst.uses().contains(&dst)) {
        return Home::Stay;
    }
    match only_user(kernel, dst) {
        Some(block) if flow.outermost_loop(kernel, block).is_none() => Home::Start(block),
        _ => Home::Stay,
    }
}

/// The one block that reads a register.
fn only_user(kernel: &Kernel, reg: VReg) -> Option<BlockId> {
    let reads = |id: &BlockId| {
        let block = &kernel.blocks[*id];
        let decides =
            matches!(block.terminator, Terminator::Branch { condition, .. } if condition == reg);
        decides || block.insts.iter().any(|l| l.inst.uses().contains(&reg))
    };
    let mut users = kernel.blocks.ids().filter(reads);
    let first = users.next()?;
    users.next().is_none().then_some(first)
}

/// Whether an instruction gives the same value throughout a thread's life.
fn is_constant(inst: &Inst) -> bool {
    match inst {
        Inst::Param { .. } | Inst::Symbol { .. } => true,
        Inst::Special { reg, .. } => match reg {
            SpecialReg::ThreadIdx(_)
            | SpecialReg::BlockIdx(_)
            | SpecialReg::BlockDim(_)
            | SpecialReg::GridDim(_)
            | SpecialReg::LaneId => true,
            SpecialReg::SmId
            | SpecialReg::Clock32
            | SpecialReg::Clock64
            | SpecialReg::GlobalTimer => false,
        },
        _ => false,
    }
}
