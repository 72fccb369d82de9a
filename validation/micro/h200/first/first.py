#!/usr/bin/env python3
"""What a warp waits for when it reads constants for the first time: kernels that read the clock between instructions.

Each kernel is machine code that `first.py ASSEMBLER` writes over a compiled one, from its first instruction on: the
instructions of `KERNELS`, with the clock read before the first and behind each that is to be waited for, then a store of
all that was read. `first.py source` prints the text to compile (`nvcc -arch=sm_90 -cubin -o cubin/first.cubin`), and
`first.py cases` what the simulator runs; ASSEMBLER is as in `mixtures.py`.
"""
import os, sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from mixtures import assemble, command, kernels, put

# Lines of the parameters: the first, the first again, others, that of the launch's shape.
LINES = [0x210, 0x214, 0x240, 0x280, 0x2C0, 0x300, 0x0, 0x28]
OPERAND = "IADD3 R8, RZ, c[0x%x][0x%x], RZ ;S8"
LOAD = "LDC R8, c[0x%x][0x%x] ;S2 W0"


def operand(offset, bank=0):
    """An operand, which is waited for where the instruction issues."""
    return OPERAND % (bank, offset), ""


def load(offset, bank=0):
    """A load, for which the clock waits."""
    return LOAD % (bank, offset), " B0"


KERNELS = {
    "operand": [operand(line) for line in LINES],
    "load": [load(line) for line in LINES],
    # A load, an operand of its line; an operand of another, a load of its line.
    "both": [load(0x210), operand(0x210), operand(0x250), load(0x250), operand(0x290), load(0x290)],
    # As compiled kernels begin.
    "begin": [
        ("LDC R1, c[0x0][0x28] ;S1 W0\nS2R R0, SR_TID.X ;S1 W1", ""),
        ("S2UR UR6, SR_CTAID.X ;S1 W2\nLDC R3, c[0x0][0x0] ;S1 W3", ""),
        ("IADD3 R8, RZ, c[0x0][0x210], RZ ;S8 B0123", ""),
    ],
}
BLOCKS = [1, 33, 66, 132]
WARPS = [1, 2, 4, 8, 32]
# Clocks that each thread stores.
CLOCKS = 16
FIRST = 12
END = [
    "S2R R0, SR_TID.X ;S2 W0",
    "S2R R3, SR_CTAID.X ;S2 W1",
    "LDC R9, c[0x0][0x0] ;S2 W2",
    "LDC.64 R4, c[0x0][0x210] ;S2 W3",
    "ULDC.64 UR4, c[0x0][0x208] ;S10",
    "IMAD R0, R3, R9, R0 ;S8 B0123",
    "IMAD.WIDE R4, R0, 0x40, R4 ;S10",
    *["STG.E.128 desc[UR4][R4.64+0x%x], R%d ;S4 R0" % (16 * k, FIRST + 4 * k) for k in range(CLOCKS // 4)],
    "EXIT ;S5",
]


def lines(kernel):
    clock = lambda number, waits: "CS2R.32 R%d, SR_CLOCKLO ;S8%s" % (FIRST + number, waits)
    code = [clock(0, "")]
    for number, (instructions, waits) in enumerate(KERNELS[kernel], 1):
        code += instructions.split("\n") + [clock(number, waits)]
    return code + END


def template(names):
    """The text of kernels that are written over, with 32 parameters of eight bytes."""
    parameters = ", ".join("unsigned long long p%d" % n for n in range(32))
    body = """#define FIRST(name) \\
    extern "C" __global__ void name(unsigned *out, PARAMETERS) { \\
        float f[32], s = 0; \\
        _Pragma("unroll") for (int k = 0; k < 32; k++) f[k] = p3 * k; \\
        _Pragma("unroll 1") for (int t = 0; t < p4; t++) { \\
            _Pragma("unroll") for (int i = 0; i < 96; i++) asm volatile("fma.rn.f32 %0, %0, %0, %0;" : "+f"(f[i % 32])); } \\
        _Pragma("unroll") for (int k = 0; k < 32; k++) s += f[k]; \\
        out[threadIdx.x] = s; }
""".replace("PARAMETERS", parameters)
    return body + "\n".join("FIRST(%s)" % name for name in names) + "\n"


def source():
    return template(KERNELS)


def case(kernel, blocks, warps):
    return {"name": "%s_b%d_w%d" % (kernel, blocks, warps), "kernel": kernel, "cubin": "cubin/first.cubin", "grid": [blocks, 1, 1],
            "block": [32 * warps, 1, 1], "dyn_smem": 0, "args": [{"buf": "out"}] + [{"u64": 0}] * 32,
            "buffers": {"out": {"bytes": 4 * CLOCKS * 32 * warps * blocks, "init": {"kind": "zero"}}}, "check": [], "carveout": None,
            "warm": False, "group": "first"}


def patch(elf, assembler):
    for kernel, offset, length in kernels(elf):
        words = assemble(lines(kernel), assembler)
        assert 16 * len(words) <= length
        put(elf, range(offset, offset + 16 * len(words), 16), words)


if __name__ == "__main__":
    command("first", source, lambda: [case(k, b, w) for k in KERNELS for b in BLOCKS for w in WARPS], patch)
