//! The Pratt parser.

use super::error::{ParseError, ParseErrorKind};
use super::lexer::{Token, lex};
use super::number::Number;
use super::types::{IntegerWords, one_word};
use super::*;

/// Levels of nesting that later stages, which recurse, are sure to stand.
const MAX_DEPTH: usize = 200;

type Parsed<T> = Result<T, ParseError>;

/// Parses a whole expression.
pub fn parse(text: &str) -> Result<Expr, ParseError> {
    let mut parser = Parser::new(text)?;
    let expr = parser.expression()?;
    parser.finish()?;
    Ok(expr)
}

/// Parses an expression statement: an expression, an assignment, `x++` or `--x`.
pub fn parse_action(text: &str) -> Result<Action, ParseError> {
    let mut parser = Parser::new(text)?;
    let action = parser.action()?;
    parser.finish()?;
    Ok(action)
}

/// Parses a declaration: `[type] name [extents] [= value]`.
pub fn parse_declaration(text: &str) -> Result<Declaration, ParseError> {
    let mut parser = Parser::new(text)?;
    let declaration = parser.declaration()?;
    parser.finish()?;
    Ok(declaration)
}

/// Parses a type name alone.
pub fn parse_type(text: &str) -> Result<TypeName, ParseError> {
    let mut parser = Parser::new(text)?;
    let found = parser.peek().describe();
    let wanted = "a type";
    let ty = parser.type_name()?;
    let ty = ty.ok_or_else(|| parser.error(ParseErrorKind::Expected { wanted, found }))?;
    parser.finish()?;
    Ok(ty)
}

struct Parser {
    tokens: Vec<(Token, Span)>,
    at: usize,
    depth: usize,
}

impl Parser {
    fn new(text: &str) -> Parsed<Self> {
        let tokens = lex(text)?;
        if let [(Token::End, span)] = tokens.as_slice() {
            let (kind, span) = (ParseErrorKind::Empty, *span);
            return Err(ParseError { kind, span });
        }
        Ok(Self {
            tokens,
            at: 0,
            depth: 0,
        })
    }

    fn peek(&self) -> &Token {
        &self.tokens[self.at].0
    }

    fn peek_at(&self, ahead: usize) -> &Token {
        let last = self.tokens.len() - 1;
        &self.tokens[(self.at + ahead).min(last)].0
    }

    fn span(&self) -> Span {
        self.tokens[self.at].1
    }

    fn next(&mut self) -> (Token, Span) {
        let token = self.tokens[self.at].clone();
        self.at = (self.at + 1).min(self.tokens.len() - 1);
        token
    }

    fn error(&self, kind: ParseErrorKind) -> ParseError {
        let span = self.span();
        ParseError { kind, span }
    }

    fn eat(&mut self, symbol: &'static str) -> Option<Span> {
        let found = *self.peek() == Token::Symbol(symbol);
        found.then(|| self.next().1)
    }

    fn expect(&mut self, symbol: &'static str) -> Parsed<Span> {
        let found = self.peek().describe();
        let wanted = match symbol {
            ")" => "`)`",
            "]" => "`]`",
            ":" => "`:`",
            _ => "`(`",
        };
        let missing = self.error(ParseErrorKind::Expected { wanted, found });
        self.eat(symbol).ok_or(missing)
    }

    fn finish(&self) -> Parsed<()> {
        match self.peek() {
            Token::End => Ok(()),
            Token::Symbol(symbol) if assignment(symbol).is_some() => {
                Err(self.error(ParseErrorKind::Assignment(symbol)))
            }
            Token::Symbol(symbol @ ("++" | "--")) => {
                Err(self.error(ParseErrorKind::Assignment(symbol)))
            }
            other => Err(self.error(ParseErrorKind::Trailing(other.describe()))),
        }
    }

    /// Runs `f` one level deeper.
    fn deeper<T>(&mut self, f: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth >= MAX_DEPTH {
            return Err(self.error(ParseErrorKind::TooDeep(MAX_DEPTH)));
        }
        self.depth += 1;
        let result = f(self);
        self.depth -= 1;
        result
    }

    fn expression(&mut self) -> Parsed<Expr> {
        self.deeper(Self::conditional)
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

    fn unary(&mut self) -> Parsed<Expr> {
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
            Token::Symbol(symbol @ ("++" | "--")) => {
                return Err(self.error(ParseErrorKind::Assignment(symbol)));
            }
            _ => return self.postfix(),
        };
        let (_, start) = self.next();
        let operand = self.deeper(Self::unary)?;
        let span = start.to(operand.span);
        let kind = ExprKind::Unary(op, Box::new(operand));
        Ok(Expr { kind, span })
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
                _ => break,
            };
            self.deeper(|_| Ok(()))?;
            self.depth += 1;
        }
        self.depth = start;
        Ok(expr)
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

    fn name(&mut self, wanted: &'static str) -> Parsed<(String, Span)> {
        let found = self.peek().describe();
        match self.peek().clone() {
            Token::Word(word) => Ok((word, self.next().1)),
            _ => Err(self.error(ParseErrorKind::Expected { wanted, found })),
        }
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
            args.push(self.argument()?);
            if self.eat(",").is_none() {
                return Ok(args);
            }
        }
    }

    fn argument(&mut self) -> Parsed<Expr> {
        match self.peek().clone() {
            Token::Text(text) => {
                let (_, span) = self.next();
                let kind = ExprKind::Text(text);
                Ok(Expr { kind, span })
            }
            _ => self.expression(),
        }
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
            Token::Text(_) => {
                let kind = ParseErrorKind::Character('"');
                return Err(ParseError { kind, span });
            }
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
        let found = self.peek().describe();
        let wanted = "a type";
        let ty = self.type_name()?;
        let ty = ty.ok_or_else(|| self.error(ParseErrorKind::Expected { wanted, found }))?;
        let span = start.to(self.expect(")")?);
        let kind = ExprKind::SizeOf(ty);
        Ok(Expr { kind, span })
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

    /// A type name, where one stands here.
    fn type_name(&mut self) -> Parsed<Option<TypeName>> {
        let start = self.span();
        let (mut words, mut integer) = (Vec::new(), IntegerWords::default());
        let (mut volatile, mut whole, mut combined) = (false, None, false);
        while let Token::Word(word) = self.peek().clone() {
            match word.as_str() {
                "volatile" => volatile = true,
                "const" | "__restrict__" => {}
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

    fn action(&mut self) -> Parsed<Action> {
        if let Some(op) = self.step() {
            let (_, span) = self.next();
            let target = self.unary()?;
            return Ok(step_by_one(target, op, span));
        }
        let target = self.expression()?;
        if let Some(op) = self.step() {
            let (_, span) = self.next();
            return Ok(step_by_one(target, op, span));
        }
        let op = match self.peek() {
            Token::Symbol(symbol) => assignment(symbol),
            _ => None,
        };
        let Some(op) = op else {
            return Ok(Action::Evaluate(target));
        };
        self.next();
        let value = self.expression()?;
        Ok(Action::Assign { target, op, value })
    }

    fn step(&self) -> Option<BinaryOperator> {
        match self.peek() {
            Token::Symbol("++") => Some(BinaryOperator::Add),
            Token::Symbol("--") => Some(BinaryOperator::Sub),
            _ => None,
        }
    }

    fn declaration(&mut self) -> Parsed<Declaration> {
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

fn step_by_one(target: Expr, op: BinaryOperator, span: Span) -> Action {
    let ty = Scalar::I32;
    let kind = ExprKind::Int { value: 1, ty };
    let value = Expr { kind, span };
    let op = Some(op);
    Action::Assign { target, op, value }
}

fn is_type_word(word: &str) -> bool {
    IntegerWords::default().take(word)
        || one_word(word).is_some()
        || matches!(word, "const" | "volatile")
}

fn dotted_name(expr: &Expr) -> Option<String> {
    match &expr.kind {
        ExprKind::Name(name) => Some(name.clone()),
        ExprKind::Member(base, member) => Some(dotted_name(base)? + "." + member),
        _ => None,
    }
}

/// The operator of an assignment symbol: `Some(None)` for `=`.
fn assignment(symbol: &str) -> Option<Option<BinaryOperator>> {
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
