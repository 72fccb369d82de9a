//! All tests of the command and its reports but the recorded ones (`cmd`, which changes its
//! folder), in one program: it links once, and they run side by side.

mod accuracy;
mod advice;
mod cli;
mod common;
mod curves;
mod json;
mod report;
mod tune;
mod validate;
