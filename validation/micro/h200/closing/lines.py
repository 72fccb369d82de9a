"""Runs lines five times under Nsight Compute in a single pass and five times replayed for all metrics that `sim measure` asks for, and
prints for each launch that it names the cycles beyond those that an SM is active: in a single pass, and of the replayed ones, whose
active cycles are those of the single pass.

    nvcc -O3 -arch=sm_90 lines.cu -o lines && python3 lines.py > lines.txt
"""

import os
import statistics
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, ".."))
from ncu import counted

ELAPSED, ACTIVE = "gpc__cycles_elapsed.max", "sm__cycles_active.max"
ALL = open(os.path.join(HERE, "../../../src/measure/metrics.txt")).read().split()

replayed = counted("./lines", ALL, [ELAPSED])
for name, counts in counted("./lines", [ELAPSED, ACTIVE]).items():
    beyond = [elapsed - active for elapsed, active in zip(counts[ELAPSED], counts[ACTIVE])]
    replays = statistics.median(replayed[name][ELAPSED]) - statistics.median(counts[ACTIVE])
    print(f"{name} {statistics.median(beyond):.0f} {replays:.0f}")
