#!/usr/bin/env python3
"""What instructions wait for whose operands the register file has not given yet: runs of a few, by one warp.

Each kernel is a loop of so many FFMAs, in whose place `operands.py ASSEMBLER` writes a run of two to nine
instructions and 8 or 16 idle cycles, over and over. `operands.py source` prints the text to compile
(`nvcc -arch=sm_90 -cubin -o cubin/operands.cubin`), and `operands.py cases` what the simulator runs; ASSEMBLER is as
in `../mixtures.py`. Kernels are named by what they ask:

s_   three or four products, by the operands that each reads from the even bank (`FFMAS`)
o_   which operand the register of an instruction is (`FORMS`), by the FFMA behind it that reads two
k_   the same of instructions with one register (`SINGLE`)
n_   an operand made 4 to 7 cycles before, behind another FFMA
nn_  two such operands of one bank
l_   a register that is read later (`LATE`), by the FFMA so many cycles behind it that reads three
h_   what issues two cycles behind an instruction of double precision, or one behind it
r_   random runs of eight
"""
import itertools, os, random, sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from loops import loops


def ffma(a, b, c):
    return "FFMA {t}, %s, %s, %s" % (a, b, c)


# Products of even registers where the name has a letter.
FFMAS = {name: ffma(*(register if letter in name else "RZ" for letter, register in zip("ABC", ("R12", "R14", "R16"))))
         for name in ("A", "B", "C", "AB", "AC", "BC", "ABC", "Z")}
FORMS = {
    "ffma_imm": "FFMA {t}, R10, R12, 0.5", "ffma_c": "FFMA {t}, R10, R12, c[0x0][0x210]", "ffma_cb": "FFMA {t}, R10, c[0x0][0x210], R12",
    "ffma_ur": "FFMA {t}, R10, UR20, R12", "imad_imm": "IMAD {t}, R10, R12, 0x123", "imad_immb": "IMAD {t}, R10, 0x123, R12",
    "imad_iadd": "IMAD.IADD {t}, R10, 0x1, R12", "fadd": "FADD {t}, R10, R12", "fmul": "FMUL {t}, R10, R12",
    "iadd3_imm": "IADD3 {t}, R10, 0x7, R12", "iadd3_x": "IADD3.X {t}, R10, R12, RZ, P6, P5", "lop3_imm": "LOP3.LUT {t}, R10, 0xff, R12, 0x3c, !PT",
    "shf": "SHF.R.U32.HI {t}, R10, 0x3, R12", "shf_z": "SHF.R.U32.HI {t}, RZ, R10, R12", "shl": "SHF.L.U32 {t}, R10, R12, RZ",
    "prmt_imm": "PRMT {t}, R10, 0x5410, R12", "prmt": "PRMT {t}, R10, R12, RZ", "lea": "LEA {t}, R10, R12, 0x2", "lea_hi": "LEA.HI {t}, R10, R12, RZ, 0x2",
    "sel": "SEL {t}, R10, R12, P6", "fsel": "FSEL {t}, R10, R12, P6", "fmnmx": "FMNMX {t}, R10, R12, PT", "vimnmx": "VIMNMX {t}, R10, R12, PT",
    "isetp": "ISETP.LT.AND P2, PT, R10, R12, PT", "fsetp": "FSETP.LT.AND P2, PT, R10, R12, PT", "fset": "FSET.BF.LT.AND {t}, R10, R12, PT",
    "f2fp": "F2FP.F16.F32.PACK_AB {t}, R10, R12", "reuse": "FFMA {t}, R10.reuse, R12, RZ",
}
SINGLE = {
    "mov": "MOV {t}, R10", "imad_mov": "IMAD.MOV.U32 {t}, RZ, RZ, R10", "i2fp": "I2FP.F32.U32 {t}, R10", "shf": "SHF.R.U32.HI {t}, RZ, 0x3, R10",
    "shl": "SHF.L.U32 {t}, R10, 0x3, RZ", "viadd": "VIADD {t}, R10, 0x1", "fadd_z": "FADD {t}, RZ, R10", "fadd": "FADD {t}, R10, 1",
    "iabs": "IABS {t}, R10", "neg": "IADD3 {t}, RZ, -R10, RZ", "lea_ur": "LEA {t}, R10, UR20, 0x2", "fmul_c": "FMUL {t}, R10, c[0x0][0x210]",
}
FRESH = {
    "a": ffma("R10", "RZ", "RZ"), "b": ffma("RZ", "R10", "RZ"), "c": ffma("RZ", "RZ", "R10"), "aB": ffma("R10", "R12", "RZ"), "Ab": ffma("R12", "R10", "RZ"),
    "aC": ffma("R10", "RZ", "R12"), "Ac": ffma("R12", "RZ", "R10"), "Bc": ffma("RZ", "R12", "R10"), "aBC": ffma("R10", "R12", "R14"), "AbC": ffma("R12", "R10", "R14"),
    "add": "IADD3 {t}, R12, R10, RZ",
}
BOTH = {"ab": ffma("R10", "R12", "RZ"), "ac": ffma("R10", "RZ", "R12"), "bc": ffma("RZ", "R10", "R12"), "abC": ffma("R10", "R12", "R14"), "mul": "IMAD {t}, R10, R12, RZ"}
LATE = {"mufu": "MUFU.EX2 R20, R10", "f2i": "F2I.NTZ R20, R10", "popc": "POPC R20, R10", "sts": "STS [RZ], R10", "shfl": "SHFL.IDX PT, R20, R10, RZ, 0x1f"}
DOUBLE = {"hmma": "HFMA2.MMA R20, -RZ, RZ, 0, 0", "dadd": "DADD R20, RZ, RZ", "dfma": "DFMA R20, R10, R12, R14"}
BEHIND = {"fadd": "FADD {t}, RZ, 1", "imad": "IMAD {t}, RZ, RZ, 0x1", "iadd3": "IADD3 {t}, RZ, 0x1, RZ", "mufu": "MUFU.EX2 R20, R10", "nop": "NOP"}
MIXED = {
    "FADD {t}, RZ, 1", "FMUL {t}, R10, 0.125", "FMUL {t}, R9, 0.125", "FADD {t}, R10, R9", "FADD {t}, R10, R12", "FFMA {t}, R10, 0.5, R9", "FFMA {t}, R10, R9, R12",
    "FFMA {t}, R9, R10, R11", "FFMA {t}, R10, R12, R14", "IMAD {t}, R10, R9, R12", "IMAD {t}, R10, R9, RZ", "IMAD.MOV.U32 {t}, RZ, RZ, R10", "IADD3 {t}, RZ, 0x1, RZ",
    "SHF.R.U32.HI {t}, RZ, 0xd, R10", "LOP3.LUT {t}, R10, R9, R12, 0x3c, !PT", "LOP3.LUT {t}, R10, R12, RZ, 0x3c, !PT", "IADD3 {t}, R10, R9, R12", "I2FP.F32.U32 {t}, R10",
    "FSETP.LT.AND P2, PT, R10, 4, PT", "HFMA2.MMA R20, -RZ, RZ, 0, 0", "HFMA2 R20, R10, R9, R12", "DADD R20, R10, R12", "DFMA R20, R10, R12, R14",
}


def runs():
    """Each kernel's instructions, with their stall counts, and the idle cycles behind them."""
    pick = random.Random(7)
    three = list(itertools.product(FFMAS, repeat=3))
    four = [first + (last,) for first in itertools.product(("A", "B", "C", "Z"), repeat=3) for last in ("AC", "ABC")]
    for names in pick.sample(three, 150) + pick.sample(four, 60):
        yield "s_" + "_".join(names), [(FFMAS[name], 1) for name in names], 8
    behind = {"AB": ffma("R10", "R12", "RZ"), "AC": ffma("R10", "RZ", "R12"), "BC": ffma("RZ", "R10", "R12")}
    for (name, form), pair in itertools.product(FORMS.items(), behind):
        yield "o_%s_%s" % (name, pair), [(form, 1), (behind[pair], 1)], 8
    for (name, form), operand in itertools.product(SINGLE.items(), "ABC"):
        yield "k_%s_%s" % (name, operand), [(form, 1), (FFMAS[operand], 1), (FFMAS["ABC"], 1)], 8
    fresh = list(itertools.product((4, 5, 6, 7), ("Z", "A", "B", "C", "AC", "ABC"), FRESH))
    for gap, before, name in pick.sample(fresh, 120):
        yield "n_%d_%s_%s" % (gap, before, name), [("FMUL R10, R9, 0.5", gap - 1), (FFMAS[before], 1), (FRESH[name], 1)], 16
    for (older, newer), name in itertools.product(((5, 4), (6, 4), (6, 5), (7, 4), (7, 6), (8, 4)), BOTH):
        yield "nn_%d_%d_%s" % (older, newer, name), [("FMUL R10, R9, 0.5", older - newer), ("FMUL R12, R9, 0.5", newer), (BOTH[name], 1)], 16
    for (name, late), gap in itertools.product(LATE.items(), range(1, 6)):
        yield "l_%s_%d" % (name, gap), [(late, 1)] + [("NOP", 1)] * (gap - 1) + [(FFMAS["ABC"], 1)], 16
    for (name, double), (other, instruction), gap in itertools.product(DOUBLE.items(), BEHIND.items(), (1, 2, 3)):
        yield "h_%s_%s_%d" % (name, other, gap), [(double, gap), (instruction, 1)], 16
    for number in range(100):
        kinds = pick.sample(sorted(MIXED), 4 if number < 60 else len(MIXED))
        yield "r_%d" % number, [(pick.choice(kinds), pick.choice((1, 1, 1, 2))) for _ in range(8)], 8


RUNS = {name: (run, idle) for name, run, idle in runs()}
# The program runs 8, 16 and 32, too.
WARPS = [4]
# Runs in a turn.
REPEATED = 8


def lines(kernel):
    run, idle = RUNS[kernel]
    written = [text.format(t="R%d" % (15 + 3 * at % 8)) + " ;S%d" % stall for at, (text, stall) in enumerate(run)]
    return (written + ["NOP ;S8"] * (idle // 8)) * REPEATED


if __name__ == "__main__":
    loops("operands", list(RUNS), lines, WARPS)
