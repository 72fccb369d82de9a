#!/usr/bin/env python3
"""What taken branches cost where several warps of a sub-core take them: loops of FFMAs with a branch over one NOP behind every
so many of them.

`branchy.py source` prints the text to compile (`nvcc -arch=sm_90 -cubin -o cubin/branchy.cubin`), `branchy.py ASSEMBLER`
writes the branches over it, ASSEMBLER as in `mixtures.py`, and `branchy.py cases` prints what the simulator runs.
"""
import os, sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from mixtures import assemble, code, command, put

# FFMAs before each branch; none, no branch.
APART = [1, 2, 3, 5, 8, 16, 0]


def source():
    body = """typedef unsigned u32;
#define BRANCHY(n) \\
    extern "C" __global__ void br_##n(float *out, int turns) { \\
        float f[16], s = 0; \\
        for (int k = 0; k < 16; k++) f[k] = threadIdx.x * k; \\
        _Pragma("unroll 1") for (int t = 0; t < turns; t++) { \\
            _Pragma("unroll") for (int i = 0; i < 252; i++) asm volatile("fma.rn.f32 %0, %0, %0, %0;" : "+f"(f[i % 16])); } \\
        for (int k = 0; k < 16; k++) s += f[k]; \\
        if (s == 1.5f) out[threadIdx.x] = s; }
"""
    return body + "\n".join("BRANCHY(%d)" % apart for apart in APART) + "\n"


def case(apart, warps, turns):
    return {"name": "br_%d_w%d_t%d" % (apart, warps, turns), "kernel": "br_%d" % apart, "cubin": "cubin/branchy.cubin",
            "grid": [1, 1, 1], "block": [32 * warps, 1, 1], "dyn_smem": 0, "args": [{"buf": "out"}, {"i32": turns}],
            "buffers": {"out": {"bytes": 4096, "init": {"kind": "zero"}}}, "check": [], "carveout": None, "warm": False,
            "group": "branchy"}


def patch(elf, assembler):
    branch, skipped = assemble(["BRA 0x20 ;S5", "NOP ;S1"], assembler)
    for kernel, places in code(elf):
        apart = at = int(kernel.removeprefix("br_"))
        while apart and at + 1 < len(places):
            here = places[at]
            # The branch must not skip what the compiler has put between.
            if here + 16 == places[at + 1] and here + 32 in places:
                put(elf, [here, here + 16], [branch, skipped])
                at += apart + 2
            else:
                at += 1


if __name__ == "__main__":
    cases = lambda: [case(k, w, t) for k in APART for w in (1, 4, 8, 16, 32) for t in (8, 72)]
    command("branchy", source, cases, patch)
