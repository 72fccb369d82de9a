//! Workload files: buffers, initialisation, launches, expectations.
pub mod arguments;
pub mod assertion;
pub mod contents;
mod counters;
pub mod device;
pub mod document;
pub mod element;
pub mod entries;
pub mod error;
pub mod expr;
pub mod file;
pub mod init;
pub mod parameters;
pub mod plan;
pub mod scalar;
pub mod schema;
mod text;
