//! Cleans the machine IR up after selection: copies that only rename, results nobody reads.

use super::mir::{Function, Inst, Opnd, Part, VirtId};
use sim_isa::modifier::MemOrder;
use sim_isa::{Op, SrcMods};

/// Renames what is only copied, then drops what is never read.
pub(crate) fn tidy(function: &mut Function) {
    while rename_one(function) {}
    while drop_unread(function) {}
}

/// Definitions of each 32-bit part.
fn definitions(function: &Function) -> Vec<[u32; 4]> {
    let mut count = vec![[0; 4]; function.virts.len()];
    for &block in &function.order {
        for inst in &function.at(block).insts {
            for def in inst.defs() {
                for part in def.first..def.first + def.width {
                    count[def.virt.index()][usize::from(part)] += 1;
                }
            }
        }
    }
    count
}

/// A plain copy between general registers.
fn copy(inst: &Inst) -> Option<(Part, Part)> {
    let plain = inst.op == Op::Mov && inst.guard == super::mir::PredUse::TRUE;
    match (inst.dst, inst.a) {
        (Opnd::Reg(to, _), Opnd::Reg(from, mods)) if plain && mods == SrcMods::default() => {
            Some((to, from))
        }
        _ => None,
    }
}

/// Finds a copy whose two sides never differ, and makes them one register.
fn rename_one(function: &mut Function) -> bool {
    let count = definitions(function);
    let once = |part: Part| count[part.virt.index()][usize::from(part.first)] == 1;
    let free = |part: Part| {
        let virt = &function.virts[part.virt.index()];
        virt.width == 1 && virt.fixed.is_none()
    };
    let same_file = |a: Part, b: Part| {
        function.virts[a.virt.index()].file == function.virts[b.virt.index()].file
    };
    for &block in &function.order {
        for (index, inst) in function.at(block).insts.iter().enumerate() {
            let Some((to, from)) = copy(inst) else {
                continue;
            };
            if !once(to) || !once(from) || !same_file(to, from) || to.virt == from.virt {
                continue;
            }
            let (old, new) = match (free(to), free(from)) {
                (true, _) => (to.virt, from),
                (false, true) => (from.virt, to),
                (false, false) => continue,
            };
            function.at_mut(block).insts.remove(index);
            rename(function, old, new);
            return true;
        }
    }
    false
}

fn rename(function: &mut Function, old: VirtId, new: Part) {
    let swap = |part: &mut Part| {
        if part.virt == old {
            *part = new;
        }
    };
    for block in &mut function.blocks {
        for inst in &mut block.insts {
            inst.for_each_use(&mut |part| swap(part));
            if let Opnd::Reg(part, _) = &mut inst.dst {
                swap(part);
            }
        }
    }
}

/// Whether an instruction only computes its results.
fn is_pure(inst: &Inst) -> bool {
    let atomic = matches!(
        inst.op,
        Op::Atomg
            | Op::AtomgCas
            | Op::AtomgFloat
            | Op::B2r
            | Op::Atoms
            | Op::AtomsCas
            | Op::AtomsPopcInc
    );
    let volatile = inst.op == Op::Ldg && inst.mods.get::<MemOrder>() == MemOrder::StrongSys;
    !inst.defs().is_empty() && !atomic && !volatile
}

fn drop_unread(function: &mut Function) -> bool {
    let mut read = vec![false; function.virts.len()];
    for &block in &function.order {
        let content = function.at(block);
        let uses = content.insts.iter().flat_map(|inst| inst.uses());
        uses.for_each(|part| read[part.virt.index()] = true);
        if let super::mir::End::Branch { pred, .. } = content.end {
            pred.virt.into_iter().for_each(|v| read[v.index()] = true);
        }
    }
    for (virt, read) in function.virts.iter().zip(&mut read) {
        *read |= virt.fixed.is_some();
    }
    let mut changed = false;
    for block in &mut function.blocks {
        let before = block.insts.len();
        let needed =
            |inst: &Inst| !is_pure(inst) || inst.defs().iter().any(|d| read[d.virt.index()]);
        block.insts.retain(needed);
        changed |= before != block.insts.len();
    }
    changed
}
