//! What travels inside the memory system.

use crate::message::{Request, RequestKind, Response, SectorMask};

/// A request between the GPC's port and the L2.
#[derive(Clone, Copy, Debug)]
pub struct Packet {
    /// When it reaches the next component.
    pub time: u64,
    /// Its place among the requests of its GPC, which is that of
    /// (time, SM, sequence): unique within the GPC.
    pub order: u64,
    /// The line: address >> 7.
    pub line: u64,
    /// The line's number within its home slice.
    pub local: u64,
    /// The request's token.
    pub token: u32,
    /// The request's payload slot.
    pub payload: u32,
    /// The sending SM.
    pub sm: u16,
    /// The SM's GPC.
    pub gpc: u8,
    /// The side at which it enters.
    pub near: u8,
    /// The side of its home.
    pub home: u8,
    /// What is asked.
    pub kind: RequestKind,
    /// The sectors asked for or written.
    pub sectors: SectorMask,
    /// The GPC's coalescer found the same line in flight: it costs nothing.
    pub rider: bool,
}

impl Packet {
    /// A request that has passed its GPC's port.
    pub fn new(request: &Request, gpc: u8, order: u64) -> Packet {
        Packet {
            time: request.time,
            order,
            line: request.line,
            local: 0,
            token: request.token,
            payload: request.payload,
            sm: request.sm,
            gpc,
            near: 0,
            home: 0,
            kind: request.kind,
            sectors: request.sectors,
            rider: false,
        }
    }

    /// The answer to it.
    pub fn answer(&self, time: u64) -> Answer {
        Answer {
            order: self.order,
            rider: self.rider,
            response: Response {
                time,
                line: self.line,
                sm: self.sm,
                kind: self.kind,
                sectors: self.sectors,
                token: self.token,
                payload: self.payload,
            },
        }
    }
}

/// An answer between the L2 and the GPC's port.
#[derive(Clone, Copy, Debug)]
pub struct Answer {
    /// The packet's place among those of its GPC.
    pub order: u64,
    /// It shares another answer's data.
    pub rider: bool,
    /// What the SM will get.
    pub response: Response,
}
