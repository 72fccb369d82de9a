//! The L2 cache: slices on two sides, in shards that run alone and share links by twos.

mod behind;
mod coalescer;
mod config;
mod costs;
mod due;
mod launch;
mod link;
mod packet;
mod queue;
mod shard;
mod slice;

pub use coalescer::Coalescer;
pub use config::{L2Config, L2Counters};
pub use due::Due;
pub(crate) use link::WINDOW;
pub use packet::Packet;
pub use shard::{Context, Shard};
