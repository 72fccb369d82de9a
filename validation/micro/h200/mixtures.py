#!/usr/bin/env python3
"""Mixtures of instructions without dependences: which pipes and ports they share.

Each kernel is a loop of so many FFMAs, in whose place `mixtures.py NAME ASSEMBLER` writes a pattern, over and
over: NAME is a module of `MODULES`, compiled from the text that `mixtures.py NAME source` prints, ASSEMBLER a program that turns
lines of assembly into encodings (`cargo build --release --example assemble` in sim-isa). Sources come from
registers that nothing writes, destinations (`{t}`) are never read; stall counts are 1 or what stands behind `;S`.
"""
import json, struct, subprocess, sys

MIXTURE = {
    "imad_wide": ["IMAD.WIDE R16, R10, R9, RZ"],
    "imad_hi": ["IMAD.HI.U32 {t}, R10, R9, RZ"],
    "imad_imadwide": ["IMAD {t}, R10, R9, RZ"] + ["IMAD.WIDE R18, R10, R9, RZ"],
    "imad_imadhi": ["IMAD {t}, R10, R9, RZ"] + ["IMAD.HI.U32 {t}, R12, R11, RZ"],
    "ffma_imadwide": ["FFMA {t}, R10, R9, 1"] + ["IMAD.WIDE R18, R10, R9, RZ"],
    "ffma4_imadwide": ["FFMA {t}, R10, R9, 1"] * 4 + ["IMAD.WIDE R18, R10, R9, RZ"],
    "fadd_imad": ["FADD {t}, R10, R9"] + ["IMAD {t}, R12, R11, RZ"],
    "fadd2_imad": ["FADD {t}, R10, R9"] + ["FADD {t}, R12, R11"] + ["IMAD {t}, R12, R11, RZ"],
    "fadd3_imad": ["FADD {t}, R10, R9"] * 3 + ["IMAD {t}, R12, R11, RZ"],
    "iadd_imadwide": ["IADD3 {t}, R10, R9, RZ"] + ["IMAD.WIDE R18, R10, R9, RZ"],
    "iadd2_imadwide": ["IADD3 {t}, R10, R9, RZ"] * 2 + ["IMAD.WIDE R18, R10, R9, RZ"],
    "imadmov_imad": ["IMAD.MOV.U32 {t}, RZ, RZ, R10"] + ["IMAD {t}, R12, R11, RZ"],
    "imadmov": ["IMAD.MOV.U32 {t}, RZ, RZ, R10"],
    "imadiadd": ["IMAD.IADD {t}, R10, 0x1, R9"],
    "imadshl": ["IMAD.SHL.U32 {t}, R10, 0x4, RZ"],
    "mov": ["MOV {t}, R10"],
    "isetp": ["ISETP.LT.AND P6, PT, R10, R9, PT"],
    "isetp_imad": ["ISETP.LT.AND P6, PT, R10, R9, PT"] + ["IMAD {t}, R12, R11, RZ"],
    "isetp_iadd_imad": ["ISETP.LT.AND P6, PT, R10, R9, PT"] + ["IADD3 {t}, R10, R9, RZ"] + ["IMAD {t}, R12, R11, RZ"],
    "hfma2_ffma": ["HFMA2 {t}, R10, R9, R12"] + ["FFMA {t}, R10, R9, 1"],
    "hfma2mma_ffma": ["HFMA2.MMA {t}, R10, R9, R12"] + ["FFMA {t}, R10, R9, 1"],
    "dfma_ffma": ["DFMA R16, R10, R12, R10"] + ["FFMA {t}, R11, R9, 1"],
    "dadd_iadd": ["DADD R16, R10, R12"] + ["IADD3 {t}, R11, R9, RZ"],
    "mufu_ffma7": ["MUFU.EX2 R16, R10"] + ["FFMA {t}, R11, R10, 1"] * 7,
    "i2f_iadd": ["I2F.U8 R16, R10"] + ["IADD3 {t}, R11, R10, RZ"] * 3,
    "fsel_fadd": ["FSEL {t}, R10, R9, P6"] + ["FADD {t}, R12, R11"],
    "lea_imad": ["LEA {t}, R10, R9, 0x2"] + ["IMAD {t}, R12, R11, RZ"],
    "i2fp": ["I2FP.F32.U32 {t}, R10"],
    "fmnmx_fadd": ["FMNMX {t}, R10, R9, PT"] + ["FADD {t}, R12, R11"],
    "shf": ["SHF.R.U32.HI {t}, RZ, 0x3, R10"],
    "prmt": ["PRMT {t}, R10, 0x5410, R11"],
    "uimov_iadd": ["UMOV UR20, 0x1"] + ["IADD3 {t}, R11, R10, RZ"],
    "iadd_ur": ["IADD3 {t}, R11, UR4, RZ"],
    "ffma_c": ["FFMA {t}, R10, c[0x0][0x210], R9"],
    "fadd_c": ["FADD {t}, R10, c[0x0][0x210]"],
    "imad_c_iadd": ["IMAD {t}, R10, c[0x0][0x210], RZ"] + ["IADD3 {t}, R11, R10, RZ"],
    "plop": ["PLOP3.LUT P6, PT, P5, P4, PT, 0x80, 0x0"],
    "plop_fadd": ["PLOP3.LUT P6, PT, P5, P4, PT, 0x80, 0x0"] + ["FADD {t}, R12, R11"],
    "sel3": ["SEL {t}, R10, R9, P6"],
    "popc_alu": ["POPC R16, R10"] + ["IADD3 {t}, R11, R10, RZ"] + ["IMAD {t}, R12, R11, RZ"] + ["IADD3 {t}, R11, R10, RZ"] + ["IMAD {t}, R12, R11, RZ"] + ["IADD3 {t}, R11, R10, RZ"] + ["IMAD {t}, R12, R11, RZ"],
    "nop": ["NOP"],
    "nop_fadd": ["NOP"] + ["FADD {t}, R12, R11"],
    "bar_nop": ["NOP"] * 2 + ["IADD3 {t}, R11, R10, RZ"],
}
PRODUCT = {
    "w_s1": ["IMAD.WIDE R16, R10, R9, RZ ;S1"],
    "w_s2": ["IMAD.WIDE R16, R10, R9, RZ ;S2"],
    "w_s3": ["IMAD.WIDE R16, R10, R9, RZ ;S3"],
    "w_s4": ["IMAD.WIDE R16, R10, R9, RZ ;S4"],
    "w_s4Y": ["IMAD.WIDE R16, R10, R9, RZ ;S4Y"],
    "w_s5": ["IMAD.WIDE R16, R10, R9, RZ ;S5"],
    "w_s6": ["IMAD.WIDE R16, R10, R9, RZ ;S6"],
    "w_s6Y": ["IMAD.WIDE R16, R10, R9, RZ ;S6Y"],
    "wur_s4": ["IMAD.WIDE.U32 R16, R10, UR20, RZ ;S4"],
    "wur_s6": ["IMAD.WIDE.U32 R16, R10, UR20, RZ ;S6"],
    "wur_s6Y": ["IMAD.WIDE.U32 R16, R10, UR20, RZ ;S6Y"],
    "wdep_s6": ["IMAD.WIDE R16, R17, R9, RZ ;S6"],
    "wdep_s9": ["IMAD.WIDE R16, R17, R9, RZ ;S9"],
    "wdepur_s6": ["IMAD.WIDE R16, R17, UR20, RZ ;S6"],
    "wdepc_s4": ["IMAD.WIDE R16, R10, R9, R16 ;S4"],
    "wdep_lo_s6": ["IMAD.WIDE R16, R16, R9, RZ ;S6"],
    "w5_f": ["IMAD.WIDE R16, R10, R9, RZ ;S5"] + ["FFMA {t}, R11, R10, 1"],
    "w5_a": ["IMAD.WIDE R16, R10, R9, RZ ;S5"] + ["IADD3 {t}, R11, R10, RZ"],
    "w1_f4": ["IMAD.WIDE R16, R10, R9, RZ"] + ["FFMA {t}, R11, R10, 1"] * 4,
    "w_aaa": ["IMAD.WIDE R16, R10, R9, RZ"] + ["IADD3 {t}, R11, R10, RZ"] * 3,
    "w_a4": ["IMAD.WIDE R16, R10, R9, RZ"] + ["IADD3 {t}, R11, R10, RZ"] * 4,
    "w_f_a": ["IMAD.WIDE R16, R10, R9, RZ"] + ["FFMA {t}, R11, R10, 1"] + ["IADD3 {t}, R11, R10, RZ"],
    "w_a_f": ["IMAD.WIDE R16, R10, R9, RZ"] + ["IADD3 {t}, R11, R10, RZ"] + ["FFMA {t}, R11, R10, 1"],
    "ww_a": ["IMAD.WIDE R16, R10, R9, RZ"] * 2 + ["IADD3 {t}, R11, R10, RZ"],
    "w_nop": ["IMAD.WIDE R16, R10, R9, RZ"] + ["NOP"],
    "w_nop5": ["IMAD.WIDE R16, R10, R9, RZ"] + ["NOP"] * 5,
    "h_a": ["IMAD.HI.U32 {t}, R10, R9, RZ"] + ["IADD3 {t}, R11, R10, RZ"],
    "h_aa": ["IMAD.HI.U32 {t}, R10, R9, RZ"] + ["IADD3 {t}, R11, R10, RZ"] * 2,
    "h_f4": ["IMAD.HI.U32 {t}, R10, R9, RZ"] + ["FFMA {t}, R11, R10, 1"] * 4,
    "h_i": ["IMAD.HI.U32 {t}, R10, R9, RZ"] + ["IMAD {t}, R12, R11, RZ"],
    "wdep_a5": ["IMAD.WIDE R16, R10, R9, RZ ;S5"] + ["IADD3 {t}, R16, R10, RZ"],
    "wdep_a2": ["IMAD.WIDE R16, R10, R9, RZ ;S2"] + ["IADD3 {t}, R16, R10, RZ"],
    "ind_a2": ["IMAD.WIDE R16, R10, R9, RZ ;S2"] + ["IADD3 {t}, R11, R10, RZ"],
    "mufu": ["MUFU.EX2 R16, R10"],
    "mufu_f3": ["MUFU.EX2 R16, R10"] + ["FFMA {t}, R11, R10, 1"] * 3,
    "mufu_f5": ["MUFU.EX2 R16, R10"] + ["FFMA {t}, R11, R10, 1"] * 5,
    "mufu_f6": ["MUFU.EX2 R16, R10"] + ["FFMA {t}, R11, R10, 1"] * 6,
    "mufu_f8": ["MUFU.EX2 R16, R10"] + ["FFMA {t}, R11, R10, 1"] * 8,
    "mufu_f11": ["MUFU.EX2 R16, R10"] + ["FFMA {t}, R11, R10, 1"] * 11,
    "mufu_f15": ["MUFU.EX2 R16, R10"] + ["FFMA {t}, R11, R10, 1"] * 15,
    "mufu_a3": ["MUFU.EX2 R16, R10"] + ["IADD3 {t}, R11, R10, RZ"] * 3,
    "mufu_a5": ["MUFU.EX2 R16, R10"] + ["IADD3 {t}, R11, R10, RZ"] * 5,
    "mufu_nop7": ["MUFU.EX2 R16, R10"] + ["NOP"] * 7,
    "mufu_nop11": ["MUFU.EX2 R16, R10"] + ["NOP"] * 11,
    "f2i_f11": ["F2I R16, R10"] + ["FFMA {t}, R11, R10, 1"] * 11,
    "popc_f11": ["POPC R16, R10"] + ["FFMA {t}, R11, R10, 1"] * 11,
    "i_f": ["IMAD {t}, R12, R11, RZ"] + ["FFMA {t}, R11, R10, 1"],
    "i_ff": ["IMAD {t}, R12, R11, RZ"] + ["FFMA {t}, R11, R10, 1"] * 2,
    "ii_f": ["IMAD {t}, R12, R11, RZ"] * 2 + ["FFMA {t}, R11, R10, 1"],
    "i_fff": ["IMAD {t}, R12, R11, RZ"] + ["FFMA {t}, R11, R10, 1"] * 3,
    "i_ffff": ["IMAD {t}, R12, R11, RZ"] + ["FFMA {t}, R11, R10, 1"] * 4,
    "a_ff": ["IADD3 {t}, R11, R10, RZ"] + ["FFMA {t}, R11, R10, 1"] * 2,
    "i_a_f": ["IMAD {t}, R12, R11, RZ"] + ["IADD3 {t}, R11, R10, RZ"] + ["FFMA {t}, R11, R10, 1"],
    "i_a_f_f": ["IMAD {t}, R12, R11, RZ"] + ["IADD3 {t}, R11, R10, RZ"] + ["FFMA {t}, R11, R10, 1"] * 2,
    "i_a_fadd": ["IMAD {t}, R12, R11, RZ"] + ["IADD3 {t}, R11, R10, RZ"] + ["FADD {t}, R10, R9"],
    "hfma2": ["HFMA2 {t}, R10, R9, R12"],
    "hfma2_i": ["HFMA2 {t}, R10, R9, R12"] + ["IMAD {t}, R12, R11, RZ"],
    "hfma2_a": ["HFMA2 {t}, R10, R9, R12"] + ["IADD3 {t}, R11, R10, RZ"],
    "hfma2_mma": ["HFMA2 {t}, R10, R9, R12"] + ["HFMA2.MMA {t}, R10, R9, R12"],
    "mma": ["HFMA2.MMA {t}, R10, R9, R12"],
    "hadd2": ["HADD2 {t}, R10, R9"],
    "hadd2_f": ["HADD2 {t}, R10, R9"] + ["FFMA {t}, R11, R10, 1"],
    "mma_f": ["HFMA2.MMA {t}, R10, R9, R12"] + ["FFMA {t}, R11, R10, 1"] * 2,
    "dfma_i": ["DFMA R16, R10, R12, R10"] + ["IMAD {t}, R12, R11, RZ"],
    "dfma_f3": ["DFMA R16, R10, R12, R10"] + ["FFMA {t}, R11, R10, 1"] * 3,
    "dadd_f": ["DADD R16, R10, R12"] + ["FFMA {t}, R11, R10, 1"],
    "r2ur": ["R2UR UR20, R10"] + ["IADD3 {t}, R11, R10, RZ"] * 2,
    "vote": ["VOTE.ANY R16, PT, P6"] + ["IADD3 {t}, R11, R10, RZ"],
    "bal_f": ["VOTE.ANY R16, PT, P6"] + ["FFMA {t}, R11, R10, 1"] * 2,
}
DIVISION = [
    "IMAD.WIDE.U32 R16, R10, UR20, RZ ;S4Y",
    "IMAD R18, R10, UR21, R11 ;S1",
    "IADD3 R19, P6, RZ, -R10, RZ ;S3Y",
    "IMAD R20, R9, UR20, R11 ;S2",
    "IMAD.HI.U32 R15, R10, R13, RZ ;S4Y",
    "IMAD.X R21, RZ, RZ, ~R11, P6 ;S1",
    "MOV R22, R10 ;S3Y",
    "IMAD R18, R9, R12, RZ ;S2",
    "IMAD.WIDE.U32 R16, P6, R10, R11, R12 ;S4Y",
    "IMAD.HI.U32 R15, R9, R11, RZ ;S4Y",
    "IMAD.HI.U32 R19, P5, R9, R13, R12 ;S4Y",
    "IMAD.X R20, R9, 0x1, R11, P6 ;S1",
    "IADD3 R21, P3, R10, R12, RZ ;S4Y",
    "IADD3.X R22, RZ, RZ, R9, P3, P5 ;S1",
    "ISETP.GE.U32.AND P6, PT, R10, UR20, PT ;S2",
]
CARRY = {
    "hi_s2": ["IMAD.HI.U32 {t}, R10, R9, RZ ;S2"],
    "hi_s4": ["IMAD.HI.U32 {t}, R10, R9, RZ ;S4"],
    "hi_s4Y": ["IMAD.HI.U32 {t}, R10, R9, RZ ;S4Y"],
    "hi_ur": ["IMAD.HI.U32 {t}, R10, UR20, RZ ;S4Y"],
    "hi_addend": ["IMAD.HI.U32 {t}, R10, R9, R12 ;S4Y"],
    "hi_carry": ["IMAD.HI.U32 {t}, P6, R10, R9, R12 ;S4Y"],
    "hi_carry1": ["IMAD.HI.U32 {t}, P6, R10, R9, R12"],
    "w_addend": ["IMAD.WIDE.U32 R16, R10, R9, R12 ;S4Y"],
    "w_carry": ["IMAD.WIDE.U32 R16, P6, R10, R9, R12 ;S4Y"],
    "w_carry1": ["IMAD.WIDE.U32 R16, P6, R10, R9, R12"],
    "hi4_a": ["IMAD.HI.U32 {t}, R10, R9, RZ ;S4Y", "IADD3 {t}, R11, R10, RZ"],
    "hi4_i": ["IMAD.HI.U32 {t}, R10, R9, RZ ;S4Y", "IMAD {t}, R12, R11, RZ"],
    "hi4_i4": ["IMAD.HI.U32 {t}, R10, R9, RZ ;S4Y", "IMAD {t}, R12, R11, RZ ;S4Y"],
    "i4_hi4": ["IMAD {t}, R12, R11, RZ ;S4Y"] * 3 + ["IMAD.HI.U32 {t}, R10, R9, RZ ;S4Y"],
    "a4_hi4": ["IADD3 {t}, R12, R11, RZ ;S4Y"] * 3 + ["IMAD.HI.U32 {t}, R10, R9, RZ ;S4Y"],
    "a4_w4": ["IADD3 {t}, R12, R11, RZ ;S4Y"] * 3 + ["IMAD.WIDE.U32 R16, R10, R9, RZ ;S4Y"],
    "imad_x": ["IMAD.X {t}, R10, 0x1, R9, P6"],
    "imad_ur": ["IMAD {t}, R10, UR20, R9"],
    "imad_ur_a": ["IMAD {t}, R10, UR20, R9", "IADD3 {t}, R11, R10, RZ"],
    "iadd_x": ["IADD3.X {t}, R10, R9, RZ, P6, P5"],
    "iadd_carry": ["IADD3 {t}, P6, R10, R9, RZ"],
    "isetp_ex": ["ISETP.GE.U32.AND.EX P6, PT, R10, R9, PT, P5"],
    "lea_hi_x": ["LEA.HI.X {t}, R10, R9, R12, 0x2, P6"],
    "lea_hi_x_f": ["LEA.HI.X {t}, R10, R9, R12, 0x2, P6", "FFMA {t}, R11, R10, 1"],
    "vimnmx": ["VIMNMX R16, R10, R9, PT"],
    "vimnmx_f": ["VIMNMX R16, R10, R9, PT", "FFMA {t}, R11, R10, 1"],
    "iabs": ["IABS {t}, R10"],
    "fsetp_f": ["FSETP.GT.AND P6, PT, R10, R9, PT", "FFMA {t}, R11, R10, 1"],
    "division": DIVISION,
}
# Patterns and the instructions of a turn.
MODULES = {"mixture": (MIXTURE, 120), "product": (PRODUCT, 240), "carry": (CARRY, 240)}
TO = ["R%d" % r for r in range(15, 23)]


def source(module):
    patterns, turn = MODULES[module]
    body = """#define MIX(name) \\
    extern "C" __global__ void mix_##name(unsigned *out, int turns, unsigned a, unsigned b) { \\
        float f[16], p = __uint_as_float(a), q = __uint_as_float(b), s = 0; \\
        _Pragma("unroll") for (int k = 0; k < 16; k++) f[k] = p * k; \\
        _Pragma("unroll 1") for (int t = 0; t < turns; t++) { \\
            _Pragma("unroll") for (int i = 0; i < TURN; i++) asm volatile("fma.rn.f32 %0, %0, %1, %2;" : "+f"(f[i % 16]) : "f"(p), "f"(q)); } \\
        _Pragma("unroll") for (int k = 0; k < 16; k++) s += f[k]; \\
        out[blockIdx.x * blockDim.x + threadIdx.x] = __float_as_uint(s); }
""".replace("TURN", str(turn))
    return body + " ".join("MIX(%s)" % name for name in patterns) + "\n"


def assemble(lines, assembler):
    done = subprocess.run([assembler], input="\n".join(lines) + "\n", text=True, capture_output=True, check=True)
    return [[int(word, 16) for word in line.split()] for line in done.stdout.splitlines()]


def kernels(elf):
    """Each kernel's name, and where its code begins and how long it is."""
    at, size, count, names = struct.unpack_from("<Q", elf, 0x28)[0], *struct.unpack_from("<HHH", elf, 0x3A)
    rows = [struct.unpack_from("<IIQQQQ", elf, at + size * n) for n in range(count)]
    for name, _, _, _, offset, length in rows:
        start = rows[names][4] + name
        section = bytes(elf[start:elf.index(b"\0", start)]).decode()
        if section.startswith(".text."):
            yield section[6:], offset, length


def code(elf):
    """Each kernel's name and the places of its FFMAs."""
    for name, offset, length in kernels(elf):
        places = range(offset, offset + length, 16)
        yield name, [p for p in places if struct.unpack_from("<Q", elf, p)[0] & 0x1FF == 0x023]


def put(elf, places, words, kept=0):
    """Writes instructions to these places, but for the bits of the second words that are kept."""
    assert len(places) == len(words)
    for place, (low, more) in zip(places, words):
        high = struct.unpack_from("<Q", elf, place + 8)[0]
        struct.pack_into("<QQ", elf, place, low, more & ~kept | high & kept)


def patch(elf, module, assembler):
    patterns, turn = MODULES[module]
    for kernel, places in code(elf):
        pattern = patterns[kernel.removeprefix("mix_")]
        lines = [pattern[i % len(pattern)].format(t=TO[i * 3 % 8]) for i in range(turn)]
        # What the compiler waits for stays.
        put(elf, places, assemble(lines, assembler), kept=0x3F << 52)


def add(case, pair):
    for module, (patterns, _) in MODULES.items():
        for name in patterns:
            for warps in (4, 16):
                pair("mix", "mix_%s_w%d" % (name, warps), "mix_" + name, module, 1, 32 * warps,
                     lambda t: [{"buf": "out"}, {"i32": t}, {"u32": 0x3F000001}, {"u32": 0x3F100003}], (8, 72), zero())
    for distinct in (1, 2, 4, 8, 16, 32):
        for name, warps in (("any", 32), ("chain", 1)):
            pair("match", "match_%s_%d" % (name, distinct), "match_" + name, "match", 1, 32 * warps,
                 lambda t: [{"buf": "out"}, {"i32": t}, {"i32": distinct}], (2, 10), zero())
    buffers = {name: {"bytes": 4096, "init": {"kind": "hash_u32", "seed": seed}} for seed, name in enumerate("abc", 1)}
    for kernel in range(132):
        case("packed", "packed_%d" % kernel, "k%d" % kernel, "packed", 8, 128, [{"buf": name} for name in "oabc"],
             {"o": {"bytes": 4096, "init": {"kind": "zero"}}, **buffers}, ["o"])


def zero():
    return {"out": {"bytes": 4096, "init": {"kind": "zero"}}}


def rewrite(module, change):
    """Changes a compiled module where it lies."""
    path = "cubin/%s.cubin" % module
    with open(path, "rb") as file:
        elf = bytearray(file.read())
    change(elf)
    with open(path, "wb") as file:
        file.write(elf)


def command(module, source, cases, patch):
    """`source` prints the text to compile, `cases` what the simulator runs, ASSEMBLER rewrites what was compiled."""
    what = sys.argv[1]
    if what == "source":
        print(source(), end="")
    elif what == "cases":
        print("[\n" + ",\n".join(json.dumps(case) for case in cases()) + "\n]")
    else:
        rewrite(module, lambda elf: patch(elf, what))


def main(source, patch):
    """NAME `source` prints the text to compile, NAME ASSEMBLER rewrites what was compiled from it."""
    module, assembler = sys.argv[1:]
    if assembler == "source":
        return print(source(module), end="")
    rewrite(module, lambda elf: patch(elf, module, assembler))


if __name__ == "__main__":
    main(source, patch)
