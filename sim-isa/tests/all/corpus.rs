//! The generated corpus (`corpus/`): one instruction of each form that ptxas
//! emits for the PTX instructions of `corpus/kernels.py`, for every architecture.
//!
//! A line is: address, first word, second word, text as `cuobjdump -sass` prints it.

use std::collections::BTreeSet;

use sim_isa::{Arch, LatencyClass, Op, decode, decode_on, encode, encode_on, parse};

/// One line of a listing.
struct Line {
    place: String,
    arch: Arch,
    address: u32,
    encoding: u128,
    text: String,
}

fn hex(text: &str) -> u64 {
    u64::from_str_radix(text, 16).expect("a hexadecimal number")
}

fn line(file: &str, arch: Arch, text: &str) -> Line {
    let mut parts = text.splitn(4, ' ');
    let mut next = || parts.next().expect("four columns");
    let (address, low, high, text) = (next(), next(), next(), next());
    Line {
        place: format!("{file}, sm_{}, {low} {high}", arch.sm()),
        arch,
        address: hex(address) as u32,
        encoding: u128::from(hex(high)) << 64 | u128::from(hex(low)),
        text: text.to_string(),
    }
}

fn corpus() -> Vec<Line> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/corpus");
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .expect("the corpus")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|e| e == "sass"))
        .collect();
    files.sort();
    let mut lines = Vec::new();
    for path in files {
        let name = path.file_name().expect("a name").to_string_lossy();
        let mut arch = Arch::Sm90;
        for row in std::fs::read_to_string(&path).expect("a listing").lines() {
            match row.strip_prefix("sm_") {
                Some(sm) => arch = Arch::from_sm(sm.parse().expect("a number")).expect("known"),
                None => lines.push(line(&name, arch, row)),
            }
        }
    }
    assert!(
        lines.len() > 2000,
        "the corpus is complete: {}",
        lines.len()
    );
    lines
}

/// Fails with the first few of many complaints.
fn report(check: impl Fn(&Line) -> Option<String>) {
    let lines = corpus();
    let complaints: Vec<_> = lines
        .iter()
        .filter_map(|l| Some(format!("{} {}: {}", l.place, l.text, check(l)?)))
        .collect();
    let limit = std::env::var("CORPUS_SHOW").map_or(20, |n| n.parse().expect("a number"));
    let shown = complaints[..complaints.len().min(limit)].join("\n");
    assert!(
        complaints.is_empty(),
        "{} of {} wrong:\n{shown}",
        complaints.len(),
        lines.len()
    );
}

#[test]
fn every_encoding_prints_the_text_of_cuobjdump() {
    report(|l| match decode_on(l.arch, l.encoding, l.address) {
        Err(error) => Some(error.to_string()),
        Ok(decoded) => {
            let printed = decoded.at(l.address).on(l.arch).to_string();
            (printed != l.text).then_some(printed)
        }
    });
}

#[test]
fn every_decoded_instruction_encodes_to_the_same_bits() {
    report(|l| {
        let decoded = decode_on(l.arch, l.encoding, l.address).ok()?;
        match encode_on(l.arch, &decoded, l.address) {
            Err(error) => Some(error.to_string()),
            Ok(bits) => (bits != l.encoding).then(|| format!("{bits:032x}")),
        }
    });
}

#[test]
fn every_text_of_sm_90_encodes_to_the_bits_beside_it() {
    report(|l| {
        let decoded = decode(l.encoding, l.address).ok()?;
        // A NaN's payload is not in the text.
        if l.arch != Arch::Sm90 || l.text.contains("NAN") {
            return None;
        }
        match parse(&l.text, l.address) {
            Err(error) => Some(error.to_string()),
            Ok(mut read) => {
                read.ctrl = decoded.ctrl;
                match encode(&read, l.address) {
                    Err(error) => Some(error.to_string()),
                    Ok(bits) => (bits != l.encoding).then(|| format!("{bits:032x}")),
                }
            }
        }
    });
}

/// No disassembler at hand prints sm_70 any more: its listing has no text.
#[test]
fn every_encoding_of_sm_70_is_read_and_written_back_unchanged() {
    let listing = include_str!("../../corpus/sm_70.words");
    assert!(listing.lines().count() > 900, "the listing is complete");
    for row in listing.lines() {
        let words: Vec<u64> = row.split(' ').map(hex).collect();
        let [address, low, high] = words[..] else {
            panic!("three columns: {row}");
        };
        let encoding = u128::from(high) << 64 | u128::from(low);
        let decoded = decode_on(Arch::Sm70, encoding, address as u32);
        let decoded = decoded.unwrap_or_else(|error| panic!("{error}"));
        let again = encode_on(Arch::Sm70, &decoded, address as u32);
        assert_eq!(again, Ok(encoding), "{decoded}");
    }
}

/// Barriers and fences have counters, too, for what they wait for themselves.
#[test]
fn dependence_counters_stand_exactly_where_the_latency_of_a_result_is_variable() {
    let (mut with, mut without) = (BTreeSet::new(), BTreeSet::new());
    for l in corpus().iter().filter(|l| l.arch == Arch::Sm90) {
        let decoded = decode(l.encoding, l.address).expect("decodes");
        match decoded.ctrl.write_barrier {
            Some(_) => with.insert(decoded.op),
            None if decoded.writes().is_some() => without.insert(decoded.op),
            None => false,
        };
    }
    let own = |op: &&Op| {
        let class = op.row().latency;
        !matches!(class, LatencyClass::Barrier | LatencyClass::Fence)
    };
    let fixed = |op: &&Op| !op.row().latency.is_variable();
    let counted: Vec<_> = with.iter().filter(own).filter(fixed).collect();
    assert!(counted.is_empty(), "fixed in the table: {counted:?}");
    let never = without.difference(&with);
    let uncounted: Vec<_> = never.filter(|op| op.row().latency.is_variable()).collect();
    assert!(uncounted.is_empty(), "variable in the table: {uncounted:?}");
}
