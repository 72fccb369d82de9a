//! The records of `.nv.info` sections: what the compiler tells the driver.
//!
//! A record is a format byte, an attribute number, and two bytes that are the
//! value (formats 1…3) or the length of what follows (format 4).
//!
//! Left out: attributes that a launch does not need (positions of warp-wide
//! instructions, spill annotations, workarounds): they are read and kept as
//! bytes, not understood.

use crate::CubinError;

/// Attribute numbers, under the names that `cuobjdump -elf` prints after
/// `EIATTR_`.
pub mod id {
    /// Largest block: three words x, y, z (`__launch_bounds__`).
    pub const MAX_THREADS: u8 = 0x05;
    /// Where parameters lie in constant bank 0: symbol, offset, size.
    pub const PARAM_CBANK: u8 = 0x0a;
    /// Block size that a launch must have: three words x, y, z.
    pub const REQNTID: u8 = 0x10;
    /// A function's stack frame: symbol, bytes.
    pub const FRAME_SIZE: u8 = 0x11;
    /// A function's stack with all that it calls: symbol, bytes.
    pub const MIN_STACK_SIZE: u8 = 0x12;
    /// A parameter: index, ordinal, offset, size.
    pub const KPARAM_INFO: u8 = 0x17;
    /// Bytes of all parameters.
    pub const CBANK_PARAM_SIZE: u8 = 0x19;
    /// Byte offsets of the EXIT instructions.
    pub const EXIT_INSTR_OFFSETS: u8 = 0x1c;
    /// A function's registers: symbol, number.
    pub const REGCOUNT: u8 = 0x2f;
    /// Targets of indirect branches.
    pub const INDIRECT_BRANCH_TARGETS: u8 = 0x34;
    /// Named barriers that the kernel uses.
    pub const NUM_BARRIERS: u8 = 0x4c;
}

/// One record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Attribute {
    /// The attribute's number, see [`id`].
    pub id: u8,
    /// Where the record begins in its section.
    pub offset: usize,
    /// Its value's bytes, little-endian.
    pub value: Vec<u8>,
}

/// The records of one `.nv.info` section.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Attributes {
    section: String,
    records: Vec<Attribute>,
}

/// The sizes of the record header and of what follows it.
const HEADER: usize = 4;

impl Attributes {
    /// Reads a section's records.
    pub fn parse(section: &str, data: &[u8]) -> Result<Attributes, CubinError> {
        let mut records = Vec::new();
        let mut offset = 0;
        while offset < data.len() {
            let (record, length) = record(section, data, offset)?;
            records.push(record);
            offset += length;
        }
        let section = section.to_string();
        Ok(Attributes { section, records })
    }

    /// All records with this number, in order.
    pub fn all(&self, id: u8) -> impl Iterator<Item = &Attribute> {
        self.records.iter().filter(move |record| record.id == id)
    }

    /// The first N words of each record with this number.
    pub fn words<const N: usize>(
        &self,
        id: u8,
    ) -> impl Iterator<Item = Result<[u32; N], CubinError>> {
        self.all(id).map(|record| self.leading_words(record))
    }

    /// The first N words of the first record with this number.
    pub fn first<const N: usize>(&self, id: u8) -> Result<Option<[u32; N]>, CubinError> {
        self.words(id).next().transpose()
    }

    /// The value of the first record with this number, of up to four bytes.
    pub fn number(&self, id: u8) -> Option<u32> {
        let record = self.all(id).next()?;
        let bytes = record.value.iter().take(4).rev();
        Some(bytes.fold(0, |n, &byte| n << 8 | u32::from(byte)))
    }

    /// All the words of the first record with this number.
    pub fn list(&self, id: u8) -> Vec<u32> {
        let record = self.all(id).next();
        record.map_or(Vec::new(), |r| words_of(&r.value).collect())
    }

    fn leading_words<const N: usize>(&self, record: &Attribute) -> Result<[u32; N], CubinError> {
        let mut words = words_of(&record.value);
        let mut found = [0; N];
        for word in &mut found {
            *word = words.next().ok_or_else(|| CubinError::Attribute {
                section: self.section.clone(),
                offset: record.offset,
                id: record.id,
                need: 4 * N,
                have: record.value.len(),
            })?;
        }
        Ok(found)
    }
}

fn words_of(bytes: &[u8]) -> impl Iterator<Item = u32> {
    let words = bytes.chunks_exact(4);
    words.map(|w| u32::from_le_bytes([w[0], w[1], w[2], w[3]]))
}

/// The record at `offset` and its length in the section.
fn record(section: &str, data: &[u8], offset: usize) -> Result<(Attribute, usize), CubinError> {
    let rest = &data[offset..];
    let id = rest.get(1).copied().unwrap_or(0);
    let short = |need: usize| CubinError::Attribute {
        section: section.to_string(),
        offset,
        id,
        need,
        have: rest.len(),
    };
    let &[format, _, low, high] = rest.first_chunk().ok_or_else(|| short(HEADER))?;
    let following = usize::from(u16::from_le_bytes([low, high]));
    let value: &[u8] = match format {
        1 => &[],
        2 => &[low],
        3 => &[low, high],
        4 => rest
            .get(HEADER..HEADER + following)
            .ok_or_else(|| short(HEADER + following))?,
        format => {
            let section = section.to_string();
            return Err(CubinError::AttributeFormat {
                section,
                offset,
                format,
            });
        }
    };
    let length = HEADER + if format == 4 { following } else { 0 };
    let value = value.to_vec();
    Ok((Attribute { id, offset, value }, length))
}
