//! Where a piece of advice applies: a source line, an instruction, or the launch.

use std::collections::{BTreeMap, BTreeSet};

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

/// The accesses of one source line, or all alike of a kernel without source.
pub struct Group {
    /// Where they are.
    pub place: Place,
    /// What kinds there are among them.
    kinds: BTreeSet<AccessKind>,
    /// Their sum; its kind is that of one of them.
    pub sum: Access,
}

impl Group {
    /// The kinds in words: `global load and global store`.
    pub fn words(&self) -> String {
        let words: Vec<_> = self.kinds.iter().map(|kind| kind.words()).collect();
        words.join(" and ")
    }

    /// A quotient per request, with one decimal.
    pub fn per_request(&self, count: u64) -> String {
        crate::format::fixed(count as f64 / self.sum.requests as f64, 1)
    }

    fn of(launch: &Launch, instruction: &Instruction, access: Access) -> Group {
        Group {
            place: Place::of(launch, instruction),
            kinds: BTreeSet::from([access.kind]),
            sum: access,
        }
    }

    fn add(&mut self, access: Access) {
        self.place.one_more();
        self.kinds.insert(access.kind);
        add(&mut self.sum, access);
    }
}

/// The accesses of a launch that `wasteful` picks, by source line.
pub fn accesses(launch: &Launch, wasteful: impl Fn(&Access) -> bool) -> Vec<Group> {
    let mut groups: BTreeMap<Option<&Source>, Group> = BTreeMap::new();
    for (instruction, access) in launch.accesses().filter(|(_, access)| wasteful(access)) {
        groups
            .entry(instruction.source.as_ref())
            .and_modify(|group| group.add(access))
            .or_insert_with(|| Group::of(launch, instruction, access));
    }
    groups.into_values().collect()
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
