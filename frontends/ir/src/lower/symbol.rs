//! Variables of the module: `__constant__` and `__device__`.
//!
//! `__constant__` variables lie one behind the other in constant bank 3, where code addresses
//! them directly. The address of a `__device__` variable is known when it is loaded only, so it
//! is read from constant bank 4, as nvcc's code does; whoever launches the kernel puts it there.

use super::layout::{at, pointer_to};
use super::scope::Binding;
use super::value::{Pointer, in_memory, register};
use super::{Lowered, Lowering};
use crate::ast::{self, Symbol};
use crate::cexpr::{Expr, Scalar};
use crate::diagnostic::Diagnostic;
use crate::kernel::{self, Address, Inst, Located, Space, SymbolSpace, Type};

/// A module's constant variables take at most this many bytes: 64 KiB (CUDA C Programming
/// Guide, technical specifications).
const MAX_CONSTANT: u64 = 64 * 1024;

/// A `__device__` variable takes at most this many bytes here.
const MAX_DEVICE: u64 = u32::MAX as u64;

impl Lowering<'_> {
    pub(super) fn declare_symbols(&mut self, kernel: &ast::Kernel) {
        for symbol in &kernel.constant_buffers {
            let binding = self.constant_variable(symbol);
            self.bind_or_break(&symbol.name, binding);
        }
        for symbol in &kernel.globals {
            let binding = self.device_variable(symbol);
            self.bind_or_break(&symbol.name, binding);
        }
    }

    fn constant_variable(&mut self, symbol: &Symbol) -> Lowered<Binding> {
        let pointer = Pointer {
            read_only: true,
            ..pointer_to(symbol.element, Space::Const)
        };
        let ends = self.build.symbols.iter().map(|(_, s)| match s.space {
            SymbolSpace::Constant(offset) => offset + s.size(),
            SymbolSpace::Device(_) => 0,
        });
        let end = ends.max().unwrap_or(0);
        let offset = end.next_multiple_of(pointer.alignment());
        let limit = MAX_CONSTANT - u64::from(offset).min(MAX_CONSTANT);
        let extents = self.symbol(symbol, pointer, SymbolSpace::Constant(offset), limit)?;
        Ok(Binding::Array(pointer, at(offset), extents))
    }

    fn device_variable(&mut self, symbol: &Symbol) -> Lowered<Binding> {
        let pointer = pointer_to(symbol.element, Space::Global);
        let space = self.build.device_slot();
        let extents = self.symbol(symbol, pointer, space, MAX_DEVICE)?;
        let last = self.build.symbols.ids().last();
        let dst = self.build.temporary(Type::U64);
        self.build.name_temporary(dst.into(), &symbol.name.text);
        let inst = Inst::Symbol {
            dst,
            symbol: last.unwrap_or(kernel::SymbolId::new(0)),
        };
        let span = symbol.name.span;
        self.build.prologue.push(Located { inst, span });
        let addr = Address {
            base: Some(dst),
            offset: 0,
        };
        Ok(Binding::Array(pointer, addr, extents))
    }

    /// Enters a variable into the kernel's list; returns its extents.
    fn symbol(
        &mut self,
        symbol: &Symbol,
        pointer: Pointer,
        space: SymbolSpace,
        limit: u64,
    ) -> Lowered<Vec<u32>> {
        let extents = self.extents(&symbol.extents)?;
        let elements = extents.iter().map(|&n| u64::from(n));
        let bytes = elements.fold(u64::from(pointer.stride()), u64::saturating_mul);
        if bytes > limit {
            let name = &symbol.name.text;
            let message = format!("`{name}` takes {bytes} bytes, of which {limit} are left");
            return Err(Diagnostic::error(symbol.name.span, message));
        }
        let init = self.first_values(symbol, pointer, bytes)?;
        let lanes = (pointer.lanes > 1).then_some(u32::from(pointer.lanes));
        self.build.symbols.push(kernel::Symbol {
            name: symbol.name.text.clone(),
            element: in_memory(pointer.element),
            extents: extents.iter().copied().chain(lanes).collect(),
            space,
            init,
            span: symbol.name.span,
        });
        Ok(extents)
    }

    fn first_values(&mut self, symbol: &Symbol, pointer: Pointer, size: u64) -> Lowered<Vec<u8>> {
        let mut bytes = Vec::new();
        for value in &symbol.init {
            bytes.extend(self.first_value(value, pointer.element)?);
        }
        match bytes.len() as u64 <= size {
            true => Ok(bytes),
            false => {
                let (given, room) = (symbol.init.len(), size / u64::from(pointer.element.size()));
                let message = format!("{given} values for {room} elements");
                Err(Diagnostic::error(symbol.name.span, message))
            }
        }
    }

    fn first_value(&mut self, expr: &Expr, ty: Scalar) -> Lowered<Vec<u8>> {
        let value = self.rvalue(expr)?;
        let operand = self.scalar_as(value, ty, expr.span)?;
        let Some(constant) = operand.constant() else {
            let message = "a first value must be known at compile time";
            return Err(Diagnostic::error(expr.span, message));
        };
        debug_assert_eq!(constant.ty.bits(), register(ty).bits());
        Ok(constant.bits.to_le_bytes()[..ty.size() as usize].to_vec())
    }
}
