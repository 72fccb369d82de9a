//! `sim disasm`: the machine code of the kernels of a workload, of a file of CUDA C text or of a
//! module.

use std::path::Path;

use sim_cubin::{CubinError, Module, with_source_text};
use sim_isa::Program;
use sim_workload::document::Document;
use sim_workload::kernels::{self, Loader};

use crate::args::DisasmArgs;
use crate::failure::Failure;
use crate::listing;
use crate::output::{self, Exit};

/// Prints the listings, an empty line between them.
pub fn run(args: &DisasmArgs) -> Result<Exit, Failure> {
    let programs = programs(args)?;
    let listings: Vec<_> = programs.iter().map(listing::text).collect();
    output::print(&listings.join("\n"))?;
    Ok(Exit::Right)
}

fn programs(args: &DisasmArgs) -> Result<Vec<Program>, Failure> {
    match args.file.extension().and_then(|kind| kind.to_str()) {
        Some("cubin") => of_module(&args.file, args.kernel.as_deref()),
        Some("ron") => of_workload(args),
        Some("cu") => of_text(args),
        _ => Err(Failure::UnknownKind {
            file: args.file.clone(),
        }),
    }
}

fn of_module(file: &Path, kernel: Option<&str>) -> Result<Vec<Program>, Failure> {
    let data = super::read(file)?;
    decode(&data, kernel).map_err(|source| Failure::Cubin {
        file: file.to_path_buf(),
        source,
    })
}

fn decode(data: &[u8], kernel: Option<&str>) -> Result<Vec<Program>, CubinError> {
    let module = Module::parse(data)?;
    let all = module.kernels().iter().map(|kernel| kernel.name.as_str());
    let names: Vec<_> = kernel.map_or_else(|| all.collect(), |name| vec![name]);
    let program = |name: &str| {
        let program = module.program(name, 0)?;
        Ok(with_source_text(program, |file| {
            std::fs::read_to_string(file).ok()
        }))
    };
    names.into_iter().map(program).collect()
}

/// Kernels of CUDA C text have no name but their own.
fn of_text(args: &DisasmArgs) -> Result<Vec<Program>, Failure> {
    let text = std::fs::read_to_string(&args.file).map_err(|source| Failure::Read {
        file: args.file.clone(),
        source,
    })?;
    let name = args.file.display().to_string();
    let only = args.kernel.as_deref();
    Ok(kernels::programs_of_text(name, text, only)?)
}

fn of_workload(args: &DisasmArgs) -> Result<Vec<Program>, Failure> {
    let document = Document::read(&args.file)?;
    let mut loader = Loader::new(&document);
    let chosen = chosen(&document, args)?;
    let program = |kernel| Ok(loader.load(kernel, None)?.program);
    chosen.into_iter().map(program).collect()
}

/// The places in the file of the kernels to print.
fn chosen(document: &Document, args: &DisasmArgs) -> Result<Vec<usize>, Failure> {
    match args.kernel.as_deref() {
        None => Ok((0..document.workload.kernels.0.len()).collect()),
        Some(wanted) => Ok(vec![super::kernel_named(document, &args.file, wanted)?]),
    }
}
