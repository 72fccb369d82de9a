"""The cases that the simulator runs of copied.cu: `python3 copied.py > cases.json`."""
import json

NUMBER = lambda value: {"i32": value}
BUFFER = lambda size: {"bytes": size, "init": {"kind": "hash_u32", "seed": 3, "mod": 0}}
ROUNDS = 48

cases = []
for line in open("copied.txt"):
    name = line.split()[0]
    kind, copies, pending, warps, apart, lines = name.split("_")
    size, copies, warps, apart = int(kind[:-2]), int(copies), int(warps), int(apart)
    group = copies * 32 * size
    wrap = 64 * group if lines == "new" else group
    cases.append({
        "name": name, "kernel": f"copy_{kind}_{copies}_{pending}", "cubin": "cubin/copied.cubin",
        "grid": [1, 1, 1], "block": [32 * warps, 1, 1], "dyn_smem": warps * copies * 32 * apart,
        "args": [{"buf": "out"}, {"buf": "in"}, NUMBER(ROUNDS), NUMBER(apart), NUMBER(wrap)],
        "buffers": {"out": {"bytes": 8192, "init": {"kind": "zero"}}, "in": BUFFER(warps * wrap)},
        "check": [], "carveout": None, "warm": False, "group": "copied",
    })
print("[\n" + ",\n".join(json.dumps(case) for case in cases) + "\n]")
