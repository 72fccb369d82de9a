//! What asynchronous copies ask of the L1 and the L2, and how they are written to shared memory, by how their lanes lie
//! there, beside what Nsight Compute counted on an H200 (`micro/h200/parts`).

use crate::timed::{counted, folder, h200, hold_errors, printed};
use sim_core::metrics;
use sim_validation::truth::TruthSet;

/// Copies of neighbouring lines to rows that begin within sectors: of what they ask for once more other parts go together.
const ASKED_OTHERWISE: [&str; 4] = ["cg_0_48_5_0", "cg_1_48_5_0", "cg_2_80_5_0", "cg_2_144_5_0"];

/// What is counted of a launch.
#[derive(Debug)]
struct Count {
    metric: String,
    measured: f64,
    simulated: f64,
}

/// All counts of each launch, with its name; the first printed line names them.
fn launches() -> Vec<(String, Vec<Count>)> {
    let set = TruthSet::read(&folder("parts")).expect("the set is readable");
    let text = printed("parts");
    let mut lines = text.lines().map(|line| line.split(' '));
    let counted_are: Vec<&str> = lines.next().expect("names").skip(1).collect();
    let launch = |mut words: std::str::Split<char>| {
        let name = words.next().expect("a name").to_string();
        let report = counted(h200(&[]), &set, &name);
        let count = |(metric, word): (&&str, &str)| Count {
            metric: metric.to_string(),
            measured: word.parse().expect("a number"),
            simulated: (metrics::find(metric).expect("known").value)(&report).expect("counted"),
        };
        let counts = counted_are.iter().zip(words).map(count).collect();
        (name, counts)
    };
    lines.map(launch).collect()
}

/// Requests and sectors of the L2 to a hundredth, as a few went together by chance; the SM's to what they are.
#[test]
fn copies_ask_for_what_they_do_on_the_gpu_and_are_written_as_there() {
    let launches = launches();
    assert_eq!(launches.len(), 69);
    for (name, counts) in &launches {
        let asked_otherwise = ASKED_OTHERWISE.contains(&name.as_str());
        for count in counts.iter().filter(|count| !is_time(count)) {
            let limit = match count.metric.starts_with("lts__") {
                true if asked_otherwise => 0.5,
                true => 0.01,
                false => 0.0,
            };
            let off = (count.simulated / count.measured - 1.0).abs();
            assert!(off <= limit, "{name}: {count:?}");
        }
    }
}

/// One copy after another. Those past the L1 of lines of the near side take as long as of the far side there, here less.
#[test]
fn a_lone_warps_copies_take_as_long_as_on_the_gpu() {
    for (kernel, launches_of_it, mean, worst) in [("cg", 42, 6.5, 12.5), ("ca", 27, 3.5, 9.0)] {
        let of_kernel = launches()
            .into_iter()
            .filter(|launch| launch.0.starts_with(kernel));
        let times = of_kernel.flat_map(|launch| launch.1).filter(is_time);
        let errors = times.map(|time| 100.0 * (time.simulated / time.measured - 1.0));
        hold_errors(&errors.collect::<Vec<f64>>(), launches_of_it, mean, worst);
    }
}

fn is_time(count: &Count) -> bool {
    count.metric.starts_with("sm__cycles")
}
