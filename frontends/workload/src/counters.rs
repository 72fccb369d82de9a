//! Names of counters: those of the simulator, and their short forms.

use sim_core::metrics::{ALIASES, all, find};

/// Whether a counter of that name exists.
pub(crate) fn is_known(name: &str) -> bool {
    find(name).is_some()
}

/// All names, short ones first.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    let aliases = ALIASES.iter().map(|&(alias, _)| alias);
    aliases.chain(all().map(|metric| metric.name))
}

/// Whether a counter of several launches is the sum of theirs: counts and times are, shares,
/// means and what a launch asks for are not.
pub fn adds_up(name: &str) -> bool {
    let sum = |name: &str| {
        let shape = name.starts_with("launch__");
        let count = name.ends_with(".sum") || name.starts_with("derived__memory");
        !shape && (count || name.contains("__cycles_elapsed."))
    };
    find(name).is_some_and(|metric| sum(metric.name))
}
