//! Whether predictions say which of two ways to do the same work is faster.
//!
//! Two cases do the same work if they belong to one group and begin with buffers of the same
//! sizes and contents. A pair counts if the GPU's times differ by more than a tenth.

use super::Record;
use crate::truth::{Buffer, Case};

/// The gap above which the GPU's own order is taken for sure.
pub const GAP: f64 = 0.10;

/// Pairs, and those in the right order.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Ranking {
    /// Pairs with a gap.
    pub pairs: usize,
    /// Of these, ranked as the GPU does.
    pub right: usize,
    /// The others: the faster on the GPU first.
    pub wrong: Vec<(String, String)>,
}

/// Ranks all pairs of a set's cases.
pub fn rank(records: &[Record<'_>]) -> Ranking {
    let mut ranking = Ranking::default();
    for (place, first) in records.iter().enumerate() {
        for second in &records[place + 1..] {
            if same_work(&first.entry.case, &second.entry.case) {
                ranking.add(first, second);
            }
        }
    }
    ranking
}

impl Ranking {
    fn add(&mut self, first: &Record<'_>, second: &Record<'_>) {
        let times = |record: &Record<'_>| Some((record.measured?, record.simulated?));
        let Some((a, b)) = times(first).zip(times(second)) else {
            return;
        };
        let ((fast, slow), (a, b)) = match a.0 <= b.0 {
            true => ((first, second), (a, b)),
            false => ((second, first), (b, a)),
        };
        if b.0 <= (1.0 + GAP) * a.0 {
            return;
        }
        self.pairs += 1;
        match a.1 < b.1 {
            true => self.right += 1,
            false => {
                let name = |record: &Record<'_>| record.entry.case.name.clone();
                self.wrong.push((name(fast), name(slow)));
            }
        }
    }
}

fn same_work(a: &Case, b: &Case) -> bool {
    a.group.is_some() && a.group == b.group && same_buffers(a, b)
}

/// Whether the buffers are the same, whatever their names and order.
fn same_buffers(a: &Case, b: &Case) -> bool {
    let mut left: Vec<&Buffer> = b.buffers.values().collect();
    let taken = a.buffers.values().all(|buffer| {
        let found = left.iter().position(|other| *other == buffer);
        found.map(|at| left.swap_remove(at)).is_some()
    });
    taken && left.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::truth::Entry;

    fn entry(name: &str, bytes: u64) -> Entry {
        let text = format!(
            r#"{{"name": "{name}", "kernel": "k", "cubin": "k", "grid": [1, 1, 1],
                "block": [1, 1, 1], "dyn_smem": 0, "args": [], "check": [], "group": "g",
                "buffers": {{"{name}": {{"bytes": {bytes}, "init": {{"kind": "zero"}}}}}}}}"#
        );
        Entry {
            case: serde_json::from_str(&text).expect("a case"),
            measured: None,
            repeat: None,
        }
    }

    fn record(entry: &Entry, measured: f64, simulated: f64) -> Record<'_> {
        Record {
            entry,
            class: None,
            simulated: Some(simulated),
            measured: Some(measured),
            right: None,
            failure: None,
            empty: None,
        }
    }

    #[test]
    fn only_pairs_of_the_same_work_that_the_gpu_tells_apart_count() {
        let entries = [entry("a", 4), entry("b", 4), entry("c", 4), entry("d", 8)];
        let times = [(100.0, 90.0), (105.0, 80.0), (200.0, 85.0), (999.0, 1.0)];
        let records: Vec<_> = entries
            .iter()
            .zip(times)
            .map(|(entry, (measured, simulated))| record(entry, measured, simulated))
            .collect();
        let ranking = rank(&records);
        // a and b are too near each other, d is other work; b before c is right, a before c not.
        assert_eq!((ranking.pairs, ranking.right), (2, 1));
        assert_eq!(ranking.wrong, [("a".to_string(), "c".to_string())]);
    }
}
