//! `half`, the type: a typedef that only `cuda_fp16.h` brings, and a name that programs without
//! it give to variables.
//!
//! Expressions know no scopes, so the tokens around decide: in a text that declares a variable
//! `half` the word means that, elsewhere it is a type where nothing else could stand. The parser
//! then sees the type under its reserved name. `half(x)` stays a call: whoever knows the kernel's
//! functions decides ([`reserved`]).

use super::statement::is_type_word;
use crate::cexpr::Token;
use crate::source::Span;

/// The typedefs, and the names that they stand for.
const TYPES: [(&str, &str); 4] = [
    ("half", "__half"),
    ("half2", "__half2"),
    ("nv_bfloat16", "__nv_bfloat16"),
    ("nv_bfloat162", "__nv_bfloat162"),
];

/// Gives each such word that is a type its reserved name.
pub(super) fn name(tokens: &mut [(Token, Span)]) {
    for (short, _) in TYPES {
        let places = (0..tokens.len()).filter(|&at| is(&tokens[at].0, short));
        let places: Vec<_> = places.collect();
        if places.iter().any(|&at| declares(tokens, at)) {
            continue;
        }
        for at in places
            .into_iter()
            .filter(|&at| stands_as_type(tokens, at))
            .collect::<Vec<_>>()
        {
            if let Token::Word(word) = &mut tokens[at].0 {
                name_one(word);
            }
        }
    }
}

/// Gives a word its reserved name, where it has one.
pub(super) fn name_one(word: &mut String) {
    if let Some(reserved) = reserved(word) {
        *word = reserved.to_owned();
    }
}

/// The type that such a word stands for.
pub(crate) fn reserved(word: &str) -> Option<&'static str> {
    let row = TYPES.iter().find(|(short, _)| *short == word);
    row.map(|(_, reserved)| *reserved)
}

fn is(token: &Token, word: &str) -> bool {
    matches!(token, Token::Word(w) if w == word)
}

/// The tokens around a place; behind the last one stands the end.
fn around(tokens: &[(Token, Span)], at: usize) -> (&Token, &Token) {
    let token = |at: usize| tokens.get(at).map_or(&Token::End, |(token, _)| token);
    (at.checked_sub(1).map_or(&Token::End, token), token(at + 1))
}

/// Whether a variable of that name is declared at a place.
fn declares(tokens: &[(Token, Span)], at: usize) -> bool {
    let (before, behind) = around(tokens, at);
    let typed = matches!(before, Token::Word(word) if is_type_word(word) || word == "auto");
    match behind {
        Token::Symbol("=" | ";") => typed || *before == Token::Symbol(","),
        Token::Symbol("," | "(" | ")" | "[" | ":") | Token::End => typed,
        _ => false,
    }
}

/// Whether the word at a place can be no variable.
fn stands_as_type(tokens: &[(Token, Span)], at: usize) -> bool {
    let (before, behind) = around(tokens, at);
    match behind {
        Token::Word(_) | Token::Symbol("*" | "&") => true,
        Token::Symbol(")") => *before == Token::Symbol("("),
        Token::Symbol(">") => *before == Token::Symbol("<"),
        _ => false,
    }
}
