#!/usr/bin/env python3
"""Bursts of instructions to the SM's units, and random runs of arithmetic: what of a sub-core's way they share.

Each kernel is a loop of so many FFMAs, which `bursts.py NAME ASSEMBLER` replaces, NAME one of `MODULES`; see
`mixtures.py`. All FFMAs of a kernel read one address, `threadIdx.x` times the kernel's scale: `{a}` is its register.
Operands come from registers that nothing writes, R40 to R63; results go to R8 to R31.
"""
import collections, random, struct

import mixtures

TURN = 128
EVEN, ODD = range(40, 64, 2), range(41, 64, 2)


def load(width="", address="{a}+0x400"):
    return lambda i: "LDS%s R%d, [%s] ;S1 W0" % (width, 8 + i * 4 % 16, address)


def store(width=""):
    return lambda i: "STS%s [{a}+0x400], R%d ;S1 R0" % (width, 40 + i * 4 % 20)


def each(text):
    return lambda i: text % (8 + i % 16, 40 + i % 20)


SHUFFLE, ATOMIC = each("SHFL.BFLY PT, R%d, R%d, 0x1, 0x1f ;S1 W0"), lambda i: "ATOMS.ADD RZ, [{a}+0x400], R%d ;S1 R0" % (40 + i % 20)
SPECIAL, MUFU = lambda i: "S2R R%d, SR_TID.X ;S1 W0" % (8 + i % 16), each("MUFU.EX2 R%d, R%d ;S1 W0")
GLOBAL = lambda i: "LDG.E R%d, desc[UR6][R28.64] ;S1 W0" % (8 + i * 4 % 16)
# R28 and R29 become the address of a word of `out`.
POINTER = ["MOV R30, c[0x0][0x210]", "MOV R31, c[0x0][0x214] ;S6", "IMAD.WIDE.U32 R28, {a}, 0x1, R30 ;S8", "NOP ;S8"]


def burst(*parts):
    """So many of each kind, then an instruction that waits for all of them."""
    lines = [kind(i) for kind, count in parts for i in range(count)]
    return lines + ["NOP", "FFMA R24, R8, R41, R42 ;S1 B0"]


def mixed(kind, arithmetic, count):
    """Four of a kind, each with so many instructions of arithmetic behind it, and nobody waits."""
    lines = []
    for i in range(4):
        lines += [kind(i).split(" ;")[0]] + [arithmetic(i * count + j, j % 2) for j in range(count)]
    return lines


def ffma(i, odd):
    return "FFMA R%d, R%d, R%d, R%d" % (24 + i % 4, 40 + 2 * (i % 10), 41 + 2 * (i % 11), 42 + 2 * (i % 7) + odd)


def iadd(i, odd):
    return "IADD3 R%d, R%d, R%d, RZ" % (24 + i % 4, 40 + 2 * (i % 10), 41 + 2 * (i % 11))


# Name: bytes from a lane's address to the next one's, what stands once in a turn, what fills it.
BURST = {}
for n in (1, 2, 4, 8, 16):
    BURST["lds_%d" % n] = (4, [], burst((load(), n)))
for n in (1, 4, 8):
    for name, scale, kind in (("lds64", 8, load(".64")), ("lds128", 16, load(".128")), ("two_ways", 8, load()), ("four_ways", 16, load()),
                              ("sts", 4, store()), ("sts64", 8, store(".64")), ("sts128", 16, store(".128")), ("shfl", 4, SHUFFLE),
                              ("atoms", 4, ATOMIC), ("s2r", 4, SPECIAL), ("mufu", 4, MUFU), ("word", 4, load("", "RZ+0x400"))):
        BURST["%s_%d" % (name, n)] = (scale, [], burst((kind, n)))
for n in (1, 2, 4, 8):
    BURST["ldg_%d" % n] = (4, POINTER, burst((GLOBAL, n)))
BURST["sts_lds"] = (4, [], burst((store(), 4), (load(), 4)))
BURST["lds_sts"] = (4, [], burst((load(), 4), (store(), 4)))
BURST["ldg_lds"] = (4, POINTER, burst((GLOBAL, 4), (load(), 4)))
BESIDE = {"lds_ffma": (load(), ffma), "lds_iadd": (load(), iadd), "sts_ffma": (store(), ffma), "nop_ffma": (lambda i: "NOP", ffma)}
for name, (kind, arithmetic) in BESIDE.items():
    for n in (1, 2, 3, 4, 6):
        BURST["%s_%d" % (name, n)] = (4, [], mixed(kind, arithmetic, n))

SINGLE = ["FFMA {d}, {x}, {y}, {z}", "FADD {d}, {x}, {y}", "FMUL {d}, {x}, {y}", "FMUL {d}, {x}, 1.5", "FFMA {d}, {x}, c[0x0][0x21c], {y}"]
INTEGER = ["IADD3 {d}, {x}, {y}, {z}", "LOP3.LUT {d}, {x}, {y}, {z}, 0x96, !PT", "IMAD {d}, {x}, {y}, {z}", "SHF.L.U32 {d}, {x}, 0x3, RZ",
           "ISETP.GE.AND P3, PT, {x}, {y}, PT", "SEL {d}, {x}, {y}, P5", "LEA {d}, {x}, {y}, 0x2", "IMAD.MOV.U32 {d}, RZ, RZ, {x}"]
KINDS = {"ffma": SINGLE[:1], "single": SINGLE[:3], "single5": SINGLE, "integer": INTEGER, "all": SINGLE[:3] + INTEGER,
         "special": SINGLE[:1] * 6 + SINGLE[1:3] + ["MUFU.EX2 {d}, {x}"], "half": ["HFMA2 {d}, {x}, {y}, {z}", SINGLE[0], INTEGER[0]],
         "wide": ["IMAD.WIDE {w}, {x}, {y}, RZ", INTEGER[0], INTEGER[1], INTEGER[2]] + SINGLE[:1] * 2}
STALLS = {"1": [1], "4": [1, 1, 2, 4]}


def random_run(kinds, stalls, seed):
    chance = random.Random(seed)
    lines = []
    for i in range(TURN):
        x, y, z = ("R%d" % chance.randrange(40, 64) for _ in range(3))
        text = chance.choice(kinds).format(d="R%d" % (8 + i * 3 % 20), w="R%d" % (28 + i % 2 * 2), x=x, y=y, z=z)
        lines.append("%s ;S%d" % (text, chance.choice(stalls)))
    return lines


READS = {"%s_%s_%d" % (name, stall, seed): (4, [], random_run(kinds, STALLS[stall], seed))
         for name, kinds in KINDS.items() for stall in STALLS for seed in (1, 2)}
MODULES = {"burst": BURST, "reads": READS}


def bursts(name):
    """How many times a turn holds what fills it."""
    _, once, lines = BURST[name]
    return (TURN - len(once)) // len(lines)


def source(module):
    body = """#define BURST(name, scale) \\
    extern "C" __global__ void burst_##name(unsigned *out, int turns, unsigned a, unsigned b) { \\
        __shared__ unsigned words[8192]; \\
        float f[80], p = __uint_as_float(a), q = __uint_as_float(b), s = 0; \\
        float address = __uint_as_float(threadIdx.x * scale); \\
        words[threadIdx.x] = a; \\
        __syncthreads(); \\
        _Pragma("unroll") for (int k = 0; k < 80; k++) f[k] = p * k; \\
        _Pragma("unroll 1") for (int t = 0; t < turns; t++) { \\
            _Pragma("unroll") for (int i = 0; i < TURN; i++) asm volatile("fma.rn.f32 %0, %0, %1, %2;" : "+f"(f[i % 80]) : "f"(address), "f"(q)); } \\
        _Pragma("unroll") for (int k = 0; k < 80; k++) s += f[k]; \\
        out[blockIdx.x * blockDim.x + threadIdx.x] = __float_as_uint(s) + words[threadIdx.x * 7 % 32]; }
""".replace("TURN", str(TURN))
    return body + " ".join("BURST(%s, %d)" % (name, row[0]) for name, row in MODULES[module].items()) + "\n"


def address_of(elf, places):
    """The register that all FFMAs multiply by, if those that `KINDS` need are free."""
    words = [struct.unpack_from("<Q", elf, place)[0] for place in places]
    factors = collections.Counter(r for word in words for r in {word >> 24 & 0xFF, word >> 32 & 0xFF})
    written = {word >> 16 & 0xFF for word in words}
    address, = (r for r, times in factors.items() if times == len(words) and r not in written)
    assert written >= {*range(8, 32), *range(40, 64)}
    return "R%d" % address


def patch(elf, module, assembler):
    for kernel, places in mixtures.code(elf):
        _, once, lines = MODULES[module][kernel.removeprefix("burst_")]
        lines = once + lines * ((TURN - len(once)) // len(lines))
        lines = [line.format(a=address_of(elf, places)) for line in lines] + ["NOP"] * (TURN - len(lines))
        mixtures.put(elf, places, mixtures.assemble(lines, assembler))


def add(pair):
    arguments = lambda t: [{"buf": "out"}, {"i32": t}, {"u32": 0x3F000001}, {"u32": 0x3F100003}]
    for module, kernels in MODULES.items():
        for name in kernels:
            for warps in (1, 4, 16) if module == "burst" else (4, 8, 16):
                pair(module, "%s_%s_w%d" % (module, name, warps), "burst_" + name, module, 1, 32 * warps, arguments, (8, 40),
                     mixtures.zero())


if __name__ == "__main__":
    mixtures.main(source, patch)
