//! Values that are the same for the whole grid or block, read through the uniform datapath.
//!
//! Constants reach ALU instructions through `ULDC` and a uniform register, as nvcc does it on
//! sm_90. What a loop uses is loaded before the outermost one. A uniform register that is read
//! in another block than it was loaded in belongs to that value alone, throughout the kernel:
//! lanes that run another part of a divergent region share the warp's uniform registers.
//!
//! Words of `__constant__` variables at known places are read so as well, but only within the
//! block that loads them, and few are held at a time: a kernel may read thousands, where uniform
//! registers are 63. Left out: those that another block reads, and all others (64 bits, vectors,
//! less than a word); they are loaded by LDC.

use super::Selector;
use crate::backend::mir::{BlockRef, Inst, Opnd, Part};
use crate::kernel::{self, Address, BlockId, Dimension, Space, SpecialReg, VReg};
use sim_isa::{Number, Op};

/// A uniform value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Leaf {
    /// Some words of constant bank 0: byte offset and number.
    Constant(u32, u8),
    /// The shared address of the block's first static byte.
    SharedBase,
    /// A word of the module's constants, in bank 3: its byte offset.
    OfModule(u16),
}

/// How many words of the module's constants a block holds at a time.
pub(in crate::backend) const MODULE_WORDS: usize = 16;

/// Words of parameters beyond which the module's constants get no uniform registers: parameters
/// may need one each throughout the kernel.
const MANY_PARAMS: usize = 16;

/// The special register that holds the block's number within its cluster; it makes the window
/// of the block's own shared memory.
const SR_CGA_CTA_ID: u8 = 0x88;

impl Selector<'_> {
    /// The 32-bit uniform value that a register holds, if it is one.
    pub(super) fn leaf_of(&self, reg: VReg) -> Option<Leaf> {
        let (block, index) = self.values.definition(reg)?;
        if !self.values.is_stable(reg) {
            return None;
        }
        let inst = &self.kernel.blocks[block].insts[index].inst;
        let here = block == self.block && self.has_room_for_module;
        self.leaf(inst)
            .or_else(|| here.then(|| module_word(inst)).flatten())
    }

    fn leaf(&self, inst: &kernel::Inst) -> Option<Leaf> {
        match *inst {
            kernel::Inst::Param { param, .. } => {
                let param = &self.kernel.params[param];
                let offset = self.abi.params + param.offset;
                (param.ty.size() == 4).then_some(Leaf::Constant(offset, 1))
            }
            kernel::Inst::Special { reg, .. } => self.launch_constant(reg),
            _ => None,
        }
    }

    /// Block and grid dimensions lie in constant bank 0.
    pub(super) fn launch_constant(&self, reg: SpecialReg) -> Option<Leaf> {
        let (start, axis) = match reg {
            SpecialReg::BlockDim(axis) => (self.abi.block_dim, axis),
            SpecialReg::GridDim(axis) => (self.abi.grid_dim, axis),
            _ => return None,
        };
        let offset = match axis {
            Dimension::X => 0,
            Dimension::Y => 4,
            Dimension::Z => 8,
        };
        Some(Leaf::Constant(start + offset, 1))
    }

    /// The pair that holds the descriptor of global memory.
    pub(super) fn descriptor(&mut self) -> Part {
        self.uniform(Leaf::Constant(self.abi.mem_desc, 2))
    }

    /// A uniform register that holds the value here.
    pub(super) fn uniform(&mut self, leaf: Leaf) -> Part {
        let known = self.local.uniforms.iter().find(|(l, _)| *l == leaf);
        if let Some(&(_, part)) = known {
            return part;
        }
        let part = match (leaf, self.loaded_above(leaf)) {
            (Leaf::OfModule(_), _) => self.load_module_word(leaf),
            (_, Some(part)) => part,
            (_, None) => self.load_here_or_before_loop(leaf),
        };
        self.local.uniforms.push((leaf, part));
        part
    }

    /// Loads a word of the module's constants; the one held longest makes room for it.
    fn load_module_word(&mut self, leaf: Leaf) -> Part {
        let of_module = |(leaf, _): &(Leaf, Part)| matches!(leaf, Leaf::OfModule(_));
        let held = &mut self.local.uniforms;
        if held.iter().filter(|&held| of_module(held)).count() == MODULE_WORDS {
            held.remove(held.iter().position(of_module).unwrap_or(0));
        }
        self.load_uniform(leaf, self.at)
    }

    /// A register loaded on every way here; from now on it is nobody else's.
    fn loaded_above(&mut self, leaf: Leaf) -> Option<Part> {
        let mut loaded = self.loaded.iter();
        let above = |block| self.flow.dominates(block, self.block);
        let &(_, _, part) = loaded.find(|&&(l, block, _)| l == leaf && above(block))?;
        self.out.virts[part.virt.index()].exclusive = true;
        Some(part)
    }

    /// Where code goes that is to run in front of the outermost loop around the current block.
    pub(super) fn before_loop(&self) -> Option<(BlockId, BlockRef)> {
        let outer = self.flow.outermost_loop(self.kernel, self.block)?;
        let block = self.kernel.regions[outer].opens;
        Some((block, self.tails[block.index()]?))
    }

    fn load_here_or_before_loop(&mut self, leaf: Leaf) -> Part {
        let home = self.before_loop();
        let (block, at) = home.unwrap_or((self.block, self.at));
        let part = self.load_uniform(leaf, at);
        self.out.virts[part.virt.index()].exclusive = home.is_some();
        self.loaded.push((leaf, block, part));
        part
    }

    fn load_uniform(&mut self, leaf: Leaf, at: crate::backend::mir::BlockRef) -> Part {
        let here = std::mem::replace(&mut self.at, at);
        let part = match leaf {
            Leaf::Constant(offset, width) => self.load_words((0, offset as i32), width),
            Leaf::OfModule(offset) => self.load_words((3, i32::from(offset)), 1),
            Leaf::SharedBase => self.load_shared_base(),
        };
        self.at = here;
        part
    }

    fn load_words(&mut self, (bank, offset): (u8, i32), width: u8) -> Part {
        let part = self.uniform_temp(width);
        let from = Opnd::Const(bank, None, offset);
        self.emit(Inst::new(Op::Uldc).dst(part).a(from).wide(width));
        part
    }

    /// `shared_base + (CgaCtaId << 24)`, by nvcc's three instructions.
    fn load_shared_base(&mut self) -> Part {
        let (base, cta, sum) = (
            self.uniform_temp(1),
            self.uniform_temp(1),
            self.uniform_temp(1),
        );
        let start = Opnd::Imm(self.abi.shared_base);
        self.emit(Inst::new(Op::Umov).dst(base).a(start));
        self.emit(Inst::new(Op::S2ur).dst(cta).a(Opnd::Special(SR_CGA_CTA_ID)));
        let lea = Inst::new(Op::Ulea).dst(sum).a(cta).b(base);
        self.emit(lea.with(|m| m.with_number(Number::Shift, 0x18)));
        sum
    }
}

/// Whether parameters leave uniform registers for the module's constants.
pub(super) fn has_room_for_module(kernel: &kernel::Kernel) -> bool {
    let word = |param: &kernel::Param| param.ty.size() <= 4;
    let words = kernel.params.iter().filter(|(_, param)| word(param));
    words.count() <= MANY_PARAMS
}

/// The word of the module's constants that an instruction loads from a known place.
fn module_word(inst: &kernel::Inst) -> Option<Leaf> {
    let kernel::Inst::Load {
        space: Space::Const,
        ty,
        dst,
        addr: Address { base: None, offset },
        ..
    } = inst
    else {
        return None;
    };
    let word = ty.size() == 4 && dst.len() == 1 && offset % 4 == 0;
    let offset = u16::try_from(*offset).ok().filter(|_| word)?;
    Some(Leaf::OfModule(offset))
}

impl Inst {
    /// A load of as many registers.
    pub(super) fn wide(self, registers: u8) -> Inst {
        use sim_isa::modifier::MemWidth;
        let width = match registers {
            1 => MemWidth::B32,
            2 => MemWidth::B64,
            _ => MemWidth::B128,
        };
        self.with(|m| m.with(width))
    }
}
