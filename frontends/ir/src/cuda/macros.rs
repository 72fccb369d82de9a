//! Macros, object-like and function-like.
//!
//! A macro's use is replaced as the C standard says: arguments first, then the macro's text
//! with them, then what macros that text holds, except for those being replaced already. What
//! is not done: `#`, `##`, variable arguments, and arguments that begin in a macro's text and
//! end behind its use.

use super::lex::Lexeme;
use crate::cexpr::{Token, lex_one};
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use indexmap::IndexMap;

/// The most tokens that a text may come to; a chain of macros that double each other gets there
/// quickly.
const MAX_TOKENS: usize = 1 << 18;

/// The most macros within each other.
const MAX_DEPTH: usize = 64;

/// A macro.
pub(super) struct Macro {
    /// Its parameters, where it has a list of them.
    pub params: Option<Vec<String>>,
    /// What it stands for.
    pub body: Vec<Lexeme>,
}

/// What C's headers define, as far as kernels use it: `#include` lines are not followed.
const PREDEFINED: [(&str, &str); 9] = [
    ("INT_MAX", "2147483647"),
    ("INT_MIN", "(-2147483647 - 1)"),
    ("UINT_MAX", "4294967295u"),
    ("FLT_MAX", "3.402823466e+38f"),
    ("FLT_MIN", "1.175494351e-38f"),
    ("FLT_EPSILON", "1.192092896e-07f"),
    ("DBL_MAX", "1.7976931348623157e+308"),
    ("INFINITY", "__int_as_float(0x7f800000)"),
    ("M_PI", "3.14159265358979323846"),
];

/// The macros in force.
pub(super) struct Macros {
    known: IndexMap<String, Macro>,
    /// Tokens looked at so far.
    seen: usize,
}

/// What surrounds a replacement.
struct Around<'a> {
    /// The macros that are being replaced.
    hidden: Vec<&'a str>,
    /// Macros and arguments within each other.
    depth: usize,
}

impl Macros {
    /// Those of C's headers.
    pub fn new() -> Self {
        let known = PREDEFINED.iter().map(|(name, text)| {
            let (params, body) = (None, predefined(text));
            (name.to_string(), Macro { params, body })
        });
        Self {
            known: known.collect(),
            seen: 0,
        }
    }

    /// Defines a macro, anew where it is known.
    pub fn define(&mut self, name: String, definition: Macro) {
        self.known.insert(name, definition);
    }

    /// Whether a macro is defined.
    pub fn knows(&self, name: &str) -> bool {
        self.known.contains_key(name)
    }

    /// Forgets a macro.
    pub fn remove(&mut self, name: &str) {
        self.known.shift_remove(name);
    }

    /// Puts the tokens behind `out`, macros replaced.
    pub fn expand(&mut self, tokens: Vec<Lexeme>, out: &mut Vec<Lexeme>) -> Result<(), Diagnostic> {
        let mut around = Around {
            hidden: Vec::new(),
            depth: 0,
        };
        expand(&self.known, &mut self.seen, tokens, &mut around, out)
    }
}

fn expand<'a>(
    known: &'a IndexMap<String, Macro>,
    seen: &mut usize,
    tokens: Vec<Lexeme>,
    around: &mut Around<'a>,
    out: &mut Vec<Lexeme>,
) -> Result<(), Diagnostic> {
    around.depth += 1;
    let mut rest = tokens.as_slice();
    while let Some(((token, span), behind)) = rest.split_first() {
        *seen += 1;
        check_size(*seen, around, *span)?;
        rest = behind;
        let found = match token {
            Token::Word(word) if !around.hidden.contains(&word.as_str()) => {
                known.get_key_value(word.as_str())
            }
            _ => None,
        };
        let opens = matches!(rest.first(), Some((Token::Symbol("("), _)));
        let Some((name, definition)) = found.filter(|(_, m)| m.params.is_none() || opens) else {
            out.push((token.clone(), *span));
            continue;
        };
        let mut filled = Vec::new();
        if let Some(params) = &definition.params {
            let (args, after) = arguments(&rest[1..], *span)?;
            rest = after;
            check_count(params.len(), &args, name, *span)?;
            for arg in args {
                let mut done = Vec::new();
                expand(known, seen, arg.to_vec(), around, &mut done)?;
                filled.push(done);
            }
        }
        let text = substitute(definition, &filled, *span);
        around.hidden.push(name);
        expand(known, seen, text, around, out)?;
        around.hidden.pop();
    }
    around.depth -= 1;
    Ok(())
}

fn check_size(seen: usize, around: &Around<'_>, span: Span) -> Result<(), Diagnostic> {
    let message = match (seen > MAX_TOKENS, around.depth > MAX_DEPTH) {
        (true, _) => format!("with its macros replaced the text has more than {MAX_TOKENS} tokens"),
        (_, true) => format!("macros nest more than {MAX_DEPTH} levels deep"),
        _ => return Ok(()),
    };
    Err(Diagnostic::error(span, message).help("use functions instead of macros"))
}

/// The arguments behind an opening parenthesis, and what stands behind the closing one.
#[allow(clippy::type_complexity)]
fn arguments(tokens: &[Lexeme], span: Span) -> Result<(Vec<&[Lexeme]>, &[Lexeme]), Diagnostic> {
    let (mut args, mut depth, mut start) = (Vec::new(), 0, 0);
    for (at, (token, _)) in tokens.iter().enumerate() {
        match token {
            Token::Symbol("(" | "[" | "{") => depth += 1,
            Token::Symbol(")") if depth == 0 => {
                args.push(&tokens[start..at]);
                return Ok((args, &tokens[at + 1..]));
            }
            Token::Symbol(")" | "]" | "}") => depth -= 1,
            Token::Symbol(",") if depth == 0 => {
                args.push(&tokens[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    let message = "the macro's arguments do not end";
    Err(Diagnostic::error(span, message).help("close them with `)`"))
}

fn check_count(
    wanted: usize,
    args: &[&[Lexeme]],
    name: &str,
    span: Span,
) -> Result<(), Diagnostic> {
    let given = match args {
        [only] if only.is_empty() && wanted == 0 => 0,
        _ => args.len(),
    };
    match given == wanted {
        true => Ok(()),
        false => {
            let message = format!("the macro `{name}` wants {wanted} arguments, {given} given");
            Err(Diagnostic::error(span, message))
        }
    }
}

/// A macro's text with its arguments in the places of the parameters.
fn substitute(definition: &Macro, args: &[Vec<Lexeme>], span: Span) -> Vec<Lexeme> {
    let params = definition.params.as_deref().unwrap_or(&[]);
    let mut text = Vec::new();
    for (token, _) in &definition.body {
        let position = match token {
            Token::Word(word) => params.iter().position(|param| param == word),
            _ => None,
        };
        match position.and_then(|at| args.get(at)) {
            Some(arg) => text.extend(arg.iter().cloned()),
            None => text.push((token.clone(), span)),
        }
    }
    text
}

/// The tokens of a predefined macro.
fn predefined(text: &str) -> Vec<Lexeme> {
    let (mut tokens, mut at) = (Vec::new(), 0);
    while let Ok((token, length)) = lex_one(text[at..].trim_start(), 0) {
        tokens.push((token, Span::NONE));
        at = text.len() - text[at..].trim_start().len() + length;
        if at >= text.len() {
            break;
        }
    }
    tokens
}
