//! Loads that wait for sectors which others asked the L2 for.
//!
//! Who asks for a sector is named in the request itself; only those who merge
//! with it are kept here, chained to the line in order of registration. A
//! line that leaves the cache before its data came leaves its chain as an
//! orphan under the name of its stay.

use crate::message::SectorMask;
use crate::prefetch::prefetch_at;
use crate::slots::Slots;
use std::collections::BTreeMap;

/// Those who wait for a line: the last of a ring, which leads to the first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Chain(u32);

const NONE: u32 = u32::MAX;

impl Default for Chain {
    fn default() -> Chain {
        Chain(NONE)
    }
}

impl Chain {
    #[inline(always)]
    pub(super) fn is_empty(self) -> bool {
        self.0 == NONE
    }
}

#[derive(Clone, Copy, Debug)]
struct Waiter {
    id: u32,
    sectors: SectorMask,
    next: u32,
}

/// See the module.
#[derive(Debug, Default)]
pub(super) struct Waiters {
    slots: Slots,
    waiters: Vec<Waiter>,
    orphans: BTreeMap<u32, Chain>,
}

impl Waiters {
    /// Asks the host for the last waiter of a chain.
    #[inline(always)]
    pub(super) fn prefetch(&self, chain: Chain) {
        prefetch_at(&self.waiters, chain.0 as usize);
    }

    /// Puts a waiter at a chain's end.
    pub(super) fn add(&mut self, chain: &mut Chain, id: u32, sectors: SectorMask) {
        let node = self.take(Waiter {
            id,
            sectors,
            next: NONE,
        });
        self.append(chain, node);
    }

    #[inline(always)]
    fn append(&mut self, chain: &mut Chain, node: u32) {
        let first = match chain.0 {
            NONE => node,
            last => std::mem::replace(&mut self.waiters[last as usize].next, node),
        };
        self.waiters[node as usize].next = first;
        chain.0 = node;
    }

    fn take(&mut self, waiter: Waiter) -> u32 {
        let node = self.slots.take();
        if self.waiters.len() <= node as usize {
            self.waiters.resize(self.slots.capacity(), waiter);
        }
        self.waiters[node as usize] = waiter;
        node
    }

    /// Sectors have come: wakes and drops whoever has all he waits for.
    #[inline(always)]
    pub(super) fn wake(&mut self, chain: &mut Chain, sectors: SectorMask, wake: impl FnMut(u32)) {
        if !chain.is_empty() {
            self.wake_chain(chain, sectors, wake);
        }
    }

    fn wake_chain(&mut self, chain: &mut Chain, sectors: SectorMask, mut wake: impl FnMut(u32)) {
        let last = chain.0;
        let mut node = self.waiters[last as usize].next;
        *chain = Chain::default();
        loop {
            let waiter = &mut self.waiters[node as usize];
            let next = waiter.next;
            waiter.sectors &= !sectors;
            if waiter.sectors == 0 {
                wake(waiter.id);
                self.slots.free(node);
            } else {
                self.append(chain, node);
            }
            if node == last {
                return;
            }
            node = next;
        }
    }

    /// Keeps the chain of a line that leaves.
    pub(super) fn orphan(&mut self, place: u32, chain: Chain) {
        self.orphans.insert(place, chain);
    }

    /// Sectors of a line that has left have come.
    #[inline(always)]
    pub(super) fn wake_orphans(&mut self, place: u32, sectors: SectorMask, wake: impl FnMut(u32)) {
        if self.orphans.is_empty() {
            return;
        }
        if let Some(mut chain) = self.orphans.remove(&place) {
            self.wake(&mut chain, sectors, wake);
            if !chain.is_empty() {
                self.orphans.insert(place, chain);
            }
        }
    }
}
