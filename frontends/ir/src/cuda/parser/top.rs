//! What stands outside of functions.

use super::declaration::Declarator;
use super::specifiers::{Specifiers, Storage};
use super::*;
use crate::ast::{Constant, Name, Symbol};
use crate::cexpr::{Scalar, TypeName};
use crate::cuda::names::Meaning;

impl Parser {
    /// Everything up to the end.
    pub(super) fn text(&mut self) -> Parsed<()> {
        let mut open = Vec::new();
        while !self.at_end() {
            if self.eat(";").is_some() {
                continue;
            }
            if let Some(span) = self.language_block() {
                open.push(span);
            } else if !open.is_empty() && self.eat("}").is_some() {
                open.pop();
            } else {
                self.item()?;
            }
        }
        match open.pop() {
            Some(span) => Err(Diagnostic::error(span, "this `{` has no `}`")),
            None => Ok(()),
        }
    }

    /// `extern "C" {`
    fn language_block(&mut self) -> Option<Span> {
        let tokens = (self.word(), self.core.peek_at(1), self.core.peek_at(2));
        let (Some("extern"), Token::Text(_), Token::Symbol("{")) = tokens else {
            return None;
        };
        let (_, span) = self.core.next();
        self.core.next();
        self.core.next();
        Some(span)
    }

    /// A function, or variables.
    fn item(&mut self) -> Parsed<()> {
        if self.word() == Some(crate::cuda::lex::UNROLL) {
            let message = "#pragma unroll stands before no loop";
            return Err(Diagnostic::error(self.core.span(), message).help("move it before a loop"));
        }
        let specifiers = self.specifiers()?;
        loop {
            // Of `__global__ void __launch_bounds__(256) k()` the bounds came with the words.
            let declarator = self.declarator(true)?;
            if self.at("(") {
                return self.function(&specifiers, declarator);
            }
            self.global(&specifiers, declarator)?;
            if self.eat(",").is_none() {
                return self.semicolon();
            }
        }
    }

    /// A variable of the file.
    fn global(&mut self, specifiers: &Specifiers, declarator: Declarator) -> Parsed<()> {
        let name = declarator.name.clone();
        self.check_free(&name)?;
        match specifiers.storage {
            Storage::Shared => {
                let array = self.shared_array(specifiers, declarator)?;
                self.unit.shared.push(array);
                Ok(())
            }
            Storage::Constant | Storage::Device => self.symbol(specifiers, declarator),
            Storage::Global => {
                let message = "`__global__` stands before kernels only";
                let help = "write `__device__` or `__constant__`";
                Err(Diagnostic::error(name.span, message).help(help))
            }
            Storage::Plain if specifiers.is_const => self.constant(specifiers, declarator),
            Storage::Plain => Err(rejected::of_host(&name.text, "variable", name.span)),
        }
    }

    /// A name of the file must be new.
    pub(super) fn check_free(&self, name: &Name) -> Parsed<()> {
        match self.names.is_of_file(&name.text) {
            false => Ok(()),
            true => {
                let message = format!("`{}` is declared twice", name.text);
                Err(Diagnostic::error(name.span, message).help("give one of them another name"))
            }
        }
    }

    /// `const int N = 32;`
    fn constant(&mut self, specifiers: &Specifiers, declarator: Declarator) -> Parsed<()> {
        let ty = specifiers.type_of(&declarator)?;
        let name = declarator.name;
        if declarator.pointers > 0 || !declarator.extents.is_empty() {
            let message = format!("`{}` is an array of the host", name.text);
            return Err(
                Diagnostic::error(name.span, message).help("write `__constant__` before it")
            );
        }
        self.expect("=")?;
        let value = self.expression()?;
        let meaning = self
            .names
            .integer(&value)
            .map_or(Meaning::Plain, Meaning::Constant);
        self.names.declare(&name.text, meaning);
        let value = typed(value, ty);
        self.unit.constants.push(Constant { name, value });
        Ok(())
    }

    /// `__constant__ float filter[9];` or `__device__ int count = 0;`
    fn symbol(&mut self, specifiers: &Specifiers, declarator: Declarator) -> Parsed<()> {
        let element = element(specifiers, &declarator)?;
        let (name, extents) = (declarator.name, declarator.extents);
        let (extents, init) = self.constant_values(element, extents, name.span)?;
        self.names.declare(&name.text, Meaning::Plain);
        let list = match specifiers.storage {
            Storage::Constant => &mut self.unit.constant_buffers,
            _ => &mut self.unit.globals,
        };
        list.push(Symbol {
            name,
            element,
            extents,
            init,
        });
        Ok(())
    }

    /// `__shared__ float tile[32][33]` or `extern __shared__ float s[]`, under the name that it
    /// has outside of the body.
    pub(super) fn shared_array(
        &mut self,
        specifiers: &Specifiers,
        declarator: Declarator,
    ) -> Parsed<Array> {
        let is_dynamic = matches!(declarator.extents.as_slice(), [None]);
        if is_dynamic != specifiers.is_extern {
            let message = match is_dynamic {
                true => "a shared array without a size must be `extern`",
                false => "an `extern` shared array has its size from the launch",
            };
            let help = "write `extern __shared__ float s[];` or `__shared__ float s[256];`";
            return Err(Diagnostic::error(declarator.name.span, message).help(help));
        }
        let element = element(specifiers, &declarator)?;
        let extents = match is_dynamic {
            true => None,
            false => Some(self.outer_extents(&declarator)?),
        };
        if self.at("=") {
            let message = "shared memory has no first values";
            let help = "let the threads store them, then `__syncthreads()`";
            return Err(Diagnostic::error(self.core.span(), message).help(help));
        }
        let mut name = declarator.name;
        let function = self.function.as_deref();
        name.text = self.names.declare_shared(&name.text, function);
        Ok(Array {
            name,
            element,
            extents,
        })
    }

    /// Extents as they are outside of the body.
    fn outer_extents(&self, declarator: &Declarator) -> Parsed<Vec<Expr>> {
        let extents: Option<Vec<Expr>> = declarator.extents.iter().cloned().collect();
        let mut extents = extents.ok_or_else(|| no_size(&declarator.name))?;
        for extent in &mut extents {
            self.names.inline_constants(extent);
            if let Some(span) = self.names.first_local(extent) {
                let message = "the size of shared memory must be known at compile time";
                let help = "use constants, or `extern __shared__` with a size from the launch";
                return Err(Diagnostic::error(span, message).help(help));
            }
        }
        Ok(extents)
    }
}

/// What an array's elements are.
fn element(specifiers: &Specifiers, declarator: &Declarator) -> Parsed<TypeName> {
    let element = specifiers.type_of(declarator)?;
    let plain = element.filter(|ty| ty.pointers == 0 && declarator.reference.is_none());
    plain.ok_or_else(|| {
        let message = "variables of this kind cannot hold pointers, references or `auto`";
        Diagnostic::error(declarator.name.span, message).help("write the elements' type")
    })
}

fn no_size(name: &Name) -> Diagnostic {
    let message = format!("the size of `{}` is missing", name.text);
    Diagnostic::error(name.span, message).help("write it between the brackets")
}

/// The value as one of the type; what is of the type already stays as it is.
fn typed(value: Expr, ty: Option<TypeName>) -> Expr {
    let own = match value.kind {
        ExprKind::Int { ty, .. } => Some(ty),
        ExprKind::Float { single: true, .. } => Some(Scalar::F32),
        ExprKind::Float { single: false, .. } => Some(Scalar::F64),
        ExprKind::Bool(_) => Some(Scalar::Bool),
        _ => None,
    };
    match ty {
        Some(ty) if own != Some(ty.scalar) => {
            let span = value.span;
            let kind = ExprKind::Cast(ty, Box::new(value));
            Expr { kind, span }
        }
        _ => value,
    }
}
