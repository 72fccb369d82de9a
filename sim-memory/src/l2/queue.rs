//! Lines, or sectors of them, in the order in which something began for them.
//!
//! The L2 does not keep what is newer than DRAM until it is evicted: it sees to
//! it when too many lines are so, those first that began first (measured; how the hardware
//! finds them is not published). A line that was seen to meanwhile keeps its
//! place here, and nothing happens when its turn comes.

/// A queue of bounded length.
#[derive(Clone, Debug)]
pub(super) struct Queue {
    /// A ring of keys.
    entries: Vec<u64>,
    first: usize,
    held: usize,
}

impl Queue {
    /// An empty queue of `length` lines, at least one.
    pub fn new(length: usize) -> Queue {
        Queue {
            entries: vec![0; length.max(1)],
            first: 0,
            held: 0,
        }
    }

    #[inline(always)]
    fn place(&self, later: usize) -> usize {
        let place = self.first + later;
        match place < self.entries.len() {
            true => place,
            false => place - self.entries.len(),
        }
    }

    /// The line that will leave after `later` others.
    #[inline(always)]
    pub fn peek(&self, later: usize) -> Option<u64> {
        (later < self.held).then(|| self.entries[self.place(later)])
    }

    /// Appends a line; returns the oldest if the queue was full.
    #[inline]
    pub fn push(&mut self, key: u64) -> Option<u64> {
        let full = self.held == self.entries.len();
        let oldest = if full { self.pop() } else { None };
        let place = self.place(self.held);
        self.entries[place] = key;
        self.held += 1;
        oldest
    }

    /// Takes the oldest line.
    #[inline]
    pub fn pop(&mut self) -> Option<u64> {
        let oldest = self.peek(0)?;
        self.first = self.place(1);
        self.held -= 1;
        Some(oldest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_leaves_when_the_queue_is_full() {
        let mut queue = Queue::new(2);
        let left = [7, 8, 9, 10].map(|key| queue.push(key));
        assert_eq!(left, [None, None, Some(7), Some(8)]);
    }
}
