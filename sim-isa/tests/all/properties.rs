//! Encodings with random operands: all directions through the table agree.

use proptest::prelude::*;
use proptest::test_runner::{Config, TestCaseError, TestRunner};
use sim_isa::encoding::{Form, Suffix};
use sim_isa::op::ROWS;
use sim_isa::{Arch, DecodeError, Flag, Instruction, Operand, Row, decode, encode, parse};

/// The address of every instruction here: far enough for branches back.
const ADDRESS: u32 = 0x1_0000;

/// A legal encoding of a form with the bits of `noise` wherever the row leaves a
/// choice; `None` if the noise hits a value without meaning.
fn legal(row: &Row, form: &Form, noise: u128) -> Option<u128> {
    let mask = |(lo, width): (u8, u8)| ((1u128 << width) - 1) << lo;
    let mut word = noise & !0xfff | u128::from(form.opcode);
    for fixed in row.encoding.fixed.iter().chain(form.fixed) {
        word = word & !mask(fixed.bits) | u128::from(fixed.value) << fixed.bits.0;
    }
    if form.is_uniform() {
        word |= 1 << 91;
    }
    loop {
        match decode(word, ADDRESS) {
            Ok(instruction) => return (instruction.op == row.op).then_some(word),
            Err(DecodeError::UnexplainedBits { bits, .. }) => word &= !bits,
            Err(_) => return None,
        }
    }
}

/// Runs a check on random encodings of every form of every row.
fn for_every_form(check: fn(u128, &Instruction) -> Result<(), TestCaseError>) {
    for row in ROWS {
        let here = |form: &&Form| form.archs.has(Arch::Sm90);
        for form in row.encoding.forms.iter().filter(here) {
            let mut runner = TestRunner::new_with_rng(
                Config {
                    cases: 64,
                    max_local_rejects: 1_000_000,
                    failure_persistence: None,
                    ..Config::default()
                },
                proptest::test_runner::TestRng::deterministic_rng(
                    proptest::test_runner::RngAlgorithm::ChaCha,
                ),
            );
            let words = any::<u128>()
                .prop_filter_map("a value without meaning", |noise| legal(row, form, noise));
            let outcome = runner.run(&words, |word| {
                check(
                    word,
                    &decode(word, ADDRESS).expect("legal encodings decode"),
                )
            });
            if let Err(error) = outcome {
                panic!("{:?}, form {:#05x}: {error}", row.op, form.opcode);
            }
        }
    }
}

#[test]
fn what_is_decoded_encodes_to_the_same_bits() {
    for_every_form(|word, instruction| {
        let again =
            encode(instruction, ADDRESS).map_err(|error| TestCaseError::fail(error.to_string()))?;
        prop_assert_eq!(again, word, "{}", instruction);
        Ok(())
    });
}

#[test]
fn what_is_printed_reads_and_prints_the_same() {
    for_every_form(|_, instruction| {
        let text = instruction.at(ADDRESS).to_string();
        let read = parse(&text, ADDRESS).map_err(|error| TestCaseError::fail(error.to_string()))?;
        prop_assert_eq!(read.at(ADDRESS).to_string(), text);
        Ok(())
    });
}

#[test]
fn what_is_read_has_an_encoding_that_prints_the_same() {
    for_every_form(|_, instruction| {
        let text = instruction.at(ADDRESS).to_string();
        let read = parse(&text, ADDRESS).map_err(|error| TestCaseError::fail(error.to_string()))?;
        let word =
            encode(&read, ADDRESS).map_err(|error| TestCaseError::fail(error.to_string()))?;
        let decoded = decode(word, ADDRESS).expect("encodings decode");
        prop_assert_eq!(decoded.at(ADDRESS).to_string(), text);
        Ok(())
    });
}

#[test]
fn completing_a_decoded_instruction_only_makes_addresses_64_bits() {
    for_every_form(|_, instruction| {
        let mut expected = *instruction;
        let extends = |s: &Suffix| s.kind == Flag::Extended.kind();
        if instruction.op.row().encoding.suffixes.iter().any(extends) {
            expected.mods.set_flag(Flag::Extended, true);
            if let Operand::Mem(address) = &mut expected.a {
                address.wide = true;
            }
        }
        let mut completed = *instruction;
        completed.complete();
        prop_assert_eq!(completed, expected);
        Ok(())
    });
}
