//! What stands around expressions: types, assignments, declarations.

use super::*;
use crate::cexpr::types::IntegerWords;

impl Parser {
    /// A type name, where one stands here.
    pub(super) fn type_name(&mut self) -> Parsed<Option<TypeName>> {
        let start = self.span();
        let (mut words, mut integer) = (Vec::new(), IntegerWords::default());
        let (mut volatile, mut constant) = (false, false);
        let (mut whole, mut combined) = (None, false);
        while let Token::Word(word) = self.peek().clone() {
            match word.as_str() {
                "volatile" => volatile = true,
                "const" => constant = true,
                "__restrict__" => {}
                _ if whole.is_none() && integer.take(&word) => combined = true,
                _ if whole.is_none() && !combined && one_word(&word).is_some() => {
                    whole = one_word(&word);
                }
                _ => break,
            }
            words.push(word);
            self.next();
        }
        if words.is_empty() {
            return Ok(None);
        }
        let whole = whole.or_else(|| Some((integer.scalar().filter(|_| combined)?, 1)));
        let Some((scalar, lanes)) = whole else {
            let kind = ParseErrorKind::Type(words.join(" "));
            return Err(ParseError { kind, span: start });
        };
        let pointers = self.stars();
        Ok(Some(TypeName {
            scalar,
            lanes,
            pointers,
            volatile,
            constant,
        }))
    }

    fn stars(&mut self) -> u8 {
        let mut count = 0;
        loop {
            let qualifier =
                matches!(self.peek(), Token::Word(w) if QUALIFIERS.contains(&w.as_str()));
            if self.eat("*").is_some() {
                count += 1;
            } else if qualifier && count > 0 {
                self.next();
            } else {
                return count;
            }
        }
    }

    pub(super) fn action(&mut self) -> Parsed<Action> {
        let expr = self.expression()?;
        let span = expr.span;
        Ok(match expr.kind {
            ExprKind::Assign { target, op, value } => Action::Assign {
                target: *target,
                op,
                value: *value,
            },
            ExprKind::Postfix(op, target) => Action::Assign {
                value: one(Span {
                    start: target.span.end,
                    ..span
                }),
                target: *target,
                op: Some(op),
            },
            kind => Action::Evaluate(Expr { kind, span }),
        })
    }

    /// Actions with commas between them.
    pub(crate) fn actions(&mut self) -> Parsed<Vec<Action>> {
        let mut actions = vec![self.action()?];
        while self.eat(",").is_some() {
            actions.push(self.action()?);
        }
        Ok(actions)
    }

    pub(super) fn declaration(&mut self) -> Parsed<Declaration> {
        let ty = self.type_name()?;
        let (name, name_span) = self.name("a name")?;
        let mut extents = Vec::new();
        while self.eat("[").is_some() {
            extents.push(self.expression()?);
            self.expect("]")?;
        }
        let init = match self.eat("=") {
            Some(_) => Some(self.expression()?),
            None => None,
        };
        Ok(Declaration {
            ty,
            name,
            name_span,
            extents,
            init,
        })
    }
}

const QUALIFIERS: [&str; 4] = ["const", "volatile", "__restrict__", "restrict"];

/// What a step adds or takes away.
pub(super) fn one(span: Span) -> Expr {
    let ty = Scalar::I32;
    let kind = ExprKind::Int { value: 1, ty };
    Expr { kind, span }
}

/// The operator of an assignment symbol: `Some(None)` for `=`.
pub(super) fn assignment(symbol: &str) -> Option<Option<BinaryOperator>> {
    use BinaryOperator::*;
    let op = match symbol {
        "=" => return Some(None),
        "*=" => Mul,
        "/=" => Div,
        "%=" => Rem,
        "+=" => Add,
        "-=" => Sub,
        "<<=" => Shl,
        ">>=" => Shr,
        "&=" => BitAnd,
        "^=" => BitXor,
        "|=" => BitOr,
        _ => return None,
    };
    Some(Some(op))
}

/// Whether a word is, or begins, a type name.
pub(super) fn is_type_word(word: &str) -> bool {
    IntegerWords::default().take(word)
        || one_word(word).is_some()
        || matches!(word, "const" | "volatile")
}
