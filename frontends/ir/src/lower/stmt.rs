//! Statements; declarations and loops have files of their own.

use super::choice::is_cheap;
use super::scope::Binding;
use super::{Lowered, Lowering, Target};
use crate::ast::{Statement, StatementKind};
use crate::cexpr::{Action, BinaryOperator, Expr, ExprKind};
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
                let result = self.repeat(init.as_ref(), test, step, body, *unroll);
                self.scope.leave();
                result
            }
            StatementKind::Switch { value, cases } => self.switch(value, cases),
            StatementKind::Break => {
                let target = self.loops.last().map(|targets| targets.exit);
                self.leave("`break` outside of loops and `switch`", target)
            }
            StatementKind::Continue => {
                let target = self.loops.last().and_then(|targets| targets.step);
                self.leave("`continue` outside of a loop", target)
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

    fn store_statement(&mut self, target: &Expr, value: &Expr) -> Lowered<()> {
        if let ExprKind::Name(name) = &target.kind
            && matches!(
                self.scope.find(name),
                Some(Binding::Value(_) | Binding::Variable(..))
            )
        {
            let message = format!("Store wants memory, and `{name}` is a variable");
            return Err(Diagnostic::error(target.span, message).help("assign with Assign"));
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
                let (place, source) = self.assignment(target, *op, value)?;
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
        let holds = self.condition(condition);
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
    pub(super) fn go_one_of(
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
            return Err(Diagnostic::error(value.span, message).help("write `return;`"));
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
