//! Loops: tested once before the first trip and again after each.

use super::scope::Binding;
use super::value::Value;
use super::{LoopTargets, Lowered, Lowering, Target};
use crate::ast::{self, Statement, StatementKind, Test};
use crate::cexpr::{Action, Declaration, Expr};
use crate::kernel::{BlockId, Const, Operand, RegionKind};

impl Lowering<'_> {
    pub(super) fn repeat(
        &mut self,
        init: Option<&Declaration>,
        test: &Test,
        step: &[Action],
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
        self.build.regions[region].unroll = unroll.filter(|&times| times > 0);
        self.go_one_of(holds, inside, exit, Some(region));
        self.build.switch_to(inside);
        self.trip(body, exit);
        for action in step {
            let result = self.act(action);
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
        // A test that assigns may change the counter.
        let pure = test.is_some_and(|test| !test.assigns());
        let Some((name, value)) = first.filter(|_| pure) else {
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
        let holds = self.condition(condition);
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
