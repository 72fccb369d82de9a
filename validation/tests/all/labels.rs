//! Groups of lanes that add up, and reductions of all warps on small tables, beside what Nsight Compute counted of the same
//! machine code on an H200 (`micro/h200/labels`).

use crate::timed::{counted, folder, h200, printed};
use sim_core::metrics::find;
use sim_validation::truth::TruthSet;

/// The launch `name`: by how many percent its cycles are off, and the ADU's instructions less the GPU's.
fn compared(name: &str) -> (f64, f64) {
    let set = TruthSet::read(&folder("labels")).expect("the set is readable");
    let printed = printed("labels");
    let line = printed
        .lines()
        .find(|line| line.split(' ').next() == Some(name));
    let numbers = line.expect(name).split(' ').skip(1);
    let measured: Vec<f64> = numbers
        .map(|word| word.parse().expect("a number"))
        .collect();
    let report = counted(h200(&[]), &set, name);
    let value = |metric: &str| (find(metric).expect(metric).value)(&report).expect(metric);
    let cycles = value("gpc__cycles_elapsed.max");
    let error = 100.0 * (cycles / measured[0] - 1.0);
    let adu = value("sm__inst_executed_pipe_adu.sum") - measured[1];
    println!(
        "{name}: {cycles} for {}, {error:.1} %, ADU {adu:+}",
        measured[0]
    );
    (error, adu)
}

/// Each group of lanes has a WARPSYNC, whose mask the ADU reads.
#[test]
fn groups_of_lanes_take_their_turns_at_the_adu() {
    for (groups, alone, many) in [
        (1, 3.0, 3.5),
        (2, 3.0, 5.0),
        (4, 3.0, 6.0),
        (8, 3.5, 7.0),
        (16, 4.0, 9.0),
        (32, 4.0, 5.0),
    ] {
        for (threads, most) in [(32, alone), (256, many)] {
            let name = format!("labels_{groups}_{threads}");
            let (error, adu) = compared(&name);
            assert!(error.abs() < most, "{name}: {error}");
            assert_eq!(adu, 0.0, "{name}");
        }
    }
}

/// A sector in part takes 1.45 cycles, a whole one 1.16, however many of its words that is.
#[test]
fn reductions_of_all_sms_take_their_slice_for_their_sectors() {
    for (name, most) in [
        ("reds_1_24", 5.0),
        ("reds_2_8", 1.0),
        ("reds_4_8", 1.0),
        ("reds_8_8", 4.0),
        ("reds_16_16", 1.0),
        ("reds_16_32", 1.0),
        ("reds_24_24", 1.0),
        ("reds_32_32", 4.5),
        ("two_1_24", 5.5),
        ("two_24_24", 1.0),
    ] {
        let (error, _) = compared(name);
        assert!(error.abs() < most, "{name}: {error}");
    }
}
