//! All tests of the compiler through its public interface, in one program: it links once, and they run side by side.

mod agree;
mod common;
mod cuda;
mod functions;
mod halves;
mod hazards;
mod listings;
mod ptx;
mod random;
