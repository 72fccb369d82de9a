//! Instruction selection: kernel IR to machine IR.
//!
//! Blocks are walked forwards. A pure value that is used once, in its own block, is not
//! emitted where it stands but waits until its user asks for it; the user may instead look
//! through it and take its operation in (an addition into `[R+imm]`, a product into `IMAD`, a
//! comparison into a branch). Values used more often are emitted where they stand; users may
//! look through them too, and what then has no reader is dropped later.
//!
//! Looking through needs the operands to be what they were: they are *stable* (one dominating
//! definition), or the value still waits, and no operand has been written since. A write to a
//! register first emits every waiting value that reads it.

mod address;
mod branch;
mod choice;
mod convert;
mod division;
mod double_division;
mod float;
mod half;
mod half_convert;
mod integer;
mod logic;
mod long_division;
mod memory;
mod operands;
mod predicate;
mod roots;
mod special;
mod together;
mod uniform;
mod warp;
mod wide;

use super::error::CompileError;
use super::flow::{Divergence, Flow};
use super::mir::{BlockRef, End, File, Function, Inst, Meeting, Opnd, Part, PredUse, VirtId};
use super::values::Values;
use crate::kernel::{self, BlockId, Kernel, Operand, RegionId, Type, VReg};
use crate::source::Span;
use sim_isa::{Abi, Op};
use std::collections::{BTreeMap, BTreeSet};
use uniform::Leaf;
pub(in crate::backend) use uniform::MODULE_WORDS;

/// How long a chain of values may get of which each waits for the next: selection recurses along
/// it, some kilobytes of stack a step.
const LONGEST_CHAIN: u32 = 256;

/// What selection returns: it fails on what the back end cannot do.
pub(crate) type Selected<T> = Result<T, CompileError>;

/// Selects instructions for a whole kernel.
pub(crate) fn select(kernel: &Kernel, abi: Abi) -> Selected<Function> {
    let flow = Flow::of(kernel);
    let values = Values::of(kernel, &flow);
    let divergence = Divergence::of(kernel, &flow);
    let mut selector = Selector {
        kernel,
        flow: &flow,
        values: &values,
        divergence: &divergence,
        abi,
        out: Function::default(),
        at: BlockRef(0),
        block: kernel.entry(),
        heads: Vec::new(),
        tails: Vec::new(),
        virts: vec![None; kernel.registers.len()],
        read_here: BTreeSet::new(),
        emitted: vec![false; kernel.registers.len()],
        waiting: BTreeMap::new(),
        chains: vec![0; kernel.registers.len()],
        local: Cache::default(),
        pairs: half::PairLoad::default(),
        constants: Vec::new(),
        words_before_loops: 0,
        loaded: Vec::new(),
        has_room_for_module: uniform::has_room_for_module(kernel),
        stack: None,
        span: Span::NONE,
    };
    selector.run()?;
    Ok(selector.out)
}

/// What has been computed in the current block and can be used again.
#[derive(Default)]
struct Cache {
    uniforms: Vec<(Leaf, Part)>,
    constants: BTreeMap<u32, Part>,
    addresses: Vec<(address::Scaled, Part)>,
    lanes: Option<together::Lanes>,
}

struct Selector<'k> {
    kernel: &'k Kernel,
    flow: &'k Flow,
    values: &'k Values,
    divergence: &'k Divergence,
    abi: Abi,
    out: Function,
    /// Where instructions go.
    at: BlockRef,
    /// The kernel's block that is being selected.
    block: BlockId,
    /// The first machine block of each kernel block.
    heads: Vec<BlockRef>,
    /// The last machine block of each kernel block that is done.
    tails: Vec<Option<BlockRef>>,
    virts: Vec<Option<VirtId>>,
    /// The kernel's registers that the kernel's block reads.
    read_here: BTreeSet<VReg>,
    /// Which of the kernel's registers have been computed into their virtual ones.
    emitted: Vec<bool>,
    /// Values that wait for their user, by the index of their instruction.
    waiting: BTreeMap<VReg, usize>,
    /// For each value that waits, the length of the longest chain of such values that ends with it.
    chains: Vec<u32>,
    local: Cache,
    /// What pairs of floats have asked of their pipes in the current block.
    pairs: half::PairLoad,
    /// Constants that were loaded outside of loops, with the block that they stand in.
    constants: Vec<(u32, BlockId, Part)>,
    /// How many of them were loaded for a loop's sake.
    words_before_loops: usize,
    /// Uniform values that have been loaded, with the block that they stand in.
    loaded: Vec<(Leaf, BlockId, Part)>,
    /// Whether uniform registers are left for the module's constants.
    has_room_for_module: bool,
    /// The stack pointer, `R1`.
    stack: Option<Part>,
    span: Span,
}

impl Selector<'_> {
    fn run(&mut self) -> Selected<()> {
        for _ in self.kernel.blocks.iter() {
            let head = self.out.block();
            self.heads.push(head);
            self.tails.push(None);
        }
        for id in self.kernel.blocks.ids() {
            self.select_block(id)?;
        }
        Ok(())
    }

    fn head(&self, block: BlockId) -> BlockRef {
        self.heads[block.index()]
    }

    fn select_block(&mut self, id: BlockId) -> Selected<()> {
        self.block = id;
        self.waiting.clear();
        self.start(self.head(id));
        if id == self.kernel.entry() {
            self.prologue();
        }
        self.meet_regions(id);
        let kernel = self.kernel;
        let block = &kernel.blocks[id];
        self.read_here = read_in(block);
        for (index, located) in block.insts.iter().enumerate() {
            self.span = located.span;
            self.select_inst(index, &located.inst)?;
        }
        self.span = block.span;
        self.select_end(id)?;
        self.tails[id.index()] = Some(self.at);
        Ok(())
    }

    /// Lays out a block here and goes on in it; nothing computed before counts as at hand.
    fn start(&mut self, block: BlockRef) {
        self.out.order.push(block);
        self.at = block;
        self.local = Cache::default();
        self.pairs = half::PairLoad::default();
    }

    /// The stack pointer is always loaded, as ptxas does.
    fn prologue(&mut self) {
        let virt = self.out.virt(File::General, 1);
        self.out.virts[virt.index()].fixed = Some(1);
        let stack = self.out.whole(virt);
        let top = self.abi.stack_top as i32;
        self.emit(Inst::new(Op::Ldc).dst(stack).a(Opnd::Const(0, None, top)));
        let frame = self.kernel.local_bytes().next_multiple_of(16);
        if frame != 0 {
            let down = Opnd::Imm(frame.wrapping_neg());
            self.emit(
                Inst::new(Op::Iadd3)
                    .dst(stack)
                    .a(stack)
                    .b(down)
                    .c(Opnd::Zero),
            );
        }
        self.stack = Some(stack);
    }

    fn emit(&mut self, inst: Inst) {
        let span = self.span;
        self.out.at_mut(self.at).insts.push(Inst { span, ..inst });
    }

    fn select_inst(&mut self, index: usize, inst: &kernel::Inst) -> Selected<()> {
        let chain = 1 + self.longest_chain_into(inst);
        if chain <= LONGEST_CHAIN && self.can_wait(inst) {
            let value = inst.defs()[0];
            self.chains[value.index()] = chain;
            self.waiting.insert(value, index);
            return Ok(());
        }
        self.release_readers_of_defs(inst)?;
        self.lower_here(inst)
    }

    /// Emits an instruction of the kernel; waiting values that it took in are done with.
    fn lower_here(&mut self, inst: &kernel::Inst) -> Selected<()> {
        self.lower(inst)?;
        for reg in self.reached(inst) {
            self.waiting.remove(&reg);
        }
        for def in inst.defs() {
            self.emitted[def.index()] = true;
        }
        Ok(())
    }

    /// The longest chain of waiting values that an instruction would take in.
    fn longest_chain_into(&self, inst: &kernel::Inst) -> u32 {
        let waiting = |reg: &VReg| self.waiting.contains_key(reg);
        let uses = inst.uses().into_iter().filter(waiting);
        uses.map(|reg| self.chains[reg.index()]).max().unwrap_or(0)
    }

    /// Whether a value may wait for its single user.
    fn can_wait(&self, inst: &kernel::Inst) -> bool {
        let [dst] = inst.defs()[..] else { return false };
        let pure = !inst.has_side_effects() && !has_place(inst);
        pure && self.values.is_stable(dst)
            && self.values.uses(dst) == 1
            && self.read_here.contains(&dst)
    }

    /// Emits values that wait and read a register that is about to be written, except those
    /// that the writing instruction itself takes in.
    fn release_readers_of_defs(&mut self, inst: &kernel::Inst) -> Selected<()> {
        let defs = inst.defs();
        if defs.iter().all(|&d| self.values.is_stable(d)) {
            return Ok(());
        }
        let taken = self.reached(inst);
        let others: Vec<_> = self.waiting.keys().copied().collect();
        for reg in others.into_iter().filter(|r| !taken.contains(r)) {
            if let Some(inst) = self.peek(reg)
                && self.reads_deeply(&inst, &defs)
            {
                self.reg(reg.into())?;
            }
        }
        Ok(())
    }

    /// The waiting values that an instruction's operands lead to.
    fn reached(&self, inst: &kernel::Inst) -> Vec<VReg> {
        let mut found = Vec::new();
        let mut pending: Vec<_> = inst.uses().to_vec();
        while let Some(reg) = pending.pop() {
            if let Some(&index) = self.waiting.get(&reg) {
                found.push(reg);
                pending.extend(self.inst_at(index).uses());
            }
        }
        found
    }

    fn reads_deeply(&self, inst: &kernel::Inst, regs: &[VReg]) -> bool {
        let mut reads = inst.uses().to_vec();
        for reached in self.reached(inst) {
            reads.extend(self.inst_at(self.waiting[&reached]).uses());
        }
        reads.iter().any(|reg| regs.contains(reg))
    }

    fn inst_at(&self, index: usize) -> &kernel::Inst {
        &self.kernel.blocks[self.block].insts[index].inst
    }

    /// The instruction that computes a register's present value, if its operands are still
    /// what they were and at hand.
    fn peek(&self, reg: VReg) -> Option<kernel::Inst> {
        if let Some(&index) = self.waiting.get(&reg) {
            return Some(self.inst_at(index).clone());
        }
        let (block, index) = self.values.definition(reg)?;
        let inst = &self.kernel.blocks[block].insts[index].inst;
        let at_hand = |reg: &VReg| self.emitted[reg.index()] || self.waiting.contains_key(reg);
        let mut reads = inst.uses().into_iter();
        let still = reads.all(|r| self.values.is_stable(r) && at_hand(&r));
        (still && self.values.is_stable(reg) && !has_place(inst)).then(|| inst.clone())
    }

    /// The same for an operand.
    fn peek_operand(&self, operand: Operand) -> Option<kernel::Inst> {
        self.peek(operand.reg()?)
    }

    /// The virtual register of a kernel's register.
    fn virt_of(&mut self, reg: VReg) -> VirtId {
        if let Some(virt) = self.virts[reg.index()] {
            return virt;
        }
        let virt = match self.kernel.type_of(reg) {
            Type::Pred => self.out.virt(File::Predicate, 1),
            Type::S32 | Type::U32 | Type::F32 => self.out.virt(File::General, 1),
            Type::F16 | Type::Bf16 | Type::F16x2 | Type::Bf16x2 => self.out.virt(File::General, 1),
            Type::S64 | Type::U64 | Type::F64 => self.out.virt(File::General, 2),
        };
        self.virts[reg.index()] = Some(virt);
        virt
    }

    fn dst(&mut self, reg: VReg) -> Part {
        let virt = self.virt_of(reg);
        self.out.whole(virt)
    }

    fn temp(&mut self, width: u8) -> Part {
        let virt = self.out.virt(File::General, width);
        self.out.whole(virt)
    }

    fn temp_pred(&mut self) -> VirtId {
        self.out.virt(File::Predicate, 1)
    }

    /// An error about what the back end cannot do, at the present place.
    fn unsupported<T>(&self, what: impl Into<String>) -> Selected<T> {
        Err(CompileError::Unsupported {
            kernel: self.kernel.name.clone(),
            what: what.into(),
            span: self.span,
        })
    }

    /// Ends the present machine block with a branch around a rarely run block: lanes for which
    /// `rare` holds run what `slow` emits, then all go on together.
    fn detour(
        &mut self,
        rare: PredUse,
        slow: impl FnOnce(&mut Self) -> Selected<()>,
    ) -> Selected<()> {
        let (path, rest) = (self.out.block(), self.out.block());
        let meeting = Meeting::Expansion(rest);
        self.open_meeting(meeting, rest);
        self.end(End::Branch {
            pred: rare.inverted_if(true),
            taken: rest,
            other: path,
        });
        self.start(path);
        slow(self)?;
        self.end(End::Jump(rest));
        self.start(rest);
        self.emit(Inst::new(Op::Bsync).a(Opnd::Barrier(meeting)));
        Ok(())
    }

    fn open_meeting(&mut self, meeting: Meeting, at: BlockRef) {
        let inst = Inst::new(Op::Bssy).dst(Opnd::Barrier(meeting));
        self.emit(inst.a(Opnd::Meet(meeting, at)));
    }

    fn end(&mut self, end: End) {
        let span = self.span;
        let block = self.out.at_mut(self.at);
        (block.end, block.span) = (end, span);
    }

    /// Whether a region's lanes must be brought together again.
    fn needs_meeting(&self, region: RegionId) -> bool {
        let merges = self.kernel.regions[region].merges;
        let block = &self.kernel.blocks[merges];
        let nothing_left = block.insts.is_empty() && block.terminator == kernel::Terminator::Return;
        self.divergence.of_region(region) && !nothing_left
    }
}

/// The registers that a block reads, its condition among them.
fn read_in(block: &kernel::Block) -> BTreeSet<VReg> {
    let condition = match block.terminator {
        kernel::Terminator::Branch { condition, .. } => Some(condition),
        _ => None,
    };
    let uses = block.insts.iter().flat_map(|l| l.inst.uses());
    uses.chain(condition).collect()
}

/// Whether an instruction must be emitted where it stands: it reads memory, clocks or which
/// lanes run.
fn has_place(inst: &kernel::Inst) -> bool {
    use kernel::SpecialReg::{Clock32, Clock64, GlobalTimer};
    match inst {
        kernel::Inst::Load { .. } | kernel::Inst::ActiveMask { .. } => true,
        kernel::Inst::Special { reg, .. } => matches!(reg, Clock32 | Clock64 | GlobalTimer),
        other => other.has_side_effects(),
    }
}
