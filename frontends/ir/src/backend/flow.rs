//! Control flow of the kernel IR: dominators, regions' blocks, where lanes may part.

use super::bits::BitSet;
use crate::kernel::{Block, BlockId, Inst, Kernel, RegionId, RegionKind, SpecialReg, Terminator};
use crate::kernel::{Space, VReg};
use petgraph::algo::dominators::{Dominators, simple_fast};
use petgraph::graph::{DiGraph, NodeIndex};

/// What holds of a kernel's blocks, whatever their instructions.
pub(crate) struct Flow {
    dominators: Dominators<NodeIndex>,
    /// Each region's blocks: what is reachable from `opens` before `merges`.
    members: Vec<BitSet>,
    /// Each block's meeting point: the first block that all ways from it pass.
    meets: Vec<Option<BlockId>>,
}

fn node(block: BlockId) -> NodeIndex {
    NodeIndex::new(block.index())
}

fn edges(kernel: &Kernel) -> impl Iterator<Item = (BlockId, BlockId)> {
    let blocks = kernel.blocks.iter();
    blocks.flat_map(|(from, block)| block.terminator.successors().map(move |to| (from, to)))
}

impl Flow {
    /// Looks at a kernel's graph.
    pub fn of(kernel: &Kernel) -> Flow {
        let mut graph = DiGraph::<(), ()>::new();
        for _ in kernel.blocks.ids() {
            graph.add_node(());
        }
        for (from, to) in edges(kernel) {
            graph.add_edge(node(from), node(to), ());
        }
        let regions = kernel.regions.iter();
        Flow {
            dominators: simple_fast(&graph, node(kernel.entry())),
            members: regions
                .map(|(_, r)| reachable(kernel, r.opens, r.merges))
                .collect(),
            meets: meeting_points(kernel, graph),
        }
    }

    /// Whether every way to `below` leads through `above`.
    pub fn dominates(&self, above: BlockId, below: BlockId) -> bool {
        let mut chain = self.dominators.dominators(node(below));
        chain.as_mut().is_some_and(|c| c.any(|n| n == node(above)))
    }

    /// Whether a block lies within a region.
    pub fn within(&self, region: RegionId, block: BlockId) -> bool {
        self.members[region.index()].contains(block.index())
    }

    /// The outermost loop around a block.
    pub fn outermost_loop(&self, kernel: &Kernel, block: BlockId) -> Option<RegionId> {
        let mut loops = kernel.regions.iter();
        loops
            .find(|&(id, r)| r.kind == RegionKind::Loop && self.within(id, block))
            .map(|(id, _)| id)
    }

    /// Whether lanes that part at the end of `block` can come to a region's meeting point one
    /// after the other.
    fn parts_at(&self, kernel: &Kernel, block: BlockId, region: RegionId) -> bool {
        let merges = kernel.regions[region].merges;
        match self.meets[block.index()] {
            Some(meet) if meet == merges => true,
            Some(meet) => reachable(kernel, block, meet).contains(merges.index()),
            None => true,
        }
    }
}

/// The blocks reachable from the end of `from` on ways that stop before `stop`.
fn reachable(kernel: &Kernel, from: BlockId, stop: BlockId) -> BitSet {
    let mut seen = BitSet::new(kernel.blocks.len());
    let mut pending = vec![from];
    while let Some(block) = pending.pop() {
        for next in kernel.blocks[block].terminator.successors() {
            if next != stop && seen.insert(next.index()) {
                pending.push(next);
            }
        }
    }
    seen
}

/// The immediate post-dominator of each block; lanes that return there do not count as meeting.
fn meeting_points(kernel: &Kernel, mut graph: DiGraph<(), ()>) -> Vec<Option<BlockId>> {
    let exit = graph.add_node(());
    for (id, block) in kernel.blocks.iter() {
        if matches!(block.terminator, Terminator::Return | Terminator::Stop(_)) {
            graph.add_edge(node(id), exit, ());
        }
    }
    graph.reverse();
    let after = simple_fast(&graph, exit);
    let meet = |id| after.immediate_dominator(node(id)).filter(|&n| n != exit);
    let ids = kernel.blocks.ids();
    ids.map(|id| meet(id).map(|n| BlockId::new(n.index())))
        .collect()
}

/// Which values and branches may differ among the lanes of a warp.
pub(crate) struct Divergence {
    values: Vec<bool>,
    regions: Vec<bool>,
}

impl Divergence {
    /// Follows differences from where they arise until nothing changes.
    pub fn of(kernel: &Kernel, flow: &Flow) -> Divergence {
        let mut found = Divergence {
            values: vec![false; kernel.registers.len()],
            regions: vec![false; kernel.regions.len()],
        };
        let single = single_definitions(kernel);
        while found.spread_values(kernel) | found.spread_regions(kernel, flow, &single) {}
        found
    }

    /// Whether a register may hold different values in different lanes.
    pub fn of_value(&self, reg: VReg) -> bool {
        self.values[reg.index()]
    }

    /// Whether lanes may come to a region's meeting point one after the other.
    pub fn of_region(&self, region: RegionId) -> bool {
        self.regions[region.index()]
    }

    /// Whether lanes may run a block apart from others of their warp.
    pub fn of_block(&self, kernel: &Kernel, flow: &Flow, block: BlockId) -> bool {
        let mut ids = kernel.regions.ids();
        ids.any(|id| self.of_region(id) && flow.within(id, block))
    }

    fn mark(&mut self, reg: VReg) -> bool {
        !std::mem::replace(&mut self.values[reg.index()], true)
    }

    fn spread_values(&mut self, kernel: &Kernel) -> bool {
        let mut changed = false;
        let insts = kernel.blocks.iter().flat_map(|(_, block)| &block.insts);
        for inst in insts.map(|located| &located.inst) {
            if differs_by_itself(inst) || inst.uses().iter().any(|&u| self.of_value(u)) {
                for def in inst.defs() {
                    changed |= self.mark(def);
                }
            }
        }
        changed
    }

    fn spread_regions(&mut self, kernel: &Kernel, flow: &Flow, single: &[bool]) -> bool {
        let mut changed = false;
        for (id, region) in kernel.regions.iter() {
            if self.of_region(id) || !self.splits(kernel, flow, id) {
                continue;
            }
            (self.regions[id.index()], changed) = (true, true);
            let inside = kernel.blocks.iter().filter(|&(b, _)| flow.within(id, b));
            for def in inside.flat_map(|(_, block)| definitions(block)) {
                if region.kind == RegionKind::Loop || !single[def.index()] {
                    self.mark(def);
                }
            }
        }
        changed
    }

    fn splits(&self, kernel: &Kernel, flow: &Flow, region: RegionId) -> bool {
        let opens = kernel.regions[region].opens;
        let mut blocks = kernel.blocks.iter();
        blocks.any(|(id, block)| {
            (id == opens || flow.within(region, id))
                && self.branches_apart(kernel, block)
                && flow.parts_at(kernel, id, region)
        })
    }

    /// Whether lanes part here and both groups go on.
    fn branches_apart(&self, kernel: &Kernel, block: &Block) -> bool {
        match block.terminator {
            Terminator::Branch {
                condition,
                then,
                otherwise,
                ..
            } => self.of_value(condition) && !ends(kernel, then) && !ends(kernel, otherwise),
            Terminator::Jump { .. } | Terminator::Return | Terminator::Stop(_) => false,
        }
    }
}

/// Whether lanes that come here return without having anything to do together.
fn ends(kernel: &Kernel, id: BlockId) -> bool {
    let block = &kernel.blocks[id];
    let mut regions = kernel.regions.iter();
    match block.terminator {
        Terminator::Return => block.insts.is_empty() || !regions.any(|(_, r)| r.merges == id),
        Terminator::Stop(_) => true,
        Terminator::Jump { .. } | Terminator::Branch { .. } => false,
    }
}

fn definitions(block: &Block) -> impl Iterator<Item = VReg> {
    block.insts.iter().flat_map(|located| located.inst.defs())
}

fn single_definitions(kernel: &Kernel) -> Vec<bool> {
    let mut count = vec![0u32; kernel.registers.len()];
    for (_, block) in kernel.blocks.iter() {
        definitions(block).for_each(|def| count[def.index()] += 1);
    }
    count.into_iter().map(|n| n == 1).collect()
}

/// Whether an instruction gives lanes different values although its operands agree.
fn differs_by_itself(inst: &Inst) -> bool {
    match inst {
        Inst::Special { reg, .. } => match reg {
            SpecialReg::ThreadIdx(_)
            | SpecialReg::LaneId
            | SpecialReg::Clock32
            | SpecialReg::Clock64
            | SpecialReg::GlobalTimer => true,
            SpecialReg::BlockIdx(_)
            | SpecialReg::BlockDim(_)
            | SpecialReg::GridDim(_)
            | SpecialReg::SmId => false,
        },
        Inst::Load { space, .. } => *space != Space::Const,
        Inst::Atomic { .. }
        | Inst::Shuffle { .. }
        | Inst::Vote { .. }
        | Inst::Reduce { .. }
        | Inst::Match { .. }
        | Inst::ActiveMask { .. } => true,
        Inst::Copy { .. }
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
        | Inst::Unpack { .. }
        | Inst::Store { .. }
        | Inst::Barrier
        | Inst::BarrierReduce { .. }
        | Inst::SyncWarp { .. }
        | Inst::Fence { .. } => false,
    }
}
