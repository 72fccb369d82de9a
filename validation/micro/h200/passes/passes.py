"""Runs copies and split five times under Nsight Compute and writes copies.txt and split.txt: for each launch that they name, the
medians of what is listed here.

    nvcc -O3 -arch=sm_90 copies.cu -o copies && nvcc -O3 -arch=sm_90 split.cu -o split && python3 passes.py
"""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from ncu import medians

CYCLES, WAVEFRONTS = "sm__cycles_active.max", "l1tex__data_pipe_lsu_wavefronts.sum"
SENT, COME = "l1tex__m_l1tex2xbar_write_sectors.sum", "l1tex__m_xbar2l1tex_read_sectors.sum"
SHARED = "l1tex__data_pipe_lsu_wavefronts_mem_shared.sum"
LOADS, STORES = "smsp__inst_executed_op_global_ld.sum", "smsp__inst_executed_op_global_st.sum"

for program, metrics in {
    "copies": [CYCLES, WAVEFRONTS, COME, SENT],
    "split": [CYCLES, WAVEFRONTS, SHARED, LOADS, STORES, SENT],
}.items():
    with open(program + ".txt", "w") as file:
        for name, counted in medians("./" + program, metrics).items():
            print(name, *[f"{number:.0f}" for number in counted], file=file)
