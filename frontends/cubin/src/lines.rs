//! Source lines of instructions, from the DWARF line table that `nvcc
//! -lineinfo` writes.
//!
//! The table is one for the whole module; its addresses are offsets in text
//! sections, told apart by relocations. Here those are applied with the
//! section's number as the upper half of the address.
//!
//! Left out: where inlined code was called from (NVIDIA's extension of DWARF).
//! A table that cannot be read gives no lines: lines are a convenience, and a
//! kernel runs without.

use crate::elf::Elf;
use crate::relocation::fixups;
use gimli::{
    AttributeValue, DebugLine, DebugLineOffset, EndianSlice, FileEntry, LineProgramHeader,
    LittleEndian,
};

use sim_isa::{INSTRUCTION_BYTES, SourceLine};
use std::collections::HashMap;

/// From this address on the code comes from this line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Row {
    /// The byte in the text section.
    pub offset: u64,
    /// The file as the compiler was told; none after the end of the code.
    pub file: Option<String>,
    /// The line, from 1.
    pub line: u32,
}

/// The rows of each text section, by its number, by rising offset.
pub(crate) fn rows(elf: &Elf) -> HashMap<usize, Vec<Row>> {
    let data = placed_table(elf).unwrap_or_default();
    let mut all: HashMap<usize, Vec<Row>> = HashMap::new();
    let _ = read(&data, &mut all); // the rows before the damage, if any
    for rows in all.values_mut() {
        rows.sort_by_key(|row| row.offset);
    }
    all
}

/// The line table with section numbers in its addresses.
fn placed_table(elf: &Elf) -> Option<Vec<u8>> {
    let (number, section) = elf.section(".debug_line")?;
    let mut data = section.data.to_vec();
    for fixup in fixups(elf, number).ok()? {
        fixup.apply(&mut data, (fixup.symbol_section as u64) << 32);
    }
    Some(data)
}

fn read(data: &[u8], all: &mut HashMap<usize, Vec<Row>>) -> gimli::Result<()> {
    const ADDRESS_BYTES: u8 = 8;
    let table = DebugLine::new(data, LittleEndian);
    let mut at = 0;
    while at < data.len() {
        let program = table.program(DebugLineOffset(at), ADDRESS_BYTES, None, None)?;
        at += program.header().unit_length() + 4; // the length itself has 4 bytes
        let mut rows = program.rows();
        while let Some((header, row)) = rows.next_row()? {
            let file = (!row.end_sequence()).then(|| row.file(header)).flatten();
            let text = (row.address() >> 32) as usize;
            all.entry(text).or_default().push(Row {
                offset: row.address() & 0xffff_ffff,
                file: file.map(|file| path(header, file)),
                line: row.line().map_or(0, |line| line.get() as u32),
            });
        }
    }
    Ok(())
}

type Text<'data> = EndianSlice<'data, LittleEndian>;

/// A file's path: its directory, if it has one, and its name.
fn path(header: &LineProgramHeader<Text>, file: &FileEntry<Text>) -> String {
    let name = text(file.path_name());
    match file.directory(header) {
        Some(directory) if file.directory_index() != 0 => format!("{}/{name}", text(directory)),
        _ => name,
    }
}

fn text(value: AttributeValue<Text>) -> String {
    match value {
        AttributeValue::String(text) => text.to_string_lossy().into_owned(),
        _ => String::new(), // version 5 keeps strings elsewhere; nvcc writes version 2
    }
}

/// The distinct lines among rows, and for each instruction the one it is from.
pub(crate) fn by_instruction(
    rows: &[Row],
    code_bytes: usize,
) -> (Vec<SourceLine>, Vec<Option<u32>>) {
    let mut lines: Vec<SourceLine> = Vec::new();
    let mut found = vec![None; code_bytes / INSTRUCTION_BYTES as usize];
    for (row, next) in rows.iter().zip(rows.iter().skip(1).map(Some).chain([None])) {
        let end = next
            .map_or(code_bytes as u64, |next| next.offset)
            .min(code_bytes as u64);
        let line = row
            .file
            .as_deref()
            .map(|file| number(&mut lines, file, row.line));
        let instructions = (row.offset..end).step_by(INSTRUCTION_BYTES as usize);
        for offset in instructions {
            found[offset as usize / INSTRUCTION_BYTES as usize] = line;
        }
    }
    (lines, found)
}

/// The number of a line, which is added if it is new.
fn number(lines: &mut Vec<SourceLine>, file: &str, line: u32) -> u32 {
    let known = lines
        .iter()
        .position(|l| l.line == line && *l.file == *file);
    known.unwrap_or_else(|| {
        let (file, text) = (file.into(), "".into());
        lines.push(SourceLine { file, line, text });
        lines.len() - 1
    }) as u32
}
