#!/usr/bin/env python3
"""Whose turn it is when a pipe or a register bank is busy: mixtures without dependences at one stall count.

Each kernel is a loop of so many FFMAs, in whose place `turns.py ASSEMBLER` writes a pattern, over and over. A
kernel's name is its pattern, a letter for each instruction (`LETTERS`), and the stall count behind each:
`ffa_2`. `turns.py source` prints the text to compile (`nvcc -arch=sm_90 -cubin -o cubin/turns.cubin`), and
`turns.py cases` what the simulator runs; ASSEMBLER is as in `mixtures.py`.
"""
import os, sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from loops import loops

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


if __name__ == "__main__":
    loops("turns", KERNELS, lines, WARPS)
