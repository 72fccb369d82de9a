//! Small whole runs: warp instructions a second, from file to report.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use sim_core::config::GpuConfig;
use sim_core::engine::EngineOptions;
use sim_workload::document::Document;
use sim_workload::host::{RunOptions, run};

/// A workload, the launch to run, and its parameters.
const RUNS: [(&str, &str, &[&str]); 4] = [
    ("transpose", "copyRow", &["W=512", "H=512"]),
    ("transpose", "naiveRow", &["W=512", "H=512"]),
    ("vec_add", "coalesced", &["N=1 << 18"]),
    ("banks", "stride", &["BLOCKS=132", "ITERS=16"]),
];

fn options(kernel: &str, parameters: &[&str]) -> RunOptions {
    RunOptions {
        gpu: Arc::new(GpuConfig::built_in("h200").expect("it is built in")),
        engine: EngineOptions {
            threads: 1,
            ..EngineOptions::default()
        },
        overrides: parameters.iter().map(|p| p.parse().expect(p)).collect(),
        only: Some(kernel.to_string()),
    }
}

fn whole_runs(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("whole runs, one thread");
    group
        .sample_size(10)
        .measurement_time(Duration::from_secs(5));
    for (name, kernel, parameters) in RUNS {
        let file =
            Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../workloads/{name}.ron"));
        let document = Document::read(&file).expect(name);
        let options = options(kernel, parameters);
        let outcome = run(&document, &options, &mut |_, _, _| ()).expect(name);
        let issued = outcome.launches.iter().flat_map(|launch| &launch.sms);
        group.throughput(Throughput::Elements(issued.map(|sm| sm.issued).sum()));
        group.bench_function(format!("{name}/{kernel}"), |bencher| {
            bencher.iter(|| run(&document, &options, &mut |_, _, _| ()));
        });
    }
    group.finish();
}

criterion_group!(benches, whole_runs);
criterion_main!(benches);
