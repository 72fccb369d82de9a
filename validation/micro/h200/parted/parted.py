#!/usr/bin/env python3
"""What it takes a warp to go on with lanes that had parted, given way or waited, and behind lanes that end: kernels that read
the clock on each way.

Each kernel is machine code that `parted.py ASSEMBLER` writes over a compiled one. The other verbs are those of `first.py`:
`source` (`nvcc -arch=sm_90 -cubin -o cubin/parted.cubin`), `cases`. No clock is read behind the end of other lanes than by an
EXIT of their own, as what a kernel ends with takes its time.
"""
import os, sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import clocks
from clocks import CLOCKS, FIRST, clock, main

YIELD = "YIELD ;S6"
NOP = "NOP ;S6"
LEAVE = "BRA @end ;S5"
MEET = ["end:", "BSYNC B0 ;S5"]
BEGIN = ["S2R R2, SR_LANEID ;S2 W0", "IADD3 R2, R2, RZ, RZ ;S6 B0"]
BEGIN += ["IADD3 R%d, RZ, RZ, RZ ;S4" % (FIRST + k) for k in range(CLOCKS)]


def c(number):
    return clock(number, "S2")


def below(*lanes):
    """Each predicate holds in the lanes below a number; then the first clock."""
    return BEGIN + ["ISETP.LT.U32.AND P%d, PT, R2, 0x%x, PT ;S13Y" % each for each in enumerate(lanes)] + [c(0)]


def region(*body):
    return ["BSSY B0, @end ;S5", *body, *MEET, c(5)]


def steps(instruction, count):
    """Clocks from the first on with an instruction between."""
    return [c(1)] + [line for k in range(2, count + 1) for line in (instruction, c(k))]


def in_turn(text, count):
    """The instruction, with a predicate each, and a clock behind each."""
    return [line for k in range(count) for line in (text % k, c(k + 1))]


def sides(n, instruction, first_clocks, second_clocks):
    """The lanes below n go one way, the others another; those of fewer lanes go first, of as many those that fall through."""
    taken, stay = (first_clocks, second_clocks) if n < 16 else (second_clocks, first_clocks)
    return below(n) + region("@P0 BRA @first ;S5", *steps(instruction, stay), LEAVE, "first:", *steps(instruction, taken))


def ways():
    ways = [line for way in "abd" for line in (way + ":", *steps(NOP, 2), LEAVE)]
    return below(8, 16, 24) + region("@P0 BRA @a ;S5", "@P1 BRA @b ;S5", "@P2 BRA @d ;S5", *steps(NOP, 2), LEAVE, *ways)


def nested():
    """A side within each of two sides, each with a barrier of its own."""
    half = lambda barrier, predicate, name: [
        "BSSY B%d, @end%s ;S5" % (barrier, name), "@P%d BRA @in%s ;S5" % (predicate, name), c(1), "BRA @end%s ;S5" % name,
        "in%s:" % name, c(1), "end%s:" % name, "BSYNC B%d ;S5" % barrier, c(2)]
    return below(16, 8, 24) + region("@P0 BRA @low ;S5", *half(1, 2, "high"), LEAVE, "low:", *half(2, 1, "low"))


def kernels():
    yield "nops", below() + steps(NOP, 4)
    yield "yields", below() + steps(YIELD, 4)
    yield "end_none", below(32) + [c(1), "@!P0 EXIT ;S5", c(2), c(3)]
    yield "end_steps", below(28, 24, 20, 16) + in_turn("@!P%d EXIT ;S5", 4)
    yield "end_three", below(8, 16) + [
        "@P0 BRA @a ;S5", "@P1 BRA @b ;S5", c(1), "EXIT ;S5", "a:", *steps(NOP, 2), "BRA @out ;S5", "b:", c(1), NOP, "EXIT ;S5",
        "out:", c(3)]
    # Lanes leave a region one group after the other, and wait at its end: small groups, or large ones.
    for name, lanes in (("top", (28, 24, 20, 16)), ("one", (31, 30, 29, 28)), ("half", (16, 8, 4, 2))):
        yield "leave_" + name, below(*lanes) + region(*in_turn("@!P%d BRA @end ;S5", 4))
    for lanes in ((4,), (16, 4), (8, 2)):
        inner = in_turn("@!P%d BRA @end ;S5", len(lanes))
        yield "stay_%s" % "_".join(map(str, lanes)), below(*lanes) + region(*inner, NOP, c(len(lanes) + 1))
    yield "ways", ways()
    yield "nested", nested()
    for n in (1, 16, 31):
        yield "left_%d" % n, below(n) + ["@!P0 EXIT ;S5"] + steps(YIELD, 4)
        yield "sides_%d" % n, sides(n, NOP, 4, 4)
        yield "both_yield_%d" % n, sides(n, YIELD, 3, 2)
        yield "one_yields_%d" % n, below(n) + region("@!P0 BRA @end ;S5", c(1), YIELD)
        yield "waited_for_%d" % n, below(n) + region("@P0 BRA @first ;S5", LEAVE, "first:", c(1), YIELD)
        yield "end_rest_%d" % n, below(n) + [c(1), "@!P0 EXIT ;S5", c(2), c(3)]
        yield "end_side_%d" % n, below(n) + ["BSSY B0, @end ;S5", "@P0 BRA @end ;S5", c(1), "EXIT ;S5", *MEET, c(2), c(3)]


def placed(lines):
    """Without labels: a branch is written by how far it goes."""
    code = [line for line in lines if not line.endswith(":")]
    at, seen = {}, 0
    for line in lines:
        if line.endswith(":"):
            at[line[:-1]] = seen
        else:
            seen += 1
    far = lambda here, word: "0x%x" % (16 * (at[word[1:]] - here)) if word.startswith("@") and word[1:] in at else word
    return [" ".join(far(here, word) for word in line.split(" ")) for here, line in enumerate(code)]


if __name__ == "__main__":
    code = {name: placed(lines) for name, lines in kernels()}
    main("parted", code, ([1], [1, 4, 16]), dict.fromkeys(code, 96), 4)
