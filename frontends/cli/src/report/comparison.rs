//! One table over the launches: the numbers that tell them apart.

use crate::format::{ABSENT, NOTHING, fixed, or_absent, whole};
use crate::table::{Align, Table};
use crate::view::{Launch, Repeated, Run};

/// A column: its header and the cell of a launch.
struct Column {
    header: &'static str,
    cell: fn(&Launch) -> String,
}

const COLUMNS: [Column; 9] = [
    Column {
        header: "cycles",
        cell: |launch| or_absent(launch.cycles(), whole),
    },
    Column {
        header: "time\nµs",
        cell: |launch| {
            or_absent(launch.metric("gpu__time_duration.sum"), |ns| {
                fixed(ns / 1000.0, 2)
            })
        },
    },
    Column {
        header: "useful\nGB/s",
        cell: |launch| or_absent(launch.useful_bandwidth(), whole),
    },
    Column {
        header: "sectors\nper load",
        cell: |launch| sectors_per_request(launch, "ld"),
    },
    Column {
        header: "sectors\nper store",
        cell: |launch| sectors_per_request(launch, "st"),
    },
    Column {
        header: "L1 hits\n%",
        cell: |launch| {
            or_absent(launch.metric("l1tex__t_sector_hit_rate.pct"), |percent| {
                fixed(percent, 1)
            })
        },
    },
    Column {
        header: "L2 writes\nsectors",
        cell: |launch| {
            or_absent(
                launch.metric("lts__t_sectors_srcunit_tex_op_write.sum"),
                whole,
            )
        },
    },
    Column {
        header: "bank-conflict\ndegree",
        cell: |launch| {
            launch
                .conflict_degree()
                .map_or(NOTHING.to_string(), |degree| fixed(degree, 2))
        },
    },
    Column {
        header: "achieved\noccupancy %",
        cell: |launch| {
            or_absent(
                launch.metric("sm__warps_active.avg.pct_of_peak_sustained_active"),
                |percent| fixed(percent, 1),
            )
        },
    },
];

/// The table; empty without launches.
pub fn text(run: &Run) -> String {
    if run.launches.is_empty() {
        return String::new();
    }
    let mut table = Table::new().column("launch", Align::Left);
    for column in &COLUMNS {
        table = table.column(column.header, Align::Right);
    }
    for launch in run.shown() {
        table.row(row(launch));
    }
    let mut text = table.render();
    text.extend(run.repeated.iter().filter_map(|one| sum(one, run)));
    if run.functional {
        text.push_str("n/a: a functional run has no times; leave out --functional for them\n");
    }
    text
}

/// What a repeated launch comes to in all the turns that ended; nothing for a single one.
fn sum(repeated: &Repeated, run: &Run) -> Option<String> {
    let ended = run.launches.iter();
    let ended = ended.filter(|launch| repeated.turns.contains(&launch.name));
    let cycles: Option<f64> = ended.clone().map(Launch::cycles).sum();
    let count = ended.count();
    let cycles = cycles.map_or(String::new(), |sum| {
        format!(", {} cycles in all", whole(sum))
    });
    (count > 1).then(|| format!("{}: {count} launches{cycles}\n", repeated.name))
}

fn row(launch: &Launch) -> Vec<String> {
    let cells = COLUMNS.iter().map(|column| (column.cell)(launch));
    std::iter::once(launch.name.clone()).chain(cells).collect()
}

/// Sectors per request of global loads or stores: `-` without requests.
fn sectors_per_request(launch: &Launch, operation: &str) -> String {
    let name = |what: &str| format!("l1tex__t_{what}_pipe_lsu_mem_global_op_{operation}.sum");
    let requests = launch.metric(&name("requests"));
    let sectors = launch.metric(&name("sectors"));
    match (sectors, requests) {
        (_, Some(0.0)) => NOTHING.to_string(),
        (Some(sectors), Some(requests)) => fixed(sectors / requests, 1),
        (None, _) | (_, None) => ABSENT.to_string(),
    }
}
