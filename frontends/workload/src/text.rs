//! Names in a workload file, and faults of expressions as messages.

use crate::expr::error::ExprError;
use sim_ir::diagnostic::Diagnostic;
use sim_ir::spans::Spanned;

impl From<ExprError> for Diagnostic {
    fn from(error: ExprError) -> Diagnostic {
        Diagnostic::error(error.span, error.kind.to_string()).help_if(error.kind.remedy())
    }
}

/// Whether a name can stand in an expression.
pub fn is_identifier(name: &str) -> bool {
    let mut chars = name.chars();
    let first = chars
        .next()
        .is_some_and(|c| c.is_ascii_alphabetic() || c == '_');
    first && chars.all(|c| c.is_ascii_alphanumeric() || c == '_')
}

/// Refuses a name that could not stand in an expression, or would mean something else there.
pub fn check_name(name: &Spanned, what: &str) -> Result<(), Diagnostic> {
    if !is_identifier(name) {
        let message = format!("the name of a {what} must be an identifier, not `{name}`");
        let help = "write letters, digits and underscores, beginning with no digit";
        return Err(Diagnostic::error(name.span(), message).help(help));
    }
    let taken = name.as_str() == "i"
        || name.as_str() == "after"
        || crate::expr::function::lookup(name).is_some();
    if taken {
        let message = format!("a {what} cannot be called `{name}`: expressions use that name");
        return Err(Diagnostic::error(name.span(), message).help("choose another name"));
    }
    Ok(())
}

/// Refuses the second of two equal names.
pub fn check_unique<'a>(
    names: impl IntoIterator<Item = &'a Spanned>,
    things: &str,
) -> Result<(), Diagnostic> {
    let mut seen: Vec<&Spanned> = Vec::new();
    for name in names {
        if let Some(first) = seen.iter().find(|first| **first == name) {
            let message = format!("two {things} are named `{name}`");
            return Err(Diagnostic::error(name.span(), message)
                .also(first.span(), "the first is here")
                .help("give one of them another name"));
        }
        seen.push(name);
    }
    Ok(())
}
