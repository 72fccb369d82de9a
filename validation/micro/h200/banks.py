#!/usr/bin/env python3
"""Sets the registers of the FFMAs in pipe.cubin's kernels banks_*, which no source language can choose.

Sources come from registers that nothing writes, destinations are never read; stall counts are 1. Even
and odd registers lie in the two banks of a sub-core's register file.
"""
import struct, sys

EVEN, ODD, TO = (10, 12, 14), (9, 11, 13), (15, 16, 17, 18, 19, 20, 21, 22)
FFMA = 0x223
REUSE_A, REUSE_B = 1, 2


def sources(kind, i):
    """Registers a, b, c of the i-th FFMA, and which of them it keeps for the next."""
    e, o = [EVEN[(i + k) % 3] for k in range(3)], [ODD[(i + k) % 3] for k in range(3)]
    return {"eee": (*e, 0), "eeo": (e[0], e[1], o[0], 0), "eoo": (e[0], o[0], o[1], 0), "ooo": (*o, 0),
            "eee_reuse": (EVEN[0], EVEN[1], EVEN[2], REUSE_A | REUSE_B), "same": (e[0], e[0], e[0], 0)}[kind]


def sections(elf):
    at, size, count, names = struct.unpack_from("<Q", elf, 0x28)[0], *struct.unpack_from("<HHH", elf, 0x3A)
    rows = [struct.unpack_from("<IIQQQQ", elf, at + size * n) for n in range(count)]
    strings = rows[names][4]
    for name, _, _, _, offset, length in rows:
        end = elf.index(b"\0", strings + name)
        yield elf[strings + name:end].decode(), offset, length


def patch(elf):
    for name, offset, length in list(sections(bytes(elf))):
        if not name.startswith(".text.banks_"):
            continue
        count = 0
        for at in range(offset, offset + length, 16):
            low, high = struct.unpack_from("<QQ", elf, at)
            if low & 0x1FF != FFMA & 0x1FF:
                continue
            a, b, c, reuse = sources(name[len(".text.banks_"):], count)
            wait = high & (0x3F << 52)
            low = FFMA | 7 << 12 | TO[count % 8] << 16 | a << 24 | b << 32
            high = c | 1 << 41 | 1 << 45 | 7 << 46 | 7 << 49 | wait | reuse << 58
            struct.pack_into("<QQ", elf, at, low, high)
            count += 1
        assert count == 128, (name, count)


path = sys.argv[1]
with open(path, "rb") as file:
    elf = bytearray(file.read())
patch(elf)
with open(path, "wb") as file:
    file.write(elf)
