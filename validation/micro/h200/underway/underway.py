"""The cases that the simulator runs of underway.cu: `python3 underway.py > cases.json`."""
import json

BUFFER = lambda size: {"bytes": size, "init": {"kind": "zero"}}
GRIDS = [(1, 1), (1, 4), (1, 16), (132, 1), (132, 2), (132, 4), (132, 8), (132, 16), (132, 32), (264, 32)]

cases = []
for kernel in ["stream", "pieces", "apart", "wide"]:
    for blocks, warps in GRIDS:
        rounds = 128 if warps <= 4 else 64 if warps <= 16 else 32
        cases.append({
            "name": f"{kernel}_{blocks}_{warps}", "kernel": kernel, "cubin": "cubin/underway.cubin",
            "grid": [blocks, 1, 1], "block": [32 * warps, 1, 1], "dyn_smem": 0,
            "args": [{"buf": "out"}, {"buf": "a"}, {"i32": rounds}],
            "buffers": {"out": BUFFER(4 * blocks * warps * rounds), "a": BUFFER(1152 << 20)},
            "check": [], "carveout": None, "warm": False, "group": "underway",
        })
print("[\n" + ",\n".join(json.dumps(case) for case in cases) + "\n]")
