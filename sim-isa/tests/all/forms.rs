//! Forms of instructions that the lecture's kernels do not have, as cuobjdump prints them.
//!
//! `forms/sm_90.txt` holds an encoding and its text for each form (mnemonic with suffixes, kinds of operands) in 900
//! kernels that nvcc made of random CUDA C (`validation/micro/mixed/mixed.py`), but for those with
//! targets, which a listing prints by place.

use sim_isa::{decode, encode};

#[test]
fn each_form_prints_as_the_disassembler_prints_it() {
    let mut count = 0;
    for line in include_str!("../forms/sm_90.txt").lines() {
        let (bits, text) = line.split_once(' ').expect("an encoding and a text");
        let bits = u128::from_str_radix(bits, 16).expect("an encoding");
        let instruction = decode(bits, 0).unwrap_or_else(|error| panic!("{text}: {error}"));
        let printed = instruction.to_string();
        assert_eq!(
            printed.split_whitespace().collect::<Vec<_>>().join(" "),
            text
        );
        assert_eq!(encode(&instruction, 0), Ok(bits), "{text}");
        count += 1;
    }
    assert!(count > 2000, "{count} forms");
}
