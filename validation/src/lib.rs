//! Truth sets: what a real GPU did, and how far the simulator is from it.
//!
//! What: [`truth`] reads a set's cases and measurements, [`prepare`] makes a
//! case ready as it was launched on the GPU, [`run`] launches it in the
//! simulator, [`compare`] holds both answers side by side. Why this way: the same folder drives simulator and GPU, so a
//! prediction and a measurement always speak of the same launch.
//!
//! Left out so far: the runner on a real GPU, and the report over a whole set.

pub mod arguments;
pub mod compare;
pub mod error;
pub mod exact;
pub mod prepare;
pub mod run;
pub mod truth;
