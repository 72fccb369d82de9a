//! What an SM will touch in an epoch, asked of the host in advance.
//!
//! The SMs take turns on the host, so what one of them touches has left the
//! host's caches when its next epoch begins. Known then are the warps whose
//! time comes in the epoch, and its answers: they name lines of the L1, loads,
//! stores in flight, and through the loads more warps that will go on. See
//! [`sim_memory::prefetch`].

use sim_memory::l1::Place;
use sim_memory::message::{RequestKind, Response};
use sim_memory::prefetch::prefetch;

use super::{Epoch, SUB_CORES, Sm};

/// Instructions of a woken warp whose registers are asked for.
const NEXT: usize = 3;

impl Sm {
    /// Asks for what the answers of the epoch name, then for what that names
    /// in turn: by then the first has come.
    pub(super) fn look_ahead(&self, epoch: &Epoch) {
        let mut woken = self.prefetch_waking(epoch);
        for response in self.due(epoch) {
            self.prefetch_named(response);
        }
        woken = self.prefetch_woken(epoch, woken);
        let uops = epoch.plan.kernel.uops();
        while woken != 0 {
            let slot = woken.trailing_zeros() as usize;
            woken &= woken - 1;
            let pc = self.timing[slot].pc as usize;
            for uop in uops.iter().skip(pc).take(NEXT) {
                self.state[slot].prefetch(uop);
            }
        }
    }

    /// The answers that arrive in the epoch.
    fn due(&self, epoch: &Epoch) -> impl Iterator<Item = &Response> {
        let end = epoch.end;
        let waiting = self.inbox.waiting().iter();
        waiting.take_while(move |response| response.time < end)
    }

    /// What an answer names itself.
    #[inline(always)]
    fn prefetch_named(&self, response: &Response) {
        match response.kind {
            RequestKind::Load => {
                self.l1.prefetch(Place(response.payload));
                self.loads.prefetch(response.token);
            }
            RequestKind::Store => self.log.prefetch(response.line, response.payload),
            RequestKind::StrongLoad | RequestKind::Atomic => self.loads.prefetch(response.token),
            RequestKind::Reduction | RequestKind::Fence | RequestKind::Code => {}
        }
    }

    /// The warps that may issue in the epoch whatever comes, which it returns.
    fn prefetch_waking(&self, epoch: &Epoch) -> u64 {
        let mut waking = 0;
        for (sub, subcore) in self.subcores.iter().enumerate() {
            let mut left = subcore.ready(epoch.end - 1);
            while left != 0 {
                let slot = sub + SUB_CORES * left.trailing_zeros() as usize;
                left &= left - 1;
                waking |= 1 << slot;
                self.prefetch_warp(slot);
            }
        }
        waking
    }

    /// The warps whose loads are answered, which it returns, beside those
    /// already `woken`; and what else waits for the same answers.
    fn prefetch_woken(&self, epoch: &Epoch, mut woken: u64) -> u64 {
        for response in self.due(epoch) {
            match response.kind {
                RequestKind::Load => {
                    let slot = self.loads[response.token].slot;
                    if woken >> slot & 1 == 0 {
                        woken |= 1 << slot;
                        self.prefetch_warp(slot);
                    }
                    self.l1.prefetch_waiters(Place(response.payload));
                }
                RequestKind::Store
                | RequestKind::StrongLoad
                | RequestKind::Atomic
                | RequestKind::Reduction
                | RequestKind::Fence
                | RequestKind::Code => {}
            }
        }
        woken
    }

    fn prefetch_warp(&self, slot: usize) {
        let timing = &self.timing[slot];
        prefetch(timing);
        prefetch(&timing.ready);
        prefetch(&self.control[slot]);
        prefetch(&self.state[slot]);
    }

    /// Asks for the L1's lines of a load of several: with one, there would be
    /// nothing to do meanwhile.
    #[inline]
    pub(super) fn prefetch_load(&self) {
        let keys = self.coalesced.keys();
        if keys.len() > 1 {
            keys.iter().for_each(|&key| self.l1.prefetch_set(key));
        }
    }

    /// The same for a store, with what is known of other stores in flight.
    #[inline]
    pub(super) fn prefetch_store(&self) {
        let keys = self.coalesced.keys();
        if keys.len() > 1 {
            for &key in keys {
                self.l1.prefetch_to_store(key);
                self.log.prefetch_line(key.line());
            }
            for &key in keys {
                self.log.prefetch_newest(key.line());
            }
        }
    }
}
