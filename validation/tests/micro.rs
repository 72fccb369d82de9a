//! The microbenchmark set: every conversion, rounding and saturation, and
//! arithmetic at its edges, leaves what it left on the GPU.

use sim_core::config::GpuConfig;
use sim_core::engine::EngineOptions;
use sim_validation::suite::{SuiteOptions, run_all};
use sim_validation::truth::TruthSet;
use std::path::Path;
use std::sync::Arc;

#[test]
fn conversions_and_arithmetic_at_their_edges_are_the_gpus_bit_for_bit() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("micro/h200");
    let set = TruthSet::read(&folder).expect("the set is readable");
    let entries = set.entries.iter();
    let chosen: Vec<_> = entries
        .filter(|entry| entry.case.group.as_deref() == Some("convert"))
        .collect();
    assert_eq!(chosen.len(), 17);
    let options = SuiteOptions {
        gpu: Arc::new(GpuConfig::built_in("h200").expect("built in")),
        engine: EngineOptions {
            functional: true,
            ..EngineOptions::default()
        },
    };
    for case in run_all(&set, &chosen, &options, &|_, _, _| ()) {
        let name = &case.entry.case.name;
        let done = case.outcome.unwrap_or_else(|why| panic!("{name}: {why}"));
        assert_eq!(done.comparison.buffers_right(), Some(true), "{name}");
    }
}
