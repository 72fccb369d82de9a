//! What went through the memory system: requests, sectors, wavefronts, bytes.

use super::{Counter, Row, Section, counters, number};
use crate::view::{Launch, divide};

/// See the module.
pub struct MemoryWorkloadAnalysis;

const L1: [Counter; 5] = [
    (
        "Global Load Requests",
        "request",
        "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum",
    ),
    (
        "Global Load Sectors",
        "sector",
        "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum",
    ),
    (
        "Global Store Requests",
        "request",
        "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum",
    ),
    (
        "Global Store Sectors",
        "sector",
        "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum",
    ),
    ("L1/TEX Hit Rate", "%", "l1tex__t_sector_hit_rate.pct"),
];

const SHARED: [Counter; 4] = [
    (
        "Shared Load Wavefronts",
        "wavefront",
        "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum",
    ),
    (
        "Shared Store Wavefronts",
        "wavefront",
        "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum",
    ),
    (
        "Shared Wavefronts Caused by Addresses, Excessive",
        "wavefront",
        "derived__memory_l1_wavefronts_shared_excessive",
    ),
    (
        "L1/TEX Data-Stage Wavefronts",
        "wavefront",
        "l1tex__data_pipe_lsu_wavefronts.sum",
    ),
];

const L2_AND_DRAM: [Counter; 7] = [
    (
        "L2 Read Sectors",
        "sector",
        "lts__t_sectors_srcunit_tex_op_read.sum",
    ),
    (
        "L2 Write Sectors",
        "sector",
        "lts__t_sectors_srcunit_tex_op_write.sum",
    ),
    (
        "L2 Reduction Sectors",
        "sector",
        "lts__t_sectors_srcunit_tex_op_red.sum",
    ),
    (
        "L2 Atomic Sectors",
        "sector",
        "lts__t_sectors_srcunit_tex_op_atom.sum",
    ),
    ("L2 Hit Rate", "%", "lts__t_sector_hit_rate.pct"),
    ("DRAM Bytes Read", "byte", "dram__bytes_read.sum"),
    ("DRAM Bytes Written", "byte", "dram__bytes_write.sum"),
];

impl Section for MemoryWorkloadAnalysis {
    fn name(&self) -> &'static str {
        "MemoryWorkloadAnalysis"
    }

    fn title(&self) -> &'static str {
        "memory workload analysis"
    }

    fn rows(&self, launch: &Launch) -> Vec<Row> {
        let mut rows = vec![
            number("DRAM Bandwidth", "GB/s", dram_bandwidth(launch)),
            number("Useful Bandwidth", "GB/s", launch.useful_bandwidth()),
        ];
        rows.extend(counters(launch, &L1));
        rows.extend(counters(launch, &SHARED));
        rows.extend(counters(launch, &L2_AND_DRAM));
        rows
    }
}

/// Bytes to and from DRAM per nanosecond, which is GB/s.
fn dram_bandwidth(launch: &Launch) -> Option<f64> {
    let bytes = launch.metric("dram__bytes_read.sum")? + launch.metric("dram__bytes_write.sum")?;
    divide(bytes, launch.metric("gpu__time_duration.sum")?)
}
