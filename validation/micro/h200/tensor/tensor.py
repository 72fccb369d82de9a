#!/usr/bin/env python3
"""What products of matrices wait for, and what waits for them: runs of a few instructions, by one warp or several.

Kernels are made as `../operands/operands.py` makes its own, and launched by `../turns/turns.cu`; they are named by what
they ask:

p_   eight products in a row, by what they add to (C, or nothing: Z) and whether the factors stay latched (R)
b_   an instruction (`BEHIND`) so many cycles behind a product
a_   a product so many cycles behind an instruction that reads three registers of a bank
m_   products each with so many instructions behind it, without a pause
r_   random runs of eight
"""
import itertools, os, random, sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from loops import loops

PRODUCTS = {
    "f32k16": "HMMA.16816.F32 R16, R8{r}, R12{r}, {c}", "f32k8": "HMMA.1688.F32 R16, R8{r}, R12{r}, {c}",
    "f16k16": "HMMA.16816.F16 R16, R8{r}, R12{r}, {c}", "f16k8": "HMMA.1688.F16 R16, R8{r}, R12{r}, {c}",
    "tf32k8": "HMMA.1688.F32.TF32 R16, R8{r}, R12{r}, {c}",
    "s8k32": "IMMA.16832.S8.S8 R16, R8{r}.ROW, R12{r}.COL, {c}", "s8k16": "IMMA.16816.S8.S8 R16, R8{r}.ROW, R12{r}.COL, {c}",
}
BEHIND = {
    "z": "FADD {t}, RZ, 1", "even": "FADD {t}, RZ, R10", "odd": "FADD {t}, RZ, R9", "both": "FADD {t}, R10, R9", "three": "FFMA {t}, R10, R12, R14",
    "alu": "IADD3 {t}, R10, 0x7, RZ", "nop": "NOP", "dadd": "DADD R20, R10, R12", "sts": "STS [RZ], R10",
}
BEFORE = {"three": "FFMA {t}, R10, R12, R14", "odd": "FFMA {t}, R9, R11, R13", "dfma": "DFMA R20, R10, R12, R14", "hmma": "HFMA2.MMA R20, R10, R12, R14"}
MANY = {"z": "FADD {t}, RZ, 1", "even": "FADD {t}, RZ, R10", "both": "FADD {t}, R10, R9", "three": "FFMA {t}, R10, R9, R12", "alu": "IADD3 {t}, R10, R9, RZ"}
MIXED = ["FADD {t}, RZ, 1", "FADD {t}, R10, R9", "FFMA {t}, R10, R9, R12", "FFMA {t}, R10, R12, R14", "IMAD.MOV.U32 {t}, RZ, RZ, R10", "IADD3 {t}, R10, R9, R12",
         "SHF.R.U32.HI {t}, RZ, 0xd, R10", "LOP3.LUT {t}, R10, R12, RZ, 0x3c, !PT", "NOP"]


def product(kind, adds=True, reuse=False):
    return PRODUCTS[kind].replace("{r}", ".reuse" if reuse else "").replace("{c}", "R16" if adds else "RZ")


def runs():
    """Each kernel's instructions, with their stall counts, and the idle cycles behind them."""
    pick = random.Random(11)
    for kind, adds, reuse in itertools.product(PRODUCTS, (True, False), (True, False)):
        yield "p_%s_%s%s" % (kind, "C" if adds else "Z", "R" if reuse else ""), [(product(kind, adds, reuse), 1)] * 8, 0
    for (kind, adds), (name, behind), gap in itertools.product((("f32k16", True), ("f32k16", False), ("f32k8", True), ("f16k8", True)), BEHIND.items(), range(1, 8)):
        yield "b_%s_%s_%s_%d" % (kind, "C" if adds else "Z", name, gap), [(product(kind, adds), gap), (behind, 1)], 16
    for kind, (name, before), gap in itertools.product(("f32k16", "f16k8"), BEFORE.items(), (1, 2, 3, 4)):
        yield "a_%s_%s_%d" % (kind, name, gap), [(before, gap), (product(kind), 1)], 16
    for kind, (name, other), count in itertools.product(("f32k16", "f32k8", "f16k8", "s8k32"), MANY.items(), (1, 2, 3, 4, 5, 6, 8, 12)):
        yield "m_%s_%s_%d" % (kind, name, count), [(product(kind), 1)] + [(other, 1)] * count, 0
    for number in range(60):
        kinds = [product(kind, pick.random() < 0.8, pick.random() < 0.3) for kind in pick.sample(sorted(PRODUCTS), 2)]
        kinds += pick.sample(MIXED, 4 if number < 40 else len(MIXED))
        yield "r_%d" % number, [(pick.choice(kinds), pick.choice((1, 1, 1, 2, 3))) for _ in range(8)], 8


RUNS = {name: (run, idle) for name, run, idle in runs()}
# The program runs 8 and 16, too.
WARPS = [4, 32]
# Runs in a turn.
REPEATED = 8


def lines(kernel):
    run, idle = RUNS[kernel]
    written = [text.format(t="R%d" % (20 + at % 3)) + " ;S%d" % stall for at, (text, stall) in enumerate(run)]
    return (written + ["NOP ;S8"] * (idle // 8)) * REPEATED


if __name__ == "__main__":
    loops("tensor", list(RUNS), lines, WARPS)
