"""Finds which parities of a line's address say how many lines of a store share a bank of the L1's tags.

If a parity halves the banks, a store whose lines it divides unevenly waits longer. For every mask of the 14 bits of a
line's number in 2 MB, the correlation of the square of that unevenness with the cycles of banks.txt ("one 24"), the
strongest first; then the cycles by the lines of the fullest of the banks that the first two make. Needs nothing but
Python.
"""
import collections
import pathlib

BITS = 14


def line(place):
    """As in banks.cu."""
    x = place * 0x9E3779B9 & 0xFFFFFFFF
    x ^= x >> 16
    x = x * 0x85EBCA6B & 0xFFFFFFFF
    x ^= x >> 13
    return x >> 18


def walsh(values):
    """The sum of the values, each with the parity of its place and the mask, for every mask."""
    step = 1
    while step < len(values):
        for first in range(0, len(values), 2 * step):
            for at in range(first, first + step):
                a, b = values[at], values[at + step]
                values[at], values[at + step] = a + b, a - b
        step *= 2
    return values


def parity(value):
    return bin(value).count("1") & 1


text = pathlib.Path(__file__).with_name("banks.txt").read_text()
cycles = next([int(word) for word in words[2:]] for words in map(str.split, text.splitlines()) if words[:2] == ["one", "24"])
lines = [[line(2 * number * 32 + lane) for lane in range(24)] for number in range(len(cycles))]
mean = sum(cycles) / len(cycles)

# The square of the difference of two halves counts each pair of lines by the parity of what they differ in.
pairs = [0.0] * (1 << BITS)
for some, taken in zip(lines, cycles):
    for at, one in enumerate(some):
        for other in some[:at]:
            pairs[one ^ other] += taken - mean
sums = walsh(pairs)
best = sorted(range(1, 1 << BITS), key=lambda mask: -sums[mask])
for mask in best[:6]:
    print(f"{mask:014b} {sums[mask] / len(cycles):.2f}")

by_fullest = collections.defaultdict(collections.Counter)
for some, taken in zip(lines, cycles):
    banks = collections.Counter((parity(one & best[0]), parity(one & best[1])) for one in set(some))
    by_fullest[max(banks.values())][taken] += 1
for fullest, counted in sorted(by_fullest.items()):
    print(fullest, *(f"{taken}:{count}" for taken, count in sorted(counted.items())))
