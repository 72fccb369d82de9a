#!/usr/bin/env python3
"""What the simulator runs of deferred.cu, on one SM: prints cases.json."""
import json

KINDS = ("mufu", "i2f", "popc", "shfl", "vote", "redux", "double", "half", "shared", "constant", "block")
COUNTS = {"n": (0, 1, 2, 4, 6, 8, 12, 16, 24), "i": (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14)}


def case(name, kernel, warps, turns):
    return {"name": "%s_w%d_%d" % (name, warps, turns), "kernel": kernel,
            "cubin": "cubin/deferred.cubin", "grid": [1, 1, 1], "block": [32 * warps, 1, 1], "dyn_smem": 0,
            "args": [{"buf": "out"}, {"i32": turns}], "buffers": {"out": {"bytes": 128 * warps, "init": {"kind": "zero"}}},
            "check": [], "carveout": None, "warm": False, "group": "deferred"}


KERNELS = {"%s%d" % (kind, count): "_Z4meetILi%dELb%dEEvPji" % (count, kind == "i") for kind, counts in COUNTS.items() for count in counts}
KERNELS.update((name, "_Z3oneILi%dEEvPji" % kind) for kind, name in enumerate(KINDS))
rows = [json.dumps(case(name, kernel, warps, turns)) for name, kernel in KERNELS.items()
        for warps in (1, 2, 4, 8, 16, 32) for turns in (8, 72)]
print("[\n" + ",\n".join(rows) + "\n]")
