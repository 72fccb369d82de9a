#!/usr/bin/env python3
"""Writes `cases.json` for what `busy.cu` prints (`nvcc -std=c++17 -arch=sm_90 -O3 -cubin -o cubin/busy.cubin busy.cu`)."""
import json

ZERO = {"kind": "zero"}


def case(mode, warps):
    return {
        "name": "busy_%d_%d" % (mode, warps), "kernel": "busy", "cubin": "cubin/busy.cubin",
        "grid": [132, 1, 1], "block": [32 * (warps + 1), 1, 1], "dyn_smem": 0,
        "args": [{"buf": "out"}, {"buf": "memory"}, {"i32": mode}, {"i32": 60000}, {"i32": 12422}],
        "buffers": {"memory": {"bytes": 1 << 30, "init": ZERO}, "out": {"bytes": 4 * 132 * 128, "init": ZERO}},
        "check": [], "carveout": None, "warm": False, "group": "busy",
    }


cases = [case(mode, warps) for mode in range(3) for warps in (0, 1, 2, 4, 8, 12, 16, 24) if warps or not mode]
with open("cases.json", "w") as f:
    f.write("[\n" + ",\n".join(map(json.dumps, cases)) + "\n]\n")
