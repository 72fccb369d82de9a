//! Launches that are meant to fault.

use crate::file::Faulty;
use sim_core::engine::LaunchError;
use sim_core::fault::FaultKind;

impl Faulty {
    /// Whether a launch went wrong in this way.
    pub(crate) fn is(self, error: &LaunchError) -> bool {
        let LaunchError::Fault(fault) = error else {
            return false;
        };
        Some(self) == Faulty::of(&fault.kind)
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
