//! The L2 cache: slices on two sides, in shards that run alone.

mod behind;
mod coalescer;
mod config;
mod costs;
mod due;
mod launch;
mod packet;
mod queue;
mod shard;
mod slice;

pub use coalescer::Coalescer;
pub use config::{L2Config, L2Counters};
pub use due::Due;
pub use packet::Packet;
pub use shard::{Context, Shard};
