#!/usr/bin/env python3
"""Whose turn it is when a pipe or a register bank is busy: mixtures without dependences at one stall count.

Each kernel is a loop of so many FFMAs, in whose place `turns.py ASSEMBLER` writes a pattern, over and over. A
kernel's name is its pattern, a letter for each instruction (`LETTERS`), and the stall count behind each:
`ffa_2`. `turns.py source` prints the text to compile (`nvcc -arch=sm_90 -cubin -o cubin/turns.cubin`), and
`turns.py cases` what the simulator runs; ASSEMBLER is as in `mixtures.py`.
"""
import os, sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from mixtures import assemble, code, command, put

LETTERS = {
    "f": "FADD {t}, RZ, 1",  # either half of the FMA pipe; reads no register
    "i": "IMAD {t}, RZ, RZ, 0x1",  # its heavy half
    "a": "IADD3 {t}, RZ, 0x1, RZ",  # the ALU
    "p": "FADD {t}, R10, R9",  # reads each bank once
    "e": "FADD {t}, R10, R12",  # reads one bank twice
    "A": "IADD3 {t}, R10, R9, RZ",
}
PIPES = ["fa", "ffa", "fffa", "fffffffa", "ffaa", "fffaaa", "fffffaaa", "fffafaa", "fi", "ffi", "fffi", "fffffffi", "ffii"]
BANKS = ["fe", "fffe", "fffffffe", "ffee", "pe", "pppe", "peA", "ffpeA", "pppA", "ppAA"]
STALLS = [1, 2, 4]
KERNELS = ["%s_%d" % (word, stall) for word in PIPES + BANKS for stall in STALLS]
WARPS = [4, 8, 16, 32]
TURNS = [2, 10]
# Destinations, which nothing reads.
TO = ["R%d" % r for r in range(15, 23)]


def length(kernel):
    """Instructions of a turn."""
    word = kernel.split("_")[0]
    return 240 // len(word) * len(word)


def lines(kernel):
    word, stall = kernel.split("_")
    letters = [word[i % len(word)] for i in range(length(kernel))]
    return [LETTERS[letter].format(t=TO[i * 3 % 8]) + " ;S" + stall for i, letter in enumerate(letters)]


def source():
    body = """#define TURNS(name, LENGTH) \\
    extern "C" __global__ void name(unsigned *out, int turns, unsigned a, unsigned b) { \\
        float f[16], p = __uint_as_float(a), q = __uint_as_float(b), s = 0; \\
        _Pragma("unroll") for (int k = 0; k < 16; k++) f[k] = p * k; \\
        long long begin = clock64(); \\
        _Pragma("unroll 1") for (int t = 0; t < turns; t++) { \\
            _Pragma("unroll") for (int i = 0; i < LENGTH; i++) asm volatile("fma.rn.f32 %0, %0, %1, %2;" : "+f"(f[i % 16]) : "f"(p), "f"(q)); } \\
        long long end = clock64(); \\
        _Pragma("unroll") for (int k = 0; k < 16; k++) s += f[k]; \\
        out[threadIdx.x] = __float_as_uint(s) == 0x7f123456 ? 0 : (unsigned)(end - begin); }
"""
    return body + "\n".join("TURNS(%s, %d)" % (kernel, length(kernel)) for kernel in KERNELS) + "\n"


def case(kernel, warps, turns):
    return {"name": "%s_w%d_%d" % (kernel, warps, turns), "kernel": kernel, "cubin": "cubin/turns.cubin", "grid": [1, 1, 1],
            "block": [32 * warps, 1, 1], "dyn_smem": 0,
            "args": [{"buf": "out"}, {"i32": turns}, {"u32": 0x3F000001}, {"u32": 0x3F100003}],
            "buffers": {"out": {"bytes": 128 * warps, "init": {"kind": "zero"}}}, "check": [], "carveout": None, "warm": False,
            "group": "turns"}


def patch(elf, assembler):
    for kernel, places in code(elf):
        put(elf, places, assemble(lines(kernel), assembler))


if __name__ == "__main__":
    command("turns", source, lambda: [case(k, w, t) for k in KERNELS for w in WARPS for t in TURNS], patch)
