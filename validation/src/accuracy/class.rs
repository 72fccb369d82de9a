//! What bounds a kernel on the GPU, by its measured counters.
//!
//! The first rule that holds decides. The thresholds part kernels by what a person would say of
//! them; nothing is fitted to predictions.

use crate::truth::{Entry, Measurement};

/// What bounds a kernel.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub enum Class {
    /// It takes less than twice an empty launch.
    Launch,
    /// Atomics are a tenth of its memory requests.
    Atomic,
    /// Device memory moves 40 % of its peak.
    Dram,
    /// The L2 works at 40 % of its peak.
    L2,
    /// The path to shared memory is taken in 40 % of an SM's active cycles.
    Shared,
    /// Fewer than three quarters of a warp's lanes run on average.
    Divergent,
    /// Half of the sub-cores' active cycles issue.
    Issue,
    /// None of these: it waits.
    Latency,
}

impl Class {
    /// All, in the order of the rules.
    pub const ALL: [Class; 8] = [
        Class::Launch,
        Class::Atomic,
        Class::Dram,
        Class::L2,
        Class::Shared,
        Class::Divergent,
        Class::Issue,
        Class::Latency,
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Class::Launch => "launch",
            Class::Atomic => "atomic",
            Class::Dram => "DRAM",
            Class::L2 => "L2",
            Class::Shared => "shared",
            Class::Divergent => "divergent",
            Class::Issue => "issue",
            Class::Latency => "latency",
        }
    }

    /// When it is.
    pub fn rule(self) -> &'static str {
        match self {
            Class::Launch => "less than twice the cycles of an empty launch",
            Class::Atomic => "atomics are at least a tenth of the memory requests",
            Class::Dram => "device memory at 40 % of its peak or more",
            Class::L2 => "the L2 at 40 % of its peak or more",
            Class::Shared => "shared memory taken in 40 % of the SMs' active cycles or more",
            Class::Divergent => "fewer than three quarters of a warp's lanes run on average",
            Class::Issue => "half of the sub-cores' active cycles or more issue",
            Class::Latency => "none of these",
        }
    }
}

/// What bounds a case, given the measured cycles of an empty launch; absent without counters.
pub fn of(entry: &Entry, empty: Option<f64>) -> Option<Class> {
    let measured = entry.measured.as_ref()?;
    let holds = |class: &Class| holds(*class, entry, measured, empty) == Some(true);
    measured.metrics.get("smsp__inst_executed.sum")?;
    Class::ALL.into_iter().find(holds)
}

fn holds(class: Class, entry: &Entry, of: &Measurement, empty: Option<f64>) -> Option<bool> {
    let get = |name: &str| of.metrics.get(name).copied();
    Some(match class {
        Class::Launch => entry.cycles()? < 2.0 * empty?,
        Class::Atomic => {
            let global = get("l1tex__t_requests_pipe_lsu_mem_global_op_red.sum")?
                + get("l1tex__t_requests_pipe_lsu_mem_global_op_atom.sum")?;
            let shared = get("l1tex__data_pipe_lsu_wavefronts_mem_shared_op_atom.sum")?;
            global + shared > 0.1 * get("l1tex__lsuin_requests.sum")?
        }
        Class::Dram => get("dram__throughput.avg.pct_of_peak_sustained_elapsed")? >= 40.0,
        Class::L2 => get("lts__throughput.avg.pct_of_peak_sustained_elapsed")? >= 40.0,
        Class::Shared => {
            let wavefronts = get("l1tex__data_pipe_lsu_wavefronts_mem_shared.sum")?;
            wavefronts >= 0.4 * get("sm__cycles_active.sum")?
        }
        Class::Divergent => {
            let lanes = get("smsp__thread_inst_executed.sum")?;
            lanes < 0.75 * 32.0 * get("smsp__inst_executed.sum")?
        }
        Class::Issue => get("smsp__issue_active.sum")? >= 0.5 * get("smsp__cycles_active.sum")?,
        Class::Latency => true,
    })
}
