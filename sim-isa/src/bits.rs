//! Bit fields of a 128-bit instruction word, with account of which were used.

use crate::encoding::Bits;

/// The mask of a run of bits.
pub(crate) const fn mask((lo, width): Bits) -> u128 {
    ((1u128 << width) - 1) << lo
}

/// Reads fields and remembers which bits have been read.
pub(crate) struct Reader {
    word: u128,
    used: u128,
}

impl Reader {
    pub(crate) fn new(word: u128) -> Reader {
        Reader { word, used: 0 }
    }

    /// A field of at most 64 bits.
    pub(crate) fn take(&mut self, bits: Bits) -> u64 {
        self.used |= mask(bits);
        ((self.word & mask(bits)) >> bits.0) as u64
    }

    /// A field, which stays unread.
    pub(crate) fn peek(&self, bits: Bits) -> u64 {
        ((self.word & mask(bits)) >> bits.0) as u64
    }

    /// One bit.
    pub(crate) fn flag(&mut self, bit: u8) -> bool {
        self.take((bit, 1)) != 0
    }

    /// A field in parts, the lowest bits first.
    pub(crate) fn join(&mut self, parts: &[Bits]) -> u64 {
        let mut value = 0;
        let mut shift = 0;
        for &part in parts {
            value |= self.take(part) << shift;
            shift += part.1;
        }
        value
    }

    /// The bits that are set and that nobody has read.
    pub(crate) fn unread(&self) -> u128 {
        self.word & !self.used
    }
}

/// Writes fields; a value that does not fit is remembered.
#[derive(Default)]
pub(crate) struct Writer {
    pub(crate) word: u128,
    pub(crate) overflow: Option<(Bits, u64)>,
}

impl Writer {
    /// A field of at most 64 bits.
    pub(crate) fn put(&mut self, bits: Bits, value: u64) {
        if bits.1 < 64 && value >> bits.1 != 0 {
            self.overflow = Some((bits, value));
        }
        self.word |= (u128::from(value) << bits.0) & mask(bits);
    }

    /// One bit.
    pub(crate) fn flag(&mut self, bit: u8, on: bool) {
        self.put((bit, 1), u64::from(on));
    }

    /// A signed field.
    pub(crate) fn put_signed(&mut self, bits: Bits, value: i64) {
        let limit = 1i64 << (bits.1 - 1);
        if !(-limit..limit).contains(&value) {
            self.overflow = Some((bits, value as u64));
        }
        self.word |= (u128::from(value as u64) << bits.0) & mask(bits);
    }

    /// A field in parts, the lowest bits first.
    pub(crate) fn split(&mut self, parts: &[Bits], value: u64) {
        let mut rest = value;
        for (i, &part) in parts.iter().enumerate() {
            let last = i + 1 == parts.len();
            let keep = if last {
                rest
            } else {
                rest & ((1 << part.1) - 1)
            };
            self.put(part, keep);
            rest >>= part.1;
        }
    }
}

/// Extends the sign of a value of `width` bits.
pub(crate) const fn sign_extend(value: u64, width: u8) -> i64 {
    let shift = 64 - width as u32;
    ((value << shift) as i64) >> shift
}
