//! Joins loads of neighbouring constants into one load of a pair, as nvcc does.

use super::mir::{BlockRef, File, Function, Inst, Opnd, Part};
use sim_isa::Op;
use sim_isa::modifier::MemWidth;

/// Joins them, block by block.
pub(crate) fn join(function: &mut Function) {
    for block in function.order.clone() {
        while join_one(function, block) {}
    }
}

/// The offset of a load of one word of constant bank 0.
fn word(inst: &Inst) -> Option<i32> {
    match (inst.op, inst.a) {
        (Op::Uldc, Opnd::Const(0, None, offset)) => {
            (inst.mods.get::<MemWidth>() == MemWidth::B32).then_some(offset)
        }
        _ => None,
    }
}

fn join_one(function: &mut Function, block: BlockRef) -> bool {
    let insts = &function.at(block).insts;
    let loads: Vec<_> = insts
        .iter()
        .enumerate()
        .filter_map(|(i, inst)| Some((i, word(inst)?)))
        .collect();
    let found = loads.iter().find_map(|&(low, offset)| {
        let high = loads.iter().find(|&&(_, other)| other == offset + 4)?;
        (offset % 8 == 0).then_some((low, high.0))
    });
    let Some((low, high)) = found else {
        return false;
    };
    let halves = [low, high].map(|i| insts[i].dst.part());
    let [Some(first), Some(second)] = halves else {
        return false;
    };
    let exclusive = [first, second]
        .iter()
        .any(|p| function.virts[p.virt.index()].exclusive);
    let pair = function.virt(File::Uniform, 2);
    function.virts[pair.index()].exclusive = exclusive;
    let whole = function.whole(pair);
    let insts = &mut function.at_mut(block).insts;
    let load = insts[low].dst(whole).with(|m| m.with(MemWidth::B64));
    insts[low.min(high)] = load;
    insts.remove(low.max(high));
    for (index, old) in [(0, first), (1, second)] {
        replace(
            function,
            old,
            Part {
                first: index,
                width: 1,
                ..whole
            },
        );
    }
    true
}

fn replace(function: &mut Function, old: Part, new: Part) {
    for inst in function.blocks.iter_mut().flat_map(|b| &mut b.insts) {
        inst.for_each_use(&mut |part| {
            if part.virt == old.virt {
                *part = new;
            }
        });
    }
}
