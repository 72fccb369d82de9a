//! Operations that move a warp's lanes.

/// An instruction that moves the warp's lanes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum ControlOp {
    /// BRA: the guarded lanes go to `target`. `meet` is the immediate
    /// post-dominator of a branch that can diverge ([`NEVER`] if there is
    /// none), for the reconvergence stack.
    Branch { target: u32, meet: u32 },
    /// BRA.DIV: all running lanes go to `target` if those that pass the guard are not those of
    /// `b`; BRA.CONV (`converged`): if they are.
    BranchIfDiverged { target: u32, converged: bool },
    /// BRA.U.ANY: all running lanes go to `target` if any passes the guard.
    BranchIfAny { target: u32 },
    /// BRX, RET: each lane goes to its register pair `a` plus `base` bytes.
    Indirect { base: i64, meet: u32 },
    /// CALL.REL.
    Call { target: u32 },
    /// The guarded lanes end.
    Exit,
    /// NANOSLEEP: the lanes yield; a warp without other lanes to run sleeps for
    /// about `a` nanoseconds.
    Sleep,
    /// BPT.TRAP: the kernel stops with a fault if any lane passes the guard.
    Trap,
    /// An instruction of the convergence barriers.
    Converge(ConvergeOp),
}

/// An instruction that brings diverged lanes together again.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum ConvergeOp {
    /// BSSY: the running lanes will meet; `barrier` remembers them.
    Bssy { barrier: u8 },
    /// BSYNC: waits for the lanes of `barrier`.
    Bsync { barrier: u8 },
    /// BREAK: the guarded lanes leave `barrier`.
    Break { barrier: u8 },
    /// WARPSYNC with the mask `a`.
    WarpSync,
    /// WARPSYNC.EXCLUSIVE with the mask `a`: lanes of one mask at a time run on.
    /// On a reconvergence stack they meet at `meet`.
    WarpSyncExclusive { meet: u32 },
    /// WARPSYNC.ALL.
    WarpSyncAll,
    /// WARPSYNC.COLLECTIVE with the mask `a`; the lanes go to `resume` when
    /// ENDCOLLECTIVE ends it.
    Collective { resume: u32 },
    /// ENDCOLLECTIVE.
    EndCollective,
    /// YIELD.
    Yield,
    /// WARPSYNC.COLLECTIVE of all lanes.
    CollectiveAll { resume: u32 },
    /// BMOV.CLEAR of a barrier whose lanes nobody asks for.
    Clear { barrier: u8 },
    /// BMOV: `d` = the lanes of `barrier`, which with `clear` has none then.
    Save { barrier: u8, clear: bool },
    /// BMOV: the lanes of `barrier` = `b`.
    Restore { barrier: u8 },
}

/// No instruction.
pub const NEVER: u32 = u32::MAX;
