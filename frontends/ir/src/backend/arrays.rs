//! Local arrays in registers: where every index is known once loops are written out, each
//! element becomes a register, as nvcc does it. One index that is not known keeps all arrays of
//! the kernel in local memory, since it could reach any of them.
//!
//! Left out: elements narrower than a register, and arrays that are read as another type.

use crate::arena::Arena;
use crate::kernel::{Inst, Kernel, Located, MemType, Operand, Register, Space, VReg};
use std::collections::BTreeMap;

/// Words of arrays beyond which they stay in memory: registers that a thread can have, less those
/// of other values.
const MOST_WORDS: usize = 240;

/// The element at each byte of the frame: its size and register.
type Elements = BTreeMap<i64, (MemType, VReg)>;

/// Puts a kernel's local arrays into registers, where that can be.
pub(crate) fn promote(kernel: &mut Kernel) {
    if kernel.local.is_empty() {
        return;
    }
    let Some(places) = places(kernel) else { return };
    let words: usize = places.values().map(|ty| ty.size() as usize / 4).sum();
    if words > MOST_WORDS {
        return;
    }
    let elements = places.into_iter().map(|(offset, ty)| {
        let ty_of = Register {
            ty: ty.register(),
            name: None,
        };
        (offset, (ty, kernel.registers.push(ty_of)))
    });
    let elements: Elements = elements.collect();
    let blocks: Vec<_> = kernel.blocks.ids().collect();
    for block in blocks {
        let insts = std::mem::take(&mut kernel.blocks[block].insts);
        let replaced = insts.into_iter().flat_map(|l| in_registers(l, &elements));
        kernel.blocks[block].insts = replaced.collect();
    }
    kernel.local = Arena::default();
}

/// The elements that are accessed, by offset; nothing where one is not known, or they overlap.
fn places(kernel: &Kernel) -> Option<BTreeMap<i64, MemType>> {
    let mut places = BTreeMap::new();
    let insts = kernel.blocks.iter().flat_map(|(_, block)| &block.insts);
    for located in insts {
        let (ty, count, addr, volatile) = match &located.inst {
            Inst::Load {
                space: Space::Local,
                ty,
                dst,
                addr,
                mode,
            } => (*ty, dst.len(), addr, mode.volatile),
            Inst::Store {
                space: Space::Local,
                ty,
                src,
                addr,
                mode,
            } => (*ty, src.len(), addr, mode.volatile),
            _ => continue,
        };
        if addr.base.is_some() || volatile || ty.size() < 4 {
            return None;
        }
        for index in 0..count as i64 {
            let offset = addr.offset + index * i64::from(ty.size());
            let before = *places.entry(offset).or_insert(ty);
            if before.register() != ty.register() {
                return None;
            }
        }
    }
    let ends = places.iter().map(|(&at, ty)| at + i64::from(ty.size()));
    let overlap = ends
        .zip(places.keys().skip(1))
        .any(|(end, &next)| next < end);
    (!overlap).then_some(places)
}

/// An access as copies.
fn in_registers(located: Located, elements: &Elements) -> Vec<Located> {
    let element = |offset: i64, index: usize, ty: MemType| {
        let at = offset + index as i64 * i64::from(ty.size());
        elements.get(&at).map(|&(_, reg)| reg)
    };
    let span = located.span;
    let copy = |(dst, src): (VReg, Operand)| Located {
        inst: Inst::Copy { dst, src },
        span,
    };
    match &located.inst {
        Inst::Load {
            space: Space::Local,
            ty,
            dst,
            addr,
            ..
        } => {
            let pairs = dst.iter().enumerate();
            let pairs =
                pairs.filter_map(|(n, &to)| Some((to, element(addr.offset, n, *ty)?.into())));
            pairs.map(copy).collect()
        }
        Inst::Store {
            space: Space::Local,
            ty,
            src,
            addr,
            ..
        } => {
            let pairs = src.iter().enumerate();
            let pairs = pairs.filter_map(|(n, &from)| Some((element(addr.offset, n, *ty)?, from)));
            pairs.map(copy).collect()
        }
        _ => vec![located],
    }
}
