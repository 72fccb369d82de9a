//! Truth sets: what a real GPU did, and how far the simulator is from it.
