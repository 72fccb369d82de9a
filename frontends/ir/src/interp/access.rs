//! A thread's loads, stores and atomics.

use super::memory::Memory;
use super::thread::Thread;
use super::{Fault, Shared};
use crate::kernel::{
    Address, AtomicOp, BinaryOp, CompareOp, Inst, MemType, Space, Type, UnaryOp, eval,
};

impl Thread {
    pub(super) fn access(
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
            Space::Const => Ok(&mut shared.constants),
        }
    }
}

/// The bits of a register that an element is loaded into.
pub(super) fn read(ty: MemType, bytes: &[u8]) -> u64 {
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
        | MemType::F16
        | MemType::Bf16
        | MemType::F16x2
        | MemType::Bf16x2
        | MemType::F32
        | MemType::F64 => bits,
    }
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
