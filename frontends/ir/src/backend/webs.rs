//! Splits registers that hold unrelated values: `x = a; use x; x = b; use x` becomes two
//! registers, so that later passes find values with one definition.
//!
//! A web is a set of definitions that reach a common use. Source: Muchnick, "Advanced Compiler
//! Design and Implementation", 16.3.3.

use super::bits::BitSet;
use crate::kernel::{BlockId, Inst, Kernel, Terminator, VReg};
use std::collections::BTreeMap;

/// A definition: where, and of what.
struct Site {
    block: BlockId,
    index: usize,
    reg: VReg,
}

struct Webs {
    sites: Vec<Site>,
    /// For each register its definitions.
    of_reg: BTreeMap<VReg, Vec<usize>>,
    /// Union-find over definitions.
    leader: Vec<usize>,
}

/// The definitions that reach a place within a block.
struct Live<'a> {
    /// Those that reach the block's start.
    entry: &'a BitSet,
    /// Those of a register, once it was asked for or written.
    of_reg: BTreeMap<VReg, Vec<usize>>,
}

/// What is called for a use: with the definitions that reach it, and its place.
type Visitor<'a> = &'a mut dyn FnMut(&mut Webs, &[usize], (BlockId, usize, VReg));

/// Gives every web but the first of each register a register of its own.
pub(crate) fn split(kernel: &mut Kernel) {
    let mut webs = Webs::collect(kernel);
    if webs.sites.is_empty() {
        return;
    }
    let entry = webs.reaching(kernel);
    webs.for_each_use(kernel, &entry, &mut |webs, reaching, _| webs.join(reaching));
    let names = webs.names(kernel);
    rename(kernel, &mut webs, &entry, &names);
}

impl Webs {
    fn collect(kernel: &Kernel) -> Webs {
        let mut of_reg = BTreeMap::<VReg, Vec<usize>>::new();
        let mut sites = Vec::new();
        for (block, content) in kernel.blocks.iter() {
            for (index, located) in content.insts.iter().enumerate() {
                for reg in located.inst.defs() {
                    of_reg.entry(reg).or_default().push(sites.len());
                    sites.push(Site { block, index, reg });
                }
            }
        }
        of_reg.retain(|_, defs| defs.len() > 1);
        let leader = (0..sites.len()).collect();
        Webs {
            sites,
            of_reg,
            leader,
        }
    }

    fn find(&mut self, site: usize) -> usize {
        let mut at = site;
        while self.leader[at] != at {
            self.leader[at] = self.leader[self.leader[at]];
            at = self.leader[at];
        }
        at
    }

    fn join(&mut self, sites: &[usize]) {
        for pair in sites.windows(2) {
            let (a, b) = (self.find(pair[0]), self.find(pair[1]));
            self.leader[a.max(b)] = a.min(b);
        }
    }

    /// The definitions that reach each block's start.
    fn reaching(&self, kernel: &Kernel) -> Vec<BitSet> {
        let mut entry = vec![BitSet::new(self.sites.len()); kernel.blocks.len()];
        let mut pending: Vec<_> = kernel.blocks.ids().rev().collect();
        while let Some(block) = pending.pop() {
            let exit = self.leaving(block, entry[block.index()].clone());
            for next in kernel.blocks[block].terminator.successors() {
                if entry[next.index()].union_with(&exit) {
                    pending.push(next);
                }
            }
        }
        entry
    }

    fn leaving(&self, block: BlockId, mut live: BitSet) -> BitSet {
        let sites = self.sites_of(block);
        let last: BTreeMap<_, _> = sites.map(|site| (self.sites[site].reg, site)).collect();
        for (reg, site) in last {
            if let Some(all) = self.of_reg.get(&reg) {
                all.iter().for_each(|&other| live.remove(other));
                live.insert(site);
            }
        }
        live
    }

    /// The definitions in a block, in order.
    fn sites_of(&self, block: BlockId) -> std::ops::Range<usize> {
        let from = |block| self.sites.partition_point(|s| s.block < block);
        from(block)..from(BlockId::new(block.index() + 1))
    }

    /// Calls `f` with the definitions that reach each use; the last argument says where.
    fn for_each_use(&mut self, kernel: &Kernel, entry: &[BitSet], f: Visitor) {
        for (block, content) in kernel.blocks.iter() {
            let mut live = Live {
                entry: &entry[block.index()],
                of_reg: BTreeMap::new(),
            };
            let mut sites = self.sites_of(block).peekable();
            for (index, located) in content.insts.iter().enumerate() {
                for reg in located.inst.uses() {
                    self.visit(&mut live, (block, index, reg), f);
                }
                while let Some(site) = sites.next_if(|&site| self.sites[site].index == index) {
                    live.of_reg.insert(self.sites[site].reg, vec![site]);
                }
            }
            if let Terminator::Branch { condition, .. } = content.terminator {
                self.visit(&mut live, (block, content.insts.len(), condition), f);
            }
        }
    }

    fn visit(&mut self, live: &mut Live, place: (BlockId, usize, VReg), f: Visitor) {
        let Some(all) = self.of_reg.get(&place.2) else {
            return;
        };
        let reaching = live.of_reg.entry(place.2).or_insert_with(|| {
            let live = all.iter().copied().filter(|&s| live.entry.contains(s));
            live.collect()
        });
        f(self, reaching, place);
    }

    /// A register for each web's leader: the old one for the first, new ones for the rest.
    fn names(&mut self, kernel: &mut Kernel) -> BTreeMap<usize, VReg> {
        let mut names = BTreeMap::new();
        for (reg, sites) in self.of_reg.clone() {
            let mut first = true;
            for site in sites {
                let leader = self.find(site);
                names.entry(leader).or_insert_with(|| {
                    let fresh = !std::mem::replace(&mut first, false);
                    match fresh {
                        true => kernel.registers.push(kernel.registers[reg].clone()),
                        false => reg,
                    }
                });
            }
        }
        names
    }
}

fn rename(kernel: &mut Kernel, webs: &mut Webs, entry: &[BitSet], names: &BTreeMap<usize, VReg>) {
    let mut uses = BTreeMap::new();
    webs.for_each_use(kernel, entry, &mut |webs, reaching, place| {
        if let Some(&site) = reaching.first() {
            uses.insert(place, names[&webs.find(site)]);
        }
    });
    for block in kernel.blocks.ids() {
        let content = &mut kernel.blocks[block];
        for (index, located) in content.insts.iter_mut().enumerate() {
            replace_uses(&mut located.inst, |reg| {
                uses.get(&(block, index, reg)).copied().unwrap_or(reg)
            });
        }
        let end = content.insts.len();
        if let Terminator::Branch { condition, .. } = &mut content.terminator {
            *condition = *uses.get(&(block, end, *condition)).unwrap_or(condition);
        }
    }
    for site in 0..webs.sites.len() {
        let leader = webs.find(site);
        let Site { block, index, reg } = webs.sites[site];
        if let Some(&name) = names.get(&leader) {
            replace_def(&mut kernel.blocks[block].insts[index].inst, reg, name);
        }
    }
}

/// Replaces every register that an instruction reads.
pub(crate) fn replace_uses(inst: &mut Inst, name: impl Fn(VReg) -> VReg) {
    inst.for_each_operand(&mut |operand| {
        if let Some(reg) = operand.reg() {
            *operand = name(reg).into();
        }
    });
    if let Some(base) = inst.address_mut().and_then(|addr| addr.base.as_mut()) {
        *base = name(*base);
    }
}

/// Replaces a register that an instruction writes.
fn replace_def(inst: &mut Inst, from: VReg, to: VReg) {
    for reg in inst.defs_mut() {
        if *reg == from {
            *reg = to;
        }
    }
}
