//! Which cases of a set to run.

use crate::truth::{Entry, TruthSet};
use regex::Regex;

/// A choice among a set's cases.
#[derive(Clone, Debug, Default)]
pub struct Selection {
    /// Names must match this.
    pub only: Option<Regex>,
    /// Only cases marked `core`.
    pub core: bool,
}

impl Selection {
    /// The cases chosen, in the set's order.
    pub fn of<'a>(&self, set: &'a TruthSet) -> Vec<&'a Entry> {
        set.entries.iter().filter(|e| self.picks(e)).collect()
    }

    fn picks(&self, entry: &Entry) -> bool {
        let named = self.only.as_ref();
        named.is_none_or(|pattern| pattern.is_match(&entry.case.name))
            && (!self.core || entry.case.core)
    }
}
