//! What the file claims, put to the test: each verdict with the numbers behind it.

use crate::format::significant;
use crate::view::{Claim, Run};

/// The headline and every claim; empty if the file claims nothing.
pub fn text(run: &Run) -> String {
    if run.claims.is_empty() {
        return String::new();
    }
    let claims = run.claims.iter().map(|one| claim(one, &run.gpu.name));
    std::iter::once(headline(run)).chain(claims).collect()
}

fn headline(run: &Run) -> String {
    let odd = run.claims.iter().filter(|one| one.differs()).count();
    let gpu = &run.gpu.name;
    match odd {
        0 => "Claims\n".to_string(),
        1 => format!("Claims: ONE VERDICT DIFFERS from what the file says of {gpu}\n"),
        _ => format!("Claims: {odd} VERDICTS DIFFER from what the file says of {gpu}\n"),
    }
}

/// Verdict, sentence and source; condition and numbers; what the file says of it, where that
/// must be said.
pub fn claim(one: &Claim, gpu: &str) -> String {
    let verdict = match one.holds {
        Some(true) => "holds",
        Some(false) => "DOES NOT HOLD",
        None => "not evaluated",
    };
    let source = match one.source.as_str() {
        "" => String::new(),
        source => format!(" ({source})"),
    };
    let mut text = format!("  {verdict}: {}{source}\n", one.text);
    text.push_str(&format!("    {}{}\n", one.what, numbers(one)));
    if let Some(note) = note(one, gpu) {
        text.push_str(&format!("    {note}\n"));
    }
    text
}

/// Both sides, and the counters that are not a side by themselves.
fn numbers(one: &Claim) -> String {
    if one.holds.is_none() {
        return format!(": {}", one.undecided);
    }
    let is_side = |value: &f64| {
        let mut words = one.compared.split(' ');
        words.any(|word| word == value.to_string())
    };
    let within = one.values.iter().filter(|(_, value)| !is_side(value));
    let within: Vec<_> = within
        .map(|(term, value)| format!("{term} = {}", significant(*value)))
        .collect();
    match within.is_empty() {
        true => format!(": {}", readable(&one.compared)),
        false => format!(": {}, with {}", readable(&one.compared), within.join(", ")),
    }
}

/// A comparison with as many digits of its numbers as one reads; whole ones stay whole.
fn readable(compared: &str) -> String {
    let word = |word: &str| match word.parse::<f64>() {
        Ok(number) if number.fract() != 0.0 => significant(number),
        _ => word.to_owned(),
    };
    let words: Vec<String> = compared.split(' ').map(word).collect();
    words.join(" ")
}

/// What the file says of this GPU, unless the claim holds as it says.
fn note(one: &Claim, gpu: &str) -> Option<String> {
    let reason = &one.reason;
    match (one.holds, one.expected) {
        (None, _) | (Some(true), Some(true)) => None,
        (Some(false), Some(false)) => Some(format!("as the file says for {gpu}: {reason}")),
        (Some(true), Some(false)) => Some(format!(
            "DIFFERS: the file says that it does not hold on {gpu}: {reason}"
        )),
        (Some(false), Some(true)) => Some(format!("DIFFERS: the file says that it holds on {gpu}")),
        (Some(_), None) => Some(format!("the file does not test it on {gpu}")),
    }
}
