"""The cases of labels.cu: `python3 labels.py > cases.json`; and of a set that `sim measure` has written, the lines of
labels.txt: `python3 labels.py DIR > labels.txt`."""
import json
import sys

NUMBER = lambda value: {"i32": value}
BUFFER = lambda size: {"bytes": size, "init": {"kind": "zero"}}
ON = lambda *names: [{"buf": name} for name in names]


def case(name, kernel, grid, block, args, buffers):
    return {
        "name": name, "kernel": kernel, "cubin": "cubin/labels.cubin", "grid": [grid, 1, 1], "block": [block, 1, 1],
        "dyn_smem": 0, "args": args, "buffers": buffers, "check": [], "carveout": None, "warm": False, "group": "labels",
    }


if len(sys.argv) > 1:
    measured = {entry["name"]: entry for entry in json.load(open(sys.argv[1] + "/results.json"))}
    repeats = {entry["name"]: entry["cycles"] for entry in json.load(open(sys.argv[1] + "/repeats.json"))}
    for name, cycles in repeats.items():
        adu = measured[name]["metrics"]["sm__inst_executed_pipe_adu.sum"]
        print(name, int(sorted(cycles)[len(cycles) // 2]), int(adu))
    sys.exit()
cases = []
for groups in [1, 2, 4, 8, 16, 32]:
    for blocks, threads in [(132, 32), (264, 256)]:
        cases.append(case(f"labels_{groups}_{threads}", "labels", blocks, threads, ON("out") + [NUMBER(16), NUMBER(groups)],
                          {"out": BUFFER(4 * blocks * threads)}))
for lanes, words in [(1, 24), (2, 8), (4, 8), (8, 8), (16, 16), (16, 32), (24, 24), (32, 32), (4, 24), (8, 24)]:
    cases.append(case(f"reds_{lanes}_{words}", "reds", 264, 256, ON("t") + [NUMBER(16), NUMBER(lanes), NUMBER(words)],
                      {"t": BUFFER(128)}))
for lanes, words in [(1, 24), (24, 24)]:
    cases.append(case(f"two_{lanes}_{words}", "reds_of_two", 264, 256, ON("t", "u") + [NUMBER(16), NUMBER(lanes), NUMBER(words)],
                      {"t": BUFFER(128), "u": BUFFER(128)}))
print("[\n" + ",\n".join(json.dumps(case) for case in cases) + "\n]")
