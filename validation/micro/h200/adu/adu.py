#!/usr/bin/env python3
"""Who waits before the ADU and behind it: kernels whose warps ask for constants, block and thread indices without waiting
for them, with the clock read between.

Each kernel is machine code that `adu.py ASSEMBLER` writes over a compiled one; the last clock waits for all. The other verbs
are those of `first.py`: `source` (`nvcc -arch=sm_90 -cubin -o cubin/adu.cubin`), `cases`.
"""
import os, sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from clocks import clock, main

# Five lines of the parameters.
LINES = [0x210, 0x240, 0x280, 0x2C0, 0x300]
LOADS = ["LDC R8, c[0x0][0x%x] ;S2 W0" % line for line in LINES]
BLOCK = "S2UR UR6, SR_CTAID.X ;S2 W1"
THREAD = "S2R R9, SR_TID.X ;S2 W2"
# What is asked for between one clock and the next.
KERNELS = {
    "loads": [LOADS[k % 5] for k in range(14)],
    "same": LOADS[:1] * 14,
    "blocks": [BLOCK] * 14,
    "blocks_s2r": ["S2R R9, SR_CTAID.X ;S2 W1"] * 14,
    "threads": [THREAD] * 14,
    "mixed": LOADS[:4] + [BLOCK] * 2 + [THREAD] * 2 + LOADS[4:] + ["LDC R8, c[0x0][0x0] ;S2 W0"],
    "beside": LOADS + [THREAD] * 8,
    # As kernels begin.
    "begin": ["LDC R1, c[0x0][0x28] ;S1 W0", "S2R R0, SR_TID.X ;S1 W1", "S2UR UR6, SR_CTAID.X ;S1 W2", "LDC R3, c[0x0][0x0] ;S1 W0",
              "ULDC.64 UR8, c[0x0][0x208] ;S2", "LDC R3, c[0x0][0x220] ;S1 W0", "LDC R3, c[0x0][0x230] ;S1 W0"],
    "there": [LOADS[k % 5] for k in range(14)],
}
BLOCKS = [1, 132]
WARPS = [1, 4, 8, 16, 32]


def lines(kernel):
    # Loads of what is there already: their lines are asked for and waited for first.
    code = LOADS + ["IADD3 R8, R8, RZ, RZ ;S12 B0"] if kernel == "there" else []
    code = code + [clock(0, "S2")]
    asked = KERNELS[kernel]
    for number, instruction in enumerate(asked, 1):
        code += [instruction, clock(number, "S2")]
    return code + [clock(len(asked) + 1, "S2 B012")]


if __name__ == "__main__":
    main("adu", {kernel: lines(kernel) for kernel in KERNELS}, (BLOCKS, WARPS), dict.fromkeys(KERNELS, 96))
