//! Loads, stores and atomics.

use super::body::{Body, Written};
use super::frame;
use super::names::Class;
use crate::kernel::{AccessMode, Address, AtomicOp, CacheOp, MemType, Operand, Space, VReg};

/// Offsets that an address in PTX can hold: 32 signed bits.
fn fits(offset: i64) -> bool {
    i32::try_from(offset).is_ok()
}

impl Body<'_> {
    pub(super) fn load(
        &mut self,
        space: Space,
        ty: MemType,
        dst: &[VReg],
        addr: Address,
        mode: AccessMode,
    ) -> Written {
        let cache = match mode.cache {
            CacheOp::Default => "",
            CacheOp::Global => ".cg",
            CacheOp::Streaming => ".cs",
            CacheOp::LastUse => ".lu",
            CacheOp::Volatile => ".cv",
            CacheOp::NonCoherent => ".nc",
            CacheOp::WriteThrough => return self.unsupported("a load that writes through"),
        };
        let names: Vec<_> = dst.iter().map(|&reg| self.name(reg)).collect();
        let at = self.address(space, addr);
        let mnemonic = mnemonic("ld", space, (mode.volatile, cache), names.len(), ty);
        self.emit(&format!("{mnemonic} {}, {at}", list(&names)));
        Ok(())
    }

    pub(super) fn store(
        &mut self,
        space: Space,
        ty: MemType,
        src: &[Operand],
        addr: Address,
        mode: AccessMode,
    ) -> Written {
        if space == Space::Const {
            return self.unsupported("a store to constant memory");
        }
        let cache = match mode.cache {
            CacheOp::Default => "",
            CacheOp::Global => ".cg",
            CacheOp::Streaming => ".cs",
            CacheOp::WriteThrough => ".wt",
            CacheOp::LastUse | CacheOp::Volatile | CacheOp::NonCoherent => {
                return self.unsupported("a store that is cached as only loads are");
            }
        };
        let values: Vec<_> = src.iter().map(|&value| self.operand(value)).collect();
        let at = self.address(space, addr);
        let mnemonic = mnemonic("st", space, (mode.volatile, cache), values.len(), ty);
        self.emit(&format!("{mnemonic} {at}, {}", list(&values)));
        Ok(())
    }

    pub(super) fn atomic(
        &mut self,
        op: AtomicOp,
        (space, ty): (Space, MemType),
        dst: Option<VReg>,
        addr: Address,
        (a, b): (Operand, Option<Operand>),
    ) -> Written {
        let float = ty.register().is_float();
        let swaps = matches!(op, AtomicOp::Exchange | AtomicOp::CompareSwap);
        if float && op != AtomicOp::Add && !swaps {
            return self.unsupported(format!("an atomic {op:?} of floats"));
        }
        let values = std::iter::once(a).chain(b);
        let values: Vec<_> = values.map(|value| self.half(value)).collect();
        let at = self.address(space, addr);
        // A reduction gives nothing back; a swap that nobody reads has no such form.
        let (verb, to) = match dst {
            Some(dst) => ("atom", self.name(dst) + ", "),
            None if swaps => ("atom", "_, ".into()),
            None => ("red", String::new()),
        };
        let (name, ty) = (atomic_name(op), atomic_type(op, ty));
        self.emit(&format!(
            "{verb}.{space}.{name}.{ty} {to}{at}, {}",
            values.join(", ")
        ));
        Ok(())
    }

    /// `[%rd1+16]`. An index into shared or local memory is added to where the memory begins.
    fn address(&mut self, space: Space, addr: Address) -> String {
        let (base, offset) = match (addr.base.map(|reg| self.name(reg)), space) {
            (Some(base), Space::Global) if fits(addr.offset) => (base, addr.offset),
            (Some(base), Space::Global) => (self.sum(Class::Pair, &base, addr.offset), 0),
            (Some(index), _) => {
                let start = self.base_of(space).unwrap_or_default().to_owned();
                (self.sum(Class::Word, &start, &index), addr.offset)
            }
            (None, Space::Shared) => (frame::shared_symbol(self.kernel), addr.offset),
            (None, Space::Local) => (frame::local_symbol(self.kernel), addr.offset),
            (None, Space::Const) => (frame::constant_symbol(self.kernel), addr.offset),
            (None, Space::Global) => return format!("[{:#x}]", addr.offset),
        };
        match offset {
            0 => format!("[{base}]"),
            _ => format!("[{base}{offset:+}]"),
        }
    }

    fn sum(&mut self, class: Class, a: &str, b: impl std::fmt::Display) -> String {
        let sum = self.names.temporary(class);
        let kind = if class == Class::Pair { "u64" } else { "u32" };
        self.emit(&format!("add.{kind} {sum}, {a}, {b}"));
        sum
    }
}

/// `ld.global.cg.v2.f32`. A volatile access leaves nothing to say about caches, and only
/// global memory has them.
fn mnemonic(
    verb: &str,
    space: Space,
    (volatile, cache): (bool, &str),
    elements: usize,
    ty: MemType,
) -> String {
    let ty = untyped_halves(ty);
    let vector = match elements {
        1 => String::new(),
        n => format!(".v{n}"),
    };
    match (volatile, space) {
        (true, _) => format!("{verb}.volatile.{space}{vector}.{ty}"),
        (false, Space::Global) => format!("{verb}.{space}{cache}{vector}.{ty}"),
        (false, _) => format!("{verb}.{space}{vector}.{ty}"),
    }
}

/// A type as loads, stores, choices and declarations name it: floats of 16 bits are bits.
pub(super) fn untyped_halves(ty: impl std::fmt::Display) -> String {
    match ty.to_string().as_str() {
        "f16" | "bf16" => "b16".into(),
        "f16x2" | "bf16x2" => "b32".into(),
        other => other.to_owned(),
    }
}

/// One value, or several in braces.
fn list(values: &[String]) -> String {
    match values {
        [one] => one.clone(),
        many => format!("{{{}}}", many.join(", ")),
    }
}

fn atomic_name(op: AtomicOp) -> &'static str {
    match op {
        AtomicOp::Add => "add",
        AtomicOp::Min => "min",
        AtomicOp::Max => "max",
        AtomicOp::And => "and",
        AtomicOp::Or => "or",
        AtomicOp::Xor => "xor",
        AtomicOp::Inc => "inc",
        AtomicOp::Dec => "dec",
        AtomicOp::Exchange => "exch",
        AtomicOp::CompareSwap => "cas",
    }
}

/// The type under which PTX knows an atomic: bits where signs mean nothing.
fn atomic_type(op: AtomicOp, ty: MemType) -> String {
    let bits = 8 * ty.size();
    match op {
        AtomicOp::And
        | AtomicOp::Or
        | AtomicOp::Xor
        | AtomicOp::Exchange
        | AtomicOp::CompareSwap => format!("b{bits}"),
        AtomicOp::Add if ty == MemType::S64 => "u64".into(),
        AtomicOp::Inc | AtomicOp::Dec => format!("u{bits}"),
        AtomicOp::Add if ty.register().is_pair() => format!("noftz.{ty}"),
        AtomicOp::Add | AtomicOp::Min | AtomicOp::Max => ty.to_string(),
    }
}
