//! What kernels print: the buffer of `printf` read back after a launch.
//!
//! The kernels of a run share one buffer, as the kernels of a CUDA context do; it is emptied
//! before each launch. How it is laid out says [`sim_ir::printf`]; `format` makes text of its
//! records as C's `printf` would.

mod float;
mod format;

use crate::device;
use crate::failed::Failed;
use sim_ir::kernel::Kernel;
pub use sim_ir::printf::CAPACITY;
use sim_ir::printf::{DROPPED, FIFO, Format, Piece, RECORDS, SLOT, Wanted};
use sim_memory::image::{AllocationId, Memory};

/// What a launch printed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Printed {
    /// The text. Bytes that are no UTF-8 are replaced.
    pub text: String,
    /// Calls whose record found no room in the buffer.
    pub dropped: u64,
    /// What threads said whose assertions failed.
    pub failed: Failed,
}

/// What a kernel prints with, and where to.
#[derive(Clone, Debug)]
pub(crate) struct Printer {
    fifo: AllocationId,
    formats: Vec<Format>,
}

impl Printer {
    /// The printer of a kernel whose variables have their places; none if it does not print.
    pub(crate) fn of(kernel: &Kernel, memory: &mut Memory) -> Option<Printer> {
        kernel.symbols.iter().find(|(_, s)| s.name == FIFO)?;
        let fifo = memory.find(FIFO)?;
        memory.hide(fifo);
        Some(Printer {
            fifo,
            formats: kernel.formats.clone(),
        })
    }

    /// Empties the buffer; to be called before each launch.
    pub(crate) fn clear(&self, memory: &mut Memory) {
        device::clear(memory, self.fifo);
    }

    /// What the launch printed that has ended, in the order in which its threads asked for room.
    pub(crate) fn read(&self, memory: &Memory) -> Printed {
        let buffer = device::download(memory, self.fifo);
        Printed {
            text: String::from_utf8_lossy(&text(&self.formats, &buffer)).into_owned(),
            dropped: number(&buffer, DROPPED),
            failed: Failed::default(),
        }
    }
}

/// The text of all whole records.
fn text(formats: &[Format], buffer: &[u8]) -> Vec<u8> {
    let mut text = Vec::new();
    let end = RECORDS + number(buffer, 0).min(CAPACITY);
    let mut at = RECORDS;
    while at < end {
        let header = number(buffer, at);
        let (begun, finished) = (header as u32, (header >> 32) as u32);
        let format = (begun as usize).checked_sub(1).and_then(|n| formats.get(n));
        at += SLOT;
        // Room that nobody began to use, because of a fault, is as long as its zeros.
        let Some(format) = format else { continue };
        let count = slots(format);
        if begun == finished {
            let values: Vec<u64> = (0..count).map(|n| number(buffer, at + SLOT * n)).collect();
            format::print(format, &values, &mut text);
        }
        at += SLOT * count;
    }
    text
}

/// Arguments of a format that its records hold.
fn slots(format: &Format) -> u64 {
    let conversions = format.pieces.iter().filter_map(|piece| match piece {
        Piece::Conversion(conversion) => Some(conversion),
        Piece::Text(_) => None,
    });
    let wanted = conversions.flat_map(|conversion| conversion.wanted());
    wanted.filter(|wanted| *wanted != Wanted::Text).count() as u64
}

/// The 64 bits at a byte of the buffer; zero behind its end.
fn number(buffer: &[u8], at: u64) -> u64 {
    let bytes = buffer.get(at as usize..).and_then(<[u8]>::first_chunk);
    bytes.map_or(0, |bytes| u64::from_le_bytes(*bytes))
}

#[cfg(test)]
mod tests {
    use super::*;
    use sim_ir::printf::parse;
    use sim_ir::source::Span;

    fn formats(texts: &[&str]) -> Vec<Format> {
        let format = |text: &&str| Format {
            pieces: parse(text).expect("a format"),
            span: Span::NONE,
        };
        texts.iter().map(format).collect()
    }

    fn buffer(asked: u64, words: &[u64]) -> Vec<u8> {
        let words = [&[asked, 0], words].concat();
        words.iter().flat_map(|word| word.to_le_bytes()).collect()
    }

    #[test]
    fn records_that_a_fault_cut_off_are_left_out_and_those_behind_them_are_not() {
        let formats = formats(&["%d;", "end"]);
        let whole = |number: u64| number << 32 | number;
        let words = [
            // Never begun, begun, and whole.
            [0, 0],
            [1, 7],
            [whole(1), 8],
        ];
        let words = [&words.concat()[..], &[whole(2)]].concat();
        let buffer = buffer(SLOT * words.len() as u64, &words);
        assert_eq!(text(&formats, &buffer), b"8;end");
    }

    #[test]
    fn nothing_behind_the_room_that_was_asked_for_is_read() {
        let buffer = buffer(SLOT, &[1 << 32 | 1, 1 << 32 | 1]);
        assert_eq!(text(&formats(&["once"]), &buffer), b"once");
    }
}
