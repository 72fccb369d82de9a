//! Loads, stores, atomics and constants.

use super::operands::Flavour;
use super::{Context, LowerErrorKind, Lowering};
use crate::exec::memory_op::{AddressOf, CacheOp, CopyTo, MemKind, MemOp, Scope, Space, Width};
use crate::exec::uop::{Alu, ConstAddr, Kind, Operand, Src, UNIFORM_ZERO, Uop};
use sim_isa::modifier::{
    AtomFloat, AtomOp, AtomType, Bypass, CasMode, Evict, MatrixCount, MatrixLayout, MemOrder,
    MemWidth, QuerySpace,
};
use sim_isa::operand::{ConstBase, Operand as Written};
use sim_isa::{Flag, Op};
use sim_memory::message::{AtomicOp, AtomicType};

impl Context<'_> {
    pub(super) fn load_or_store(&self, uop: &mut Uop) -> Lowering<()> {
        let (space, kind) = match self.instruction.op {
            Op::Ldg => (Space::Global, MemKind::Load),
            Op::Stg => (Space::Global, MemKind::Store),
            Op::Ldl => (Space::Local, MemKind::Load),
            Op::Stl => (Space::Local, MemKind::Store),
            Op::Lds => (Space::Shared, MemKind::Load),
            Op::Ld => (Space::Generic, MemKind::Load),
            Op::St => (Space::Generic, MemKind::Store),
            _ => (Space::Shared, MemKind::Store),
        };
        self.memory(uop, space, kind, width(self.get()))
    }

    pub(super) fn atomic(&self, uop: &mut Uop) -> Lowering<()> {
        let ty = match self.get::<AtomType>() {
            AtomType::U32 => AtomicType::U32,
            AtomType::S32 => AtomicType::S32,
            AtomType::U64 => AtomicType::U64,
            AtomType::S64 => AtomicType::S64,
            AtomType::B128 => return Err(LowerErrorKind::Unmodelled("an atomic of 128 bits")),
        };
        let float = match self.get::<AtomFloat>() {
            AtomFloat::F32 => AtomicType::F32,
            AtomFloat::F64 => AtomicType::F64,
            AtomFloat::F16x2 => AtomicType::F16x2,
            AtomFloat::Bf16x2 => AtomicType::Bf16x2,
            AtomFloat::F32x2 | AtomFloat::F32x4 => {
                return Err(LowerErrorKind::Unmodelled("a vector of atomics"));
            }
        };
        let op = atomic_op(self.get());
        let (space, kind, ty) = match self.instruction.op {
            Op::Atomg => (Space::Global, MemKind::Atomic(op, ty), ty),
            Op::AtomgFloat => (Space::Global, MemKind::Atomic(op, float), float),
            Op::AtomgCas => (Space::Global, MemKind::Atomic(AtomicOp::Cas, ty), ty),
            Op::Redg => (Space::Global, MemKind::Reduction(op, ty), ty),
            Op::Atom => (Space::Generic, MemKind::Atomic(op, ty), ty),
            Op::AtomFloat => (Space::Generic, MemKind::Atomic(op, float), float),
            Op::AtomCas => (Space::Generic, self.swap(ty), ty),
            Op::RedgFloat => (Space::Global, MemKind::Reduction(op, float), float),
            Op::Atoms => (Space::Shared, MemKind::Atomic(op, ty), ty),
            Op::AtomsPopcInc => (Space::Shared, MemKind::Count, AtomicType::U32),
            _ => (Space::Shared, self.swap(ty), ty),
        };
        let width = if ty.bytes() == 8 {
            Width::B64
        } else {
            Width::B32
        };
        self.memory(uop, space, kind, width)?;
        if self.instruction.op == Op::AtomsPopcInc {
            uop.src[1] = Operand::IMM;
            uop.imm[1] = 1;
        }
        Ok(())
    }

    /// Compare and swap.
    fn swap(&self, ty: AtomicType) -> MemKind {
        match self.get::<CasMode>() {
            CasMode::Cas => MemKind::Atomic(AtomicOp::Cas, ty),
            CasMode::CastSpin => MemKind::CompareAndTest,
        }
    }

    /// An access to an address, with data in slots 1 and 2.
    fn memory(&self, uop: &mut Uop, space: Space, kind: MemKind, width: Width) -> Lowering<()> {
        let address = self.address(uop, space)?;
        let registers = width.registers() as u32;
        for slot in [1, 2] {
            let flavour = if registers == 1 {
                Flavour::Int
            } else {
                Flavour::Wide
            };
            self.set_source(uop, slot, flavour)?;
            if let Src::Row(row) = uop.src[slot].src {
                self.row(sim_isa::Reg(row), registers)?;
            }
        }
        self.set(
            uop,
            Kind::Memory(MemOp {
                space,
                kind,
                width,
                cache: cache(self.get()),
                scope: scope(self.get()),
                address,
                bank: 0,
            }),
        )
    }

    /// LDGSTS: the global address in slot 0, the one in shared memory in slot 1.
    pub(super) fn copy(&self, uop: &mut Uop) -> Lowering<()> {
        let width = width(self.get());
        if width.bytes() < 4 {
            return Err(LowerErrorKind::Unmodelled("a copy of less than a word"));
        }
        let address = self.address_in(uop, self.instruction.b, Space::Global)?;
        let Written::Mem(to) = self.instruction.a else {
            return Err(LowerErrorKind::Operand { slot: "a" });
        };
        if !to.base.is_zero() {
            uop.src[1].src = Src::Row(self.row(to.base, 1)?);
        }
        let copy = CopyTo {
            offset: to.offset,
            past_l1: self.get::<Bypass>() == Bypass::Bypass,
            zero_fill: self.has(Flag::Zfill),
        };
        self.set(
            uop,
            Kind::Memory(MemOp {
                space: Space::Global,
                kind: MemKind::Copy(copy),
                width,
                cache: CacheOp::Normal,
                scope: Scope::Weak,
                address,
                bank: 0,
            }),
        )
    }

    /// LDSM, STSM: each lane's row is at its address.
    pub(super) fn fragments(&self, uop: &mut Uop) -> Lowering<()> {
        let turned = self.get::<MatrixLayout>() == MatrixLayout::Transposed;
        let kind = match self.instruction.op {
            Op::Ldsm => MemKind::LoadMatrices { turned },
            _ => MemKind::StoreMatrices { turned },
        };
        let width = match self.get::<MatrixCount>() {
            MatrixCount::One => Width::B32,
            MatrixCount::Two => Width::B64,
            MatrixCount::Four => Width::B128,
        };
        self.memory(uop, Space::Shared, kind, width)
    }

    /// QSPC.
    pub(super) fn query_space(&self, uop: &mut Uop) -> Lowering<()> {
        let address = self.address(uop, Space::Generic)?;
        let space = self.get::<QuerySpace>();
        let offset = address.offset;
        self.set(uop, Kind::Alu(Alu::Qspc { space, offset }))
    }

    /// The address that is written first, in slot 0.
    fn address(&self, uop: &mut Uop, space: Space) -> Lowering<AddressOf> {
        self.address_in(uop, self.instruction.a, space)
    }

    /// A written address, in slot 0.
    fn address_in(&self, uop: &mut Uop, written: Written, space: Space) -> Lowering<AddressOf> {
        let Written::Mem(address) = written else {
            return Err(LowerErrorKind::Operand { slot: "a" });
        };
        let long = matches!(space, Space::Global | Space::Generic);
        let wide = long && (address.wide || self.has(Flag::Extended));
        let base = match address.base.is_zero() {
            true => Operand::IMM,
            false => Operand {
                src: Src::Row(self.row(address.base, if wide { 2 } else { 1 })?),
                ..Operand::IMM
            },
        };
        uop.src[0] = base;
        Ok(AddressOf {
            wide: wide && base.src != Src::Imm,
            scale: address.scale,
            uniform: Self::uniform_base(address.uniform),
            uniform_wide: long,
            offset: address.offset,
        })
    }

    /// LDC: always a load, so that it takes the constant path's time; also ULDC
    /// from an address that only the uniform datapath knows.
    pub(super) fn ldc(&self, uop: &mut Uop) -> Lowering<()> {
        let Written::Const {
            bank, base, offset, ..
        } = self.instruction.a
        else {
            return Err(LowerErrorKind::Operand { slot: "a" });
        };
        let mut uniform = UNIFORM_ZERO;
        match base {
            ConstBase::Reg(reg) if !reg.is_zero() => uop.src[0].src = Src::Row(self.row(reg, 1)?),
            ConstBase::UReg(reg) => uniform = Self::uniform_base(reg),
            ConstBase::Zero | ConstBase::Reg(_) => {}
        }
        // What lanes work out is not known before the load runs.
        if uop.src[0].src == Src::Imm {
            uop.constant = Some(ConstAddr {
                bank,
                offset: offset as u16,
            });
        }
        let address = AddressOf {
            wide: false,
            scale: 0,
            uniform,
            uniform_wide: false,
            offset,
        };
        self.set(
            uop,
            Kind::Memory(MemOp {
                space: Space::Const,
                kind: MemKind::Load,
                width: width(self.get()),
                cache: CacheOp::Normal,
                scope: Scope::Constant,
                address,
                bank,
            }),
        )
    }

    /// ULDC: a move where the address is known, since constants do not change
    /// during a launch.
    pub(super) fn uldc(&self, uop: &mut Uop) -> Lowering<()> {
        if let Written::Const {
            base: ConstBase::UReg(_) | ConstBase::Reg(_),
            ..
        } = self.instruction.a
        {
            return self.ldc(uop);
        }
        match width(self.get()) {
            Width::B32 => self.alu(uop, &[Flavour::Int], Alu::Mov),
            Width::B64 => self.alu(uop, &[Flavour::Wide], Alu::MovPair),
            Width::U8 | Width::S8 | Width::U16 | Width::S16 | Width::B128 => self.ldc(uop),
        }
    }
}

/// The access width.
fn width(written: MemWidth) -> Width {
    match written {
        MemWidth::U8 => Width::U8,
        MemWidth::S8 => Width::S8,
        MemWidth::U16 => Width::U16,
        MemWidth::S16 => Width::S16,
        MemWidth::B32 => Width::B32,
        MemWidth::B64 => Width::B64,
        MemWidth::B128 => Width::B128,
    }
}

/// The cache policy.
fn cache(written: Evict) -> CacheOp {
    match written {
        Evict::Normal => CacheOp::Normal,
        Evict::First => CacheOp::EvictFirst,
        Evict::Last => CacheOp::EvictLast,
        Evict::LastUse => CacheOp::LastUse,
        Evict::Unchanged => CacheOp::EvictUnchanged,
        Evict::NoAllocate => CacheOp::NoAllocate,
    }
}

/// The ordering.
fn scope(written: MemOrder) -> Scope {
    match written {
        MemOrder::Weak => Scope::Weak,
        MemOrder::Constant => Scope::Constant,
        MemOrder::StrongCta | MemOrder::StrongSm => Scope::Block,
        MemOrder::StrongGpu | MemOrder::MmioGpu => Scope::Gpu,
        MemOrder::StrongSys | MemOrder::MmioSys => Scope::System,
    }
}

/// What an atomic does.
fn atomic_op(written: AtomOp) -> AtomicOp {
    match written {
        AtomOp::Add => AtomicOp::Add,
        AtomOp::Min => AtomicOp::Min,
        AtomOp::Max => AtomicOp::Max,
        AtomOp::Inc => AtomicOp::Inc,
        AtomOp::Dec => AtomicOp::Dec,
        AtomOp::And => AtomicOp::And,
        AtomOp::Or => AtomicOp::Or,
        AtomOp::Xor => AtomicOp::Xor,
        AtomOp::Exch => AtomicOp::Exch,
    }
}
