//! `Unroll`: a counted loop whose trips are all known is written out, with the counter a
//! constant in each trip. A factor below the number of trips, and loops whose trips are not
//! known, leave the loop as it is: the hint promises nothing.

use super::convert::type_of;
use super::declare::named_type;
use super::repeat::has_continue;
use super::scope::{Binding, assigned_names};
use super::switch::has_break;
use super::value::Value;
use super::{Lowered, Lowering};
use crate::ast::{Name, Statement, Test};
use crate::cexpr::{Action, Declaration, Expr, ExprKind};
use crate::kernel::Terminator;

/// Trips that are written out where the hint names no number.
const MOST_TRIPS: usize = 1024;

impl Lowering<'_> {
    /// The counter's value in each trip, where all are known and no more than `times`; 0 stands
    /// for any number.
    pub(super) fn known_trips(
        &mut self,
        init: &Declaration,
        test: &Test,
        step: &[Action],
        body: &[Statement],
        times: u32,
    ) -> Option<Vec<Value>> {
        let most = if times == 0 {
            MOST_TRIPS
        } else {
            times as usize
        };
        let (Test::Before(Some(condition)), [step]) = (test, step) else {
            return None;
        };
        let jumps = has_break(body) || has_continue(body);
        let name = &init.name;
        let changed = assigned_names(body).contains(name) || self.scope.is_referenced(name);
        if jumps || changed {
            return None;
        }
        let first = init.init.as_ref()?;
        let Action::Assign { value: change, .. } = step else {
            return None;
        };
        if [first, condition, change].iter().any(|expr| expr.assigns()) {
            return None;
        }
        let mut counter = self.known(|lowering| {
            let value = lowering.rvalue(first)?;
            let ty = match init.ty {
                Some(ty) => Some(named_type(ty, &value, init.name_span)?),
                None => type_of(&value),
            };
            ty.map_or(Ok(Value::Void), |ty| {
                lowering.assignable(value, ty, first.span)
            })
        })?;
        let mut trips = Vec::new();
        while self.holds(init, &counter, condition)? {
            trips.push(counter.clone());
            if trips.len() > most {
                return None;
            }
            counter = self.stepped(init, counter, step)?;
        }
        Some(trips)
    }

    /// The loop, trip after trip.
    pub(super) fn unroll(&mut self, init: &Declaration, body: &[Statement], trips: Vec<Value>) {
        for counter in trips {
            self.scope.enter();
            self.bind_counter(init, counter);
            self.scoped(body);
            self.scope.leave();
        }
    }

    fn bind_counter(&mut self, init: &Declaration, value: Value) {
        let name = Name {
            text: init.name.clone(),
            span: init.name_span,
        };
        self.bind_or_break(&name, Ok(Binding::Value(value)));
    }

    fn holds(&mut self, init: &Declaration, counter: &Value, test: &Expr) -> Option<bool> {
        let value = self.with_counter(init, counter, test)?;
        value.as_constant().map(|value| value.bits != 0)
    }

    fn stepped(&mut self, init: &Declaration, counter: Value, step: &Action) -> Option<Value> {
        let Action::Assign { target, op, value } = step else {
            return None;
        };
        if target.kind != ExprKind::Name(init.name.clone()) {
            return None;
        }
        let change = self.with_counter(init, &counter, value)?;
        let ty = type_of(&counter)?;
        self.known(|lowering| {
            let (at, span) = (counter, value.span);
            let next = match op {
                Some(op) => lowering.operate(*op, (at, span), (change, span), span)?,
                None => change,
            };
            lowering.assignable(next, ty, span)
        })
    }

    fn with_counter(&mut self, init: &Declaration, counter: &Value, expr: &Expr) -> Option<Value> {
        self.scope.enter();
        self.bind_counter(init, counter.clone());
        let value = self.known(|lowering| lowering.rvalue(expr));
        self.scope.leave();
        value
    }

    /// A value that is found without leaving code behind, where it is a constant.
    fn known(&mut self, find: impl FnOnce(&mut Self) -> Lowered<Value>) -> Option<Value> {
        let value = self.aside(find).ok()?;
        value.as_constant().is_some().then_some(value)
    }

    /// Lowers something in a place that nothing leads to, to see what it comes to.
    pub(super) fn aside<T>(&mut self, find: impl FnOnce(&mut Self) -> T) -> T {
        let here = self.build.current();
        let nowhere = self.build.new_block();
        self.build.switch_to(nowhere);
        let found = find(self);
        self.build.terminate(Terminator::Return);
        self.build.go_back_to(here);
        found
    }
}
