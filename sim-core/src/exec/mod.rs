//! Functional execution of whole warps.
//!
//! A [`sim_isa::Program`] is lowered once per launch to micro-operations
//! ([`Uop`]): register operands become row numbers, constant operands their
//! values, modifiers the variants of one enum, so that the core neither looks
//! up nor decodes anything while it runs. The SM owns time; this module owns
//! values:
//!
//! - [`LoweredKernel`] is the program as the SM runs it, [`ConstantBanks`] what
//!   a launch puts into constant memory;
//! - [`WarpState`] holds a warp's registers and predicates, [`WarpControl`]
//!   which of its lanes stand where;
//! - [`Executor`] carries out an instruction whose effect stays inside the
//!   registers, [`address`](WarpState::addresses) and the load and store
//!   functions move values between registers and memory at a moment that the
//!   SM chooses.
//!
//! Left out: time, memory, and everything between warps (barriers count their
//! arrivals in the SM).

mod access;
mod constants;
mod control;
mod execute;
mod fragment;
mod lower;
mod memory_op;
mod mufu;
mod rows;
mod shared;
mod uop;
mod warp;

pub use access::{GENERIC_LOCAL, GENERIC_SHARED, resolve_generic};
pub use constants::ConstantBanks;
pub(crate) use control::lanes_where;
pub use control::{Reconvergence, Step, Waiting, WaitingGroup, WarpControl, WarpStatus};
pub use execute::Executor;
pub(crate) use lower::is_exclusive;
pub use lower::{LowerError, LowerErrorKind, LoweredKernel};
pub use memory_op::{AddressOf, CacheOp, CopyTo, Generic, MemKind, MemOp, Scope, Space, Width};
pub use rows::Row;
pub use shared::{SharedFault, SharedFaultKind, SharedMemory};
pub use uop::*;
pub use warp::{BlockPlace, Env, WarpState};
