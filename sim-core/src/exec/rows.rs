//! A warp's registers in the host's memory.

use std::ops::{Index, IndexMut};

/// A value of each lane.
pub type Row = [u32; 32];

/// A row in two lines of the host's cache. Anywhere else it would lie in
/// three, and every second vector access would touch two of them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(C, align(64))]
struct Aligned(Row);

/// Rows by number.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub(super) struct Rows(Vec<Aligned>);

impl Rows {
    /// Makes it so many rows of zeros; allocates only if there were never so
    /// many.
    pub(super) fn clear(&mut self, count: usize) {
        self.0.clear();
        self.0.resize(count, Aligned([0; 32]));
    }

    /// A row, if there is one.
    #[inline(always)]
    pub(super) fn get(&self, row: usize) -> Option<&Row> {
        self.0.get(row).map(|row| &row.0)
    }
}

impl Index<usize> for Rows {
    type Output = Row;

    #[inline(always)]
    fn index(&self, row: usize) -> &Row {
        &self.0[row].0
    }
}

impl IndexMut<usize> for Rows {
    #[inline(always)]
    fn index_mut(&mut self, row: usize) -> &mut Row {
        &mut self.0[row].0
    }
}
