#!/usr/bin/env python3
"""What queued.cu launches: prints its lines' names and arguments for it (`queued.py launches`), or cases.json."""
import json
import sys


def launches():
    """(name, kernel, threads, arguments)"""
    for kind in (1, 2, 4):
        for count in (4, 8, 12, 16, 20, 24, 32, 48):
            for loader in (1, 4):
                for steps in (1, 2, 4, 7, 10):
                    kernel = "behind_%d_%d" % (kind, count)
                    yield "%s_w%d_s%d" % (kernel, loader, steps), kernel, 256, (loader, steps)
    for kind in range(5):
        for mask in (0x1, 0x11, 0x111, 0x1111, 0x3, 0x7, 0xf, 0x33, 0xff, 0xffff):
            yield "rate_%d_%x" % (kind, mask), "rate_%d" % kind, 512, (mask, 0)
    for kind in range(5):
        for count in (0, 1, 2, 4, 8, 16, 32, 48):
            for other in (1, 4):
                kernel = "meet_%d_%d" % (kind, count)
                yield "%s_w%d" % (kernel, other), kernel, 256, (other, 0)
    for kind in (0, 1, 3, 4):
        for does in ("B", "SB", "L", "SBL", "SL", "SSSSB"):
            for mask in (0x10, 0x1110, 0x2, 0xe, 0xeee, 0xfffe):
                kernel = "beside_%d_%s" % (kind, does)
                yield "%s_%x" % (kernel, mask), kernel, 512, (mask, 0)


def case(name, kernel, threads, arguments):
    return {"name": name, "kernel": kernel, "cubin": "cubin/queued.cubin", "grid": [1, 1, 1], "block": [threads, 1, 1],
            "dyn_smem": 0, "args": [{"buf": "out"}] + [{"i32": argument} for argument in arguments],
            "buffers": {"out": {"bytes": 1024, "init": {"kind": "zero"}}}, "check": [], "carveout": None, "warm": False,
            "group": "queued"}


if sys.argv[1:] == ["launches"]:
    for name, kernel, threads, arguments in launches():
        print(name, kernel, threads, *arguments)
else:
    print("[\n" + ",\n".join(json.dumps(case(*launch)) for launch in launches()) + "\n]")
