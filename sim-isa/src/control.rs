//! The control information that the compiler leaves in every instruction.

/// Stall count, yield hint and dependence counters: what the hardware obeys
/// instead of checking fixed-latency hazards itself.
///
/// Bits 105…125 of the encoding (reference: Jia et al., "Dissecting the NVIDIA
/// Volta GPU Architecture via Microbenchmarking", section 2.1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Control {
    /// Cycles until the warp may issue its next instruction, 0…15.
    pub stall: u8,
    /// Whether the scheduler should prefer another warp next.
    pub yield_hint: bool,
    /// The dependence counter that is released when the result is written, 0…5.
    pub write_barrier: Option<u8>,
    /// The dependence counter that is released when the sources are read, 0…5.
    pub read_barrier: Option<u8>,
    /// The counters that must be zero before the instruction issues, a bit each.
    pub wait_mask: u8,
}

impl Control {
    /// One cycle, no counters.
    pub const NEW: Control = Control {
        stall: 1,
        yield_hint: false,
        write_barrier: None,
        read_barrier: None,
        wait_mask: 0,
    };
}

impl Default for Control {
    fn default() -> Control {
        Control::NEW
    }
}
