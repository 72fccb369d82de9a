//! What waits in the SM because the network has no room for its stores and atomics.
//!
//! An SM may have so many packets on their way to the L2 (`mio.packets`), and some at its port
//! (`mio.port_lines`), which the model lets go as well. Stores beyond stay, in order, and all
//! messages behind them too; other stores can still join them (`write_queue`): so kernels whose
//! stores the L2 is behind with send fewer sectors than they store (measured on an H200: behind
//! stores of all SMs, two stores merge over as many lines as on a lone SM, `window_alone_*`). A
//! load that comes then does not pass them, even if it hits (`behind_near_*`). Atomics beyond
//! wait in the network: nothing joins them.

use std::collections::VecDeque;

/// A message that brings packets into the network.
#[derive(Clone, Copy, Debug)]
struct Held {
    /// Its number.
    message: u64,
    /// The number of the last of its packets.
    packet: u64,
}

/// A load that has found its lines, or asked for them, but may not pass.
#[derive(Clone, Copy, Debug)]
pub struct Behind {
    /// The last packet before it.
    pub packet: u64,
    /// Its record.
    pub load: u32,
    /// When it would have reached the tags.
    pub tags: u64,
}

/// Messages and loads that wait for packets of their SM to arrive.
#[derive(Debug, Default)]
pub struct Gate {
    messages: VecDeque<Held>,
    loads: VecDeque<Behind>,
}

impl Gate {
    /// A message waits for the room of its packets.
    #[inline]
    pub fn hold(&mut self, message: u64, packet: u64) {
        self.messages.push_back(Held { message, packet });
    }

    /// A load waits for the packets before it.
    #[inline]
    pub fn hold_load(&mut self, behind: Behind) {
        self.loads.push_back(behind);
    }

    /// There is room up to a packet. If messages leave because of that: `Some` of the first that
    /// still waits, if one does.
    #[inline]
    pub fn open(&mut self, room: u64) -> Option<Option<u64>> {
        let still = self.messages.iter().position(|held| held.packet > room);
        let leave = still.unwrap_or(self.messages.len());
        if leave == 0 {
            return None;
        }
        self.messages.drain(..leave);
        Some(self.messages.front().map(|held| held.message))
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
        assert_eq!(gate.open(2), None);
        assert_eq!(gate.open(5), Some(Some(13)));
        assert_eq!(gate.open(5), None);
        assert_eq!(gate.open(9), Some(None));
        assert_eq!(gate.open(9), None);
    }

    #[test]
    fn loads_pass_in_order() {
        let mut gate = Gate::default();
        for (load, packet) in [(1, 3), (2, 3), (3, 4)] {
            let tags = 7;
            gate.hold_load(Behind { packet, load, tags });
        }
        let mut passed = |room| gate.next_load(room).map(|behind| behind.load);
        assert_eq!(
            [2, 3, 3, 3].map(&mut passed),
            [None, Some(1), Some(2), None]
        );
        assert_eq!(passed(4), Some(3));
    }
}
