//! All tests of the core through its public interface, in one program: it links once, and they run side by side.

mod architectures;
mod assembly;
mod copies;
mod exchange;
mod floats;
mod gpus;
mod halves;
mod hangs;
mod hardware;
mod integers;
mod litmus;
mod machine;
mod matrices;
mod occupancy;
mod packed;
mod shuffles;
mod standing;
mod support;
mod truth;
