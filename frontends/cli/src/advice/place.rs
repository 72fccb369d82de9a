//! Where a piece of advice applies: a source line, an instruction, or the launch.

use std::collections::BTreeMap;

use crate::view::{Access, AccessKind, Instruction, Launch, Source};

/// Where a piece of advice applies.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Place {
    /// A line of the source.
    Line(Source),
    /// An instruction of a kernel without source.
    Instruction {
        /// The kernel.
        kernel: String,
        /// Byte address.
        pc: u32,
        /// The text.
        sass: String,
    },
    /// How a kernel is launched.
    Launch {
        /// The kernel.
        kernel: String,
        /// Blocks.
        grid: [u32; 3],
        /// Threads of a block.
        block: [u32; 3],
    },
}

impl Place {
    /// Where an instruction comes from.
    pub fn of(launch: &Launch, instruction: &Instruction) -> Place {
        match &instruction.source {
            Some(source) => Place::Line(source.clone()),
            None => Place::Instruction {
                kernel: launch.kernel.clone(),
                pc: instruction.pc,
                sass: instruction.sass.clone(),
            },
        }
    }

    /// The launch as a whole.
    pub fn whole(launch: &Launch) -> Place {
        Place::Launch {
            kernel: launch.kernel.clone(),
            grid: launch.grid,
            block: launch.block,
        }
    }
}

impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Place::Line(Source { file, line, text }) => write!(f, "{file}:{line}  {text}"),
            Place::Instruction { kernel, pc, sass } => write!(f, "{kernel}+{pc:#06x}  {sass}"),
            Place::Launch {
                kernel,
                grid,
                block,
            } => write!(
                f,
                "launch of {kernel}, grid {}, block {}",
                crate::format::dimensions(*grid),
                crate::format::dimensions(*block)
            ),
        }
    }
}

/// The accesses of each kind at each place, summed over its instructions.
pub fn accesses(launch: &Launch) -> BTreeMap<(Place, AccessKind), Access> {
    let mut places = BTreeMap::new();
    for (instruction, access) in launch.accesses() {
        let key = (Place::of(launch, instruction), access.kind);
        places
            .entry(key)
            .and_modify(|sum| add(sum, access))
            .or_insert(access);
    }
    places
}

fn add(sum: &mut Access, other: Access) {
    let Access {
        kind: _,
        requests,
        sectors,
        ideal_sectors,
        wavefronts,
        ideal_wavefronts,
    } = other;
    sum.requests += requests;
    sum.sectors += sectors;
    sum.ideal_sectors += ideal_sectors;
    sum.wavefronts += wavefronts;
    sum.ideal_wavefronts += ideal_wavefronts;
}
