"""Runs joined five times under Nsight Compute and prints, for each launch that it names, the medians of the sectors and requests
of stores that the SM sends.

    nvcc -O3 -arch=sm_90 joined.cu -o joined && python3 joined.py > joined.txt
"""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from ncu import show

show("./joined", ["l1tex__m_l1tex2xbar_write_sectors.sum", "lts__t_requests_srcunit_tex_op_write.sum"])
