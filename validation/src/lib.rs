//! Truth sets: what a real GPU did, and how far the simulator is from it.
//!
//! What: [`truth`] reads a set's cases and measurements, [`select`] picks
//! cases, [`prepare`] makes one ready as it was launched on the GPU, [`run`]
//! launches it in the simulator, [`suite`] does so for many side by side,
//! [`compare`] holds both answers of a case beside each other, [`summary`]
//! those of all cases. [`paths`] tells the distance of our compiler from that of
//! the model. [`measure`] makes sets on a real GPU, which is a [`device`]. Why
//! this way: the same folder drives simulator and GPU, so a prediction and a
//! measurement always speak of the same launch.

pub mod accuracy;
pub mod arguments;
pub mod compare;
pub mod device;
pub mod error;
pub mod exact;
pub mod ledger;
pub mod measure;
pub mod paths;
pub mod prepare;
pub mod run;
pub mod select;
pub mod suite;
pub mod summary;
pub mod truth;
