//! Prints the JSON Schema of workload files:
//! `cargo run -p sim-workload --example schema > workloads/workload.schema.json`

fn main() {
    print!("{}", sim_workload::schema::schema());
}
