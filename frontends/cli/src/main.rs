//! The command line of the GPU simulator.

fn main() {}
