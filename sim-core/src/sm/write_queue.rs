//! Stores on their way out of the SM, and the merging of those that meet.
//!
//! Stores wait for the port line by line, in order. A store to a line that an
//! earlier one still waits with joins it: the sectors cross to the L2 once. A
//! line closes a while before it leaves: when its data has come and only a few
//! lines stand before it at the port, or, while the network has no room for
//! it, when it gets some. What joins has data of its own, for which the line waits, too; then it
//! leaves behind all that wait. So warps that store to the same lines one soon after the other keep
//! them in the SM until none has come for a while, or for `mio.keep_cycles` (measured on an H200 with 2
//! to 32 warps and 1 to 16 lines, `micro/h200/joined`). A store that meets a line that is closed and has not
//! left follows it, and finds its line in the L1 no more. Nothing joins across a strong load or an
//! atomic of the same line, which would see the wrong value.
//!
//! The lines of a bank of the L1 stand in order, and there are few places in each
//! (`mio.port_lines`): a store whose line finds none waits for one, and finds those that have
//! them. What joins counts among them: its line is the newest from then on (by the sectors that 4,
//! 16 and 64 warps of an SM send of structures that they have read, `fields-crowd`, and the times
//! of each store, `micro/h200/held`). Measured on the H200 behind stores that fill the queue, on
//! one SM and, where the L2 is behind, on all of them alike: of two stores of 3 to 14 lines in a
//! row, which take the banks in turn, the second joins the first behind up to 24 to 27 lines
//! (`window_alone_*`); and where nothing waits, 8 to 56 cycles after it (`window_gap_*`).

use sim_memory::l1::MOST_BANKS;
use sim_memory::slots::Slots;

/// A line of stored bytes that waits for the port.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Waiting {
    /// The line.
    pub line: u64,
    /// Its payload slot.
    pub payload: u32,
    /// Its message, counted from the start.
    pub message: u64,
    /// Its packet, counted from the start.
    pub packet: u64,
    /// The cycle in which it closes, if the network has room for it, ...
    pub closes: u64,
    /// ... that in which it leaves, ...
    pub leaves: u64,
    /// ... and that in which it leaves at the latest, whatever joins it.
    pub latest: u64,
}

impl Waiting {
    /// Whether it waits for the data of a store that joins it, which can be at the port then.
    pub fn waits_for(&self, port: u64) -> bool {
        port > self.leaves && port < self.latest
    }
}

/// When a store comes that would join, and when its lines would close.
#[derive(Clone, Copy, Debug)]
pub struct Coming {
    /// It reaches the tags.
    pub now: u64,
    /// Its data has passed, and more.
    pub closes: u64,
}

/// What a store to a line meets in the queue.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Met {
    /// No other to this line, or one that has left long ago.
    Nobody,
    /// One that it has joined.
    Joined(Waiting),
    /// One that is closed, by its message; it may have left.
    Closed(u64),
}

/// A line in the queue, or just behind it.
#[derive(Clone, Copy, Debug, Default)]
struct Recent {
    line: Waiting,
    /// Which of its bank's lines it is, counted from the start.
    turn: u32,
    /// Whether other stores may still join.
    open: bool,
}

/// A warp that is told when a line that its store joined has arrived.
#[derive(Clone, Copy, Debug)]
struct Owner {
    token: u32,
    /// Who joined before it; [`NONE`] if nobody did.
    next: u32,
}

/// No line: where one stood that has been brought forward.
const GONE: u64 = u64::MAX;

/// No owner.
const NONE: u32 = u32::MAX;

/// See the module.
#[derive(Debug)]
pub struct WriteQueue {
    /// Places of each bank.
    few: u32,
    /// Cycles for which stores that join keep a line, at most.
    keep: u64,
    /// Lines that have entered each bank.
    entered: [u32; MOST_BANKS],
    /// The last entries, by ordinal modulo its length, a power of two.
    recent: Vec<Recent>,
    /// The low bits of their lines, side by side: every store looks for its own among them.
    lines: Vec<u32>,
    /// The payload slots of entries that others joined, a bit each.
    joined: Vec<u64>,
    /// By payload slot of these: the last that joined.
    last_owner: Vec<u32>,
    owners: Vec<Owner>,
    owner_slots: Slots,
    ordinal: u32,
}

impl WriteQueue {
    /// An empty queue of so many banks with `few` places each, in which stores that join keep a line
    /// for `keep` cycles at most.
    pub fn new(few: u32, banks: u32, keep: u64) -> WriteQueue {
        // Those of a bank whose turn it is more often than the others' may stand further back.
        let length = (2 * few * banks).max(1).next_power_of_two() as usize;
        WriteQueue {
            few,
            keep,
            entered: [0; MOST_BANKS],
            recent: vec![Recent::default(); length],
            lines: vec![0; length],
            joined: Vec::new(),
            last_owner: Vec::new(),
            owners: Vec::new(),
            owner_slots: Slots::default(),
            ordinal: 0,
        }
    }

    /// Enters a line, which closes when it leaves at the latest: nothing can be added to what has left.
    #[inline]
    pub fn enter(&mut self, bank: u8, mut line: Waiting) {
        line.closes = line.closes.min(line.leaves);
        line.latest = line.leaves.saturating_add(self.keep);
        let place = self.place(self.ordinal);
        self.ordinal = self.ordinal.wrapping_add(1);
        self.lines[place] = line.line as u32;
        self.recent[place] = Recent {
            line,
            turn: self.take_turn(bank),
            open: true,
        };
    }

    /// The number of a bank's next line.
    #[inline(always)]
    fn take_turn(&mut self, bank: u8) -> u32 {
        let entered = &mut self.entered[usize::from(bank)];
        *entered = entered.wrapping_add(1);
        *entered
    }

    fn place(&self, ordinal: u32) -> usize {
        ordinal as usize & (self.recent.len() - 1)
    }

    /// The place of the newest entry of this line.
    #[inline]
    fn find(&self, line: u64) -> Option<usize> {
        if !self.lines.contains(&(line as u32)) {
            return None;
        }
        let newest_first = 1..=self.recent.len() as u32;
        newest_first
            .map(|back| self.place(self.ordinal.wrapping_sub(back)))
            .find(|&place| self.recent[place].line.line == line)
    }

    /// What a store of `owner` to this line of a bank meets: it joins an earlier one that has a
    /// place and is still open. Messages from `held` on wait for room in the network.
    #[inline]
    pub fn meet(&mut self, bank: u8, line: u64, come: Coming, held: u64, owner: u32) -> Met {
        let Some(place) = self.find(line) else {
            return Met::Nobody;
        };
        let entered = self.entered[usize::from(bank)];
        let Recent { line, turn, open } = &mut self.recent[place];
        // All have a place but the one that this one gets.
        let near = entered.wrapping_sub(*turn) + 1 < self.few;
        if !near || !*open || line.closes <= come.now && line.message < held {
            return Met::Closed(line.message);
        }
        // What joins has data of its own that must pass.
        line.closes = line.closes.max(come.closes).min(line.leaves);
        let line = *line;
        self.bring_forward(bank, place);
        self.note_owner(line.payload, owner);
        Met::Joined(line)
    }

    /// The line that was joined last leaves later than it was to, as another message.
    pub fn put_off(&mut self, message: u64, closes: u64, leaves: u64) {
        let newest = self.place(self.ordinal.wrapping_sub(1));
        let line = &mut self.recent[newest].line;
        line.message = message;
        line.closes = closes.min(leaves);
        line.leaves = leaves;
    }

    /// A line that another store has joined is the newest.
    fn bring_forward(&mut self, bank: u8, place: usize) {
        let to = self.place(self.ordinal);
        self.recent.swap(place, to);
        self.lines.swap(place, to);
        if place != to {
            self.recent[place].line.line = GONE;
            self.lines[place] = GONE as u32;
        }
        self.recent[to].turn = self.take_turn(bank);
        self.ordinal = self.ordinal.wrapping_add(1);
    }

    /// Nothing may join what waits of a line any more.
    pub fn close(&mut self, line: u64) {
        if let Some(place) = self.find(line) {
            self.recent[place].open = false;
        }
    }

    /// Notes who is told, besides the first, that the entry in a payload slot has arrived.
    fn note_owner(&mut self, slot: u32, token: u32) {
        let (word, bit) = (slot as usize / 64, 1 << (slot % 64));
        if self.joined.len() <= word {
            self.joined.resize(word + 1, 0);
            self.last_owner.resize(64 * (word + 1), NONE);
        }
        let before = match self.joined[word] & bit {
            0 => NONE,
            _ => self.last_owner[slot as usize],
        };
        self.joined[word] |= bit;
        self.last_owner[slot as usize] = self.new_owner(Owner {
            token,
            next: before,
        });
    }

    fn new_owner(&mut self, owner: Owner) -> u32 {
        let node = self.owner_slots.take();
        if self.owners.len() <= node as usize {
            self.owners.resize(self.owner_slots.capacity(), owner);
        }
        self.owners[node as usize] = owner;
        node
    }

    /// Takes one of those who are told, beside the first, that the entry in a payload slot has
    /// arrived; the last that joined comes first.
    #[inline]
    pub fn take_owner(&mut self, slot: u32) -> Option<u32> {
        let joined = self.joined.get_mut(slot as usize / 64)?;
        let bit = 1 << (slot % 64);
        if *joined & bit == 0 {
            return None;
        }
        let last = &mut self.last_owner[slot as usize];
        let owner = self.owners[*last as usize];
        self.owner_slots.free(*last);
        *last = owner.next;
        if owner.next == NONE {
            *joined ^= bit;
        }
        Some(owner.token)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Cycles for which a line is kept at most.
    const KEEP: u64 = 1000;
    /// No message waits for room in the network.
    const NONE_HELD: u64 = u64::MAX;

    /// A store that closes at once.
    fn at(now: u64) -> Coming {
        Coming { now, closes: now }
    }

    /// A line that closes at 90 and leaves at 100; all its numbers are the line's.
    fn waiting(line: u64) -> Waiting {
        Waiting {
            line,
            payload: line as u32,
            message: line,
            packet: line,
            closes: 90,
            leaves: 100,
            latest: 100 + KEEP,
        }
    }

    /// A queue into which these have come one by one, even lines into bank 0, odd ones into bank 1.
    fn queue(few: u32, lines: impl IntoIterator<Item = u64>) -> WriteQueue {
        let mut queue = WriteQueue::new(few, 2, KEEP);
        for line in lines {
            queue.enter((line % 2) as u8, waiting(line));
        }
        queue
    }

    fn joins(queue: &mut WriteQueue, line: u64, come: Coming, held: u64) -> bool {
        matches!(
            queue.meet((line % 2) as u8, line, come, held, 9),
            Met::Joined(_)
        )
    }

    #[test]
    fn a_store_joins_an_entry_of_its_line_until_that_closes() {
        let mut queue = queue(4, [77]);
        let mut meet =
            |line, now, owner| queue.meet((line % 2) as u8, line, at(now), NONE_HELD, owner);
        assert_eq!(meet(78, 50, 1), Met::Nobody);
        assert_eq!(meet(77, 88, 1), Met::Joined(waiting(77)));
        assert_eq!(meet(77, 89, 3), Met::Joined(waiting(77)));
        assert_eq!(meet(77, 90, 2), Met::Closed(77));
        assert_eq!(queue.take_owner(8), None);
        let told = [(); 3].map(|()| queue.take_owner(77));
        assert_eq!(told, [Some(3), Some(1), None]);
    }

    #[test]
    fn what_joins_counts_among_the_lines_and_makes_its_own_the_newest() {
        let mut queue = queue(3, [6, 8]);
        assert!(joins(&mut queue, 6, at(1), NONE_HELD));
        queue.enter(0, waiting(10));
        assert!(!joins(&mut queue, 8, at(1), NONE_HELD), "6 and 10 since");
        assert!(joins(&mut queue, 6, at(1), NONE_HELD));
    }

    #[test]
    fn nothing_joins_a_line_that_has_left() {
        let mut queue = queue(4, []);
        queue.enter(
            1,
            Waiting {
                closes: 200,
                ..waiting(7)
            },
        );
        assert!(joins(&mut queue, 7, at(99), NONE_HELD));
        assert!(!joins(&mut queue, 7, at(100), NONE_HELD));
    }

    #[test]
    fn a_line_waits_for_data_but_not_for_ever() {
        let waits = [100, 101, KEEP + 99, KEEP + 100].map(|port| waiting(7).waits_for(port));
        assert_eq!(waits, [false, true, true, false]);
    }

    #[test]
    fn a_line_that_is_put_off_is_open_for_longer() {
        let mut queue = queue(4, [7]);
        assert!(joins(&mut queue, 7, at(50), NONE_HELD));
        queue.put_off(9, 190, 200);
        let mut meet = |now| queue.meet(1, 7, at(now), NONE_HELD, 9);
        assert!(matches!(meet(150), Met::Joined(line) if (line.message, line.leaves) == (9, 200)));
        assert_eq!(meet(190), Met::Closed(9));
    }

    #[test]
    fn what_joins_keeps_a_line_open_until_it_leaves() {
        let mut queue = queue(4, [7]);
        let join = |queue: &mut WriteQueue, now, closes| {
            let come = Coming { now, closes };
            joins(queue, 7, come, NONE_HELD)
        };
        assert!(join(&mut queue, 80, 95));
        assert!(join(&mut queue, 94, 200));
        assert!(join(&mut queue, 99, 200));
        assert!(!join(&mut queue, 100, 200));
    }

    #[test]
    fn what_waits_for_the_network_stays_open() {
        let mut queue = queue(4, [7, 8]);
        assert!(!joins(&mut queue, 7, at(500), 8));
        assert!(joins(&mut queue, 8, at(500), 8));
    }

    /// Of three places of each bank the line that comes takes one, however many the other bank has.
    #[test]
    fn a_store_finds_those_that_have_a_place_in_its_bank() {
        let mut queue = queue(3, [0, 1, 2, 4, 6, 7]);
        let mut met = |line| queue.meet((line % 2) as u8, line, at(1), NONE_HELD, 9);
        assert_eq!(
            [2, 4].map(&mut met),
            [Met::Closed(2), Met::Joined(waiting(4))]
        );
        assert_eq!(
            [1, 7].map(&mut met),
            [1, 7].map(|line| Met::Joined(waiting(line)))
        );
    }

    #[test]
    fn what_stands_too_far_before_is_met_closed() {
        let mut queue = queue(3, 1..40);
        let met = [1, 34, 36, 38].map(|line| queue.meet(0, line, at(1), NONE_HELD, 9));
        assert_eq!(
            met[..3],
            [Met::Nobody, Met::Closed(34), Met::Joined(waiting(36))]
        );
        assert_eq!(met[3], Met::Joined(waiting(38)));
    }

    #[test]
    fn the_newest_of_a_line_is_found_behind_newer_ones_to_other_lines() {
        let mut queue = queue(4, [70]);
        queue.enter(
            0,
            Waiting {
                payload: 1,
                ..waiting(70)
            },
        );
        queue.enter(1, waiting(71));
        let met = queue.meet(0, 70, at(1), NONE_HELD, 9);
        assert!(matches!(met, Met::Joined(line) if line.payload == 1));
        assert_eq!(queue.meet(1, 75, at(1), NONE_HELD, 9), Met::Nobody);
    }

    #[test]
    fn nothing_joins_across_an_atomic() {
        let mut queue = queue(4, []);
        queue.enter(1, waiting(7));
        queue.close(7);
        assert_eq!(queue.meet(1, 7, at(1), NONE_HELD, 9), Met::Closed(7));
    }
}
