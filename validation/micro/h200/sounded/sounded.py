"""Prints the cases of sounded.cu for the simulator, where a page's side hangs on the bits of `l2.side_bits`."""
import json

BITS = sum(1 << bit for bit in (12, 13, 15, 17, 19, 21, 22, 24, 26, 27))
ZERO = {"kind": "zero"}


def case(name, kernel, warps, out, args, buffers):
    return {
        "name": name, "kernel": kernel, "cubin": "cubin/sounded.cubin", "grid": [132, 1, 1], "block": [32 * warps, 1, 1],
        "dyn_smem": 0, "args": [{"buf": "out"}, {"buf": "a"}] + args,
        "buffers": {"out": {"bytes": out, "init": ZERO}, "a": {"bytes": 1 << 30, "init": ZERO}, **buffers},
        "check": [], "carveout": None, "warm": False, "group": "sounded",
    }


def sounded(side, log, warps, rounds=100):
    of = ("far", "near", "both").index(side)
    args = [{"buf": "others"}, {"buf": "done"}, {"u32": rounds}, {"u32": log}, {"u32": of}, {"u32": 0}, {"u64": BITS}]
    buffers = {"others": {"bytes": 2048, "init": ZERO}, "done": {"bytes": 4, "init": ZERO}}
    return case("miss_%s_%d_%d" % (side, 1 << log, warps), "sounded", warps, 17 * rounds * 4, args, buffers)


def lines(warps, rounds=24):
    return case("lines_%d" % warps, "lines", warps, 132 * warps * rounds * 4, [{"u32": rounds}], {})


cases = [sounded(side, log, warps) for side in ("far", "near", "both") for log in (7, 8, 11) for warps in (1, 4, 8, 12, 16)]
cases += [lines(warps) for warps in (1, 4, 8, 12, 16, 24, 32)]
print("[\n" + ",\n".join(json.dumps(one) for one in cases) + "\n]")
