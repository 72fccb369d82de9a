//! Addresses that differ by a constant share a base: `[p + 4 * i]`, `[p + 4 * (i + 1)]` become
//! `[q]`, `[q + 4]`.
//!
//! Within a block every integer is written as a sum of multiples of registers, as they were at
//! some point, and a constant. Of two addresses with the same multiples the second is the
//! first's base with another offset. What that leaves unread is dropped later. A widened index
//! is looked into where its sum does not wrap: signed sums (C leaves their overflow undefined),
//! and sums of which that is known.
//!
//! Source: the idea is LLVM's separate-const-offset-from-gep and straight-line strength
//! reduction.

use crate::kernel::{BinaryOp, BlockId, Const, Inst, Kernel, Operand, Space, Type, VReg};
use std::collections::{BTreeMap, BTreeSet};

/// Offsets up to here are shared, so that they fit into memory instructions beside what comes
/// on top.
const FARTHEST: i64 = 1 << 22;

/// Shares bases in all blocks; `sums` are registers whose additions do not wrap.
pub(crate) fn share(kernel: &mut Kernel, sums: &BTreeSet<VReg>) {
    let blocks: Vec<_> = kernel.blocks.ids().collect();
    for block in blocks {
        share_in(kernel, block, sums);
    }
}

/// A register as it was after so many writes in the block.
type Version = (VReg, u32);

/// What a sum is made of.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Leaf {
    Register(Version),
    /// A 32-bit sum, widened by its sign or by zeros.
    Widened(bool, BTreeMap<Leaf, i64>),
}

/// A sum of multiples and a constant.
#[derive(Clone)]
struct Sum {
    terms: BTreeMap<Leaf, i64>,
    constant: i64,
    /// Whether no signed addition on the way wraps, and no unsigned one.
    exact: [bool; 2],
}

impl Sum {
    fn constant(value: i64) -> Sum {
        Sum {
            terms: BTreeMap::new(),
            constant: value,
            exact: [true; 2],
        }
    }

    fn leaf(leaf: Leaf) -> Sum {
        Sum {
            terms: BTreeMap::from([(leaf, 1)]),
            ..Sum::constant(0)
        }
    }

    fn plus(mut self, other: &Sum, factor: i64) -> Option<Sum> {
        for (leaf, &times) in &other.terms {
            let term = self.terms.entry(leaf.clone()).or_insert(0);
            *term = term.checked_add(times.checked_mul(factor)?)?;
        }
        self.terms.retain(|_, times| *times != 0);
        let more = other.constant.checked_mul(factor)?;
        self.constant = self.constant.checked_add(more)?;
        self.exact = [0, 1].map(|n| self.exact[n] && other.exact[n]);
        Some(self)
    }
}

/// A base in use: the register, and the constant that its sum holds.
struct Base {
    register: Version,
    constant: i64,
}

struct Walk<'a> {
    sums: &'a BTreeSet<VReg>,
    versions: BTreeMap<VReg, u32>,
    known: BTreeMap<Version, Sum>,
    bases: BTreeMap<(bool, BTreeMap<Leaf, i64>), Base>,
}

fn share_in(kernel: &mut Kernel, block: BlockId, sums: &BTreeSet<VReg>) {
    let mut walk = Walk {
        sums,
        versions: BTreeMap::new(),
        known: BTreeMap::new(),
        bases: BTreeMap::new(),
    };
    let mut insts = std::mem::take(&mut kernel.blocks[block].insts);
    for located in &mut insts {
        walk.rebase(&mut located.inst);
        walk.learn(kernel, &located.inst);
    }
    kernel.blocks[block].insts = insts;
}

impl Walk<'_> {
    fn version(&self, reg: VReg) -> Version {
        (reg, self.versions.get(&reg).copied().unwrap_or(0))
    }

    /// An operand of an operation of that type.
    fn sum_of(&self, ty: Type, operand: Operand) -> Option<Sum> {
        match operand {
            Operand::Const(value) => {
                let value = Const::new(ty, value.bits).as_integer()?;
                Some(Sum::constant(i64::try_from(value).ok()?))
            }
            Operand::Reg(reg) => {
                let version = self.version(reg);
                let known = self.known.get(&version).cloned();
                Some(known.unwrap_or(Sum::leaf(Leaf::Register(version))))
            }
        }
    }

    fn rebase(&mut self, inst: &mut Inst) {
        let space = match inst {
            Inst::Load { space, .. } | Inst::Store { space, .. } | Inst::Atomic { space, .. } => {
                *space
            }
            _ => return,
        };
        let Some(addr) = inst.address_mut() else {
            return;
        };
        let Some(reg) = addr.base else { return };
        let Some(sum) = self.sum_of(Type::U64, reg.into()) else {
            return;
        };
        let register = self.version(reg);
        let key = (space == Space::Global, sum.terms);
        if let Some(base) = self.bases.get(&key)
            && self.version(base.register.0) == base.register
        {
            let offset = addr.offset + sum.constant - base.constant;
            if offset.abs() < FARTHEST {
                (addr.base, addr.offset) = (Some(base.register.0), offset);
                return;
            }
        }
        let constant = sum.constant;
        self.bases.insert(key, Base { register, constant });
    }

    fn learn(&mut self, kernel: &Kernel, inst: &Inst) {
        let sum = self.computed(inst);
        for def in inst.defs() {
            *self.versions.entry(def).or_insert(0) += 1;
        }
        let [dst] = inst.defs()[..] else { return };
        if let Some(sum) = sum.filter(|_| kernel.type_of(dst).is_integer()) {
            self.known.insert(self.version(dst), sum);
        }
    }

    fn computed(&self, inst: &Inst) -> Option<Sum> {
        match *inst {
            Inst::Binary { op, ty, dst, a, b } if ty.is_integer() => {
                let sum = self.operation(op, ty, a, b)?;
                let kept = [ty.is_signed(), self.sums.contains(&dst)];
                let exact = [0, 1].map(|n| kept[n] && sum.exact[n]);
                Some(match ty.bits() {
                    64 => sum,
                    _ => Sum { exact, ..sum },
                })
            }
            Inst::MulWide { ty, a, b, .. } => {
                let factor = Const::new(ty, b.constant()?.bits).as_integer()?;
                self.widened(ty, a, i64::try_from(factor).ok()?)
            }
            Inst::Convert { from, to, src, .. } => {
                let widens = matches!(from, Type::S32 | Type::U32) && to.bits() == 64;
                self.widened(from, src, 1)
                    .filter(|_| widens && to.is_integer())
            }
            _ => None,
        }
    }

    fn operation(&self, op: BinaryOp, ty: Type, a: Operand, b: Operand) -> Option<Sum> {
        let constant = || Const::new(ty, b.constant()?.bits).as_integer();
        match op {
            BinaryOp::Add => self.sum_of(ty, a)?.plus(&self.sum_of(ty, b)?, 1),
            BinaryOp::Sub => self.sum_of(ty, a)?.plus(&self.sum_of(ty, b)?, -1),
            BinaryOp::Mul => {
                let factor = i64::try_from(constant()?).ok()?;
                Sum::constant(0).plus(&self.sum_of(ty, a)?, factor)
            }
            BinaryOp::Shl => {
                let amount = b.constant()?.bits;
                let factor = (amount < 32).then(|| 1i64 << amount)?;
                Sum::constant(0).plus(&self.sum_of(ty, a)?, factor)
            }
            _ => None,
        }
    }

    /// A 32-bit value times a factor, in 64 bits.
    fn widened(&self, ty: Type, a: Operand, factor: i64) -> Option<Sum> {
        let sum = self.sum_of(ty, a)?;
        let signed = ty.is_signed();
        let exact = sum.exact[usize::from(!signed)];
        let (inner, constant) = match (exact, a.reg()) {
            (true, _) => (sum.terms, sum.constant),
            (false, Some(reg)) => {
                let own = Leaf::Register(self.version(reg));
                (BTreeMap::from([(own, 1)]), 0)
            }
            (false, None) => return None,
        };
        let wide = Sum::leaf(Leaf::Widened(signed, inner));
        let all = Sum { constant, ..wide };
        Sum::constant(0).plus(&all, factor)
    }
}
