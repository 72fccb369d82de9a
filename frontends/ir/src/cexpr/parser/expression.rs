//! Expressions, by how tightly operators bind (Pratt).

use super::statement::{assignment, is_type_word, one};
use super::*;
use crate::cexpr::number::Number;

impl Parser {
    pub(crate) fn expression(&mut self) -> Parsed<Expr> {
        self.deeper(Self::assignment)
    }

    /// What binds least: assignments, from the right.
    fn assignment(&mut self) -> Parsed<Expr> {
        let target = self.conditional()?;
        let op = match self.peek() {
            Token::Symbol(symbol) => assignment(symbol),
            _ => None,
        };
        let Some(op) = op else {
            return Ok(target);
        };
        self.next();
        let value = self.expression()?;
        let span = target.span.to(value.span);
        let (target, value) = (Box::new(target), Box::new(value));
        let kind = ExprKind::Assign { target, op, value };
        Ok(Expr { kind, span })
    }

    fn conditional(&mut self) -> Parsed<Expr> {
        let condition = self.binary(0)?;
        if self.eat("?").is_none() {
            return Ok(condition);
        }
        let then = self.expression()?;
        self.expect(":")?;
        let otherwise = self.deeper(Self::conditional)?;
        let span = condition.span.to(otherwise.span);
        let parts = (Box::new(condition), Box::new(then), Box::new(otherwise));
        let kind = ExprKind::Conditional(parts.0, parts.1, parts.2);
        Ok(Expr { kind, span })
    }

    /// Operators that bind at least as tightly as `minimum`. A chain deepens the tree by one
    /// for each operator, so each counts against the depth.
    fn binary(&mut self, minimum: u8) -> Parsed<Expr> {
        let mut left = self.unary()?;
        let start = self.depth;
        while let Some((op, power)) = self.operator().filter(|(_, power)| *power >= minimum) {
            self.next();
            self.depth += 1;
            let right = self.deeper(|parser| parser.binary(power + 1))?;
            let span = left.span.to(right.span);
            let kind = ExprKind::Binary(op, Box::new(left), Box::new(right));
            left = Expr { kind, span };
        }
        self.depth = start;
        Ok(left)
    }

    fn operator(&self) -> Option<(BinaryOperator, u8)> {
        match self.peek() {
            Token::Symbol(symbol) => binary_operator(symbol),
            _ => None,
        }
    }

    pub(super) fn unary(&mut self) -> Parsed<Expr> {
        if let Some(expr) = self.cast()? {
            return Ok(expr);
        }
        let op = match self.peek() {
            Token::Symbol("-") => UnaryOperator::Minus,
            Token::Symbol("+") => UnaryOperator::Plus,
            Token::Symbol("!") => UnaryOperator::Not,
            Token::Symbol("~") => UnaryOperator::Complement,
            Token::Symbol("*") => UnaryOperator::Dereference,
            Token::Symbol("&") => UnaryOperator::AddressOf,
            _ => return self.step_or_postfix(),
        };
        let (_, start) = self.next();
        let operand = self.deeper(Self::unary)?;
        let span = start.to(operand.span);
        let kind = ExprKind::Unary(op, Box::new(operand));
        Ok(Expr { kind, span })
    }

    /// `++x` or `--x`, or an operand with what stands behind it.
    fn step_or_postfix(&mut self) -> Parsed<Expr> {
        let Some(op) = self.step() else {
            return self.postfix();
        };
        let (_, start) = self.next();
        let target = self.deeper(Self::unary)?;
        let span = start.to(target.span);
        let kind = ExprKind::Assign {
            target: Box::new(target),
            op: Some(op),
            value: Box::new(one(start)),
        };
        Ok(Expr { kind, span })
    }

    /// The operator of the step that stands here.
    fn step(&self) -> Option<BinaryOperator> {
        match self.peek() {
            Token::Symbol("++") => Some(BinaryOperator::Add),
            Token::Symbol("--") => Some(BinaryOperator::Sub),
            _ => None,
        }
    }

    /// `(type) operand`, where a parenthesis with a type stands here.
    fn cast(&mut self) -> Parsed<Option<Expr>> {
        let (before, start) = (self.at, self.span());
        if self.eat("(").is_none() {
            return Ok(None);
        }
        // `(float(x))` opens with a type's name too, but is no cast.
        let functional = *self.peek_at(1) == Token::Symbol("(");
        let ty = if functional { None } else { self.type_name()? };
        let Some(ty) = ty else {
            self.at = before;
            return Ok(None);
        };
        self.expect(")")?;
        let operand = self.deeper(Self::unary)?;
        let span = start.to(operand.span);
        let kind = ExprKind::Cast(ty, Box::new(operand));
        Ok(Some(Expr { kind, span }))
    }

    fn postfix(&mut self) -> Parsed<Expr> {
        let mut expr = self.primary()?;
        let start = self.depth;
        loop {
            expr = match self.peek() {
                Token::Symbol("[") => self.index(expr)?,
                Token::Symbol(".") => self.member(expr)?,
                Token::Symbol("(") => self.call(expr)?,
                Token::Symbol("++") => self.step_behind(BinaryOperator::Add, expr),
                Token::Symbol("--") => self.step_behind(BinaryOperator::Sub, expr),
                _ => break,
            };
            self.deeper(|_| Ok(()))?;
            self.depth += 1;
        }
        self.depth = start;
        Ok(expr)
    }

    fn step_behind(&mut self, op: BinaryOperator, target: Expr) -> Expr {
        let span = target.span.to(self.next().1);
        let kind = ExprKind::Postfix(op, Box::new(target));
        Expr { kind, span }
    }

    fn index(&mut self, base: Expr) -> Parsed<Expr> {
        self.next();
        let index = self.expression()?;
        let span = base.span.to(self.expect("]")?);
        let kind = ExprKind::Index(Box::new(base), Box::new(index));
        Ok(Expr { kind, span })
    }

    fn member(&mut self, base: Expr) -> Parsed<Expr> {
        self.next();
        let (name, name_span) = self.name("a member's name")?;
        let span = base.span.to(name_span);
        let kind = ExprKind::Member(Box::new(base), name);
        Ok(Expr { kind, span })
    }

    fn call(&mut self, callee: Expr) -> Parsed<Expr> {
        let kind = ParseErrorKind::Callee;
        let callee_span = callee.span;
        let name = dotted_name(&callee).ok_or(ParseError {
            kind,
            span: callee_span,
        })?;
        self.next();
        let args = self.arguments()?;
        let span = callee_span.to(self.expect(")")?);
        let kind = ExprKind::Call {
            callee: name,
            callee_span,
            args,
        };
        Ok(Expr { kind, span })
    }

    fn arguments(&mut self) -> Parsed<Vec<Expr>> {
        let mut args = Vec::new();
        if *self.peek() == Token::Symbol(")") {
            return Ok(args);
        }
        loop {
            args.push(self.expression()?);
            if self.eat(",").is_none() {
                return Ok(args);
            }
        }
    }

    /// A string; those that stand side by side are one.
    fn text(&mut self, mut text: String, mut span: Span) -> Expr {
        while let Token::Text(more) = self.peek().clone() {
            text.push_str(&more);
            span = span.to(self.next().1);
        }
        let kind = ExprKind::Text(text);
        Expr { kind, span }
    }

    fn primary(&mut self) -> Parsed<Expr> {
        let functional_cast = *self.peek_at(1) == Token::Symbol("(");
        let (token, span) = self.next();
        let kind = match token {
            Token::Number(Number::Int { value, ty }) => ExprKind::Int { value, ty },
            Token::Number(Number::Float { value, single }) => ExprKind::Float { value, single },
            Token::Word(word) => return self.word(word, span, functional_cast),
            Token::Symbol("(") => {
                let inner = self.expression()?;
                let span = span.to(self.expect(")")?);
                return Ok(Expr { span, ..inner });
            }
            Token::Text(text) => return Ok(self.text(text, span)),
            other => {
                let kind = ParseErrorKind::Operand(other.describe());
                return Err(ParseError { kind, span });
            }
        };
        Ok(Expr { kind, span })
    }

    /// A name, `true`, `false`, `sizeof(type)` or `type(value)`.
    fn word(&mut self, word: String, span: Span, parenthesis: bool) -> Parsed<Expr> {
        let kind = match word.as_str() {
            "true" | "false" => ExprKind::Bool(word == "true"),
            "sizeof" if parenthesis => return self.size_of(span),
            "static_cast" | "reinterpret_cast" => return self.named_cast(span),
            // A pair's constructor takes its halves.
            "__half2" | "__nv_bfloat162" if parenthesis => ExprKind::Name(word),
            _ if parenthesis && is_type_word(&word) => return self.functional_cast(span),
            _ if is_type_word(&word) => {
                let kind = ParseErrorKind::Operand(format!("the type `{word}`"));
                return Err(ParseError { kind, span });
            }
            _ => ExprKind::Name(word),
        };
        Ok(Expr { kind, span })
    }

    fn size_of(&mut self, start: Span) -> Parsed<Expr> {
        self.expect("(")?;
        let ty = self.wanted_type()?;
        let span = start.to(self.expect(")")?);
        let kind = ExprKind::SizeOf(ty);
        Ok(Expr { kind, span })
    }

    /// `static_cast<type>(value)`, behind the first word.
    fn named_cast(&mut self, start: Span) -> Parsed<Expr> {
        self.expect("<")?;
        let ty = self.wanted_type()?;
        self.expect(">")?;
        self.expect("(")?;
        let operand = self.expression()?;
        let span = start.to(self.expect(")")?);
        let kind = ExprKind::Cast(ty, Box::new(operand));
        Ok(Expr { kind, span })
    }

    fn wanted_type(&mut self) -> Parsed<TypeName> {
        let found = self.peek().describe();
        let wanted = "a type";
        let ty = self.type_name()?;
        ty.ok_or_else(|| self.error(ParseErrorKind::Expected { wanted, found }))
    }

    fn functional_cast(&mut self, start: Span) -> Parsed<Expr> {
        self.at -= 1;
        let ty = self.type_name()?.unwrap_or(TypeName::scalar(Scalar::I32));
        self.expect("(")?;
        let operand = self.expression()?;
        let span = start.to(self.expect(")")?);
        let kind = ExprKind::Cast(ty, Box::new(operand));
        Ok(Expr { kind, span })
    }
}

fn dotted_name(expr: &Expr) -> Option<String> {
    match &expr.kind {
        ExprKind::Name(name) => Some(name.clone()),
        ExprKind::Member(base, member) => Some(dotted_name(base)? + "." + member),
        _ => None,
    }
}

/// An operator and how tightly it binds.
fn binary_operator(symbol: &str) -> Option<(BinaryOperator, u8)> {
    use BinaryOperator::*;
    Some(match symbol {
        "||" => (Or, 1),
        "&&" => (And, 2),
        "|" => (BitOr, 3),
        "^" => (BitXor, 4),
        "&" => (BitAnd, 5),
        "==" => (Equal, 6),
        "!=" => (NotEqual, 6),
        "<" => (Less, 7),
        "<=" => (LessEqual, 7),
        ">" => (Greater, 7),
        ">=" => (GreaterEqual, 7),
        "<<" => (Shl, 8),
        ">>" => (Shr, 8),
        "+" => (Add, 9),
        "-" => (Sub, 9),
        "*" => (Mul, 10),
        "/" => (Div, 10),
        "%" => (Rem, 10),
        _ => return None,
    })
}
