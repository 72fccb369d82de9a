//! The ways that the SMs of a CPC share between themselves and their GPC.
//!
//! A GPC's TPCs are dealt in turn on its CPCs. What SMs store leaves their CPC by one of two ways, each to half of
//! the slices, sector by sector. Measured (`micro/h200/cpc`, an H200): alone an SM sends a sector a cycle, and so
//! does each of two or three; six of them send 4.86, five whose lines are all of one half 3.02, whoever else of the
//! GPC sends too. An SM's requests keep their order: one whose way is taken keeps those behind it from the other,
//! so that four SMs lose 3 % and five 8 % though their sectors would have room. Loads bring no data and wait for
//! those before them only.
//!
//! Left out: that the ways are not shared evenly (of six SMs one sends 24.6 bytes a cycle, another 26.9). Which slices
//! are whose is assumed.

use crate::interleave::Home;
use crate::message::Request;
use crate::server::{Cost, Server};
use std::collections::VecDeque;

use super::config::GpcConfig;
use super::gpc::SMS_OF_TPC;

/// The CPCs of a GPC.
#[derive(Debug)]
pub(super) struct Cpcs {
    cpcs: Vec<Cpc>,
    /// By the SM's place in the GPC.
    seats: Vec<Seat>,
    /// When the first of those that wait leaves: most of the time nobody does, and no CPC need be looked at.
    next: u64,
}

/// Where an SM belongs: its CPC, and its place among that one's.
#[derive(Clone, Copy, Debug)]
struct Seat {
    cpc: usize,
    lane: usize,
}

/// One CPC.
#[derive(Clone, Debug)]
struct Cpc {
    ways: Vec<Server>,
    sector: Cost,
    /// Work of a way that may wait behind its entrance.
    ahead: Cost,
    lanes: Vec<Lane>,
    /// Of those that wait first in their lanes: whose turn is next, and which lane's it is.
    first: (Turn, usize),
}

/// What comes from an SM.
#[derive(Clone, Debug)]
struct Lane {
    queue: VecDeque<Leaving>,
    /// The SM's place in the GPC.
    place: usize,
    /// When its last request left.
    last: u64,
    /// When all sectors of the last that waited have come, one a cycle. Those of others come as their SM sends them.
    ready: u64,
}

/// When a request that waits leaves, when it came, and its SM's place in the GPC: who has the least goes first.
type Turn = (u64, u64, usize);

/// Nobody's.
const NOBODY: Turn = (u64::MAX, u64::MAX, usize::MAX);

/// A request and where its line is at home; its time becomes that in which it leaves the CPC.
#[derive(Clone, Copy, Debug)]
pub(super) struct Leaving {
    pub request: Request,
    pub home: Home,
}

impl Leaving {
    /// Sectors and masks.
    #[inline(always)]
    fn sectors(&self) -> u32 {
        u32::from(self.request.brings) + u32::from(self.request.masks)
    }
}

impl Cpcs {
    /// Those of a GPC of so many SMs.
    pub(super) fn new(config: &GpcConfig, sms: usize) -> Cpcs {
        let mut cpcs = vec![Cpc::new(config); config.cpcs as usize];
        let seat = |place: usize| {
            let cpc = place / SMS_OF_TPC % cpcs.len();
            let lanes = &mut cpcs[cpc].lanes;
            lanes.push(Lane::of(place));
            Seat {
                cpc,
                lane: lanes.len() - 1,
            }
        };
        let seats = (0..sms).map(seat).collect();
        Cpcs {
            cpcs,
            seats,
            next: NOBODY.0,
        }
    }

    /// A request of the SM at this place of the GPC: it leaves at once, or waits. Before it comes what leaves
    /// until then must have been taken.
    #[inline(always)]
    pub(super) fn enter(&mut self, leaving: Leaving, place: usize) -> Option<Leaving> {
        let Seat { cpc, lane } = self.seats[place];
        let left = self.cpcs[cpc].enter(leaving, lane);
        self.find_next();
        left
    }

    /// Takes the request that leaves first of those that leave before `end`; of several that came first.
    #[inline(always)]
    pub(super) fn leave(&mut self, end: u64) -> Option<Leaving> {
        match self.next < end {
            true => self.leave_first(),
            false => None,
        }
    }

    fn leave_first(&mut self) -> Option<Leaving> {
        let cpc = self.cpcs.iter_mut().min_by_key(|cpc| cpc.first)?;
        let ((time, ..), lane) = cpc.first;
        let left = cpc.leave(lane, time);
        self.find_next();
        left
    }

    #[inline(always)]
    fn find_next(&mut self) {
        let times = self.cpcs.iter().map(|cpc| cpc.first.0.0);
        self.next = times.fold(NOBODY.0, u64::min);
    }

    /// When the next that waits leaves.
    pub(super) fn next_event(&self) -> Option<u64> {
        (self.next != NOBODY.0).then_some(self.next)
    }
}

impl Cpc {
    fn new(config: &GpcConfig) -> Cpc {
        let sector = Cost::per_cycle(config.cpc_sectors_per_cycle);
        Cpc {
            ways: vec![Server::default(); config.cpc_ways as usize],
            sector,
            ahead: sector.times(config.cpc_queue),
            lanes: Vec::new(),
            first: (NOBODY, 0),
        }
    }

    #[inline(always)]
    fn enter(&mut self, leaving: Leaving, lane: usize) -> Option<Leaving> {
        let now = leaving.request.time;
        let alone = self.lanes[lane].queue.is_empty();
        if alone && self.turn(&leaving, lane) == now {
            self.pass(&leaving, lane, now);
            return Some(leaving);
        }
        self.lanes[lane].queue.push_back(leaving);
        if alone {
            self.find_first();
        }
        None
    }

    /// The first of a lane leaves.
    fn leave(&mut self, lane: usize, time: u64) -> Option<Leaving> {
        let one = &mut self.lanes[lane];
        let mut leaving = one.queue.pop_front()?;
        one.ready = time + u64::from(leaving.sectors());
        leaving.request.time = time;
        self.pass(&leaving, lane, time);
        Some(leaving)
    }

    /// A request leaves, and those that wait may have to wait longer.
    #[inline(always)]
    fn pass(&mut self, leaving: &Leaving, lane: usize, time: u64) {
        let sectors = leaving.sectors();
        self.lanes[lane].last = time;
        if sectors > 0 {
            let way = self.way(leaving);
            self.ways[way].reserve(time, self.sector.times(sectors));
        }
        if self.first.0 != NOBODY {
            self.find_first();
        }
    }

    /// Finds whose turn is next.
    fn find_first(&mut self) {
        let lanes = self.lanes.iter().enumerate();
        let turns = lanes.filter_map(|(number, lane)| {
            let front = lane.queue.front()?;
            let turn = (self.turn(front, number), front.request.time, lane.place);
            Some((turn, number))
        });
        self.first = turns.min().unwrap_or((NOBODY, 0));
    }

    /// When the first request of a lane leaves.
    #[inline(always)]
    fn turn(&self, leaving: &Leaving, lane: usize) -> u64 {
        let lane = &self.lanes[lane];
        let came = leaving.request.time;
        match leaving.sectors() {
            0 => came.max(lane.last),
            _ => {
                let opens = self.ways[self.way(leaving)].opens(self.ahead);
                came.max(lane.ready).max(opens)
            }
        }
    }

    /// The way of a request. Numbers of shards that are some power of two apart take both.
    #[inline(always)]
    fn way(&self, leaving: &Leaving) -> usize {
        leaving.home.shard.count_ones() as usize % self.ways.len()
    }
}

impl Lane {
    /// That of the SM at this place of the GPC.
    fn of(place: usize) -> Lane {
        Lane {
            queue: VecDeque::new(),
            place,
            last: 0,
            ready: 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::{h200, load};

    /// Two ways of two sectors a cycle in each of three CPCs; nothing waits behind their entrance.
    fn cpcs() -> Cpcs {
        let config = GpcConfig {
            cpcs: 3,
            cpc_ways: 2,
            cpc_sectors_per_cycle: 2.0,
            cpc_queue: 0,
            ..h200().gpc
        };
        Cpcs::new(&config, 16)
    }

    fn store(time: u64, token: u32, brings: u8, shard: u16) -> Leaving {
        Leaving {
            request: Request {
                token,
                brings,
                ..load(time)
            },
            home: Home {
                shard: shard.into(),
                side: 0,
                local: 0,
            },
        }
    }

    fn drain(cpcs: &mut Cpcs) -> Vec<(u64, u32)> {
        std::iter::from_fn(|| cpcs.leave(u64::MAX))
            .map(|leaving| (leaving.request.time, leaving.request.token))
            .collect()
    }

    #[test]
    fn sectors_and_masks_take_their_turn_on_a_way() {
        let mut cpcs = cpcs();
        assert!(cpcs.enter(store(10, 0, 4, 0), 0).is_some());
        // Places 0, 1 and 6 are of the first CPC; shards 0, 3 and 5 take the same way.
        let mut masked = store(10, 1, 3, 3);
        masked.request.masks = 1;
        assert!(cpcs.enter(masked, 1).is_none());
        assert!(cpcs.enter(store(11, 2, 1, 5), 6).is_none());
        assert_eq!(cpcs.next_event(), Some(12));
        assert_eq!(drain(&mut cpcs), [(12, 1), (14, 2)]);
        assert_eq!(cpcs.next_event(), None);
    }

    #[test]
    fn who_waits_for_one_way_keeps_those_behind_it_from_the_other() {
        let mut cpcs = cpcs();
        assert!(cpcs.enter(store(0, 0, 8, 0), 0).is_some());
        assert!(cpcs.enter(store(0, 1, 1, 0), 1).is_none());
        // Its other way is free, and so is a load's; another SM takes it.
        assert!(cpcs.enter(store(1, 2, 1, 1), 1).is_none());
        assert!(cpcs.enter(store(1, 3, 0, 1), 1).is_none());
        assert!(cpcs.enter(store(1, 4, 1, 1), 6).is_some());
        assert_eq!(drain(&mut cpcs), [(4, 1), (5, 2), (5, 3)]);
    }

    #[test]
    fn other_cpcs_do_not_wait() {
        let mut cpcs = cpcs();
        assert!(cpcs.enter(store(0, 0, 4, 0), 0).is_some());
        assert!(cpcs.enter(store(0, 1, 4, 0), 2).is_some());
        assert!(cpcs.enter(store(1, 2, 1, 0), 1).is_none());
        assert!(cpcs.enter(store(1, 3, 1, 0), 3).is_none());
        assert!(cpcs.leave(2).is_none());
        assert_eq!(drain(&mut cpcs), [(2, 2), (2, 3)]);
    }
}
