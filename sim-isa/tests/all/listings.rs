//! Every instruction that the lecture kernels compile to, held against the table.
//!
//! `listings/*.sass` holds what `cuobjdump -sass` prints for them (sm_90, CUDA
//! 13.0), one instruction a line: address, first word, second word, text.

use std::collections::BTreeSet;

use sim_isa::{DecodeError, Instruction, decode, encode, parse};

/// One line of a listing.
struct Line {
    place: String,
    address: u32,
    encoding: u128,
    text: String,
}

fn hex(text: &str) -> u64 {
    u64::from_str_radix(text, 16).expect("a hexadecimal number")
}

fn line(file: &str, function: &str, text: &str) -> Line {
    let mut parts = text.splitn(4, ' ');
    let mut next = || parts.next().expect("four columns");
    let (address, low, high, text) = (next(), next(), next(), next());
    Line {
        place: format!("{file}, {function}, {address}"),
        address: hex(address) as u32,
        encoding: u128::from(hex(high)) << 64 | u128::from(hex(low)),
        text: text.to_string(),
    }
}

fn listings() -> Vec<Line> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/listings");
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .expect("the listings")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    files.sort();
    let mut lines = Vec::new();
    for path in files {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let text = std::fs::read_to_string(&path).expect("a listing");
        let mut function = "";
        for row in text.lines() {
            match row.strip_prefix("function ") {
                Some(name) => function = name,
                None => lines.push(line(&name, function, row)),
            }
        }
    }
    assert_eq!(lines.len(), 14_664, "no line of the listings is lost");
    lines
}

/// Fails with the first few of many complaints.
fn report(complaints: &[String]) {
    let shown = complaints[..complaints.len().min(20)].join("\n");
    assert!(
        complaints.is_empty(),
        "{} wrong:\n{shown}",
        complaints.len()
    );
}

#[test]
fn every_encoding_is_decoded() {
    let complain = |l: &Line| {
        let error: DecodeError = decode(l.encoding, l.address).err()?;
        Some(format!("{} {}: {error}", l.place, l.text))
    };
    report(&listings().iter().filter_map(complain).collect::<Vec<_>>());
}

#[test]
fn every_encoding_prints_the_text_of_the_listing() {
    let complain = |l: &Line| {
        let printed = decode(l.encoding, l.address)
            .expect("decodes")
            .at(l.address)
            .to_string();
        (printed != l.text).then(|| format!("{}:\n  is  {printed}\n  not {}", l.place, l.text))
    };
    report(&listings().iter().filter_map(complain).collect::<Vec<_>>());
}

#[test]
fn every_line_is_read_and_printed_back_unchanged() {
    let complain = |l: &Line| match parse(&l.text, l.address) {
        Err(error) => Some(format!("{}: {error}", l.place)),
        Ok(read) => {
            let printed = read.at(l.address).to_string();
            (printed != l.text).then(|| format!("{}:\n  is  {printed}\n  not {}", l.place, l.text))
        }
    };
    report(&listings().iter().filter_map(complain).collect::<Vec<_>>());
}

/// What is wrong where an instruction does not encode to a line's bits.
fn encoded_otherwise(l: &Line, instruction: &Instruction) -> Option<String> {
    let Line { place, text, .. } = l;
    match encode(instruction, l.address) {
        Err(error) => Some(format!("{place} {text}: {error}")),
        Ok(bits) => (bits != l.encoding)
            .then(|| format!("{place} {text}: {bits:032x} not {:032x}", l.encoding)),
    }
}

#[test]
fn every_decoded_instruction_encodes_to_the_same_bits() {
    let complain = |l: &Line| {
        let decoded = decode(l.encoding, l.address).expect("decodes");
        encoded_otherwise(l, &decoded)
    };
    report(&listings().iter().filter_map(complain).collect::<Vec<_>>());
}

#[test]
fn every_line_of_text_encodes_to_the_bits_beside_it() {
    let complain = |l: &Line| {
        let decoded = decode(l.encoding, l.address).expect("decodes");
        let mut read = parse(&l.text, l.address).expect("parses");
        read.ctrl = decoded.ctrl;
        encoded_otherwise(l, &read)
    };
    report(&listings().iter().filter_map(complain).collect::<Vec<_>>());
}

#[test]
fn dependence_counters_stand_exactly_where_latency_is_variable() {
    let mut with_counter = BTreeSet::new();
    let mut all = BTreeSet::new();
    for l in listings() {
        let decoded = decode(l.encoding, l.address).expect("decodes");
        let class = decoded.op.row().latency;
        all.insert(class);
        if decoded.ctrl.write_barrier.is_some() || decoded.ctrl.read_barrier.is_some() {
            with_counter.insert(class);
        }
    }
    let variable: BTreeSet<_> = all.into_iter().filter(|c| c.is_variable()).collect();
    assert_eq!(with_counter, variable);
}
