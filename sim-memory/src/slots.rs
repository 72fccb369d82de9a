//! Numbers for what is in use, handed out in turn.
//!
//! Slots are handed out one after another, round and round: a store's lines
//! get neighbouring slots and come back in nearly the same order, so that
//! what is kept by slot passes through the host's cache as streams. A list of
//! free ones, whose last comes first again, would scatter them.

/// Slots in use, a bit each.
#[derive(Debug, Default)]
pub struct Slots {
    busy: Vec<u64>,
    next: usize,
    used: usize,
}

impl Slots {
    /// Slots that have been made.
    pub fn capacity(&self) -> usize {
        self.busy.len() * 64
    }

    /// Takes a slot; makes more while few are free.
    #[inline]
    pub fn take(&mut self) -> u32 {
        if self.used * 4 >= self.capacity() * 3 {
            self.grow();
        }
        let mut word = self.next / 64;
        let mut free = !self.busy[word] & (u64::MAX << (self.next % 64));
        while free == 0 {
            word = if word + 1 == self.busy.len() {
                0
            } else {
                word + 1
            };
            free = !self.busy[word];
        }
        let bit = free.trailing_zeros() as usize;
        self.busy[word] |= 1 << bit;
        self.used += 1;
        let slot = word * 64 + bit;
        self.next = if slot + 1 == self.capacity() {
            0
        } else {
            slot + 1
        };
        slot as u32
    }

    #[cold]
    fn grow(&mut self) {
        let words = (2 * self.busy.len()).max(1);
        self.busy.resize(words, 0);
    }

    /// Gives a slot back.
    #[inline]
    pub fn free(&mut self, slot: u32) {
        self.busy[slot as usize / 64] &= !(1 << (slot % 64));
        self.used -= 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_slot_is_handed_out_twice_and_few_are_made() {
        let mut slots = Slots::default();
        let mut taken: Vec<u32> = Vec::new();
        for round in 0..10_000usize {
            let slot = slots.take();
            assert!(!taken.contains(&slot), "{slot} in round {round}");
            taken.push(slot);
            if taken.len() > 100 {
                slots.free(taken.swap_remove(round * 7919 % 100));
            }
        }
        assert_eq!(slots.capacity(), 256);
    }
}
