#!/usr/bin/env python3
"""What the simulator runs of woken.cu, on one SM: prints cases.json."""
import json


def case(name, loads, warps):
    return {"name": "%s_w%d" % (name, warps), "kernel": "_Z4wakeILb%dEEvPj" % loads, "cubin": "cubin/woken.cubin", "grid": [1, 1, 1],
            "block": [32 * warps, 1, 1], "dyn_smem": 0, "args": [{"buf": "out"}],
            "buffers": {"out": {"bytes": 1024, "init": {"kind": "zero"}}}, "check": [], "carveout": None, "warm": False, "group": "woken"}


rows = [json.dumps(case(name, loads, warps)) for name, loads in (("load", True), ("store", False)) for warps in (8, 16, 32)]
print("[\n" + ",\n".join(rows) + "\n]")
