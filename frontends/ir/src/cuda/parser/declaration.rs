//! Names in declarations: pointers, references, extents.

use super::specifiers::{Base, Specifiers, begins_type};
use super::*;
use crate::ast::Name;
use crate::cexpr::TypeName;

/// A name with what stands around it.
pub(super) struct Declarator {
    pub name: Name,
    /// Number of `*` before it.
    pub pointers: u8,
    /// Whether `__restrict__` stands behind a `*`.
    pub restrict: bool,
    /// Whether `&` stands before it.
    pub reference: Option<Span>,
    /// Extents, outermost first; `None` for an empty `[]`.
    pub extents: Vec<Option<Expr>>,
}

impl Parser {
    /// A name with stars before it and extents behind it. A parameter of a function that is
    /// only announced needs no name.
    pub(super) fn declarator(&mut self, named: bool) -> Parsed<Declarator> {
        let (pointers, restrict, reference) = self.stars();
        let name = match self.core.peek() {
            Token::Word(word) if begins_type(word) => {
                let message = format!("the type `{word}` stands where a name is expected");
                return Err(Diagnostic::error(self.core.span(), message).help("keep one type"));
            }
            Token::Word(_) if self.rejected().is_none() => {
                let (text, span) = self.core.name("a name")?;
                Name { text, span }
            }
            _ if named => return Err(self.no_name()),
            _ => Name {
                text: String::new(),
                span: self.core.span(),
            },
        };
        Ok(Declarator {
            name,
            pointers,
            restrict,
            reference,
            extents: self.extents()?,
        })
    }

    fn no_name(&self) -> Diagnostic {
        if self.at("(") {
            let message = "pointers to functions are not supported";
            let help = "call the function by its name";
            return Diagnostic::error(self.core.span(), message).help(help);
        }
        self.expected("a name")
    }

    fn stars(&mut self) -> (u8, bool, Option<Span>) {
        let (mut pointers, mut restrict, mut reference) = (0u8, false, None);
        loop {
            if self.eat("*").is_some() {
                pointers = pointers.saturating_add(1);
            } else if let Some(span) = self.eat("&") {
                reference = Some(span);
            } else if self.eat_word("__restrict__").is_some() {
                restrict = true;
            } else if self
                .eat_word("const")
                .or(self.eat_word("volatile"))
                .is_none()
            {
                return (pointers, restrict, reference);
            }
        }
    }

    fn extents(&mut self) -> Parsed<Vec<Option<Expr>>> {
        let mut extents = Vec::new();
        while self.eat("[").is_some() {
            extents.push(match self.at("]") {
                true => None,
                false => Some(self.expression()?),
            });
            self.expect("]")?;
        }
        Ok(extents)
    }
}

impl Specifiers {
    /// The type of what is declared, extents aside; nothing for `auto`.
    pub(super) fn type_of(&self, declarator: &Declarator) -> Parsed<Option<TypeName>> {
        let span = declarator.name.span;
        let wrong = |message: &str, help: &str| Err(Diagnostic::error(span, message).help(help));
        match (self.base, declarator.pointers) {
            (Base::Void, 0) => wrong("a variable cannot be void", "write a type, such as `float`"),
            (Base::Void, _) => wrong(
                "pointers to void are not supported",
                "write what is pointed at, such as `float *`",
            ),
            (_, 2..) => wrong(
                "pointers to pointers are not supported",
                "pass each array as a pointer of its own",
            ),
            (Base::Auto, _) => Ok(None),
            (Base::Type(ty), pointers) => Ok(Some(TypeName { pointers, ..ty })),
        }
    }
}
