//! What can go wrong with an address, and how to say where it is.

use super::{Address, Memory};
use std::fmt;
use thiserror::Error;

/// A buffer that cannot be made.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum AllocationError {
    /// More than the limit.
    #[error(
        "buffer `{name}` of {bytes} bytes does not fit: {used} of {limit} bytes are in use; \
         make it smaller or raise the memory limit"
    )]
    OutOfMemory {
        /// The buffer.
        name: String,
        /// Its size.
        bytes: u64,
        /// Bytes in use before.
        used: u64,
        /// The limit in bytes.
        limit: u64,
    },
    /// The name is taken.
    #[error("a buffer named `{0}` exists already; give this one another name")]
    Duplicate(String),
}

/// An access outside every buffer. Small, because hot paths return it;
/// [`Memory::place`] says where it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("no buffer holds the {bytes} bytes at {address:#x}")]
pub struct AddressFault {
    /// The first byte of the access.
    pub address: Address,
    /// Bytes of the access.
    pub bytes: u32,
}

/// On which side of the nearest buffer an address lies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// Before its first byte.
    Before,
    /// Inside.
    Inside,
    /// Past its last byte, or straddling it.
    Past,
}

/// An address, told by the nearest buffer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    /// The buffer's name.
    pub buffer: String,
    /// The buffer's size in bytes.
    pub bytes: u64,
    /// Bytes of one element of the buffer.
    pub element_bytes: u32,
    /// The element that the address falls on, counted from the buffer's
    /// first: negative before it, at least its length past it.
    pub element: i64,
    /// Where the access lies.
    pub side: Side,
}

impl Place {
    /// Elements of the buffer.
    pub fn elements(&self) -> u64 {
        self.bytes / u64::from(self.element_bytes)
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let where_ = match self.side {
            Side::Before => "before the first of",
            Side::Inside => "of",
            Side::Past => "past the last of",
        };
        write!(
            f,
            "`{}[{}]`, {where_} its {} elements of {} bytes",
            self.buffer,
            self.element,
            self.elements(),
            self.element_bytes
        )
    }
}

impl Memory {
    /// Tells an access by the buffer nearest to it; `None` without buffers.
    pub fn place(&self, address: Address, bytes: u32) -> Option<Place> {
        let distance = |base: u64, size: u64| {
            let past = address.saturating_sub((base + size).saturating_sub(1));
            base.saturating_sub(address).max(past)
        };
        let a = self
            .allocations
            .iter()
            .filter(|a| !a.hidden)
            .min_by_key(|a| distance(a.base, a.bytes))?;
        let side = match address {
            _ if address < a.base => Side::Before,
            _ if a.holds(address, bytes.into()) => Side::Inside,
            _ => Side::Past,
        };
        Some(Place {
            buffer: a.name.clone(),
            bytes: a.bytes,
            element_bytes: a.element_bytes,
            element: (address.wrapping_sub(a.base) as i64).div_euclid(a.element_bytes.into()),
            side,
        })
    }
}
