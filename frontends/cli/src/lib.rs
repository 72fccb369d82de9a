//! The command line of the GPU simulator: commands, reports, JSON.
//!
//! What: `sim run`, `sim tune`, `sim roofline`, `sim occupancy`, `sim disasm`, `sim gpus`, `sim metrics`,
//! `sim validate`.
//! Why this way: a run becomes plain data ([`view`]), and every output (text
//! [`report`], Nsight Compute's [`section`]s, JSON, CSV) is a function of that
//! data alone. Left out: anything that computes a counter (`sim_core::metrics`
//! does) and anything that touches the host program (`sim_workload` does).

pub mod accuracy;
pub mod advice;
pub mod args;
pub mod command;
mod convert;
pub mod csv;
pub mod curves;
pub mod failure;
pub mod format;
mod ideal;
pub mod json;
pub mod listing;
pub mod machine;
pub mod markdown;
pub mod measurement;
pub mod output;
pub mod picture;
pub mod progress;
pub mod report;
pub mod roofline;
pub mod section;
pub mod size;
pub mod table;
pub mod tune;
pub mod validation;
pub mod view;
