//! Sorting by cycle: the things of each cycle are counted, and each then goes to
//! the next place of its cycle. Those of one cycle keep their order.

/// Where things go, by cycle.
#[derive(Debug, Default)]
pub(crate) struct ByCycle {
    /// Where the next thing of each cycle goes.
    next: Vec<u32>,
}

impl ByCycle {
    /// Counts things that come in so many cycles, given the cycle of each, from 0;
    /// returns how many things there are.
    #[inline(always)]
    pub fn count(&mut self, cycles: usize, things: impl Iterator<Item = usize>) -> usize {
        self.next.clear();
        self.next.resize(cycles, 0);
        things.for_each(|cycle| self.next[cycle] += 1);
        let begin = |before, count: &mut u32| before + std::mem::replace(count, before);
        self.next.iter_mut().fold(0, begin) as usize
    }

    /// The place of the next thing of a cycle.
    #[inline(always)]
    pub fn place(&mut self, cycle: usize) -> usize {
        let next = &mut self.next[cycle];
        *next += 1;
        *next as usize - 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn things_come_by_cycle_and_keep_their_order(
            cycles in prop::collection::vec(0usize..6, 0..40),
        ) {
            let mut by_cycle = ByCycle::default();
            let total = by_cycle.count(6, cycles.iter().copied());
            let mut sorted = vec![None; total];
            for (thing, &cycle) in cycles.iter().enumerate() {
                sorted[by_cycle.place(cycle)] = Some((cycle, thing));
            }
            let mut want: Vec<_> = cycles.iter().copied().zip(0..).collect();
            want.sort();
            prop_assert_eq!(sorted.into_iter().flatten().collect::<Vec<_>>(), want);
        }
    }
}
