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
