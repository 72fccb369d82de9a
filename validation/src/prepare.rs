//! A case made ready: device memory filled, program decoded, parameters packed.
//!
//! Buffers are allocated in the order of the case, then the module's own device
//! variables. Addresses therefore depend on the case alone.

use crate::arguments::pack;
use crate::compare::BufferState;
use crate::error::CaseError;
use crate::truth::{self, Buffer, Case, Contents, Source, Sum, TruthSet};
use rayon::prelude::*;
use sim_core::launch::LaunchSpec;
use sim_cubin::{CubinError, Module};
use sim_isa::Program;
use sim_memory::image::{AllocationId, Memory};
use sim_workload::device::{sha, upload};
use sim_workload::document::Document;
use sim_workload::init::Pattern;
use sim_workload::kernels::Loader;
use std::sync::atomic::{AtomicU32, Ordering};

/// A case ready to launch; its buffers lie in the device memory it was made in.
#[derive(Debug)]
pub struct Prepared<'a> {
    case: &'a Case,
    /// The kernel.
    pub program: Program,
    /// The parameters' bytes.
    pub params: Vec<u8>,
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
        let module = module(set, case)?;
        fill_buffers(set, case, memory)?;
        let globals = place_variables(case, &module, memory)?;
        let program = module.program(&case.kernel, globals);
        let program = program.map_err(|source| in_cubin(case, source))?;
        Prepared::with(case, program, memory)
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
        let program = Loader::new(&document).load(kernel, None)?.program;
        fill_buffers(set, case, memory)?;
        Prepared::with(case, program, memory)
    }

    fn with(case: &'a Case, program: Program, memory: &Memory) -> Result<Prepared<'a>, CaseError> {
        let address = |name: &str| memory.find(name).map_or(0, |id| memory.base(id));
        let params = pack(case, &program.params, address)?;
        Ok(Prepared {
            case,
            program,
            params,
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
            let id = memory.find(name)?;
            Some(BufferState {
                name: name.clone(),
                sha: sha(memory, id),
                sum: sum(memory, id),
            })
        };
        self.case.check.par_iter().filter_map(state).collect()
    }
}

fn sum(memory: &Memory, id: AllocationId) -> Sum {
    let word = |word: &AtomicU32| word.load(Ordering::Relaxed);
    let float = |bits: u32| Some(f64::from(f32::from_bits(bits))).filter(|f| f.is_finite());
    let words = memory.words(id);
    Sum {
        u32: words.iter().map(word).map(u64::from).sum(),
        f32: words.iter().map(word).filter_map(float).sum(),
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

/// Allocates the case's buffers in its order and gives them their contents.
fn fill_buffers(set: &TruthSet, case: &Case, memory: &mut Memory) -> Result<(), CaseError> {
    for (name, buffer) in &case.buffers {
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

/// Allocates and fills the module's device variables; their address.
fn place_variables(case: &Case, module: &Module, memory: &mut Memory) -> Result<u64, CaseError> {
    if module.global_bytes() == 0 {
        return Ok(0);
    }
    let id = allocate(case, memory, VARIABLES, module.global_bytes())?;
    let base = memory.base(id);
    upload(memory, id, 0, &module.global_image(base));
    Ok(base)
}
