"""Runs returns five times under Nsight Compute and prints, for each launch that it names, the medians of the cycles, the
instructions that load from global and from shared memory, the wavefronts of the data path and the sectors that come.

    nvcc -O3 -arch=sm_90 returns.cu -o returns && python3 returns.py > returns.txt
"""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from ncu import show

show(
    "./returns",
    [
        "sm__cycles_active.max",
        "smsp__inst_executed_op_global_ld.sum",
        "smsp__inst_executed_op_shared_ld.sum",
        "l1tex__data_pipe_lsu_wavefronts.sum",
        "l1tex__m_xbar2l1tex_read_sectors.sum",
    ],
)
