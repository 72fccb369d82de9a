//! Every case of the lecture set can be made ready to launch.

use sim_memory::image::Memory;
use sim_validation::error::CaseError;
use sim_validation::prepare::Prepared;
use sim_validation::truth::TruthSet;
use std::path::Path;

const LIMIT: u64 = 4 << 30;

fn lecture() -> TruthSet {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("truth/h200/lecture");
    TruthSet::read(&folder).expect("the set is readable")
}

/// Buffers small enough to fill in a test.
fn is_small(bytes: u64) -> bool {
    bytes <= 16 << 20
}

#[test]
fn every_small_case_is_ready_to_launch_with_its_parameters_in_place() {
    let set = lecture();
    let mut seen = 0;
    for entry in &set.entries {
        let case = &entry.case;
        if !is_small(case.buffers.values().map(|b| b.bytes).sum()) {
            continue;
        }
        let mut memory = Memory::new(LIMIT);
        let ready = Prepared::new(&set, case, &mut memory).unwrap_or_else(|e| panic!("{e}"));
        let last = ready
            .program
            .params
            .last()
            .expect("every kernel has parameters");
        assert_eq!(
            ready.params.len() as u32,
            last.offset + last.size,
            "{}",
            case.name
        );
        assert_eq!(
            ready.checked(&memory).len(),
            case.check.len(),
            "{}",
            case.name
        );
        seen += 1;
    }
    assert!(seen > 80, "{seen} cases");
}

#[test]
fn a_pointer_argument_is_the_buffers_address() {
    let set = lecture();
    let case = &set.entry("vec_add_1m").expect("case").case;
    let mut memory = Memory::new(LIMIT);
    let ready = Prepared::new(&set, case, &mut memory).expect("ready");
    let words: Vec<u64> = ready.params[..24]
        .chunks_exact(8)
        .map(|w| u64::from_le_bytes(w.try_into().expect("8 bytes")))
        .collect();
    let base = |name| memory.base(memory.find(name).expect("buffer"));
    assert_eq!(words, [base("a"), base("b"), base("c")]);
    assert_eq!(ready.params[24..], (1_i32 << 20).to_le_bytes());
}

#[test]
fn a_kernel_that_reduces_large_arguments_finds_its_table_in_device_memory() {
    let set = lecture();
    let case = &set.entry("sin_precise").expect("case").case;
    let mut memory = Memory::new(LIMIT);
    let ready = Prepared::new(&set, case, &mut memory).expect("ready");
    let bank = ready
        .program
        .constants
        .iter()
        .find(|b| b.bank == 4)
        .expect("bank 4");
    let address = u64::from_le_bytes(bank.data[..8].try_into().expect("8 bytes"));
    let mut table = [0; 24];
    memory
        .read_bytes(address, &mut table)
        .expect("inside an allocation");
    assert_eq!(table[20..], 0xa2f9_836e_u32.to_le_bytes());
}

#[test]
fn buffers_beyond_the_memory_limit_are_refused() {
    let set = lecture();
    let case = &set.entry("vec_add_1m").expect("case").case;
    let mut memory = Memory::new(10 << 20);
    let error = Prepared::new(&set, case, &mut memory).expect_err("12 MiB are needed");
    assert!(matches!(error, CaseError::Memory { .. }), "{error}");
}
