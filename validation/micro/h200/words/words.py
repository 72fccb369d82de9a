"""Runs words five times under Nsight Compute and prints, for each launch that it names, the medians of the cycles in which
SMs are active at most and of the sectors that the L2 looks up.

    nvcc -O3 -arch=sm_90 words.cu -o words && python3 words.py > words.txt
"""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from ncu import medians

METRICS = ["sm__cycles_active.max", "lts__t_sectors.sum"]

for name, (cycles, sectors) in medians("./words", METRICS).items():
    print(f"{name} {cycles:.0f} {sectors:.0f}")
