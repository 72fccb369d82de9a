//! Where a piece of advice applies: a source line, an instruction, or the launch.

use std::collections::BTreeMap;

use crate::view::{Access, AccessKind, Instruction, Launch, Source};

/// Where a piece of advice applies.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Place {
    /// A line of the source.
    Line(Source),
    /// Instructions of a kernel without source.
    Instructions {
        /// The kernel.
        kernel: String,
        /// Byte address of the first.
        pc: u32,
        /// Its text.
        sass: String,
        /// How many more there are.
        more: usize,
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
            None => Place::Instructions {
                kernel: launch.kernel.clone(),
                pc: instruction.pc,
                sass: instruction.sass.clone(),
                more: 0,
            },
        }
    }

    /// Counts one more instruction without source.
    fn one_more(&mut self) {
        if let Place::Instructions { more, .. } = self {
            *more += 1;
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
            Place::Instructions {
                kernel,
                pc,
                sass,
                more,
            } => {
                write!(f, "{kernel}+{pc:#06x}  {sass}")?;
                match more {
                    0 => Ok(()),
                    more => write!(f, "  (and {more} more like it)"),
                }
            }
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

/// The accesses of a launch that `wasteful` picks, summed by source line and
/// kind; those of a kernel without source by kind alone.
pub fn accesses(launch: &Launch, wasteful: impl Fn(&Access) -> bool) -> Vec<(Place, Access)> {
    let mut sums: BTreeMap<(Option<&Source>, AccessKind), (Place, Access)> = BTreeMap::new();
    for (instruction, access) in launch.accesses().filter(|(_, access)| wasteful(access)) {
        sums.entry((instruction.source.as_ref(), access.kind))
            .and_modify(|(place, sum)| {
                place.one_more();
                add(sum, access);
            })
            .or_insert_with(|| (Place::of(launch, instruction), access));
    }
    sums.into_values().collect()
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
