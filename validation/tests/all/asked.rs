//! Which loads of other sectors of a line go to the L2 with the request that is there: how many requests it gets,
//! beside what Nsight Compute counted on an H100 (`micro/h200/asked`).

use crate::timed::series::printed_behind;
use crate::timed::{folder, h200};
use sim_validation::prepare::Prepared;
use sim_validation::truth::TruthSet;

/// Requests of a launch, on the GPU and here.
struct Requests {
    case: String,
    measured: f64,
    simulated: f64,
}

/// Those of the cases whose names begin so.
fn requests(begins: &str, numbers: &[(&str, &str)]) -> Vec<Requests> {
    let set = TruthSet::read(&folder("asked")).expect("the set is readable");
    let cases = set.entries.iter().map(|entry| &entry.case);
    let chosen = cases.filter(|case| case.name.starts_with(begins));
    let both = chosen.map(|case| {
        let mut simulator = h200(numbers);
        let ready = Prepared::new(&set, case, simulator.memory_mut()).expect("a kernel");
        let report = simulator.launch(&ready.spec()).expect("it runs");
        let simulated = report.metric("lts__t_requests_srcunit_tex_op_read.sum");
        Requests {
            case: case.name.clone(),
            measured: printed_behind("asked", &case.name)[0],
            simulated: simulated.expect("counted"),
        }
    });
    both.collect()
}

/// Those that differ by more than this share.
fn differ(requests: &[Requests], share: f64) -> Vec<&str> {
    let off = |r: &&Requests| (r.simulated / r.measured - 1.0).abs() > share;
    requests
        .iter()
        .filter(off)
        .map(|r| r.case.as_str())
        .collect()
}

/// Two warps that load halves of a line, so many cycles apart; a warp that loads a sector, one of each of other lines,
/// and another of the first.
#[test]
fn a_load_joins_what_was_asked_for_a_few_cycles_before() {
    for (kind, cases) in [("apart_", 8), ("behind_", 12)] {
        let requests = requests(kind, &[]);
        assert_eq!(requests.len(), cases);
        assert_eq!(differ(&requests, 0.01), [""; 0]);
    }
}

/// A load of 1 to 32 lines, and another of as many other sectors: of 28 two have gone, and 32 leave no places. (Of 16 and
/// 20 one has gone in six and nine turns of ten on the GPU and none here: 4 % of the requests.)
#[test]
fn a_load_of_many_lines_joins_those_that_still_wait() {
    let requests = requests("lines_", &[]);
    assert_eq!(requests.len(), 10);
    assert_eq!(differ(&requests, 0.045), [""; 0]);
}

/// Without the mechanism each miss would be a request of its own.
#[test]
fn nothing_joins_what_goes_on_at_once() {
    for request in requests("apart_", &[("mio.ask_latency", "0")]) {
        assert_eq!(request.simulated, 512.0, "{}", request.case);
    }
}
