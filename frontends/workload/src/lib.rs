//! Workload files: buffers, initialisation, launches, expectations.
pub mod element;
pub mod expr;
pub mod init;
pub mod scalar;
pub mod suggest;
