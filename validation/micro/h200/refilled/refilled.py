#!/usr/bin/env python3
"""Prints the cases that the simulator runs of `refilled.cu`'s launches: `refilled.py > cases.json`."""
import json

THREADS = [32, 64, 96, 128, 192, 256, 320, 384, 448, 512, 640, 768, 896, 1024]


def case(threads, slots):
    blocks = 2 * 132 * slots
    return {"name": "refilled_%d_%d" % (threads, slots), "kernel": "refilled", "cubin": "cubin/refilled.cubin",
            "grid": [blocks, 1, 1], "block": [threads, 1, 1], "dyn_smem": 200000 // slots - 1024,
            "args": [{"buf": "out"}, {"i32": 1500}],
            "buffers": {"out": {"bytes": 16 * blocks * threads // 32, "init": {"kind": "zero"}}}, "check": [], "carveout": None,
            "warm": False, "group": "refilled"}


if __name__ == "__main__":
    cases = [case(threads, slots) for slots in (1, 2, 4, 8) for threads in THREADS if threads * slots <= 2048]
    print("[\n" + ",\n".join(json.dumps(each) for each in cases) + "\n]")
