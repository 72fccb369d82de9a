//! What a slice holds that is newer than DRAM: which of it is completed, and when it is written back.
//!
//! When more lines than a share of the slice hold sectors that stores have left in parts, those sectors are
//! completed that began first. What was completed of them is written back as soon as the DRAM has time, which it takes
//! from reads if need be: after a batch of writes some reads go first. Measured on an H200
//! (`micro/h200/completed`): stores alone leave up to 14 MB completed and not written, for completing takes
//! reads; beside loads, which wait for DRAM themselves, half a megabyte is left.
//!
//! A line that is stored to again before all of it is complete and written back has no such leisure: what is completed
//! of it is written at once, behind all that was completed before it, and each of these takes the slice's way in, beside
//! the stores. Measured there: lines stored to twice take two to four times as long as lines stored to once, whatever
//! sectors and words the second store is for and however late it comes, as long as the line waits; of lines of which one
//! in sixteen is stored to twice all are written as they are completed. Lines that were loaded before, or stored to in
//! whole sectors, are as good as new.
//!
//! Other lines are written back when more of them are newer than a share of the slice, by pairs of sectors, those first
//! that became newer first, or when they are evicted. They stay; see [`Queue`](super::Queue).

use super::{AGAIN, NEVER, PARTIAL, Part, Resident, Slice, WAITS, local, pairs};
use crate::cache::{Key, Slot};
use crate::coalesce::sectors_of;
use crate::message::SectorMask;

/// Cycles from one look at whether DRAM has time for completed lines to the next.
const LOOK_EVERY: u64 = 64;

/// The first look after `now`.
fn next_look(now: u64) -> u64 {
    (now / LOOK_EVERY + 1) * LOOK_EVERY
}

impl Slice {
    /// Marks sectors as newer than memory: an atomic changed them.
    pub(in crate::l2) fn dirty(&mut self, at: u64, key: Key, sectors: SectorMask) {
        if let Some(slot) = self.cache.find(key) {
            self.soil(at, slot, key.line(), sectors);
        }
    }

    /// Sectors of a line are newer than DRAM. If too many lines are then, those pairs are written back that became so
    /// first (measured on an H200, `scattered`: words added to at random in 32 MB take as long as rows of DRAM opened
    /// for each pair). Pairs that were written back before stand in the queue once, at their old place.
    pub(super) fn soil(&mut self, at: u64, slot: Slot, key: u64, sectors: SectorMask) {
        let line = self.cache.get_mut(slot);
        self.newer += usize::from(line.dirty() == 0);
        line.soil(sectors);
        let begun = pairs(sectors) & !line.queued();
        if begun != 0 {
            line.queue(begun);
            if let Some(first) = self.dirty.push(Part::new(key, begun)) {
                self.clean_due(at, first);
            }
            self.prefetch_dirty();
        }
        while self.newer > self.most_newer
            && let Some(due) = self.dirty.pop()
        {
            self.clean_due(at, due);
        }
    }

    /// Sectors have left the queue of those newer than DRAM.
    fn clean_due(&mut self, at: u64, due: Part) {
        if let Some(slot) = self.find(due.line()) {
            self.cache.get_mut(slot).unqueue(due.sectors());
            self.clean(at, slot, due);
        }
    }

    /// Asks the host for lines that will soon be written back.
    #[inline(always)]
    fn prefetch_dirty(&self) {
        let key = |part: Part| self.cache.key(part.line());
        if let Some(part) = self.dirty.peek(16) {
            self.cache.prefetch_set(key(part));
        }
        if let Some(part) = self.dirty.peek(8) {
            self.cache.prefetch_line(key(part));
        }
    }

    /// Writes sectors of a line back, as far as they are newer than DRAM; what stores left in parts of them is
    /// completed first.
    fn clean(&mut self, at: u64, slot: Slot, due: Part) {
        let line = *self.cache.get(slot);
        let sectors = due.sectors() & line.dirty();
        if sectors == 0 {
            return;
        }
        let parts = sectors & sectors_of(self.parts(slot));
        if parts != 0 {
            self.fill(at, local(due.line()), parts);
            self.mend(at, line.marks());
            self.complete(slot, parts);
        }
        let accepted = self.dram.write(at, local(due.line()), sectors.count_ones());
        self.intake.hold_until(accepted);
        let line = self.cache.get_mut(slot);
        line.clean(sectors);
        self.newer -= usize::from(line.dirty() == 0);
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

    /// A line with these marks is completed as it is written back.
    fn mend(&mut self, at: u64, marks: u8) {
        if marks & AGAIN != 0 {
            self.way.reserve(at, self.mend);
        }
    }

    /// Asks DRAM for the rest of partly written sectors: when it accepts that.
    fn fill(&mut self, at: u64, local: u64, sectors: SectorMask) -> u64 {
        self.filled += u64::from(sectors.count_ones());
        self.dram.fill(at, local, sectors.count_ones())
    }

    /// Sectors of a line begin to be partly written. If too many lines hold such sectors then, those are
    /// completed from DRAM that began first: what one store began together, the rest of its line in its own turn
    /// (measured on an H200, `micro/h200/completed`: four sectors of a line stored to one by one take twice as long as
    /// two pairs of them).
    pub(super) fn begin_partial(&mut self, at: u64, key: u64, sectors: SectorMask) {
        if let Some(first) = self.partial.push(Part::new(key, sectors)) {
            self.complete_due(at, first);
        }
        while self.in_parts > self.most_in_parts
            && let Some(due) = self.partial.pop()
        {
            self.complete_due(at, due);
        }
    }

    /// Sectors have left the queue of those that are partly written: what of them still is is completed, and
    /// then waits to be written back.
    fn complete_due(&mut self, at: u64, due: Part) {
        let Some(slot) = self.find(due.line()) else {
            return;
        };
        let sectors = due.sectors() & sectors_of(self.parts(slot));
        if sectors == 0 {
            return;
        }
        let local = local(due.line());
        let accepted = self.fill(at, local, sectors);
        self.intake.hold_until(accepted);
        self.complete(slot, sectors);
        self.cache.get_mut(slot).mark(WAITS, WAITS);
        let channel = self.dram.channel(local);
        if let Some(first) = self.completed[channel].push(Part::new(due.line(), sectors)) {
            self.write_completed_now(at, first);
        }
        if self.cache.get(slot).marks() & AGAIN != 0 {
            self.write_now(at, slot, due.line());
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
            let Some(completed) = self.completed[channel].pop() else {
                return true;
            };
            if let Some((local, sectors)) = self.take_completed(completed) {
                let accepted = self.dram.write(at, local, sectors);
                self.intake.hold_until(accepted);
            }
        }
        self.completed[channel].peek(0).is_none()
    }

    /// Writes back at once what has been completed of a line, behind all that was completed before it.
    pub(super) fn write_now(&mut self, at: u64, slot: Slot, key: u64) {
        let channel = self.dram.channel(local(key));
        while self.cache.get(slot).marks() & WAITS != 0
            && let Some(completed) = self.completed[channel].pop()
        {
            self.write_completed_now(at, completed);
        }
    }

    /// Writes back at once what has been completed of one line.
    fn write_completed_now(&mut self, at: u64, completed: Part) {
        if let Some((local, sectors)) = self.take_completed(completed) {
            self.way.reserve(at, self.mend);
            let accepted = self.dram.write(at, local, sectors);
            self.intake.hold_until(accepted);
        }
    }

    /// What has been completed of a line waits no more: where it is to be written, and how many sectors, if it is newer
    /// than DRAM still. What of it was stored to besides waits for its own turn (measured on an H200: words scattered
    /// over 16 MB four to a sector, of which as much is written as completed).
    fn take_completed(&mut self, completed: Part) -> Option<(u64, u32)> {
        let slot = self.find(completed.line())?;
        let line = self.cache.get_mut(slot);
        line.mark(WAITS, 0);
        let sectors = completed.sectors() & line.dirty();
        if sectors == 0 {
            return None;
        }
        line.clean(sectors);
        self.newer -= usize::from(line.dirty() == 0);
        Some((local(completed.line()), sectors.count_ones()))
    }

    /// Time begins anew.
    pub(super) fn look_anew(&mut self) {
        let waits = self.completed.iter().any(|queue| queue.peek(0).is_some());
        self.looks = if waits { 0 } else { NEVER };
    }
}
