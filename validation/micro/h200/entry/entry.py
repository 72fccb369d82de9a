#!/usr/bin/env python3
"""What the simulator runs of entry.cu, for a shorter time: prints cases.json, by the names in entry.txt."""
import json

TIME = 120000


def case(name):
    _, what, lines, times, warps, probing, storing = name.split("_")
    return {"name": name, "kernel": f"entry_{what}_{lines}_{times}", "cubin": "cubin/entry.cubin", "grid": [1, 1, 1],
            "block": [128 + 128 * int(warps), 1, 1], "dyn_smem": 0,
            "args": [{"buf": "out"}, {"buf": "a"}, {"i32": int(probing)}, {"i32": int(storing)}, {"i32": TIME}],
            "buffers": {"out": {"bytes": 256, "init": {"kind": "zero"}}, "a": {"bytes": 4 << 20, "init": {"kind": "zero"}}},
            "check": [], "carveout": None, "warm": False, "group": "entry"}


print("[\n" + ",\n".join(json.dumps(case(line.split()[0])) for line in open("entry.txt")) + "\n]")
