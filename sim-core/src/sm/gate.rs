//! What waits in the SM because the network has no room for its stores.
//!
//! An SM may have so many packets on their way to the L2 (`mio.packets`). Stores beyond stay at its
//! port, in order, and all messages behind them too; other stores can still join them
//! (`write_queue`): so kernels whose stores the L2 is behind with send fewer sectors than they store
//! (measured on an H200: behind stores of all SMs, two stores merge over as many lines as on a lone
//! SM, `window_alone_*`). A load that comes when many wait there does not pass them, even if it hits
//! (`behind_near_*`). Atomics beyond wait in the network: nothing joins them.

use std::collections::VecDeque;

/// A store's message, by number.
#[derive(Clone, Copy, Debug)]
struct Held {
    message: u64,
    packet: u64,
}

/// A load that has looked for its lines and may not pass.
#[derive(Clone, Copy, Debug)]
pub struct Behind {
    /// The last packet before it.
    pub packet: u64,
    /// Its record.
    pub load: u32,
    /// Cycles from its passing until the words that hit are there.
    pub takes: u64,
}

/// Messages and loads that wait for packets of their SM to arrive.
#[derive(Debug, Default)]
pub struct Gate {
    messages: VecDeque<Held>,
    loads: VecDeque<Behind>,
}

impl Gate {
    /// A store's message waits for the room of its packet.
    #[inline]
    pub fn hold(&mut self, message: u64, packet: u64) {
        self.messages.push_back(Held { message, packet });
    }

    /// A load waits for the packets before it.
    #[inline]
    pub fn hold_load(&mut self, behind: Behind) {
        self.loads.push_back(behind);
    }

    /// There is room up to a packet: says whether messages leave because of that.
    #[inline]
    pub fn open(&mut self, room: u64) -> bool {
        let before = self.messages.len();
        while self
            .messages
            .front()
            .is_some_and(|held| held.packet <= room)
        {
            self.messages.pop_front();
        }
        self.messages.len() < before
    }

    /// The first message that waits.
    #[inline]
    pub fn first(&self) -> Option<u64> {
        self.messages.front().map(|held| held.message)
    }

    /// The next load whose packets have room, up to this one.
    #[inline]
    pub fn next_load(&mut self, room: u64) -> Option<Behind> {
        match self.loads.front() {
            Some(first) if first.packet <= room => self.loads.pop_front(),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_leave_in_order_when_their_packets_have_room() {
        let mut gate = Gate::default();
        for (message, packet) in [(10, 3), (12, 5), (13, 6)] {
            gate.hold(message, packet);
        }
        let mut open = |room| (gate.open(room), gate.first());
        assert_eq!(open(2), (false, Some(10)));
        assert_eq!(open(5), (true, Some(13)));
        assert_eq!(open(5), (false, Some(13)));
        assert_eq!(open(9), (true, None));
        assert_eq!(open(9), (false, None));
    }

    #[test]
    fn loads_pass_in_order() {
        let mut gate = Gate::default();
        for (load, packet) in [(1, 3), (2, 3), (3, 4)] {
            let takes = 7;
            gate.hold_load(Behind {
                packet,
                load,
                takes,
            });
        }
        let mut passed = |room| gate.next_load(room).map(|behind| behind.load);
        assert_eq!(
            [2, 3, 3, 3].map(&mut passed),
            [None, Some(1), Some(2), None]
        );
        assert_eq!(passed(4), Some(3));
    }
}
