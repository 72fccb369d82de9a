#!/usr/bin/env python3
"""What the simulator runs of `synced.cu` (`synced.py cases`), and what Nsight Compute printed there (`--csv`) as `synced.txt`
(`synced.py lines < CSV`)."""
import csv, json, sys

PARTS = [(meet + "_" + way, lanes, warps) for meet in ["sync", "any", "or"] for way in ["one", "two"]
         for lanes in [0xFFFFFFFF, 0, 0x55555555] for warps in [1, 4, 8, 16]]
GROUPS = [(meet + "_groups", groups, warps) for meet in ["sync", "any", "or"] for groups in [1, 2, 3, 4, 6] for warps in [1, 4, 8]]
WARPS = [(meet + "_one", 0xFFFFFFFF, warps) for meet in ["and", "count", "plain"] for warps in [1, 2, 4, 8, 16, 32]]
LAUNCHES = PARTS + GROUPS + WARPS


def name(kernel, lanes, warps):
    return "%s_%x_w%d" % (kernel, lanes, warps)


def case(kernel, lanes, warps, turns):
    return {"name": "%s_t%d" % (name(kernel, lanes, warps), turns), "kernel": kernel, "cubin": "cubin/synced.cubin",
            "grid": [1, 1, 1], "block": [32 * warps, 1, 1], "dyn_smem": 0,
            "args": [{"buf": "out"}, {"u32": lanes}, {"i32": turns}],
            "buffers": {"out": {"bytes": 4096, "init": {"kind": "zero"}}}, "check": [], "carveout": None, "warm": False,
            "group": "synced"}


def lines():
    text = sys.stdin.read()
    values = {}
    for row in csv.DictReader(text[text.index('"ID"'):].splitlines()):
        values.setdefault(row["Metric Name"], []).append(row["Metric Value"].replace(",", ""))
    cycles, issued = values["sm__cycles_active.max"], values["smsp__inst_issued.sum"]
    for number, launch in enumerate(LAUNCHES):
        both = slice(2 * number, 2 * number + 2)
        print(name(*launch), *cycles[both], *issued[both])


if sys.argv[1] == "cases":
    # A tenth of the turns: they are alike.
    cases = [case(*launch, turns) for launch in LAUNCHES for turns in [1, 101]]
    print("[\n" + ",\n".join(json.dumps(case) for case in cases) + "\n]")
else:
    lines()
