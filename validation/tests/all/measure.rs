//! Measuring, on a device that answers as an H200 once did; and on the one that is here, if any.

use sim_core::config::GpuConfig;
use sim_core::engine::EngineOptions;
use sim_memory::image::Memory;
use sim_validation::device::cuda::Cuda;
use sim_validation::device::recorded::Recorded;
use sim_validation::device::{Device, DeviceError};
use sim_validation::measure::session::{self, MeasuredWorkload};
use sim_validation::measure::store::{Folder, Provenance};
use sim_validation::measure::{MeasureError, cases, ncu};
use sim_validation::prepare::Prepared;
use sim_validation::truth::{Argument, Init, TruthSet, sha, words};
use sim_workload::document::Document;
use sim_workload::host::{RunOptions, run};
use sim_workload::parameters::Override;
use std::path::Path;
use std::sync::Arc;

fn root(path: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path)
}

fn recorded() -> Recorded {
    let text = std::fs::read(root("validation/tests/data/scale_h200.json")).expect("a recording");
    serde_json::from_slice(&text).expect("a recording")
}

/// `y[i] = 2 * x[i]`, in one block.
fn scale() -> (Document, Vec<Override>) {
    let document = Document::read(&root("frontends/cli/tests/workloads/scale.ron"));
    let one_block = Override {
        name: "N".into(),
        value: "256".into(),
    };
    (document.expect("a workload"), vec![one_block])
}

fn measured(device: &mut dyn Device, folder: &Folder) -> Result<MeasuredWorkload, MeasureError> {
    let (document, overrides) = scale();
    session::workload(device, &document, &overrides, folder, &mut |_, _, _| {})
}

/// The hashes of the workload's buffers as the simulator leaves them.
fn simulated() -> Vec<String> {
    let (document, overrides) = scale();
    let options = RunOptions {
        gpu: Arc::new(GpuConfig::built_in("h200").expect("it comes with the simulator")),
        engine: EngineOptions {
            functional: true,
            ..EngineOptions::default()
        },
        overrides,
        only: None,
    };
    let outcome = run(&document, &options, &mut |_, _, _| {}).expect("it runs");
    outcome
        .buffers
        .into_iter()
        .map(|buffer| buffer.sha)
        .collect()
}

fn hashes(measured: &MeasuredWorkload) -> Vec<String> {
    measured.buffers.iter().map(|bytes| sha(bytes)).collect()
}

fn temporary() -> (tempfile::TempDir, Folder) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = Folder(folder.path().to_path_buf());
    (folder, path)
}

fn provenance() -> Provenance {
    Provenance {
        device: recorded().info,
        profiled: false,
        date: "2026-11-20".into(),
    }
}

#[test]
fn what_the_device_left_is_what_the_simulator_leaves() {
    let (_keep, folder) = temporary();
    let measured = measured(&mut recorded(), &folder).expect("the recording answers");
    assert_eq!(hashes(&measured), simulated());
    let (document, _) = scale();
    let expectations = measured
        .expectations(&document)
        .expect("they can be checked");
    let held: Vec<_> = expectations.iter().map(|one| one.verdict.holds()).collect();
    // The values were compared; nobody counted, so counters have no answer.
    assert_eq!(held, [Some(true), None, None]);
}

#[test]
fn a_device_that_leaves_something_else_is_caught() {
    let (_keep, folder) = temporary();
    let mut device = recorded();
    let answer = device.answers.values_mut().next().expect("an answer");
    answer.after[1][5] ^= 1;
    let measured = measured(&mut device, &folder).expect("the recording answers");
    assert_ne!(hashes(&measured), simulated());
    assert!(measured.cases[0].measurement.nondeterministic_output);
    let (document, _) = scale();
    let expectations = measured
        .expectations(&document)
        .expect("they can be checked");
    assert_eq!(expectations[0].verdict.holds(), Some(false));
}

#[test]
fn a_launch_becomes_a_case_that_the_simulator_can_run_by_itself() {
    let (_keep, folder) = temporary();
    let measured = measured(&mut recorded(), &folder).expect("the recording answers");
    let case = measured.cases[0].case.clone();
    folder.add_cases(std::slice::from_ref(&case)).expect("room");
    folder.add(&measured.cases, &provenance()).expect("room");
    let set = TruthSet::read(&folder.0).expect("what was written can be read");
    let entry = set
        .entry("scale_scale_N256")
        .expect("named for its workload and parameter");
    assert_eq!(entry.case.args[2], Argument::I32(256));
    assert_eq!(entry.case.buffers["x"].init, Init::IotaF32);
    let gpu = Arc::new(GpuConfig::built_in("h200").expect("it comes with the simulator"));
    let ran = sim_validation::run::run(&set, entry, &gpu, &EngineOptions::default());
    let ran = ran.expect("ptxas's code runs");
    assert_eq!(ran.comparison.buffers_right(), Some(true));
    let ours = ran
        .ours
        .expect("the case names its source")
        .expect("our code runs");
    assert_eq!(ours.buffers_right(), Some(true));
}

#[test]
fn a_set_grows_and_keeps_one_row_a_case() {
    let (_keep, folder) = temporary();
    let measured = measured(&mut recorded(), &folder).expect("the recording answers");
    let mut other = measured.cases[0].clone();
    other.case.name = "other".into();
    other.measurement.name = "other".into();
    for cases in [&measured.cases[..], &[other], &measured.cases[..]] {
        let launches: Vec<_> = cases.iter().map(|case| case.case.clone()).collect();
        folder.add_cases(&launches).expect("room");
        folder.add(cases, &provenance()).expect("room");
    }
    let set = TruthSet::read(&folder.0).expect("what was written can be read");
    let names: Vec<_> = set
        .entries
        .iter()
        .map(|entry| &entry.case.name[..])
        .collect();
    assert_eq!(names, ["scale_scale_N256", "other"]);
    assert!(set.entries.iter().all(|entry| entry.measured.is_some()));
    let mut elsewhere = provenance();
    elsewhere.device.name = "another".into();
    let mixed = folder.add(&measured.cases, &elsewhere);
    assert!(
        matches!(mixed, Err(MeasureError::OtherDevice { .. })),
        "{mixed:?}"
    );
}

#[test]
fn counters_go_to_the_launches_that_they_were_counted_in() {
    let (_keep, folder) = temporary();
    let measured = measured(&mut recorded(), &folder).expect("the recording answers");
    let mut cases = measured.cases;
    let cycles = |cycles: u32| format!("\"0\",\"k\",\"{cycles}\",\"7\"\n");
    let head = "\"ID\",\"Kernel Name\",\"gpc__cycles_elapsed.max\",\"smsp__inst_executed.sum\"\n";
    let units = "\"\",\"\",\"cycle\",\"inst\"\n";
    let launches: String = (0..6).map(|n| cycles(100 + n)).collect();
    let rows = ncu::parse(&format!("{head}{units}{launches}")).expect("a table");
    session::add_counters(&mut cases, &rows).expect("six launches of one case");
    assert_eq!(
        cases[0].measurement.metrics["gpc__cycles_elapsed.max"],
        100.0
    );
    let repeat = cases[0].repeat.as_ref().expect("the others");
    assert_eq!(repeat.cycles.len(), 6);
    assert_eq!(repeat.median_cycles(), Some(103.0));
    let few = session::add_counters(&mut cases, &rows[..5]);
    assert!(matches!(few, Err(MeasureError::Profiler { .. })), "{few:?}");
}

/// With a GPU this is a test of the GPU path; without one, of what is said then.
#[test]
fn the_device_that_is_here_agrees_or_it_is_said_that_there_is_none() {
    let mut device = match Cuda::open(0) {
        Ok(device) => device,
        Err(error @ (DeviceError::NoDriver | DeviceError::NoDevice { .. })) => {
            let said = error.to_string();
            assert!(said.contains("driver"), "{said}");
            return;
        }
        Err(error) => panic!("{error}"),
    };
    let (_keep, folder) = temporary();
    let measured = measured(&mut device, &folder).expect("the device answers");
    assert_eq!(hashes(&measured), simulated());
}

/// A workload with variables of the module, which kernels and `Symbol` steps change, as the
/// recorded device ran it.
#[test]
fn variables_of_a_module_are_carried_from_launch_to_launch() {
    let (_keep, folder) = temporary();
    let file = root("validation/tests/data/variables.ron");
    let document = Document::read(&file).expect("the workload is readable");
    let recording =
        std::fs::read(root("validation/tests/data/variables_h200.json")).expect("it is there");
    let mut device: Recorded = serde_json::from_slice(&recording).expect("a recording");
    let none = &mut |_: &str, _, _| {};
    let measured = session::workload(&mut device, &document, &[], &folder, none);
    let measured = measured.expect("the recording answers");
    let expectations = measured
        .expectations(&document)
        .expect("they can be checked");
    assert_eq!(expectations[0].verdict.holds(), Some(true));

    let cases: Vec<_> = measured.cases.iter().map(|one| one.case.clone()).collect();
    folder.add_cases(&cases).expect("room");
    folder.add(&measured.cases, &provenance()).expect("room");
    let set = TruthSet::read(&folder.0).expect("what was written can be read");
    let second = &set.entries[1].case;
    let held = |name| words(&set.contents(second, name).expect("it is there")).collect();
    let held: [Vec<u32>; 3] = ["weights", "shift", "remembered"].map(held);
    assert_eq!(
        held,
        [
            vec![-1i32 as u32, -2i32 as u32, 3, 4],
            vec![1000],
            vec![3, 14]
        ]
    );
    assert_eq!(second.check, ["out", "remembered"]);
    let mut large = second.clone();
    large.buffers["remembered"].bytes = 1 << 60;
    let refused = Prepared::new(&set, &large, &mut Memory::new(1 << 30));
    let refused = refused.expect_err("the module's variable has eight bytes");
    assert!(refused.to_string().contains("remembered"), "{refused}");
    for entry in &set.entries {
        let gpu = Arc::new(GpuConfig::built_in("h200").expect("it comes with the simulator"));
        let ran = sim_validation::run::run(&set, entry, &gpu, &EngineOptions::default());
        let ran = ran.expect("ptxas's code runs");
        assert_eq!(
            ran.comparison.buffers_right(),
            Some(true),
            "{}",
            entry.case.name
        );
        let ours = ran
            .ours
            .expect("the case names its source")
            .expect("our code runs");
        assert_eq!(ours.buffers_right(), Some(true), "{}", entry.case.name);
    }
}

#[test]
fn launches_that_are_meant_to_fault_are_not_measured() {
    let text = r#"Workload(
      buffers: { "x": (type: I32, length: "1"), "y": (type: I32, length: "32") },
      kernels: { "k": Kernel(code: "__global__ void k(int *x) { x[threadIdx.x] = 1; }") },
      steps: [
        Launch(kernel: "k", name: "beyond", grid: ["1"], block: ["32"], args: ["x"],
               faults: OutOfBounds),
        Launch(kernel: "k", name: "within", grid: ["1"], block: ["32"], args: ["y"]),
      ],
    )"#;
    let document = Document::parse("faulty.ron", text, Path::new("")).expect("it is right");
    let plan = sim_workload::plan::plan(&document, &[]).expect("it is right");
    let cases = cases::cases(&document, &plan, &[]).expect("it can be measured");
    let names: Vec<_> = cases
        .cases
        .iter()
        .map(|(number, case)| (*number, &case.name))
        .collect();
    assert_eq!(names, [(1, &"faulty_within".to_string())]);
}
