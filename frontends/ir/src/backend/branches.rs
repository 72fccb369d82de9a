//! Makes control flow cheap: exits under a guard, branches to branches, short ways round.
//!
//! - A branch to a block that only ends becomes `@P EXIT`.
//! - A block that only jumps is skipped.
//! - A short block that one side of a branch runs is predicated instead (`@P` on each of its
//!   instructions), and its convergence barrier goes. ptxas does this up to about seven
//!   instructions. Loads of constants into uniform registers run without a guard.

use super::mir::{BlockRef, End, Function, Inst, Meeting, Opnd, Part, PredUse};
use sim_isa::Op;
use std::collections::BTreeSet;

/// How many instructions a branch is replaced by at most.
const SHORT: usize = 7;

/// Simplifies branches until nothing changes.
pub(crate) fn simplify(function: &mut Function) {
    loop {
        skip_empty(function);
        let mut changed = guard_exits(function);
        changed |= predicate_one(function);
        drop_unreachable(function);
        changed |= join_one(function);
        if !changed {
            break;
        }
    }
}

fn only_exits(function: &Function, block: BlockRef) -> bool {
    let block = function.at(block);
    block.insts.is_empty() && block.end == End::Exit
}

/// Where a jump to a block ends up.
fn destination(function: &Function, block: BlockRef) -> BlockRef {
    let mut at = block;
    for _ in 0..function.blocks.len() {
        match function.at(at) {
            b if !b.insts.is_empty() => break,
            b => match b.end {
                End::Jump(to) => at = to,
                End::Branch { .. } | End::Exit => break,
            },
        }
    }
    at
}

fn skip_empty(function: &mut Function) {
    let to: Vec<_> = (0..function.blocks.len() as u32)
        .map(|block| destination(function, BlockRef(block)))
        .collect();
    for index in 0..function.blocks.len() {
        let mut end = function.blocks[index].end;
        end.map_targets(|block| to[block.index()]);
        if let End::Branch { taken, other, .. } = end
            && taken == other
        {
            end = End::Jump(taken);
        }
        if let End::Jump(next) = end
            && only_exits(function, next)
        {
            end = End::Exit;
        }
        function.blocks[index].end = end;
    }
}

/// `@P EXIT` for branches to blocks that only end.
fn guard_exits(function: &mut Function) -> bool {
    let mut changed = false;
    for position in 0..function.order.len() {
        let index = function.order[position].index();
        let End::Branch { pred, taken, other } = function.blocks[index].end else {
            continue;
        };
        let (pred, on) = match (only_exits(function, taken), only_exits(function, other)) {
            (true, _) => (pred, other),
            (false, true) => (pred.inverted_if(true), taken),
            (false, false) => continue,
        };
        // A loop's way back stays the branch, its way out the fall-through.
        if !function.order[position + 1..].contains(&on) {
            continue;
        }
        let block = &mut function.blocks[index];
        let exit = Inst::new(Op::Exit).guarded(pred);
        let span = block.span;
        block.insts.push(Inst { span, ..exit });
        block.end = End::Jump(on);
        changed = true;
    }
    changed
}

fn drop_unreachable(function: &mut Function) {
    let mut seen = BTreeSet::new();
    let mut pending: Vec<_> = function.order.first().copied().into_iter().collect();
    while let Some(block) = pending.pop() {
        if seen.insert(block) {
            pending.extend(function.at(block).end.successors());
        }
    }
    function.order.retain(|block| seen.contains(block));
    for index in 0..function.blocks.len() {
        if !seen.contains(&BlockRef(index as u32)) {
            function.blocks[index].insts.clear();
            function.blocks[index].end = End::Exit;
        }
    }
}

/// Joins a block with the only one that jumps to it, unless an exit or a meeting lies between.
fn join_one(function: &mut Function) -> bool {
    let before = function.predecessors();
    for &block in &function.order {
        let End::Jump(next) = function.at(block).end else {
            continue;
        };
        let ends_in_exit = function
            .at(block)
            .insts
            .last()
            .is_some_and(|i| i.op == Op::Exit);
        let meets = starts_with_meeting(function, next);
        if before[next.index()].len() != 1 || ends_in_exit || meets || next == block {
            continue;
        }
        let moved = std::mem::take(&mut function.at_mut(next).insts);
        let (end, span) = (function.at(next).end, function.at(next).span);
        let head = function.at_mut(block);
        head.insts.extend(moved);
        (head.end, head.span) = (end, span);
        function.order.retain(|&b| b != next);
        return true;
    }
    false
}

fn starts_with_meeting(function: &Function, block: BlockRef) -> bool {
    let first = function.at(block).insts.first();
    first.is_some_and(|i| matches!(i.op, Op::Bsync | Op::Yield))
}

/// Predicates one short side of a branch.
fn predicate_one(function: &mut Function) -> bool {
    let before = function.predecessors();
    for &head in &function.order.clone() {
        let End::Branch { pred, taken, other } = function.at(head).end else {
            continue;
        };
        for (side, join, guard) in [(other, taken, pred.inverted_if(true)), (taken, other, pred)] {
            let alone = before[side.index()] == [head];
            if alone
                && side != head
                && function.at(side).end == End::Jump(join)
                && is_short(function, side, guard)
            {
                predicate(function, head, side, join, guard);
                return true;
            }
        }
    }
    false
}

/// Whether a block can be run under a guard.
fn is_short(function: &Function, side: BlockRef, guard: PredUse) -> bool {
    let insts = &function.at(side).insts;
    let fits = |inst: &Inst| {
        let able = can_be_guarded(inst.op) || is_harmless(inst.op);
        let free = inst.guard == PredUse::TRUE && able;
        let keeps_guard = inst.pdst.iter().flatten().all(|&p| Some(p) != guard.virt);
        free && keeps_guard
    };
    insts.len() <= SHORT && insts.iter().all(fits)
}

/// Whether an instruction may run where its block does not: what it writes is read there alone,
/// or is the same everywhere.
fn is_harmless(op: Op) -> bool {
    op == Op::Uldc
}

/// Whether an instruction under a guard does what a branch around it would do.
fn can_be_guarded(op: Op) -> bool {
    !matches!(
        op,
        Op::Bar
            | Op::Bssy
            | Op::Bsync
            | Op::Break
            | Op::Yield
            | Op::Warpsync
            | Op::WarpsyncAll
            | Op::Exit
            | Op::Membar
            | Op::Errbar
            | Op::Cgaerrbar
            | Op::Cctl
            | Op::Shfl
            | Op::Vote
            | Op::Voteu
            | Op::Uflo
            | Op::Uldc
            | Op::Umov
            | Op::S2ur
            | Op::Ulea
    )
}

fn predicate(
    function: &mut Function,
    head: BlockRef,
    side: BlockRef,
    join: BlockRef,
    guard: PredUse,
) {
    let own = parts_of_own(function, side);
    let mut moved = std::mem::take(&mut function.at_mut(side).insts);
    for inst in moved.iter_mut().filter(|inst| !is_harmless(inst.op)) {
        inst.guard = guard;
        inst.kills = inst.defs().iter().all(|def| own.contains(&def.virt));
    }
    let block = function.at_mut(head);
    let meeting = block
        .insts
        .iter()
        .rposition(|i| i.op == Op::Bssy && meets_at(i, join));
    let meeting = meeting.map(|at| block.insts.remove(at));
    block.insts.extend(moved);
    block.end = End::Jump(join);
    if let Some(Inst {
        dst: Opnd::Barrier(meeting),
        ..
    }) = meeting
    {
        drop_sync(function, join, meeting);
    }
}

fn meets_at(inst: &Inst, join: BlockRef) -> bool {
    matches!(inst.a, Opnd::Meet(_, at) if at == join)
}

fn drop_sync(function: &mut Function, join: BlockRef, meeting: Meeting) {
    let insts = &mut function.at_mut(join).insts;
    insts.retain(|i| !(i.op == Op::Bsync && i.a == Opnd::Barrier(meeting)));
}

/// Virtual registers that only this block uses, written before they are read.
fn parts_of_own(function: &Function, block: BlockRef) -> BTreeSet<super::mir::VirtId> {
    let mentioned =
        |inst: &Inst| -> Vec<Part> { inst.defs().into_iter().chain(inst.uses()).collect() };
    let mut own = BTreeSet::new();
    let mut read_first = BTreeSet::new();
    for inst in &function.at(block).insts {
        read_first.extend(
            inst.uses()
                .iter()
                .map(|p| p.virt)
                .filter(|v| !own.contains(v)),
        );
        own.extend(inst.defs().iter().map(|p| p.virt));
    }
    own.retain(|virt| !read_first.contains(virt));
    for &other in function.order.iter().filter(|&&b| b != block) {
        for part in function.at(other).insts.iter().flat_map(mentioned) {
            own.remove(&part.virt);
        }
        if let End::Branch { pred, .. } = function.at(other).end {
            pred.virt.into_iter().for_each(|v| {
                own.remove(&v);
            });
        }
    }
    own
}
