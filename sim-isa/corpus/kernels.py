"""The PTX instructions of the corpus: one small kernel for each variant.

A snippet names its operands by type and role: `%ra %rb %rc` are 32-bit values
loaded from memory, `%rk` a kernel parameter (a constant or uniform operand),
`%rz %ry` results that are stored. Types: `r` 32 bits, `l` 64 bits, `h` 16 bits,
`f` single, `d` double precision; `%pa %pb` are predicates, `%pz %py` predicate
results; `%ga` is a global, `%sa` a shared, `%oa` a local address, `%la` a
generic one. `%t0`... are 32-bit temporaries, `%u0`... 64-bit ones.
"""

from itertools import product

CMP_I = ["eq", "ne", "lt", "le", "gt", "ge"]
CMP_U = ["lo", "ls", "hi", "hs"]
CMP_F = CMP_I + ["equ", "neu", "ltu", "leu", "gtu", "geu", "num", "nan"]
OF = {"u32": "r", "s32": "r", "b32": "r", "u64": "l", "s64": "l", "b64": "l",
      "u16": "h", "s16": "h", "b16": "h", "f16": "h", "bf16": "h", "f32": "f",
      "f64": "d", "f16x2": "r", "bf16x2": "r", "u16x2": "r", "s16x2": "r"}
ONE = {"r": "0x1234567", "l": "0x1234", "h": "0x55", "f": "0f3FA00000", "d": "0d3FF8000000000000"}


def sources(op, ty, count, immediates=True, dst=None):
    """`op dst, a, b, c` with registers, then one operand a parameter or immediate."""
    t = OF[ty]
    z = OF[dst] if dst else t
    names = "abc"[:count]
    yield f"{op} %{z}z, " + ", ".join(f"%{t}{n}" for n in names) + ";"
    for i in range(count):
        args = [f"%{t}{n}" for n in names]
        if t in "rlfd":
            args[i] = f"%{t}k"
            yield f"{op} %{z}z, " + ", ".join(args) + ";"
        if immediates and count > 1 and not (ty.endswith("x2") or "16" in ty):
            args[i] = ONE[t]
            yield f"{op} %{z}z, " + ", ".join(args) + ";"


def uniform(op, ty, count):
    """The same with parameters alone: what the uniform datapath takes."""
    t = OF[ty]
    names = "kmn"[:count]
    yield f"{op} %{t}z, " + ", ".join(f"%{t}{n}" for n in names) + ";"


def integers():
    for ty in ["u32", "s32", "u64", "s64", "u16", "s16"]:
        for op in ["add", "sub", "mul.lo", "mul.hi", "min", "max", "div", "rem"]:
            yield from sources(f"{op}.{ty}", ty, 2)
        yield from sources(f"mad.lo.{ty}", ty, 3)
        if "16" not in ty:
            yield from sources(f"mad.hi.{ty}", ty, 3)
            yield from sources(f"sad.{ty}", ty, 3)
    for ty in ["u32", "s32"]:
        for op in ["mul.wide", "mul24.lo", "mul24.hi"]:
            dst = "u64" if "wide" in op else None
            yield from sources(f"{op}.{ty}", ty, 2, dst=dst)
        yield f"mad.wide.{ty} %lz, %ra, %rb, %la;"
        yield f"mad.wide.{ty} %lz, %ra, 12, %la;"
        yield f"mad.wide.{ty} %lz, %ra, %rk, %lk;"
        yield f"mul.wide.{ty} %u0, %ra, %rb; sub.u64 %lz, %la, %u0;"
        yield f"mul.lo.{ty} %t0, %ra, %rb; sub.u32 %rz, %rc, %t0;"
        yield f"mad24.lo.{ty} %rz, %ra, %rb, %rc;"
        yield f"mul.wide.{ty.replace('32','16')} %rz, %ha, %hb;"
        yield f"mad.wide.{ty.replace('32','16')} %rz, %ha, %hb, %rc;"
        yield f"bfind.{ty} %rz, %ra;"
        yield f"bfind.shiftamt.{ty} %rz, %ra;"
        yield f"bfind.{ty.replace('32','64')} %rz, %la;"
        yield f"bfe.{ty} %rz, %ra, %rb, %rc;"
        yield f"bfe.{ty} %rz, %ra, 5, 9;"
        yield f"bfe.{ty} %rz, %ra, 0, 8;"
        yield f"bfe.{ty} %rz, %ra, 8, 8;"
        yield f"bfe.{ty.replace('32','64')} %lz, %la, %rb, %rc;"
        yield f"szext.wrap.{ty} %rz, %ra, %rb;"
        yield f"szext.clamp.{ty} %rz, %ra, %rb;"
        yield f"szext.clamp.{ty} %rz, %ra, 7;"
        yield f"szext.wrap.{ty} %rz, %ra, %rk;"
        yield f"add.{ty} %t0, %ra, %rb; max.{ty} %rz, %t0, %rc;"
        yield f"add.{ty} %t0, %ra, %rb; min.{ty} %rz, %t0, 7;"
        yield f"max.{ty} %t0, %ra, %rb; max.{ty} %rz, %t0, %rc;"
        yield f"min.{ty} %t0, %ra, %rb; max.{ty} %rz, %t0, 0;"
        for a, b in product("us", repeat=2):
            yield f"dp4a.{a}32.{b}32 %rz, %ra, %rb, %rc;"
            yield f"dp2a.lo.{a}32.{b}32 %rz, %ra, %rb, %rc;"
            yield f"dp2a.hi.{a}32.{b}32 %rz, %ra, %rb, %rc;"
            yield f"dp4a.{a}32.{b}32 %rz, %ra, %rk, %rc;"
            yield f"dp4a.{a}32.{b}32 %rz, %ra, 0x01020304, %rc;"
    yield "add.sat.s32 %rz, %ra, %rb;"
    yield "sub.sat.s32 %rz, %ra, %rb;"
    yield "mad.hi.sat.s32 %rz, %ra, %rb, %rc;"
    yield "add.cc.u32 %rz, %ra, %rb; addc.u32 %ry, %rc, %rb;"
    yield "add.cc.u32 %rz, %ra, %rb; addc.cc.u32 %ry, %rc, %rb; addc.u32 %rx, 0, 0;"
    yield "sub.cc.u32 %rz, %ra, %rb; subc.u32 %ry, %rc, %rb;"
    yield "mad.lo.cc.u32 %rz, %ra, %rb, %rc; madc.hi.u32 %ry, %ra, %rb, %rc;"
    yield "mad.hi.cc.u32 %rz, %ra, %rb, %rc; madc.lo.cc.u32 %ry, %ra, %rb, %rc; addc.u32 %rx, %ra, 0;"
    yield "add.u32 %t0, %ra, %rb; add.u32 %rz, %t0, %rc;"
    yield "add.u32 %t0, %ra, %rb; sub.u32 %rz, %rc, %t0;"
    for ty in ["s32", "s64", "s16"]:
        t = OF[ty]
        yield f"abs.{ty} %{t}z, %{t}a;"
        yield f"neg.{ty} %{t}z, %{t}a;"
    for op in ["and", "or", "xor"]:
        for ty in ["b32", "b64", "b16"]:
            yield from sources(f"{op}.{ty}", ty, 2)
        yield f"{op}.pred %pz, %pa, %pb;"
        yield f"{op}.pred %p9, %pa, %pb; xor.pred %pz, %p9, %pc;"
    yield "not.b32 %rz, %ra;"
    yield "not.b64 %lz, %la;"
    yield "not.pred %pz, %pa;"
    yield "cnot.b32 %rz, %ra;"
    for lut in [0x96, 0xE8, 0x1B, 0x80]:
        yield f"lop3.b32 %rz, %ra, %rb, %rc, {lut};"
        yield f"lop3.b32 %rz, %ra, %rk, %rc, {lut};"
        yield f"lop3.b32 %rz, %ra, 0x55aa, %rc, {lut};"
    yield "lop3.or.b32 %rz|%pz, %ra, %rb, %rc, 0x96, %pa;"
    yield "lop3.and.b32 %rz|%pz, %ra, %rb, %rc, 0x96, %pa;"
    yield "and.b32 %t0, %ra, %rb; setp.ne.u32 %pz, %t0, 0;"
    yield "and.b32 %t0, %ra, 4; setp.ne.u32 %pz, %t0, 0;"
    yield "and.b32 %t0, %ra, %rb; setp.eq.and.u32 %pz, %t0, 0, %pa;"
    for op in ["shl.b", "shr.u", "shr.s"]:
        for w in ["32", "64", "16"]:
            t = OF["u" + w]
            yield f"{op}{w} %{t}z, %{t}a, %rb;"
            yield f"{op}{w} %{t}z, %{t}a, 5;"
            yield f"{op}{w} %{t}z, %{t}a, %rk;"
    for way, mode in product("lr", ["clamp", "wrap"]):
        yield f"shf.{way}.{mode}.b32 %rz, %ra, %rb, %rc;"
        yield f"shf.{way}.{mode}.b32 %rz, %ra, %rb, 7;"
        yield f"shf.{way}.{mode}.b32 %rz, %ra, %rb, %rk;"
    yield "shl.b32 %t0, %ra, 3; add.u32 %rz, %t0, %rb;"
    yield "shl.b32 %t0, %ra, 3; add.u32 %rz, %t0, %rk;"
    yield "shl.b32 %t0, %ra, 3; sub.u32 %rz, %rb, %t0;"
    yield "shl.b64 %u0, %la, 3; add.u64 %lz, %u0, %lb;"
    yield "shl.b64 %u0, %la, 3; add.u64 %lz, %u0, %lk;"
    yield "cvt.s64.s32 %u0, %ra; shl.b64 %u1, %u0, 4; add.u64 %lz, %u1, %lb;"
    yield "bfi.b32 %rz, %ra, %rb, %rc, %rk;"
    yield "bfi.b32 %rz, %ra, %rb, 4, 9;"
    yield "bfi.b64 %lz, %la, %lb, %rc, %rk;"
    yield "bmsk.wrap.b32 %rz, %ra, %rb;"
    yield "bmsk.clamp.b32 %rz, %ra, %rb;"
    yield "bmsk.clamp.b32 %rz, %ra, 5;"
    yield "bmsk.wrap.b32 %rz, %ra, %rk;"
    yield "bmsk.clamp.b32 %rz, %rk, %rm;"
    for w in ["32", "64"]:
        t = OF["u" + w]
        yield f"brev.b{w} %{t}z, %{t}a;"
        yield f"clz.b{w} %rz, %{t}a;"
        yield f"popc.b{w} %rz, %{t}a;"
    yield "brev.b32 %rz, %rk;"
    yield "popc.b32 %rz, %rk;"
    yield "clz.b32 %rz, %rk;"
    yield "bfind.u32 %rz, %rk;"
    yield "not.b32 %t0, %ra; popc.b32 %rz, %t0;"
    yield "fns.b32 %rz, %ra, %rb, 1;"
    for mode in ["", ".f4e", ".b4e", ".rc8", ".ecl", ".ecr", ".rc16"]:
        yield f"prmt.b32{mode} %rz, %ra, %rb, %rc;"
        yield f"prmt.b32{mode} %rz, %ra, %rk, %rc;"
    yield "prmt.b32 %rz, %ra, %rb, 0x3276;"
    yield "prmt.b32 %rz, %ra, %rb, %rk;"
    yield "prmt.b32 %rz, %ra, 0x88, 0x3276;"
    for ty in ["s32", "u32"]:
        for cmp in CMP_I:
            yield f"setp.{cmp}.{ty} %pz, %ra, %rb;"
            yield f"set.{cmp}.u32.{ty} %rz, %ra, %rb;"
        for op in ["and", "or", "xor"]:
            yield f"setp.lt.{op}.{ty} %pz|%py, %ra, %rb, %pa;"
            yield f"setp.lt.{op}.{ty} %pz, %ra, 17, !%pa;"
            yield f"setp.ge.{op}.{ty} %pz, %ra, %rk, %pa;"
    for ty in ["s64", "u64"]:
        for cmp in CMP_I:
            yield f"setp.{cmp}.{ty} %pz, %la, %lb;"
        yield f"setp.lt.{ty} %pz, %la, %lk;"
        yield f"setp.gt.and.{ty} %pz, %la, 99, %pa;"
    for ty in ["s16", "u16"]:
        yield f"setp.lt.{ty} %pz, %ha, %hb;"
    yield "set.lt.f32.s32 %fz, %ra, %rb;"
    for ty in ["b32", "b64", "f32", "f64", "b16"]:
        t = OF[ty]
        yield f"selp.{ty} %{t}z, %{t}a, %{t}b, %pa;"
        if t != "h":
            yield f"selp.{ty} %{t}z, %{t}a, {ONE[t]}, %pa;"
            yield f"selp.{ty} %{t}z, %{t}k, %{t}a, !%pa;"
    yield "slct.u32.s32 %rz, %ra, %rb, %rc;"
    yield "slct.f32.f32 %fz, %fa, %fb, %fc;"
    for op, lanes in product(["add", "min", "max"], ["u16x2", "s16x2"]):
        yield f"{op}.{lanes} %rz, %ra, %rb;"
    yield "max.s16x2.relu %rz, %ra, %rb;"
    yield "max.relu.s32 %rz, %ra, %rb;"
    yield "min.relu.s32 %rz, %ra, %rb;"
    for op in ["vadd", "vsub", "vabsdiff", "vmin", "vmax"]:
        yield f"{op}.u32.u32.u32 %rz, %ra, %rb;"
        yield f"{op}.s32.s32.s32.sat %rz, %ra.b0, %rb.h1;"
    for op, sign in product(["vadd4", "vsub4", "vavrg4", "vabsdiff4", "vmin4", "vmax4"], "us"):
        t = f"{sign}32"
        yield f"{op}.{t}.{t}.{t} %rz, %ra, %rb, %rc;"
    for op in ["add", "sub", "and", "or", "xor", "mul.lo", "min", "max"]:
        ty = "b32" if op in ("and", "or", "xor") else "u32"
        yield from uniform(f"{op}.{ty}", ty, 2)
        if op != "mul.lo":
            yield from uniform(f"{op}.{ty.replace('32','64')}", ty.replace("32", "64"), 2)
    yield "mad.lo.u32 %rz, %rk, %rm, %rn;"
    yield "mad.wide.u32 %lz, %rk, %rm, %lk;"
    yield "mad.wide.s32 %lz, %rk, %rm, %lk;"
    yield "mul.hi.u32 %rz, %rk, %rm;"
    yield "shl.b32 %rz, %rk, %rm;"
    yield "shr.s32 %rz, %rk, %rm;"
    yield "shr.u64 %lz, %lk, %rm;"
    yield "lop3.b32 %rz, %rk, %rm, %rn, 0xe8;"
    yield "prmt.b32 %rz, %rk, %rm, %rn;"
    yield "selp.b32 %rz, %rk, %rm, %pk;"
    yield "setp.lt.s32 %p9, %rk, %rm; and.pred %p9, %p9, %pk; @%p9 add.u32 %rz, %ra, 1;"
    yield "abs.s32 %rz, %rk;"
    yield "add.u32 %t0, %rk, %rm; add.u32 %rz, %t0, %ra;"
    yield "mul.lo.u32 %t0, %rk, %rm; mad.lo.u32 %rz, %ra, %t0, %rb;"


def floats():
    for rnd, ftz, sat in product(["rn", "rz", "rm", "rp"], ["", ".ftz"], ["", ".sat"]):
        if rnd != "rn" and ftz and sat:
            continue
        for op in ["add", "sub", "mul"]:
            yield f"{op}.{rnd}{ftz}{sat}.f32 %fz, %fa, %fb;"
        yield f"fma.{rnd}{ftz}{sat}.f32 %fz, %fa, %fb, %fc;"
    for op, n in [("add.f32", 2), ("mul.f32", 2), ("fma.rn.f32", 3), ("min.f32", 2), ("max.f32", 2)]:
        yield from sources(op, "f32", n)
    for op in ["min", "max"]:
        for mod in [".ftz", ".NaN", ".ftz.NaN", ".xorsign.abs", ".NaN.xorsign.abs"]:
            yield f"{op}{mod}.f32 %fz, %fa, %fb;"
        yield f"{op}.f64 %dz, %da, %db;"
        yield f"{op}.f64 %dz, %da, 0d3FF8000000000000;"
    yield "neg.f32 %f9, %fa; abs.f32 %f8, %fb; fma.rn.f32 %fz, %f9, %f8, %fc;"
    yield "neg.f32 %f9, %fa; abs.f32 %f8, %fb; add.f32 %fz, %f9, %f8;"
    yield "neg.f32 %f9, %fa; abs.f32 %f8, %fk; min.f32 %fz, %f9, %f8;"
    yield "neg.f32 %f9, %fc; fma.rn.f32 %fz, %fa, %fk, %f9;"
    yield "neg.f32 %fz, %fa;"
    yield "abs.f32 %fz, %fa;"
    yield "abs.ftz.f32 %fz, %fa;"
    yield "copysign.f32 %fz, %fa, %fb;"
    for fn in ["rcp.rn", "rcp.approx.ftz", "rcp.approx", "sqrt.rn", "sqrt.approx", "sqrt.approx.ftz",
               "rsqrt.approx", "rsqrt.approx.ftz", "sin.approx", "sin.approx.ftz", "cos.approx",
               "cos.approx.ftz", "ex2.approx", "ex2.approx.ftz", "lg2.approx", "lg2.approx.ftz",
               "tanh.approx", "rcp.rz", "sqrt.rp", "rcp.rn.ftz", "sqrt.rn.ftz"]:
        yield f"{fn}.f32 %fz, %fa;"
    yield "abs.f32 %f9, %fa; lg2.approx.ftz.f32 %fz, %f9;"
    yield "neg.f32 %f9, %fa; ex2.approx.ftz.f32 %fz, %f9;"
    for d in ["div.rn", "div.full", "div.approx", "div.approx.ftz", "div.rn.ftz", "div.rz"]:
        yield f"{d}.f32 %fz, %fa, %fb;"
    for cmp in CMP_F:
        yield f"setp.{cmp}.f32 %pz, %fa, %fb;"
        yield f"setp.{cmp}.f64 %pz, %da, %db;"
        yield f"set.{cmp}.u32.f32 %rz, %fa, %fb;"
        yield f"set.{cmp}.f32.f32 %fz, %fa, %fb;"
    for op in ["and", "or", "xor"]:
        yield f"setp.lt.{op}.ftz.f32 %pz|%py, %fa, %fb, %pa;"
        yield f"set.lt.{op}.u32.f32 %rz, %fa, %fb, %pa;"
        yield f"set.lt.{op}.f32.f32 %fz, %fa, %fb, %pa;"
        yield f"setp.gt.{op}.f32 %pz, %fa, 0f3FA00000, %pa;"
        yield f"setp.gt.{op}.f32 %pz, %fa, %fk, %pa;"
        yield f"setp.lt.{op}.f64 %pz, %da, %db, %pa;"
    yield "setp.gt.f64 %pz, %da, 0d3FF8000000000000;"
    yield "setp.gt.f64 %pz, %da, %dk;"
    for test in ["finite", "infinite", "number", "notanumber", "normal", "subnormal"]:
        yield f"testp.{test}.f32 %pz, %fa;"
    for rnd in ["rn", "rz", "rm", "rp"]:
        for op in ["add", "sub", "mul"]:
            yield f"{op}.{rnd}.f64 %dz, %da, %db;"
        yield f"fma.{rnd}.f64 %dz, %da, %db, %dc;"
    for op, n in [("add.f64", 2), ("mul.f64", 2), ("fma.rn.f64", 3)]:
        yield from sources(op, "f64", n)
    yield "neg.f64 %d9, %da; abs.f64 %d8, %db; add.f64 %dz, %d9, %d8;"
    yield "neg.f64 %d9, %dc; fma.rn.f64 %dz, %da, %db, %d9;"
    for fn in ["rcp.rn", "sqrt.rn", "rcp.approx.ftz", "rsqrt.approx.ftz", "rsqrt.approx"]:
        yield f"{fn}.f64 %dz, %da;"
    yield "div.rn.f64 %dz, %da, %db;"
    yield "neg.f64 %dz, %da;"
    yield "abs.f64 %dz, %da;"


def halves():
    for ty, t in [("f16", "h"), ("f16x2", "r"), ("bf16", "h"), ("bf16x2", "r")]:
        b = ty.startswith("b")
        mods = [""] if b else ["", ".ftz", ".sat", ".ftz.sat"]
        for op, m in product(["add", "sub", "mul"], mods):
            yield f"{op}{'.rn' if b else ''}{m}.{ty} %{t}z, %{t}a, %{t}b;"
        for m in mods + [".relu"] + ([] if b else [".ftz.relu"]):
            yield f"fma.rn{m}.{ty} %{t}z, %{t}a, %{t}b, %{t}c;"
        for op, m in product(["min", "max"], ["", ".NaN", ".xorsign.abs", ".NaN.xorsign.abs"]):
            yield f"{op}{m}.{ty} %{t}z, %{t}a, %{t}b;"
        if not b:
            yield f"min.ftz.{ty} %{t}z, %{t}a, %{t}b;"
        yield f"neg.{ty} %{t}z, %{t}a;"
        yield f"abs.{ty} %{t}z, %{t}a;"
        yield f"tanh.approx.{ty} %{t}z, %{t}a;"
        yield f"ex2.approx{'.ftz' if b else ''}.{ty} %{t}z, %{t}a;"
        if t == "r":
            yield f"fma.rn.{ty} %rz, %ra, %rk, %rc;"
            yield f"fma.rn.{ty} %rz, %ra, %rb, %rk;"
            yield f"neg.{ty} %t0, %rc; fma.rn.{ty} %rz, %ra, %rb, %t0;"
            one = "0x3f803f80" if b else "0x3c003c00"
            two = "0x40004040" if b else "0x40003c00"
            yield f"mov.b32 %t0, {two}; fma.rn.{ty} %rz, %ra, %rb, %t0;"
            yield f"mov.b32 %t0, {two}; fma.rn.{ty} %rz, %ra, %t0, %rb;"
            yield f"mov.b32 %t0, {one}; add{'.rn' if b else ''}.{ty} %rz, %ra, %t0;"
            yield f"mov.b32 %t0, {two}; mul{'.rn' if b else ''}.{ty} %rz, %ra, %t0;"
            yield f"mov.b32 %t0, {two}; max.{ty} %rz, %ra, %t0;"
            yield f"abs.{ty} %t0, %ra; add{'.rn' if b else ''}.{ty} %rz, %t0, %rb;"
            for cmp in CMP_F:
                yield f"setp.{cmp}.{ty} %pz|%py, %ra, %rb;"
            for cmp in ["lt", "geu"]:
                yield f"set.{cmp}.{ty}.{ty} %rz, %ra, %rb;"
                yield f"set.{cmp}.u32.{ty} %rz, %ra, %rb;" if b else f"set.{cmp}.and.{ty}.{ty} %rz, %ra, %rb, %pa;"
            yield f"setp.lt.and.{ty} %pz|%py, %ra, %rb, %pa;"
            yield f"setp.lt.{ty} %pz|%py, %ra, %rk;"
        else:
            for cmp in CMP_F:
                yield f"setp.{cmp}.{ty} %pz, %ha, %hb;"
            yield f"setp.lt.or.{ty} %pz, %ha, %hb, %pa;"
    # Halves picked out of registers.
    h2 = "mov.b32 {%h8, %h9}, %ra; mov.b32 {%h6, %h7}, %rb;"
    for x, y in product(["%h8", "%h9"], ["%h6", "%h7"]):
        yield f"{h2} add.f16 %hz, {x}, {y};"
        yield f"{h2} fma.rn.f16 %hz, {x}, {y}, %h8;"
    for x in ["%h8", "%h9"]:
        yield f"{h2} mov.b32 %t0, {{{x}, {x}}}; fma.rn.f16x2 %rz, %t0, %rb, %rc;"
        yield f"{h2} mov.b32 %t0, {{{x}, {x}}}; add.f16x2 %rz, %rb, %t0;"
        yield f"{h2} mov.b32 %t0, {{{x}, {x}}}; mul.f16x2 %rz, %t0, %rb;"
        yield f"{h2} cvt.f32.f16 %fz, {x};"
        yield f"{h2} cvt.f32.bf16 %fz, {x};"
    yield "cvt.f32.f16 %f9, %ha; add.f32 %fz, %f9, %fa;"


def conversions():
    ints = ["u8", "s8", "u16", "s16", "u32", "s32", "u64", "s64"]
    of = {"u8": "h", "s8": "h", "u16": "h", "s16": "h", "u32": "r", "s32": "r", "u64": "l", "s64": "l"}
    fl = {"f16": "h", "f32": "f", "f64": "d", "bf16": "h"}
    for i, f in product(ints, ["f16", "f32", "f64"]):
        for rnd in ["rn", "rz", "rm", "rp"]:
            if rnd in ("rn", "rz") or f == "f32":
                yield f"cvt.{rnd}.{f}.{i} %{fl[f]}z, %{of[i]}a;"
        for rnd in ["rni", "rzi", "rmi", "rpi"]:
            yield f"cvt.{rnd}.{i}.{f} %{of[i]}z, %{fl[f]}a;"
        if f == "f32":
            yield f"cvt.rzi.ftz.{i}.{f} %{of[i]}z, %{fl[f]}a;"
    for i in ints:
        yield f"cvt.rn.bf16.{i} %hz, %{of[i]}a;"
        yield f"cvt.rzi.{i}.bf16 %{of[i]}z, %ha;"
        for j in ints:
            if i != j:
                yield f"cvt.{i}.{j} %{of[i]}z, %{of[j]}a;"
                yield f"cvt.sat.{i}.{j} %{of[i]}z, %{of[j]}a;"
    for f in ["f16", "f32", "f64"]:
        for rnd in ["rni", "rzi", "rmi", "rpi"]:
            yield f"cvt.{rnd}.{f}.{f} %{fl[f]}z, %{fl[f]}a;"
    yield "cvt.rni.ftz.f32.f32 %fz, %fa;"
    yield "cvt.rni.sat.f32.f32 %fz, %fa;"
    for rnd in ["rn", "rz", "rm", "rp"]:
        yield f"cvt.{rnd}.f32.f64 %fz, %da;"
        yield f"cvt.{rnd}.f16.f64 %hz, %da;"
    for rnd in ["rn", "rz"]:
        yield f"cvt.{rnd}.f16.f32 %hz, %fa;"
        yield f"cvt.{rnd}.ftz.f16.f32 %hz, %fa;"
        yield f"cvt.{rnd}.relu.f16.f32 %hz, %fa;"
        yield f"cvt.{rnd}.bf16.f32 %hz, %fa;"
        yield f"cvt.{rnd}.relu.bf16.f32 %hz, %fa;"
        for x2 in ["f16x2", "bf16x2"]:
            yield f"cvt.{rnd}.{x2}.f32 %rz, %fa, %fb;"
            yield f"cvt.{rnd}.relu.{x2}.f32 %rz, %fa, %fb;"
            yield f"cvt.{rnd}.{x2}.f32 %rz, %fa, %fk;"
    yield "cvt.rp.f16.f32 %hz, %fa;"
    yield "cvt.sat.f32.f32 %fz, %fa;"
    yield "cvt.rn.sat.f16.f32 %hz, %fa;"
    yield "cvt.f64.f32 %dz, %fa;"
    yield "cvt.ftz.f64.f32 %dz, %fa;"
    yield "cvt.f32.f16 %fz, %ha;"
    yield "cvt.ftz.f32.f16 %fz, %ha;"
    yield "cvt.f64.f16 %dz, %ha;"
    yield "cvt.f32.bf16 %fz, %ha;"
    yield "cvt.rna.tf32.f32 %rz, %fa;"
    yield "cvt.rn.tf32.f32 %rz, %fa;"
    for f8 in ["e4m3x2", "e5m2x2"]:
        yield f"cvt.rn.satfinite.{f8}.f32 %hz, %fa, %fb;"
        yield f"cvt.rn.satfinite.relu.{f8}.f32 %hz, %fa, %fb;"
        yield f"cvt.rn.satfinite.{f8}.f16x2 %hz, %ra;"
        yield f"cvt.rn.f16x2.{f8} %rz, %ha;"
        yield f"cvt.rn.relu.f16x2.{f8} %rz, %ha;"
    yield "cvt.pack.sat.s8.s32.b32 %rz, %ra, %rb, %rc;"
    yield "cvt.pack.sat.u8.s32.b32 %rz, %ra, %rb, %rc;"
    yield "cvt.pack.sat.s16.s32 %rz, %ra, %rb;"
    yield "cvt.pack.sat.u16.s32 %rz, %ra, %rb;"
    yield "cvt.pack.sat.s4.s32.b32 %rz, %ra, %rb, %rc;"
    yield "cvt.pack.sat.u4.s32.b32 %rz, %ra, %rb, %rc;"


def memory():
    narrow = ["u8", "s8", "u16", "s16"]
    for space, a in [("global", "%ga"), ("shared", "%sa"), ("local", "%oa"), ("", "%la")]:
        dot = f".{space}" if space else ""
        for ty in narrow:
            yield f"ld{dot}.{ty} %hz, [{a}];"
            yield f"ld{dot}.{ty} %hz, [{a}+6];"
        for w in ["8", "16"]:
            yield f"st{dot}.b{w} [{a}], %ha;"
        for ty, t in [("u32", "r"), ("u64", "l"), ("f32", "f"), ("f64", "d")]:
            yield f"ld{dot}.{ty} %{t}z, [{a}+16];"
            yield f"ld{dot}.volatile.{ty} %{t}z, [{a}];" if False else f"ld.volatile{dot}.{ty} %{t}z, [{a}];"
            yield f"st{dot}.{ty} [{a}+16], %{t}a;"
            yield f"st.volatile{dot}.{ty} [{a}], %{t}a;"
        yield f"ld{dot}.v4.u32 {{%rz,%ry,%rx,%rw}}, [{a}];"
        yield f"ld{dot}.v2.u32 {{%rz,%ry}}, [{a}+-8];"
        yield f"st{dot}.v4.u32 [{a}], {{%ra,%rb,%rc,%ra}};"
        yield f"st{dot}.v2.u64 [{a}], {{%la,%lb}};"
        if space in ("global", "", "shared"):
            for sem, scope in product(["relaxed", "acquire"], ["cta", "cluster", "gpu", "sys"]):
                yield f"ld.{sem}.{scope}{dot}.u32 %rz, [{a}];"
            for sem, scope in product(["relaxed", "release"], ["cta", "cluster", "gpu", "sys"]):
                yield f"st.{sem}.{scope}{dot}.u32 [{a}], %ra;"
        if space in ("global", "local", ""):
            for cop in ["ca", "cg", "cs", "lu", "cv"]:
                yield f"ld{dot}.{cop}.u32 %rz, [{a}];"
            for cop in ["wb", "cg", "cs", "wt"]:
                yield f"st{dot}.{cop}.u32 [{a}], %ra;"
    for hint in ["L1::evict_normal", "L1::evict_unchanged", "L1::evict_first", "L1::evict_last", "L1::no_allocate"]:
        yield f"ld.global.{hint}.u32 %rz, [%ga];"
        yield f"ld.global.nc.{hint}.u32 %rz, [%ga];"
        yield f"st.global.{hint}.u32 [%ga], %ra;"
        yield f"ld.global.{hint}.v4.u32 {{%rz,%ry,%rx,%rw}}, [%ga];"
    for size in ["64", "128", "256"]:
        yield f"ld.global.L2::{size}B.u32 %rz, [%ga];"
        yield f"ld.global.nc.L2::{size}B.v4.u32 {{%rz,%ry,%rx,%rw}}, [%ga];"
    for ty, t in [("u8", "h"), ("s8", "h"), ("u16", "h"), ("s16", "h"), ("u32", "r"), ("u64", "l")]:
        yield f"ld.global.nc.{ty} %{t}z, [%ga];"
    yield "ld.global.nc.v4.f32 {%fz,%fy,%fx,%fw}, [%ga];"
    yield "ld.relaxed.sys.mmio.global.u32 %rz, [%ga];"
    yield "st.mmio.relaxed.sys.global.u32 [%ga], %ra;"
    # Constant addresses that lanes compute.
    for ty, t in [("u8", "h"), ("s8", "h"), ("u16", "h"), ("s16", "h"), ("u32", "r"), ("u64", "l")]:
        yield f"cvt.u64.u32 %u0, %ra; and.b64 %u0, %u0, 0xf8; mov.u64 %u1, table; add.u64 %u1, %u1, %u0; ld.const.{ty} %{t}z, [%u1+8];"
        yield f"cvt.u64.u32 %u0, %rk; and.b64 %u0, %u0, 0xf8; mov.u64 %u1, table; add.u64 %u1, %u1, %u0; ld.const.{ty} %{t}z, [%u1+8];"
    # Addresses from parameters alone.
    yield "ld.global.u32 %rz, [%lk];"
    yield "ld.global.u32 %rz, [%lk+12];"
    yield "cvt.u64.u32 %u0, %ra; add.u64 %u1, %lk, %u0; ld.global.u32 %rz, [%u1+4];"
    yield "st.global.u32 [%lk+12], %ra;"
    yield "ld.shared.u32 %rz, [block+64];"
    yield "mov.u32 %t0, block; shl.b32 %t1, %ra, 2; add.u32 %t0, %t0, %t1; ld.shared.u32 %rz, [%t0+8];"
    yield "mov.u32 %t0, block; shl.b32 %t1, %rk, 2; add.u32 %t0, %t0, %t1; ld.shared.u32 %rz, [%t0+8];"
    yield "cvta.shared.u64 %lz, %ua;" if False else "cvt.u64.u32 %u0, %sa; cvta.shared.u64 %lz, %u0;"
    yield "cvt.u64.u32 %u0, %oa; cvta.local.u64 %lz, %u0;"
    yield "cvta.to.shared.u64 %lz, %la;"
    yield "cvta.to.local.u64 %lz, %la;"
    for space in ["global", "shared", "local", "const"]:
        yield f"isspacep.{space} %pz, %la;"
    for level in ["L1", "L2"]:
        yield f"prefetch.global.{level} [%ga];"
        yield f"prefetch.{level} [%la];"
    yield "prefetch.global.L2::evict_last [%ga];"
    yield "prefetchu.L1 [%la];"
    yield "applypriority.global.L2::evict_normal [%ga], 128;"
    yield "discard.global.L2 [%ga], 128;"
    for n, cop in [(4, "ca"), (8, "ca"), (16, "ca"), (16, "cg")]:
        yield f"cp.async.{cop}.shared.global [%sa], [%ga], {n};"
        yield f"cp.async.{cop}.shared.global.L2::128B [%sa+16], [%ga+32], {n};"
        yield f"cp.async.{cop}.shared.global [%sa], [%ga], {n}, %ra;"
    yield "cp.async.commit_group; cp.async.wait_group 0;"
    yield "cp.async.commit_group; cp.async.wait_group 2;"
    yield "cp.async.wait_all;"
    yield "cp.async.mbarrier.arrive.shared.b64 [%sa];"
    for x, t in product(["x1", "x2", "x4"], ["", ".trans"]):
        regs = {"x1": "{%rz}", "x2": "{%rz,%ry}", "x4": "{%rz,%ry,%rx,%rw}"}[x]
        yield f"ldmatrix.sync.aligned.m8n8.{x}{t}.shared.b16 {regs}, [%sa];"
        regs = {"x1": "{%ra}", "x2": "{%ra,%rb}", "x4": "{%ra,%rb,%rc,%ra}"}[x]
        yield f"stmatrix.sync.aligned.m8n8.{x}{t}.shared.b16 [%sa], {regs};"


def atomics():
    ops = {"u32": ["add", "min", "max", "inc", "dec", "exch"], "s32": ["add", "min", "max"],
           "b32": ["and", "or", "xor", "exch"], "u64": ["add", "min", "max"], "s64": ["min", "max"],
           "b64": ["and", "or", "xor", "exch"], "f32": ["add"], "f64": ["add"],
           "f16x2": ["add.noftz"], "f16": ["add.noftz"], "bf16x2": ["add.noftz"], "bf16": ["add.noftz"]}
    for space, a in [("global", "%ga"), ("shared", "%sa"), ("", "%la")]:
        dot = f".{space}" if space else ""
        for ty, names in ops.items():
            t = OF[ty]
            for op in names:
                yield f"atom{dot}.{op}.{ty} %{t}z, [{a}], %{t}a;"
                yield f"atom{dot}.{op}.{ty} %{t}z, [{a}+16], %{t}k;" if t in "rl" else f"atom{dot}.{op}.{ty} %{t}z, [{a}+16], %{t}b;"
                if op != "exch":
                    yield f"red{dot}.{op}.{ty} [{a}], %{t}a;"
        for ty in ["b32", "b64", "b16"]:
            t = OF[ty]
            yield f"atom{dot}.cas.{ty} %{t}z, [{a}], %{t}a, %{t}b;"
            yield f"atom{dot}.cas.{ty} %{t}z, [{a}+8], %{t}a, %{t}b;"
        yield f"atom{dot}.add.u32 %rz, [{a}], 1;"
        yield f"red{dot}.add.u32 [{a}], 1;"
        for sem, scope in product(["relaxed", "acquire", "release", "acq_rel"], ["cta", "gpu", "sys"]):
            yield f"atom.{sem}.{scope}{dot}.add.u32 %rz, [{a}], %ra;"
            yield f"atom.{sem}.{scope}{dot}.cas.b32 %rz, [{a}], %ra, %rb;"
        for sem, scope in product(["relaxed", "release"], ["cta", "gpu", "sys"]):
            yield f"red.{sem}.{scope}{dot}.add.u32 [{a}], %ra;"
    yield "red.global.add.v4.f32 [%ga], {%fa,%fb,%fc,%fa};"
    yield "red.global.add.v2.f32 [%ga], {%fa,%fb};"
    yield "atom.global.v4.f32.add {%fz,%fy,%fx,%fw}, [%ga], {%fa,%fb,%fc,%fa};"
    yield "atom.global.b128.exch %q0, [%ga], %q1;"


def lanes():
    for mode in ["up", "down", "bfly", "idx"]:
        yield f"shfl.sync.{mode}.b32 %rz|%pz, %ra, %rb, %rc, 0xffffffff;"
        yield f"shfl.sync.{mode}.b32 %rz, %ra, 3, 0x1f, 0xffffffff;"
        yield f"shfl.sync.{mode}.b32 %rz, %ra, %rb, 0x1f, 0xffffffff;"
        yield f"shfl.sync.{mode}.b32 %rz, %ra, 3, %rc, 0xffffffff;"
        yield f"shfl.sync.{mode}.b32 %rz, %ra, %rb, 0x1f, %rc;"
    for mode in ["all", "any", "uni"]:
        yield f"vote.sync.{mode}.pred %pz, %pa, 0xffffffff;"
        yield f"vote.sync.{mode}.pred %pz, !%pa, %rb;"
    yield "vote.sync.ballot.b32 %rz, %pa, 0xffffffff;"
    yield "vote.sync.ballot.b32 %rz, !%pa, %rb;"
    for w, t in [("32", "r"), ("64", "l")]:
        yield f"match.any.sync.b{w} %rz, %{t}a, 0xffffffff;"
        yield f"match.all.sync.b{w} %rz|%pz, %{t}a, 0xffffffff;"
        yield f"match.any.sync.b{w} %rz, %{t}a, %rb;"
    for op, ty in [("add", "u32"), ("min", "u32"), ("max", "u32"), ("add", "s32"), ("min", "s32"), ("max", "s32"),
                   ("and", "b32"), ("or", "b32"), ("xor", "b32")]:
        yield f"redux.sync.{op}.{ty} %rz, %ra, 0xffffffff;"
        yield f"redux.sync.{op}.{ty} %rz, %ra, %rb;"
    yield "activemask.b32 %rz;"
    yield "elect.sync %rz|%pz, 0xffffffff;"
    yield "elect.sync _|%pz, %ra;"
    yield "bar.warp.sync 0xffffffff;"
    yield "bar.warp.sync %ra;"
    yield "bar.sync 0;"
    yield "bar.sync 3, 64;"
    yield "bar.sync 3, %rb;"
    yield "bar.sync %rk;"
    yield "bar.sync %ra;"
    yield "bar.sync %ra, %rb;"
    yield "bar.sync %ra, 96;"
    yield "bar.arrive 3, 64;"
    yield "bar.arrive %ra, %rb;"
    yield "barrier.sync 1;"
    yield "barrier.sync 1, 64;"
    yield "barrier.arrive 1, 64;"
    for op, dst in [("popc.u32", "%rz"), ("and.pred", "%pz"), ("or.pred", "%pz")]:
        yield f"bar.red.{op} {dst}, 0, %pa;"
        yield f"bar.red.{op} {dst}, 1, 64, !%pa;"
        yield f"bar.red.{op} {dst}, %ra, %rb, %pa;"
        yield f"barrier.red.{op} {dst}, 2, %pa;"
    for scope in ["cta", "gl", "sys"]:
        yield f"membar.{scope};"
    for sem, scope in product(["sc", "acq_rel"], ["cta", "cluster", "gpu", "sys"]):
        yield f"fence.{sem}.{scope};"
    yield "fence.proxy.async;"
    yield "fence.proxy.alias;"
    yield "nanosleep.u32 100;"
    yield "nanosleep.u32 %ra;"
    yield "nanosleep.u32 %rk;"
    for name in ["tid.x", "tid.y", "tid.z", "ntid.x", "ntid.y", "ctaid.x", "ctaid.y", "ctaid.z", "nctaid.x",
                 "laneid", "warpid", "nwarpid", "smid", "nsmid", "gridid", "lanemask_eq", "lanemask_lt",
                 "lanemask_le", "lanemask_gt", "lanemask_ge", "clock", "clock_hi", "globaltimer_lo",
                 "globaltimer_hi", "dynamic_smem_size", "total_smem_size", "cluster_ctaid.x",
                 "cluster_nctaid.x", "cluster_ctarank", "cluster_nctarank", "clusterid.x", "nclusterid.x",
                 "pm0", "envreg1", "aggr_smem_size", "reserved_smem_offset_begin"]:
        ty = "u32"
        if name == "gridid":
            yield "mov.u64 %lz, %gridid;"
            continue
        yield f"mov.{ty} %rz, %{name};"
    yield "mov.u64 %lz, %clock64;"
    yield "mov.u64 %lz, %globaltimer;"
    yield "mov.pred %pz, %is_explicit_cluster;"
    yield "mbarrier.init.shared.b64 [%sa], %ra;"
    yield "mbarrier.inval.shared.b64 [%sa];"
    yield "mbarrier.arrive.shared.b64 %lz, [%sa];"
    yield "mbarrier.arrive.noComplete.shared.b64 %lz, [%sa], 2;"
    yield "mbarrier.arrive.expect_tx.shared.b64 %lz, [%sa], %ra;"
    yield "mbarrier.expect_tx.relaxed.cta.shared.b64 [%sa], %ra;"
    yield "mbarrier.test_wait.shared.b64 %pz, [%sa], %la;"
    yield "mbarrier.try_wait.shared.b64 %pz, [%sa], %la;"
    yield "mbarrier.try_wait.parity.shared.b64 %pz, [%sa], %ra;"
    yield "mbarrier.pending_count.b64 %rz, %la;"
    yield "barrier.cluster.arrive;"
    yield "barrier.cluster.wait;"
    yield "barrier.cluster.arrive.relaxed; barrier.cluster.wait;"
    yield "mapa.shared::cluster.u32 %rz, %sa, %rb;"
    yield "ld.shared::cluster.u32 %rz, [%sa];"
    yield "st.shared::cluster.u32 [%sa], %ra;"
    yield "griddepcontrol.wait;"
    yield "griddepcontrol.launch_dependents;"
    yield "setmaxnreg.inc.sync.aligned.u32 152;"
    yield "trap;"
    yield "brkpt;"
    yield "pmevent 3;"
    yield "@%pa exit;"
    yield "@%pa trap;"
    yield "{ .reg .u32 %s; L0: ld.volatile.global.u32 %s, [%ga]; setp.ne.u32 %p9, %s, 0; @%p9 bra L0; }"
    yield "{ T: .branchtargets A, B, C, D; and.b32 %t0, %ra, 3; brx.idx %t0, T; A: add.u32 %rz, %ra, 1; bra E; B: mul.lo.u32 %rz, %ra, %rb; bra E; C: xor.b32 %rz, %ra, %rb; bra E; D: sub.u32 %rz, %ra, %rb; E: }"
    yield "{ .reg .u32 %i; mov.u32 %i, 0; L1: add.u32 %i, %i, 1; setp.eq.u32 %p9, %i, %ra; @%p9 bra L2; setp.lt.u32 %p8, %i, %rb; @%p8 bra L1; L2: mov.u32 %rz, %i; }"
    yield "{ .param .b32 x; .param .b32 y; st.param.b32 [x], %ra; call (y), helper, (x); ld.param.b32 %rz, [y]; }"
    yield "{ .param .b32 x; .param .b32 y; st.param.b32 [x], %ra; P: .prototype (.param .b32 _) _ (.param .b32 _); call (y), %la, (x), P; ld.param.b32 %rz, [y]; }"
    yield ("setp.eq.u32 %p0, %ra, 1; setp.eq.u32 %p1, %ra, 2; setp.eq.u32 %p2, %ra, 3; setp.eq.u32 %p3, %ra, 4; "
           "setp.eq.u32 %p4, %ra, 5; setp.eq.u32 %p5, %ra, 6; setp.eq.u32 %p6, %ra, 7; setp.eq.u32 %p7, %ra, 8; setp.eq.u32 %p8, %ra, 9;"
           "{ .param .b32 x; .param .b32 y; st.param.b32 [x], %ra; call (y), helper, (x); ld.param.b32 %rz, [y]; }"
           "@%p0 add.u32 %rz, %rz, 3; @%p1 add.u32 %rz, %rz, 5; @%p2 xor.b32 %rz, %rz, 3; @%p3 mul.lo.u32 %rz, %rz, 7; "
           "@%p4 add.u32 %rz, %rz, %rb; @%p5 mul.lo.u32 %rz, %rz, %rc; @%p6 xor.b32 %rz, %rz, %rb; @%p7 shl.b32 %rz, %rz, 3; @%p8 shr.u32 %rz, %rz, 2;")


def tensors():
    def regs(letter, n, ty="r"):
        return "{" + ",".join(f"%m{ty}{letter}{i}" for i in range(n)) + "}"
    shapes = [
        ("m16n8k8", "f32", "f16", "f16", "f32", 4, 2, 1, 4), ("m16n8k16", "f32", "f16", "f16", "f32", 4, 4, 2, 4),
        ("m16n8k16", "f16", "f16", "f16", "f16", 2, 4, 2, 2), ("m16n8k8", "f16", "f16", "f16", "f16", 2, 2, 1, 2),
        ("m16n8k8", "f32", "bf16", "bf16", "f32", 4, 2, 1, 4), ("m16n8k16", "f32", "bf16", "bf16", "f32", 4, 4, 2, 4),
        ("m16n8k4", "f32", "tf32", "tf32", "f32", 4, 2, 1, 4), ("m16n8k8", "f32", "tf32", "tf32", "f32", 4, 4, 2, 4),
        ("m8n8k16", "s32", "s8", "s8", "s32", 2, 1, 1, 2), ("m16n8k16", "s32", "u8", "s8", "s32", 4, 2, 1, 4),
        ("m16n8k32", "s32", "s8", "u8", "s32", 4, 4, 2, 4), ("m16n8k64", "s32", "s4", "s4", "s32", 4, 4, 2, 4),
        ("m16n8k32", "f32", "e4m3", "e4m3", "f32", 4, 4, 2, 4), ("m16n8k32", "f32", "e5m2", "e4m3", "f32", 4, 4, 2, 4),
    ]
    for shape, d, a, b, c, nd, na, nb, nc in shapes:
        td, tc = ("f" if d == "f32" else "r"), ("f" if c == "f32" else "r")
        for sat in [""] + ([".satfinite"] if d == "s32" else []):
            yield (f"mma.sync.aligned.{shape}.row.col{sat}.{d}.{a}.{b}.{c} {regs('z', nd, td)}, "
                   f"{regs('a', na)}, {regs('b', nb)}, {regs('c', nc, tc)};")
    yield "mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%mdz0,%mdz1}, {%mda0}, {%mdb0}, {%mdc0,%mdc1};"
    yield "mma.sync.aligned.m16n8k256.row.col.s32.b1.b1.s32.xor.popc {%mrz0,%mrz1,%mrz2,%mrz3}, {%mra0,%mra1,%mra2,%mra3}, {%mrb0,%mrb1}, {%mrc0,%mrc1,%mrc2,%mrc3};"


GROUPS = {"integers": integers, "floats": floats, "halves": halves, "conversions": conversions,
          "memory": memory, "atomics": atomics, "lanes": lanes, "tensors": tensors}
