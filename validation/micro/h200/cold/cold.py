#!/usr/bin/env python3
"""What straight-line code waits for where a launch reads it for the first time: kernels that read the clock again and again.

Each kernel is machine code that `cold.py ASSEMBLER` writes over a compiled one, from its first instruction on: a clock in
each line of 128 bytes, in each fourth or in each sixteenth, NOPs between them, then a store of all that was read. The other
verbs are those of `first.py`: `source` (`nvcc -arch=sm_90 -cubin -o cubin/cold.cubin`), `cases`.
"""
import os, sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from clocks import CLOCKS, clock, main

# Instructions from clock to clock; a line has eight.
KERNELS = {"line1": 8, "line4": 32, "line16": 128}
BLOCKS = [1, 16, 33, 66, 132, 264]
WARPS = [1, 4, 16]


def lines(apart):
    code = sum(([clock(number, "S1")] + ["NOP ;S1"] * (apart - 1) for number in range(CLOCKS)), [])
    return code + ["NOP ;S8"]


if __name__ == "__main__":
    code = {kernel: lines(apart) for kernel, apart in KERNELS.items()}
    lengths = {kernel: CLOCKS * apart for kernel, apart in KERNELS.items()}
    main("cold", code, (BLOCKS, WARPS), lengths, parameters=3)
