//! Loads that wait for what others have asked for, by one SM alone and by all: cycles for each and requests that the L2
//! gets, beside what Nsight Compute counted on an H100 (`micro/h200/alone`).

use crate::timed::{folder, h200, printed};
use sim_validation::prepare::Prepared;
use sim_validation::truth::TruthSet;

/// Loads of an SM in a turn of its 32 warps.
const LOADS: f64 = 8.0 * 32.0;

/// Cycles of an SM and requests that the L2 gets: of a launch, or of an SM for each load.
#[derive(Clone, Copy, Debug)]
struct Taken {
    cycles: f64,
    requests: f64,
}

/// A case on the GPU and here.
struct Compared {
    case: String,
    measured: Taken,
    simulated: Taken,
}

/// The cases whose names begin and end so, on so many SMs and in so many turns.
fn compared(begins: &str, ends: &str, (sms, turns): (f64, f64)) -> Vec<Compared> {
    let set = TruthSet::read(&folder("alone")).expect("the set is readable");
    let loads = LOADS * turns;
    let text = printed("alone");
    let chosen = text.lines().map(|line| line.split(' ').collect::<Vec<_>>());
    let chosen = chosen.filter(|words| words[0].starts_with(begins) && words[0].ends_with(ends));
    let one = |words: Vec<&str>| {
        let (less, all) = (
            launch(&set, &format!("{}_0", words[0])),
            launch(&set, words[0]),
        );
        Compared {
            case: words[0].into(),
            measured: Taken {
                cycles: words[1].parse().expect("a number"),
                requests: words[2].parse().expect("a number"),
            },
            simulated: Taken {
                cycles: (all.cycles - less.cycles) / loads,
                requests: (all.requests - less.requests) / loads / sms,
            },
        }
    };
    chosen.map(one).collect()
}

/// What a launch takes in all that finds its lines in the L2.
fn launch(set: &TruthSet, name: &str) -> Taken {
    let entry = set.entries.iter().find(|entry| entry.case.name == name);
    let case = &entry.expect(name).case;
    let mut simulator = h200(&[]);
    let ready = Prepared::new(set, case, simulator.memory_mut()).expect("a kernel");
    simulator.launch(&ready.spec()).expect("it runs");
    let report = simulator.launch_behind(&ready.spec());
    let report = report.expect("it runs");
    Taken {
        cycles: report.metric("sm__cycles_active.max").expect("counted"),
        requests: report
            .metric("lts__t_requests_srcunit_tex_op_read.sum")
            .expect("counted"),
    }
}

/// Those whose cycles or requests differ by more than these shares.
fn differ(cases: &[Compared], cycles: f64, requests: f64) -> Vec<&str> {
    let off = |simulated: f64, measured: f64| (simulated / measured - 1.0).abs();
    for c in cases {
        println!("{}: {:?} for {:?}", c.case, c.simulated, c.measured);
    }
    let differs = |c: &&Compared| {
        off(c.simulated.cycles, c.measured.cycles) > cycles
            || off(c.simulated.requests, c.measured.requests) > requests
    };
    let differing = cases.iter().filter(differs);
    differing.map(|c| c.case.as_str()).collect()
}

/// Loads of 1 to 16 lines, of each of which a warp wants one sector.
#[test]
fn a_lone_sms_loads_wait_as_long_as_the_gpus() {
    let cases = compared("alone_", "_40", (1.0, 32.0));
    assert_eq!(cases.len(), 5);
    assert_eq!(differ(&cases, 0.04, 0.01), [""; 0]);
}

/// The same where a warp wants two sectors of most lines, one after the other. (Of 8 and 16 lines the GPU's SM takes
/// 9 and 8 % longer.)
#[test]
fn a_lone_sms_loads_of_two_sectors_wait_nearly_as_long() {
    let cases = compared("alone_", "_33", (1.0, 32.0));
    assert_eq!(cases.len(), 5);
    assert_eq!(differ(&cases, 0.095, 0.075), [""; 0]);
}

/// All SMs that go through groups of four lines of their own, in the L2. (Of two sectors of them the GPU's take 14 %
/// longer.)
#[test]
fn all_sms_take_as_long_for_lines_of_their_own() {
    let cases = compared("own_4", "", (132.0, 8.0));
    assert_eq!(cases.len(), 2);
    assert_eq!(differ(&cases[1..], 0.03, 0.01), [""; 0]);
    assert_eq!(differ(&cases[..1], 0.14, 0.01), [""; 0]);
}
