//! `assert` and `__trap`: what ends a launch.
//!
//! The code that says which assertion failed is the back end's; here stands only where it can
//! fail. As in C the condition has no effect where it is known to hold.

use super::calls::count;
use super::value::Value;
use super::{Lowered, Lowering};
use crate::assertion::{Assertion, BUFFER, BYTES};
use crate::ast::Param;
use crate::cexpr::{Expr, TypeName};
use crate::kernel::{MemType, Operand, Terminator};
use crate::source::Span;

impl Lowering<'_> {
    pub(super) fn assert(&mut self, args: &[Expr], span: Span) -> Lowered<Value> {
        let [condition] = count(args, span)?;
        let holds = self.condition(condition)?;
        if holds.constant().is_some_and(|known| known.bits != 0) {
            return Ok(Value::Void);
        }
        let number = self.build.assertion_number(Assertion {
            function: self.signature(),
            condition: condition.to_string(),
            span: condition.span,
        });
        self.build.own_buffer(BUFFER, MemType::U32, BYTES);
        self.stop_unless(holds, number);
        Ok(Value::Void)
    }

    /// Threads for which the condition does not hold go to a block from which no way leads on.
    fn stop_unless(&mut self, holds: Operand, number: u32) {
        let [fails, on] = [(); 2].map(|()| self.build.new_block());
        self.go_one_of(holds, on, fails, None);
        self.build.switch_to(fails);
        self.build.terminate(Terminator::Stop(Some(number)));
        self.build.switch_to(on);
    }

    pub(super) fn trap(&mut self, args: &[Expr], span: Span) -> Lowered<Value> {
        let [] = count(args, span)?;
        self.build.terminate(Terminator::Stop(None));
        Ok(Value::Void)
    }

    /// The function whose text is being lowered, as C++'s `__PRETTY_FUNCTION__` has it.
    fn signature(&self) -> String {
        let inner = self.inlined.last();
        let inner =
            inner.and_then(|inner| self.functions.iter().find(|f| f.name.text == inner.name));
        match inner {
            Some(function) => signature(function.returns, &function.name.text, &function.params),
            None => signature(None, &self.kernel.name, &self.kernel.params),
        }
    }
}

fn signature(returns: Option<TypeName>, name: &str, params: &[Param]) -> String {
    let returns = returns.map_or("void".to_owned(), |ty| ty.to_string());
    let param = |param: &Param| {
        // Of a value that the function takes for itself, `const` says nothing to its callers.
        let constant = param.ty.constant && (param.ty.pointers > 0 || param.by_reference);
        let ty = TypeName {
            constant,
            ..param.ty
        };
        format!("{ty}{}", if param.by_reference { " &" } else { "" })
    };
    let params: Vec<_> = params.iter().map(param).collect();
    format!("{returns} {name}({})", params.join(", "))
}
