"""The cases that the simulator runs of matrix.cu: `python3 matrix.py > cases.json`."""
import json

BUFFER = {"bytes": 8192, "init": {"kind": "zero"}}

cases = []
for line in open("matrix.txt"):
    kernel, apart, warps, _ = line.split()
    cases.append({
        "name": f"{kernel}/{apart}/{warps}", "kernel": kernel, "cubin": "cubin/matrix.cubin",
        "grid": [1, 1, 1], "block": [32 * int(warps), 1, 1], "dyn_smem": 4 * 32 * int(apart),
        "args": [{"buf": "out"}, {"buf": "in"}, {"u32": int(apart)}],
        "buffers": {"out": BUFFER, "in": BUFFER},
        "check": [], "carveout": None, "warm": False, "group": "matrix",
    })
print("[\n" + ",\n".join(json.dumps(case) for case in cases) + "\n]")
