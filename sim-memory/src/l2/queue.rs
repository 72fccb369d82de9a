//! Sectors of lines in the order in which something began for them.
//!
//! The L2 does not keep what is newer than DRAM until it is evicted: it sees to
//! it when too many lines are so, those sectors first that began first (measured; how the hardware
//! finds them is not published). What was seen to meanwhile keeps its
//! place here, and nothing happens when its turn comes.

use crate::message::SectorMask;

/// Sectors of a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Part(u64);

impl Part {
    /// These of a line, by the cache's name.
    pub fn new(line: u64, sectors: SectorMask) -> Part {
        Part(line << 4 | u64::from(sectors))
    }

    /// The line, by the cache's name.
    pub fn line(self) -> u64 {
        self.0 >> 4
    }

    pub fn sectors(self) -> SectorMask {
        self.0 as SectorMask & 0xf
    }
}

/// A queue of bounded length.
#[derive(Clone, Debug)]
pub(super) struct Queue {
    /// A ring of parts.
    entries: Vec<u64>,
    first: usize,
    held: usize,
}

impl Queue {
    /// An empty queue of `length` parts, at least one.
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

    /// The part that will leave after `later` others.
    #[inline(always)]
    pub fn peek(&self, later: usize) -> Option<Part> {
        (later < self.held).then(|| Part(self.entries[self.place(later)]))
    }

    /// Appends a part; returns the oldest if the queue was full.
    #[inline]
    pub fn push(&mut self, part: Part) -> Option<Part> {
        let full = self.held == self.entries.len();
        let oldest = if full { self.pop() } else { None };
        let place = self.place(self.held);
        self.entries[place] = part.0;
        self.held += 1;
        oldest
    }

    /// Takes the oldest part.
    #[inline]
    pub fn pop(&mut self) -> Option<Part> {
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
        let left = [7, 8, 9, 10].map(|line| queue.push(Part::new(line, 1)));
        let left = left.map(|part| part.map(Part::line));
        assert_eq!(left, [None, None, Some(7), Some(8)]);
    }
}
