//! Statements.

use super::choice::is_cheap;
use super::convert::{decayed, registers_of, type_of};
use super::scope::Binding;
use super::value::{Ty, Value};
use super::{LoopTargets, Lowered, Lowering, Target};
use crate::ast::{self, Statement, StatementKind, Test};
use crate::cexpr::{Action, BinaryOperator, Declaration, Expr, ExprKind, TypeName};
use crate::diagnostic::Diagnostic;
use crate::kernel::{BlockId, Const, Inst, Operand, RegionId, RegionKind, Terminator};
use crate::source::Span;

impl Lowering<'_> {
    /// Statements in a scope of their own.
    pub(super) fn scoped(&mut self, statements: &[Statement]) {
        self.scope.enter();
        self.statements(statements);
        self.scope.leave();
    }

    pub(super) fn statements(&mut self, statements: &[Statement]) {
        for statement in statements {
            self.build.span = statement.span;
            let result = self.statement(statement);
            self.note(result);
        }
    }

    fn statement(&mut self, statement: &Statement) -> Lowered<()> {
        match &statement.kind {
            StatementKind::Declare(declaration) => self.declare(declaration),
            StatementKind::Store { target, value } => self.store_statement(target, value),
            StatementKind::Act(action) => self.act(action),
            StatementKind::If {
                condition,
                then,
                otherwise,
            } => self.branch(condition, then, otherwise),
            StatementKind::Loop {
                init,
                test,
                step,
                body,
                unroll,
            } => {
                self.scope.enter();
                let result = self.repeat(init.as_ref(), test, step.as_ref(), body, *unroll);
                self.scope.leave();
                result
            }
            StatementKind::Switch { value, cases } => self.switch(value, cases),
            StatementKind::Break => {
                let target = self.loops.last().map(|targets| targets.exit);
                self.leave("Break outside of loops and Switch", target)
            }
            StatementKind::Continue => {
                let target = self.loops.last().and_then(|targets| targets.step);
                self.leave("Continue outside of a loop", target)
            }
            StatementKind::Return(value) => self.return_statement(value.as_ref(), statement.span),
            StatementKind::Barrier => self.effect(Inst::Barrier),
            StatementKind::SyncWarp => {
                let mask = Const::u32(u32::MAX).into();
                self.effect(Inst::SyncWarp { mask })
            }
            StatementKind::Fence(scope) => self.effect(Inst::Fence { scope: *scope }),
            StatementKind::Block(body) => {
                self.scoped(body);
                Ok(())
            }
        }
    }

    fn effect(&mut self, inst: Inst) -> Lowered<()> {
        self.build.emit(inst);
        Ok(())
    }

    fn declare(&mut self, declaration: &Declaration) -> Lowered<()> {
        let binding = self.declared(declaration);
        let name = ast::Name {
            text: declaration.name.clone(),
            span: declaration.name_span,
        };
        self.bind_or_break(&name, binding);
        Ok(())
    }

    fn declared(&mut self, declaration: &Declaration) -> Lowered<Binding> {
        let (name, span) = (&declaration.name, declaration.name_span);
        if !declaration.extents.is_empty() {
            return self.local_array(declaration);
        }
        let Some(init) = &declaration.init else {
            return self.uninitialised(declaration);
        };
        let value = decayed(self.rvalue(init)?);
        let ty = match declaration.ty {
            Some(ty) => named_type(ty, &value, span)?,
            None => type_of(&value).ok_or_else(|| {
                let message = format!("`{name}` cannot be {}", value.describe());
                Diagnostic::error(init.span, message)
            })?,
        };
        let value = self.assignable(value, ty, init.span)?;
        let operands = self.operands(&value);
        let fixed = !self.scope.is_assigned(name)
            && !operands
                .iter()
                .any(|operand| self.build.is_mutable(*operand));
        if fixed {
            for operand in &operands {
                self.build.name_temporary(*operand, name);
            }
            return Ok(Binding::Value(self.value_of(ty, operands)));
        }
        let regs = self.variable(ty, name);
        for (reg, operand) in regs.iter().zip(operands) {
            self.build.assign(*reg, operand);
        }
        Ok(Binding::Variable(ty, regs))
    }

    pub(super) fn variable(
        &mut self,
        ty: Ty,
        name: &str,
    ) -> arrayvec::ArrayVec<crate::kernel::VReg, 4> {
        let types = registers_of(ty).into_iter();
        types.map(|ty| self.build.variable(ty, name)).collect()
    }

    fn local_array(&mut self, declaration: &Declaration) -> Lowered<Binding> {
        let (name, span) = (&declaration.name, declaration.name_span);
        if let Some(init) = &declaration.init {
            let message = "an array cannot be given a value as a whole";
            return Err(Diagnostic::error(init.span, message).help("store to its elements"));
        }
        let Some(element) = declaration.ty else {
            let message = format!("the array `{name}` has no element type");
            let help = format!("write it before: `float {name}[…]`");
            return Err(Diagnostic::error(span, message).help(help));
        };
        self.local(name, span, element, &declaration.extents)
    }

    fn uninitialised(&mut self, declaration: &Declaration) -> Lowered<Binding> {
        let (name, span) = (&declaration.name, declaration.name_span);
        let ty = match declaration.ty {
            Some(ty) if ty.pointers == 0 => plain_type(ty),
            Some(_) => {
                let message = format!("the pointer `{name}` needs a value");
                let help = "a pointer's memory space is that of its first value";
                return Err(Diagnostic::error(span, message).help(help));
            }
            None => {
                let message = format!("`{name}` has neither type nor value");
                return Err(Diagnostic::error(span, message).help("write Var(\"float x\")"));
            }
        };
        Ok(Binding::Variable(ty, self.variable(ty, name)))
    }

    fn store_statement(&mut self, target: &Expr, value: &Expr) -> Lowered<()> {
        if let ExprKind::Name(name) = &target.kind
            && matches!(
                self.scope.find(name),
                Some(Binding::Value(_) | Binding::Variable(..))
            )
        {
            let message = format!("Store wants memory, and `{name}` is a variable");
            return Err(Diagnostic::error(target.span, message).help("write Assign"));
        }
        let source = self.rvalue(value)?;
        let place = self.place(target)?;
        self.build.span = target.span;
        self.write(place, source, value.span)
    }

    pub(super) fn act(&mut self, action: &Action) -> Lowered<()> {
        match action {
            Action::Evaluate(expr) => {
                self.rvalue(expr)?;
                self.build.discard_result();
                Ok(())
            }
            Action::Assign { target, op, value } => {
                let mut source = self.rvalue(value)?;
                let place = self.place(target)?;
                self.build.span = target.span.to(value.span);
                if let Some(op) = op {
                    let old = self.read(place.clone(), target.span)?;
                    let span = self.build.span;
                    source = self.operate(*op, (old, target.span), (source, value.span), span)?;
                }
                self.write(place, source, value.span)
            }
        }
    }

    pub(super) fn branch(
        &mut self,
        condition: &Expr,
        then: &[Statement],
        otherwise: &[Statement],
    ) -> Lowered<()> {
        if let Some((first, second)) = worth_nesting(condition).filter(|_| otherwise.is_empty()) {
            let inner = Statement {
                kind: StatementKind::If {
                    condition: second.clone(),
                    then: then.to_vec(),
                    otherwise: Vec::new(),
                },
                span: second.span,
            };
            return self.branch(first, &[inner], &[]);
        }
        let value = self.rvalue(condition);
        let holds = value.and_then(|value| self.truth(value, condition.span));
        // A fault in the condition does not hide those of the body.
        let holds = self.note(holds).unwrap_or(Const::pred(true).into());
        let (inside, merge) = (self.build.new_block(), self.build.new_block());
        let outside = match otherwise.is_empty() {
            true => merge,
            false => self.build.new_block(),
        };
        let region = self.build.open_region(RegionKind::Selection, merge);
        self.build.span = condition.span;
        self.go_one_of(holds, inside, outside, Some(region));
        let mut ways = usize::from(self.branch_side(inside, merge, then));
        ways += match otherwise.is_empty() {
            true => 1,
            false => usize::from(self.branch_side(outside, merge, otherwise)),
        };
        if ways < 2 || holds.constant().is_some() {
            self.build.void_regions.push(region);
        }
        self.build.open.pop();
        self.build.switch_to(merge);
        Ok(())
    }

    /// One side of an `if`; whether control gets to its end.
    fn branch_side(&mut self, block: BlockId, merge: BlockId, body: &[Statement]) -> bool {
        self.build.switch_to(block);
        self.scoped(body);
        let falls = self.build.is_open();
        self.build.jump(merge);
        falls
    }

    /// Branches on an operand; jumps where it is constant.
    fn go_one_of(
        &mut self,
        holds: Operand,
        then: BlockId,
        otherwise: BlockId,
        region: Option<RegionId>,
    ) {
        match holds {
            Operand::Reg(condition) => self.build.terminate(Terminator::Branch {
                condition,
                then,
                otherwise,
                region,
            }),
            Operand::Const(value) if value.bits != 0 => self.build.jump(then),
            Operand::Const(_) => self.build.jump(otherwise),
        }
    }

    fn repeat(
        &mut self,
        init: Option<&Declaration>,
        test: &Test,
        step: Option<&Action>,
        body: &[Statement],
        unroll: Option<u32>,
    ) -> Lowered<()> {
        if let (Some(init), Some(times)) = (init, unroll)
            && let Some(trips) = self.known_trips(init, test, step, body, times)
        {
            self.unroll(init, body, trips);
            return Ok(());
        }
        let first = match init {
            Some(init) => self.declare_counter(init)?,
            None => None,
        };
        let (before, after) = match test {
            Test::Before(condition) => (condition.as_ref(), condition.as_ref()),
            Test::After(condition) => (None, Some(condition)),
        };
        let (inside, exit) = (self.build.new_block(), self.build.new_block());
        let holds = self.first_test(before, first);
        let region = self.build.open_region(RegionKind::Loop, exit);
        self.go_one_of(holds, inside, exit, Some(region));
        self.build.switch_to(inside);
        self.trip(body, exit);
        if let Some(step) = step {
            let result = self.act(step);
            self.note(result);
        }
        let holds = self.loop_test(after);
        self.go_one_of(holds, inside, exit, Some(region));
        self.build.open.pop();
        self.build.switch_to(exit);
        Ok(())
    }

    /// Declares what a loop counts with, and says its first value where that is known.
    fn declare_counter(&mut self, init: &Declaration) -> Lowered<Option<(ast::Name, Value)>> {
        self.declare(init)?;
        let counter = match self.scope.find(&init.name) {
            Some(Binding::Variable(ty, regs)) if regs.len() == 1 => (*ty, regs[0]),
            _ => return Ok(None),
        };
        let first = self.build.known_value(counter.1);
        let operands = first.map(|value| std::iter::once(value.into()).collect());
        let name = ast::Name {
            text: init.name.clone(),
            span: init.name_span,
        };
        Ok(operands.map(|operands| (name, self.value_of(counter.0, operands))))
    }

    /// The loop's test before the first trip, where the counter may be known.
    fn first_test(&mut self, test: Option<&Expr>, first: Option<(ast::Name, Value)>) -> Operand {
        let Some((name, value)) = first else {
            return self.loop_test(test);
        };
        self.scope.enter();
        self.bind_or_break(&name, Ok(Binding::Value(value)));
        let holds = self.loop_test(test);
        self.scope.leave();
        holds
    }

    /// The loop's test; a missing one always holds.
    fn loop_test(&mut self, condition: Option<&Expr>) -> Operand {
        let Some(condition) = condition else {
            return Const::pred(true).into();
        };
        self.build.span = condition.span;
        let value = self.rvalue(condition);
        let holds = value.and_then(|value| self.truth(value, condition.span));
        self.note(holds).unwrap_or(Const::pred(true).into())
    }

    /// A loop's body, up to where its step begins.
    fn trip(&mut self, body: &[Statement], exit: BlockId) {
        let exit = Target {
            block: exit,
            around: self.build.open.len(),
        };
        let continues = has_continue(body);
        let step = self.build.new_block();
        if continues {
            let first = self.build.new_block();
            self.build.open_region(RegionKind::Trip, step);
            self.build.jump(first);
            self.build.switch_to(first);
        }
        let target = Target {
            block: step,
            around: self.build.open.len(),
        };
        self.loops.push(LoopTargets {
            exit,
            step: Some(target),
        });
        self.scoped(body);
        self.loops.pop();
        if continues {
            self.build.jump(step);
            self.build.open.pop();
            self.build.switch_to(step);
        }
    }

    fn leave(&mut self, otherwise: &str, target: Option<Target>) -> Lowered<()> {
        let Some(Target { block, around }) = target else {
            return Err(Diagnostic::error(self.build.span, otherwise));
        };
        self.build.jump_out(block, around);
        Ok(())
    }

    fn return_statement(&mut self, value: Option<&Expr>, span: Span) -> Lowered<()> {
        if !self.inlined.is_empty() {
            return self.return_from_function(value, span);
        }
        if let Some(value) = value {
            let message = "a kernel returns nothing";
            return Err(Diagnostic::error(value.span, message).help("write Return"));
        }
        self.build.terminate(Terminator::Return);
        Ok(())
    }
}

/// The sides of `a && b` where `b` is not to be computed in vain: `if (a && b)` is then best
/// written as `if (a) if (b)`, which tests each once.
fn worth_nesting(condition: &Expr) -> Option<(&Expr, &Expr)> {
    match &condition.kind {
        ExprKind::Binary(BinaryOperator::And, a, b) if !is_cheap(b) => Some((a, b)),
        _ => None,
    }
}

/// A type name that is no pointer.
fn plain_type(ty: TypeName) -> Ty {
    match ty.lanes {
        1 => Ty::Scalar(ty.scalar),
        lanes => Ty::Vector(ty.scalar, lanes),
    }
}

/// The declared type; a pointer lies in the space of its first value.
pub(super) fn named_type(ty: TypeName, value: &Value, span: Span) -> Lowered<Ty> {
    match (ty.pointers, value) {
        (0, _) => Ok(plain_type(ty)),
        (1, Value::Pointer(pointer, _)) => {
            let mut pointer = *pointer;
            pointer.element = ty.scalar;
            pointer.lanes = ty.lanes;
            pointer.volatile |= ty.volatile;
            Ok(Ty::Pointer(pointer))
        }
        (1, other) => {
            let message = format!("expected `{ty}`, found {}", other.describe());
            Err(Diagnostic::error(span, message).help("take an address: `&a[i]`"))
        }
        _ => Err(Diagnostic::error(
            span,
            "pointers to pointers are not supported",
        )),
    }
}

/// Whether a `continue` of the loop itself stands in its body.
pub(super) fn has_continue(body: &[Statement]) -> bool {
    body.iter().any(|statement| match &statement.kind {
        StatementKind::Continue => true,
        StatementKind::If {
            then, otherwise, ..
        } => has_continue(then) || has_continue(otherwise),
        StatementKind::Block(body) => has_continue(body),
        StatementKind::Switch { cases, .. } => cases.iter().any(|case| has_continue(&case.body)),
        StatementKind::Loop { .. }
        | StatementKind::Declare(_)
        | StatementKind::Store { .. }
        | StatementKind::Act(_)
        | StatementKind::Break
        | StatementKind::Return(_)
        | StatementKind::Barrier
        | StatementKind::SyncWarp
        | StatementKind::Fence(_) => false,
    })
}
