//! Kernels and device functions.

use super::declaration::Declarator;
use super::specifiers::{Base, Specifiers, Storage};
use super::*;
use crate::ast::{Function, Param};
use crate::cexpr::TypeName;
use crate::cuda::names::Meaning;
use crate::cuda::unit::Defined;

impl Parser {
    /// A function, from its parameters on.
    pub(super) fn function(
        &mut self,
        specifiers: &Specifiers,
        declarator: Declarator,
    ) -> Parsed<()> {
        let name = declarator.name.clone();
        let is_kernel = specifiers.storage == Storage::Global;
        if !is_kernel && specifiers.storage != Storage::Device {
            return Err(rejected::of_host(&name.text, "function", name.span));
        }
        let returns = returned(specifiers, &declarator, is_kernel)?;
        self.names.enter();
        let params = self.params(is_kernel)?;
        if self.eat(";").is_some() {
            // Only announced: functions may be used before they stand in the text anyway.
            self.names.leave();
            return Ok(());
        }
        self.check_free(&name)?;
        if let Some(param) = params.iter().find(|param| param.name.text.is_empty()) {
            let message = "the parameter's name is missing";
            return Err(Diagnostic::error(param.name.span, message));
        }
        self.function = (!is_kernel).then(|| name.text.clone());
        self.expect("{")?;
        let body = self.block()?;
        self.names.leave();
        self.names.declare(&name.text, Meaning::Plain);
        let shared = std::mem::take(&mut self.shared);
        if is_kernel {
            self.names
                .forget(shared.iter().map(|array| array.name.text.as_str()));
        }
        self.function = None;
        self.unit.functions.push(Defined {
            function: Function {
                name,
                params,
                returns,
                body,
            },
            is_kernel,
            bounds: specifiers.bounds.clone().filter(|_| is_kernel),
            shared,
            free: std::mem::take(&mut self.names.free),
            calls: std::mem::take(&mut self.calls),
        });
        Ok(())
    }

    fn params(&mut self, of_kernel: bool) -> Parsed<Vec<Param>> {
        self.expect("(")?;
        let mut params = Vec::new();
        let nothing = self.word() == Some("void") && *self.core.peek_at(1) == Token::Symbol(")");
        if nothing {
            self.core.next();
        }
        while !self.at(")") {
            let param = self.param(of_kernel)?;
            self.names.declare(&param.name.text, Meaning::Plain);
            params.push(param);
            if self.eat(",").is_none() && !self.at(")") {
                return Err(self.expected("`,` or `)`"));
            }
        }
        self.expect(")")?;
        Ok(params)
    }

    fn param(&mut self, of_kernel: bool) -> Parsed<Param> {
        let specifiers = self.specifiers()?;
        let mut declarator = self.declarator(false)?;
        match declarator.extents.len() {
            0 => {}
            // `float a[]` as a parameter is a pointer.
            1 => declarator.pointers = declarator.pointers.saturating_add(1),
            _ => {
                let message = "pointers to arrays are not supported";
                let help = "pass a plain pointer, and compute the index: `a[i * W + j]`";
                return Err(Diagnostic::error(declarator.name.span, message).help(help));
            }
        }
        let (name, restrict) = (declarator.name.clone(), declarator.restrict);
        let Some(ty) = specifiers.type_of(&declarator)? else {
            let message = "a parameter cannot be `auto`";
            return Err(Diagnostic::error(name.span, message).help("write its type"));
        };
        check_param(ty, &declarator, of_kernel)?;
        if self.at("=") {
            let message = "default arguments are not supported";
            return Err(Diagnostic::error(self.core.span(), message).help("pass all arguments"));
        }
        Ok(Param {
            name,
            ty,
            read_only: specifiers.is_const && restrict && ty.pointers == 1,
            // Through a constant reference nothing is changed: a copy does as well.
            by_reference: declarator.reference.is_some() && !specifiers.is_const,
        })
    }

    /// Statements up to the closing brace, in a scope of their own.
    pub(super) fn block(&mut self) -> Parsed<Vec<crate::ast::Statement>> {
        self.scoped(|parser| {
            let mut body = Vec::new();
            while parser.eat("}").is_none() {
                if parser.at_end() {
                    return Err(parser.expected("`}`"));
                }
                parser.statement(&mut body)?;
            }
            Ok(body)
        })
    }
}

fn check_param(ty: TypeName, declarator: &Declarator, of_kernel: bool) -> Parsed<()> {
    let wrong = |span, message: &str, help: &str| Err(Diagnostic::error(span, message).help(help));
    match declarator.reference {
        Some(span) if of_kernel => wrong(
            span,
            "a kernel's parameter cannot be a reference",
            "pass a pointer, and a buffer for it",
        ),
        Some(span) if ty.pointers > 0 => wrong(
            span,
            "references to pointers are not supported",
            "pass the pointer itself",
        ),
        _ if of_kernel && ty.pointers == 0 && ty.lanes > 1 => wrong(
            declarator.name.span,
            "a kernel's parameter cannot be a vector yet",
            "pass its members one by one",
        ),
        _ => Ok(()),
    }
}

/// What a function returns.
fn returned(
    specifiers: &Specifiers,
    declarator: &Declarator,
    is_kernel: bool,
) -> Parsed<Option<TypeName>> {
    let span = specifiers.span;
    match specifiers.base {
        Base::Void if declarator.pointers == 0 => Ok(None),
        _ if is_kernel => {
            let message = "a kernel returns nothing";
            Err(Diagnostic::error(span, message).help("write `__global__ void`"))
        }
        Base::Type(ty) if declarator.pointers == 0 && declarator.reference.is_none() => {
            Ok(Some(ty))
        }
        Base::Auto => {
            let message = "a function that returns `auto` is not supported";
            Err(Diagnostic::error(span, message).help("write the type"))
        }
        Base::Void | Base::Type(_) => {
            let message = "functions that return pointers or references are not supported";
            Err(Diagnostic::error(span, message).help("return an index"))
        }
    }
}
