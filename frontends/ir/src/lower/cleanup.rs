//! From the builder's drafts to a finished kernel: unreachable blocks and regions that bring
//! nothing together go, blocks are numbered in source order.

use super::builder::Builder;
use crate::arena::Arena;
use crate::kernel::{Block, BlockId, Inst, Kernel, Located, Region, RegionId, Terminator};
use crate::source::Span;

/// The finished kernel.
pub(super) fn finish(mut build: Builder) -> Kernel {
    end_open_blocks(&mut build);
    add_prologue(&mut build);
    let reached = reachable(&build);
    let order: Vec<_> = build
        .order
        .iter()
        .copied()
        .filter(|id| reached[id.index()])
        .collect();
    let mut renumbered = vec![BlockId::new(0); build.drafts.len()];
    for (new, old) in order.iter().enumerate() {
        renumbered[old.index()] = BlockId::new(new);
    }
    let blocks = Renumbering {
        blocks: renumbered,
        regions: Vec::new(),
    };
    let (regions, numbers) = keep_regions(&build, &reached, blocks);
    let blocks = take_blocks(&mut build, &order, &numbers);
    Kernel {
        name: build.name,
        bounds: build.bounds,
        params: build.params,
        shared: build.shared,
        dynamic_shared: build.dynamic_shared,
        local: build.local,
        symbols: build.symbols,
        formats: build.formats,
        assertions: build.assertions,
        registers: build.registers,
        regions,
        blocks,
    }
}

/// New numbers of blocks and regions.
struct Renumbering {
    blocks: Vec<BlockId>,
    regions: Vec<Option<RegionId>>,
}

impl Renumbering {
    fn region(&self, old: RegionId) -> Option<RegionId> {
        self.regions[old.index()]
    }

    fn terminator(&self, terminator: Terminator) -> Terminator {
        let block = |id: BlockId| self.blocks[id.index()];
        match terminator {
            Terminator::Jump { to, leaves } => Terminator::Jump {
                to: block(to),
                leaves: leaves.into_iter().filter_map(|r| self.region(r)).collect(),
            },
            Terminator::Branch {
                condition,
                then,
                otherwise,
                region,
            } => Terminator::Branch {
                condition,
                then: block(then),
                otherwise: block(otherwise),
                region: region.and_then(|r| self.region(r)),
            },
            end @ (Terminator::Return | Terminator::Stop(_)) => end,
        }
    }
}

/// The end of the source is the kernel's end.
fn end_open_blocks(build: &mut Builder) {
    for draft in &mut build.drafts {
        draft
            .terminator
            .get_or_insert((Terminator::Return, Span::NONE));
    }
}

fn add_prologue(build: &mut Builder) {
    let mut insts: Vec<Located> = std::mem::take(&mut build.prologue);
    let mut used = vec![false; build.registers.len()];
    let all = build.drafts.iter().flat_map(|draft| &draft.insts);
    for reg in all.flat_map(|located| located.inst.uses()) {
        used[reg.index()] = true;
    }
    for draft in &build.drafts {
        if let Some((Terminator::Branch { condition, .. }, _)) = draft.terminator {
            used[condition.index()] = true;
        }
    }
    insts.retain(|located| located.inst.defs().iter().any(|d| used[d.index()]));
    insts.sort_by_key(|located| matches!(located.inst, Inst::Param { .. } | Inst::Symbol { .. }));
    insts.append(&mut build.drafts[0].insts);
    build.drafts[0].insts = insts;
}

fn reachable(build: &Builder) -> Vec<bool> {
    let mut reached = vec![false; build.drafts.len()];
    let mut pending = vec![build.order[0]];
    while let Some(id) = pending.pop() {
        if !std::mem::replace(&mut reached[id.index()], true) {
            let terminator = build.drafts[id.index()].terminator.as_ref();
            pending.extend(terminator.iter().flat_map(|(t, _)| t.successors()));
        }
    }
    reached
}

fn keep_regions(
    build: &Builder,
    reached: &[bool],
    mut numbers: Renumbering,
) -> (Arena<Region>, Renumbering) {
    let mut kept = Arena::default();
    for (id, region) in build.regions.iter() {
        let useful = reached[region.opens.index()]
            && reached[region.merges.index()]
            && !build.void_regions.contains(&id);
        // The nearest kept region around it; parents come before their children.
        let mut parent = region.parent;
        while let Some(around) = parent.filter(|p| numbers.regions[p.index()].is_none()) {
            parent = build.regions[around].parent;
        }
        let new = useful.then(|| {
            kept.push(Region {
                kind: region.kind,
                opens: numbers.blocks[region.opens.index()],
                merges: numbers.blocks[region.merges.index()],
                parent: parent.and_then(|p| numbers.regions[p.index()]),
                unroll: region.unroll,
            })
        });
        numbers.regions.push(new);
    }
    (kept, numbers)
}

fn take_blocks(build: &mut Builder, order: &[BlockId], numbers: &Renumbering) -> Arena<Block> {
    let mut blocks = Arena::default();
    for id in order {
        let draft = std::mem::take(&mut build.drafts[id.index()]);
        let (terminator, span) = draft.terminator.unwrap_or((Terminator::Return, Span::NONE));
        blocks.push(Block {
            insts: draft.insts,
            terminator: numbers.terminator(terminator),
            span,
        });
    }
    blocks
}
