//! The cases of a workload.

use crate::truth::{Argument, Buffer, Case, Init, Place, Source};
use indexmap::IndexMap;
use sim_ir::diagnostic::Diagnostic;
use sim_ir::kernel::{MemType, ParamType};
use sim_workload::arguments::{Slot, pack};
use sim_workload::document::Document;
use sim_workload::error::WorkloadError;
use sim_workload::file::KernelSource;
use sim_workload::init::Pattern;
use sim_workload::kernels::{KernelOptions, Loader};
use sim_workload::parameters::Override;
use sim_workload::plan::{ArgumentPlan, ArgumentValue, BufferPlan, InitPlan, LaunchPlan, Plan};
use sim_workload::symbols::Variable;
use std::path::{Path, PathBuf};

/// A workload's name among those of a set: that of its file, without what a path cannot hold.
pub fn stem(document: &Document) -> String {
    let path = Path::new(document.file.name());
    let name = path
        .file_stem()
        .map_or("workload".into(), |name| name.to_string_lossy());
    let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
    name.chars().map(plain).collect()
}

/// The kernels that are written in the file, by their places there, and again as launches have
/// them compiled otherwise: they become one module.
pub fn variants(document: &Document, plan: &Plan) -> Vec<(usize, KernelOptions)> {
    let written = written(document);
    let plain = |&at: &usize| (at, KernelOptions::default());
    let mut variants: Vec<_> = written.iter().map(plain).collect();
    for launch in &plan.launches {
        let variant = (launch.kernel, launch.options);
        if written.contains(&launch.kernel) && !variants.contains(&variant) {
            variants.push(variant);
        }
    }
    variants
}

/// The places in the file of the kernels that are written there.
fn written(document: &Document) -> Vec<usize> {
    let kernels = document.workload.kernels.0.iter().enumerate();
    let written = kernels.filter(|(_, (_, source))| matches!(source, KernelSource::Kernel(_)));
    written.map(|(at, _)| at).collect()
}

/// The compiled module that a kernel comes from, where it is not written in the file.
pub fn module_of(document: &Document, kernel: usize) -> Option<(PathBuf, String)> {
    match &document.workload.kernels.0[kernel].1 {
        KernelSource::Kernel(_) => None,
        KernelSource::Cubin { file, entry } => {
            Some((document.folder.join(file.as_str()), entry.to_string()))
        }
    }
}

/// What a workload asks of a device.
#[derive(Debug, Default)]
pub struct Cases {
    /// A case for each launch that is not meant to fault, in order, behind its number in the
    /// plan. Buffers begin as the workload says: what earlier launches change must be put in by
    /// who runs them.
    pub cases: Vec<(usize, Case)>,
    /// The variables of the module, each once.
    pub variables: IndexMap<String, Variable>,
}

/// The cases of a workload and the variables that they share. Launches that are meant to fault
/// are left out: on a real GPU they would hang, or lose what it has in memory.
pub fn cases(
    document: &Document,
    plan: &Plan,
    overrides: &[Override],
) -> Result<Cases, WorkloadError> {
    let placed = |d| WorkloadError::placed(&document.file, d);
    let mut loader = Loader::new(document);
    let mut all = Cases::default();
    let launches = plan.launches.iter().enumerate();
    for (number, launch) in launches.filter(|(_, launch)| launch.faults.is_none()) {
        let kernel = loader.load_as(launch.kernel, launch.options, None)?;
        let args = arguments(launch, &kernel.slots, &plan.buffers).map_err(placed)?;
        let mut case = case(document, plan, overrides, launch, args);
        for variable in kernel.variables {
            add_variable(&mut case, plan, &variable);
            all.variables.insert(variable.name.clone(), variable);
        }
        all.cases.push((number, case));
    }
    Ok(all)
}

/// Makes a variable one of the case's buffers: the workload's of its name, or one of its own.
fn add_variable(case: &mut Case, plan: &Plan, variable: &Variable) {
    let name = &variable.name;
    let mut buffers = plan.buffers.iter();
    let named = buffers.find(|buffer| buffer.name.as_str() == name);
    let own = Buffer {
        bytes: variable.bytes(),
        init: Init::Zero,
    };
    case.buffers.insert(name.clone(), named.map_or(own, begin));
    let (symbol, offset) = variable.in_ptx.clone();
    let offset = offset.into();
    case.variables
        .insert(name.clone(), Place { symbol, offset });
    case.check.retain(|checked| checked != name);
    if variable.changes {
        case.check.push(name.clone());
    }
}

fn case(
    document: &Document,
    plan: &Plan,
    overrides: &[Override],
    launch: &LaunchPlan,
    args: Vec<Argument>,
) -> Case {
    let stem = stem(document);
    let replaced: String = overrides
        .iter()
        .filter_map(|o| Some(format!("_{}{}", o.name, plan.parameters.get(&o.name)?)))
        .collect();
    let used = plan
        .buffers
        .iter()
        .enumerate()
        .filter(|(at, _)| launch.uses(*at));
    let buffers: IndexMap<_, _> = used
        .map(|(_, buffer)| (buffer.name.to_string(), begin(buffer)))
        .collect();
    let module = module_of(document, launch.kernel);
    let suffix = launch.options.suffix();
    // A source is compiled without any options.
    let source = (module.is_none() && suffix.is_empty()).then(|| Source {
        file: PathBuf::from(format!("workload/{stem}.ron")),
        kernel: launch.kernel_name.to_string(),
    });
    let (cubin, kernel) = match module {
        None => (
            format!("{stem}.cubin"),
            format!("{}{suffix}", launch.kernel_name),
        ),
        Some((path, entry)) => {
            let file = path.file_name().unwrap_or_default().to_string_lossy();
            (format!("{stem}_{file}"), entry)
        }
    };
    Case {
        name: format!("{stem}_{}{replaced}", launch.name),
        kernel,
        cubin: Path::new("cubin").join(cubin),
        grid: launch.grid,
        block: launch.block,
        dyn_smem: launch.dynamic_shared,
        args,
        check: buffers.keys().cloned().collect(),
        buffers,
        variables: IndexMap::new(),
        carveout: launch.carveout,
        warm: false,
        group: Some(stem),
        core: false,
        source,
    }
}

/// A buffer as the workload begins it. What no formula says becomes a file when it is known.
fn begin(buffer: &BufferPlan) -> Buffer {
    let init = match buffer.init {
        InitPlan::Pattern(pattern) => formula(pattern),
        InitPlan::File(..) | InitPlan::Code(_) => Init::Zero,
    };
    let bytes = buffer.bytes;
    Buffer { bytes, init }
}

/// Whether a truth set has a formula for a buffer's first values.
pub fn has_formula(buffer: &BufferPlan) -> bool {
    matches!(buffer.init, InitPlan::Pattern(_))
}

fn formula(pattern: Pattern) -> Init {
    match pattern {
        Pattern::Zero => Init::Zero,
        Pattern::Constant(v) => Init::ConstU32 { v },
        Pattern::IotaI32 => Init::IotaI32,
        Pattern::IotaF32 => Init::IotaF32,
        Pattern::HashF32 { seed, low, high } => Init::HashF32 {
            seed,
            lo: low,
            hi: high,
        },
        Pattern::HashF64 { seed } => Init::HashF64 { seed },
        Pattern::HashU32 { seed, modulus } => Init::HashU32 { seed, modulus },
        Pattern::HashU8 { seed } => Init::HashU8 { seed },
    }
}

/// The arguments with the types of the parameters; what does not fit is refused as in a run.
fn arguments(
    launch: &LaunchPlan,
    slots: &[Slot],
    buffers: &[BufferPlan],
) -> Result<Vec<Argument>, Diagnostic> {
    let area = pack(launch, slots, buffers, &vec![0; buffers.len()])?;
    let bits = |slot: &Slot| {
        let (at, size) = (slot.param.offset as usize, slot.param.size as usize);
        let mut word = [0; 8];
        word[..size].copy_from_slice(&area[at..at + size]);
        u64::from_le_bytes(word)
    };
    let pairs = slots.iter().zip(&launch.args);
    pairs
        .map(|(slot, argument)| match argument.value {
            ArgumentValue::Pointer { buffer, offset } => {
                let name = buffers[buffer].name.to_string();
                Ok(match offset {
                    0 => Argument::Buffer(name),
                    _ => Argument::BufferAt(name, offset),
                })
            }
            ArgumentValue::Number(_) => number(slot, argument, bits(slot)),
        })
        .collect()
}

fn number(slot: &Slot, argument: &ArgumentPlan, bits: u64) -> Result<Argument, Diagnostic> {
    use ParamType::Scalar;
    Ok(match (slot.ty, slot.param.size) {
        (Some(Scalar(MemType::F32)), _) => Argument::F32(f32::from_bits(bits as u32)),
        (Some(Scalar(MemType::F64)), _) => Argument::F64(f64::from_bits(bits)),
        (Some(Scalar(MemType::S32)), _) => Argument::I32(bits as u32 as i32),
        (Some(Scalar(MemType::S64)), _) => Argument::I64(bits as i64),
        (_, 1) => Argument::U8(bits as u8),
        (_, 2) => Argument::U16(bits as u16),
        (_, 4) => Argument::U32(bits as u32),
        (_, 8) => Argument::U64(bits),
        (_, size) => {
            let message = format!("a truth set cannot hold an argument of {size} bytes");
            let fault = Diagnostic::error(argument.span, message);
            return Err(fault.help("make the parameter 8, 16, 32 or 64 bits wide"));
        }
    })
}
