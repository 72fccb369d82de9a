//! A generated program as a kernel body, as a workload file would hold it.

use super::program::{BLOCK, Expr, Program, SLOTS, Stmt, VARIABLES};
use sim_ir::source::Span;
use sim_ir::spans::Spanned;
use sim_ir::syntax::{Case, Element, KernelBody, Param, Shared, Statement, StatementKind};
use std::fmt;

fn text(string: impl Into<String>) -> Spanned {
    Spanned::new(string)
}

fn statement(kind: StatementKind) -> Statement {
    let span = Span::NONE;
    Statement { kind, span }
}

impl Program {
    /// The program as a kernel body.
    pub fn body(&self) -> KernelBody {
        let mut body = self.prologue();
        let mut writer = Writer { counters: 0 };
        body.extend(self.statements.iter().flat_map(|s| writer.statement(s)));
        body.extend(epilogue());
        KernelBody {
            params: vec![
                Param::Ptr(text("out"), Element::U32),
                Param::Ptr(text("sums"), Element::U32),
                Param::ConstPtr(text("in"), Element::I32),
            ],
            shared: vec![Shared::Shared(
                text("tile"),
                Element::I32,
                vec![text(BLOCK.to_string())],
            )],
            body: Some(body),
            ..KernelBody::default()
        }
    }

    fn prologue(&self) -> Vec<Statement> {
        let mine = format!("(blockIdx.x * blockDim.x + threadIdx.x) * {SLOTS}");
        let mut lets = vec![statement(StatementKind::Let(text("mine"), text(mine)))];
        lets.extend(VARIABLES.iter().enumerate().map(|(index, (name, ty))| {
            let declaration = text(format!("{} {name}", ty.c_name()));
            let value = text(format!("in[{index}] + threadIdx.x"));
            statement(StatementKind::Let(declaration, value))
        }));
        lets.push(statement(StatementKind::Store(
            text("tile[threadIdx.x]"),
            text("0"),
        )));
        lets.push(statement(StatementKind::Barrier));
        lets
    }
}

/// Every variable's value, written out.
fn epilogue() -> Vec<Statement> {
    let values = [
        "a",
        "b",
        "c",
        "c >> 32",
        "__float_as_uint(x)",
        "u",
        "s",
        "p",
    ];
    let store = |(slot, value): (usize, &&str)| {
        let place = text(format!("out[mine + {slot}]"));
        statement(StatementKind::Store(place, text(*value)))
    };
    values.iter().enumerate().map(store).collect()
}

/// Writes statements; loop counters get names of their own.
struct Writer {
    counters: u32,
}

impl Writer {
    fn block(&mut self, statements: &[Stmt]) -> Vec<Statement> {
        statements.iter().flat_map(|s| self.statement(s)).collect()
    }

    fn statement(&mut self, stmt: &Stmt) -> Vec<Statement> {
        let kind = match stmt {
            Stmt::Assign(variable, value) => {
                StatementKind::Assign(text(VARIABLES[*variable].0), text(value.to_string()))
            }
            Stmt::Update(variable, op, value) => {
                let name = VARIABLES[*variable].0;
                StatementKind::Expr(text(format!("{name} {}= {value}", op.symbol())))
            }
            Stmt::If(condition, then, otherwise) => {
                let condition = text(condition.to_string());
                let (then, otherwise) = (self.block(then), self.block(otherwise));
                match otherwise.is_empty() {
                    true => StatementKind::If(condition, then),
                    false => StatementKind::IfElse(condition, then, otherwise),
                }
            }
            Stmt::Repeat(..) | Stmt::RepeatAfter(..) => return self.repeat(stmt),
            Stmt::Counted(trips, hint, body) => self.counted(*trips, *hint, body),
            Stmt::Switch(value, cases, default) => self.switch(value, cases, default),
            Stmt::BreakIf(condition) => guarded(condition, StatementKind::Break),
            Stmt::ContinueIf(condition) => guarded(condition, StatementKind::Continue),
            Stmt::ReturnIf(condition) => guarded(condition, StatementKind::Return),
            Stmt::Put(slot, value) => {
                StatementKind::Store(text(format!("out[mine + {slot}]")), text(value.to_string()))
            }
            Stmt::Count(sum, value) => {
                StatementKind::Expr(text(format!("atomicAdd(&sums[{sum}], (unsigned) {value})")))
            }
            Stmt::Exchange(distance, value) => return exchange(*distance, value),
            Stmt::Tell(key, value) => return self.tell(key, value),
        };
        vec![statement(kind)]
    }

    /// All lanes that have not ended come here, by what ways ever.
    fn tell(&mut self, key: &Expr, value: &Expr) -> Vec<Statement> {
        self.counters += 1;
        let (m, v) = (format!("m{}", self.counters), format!("v{}", self.counters));
        let alike = format!("__match_any_sync(0xffffffff, {key} & 3)");
        let told = [
            format!("__reduce_add_sync({m}, (unsigned) {v})"),
            format!("(unsigned) __reduce_min_sync({m}, {v})"),
            format!("__ballot_sync({m}, {v} & 1)"),
            format!("3 * __match_any_sync({m}, {v} & 1)"),
        ];
        vec![
            statement(StatementKind::Let(
                text(format!("unsigned {m}")),
                text(alike),
            )),
            statement(StatementKind::Let(
                text(format!("int {v}")),
                text(value.to_string()),
            )),
            statement(StatementKind::Assign(text("a"), text(told.join(" ^ ")))),
        ]
    }

    fn counted(&mut self, trips: u32, hint: u32, body: &[Stmt]) -> StatementKind {
        self.counters += 1;
        let k = format!("k{}", self.counters);
        let mut inner = vec![statement(StatementKind::Expr(text(format!("a += {k}"))))];
        inner.extend(self.block(body));
        let (init, test) = (format!("int {k} = 0"), format!("{k} < {trips}"));
        let kind = StatementKind::For(text(init), text(test), text(format!("{k} += 1")), inner);
        StatementKind::Unroll(hint, Box::new(statement(kind)))
    }

    fn switch(&mut self, value: &Expr, cases: &[Vec<Stmt>], default: &[Stmt]) -> StatementKind {
        let mut parts: Vec<Case> = Vec::new();
        for (n, body) in cases.iter().enumerate() {
            let values = [2 * n, 2 * n + 1].map(|value| text(value.to_string()));
            parts.push(Case::Case(values.to_vec(), self.block(body)));
        }
        parts.push(Case::Default(self.block(default)));
        StatementKind::Switch(text(format!("{value} & 7")), parts)
    }

    fn repeat(&mut self, stmt: &Stmt) -> Vec<Statement> {
        self.counters += 1;
        let (k, n) = (format!("k{}", self.counters), format!("n{}", self.counters));
        let bound = |bound: &Expr| {
            let declaration = text(format!("int {n}"));
            statement(StatementKind::Let(
                declaration,
                text(format!("{bound} & 15")),
            ))
        };
        match stmt {
            Stmt::Repeat(trips, body) => {
                let body = self.block(body);
                let kind = StatementKind::For(
                    text(format!("{k} = 0")),
                    text(format!("{k} < {n}")),
                    text(format!("{k}++")),
                    body,
                );
                vec![bound(trips), statement(kind)]
            }
            Stmt::RepeatAfter(trips, body) => {
                // The counter moves first, so that `continue` cannot skip it.
                let mut inner = vec![statement(StatementKind::Expr(text(format!("{k}++"))))];
                inner.extend(self.block(body));
                let counter = StatementKind::Let(text(format!("int {k}")), text("0"));
                let repeat = StatementKind::DoWhile(inner, text(format!("{k} <= {n}")));
                vec![bound(trips), statement(counter), statement(repeat)]
            }
            _ => Vec::new(),
        }
    }
}

fn guarded(condition: &Expr, kind: StatementKind) -> StatementKind {
    StatementKind::If(text(condition.to_string()), vec![statement(kind)])
}

fn exchange(distance: u32, value: &Expr) -> Vec<Statement> {
    let from = format!("tile[(threadIdx.x + {distance}) % {BLOCK}]");
    vec![
        statement(StatementKind::Store(
            text("tile[threadIdx.x]"),
            text(value.to_string()),
        )),
        statement(StatementKind::Barrier),
        statement(StatementKind::Assign(text("a"), text(from))),
        statement(StatementKind::Barrier),
    ]
}

/// The program as it would stand in a file, for messages.
impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fn write(f: &mut fmt::Formatter<'_>, list: &[Statement], depth: usize) -> fmt::Result {
            let indent = "  ".repeat(depth);
            for statement in list {
                let kind = &statement.kind;
                match kind {
                    StatementKind::If(c, body) | StatementKind::While(c, body) => {
                        writeln!(f, "{indent}{} {c}", kind.name())?;
                        write(f, body, depth + 1)?;
                    }
                    StatementKind::IfElse(c, then, otherwise) => {
                        writeln!(f, "{indent}if {c}")?;
                        write(f, then, depth + 1)?;
                        writeln!(f, "{indent}else")?;
                        write(f, otherwise, depth + 1)?;
                    }
                    StatementKind::For(a, b, c, body) => {
                        writeln!(f, "{indent}for {a}; {b}; {c}")?;
                        write(f, body, depth + 1)?;
                    }
                    StatementKind::DoWhile(body, c) => {
                        writeln!(f, "{indent}do, while {c}")?;
                        write(f, body, depth + 1)?;
                    }
                    StatementKind::Unroll(n, inner) => {
                        writeln!(f, "{indent}unroll {n}")?;
                        write(f, std::slice::from_ref(inner), depth)?;
                    }
                    StatementKind::Switch(value, cases) => {
                        writeln!(f, "{indent}switch {value}")?;
                        for case in cases {
                            let (Case::Case(_, body) | Case::Default(body)) = case;
                            writeln!(f, "{indent}case")?;
                            write(f, body, depth + 1)?;
                        }
                    }
                    StatementKind::Let(a, b)
                    | StatementKind::Assign(a, b)
                    | StatementKind::Store(a, b) => writeln!(f, "{indent}{a} = {b}")?,
                    StatementKind::Expr(a) => writeln!(f, "{indent}{a}")?,
                    other => writeln!(f, "{indent}{}", other.name())?,
                }
            }
            Ok(())
        }
        write(f, &self.body().body.unwrap_or_default(), 0)
    }
}
