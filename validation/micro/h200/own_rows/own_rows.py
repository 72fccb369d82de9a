"""The cases that the simulator runs of own_rows.cu: `python3 own_rows.py > cases.json`."""
import json

NUMBER = lambda value: {"i32": value}
BUFFER = lambda size: {"bytes": size, "init": {"kind": "zero"}}

cases = []
for kind in ["bytes", "words"]:
    for lanes in [32, 8, 1]:
        for gap in [0, 8, 32]:
            for back in [0, 1, 4, 33]:
                cases.append({
                    "name": f"{kind}_{lanes}_g{gap}_b{back}", "kernel": kind, "cubin": "cubin/own_rows.cubin",
                    "grid": [1, 1, 1], "block": [lanes, 1, 1], "dyn_smem": 0,
                    "args": [{"buf": "out"}, {"buf": "a"}, NUMBER(1024), NUMBER(gap), NUMBER(back), NUMBER(200)],
                    "buffers": {"a": BUFFER(1 << 16), "out": BUFFER(800)},
                    "check": [], "carveout": None, "warm": False, "group": "own_rows",
                })
print("[\n" + ",\n".join(json.dumps(case) for case in cases) + "\n]")
