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
