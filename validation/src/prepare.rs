//! A case made ready: device memory filled, program decoded, parameters packed.
//!
//! Buffers are allocated in the order of the case, then the module's own device
//! variables, among which those buffers lie that are variables. Addresses therefore depend on the case alone.

use crate::arguments::pack;
use crate::compare::BufferState;
use crate::error::CaseError;
use crate::truth::{self, Buffer, Case, Contents, Place, Source, Sum, TruthSet, words};
use indexmap::IndexMap;
use rayon::prelude::*;
use sim_core::launch::LaunchSpec;
use sim_cubin::{CubinError, Module, Space, Variable};
use sim_isa::Program;
use sim_memory::image::{AllocationId, Memory};
use sim_workload::device::{download, sha, upload};
use sim_workload::document::Document;
use sim_workload::init::Pattern;
use sim_workload::kernels::Loader;
use std::ops::Range;
use std::sync::atomic::Ordering;

/// A case ready to launch; its buffers lie in the device memory it was made in.
#[derive(Debug)]
pub struct Prepared<'a> {
    case: &'a Case,
    /// The kernel.
    pub program: Program,
    /// The parameters' bytes.
    pub params: Vec<u8>,
    /// The buffers that lie among the module's device variables, as bytes of those.
    variables: IndexMap<String, Range<usize>>,
}

/// The name under which a module's device variables are allocated.
const VARIABLES: &str = "device variables";
/// Bytes that are computed at a time: a multiple of every element.
const SLAB_BYTES: usize = 32 << 20;

impl<'a> Prepared<'a> {
    /// Reads the cubin, fills the buffers in `memory`, packs the arguments.
    pub fn new(
        set: &TruthSet,
        case: &'a Case,
        memory: &mut Memory,
    ) -> Result<Prepared<'a>, CaseError> {
        let mut module = module(set, case)?;
        let variables = placed(case, &module)?;
        fill_buffers(set, case, memory, |name| !case.variables.contains_key(name))?;
        set_constants(set, case, &mut module)?;
        let globals = place_variables(set, case, &module, &variables, memory)?;
        let program = module.program(&case.kernel, globals);
        let program = program.map_err(|source| in_cubin(case, source))?;
        let ready = Prepared::with(case, program, memory)?;
        Ok(Prepared { variables, ..ready })
    }

    /// The same launch of what our own compiler makes of the case's source.
    pub fn from_source(
        set: &TruthSet,
        case: &'a Case,
        source: &Source,
        memory: &mut Memory,
    ) -> Result<Prepared<'a>, CaseError> {
        let document = Document::read(&set.folder.join(&source.file))?;
        let kernels = &document.workload.kernels.0;
        let named = kernels
            .iter()
            .position(|(name, _)| name.as_str() == source.kernel);
        let kernel = named.ok_or_else(|| CaseError::NoSuchKernel {
            case: case.name.clone(),
            kernel: source.kernel.clone(),
            file: source.file.clone(),
        })?;
        fill_buffers(set, case, memory, |_| true)?;
        let mut loaded = Loader::new(&document).load(kernel, Some(memory))?;
        loaded.refresh_constants(memory);
        Prepared::with(case, loaded.program, memory)
    }

    fn with(case: &'a Case, program: Program, memory: &Memory) -> Result<Prepared<'a>, CaseError> {
        let address = |name: &str| memory.find(name).map_or(0, |id| memory.base(id));
        let params = pack(case, &program.params, address)?;
        Ok(Prepared {
            case,
            program,
            params,
            variables: IndexMap::new(),
        })
    }

    /// The launch.
    pub fn spec(&self) -> LaunchSpec<'_> {
        LaunchSpec {
            name: &self.case.name,
            program: &self.program,
            grid: self.case.grid,
            block: self.case.block,
            dynamic_shared: self.case.dyn_smem,
            params: &self.params,
            carveout: self.case.carveout,
        }
    }

    /// Each checked buffer as it is now, hashed where it lies.
    pub fn checked(&self, memory: &Memory) -> Vec<BufferState> {
        let state = |name: &String| {
            let (sha, sum) = match self.variables.get(name) {
                Some(range) => {
                    let all = download(memory, memory.find(VARIABLES)?);
                    let bytes = all.get(range.clone())?;
                    (truth::sha(bytes), Sum::of(words(bytes)))
                }
                None => {
                    let id = memory.find(name)?;
                    let words = memory.words(id).iter();
                    let words = words.map(|word| word.load(Ordering::Relaxed));
                    (sha(memory, id), Sum::of(words))
                }
            };
            let name = name.clone();
            Some(BufferState { name, sha, sum })
        };
        self.case.check.par_iter().filter_map(state).collect()
    }
}

fn module(set: &TruthSet, case: &Case) -> Result<Module, CaseError> {
    let bytes = truth::read(&set.folder.join(&case.cubin))?;
    Module::parse(&bytes).map_err(|source| in_cubin(case, source))
}

fn in_cubin(case: &Case, source: CubinError) -> CaseError {
    CaseError::Cubin {
        cubin: case.cubin.clone(),
        source,
    }
}

fn allocate(
    case: &Case,
    memory: &mut Memory,
    name: &str,
    bytes: u64,
) -> Result<AllocationId, CaseError> {
    let failed = |source| CaseError::Memory {
        case: case.name.clone(),
        source,
    };
    memory.allocate(name, bytes, 1).map_err(failed)?;
    Ok(memory.find(name).expect("it was allocated just now"))
}

/// Allocates those of the case's buffers that are wanted, in its order, and gives them their
/// contents.
fn fill_buffers(
    set: &TruthSet,
    case: &Case,
    memory: &mut Memory,
    wanted: impl Fn(&str) -> bool,
) -> Result<(), CaseError> {
    for (name, buffer) in case.buffers.iter().filter(|(name, _)| wanted(name)) {
        let id = allocate(case, memory, name, buffer.bytes)?;
        initialise(set, buffer, memory, id)?;
    }
    Ok(())
}

/// Gives a buffer, still zero, its contents; a shorter file leaves the rest zero.
fn initialise(
    set: &TruthSet,
    buffer: &Buffer,
    memory: &mut Memory,
    id: AllocationId,
) -> Result<(), CaseError> {
    match buffer.init.contents(&set.folder)? {
        Contents::Pattern(Pattern::Zero) => {}
        Contents::Pattern(pattern) => fill(pattern, buffer.bytes as usize, memory, id),
        Contents::Bytes(bytes) => {
            let used = bytes.len().min(buffer.bytes as usize);
            upload(memory, id, 0, &bytes[..used]);
        }
    }
    Ok(())
}

/// Computes `total` bytes piece by piece, so that large buffers are not held twice.
fn fill(pattern: Pattern, total: usize, memory: &mut Memory, id: AllocationId) {
    let mut slab = vec![0; total.min(SLAB_BYTES)];
    for at in (0..total).step_by(SLAB_BYTES) {
        let bytes = &mut slab[..SLAB_BYTES.min(total - at)];
        pattern.fill((at / pattern.bytes()) as u64, bytes);
        upload(memory, id, at, bytes);
    }
}

/// Gives the case's `__constant__` variables their contents.
fn set_constants(set: &TruthSet, case: &Case, module: &mut Module) -> Result<(), CaseError> {
    for (name, place) in &case.variables {
        if variable(case, module, place)?.space == Space::Global {
            continue;
        }
        let bytes = set.contents(case, name)?;
        let written = module.set_constant(&place.symbol, place.offset, &bytes);
        written.map_err(|source| in_cubin(case, source))?;
    }
    Ok(())
}

/// Allocates the module's device variables and gives them their contents, the case's behind the
/// module's own; their address.
fn place_variables(
    set: &TruthSet,
    case: &Case,
    module: &Module,
    variables: &IndexMap<String, Range<usize>>,
    memory: &mut Memory,
) -> Result<u64, CaseError> {
    if module.global_bytes() == 0 {
        return Ok(0);
    }
    let id = allocate(case, memory, VARIABLES, module.global_bytes())?;
    let base = memory.base(id);
    let mut image = module.global_image(base);
    image.resize(module.global_bytes() as usize, 0);
    for (name, range) in variables {
        image[range.clone()].copy_from_slice(&set.contents(case, name)?);
    }
    upload(memory, id, 0, &image);
    Ok(base)
}

/// Where the case's buffers lie among the module's device variables; an error if one does not
/// fit into its variable.
fn placed(case: &Case, module: &Module) -> Result<IndexMap<String, Range<usize>>, CaseError> {
    let mut all = IndexMap::new();
    for (name, place) in &case.variables {
        let variable = variable(case, module, place)?;
        let bytes = case.buffers[name].bytes;
        let past = CubinError::PastVariable {
            name: place.symbol.clone(),
            size: variable.size,
            offset: place.offset,
            bytes,
        };
        let end = place.offset.checked_add(bytes);
        if end.is_none_or(|end| end > variable.size) {
            return Err(in_cubin(case, past));
        }
        if variable.space == Space::Global {
            let begin = (variable.offset + place.offset) as usize;
            all.insert(name.clone(), begin..begin + bytes as usize);
        }
    }
    Ok(all)
}

fn variable<'m>(case: &Case, module: &'m Module, place: &Place) -> Result<&'m Variable, CaseError> {
    let found = module.variable(&place.symbol);
    found.map_err(|source| in_cubin(case, source))
}
