//! Asynchronous copies (LDGSTS): lines as a load's, whose words are written to shared memory and to no register.
//!
//! A copy passes the tags as a load does, and its words are written line by line: those that a line brings take the passes of
//! a store to shared memory, those of other lines others. If all its lines are in the L1, it takes the data path for these
//! and one more, and its sub-core's way for two cycles each; if they are not, it takes the data path
//! for two cycles at the tags and for those passes, two cycles at least, when they have come. (Measured on an H200,
//! `micro/h200/copied`: with 16 bytes of each lane, and with 4 that lie 16 apart, a hit takes the same, and two cycles more
//! for each further pass; 16 warps copy lines of the L1 of 4, 8 and 16 bytes a lane in 2.1, 3.1 and 5.6 cycles, of the L2 in
//! 3.9, 4.4 and 6.4.)
//!
//! One with BYPASS asks the L2 for all its sectors, the L1 keeps nothing, and what comes is written at once, whatever the
//! banks. But a request brings a line's sectors to one line of shared memory alone, all moved by as many sectors or their
//! numbers changed by the same bits, and either half of a sector to the same half or all to the other. So rows that a bit
//! pattern shuffles ask once, lanes whose halves of a sector part ask for it twice, and those that lie 32 bytes and more
//! apart each for itself (measured: `micro/h200/parts`; shuffled rows by `gemm_mma_swizzle_*` of the set `matrices`).
//!
//! Values of a copy through the L1 are read and written when it goes to the tags, as a weak load binds its own; those
//! of one that passes it by when they come. Nobody may look at either before its group is done.

use arrayvec::ArrayVec;
use sim_memory::banks;
use sim_memory::message::{Response, get};

use super::{Access, check_alignment, out_of_bounds, what};
use crate::exec::{
    CopyTo, Kind, MemKind, MemOp, Row, SharedMemory, Uop, WarpState, WarpStatus, lanes_where,
};
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
    /// In how many passes it is written to shared memory.
    pub passes: u32,
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

/// The lanes whose address lies in a line.
fn lanes_of(line: u64, addresses: &[u64; 32], active: u32) -> u32 {
    lanes_where(active, |lane| addresses[lane as usize] >> 7 == line)
}

/// How a lane's bytes come to their place in shared memory.
#[derive(Clone, Copy, Debug)]
struct Way {
    /// The line there.
    line: u32,
    /// Whether halves of sectors change places.
    swaps: bool,
    /// By which bits the sector's number in its line changes, ...
    bits: u32,
    /// ... and how far it moves.
    moves: u32,
}

impl Way {
    fn of(from: u32, to: u32) -> Way {
        Way {
            line: to >> 7,
            swaps: (to ^ from) >> 4 & 1 != 0,
            bits: (to ^ from) >> 5 & 3,
            moves: (to >> 5).wrapping_sub(from >> 5) & 3,
        }
    }
}

/// What is asked for at once of a line that a copy past the L1 reads; the smaller leaves first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Part {
    /// Whether it begins with the second half of a sector.
    second_half: bool,
    /// The line of shared memory to which it goes.
    to: u32,
    /// Whose words it is.
    lanes: u32,
}

/// What lanes that read one line ask for at once.
fn parts(of_line: u32, addresses: &[u64; 32], written: &Row) -> ArrayVec<Part, 32> {
    let way = |lane: u32| Way::of(addresses[lane as usize] as u32, written[lane as usize]);
    let mut parts = ArrayVec::new();
    let mut rest = of_line;
    while rest != 0 {
        let first = rest.trailing_zeros();
        let Way {
            line,
            swaps,
            bits,
            moves,
        } = way(first);
        let there = lanes_where(rest, |lane| {
            (way(lane).line, way(lane).swaps) == (line, swaps)
        });
        let alike = lanes_where(there, |lane| way(lane).bits == bits);
        let together = match alike == there {
            true => there,
            false => lanes_where(there, |lane| way(lane).moves == moves),
        };
        parts.push(Part {
            second_half: addresses[first as usize] >> 4 & 1 != 0,
            to: line,
            lanes: together,
        });
        rest &= !together;
    }
    parts.sort();
    parts
}

/// Sectors of shared memory to which lanes write.
fn sectors_written(some: u32, written: &Row) -> u32 {
    let mut sectors: ArrayVec<u32, 32> = lanes(some)
        .map(|lane| written[lane as usize] >> 5)
        .collect();
    sectors.sort_unstable();
    sectors.chunk_by(|one, other| one == other).count() as u32
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
        let zeros = banks::store(&written, access.mask & !reads, access.bytes);
        let access = Access {
            mask: reads,
            ..*access
        };
        let kept = addresses.map(|address| Kept::of(address, access.bytes, to.zero_fill));
        let aligned = kept.map(|kept| kept.address);
        check_alignment(&access, &aligned, access.bytes)?;
        if to.past_l1 {
            self.check_kept(epoch, &access, &kept)?;
            self.copy_past_l1(epoch, &access, &aligned, &written, addresses);
            return Ok(());
        }
        let tags = self.enter_load(&access, &aligned);
        let passes = zeros.total + self.passes_by_lines(&access, &aligned, &written);
        self.pcs[access.pc as usize].copied += u64::from(passes);
        let access = &Access {
            copy: Copied {
                passes,
                ..access.copy
            },
            ..access
        };
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

    /// Passes in which what lanes read is written, a line after the other.
    fn passes_by_lines(&self, access: &Access, addresses: &[u64; 32], written: &Row) -> u32 {
        let passes = |line| {
            let of_line = lanes_of(line, addresses, access.mask);
            banks::store(written, of_line, access.bytes).total
        };
        let lines = self.coalesced.lines().iter();
        lines.map(|line| passes(line.line)).sum()
    }

    /// A copy that passes the L1 by: its values are those that the L2 answers. `own` are its lanes' own addresses, which may
    /// say that some bytes are zeros.
    fn copy_past_l1(
        &mut self,
        epoch: &Epoch,
        access: &Access,
        addresses: &[u64; 32],
        written: &Row,
        own: &[u64; 32],
    ) {
        let (tags, load) = self.enter_strong(access, addresses);
        self.loads.bind_later(load, access.mask, own);
        self.loads.write_later(load, written);
        let (mut requests, mut sectors) = (0, 0);
        for index in self.coalesced.in_turn() {
            let line = self.coalesced.lines()[index].line;
            let of_line = lanes_of(line, addresses, access.mask);
            sectors += sectors_written(of_line, written);
            for part in parts(of_line, addresses, written) {
                let bytes = lanes(part.lanes)
                    .map(|lane| (addresses[lane as usize] & 127) as u32)
                    .fold(0, |bytes, at| bytes | ((1 << access.bytes) - 1) << at);
                self.ask_strongly(epoch, tags, load, index, bytes);
                requests += 1;
            }
        }
        // The tags count the sectors of shared memory that each line brings.
        let stats = &mut self.pcs[access.pc as usize];
        stats.sectors = stats.sectors - u64::from(self.coalesced.sectors) + u64::from(sectors);
        self.loads[load].open = requests;
        self.finish_strong(epoch, access, load);
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
            let asked = payload.mask() >> (kept.address & 127) & 1 != 0;
            if kept.address >> 7 != response.line || !asked {
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

    /// The lanes of each part of a row of 128 bytes that is copied there, and the sectors.
    fn parts_of_row(to: impl Fn(u32) -> u32) -> (Vec<u32>, u32) {
        let from = std::array::from_fn(|lane| 0x1000 + 16 * lane as u64);
        let written = std::array::from_fn(|lane| to(16 * lane as u32));
        let parts = parts(0xff, &from, &written);
        let of_lanes = parts.iter().map(|part| part.lanes).collect();
        (of_lanes, sectors_written(0xff, &written))
    }

    #[test]
    fn lanes_whose_halves_of_a_sector_part_ask_for_it_twice() {
        assert_eq!(parts_of_row(|at| at), (vec![0xff], 4));
        // Its last sector goes to another line.
        let moved = parts_of_row(|at| at + 32);
        assert_eq!(moved, (vec![0b0011_1111, 0b1100_0000], 4));
        let halves = vec![0b0101_0101, 0b0010_1010, 0b1000_0000];
        assert_eq!(parts_of_row(|at| at + 16), (halves, 5));
    }

    #[test]
    fn rows_that_a_bit_pattern_shuffles_ask_once() {
        for bits in [16, 32, 48, 64, 80, 96, 112] {
            assert_eq!(parts_of_row(|at| at ^ bits), (vec![0xff], 4), "{bits}");
        }
        assert_eq!(parts_of_row(|at| 2 * at).0.len(), 8);
    }

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
