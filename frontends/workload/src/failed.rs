//! Failed assertions of kernels: their buffer read back after a launch.
//!
//! The kernels of a run share one buffer, which is emptied before each launch. How it is laid
//! out says [`sim_ir::assertion`].

use crate::device;
use sim_core::fault::{Fault, FaultKind, Place};
use sim_ir::assertion::{Assertion, BUFFER, KEPT, RECORD, RECORDS};
use sim_ir::kernel::Kernel;
use sim_ir::source::SourceFile;
use sim_memory::image::{AllocationId, Memory};

/// What the threads of a launch said whose assertions failed before it ended.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Failed {
    /// What CUDA prints of each, in the order in which they came; the first ones.
    pub messages: Vec<String>,
    /// How many threads there were.
    pub threads: u64,
}

/// The assertion that ended a launch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FailedAssertion {
    /// Its condition.
    pub condition: String,
    /// The column of the condition in its line, indentation left out, from 0.
    pub column: usize,
    /// Characters of the condition in that line.
    pub width: usize,
}

/// A kernel's assertions, and where the failed ones are told of.
#[derive(Clone, Debug)]
pub(crate) struct Assertions {
    buffer: AllocationId,
    known: Vec<Assertion>,
    source: SourceFile,
}

/// A record of the buffer.
struct Record<'a> {
    assertion: &'a Assertion,
    block: [u32; 3],
    thread: [u32; 3],
}

impl Assertions {
    /// Those of a kernel whose variables have their places; none if it has none.
    pub(crate) fn of(
        kernel: &Kernel,
        source: &SourceFile,
        memory: &mut Memory,
    ) -> Option<Assertions> {
        kernel.symbol(BUFFER)?;
        let buffer = memory.find(BUFFER)?;
        memory.hide(buffer);
        Some(Assertions {
            buffer,
            known: kernel.assertions.clone(),
            source: source.clone(),
        })
    }

    /// Empties the buffer; to be called before each launch.
    pub(crate) fn clear(&self, memory: &mut Memory) {
        device::clear(memory, self.buffer);
    }

    /// What the launch said that has ended.
    pub(crate) fn read(&self, memory: &Memory) -> Failed {
        let words = self.words(memory);
        let message = |record: Record<'_>| {
            let places = [record.block, record.thread];
            record.assertion.message(&self.source, places)
        };
        Failed {
            messages: self.records(&words).map(message).collect(),
            threads: words[0].into(),
        }
    }

    /// The assertion by which a launch ended, if one did: that of the thread that stopped, or,
    /// where its record found no room, the one in its line.
    pub(crate) fn culprit(&self, memory: &Memory, fault: &Fault) -> Option<FailedAssertion> {
        let place = fault
            .place
            .as_ref()
            .filter(|_| fault.kind == FaultKind::Trap)?;
        let words = self.words(memory);
        let own = |r: &Record<'_>| r.block == place.block && r.thread == place.thread;
        let own = self.records(&words).find(own).map(|r| r.assertion);
        let assertion = own.or_else(|| self.in_line(place))?;
        Some(self.shown(assertion))
    }

    fn in_line(&self, place: &Place) -> Option<&Assertion> {
        let (_, line, _) = place.source.as_ref()?;
        let is_there = |a: &&Assertion| self.source.position(a.span.start).line == *line;
        self.known.iter().find(is_there)
    }

    fn shown(&self, assertion: &Assertion) -> FailedAssertion {
        let start = self.source.position(assertion.span.start);
        let line = self.source.line_text(start.line);
        let indentation = line.chars().take_while(|c| c.is_whitespace()).count();
        let written = self.source.snippet(assertion.span);
        FailedAssertion {
            condition: assertion.text(&self.source),
            column: (start.column as usize - 1).saturating_sub(indentation),
            width: written.lines().next().unwrap_or("").chars().count().max(1),
        }
    }

    fn words(&self, memory: &Memory) -> Vec<u32> {
        let bytes = device::download(memory, self.buffer);
        let words = bytes.as_chunks().0.iter();
        words.map(|word| u32::from_le_bytes(*word)).collect()
    }

    /// The whole records, in the order in which threads came.
    fn records<'a>(&'a self, words: &'a [u32]) -> impl Iterator<Item = Record<'a>> {
        let kept = words[0].min(KEPT) as usize;
        let records = words[RECORDS as usize / 4..].chunks(RECORD as usize / 4);
        records.take(kept).filter_map(|record| match *record {
            [begun, bx, by, bz, x, y, z, finished] if begun == finished => Some(Record {
                assertion: self.known.get((begun as usize).checked_sub(1)?)?,
                block: [bx, by, bz],
                thread: [x, y, z],
            }),
            _ => None,
        })
    }
}
