#!/usr/bin/env python3
"""What a warp waits for when it reads constants for the first time: kernels that read the clock between instructions.

Each kernel is machine code that `first.py ASSEMBLER` writes over a compiled one, from its first instruction on: the
instructions of `KERNELS`, with the clock read before the first and behind each that is to be waited for, then a store of
all that was read. `first.py source` prints the text to compile (`nvcc -arch=sm_90 -cubin -o cubin/first.cubin`), and
`first.py cases` what the simulator runs; ASSEMBLER is as in `mixtures.py`.
"""
import os, sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from clocks import clock, main

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
    # The same where a uniform load, which holds up what comes behind it, is the second instruction.
    "uniform": [
        ("LDC R1, c[0x0][0x28] ;S1 W0\nULDC.64 UR8, c[0x0][0x208] ;S2", ""),
        ("S2R R0, SR_TID.X ;S1 W1\nLDC R3, c[0x0][0xc] ;S1 W2", ""),
        ("IADD3 R8, RZ, R3, R0 ;S8 B012", ""),
        ("IADD3 R8, RZ, c[0x0][0x214], RZ ;S8", ""),
    ],
}
# A uniform load some cycles behind a load.
for gap in (2, 6, 10, 14, 20, 26, 34, 44, 60):
    nops = "".join("NOP ;S%d\n" % min(10, gap - at) for at in range(2, gap, 10))
    loads = "LDC R1, c[0x0][0x28] ;S2 W0\n" + nops + "ULDC.64 UR8, c[0x0][0x208] ;S2"
    KERNELS["gap%d" % gap] = [(loads, ""), ("NOP ;S2", " B0")]
BLOCKS = [1, 33, 66, 132]
WARPS = [1, 2, 4, 8, 32]


def lines(kernel):
    code = [clock(0, "S8")]
    for number, (instructions, waits) in enumerate(KERNELS[kernel], 1):
        code += instructions.split("\n") + [clock(number, "S8" + waits)]
    return code


if __name__ == "__main__":
    main("first", {kernel: lines(kernel) for kernel in KERNELS}, (BLOCKS, WARPS), dict.fromkeys(KERNELS, 96))
