//! What names mean while a text is parsed: just enough to move shared arrays out of bodies.
//!
//! C lets each block declare `__shared__` arrays; the tree has one list of them for the kernel.
//! So an array gets a name that nothing else in the text has, its own wherever possible, and
//! every use of the old name within the block becomes the new one. Extents may use constants of
//! the body, which do not exist outside of it: their values take the names' places.

use crate::cexpr::{BinaryOperator, Expr, ExprKind, Scalar};
use crate::source::Span;
use indexmap::{IndexMap, IndexSet};

/// What a name means.
#[derive(Clone, Debug)]
pub(super) enum Meaning {
    /// A variable, parameter or function.
    Plain,
    /// An integer known now.
    Constant(i64),
    /// A shared array that is called otherwise outside of the body.
    Shared(String),
}

/// Names in force, innermost scope last; the first scope is the file's.
pub(super) struct Names {
    scopes: Vec<IndexMap<String, Meaning>>,
    /// Every word of the text.
    words: IndexSet<String>,
    /// Shared arrays' names so far.
    taken: IndexSet<String>,
    /// Names that the present function uses and does not declare, with their first places.
    pub free: IndexMap<String, Span>,
}

impl Names {
    /// No names yet; `words` are all that the text holds.
    pub fn new(words: IndexSet<String>) -> Self {
        Self {
            scopes: vec![IndexMap::new()],
            words,
            taken: IndexSet::new(),
            free: IndexMap::new(),
        }
    }

    /// Begins a scope.
    pub fn enter(&mut self) {
        self.scopes.push(IndexMap::new());
    }

    /// Ends the innermost scope.
    pub fn leave(&mut self) {
        self.scopes.pop();
    }

    /// Gives a name a meaning in the innermost scope.
    pub fn declare(&mut self, name: &str, meaning: Meaning) {
        if let Some(scope) = self.scopes.last_mut() {
            scope.insert(name.to_owned(), meaning);
        }
    }

    /// Declares a shared array; returns its name outside of the body. In a device function it
    /// is the function's name with its own, since kernels have the first right to a name.
    pub fn declare_shared(&mut self, name: &str, function: Option<&str>) -> String {
        let wanted = match function {
            Some(function) => format!("{function}_{name}"),
            None => name.to_owned(),
        };
        let free = |candidate: &String| {
            let own = candidate == name && !self.scopes[0].contains_key(name);
            !self.taken.contains(candidate) && (own || !self.words.contains(candidate))
        };
        let numbered = (2..).map(|n| format!("{wanted}_{n}"));
        let chosen = std::iter::once(wanted.clone()).chain(numbered).find(free);
        let chosen = chosen.unwrap_or(wanted.clone());
        self.taken.insert(chosen.clone());
        self.declare(name, Meaning::Shared(chosen.clone()));
        chosen
    }

    /// Ends a kernel: the next one may use the names of its shared arrays again.
    pub fn forget<'a>(&mut self, shared: impl Iterator<Item = &'a str>) {
        for name in shared {
            self.taken.shift_remove(name);
        }
    }

    fn find(&self, name: &str) -> Option<&Meaning> {
        self.scopes.iter().rev().find_map(|scope| scope.get(name))
    }

    /// Whether the file declares a name.
    pub fn is_of_file(&self, name: &str) -> bool {
        self.scopes[0].contains_key(name)
    }

    /// Puts the outer names of shared arrays into an expression.
    pub fn resolve(&mut self, expr: &mut Expr) {
        if let ExprKind::Name(name) = &mut expr.kind {
            if self.find_inner(name).is_none() {
                self.free.entry(name.clone()).or_insert(expr.span);
            }
            if let Some(Meaning::Shared(outer)) = self.find(name) {
                *name = outer.clone();
            }
        }
        expr.for_each_child_mut(&mut |child| self.resolve(child));
    }

    /// Puts the values of the body's constants into an expression, since the names mean nothing
    /// outside of the body. The constants of the file stay.
    pub fn inline_constants(&self, expr: &mut Expr) {
        if let ExprKind::Name(name) = &expr.kind
            && let Some(Meaning::Constant(value)) = self.find_inner(name)
            && let Ok(value) = u64::try_from(*value)
        {
            let ty = match value <= i32::MAX as u64 {
                true => Scalar::I32,
                false => Scalar::I64,
            };
            expr.kind = ExprKind::Int { value, ty };
        }
        expr.for_each_child_mut(&mut |child| self.inline_constants(child));
    }

    /// The place of the first name in an expression that only the body knows.
    pub fn first_local(&self, expr: &Expr) -> Option<Span> {
        if let ExprKind::Name(name) = &expr.kind {
            return self.find_inner(name).map(|_| expr.span);
        }
        let mut found = None;
        expr.for_each_child(&mut |child| found = found.or_else(|| self.first_local(child)));
        found
    }

    fn find_inner(&self, name: &str) -> Option<&Meaning> {
        let inner = self.scopes.iter().skip(1).rev();
        inner.into_iter().find_map(|scope| scope.get(name))
    }

    /// The integer that an expression of literals and constants comes to.
    pub fn integer(&self, expr: &Expr) -> Option<i64> {
        match &expr.kind {
            ExprKind::Int { value, .. } => i64::try_from(*value).ok(),
            ExprKind::Cast(_, inner) => self.integer(inner),
            ExprKind::Name(name) => match self.find(name)? {
                Meaning::Constant(value) => Some(*value),
                Meaning::Plain | Meaning::Shared(_) => None,
            },
            ExprKind::Binary(op, a, b) => calculate(*op, self.integer(a)?, self.integer(b)?),
            _ => None,
        }
    }
}

/// The operations that sizes are made with.
fn calculate(op: BinaryOperator, a: i64, b: i64) -> Option<i64> {
    match op {
        BinaryOperator::Add => a.checked_add(b),
        BinaryOperator::Sub => a.checked_sub(b),
        BinaryOperator::Mul => a.checked_mul(b),
        BinaryOperator::Div => a.checked_div(b),
        BinaryOperator::Shl => (0..32).contains(&b).then(|| a.checked_mul(1 << b))?,
        _ => None,
    }
}
