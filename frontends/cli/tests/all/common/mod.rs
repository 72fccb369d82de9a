//! Runs as data for the tests of reports.
//!
//! `fixtures/transpose_2048.json` holds what an H200's profiler measured for six
//! transpose kernels of 2048 x 2048 elements. The profiler's set has no counters
//! by instruction: accesses and their stalls are put there from the sums.

use serde_json::Value;
use sim_cli::view::{
    Access, AccessKind, Buffer, Expectation, Fault, FaultPlace, Gpu, Instruction, Launch, Run,
    SmShare, Source, StallShare, Wrong,
};

/// Six launches, all results right.
pub fn transpose() -> Run {
    let text = include_str!("../fixtures/transpose_2048.json");
    let launches: Vec<Value> = serde_json::from_str(text).expect("the fixture is JSON");
    let mut run = Run {
        workload: "workloads/transpose.ron".to_string(),
        gpu: h200(),
        launches: launches.iter().map(launch).collect(),
        buffers: vec![Buffer {
            name: "out".to_string(),
            sha: "fb1b6a17489fd9f6".to_string(),
        }],
        expectations: vec![expectation("out[i] == in[i]", true)],
        ..Run::default()
    };
    run.advice = sim_cli::advice::advise(&run);
    run
}

/// The same with a failed and an undecided expectation.
pub fn wrong() -> Run {
    let mut run = transpose();
    run.launches.truncate(1);
    run.advice.clear();
    run.expectations = vec![
        expectation("sectors(copyRow) == 524288", true),
        Expectation {
            what: "buffer out: out[i] == in[(i % W) * H + i / W]".to_string(),
            holds: Some(false),
            reason: "4,194,300 of 4,194,304 elements differ".to_string(),
            wrong: vec![wrong_element(1, "1", "2048"), wrong_element(2, "2", "4096")],
        },
    ];
    run
}

/// A run whose second launch faulted.
pub fn faulted() -> Run {
    let mut run = transpose();
    run.launches.truncate(1);
    run.advice.clear();
    run.expectations[0].holds = None;
    run.fault = Some(Fault {
        launch: "naiveRow".to_string(),
        what: "store of 4 bytes at address 0x7f0001000000 is out of bounds: \
               one element past the end of buffer 'out' (index 4194304)"
            .to_string(),
        place: Some(FaultPlace {
            kernel: "naiveRow".to_string(),
            block: [127, 127, 0],
            thread: [15, 15, 0],
            pc: 0x150,
            sass: "STG.E desc[UR4][R4.64], R3".to_string(),
            source: Some(source(
                69,
                "Store(\"out[ix * H + iy + 1]\", \"in[iy * W + ix]\")",
            )),
            mark: None,
        }),
    });
    run
}

/// A run without times.
pub fn functional() -> Run {
    let mut run = transpose();
    run.functional = true;
    for launch in &mut run.launches {
        launch
            .metrics
            .retain(|name, _| name.contains("lsu_mem_global"));
        launch.stalls.clear();
    }
    run.advice.clear();
    run
}

fn h200() -> Gpu {
    Gpu {
        name: "h200".to_string(),
        sms: 132,
        sm_clock_mhz: 1980.0,
        overrides: Vec::new(),
    }
}

fn launch(value: &Value) -> Launch {
    Launch {
        name: string(&value["name"]),
        kernel: string(&value["kernel"]),
        grid: triple(&value["grid"]),
        block: triple(&value["block"]),
        metrics: entries(&value["metrics"], |number| {
            number.as_f64().expect("a number")
        }),
        stalls: stalls(&value["stalls"]),
        code: array(&value["code"]).iter().map(instruction).collect(),
        sms: (0..132).map(sm).collect(),
        warnings: Vec::new(),
    }
}

/// An SM's share: any numbers that differ from SM to SM.
fn sm(index: u64) -> SmShare {
    SmShare {
        cycles_active: 24_000 + index,
        issued: 21_000 + 2 * index,
        warps_active: 1_000_000,
        blocks: 120 + index % 10,
        read_sectors: 3_900 + index,
        write_sectors: 3_900,
    }
}

fn instruction(value: &Value) -> Instruction {
    Instruction {
        pc: number(&value["pc"]) as u32,
        sass: string(&value["sass"]),
        source: Some(source(
            number(&value["line"]) as u32,
            &string(&value["text"]),
        )),
        executed: number(&value["executed"]),
        threads: number(&value["threads"]),
        divergent: 0,
        access: Some(Access {
            kind: kind(&string(&value["kind"])),
            requests: number(&value["requests"]),
            sectors: number(&value["sectors"]),
            ideal_sectors: number(&value["ideal_sectors"]),
            wavefronts: number(&value["wavefronts"]),
            ideal_wavefronts: number(&value["ideal_wavefronts"]),
        }),
        stalls: stalls(&value["stalls"]),
    }
}

fn kind(name: &str) -> AccessKind {
    match name {
        "GlobalLoad" => AccessKind::GlobalLoad,
        "GlobalStore" => AccessKind::GlobalStore,
        "SharedLoad" => AccessKind::SharedLoad,
        "SharedStore" => AccessKind::SharedStore,
        other => panic!("the fixture has no {other}"),
    }
}

fn stalls(value: &Value) -> Vec<StallShare> {
    let object = value.as_object().expect("an object");
    let share = |(name, cycles): (&String, &Value)| StallShare {
        name: name.clone().leak(),
        meaning: format!("(what {name} means)").leak(),
        warp_cycles: number(cycles),
    };
    object.iter().map(share).collect()
}

fn expectation(what: &str, holds: bool) -> Expectation {
    Expectation {
        what: what.to_string(),
        holds: Some(holds),
        ..Expectation::default()
    }
}

fn wrong_element(index: u64, got: &str, wanted: &str) -> Wrong {
    Wrong {
        index,
        got: got.to_string(),
        wanted: wanted.to_string(),
    }
}

fn source(line: u32, text: &str) -> Source {
    Source {
        file: "workloads/transpose.ron".to_string(),
        line,
        text: text.to_string(),
    }
}

fn entries<T>(value: &Value, entry: impl Fn(&Value) -> T) -> std::collections::BTreeMap<String, T> {
    let object = value.as_object().expect("an object");
    let entry = |(name, value): (&String, &Value)| (name.clone(), entry(value));
    object.iter().map(entry).collect()
}

fn array(value: &Value) -> &Vec<Value> {
    value.as_array().expect("an array")
}

fn number(value: &Value) -> u64 {
    value.as_u64().expect("a whole number")
}

fn string(value: &Value) -> String {
    value.as_str().expect("a string").to_string()
}

fn triple(value: &Value) -> [u32; 3] {
    let parts: Vec<_> = array(value).iter().map(|n| number(n) as u32).collect();
    parts.try_into().expect("three numbers")
}
