//! What travels inside the memory system: half a line of the host's cache.

use crate::message::{Request, RequestKind, Response, SectorMask, Tells};

/// A request between the GPC's port and the L2, and its answer on the way
/// back.
#[derive(Clone, Copy, Debug)]
pub struct Packet {
    /// When it reaches the next component.
    pub time: u64,
    /// The line: address >> 7.
    pub line: u64,
    /// Its place among the requests of its GPC, which is that of
    /// (time, SM, sequence), modulo 2^32.
    pub order: u32,
    /// The request's token.
    pub token: u32,
    /// The request's payload slot.
    pub payload: u32,
    /// The sending SM.
    pub sm: u16,
    /// What is asked.
    pub kind: RequestKind,
    /// Sectors (4 bits), then [`RIDER`] or [`TOLD`], [`NEAR`], [`HOME`] and
    /// [`ROOM`].
    state: u8,
}

/// Sectors asked for or written.
const SECTORS: u8 = 0xf;
/// It rides with an earlier request of its GPC, or waits for a copy that is on its way: it costs nothing.
const RIDER: u8 = 1 << 4;
/// Of a store or reduction: its SM has been told that it has left the network.
const TOLD: u8 = RIDER;
/// The side at which it enters.
const NEAR: u8 = 1 << 5;
/// The side of its home.
const HOME: u8 = 1 << 6;
/// An answer to a store or reduction that has left the network and is not done yet.
const ROOM: u8 = 1 << 7;

impl Packet {
    /// A request that has passed its GPC's port.
    #[inline(always)]
    pub fn new(request: &Request, order: u32) -> Packet {
        Packet {
            time: request.time,
            line: request.line,
            order,
            token: request.token,
            payload: request.payload,
            sm: request.sm,
            kind: request.kind,
            state: request.sectors & SECTORS,
        }
    }

    /// The same at another time.
    #[inline(always)]
    pub fn at(&self, time: u64) -> Packet {
        Packet { time, ..*self }
    }

    /// The sectors asked for or written.
    #[inline(always)]
    pub fn sectors(&self) -> SectorMask {
        self.state & SECTORS
    }

    /// Whether it costs nothing, because what it asks for is on its way.
    #[inline(always)]
    pub fn rides(&self) -> bool {
        self.state & RIDER != 0
    }

    /// The side at which it enters.
    #[inline(always)]
    pub fn near(&self) -> u8 {
        u8::from(self.state & NEAR != 0)
    }

    /// The side of its home.
    #[inline(always)]
    pub fn home(&self) -> u8 {
        u8::from(self.state & HOME != 0)
    }

    /// Lets it ride with an earlier one.
    #[inline(always)]
    pub fn ride(&mut self, rides: bool) {
        self.state |= if rides { RIDER } else { 0 };
    }

    /// Sets its sides.
    #[inline(always)]
    pub fn enter(&mut self, near: u8, home: u8) {
        self.state |= if near == 0 { 0 } else { NEAR };
        self.state |= if home == 0 { 0 } else { HOME };
    }

    /// Notes that the SM is told at `time` that its store or reduction has left the network; returns
    /// the answer that tells it.
    #[inline(always)]
    pub fn tell_room(&mut self, time: u64) -> Packet {
        let state = self.state | ROOM;
        self.state |= TOLD;
        Packet {
            time,
            state,
            ..*self
        }
    }

    /// What the packet tells, an answer now.
    #[inline(always)]
    fn tells(&self) -> Tells {
        match (self.state & ROOM != 0, self.state & TOLD != 0) {
            (true, _) => Tells::Room,
            (false, true) if self.kind.is_posted() => Tells::Done,
            _ => Tells::All,
        }
    }

    /// What the SM gets when the packet, an answer now, arrives there.
    #[inline(always)]
    pub fn response(&self) -> Response {
        Response {
            time: self.time,
            line: self.line,
            sm: self.sm,
            kind: self.kind,
            sectors: self.sectors(),
            token: self.token,
            payload: self.payload,
            tells: self.tells(),
        }
    }
}
