//! Joins loads of neighbouring constants into one load of a pair, as nvcc does.
//!
//! Parameters are joined wherever they stand in a block. Words of the module's constants, of
//! which a block may read thousands, are joined with near ones alone, so that no pair of uniform
//! registers is held for long. Nothing is joined across the meeting of a warp's lanes: others may
//! have written uniform registers meanwhile.

use super::mir::{BlockRef, File, Function, Inst, Opnd, Part, VirtId};
use sim_isa::Op;
use sim_isa::modifier::MemWidth;
use std::collections::BTreeMap;

/// How many instructions may lie between two words of the module's constants that are joined.
const NEAR: usize = 16;

/// Joins them, block by block.
pub(crate) fn join(function: &mut Function) {
    let mut halves = BTreeMap::new();
    for block in function.order.clone() {
        join_block(function, block, &mut halves);
    }
    let uses = function.blocks.iter_mut().flat_map(|b| &mut b.insts);
    uses.for_each(|inst| {
        inst.for_each_use(&mut |part| {
            *part = *halves.get(&part.virt).unwrap_or(part);
        });
    });
}

/// A place in a constant bank: its number and a byte offset.
type Place = (u8, i32);

/// Where a word comes from that an instruction loads.
fn word(inst: &Inst) -> Option<(Place, Part)> {
    match (inst.op, inst.a) {
        (Op::Uldc, Opnd::Const(bank, None, offset)) => {
            let word = inst.mods.get::<MemWidth>() == MemWidth::B32;
            Some(((bank, offset), inst.dst.part().filter(|_| word)?))
        }
        _ => None,
    }
}

/// Whether two words of a bank may be joined that stand so many instructions apart.
fn are_near(bank: u8, distance: usize) -> bool {
    bank == 0 || distance <= NEAR
}

/// Joins the words of a block: the earlier load becomes the pair's, the later one goes. Notes
/// which half of a pair each word has become.
fn join_block(function: &mut Function, block: BlockRef, halves: &mut BTreeMap<VirtId, Part>) {
    let mut insts = std::mem::take(&mut function.at_mut(block).insts);
    let (mut alone, mut joined) = (BTreeMap::<Place, usize>::new(), vec![false; insts.len()]);
    for index in 0..insts.len() {
        if matches!(insts[index].op, Op::Warpsync | Op::WarpsyncAll) {
            alone.clear();
        }
        let Some(((bank, offset), own)) = word(&insts[index]) else {
            continue;
        };
        let other = alone.get(&(bank, offset ^ 4)).copied();
        let other = other.filter(|&other| are_near(bank, index - other));
        let Some((other, (_, part))) = other.and_then(|o| Some((o, word(&insts[o])?))) else {
            alone.insert((bank, offset), index);
            continue;
        };
        alone.remove(&(bank, offset ^ 4));
        let (low, high) = match offset & 4 {
            0 => (own, part),
            _ => (part, own),
        };
        let pair = pair_of(function, [low.virt, high.virt], halves);
        let from = Opnd::Const(bank, None, offset & !4);
        insts[other] = insts[other]
            .dst(pair)
            .a(from)
            .with(|m| m.with(MemWidth::B64));
        joined[index] = true;
    }
    let mut joined = joined.into_iter();
    insts.retain(|_| !joined.next().unwrap_or(false));
    function.at_mut(block).insts = insts;
}

/// A pair of uniform registers for two words.
fn pair_of(
    function: &mut Function,
    words: [VirtId; 2],
    halves: &mut BTreeMap<VirtId, Part>,
) -> Part {
    let exclusive = words.iter().any(|v| function.virts[v.index()].exclusive);
    let pair = function.virt(File::Uniform, 2);
    function.virts[pair.index()].exclusive = exclusive;
    let whole = function.whole(pair);
    for (word, first) in words.into_iter().zip(0..) {
        let half = Part {
            first,
            width: 1,
            ..whole
        };
        halves.insert(word, half);
    }
    whole
}
