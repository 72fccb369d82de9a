//! The machine of a command: a built-in name or a file, with changes.

use std::path::Path;

use sim_core::config::{BUILT_IN, GpuConfig};

use crate::args::GpuArgs;
use crate::failure::Failure;

/// Loads the machine and applies every `--set`, in order.
pub fn load(args: &GpuArgs) -> Result<GpuConfig, Failure> {
    let mut gpu = named(&args.gpu)?;
    let changes = args.set.iter();
    gpu.set_all(changes.map(|change| (change.name.as_str(), change.value.as_str())))?;
    Ok(gpu)
}

/// A built-in machine unless the name is that of a file.
fn named(name: &str) -> Result<GpuConfig, Failure> {
    let is_file = name.ends_with(".ron") || name.contains(std::path::MAIN_SEPARATOR);
    if !is_file {
        return Ok(GpuConfig::built_in(name)?);
    }
    let text = crate::command::read_text(Path::new(name))?;
    Ok(GpuConfig::from_ron(&text, name)?)
}

/// The machines that come with the simulator.
pub fn built_in() -> Result<Vec<GpuConfig>, Failure> {
    BUILT_IN
        .iter()
        .map(|(name, _)| Ok(GpuConfig::built_in(name)?))
        .collect()
}
