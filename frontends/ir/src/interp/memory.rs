//! Memory as the interpreter sees it: bytes at addresses.

use super::Fault;

/// Global memory.
pub trait Memory {
    /// The bytes from `addr` on, to be read or written.
    fn bytes(&mut self, addr: u64, count: usize) -> Result<&mut [u8], Fault>;
}

/// One stretch of bytes from a base address on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flat {
    /// The address of the first byte.
    pub base: u64,
    /// The bytes.
    pub data: Vec<u8>,
}

impl Memory for Flat {
    fn bytes(&mut self, addr: u64, count: usize) -> Result<&mut [u8], Fault> {
        let start = addr.checked_sub(self.base);
        slice(&mut self.data, start, count).ok_or(Fault::OutOfBounds {
            what: "global memory",
            addr,
            bytes: count,
        })
    }
}

/// Shared, local or constant memory.
#[derive(Clone, Debug)]
pub(super) struct Arena {
    what: &'static str,
    data: Vec<u8>,
}

impl Arena {
    pub fn new(what: &'static str, bytes: usize) -> Self {
        Self::of(what, vec![0; bytes])
    }

    /// Memory that holds something.
    pub fn of(what: &'static str, data: Vec<u8>) -> Self {
        Self { what, data }
    }
}

impl Memory for Arena {
    fn bytes(&mut self, addr: u64, count: usize) -> Result<&mut [u8], Fault> {
        let what = self.what;
        slice(&mut self.data, Some(addr), count).ok_or(Fault::OutOfBounds {
            what,
            addr,
            bytes: count,
        })
    }
}

fn slice(data: &mut [u8], start: Option<u64>, count: usize) -> Option<&mut [u8]> {
    let start = usize::try_from(start?).ok()?;
    data.get_mut(start..start.checked_add(count)?)
}
