//! Register allocation: greedy colouring of the interference graph, pairs and quads aligned.
//!
//! Registers are given in the order of definition, each the lowest number that no neighbour
//! holds; a copy prefers the register of its other side, and then disappears. Too
//! many values at once are an error, after which `spill` sends some to memory.
//!
//! Source: Chaitin 1982 for the graph; the order is Briggs' optimistic one without its stack,
//! which suffices because structured code gives nearly chordal graphs.

use super::bits::BitSet;
use super::error::CompileError;
use super::liveness::Liveness;
use super::mir::{BlockRef, File, Function, Inst, Opnd, Part, VirtId};
use crate::source::Span;
use sim_isa::Op;

/// A register number for each virtual register (the first of those it spans).
pub(crate) struct Allocation {
    registers: Vec<Option<u8>>,
}

impl Allocation {
    /// The register that holds a part.
    pub fn register(&self, part: Part) -> u8 {
        let first = self.registers[part.virt.index()];
        first.expect("every register that is mentioned has been given one") + part.first
    }

    /// One more than the highest number given in a file.
    pub fn used(&self, function: &Function, file: File) -> u32 {
        let given = function.virts.iter().zip(&self.registers);
        let of_file = given.filter(|(virt, _)| virt.file == file);
        of_file
            .filter_map(|(virt, first)| first.map(|f| u32::from(f) + u32::from(virt.width)))
            .max()
            .unwrap_or(0)
    }
}

/// The most general registers that a thread can have (the encoding's).
pub(crate) const MOST_GENERAL: u32 = 255;

/// How many registers a file has, of which general ones may be fewer.
fn limit(file: File, general: u32) -> (u32, &'static str) {
    match file {
        File::General => (general.min(MOST_GENERAL), "general"),
        File::Uniform => (63, "uniform"),
        File::Predicate => (7, "predicate"),
    }
}

/// Which virtual registers live at the same time.
pub(crate) struct Graph {
    /// For each the others; one that they meet again may stand there again.
    neighbours: Vec<Vec<u32>>,
    owner: Vec<VirtId>,
}

impl Graph {
    /// The graph of a function.
    pub fn of(function: &Function) -> Graph {
        let live = Liveness::of(function);
        let virts = function.virts.len();
        let mut owner = Vec::with_capacity(live.parts());
        for (index, virt) in function.virts.iter().enumerate() {
            owner.extend((0..virt.width).map(|_| VirtId(index as u32)));
        }
        let mut graph = Graph {
            neighbours: vec![Vec::new(); virts],
            owner,
        };
        for &block in &function.order {
            graph.add_block(function, &live, block);
        }
        graph.add_exclusive(function);
        graph
    }

    /// With how many others each lives at the same time, by their width.
    pub fn degrees(&self, function: &Function) -> Vec<u64> {
        let width = |other: usize| u64::from(function.virts[other].width);
        let mut met_by = vec![usize::MAX; function.virts.len()];
        let mut degree = |virt: usize| {
            let mut first = |other: &usize| std::mem::replace(&mut met_by[*other], virt) != virt;
            let others = self.neighbours(virt).filter(|other| first(other));
            others.map(width).sum()
        };
        (0..function.virts.len()).map(&mut degree).collect()
    }

    fn neighbours(&self, virt: usize) -> impl Iterator<Item = usize> {
        self.neighbours[virt].iter().map(|&other| other as usize)
    }

    fn add_block(&mut self, function: &Function, live: &Liveness, block: BlockRef) {
        let mut after = live.before_end(function, block);
        for inst in function.at(block).insts.iter().rev() {
            let copied = copy_source(function, inst);
            let defs = inst.defs();
            for def in &defs {
                for part in after.iter().collect::<Vec<_>>() {
                    let other = self.owner[part];
                    if copied != Some(other) {
                        self.connect(function, def.virt, other);
                    }
                }
                for other in &defs {
                    self.connect(function, def.virt, other.virt);
                }
            }
            live.step(inst, &mut after);
        }
    }

    /// A register that stays valid everywhere meets all others of its file.
    fn add_exclusive(&mut self, function: &Function) {
        let exclusive = function
            .virts
            .iter()
            .enumerate()
            .filter(|(_, v)| v.exclusive);
        for (index, _) in exclusive {
            for other in 0..function.virts.len() {
                self.connect(function, VirtId(index as u32), VirtId(other as u32));
            }
        }
    }

    fn connect(&mut self, function: &Function, a: VirtId, b: VirtId) {
        let file = |v: VirtId| function.virts[v.index()].file;
        if a != b && file(a) == file(b) {
            self.neighbours[a.index()].push(b.0);
            self.neighbours[b.index()].push(a.0);
        }
    }
}

/// The virtual register whose whole value a copy takes. Halves of pairs do not count: the pair
/// as a whole still holds something else.
fn copy_source(function: &Function, inst: &Inst) -> Option<VirtId> {
    let single = |part: Part| function.virts[part.virt.index()].width == 1;
    match (inst.op, inst.a, inst.dst) {
        (Op::Mov, Opnd::Reg(from, _), Opnd::Reg(to, _)) if single(from) && single(to) => {
            Some(from.virt)
        }
        _ => None,
    }
}

/// Gives every virtual register that is mentioned a register, with so many `general` ones.
pub(crate) fn allocate(
    kernel: &str,
    function: &Function,
    graph: &Graph,
    general: u32,
) -> Result<Allocation, CompileError> {
    let mut found = Allocation {
        registers: function.virts.iter().map(|v| v.fixed).collect(),
    };
    let copies = copies(function);
    for (virt, span) in in_order(function) {
        if found.registers[virt.index()].is_some() {
            continue;
        }
        let wish = wishes(&copies[virt.index()], &found);
        match choose(function, graph, &found, virt, (&wish, general)) {
            Some(register) => found.registers[virt.index()] = Some(register),
            None => {
                let (limit, file) = limit(function.virts[virt.index()].file, general);
                return Err(CompileError::Registers {
                    kernel: kernel.into(),
                    file,
                    limit,
                    span,
                });
            }
        }
    }
    Ok(found)
}

/// Virtual registers in the order in which the code first mentions them, wide ones first.
fn in_order(function: &Function) -> Vec<(VirtId, Span)> {
    let mut order = Vec::new();
    let mut seen = BitSet::new(function.virts.len());
    for &block in &function.order {
        for inst in &function.at(block).insts {
            for part in inst.defs().into_iter().chain(inst.uses()) {
                if seen.insert(part.virt.index()) {
                    order.push((part.virt, inst.span));
                }
            }
        }
    }
    let width = |virt: VirtId| function.virts[virt.index()].width;
    let exclusive = |virt: VirtId| function.virts[virt.index()].exclusive;
    order.sort_by_key(|&(virt, _)| (!exclusive(virt), std::cmp::Reverse(width(virt) / 4)));
    order
}

/// For each virtual register the copies that it is a side of, in the code's order: its part and
/// the other side.
fn copies(function: &Function) -> Vec<Vec<(Part, Part)>> {
    let mut copies = vec![Vec::new(); function.virts.len()];
    for &block in &function.order {
        for inst in &function.at(block).insts {
            let (Op::Mov, Opnd::Reg(from, _), Opnd::Reg(to, _)) = (inst.op, inst.a, inst.dst)
            else {
                continue;
            };
            copies[from.virt.index()].push((from, to));
            if to.virt != from.virt {
                copies[to.virt.index()].push((to, from));
            }
        }
    }
    copies
}

/// Registers that its copies would like a virtual register to have.
fn wishes(copies: &[(Part, Part)], found: &Allocation) -> Vec<u8> {
    let wish = copies.iter().filter_map(|(mine, other)| {
        let first = found.registers[other.virt.index()]?;
        (first + other.first).checked_sub(mine.first)
    });
    wish.collect()
}

fn choose(
    function: &Function,
    graph: &Graph,
    found: &Allocation,
    virt: VirtId,
    (wish, general): (&[u8], u32),
) -> Option<u8> {
    let Function { virts, .. } = function;
    let me = virts[virt.index()];
    let mut taken = [false; 256];
    if me.file == File::General {
        // R1 is the stack pointer.
        taken[1] = true;
    }
    for other in graph.neighbours(virt.index()) {
        if let Some(first) = found.registers[other] {
            let span = usize::from(first)..usize::from(first) + usize::from(virts[other].width);
            taken[span].fill(true);
        }
    }
    let (limit, _) = limit(me.file, general);
    let width = usize::from(me.width);
    let start = if me.file == File::Uniform { 4 } else { 0 };
    let fits = |first: usize| {
        first.is_multiple_of(width)
            && first + width <= limit as usize
            && !taken[first..first + width].contains(&true)
    };
    let wished = wish.iter().map(|&w| usize::from(w)).find(|&w| fits(w));
    // ptxas leaves UR0 to UR3 alone; they come last.
    let rest = (start..limit as usize).chain(0..start);
    wished
        .or_else(|| rest.into_iter().find(|&f| fits(f)))
        .map(|f| f as u8)
}
