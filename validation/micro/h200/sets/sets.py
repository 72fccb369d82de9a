#!/usr/bin/env python3
"""Which of some lines of constants stay in the first level that are read again and again, one after the other, by operands and
by loads: kernels that read the clock behind each.

`sets.py source` prints the text to compile (`nvcc -arch=sm_90 -cubin -o cubin/sets.cubin`), `sets.py ASSEMBLER` writes the reads
over it, ASSEMBLER as in `mixtures.py`, and `sets.py cases` prints what the simulator runs.
"""
import os, struct, sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from mixtures import assemble, code, command, put

# By kernel: the lines of bank 3, by number, and those of bank 0 behind them.
LINES = {"%d_%d" % (apart, count): ([apart * n for n in range(count)], []) for apart in (1, 3, 4, 8)
         for count in (4, 5, 9, 32, 33, 34, 40)}
LINES |= {"parameter_%d" % line: (list(range(32)), [line]) for line in (0, 9, 10, 13)}
READS = {"operand": "IADD3 R%d, RZ, c[0x%x][0x%x], RZ ;S8", "load": "LDC R%d, c[0x%x][0x%x] ;S2 W0"}
BEHIND = {"operand": "", "load": " B0"}
KERNELS = ["%s_%s" % (kind, lines) for kind in READS for lines in LINES]


def source():
    body = """__constant__ float table[8192];
#define SETS(name) extern "C" __global__ void name(float *out, int turns, int zero) { \\
    float f[48]; \\
    for (int k = 0; k < 48; k++) f[k] = zero * k + table[zero]; \\
    _Pragma("unroll 1") for (int t = 0; t < turns; t++) { \\
        _Pragma("unroll") for (int i = 0; i < 96; i++) asm volatile("fma.rn.f32 %0, %0, %0, %0;" : "+f"(f[i % 48])); } \\
    for (int k = 0; k < 48; k++) out[k] = f[k]; }
"""
    return body + "\n".join("SETS(%s)" % kernel for kernel in KERNELS) + "\n"


def case(kernel):
    return {"name": kernel, "kernel": kernel, "cubin": "cubin/sets.cubin", "grid": [1, 1, 1], "block": [32, 1, 1], "dyn_smem": 0,
            "args": [{"buf": "out"}, {"i32": 4}, {"i32": 0}], "buffers": {"out": {"bytes": 192, "init": {"kind": "zero"}}},
            "check": [], "carveout": None, "warm": False, "group": "sets"}


def patch(elf, assembler):
    """The places of the FFMAs take a clock, then each read and a clock behind it, in the registers that are stored."""
    for kernel, places in code(elf):
        places = list(places)
        registers = [struct.unpack_from("<Q", elf, place)[0] >> 16 & 0xFF for place in places[:48]]
        kind, lines = kernel.split("_", 1)
        table, parameters = LINES[lines]
        words = ["CS2R.32 R%d, SR_CLOCKLO ;S8" % registers[0]]
        for number, (bank, line) in enumerate([(3, line) for line in table] + [(0, line) for line in parameters], 1):
            words.append(READS[kind] % (registers[-1], bank, 64 * line))
            words.append("CS2R.32 R%d, SR_CLOCKLO ;S8%s" % (registers[number], BEHIND[kind]))
        words += ["NOP ;S1"] * (len(places) - len(words))
        put(elf, places, assemble(words, assembler))


if __name__ == "__main__":
    command("sets", source, lambda: map(case, KERNELS), patch)
