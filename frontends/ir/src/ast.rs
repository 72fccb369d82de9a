//! The syntax tree of a kernel: statements with parsed expressions, every place in the file.
//!
//! RON bodies ([`crate::syntax`]) and later CUDA C text parse into this very tree. It is not
//! typed: names and types are resolved in lowering.

use crate::cexpr::{Action, Declaration, Expr, TypeName};
use crate::kernel::FenceScope;
use crate::source::Span;

/// A name and its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Name {
    /// The name.
    pub text: String,
    /// Where it is declared.
    pub span: Span,
}

/// A parameter.
#[derive(Clone, Debug, PartialEq)]
pub struct Param {
    /// Its name.
    pub name: Name,
    /// Its type.
    pub ty: TypeName,
    /// Whether it is a pointer that nobody writes through while the kernel runs.
    pub read_only: bool,
    /// Whether it is another name for the argument, which must then be a variable or an
    /// element; only device functions have such parameters.
    pub by_reference: bool,
}

/// A compile-time number.
#[derive(Clone, Debug, PartialEq)]
pub struct Constant {
    /// Its name.
    pub name: Name,
    /// Its value.
    pub value: Expr,
}

/// A shared array.
#[derive(Clone, Debug, PartialEq)]
pub struct Array {
    /// Its name.
    pub name: Name,
    /// Type of an element.
    pub element: TypeName,
    /// Extents, outermost first; `None` for dynamic shared memory.
    pub extents: Option<Vec<Expr>>,
}

/// A variable of the module: `__constant__` or `__device__`.
#[derive(Clone, Debug, PartialEq)]
pub struct Symbol {
    /// Its name.
    pub name: Name,
    /// Type of an element.
    pub element: TypeName,
    /// Extents, outermost first; none for a single element.
    pub extents: Vec<Expr>,
    /// First values of the elements in order of address; those left out are zero.
    pub init: Vec<Expr>,
}

/// A device function.
#[derive(Clone, Debug, PartialEq)]
pub struct Function {
    /// Its name.
    pub name: Name,
    /// Its parameters.
    pub params: Vec<Param>,
    /// What it returns.
    pub returns: Option<TypeName>,
    /// Its statements.
    pub body: Vec<Statement>,
}

/// `__launch_bounds__`: what a kernel's launches keep to, so that the compiler may rely on it.
#[derive(Clone, Debug, PartialEq)]
pub struct LaunchBounds {
    /// Threads of a block at most.
    pub threads: Expr,
    /// Blocks of that size that an SM is to hold at once.
    pub blocks: Option<Expr>,
}

/// A kernel.
#[derive(Clone, Debug, PartialEq)]
pub struct Kernel {
    /// Its name.
    pub name: String,
    /// What its launches keep to.
    pub bounds: Option<LaunchBounds>,
    /// Parameters, in order.
    pub params: Vec<Param>,
    /// Compile-time numbers, each seeing those before it.
    pub constants: Vec<Constant>,
    /// Shared arrays.
    pub shared: Vec<Array>,
    /// `__constant__` variables.
    pub constant_buffers: Vec<Symbol>,
    /// `__device__` variables.
    pub globals: Vec<Symbol>,
    /// Device functions.
    pub functions: Vec<Function>,
    /// The statements.
    pub body: Vec<Statement>,
}

/// A statement and its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Statement {
    /// What it is.
    pub kind: StatementKind,
    /// Where it begins.
    pub span: Span,
}

/// What a loop tests, and when.
#[derive(Clone, Debug, PartialEq)]
pub enum Test {
    /// Before each trip; `None` never ends it.
    Before(Option<Expr>),
    /// After each trip.
    After(Expr),
}

/// A part of a `switch`, without fall-through.
#[derive(Clone, Debug, PartialEq)]
pub struct Case {
    /// The constants; `None` for the default.
    pub values: Option<Vec<Expr>>,
    /// The statements.
    pub body: Vec<Statement>,
}

/// What a statement is. Trees are small and walked once, so a loop's size does not matter.
#[derive(Clone, Debug, PartialEq)]
#[allow(clippy::large_enum_variant)]
pub enum StatementKind {
    /// A declaration, with or without a value.
    Declare(Declaration),
    /// `target = value` with a target in memory.
    Store {
        /// Where to.
        target: Expr,
        /// What.
        value: Expr,
    },
    /// An expression statement.
    Act(Action),
    /// `if`.
    If {
        /// The condition.
        condition: Expr,
        /// Where it holds.
        then: Vec<Statement>,
        /// Where it does not.
        otherwise: Vec<Statement>,
    },
    /// `for`, `while` and `do`.
    Loop {
        /// What the loop declares for itself.
        init: Option<Declaration>,
        /// What it tests.
        test: Test,
        /// What it does after each trip, `continue` included, in order.
        step: Vec<Action>,
        /// Its statements.
        body: Vec<Statement>,
        /// How often to unroll.
        unroll: Option<u32>,
    },
    /// `switch`.
    Switch {
        /// What is looked at.
        value: Expr,
        /// The parts.
        cases: Vec<Case>,
    },
    /// `break`.
    Break,
    /// `continue`.
    Continue,
    /// `return`.
    Return(Option<Expr>),
    /// `__syncthreads()`.
    Barrier,
    /// `__syncwarp()` of all lanes.
    SyncWarp,
    /// `__threadfence…()`.
    Fence(FenceScope),
    /// `{ … }`.
    Block(Vec<Statement>),
}

impl Statement {
    /// Calls `f` on every expression of the statement and of those within, but not on the
    /// expressions within expressions.
    pub fn for_each_expression<'a>(&'a self, f: &mut dyn FnMut(&'a Expr)) {
        match &self.kind {
            StatementKind::Declare(declaration) => in_declaration(declaration, f),
            StatementKind::Store { target, value } => [target, value].into_iter().for_each(f),
            StatementKind::Act(action) => in_action(action, f),
            StatementKind::If {
                condition,
                then,
                otherwise,
            } => {
                f(condition);
                then.iter()
                    .chain(otherwise)
                    .for_each(|s| s.for_each_expression(f));
            }
            StatementKind::Loop {
                init,
                test: Test::Before(test),
                step,
                body,
                unroll: _,
            } => in_loop(init, test.as_ref(), step, body, f),
            StatementKind::Loop {
                init,
                test: Test::After(test),
                step,
                body,
                unroll: _,
            } => in_loop(init, Some(test), step, body, f),
            StatementKind::Switch { value, cases } => {
                f(value);
                let values = cases.iter().flat_map(|case| case.values.iter().flatten());
                values.for_each(&mut *f);
                let bodies = cases.iter().flat_map(|case| &case.body);
                bodies.for_each(|s| s.for_each_expression(f));
            }
            StatementKind::Return(value) => value.iter().for_each(f),
            StatementKind::Block(body) => body.iter().for_each(|s| s.for_each_expression(f)),
            StatementKind::Break
            | StatementKind::Continue
            | StatementKind::Barrier
            | StatementKind::SyncWarp
            | StatementKind::Fence(_) => {}
        }
    }
}

impl Statement {
    /// Calls `f` on the target and the value of every assignment that is a statement or a
    /// loop's step, here and within.
    pub fn for_each_assignment<'a>(&'a self, f: &mut dyn FnMut(&'a Expr, &'a Expr)) {
        match &self.kind {
            StatementKind::Store { target, value } => f(target, value),
            StatementKind::Act(action) => assigned(action, f),
            StatementKind::If {
                then, otherwise, ..
            } => {
                let sides = then.iter().chain(otherwise);
                sides.for_each(|s| s.for_each_assignment(f));
            }
            StatementKind::Loop { step, body, .. } => {
                body.iter().for_each(|s| s.for_each_assignment(f));
                step.iter().for_each(|action| assigned(action, f));
            }
            StatementKind::Switch { cases, .. } => {
                let bodies = cases.iter().flat_map(|case| &case.body);
                bodies.for_each(|s| s.for_each_assignment(f));
            }
            StatementKind::Block(body) => body.iter().for_each(|s| s.for_each_assignment(f)),
            StatementKind::Declare(_)
            | StatementKind::Break
            | StatementKind::Continue
            | StatementKind::Return(_)
            | StatementKind::Barrier
            | StatementKind::SyncWarp
            | StatementKind::Fence(_) => {}
        }
    }
}

fn assigned<'a>(action: &'a Action, f: &mut dyn FnMut(&'a Expr, &'a Expr)) {
    if let Action::Assign { target, value, .. } = action {
        f(target, value);
    }
}

fn in_loop<'a>(
    init: &'a Option<Declaration>,
    test: Option<&'a Expr>,
    step: &'a [Action],
    body: &'a [Statement],
    f: &mut dyn FnMut(&'a Expr),
) {
    init.iter().for_each(|init| in_declaration(init, f));
    test.into_iter().for_each(&mut *f);
    step.iter().for_each(|action| in_action(action, f));
    body.iter().for_each(|s| s.for_each_expression(f));
}

fn in_declaration<'a>(declaration: &'a Declaration, f: &mut dyn FnMut(&'a Expr)) {
    declaration
        .extents
        .iter()
        .chain(&declaration.init)
        .for_each(f);
}

fn in_action<'a>(action: &'a Action, f: &mut dyn FnMut(&'a Expr)) {
    match action {
        Action::Assign { target, value, .. } => [target, value].into_iter().for_each(f),
        Action::Evaluate(expr) => f(expr),
    }
}
