//! Which memory an access means, and where local memory lies.
//!
//! A thread's local memory is device memory, interleaved so that a warp whose
//! lanes touch the same stack word touches one line: word `w` of lane `l` of
//! the warp in slot `s` lies at byte `((s * words + w) * 32 + l) * 4` of the
//! SM's part of one allocation that the engine makes for the launch.

use super::global::{Access, what};
use super::responses::lanes;
use super::{Epoch, Sm, WARP_SLOTS};
use crate::exec::TRUE;
use crate::exec::{Generic, MemKind, MemOp, Space, Uop, resolve_generic};
use crate::fault::FaultKind;

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
            now,
            bytes: op.width.bytes(),
            word: 0,
        };
        match op.space {
            Space::Const => self.constant_load(epoch, &access),
            Space::Global => {
                let addresses = self.state[slot].addresses(uop, op);
                self.global(epoch, &access, &addresses)?;
            }
            Space::Shared => {
                let addresses = self.state[slot].addresses(uop, op);
                self.shared_access(epoch, &access, &addresses)?;
            }
            Space::Local => self.local_access(epoch, &access)?,
            Space::Generic => self.generic_access(epoch, &access)?,
        }
        Ok(())
    }

    /// LDC: the ADU serves one distinct address after the other.
    fn constant_load(&mut self, epoch: &Epoch, access: &Access) {
        let config = &epoch.plan.gpu.constant;
        let state = &mut self.state[access.slot];
        let banks = &epoch.plan.banks;
        let addresses = state.addresses(access.uop, access.op);
        let distinct = state.load_constants(access.uop, access.op, access.mask, banks);
        if access.uop.uniform {
            let facts = &epoch.plan.facts[self.timing[access.slot].pc as usize];
            let done = access.now + facts.latency;
            return self.finish_access(access.slot, access.uop, access.now + 1, Some(done));
        }
        let pc = self.timing[access.slot].pc as usize;
        self.pcs[pc].wavefronts += u64::from(distinct);
        self.pcs[pc].ideal_wavefronts += u64::from(distinct.min(1));
        let served = self.mio.enter_adu(access.now, distinct.max(1));
        let first = addresses[access.mask.trailing_zeros() as usize & 31] as u32;
        let there = self.constant.at_load(access.op.bank, first, served.start);
        self.pcs[pc].replays += u64::from(there > served.start);
        let done = there + (served.last - served.start) + config.hit_latency;
        self.finish_access(access.slot, access.uop, served.start + 1, Some(done));
    }

    /// LDL, STL.
    fn local_access(&mut self, epoch: &Epoch, access: &Access) -> Result<(), FaultKind> {
        let offsets = self.state[access.slot].addresses(access.uop, access.op);
        self.local_words(epoch, access, &offsets)
    }

    /// Each word of the access is a row of the interleaved memory.
    fn local_words(
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
                let offset = offsets[lane] + 4 * word as u64;
                base + (offset / 4 * 32 + lane as u64) * 4 + offset % 4
            });
            self.global(epoch, &part, &addresses)?;
        }
        Ok(())
    }

    /// LD, ST, ATOM: each address says which memory it means. Lanes that mean
    /// different ones are served one memory after the other.
    fn generic_access(&mut self, epoch: &Epoch, access: &Access) -> Result<(), FaultKind> {
        let addresses = self.state[access.slot].addresses(access.uop, access.op);
        let mut masks = [0u32; 3];
        let mut resolved = addresses;
        for lane in lanes(access.mask).map(|lane| lane as usize) {
            let (space, address) = match resolve_generic(addresses[lane]) {
                Generic::Global(address) => (0, address),
                Generic::Shared(address) => (1, u64::from(address)),
                Generic::Local(address) => (2, u64::from(address)),
            };
            masks[space] |= 1 << lane;
            resolved[lane] = address;
        }
        if matches!(access.op.kind, MemKind::Atomic(..)) && access.uop.pdst[0] != TRUE {
            // The hardware does it in global memory alone and says so; the
            // program does the others by itself.
            self.state[access.slot].write_predicate(access.uop, 0, access.mask, masks[0]);
            masks = [masks[0], 0, 0];
        }
        let part = |mask| Access { mask, ..*access };
        if masks[0] != 0 || masks[1] | masks[2] == 0 {
            self.global(epoch, &part(masks[0]), &resolved)?;
        }
        if masks[1] != 0 {
            self.shared_access(epoch, &part(masks[1]), &resolved)?;
        }
        if masks[2] != 0 {
            self.local_words(epoch, &part(masks[2]), &resolved)?;
        }
        Ok(())
    }
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
