//! `sim gpus`: the machines that come with the simulator.

use sim_core::config::GpuConfig;

use crate::failure::Failure;
use crate::format::count;
use crate::machine;
use crate::output::{self, Exit};
use crate::table::{Align, Table};

/// Prints a line for each machine.
pub fn run() -> Result<Exit, Failure> {
    let mut table = Table::new()
        .column("name", Align::Left)
        .column("SMs", Align::Right)
        .column("SM clock\nMHz", Align::Right)
        .column("warps\nper SM", Align::Right)
        .column("registers\nper SM", Align::Right)
        .column("shared memory\nper SM, KiB", Align::Right)
        .column("description", Align::Left);
    for gpu in machine::built_in()? {
        table.row(row(&gpu));
    }
    output::print(&table.render())?;
    Ok(Exit::Right)
}

fn row(gpu: &GpuConfig) -> Vec<String> {
    vec![
        gpu.name.clone(),
        gpu.sms().to_string(),
        gpu.chip.sm_clock_mhz.to_string(),
        gpu.sm.max_warps.to_string(),
        count(u64::from(gpu.sm.registers)),
        (gpu.sm.shared_bytes / 1024).to_string(),
        gpu.description.clone(),
    ]
}
