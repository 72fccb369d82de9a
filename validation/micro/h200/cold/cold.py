#!/usr/bin/env python3
"""What straight-line code waits for where a launch reads it for the first time: kernels that read the clock again and again.

Each kernel is machine code that `cold.py ASSEMBLER` writes over a compiled one, from its first instruction on: a clock in
each line of 128 bytes, in each fourth or in each sixteenth, NOPs between them, then a store of all that was read. The other
verbs are those of `first.py`, whose stores these are: `source` (`nvcc -arch=sm_90 -cubin -o cubin/cold.cubin`), `cases`.
"""
import os, sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "first"))
from first import CLOCKS, END, FIRST
from mixtures import assemble, command, kernels, put

# Instructions from clock to clock; a line has eight.
KERNELS = {"line1": 8, "line4": 32, "line16": 128}
BLOCKS = [1, 16, 33, 66, 132, 264]
WARPS = [1, 4, 16]


def lines(kernel):
    clock = lambda number: ["CS2R.32 R%d, SR_CLOCKLO ;S1" % (FIRST + number)]
    code = sum((clock(number) + ["NOP ;S1"] * (KERNELS[kernel] - 1) for number in range(CLOCKS)), [])
    return code + ["NOP ;S8"] + END


def source():
    body = """#define COLD(name, count) \\
    extern "C" __global__ void name(unsigned *out, unsigned long long p1, unsigned long long p2, unsigned long long p3) { \\
        float f[32], s = 0; \\
        _Pragma("unroll") for (int k = 0; k < 32; k++) f[k] = p3 * k; \\
        _Pragma("unroll 1") for (int t = 0; t < p2; t++) { \\
            _Pragma("unroll") for (int i = 0; i < count; i++) asm volatile("fma.rn.f32 %0, %0, %0, %0;" : "+f"(f[i % 32])); } \\
        _Pragma("unroll") for (int k = 0; k < 32; k++) s += f[k]; \\
        out[threadIdx.x] = s; }
"""
    return body + "\n".join("COLD(%s, %d)" % (kernel, CLOCKS * count) for kernel, count in KERNELS.items()) + "\n"


def case(kernel, blocks, warps):
    return {"name": "%s_b%d_w%d" % (kernel, blocks, warps), "kernel": kernel, "cubin": "cubin/cold.cubin", "grid": [blocks, 1, 1],
            "block": [32 * warps, 1, 1], "dyn_smem": 0, "args": [{"buf": "out"}] + [{"u64": 0}] * 3,
            "buffers": {"out": {"bytes": 4 * CLOCKS * 32 * warps * blocks, "init": {"kind": "zero"}}}, "check": [], "carveout": None,
            "warm": False, "group": "cold"}


def patch(elf, assembler):
    for kernel, offset, length in kernels(elf):
        words = assemble(lines(kernel), assembler)
        assert 16 * len(words) <= length
        put(elf, range(offset, offset + 16 * len(words), 16), words)


if __name__ == "__main__":
    command("cold", source, lambda: [case(k, b, w) for k in KERNELS for b in BLOCKS for w in WARPS], patch)
