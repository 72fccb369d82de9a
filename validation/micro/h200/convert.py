#!/usr/bin/env python3
"""Writes kernels/convert.cu and data/*.bin: every conversion, rounding and saturation, and arithmetic
at its edges, over arguments chosen for them. Each kernel writes out[operation * n + i]."""
import os, random, struct

random.seed(3)
here = os.path.dirname(os.path.abspath(__file__))
REG = {"f32": ("r", "b32"), "f64": ("l", "b64"), "s32": ("r", "b32"), "u32": ("r", "b32"), "s64": ("l", "b64"),
       "u64": ("l", "b64"), "f16": ("h", "b16"), "bf16": ("h", "b16"), "s16": ("h", "b16"), "u16": ("h", "b16"),
       "s8": ("r", "b32"), "u8": ("r", "b32"), "f16x2": ("r", "b32"), "bf16x2": ("r", "b32")}
BYTES = {"f64": 8, "s64": 8, "u64": 8, "f16": 2, "bf16": 2, "s16": 2, "u16": 2}
CTYPE = {8: "u64", 4: "u32", 2: "u16"}


def value(t):
    return CTYPE[BYTES.get(t, 4)]


def contains(outer, inner):
    """Whether every value of one integer type is one of the other's."""
    (o, i), (ob, ib) = (outer[0], inner[0]), (int(outer[1:]), int(inner[1:]))
    return ob > ib and not (o == "u" and i == "s") or ob == ib and o == i


def conversions(source):
    ops = []
    ints = ["s8", "u8", "s16", "u16", "s32", "u32", "s64", "u64"]
    if source in ("f32", "f64", "f16"):
        for target in ints:
            for r in ("rni", "rzi", "rmi", "rpi"):
                for ftz in ("", ".ftz") if source == "f32" else ("",):
                    ops.append(("cvt.%s%s.%s.%s" % (r, ftz, target, source), target))
    if source == "f32":
        ops += [("cvt.%s%s%s.f32.f32" % (r, z, s), "f32") for r in ("rni", "rzi", "rmi", "rpi") for z in ("", ".ftz") for s in ("", ".sat")]
        ops += [("cvt%s.f64.f32" % z, "f64") for z in ("", ".ftz")]
        ops += [("cvt.%s%s.f16.f32" % (r, z), "f16") for r in ("rn", "rz") for z in ("", ".ftz")]
        ops += [("cvt.%s%s.bf16.f32" % (r, z), "bf16") for r in ("rn", "rz") for z in ("", ".relu")]
        ops += [("cvt.sat%s.f32.f32" % z, "f32") for z in ("", ".ftz")]
        ops += [("%s%s.f32" % (o, z), "f32") for o in ("sqrt.rn", "sqrt.rz", "sqrt.approx", "rcp.rn", "rcp.rm", "rcp.approx", "rsqrt.approx", "sin.approx",
                                                         "cos.approx", "lg2.approx", "ex2.approx", "abs", "neg") for z in ("", ".ftz")]
        ops += [("tanh.approx.f32", "f32")]
    if source == "f64":
        ops += [("cvt.%si.f64.f64" % r, "f64") for r in ("rn", "rz", "rm", "rp")]
        ops += [("cvt.%s%s.f32.f64" % (r, z), "f32") for r in ("rn", "rz", "rm", "rp") for z in ("", ".ftz", ".sat")]
        ops += [("cvt.%s.f16.f64" % r, "f16") for r in ("rn", "rz", "rm", "rp")]
        ops += [("sqrt.%s.f64" % r, "f64") for r in ("rn", "rz")] + [("rcp.%s.f64" % r, "f64") for r in ("rn", "rp")]
        ops += [("rcp.approx.ftz.f64", "f64"), ("rsqrt.approx.f64", "f64"), ("abs.f64", "f64"), ("neg.f64", "f64")]
    if source == "f16":
        ops += [("cvt.%s.f16.f16" % r, "f16") for r in ("rni", "rzi", "rmi", "rpi")]
        ops += [("cvt.f32.f16", "f32"), ("cvt.ftz.f32.f16", "f32"), ("cvt.f64.f16", "f64"), ("neg.f16", "f16"), ("abs.f16", "f16")]
    if source == "bf16":
        ops += [("cvt.f32.bf16", "f32"), ("neg.bf16", "bf16"), ("abs.bf16", "bf16")]
    if source in ints:
        ops += [("cvt.%s.%s.%s" % (r, t, source), t) for t in ("f32", "f64", "f16") for r in ("rn", "rz", "rm", "rp")]
        ops += [("cvt.sat.%s.%s" % (t, source), t) for t in ints if not contains(t, source)]
        if source in ("s32", "u32", "s64", "u64"):
            w = source[1:]
            ops += [("popc.b" + w, "u32"), ("clz.b" + w, "u32"), ("brev.b" + w, source), ("bfind." + source, "u32"), ("bfind.shiftamt." + source, "u32")]
    return ops


def binary():
    ops = [("%s.%s%s%s.f32" % (o, r, z, s), "f32") for o in ("add", "mul") for r in ("rn", "rz", "rm", "rp") for z in ("", ".ftz") for s in ("", ".sat")]
    ops += [("%s%s%s.f32" % (o, z, n), "f32") for o in ("min", "max") for z in ("", ".ftz") for n in ("", ".NaN")]
    ops += [("div.%s%s.f32" % (r, z), "f32") for r in ("rn", "rz", "approx", "full") for z in ("", ".ftz")]
    ops += [("set.%s%s.u32.f32" % (c, z), "u32") for c in ("lt", "equ", "num", "geu", "ne") for z in ("", ".ftz")]
    ops += [("copysign.f32", "f32")]
    return ops


def binary64():
    ops = [("%s.%s.f64" % (o, r), "f64") for o in ("add", "mul", "div") for r in ("rn", "rz", "rm", "rp")]
    return ops + [("min.f64", "f64"), ("max.f64", "f64")] + [("set.%s.u32.f64" % c, "u32") for c in ("lt", "equ", "nan")]


def halves():
    ops = [("%s%s%s.f16x2" % (o, z, s), "f16x2") for o in ("add.rn", "mul.rn", "sub.rn") for z in ("", ".ftz") for s in ("", ".sat")]
    ops += [("%s%s%s.f16x2" % (o, z, n), "f16x2") for o in ("min", "max") for z in ("", ".ftz") for n in ("", ".NaN")]
    return ops + [("%s.bf16x2" % o, "bf16x2") for o in ("add.rn", "mul.rn", "min", "max.NaN")]


def emit(name, sources, ops):
    ins = ", ".join("const %s *%s" % (value(t).replace("u16", "u32"), v) for t, v in zip(sources, "abc"))
    text = 'extern "C" __global__ void %s(u64 *out, %s, int n)\n{\n    int i = blockIdx.x * blockDim.x + threadIdx.x;\n    if (i >= n) return;\n' % (name, ins)
    text += "".join("    %s x%s = %s[i];\n" % (value(t), v, v) for t, v in zip(sources, "abc"))
    for k, (op, target) in enumerate(ops):
        constraint, reg = REG[target]
        ptx = ["{.reg .%s d;" % reg] + [".reg .%s %s;" % (REG[t][1], v) for t, v in zip(sources, "abc")]
        ptx += ["mov.%s %s, %%%d;" % (REG[t][1], v, n + 1) for n, (t, v) in enumerate(zip(sources, "abc"))]
        args = ", ".join("abc"[:len(sources)])
        ptx += ["%s d, %s;" % (op, args), "mov.%s %%0, d;}" % reg]
        uses = ", ".join('"%s"(x%s)' % (REG[t][0], v) for t, v in zip(sources, "abc"))
        text += '    { %s y; asm volatile("%s" : "=%s"(y) : %s); out[(size_t)%d * n + i] = y; }\n' % (
            value(target), " ".join(ptx), constraint, uses, k)
    return text + "}\n"


def floats32():
    xs = []
    for sign in (0, 1):
        for e in range(256):
            for m in (0, 1, 0x400000, 0x7fffff, random.getrandbits(23)):
                xs.append(sign << 31 | e << 23 | m)
    for k in range(1, 9):  # halves and quarters around small whole numbers
        for q in range(8):
            xs += [struct.unpack("<I", struct.pack("<f", s * (k + q / 4 - 2)))[0] for s in (1, -1)]
    return xs


def floats64():
    xs = []
    es = list(range(0, 4)) + list(range(868, 904, 2)) + list(range(994, 1094)) + list(range(1147, 1154)) + [2045, 2046, 2047, 500, 1600]
    for sign in (0, 1):
        for e in es:
            for m in (0, 1, 1 << 51, (1 << 52) - 1, 0x10000000, 0x10000001, 0x30000000, random.getrandbits(52), random.getrandbits(10) << 42):
                xs.append(sign << 63 | e << 52 | m)
    for k in range(-9, 10):
        for q in range(4):
            xs.append(struct.unpack("<Q", struct.pack("<d", k + q / 4))[0])
    return xs


def integers(bits):
    xs = [0]
    for b in range(bits):
        for d in (-1, 0, 1):
            xs.append((1 << b) + d)
        xs += [random.getrandbits(b + 1) for _ in range(8)]
        xs += [((random.getrandbits(24) << 1 | 1) << b) + d for d in (-1, 0, 1)]
    return [s * x & ((1 << bits) - 1) for x in xs for s in (1, -1)]


def pairs(pool, count):
    special = pool[:0] + [x for x in pool if random.random() < 24 / len(pool)]
    a = [x for x in special for _ in special] + [random.choice(pool) for _ in range(count)]
    b = [x for _ in special for x in special] + [random.choice(pool) for _ in range(count)]
    return a, b


def near(pool, bits, exponent_bits, count):
    """Pairs whose exponents lie close: sums that cancel and round."""
    out = []
    for _ in range(count):
        x = random.choice(pool)
        y = (x ^ random.getrandbits(bits - 1) >> random.randrange(1, bits)) ^ (random.getrandbits(1) << (bits - 1))
        out.append((x, y))
    return [p[0] for p in out], [p[1] for p in out]


FILES, KERNELS, CASES = {}, [], []
f32s, f64s = floats32(), floats64()
FILES["f32"] = (4, f32s)
FILES["f64"] = (8, f64s)
FILES["i32"] = (4, integers(32))
FILES["i64"] = (8, integers(64))
FILES["h16"] = (4, list(range(65536)))  # not written: an iota
for name, source, data in (("f32", "f32", "f32"), ("f64", "f64", "f64"), ("s32", "s32", "i32"), ("u32", "u32", "i32"),
                           ("s64", "s64", "i64"), ("u64", "u64", "i64"), ("f16", "f16", "h16"), ("bf16", "bf16", "h16"),
                           ("s16", "s16", "h16"), ("s8", "s8", "i32"), ("u8", "u8", "i32")):
    KERNELS.append(("convert_" + name, [source], conversions(source), [data]))


def add_pairs(name, sources, ops, pool, width, third=False):
    a, b = pairs(pool, 1500)
    c, d = near(pool, 8 * width, 0, 1500)
    FILES[name + "_a"], FILES[name + "_b"] = (width, a + c), (width, b + d)
    files = [name + "_a", name + "_b"]
    if third:
        FILES[name + "_c"] = (width, [random.choice(pool) if random.random() < .5 else y for y in b + d])
        files.append(name + "_c")
    KERNELS.append((name, sources, ops, files))


add_pairs("arithmetic_f32", ["f32", "f32"], binary(), f32s, 4)
add_pairs("fused_f32", ["f32"] * 3, [("fma.%s%s%s.f32" % (r, z, s), "f32") for r in ("rn", "rz", "rm", "rp") for z in ("", ".ftz") for s in ("", ".sat")], f32s, 4, True)
add_pairs("arithmetic_f64", ["f64", "f64"], binary64(), f64s, 8)
add_pairs("fused_f64", ["f64"] * 3, [("fma.%s.f64" % r, "f64") for r in ("rn", "rz", "rm", "rp")], f64s, 8, True)
h = [random.getrandbits(16) << 16 | random.choice((0, 1, 0x3ff, 0x400, 0x3c00, 0x7bff, 0x7c00, 0x7e00, 0x8000, 0xfc00, 0xfe01, random.getrandbits(16))) for _ in range(800)]
add_pairs("arithmetic_f16", ["f16x2", "f16x2"], halves(), h, 4)
add_pairs("fused_f16", ["f16x2"] * 3, [("fma.rn%s%s.f16x2" % (z, s), "f16x2") for z in ("", ".ftz") for s in ("", ".sat", ".relu") if True] + [("fma.rn%s.bf16x2" % s, "bf16x2") for s in ("", ".relu")], h, 4, True)


def write():
    source = "// Written by convert.py. Conversions and arithmetic at their edges.\ntypedef unsigned short u16; typedef unsigned u32; typedef unsigned long long u64;\n"
    for name, sources, ops, files in KERNELS:
        source += emit(name, sources, ops)
    open(os.path.join(here, "kernels/convert.cu"), "w").write(source)
    for name, (width, xs) in FILES.items():
        if name == "h16":
            continue
        open(os.path.join(here, "data/%s.bin" % name), "wb").write(b"".join(x.to_bytes(width, "little") for x in xs))


def cases():
    for name, sources, ops, files in KERNELS:
        n = len(FILES[files[0]][1])
        yield name, len(ops), n, [(f, len(FILES[f][1]) * FILES[f][0]) for f in files]


if __name__ == "__main__":
    write()
    print(sum(len(o) for _, _, o, _ in KERNELS), "operations")
