//! What a wrong file is told. Each case is a whole workload in which one thing is wrong.

use super::{ArgumentValue, InitPlan, plan};
use crate::document::Document;
use crate::init::Pattern;
use crate::scalar::Scalar;
use std::path::Path;

/// A workload with one kernel of one statement; the parts can be replaced.
struct Parts {
    parameters: &'static str,
    buffers: &'static str,
    launch: &'static str,
    expect: &'static str,
}

const RIGHT: Parts = Parts {
    parameters: r#""N": "1024""#,
    buffers: r#""out": (type: F32, length: "N")"#,
    launch: r#"kernel: "k", grid: ["N / 256"], block: ["256"], args: ["out", "N"]"#,
    expect: r#"Buffer(name: "out", equals: "i")"#,
};

impl Parts {
    fn text(&self) -> String {
        let Parts {
            parameters,
            buffers,
            launch,
            expect,
        } = self;
        format!(
            "Workload(
    parameters: {{ {parameters} }},
    buffers: {{ {buffers} }},
    kernels: {{ \"k\": Kernel(params: [Ptr(\"out\", F32), I32(\"n\")], body: [Barrier]) }},
    steps: [ Launch({launch}) ],
    expect: [ {expect} ],
)
"
        )
    }

    fn plan(&self, overrides: &[&str]) -> Result<super::Plan, String> {
        let document =
            Document::parse("w.ron", self.text(), Path::new("")).map_err(|e| e.to_string())?;
        let overrides: Vec<_> = overrides.iter().map(|o| o.parse().expect(o)).collect();
        plan(&document, &overrides).map_err(|e| e.to_string())
    }

    fn fault(&self) -> String {
        self.plan(&[]).expect_err("something is wrong")
    }
}

/// The messages that several wrong workloads get.
fn faults<const N: usize>(cases: [Parts; N]) -> String {
    cases.map(|case| case.fault()).join("\n\n")
}

#[test]
fn a_right_workload_is_planned_in_numbers() {
    let plan = RIGHT.plan(&[]).unwrap();
    let launch = &plan.launches[0];
    assert_eq!((launch.grid, launch.block), ([4, 1, 1], [256, 1, 1]));
    assert_eq!(launch.name.as_str(), "k");
    let args: Vec<_> = launch.args.iter().map(|a| a.value).collect();
    let pointer = ArgumentValue::Pointer {
        buffer: 0,
        offset: 0,
    };
    assert_eq!(args, [pointer, ArgumentValue::Number(Scalar::Int(1024))]);
    assert_eq!(plan.buffers[0].bytes, 4096);
    assert!(matches!(
        plan.buffers[0].init,
        InitPlan::Pattern(Pattern::Zero)
    ));
}

#[test]
fn an_override_changes_everything_that_is_computed_from_it() {
    let parts = Parts {
        parameters: r#""M": "N * 2", "N": "1024""#,
        ..RIGHT
    };
    let plan = parts.plan(&["N = 1 << 12"]).unwrap();
    let values: Vec<_> = plan.parameters.iter().collect();
    assert_eq!(values, [("M", 8192), ("N", 4096)]);
    assert_eq!(plan.launches[0].grid, [16, 1, 1]);
}

#[test]
fn a_wrong_override_is_shown_against_its_own_text() {
    let wrong = ["M=1", "N=4 +", "N=1 / (N - N)", "N=1 / 0"];
    let faults = wrong.map(|text| RIGHT.plan(&[text]).expect_err(text));
    insta::assert_snapshot!(faults.join("\n\n"));
    assert!("W".parse::<crate::parameters::Override>().is_err());
}

#[test]
fn broken_syntax_is_placed() {
    insta::assert_snapshot!(faults([
        Parts {
            parameters: r#""N" = "3""#,
            ..RIGHT
        },
        Parts {
            launch: r#"kernal: "k""#,
            ..RIGHT
        },
        Parts {
            launch: r#"kernel: "k", grid: ["N /"], block: ["1"]"#,
            ..RIGHT
        },
        Parts {
            buffers: r#""out": (type: F33, length: "N")"#,
            ..RIGHT
        },
    ]));
}

#[test]
fn wrong_parameters_are_explained() {
    insta::assert_snapshot!(faults([
        Parts {
            parameters: r#""N": "M", "M": "2 * N""#,
            ..RIGHT
        },
        Parts {
            parameters: r#""Z": "0", "N": "4 / Z""#,
            ..RIGHT
        },
        Parts {
            parameters: r#""N": "1 << 62 + 3""#,
            ..RIGHT
        },
        Parts {
            parameters: r#""N": "0.5 * 4""#,
            ..RIGHT
        },
        Parts {
            parameters: r#""N": "1", "N": "2""#,
            ..RIGHT
        },
        Parts {
            parameters: r#""i": "1", "N": "2""#,
            ..RIGHT
        },
        Parts {
            parameters: r#""N": "1", "a b": "2""#,
            ..RIGHT
        },
    ]));
}

#[test]
fn a_long_chain_of_parameters_is_refused_rather_than_followed() {
    let link = |n: i32| format!("\"P{n}\": \"P{}\", ", n + 1);
    let chain: String = (0..5000).map(link).collect();
    let parameters: &'static str = Box::leak(format!("{chain} \"N\": \"P0\"").into_boxed_str());
    let fault = Parts {
        parameters,
        ..RIGHT
    }
    .fault();
    assert!(
        fault.contains("more than 64 parameters need each other in a row"),
        "{fault}"
    );
}

#[test]
fn wrong_buffers_are_explained() {
    insta::assert_snapshot!(faults([
        Parts {
            buffers: r#""out": (type: F32, length: "N - 2000")"#,
            ..RIGHT
        },
        Parts {
            buffers: r#""out": (type: F64, length: "1 << 61")"#,
            ..RIGHT
        },
        Parts {
            buffers: r#""N": (type: F32, length: "1")"#,
            ..RIGHT
        },
        Parts {
            buffers: r#""out": (type: U8, length: "N + 1", init: IotaF32)"#,
            ..RIGHT
        },
        Parts {
            buffers: r#""out": (type: F32, length: "N", init: Expr("i * M"))"#,
            ..RIGHT
        },
        Parts {
            buffers: r#""out": (type: F32, length: "N", init: HashU32(seed: "1", mod: "0"))"#,
            ..RIGHT
        },
    ]));
}

#[test]
fn impossible_launches_are_explained() {
    insta::assert_snapshot!(faults([
        Parts {
            launch: r#"kernel: "kk", grid: ["1"], block: ["1"]"#,
            ..RIGHT
        },
        Parts {
            launch: r#"kernel: "k", grid: ["0"], block: ["1"]"#,
            ..RIGHT
        },
        Parts {
            launch: r#"kernel: "k", grid: ["1", "N * N"], block: ["1"]"#,
            ..RIGHT
        },
        Parts {
            launch: r#"kernel: "k", grid: ["1"], block: ["64", "32"]"#,
            ..RIGHT
        },
        Parts {
            launch: r#"kernel: "k", grid: [], block: ["64"]"#,
            ..RIGHT
        },
        Parts {
            launch: r#"kernel: "k", name: "a-b", grid: ["1"], block: ["64"]"#,
            ..RIGHT
        },
        Parts {
            launch: r#"kernel: "k", grid: ["1"], block: ["1"], args: ["out + N"]"#,
            ..RIGHT
        },
        Parts {
            launch: r#"kernel: "k", grid: ["1"], block: ["1"]), Launch(kernel: "k", grid: ["1"], block: ["1"]"#,
            ..RIGHT
        },
    ]));
}

#[test]
fn wrong_expectations_are_explained_before_anything_runs() {
    insta::assert_snapshot!(faults([
        Parts {
            expect: r#"Buffer(name: "aut", equals: "i")"#,
            ..RIGHT
        },
        Parts {
            expect: r#"Buffer(name: "out", equals: "aut[i] + 1")"#,
            ..RIGHT
        },
        Parts {
            expect: r#"Buffer(name: "out", equals: "i", abs: "-1")"#,
            ..RIGHT
        },
        Parts {
            expect: r#"Assert("cylces(k) < 10")"#,
            ..RIGHT
        },
        Parts {
            expect: r#"Assert("cycles(kk) < 10")"#,
            ..RIGHT
        },
        Parts {
            expect: r#"Assert("cycles(k, k) < 10")"#,
            ..RIGHT
        },
        Parts {
            expect: r#"Assert("cycles(k) < M")"#,
            ..RIGHT
        },
    ]));
}

#[test]
fn a_pointer_argument_may_begin_at_an_element() {
    for text in ["out + 3", "&out[N / 256 - 1]"] {
        let launch = format!(r#"kernel: "k", grid: ["1"], block: ["1"], args: ["{text}"]"#);
        let launch: &'static str = Box::leak(launch.into_boxed_str());
        let plan = Parts { launch, ..RIGHT }.plan(&[]).unwrap();
        let value = plan.launches[0].args[0].value;
        assert_eq!(
            value,
            ArgumentValue::Pointer {
                buffer: 0,
                offset: 12
            }
        );
    }
}
