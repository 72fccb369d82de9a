#!/usr/bin/env python3
"""What the simulator runs of kernels.cu: prints cases.json."""
import json


def case(name, kernel, blocks, warps, args):
    return {"name": name, "kernel": kernel, "cubin": "cubin/tables.cubin", "grid": [blocks, 1, 1], "block": [32 * warps, 1, 1],
            "dyn_smem": 0, "args": [{"buf": "out"}] + [{"i32": arg} for arg in args],
            "buffers": {"out": {"bytes": 1024 * blocks * warps, "init": {"kind": "zero"}}}, "check": [], "carveout": None,
            "warm": False, "group": "tables"}


KERNELS = ["%s_%d_%d" % (kind, words, count) for kind in ("uniform", "lane") for words in (1, 4) for count in (1, 24, 64)]
cases = [case("%s_b%d_w%d" % (kernel, blocks, warps), kernel, blocks, warps, []) for kernel in KERNELS for blocks in (1, 8, 33, 79, 132)
         for warps in (1, 4, 16)]
cases += [case("lead_%d_%d" % (block, its), "lead", 132, 1, [block, 30, its]) for block in (0, 20, 131) for its in (0, 8)]
print("[\n" + ",\n".join(map(json.dumps, cases)) + "\n]")
