//! The committed schema is the one that the types give.

#[test]
fn the_committed_schema_is_current() {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../workloads/workload.schema.json"
    );
    let committed = std::fs::read_to_string(path).expect("the schema is committed");
    assert!(
        committed == sim_workload::schema::schema(),
        "run: cargo run -p sim-workload --example schema > workloads/workload.schema.json"
    );
}
