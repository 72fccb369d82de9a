//! Metrics that do not depend on time, so that any difference is an error.
//!
//! They follow from the program, its data and its addresses alone. Shared-memory
//! wavefronts and bank conflicts are a kind of their own ([`CAUSAL`]). Left out
//! on purpose: hits and misses, whatever
//! passes a cache, sectors of atomics (the GPU's own differ between two runs on
//! the same addresses: 741,581 and 741,457), instructions of the pipes that the
//! hardware balances (FMA heavy and lite), those of the ADU, which takes a
//! constant load twice if the constant was not there yet, and every count of a
//! kernel whose threads wait for each other ([`crate::truth::Entry::is_racy`]).

/// Metric names, exact in every case that is not racy.
pub const EXACT: [&str; 46] = [
    "smsp__inst_executed.sum",
    "smsp__thread_inst_executed.sum",
    "smsp__thread_inst_executed_pred_on.sum",
    "sm__ctas_launched.sum",
    "smsp__warps_launched.sum",
    "launch__registers_per_thread",
    "launch__occupancy_limit_blocks",
    "launch__occupancy_limit_registers",
    "launch__occupancy_limit_shared_mem",
    "launch__occupancy_limit_warps",
    "launch__shared_mem_config_size",
    "launch__shared_mem_per_block_static",
    "launch__shared_mem_per_block_dynamic",
    "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum",
    "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum",
    "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum",
    "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum",
    "l1tex__t_requests_pipe_lsu_mem_global_op_red.sum",
    "l1tex__t_requests_pipe_lsu_mem_global_op_atom.sum",
    "l1tex__t_requests_pipe_lsu_mem_local_op_ld.sum",
    "l1tex__t_sectors_pipe_lsu_mem_local_op_ld.sum",
    "l1tex__t_requests_pipe_lsu_mem_local_op_st.sum",
    "l1tex__t_sectors_pipe_lsu_mem_local_op_st.sum",
    "smsp__inst_executed_op_shared_ld.sum",
    "smsp__inst_executed_op_shared_st.sum",
    "smsp__inst_executed_op_global_ld.sum",
    "smsp__inst_executed_op_global_st.sum",
    "smsp__inst_executed_op_global_red.sum",
    "smsp__inst_executed_op_local_ld.sum",
    "smsp__inst_executed_op_local_st.sum",
    "smsp__inst_executed_op_branch.sum",
    "smsp__sass_thread_inst_executed_op_ffma_pred_on.sum",
    "smsp__sass_thread_inst_executed_op_fadd_pred_on.sum",
    "smsp__sass_thread_inst_executed_op_fmul_pred_on.sum",
    "smsp__sass_thread_inst_executed_op_dfma_pred_on.sum",
    "sm__inst_executed_pipe_alu.sum",
    "sm__inst_executed_pipe_fma.sum",
    "sm__inst_executed_pipe_fp64.sum",
    "sm__inst_executed_pipe_xu.sum",
    "sm__inst_executed_pipe_lsu.sum",
    "sm__inst_executed_pipe_cbu.sum",
    "sm__inst_executed_pipe_uniform.sum",
    "l1tex__lsuin_requests.sum",
    "smsp__sass_branch_targets.sum",
    "smsp__sass_branch_targets_threads_divergent.sum",
    "smsp__sass_branch_targets_threads_uniform.sum",
];

/// Metrics of which the model counts what addresses alone cause. The GPU's own
/// also hold passes that arbitration between requests repeats, so that ours
/// must not exceed them.
pub const CAUSAL: [&str; 8] = [
    "l1tex__data_pipe_lsu_wavefronts.sum",
    "l1tex__data_pipe_lsu_wavefronts_mem_shared.sum",
    "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum",
    "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum",
    "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_atom.sum",
    "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum",
    "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum",
    "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_atom.sum",
];

/// Whether the model counts the metric's cause alone.
pub fn is_causal(metric: &str) -> bool {
    CAUSAL.contains(&metric)
}

/// Whether a metric must be equal.
pub fn is_exact(metric: &str) -> bool {
    EXACT.contains(&metric)
}
