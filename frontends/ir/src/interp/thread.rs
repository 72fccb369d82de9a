//! One thread: its registers, where it stands, and what each instruction does to it.

use super::memory::{Arena, Memory};
use super::{Fault, Shared, WARP};
use crate::kernel::{
    Address, AtomicOp, BinaryOp, BlockId, CompareOp, Inst, Kernel, MemType, Operand, ShuffleMode,
    Space, Terminator, Type, UnaryOp, VReg, VoteMode, eval,
};

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
    registers: Vec<u64>,
    local: Arena,
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

    fn set(&mut self, reg: VReg, bits: u64) {
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
                None => self.end_block(&block.terminator),
            }
            ran += 1;
        }
        Ok(ran)
    }

    fn end_block(&mut self, terminator: &Terminator) {
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
        }
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
            Inst::Barrier => self.state = State::AtBarrier,
            Inst::SyncWarp { .. } | Inst::Shuffle { .. } | Inst::Vote { .. } => {
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
            Inst::Unary { op, ty, dst, a } => {
                let bits = eval::unary(op, ty, value(a));
                (
                    dst,
                    bits.or_else(|| eval::approximate(op, value(a)))
                        .unwrap_or(0),
                )
            }
            Inst::Binary { op, ty, dst, a, b } => (dst, eval::binary(op, ty, value(a), value(b))),
            Inst::Fma { ty, dst, a, b, c } => (dst, eval::fma(ty, value(a), value(b), value(c))),
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
            // Fences order what is in order here anyway; the others are not computations.
            Inst::Fence { .. }
            | Inst::Barrier
            | Inst::SyncWarp { .. }
            | Inst::Shuffle { .. }
            | Inst::Vote { .. }
            | Inst::ActiveMask { .. }
            | Inst::Load { .. }
            | Inst::Store { .. }
            | Inst::Atomic { .. } => return,
        };
        self.set(dst, bits);
    }

    fn access(
        &mut self,
        inst: &Inst,
        shared: &mut Shared,
        global: &mut dyn Memory,
    ) -> Result<(), Fault> {
        match inst {
            Inst::Load {
                space,
                ty,
                dst,
                addr,
                ..
            } => {
                let (size, count) = (ty.size() as usize, dst.len());
                let addr = self.address(*addr, *space, size * count)?;
                let memory = self.memory(*space, shared, global)?;
                let bytes = memory.bytes(addr, size * count)?.to_vec();
                for (reg, element) in dst.iter().zip(bytes.chunks(size)) {
                    self.set(*reg, read(*ty, element));
                }
                Ok(())
            }
            Inst::Store {
                space,
                ty,
                src,
                addr,
                ..
            } => {
                let (size, count) = (ty.size() as usize, src.len());
                let addr = self.address(*addr, *space, size * count)?;
                let values: Vec<u64> = src.iter().map(|&operand| self.operand(operand)).collect();
                let memory = self.memory(*space, shared, global)?;
                let bytes = memory.bytes(addr, size * count)?;
                for (value, element) in values.iter().zip(bytes.chunks_mut(size)) {
                    element.copy_from_slice(&value.to_le_bytes()[..size]);
                }
                Ok(())
            }
            Inst::Atomic {
                op,
                space,
                ty,
                dst,
                addr,
                a,
                b,
            } => {
                let size = ty.size() as usize;
                let addr = self.address(*addr, *space, size)?;
                let (a, b) = (self.operand(*a), b.map_or(0, |b| self.operand(b)));
                let memory = self.memory(*space, shared, global)?;
                let bytes = memory.bytes(addr, size)?;
                let old = read(*ty, bytes);
                let new = atomic(*op, ty.register(), old, a, b);
                bytes.copy_from_slice(&new.to_le_bytes()[..size]);
                dst.iter().for_each(|&dst| self.set(dst, old));
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// The byte address of an access of `bytes` bytes.
    fn address(&self, addr: Address, space: Space, bytes: usize) -> Result<u64, Fault> {
        let base = addr.base.map_or(0, |base| self.registers[base.index()]);
        let mut sum = base.wrapping_add(addr.offset as u64);
        if space != Space::Global {
            sum = u64::from(sum as u32);
        }
        match sum % bytes as u64 {
            0 => Ok(sum),
            _ => Err(Fault::Misaligned { addr: sum, bytes }),
        }
    }

    fn memory<'m>(
        &'m mut self,
        space: Space,
        shared: &'m mut Shared,
        global: &'m mut dyn Memory,
    ) -> Result<&'m mut dyn Memory, Fault> {
        match space {
            Space::Global => Ok(global),
            Space::Shared => Ok(&mut shared.memory),
            Space::Local => Ok(&mut self.local),
            Space::Const => Err(Fault::Unsupported("constant memory".into())),
        }
    }
}

/// The bits of a register that an element is loaded into.
fn read(ty: MemType, bytes: &[u8]) -> u64 {
    let mut word = [0; 8];
    word[..bytes.len()].copy_from_slice(bytes);
    let bits = u64::from_le_bytes(word);
    let extended = |op| eval::unary(op, Type::S32, bits).unwrap_or(bits);
    match ty {
        MemType::S8 => extended(UnaryOp::SignExtend8),
        MemType::S16 => extended(UnaryOp::SignExtend16),
        MemType::U8
        | MemType::U16
        | MemType::S32
        | MemType::U32
        | MemType::S64
        | MemType::U64
        | MemType::F32
        | MemType::F64 => bits,
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

/// What an atomic leaves in its place.
fn atomic(op: AtomicOp, ty: Type, old: u64, a: u64, b: u64) -> u64 {
    let binary = |op| eval::binary(op, ty, old, a);
    let at_least = |x, y| eval::compare(CompareOp::Ge, ty, x, y);
    match op {
        AtomicOp::Add => binary(BinaryOp::Add),
        AtomicOp::Min => binary(BinaryOp::Min),
        AtomicOp::Max => binary(BinaryOp::Max),
        AtomicOp::And => binary(BinaryOp::And),
        AtomicOp::Or => binary(BinaryOp::Or),
        AtomicOp::Xor => binary(BinaryOp::Xor),
        AtomicOp::Inc => {
            if at_least(old, a) {
                0
            } else {
                old + 1
            }
        }
        AtomicOp::Dec => {
            if old == 0 || !at_least(a, old) {
                a
            } else {
                old - 1
            }
        }
        AtomicOp::Exchange => a,
        AtomicOp::CompareSwap => {
            if old == a {
                b
            } else {
                old
            }
        }
    }
}

/// Carries out an instruction that lanes of a warp do together.
pub(super) fn collective(
    kernel: &Kernel,
    inst: &Inst,
    warp: &mut [Thread],
    members: &[usize],
) -> Result<(), Fault> {
    match *inst {
        Inst::SyncWarp { .. } => Ok(()),
        Inst::Vote {
            mode, dst, value, ..
        } => {
            let holding = members
                .iter()
                .filter(|&&lane| warp[lane].operand(value) != 0);
            let ballot = holding.fold(0u32, |mask, lane| mask | 1 << lane);
            let result = match mode {
                VoteMode::Any => u64::from(ballot != 0),
                VoteMode::All => u64::from(ballot.count_ones() as usize == members.len()),
                VoteMode::Ballot => ballot.into(),
            };
            members.iter().for_each(|&lane| warp[lane].set(dst, result));
            Ok(())
        }
        Inst::Shuffle { .. } => {
            shuffle(inst, warp, members);
            Ok(())
        }
        _ => Err(Fault::Unsupported(kernel.inst_text(inst))),
    }
}

fn shuffle(inst: &Inst, warp: &mut [Thread], members: &[usize]) {
    let Inst::Shuffle {
        mode,
        dst,
        in_range,
        src,
        lane,
        clamp,
        ..
    } = *inst
    else {
        return;
    };
    let results: Vec<(usize, u64, bool)> = members
        .iter()
        .map(|&own| {
            let thread = &warp[own];
            let (b, c) = (thread.operand(lane) as u32, thread.operand(clamp) as u32);
            let source = source_lane(mode, own as u32, b, c);
            let from = source.map_or(own, |lane| lane as usize);
            let bits = warp.get(from).map_or(0, |thread| thread.operand(src));
            (own, bits, source.is_some())
        })
        .collect();
    for (own, bits, found) in results {
        warp[own].set(dst, bits);
        in_range
            .iter()
            .for_each(|&p| warp[own].set(p, found.into()));
    }
}

/// The lane that a shuffle reads, as PTX defines it for `shfl.sync`; nothing where it lies
/// outside of the segment.
fn source_lane(mode: ShuffleMode, own: u32, b: u32, c: u32) -> Option<u32> {
    let (limit, segment) = (c & 0x1f, c >> 8 & 0x1f);
    let lowest = own & segment;
    let highest = lowest | (limit & !segment);
    let b = b & (WARP as u32 - 1);
    let (source, within) = match mode {
        ShuffleMode::Index => {
            let source = lowest | (b & !segment);
            (source, source <= highest)
        }
        ShuffleMode::Up => {
            let source = own.wrapping_sub(b);
            (source, source as i32 >= highest as i32)
        }
        ShuffleMode::Down => (own + b, own + b <= highest),
        ShuffleMode::Butterfly => (own ^ b, own ^ b <= highest),
    };
    within.then_some(source)
}
