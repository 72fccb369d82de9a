//! Workload files: buffers, initialisation, launches, expectations, claims.
//!
//! The host program that all front ends share. A [`document`] is a file as it was read; a
//! [`plan`] is what it means, with every number computed, every expression compiled and every
//! name found; [`host::run`] allocates, initialises, launches in order, and checks. So whatever
//! is wrong with a file is said before anything is simulated, with its place in the file.
//!
//! Expressions come in two kinds. Single numbers (sizes, grids, arguments, assertions on
//! counters) are evaluated as a tree ([`scalar`]); expressions over the index of a buffer's
//! elements are compiled to bytecode and run on all threads ([`expr`]).
//!
//! Left out for now: copies between buffers, streams, several devices.

pub mod arguments;
pub mod assertion;
mod checker;
pub mod claim;
pub mod contents;
pub mod counters;
pub mod device;
pub mod document;
pub mod element;
pub mod entries;
pub mod error;
pub mod expr;
pub mod failed;
mod faulty;
pub mod file;
pub mod host;
pub mod init;
pub mod kernels;
pub mod outcome;
pub mod parameters;
pub mod plan;
pub mod printf;
mod ready;
pub mod scalar;
pub mod schema;
pub mod sweep;
pub mod symbols;
mod text;
pub mod written;
