//! One thread: its registers, where it stands, and what each instruction does to it.

use super::access::read;
use super::memory::{Arena, Memory};
use super::{Fault, Shared};
use crate::kernel::{BlockId, Inst, Kernel, MemType, Operand, SymbolSpace, Terminator, VReg, eval};

/// What a thread is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    Ready,
    AtBarrier,
    /// At a vote, a shuffle or `__syncwarp`.
    AtMeeting,
    Ended,
}

/// A thread.
pub(super) struct Thread {
    /// Its number in the block.
    pub number: usize,
    /// Its coordinates in the block.
    pub index: [u32; 3],
    pub state: State,
    pub(super) registers: Vec<u64>,
    pub(super) local: Arena,
    block: BlockId,
    next: usize,
}

impl Thread {
    pub fn new(kernel: &Kernel, number: usize, index: [u32; 3]) -> Self {
        Self {
            number,
            index,
            state: State::Ready,
            registers: vec![0; kernel.registers.len()],
            local: Arena::new("local memory", kernel.local_bytes() as usize),
            block: kernel.entry(),
            next: 0,
        }
    }

    /// Where it stands.
    pub fn place(&self) -> (BlockId, usize) {
        (self.block, self.next)
    }

    /// The instruction that it stands at; it must not stand at a block's end.
    pub fn inst<'k>(&self, kernel: &'k Kernel) -> &'k Inst {
        &kernel.blocks[self.block].insts[self.next].inst
    }

    /// Goes on behind the instruction that it waited at.
    pub fn step_over(&mut self) {
        self.next += 1;
        self.state = State::Ready;
    }

    pub fn operand(&self, operand: Operand) -> u64 {
        match operand {
            Operand::Reg(reg) => self.registers[reg.index()],
            Operand::Const(value) => value.bits,
        }
    }

    pub(super) fn set(&mut self, reg: VReg, bits: u64) {
        self.registers[reg.index()] = bits;
    }

    /// Runs at most `quantum` instructions; says how many it ran.
    pub fn run(
        &mut self,
        shared: &mut Shared,
        global: &mut dyn Memory,
        quantum: u32,
    ) -> Result<u32, Fault> {
        let mut ran = 0;
        while self.state == State::Ready && ran < quantum {
            let block = &shared.kernel.blocks[self.block];
            match block.insts.get(self.next) {
                Some(located) => self.step(&located.inst, shared, global)?,
                None => self.end_block(&block.terminator)?,
            }
            ran += 1;
        }
        Ok(ran)
    }

    fn end_block(&mut self, terminator: &Terminator) -> Result<(), Fault> {
        match terminator {
            Terminator::Jump { to, .. } => self.go(*to),
            Terminator::Branch {
                condition,
                then,
                otherwise,
                ..
            } => match self.operand((*condition).into()) {
                0 => self.go(*otherwise),
                _ => self.go(*then),
            },
            Terminator::Return => self.state = State::Ended,
            Terminator::Stop(assertion) => return Err(Fault::Stopped(*assertion)),
        }
        Ok(())
    }

    fn go(&mut self, to: BlockId) {
        self.block = to;
        self.next = 0;
    }

    fn step(
        &mut self,
        inst: &Inst,
        shared: &mut Shared,
        global: &mut dyn Memory,
    ) -> Result<(), Fault> {
        match inst {
            Inst::Barrier | Inst::BarrierReduce { .. } => self.state = State::AtBarrier,
            Inst::SyncWarp { .. }
            | Inst::Shuffle { .. }
            | Inst::Vote { .. }
            | Inst::Reduce { .. }
            | Inst::Match { .. } => {
                self.state = State::AtMeeting;
            }
            Inst::ActiveMask { .. } => return Err(Fault::Unsupported("activemask".into())),
            Inst::Load { .. } | Inst::Store { .. } | Inst::Atomic { .. } => {
                self.access(inst, shared, global)?;
                self.next += 1;
            }
            _ => {
                self.compute(inst, shared);
                self.next += 1;
            }
        }
        Ok(())
    }

    /// Instructions that touch nothing but the thread's registers.
    fn compute(&mut self, inst: &Inst, shared: &Shared) {
        let value = |operand: Operand| self.operand(operand);
        let (dst, bits) = match *inst {
            Inst::Copy { dst, src } => (dst, value(src)),
            Inst::Special { dst, reg } => (dst, shared.special(self, reg)),
            Inst::Param { dst, param } => (dst, param_bits(shared, param)),
            Inst::Symbol { dst, symbol } => (dst, address_of(shared, symbol)),
            Inst::Unary { op, ty, dst, a } => {
                let bits = eval::unary(op, ty, value(a));
                (
                    dst,
                    bits.or_else(|| eval::approximate(op, ty, value(a)))
                        .unwrap_or(0),
                )
            }
            Inst::Binary { op, ty, dst, a, b } => (dst, eval::binary(op, ty, value(a), value(b))),
            Inst::Fma {
                round,
                ty,
                dst,
                a,
                b,
                c,
            } => (dst, eval::fma(round, ty, value(a), value(b), value(c))),
            Inst::MulWide { ty, dst, a, b } => (dst, eval::mul_wide(ty, value(a), value(b))),
            Inst::Compare { op, ty, dst, a, b } => {
                (dst, eval::compare(op, ty, value(a), value(b)).into())
            }
            Inst::Select {
                dst,
                condition,
                a,
                b,
                ..
            } => (dst, value(if value(condition) != 0 { a } else { b })),
            Inst::Convert {
                from,
                to,
                round,
                dst,
                src,
            } => (dst, eval::convert(from, to, round, value(src))),
            Inst::CompareHalves { op, ty, dst, a, b } => (
                dst,
                eval::halves::compare_halves(op, ty, value(a), value(b)),
            ),
            Inst::Pack { ty, dst, low, high } => {
                (dst, eval::halves::pack(ty, value(low), value(high)))
            }
            Inst::Unpack { ty, dst, src, high } => {
                (dst, eval::halves::unpack(ty, value(src), high))
            }
            // Fences order what is in order here anyway; the others are not computations.
            Inst::Fence { .. }
            | Inst::Barrier
            | Inst::SyncWarp { .. }
            | Inst::Shuffle { .. }
            | Inst::Vote { .. }
            | Inst::Reduce { .. }
            | Inst::Match { .. }
            | Inst::BarrierReduce { .. }
            | Inst::ActiveMask { .. }
            | Inst::Load { .. }
            | Inst::Store { .. }
            | Inst::Atomic { .. } => return,
        };
        self.set(dst, bits);
    }
}

fn address_of(shared: &Shared, symbol: crate::kernel::SymbolId) -> u64 {
    match shared.kernel.symbols[symbol].space {
        SymbolSpace::Device(slot) => {
            let start = slot as usize;
            read(MemType::U64, &shared.launch.addresses[start..start + 8])
        }
        SymbolSpace::Constant(offset) => offset.into(),
    }
}

fn param_bits(shared: &Shared, param: crate::kernel::ParamId) -> u64 {
    let param = &shared.kernel.params[param];
    let ty = match param.ty {
        crate::kernel::ParamType::Pointer(_) => MemType::U64,
        crate::kernel::ParamType::Scalar(ty) => ty,
    };
    let start = param.offset as usize;
    read(ty, &shared.launch.params[start..start + ty.size() as usize])
}
