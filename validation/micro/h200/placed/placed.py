"""The cases of placed.cu: `python3 placed.py > cases.json`; and of a set that `sim measure` has written, the lines of
placed.txt: `python3 placed.py DIR > placed.txt`."""
import json
import sys

NUMBER = lambda value: {"i32": value}
BUFFER = lambda size: {"bytes": size, "init": {"kind": "zero"}}
ON = lambda *names: [{"buf": name} for name in names]
# Of a line, by its lanes from the lowest: words of one sector, whole sectors and a part, sectors in part.
LANES = [0x1, 0x7f, 0xff, 0x1ff, 0xffff, 0x1_ffff, 0x7f_ffff, 0xff_ffff, 0x1ff_ffff, 0xfff_ffff, 0xffff_ffff, 0xffff_fff0,
         0x101, 0x1_0001, 0x100_0001, 0x1_0101, 0x100_0101, 0x101_0100, 0x101_0101, 0x3_0303, 0xf_0f0f, 0xf0f_0f0f]


def case(name, kernel, args, buffers):
    return {
        "name": name, "kernel": kernel, "cubin": "cubin/placed.cubin", "grid": [264, 1, 1], "block": [256, 1, 1],
        "dyn_smem": 0, "args": args, "buffers": buffers, "check": [], "carveout": None, "warm": False, "group": "placed",
    }


if len(sys.argv) > 1:
    for entry in json.load(open(sys.argv[1] + "/repeats.json")):
        print(entry["name"], *(int(cycles) for cycles in entry["cycles"]))
    sys.exit()
cases = []
for apart in [0, 4, 32, 96, 128, 160, 256, 384, 512, 544, 640, 768, 1024, 1536, 4096]:
    cases.append(case(f"apart_{apart}", "apart", ON("t") + [NUMBER(apart // 4), NUMBER(20)], {"t": BUFFER(4 << 20)}))
for first, second in [(4, 4), (96, 96), (512, 4), (1024, 4), (4, 1 << 20), (1 << 20, 4)]:
    cases.append(case(f"buffers_{first}_{second}", "buffers", ON("t", "u") + [NUMBER(20)],
                      {"t": BUFFER(first), "u": BUFFER(second)}))
for mask in LANES:
    cases.append(case(f"lanes_{mask:x}", "lanes", ON("t") + [{"u32": mask}, NUMBER(20)], {"t": BUFFER(128)}))
print("[\n" + ",\n".join(json.dumps(case) for case in cases) + "\n]")
