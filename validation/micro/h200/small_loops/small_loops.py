#!/usr/bin/env python3
"""Prints what the simulator runs of the loops that small_loops.cu times: `small_loops.py > cases.json`."""
import json

KERNELS = ("fma1", "fma2", "fma4", "each4", "product", "xor", "shared", "global")
LOOPS = [f"{kind}_{name}" for name in KERNELS for kind in "ur"] + ["u_ex2", "r_sqrt", "r_either", "r_while", "r_inner", "r_select"]


def case(kernel, warps, turns):
    return {"name": f"{kernel}_w{warps}_t{turns}", "kernel": kernel, "cubin": "cubin/small_loops.cubin", "grid": [1, 1, 1],
            "block": [32 * warps, 1, 1], "dyn_smem": 0, "args": [{"buf": "out"}, {"buf": "in"}, {"i32": turns}],
            "buffers": {"out": {"bytes": 4096, "init": {"kind": "zero"}}, "in": {"bytes": 8192, "init": {"kind": "zero"}}},
            "check": [], "carveout": None, "warm": False, "group": "small_loops"}


cases = [case(kernel, warps, turns) for kernel in LOOPS for warps in (1, 2, 4, 8, 12, 16, 20, 24, 28, 32) for turns in (40, 240)]
print("[\n" + ",\n".join(map(json.dumps, cases)) + "\n]")
