//! Spilling: where registers are too few, values wait in local memory.
//!
//! One value after the other is sent there, the one whose register many others want and that
//! is seldom touched, loops counting ten times each; then registers are given again. Every
//! instruction that touches a spilled value gets a short-lived register of its own, loaded
//! before it and stored behind it. The values lie in the thread's frame above its arrays.
//!
//! Source: Chaitin 1982, with Briggs' costs. Left out: splitting of live ranges, computing
//! constants again in place of loading them.

use super::allocate::{self, Allocation, Graph};
use super::error::CompileError;
use super::mir::{BlockRef, File, Function, Inst, MemRef, Opnd, Part, VirtId};
use sim_isa::Op;
use sim_isa::modifier::MemWidth;
use std::collections::BTreeSet;

/// Frames are multiples of this, in bytes, so that four registers can lie aligned.
const ALIGNMENT: u32 = 16;

/// A function with its registers, and the bytes of its frame.
pub(crate) struct Allocated {
    pub function: Function,
    pub allocation: Allocation,
    pub frame: u32,
}

/// Gives registers, and spills general ones until `most` are enough; `frame` bytes of local
/// memory are in use already.
pub(crate) fn allocate(
    kernel: &str,
    mut function: Function,
    most: u32,
    frame: u32,
) -> Result<Allocated, CompileError> {
    let mut spills = Spills {
        short: BTreeSet::new(),
        frame: frame.next_multiple_of(ALIGNMENT),
    };
    loop {
        let graph = Graph::of(&function);
        let error = match allocate::allocate(kernel, &function, &graph, most) {
            Ok(allocation) => {
                let frame = spills.frame.next_multiple_of(ALIGNMENT);
                set_frame(&mut function, frame);
                return Ok(Allocated {
                    function,
                    allocation,
                    frame,
                });
            }
            Err(error) => error,
        };
        let general = matches!(&error, CompileError::Registers { file, .. } if *file == "general");
        match spills.dearest(&function, &graph).filter(|_| general) {
            Some(virt) => spills.spill(&mut function, virt),
            None => return Err(error),
        }
    }
}

struct Spills {
    /// Registers that live for one instruction, which are never spilled.
    short: BTreeSet<VirtId>,
    frame: u32,
}

impl Spills {
    /// The register that stands most in the way for what it costs to spill it.
    fn dearest(&self, function: &Function, graph: &Graph) -> Option<VirtId> {
        let costs = costs(function);
        let degrees = graph.degrees(function);
        let candidate = |index: &usize| {
            let virt = &function.virts[*index];
            let free = virt.file == File::General && virt.fixed.is_none();
            free && costs[*index] > 0 && !self.short.contains(&VirtId(*index as u32))
        };
        let all = (0..function.virts.len()).filter(candidate);
        // Compared by cross-multiplication; the first of equals.
        let best = all.reduce(|a, b| {
            let [x, y] = [(a, b), (b, a)].map(|(one, other)| degrees[one] * costs[other]);
            if y > x { b } else { a }
        });
        best.map(|index| VirtId(index as u32))
    }

    fn spill(&mut self, function: &mut Function, virt: VirtId) {
        let width = function.virts[virt.index()].width;
        let bytes = 4 * u32::from(width);
        let slot = self.frame.next_multiple_of(bytes);
        self.frame = slot + bytes;
        let Some(stack) = stack(function) else { return };
        for block in function.order.clone() {
            let insts = std::mem::take(&mut function.at_mut(block).insts);
            let mut rewritten = Vec::with_capacity(insts.len());
            for inst in insts {
                self.rewrite(function, &mut rewritten, inst, (virt, stack, slot));
            }
            function.at_mut(block).insts = rewritten;
        }
    }

    fn rewrite(
        &mut self,
        function: &mut Function,
        into: &mut Vec<Inst>,
        mut inst: Inst,
        (virt, stack, slot): (VirtId, Part, u32),
    ) {
        let reads = inst.uses().iter().any(|part| part.virt == virt);
        let written = inst.dst.part().filter(|part| part.virt == virt);
        if !reads && written.is_none() {
            into.push(inst);
            return;
        }
        let width = function.virts[virt.index()].width;
        let short = function.virt(File::General, width);
        self.short.insert(short);
        let whole = function.whole(short);
        let rename = |part: &mut Part| {
            if part.virt == virt {
                part.virt = short;
            }
        };
        inst.for_each_use(&mut |part| rename(part));
        if let Opnd::Reg(part, _) = &mut inst.dst {
            rename(part);
        }
        let partly = written.is_some_and(|part| part.width < width || !inst.writes_wholly());
        let place = Opnd::Mem(MemRef {
            base: Some(stack),
            uniform: None,
            offset: slot as i32,
            desc: None,
        });
        let span = inst.span;
        let sized = |inst: Inst| Inst {
            span,
            ..inst.with(|m| m.with(size(width)))
        };
        if reads || partly {
            into.push(sized(Inst::new(Op::Ldl).dst(whole).a(place)));
        }
        into.push(inst);
        if written.is_some() {
            into.push(sized(Inst::new(Op::Stl).a(place).b(whole)));
        }
    }
}

fn size(width: u8) -> MemWidth {
    match width {
        1 => MemWidth::B32,
        2 => MemWidth::B64,
        _ => MemWidth::B128,
    }
}

/// How often each register is touched, a loop's trips counted as ten.
fn costs(function: &Function) -> Vec<u64> {
    let mut costs = vec![0; function.virts.len()];
    let depths = depths(function);
    for (&block, depth) in function.order.iter().zip(depths) {
        for inst in &function.at(block).insts {
            for part in inst.defs().into_iter().chain(inst.uses()) {
                costs[part.virt.index()] += 10u64.pow(depth.min(6));
            }
        }
    }
    costs
}

/// How many loops each laid-out block lies in: a branch back to a block earlier in the layout
/// makes a loop of all between.
fn depths(function: &Function) -> Vec<u32> {
    let position = |block: BlockRef| function.order.iter().position(|&b| b == block);
    let mut depths = vec![0; function.order.len()];
    for (from, &block) in function.order.iter().enumerate() {
        for to in function.at(block).end.successors() {
            if let Some(to) = position(to).filter(|&to| to <= from) {
                depths[to..=from].iter_mut().for_each(|depth| *depth += 1);
            }
        }
    }
    depths
}

/// The stack pointer.
fn stack(function: &Function) -> Option<Part> {
    let found = function
        .virts
        .iter()
        .position(|v| v.file == File::General && v.fixed == Some(1));
    found.map(|index| function.whole(VirtId(index as u32)))
}

/// Makes the prologue take the stack pointer down by the whole frame.
fn set_frame(function: &mut Function, frame: u32) {
    let (Some(stack), Some(&entry)) = (stack(function), function.order.first()) else {
        return;
    };
    if frame == 0 {
        return;
    }
    let sets = |inst: &Inst| inst.dst.part() == Some(stack);
    let insts = &mut function.at_mut(entry).insts;
    let down = Inst::new(Op::Iadd3).dst(stack).a(stack);
    let down = down.b(Opnd::Imm(frame.wrapping_neg())).c(Opnd::Zero);
    match insts.iter().position(|i| i.op == Op::Iadd3 && sets(i)) {
        Some(at) => insts[at].b = down.b,
        None => {
            let load = insts.iter().position(|i| i.op == Op::Ldc && sets(i));
            insts.insert(load.map_or(0, |at| at + 1), down);
        }
    }
}
