//! The architectures that PTX can be written for.

use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// Compute capabilities from Volta to Hopper, in tenths, that PTX 7.8 knows.
const KNOWN: [u32; 8] = [70, 72, 75, 80, 86, 87, 89, 90];

/// An architecture: `sm_90`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Target(u32);

impl Target {
    /// Hopper, for which our own compiler makes code.
    pub const SM_90: Target = Target(90);

    /// The best target for a device of this compute capability; `None` before Volta. PTX runs
    /// on later devices than its target's.
    pub fn for_device(major: u32, minor: u32) -> Option<Target> {
        let capability = major.saturating_mul(10).saturating_add(minor);
        let known = KNOWN.into_iter().rev();
        known.map(Target).find(|target| target.0 <= capability)
    }

    /// Its compute capability in tenths.
    pub fn number(self) -> u32 {
        self.0
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "sm_{}", self.0)
    }
}

/// A target that there is not.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("no target `{0}`: there are sm_70, sm_72, sm_75, sm_80, sm_86, sm_87, sm_89 and sm_90")]
pub struct NoSuchTarget(String);

impl FromStr for Target {
    type Err = NoSuchTarget;

    fn from_str(text: &str) -> Result<Target, NoSuchTarget> {
        let number = text.strip_prefix("sm_").and_then(|n| n.parse().ok());
        let known = number.filter(|number| KNOWN.contains(number));
        known.map(Target).ok_or_else(|| NoSuchTarget(text.into()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_target_is_read_as_it_is_written() {
        for number in KNOWN {
            let target = Target(number);
            assert_eq!(target.to_string().parse(), Ok(target));
        }
        for wrong in ["sm_60", "90", "sm_", "sm_90a", ""] {
            assert!(wrong.parse::<Target>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_device_takes_the_latest_target_that_it_understands() {
        let number = |major, minor| Target::for_device(major, minor).map(Target::number);
        assert_eq!(number(9, 0), Some(90));
        assert_eq!(number(8, 8), Some(87));
        assert_eq!(number(12, 0), Some(90));
        assert_eq!(number(6, 1), None);
    }
}
