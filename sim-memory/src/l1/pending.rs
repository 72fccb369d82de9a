//! Lines in flight between an L1 and the L2, and who waits for them.
//!
//! A slab of flights with an open-addressing table from line to flight, and
//! a slab of waiters chained to their flight in order of registration. Both
//! grow where more is in flight than they were made for: no limit was found
//! on the H200 (1024 lines of one SM still scale), and a caller that has
//! one asks [`PendingLines::room`].

use crate::message::SectorMask;

/// Names a flight until all its sectors have come.
pub type Token = u32;

const NONE: u32 = u32::MAX;

#[derive(Clone, Copy, Debug)]
struct Flight {
    line: u64,
    /// Sectors on their way.
    sectors: SectorMask,
    /// Whether the table finds it; otherwise nobody merges with it and its
    /// data is not kept.
    attached: bool,
    /// First waiter; in a free flight, the next free one.
    first: u32,
    /// Last waiter.
    last: u32,
}

#[derive(Clone, Copy, Debug)]
struct Waiter {
    id: u32,
    sectors: SectorMask,
    next: u32,
}

/// See the module.
#[derive(Debug)]
pub(super) struct PendingLines {
    flights: Vec<Flight>,
    free_flight: u32,
    used: u32,
    waiters: Vec<Waiter>,
    free_waiter: u32,
    /// Flights by line; a power of two at least twice the flights.
    table: Vec<u32>,
}

impl PendingLines {
    pub(super) fn new(capacity: u32) -> PendingLines {
        let flight = |next| Flight {
            line: 0,
            sectors: 0,
            attached: false,
            first: next,
            last: NONE,
        };
        let mut flights: Vec<Flight> = (1..=capacity).map(flight).collect();
        if let Some(last) = flights.last_mut() {
            last.first = NONE;
        }
        PendingLines {
            flights,
            free_flight: if capacity == 0 { NONE } else { 0 },
            used: 0,
            waiters: Vec::with_capacity(capacity as usize * 2),
            free_waiter: NONE,
            table: vec![NONE; (capacity as usize * 2).next_power_of_two()],
        }
    }

    pub(super) fn room(&self) -> u32 {
        self.flights.len() as u32 - self.used
    }

    pub(super) fn in_flight(&self) -> u32 {
        self.used
    }

    /// The flight of a line, and the sectors on their way in it.
    pub(super) fn find_or_insert(&mut self, line: u64) -> (Token, SectorMask) {
        let mut at = self.ideal(line);
        while self.table[at] != NONE {
            let flight = &self.flights[self.table[at] as usize];
            if flight.line == line {
                return (self.table[at], flight.sectors);
            }
            at = self.after(at);
        }
        if self.free_flight == NONE {
            self.grow();
            at = self.vacancy(line);
        }
        let token = self.take();
        self.flights[token as usize].line = line;
        self.table[at] = token;
        (token, 0)
    }

    /// Makes room for twice the flights; those under way keep their names.
    #[cold]
    fn grow(&mut self) {
        let old = self.flights.len() as u32;
        let new = (old * 2).max(16);
        let free = |token: u32| Flight {
            line: 0,
            sectors: 0,
            attached: false,
            first: if token + 1 < new { token + 1 } else { NONE },
            last: NONE,
        };
        self.flights.extend((old..new).map(free));
        self.free_flight = old;
        let size = (new as usize * 2).next_power_of_two();
        for token in std::mem::replace(&mut self.table, vec![NONE; size]) {
            if token != NONE {
                let at = self.vacancy(self.flights[token as usize].line);
                self.table[at] = token;
            }
        }
    }

    /// Where the table has room for a line that it does not hold.
    fn vacancy(&self, line: u64) -> usize {
        let mut at = self.ideal(line);
        while self.table[at] != NONE {
            at = self.after(at);
        }
        at
    }

    fn take(&mut self) -> Token {
        let token = self.free_flight;
        let flight = &mut self.flights[token as usize];
        self.free_flight = flight.first;
        self.used += 1;
        *flight = Flight {
            line: 0,
            sectors: 0,
            attached: true,
            first: NONE,
            last: NONE,
        };
        token
    }

    pub(super) fn send(&mut self, token: Token, sectors: SectorMask) {
        self.flights[token as usize].sectors |= sectors;
    }

    pub(super) fn wait(&mut self, token: Token, sectors: SectorMask, id: u32) {
        let node = self.new_waiter(Waiter {
            id,
            sectors,
            next: NONE,
        });
        let flight = &mut self.flights[token as usize];
        match flight.last {
            NONE => flight.first = node,
            last => self.waiters[last as usize].next = node,
        }
        flight.last = node;
    }

    fn new_waiter(&mut self, waiter: Waiter) -> u32 {
        if self.free_waiter == NONE {
            self.waiters.push(waiter);
            return self.waiters.len() as u32 - 1;
        }
        let node = self.free_waiter;
        self.free_waiter = self.waiters[node as usize].next;
        self.waiters[node as usize] = waiter;
        node
    }

    /// Takes sectors in; returns the line and whether its data is kept.
    pub(super) fn arrive(
        &mut self,
        token: Token,
        sectors: SectorMask,
        wake: impl FnMut(u32),
    ) -> (u64, bool) {
        self.wake(token, sectors, wake);
        let flight = &mut self.flights[token as usize];
        flight.sectors &= !sectors;
        let (line, attached, done) = (flight.line, flight.attached, flight.sectors == 0);
        if done {
            self.release(token);
        }
        (line, attached)
    }

    fn wake(&mut self, token: Token, sectors: SectorMask, mut wake: impl FnMut(u32)) {
        let mut node = self.flights[token as usize].first;
        let mut kept = NONE;
        while node != NONE {
            let waiter = &mut self.waiters[node as usize];
            let next = waiter.next;
            waiter.sectors &= !sectors;
            if waiter.sectors == 0 {
                wake(waiter.id);
                waiter.next = self.free_waiter;
                self.free_waiter = node;
                self.link(token, kept, next);
            } else {
                kept = node;
            }
            node = next;
        }
        self.flights[token as usize].last = kept;
    }

    /// Makes `next` follow `kept`, or come first.
    fn link(&mut self, token: Token, kept: u32, next: u32) {
        match kept {
            NONE => self.flights[token as usize].first = next,
            kept => self.waiters[kept as usize].next = next,
        }
    }

    fn release(&mut self, token: Token) {
        if self.flights[token as usize].attached {
            self.unlist(self.flights[token as usize].line);
        }
        self.flights[token as usize].first = self.free_flight;
        self.free_flight = token;
        self.used -= 1;
    }

    pub(super) fn detach(&mut self, line: u64) {
        if let Some(token) = self.unlist(line) {
            self.flights[token as usize].attached = false;
        }
    }

    pub(super) fn detach_all(&mut self) {
        for at in 0..self.table.len() {
            if self.table[at] != NONE {
                self.flights[self.table[at] as usize].attached = false;
                self.table[at] = NONE;
            }
        }
    }

    /// Takes a line out of the table and closes the gap.
    fn unlist(&mut self, line: u64) -> Option<Token> {
        let mut gap = self.ideal(line);
        while self.table[gap] != NONE && self.flights[self.table[gap] as usize].line != line {
            gap = self.after(gap);
        }
        let token = std::mem::replace(&mut self.table[gap], NONE);
        if token == NONE {
            return None;
        }
        let mut at = self.after(gap);
        while self.table[at] != NONE {
            let ideal = self.ideal(self.flights[self.table[at] as usize].line);
            let mask = self.table.len() - 1;
            if (at.wrapping_sub(ideal) & mask) >= (at.wrapping_sub(gap) & mask) {
                self.table.swap(gap, at);
                gap = at;
            }
            at = self.after(at);
        }
        Some(token)
    }

    #[inline(always)]
    fn ideal(&self, line: u64) -> usize {
        (line.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as usize & (self.table.len() - 1)
    }

    #[inline(always)]
    fn after(&self, at: usize) -> usize {
        (at + 1) & (self.table.len() - 1)
    }
}
