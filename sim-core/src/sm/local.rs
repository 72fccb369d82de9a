//! Which memory an access means, and where local memory lies.
//!
//! A thread's local memory is device memory, interleaved so that a warp whose
//! lanes touch the same stack word touches one line: word `w` of lane `l` of
//! the warp in slot `s` lies at byte `((s * words + w) * 32 + l) * 4` of the
//! SM's part of one allocation that the engine makes for the launch.

use super::first_level::ConstantAddress;
use super::global::{Access, Copied, what};
use super::responses::lanes;
use super::{Epoch, SUB_CORES, Sm, WARP_SLOTS};
use crate::exec::TRUE;
use crate::exec::{Generic, MemKind, MemOp, Row, Space, Src, Uop, lanes_where, resolve_generic};
use crate::fault::FaultKind;

/// Addresses of a block's shared window, which have 32 bits.
#[inline(always)]
fn in_window(addresses: &[u64; 32]) -> Row {
    addresses.map(|address| address as u32)
}

impl Sm {
    /// A memory instruction.
    pub(super) fn access(
        &mut self,
        epoch: &Epoch,
        slot: usize,
        uop: &Uop,
        op: &MemOp,
        mask: u32,
        now: u64,
    ) -> Result<(), FaultKind> {
        let access = Access {
            slot,
            uop,
            op,
            mask,
            pc: self.timing[slot].pc,
            now,
            passed: now,
            bytes: op.width.bytes(),
            word: 0,
            data: None,
            copy: Copied::default(),
        };
        match op.space {
            Space::Const => {
                self.constant_load(epoch, &access);
                Ok(())
            }
            Space::Shared => {
                let addresses = self.state[slot].addresses(uop, op);
                self.shared_access(epoch, &access, &in_window(&addresses))
            }
            Space::Global | Space::Local => self.far_access(epoch, slot, (uop, op), mask, now),
            Space::Generic if is_test(&access) => {
                let global = self.tell_done(&access);
                self.far_access(epoch, slot, (uop, op), global, now)
            }
            Space::Generic => {
                let shared = self.generic_shared(epoch, &access)?;
                match mask & !shared {
                    0 if shared != 0 => Ok(()),
                    rest => self.far_access(epoch, slot, (uop, op), rest, now),
                }
            }
        }
    }

    /// LDC: the ADU serves one distinct address after the other.
    fn constant_load(&mut self, epoch: &Epoch, access: &Access) {
        let config = &epoch.plan.gpu.constant;
        let state = &mut self.state[access.slot];
        let banks = &epoch.plan.banks;
        let addresses = state.addresses(access.uop, access.op);
        let distinct = state.load_constants(access.uop, access.op, access.mask, banks);
        if access.uop.uniform {
            let facts = &epoch.plan.facts[access.pc as usize];
            let done = access.now + facts.latency;
            return self.finish_access(access.slot, access.uop, access.now + 1, Some(done));
        }
        let pc = access.pc as usize;
        self.pcs[pc].wavefronts += u64::from(distinct);
        self.pcs[pc].ideal_wavefronts += u64::from(distinct.min(1));
        let sub = access.slot % SUB_CORES;
        let register = matches!(access.uop.src[0].src, Src::Row(_));
        let served = self
            .mio
            .enter_adu(sub, access.now, register, distinct.max(1));
        let first = addresses[access.mask.trailing_zeros() as usize & 31] as u32;
        let address = ConstantAddress::new(access.op.bank, first);
        let mut found = self.constant.at_load(sub, address, served.start);
        if found > served.start {
            found = self.mio.await_constant(found);
            self.pcs[pc].replays += 1;
        }
        let rounds = served.last - served.start;
        let done = found + rounds + self.mio.behind_adu(config.hit_latency);
        self.finish_access(access.slot, access.uop, served.start + 1, Some(done));
    }

    /// LDL, STL: each word of the access is a row of the interleaved memory.
    pub(super) fn local_words(
        &mut self,
        epoch: &Epoch,
        access: &Access,
        offsets: &[u64; 32],
    ) -> Result<(), FaultKind> {
        let bytes = access.op.width.bytes();
        for lane in lanes(access.mask) {
            check_local(epoch, access, offsets[lane as usize] as u32, bytes)?;
        }
        let warp = usize::from(self.id) * WARP_SLOTS + access.slot;
        let base = epoch.plan.local_base + warp as u64 * u64::from(epoch.plan.local_bytes) * 32;
        for word in 0..access.op.width.registers() {
            let part = Access {
                bytes: bytes.min(4),
                word,
                ..*access
            };
            let addresses = std::array::from_fn(|lane| {
                // Of lanes that do not take part it may be anything.
                let offset = u64::from(offsets[lane] as u32) + 4 * word as u64;
                base + (offset / 4 * 32 + lane as u64) * 4 + offset % 4
            });
            self.global(epoch, &part, &addresses)?;
        }
        Ok(())
    }

    /// LD, ST, ATOM: each address says which memory it means. Lanes that mean different ones are
    /// served one memory after the other; those that mean shared memory at once. Returns these.
    fn generic_shared(&mut self, epoch: &Epoch, access: &Access) -> Result<u32, FaultKind> {
        let mut addresses = self.state[access.slot].addresses(access.uop, access.op);
        let mut shared = 0;
        for lane in lanes(access.mask) {
            if let Generic::Shared(address) = resolve_generic(addresses[lane as usize]) {
                shared |= 1 << lane;
                addresses[lane as usize] = address.into();
            }
        }
        if shared != 0 {
            let mask = shared;
            self.shared_access(epoch, &Access { mask, ..*access }, &in_window(&addresses))?;
        }
        Ok(shared)
    }

    /// An atomic that the hardware does in global memory alone, and says so when it issues: the program
    /// does the others by itself. Returns the lanes that mean global memory.
    fn tell_done(&mut self, access: &Access) -> u32 {
        let state = &mut self.state[access.slot];
        let addresses = state.addresses(access.uop, access.op);
        let global = lanes_where(access.mask, |lane| {
            let generic = resolve_generic(addresses[lane as usize]);
            matches!(generic, Generic::Global(_))
        });
        state.write_predicate(access.uop, 0, access.mask, global);
        global
    }

    /// The same of all lanes that do not mean shared memory.
    pub(super) fn generic_access(
        &mut self,
        epoch: &Epoch,
        access: &Access,
        addresses: &[u64; 32],
    ) -> Result<(), FaultKind> {
        let (mut global, mut local) = (0, 0);
        let mut resolved = *addresses;
        for lane in lanes(access.mask).map(|lane| lane as usize) {
            match resolve_generic(addresses[lane]) {
                Generic::Global(address) => {
                    global |= 1 << lane;
                    resolved[lane] = address;
                }
                Generic::Local(address) => {
                    local |= 1 << lane;
                    resolved[lane] = address.into();
                }
                Generic::Shared(_) => {}
            }
        }
        let part = |mask| Access { mask, ..*access };
        if global != 0 || local == 0 {
            self.global(epoch, &part(global), &resolved)?;
        }
        if local != 0 {
            let pc = access.pc as usize;
            let before = self.pcs[pc].lookups();
            self.local_words(epoch, &part(local), &resolved)?;
            let own = self.pcs[pc].lookups().since(before);
            self.pcs[pc].generic_local.add(own);
        }
        Ok(())
    }
}

/// Whether an atomic says in a predicate for which lanes it was done.
fn is_test(access: &Access) -> bool {
    matches!(access.op.kind, MemKind::Atomic(..)) && access.uop.pdst[0] != TRUE
}

fn check_local(epoch: &Epoch, access: &Access, address: u32, bytes: u32) -> Result<(), FaultKind> {
    let size = epoch.plan.local_bytes;
    let what = what(access.op.kind);
    if u64::from(address) + u64::from(bytes) > u64::from(size) {
        return Err(FaultKind::LocalOutOfBounds {
            what,
            bytes,
            address,
            size,
        });
    }
    if !address.is_multiple_of(bytes) {
        return Err(FaultKind::Misaligned {
            what,
            bytes,
            address: u64::from(address),
        });
    }
    Ok(())
}
