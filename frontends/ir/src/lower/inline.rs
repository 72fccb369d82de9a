//! Device functions: each call is the function's body in place, with names of its own.

use super::assign::type_at;
use super::calls::wrong_count;
use super::convert::{decayed, registers_of};
use super::declare::plain_type;
use super::scope::{Binding, Changed};
use super::value::{Place, Ty, Value};
use super::{Lowered, Lowering};
use crate::ast::{Function, Param, Statement, StatementKind};
use crate::cexpr::{Expr, ExprKind, UnaryOperator};
use crate::diagnostic::Diagnostic;
use crate::kernel::{BlockId, RegionKind};
use crate::math_library::library;
use crate::source::Span;

/// An argument.
enum Given {
    /// A value, and its place in the source.
    Value(Value, Span),
    /// What a reference names.
    Place(Place),
}

/// A device function that is being inlined.
pub(super) struct Inlined {
    pub(super) name: String,
    /// Whether it is one of the library's, which have names of their own.
    in_library: bool,
    /// Where its result goes.
    result: Option<Place>,
    /// Where an early return goes; nowhere special, if the only return is at the end.
    end: Option<BlockId>,
    /// Open regions that a return stays in.
    around: usize,
}

impl Lowering<'_> {
    pub(super) fn inline(
        &mut self,
        function: &Function,
        args: &[Expr],
        span: Span,
    ) -> Lowered<Value> {
        let values = self.given(function, args, span)?;
        self.inline_given(function, values, span)
    }

    /// The same for a function of the library. What it emits belongs to the call, and it sees
    /// neither the functions nor the variables of the kernel. Kernels pass it pointers to where
    /// results go, as in C; its text takes references.
    pub(super) fn inline_from_library(
        &mut self,
        function: &'static Function,
        args: &[Expr],
        span: Span,
    ) -> Lowered<Value> {
        let values = match self.in_library {
            true => self.given(function, args, span)?,
            false => self.given(function, &pointees(function, args), span)?,
        };
        let library = library();
        let own = std::mem::replace(&mut self.functions, &library.functions);
        let changed = self.scope.change_text(Changed {
            assigned: library.assigned.clone(),
            referenced: library.referenced.clone(),
        });
        let call = self.build.call.replace(span);
        let outside = std::mem::replace(&mut self.in_library, true);
        let result = self.inline_given(function, values, span);
        self.in_library = outside;
        self.build.call = call;
        self.scope.change_text(changed);
        self.functions = own;
        result
    }

    fn given(&mut self, function: &Function, args: &[Expr], span: Span) -> Lowered<Vec<Given>> {
        let name = &function.name.text;
        let inside = |outer: &Inlined| outer.name == *name && outer.in_library == self.in_library;
        if self.inlined.iter().any(inside) {
            let message = format!("`{name}` calls itself");
            let help = "device functions are inlined; write a loop";
            return Err(Diagnostic::error(span, message).help(help));
        }
        if args.len() != function.params.len() {
            return Err(wrong_count(args.len(), function.params.len(), span)
                .also(function.name.span, "declared here"));
        }
        let mut values = Vec::new();
        for (param, arg) in function.params.iter().zip(args) {
            let given = match param.by_reference {
                true => Given::Place(self.referent(param, arg)?),
                false => Given::Value(decayed(self.rvalue(arg)?), arg.span),
            };
            values.push(given);
        }
        Ok(values)
    }

    fn inline_given(
        &mut self,
        function: &Function,
        values: Vec<Given>,
        span: Span,
    ) -> Lowered<Value> {
        let hidden = self.scope.hide();
        let loops = std::mem::take(&mut self.loops);
        self.scope.enter();
        let result = self.bind_parameters(function, values);
        let result = result.and_then(|()| self.inline_body(function, span));
        self.scope.leave();
        self.loops = loops;
        self.scope.restore(hidden);
        result
    }

    /// What an argument names that is passed by reference.
    fn referent(&mut self, param: &Param, arg: &Expr) -> Lowered<Place> {
        self.check_changeable(arg)?;
        let place = self.place(arg)?;
        let ty = match &place {
            Place::Half(pair, ..) => {
                let message = format!("half of a `{pair}` cannot be referred to");
                let help = "copy it to a variable, and back";
                return Err(Diagnostic::error(arg.span, message).help(help));
            }
            other => type_at(other),
        };
        let wanted = plain_type(param.ty);
        match ty == wanted {
            true => Ok(place),
            false => {
                let message = format!("a reference to `{wanted}` cannot name `{ty}`");
                let fault = Diagnostic::error(arg.span, message);
                let fault = fault.also(param.name.span, "declared here");
                Err(fault.help("pass a variable of the very type"))
            }
        }
    }

    fn bind_parameters(&mut self, function: &Function, args: Vec<Given>) -> Lowered<()> {
        for (param, given) in function.params.iter().zip(args) {
            let name = &param.name.text;
            let (value, span) = match given {
                Given::Value(value, span) => (value, span),
                Given::Place(place) => {
                    let binding = match place {
                        Place::Variable(ty, regs) => Binding::Variable(ty, regs),
                        Place::Memory(pointer, addr) => Binding::Array(pointer, addr, Vec::new()),
                        Place::Half(..) => Binding::Broken,
                    };
                    self.scope.bind(name, param.name.span, binding)?;
                    continue;
                }
            };
            let ty = super::declare::named_type(param.ty, &value, span)?;
            let value = self.assignable(value, ty, span)?;
            let operands = self.operands(&value);
            let mutable = self.scope.is_assigned(name)
                || operands
                    .iter()
                    .any(|operand| self.build.is_mutable(*operand));
            let binding = match mutable {
                true => {
                    let regs = self.variable(ty, name);
                    for (reg, operand) in regs.iter().zip(operands) {
                        self.build.assign_copy(*reg, operand);
                    }
                    Binding::Variable(ty, regs)
                }
                false => {
                    for operand in &operands {
                        self.build.name_temporary(*operand, name);
                    }
                    Binding::Value(self.value_of(ty, operands))
                }
            };
            self.scope.bind(name, param.name.span, binding)?;
            self.scope.fix_if(param.ty.is_fixed());
        }
        Ok(())
    }

    fn inline_body(&mut self, function: &Function, span: Span) -> Lowered<Value> {
        let ty = function.returns.map(|ty| match ty.lanes {
            1 => Ty::Scalar(ty.scalar),
            lanes => Ty::Vector(ty.scalar, lanes),
        });
        let place = ty.map(|ty| {
            let types = registers_of(ty).into_iter();
            Place::Variable(ty, types.map(|ty| self.build.temporary(ty)).collect())
        });
        let end = returns_early(function).then(|| self.open_function());
        self.inlined.push(Inlined {
            name: function.name.text.clone(),
            in_library: self.in_library,
            result: place.clone(),
            end,
            around: self.build.open.len(),
        });
        self.scoped(&function.body);
        self.inlined.pop();
        if let Some(end) = end {
            self.build.jump(end);
            self.build.open.pop();
            self.build.switch_to(end);
        }
        match place {
            Some(place) => self.read(place, span),
            None => Ok(Value::Void),
        }
    }

    /// Opens the region of a function that returns early, and gives the block where its
    /// returns meet. The region opens at the end of a block of its own, before anything parts.
    fn open_function(&mut self) -> BlockId {
        let (first, end) = (self.build.new_block(), self.build.new_block());
        self.build.open_region(RegionKind::Selection, end);
        self.build.jump(first);
        self.build.switch_to(first);
        end
    }

    pub(super) fn return_from_function(&mut self, value: Option<&Expr>, span: Span) -> Lowered<()> {
        let source = match value {
            Some(value) => Some((self.rvalue(value)?, value.span)),
            None => None,
        };
        let Some(function) = self.inlined.last() else {
            return Ok(());
        };
        let (end, around) = (function.end, function.around);
        match (function.result.clone(), source) {
            (Some(place), Some((source, span))) => self.write(place, source, span)?,
            (None, None) => {}
            (Some(_), None) => {
                let message = "this function returns a value";
                return Err(Diagnostic::error(span, message).help("write `return value;`"));
            }
            (None, Some((_, span))) => {
                let message = "this function returns nothing";
                return Err(Diagnostic::error(span, message).help("write `return;`"));
            }
        }
        if let Some(end) = end {
            self.build.jump_out(end, around);
        }
        Ok(())
    }
}

/// The arguments, with what they point at in place of pointers for references.
pub(super) fn pointees(function: &Function, args: &[Expr]) -> Vec<Expr> {
    let by_reference = |at: usize| function.params.get(at).is_some_and(|p| p.by_reference);
    let pointee = |(at, arg): (usize, &Expr)| match (by_reference(at), &arg.kind) {
        (false, _) => arg.clone(),
        (true, ExprKind::Unary(UnaryOperator::AddressOf, inner)) => (**inner).clone(),
        (true, _) => Expr {
            kind: ExprKind::Unary(UnaryOperator::Dereference, Box::new(arg.clone())),
            span: arg.span,
        },
    };
    args.iter().enumerate().map(pointee).collect()
}

/// Whether a function returns anywhere but at its very end.
fn returns_early(function: &Function) -> bool {
    let body = match function.body.split_last() {
        Some((last, rest)) if matches!(last.kind, StatementKind::Return(_)) => rest,
        _ => function.body.as_slice(),
    };
    body.iter().any(returns)
}

fn returns(statement: &Statement) -> bool {
    match &statement.kind {
        StatementKind::Return(_) => true,
        StatementKind::If {
            then, otherwise, ..
        } => then.iter().chain(otherwise).any(returns),
        StatementKind::Loop { body, .. } | StatementKind::Block(body) => body.iter().any(returns),
        StatementKind::Switch { cases, .. } => {
            cases.iter().flat_map(|case| &case.body).any(returns)
        }
        StatementKind::Declare(_)
        | StatementKind::Store { .. }
        | StatementKind::Act(_)
        | StatementKind::Break
        | StatementKind::Continue
        | StatementKind::Barrier
        | StatementKind::SyncWarp
        | StatementKind::Fence(_) => false,
    }
}
