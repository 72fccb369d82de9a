//! Global, local and shared memory, L1, L2 and DRAM.

use sim_isa::instruction::Instruction;
use sim_isa::op::Op;

use super::instructions::{is_index, sum};
use super::{metrics, percent, ratio};
use crate::report::{LaunchReport, Lookups, PcStats};

// Asynchronous copies count as loads here, and not among the instructions (measured: `micro/h200/copied`).
// Generic accesses count where they lead; those that lead to shared memory do not count here.
const LOADS: &[Op] = &[Op::Ldg, Op::Ld, Op::Ldgsts];
const STORES: &[Op] = &[Op::Stg, Op::St];
const REDUCTIONS: &[Op] = &[Op::Redg, Op::RedgFloat];
const ATOMICS: &[Op] = &[
    Op::Atomg,
    Op::AtomgCas,
    Op::AtomgFloat,
    Op::Atom,
    Op::AtomCas,
    Op::AtomFloat,
];
const LOCAL_LOADS: &[Op] = &[Op::Ldl, Op::Ld];
const LOCAL_STORES: &[Op] = &[Op::Stl, Op::St];
const SHARED_LOADS: &[Op] = &[Op::Lds, Op::Ldsm];
const SHARED_STORES: &[Op] = &[Op::Sts, Op::Stsm];
const SHARED_ATOMICS: &[Op] = &[Op::Atoms, Op::AtomsCas, Op::AtomsPopcInc];
/// Generic accesses, some of which may go to shared memory: loads, stores, atomics.
const GENERIC: [&[Op]; 3] = [
    &[Op::Ld],
    &[Op::St],
    &[Op::Atom, Op::AtomCas, Op::AtomFloat],
];

fn of(report: &LaunchReport, ops: &[Op], field: impl Fn(&PcStats) -> u64) -> Option<f64> {
    sum(report, |i| ops.contains(&i.op), field)
}

/// The global part of what these asked of the L1.
fn global(report: &LaunchReport, ops: &[Op], field: impl Fn(Lookups) -> u64) -> Option<f64> {
    of(report, ops, |pc| {
        field(pc.lookups().since(pc.generic_local))
    })
}

/// The local part.
fn local(report: &LaunchReport, ops: &[Op], field: impl Fn(Lookups) -> u64) -> Option<f64> {
    let is_generic = |i: &Instruction| matches!(i.op, Op::Ld | Op::St);
    let of_ops = |i: &Instruction| ops.contains(&i.op);
    let own = sum(
        report,
        |i| of_ops(i) && !is_generic(i),
        |pc| field(pc.lookups()),
    )?;
    let generic = |i: &Instruction| of_ops(i) && is_generic(i);
    Some(own + sum(report, generic, |pc| field(pc.generic_local))?)
}

/// Passes of shared memory by some opcodes, and by generic ones that went there.
fn shared(report: &LaunchReport, ops: &[Op], generic: &[Op]) -> Option<f64> {
    let own = of(report, ops, |pc| pc.wavefronts)?;
    Some(own + of(report, generic, |pc| pc.generic_shared[0])?)
}

fn is_behind_l1(instruction: &Instruction) -> bool {
    [
        LOADS,
        STORES,
        REDUCTIONS,
        ATOMICS,
        LOCAL_LOADS,
        LOCAL_STORES,
    ]
    .iter()
    .any(|ops| ops.contains(&instruction.op))
}

fn is_shared(instruction: &Instruction) -> bool {
    [SHARED_LOADS, SHARED_STORES, SHARED_ATOMICS]
        .iter()
        .any(|ops| ops.contains(&instruction.op))
}

/// A number of all passes of shared memory, and of those that width and active lanes need.
fn all_shared(report: &LaunchReport, number: impl Fn([u64; 2]) -> u64) -> Option<f64> {
    let own = sum(report, is_shared, |pc| {
        number([pc.wavefronts, pc.ideal_wavefronts])
    })?;
    Some(own + sum(report, |_| true, |pc| number(pc.generic_shared))?)
}

/// Passes of the LSU's data stage that are no access of global or local
/// memory: those of shared memory, those in which copies are written there, one for each shuffle, each transposed matrix and each index of
/// thread or lane, one for each access, of whatever memory, that all
/// threads skip, and one for each barrier that opens.
fn shared_wavefronts(report: &LaunchReport) -> Option<f64> {
    let accesses = all_shared(report, |[total, _]| total)?;
    let skipped = sum(report, is_access, |pc| pc.executed - pc.any_on)?;
    let exchanges = sum(
        report,
        |i| is_index(i) || matches!(i.op, Op::Shfl | Op::Movm),
        |pc| pc.executed,
    )?;
    let copied = sum(report, |_| true, |pc| pc.copied)?;
    Some(accesses + copied + skipped + exchanges + barriers(report))
}

/// Barriers that have opened: each passes the data stage twice, once as shared memory (measured:
/// 130,026 and 131,145 passes more than accesses explain for 65,536 barriers of `matmul_coarse4_1024`
/// and `matmul_tiled16_512`; where many meet at once a tenth fewer).
fn barriers(report: &LaunchReport) -> f64 {
    report.sms.iter().map(|sm| sm.barriers).sum::<u64>() as f64
}

fn is_access(instruction: &Instruction) -> bool {
    is_shared(instruction) || is_behind_l1(instruction)
}

/// Passes of the LSU's data stage that addresses cause.
pub(super) fn data_wavefronts(report: &LaunchReport) -> Option<f64> {
    let behind_l1 = sum(report, is_behind_l1, |pc| {
        pc.wavefronts - pc.generic_shared[0] - pc.copied
    })?;
    Some(shared_wavefronts(report)? + behind_l1 + barriers(report))
}

/// Wavefronts beyond those that width and active lanes need.
fn beyond([total, ideal]: [u64; 2]) -> u64 {
    total - ideal.min(total)
}

/// The same of shared memory, by some opcodes, and by generic ones that went there.
fn excess(report: &LaunchReport, ops: &[Op], generic: &[Op]) -> Option<f64> {
    let own = of(report, ops, |pc| {
        beyond([pc.wavefronts, pc.ideal_wavefronts])
    })?;
    Some(own + of(report, generic, |pc| beyond(pc.generic_shared))?)
}

fn sectors_per_request(report: &LaunchReport, ops: &[Op]) -> Option<f64> {
    ratio(
        global(report, ops, |l| l.sectors)?,
        global(report, ops, |l| l.requests)?,
    )
}

fn hit_rate(report: &LaunchReport) -> Option<f64> {
    percent(
        sum(report, is_behind_l1, |pc| pc.sector_hits)?,
        sum(report, is_behind_l1, |pc| pc.sectors)?,
    )
}

fn load_hit_rate(report: &LaunchReport) -> Option<f64> {
    percent(
        global(report, LOADS, |l| l.sector_hits)?,
        global(report, LOADS, |l| l.sectors)?,
    )
}

/// Of all lookups, as Nsight Compute does. No value in kernels that ask for
/// nothing: what a launch itself reads says nothing of them.
fn l2_hit_rate(report: &LaunchReport) -> Option<f64> {
    let memory = &report.memory;
    report.cycles_elapsed?;
    if memory.sectors() == 0 {
        return None;
    }
    let hits = memory.all_hits() as f64;
    percent(hits, hits + memory.all_misses() as f64)
}

/// A value that only a timed run has: what goes to the L2 together, and what is there by then, hangs on
/// who comes when.
fn timed(report: &LaunchReport, value: u64) -> Option<f64> {
    report.cycles_elapsed.map(|_| value as f64)
}

/// Sectors of stores after merging, and sector operations.
fn sent_sectors(report: &LaunchReport) -> Option<f64> {
    report.cycles_elapsed?;
    let stored = report.sms.iter().map(|sm| sm.write_sectors).sum::<u64>() as f64;
    let operations = [REDUCTIONS, ATOMICS].map(|ops| of(report, ops, |pc| pc.sectors));
    Some(stored + operations[0]? + operations[1]?)
}

metrics! {
    "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum", Request, "requests of global loads",
        |r| global(r, LOADS, |l| l.requests);
    "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum", Sector, "sectors of global loads",
        |r| global(r, LOADS, |l| l.sectors);
    "l1tex__t_sectors_pipe_lsu_mem_global_op_ld_lookup_hit.sum", Sector, "sectors of global loads in the L1 or on their way to it",
        |r| global(r, LOADS, |l| l.sector_hits);
    "l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_ld.ratio", Sector, "sectors a request of global loads",
        |r| sectors_per_request(r, LOADS);
    "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum", Request, "requests of global stores",
        |r| global(r, STORES, |l| l.requests);
    "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum", Sector, "sectors of global stores",
        |r| global(r, STORES, |l| l.sectors);
    "l1tex__t_sectors_pipe_lsu_mem_global_op_st_lookup_hit.sum", Sector, "sectors of global stores to lines that the L1 knew",
        |r| global(r, STORES, |l| l.sector_hits);
    "l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_st.ratio", Sector, "sectors a request of global stores",
        |r| sectors_per_request(r, STORES);
    "l1tex__t_requests_pipe_lsu_mem_global_op_red.sum", Request, "requests of global reductions",
        |r| of(r, REDUCTIONS, |pc| pc.requests);
    "l1tex__t_sectors_pipe_lsu_mem_global_op_red.sum", Sector, "sector operations of global reductions",
        |r| of(r, REDUCTIONS, |pc| pc.sectors);
    "l1tex__t_requests_pipe_lsu_mem_global_op_atom.sum", Request, "requests of global atomics",
        |r| of(r, ATOMICS, |pc| pc.requests);
    "l1tex__t_sectors_pipe_lsu_mem_global_op_atom.sum", Sector, "sector operations of global atomics",
        |r| of(r, ATOMICS, |pc| pc.sectors);
    "l1tex__t_requests_pipe_lsu_mem_local_op_ld.sum", Request, "requests of local loads",
        |r| local(r, LOCAL_LOADS, |l| l.requests);
    "l1tex__t_sectors_pipe_lsu_mem_local_op_ld.sum", Sector, "sectors of local loads",
        |r| local(r, LOCAL_LOADS, |l| l.sectors);
    "l1tex__t_sectors_pipe_lsu_mem_local_op_ld_lookup_hit.sum", Sector, "sectors of local loads in the L1 or on their way to it",
        |r| local(r, LOCAL_LOADS, |l| l.sector_hits);
    "l1tex__t_requests_pipe_lsu_mem_local_op_st.sum", Request, "requests of local stores",
        |r| local(r, LOCAL_STORES, |l| l.requests);
    "l1tex__t_sectors_pipe_lsu_mem_local_op_st.sum", Sector, "sectors of local stores",
        |r| local(r, LOCAL_STORES, |l| l.sectors);
    "l1tex__t_sector_hit_rate.pct", Percent, "sectors of all accesses that hit in the L1",
        hit_rate;
    "l1tex__t_sector_pipe_lsu_mem_global_op_ld_hit_rate.pct", Percent, "sectors of global loads that hit in the L1",
        load_hit_rate;
    "l1tex__data_pipe_lsu_wavefronts.sum", Wavefront, "passes of the L1's data stage that addresses cause",
        data_wavefronts;
    "l1tex__data_pipe_lsu_wavefronts_mem_shared.sum", Wavefront, "of these, passes of shared memory, shuffles, thread and lane indices, barriers, and accesses that all threads skip",
        shared_wavefronts;
    "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum", Wavefront, "passes of shared loads that their addresses cause",
        |r| shared(r, SHARED_LOADS, GENERIC[0]);
    "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum", Wavefront, "passes of shared stores that their addresses cause",
        |r| shared(r, SHARED_STORES, GENERIC[1]);
    "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_atom.sum", Wavefront, "passes of shared atomics that their addresses cause",
        |r| shared(r, SHARED_ATOMICS, GENERIC[2]);
    "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum", Wavefront, "passes of shared loads beyond what their width needs",
        |r| excess(r, SHARED_LOADS, GENERIC[0]);
    "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum", Wavefront, "passes of shared stores beyond what their width needs",
        |r| excess(r, SHARED_STORES, GENERIC[1]);
    "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_atom.sum", Wavefront, "passes of shared atomics beyond what their width needs",
        |r| excess(r, SHARED_ATOMICS, GENERIC[2]);
    "derived__memory_l1_wavefronts_shared", Wavefront, "passes of shared memory that addresses cause",
        |r| all_shared(r, |[total, _]| total);
    "derived__memory_l1_wavefronts_shared_ideal", Wavefront, "passes of shared memory that width and active lanes need",
        |r| all_shared(r, |[_, ideal]| ideal);
    "derived__memory_l1_wavefronts_shared_excessive", Wavefront, "passes of shared memory that bank conflicts add",
        |r| all_shared(r, beyond);
    "l1tex__m_l1tex2xbar_write_sectors.sum", Sector, "sectors of stores and sector operations of atomics sent to the L2",
        sent_sectors;
    "l1tex__m_xbar2l1tex_read_sectors.sum", Sector, "sectors that came from the L2",
        |r| Some(r.sms.iter().map(|sm| sm.read_sectors).sum::<u64>() as f64);
    "lts__t_requests_srcunit_tex.sum", Request, "requests that reach the L2 from the SMs",
        |r| timed(r, r.memory.requests());
    "lts__t_requests_srcunit_tex_op_read.sum", Request, "of these, reads",
        |r| timed(r, r.memory.requests_read);
    "lts__t_requests_srcunit_tex_op_write.sum", Request, "of these, writes",
        |r| timed(r, r.memory.requests_write);
    "lts__t_sectors_srcunit_tex.sum", Sector, "sectors of requests from the SMs",
        |r| timed(r, r.memory.sectors());
    "lts__t_sectors_srcunit_tex_op_read.sum", Sector, "sectors read by the SMs",
        |r| timed(r, r.memory.sectors_read);
    "lts__t_sectors_srcunit_tex_op_write.sum", Sector, "sectors written by the SMs",
        |r| timed(r, r.memory.sectors_write);
    "lts__t_sectors_srcunit_tex_op_red.sum", Sector, "sector operations of reductions",
        |r| Some(r.memory.sectors_red as f64);
    "lts__t_sectors_srcunit_tex_op_atom.sum", Sector, "sector operations of atomics",
        |r| Some(r.memory.sectors_atom as f64);
    "lts__t_sectors_srcunit_tex_op_read_lookup_hit.sum", Sector, "sectors read that the L2 held or was fetching",
        |r| timed(r, r.memory.read_hits);
    "lts__t_sectors_srcunit_tex_op_read_lookup_miss.sum", Sector, "sectors fetched for reads",
        |r| timed(r, r.memory.read_misses);
    "lts__t_sectors_srcunit_tex_op_write_lookup_hit.sum", Sector, "sectors written; stores allocate",
        |r| timed(r, r.memory.write_hits);
    "lts__t_sectors_srcunit_tex_lookup_hit.sum", Sector, "sectors of the SMs that hit in the L2",
        |r| timed(r, r.memory.hits());
    "lts__t_sectors_srcunit_tex_lookup_miss.sum", Sector, "sectors of the SMs that missed the L2",
        |r| timed(r, r.memory.misses());
    "lts__t_sectors.sum", Sector, "all sectors looked up in the L2, between its sides too",
        |r| timed(r, r.memory.all_sectors());
    "lts__t_sectors_lookup_hit.sum", Sector, "of these, sectors that were there",
        |r| timed(r, r.memory.all_hits());
    "lts__t_sectors_lookup_miss.sum", Sector, "sectors fetched, or completed after a store of part of them",
        |r| timed(r, r.memory.all_misses());
    "lts__t_sectors_srcunit_gcc.sum", Sector, "sectors of instructions and constants, asked for by the GPCs",
        |r| Some(r.memory.sectors_code as f64);
    "lts__t_sectors_srcunit_ltcfabric.sum", Sector, "sectors that crossed between the L2's sides",
        |r| timed(r, r.memory.crossed_sectors());
    "lts__t_sectors_op_membar.sum", Sector, "flushes of the SMs and the front end around a launch",
        |r| Some(r.memory.flush_sectors as f64);
    "lts__t_sector_hit_rate.pct", Percent, "sectors looked up in the L2 that hit, those between its sides and of code too",
        l2_hit_rate;
    "dram__sectors_read.sum", Sector, "sectors read from device memory",
        |r| timed(r, r.memory.dram_sectors_read);
    "dram__sectors_write.sum", Sector, "sectors written to device memory",
        |r| timed(r, r.memory.dram_sectors_write);
    "dram__bytes_read.sum", Byte, "bytes read from device memory",
        |r| timed(r, 32 * r.memory.dram_sectors_read);
    "dram__bytes_write.sum", Byte, "bytes written to device memory",
        |r| timed(r, 32 * r.memory.dram_sectors_write);
    "dram__bytes.sum", Byte, "bytes moved to and from device memory",
        |r| timed(r, 32 * (r.memory.dram_sectors_read + r.memory.dram_sectors_write));
}
