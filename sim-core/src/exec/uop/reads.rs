//! The registers that an instruction reads from the two banks of the register file.

/// Reads of one bank that are told apart: as many as an instruction has cycles to read in.
pub const MOST_READS: usize = 3;

/// The registers that an instruction reads: for each bank, the even and the odd one, the operands that each
/// register becomes, a bit each (1, 2 and 4 for a, b and c).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Reads {
    operands: [[u8; MOST_READS]; 2],
    counts: [u8; 2],
}

impl Reads {
    /// A register of a bank is read for some operands. More than three of one bank count as three.
    pub fn add(&mut self, bank: usize, operands: u8) {
        let count = &mut self.counts[bank];
        if let Some(read) = self.operands[bank].get_mut(usize::from(*count)) {
            *read = operands;
            *count += 1;
        }
    }

    /// The reads of a bank: the operands that each is for.
    #[inline]
    pub fn of(&self, bank: usize) -> &[u8] {
        &self.operands[bank][..self.count(bank)]
    }

    /// How many registers a bank gives.
    #[inline]
    pub fn count(&self, bank: usize) -> usize {
        usize::from(self.counts[bank]).min(MOST_READS)
    }

    /// Whether nothing is read.
    #[inline]
    pub fn is_none(&self) -> bool {
        self.counts == [0; 2]
    }
}
