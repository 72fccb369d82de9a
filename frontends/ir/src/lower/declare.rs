//! Declarations of variables and local arrays.

use super::convert::{decayed, registers_of, type_of};
use super::scope::Binding;
use super::value::{Pointer, Ty, Value};
use super::{Lowered, Lowering};
use crate::ast;
use crate::cexpr::{Declaration, TypeName};
use crate::diagnostic::Diagnostic;
use crate::source::Span;

impl Lowering<'_> {
    pub(super) fn declare(&mut self, declaration: &Declaration) -> Lowered<()> {
        let binding = self.declared(declaration);
        let name = ast::Name {
            text: declaration.name.clone(),
            span: declaration.name_span,
        };
        self.bind_or_break(&name, binding);
        let fixed = declaration.ty.is_some_and(TypeName::is_fixed);
        self.scope.fix_if(fixed && declaration.extents.is_empty());
        Ok(())
    }

    fn declared(&mut self, declaration: &Declaration) -> Lowered<Binding> {
        let (name, span) = (&declaration.name, declaration.name_span);
        if !declaration.extents.is_empty() {
            return self.local_array(declaration);
        }
        let Some(init) = &declaration.init else {
            return self.uninitialised(declaration);
        };
        let value = decayed(self.rvalue(init)?);
        let ty = match declaration.ty {
            Some(ty) => named_type(ty, &value, span)?,
            None => type_of(&value).ok_or_else(|| {
                let message = format!("`{name}` cannot be {}", value.describe());
                Diagnostic::error(init.span, message)
            })?,
        };
        let value = self.assignable(value, ty, init.span)?;
        let operands = self.operands(&value);
        let fixed = !self.scope.is_assigned(name)
            && !operands
                .iter()
                .any(|operand| self.build.is_mutable(*operand));
        if fixed {
            for operand in &operands {
                self.build.name_temporary(*operand, name);
            }
            return Ok(Binding::Value(self.value_of(ty, operands)));
        }
        let regs = self.variable(ty, name);
        for (reg, operand) in regs.iter().zip(operands) {
            self.build.assign(*reg, operand);
        }
        Ok(Binding::Variable(ty, regs))
    }

    pub(super) fn variable(
        &mut self,
        ty: Ty,
        name: &str,
    ) -> arrayvec::ArrayVec<crate::kernel::VReg, 4> {
        let types = registers_of(ty).into_iter();
        types.map(|ty| self.build.variable(ty, name)).collect()
    }

    fn local_array(&mut self, declaration: &Declaration) -> Lowered<Binding> {
        let (name, span) = (&declaration.name, declaration.name_span);
        if let Some(init) = &declaration.init {
            let message = "an array cannot be given a value as a whole";
            return Err(Diagnostic::error(init.span, message).help("store to its elements"));
        }
        let Some(element) = declaration.ty else {
            let message = format!("the array `{name}` has no element type");
            let help = format!("write it before: `float {name}[…]`");
            return Err(Diagnostic::error(span, message).help(help));
        };
        self.local(name, span, element, &declaration.extents)
    }

    fn uninitialised(&mut self, declaration: &Declaration) -> Lowered<Binding> {
        let (name, span) = (&declaration.name, declaration.name_span);
        let ty = match declaration.ty {
            Some(ty) if ty.is_fixed() => {
                let message = format!("the constant `{name}` has no value");
                let help = format!("write it behind the name: `{name} = …`");
                return Err(Diagnostic::error(span, message).help(help));
            }
            Some(ty) if ty.pointers == 0 => plain_type(ty),
            Some(_) => {
                let message = format!("the pointer `{name}` needs a value");
                let help = "a pointer's memory space is that of its first value";
                return Err(Diagnostic::error(span, message).help(help));
            }
            None => {
                let message = format!("`{name}` has neither type nor value");
                return Err(Diagnostic::error(span, message).help("write Var(\"float x\")"));
            }
        };
        Ok(Binding::Variable(ty, self.variable(ty, name)))
    }
}

/// A type name that is no pointer.
pub(super) fn plain_type(ty: TypeName) -> Ty {
    match ty.lanes {
        1 => Ty::Scalar(ty.scalar),
        lanes => Ty::Vector(ty.scalar, lanes),
    }
}

/// Refuses a pointer through which one could change what another must not.
pub(super) fn keep_constant(from: Pointer, to_constant: bool, span: Span) -> Lowered<()> {
    if !from.constant || to_constant {
        return Ok(());
    }
    let (from, to) = (
        from,
        Pointer {
            constant: false,
            ..from
        },
    );
    let [from, to] = [from, to].map(Ty::Pointer);
    let message = format!("a `{from}` is no `{to}`");
    let help = "put `const` before the type of the pointer that is to take it, too";
    Err(Diagnostic::error(span, message).help(help))
}

/// The declared type; a pointer lies in the space of its first value.
pub(super) fn named_type(ty: TypeName, value: &Value, span: Span) -> Lowered<Ty> {
    match (ty.pointers, value) {
        (0, _) => Ok(plain_type(ty)),
        (1, Value::Pointer(pointer, _)) => {
            let mut pointer = *pointer;
            keep_constant(pointer, ty.constant, span)?;
            pointer.constant = ty.constant;
            pointer.element = ty.scalar;
            pointer.lanes = ty.lanes;
            pointer.volatile |= ty.volatile;
            Ok(Ty::Pointer(pointer))
        }
        (1, other) => {
            let message = format!("expected `{ty}`, found {}", other.describe());
            Err(Diagnostic::error(span, message).help("take an address: `&a[i]`"))
        }
        _ => Err(Diagnostic::error(
            span,
            "pointers to pointers are not supported",
        )),
    }
}
