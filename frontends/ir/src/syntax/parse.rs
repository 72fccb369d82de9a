//! From RON types to the syntax tree: parses every string, and collects what is wrong.

use super::{Case, Element, Function, KernelBody, Param, Scope, Shared};
use super::{Statement, StatementKind, Text, text};
use crate::ast;
use crate::cexpr::{Action, Expr, ExprKind, Scalar, TypeName};
use crate::diagnostic::Diagnostic;
use crate::kernel::FenceScope;
use crate::source::Span;
use crate::spans::Spanned;

/// Parses a body's strings; `name` is the kernel's entry name.
pub fn parse(name: &str, body: &KernelBody) -> Result<ast::Kernel, Vec<Diagnostic>> {
    match body.text().map_err(|fault| vec![fault])? {
        Text::Statements => {}
        Text::Here(code) => return text::parse_here(name, body, code),
        Text::File(file) => {
            let message = "a kernel of another file cannot be read from here";
            return Err(vec![Diagnostic::error(file.span(), message)]);
        }
    }
    let Some(statements) = &body.body else {
        let message = format!("kernel `{name}` has no body");
        let help = "give CUDA C text as `code` or `cuda`, or statements as `body`";
        return Err(vec![Diagnostic::error(Span::NONE, message).help(help)]);
    };
    let mut parser = Parser { faults: Vec::new() };
    let kernel = ast::Kernel {
        name: name.to_owned(),
        bounds: parser.bounds(&body.launch_bounds),
        params: body.params.iter().map(|p| parser.param(p)).collect(),
        constants: body.constants.iter().map(|c| parser.constant(c)).collect(),
        shared: body.shared.iter().map(|s| parser.shared(s)).collect(),
        constant_buffers: body
            .constant_buffers
            .iter()
            .map(|c| parser.symbol(&c.0, &c.1, &c.2, &c.3))
            .collect(),
        globals: body
            .globals
            .iter()
            .map(|g| parser.symbol(&g.0, &g.1, &g.2, &g.3))
            .collect(),
        functions: body.functions.iter().map(|f| parser.function(f)).collect(),
        body: parser.statements(statements),
    };
    match parser.faults.is_empty() {
        true => Ok(kernel),
        false => Err(parser.faults),
    }
}

impl Element {
    /// The C type, where it is not named in C.
    fn known(&self) -> Option<TypeName> {
        let (scalar, lanes) = match self {
            Element::C(_) => return None,
            Element::I8 => (Scalar::I8, 1),
            Element::U8 => (Scalar::U8, 1),
            Element::I16 => (Scalar::I16, 1),
            Element::U16 => (Scalar::U16, 1),
            Element::I32 => (Scalar::I32, 1),
            Element::U32 => (Scalar::U32, 1),
            Element::I64 => (Scalar::I64, 1),
            Element::U64 => (Scalar::U64, 1),
            Element::F16 => (Scalar::F16, 1),
            Element::BF16 => (Scalar::Bf16, 1),
            Element::F16x2 => (Scalar::F16x2, 1),
            Element::BF16x2 => (Scalar::Bf16x2, 1),
            Element::F32 => (Scalar::F32, 1),
            Element::F64 => (Scalar::F64, 1),
            Element::I32x2 => (Scalar::I32, 2),
            Element::I32x4 => (Scalar::I32, 4),
            Element::U32x2 => (Scalar::U32, 2),
            Element::U32x4 => (Scalar::U32, 4),
            Element::F32x2 => (Scalar::F32, 2),
            Element::F32x4 => (Scalar::F32, 4),
            Element::F64x2 => (Scalar::F64, 2),
            Element::I32x3 => (Scalar::I32, 3),
            Element::U32x3 => (Scalar::U32, 3),
            Element::F32x3 => (Scalar::F32, 3),
            Element::F64x3 => (Scalar::F64, 3),
            Element::I8x2 => (Scalar::I8, 2),
            Element::I8x4 => (Scalar::I8, 4),
            Element::U8x2 => (Scalar::U8, 2),
            Element::U8x3 => (Scalar::U8, 3),
            Element::U8x4 => (Scalar::U8, 4),
            Element::I16x2 => (Scalar::I16, 2),
            Element::I16x4 => (Scalar::I16, 4),
            Element::U16x2 => (Scalar::U16, 2),
            Element::U16x4 => (Scalar::U16, 4),
            Element::I64x2 => (Scalar::I64, 2),
            Element::U64x2 => (Scalar::U64, 2),
        };
        Some(TypeName {
            lanes,
            ..TypeName::scalar(scalar)
        })
    }
}

struct Parser {
    faults: Vec<Diagnostic>,
}

impl Parser {
    fn bounds(&mut self, texts: &[Spanned]) -> Option<ast::LaunchBounds> {
        let (threads, blocks) = match texts {
            [] => return None,
            [threads] => (threads, None),
            [threads, blocks] => (threads, Some(blocks)),
            [_, _, third, ..] => {
                let message = "launch bounds are two numbers at most";
                let help = "write `[\"threads\", \"blocks\"]`";
                let fault = Diagnostic::error(third.span(), message).help(help);
                self.faults.push(fault);
                return None;
            }
        };
        Some(ast::LaunchBounds {
            threads: self.expression(threads),
            blocks: blocks.map(|blocks| self.expression(blocks)),
        })
    }

    fn expression(&mut self, text: &Spanned) -> Expr {
        self.keep(text.expression(), text, zero)
    }

    fn action(&mut self, text: &Spanned) -> Action {
        self.keep(text.action(), text, |span| Action::Evaluate(zero(span)))
    }

    fn actions(&mut self, text: &Spanned) -> Vec<Action> {
        self.keep(text.actions(), text, |_| Vec::new())
    }

    /// The result, or a note of the fault and something in the result's place.
    fn keep<T>(
        &mut self,
        result: Result<T, Diagnostic>,
        text: &Spanned,
        instead: impl FnOnce(Span) -> T,
    ) -> T {
        result.unwrap_or_else(|fault| {
            self.faults.push(fault);
            instead(text.span())
        })
    }

    fn name(&mut self, text: &Spanned) -> ast::Name {
        let proper = text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
            && !text.is_empty()
            && !text.starts_with(|c: char| c.is_ascii_digit());
        if !proper {
            let message = format!("`{text}` is not a name");
            let help = "use letters, digits and `_`, and begin with a letter";
            self.faults
                .push(Diagnostic::error(text.span(), message).help(help));
        }
        ast::Name {
            text: text.to_string(),
            span: text.span(),
        }
    }

    /// The C type of an element.
    fn element(&mut self, element: &Element) -> TypeName {
        match (element, element.known()) {
            (Element::C(text), _) => {
                let instead = |_| TypeName::scalar(Scalar::I32);
                self.keep(text.type_name(), text, instead)
            }
            (_, known) => known.unwrap_or(TypeName::scalar(Scalar::I32)),
        }
    }

    fn pointer(&mut self, element: &Element) -> TypeName {
        TypeName {
            pointers: 1,
            ..self.element(element)
        }
    }

    fn param(&mut self, param: &Param) -> ast::Param {
        let (name, ty, read_only) = match param {
            Param::Ptr(name, element) => (name, self.pointer(element), false),
            Param::ConstPtr(name, element) => {
                let ty = TypeName {
                    constant: true,
                    ..self.pointer(element)
                };
                (name, ty, true)
            }
            Param::I8(name) => (name, TypeName::scalar(Scalar::I8), false),
            Param::U8(name) => (name, TypeName::scalar(Scalar::U8), false),
            Param::I16(name) => (name, TypeName::scalar(Scalar::I16), false),
            Param::U16(name) => (name, TypeName::scalar(Scalar::U16), false),
            Param::I32(name) => (name, TypeName::scalar(Scalar::I32), false),
            Param::U32(name) => (name, TypeName::scalar(Scalar::U32), false),
            Param::I64(name) => (name, TypeName::scalar(Scalar::I64), false),
            Param::U64(name) => (name, TypeName::scalar(Scalar::U64), false),
            Param::F16(name) => (name, TypeName::scalar(Scalar::F16), false),
            Param::BF16(name) => (name, TypeName::scalar(Scalar::Bf16), false),
            Param::F32(name) => (name, TypeName::scalar(Scalar::F32), false),
            Param::F64(name) => (name, TypeName::scalar(Scalar::F64), false),
            Param::Value(name, element) | Param::Reference(name, element) => {
                (name, self.element(element), false)
            }
        };
        ast::Param {
            name: self.name(name),
            ty,
            read_only,
            by_reference: matches!(param, Param::Reference(..)),
        }
    }

    fn constant(&mut self, constant: &super::Const) -> ast::Constant {
        ast::Constant {
            name: self.name(&constant.0),
            value: self.expression(&constant.1),
        }
    }

    fn shared(&mut self, shared: &Shared) -> ast::Array {
        match shared {
            Shared::Shared(name, element, extents) => self.array(name, element, Some(extents)),
            Shared::Dynamic(name, element) => self.array(name, element, None),
        }
    }

    fn symbol(
        &mut self,
        name: &Spanned,
        element: &Element,
        extents: &[Spanned],
        init: &[Spanned],
    ) -> ast::Symbol {
        let mut all = |texts: &[Spanned]| texts.iter().map(|t| self.expression(t)).collect();
        let (extents, init) = (all(extents), all(init));
        ast::Symbol {
            name: self.name(name),
            element: self.element(element),
            extents,
            init,
        }
    }

    fn array(
        &mut self,
        name: &Spanned,
        element: &Element,
        extents: Option<&Vec<Spanned>>,
    ) -> ast::Array {
        ast::Array {
            name: self.name(name),
            element: self.element(element),
            extents: extents.map(|e| e.iter().map(|text| self.expression(text)).collect()),
        }
    }

    fn function(&mut self, function: &Function) -> ast::Function {
        ast::Function {
            name: self.name(&function.name),
            params: function.params.iter().map(|p| self.param(p)).collect(),
            returns: function.returns.as_ref().map(|ty| self.element(ty)),
            body: self.statements(&function.body),
        }
    }

    fn statements(&mut self, statements: &[Statement]) -> Vec<ast::Statement> {
        statements.iter().map(|s| self.statement(s)).collect()
    }

    fn statement(&mut self, statement: &Statement) -> ast::Statement {
        ast::Statement {
            kind: self.kind(&statement.kind, statement.span),
            span: statement.span,
        }
    }

    fn kind(&mut self, kind: &StatementKind, span: Span) -> ast::StatementKind {
        use ast::StatementKind as Tree;
        match kind {
            StatementKind::Let(name, value) => self.declare(name, Some(value)),
            StatementKind::Var(name) => self.declare(name, None),
            StatementKind::Assign(target, value) => Tree::Act(Action::Assign {
                target: self.expression(target),
                op: None,
                value: self.expression(value),
            }),
            StatementKind::Store(target, value) => Tree::Store {
                target: self.expression(target),
                value: self.expression(value),
            },
            StatementKind::Expr(text) => Tree::Act(self.action(text)),
            StatementKind::If(condition, then) => self.branch(condition, then, &[]),
            StatementKind::IfElse(condition, then, otherwise) => {
                self.branch(condition, then, otherwise)
            }
            StatementKind::For(..) | StatementKind::While(..) | StatementKind::DoWhile(..) => {
                self.repeat(kind, None)
            }
            StatementKind::Unroll(times, inner) => self.unroll(*times, inner, span),
            StatementKind::Switch(value, cases) => Tree::Switch {
                value: self.expression(value),
                cases: cases.iter().map(|case| self.case(case)).collect(),
            },
            StatementKind::Break => Tree::Break,
            StatementKind::Continue => Tree::Continue,
            StatementKind::Return => Tree::Return(None),
            StatementKind::ReturnValue(value) => Tree::Return(Some(self.expression(value))),
            StatementKind::Barrier => Tree::Barrier,
            StatementKind::SyncWarp => Tree::SyncWarp,
            StatementKind::Fence(scope) => Tree::Fence(match scope {
                Scope::Block => FenceScope::Block,
                Scope::Device => FenceScope::Device,
                Scope::System => FenceScope::System,
            }),
            StatementKind::Block(body) => Tree::Block(self.statements(body)),
        }
    }

    fn declare(&mut self, name: &Spanned, value: Option<&Spanned>) -> ast::StatementKind {
        let value = value.map(|value| self.expression(value));
        let mut declaration = match name.declaration() {
            Ok(declaration) => declaration,
            Err(fault) => {
                self.faults.push(fault);
                return ast::StatementKind::Block(Vec::new());
            }
        };
        if let (Some(init), true) = (&declaration.init, value.is_some()) {
            let message = "the value is given twice";
            let help = "write the name alone in the first string";
            self.faults
                .push(Diagnostic::error(init.span, message).help(help));
        }
        declaration.init = declaration.init.or(value);
        ast::StatementKind::Declare(declaration)
    }

    fn branch(
        &mut self,
        condition: &Spanned,
        then: &[Statement],
        otherwise: &[Statement],
    ) -> ast::StatementKind {
        ast::StatementKind::If {
            condition: self.expression(condition),
            then: self.statements(then),
            otherwise: self.statements(otherwise),
        }
    }

    fn unroll(&mut self, times: u32, inner: &Statement, span: Span) -> ast::StatementKind {
        match &inner.kind {
            StatementKind::For(..) | StatementKind::While(..) | StatementKind::DoWhile(..) => {
                self.repeat(&inner.kind, Some(times))
            }
            other => {
                let message = format!("Unroll before {}, which is no loop", other.name());
                let help = "put Unroll around a For, While or DoWhile";
                self.faults
                    .push(Diagnostic::error(span, message).help(help));
                ast::StatementKind::Block(Vec::new())
            }
        }
    }

    fn repeat(&mut self, kind: &StatementKind, unroll: Option<u32>) -> ast::StatementKind {
        let mut init = None;
        let mut step = Vec::new();
        let (test, body) = match kind {
            StatementKind::For(first, condition, last, body) => {
                init = self.for_init(first);
                step = optional(last).map_or(Vec::new(), |last| self.actions(last));
                let condition = optional(condition).map(|text| self.expression(text));
                (ast::Test::Before(condition), body)
            }
            StatementKind::While(condition, body) => {
                (ast::Test::Before(Some(self.expression(condition))), body)
            }
            StatementKind::DoWhile(body, condition) => {
                (ast::Test::After(self.expression(condition)), body)
            }
            _ => return ast::StatementKind::Block(Vec::new()),
        };
        ast::StatementKind::Loop {
            init,
            test,
            step,
            body: self.statements(body),
            unroll,
        }
    }

    fn for_init(&mut self, text: &Spanned) -> Option<crate::cexpr::Declaration> {
        match optional(text)?.declaration() {
            Ok(declaration) => Some(declaration),
            Err(fault) => {
                self.faults.push(fault);
                None
            }
        }
    }

    fn case(&mut self, case: &Case) -> ast::Case {
        let (values, body) = match case {
            Case::Case(values, body) => (Some(values), body),
            Case::Default(body) => (None, body),
        };
        ast::Case {
            values: values.map(|v| v.iter().map(|text| self.expression(text)).collect()),
            body: self.statements(body),
        }
    }
}

fn optional(text: &Spanned) -> Option<&Spanned> {
    (!text.trim().is_empty()).then_some(text)
}

fn zero(span: Span) -> Expr {
    let ty = Scalar::I32;
    let kind = ExprKind::Int { value: 0, ty };
    Expr { kind, span }
}
