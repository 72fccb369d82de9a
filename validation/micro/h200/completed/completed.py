"""Runs completed five times under Nsight Compute and prints, for each launch that it names, the medians of what DRAM reads
and writes, in MB of 2^20 bytes, and of the cycles.

    nvcc -O3 -arch=sm_90 completed.cu -o completed && python3 completed.py > completed.txt
"""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from ncu import medians

METRICS = ["dram__bytes_read.sum", "dram__bytes_write.sum", "gpc__cycles_elapsed.max"]

for name, (read, written, cycles) in medians("./completed", METRICS).items():
    print(f"{name} {read / 2**20:.2f} {written / 2**20:.2f} {cycles:.0f}")
