//! Kernels that use one part of the language each: what the simulated machine makes of the
//! compiled code equals what the interpreter makes of the optimised kernel, byte by byte, and
//! the code is free of hazards.

mod assignments;
mod both;
mod constants;
mod halves;
mod lanes;
mod loops;
mod memory;
mod numbers;
mod registers;
