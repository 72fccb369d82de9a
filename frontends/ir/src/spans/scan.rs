//! The pre-pass: string literals and identifiers of a RON text, with their places.

use crate::source::Span;

/// A string literal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Literal {
    /// The whole literal, quotes included.
    pub span: Span,
    /// What it says.
    pub value: String,
    /// Where decoded and source bytes run in step: from decoded byte `.0`, source byte `.1`.
    /// The first entry is the content's start; one follows each escape.
    steps: Vec<(u32, u32)>,
}

impl Literal {
    /// The place in the file of a byte range of the decoded value.
    pub fn locate(&self, part: Span) -> Span {
        let (start, end) = (self.source_of(part.start), self.source_of(part.end));
        Span { start, end }
    }

    fn source_of(&self, decoded: u32) -> u32 {
        let after = self.steps.partition_point(|(from, _)| *from <= decoded);
        let (from, source) = self.steps[after - 1];
        (source + (decoded - from)).min(self.span.end)
    }
}

/// The strings and identifiers of a RON text, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tokens {
    /// String literals; byte strings and characters are not among them.
    pub literals: Vec<Literal>,
    /// Identifiers and whatever else is spelt like one.
    pub identifiers: Vec<(Span, String)>,
}

impl Tokens {
    /// Reads a text. A text that is not RON gives something, too: `ron` will say what is wrong.
    pub fn scan(text: &str) -> Self {
        let mut scanner = Scanner {
            text,
            at: 0,
            tokens: Self::default(),
        };
        while scanner.at < text.len() {
            scanner.step();
        }
        scanner.tokens
    }
}

struct Scanner<'a> {
    text: &'a str,
    at: usize,
    tokens: Tokens,
}

impl<'a> Scanner<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn step(&mut self) {
        let rest = self.rest();
        let first = rest.chars().next().expect("the caller checked for the end");
        if rest.starts_with("//") {
            self.at += rest.find('\n').unwrap_or(rest.len());
        } else if rest.starts_with("/*") {
            self.at += block_comment(rest);
        } else if first == '"' {
            self.string();
        } else if first == '\'' {
            self.at += character(rest);
        } else if first.is_alphabetic() || first == '_' {
            self.word();
        } else {
            self.at += first.len_utf8();
        }
    }

    /// A word: an identifier, or the prefix of a raw or byte string.
    fn word(&mut self) {
        let rest = self.rest();
        let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_');
        let (word, after) = rest.split_at(end.unwrap_or(rest.len()));
        let hashes = after.len() - after.trim_start_matches('#').len();
        let quote = after[hashes..].starts_with('"');
        match word {
            "r" if quote => self.raw_string(1, hashes),
            "br" if quote => self.at += raw_length(rest, 2, hashes),
            "b" if quote && hashes == 0 => self.at += 1 + quoted_length(after),
            "b" if after.starts_with('\'') => self.at += 1 + character(after),
            _ => {
                let span = Span::new(self.at, self.at + word.len());
                self.tokens.identifiers.push((span, word.to_owned()));
                self.at += word.len();
            }
        }
    }

    fn raw_string(&mut self, prefix: usize, hashes: usize) {
        let length = raw_length(self.rest(), prefix, hashes);
        let open = prefix + hashes + 1;
        let close = hashes + 1;
        let content = self.rest().get(open..length.saturating_sub(close));
        let start = self.at + open;
        self.tokens.literals.push(Literal {
            span: Span::new(self.at, self.at + length),
            value: content.unwrap_or("").to_owned(),
            steps: vec![(0, start as u32)],
        });
        self.at += length;
    }

    fn string(&mut self) {
        let length = quoted_length(self.rest());
        let body = &self.rest()[1..length];
        let content = body.strip_suffix('"').unwrap_or(body);
        let (value, steps) = decode(content, self.at + 1);
        let span = Span::new(self.at, self.at + length);
        self.tokens.literals.push(Literal { span, value, steps });
        self.at += length;
    }
}

/// Length of a `"…"` with escapes, quotes included; up to the end where it does not close.
fn quoted_length(text: &str) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            '"' if !escaped => return at + 1,
            '\\' => escaped = !escaped,
            _ => escaped = false,
        }
    }
    text.len()
}

fn raw_length(text: &str, prefix: usize, hashes: usize) -> usize {
    let open = prefix + hashes + 1;
    let close = format!("\"{}", "#".repeat(hashes));
    let found = text[open..].find(&close);
    found.map_or(text.len(), |at| open + at + close.len())
}

/// Length of a nested block comment.
fn block_comment(text: &str) -> usize {
    let (mut depth, mut at) = (0, 0);
    while at < text.len() {
        let rest = &text[at..];
        if rest.starts_with("/*") {
            depth += 1;
            at += 2;
        } else if rest.starts_with("*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                return at;
            }
        } else {
            at += rest.chars().next().map_or(1, char::len_utf8);
        }
    }
    text.len()
}

/// Length of a character literal; 1 for a lone quote.
fn character(text: &str) -> usize {
    let mut chars = text.char_indices().skip(1);
    let (_, first) = chars.next().unwrap_or((0, '\''));
    if first == '\\' {
        chars.next();
        let close = chars.find(|(_, c)| *c == '\'');
        return close.map_or(1, |(at, _)| at + 1);
    }
    match chars.next() {
        Some((at, '\'')) => at + 1,
        _ => 1,
    }
}

/// Decodes RON's escapes; `start` is the content's place in the file.
fn decode(content: &str, start: usize) -> (String, Vec<(u32, u32)>) {
    let (mut value, mut steps) = (String::new(), vec![(0, start as u32)]);
    let mut at = 0;
    while let Some(found) = content[at..].find('\\') {
        value.push_str(&content[at..at + found]);
        at += found;
        let (c, length) = escape(&content[at..]);
        value.extend(c);
        at += length;
        steps.push((value.len() as u32, (start + at) as u32));
    }
    value.push_str(&content[at..]);
    (value, steps)
}

/// The character that an escape means, and the escape's length.
fn escape(text: &str) -> (Option<char>, usize) {
    let Some(kind) = text.chars().nth(1) else {
        return (None, text.len());
    };
    match kind {
        'n' => (Some('\n'), 2),
        'r' => (Some('\r'), 2),
        't' => (Some('\t'), 2),
        '0' => (Some('\0'), 2),
        'x' => bytes_escape(text),
        'u' => {
            let end = text.find('}').map_or(text.len(), |at| at + 1);
            let code = text.get(3..end.saturating_sub(1)).unwrap_or("");
            let code = u32::from_str_radix(code, 16).ok();
            (code.and_then(char::from_u32), end)
        }
        other => (Some(other), 1 + other.len_utf8()),
    }
}

/// `\xHH`, or several that make one character together.
fn bytes_escape(text: &str) -> (Option<char>, usize) {
    let mut bytes = Vec::new();
    let mut at = 0;
    while bytes.len() < 4 && text[at..].starts_with("\\x") {
        let digits = text.get(at + 2..at + 4).unwrap_or("");
        let Ok(byte) = u8::from_str_radix(digits, 16) else {
            break;
        };
        bytes.push(byte);
        at += 4;
        if let Ok(decoded) = std::str::from_utf8(&bytes) {
            return (decoded.chars().next(), at);
        }
    }
    (None, at.max(2))
}
