//! Lines in the order in which something began for them.
//!
//! The L2 does not keep what is newer than DRAM until it is evicted: it sees to
//! it when enough younger lines have begun the same, or enough have come to the
//! slice at all (measured; how the hardware finds them is not published). A line
//! that was seen to meanwhile keeps its place here, and nothing happens when its
//! turn comes.

/// A queue of bounded length.
#[derive(Clone, Debug)]
pub(super) struct Queue {
    /// A ring: each line's key, and above it the low bits of the slice's count
    /// of lines that had come before it.
    entries: Vec<u64>,
    first: usize,
    held: usize,
}

const KEY_BITS: u32 = 44;
const KEY: u64 = (1 << KEY_BITS) - 1;
/// Counts are compared by as many bits as an entry has left.
const COUNTS: u64 = u64::MAX >> KEY_BITS;

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
        (later < self.held).then(|| self.entries[self.place(later)] & KEY)
    }

    /// Appends a line at a count of the slice's lines; returns the oldest if the
    /// queue was full.
    #[inline]
    pub fn push(&mut self, key: u64, count: u64) -> Option<u64> {
        let full = self.held == self.entries.len();
        let oldest = if full { self.pop() } else { None };
        let place = self.place(self.held);
        self.entries[place] = key | count << KEY_BITS;
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

    /// Takes the oldest line if `age` lines have come since it was appended.
    #[inline(always)]
    pub fn pop_aged(&mut self, count: u64, age: u64) -> Option<u64> {
        let since = count.wrapping_sub(self.entries[self.first] >> KEY_BITS) & COUNTS;
        match self.held > 0 && since >= age {
            true => self.pop(),
            false => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_leaves_when_the_queue_is_full() {
        let mut queue = Queue::new(2);
        let left = [7, 8, 9, 10].map(|key| queue.push(key, 0));
        assert_eq!(left, [None, None, Some(7), Some(8)]);
    }

    #[test]
    fn a_line_leaves_at_its_age_even_when_the_count_has_wrapped() {
        let mut queue = Queue::new(4);
        let begin = COUNTS - 1;
        queue.push(7, begin);
        queue.push(8, begin + 3);
        assert_eq!(queue.pop_aged(begin + 9, 10), None);
        assert_eq!(queue.pop_aged(begin + 10, 10), Some(7));
        assert_eq!(queue.pop_aged(begin + 12, 10), None);
        assert_eq!(queue.pop_aged(begin + 13, 10), Some(8));
        assert_eq!(queue.pop_aged(begin + 99, 10), None);
    }
}
