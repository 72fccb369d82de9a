//! What a slice holds that is newer than DRAM: which of it is completed, and when it is written back.
//!
//! When more lines than a share of the slice hold sectors that stores have left in parts, that is completed
//! which began first. What was completed of it is written back as soon as the DRAM has time, which it takes
//! from reads if need be: after a batch of writes some reads go first. Measured on an H200
//! (`micro/h200/completed`): stores alone leave up to 14 MB completed and not written, for completing takes
//! reads; beside loads, which wait for DRAM themselves, half a megabyte is left, and of words that are
//! scattered over 16 MB, several to a sector, as much is written as completed. Other lines are written back,
//! those first that became newer first, when more of them are than a share of the slice, or when they are evicted.
//! They stay; see [`Queue`](super::Queue).

use super::{AGAIN, NEVER, PARTIAL, QUEUED, Resident, Slice, local};
use crate::cache::{Key, Slot};
use crate::coalesce::sectors_of;
use crate::message::SectorMask;

/// Cycles from one look at whether DRAM has time for completed lines to the next.
const LOOK_EVERY: u64 = 64;

/// The first look after `now`.
fn next_look(now: u64) -> u64 {
    (now / LOOK_EVERY + 1) * LOOK_EVERY
}

/// A line, by the cache's name, and its sectors that were completed.
#[derive(Clone, Copy)]
struct Completed(u64);

impl Completed {
    fn new(line: u64, sectors: SectorMask) -> Completed {
        Completed(line << 4 | u64::from(sectors))
    }

    fn line(self) -> u64 {
        self.0 >> 4
    }

    fn sectors(self) -> SectorMask {
        self.0 as SectorMask & 0xf
    }
}

impl Slice {
    /// Marks sectors as newer than memory: an atomic changed them.
    pub(in crate::l2) fn dirty(&mut self, at: u64, key: Key, sectors: SectorMask) {
        if let Some(slot) = self.cache.find(key) {
            self.soil(at, slot, key.line(), sectors);
        }
    }

    /// Sectors of a line are newer than DRAM. If too many lines are then, that which became so first is
    /// written back. A line that was written back before stands in the queue once, at its old place.
    pub(super) fn soil(&mut self, at: u64, slot: Slot, key: u64, sectors: SectorMask) {
        let line = self.cache.get_mut(slot);
        self.newer += usize::from(line.dirty() == 0);
        line.soil(sectors);
        if line.marks() & QUEUED == 0 {
            line.mark(QUEUED, QUEUED);
            let first = self.dirty.push(key);
            self.prefetch_dirty();
            first.into_iter().for_each(|due| self.clean_due(at, due));
        }
        while self.newer > self.most_newer
            && let Some(due) = self.dirty.pop()
        {
            self.clean_due(at, due);
        }
    }

    /// A line has left the queue of those newer than DRAM.
    fn clean_due(&mut self, at: u64, due: u64) {
        if let Some(slot) = self.find(due) {
            self.cache.get_mut(slot).mark(QUEUED, 0);
            self.clean(at, slot);
        }
    }

    /// Asks the host for lines that will soon be written back.
    #[inline(always)]
    fn prefetch_dirty(&self) {
        if let Some(line) = self.dirty.peek(16) {
            self.cache.prefetch_set(self.cache.key(line));
        }
        if let Some(line) = self.dirty.peek(8) {
            self.cache.prefetch_line(self.cache.key(line));
        }
    }

    /// Writes a line back, if it is newer than DRAM.
    fn clean(&mut self, at: u64, slot: Slot) {
        let line = *self.cache.get(slot);
        if line.dirty() == 0 {
            return;
        }
        self.write_back(at, slot, &line);
        if line.marks() & PARTIAL != 0 {
            self.complete(slot, sectors_of(self.written[slot.index()]));
        }
        self.cache.get_mut(slot).clean(0xf);
        self.newer -= 1;
    }

    /// What leaves a slot goes to DRAM; partly written sectors are completed
    /// first. A DRAM that has too much to write holds the slice up.
    pub(super) fn write_back(&mut self, at: u64, slot: Slot, line: &Resident) {
        let local = local(line.line());
        if line.marks() & PARTIAL != 0 {
            let partial = sectors_of(self.written[slot.index()]) & !line.valid();
            self.fill(at, local, partial);
            self.mend(at, line.marks());
        }
        let accepted = self.dram.write(at, local, line.dirty().count_ones());
        self.intake.hold_until(accepted);
    }

    /// A line with these marks is completed.
    fn mend(&mut self, at: u64, marks: u8) {
        if marks & AGAIN != 0 {
            self.intake.reserve(at, self.mend);
        }
    }

    /// Asks DRAM for the rest of partly written sectors: when it accepts that.
    fn fill(&mut self, at: u64, local: u64, sectors: SectorMask) -> u64 {
        self.filled += u64::from(sectors.count_ones());
        self.dram.fill(at, local, sectors.count_ones())
    }

    /// A line begins to hold partly written sectors. If too many lines do then, that which began first is
    /// completed from DRAM.
    pub(super) fn begin_partial(&mut self, at: u64, key: u64) {
        if let Some(first) = self.partial.push(key) {
            self.complete_due(at, first);
        }
        while self.in_parts > self.most_in_parts
            && let Some(due) = self.partial.pop()
        {
            self.complete_due(at, due);
        }
    }

    /// A line has left the queue of those that hold partly written sectors.
    fn complete_due(&mut self, at: u64, due: u64) {
        if let Some(slot) = self.find(due)
            && self.cache.get(slot).marks() & PARTIAL != 0
        {
            self.complete_parts(at, slot, due);
        }
    }

    /// Completes what stores have left in parts of a line, which then waits to be written back.
    fn complete_parts(&mut self, at: u64, slot: Slot, key: u64) {
        let sectors = sectors_of(self.written[slot.index()]);
        let accepted = self.fill(at, local(key), sectors);
        self.intake.hold_until(accepted);
        self.mend(at, self.cache.get(slot).marks());
        self.cache.get_mut(slot).mark(AGAIN, 0);
        self.complete(slot, sectors);
        let channel = self.dram.channel(local(key));
        if let Some(first) = self.completed[channel].push(Completed::new(key, sectors).0) {
            self.write_completed_sectors(at, Completed(first));
        }
        if self.looks == NEVER {
            self.looks = next_look(at);
        }
    }

    /// Writes back by `now` what completed lines DRAM has had time for.
    #[inline(always)]
    pub(in crate::l2) fn write_completed(&mut self, now: u64) {
        while self.looks <= now {
            let at = std::mem::replace(&mut self.looks, NEVER);
            for channel in 0..self.completed.len() {
                if !self.write_while_there_is_time(at, channel) {
                    self.looks = next_look(at);
                }
            }
        }
    }

    /// Writes completed lines of a channel: whether all.
    fn write_while_there_is_time(&mut self, at: u64, channel: usize) -> bool {
        while self.dram.has_time(at, channel) {
            match self.completed[channel].pop() {
                Some(completed) => self.write_completed_sectors(at, Completed(completed)),
                None => return true,
            }
        }
        self.completed[channel].peek(0).is_none()
    }

    /// Writes back what has been completed of a line, if it is newer than DRAM still. What of it was stored to besides
    /// waits for its own turn (measured on an H200: words scattered over 16 MB four to a sector, of which as
    /// much is written as completed).
    fn write_completed_sectors(&mut self, at: u64, completed: Completed) {
        let Some(slot) = self.find(completed.line()) else {
            return;
        };
        let line = self.cache.get_mut(slot);
        let sectors = completed.sectors() & line.dirty();
        if sectors == 0 {
            return;
        }
        line.clean(sectors);
        self.newer -= usize::from(line.dirty() == 0);
        let local = local(completed.line());
        let accepted = self.dram.write(at, local, sectors.count_ones());
        self.intake.hold_until(accepted);
    }

    /// Time begins anew.
    pub(super) fn look_anew(&mut self) {
        let waits = self.completed.iter().any(|queue| queue.peek(0).is_some());
        self.looks = if waits { 0 } else { NEVER };
    }
}
