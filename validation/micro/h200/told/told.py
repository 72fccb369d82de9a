#!/usr/bin/env python3
"""Writes `cases.json` for what `told.cu` prints (`nvcc -std=c++17 -arch=sm_90 -O3 -cubin -o cubin/told.cubin told.cu`)."""
import json

ZERO = {"kind": "zero"}


def case(kind, before):
    return {
        "name": "told_%s_%d" % (kind, before), "kernel": "told_" + kind, "cubin": "cubin/told.cubin",
        "grid": [132, 1, 1], "block": [32, 1, 1], "dyn_smem": 0,
        "args": [{"buf": "out"}, {"buf": "memory"}, {"i32": before}],
        "buffers": {"out": {"bytes": 8192, "init": ZERO}, "memory": {"bytes": 64 << 20, "init": ZERO}},
        "check": [], "carveout": None, "warm": False, "group": "told",
    }


cases = [case(kind, before) for kind in ("load", "swap", "add") for before in range(5)]
with open("cases.json", "w") as f:
    f.write("[\n" + ",\n".join(map(json.dumps, cases)) + "\n]\n")
