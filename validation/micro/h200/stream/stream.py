#!/usr/bin/env python3
"""What straight-line code waits for that takes longer to issue than one instruction a cycle: kernels that read the clock in each
line of 128 bytes, or in each sixteenth, and between them NOPs that take 8 to 32 cycles a line.

The verbs are those of `cold.py` (`nvcc -arch=sm_90 -cubin -o cubin/stream.cubin`).
"""
import os, sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from clocks import CLOCKS, clock, main

# Cycles that the instructions of a line take to issue, and lines from clock to clock.
CYCLES = [8, 12, 16, 18, 20, 24, 32]
LINES = [1, 16]
BLOCKS = [1, 132]
WARPS = [1, 4]


def stalls(cycles):
    """The stall counts of a line's eight instructions."""
    return ["S%d" % ((place + 1) * cycles // 8 - place * cycles // 8) for place in range(8)]


def code(cycles, lines):
    counts = stalls(cycles)
    rest = ["NOP ;" + stall for stall in counts[1:]]
    full = ["NOP ;" + stall for stall in counts]
    read = sum(([clock(number, counts[0])] + rest + full * (lines - 1) for number in range(CLOCKS)), [])
    return read + ["NOP ;S8"]


if __name__ == "__main__":
    kernels = {"c%d_l%d" % (cycles, lines): (cycles, lines) for cycles in CYCLES for lines in LINES}
    lengths = {kernel: 8 * CLOCKS * lines for kernel, (_, lines) in kernels.items()}
    main("stream", {kernel: code(*of) for kernel, of in kernels.items()}, (BLOCKS, WARPS), lengths, parameters=3)
