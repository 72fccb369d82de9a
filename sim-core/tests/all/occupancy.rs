//! Occupancy and carve-out against what an H200's driver and profiler said.

use serde_json::Value;
use sim_core::occupancy::{BlockDemand, ImpossibleLaunch, Occupancy, Resource, SmLimits};

fn truth(file: &str) -> Value {
    let root = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../validation/truth/h200/lecture"
    );
    let text = std::fs::read_to_string(format!("{root}/{file}")).expect("truth file");
    serde_json::from_str(&text).expect("truth file is JSON")
}

fn number(row: &Value, key: &str) -> u32 {
    let n = row[key]
        .as_u64()
        .unwrap_or_else(|| panic!("{key} in {row}"));
    n.try_into().expect("a 32-bit number")
}

fn demand(threads: u32, registers: u32, shared: u32) -> BlockDemand {
    BlockDemand {
        threads,
        registers,
        shared,
    }
}

/// A launch of `carveout.json` or `occupancy.json`.
fn launch(row: &Value) -> BlockDemand {
    let shared = number(row, "static_smem") + number(row, "dyn_smem");
    demand(number(row, "threads"), number(row, "num_regs"), shared)
}

/// A launch of `results.json`.
fn case(row: &Value) -> BlockDemand {
    let block = row["block"].as_array().expect("block").iter();
    let threads: u64 = block.map(|n| n.as_u64().expect("a size")).product();
    let shared = number(row, "static_smem") + number(row, "dyn_smem");
    demand(threads as u32, number(row, "regs"), shared)
}

fn h200(demand: BlockDemand) -> Result<Occupancy, ImpossibleLaunch> {
    SmLimits::h200().occupancy(&demand)
}

#[test]
fn blocks_per_sm_are_the_drivers_in_all_its_answers() {
    let truth = truth("occupancy.json");
    let (mut answers, mut refusals) = (0, 0);
    for row in truth["combos"].as_array().expect("combos") {
        let ours = h200(launch(row));
        if row.get("error").is_some() {
            assert!(
                matches!(ours, Err(ImpossibleLaunch::SharedMem { .. })),
                "{row}"
            );
            refusals += 1;
            continue;
        }
        let blocks = ours.as_ref().map_or(0, |o| o.blocks);
        assert_eq!(blocks, number(row, "blocks_per_sm"), "{row}: {ours:?}");
        answers += 1;
    }
    assert_eq!((answers, refusals), (328, 2));
}

#[test]
fn the_device_reports_the_limits_that_we_assume() {
    let device = &truth("occupancy.json")["device"];
    let limits = SmLimits::h200();
    let pairs = [
        ("sharedMemPerMultiprocessor", limits.shared_bytes),
        ("sharedMemPerBlockOptin", limits.max_shared_per_block),
        (
            "reservedSharedMemPerBlock",
            limits.reserved_shared_per_block,
        ),
        ("regsPerMultiprocessor", limits.registers),
        ("maxThreadsPerMultiProcessor", limits.max_warps * 32),
        ("maxBlocksPerMultiProcessor", limits.max_blocks),
    ];
    for (key, ours) in pairs {
        assert_eq!(ours, number(device, key), "{key}");
    }
}

#[test]
fn every_limit_is_the_profilers_in_all_179_cases() {
    let limits = SmLimits::h200();
    let truth = truth("results.json");
    let rows = truth.as_array().expect("a list");
    for row in rows {
        let metrics = &row["metrics"];
        let config = number(metrics, "launch__shared_mem_config_size");
        let ours = limits.occupancy_with(&case(row), config).expect("it ran");
        let pairs = [
            ("blocks", ours.limits.blocks),
            ("registers", ours.limits.registers),
            ("shared_mem", ours.limits.shared_mem),
            ("warps", ours.limits.warps),
        ];
        for (name, limit) in pairs {
            let key = format!("launch__occupancy_limit_{name}");
            assert_eq!(limit, number(metrics, &key), "{key} of {}", row["name"]);
        }
        assert_eq!(
            ours.blocks,
            number(row, "max_blocks_per_sm"),
            "{}",
            row["name"]
        );
        assert_eq!(
            limits.allocated_registers(number(row, "regs")),
            number(metrics, "launch__registers_per_thread"),
            "{}",
            row["name"]
        );
    }
    assert_eq!(rows.len(), 179);
}

#[test]
fn the_default_carveout_is_the_drivers_in_all_distinct_launches_but_one() {
    let limits = SmLimits::h200();
    let (launches, cases, results) = (
        truth("carveout.json"),
        truth("cases.json"),
        truth("results.json"),
    );
    let mut seen: Vec<(BlockDemand, u32)> = Vec::new();
    for row in launches.as_array().expect("a list") {
        seen.push((launch(row), number(row, "shared_config_bytes")));
    }
    let cases = cases.as_array().expect("a list").iter();
    for (row, case_row) in results.as_array().expect("a list").iter().zip(cases) {
        if case_row["carveout"].is_null() {
            let config = number(&row["metrics"], "launch__shared_mem_config_size");
            seen.push((case(row), config));
        }
    }
    seen.sort_by_key(|(d, config)| (d.threads, d.registers, d.shared, *config));
    seen.dedup();
    let differs =
        |(d, config): &&(BlockDemand, u32)| limits.default_shared_config(d) != Ok(*config);
    let wrong: Vec<_> = seen.iter().filter(differs).collect();
    println!("{} launches, differing: {wrong:?}", seen.len());
    assert!(
        seen.len() >= 200 && wrong.len() == 1,
        "{} launches: {wrong:?}",
        seen.len()
    );
}

#[test]
fn a_carveout_of_100_percent_configures_all_of_it_as_the_profiler_saw() {
    let (cases, results) = (truth("cases.json"), truth("results.json"));
    let rows = cases
        .as_array()
        .expect("a list")
        .iter()
        .zip(results.as_array().expect("a list"));
    let mut seen = 0;
    for (case_row, row) in rows.filter(|(c, _)| !c["carveout"].is_null()) {
        let ours = SmLimits::h200().shared_config_at(&case(row), number(case_row, "carveout"));
        let config = number(&row["metrics"], "launch__shared_mem_config_size");
        assert_eq!(ours, Ok(config), "{}", row["name"]);
        seen += 1;
    }
    assert_eq!(seen, 2);
}

#[test]
fn a_percentage_is_rounded_up_to_a_configuration_that_holds_a_block() {
    let limits = SmLimits::h200();
    let small = demand(128, 32, 0);
    assert_eq!(limits.shared_config_at(&small, 0), Ok(8 << 10));
    assert_eq!(limits.shared_config_at(&small, 50), Ok(132 << 10));
    assert_eq!(
        limits.shared_config_at(&demand(128, 32, 100_000), 0),
        Ok(100 << 10)
    );
}

#[test]
fn a_launch_that_can_never_run_names_the_limit_and_a_remedy() {
    let check = |threads, registers, shared, wanted: &str| {
        let message = h200(demand(threads, registers, shared))
            .expect_err("impossible")
            .to_string();
        assert!(message.contains(wanted), "{message}");
    };
    check(0, 32, 0, "at least 1");
    check(1025, 32, 0, "limit of 1024");
    check(32, 256, 0, "limit of 255");
    check(1024, 128, 0, "at most 16 warps");
    check(32, 32, 232_449, "limit of 232448");
}

#[test]
fn the_limiting_resource_is_the_one_with_the_smallest_limit() {
    let by = |d| h200(d).expect("possible").limited_by;
    assert_eq!(by(demand(256, 16, 0)), [Resource::Warps]);
    assert_eq!(by(demand(256, 80, 0)), [Resource::Registers]);
    assert_eq!(by(demand(128, 16, 120 << 10)), [Resource::SharedMem]);
    assert_eq!(by(demand(32, 16, 0)), [Resource::Blocks]);
    assert_eq!(
        by(demand(64, 32, 0)),
        [Resource::Blocks, Resource::Registers, Resource::Warps]
    );
}

#[test]
fn the_table_over_block_sizes_ends_where_registers_end() {
    let limits = SmLimits::h200();
    let table = limits.table(128, 0);
    let threads: Vec<u32> = table.iter().map(|row| row.threads).collect();
    assert_eq!(
        threads,
        (1..=16).map(|warps| 32 * warps).collect::<Vec<_>>()
    );
    assert!(table.iter().all(|row| row.occupancy.percent <= 25.0));
    assert_eq!(limits.table(32, 0).len(), 32);
    assert_eq!(limits.table(32, 0)[7].occupancy.percent, 100.0);
}
