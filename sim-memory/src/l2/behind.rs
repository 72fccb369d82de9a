//! Reads of copies, which stand in order behind misses.
//!
//! A read of a line whose home is the other side stands in a short queue of its slice, whether it finds
//! a copy there or not. It leaves when it is the first and its data is there, or when so many others
//! have come that the queue is full: what is not there then is waited for elsewhere, and those behind
//! it go on. So a copy is read late where a miss stands before it, the later the fewer reads push the
//! miss out. Reads of lines that are at home here wait for nobody, and misses only for their data.
//!
//! Elsewhere there is room for so many. While it is full a miss leaves the queue only for one that is done
//! there, the queue grows, and copies stand behind all of it; when it can grow no more the slice is shut to
//! its SMs.
//!
//! Measured on an H200 (`micro/h200/misses`): beside SMs that have 64, 256, 512 random lines of DRAM on
//! their way, a lone warp reads copies in 324, 411, 487 cycles, of 291 when nothing is; beside 1,024,
//! 2,048, 4,192, 8,384 in 517, 502, 445, 366; and in 300 where seven in eight of so many reads find
//! their lines. Whose reads they are does not matter. And on another (`micro/h200/crowded`): beside streams
//! from DRAM by 8, 12, 16 and 20 warps of each SM, of 16 lines each, in 350, 470, 780 and 1,170, and lines
//! that are at home in 300, 300, 315 and 370.

use super::packet::Packet;
use super::slice::UNKNOWN;
use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

/// A read of a line whose home is the other side.
#[derive(Clone, Copy, Debug)]
enum Read {
    /// A miss: when its data is there, if that is known.
    Miss(u64),
    /// A copy is read, from the packet's time on.
    Copy(Packet),
}

/// The reads of one slice that stand in order.
#[derive(Debug)]
pub(super) struct Behind {
    /// How many may stand while misses can be waited for elsewhere, ...
    places: usize,
    /// ... and how many at most.
    most: usize,
    queue: VecDeque<Read>,
    /// How many have left the queue.
    gone: u64,
    /// Misses of which it is not known when their data comes, in the order in which they were sent: how many
    /// stood before each, or had gone.
    asked: VecDeque<u64>,
    /// When the last has left.
    left: u64,
    /// Those that take a place: all but what rides with others.
    standing: usize,
    /// Copies that stand.
    copies: usize,
    /// How many misses may be waited for elsewhere.
    most_elsewhere: usize,
    /// Misses waited for elsewhere of which it is not known when their data comes, ...
    unknown: usize,
    /// ... and when that of the others does.
    elsewhere: BinaryHeap<Reverse<u64>>,
}

impl Behind {
    /// Nobody stands; there is room for so many, at most, and for so many misses elsewhere.
    pub fn new(places: usize, most: usize, elsewhere: usize) -> Behind {
        let places = places.max(1);
        Behind {
            places,
            most: most.max(places),
            queue: VecDeque::new(),
            gone: 0,
            asked: VecDeque::new(),
            left: 0,
            standing: 0,
            copies: 0,
            most_elsewhere: elsewhere,
            unknown: 0,
            elsewhere: BinaryHeap::new(),
        }
    }

    /// As at the beginning.
    pub fn rewind(&mut self) {
        *self = Behind::new(self.places, self.most, self.most_elsewhere);
    }

    /// Whether anyone leaves by `now`.
    #[inline(always)]
    pub fn leaves_by(&self, now: u64) -> bool {
        self.first_leaves() <= now
    }

    /// The next copy that is read by `now`, with the time from which it is.
    #[inline]
    pub fn leave(&mut self, now: u64) -> Option<Packet> {
        loop {
            let leaves = self.first_leaves();
            if leaves > now {
                return None;
            }
            if let Some(copy) = self.take_first(leaves) {
                return Some(copy);
            }
        }
    }

    /// When the first of those that stand leaves: its data is there, or more stand than have places and one
    /// more miss can be waited for elsewhere.
    #[inline(always)]
    fn first_leaves(&self) -> u64 {
        let there = self.first_is_there();
        match self.standing > self.places {
            true => there.min(self.room_elsewhere().max(self.left)),
            false => there,
        }
    }

    /// When one more miss may be waited for elsewhere, as far as is known.
    fn room_elsewhere(&self) -> u64 {
        match self.elsewhere.len() + self.unknown < self.most_elsewhere {
            true => 0,
            false => self.elsewhere.peek().map_or(UNKNOWN, |done| done.0),
        }
    }

    /// Makes room for one more at `now`: what is first goes, if it can. If that is a copy, its packet.
    #[inline]
    pub fn make_room(&mut self, now: u64) -> Option<Packet> {
        if self.standing < self.places || self.room_elsewhere() > now {
            return None;
        }
        self.take_first(now)
    }

    /// A miss is sent to the home.
    #[inline]
    pub fn send(&mut self) {
        self.asked.push_back(self.gone + self.queue.len() as u64);
        self.queue.push_back(Read::Miss(UNKNOWN));
        self.standing += 1;
    }

    /// Of the first miss that was sent and of which it was not known, it is known when its data comes.
    #[inline]
    pub fn know(&mut self, comes: u64) {
        let Some(place) = self.asked.pop_front() else {
            return;
        };
        match place.checked_sub(self.gone) {
            Some(place) => self.queue[place as usize] = Read::Miss(comes),
            None => {
                self.unknown -= 1;
                self.elsewhere.push(Reverse(comes));
            }
        }
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
            _ => self.first_leaves(),
        }
    }

    /// When one more that has come by `now` may stand, as far as is known.
    #[inline(always)]
    pub fn enters(&self, now: u64) -> u64 {
        match self.standing < self.most {
            true => now,
            false => self.first_leaves().max(now),
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
            Some(Read::Miss(comes)) => *comes,
            Some(Read::Copy(packet)) => packet.time,
        }
    }

    /// Takes the first, which leaves at `time`: the packet, if it is a copy.
    #[inline]
    fn take_first(&mut self, time: u64) -> Option<Packet> {
        self.left = self.left.max(time);
        let first = self.queue.pop_front()?;
        self.gone += 1;
        match first {
            Read::Miss(comes) => {
                self.standing -= 1;
                self.wait_elsewhere(comes, time);
                None
            }
            Read::Copy(packet) => {
                self.standing -= usize::from(!packet.rides());
                self.copies -= 1;
                Some(packet.at(packet.time.max(self.left)))
            }
        }
    }

    /// A miss has left the queue at `now`: unless its data is there it takes a place elsewhere, which others
    /// that are done have given up.
    fn wait_elsewhere(&mut self, comes: u64, now: u64) {
        while self.elsewhere.peek().is_some_and(|done| done.0 <= now) {
            self.elsewhere.pop();
        }
        match comes {
            UNKNOWN => self.unknown += 1,
            _ if comes > now => self.elsewhere.push(Reverse(comes)),
            _ => {}
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
        let mut behind = Behind::new(4, 100, 100);
        behind.read(read(10));
        assert_eq!(leaves(&mut behind, 10), Some(10));
        assert_eq!(behind.next_event(), UNKNOWN);
    }

    #[test]
    fn a_copy_waits_for_the_misses_before_it_and_no_others() {
        let mut behind = Behind::new(8, 100, 100);
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
        let mut behind = Behind::new(3, 100, 100);
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
    fn while_there_is_no_room_elsewhere_copies_stand_behind_all_misses_and_then_nobody_enters() {
        let mut behind = Behind::new(1, 3, 1);
        for _ in 0..3 {
            assert!(behind.make_room(10).is_none());
            behind.send();
        }
        // The first of three is waited for elsewhere, where there is room for one.
        assert_eq!(behind.enters(10), 10);
        behind.read(read(10));
        assert_eq!(behind.enters(10), UNKNOWN, "of nobody it is known");
        behind.know(300);
        behind.know(500);
        behind.know(400);
        assert_eq!(behind.enters(10), 300);
        assert_eq!(leaves(&mut behind, 299), None);
        assert_eq!(leaves(&mut behind, 300), None, "the third stands still");
        assert_eq!(behind.enters(300), 300);
        assert_eq!(leaves(&mut behind, 1000), Some(400));
    }

    #[test]
    fn with_one_place_nobody_waits() {
        let mut behind = Behind::new(1, 100, 100);
        behind.send();
        assert!(behind.make_room(50).is_none());
        behind.read(read(50));
        assert_eq!(leaves(&mut behind, 50), Some(50));
    }
}
