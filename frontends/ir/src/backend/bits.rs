//! A set of small integers, one bit each.

/// A set of numbers below a bound given at construction.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct BitSet(Vec<u64>);

impl BitSet {
    /// The empty set of numbers below `bound`.
    pub fn new(bound: usize) -> BitSet {
        BitSet(vec![0; bound.div_ceil(64)])
    }

    /// Adds a number; says whether it is new.
    pub fn insert(&mut self, item: usize) -> bool {
        let (word, bit) = (item / 64, 1 << (item % 64));
        let new = self.0[word] & bit == 0;
        self.0[word] |= bit;
        new
    }

    /// Adds numbers.
    pub fn extend(&mut self, items: impl IntoIterator<Item = usize>) {
        for item in items {
            self.insert(item);
        }
    }

    /// Takes a number out.
    pub fn remove(&mut self, item: usize) {
        self.0[item / 64] &= !(1 << (item % 64));
    }

    /// Whether a number is in.
    pub fn contains(&self, item: usize) -> bool {
        self.0[item / 64] & (1 << (item % 64)) != 0
    }

    /// Adds all of another set; says whether that changed anything.
    pub fn union_with(&mut self, other: &BitSet) -> bool {
        let mut changed = false;
        for (mine, theirs) in self.0.iter_mut().zip(&other.0) {
            changed |= *theirs & !*mine != 0;
            *mine |= theirs;
        }
        changed
    }

    /// The numbers, rising.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.0.iter().enumerate().flat_map(|(index, &word)| {
            let rest = |&word: &u64| Some(word & (word - 1)).filter(|&word| word != 0);
            let words = std::iter::successors(Some(word).filter(|&word| word != 0), rest);
            words.map(move |word| index * 64 + word.trailing_zeros() as usize)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_yields_its_members_in_rising_order() {
        let mut set = BitSet::new(200);
        for item in [190, 3, 64, 63] {
            assert!(set.insert(item));
        }
        assert!(!set.insert(64));
        set.remove(3);
        assert_eq!(set.iter().collect::<Vec<_>>(), [63, 64, 190]);
        assert!(set.contains(190) && !set.contains(3));
    }
}
