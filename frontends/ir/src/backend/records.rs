//! What a failed assertion leaves behind before it stops the launch: see [`crate::assertion`].

use crate::assertion::{BUFFER, KEPT, RECORD, RECORDS};
use crate::kernel::{
    AccessMode, Address, AtomicOp, BinaryOp, Block, Const, Dimension, FenceScope, Inst, Kernel,
    Located, MemType, Operand, Register, Space, SpecialReg, SymbolId, Terminator, Type, VReg,
    Validated,
};

/// A copy of the kernel in which the blocks of failed assertions write their records.
pub(crate) fn written(kernel: &Validated<Kernel>) -> Kernel {
    let mut kernel = Kernel::clone(kernel);
    let Some(buffer) = kernel.symbol(BUFFER) else {
        return kernel;
    };
    let blocks: Vec<_> = kernel.blocks.ids().collect();
    for id in blocks {
        let Block {
            terminator, span, ..
        } = &kernel.blocks[id];
        let Terminator::Stop(Some(number)) = *terminator else {
            continue;
        };
        let span = *span;
        let record = record(&mut kernel, buffer, number);
        let record = record.into_iter().map(|inst| Located { inst, span });
        kernel.blocks[id].insts.extend(record);
    }
    kernel
}

/// The code of a thread whose assertion fails.
fn record(kernel: &mut Kernel, buffer: SymbolId, number: u32) -> Vec<Inst> {
    let mut reg = |ty| kernel.registers.push(Register { ty, name: None });
    let [base, offset, at] = [(); 3].map(|()| reg(Type::U64));
    let [place, kept] = [(); 2].map(|()| reg(Type::U32));
    let axes = [Dimension::X, Dimension::Y, Dimension::Z];
    let axes = axes
        .map(SpecialReg::BlockIdx)
        .into_iter()
        .chain(axes.map(SpecialReg::ThreadIdx));
    let axes: Vec<(SpecialReg, VReg)> = axes.map(|axis| (axis, reg(Type::U32))).collect();
    let word = |bits| Operand::from(Const::u32(bits));
    let mut insts = vec![
        Inst::Symbol {
            dst: base,
            symbol: buffer,
        },
        Inst::Atomic {
            op: AtomicOp::Add,
            space: Space::Global,
            ty: MemType::U32,
            dst: Some(place),
            addr: address(base, 0),
            a: word(1),
            b: None,
        },
        binary(BinaryOp::Min, Type::U32, kept, place.into(), word(KEPT)),
        Inst::MulWide {
            ty: Type::U32,
            dst: offset,
            a: kept.into(),
            b: word(RECORD),
        },
        binary(BinaryOp::Add, Type::U64, at, base.into(), offset.into()),
    ];
    insts.extend(axes.iter().map(|&(reg, dst)| Inst::Special { dst, reg }));
    let axes = axes.iter().map(|(_, reg)| Operand::from(*reg));
    let words: Vec<_> = [word(number)]
        .into_iter()
        .chain(axes)
        .chain([word(number)])
        .collect();
    let halves = words.chunks(4).zip([RECORDS, RECORDS + RECORD / 2]);
    insts.extend(halves.map(|(words, offset)| Inst::Store {
        space: Space::Global,
        ty: MemType::U32,
        src: words.iter().copied().collect(),
        addr: address(at, offset),
        mode: AccessMode::default(),
    }));
    // Its record is in memory when it stops the launch, and threads that came just before have had the time to
    // write theirs.
    insts.push(Inst::Fence {
        scope: FenceScope::Device,
    });
    insts
}

fn address(base: VReg, offset: u32) -> Address {
    Address {
        base: Some(base),
        offset: offset.into(),
    }
}

fn binary(op: BinaryOp, ty: Type, dst: VReg, a: Operand, b: Operand) -> Inst {
    Inst::Binary { op, ty, dst, a, b }
}
