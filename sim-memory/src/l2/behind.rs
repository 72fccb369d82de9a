//! Reads of copies, which stand in order behind misses.
//!
//! A read of a line whose home is the other side stands in a short queue of its slice, whether it finds
//! a copy there or not. It leaves when it is the first and its data is there, or when so many others
//! have come that the queue is full: what is not there then is waited for elsewhere, and those behind
//! it go on. So a copy is read late where a miss stands before it, the later the fewer reads push the
//! miss out. Reads of lines that are at home here wait for nobody, and misses only for their data.
//!
//! Measured on an H200 (`micro/h200/misses`): beside SMs that have 64, 256, 512 random lines of DRAM on
//! their way, a lone warp reads copies in 324, 411, 487 cycles, of 291 when nothing is; beside 1,024,
//! 2,048, 4,192, 8,384 in 517, 502, 445, 366; and in 300 where seven in eight of so many reads find
//! their lines. Whose reads they are does not matter.

use super::packet::Packet;
use super::slice::UNKNOWN;
use std::collections::VecDeque;

/// A read of a line whose home is the other side.
#[derive(Clone, Copy, Debug)]
enum Read {
    /// A miss: which of those that were sent, and when its data is there, if that is known.
    Miss(u64, u64),
    /// A copy is read, from the packet's time on.
    Copy(Packet),
}

/// The reads of one slice that stand in order.
#[derive(Debug)]
pub(super) struct Behind {
    /// How many may stand.
    places: usize,
    queue: VecDeque<Read>,
    /// Misses that have been sent to the home, ...
    sent: u64,
    /// ... and those of them of which it is known when their data comes.
    known: u64,
    /// When the last has left.
    left: u64,
    /// Those that take a place: all but what rides with others.
    standing: usize,
    /// Copies that stand.
    copies: usize,
}

impl Behind {
    /// Nobody stands; there is room for so many.
    pub fn new(places: u32) -> Behind {
        Behind {
            places: places.max(1) as usize,
            queue: VecDeque::new(),
            sent: 0,
            known: 0,
            left: 0,
            standing: 0,
            copies: 0,
        }
    }

    /// As at the beginning.
    pub fn rewind(&mut self) {
        *self = Behind::new(self.places as u32);
    }

    /// The next copy that is read by `now`, with the time from which it is.
    #[inline]
    pub fn leave(&mut self, now: u64) -> Option<Packet> {
        loop {
            let there = self.first_is_there();
            if there > now {
                return None;
            }
            if let Some(copy) = self.take_first(there) {
                return Some(copy);
            }
        }
    }

    /// Makes room for one more at `now`: what is first goes. If that is a copy, its packet.
    #[inline]
    pub fn make_room(&mut self, now: u64) -> Option<Packet> {
        if self.standing < self.places {
            return None;
        }
        self.take_first(now)
    }

    /// A miss is sent to the home.
    #[inline]
    pub fn send(&mut self) {
        self.queue.push_back(Read::Miss(self.sent, UNKNOWN));
        self.sent += 1;
        self.standing += 1;
    }

    /// Of the first miss that was sent and of which it was not known, it is known when its data comes.
    #[inline]
    pub fn know(&mut self, comes: u64) {
        // Misses stand in the order of their numbers; this one may have been pushed out.
        let misses = self.queue.iter_mut().filter_map(|read| match read {
            Read::Miss(number, when) => Some((*number, when)),
            Read::Copy(_) => None,
        });
        for (number, when) in misses.take_while(|(number, _)| *number <= self.known) {
            if number == self.known {
                *when = comes;
                break;
            }
        }
        self.known += 1;
    }

    /// A copy is read from `packet.time` on.
    #[inline]
    pub fn read(&mut self, packet: Packet) {
        self.queue.push_back(Read::Copy(packet));
        self.copies += 1;
        self.standing += usize::from(!packet.rides());
    }

    /// When the first of those that stand leaves at the latest, if copies stand; else never.
    pub fn next_event(&self) -> u64 {
        match self.copies {
            0 => UNKNOWN,
            _ => self.first_is_there(),
        }
    }

    /// Copies that stand.
    pub fn copies(&self) -> usize {
        self.copies
    }

    /// When the data of the first is there.
    #[inline(always)]
    fn first_is_there(&self) -> u64 {
        match self.queue.front() {
            None => UNKNOWN,
            Some(Read::Miss(_, comes)) => *comes,
            Some(Read::Copy(packet)) => packet.time,
        }
    }

    /// Takes the first, which leaves at `time`: the packet, if it is a copy.
    #[inline]
    fn take_first(&mut self, time: u64) -> Option<Packet> {
        self.left = self.left.max(time);
        match self.queue.pop_front()? {
            Read::Miss(..) => {
                self.standing -= 1;
                None
            }
            Read::Copy(packet) => {
                self.standing -= usize::from(!packet.rides());
                self.copies -= 1;
                Some(packet.at(packet.time.max(self.left)))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::load;

    fn read(time: u64) -> Packet {
        Packet::new(&load(time), 0)
    }

    fn leaves(behind: &mut Behind, now: u64) -> Option<u64> {
        behind.leave(now).map(|packet| packet.time)
    }

    #[test]
    fn a_copy_that_stands_first_is_read_at_once() {
        let mut behind = Behind::new(4);
        behind.read(read(10));
        assert_eq!(leaves(&mut behind, 10), Some(10));
        assert_eq!(behind.next_event(), UNKNOWN);
    }

    #[test]
    fn a_copy_waits_for_the_misses_before_it_and_no_others() {
        let mut behind = Behind::new(8);
        behind.send();
        behind.send();
        behind.read(read(20));
        behind.send();
        behind.read(read(30));
        behind.know(700);
        assert_eq!(leaves(&mut behind, 650), None);
        behind.know(600);
        assert_eq!(behind.next_event(), 700);
        assert_eq!(leaves(&mut behind, 700), Some(700));
        assert_eq!(
            leaves(&mut behind, 700),
            None,
            "of the third nothing is known"
        );
        behind.know(710);
        assert_eq!(leaves(&mut behind, 800), Some(710));
    }

    #[test]
    fn a_miss_that_is_pushed_out_is_not_waited_for() {
        let mut behind = Behind::new(3);
        behind.send();
        behind.read(read(20));
        behind.read(read(21));
        assert_eq!(leaves(&mut behind, 90), None);
        assert!(behind.make_room(90).is_none());
        assert_eq!(leaves(&mut behind, 90), Some(90));
        assert_eq!(leaves(&mut behind, 90), Some(90));
        behind.know(500);
        behind.read(read(100));
        assert_eq!(leaves(&mut behind, 100), Some(100));
    }

    #[test]
    fn with_one_place_nobody_waits() {
        let mut behind = Behind::new(1);
        behind.send();
        assert!(behind.make_room(50).is_none());
        behind.read(read(50));
        assert_eq!(leaves(&mut behind, 50), Some(50));
    }
}
