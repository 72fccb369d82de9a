//! Each workload fails where the mechanism that it shows is switched off: what it expects is a
//! consequence of that mechanism and of nothing else.

use super::*;

/// Runs a workload on the two-SM GPU with its small parameters and one more.
fn run_with(name: &str, sets: &[(&str, &str)], parameter: &str) -> RunOutcome {
    let (_, _, small) = SMALL.iter().find(|row| row.0 == name).expect(name);
    let parameters: Vec<&str> = small.iter().copied().chain([parameter]).collect();
    run_tiny(name, sets, &parameters)
}

#[test]
fn without_its_boundary_check_the_first_kernel_reads_beyond_the_end() {
    let outcome = run_with("first_kernels", &[], "LIMIT=1 << 30");
    let fault = outcome.fault.expect("a read beyond the end");
    assert_eq!(fault.launch, "add");
}

#[test]
fn without_coalescing_a_first_kernel_stores_as_much_as_a_bad_one() {
    let off = [("l1.coalescing", "false")];
    let found = failures(&run_tiny("first_kernels", &off, FIRST_KERNELS));
    assert!(
        found.contains("store_sectors_per_request(first) == 4"),
        "{found}"
    );
    let found = failures(&run_tiny("coalescing", &off, COALESCING));
    assert!(
        found.contains("load_sectors_per_request(same) == 1"),
        "{found}"
    );
}

#[test]
fn where_whole_lines_are_fetched_claims_of_sectors_fail() {
    let lines = [("l1.fill_bytes", "128")];
    let found = failures(&run_tiny("coalescing", &lines, COALESCING));
    assert!(found.contains("80 % at 2 words off"), "{found}");
    assert!(found.contains("two lines of 128 bytes"), "{found}");
}

#[test]
fn where_branches_take_no_time_of_their_own_branches_fails() {
    let free = [("issue.taken_branch", "1")];
    let found = failures(&run_tiny("branches", &free, BRANCHES));
    assert!(
        found.contains("cycles(lone_2) - cycles(lone_1) > 24 * COST"),
        "{found}"
    );
}

/// Why a workload with a parameter replaced cannot be launched.
fn refusal(name: &str, parameter: &str) -> String {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../workloads/{name}.ron"));
    let document = Document::read(&file).unwrap_or_else(|e| panic!("{e}"));
    let replaced = [parameter.parse().expect(parameter)];
    let planned = plan(&document, &replaced);
    planned.expect_err(parameter).to_string()
}

#[test]
fn a_grid_or_a_block_beyond_its_limit_is_refused_with_the_limit() {
    let found = refusal("grids", "DEEP=65536");
    assert!(found.contains("between 1 and 65535"), "{found}");
    let found = refusal("grids", "TALL=64");
    assert!(found.contains("at most 1024 threads"), "{found}");
}

#[test]
fn on_four_sms_or_without_coalescing_grids_fails() {
    let four = [("chip.gpc_sms", "[1, 1, 1, 1]")];
    let found = failures(&run_tiny("grids", &four, GRIDS));
    assert!(found.contains("if one block fills an SM"), "{found}");
    let apart = [("l1.coalescing", "false")];
    let found = failures(&run_tiny("grids", &apart, GRIDS));
    assert!(
        found.contains("store_sectors_per_request(row) == 4"),
        "{found}"
    );
}

#[test]
fn without_bank_conflicts_or_with_wide_banks_shared_memory_fails() {
    let none = [("shared.conflicts", "false")];
    let found = failures(&run_tiny("shared_memory", &none, SHARED_MEMORY));
    assert!(found.contains("(all_way) == 32 * WARPS"), "{found}");
    let wide = [("shared.bank_bytes", "8")];
    let found = failures(&run_tiny("shared_memory", &wide, SHARED_MEMORY));
    assert!(found.contains("(wide) == 2 * WARPS"), "{found}");
}

#[test]
fn with_other_limits_on_registers_or_blocks_occupancy_fails() {
    let registers = [("sm.registers", "524288")];
    let found = failures(&run_tiny("occupancy", &registers, OCCUPANCY));
    assert!(
        found.contains("launch__occupancy_limit_registers(medium) == 65536 / (64 * 128)"),
        "{found}"
    );
    let blocks = [("sm.max_blocks", "16")];
    let found = failures(&run_tiny("occupancy", &blocks, OCCUPANCY));
    assert!(found.contains("An SM has 32 blocks at most"), "{found}");
}

#[test]
fn without_an_l1_transpose_fails_where_neighbours_leave_data_for_each_other() {
    let off = [("l1.bank_bits", "[]"), ("l1.sets", "1"), ("l1.ways", "1")];
    let found = failures(&run_tiny("transpose", &off, TRANSPOSE));
    assert!(found.contains("hit_rate.pct(naiveCol) > 70"), "{found}");
}

#[test]
fn without_bank_conflicts_banks_and_the_unpadded_transpose_fail() {
    let off = [("shared.conflicts", "false")];
    let found = failures(&run_tiny("banks", &off, BANKS));
    assert!(
        found.contains("cycles(stride_32) > 1.5 * cycles(stride_16)"),
        "{found}"
    );
    let found = failures(&run_tiny("transpose", &off, TRANSPOSE));
    assert!(found.contains("cycles(shared)"), "{found}");
}

#[test]
fn without_coalescing_every_lane_counts_its_own_sector() {
    let off = [("l1.coalescing", "false")];
    let found = failures(&run_tiny("vec_add", &off, VEC_ADD));
    assert!(found.contains("(coalesced)"), "{found}");
}

#[test]
fn without_independent_threads_the_lock_hangs() {
    let outcome = run_tiny("divergence", &[("chip.reconvergence", "Stack")], DIVERGENCE);
    assert_eq!(outcome.launches.len(), 3);
    let fault = outcome.fault.expect("a lock that never opens");
    assert_eq!(fault.launch, "lock");
}

#[test]
fn with_a_tiny_l2_strided_additions_fetch_from_device_memory_again() {
    let found = failures(&run_tiny("vec_add", &[("l2.sets", "1")], VEC_ADD));
    assert!(found.contains("dram__bytes_read.sum(strided)"), "{found}");
}

/// What fails of a small workload on an H200 of which one number is another.
fn broken(name: &str, path: &str, value: &str) -> String {
    let (_, _, small) = SMALL.iter().find(|row| row.0 == name).expect(name);
    failures(&run_on("h200", name, &[(path, value)], small))
}

/// Mechanisms of an H200 that are switched off or spoiled: the workload that shows what they are
/// for, the number, its value, and an expectation or claim that then fails.
const MUTATIONS: &[(&str, &str, &str, &str)] = &[
    // Every lane asks for its own sector.
    ("matmul", "l1.coalescing", "false", "(tiled_32) == OPS / 8"),
    (
        "images",
        "l1.coalescing",
        "false",
        "load_sectors_per_request(integers)",
    ),
    (
        "pcr",
        "l1.coalescing",
        "false",
        "load_sectors_per_request(pcr_shuffle) == 4",
    ),
    (
        "roofline",
        "l1.coalescing",
        "false",
        "one operation for 12 bytes",
    ),
    (
        "vector_sum",
        "l1.coalescing",
        "false",
        "load_sectors_per_request(coalesced) == 4",
    ),
    // Loads fetch whole lines.
    ("laplace", "l1.fill_bytes", "128", "(flat) <= (32 + 24)"),
    (
        "transpositions",
        "l1.fill_bytes",
        "128",
        "(naiveCol) == SECTORS",
    ),
    ("transpositions", "l1.fill_bytes", "128", "find 75 % there"),
    (
        "memory_spaces",
        "l1.fill_bytes",
        "128",
        "(l1) == SMALL / 128",
    ),
    // No GPC joins the reads of its SMs.
    (
        "transpositions",
        "gpc.coalescer_loads",
        "1",
        "the L2 for columns is 75 %",
    ),
    // Lanes never wait for a bank.
    (
        "monte_carlo",
        "shared.conflicts",
        "false",
        "(private) > 2 * BYTES",
    ),
    // Lanes that read one word wait for each other.
    (
        "scan",
        "shared.broadcast",
        "false",
        "(local_shuffle) == 8 * BLOCKS",
    ),
    ("shared_memory", "shared.broadcast", "false", "(broadcast)"),
    // The L2 adds to one word as fast as it takes additions.
    (
        "reduction",
        "l2.float_chain",
        "0",
        "cycles(atomic_thread) > 3 * N",
    ),
    // Addresses of constants take no turns.
    (
        "memory_spaces",
        "mio.adu_interval",
        "0",
        "served one after the other",
    ),
    // Shuffles take their time.
    ("warps", "mio.shuffle_latency", "60", "(chain)"),
];

#[test]
fn without_its_mechanism_a_workload_fails() {
    for (name, path, value, fails) in MUTATIONS {
        let found = broken(name, path, value);
        assert!(found.contains(fails), "{name}, {path}={value}: {found}");
    }
}

#[test]
fn where_the_l2_takes_additions_to_one_word_at_once_atomics_fails() {
    let at_once = [("l2.atomic_part_cycles", "0"), ("l2.way_cycles", "0")];
    let (_, _, small) = SMALL
        .iter()
        .find(|row| row.0 == "atomics")
        .expect("it is there");
    let found = failures(&run_on("h200", "atomics", &at_once, small));
    assert!(found.contains("cycles(global_same) > 2"), "{found}");
}

#[test]
fn where_pairs_of_halves_take_their_time_number_formats_fails() {
    let slow = [("pipes.half.interval", "8")];
    let found = failures(&run_tiny("number_formats", &slow, NUMBER_FORMATS));
    assert!(found.contains("twice as fast as on float"), "{found}");
}

#[test]
fn a_patient_lock_opens_without_independent_threads() {
    assert_eq!(broken("atomics", "chip.reconvergence", "Stack"), "");
}

#[test]
fn with_as_many_blocks_as_threads_the_listing_is_right_and_what_is_said_against_it_fails() {
    let outcome = run_on("rtx3090", "vector_sum", &[], &["N=1 << 16"]);
    assert!(
        outcome
            .expectations
            .iter()
            .all(|e| e.verdict.holds() == Some(true))
    );
    let found = failures(&outcome);
    assert!(found.starts_with("The listing adds"), "{found}");
}
