//! Lists of first values: `float v[4] = {1.0f, 2.0f}` becomes the array and a store for each
//! element, and for those without a value a loop that stores zero.

use super::declaration::Declarator;
use super::*;
use crate::ast::{Statement, StatementKind, Test};
use crate::cexpr::{BinaryOperator, Declaration, Scalar, TypeName};
use crate::cuda::names::Meaning;

/// What the counter of a loop that stores zeros is called.
const COUNTER: &str = "_element";

/// A value, or a list of them.
enum Values {
    One(Expr),
    List(Vec<Values>),
}

impl Parser {
    /// The value behind the `=` of a variable; a vector's may be a list.
    pub(super) fn first_value(&mut self, ty: Option<TypeName>) -> Parsed<Expr> {
        if !self.at("{") {
            return self.expression();
        }
        let span = self.core.span();
        let list = match self.values()? {
            Values::List(list) => list,
            Values::One(value) => return Ok(value),
        };
        let args: Option<Vec<Expr>> = list.into_iter().map(plain).collect();
        let lanes = ty.map_or(0, |ty| {
            usize::from(ty.lanes) * usize::from(ty.pointers == 0)
        });
        match (ty, args) {
            (Some(_), Some(mut args)) if lanes == 1 && args.len() == 1 => Ok(args.remove(0)),
            (Some(ty), Some(args)) if lanes > 1 && args.len() == lanes => {
                let (callee, callee_span) = (format!("make_{ty}"), span);
                let kind = ExprKind::Call {
                    callee,
                    callee_span,
                    args,
                };
                Ok(Expr { kind, span })
            }
            _ => {
                let message = "this list does not fit the variable";
                let help = "give one value, or as many as the vector has members";
                Err(Diagnostic::error(span, message).help(help))
            }
        }
    }

    fn values(&mut self) -> Parsed<Values> {
        if self.eat("{").is_none() {
            return Ok(Values::One(self.expression()?));
        }
        let mut list = Vec::new();
        while self.eat("}").is_none() {
            let value = self.deeper(Self::values)?;
            list.push(value);
            if self.eat(",").is_none() && !self.at("}") {
                return Err(self.expected("`,` or `}`"));
            }
        }
        Ok(Values::List(list))
    }

    /// Extents of a variable of the module, and its first values in order of address.
    pub(super) fn constant_values(
        &mut self,
        element: TypeName,
        extents: Vec<Option<Expr>>,
        span: Span,
    ) -> Parsed<(Vec<Expr>, Vec<Expr>)> {
        let values = match self.eat("=") {
            Some(_) => Some(self.values()?),
            None => None,
        };
        let extents = complete(extents, values.as_ref(), span)?;
        let mut init = Vec::new();
        match values {
            None => {}
            Some(Values::One(value)) if extents.is_empty() => init.push(value),
            Some(Values::One(value)) => return Err(no_list(&value)),
            Some(Values::List(list)) => {
                let known = extents.iter().map(|extent| {
                    let size = self
                        .names
                        .integer(extent)
                        .and_then(|n| u64::try_from(n).ok());
                    let message = "this size must be known where first values are given";
                    size.ok_or_else(|| Diagnostic::error(extent.span, message))
                });
                let known = known.collect::<Parsed<Vec<u64>>>()?;
                flatten(&known, element.lanes, list, span, &mut init)?;
            }
        }
        Ok((extents, init))
    }

    /// A local array, with what its list stores.
    pub(super) fn local_array(
        &mut self,
        ty: Option<TypeName>,
        declarator: Declarator,
        out: &mut Vec<Statement>,
    ) -> Parsed<()> {
        let (name, span) = (declarator.name.text, declarator.name.span);
        if ty.is_none_or(|ty| ty.pointers > 0) {
            let message = "arrays of pointers and of `auto` are not supported";
            return Err(Diagnostic::error(span, message).help("write the elements' type"));
        }
        self.names.declare(&name, Meaning::Plain);
        let values = match self.eat("=") {
            Some(_) => Some(self.values()?),
            None => None,
        };
        let extents = complete(declarator.extents, values.as_ref(), span)?;
        // The list's values are stored one by one, so that an array is never `const` itself.
        let ty = ty.map(|ty| TypeName {
            constant: false,
            ..ty
        });
        let kind = StatementKind::Declare(Declaration {
            ty,
            name: name.clone(),
            name_span: span,
            extents: extents.clone(),
            init: None,
        });
        out.push(Statement { kind, span });
        let kind = ExprKind::Name(name);
        match values {
            Some(Values::List(list)) => fill(Expr { kind, span }, &extents, list, out),
            Some(Values::One(value)) => Err(no_list(&value)),
            None => Ok(()),
        }
    }
}

/// Values in order of address, with zeros where a row has fewer than the array.
fn flatten(
    extents: &[u64],
    lanes: u8,
    list: Vec<Values>,
    span: Span,
    out: &mut Vec<Expr>,
) -> Parsed<()> {
    let Some((extent, inner)) = extents.split_first() else {
        return flatten_vector(lanes, list, span, out);
    };
    let (given, begun) = (list.len() as u64, out.len() as u64);
    if given > *extent {
        let message = format!("{given} values for {extent} elements");
        return Err(Diagnostic::error(span, message).help("leave some out"));
    }
    let size = inner
        .iter()
        .fold(u64::from(lanes), |a, b| a.saturating_mul(*b));
    for (at, value) in list.into_iter().enumerate() {
        pad(out, begun + at as u64 * size, span)?;
        match value {
            Values::One(value) if inner.is_empty() && lanes == 1 => out.push(value),
            Values::One(value) => {
                let message = "a list of lists is wanted here";
                let help = "put braces around each row";
                return Err(Diagnostic::error(value.span, message).help(help));
            }
            Values::List(list) => flatten(inner, lanes, list, span, out)?,
        }
    }
    Ok(())
}

/// The most values that a variable of the module may be given in the text.
const MAX_VALUES: u64 = 1 << 16;

/// Zeros up to a number of values.
fn pad(out: &mut Vec<Expr>, count: u64, span: Span) -> Parsed<()> {
    if count > MAX_VALUES {
        let message = format!("more than {MAX_VALUES} first values");
        let help = "let the workload copy them from a buffer";
        return Err(Diagnostic::error(span, message).help(help));
    }
    while (out.len() as u64) < count {
        out.push(integer(0, span));
    }
    Ok(())
}

/// The members of a vector, or the only value in braces of its own.
fn flatten_vector(lanes: u8, list: Vec<Values>, span: Span, out: &mut Vec<Expr>) -> Parsed<()> {
    let given = list.len();
    let values: Option<Vec<Expr>> = list.into_iter().map(plain).collect();
    match values.filter(|_| given == usize::from(lanes)) {
        Some(values) => {
            out.extend(values);
            Ok(())
        }
        None => Err(Diagnostic::error(span, "the lists do not fit the elements")),
    }
}

fn no_list(value: &Expr) -> Diagnostic {
    let message = "an array's first values are a list";
    Diagnostic::error(value.span, message).help("write `= {…}`")
}

/// The value, where it is one alone.
fn plain(value: Values) -> Option<Expr> {
    match value {
        Values::One(value) => Some(value),
        Values::List(_) => None,
    }
}

/// The extents, the first one counted where it was left out.
fn complete(extents: Vec<Option<Expr>>, values: Option<&Values>, span: Span) -> Parsed<Vec<Expr>> {
    let mut complete = Vec::new();
    for (at, extent) in extents.into_iter().enumerate() {
        complete.push(match (extent, values) {
            (Some(extent), _) => extent,
            (None, Some(Values::List(list))) if at == 0 && !list.is_empty() => {
                integer(list.len() as u64, span)
            }
            (None, _) => {
                let message = "the array's size is missing";
                let help = "write it between the brackets";
                return Err(Diagnostic::error(span, message).help(help));
            }
        });
    }
    Ok(complete)
}

/// Stores a list's values into an array, and zero into the elements that are left.
fn fill(array: Expr, extents: &[Expr], list: Vec<Values>, out: &mut Vec<Statement>) -> Parsed<()> {
    let Some((extent, inner)) = extents.split_first() else {
        let message = "the list is deeper than the array";
        return Err(Diagnostic::error(array.span, message));
    };
    let given = list.len() as u64;
    for (at, value) in list.into_iter().enumerate() {
        let element = index(&array, integer(at as u64, array.span));
        match value {
            Values::List(list) => fill(element, inner, list, out)?,
            Values::One(value) if inner.is_empty() => out.push(store(element, value)),
            Values::One(value) => {
                let message = "a list of lists is wanted here";
                let help = "put braces around each row";
                return Err(Diagnostic::error(value.span, message).help(help));
            }
        }
    }
    match &extent.kind {
        ExprKind::Int { value, .. } if *value <= given => {}
        _ => out.push(zeros(array, given, extents, 0)),
    }
    Ok(())
}

/// A loop that stores zero from an element on, for each of the extents.
fn zeros(array: Expr, from: u64, extents: &[Expr], depth: usize) -> Statement {
    let span = array.span;
    let Some((extent, inner)) = extents.split_first() else {
        return store(array, integer(0, span));
    };
    let name = format!("{COUNTER}{depth}");
    let kind = ExprKind::Name(name.clone());
    let counter = Expr { kind, span };
    let element = index(&array, counter.clone());
    let (a, b) = (Box::new(counter.clone()), Box::new(extent.clone()));
    let kind = ExprKind::Binary(BinaryOperator::Less, a, b);
    let kind = StatementKind::Loop {
        init: Some(Declaration {
            ty: Some(TypeName::scalar(Scalar::I32)),
            name,
            name_span: span,
            extents: Vec::new(),
            init: Some(integer(from, span)),
        }),
        test: Test::Before(Some(Expr { kind, span })),
        step: vec![Action::Assign {
            target: counter,
            op: Some(BinaryOperator::Add),
            value: integer(1, span),
        }],
        body: vec![zeros(element, 0, inner, depth + 1)],
        unroll: Some(0),
    };
    Statement { kind, span }
}

fn store(target: Expr, value: Expr) -> Statement {
    let span = target.span;
    let kind = StatementKind::Store { target, value };
    Statement { kind, span }
}

fn index(array: &Expr, at: Expr) -> Expr {
    let span = array.span;
    let kind = ExprKind::Index(Box::new(array.clone()), Box::new(at));
    Expr { kind, span }
}

fn integer(value: u64, span: Span) -> Expr {
    let ty = Scalar::I32;
    let kind = ExprKind::Int { value, ty };
    Expr { kind, span }
}
