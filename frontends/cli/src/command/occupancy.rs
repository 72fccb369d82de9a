//! `sim occupancy`: how many blocks and warps fit on an SM, and why not more.

use serde::Serialize;
use sim_core::occupancy::{BlockDemand, Occupancy, Resource, SmLimits, TableRow};

use crate::args::{OccupancyArgs, TextOrJson};
use crate::failure::Failure;
use crate::format::fixed;
use crate::machine;
use crate::output::{self, Exit};
use crate::table::{Align, Table};

/// The answer: the schema of `--format json` (`docs/json.md`).
#[derive(Serialize)]
struct Answer<'a> {
    schema: u32,
    gpu: &'a str,
    threads: u32,
    registers: u32,
    shared: u32,
    #[serde(flatten)]
    occupancy: Occupancy,
    table: Vec<TableRow>,
}

/// Prints the occupancy and a table over block sizes.
pub fn run(args: &OccupancyArgs) -> Result<Exit, Failure> {
    let gpu = machine::load(&args.gpu)?;
    let demand = demand(args)?;
    let answer = Answer {
        schema: crate::json::SCHEMA,
        gpu: &gpu.name,
        threads: demand.threads,
        registers: demand.registers,
        shared: demand.shared,
        occupancy: gpu.sm.occupancy(&demand)?,
        table: gpu.sm.table(demand.registers, demand.shared),
    };
    output::print(&match args.format {
        TextOrJson::Text => text(&answer, &gpu.sm),
        TextOrJson::Json => serde_json::to_string_pretty(&answer)? + "\n",
    })?;
    Ok(Exit::Right)
}

fn demand(args: &OccupancyArgs) -> Result<BlockDemand, Failure> {
    let shared = u32::try_from(args.smem.0);
    Ok(BlockDemand {
        threads: args.threads,
        registers: args.regs,
        shared: shared.map_err(|_| Failure::SharedTooLarge { bytes: args.smem.0 })?,
    })
}

fn text(answer: &Answer, sm: &SmLimits) -> String {
    let Answer {
        gpu,
        threads,
        registers,
        shared,
        occupancy,
        ..
    } = answer;
    format!(
        "{gpu}: blocks of {threads} threads, {registers} registers a thread, {shared} bytes of shared memory a block\n\
         {} blocks of an SM's {}, {} warps of {}: {} % occupancy, limited by {}\n\n{}\n\
         Over block sizes\n{}",
        occupancy.blocks,
        sm.max_blocks,
        occupancy.warps,
        sm.max_warps,
        fixed(occupancy.percent, 1),
        names(&occupancy.limited_by),
        limits(occupancy),
        over_block_sizes(&answer.table, *threads)
    )
}

fn limits(occupancy: &Occupancy) -> String {
    let mut table = Table::new()
        .column("blocks per SM by", Align::Left)
        .column("", Align::Right);
    for (resource, blocks) in occupancy.limits.each() {
        table.row(vec![name(resource).to_string(), blocks.to_string()]);
    }
    table.render()
}

/// Block sizes shown in text, beside the one asked for; JSON has all.
const SHOWN: [u32; 10] = [32, 64, 96, 128, 192, 256, 384, 512, 768, 1024];

fn over_block_sizes(rows: &[TableRow], asked: u32) -> String {
    let mut table = Table::new()
        .column("threads\na block", Align::Right)
        .column("blocks\nper SM", Align::Right)
        .column("warps\nper SM", Align::Right)
        .column("occupancy\n%", Align::Right)
        .column("limited by", Align::Left);
    let shown = |row: &&TableRow| row.threads == asked || SHOWN.contains(&row.threads);
    for TableRow { threads, occupancy } in rows.iter().filter(shown) {
        table.row(vec![
            threads.to_string(),
            occupancy.blocks.to_string(),
            occupancy.warps.to_string(),
            fixed(occupancy.percent, 1),
            names(&occupancy.limited_by),
        ]);
    }
    table.render()
}

fn names(resources: &[Resource]) -> String {
    let names: Vec<_> = resources.iter().map(|resource| name(*resource)).collect();
    names.join(" and ")
}

/// A resource in words.
fn name(resource: Resource) -> &'static str {
    match resource {
        Resource::Blocks => "block slots",
        Resource::Registers => "registers",
        Resource::SharedMem => "shared memory",
        Resource::Warps => "warp slots",
    }
}
