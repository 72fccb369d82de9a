//! Answers of the L2, and what they release.

use std::cmp::Reverse;

use sim_memory::l1::Place;
use sim_memory::message::{LinePayload, Request, RequestKind, Response, get};

use super::timing::{Asleep, NEVER};
use super::{Epoch, Sm, WARP_SLOTS};
use crate::exec::{Kind, Uop, WarpState};
use crate::plan::LaunchPlan;
use crate::stall::Stall;

/// The name under which a warp's writes are acknowledged: its slot and how
/// many warps the slot held before, so that an answer to a warp that has ended
/// is not taken for one to its successor.
pub(super) fn warp_token(slot: usize, generation: u32) -> u32 {
    slot as u32 | generation << WARP_SLOTS.trailing_zeros()
}

impl Sm {
    /// Takes the next answer if it has arrived by `now`.
    #[inline]
    pub(super) fn take_response(&mut self, epoch: &Epoch, now: u64) -> bool {
        let Some(response) = self.inbox.take(now) else {
            return false;
        };
        self.last_answer = response.time;
        self.constant.second.set_clock(response.time);
        self.take(epoch, response);
        true
    }

    fn take(&mut self, epoch: &Epoch, response: Response) {
        let plan = epoch.plan;
        match response.kind {
            RequestKind::Load => self.filled(plan, response),
            RequestKind::StrongLoad => self.strong_load_done(plan, response),
            RequestKind::Atomic => self.atomic_done(plan, response),
            RequestKind::Store => self.store_answered(epoch, response),
            RequestKind::Reduction => self.reduction_answered(epoch, response),
            RequestKind::Fence => self.fence_done(epoch, response),
            RequestKind::Code => {}
        }
    }

    /// A store has left the network, or is done, or both.
    fn store_answered(&mut self, epoch: &Epoch, response: Response) {
        if response.tells.done() {
            self.log.remove(response.line, response.payload);
            self.outbox.payloads.lines.free(response.payload);
            while let Some(token) = self.writes.take_owner(response.payload) {
                self.acknowledged(epoch, Response { token, ..response });
            }
            self.acknowledged(epoch, response);
        }
        if response.tells.room() {
            self.packets_arrived(1, response.time);
        }
    }

    /// The same of a reduction.
    fn reduction_answered(&mut self, epoch: &Epoch, response: Response) {
        let packets = self.packets_of(response);
        if response.tells.done() {
            self.progress += 1;
            self.acknowledged(epoch, response);
            self.atomic_slots.free(response.payload);
        }
        if response.tells.room() {
            self.packets_arrived(packets, response.time);
        }
    }

    /// The packets of an atomic's operations, whose payload is still there.
    fn packets_of(&self, response: Response) -> u32 {
        let payload = &self.outbox.payloads.atomics[response.payload as usize];
        payload.operations.sectors
    }

    /// Sectors have arrived in the L1: the loads that wait for them go on.
    fn filled(&mut self, plan: &LaunchPlan, response: Response) {
        let ready = response.time + plan.gpu.mio.fill_latency;
        let mut waiters = std::mem::take(&mut self.waiters);
        let place = Place(response.payload);
        self.l1
            .fill(place, response.sectors, |waiter| waiters.push(waiter));
        self.part_done(response.token, ready);
        for load in waiters.drain(..) {
            self.part_done(load, ready);
        }
        self.waiters = waiters;
    }

    /// The words of a line that a strong load asked for have arrived.
    fn strong_load_done(&mut self, plan: &LaunchPlan, response: Response) {
        let record = &self.loads[response.token];
        if self.generation[record.slot] == record.generation {
            let uop = &plan.kernel.uops()[record.pc as usize];
            if record.copy.is_some() {
                self.write_arrived(uop, &response);
            } else {
                self.bind_arrived(uop, &response);
            }
        }
        self.outbox.payloads.lines.free(response.payload);
        let ready = response.time + plan.gpu.mio.fill_latency;
        self.part_done(response.token, ready);
    }

    /// Lanes of a strong load get the words of a line.
    fn bind_arrived(&mut self, uop: &Uop, response: &Response) {
        let record = &self.loads[response.token];
        let payload = self.outbox.payloads.lines.get(response.payload);
        let addresses = self.loads.addresses(response.token);
        let state = &mut self.state[record.slot];
        for lane in lanes(record.lanes) {
            let address = addresses[lane as usize];
            if address >> 7 == response.line {
                write_lane(state, uop, lane, address, &payload);
            }
        }
    }

    /// Old values of an atomic have arrived.
    fn atomic_done(&mut self, plan: &LaunchPlan, response: Response) {
        let record = &self.loads[response.token];
        if self.generation[record.slot] == record.generation {
            let uop = &plan.kernel.uops()[record.pc as usize];
            let payload = &self.outbox.payloads.atomics[response.payload as usize];
            let state = &mut self.state[record.slot];
            for i in 0..usize::from(payload.count) {
                let lane = u32::from(payload.lanes[i]);
                state.write_lane(uop, 0, lane, get(&payload.a[i]));
                if payload.ty.bytes() == 8 {
                    state.write_lane(uop, 1, lane, get(&payload.a_high[i]));
                }
            }
        }
        self.atomic_slots.free(response.payload);
        self.packets_arrived(self.packets_of(response), response.time);
        let ready = response.time + plan.gpu.mio.fill_latency;
        self.part_done(response.token, ready);
    }

    /// One of the lines that a load or atomic waits for is there at `ready`.
    pub(super) fn part_done(&mut self, load: u32, ready: u64) {
        let record = &mut self.loads[load];
        record.ready = record.ready.max(ready);
        record.open -= 1;
        if record.open > 0 {
            return;
        }
        if record.passes > 0
            && (!self.returning.is_empty()
                || self.mio.given_back() + self.mio.fill_latency() > ready)
        {
            self.returning.push(Reverse((record.order, load)));
        } else {
            self.give_back(load);
        }
    }

    /// When the next of the loads that have all their words may pass on to its lanes; [`NEVER`] if
    /// there is none.
    #[inline]
    pub(super) fn next_return(&self) -> u64 {
        match self.returning.is_empty() {
            true => NEVER,
            false => self.mio.given_back(),
        }
    }

    /// Of the loads that have all their words the one that looked up its tags first passes, if none
    /// is under way.
    #[inline]
    pub(super) fn serve_returns(&mut self, now: u64) {
        while self.mio.given_back() <= now
            && let Some(Reverse((_, load))) = self.returning.pop()
        {
            let fill = self.mio.fill_latency();
            let record = &mut self.loads[load];
            record.ready = record.ready.max(now + fill);
            self.give_back(load);
        }
    }

    /// A load passes on to its lanes.
    fn give_back(&mut self, load: u32) {
        let record = &self.loads[load];
        let (slot, generation) = (record.slot, record.generation);
        let (counter, copy) = (record.counter, record.copy);
        let ready = self.mio.give_back(record.ready, record.passes);
        self.loads.free(load);
        if self.generation[slot] != generation {
            return;
        }
        if let Some(counter) = counter {
            self.counter_done(slot, counter, ready, true);
        }
        if let Some(group) = copy {
            self.copy_done(slot, group, ready);
        }
    }

    /// A write has reached the L2.
    fn acknowledged(&mut self, epoch: &Epoch, response: Response) {
        let slot = response.token as usize % WARP_SLOTS;
        if warp_token(slot, self.generation[slot]) != response.token {
            return;
        }
        let timing = &mut self.timing[slot];
        timing.writes -= 1;
        self.pass_fence(epoch, slot, response.time);
    }

    /// Sends a fence to the L2, behind all that the SM has sent.
    pub(super) fn send_fence(&mut self, slot: usize, now: u64) {
        let time = self.mio.take_port(now, 1.0);
        self.outbox.send(Request {
            time,
            line: 0,
            sm: self.id,
            kind: RequestKind::Fence,
            sectors: 0,
            token: warp_token(slot, self.generation[slot]),
            payload: 0,
            brings: 0,
            masks: 0,
        });
    }

    /// All slices have answered a fence.
    fn fence_done(&mut self, epoch: &Epoch, response: Response) {
        let slot = response.token as usize % WARP_SLOTS;
        self.timing[slot].fence_open = false;
        self.pass_fence(epoch, slot, response.time);
    }

    /// A warp at a fence goes on if nothing is left that it waits for.
    fn pass_fence(&mut self, epoch: &Epoch, slot: usize, now: u64) {
        let timing = &mut self.timing[slot];
        if timing.asleep != Asleep::Membar || timing.fence_open || timing.writes > 0 {
            return;
        }
        timing.asleep = Asleep::No;
        let earliest = timing.earliest.max(now);
        timing.charge(&mut self.pcs, earliest, Stall::Membar);
        self.prepare_at(epoch, slot, earliest);
    }
}

/// Writes what a strong load read to one lane's destination.
fn write_lane(state: &mut WarpState, uop: &Uop, lane: u32, address: u64, payload: &LinePayload) {
    let Kind::Memory(op) = &uop.kind else { return };
    let offset = (address & 127) as usize;
    for word in 0..op.width.registers() {
        let value = get(payload.word(offset / 4 + word)) >> (8 * (offset % 4));
        state.write_lane(uop, word, lane, op.width.extend(value));
    }
}

/// The lanes of a mask, in order.
#[inline(always)]
pub(super) fn lanes(mask: u32) -> impl Iterator<Item = u32> {
    let mut left = mask;
    std::iter::from_fn(move || {
        let lane = left.trailing_zeros();
        left &= left.wrapping_sub(1);
        (lane < 32).then_some(lane)
    })
}
