//! What programs printed that give each case a line: its name and numbers.

use super::printed;
use std::collections::HashMap;

/// The numbers of each case.
pub fn printed_by_case(program: &str) -> HashMap<String, Vec<u32>> {
    let line = |line: &str| {
        let mut words = line.split_whitespace();
        let name = words.next()?.to_string();
        Some((name, words.map(|w| w.parse().expect("a number")).collect()))
    };
    printed(program).lines().filter_map(line).collect()
}

/// The numbers of one line, which begins with this name.
pub fn printed_behind(program: &str, name: &str) -> Vec<f64> {
    behind(&printed(program), name)
}

/// The same of a text.
pub fn behind(text: &str, name: &str) -> Vec<f64> {
    let line = |line: &'_ str| Some(line.strip_prefix(name)?.strip_prefix(' ')?.to_string());
    let numbers = text.lines().find_map(line).expect("it was measured");
    let words = numbers.split_whitespace();
    words.map(|word| word.parse().expect("a number")).collect()
}
