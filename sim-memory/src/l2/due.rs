//! What a shard serves in an epoch of what the GPCs have sent, in order of time.
//!
//! Each GPC's packets come in order of time. Those of all are sorted by counting
//! the packets of each cycle, the first GPC's first, and copied: so they are
//! looked at several times in a row, and the keys of their lines lie beside them.

use super::packet::Packet;
use crate::by_cycle::ByCycle;
use crate::cache::Key;

/// A packet and the key of its line, which is worked out once.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known {
    pub packet: Packet,
    pub key: Key,
}

/// See the module.
#[derive(Debug, Default)]
pub struct Due {
    known: Vec<Known>,
    /// From the first packet's cycle on.
    places: ByCycle,
}

impl Due {
    /// The packets, in the order in which they are served.
    #[inline(always)]
    pub(super) fn packets(&self) -> &[Known] {
        &self.known
    }

    /// Sorts what each GPC has sent.
    pub(super) fn sort<'a, S>(&mut self, sent: S, key: impl Fn(u64) -> Key)
    where
        S: Iterator<Item = &'a [Packet]> + Clone,
    {
        let known = |packet: &Packet| Known {
            packet: *packet,
            key: key(packet.line),
        };
        let firsts = sent.clone().filter_map(<[Packet]>::first);
        let Some(first) = firsts.min_by_key(|packet| packet.time) else {
            return self.known.clear();
        };
        let cycle = |packet: &Packet| (packet.time - first.time) as usize;
        let lasts = sent.clone().filter_map(<[Packet]>::last);
        let cycles = lasts.map(cycle).max().map_or(0, |last| last + 1);
        let count = self.places.count(cycles, sent.clone().flatten().map(cycle));
        self.known.resize(count, known(first));
        for packet in sent.flatten() {
            self.known[self.places.place(cycle(packet))] = known(packet);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cache::{CacheShape, SectoredCache};
    use crate::fixtures::load;
    use crate::message::Request;
    use proptest::prelude::*;

    fn packet(time: u64, order: u32) -> Packet {
        let request = Request {
            line: order.into(),
            ..load(time)
        };
        Packet::new(&request, order)
    }

    proptest! {
        #[test]
        fn packets_come_in_order_of_time_then_gpc_then_sending(
            steps in prop::collection::vec(prop::collection::vec(0u64..4, 0..20), 1..6),
        ) {
            let cache: SectoredCache = SectoredCache::new(CacheShape { sets: 8, ways: 1 });
            let mut due = Due::default();
            let mut order = 0;
            let sent: Vec<Vec<Packet>> = steps.iter().map(|steps| {
                let mut time = 1000;
                let packets = steps.iter().map(|step| {
                    (time, order) = (time + step, order + 1);
                    packet(time, order)
                });
                packets.collect()
            }).collect();
            for _ in 0..2 {
                due.sort(sent.iter().map(Vec::as_slice), |line| cache.key(line));
                let mut want: Vec<_> = sent.iter().flatten().map(|p| (p.time, p.order)).collect();
                want.sort();
                let got: Vec<_> = due.packets().iter().map(|k| (k.packet.time, k.packet.order)).collect();
                prop_assert_eq!(got, want);
                prop_assert!(due.packets().iter().all(|k| k.key == cache.key(k.packet.line)));
            }
        }
    }
}
