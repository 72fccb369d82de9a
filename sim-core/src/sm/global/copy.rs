//! Asynchronous copies (LDGSTS): lines as a load's, whose words are written to shared memory and to no register.
//!
//! A copy passes the tags as a load does. If all its lines are in the L1, its words take the data path for the passes of a
//! store to shared memory and one more, and their sub-core's way for two cycles each; if they are not, it takes the data path
//! for two cycles at the tags and for those passes, two cycles at least, when they have come. One with BYPASS asks the L2 for
//! all its sectors, and the L1 keeps nothing: it is written as it comes, which takes nothing, unless its lanes conflict in
//! the banks of shared memory: then each takes a pass. (Measured on an H200, `micro/h200/copied`: with 16 bytes of each lane,
//! and with 4 that lie 16 apart, a hit takes the same, and two cycles more for each further pass; 16 warps copy lines of the
//! L1 of 4, 8 and 16 bytes a lane in 2.1, 3.1 and 5.6 cycles, of the L2 in 3.9, 4.4 and 6.4, past the L1 in 2.2, and
//! in 32 if they lie 32, 64 or 128 bytes apart.)
//!
//! Values of a copy through the L1 are read and written when it goes to the tags, as a weak load binds its own; those
//! of one that passes it by when they come. Nobody may look at either before its group is done.

use sim_memory::banks;
use sim_memory::message::{Response, get};

use super::{Access, check_alignment, out_of_bounds, what};
use crate::exec::{CopyTo, Kind, MemKind, MemOp, Row, SharedMemory, Uop, WarpState, WarpStatus};
use crate::fault::FaultKind;
use crate::sm::responses::lanes;
use crate::sm::shared::fault_kind;
use crate::sm::{Epoch, Sm};

/// Where a copy's lanes write, and which of them read global memory; the others write zeros.
#[derive(Clone, Copy, Debug)]
pub(in crate::sm) struct Destination {
    pub addresses: Row,
    pub reads: u32,
}

/// What an access is to its group of copies.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::sm) struct Copied {
    /// The group's number.
    pub group: u32,
    /// In how many passes it is written to shared memory ...
    pub passes: u32,
    /// ... and if its words come from the L2.
    pub passes_late: u32,
}

impl Destination {
    /// What a warp's registers say.
    pub fn of(state: &WarpState, uop: &Uop, to: &CopyTo, mask: u32) -> Destination {
        let bases = state.data_row(uop, 1, 0);
        Destination {
            addresses: bases.map(|base| base.wrapping_add(to.offset as u32)),
            reads: state.predicate(uop.psrc[0]) & mask,
        }
    }
}

/// What of a lane's bytes is read: those before its zeros.
#[derive(Clone, Copy, Debug)]
struct Kept {
    address: u64,
    bytes: u32,
}

impl Kept {
    /// Of a lane at this address; with `zero_fill` its low bits count the zeros.
    fn of(address: u64, bytes: u32, zero_fill: bool) -> Kept {
        let zeros = match zero_fill {
            true => address & u64::from(bytes - 1),
            false => 0,
        };
        Kept {
            address: address - zeros,
            bytes: bytes - zeros as u32,
        }
    }

    /// A word of it, whose bytes behind those that are kept become zeros.
    fn word(&self, word: usize, value: u32) -> u32 {
        let bytes = self.bytes.saturating_sub(4 * word as u32).min(4);
        value & ((1u64 << (8 * bytes)) - 1) as u32
    }
}

impl Sm {
    pub(super) fn copy(
        &mut self,
        epoch: &Epoch,
        access: &Access,
        addresses: &[u64; 32],
        to: &CopyTo,
    ) -> Result<(), FaultKind> {
        let Destination {
            addresses: written,
            reads,
        } = match access.data {
            Some(data) => data.destination(),
            None => Destination::of(&self.state[access.slot], access.uop, to, access.mask),
        };
        // Where it writes is checked now: a fault belongs to the instruction.
        self.block_of(access.slot)
            .check_copy(access.op.width, &written, access.mask)
            .map_err(|fault| fault_kind(epoch, access, fault))?;
        self.write_copied(access, &written, access.mask & !reads, &[[0; 32]; 4]);
        let passes = banks::store(&written, access.mask, access.bytes);
        let access = &Access {
            mask: reads,
            copy: Copied {
                passes: passes.total,
                passes_late: match to.past_l1 {
                    true if passes.conflicts() == 0 => 0,
                    true => access.mask.count_ones(),
                    false => passes.total.max(epoch.plan.gpu.mio.copy_lookup as u32),
                },
                ..access.copy
            },
            ..*access
        };
        let kept = addresses.map(|address| Kept::of(address, access.bytes, to.zero_fill));
        let aligned = kept.map(|kept| kept.address);
        check_alignment(access, &aligned, access.bytes)?;
        if to.past_l1 {
            self.check_kept(epoch, access, &kept)?;
            self.strong_load(epoch, access, &aligned, Some((&written, addresses)));
            return Ok(());
        }
        let tags = self.enter_load(access, &aligned);
        match access.bytes {
            _ if to.zero_fill => {
                let words = self.read_kept(epoch, access, &kept)?;
                self.write_copied(access, &written, reads, &words);
            }
            16 => self.copy_words::<4>(epoch, access, &aligned, &written)?,
            8 => self.copy_words::<2>(epoch, access, &aligned, &written)?,
            _ => self.copy_words::<1>(epoch, access, &aligned, &written)?,
        }
        self.look_up_lines(epoch.plan, access, &aligned, tags);
        Ok(())
    }

    fn copy_words<const N: usize>(
        &mut self,
        epoch: &Epoch,
        access: &Access,
        addresses: &[u64; 32],
        written: &Row,
    ) -> Result<(), FaultKind> {
        let words = self.read_words::<N>(epoch, access, addresses)?;
        self.write_copied(access, written, access.mask, &words);
        Ok(())
    }

    /// The words of lanes that read some of their bytes, zeros behind those.
    fn read_kept(
        &mut self,
        epoch: &Epoch,
        access: &Access,
        kept: &[Kept; 32],
    ) -> Result<[Row; 4], FaultKind> {
        let mut words = [[0; 32]; 4];
        for lane in lanes(access.mask) {
            let Kept { address, bytes } = kept[lane as usize];
            let mut read = [0; 16];
            let some = &mut read[..bytes as usize];
            epoch
                .image
                .read_bytes(address, some)
                .map_err(|fault| out_of_bounds(epoch, what(access.op.kind), fault))?;
            self.overlay(address, some);
            for (row, word) in words.iter_mut().zip(read.as_chunks().0) {
                row[lane as usize] = u32::from_le_bytes(*word);
            }
        }
        Ok(words)
    }

    /// Checks that what lanes read lies in buffers.
    fn check_kept(
        &mut self,
        epoch: &Epoch,
        access: &Access,
        kept: &[Kept; 32],
    ) -> Result<(), FaultKind> {
        for lane in lanes(access.mask) {
            let Kept { address, bytes } = kept[lane as usize];
            epoch
                .image
                .check(&mut self.cursor, address, bytes)
                .map_err(|fault| out_of_bounds(epoch, what(access.op.kind), fault))?;
        }
        Ok(())
    }

    /// The shared memory of a warp's block.
    fn block_of(&mut self, slot: usize) -> &mut SharedMemory {
        let block = usize::from(self.timing[slot].block);
        &mut self.blocks[block].shared
    }

    /// Writes the words of some of a copy's lanes.
    fn write_copied(&mut self, access: &Access, written: &Row, lanes: u32, words: &[Row]) {
        self.block_of(access.slot)
            .copy(access.op.width, written, lanes, words);
    }

    /// The words of a line that a copy past the L1 asked for have come: its lanes there are written, unless the warp has
    /// ended without waiting for them, whose memory may be another block's by now.
    pub(in crate::sm) fn write_arrived(&mut self, uop: &Uop, response: &Response) {
        let Kind::Memory(MemOp {
            width,
            kind: MemKind::Copy(to),
            ..
        }) = uop.kind
        else {
            return;
        };
        let record = &self.loads[response.token];
        if self.control[record.slot].status() == WarpStatus::Done {
            return;
        }
        let payload = self.outbox.payloads.lines.get(response.payload);
        let addresses = self.loads.addresses(response.token);
        let (mut here, mut words) = (0, [[0; 32]; 4]);
        for lane in lanes(record.lanes) {
            let kept = Kept::of(addresses[lane as usize], width.bytes(), to.zero_fill);
            if kept.address >> 7 != response.line {
                continue;
            }
            here |= 1 << lane;
            let first = (kept.address & 127) as usize / 4;
            for (word, row) in words.iter_mut().enumerate().take(width.registers()) {
                row[lane as usize] = kept.word(word, get(payload.word(first + word)));
            }
        }
        let written = *self.loads.written(response.token);
        self.block_of(self.loads[response.token].slot)
            .copy(width, &written, here, &words);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_low_bits_of_an_address_count_the_zeros_at_its_end() {
        let kept = Kept::of(0x1006, 16, true);
        assert_eq!((kept.address, kept.bytes), (0x1000, 10));
        let words = [0, 1, 2, 3].map(|word| kept.word(word, 0x1122_3344));
        assert_eq!(words, [0x1122_3344, 0x1122_3344, 0x3344, 0]);
        let all = Kept::of(0x1006, 16, false);
        assert_eq!((all.address, all.bytes), (0x1006, 16));
    }
}
