//! Launches that are meant to fault.

use crate::file::Faulty;
use crate::outcome::LaunchFault;
use sim_core::engine::LaunchError;
use sim_core::fault::FaultKind;

impl Faulty {
    /// Whether a launch went wrong in this way.
    pub(crate) fn is(self, fault: &LaunchFault) -> bool {
        match &fault.error {
            LaunchError::Fault(_) if fault.assertion.is_some() => self == Faulty::Assertion,
            LaunchError::Fault(fault) => Some(self) == Faulty::of(&fault.kind),
            _ => false,
        }
    }

    /// Which of them a fault is; a limit that is reached says nothing of the kernel, and no
    /// program is meant to leave its code.
    fn of(kind: &FaultKind) -> Option<Faulty> {
        match kind {
            FaultKind::Livelock { .. } => Some(Faulty::Livelock),
            FaultKind::Deadlock { .. } => Some(Faulty::Deadlock),
            FaultKind::OutOfBounds { .. }
            | FaultKind::SharedOutOfBounds { .. }
            | FaultKind::LocalOutOfBounds { .. } => Some(Faulty::OutOfBounds),
            FaultKind::Misaligned { .. } => Some(Faulty::Misaligned),
            FaultKind::Trap => Some(Faulty::Trap),
            FaultKind::BadTarget { .. } | FaultKind::LimitReached { .. } => None,
        }
    }
}
