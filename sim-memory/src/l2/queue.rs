//! Lines in the order in which something began for them.
//!
//! The L2 does not keep what is newer than DRAM until it is evicted: it sees to
//! it when enough younger lines have begun the same (measured; how the hardware
//! finds them is not published). A line that was seen to meanwhile keeps its
//! place here, and nothing happens when its turn comes: how long a line may wait
//! is counted in lines that began after it.

/// A queue of fixed length.
#[derive(Clone, Debug)]
pub(super) struct Queue {
    keys: Vec<u64>,
    length: usize,
    next: usize,
}

impl Queue {
    /// An empty queue of `length` lines, at least one.
    pub fn new(length: usize) -> Queue {
        let length = length.max(1);
        Queue {
            keys: Vec::with_capacity(length),
            length,
            next: 0,
        }
    }

    /// The line that will leave after `later` others.
    #[inline(always)]
    pub fn peek(&self, later: usize) -> Option<u64> {
        let place = self.next + later;
        let wrapped = if place < self.length {
            place
        } else {
            place - self.length
        };
        match self.keys.len() < self.length {
            true => None,
            false => self.keys.get(wrapped).copied(),
        }
    }

    /// Appends a line; returns the oldest if the queue was full.
    #[inline]
    pub fn push(&mut self, key: u64) -> Option<u64> {
        if self.keys.len() < self.length {
            self.keys.push(key);
            return None;
        }
        let oldest = std::mem::replace(&mut self.keys[self.next], key);
        self.next = (self.next + 1) % self.length;
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
