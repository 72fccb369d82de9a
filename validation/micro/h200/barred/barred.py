#!/usr/bin/env python3
"""What the simulator runs of kernels.cu, on one SM: prints cases.json."""
import json


def case(kernel, blocks, turns):
    return {"name": "%s_b%d_%d" % (kernel, blocks, turns), "kernel": kernel, "cubin": "cubin/barred.cubin", "grid": [blocks, 1, 1],
            "block": [256, 1, 1], "dyn_smem": 0, "args": [{"buf": "out"}, {"i32": turns}],
            "buffers": {"out": {"bytes": 1024 * blocks, "init": {"kind": "zero"}}}, "check": [], "carveout": None, "warm": False,
            "group": "barred"}


KERNELS = ["%s%d_%s" % (kind, count, meet) for kind in "lsb" for count in (1, 2, 4, 8) for meet in ("meet", "free")]
rows = [json.dumps(case(kernel, blocks, turns)) for kernel in KERNELS for blocks in (1, 2, 4, 8) for turns in (32, 128)]
print("[\n" + ",\n".join(rows) + "\n]")
