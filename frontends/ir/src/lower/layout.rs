//! Parameters, constants, shared and local arrays: their names and places.

use super::scope::Binding;
use super::value::{Pointer, Ty, Value, in_memory};
use super::{Lowered, Lowering};
use crate::ast::{self, Array};
use crate::cexpr::{Expr, TypeName};
use crate::diagnostic::Diagnostic;
use crate::kernel::{
    Address, Const, Inst, LaunchBounds, Located, MemoryArray, Param, ParamType, Space,
};
use crate::source::Span;

/// Dynamic shared memory begins at a multiple of this, in bytes, so that vectors fit.
const DYNAMIC_ALIGNMENT: u32 = 16;

/// Threads of a block at most (CUDA C++ Programming Guide, technical specifications).
const MAX_THREADS: u32 = 1024;

/// A block has at most this much shared memory, in bytes: 227 KiB on sm_90.
const MAX_SHARED: u32 = 227 * 1024;

/// A thread has at most this much local memory, in bytes: 512 KiB (CUDA C Programming Guide,
/// technical specifications).
const MAX_LOCAL: u32 = 512 * 1024;

impl Lowering<'_> {
    /// Declares everything outside of the body. Constants and arrays are outermost, so that
    /// device functions see them; parameters are the kernel's alone.
    pub(super) fn declare_all(&mut self, kernel: &ast::Kernel) {
        for constant in &kernel.constants {
            let value = self.known_number(&constant.value);
            self.bind_or_break(&constant.name, value.map(Binding::Value));
        }
        let bounds = kernel.bounds.as_ref().map(|bounds| self.bounds(bounds));
        self.build.bounds = bounds.and_then(|bounds| self.note(bounds));
        for array in &kernel.shared {
            let binding = self.shared(array);
            self.bind_or_break(&array.name, binding);
        }
        self.declare_symbols(kernel);
        self.scope.enter();
        for param in &kernel.params {
            let binding = self.param(param);
            self.bind_or_break(&param.name, binding);
            self.scope.fix_if(param.ty.is_fixed());
        }
        self.scope.enter();
    }

    pub(super) fn bind_or_break(&mut self, name: &ast::Name, binding: Lowered<Binding>) {
        let binding = self.note(binding).unwrap_or(Binding::Broken);
        let bound = self.scope.bind(&name.text, name.span, binding);
        self.note(bound);
    }

    /// An expression that must be a number known now.
    fn known_number(&mut self, expr: &Expr) -> Lowered<Value> {
        let value = self.rvalue(expr)?;
        match value.as_constant() {
            Some(_) => Ok(value),
            None => {
                let message = "expected a number known at compile time";
                let help = "use literals and names of constants";
                Err(Diagnostic::error(expr.span, message).help(help))
            }
        }
    }

    /// An expression that must be an integer known now.
    fn constant(&mut self, expr: &Expr) -> Lowered<Value> {
        let value = self.rvalue(expr)?;
        let integer = value.as_constant().and_then(Const::as_integer);
        match integer {
            Some(_) => Ok(value),
            None => Err(
                Diagnostic::error(expr.span, "expected an integer known at compile time")
                    .help("use literals and names of constants"),
            ),
        }
    }

    fn extent(&mut self, expr: &Expr) -> Lowered<u32> {
        let value = self.constant(expr)?;
        let value = value.as_constant().and_then(Const::as_integer).unwrap_or(0);
        match u32::try_from(value) {
            Ok(extent) if extent > 0 => Ok(extent),
            _ => {
                let message = format!("an array cannot have {value} elements");
                Err(Diagnostic::error(expr.span, message))
            }
        }
    }

    pub(super) fn extents(&mut self, exprs: &[Expr]) -> Lowered<Vec<u32>> {
        exprs.iter().map(|expr| self.extent(expr)).collect()
    }

    fn bounds(&mut self, bounds: &ast::LaunchBounds) -> Lowered<LaunchBounds> {
        let threads = self.bound(
            &bounds.threads,
            MAX_THREADS,
            "a block has 1 to 1024 threads",
        )?;
        let most = LaunchBounds::THREADS / threads.next_multiple_of(32);
        let message = format!("an SM holds 1 to {most} blocks of {threads} threads");
        let blocks = match &bounds.blocks {
            Some(blocks) => self.bound(blocks, most, &message)?,
            None => 1,
        };
        Ok(LaunchBounds { threads, blocks })
    }

    /// A number from 1 to `most`.
    fn bound(&mut self, expr: &Expr, most: u32, message: &str) -> Lowered<u32> {
        let value = self.constant(expr)?;
        let number = value.as_constant().and_then(Const::as_integer);
        let number = number.and_then(|number| u32::try_from(number).ok());
        let number = number.filter(|number| (1..=most).contains(number));
        number.ok_or_else(|| {
            Diagnostic::error(expr.span, message).help("lower the bound of `__launch_bounds__`")
        })
    }

    fn shared(&mut self, array: &Array) -> Lowered<Binding> {
        let pointer = pointer_to(array.element, Space::Shared);
        let end = array_end(self.build.shared.iter().map(|(_, array)| array));
        let Some(extents) = &array.extents else {
            let offset = end.next_multiple_of(DYNAMIC_ALIGNMENT);
            self.build.dynamic_shared = Some(offset);
            return Ok(Binding::Value(Value::Pointer(pointer, at(offset))));
        };
        if let Some(dynamic) = self.build.dynamic_shared {
            let message = format!("a static array behind dynamic memory at byte {dynamic}");
            let help = "declare Dynamic last";
            return Err(Diagnostic::error(array.name.span, message).help(help));
        }
        let extents = self.extents(extents)?;
        let placed = place(&array.name.text, pointer, &extents, end);
        let offset = check_size(&placed, MAX_SHARED, "shared", array.name.span)?;
        self.build.shared.push(placed);
        Ok(Binding::Array(pointer, at(offset), extents))
    }

    /// Declares a local array.
    pub(super) fn local(
        &mut self,
        name: &str,
        span: Span,
        element: TypeName,
        extents: &[Expr],
    ) -> Lowered<Binding> {
        let pointer = pointer_to(element, Space::Local);
        let extents = self.extents(extents)?;
        let end = array_end(self.build.local.iter().map(|(_, array)| array));
        let placed = place(name, pointer, &extents, end);
        let offset = check_size(&placed, MAX_LOCAL, "local", span)?;
        self.build.local.push(placed);
        Ok(Binding::Array(pointer, at(offset), extents))
    }

    fn param(&mut self, param: &ast::Param) -> Lowered<Binding> {
        let (ty, source) = match (param.ty.pointers, param.ty.as_scalar()) {
            (0, Some(scalar)) => (ParamType::Scalar(in_memory(scalar)), Ty::Scalar(scalar)),
            _ => {
                let pointer = Pointer {
                    read_only: param.read_only,
                    ..pointer_to(param.ty, Space::Global)
                };
                (
                    ParamType::Pointer(in_memory(pointer.element)),
                    Ty::Pointer(pointer),
                )
            }
        };
        let name = param.name.text.clone();
        let ends = self
            .build
            .params
            .iter()
            .map(|(_, p)| p.offset + p.ty.size());
        let offset = ends.max().unwrap_or(0).next_multiple_of(ty.size());
        let id = self.build.params.push(Param { name, ty, offset });
        let assigned = self.scope.is_assigned(&param.name.text);
        let dst = match assigned {
            true => self.build.variable(ty.register(), &param.name.text),
            false => self.build.temporary(ty.register()),
        };
        let (inst, span) = (Inst::Param { dst, param: id }, param.name.span);
        self.build.prologue.push(Located { inst, span });
        if assigned {
            return Ok(Binding::Variable(source, std::iter::once(dst).collect()));
        }
        self.build.name_temporary(dst.into(), &param.name.text);
        let operands = std::iter::once(dst.into()).collect();
        Ok(Binding::Value(self.value_of(source, operands)))
    }
}

pub(super) fn at(offset: u32) -> Address {
    Address {
        base: None,
        offset: offset.into(),
    }
}

pub(super) fn pointer_to(element: TypeName, space: Space) -> Pointer {
    Pointer {
        element: element.scalar,
        lanes: element.lanes,
        space,
        volatile: element.volatile,
        constant: element.constant,
        read_only: false,
    }
}

pub(super) fn array_end<'a>(arrays: impl Iterator<Item = &'a MemoryArray>) -> u32 {
    arrays
        .map(|array| array.offset + array.size())
        .max()
        .unwrap_or(0)
}

/// The array behind `end`, aligned to its elements.
fn place(name: &str, pointer: Pointer, extents: &[u32], end: u32) -> MemoryArray {
    let lanes = (pointer.lanes > 1).then_some(u32::from(pointer.lanes));
    MemoryArray {
        name: name.to_owned(),
        element: in_memory(pointer.element),
        extents: extents.iter().copied().chain(lanes).collect(),
        offset: end.next_multiple_of(pointer.alignment()),
    }
}

/// The array's offset, where the array fits.
fn check_size(array: &MemoryArray, limit: u32, space: &str, span: Span) -> Lowered<u32> {
    let elements = array.extents.iter().map(|&n| u64::from(n));
    let bytes = elements.fold(u64::from(array.element.size()), u64::saturating_mul);
    let total = bytes.saturating_add(array.offset.into());
    match total <= limit.into() {
        true => Ok(array.offset),
        false => {
            let message = format!("{total} bytes of {space} memory, of which there are {limit}");
            Err(Diagnostic::error(span, message))
        }
    }
}
