"""Runs kept five times (kept.txt: twice) under Nsight Compute and prints, for each launch that it names, the medians of the cycles
and of the requests of stores that leave the SM.

    nvcc -O3 -arch=sm_90 kept.cu -o kept && python3 kept.py > kept.txt
"""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from ncu import show

show("./kept", ["sm__cycles_active.max", "lts__t_requests_srcunit_tex_op_write.sum"])
