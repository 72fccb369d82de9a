//! The JSON Schema of workload files, generated from the types that read them.
//!
//! RON writes the same data in its own way: a structure as `Name(field: value)` or
//! `(field: value)`, a variant as `Name(…)`; the schema describes the data.

use crate::file::Workload;

/// The schema, as it is committed in `workloads/workload.schema.json`.
pub fn schema() -> String {
    let schema = schemars::schema_for!(Workload);
    let mut text = serde_json::to_string_pretty(&schema).expect("a schema is plain JSON");
    text.push('\n');
    text
}
