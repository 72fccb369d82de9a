//! What architectures before sm_90 encode or print otherwise.

use super::{Choice, Kind};
use crate::arch::Arch;

/// The code of what an architecture lacks: it fits no field.
const NO_CODE: u8 = 99;

impl Choice {
    /// The choice as an architecture has it. Before sm_80 the ordering of an
    /// access also names the scope where it is weak.
    pub(crate) fn on(self, arch: Arch, kind: Kind) -> Choice {
        match kind {
            Kind::MemOrder if arch < Arch::Sm80 => self.turing_order(),
            Kind::MufuType if arch < Arch::Sm90 => self.older_mufu(),
            Kind::AtomFloat if arch < Arch::Sm90 => self.older_atomic(),
            Kind::AtomType if arch < Arch::Sm90 && self.text == "S64" => Choice { code: 5, ..self },
            Kind::AtomType if arch < Arch::Sm90 && self.text == "128" => Choice {
                code: NO_CODE,
                ..self
            },
            Kind::PackTo if arch < Arch::Sm89 && self.text == "F16" => Choice { text: "", ..self },
            Kind::PackAb if arch < Arch::Sm89 => Choice {
                text: "PACK_AB",
                ..self
            },
            Kind::DmmaShape if arch < Arch::Sm90 => Choice {
                text: "884",
                ..self
            },
            Kind::PackMerge if arch < Arch::Sm89 => Choice {
                text: "MERGE_C",
                ..self
            },
            _ => self,
        }
    }

    /// Before sm_90 bit 73 means half precision.
    fn older_mufu(self) -> Choice {
        let code = [0, 2, 1][usize::from(self.code)];
        Choice { code, ..self }
    }

    /// Before sm_90 float atomics are types of the integer ones.
    fn older_atomic(self) -> Choice {
        let code = match self.text {
            "F32.FTZ.RN" => 3,
            "F16x2.RN" => 4,
            "F64.RN" => 6,
            _ => NO_CODE,
        };
        Choice { code, ..self }
    }

    fn turing_order(self) -> Choice {
        let (code, text) = match self.text {
            "" => (7, "SYS"),
            "CONSTANT" => (3, "CONSTANT.SYS"),
            "STRONG.CTA" => (8, "STRONG.CTA"),
            "STRONG.SM" => (9, "STRONG.SM"),
            "STRONG.GPU" => (10, "STRONG.GPU"),
            "STRONG.SYS" => (11, "STRONG.SYS"),
            "MMIO.SYS" => (15, "MMIO.SYS"),
            other => (self.code, other),
        };
        Choice { code, text }
    }
}
