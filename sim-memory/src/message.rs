//! What an SM and the L2 say to each other.
//!
//! A message is small and names its data by a slot in the sending SM's
//! [`Payloads`]: the L2 reads store data from there and writes loaded values
//! and old values of atomics into it. Nothing is copied twice, and because the
//! slots are interior-mutable words, shards on several threads may fill
//! different slots of one SM at once. Each slot belongs to one request, and a
//! request to one shard, so no two threads touch the same slot.

pub use crate::inbox::Inbox;
pub use crate::line_payload::{LinePayload, LinePayloads};
pub use crate::outbox::Outbox;

use crate::atomic_operations::AtomicOperations;
use std::sync::atomic::{AtomicU32, Ordering};

/// log2 of the bytes of a cache line.
pub const LINE_SHIFT: u32 = 7;
/// Bytes of a cache line.
pub const LINE_BYTES: u32 = 128;
/// Bytes of a sector, the unit of transfer between L1, L2 and DRAM.
pub const SECTOR_BYTES: u32 = 32;
/// Sectors of a line.
pub const SECTORS_PER_LINE: u32 = 4;

/// Which sectors of a line, a bit each.
pub type SectorMask = u8;

/// What an SM asks of the L2. Every request speaks of one 128-byte line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RequestKind {
    /// A weak load: its values are bound, only time is asked for.
    Load,
    /// A strong, volatile or `.cg` load: the values are read at the L2.
    StrongLoad,
    /// A store of the payload's bytes; acknowledged.
    Store,
    /// An atomic that returns old values.
    Atomic,
    /// An atomic that returns nothing; acknowledged.
    Reduction,
    /// An instruction or constant line: a load without a payload.
    Code,
    /// A fence's own round trip, after all earlier writes are acknowledged.
    Fence,
}

impl RequestKind {
    /// Whether it asks for data and changes nothing.
    #[inline(always)]
    pub fn is_read(self) -> bool {
        matches!(
            self,
            RequestKind::Load | RequestKind::StrongLoad | RequestKind::Code
        )
    }

    /// Whether it changes memory and brings nothing back: all that its SM gets is word of it.
    #[inline(always)]
    pub fn is_posted(self) -> bool {
        matches!(self, RequestKind::Store | RequestKind::Reduction)
    }
}

/// A request on its way from an SM to the L2.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Request {
    /// The cycle in which it leaves the SM; later stages add to it.
    pub time: u64,
    /// The line: address >> 7.
    pub line: u64,
    /// The sending SM.
    pub sm: u16,
    /// What is asked.
    pub kind: RequestKind,
    /// The sectors asked for or written.
    pub sectors: SectorMask,
    /// The SM's own name for the request; comes back in the response.
    pub token: u32,
    /// The slot in the SM's [`Payloads`]: lines for `Store` and `StrongLoad`,
    /// atomics for `Atomic` and `Reduction`. A `Load`'s is the SM's own too:
    /// the [`Place`](crate::l1::Place) in the L1.
    pub payload: u32,
    /// The sectors of data that it brings.
    pub brings: u8,
    /// The byte masks that it brings beside them, each as long on its way as a sector.
    pub masks: u8,
}

impl Request {
    /// Whether it is what is left in the place of a store that was put off.
    #[inline(always)]
    pub fn is_nothing(&self) -> bool {
        self.sectors == 0 && self.kind == RequestKind::Store
    }
}

/// What an answer to a store or reduction tells its SM.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tells {
    /// It is done, and so its packets have left the network.
    All,
    /// Its packets have left the network; that it is done is told later.
    Room,
    /// It is done; that there is room has been told.
    Done,
}

impl Tells {
    /// Whether the write is done.
    #[inline(always)]
    pub fn done(self) -> bool {
        self != Tells::Room
    }

    /// Whether there is room for other packets now.
    #[inline(always)]
    pub fn room(self) -> bool {
        self != Tells::Done
    }
}

/// An answer on its way from the L2 to an SM.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Response {
    /// The cycle in which it arrives at the SM.
    pub time: u64,
    /// The line of the request.
    pub line: u64,
    /// The receiving SM.
    pub sm: u16,
    /// What was asked.
    pub kind: RequestKind,
    /// The sectors that came.
    pub sectors: SectorMask,
    /// The request's token.
    pub token: u32,
    /// The request's payload slot.
    pub payload: u32,
    /// What it tells, if it answers a store or reduction.
    pub tells: Tells,
}

/// What an atomic does to a word.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AtomicOp {
    /// `old + a`.
    Add,
    /// `min(old, a)`.
    Min,
    /// `max(old, a)`.
    Max,
    /// `old >= a ? 0 : old + 1`.
    Inc,
    /// `old == 0 || old > a ? a : old - 1`.
    Dec,
    /// `old & a`.
    And,
    /// `old | a`.
    Or,
    /// `old ^ a`.
    Xor,
    /// `a`.
    Exch,
    /// `old == a ? b : old`.
    Cas,
}

/// The type that an atomic works on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AtomicType {
    /// 32-bit unsigned.
    U32,
    /// 32-bit signed.
    S32,
    /// 64-bit unsigned.
    U64,
    /// 64-bit signed.
    S64,
    /// Single precision; subnormal results flushed, rounded to nearest.
    F32,
    /// Double precision, rounded to nearest.
    F64,
    /// Two halves.
    F16x2,
    /// Two bfloat16.
    Bf16x2,
}

impl AtomicType {
    /// Bytes of one operand.
    pub const fn bytes(self) -> u32 {
        match self {
            AtomicType::U32
            | AtomicType::S32
            | AtomicType::F32
            | AtomicType::F16x2
            | AtomicType::Bf16x2 => 4,
            AtomicType::U64 | AtomicType::S64 | AtomicType::F64 => 8,
        }
    }
}

/// The lanes of one atomic instruction that touch one line, in lane order.
#[derive(Debug)]
pub struct AtomicPayload {
    /// The line: address >> 7.
    pub line: u64,
    /// The operation.
    pub op: AtomicOp,
    /// The operand type.
    pub ty: AtomicType,
    /// How many lanes.
    pub count: u8,
    /// What the L2 has to do.
    pub operations: AtomicOperations,
    /// Each lane's number in its warp.
    pub lanes: [u8; 32],
    /// Each lane's byte offset in the line.
    pub offsets: [u8; 32],
    /// Operand `a`, low words; after execution the old values.
    pub a: [AtomicU32; 32],
    /// Operand `a`, high words of 64-bit types; after execution likewise.
    pub a_high: [AtomicU32; 32],
    /// Operand `b` (the new value of a compare-and-swap), low words.
    pub b: [u32; 32],
    /// Operand `b`, high words.
    pub b_high: [u32; 32],
}

impl Default for AtomicPayload {
    fn default() -> AtomicPayload {
        AtomicPayload {
            line: 0,
            op: AtomicOp::Add,
            ty: AtomicType::U32,
            count: 0,
            operations: AtomicOperations::default(),
            lanes: [0; 32],
            offsets: [0; 32],
            a: Default::default(),
            a_high: Default::default(),
            b: [0; 32],
            b_high: [0; 32],
        }
    }
}

/// The slots of one SM that its requests in flight refer to.
#[derive(Debug, Default)]
pub struct Payloads {
    /// Store data and strong-load results.
    pub lines: LinePayloads,
    /// Atomics and reductions.
    pub atomics: Vec<AtomicPayload>,
}

/// Reads a payload word.
#[inline(always)]
pub fn get(word: &AtomicU32) -> u32 {
    word.load(Ordering::Relaxed)
}

/// Writes a payload word.
#[inline(always)]
pub fn set(word: &AtomicU32, value: u32) {
    word.store(value, Ordering::Relaxed);
}
