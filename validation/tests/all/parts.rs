//! What asynchronous copies ask of the L1 and the L2, and how they are written to shared memory, by how their lanes lie
//! there, beside what Nsight Compute counted on an H200 (`micro/h200/parts`).

use crate::timed::series::printed_by_case;
use crate::timed::{counted, folder, h200};
use sim_core::metrics;
use sim_validation::truth::TruthSet;
use std::collections::HashMap;

/// What stands behind a launch's name.
const COUNTED: [&str; 7] = [
    "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum",
    "l1tex__m_xbar2l1tex_read_sectors.sum",
    "lts__t_requests_srcunit_tex_op_read.sum",
    "lts__t_sectors_srcunit_tex_op_read.sum",
    "l1tex__data_pipe_lsu_wavefronts.sum",
    "l1tex__data_pipe_lsu_wavefronts_mem_shared.sum",
    "sm__cycles_active.max",
];
/// Copies of neighbouring lines to rows that begin within sectors: of what they ask for once more other parts go together.
const ASKED_OTHERWISE: [&str; 4] = ["cg_0_48_5_0", "cg_1_48_5_0", "cg_2_80_5_0", "cg_2_144_5_0"];

/// By launch, what was measured and what is simulated of each.
fn launches() -> HashMap<String, [(f64, f64); COUNTED.len()]> {
    let set = TruthSet::read(&folder("parts")).expect("the set is readable");
    let one = |(name, measured): (String, Vec<u32>)| {
        let report = counted(h200(&[]), &set, &name);
        let number = |at: usize| {
            let metric = metrics::find(COUNTED[at]).expect("known");
            let simulated = (metric.value)(&report).expect("counted");
            (f64::from(measured[at]), simulated)
        };
        (name, std::array::from_fn(number))
    };
    printed_by_case("parts").into_iter().map(one).collect()
}

/// Requests and sectors of the L2 to a hundredth, passes to what they are.
#[test]
fn copies_ask_for_what_they_do_on_the_gpu_and_are_written_as_there() {
    let launches = launches();
    assert_eq!(launches.len(), 69);
    for (name, numbers) in &launches {
        println!("{name}: {numbers:?}");
        let asked_otherwise = ASKED_OTHERWISE.contains(&name.as_str());
        for (at, (measured, simulated)) in numbers[..6].iter().enumerate() {
            let limit = match at {
                2 | 3 if asked_otherwise => 0.5,
                2 | 3 => 0.01,
                _ => 0.0,
            };
            let off = (simulated / measured - 1.0).abs();
            assert!(
                off <= limit,
                "{name}, {}: {simulated} for {measured}",
                COUNTED[at]
            );
        }
    }
}

/// One copy after another. Those past the L1 of a line of the near side take as long as of the far side there.
#[test]
fn a_lone_warps_copies_take_as_long_as_on_the_gpu() {
    for (name, numbers) in launches() {
        let (measured, simulated) = numbers[6];
        let off = simulated / measured - 1.0;
        assert!(off.abs() < 0.13, "{name}: {simulated} for {measured}");
    }
}
