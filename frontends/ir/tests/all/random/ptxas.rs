//! NVIDIA's compiler, where the one who runs the tests has it: never needed.

use sim_cubin::Module;
use sim_ir::kernel::{Kernel, Validated};
use sim_ir::ptx::{Options, Target, module};
use sim_isa::Program;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The ptxas that the environment names.
pub fn path() -> Option<PathBuf> {
    std::env::var_os("SIM_PTXAS").map(PathBuf::from)
}

/// A kernel's PTX, and the code that ptxas makes of it.
pub fn compiled(ptxas: &Path, kernel: &Validated<Kernel>) -> (String, Program) {
    let text = module(std::slice::from_ref(kernel), &Options::new(Target::SM_90)).expect("PTX");
    let folder = tempfile::tempdir().expect("room for a file");
    let (source, object) = (folder.path().join("k.ptx"), folder.path().join("k.cubin"));
    std::fs::write(&source, &text).expect("room for a file");
    let mut command = Command::new(ptxas);
    command
        .arg("-arch=sm_90")
        .arg(&source)
        .arg("-o")
        .arg(&object);
    let output = command.output().expect("SIM_PTXAS names a program");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}\n{text}");
    let data = std::fs::read(&object).expect("ptxas wrote a module");
    let module = Module::parse(&data).expect("a module");
    let program = module.program(&kernel.name, 0).expect("a kernel");
    (text, program)
}
