//! Strings of a file that hold C: parsed, with every place in the file rather than the string.

use super::Spanned;
use crate::cexpr::{self, Action, Declaration, Expr, ParseError, TypeName};
use crate::diagnostic::Diagnostic;

impl Spanned {
    /// The string as an expression.
    pub fn expression(&self) -> Result<Expr, Diagnostic> {
        let mut expr = cexpr::parse(self).map_err(|error| self.diagnose(&error))?;
        expr.relocate(&|span| self.locate(span));
        Ok(expr)
    }

    /// The string as an expression statement.
    pub fn action(&self) -> Result<Action, Diagnostic> {
        let mut action = cexpr::parse_action(self).map_err(|error| self.diagnose(&error))?;
        action.relocate(&|span| self.locate(span));
        Ok(action)
    }

    /// The string as expression statements with commas between them.
    pub fn actions(&self) -> Result<Vec<Action>, Diagnostic> {
        let mut actions = cexpr::parse_actions(self).map_err(|error| self.diagnose(&error))?;
        for action in &mut actions {
            action.relocate(&|span| self.locate(span));
        }
        Ok(actions)
    }

    /// The string as a declaration.
    pub fn declaration(&self) -> Result<Declaration, Diagnostic> {
        let mut parsed = cexpr::parse_declaration(self).map_err(|error| self.diagnose(&error))?;
        parsed.relocate(&|span| self.locate(span));
        Ok(parsed)
    }

    /// The string as a type.
    pub fn type_name(&self) -> Result<TypeName, Diagnostic> {
        cexpr::parse_type(self).map_err(|error| self.diagnose(&error))
    }

    /// A fault in the string's text as a message about the file.
    pub fn diagnose(&self, error: &ParseError) -> Diagnostic {
        let span = match self.is_empty() {
            true => self.span(),
            false => self.locate(error.span),
        };
        Diagnostic::error(span, error.to_string()).help_if(error.kind.remedy())
    }
}
