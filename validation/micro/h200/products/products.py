#!/usr/bin/env python3
"""When a wide product keeps its sub-core from issuing, and for how long: one warp, a few instructions around one product.

Each kernel is a loop of so many FFMAs, in whose place `products.py ASSEMBLER` writes a pattern, over and over; its
name is BEFORE_PRODUCT_BEHIND. `products.py source` prints the text to compile (`nvcc -arch=sm_90 -cubin -o
cubin/products.cubin`), and `products.py cases` what the simulator runs; ASSEMBLER is as in `../mixtures.py`.
"""
import os, sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from loops import loops

BEFORE = {
    "none": [],
    "h4": ["IMAD.HI.U32 R15, R10, R9, RZ ;S4"],
    "w6": ["IMAD.WIDE.U32 R22, R10, R9, RZ ;S6"],
    "i2": ["IMAD R15, R10, R9, RZ ;S2"],
    # The product's operand comes from the ALU or the FMA pipe, so many cycles before.
    "da5": ["IADD3 R10, R11, R9, RZ ;S5"],
    "da6": ["IADD3 R10, R11, R9, RZ ;S6"],
    "da8": ["IADD3 R10, R11, R9, RZ ;S8"],
    "da3i2": ["IADD3 R10, R11, R9, RZ ;S3", "IMAD R15, R11, R9, RZ ;S2"],
    "da4a1": ["IADD3 R10, R11, R9, RZ ;S4", "IADD3 R15, R11, R9, RZ ;S1"],
    "dx5": ["IADD3.X R10, R11, R9, RZ, P6, P5 ;S5"],
    "di4": ["IMAD R10, R11, R9, RZ ;S4"],
    "di5": ["IMAD R10, R11, R9, RZ ;S5"],
    "di6": ["IMAD R10, R11, R9, RZ ;S6"],
    "df5": ["FADD R10, R11, R9 ;S5"],
    # The same of its addend.
    "ca5": ["IADD3 R12, R11, R9, RZ ;S5"],
    "ci5": ["IMAD R12, R11, R9, RZ ;S5"],
    # Both.
    "ba5": ["IADD3 R10, R11, R9, RZ ;S1", "IADD3 R12, R11, R9, RZ ;S5"],
}
PRODUCT = {
    "h": "IMAD.HI.U32 R16, R10, R9, RZ",
    "u": "IMAD.HI.U32 R16, R10, UR20, RZ",
    "w": "IMAD.WIDE.U32 R16, R10, R9, RZ",
    "c": "IMAD.WIDE.U32 R16, R10, R9, R12",
    # None, beside them.
    "m": "IMAD R16, R10, R9, R12",
    "f": "FFMA R16, R10, R9, R12",
    "a": "IADD3 R16, R10, R9, R12",
}
# Behind the product's stall count of 4, with what ends the turn 16 cycles later.
BEHIND = {
    "g": ["IMAD R18, R11, R9, R17 ;S8"],
    "a": ["IADD3 R18, R11, R9, RZ ;S8"],
}
KERNELS = ["%s_%s_%s" % (b, p, n) for b in BEFORE for p in PRODUCT for n in BEHIND]
# The program runs 16 and 32, too.
WARPS = [4, 8]
# Patterns in a turn.
REPEATED = 8


def pattern(kernel):
    before, product, behind = kernel.split("_")
    return BEFORE[before] + [PRODUCT[product] + " ;S4"] + BEHIND[behind] + ["NOP ;S8"]


def lines(kernel):
    return pattern(kernel) * REPEATED


if __name__ == "__main__":
    loops("products", KERNELS, lines, WARPS)
