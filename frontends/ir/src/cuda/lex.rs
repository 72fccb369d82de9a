//! From text to tokens: comments, the preprocessor's lines, and macros on the way.
//!
//! `#pragma unroll n` becomes tokens of its own, [`UNROLL`] up to a `;`, which no other text
//! can be. Token's places are those of the file; what a macro stands for has the place of the
//! macro's use.

use super::MAX_BYTES;
use super::macros::{Macro, Macros};
use crate::cexpr::{Token, lex_one};
use crate::diagnostic::Diagnostic;
use crate::source::Span;

/// A token and its place.
pub(super) type Lexeme = (Token, Span);

/// The word that `#pragma unroll` becomes.
pub(super) const UNROLL: &str = "#pragma unroll";

/// The macro that switches assertions off.
const NDEBUG: &str = "NDEBUG";

/// The tokens of a text, macros replaced; the last is [`Token::End`].
pub(super) fn tokens(text: &str, locate: &dyn Fn(Span) -> Span) -> Result<Vec<Lexeme>, Diagnostic> {
    if text.len() > MAX_BYTES {
        let message = format!(
            "{} bytes of CUDA C; at most {MAX_BYTES} are read",
            text.len()
        );
        let help = "keep the kernels, and leave out what they do not need";
        return Err(Diagnostic::error(locate(Span::new(0, 1)), message).help(help));
    }
    let mut lexer = Lexer {
        text,
        locate,
        at: 0,
        plain: Vec::new(),
        macros: Macros::new(),
        asserts: false,
        done: Vec::new(),
    };
    lexer.run()?;
    Ok(lexer.done)
}

struct Lexer<'a> {
    text: &'a str,
    locate: &'a dyn Fn(Span) -> Span,
    at: usize,
    /// Tokens since the last directive, macros not yet replaced.
    plain: Vec<Lexeme>,
    macros: Macros,
    /// Whether `<assert.h>` was included, which alone looks at `NDEBUG` from then on.
    asserts: bool,
    done: Vec<Lexeme>,
}

impl<'a> Lexer<'a> {
    fn run(&mut self) -> Result<(), Diagnostic> {
        let mut line_begins = true;
        loop {
            line_begins |= self.skip_blanks(self.text.len())?;
            match self.text[self.at..].chars().next() {
                None => break,
                Some('#') if line_begins => self.directive()?,
                Some(_) => {
                    let token = self.token(self.text.len())?;
                    self.plain.push(token);
                }
            }
            line_begins = false;
        }
        self.flush()?;
        let end = self.place(self.text.len(), self.text.len());
        self.done.push((Token::End, end));
        Ok(())
    }

    fn place(&self, start: usize, end: usize) -> Span {
        (self.locate)(Span::new(start, end))
    }

    /// Moves over white space, comments and continued lines up to `end`; whether a line ended.
    fn skip_blanks(&mut self, end: usize) -> Result<bool, Diagnostic> {
        let mut line_ended = false;
        while self.at < end {
            let rest = &self.text[self.at..end];
            let first = rest.chars().next().unwrap_or(' ');
            self.at += if rest.starts_with("//") {
                rest.find('\n').unwrap_or(rest.len())
            } else if rest.starts_with("/*") {
                self.comment(rest)?
            } else if let Some(length) = continuation(rest) {
                length
            } else if first.is_whitespace() {
                line_ended |= first == '\n';
                first.len_utf8()
            } else {
                break;
            };
        }
        Ok(line_ended)
    }

    fn comment(&self, rest: &str) -> Result<usize, Diagnostic> {
        let end = rest.find("*/").map(|at| at + 2);
        let open =
            || Diagnostic::error(self.place(self.at, self.at + 2), "the comment does not end");
        end.ok_or_else(|| open().help("close it with `*/`"))
    }

    fn token(&mut self, end: usize) -> Result<Lexeme, Diagnostic> {
        let start = self.at;
        let (token, length) = lex_one(&self.text[start..end], start).map_err(|mut error| {
            error.span = (self.locate)(error.span);
            Diagnostic::from(error)
        })?;
        self.at += length;
        Ok((token, self.place(start, self.at)))
    }

    /// Replaces the macros in the tokens since the last directive.
    fn flush(&mut self) -> Result<(), Diagnostic> {
        let plain = std::mem::take(&mut self.plain);
        self.macros.expand(plain, &mut self.done)
    }

    /// A line that begins with `#`.
    fn directive(&mut self) -> Result<(), Diagnostic> {
        self.flush()?;
        let (start, end) = (self.at, self.at + line_length(&self.text[self.at..]));
        self.at += 1;
        self.skip_blanks(end)?;
        let name = word(&self.text[self.at..end]);
        self.at += name.len();
        let whole = self.place(start, self.at);
        match name {
            "" => self.at = end,
            "include" => self.include(end),
            "define" => self.define(end, whole)?,
            "undef" => {
                let (name, _) = self.macro_name(end, whole)?;
                self.macros.remove(&name);
                self.look_at_ndebug(!self.asserts && name == NDEBUG);
            }
            "pragma" => self.pragma(end, whole)?,
            _ => return Err(refused(name, whole)),
        }
        self.skip_blanks(end)?;
        match self.at < end {
            true => Err(Diagnostic::error(
                self.place(self.at, end),
                format!("unexpected text behind #{name}"),
            )),
            false => Ok(()),
        }
    }

    /// Paths need not be tokens of C.
    fn include(&mut self, end: usize) {
        let path = self.text[self.at..end].trim();
        let asserts = ["<assert.h>", "<cassert>", "\"assert.h\""].contains(&path);
        self.asserts |= asserts;
        self.look_at_ndebug(asserts);
        self.at = end;
    }

    /// Switches `assert` off where `NDEBUG` is defined, and on again where it is not. In C
    /// `<assert.h>` does so each time it is included; a text that leaves it out has assertions,
    /// too, and switches them by `NDEBUG` alone.
    fn look_at_ndebug(&mut self, now: bool) {
        let (name, nothing) = (
            "assert".to_owned(),
            Macro {
                params: Some(vec!["condition".to_owned()]),
                body: Vec::new(),
            },
        );
        match (now, self.macros.knows(NDEBUG)) {
            (false, _) => {}
            (true, true) => self.macros.define(name, nothing),
            (true, false) => self.macros.remove(&name),
        }
    }

    fn macro_name(&mut self, end: usize, whole: Span) -> Result<(String, Span), Diagnostic> {
        self.skip_blanks(end)?;
        let missing = || Diagnostic::error(whole, "a macro's name is missing");
        if self.at >= end {
            return Err(missing());
        }
        match self.token(end)? {
            (Token::Word(name), span) => Ok((name, span)),
            _ => Err(missing()),
        }
    }

    fn define(&mut self, end: usize, whole: Span) -> Result<(), Diagnostic> {
        let (name, span) = self.macro_name(end, whole)?;
        let params = match self.text[self.at..end].starts_with('(') {
            true => Some(self.macro_params(end, span)?),
            false => None,
        };
        let body = self.line_tokens(end)?;
        let switches = !self.asserts && name == NDEBUG;
        self.macros.define(name, Macro { params, body });
        self.look_at_ndebug(switches);
        Ok(())
    }

    /// The tokens up to the line's end.
    fn line_tokens(&mut self, end: usize) -> Result<Vec<Lexeme>, Diagnostic> {
        let mut tokens = Vec::new();
        loop {
            self.skip_blanks(end)?;
            if self.at >= end {
                return Ok(tokens);
            }
            if self.text[self.at..].starts_with('#') {
                let span = self.place(self.at, self.at + 1);
                let message = "`#` and `##` in macros are not supported";
                return Err(Diagnostic::error(span, message).help("write out what they make"));
            }
            tokens.push(self.token(end)?);
        }
    }

    /// `(a, b)` behind a macro's name.
    fn macro_params(&mut self, end: usize, span: Span) -> Result<Vec<String>, Diagnostic> {
        let close = self.text[self.at..end].find(')').map(|at| self.at + at);
        let wrong = || {
            let message = "a macro's parameters are names with commas between them";
            Diagnostic::error(span, message).help("write `#define NAME(a, b) …`")
        };
        let close = close.ok_or_else(wrong)?;
        let list = self.text[self.at + 1..close].trim();
        let names: Vec<String> = list.split(',').map(|name| name.trim().to_owned()).collect();
        self.at = close + 1;
        match list.is_empty() {
            true => Ok(Vec::new()),
            false
                if names
                    .iter()
                    .all(|name| word(name) == name && !name.is_empty()) =>
            {
                Ok(names)
            }
            false => Err(wrong()),
        }
    }

    fn pragma(&mut self, end: usize, whole: Span) -> Result<(), Diagnostic> {
        let tokens = self.line_tokens(end)?;
        let (first, rest) = match tokens.split_first() {
            Some(((Token::Word(first), _), rest)) => (first.as_str(), rest),
            _ => ("", tokens.as_slice()),
        };
        let times = match first {
            "once" => return Ok(()),
            "unroll" => rest.to_vec(),
            // No copies: each trip is the loop's only one.
            "nounroll" => vec![lex_one("1", 0).map(|(one, _)| (one, whole))?],
            _ => return Err(refused("pragma", whole)),
        };
        self.done.push((Token::Word(UNROLL.to_owned()), whole));
        self.macros.expand(times, &mut self.done)?;
        self.done.push((Token::Symbol(";"), whole));
        Ok(())
    }
}

/// Length of a backslash and the line end behind it.
fn continuation(rest: &str) -> Option<usize> {
    let ends = ["\\\n", "\\\r\n"];
    let end = ends.iter().find(|end| rest.starts_with(**end))?;
    Some(end.len())
}

/// Length of a line that backslashes may continue, without its end.
fn line_length(rest: &str) -> usize {
    let ends = rest.match_indices('\n').map(|(at, _)| at);
    let continued = |at: &usize| rest[..*at].trim_end_matches('\r').ends_with('\\');
    ends.into_iter()
        .find(|at| !continued(at))
        .unwrap_or(rest.len())
}

/// The word that a text begins with.
fn word(text: &str) -> &str {
    let end = text.find(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    &text[..end.unwrap_or(text.len())]
}

fn refused(name: &str, span: Span) -> Diagnostic {
    let help = match name {
        "if" | "ifdef" | "ifndef" | "elif" | "else" | "endif" => {
            "keep the lines that are meant, and delete the other ones"
        }
        "pragma" => "leave it out: of pragmas only `#pragma unroll` changes the code",
        _ => "leave it out; there are #define, #undef, #include and #pragma unroll",
    };
    Diagnostic::error(span, format!("#{name} is not supported here")).help(help)
}
