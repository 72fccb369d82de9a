//! The rules that say what bounds a kernel part the kernels that were measured.

use sim_validation::accuracy::class::{Class, of};
use sim_validation::truth::{Entry, TruthSet};
use std::path::Path;

/// An empty launch on the H200, in cycles (`empty_1_b32` of the lecture set).
const EMPTY: f64 = 3_121.0;

fn set(name: &str) -> TruthSet {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("truth/h200")
        .join(name);
    TruthSet::read(&folder).expect("the set is readable")
}

#[test]
fn every_class_has_cases_and_every_measured_case_a_class() {
    let (lecture, workloads) = (set("lecture"), set("workloads"));
    let entries: Vec<&Entry> = lecture.entries.iter().chain(&workloads.entries).collect();
    let classes: Vec<_> = entries.iter().map(|entry| of(entry, Some(EMPTY))).collect();
    assert!(classes.iter().all(Option::is_some));
    for class in Class::ALL {
        let count = classes
            .iter()
            .filter(|found| **found == Some(class))
            .count();
        assert!(count >= 5, "{}: {count} cases", class.name());
    }
}

#[test]
fn kernels_made_to_be_bound_by_something_are_said_to_be() {
    let lecture = set("lecture");
    let expected = [
        ("empty_132_b32", Class::Launch),
        ("atomic_hist_256", Class::Atomic),
        ("shared_atomic_same", Class::Atomic),
        ("vec_add_16m", Class::Dram),
        ("shared_stride_32", Class::Shared),
        ("div_loop", Class::Divergent),
        ("horner", Class::Issue),
    ];
    for (name, class) in expected {
        let entry = lecture.entry(name).expect("a case of the set");
        assert_eq!(of(entry, Some(EMPTY)), Some(class), "{name}");
    }
}
