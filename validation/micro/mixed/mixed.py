#!/usr/bin/env python3
"""Writes random kernels in CUDA C, and cases.json for them: mixed.py FOLDER FIRST COUNT.

Each seed makes one kernel `k`. Its threads keep values of eight types (`TYPES`) and change them by
random statements: arithmetic and conversions of all widths, packed integers, halves and 8-bit floats,
mathematical functions, PTX that the compiler seldom writes (in kernels of odd seeds), loops, branches,
switches, calls, shared, local, constant and generic memory, shuffles and votes, atomics that commute.
In the end each thread stores all its values to `out`. NaNs are made alike before bits are looked at.

FOLDER/opts.txt says with which of nvcc's options each is compiled (-arch=sm_90 -std=c++17 -cubin OPTIONS).
"""

import json
import os
import random
import sys

FOLDER, FIRST, COUNT = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
os.makedirs(FOLDER + "/cu", exist_ok=True)

# A letter for each type, of which variables have their names.
TYPES = {
    "u": "unsigned",
    "s": "int",
    "L": "long long",
    "U": "unsigned long long",
    "f": "float",
    "d": "double",
    "h": "__half2",
    "q": "__nv_bfloat162",
}
PRE = r"""
#include <cuda_fp16.h>
#include <cuda_bf16.h>
#include <cuda_fp8.h>
typedef unsigned long long U64; typedef long long S64;
__constant__ unsigned tab[64] = {1u,2u,0x80000000u,7u,0xffffffffu,31u,64u,100u,3u,5u,0x12345678u,0x7f800000u,0x3f800000u,0xbf000000u,0x40490fdbu,9u,11u,13u,17u,19u,23u,29u,37u,41u,43u,47u,53u,59u,61u,67u,71u,73u,79u,83u,89u,97u,101u,103u,107u,109u,113u,127u,131u,137u,139u,149u,151u,157u,163u,167u,173u,179u,181u,191u,193u,197u,199u,211u,223u,227u,229u,233u,239u,241u};
__device__ __forceinline__ unsigned fb(float x){ return isnan(x) ? 0x7fc00000u : __float_as_uint(x); }
__device__ __forceinline__ U64 db(double x){ return isnan(x) ? 0x7ff8000000000000ull : (U64)__double_as_longlong(x); }
__device__ __forceinline__ unsigned hb(__half2 x){ unsigned r; memcpy(&r,&x,4); if(((r&0x7fffu)>0x7c00u)) r=(r&0xffff0000u)|0x7fffu; if(((r>>16)&0x7fffu)>0x7c00u) r=(r&0xffffu)|0x7fff0000u; return r; }
__device__ __forceinline__ unsigned qb(__nv_bfloat162 x){ unsigned r; memcpy(&r,&x,4); if(((r&0x7fffu)>0x7f80u)) r=(r&0xffff0000u)|0x7fffu; if(((r>>16)&0x7fffu)>0x7f80u) r=(r&0xffffu)|0x7fff0000u; return r; }
__device__ __forceinline__ __half2 uh(unsigned r){ __half2 x; r&=0xbfffbfffu; memcpy(&x,&r,4); return x; }
__device__ __forceinline__ __nv_bfloat162 uq(unsigned r){ __nv_bfloat162 x; r&=0xbfffbfffu; memcpy(&x,&r,4); return x; }
__device__ __forceinline__ float uf(unsigned r){ return __uint_as_float((r&0x8fffffffu)|0x30000000u); }
__device__ __forceinline__ double ud(unsigned r){ return (double)(int)r*(1.0/65536.0); }
__device__ __forceinline__ int fi(float x){ return isnan(x)?-1:(int)fminf(fmaxf(x,-1e9f),1e9f); }
"""


def ptx(name, ret, rc, args, text):
    """A function of one PTX instruction; `args` has a letter for each operand, as inline assembly has them."""
    ctype = {"r": "unsigned", "f": "float", "l": "U64", "d": "double", "h": "unsigned short"}
    params = ", ".join(f"{ctype[a]} a{i}" for i, a in enumerate(args))
    ins = ", ".join(f'"{a}"(a{i})' for i, a in enumerate(args))
    return f'__device__ __forceinline__ {ret} {name}({params}){{ {ret} r; asm("{text}" : "={rc}"(r) : {ins}); return r; }}'


ASM_U = [
    ("x_sad16", "hhh", "{ .reg .u16 t; sad.u16 t, %1, %2, %3; cvt.u32.u16 %0, t; }"),
    ("x_vadd", "rrr", "vadd.u32.s32.s32.sat %0, %1, %2;"),
    ("x_shfl", "rrr", "shf.l.clamp.b32 %0,%1,%2,%3;"),
    ("x_shfr", "rrr", "shf.r.wrap.b32 %0,%1,%2,%3;"),
    ("x_slct", "rrf", "slct.u32.f32 %0,%1,%2,%3;"),
    ("x_cnot", "r", "cnot.b32 %0,%1;"),
    ("x_addsat", "rr", "add.sat.s32 %0,%1,%2;"),
    ("x_subsat", "rr", "sub.sat.s32 %0,%1,%2;"),
    ("x_cvt8", "f", "cvt.rni.u8.f32 %0,%1;"),
    ("x_cvts8", "f", "cvt.rzi.s8.f32 %0,%1;"),
    ("x_cvt16", "f", "cvt.rmi.u16.f32 %0,%1;"),
    ("x_sats8", "r", "cvt.sat.s8.s32 %0,%1;"),
    ("x_satu16", "r", "cvt.sat.u16.s32 %0,%1;"),
    ("x_satu8u", "r", "cvt.sat.u8.u32 %0,%1;"),
    ("x_bf2", "ff", "cvt.rn.bf16x2.f32 %0,%1,%2;"),
    ("x_bf2r", "ff", "cvt.rz.relu.bf16x2.f32 %0,%1,%2;"),
    ("x_h2r", "ff", "cvt.rn.relu.f16x2.f32 %0,%1,%2;"),
    ("x_tf32", "f", "cvt.rna.tf32.f32 %0,%1;"),
    ("x_e4h", "r", "{ .reg .b16 t; cvt.rn.satfinite.e4m3x2.f16x2 t, %1; cvt.u32.u16 %0, t; }"),
    ("x_e5h", "r", "{ .reg .b16 t; cvt.rn.satfinite.relu.e5m2x2.f16x2 t, %1; cvt.u32.u16 %0, t; }"),
    ("x_he4", "h", "cvt.rn.f16x2.e4m3x2 %0,%1;"),
    ("x_he5", "h", "cvt.rn.relu.f16x2.e5m2x2 %0,%1;"),
    ("x_fmar", "rrr", "fma.rn.relu.f16x2 %0,%1,%2,%3;"),
    ("x_fmab", "rrr", "fma.rn.relu.bf16x2 %0,%1,%2,%3;"),
    ("x_minnh", "rr", "min.NaN.f16x2 %0,%1,%2;"),
    ("x_maxxh", "rr", "max.xorsign.abs.f16x2 %0,%1,%2;"),
    ("x_minnb", "rr", "min.NaN.bf16x2 %0,%1,%2;"),
    ("x_ex2h", "r", "ex2.approx.f16x2 %0,%1;"),
    ("x_tanhh", "r", "tanh.approx.f16x2 %0,%1;"),
    ("x_ex2b", "r", "ex2.approx.ftz.bf16x2 %0,%1;"),
    ("x_tanhb", "r", "tanh.approx.bf16x2 %0,%1;"),
    ("x_mad24", "rrr", "mad24.lo.s32 %0,%1,%2,%3;"),
    ("x_mad24h", "rrr", "mad24.hi.u32 %0,%1,%2,%3;"),
    ("x_madhi", "rrr", "mad.hi.s32 %0,%1,%2,%3;"),
    (
        "x_madcc",
        "rrrr",
        "{ .reg .u32 t; mad.lo.cc.u32 t,%1,%2,%3; madc.hi.u32 %0,%1,%2,%4; xor.b32 %0,%0,t; }",
    ),
    ("x_dp4su", "rrr", "dp4a.s32.u32 %0,%1,%2,%3;"),
    ("x_dp2us", "rrr", "dp2a.hi.u32.s32 %0,%1,%2,%3;"),
    ("x_setf", "ff", "set.leu.u32.f32 %0,%1,%2;"),
    ("x_setd", "dd", "set.gtu.s32.f64 %0,%1,%2;"),
    ("x_testp", "f", "{ .reg .pred p; testp.normal.f32 p,%1; selp.u32 %0,7,9,p; }"),
    ("x_testd", "d", "{ .reg .pred p; testp.finite.f64 p,%1; selp.u32 %0,5,2,p; }"),
    ("x_bfind", "r", "bfind.u32 %0,%1;"),
    ("x_bfinds", "r", "bfind.shiftamt.s32 %0,%1;"),
    ("x_seth", "rr", "set.lt.ftz.f16x2.f16x2 %0,%1,%2;"),
    ("x_hadd", "rr", "add.rn.ftz.sat.f16x2 %0,%1,%2;"),
    ("x_absh", "r", "abs.ftz.f16x2 %0,%1;"),
    ("x_negb", "r", "neg.bf16x2 %0,%1;"),
    ("x_mins2", "rr", "min.s16x2.relu %0,%1,%2;"),
    ("x_max2", "rr", "max.u16x2 %0,%1,%2;"),
    ("x_adds2", "rr", "add.s16x2 %0,%1,%2;"),
]
ASM_F = [
    ("y_rcp", "f", "rcp.approx.ftz.f32 %0,%1;"),
    ("y_sqrt", "f", "sqrt.approx.ftz.f32 %0,%1;"),
    ("y_rsq", "f", "rsqrt.approx.f32 %0,%1;"),
    ("y_lg2", "f", "lg2.approx.f32 %0,%1;"),
    ("y_sin", "f", "sin.approx.ftz.f32 %0,%1;"),
    ("y_cos", "f", "cos.approx.f32 %0,%1;"),
    ("y_minn", "ff", "min.NaN.f32 %0,%1,%2;"),
    ("y_maxx", "ff", "max.ftz.xorsign.abs.f32 %0,%1,%2;"),
    ("y_divf", "ff", "div.full.ftz.f32 %0,%1,%2;"),
    ("y_diva", "ff", "div.approx.f32 %0,%1,%2;"),
    ("y_fsat", "fff", "fma.rn.ftz.sat.f32 %0,%1,%2,%3;"),
    ("y_asat", "ff", "add.sat.f32 %0,%1,%2;"),
    ("y_rni", "f", "cvt.rni.ftz.f32.f32 %0,%1;"),
    ("y_rpi", "f", "cvt.rpi.f32.f32 %0,%1;"),
    ("y_h", "h", "cvt.f32.f16 %0,%1;"),
    ("y_b", "h", "cvt.f32.bf16 %0,%1;"),
    ("y_u8", "r", "cvt.rn.f32.u8 %0,%1;"),
    ("y_s8", "r", "cvt.rn.f32.s8 %0,%1;"),
    ("y_s16", "h", "cvt.rn.f32.s16 %0,%1;"),
    ("y_setf", "ff", "set.ne.f32.f32 %0,%1,%2;"),
    ("y_dsat", "d", "cvt.rn.sat.f32.f64 %0,%1;"),
]
ASM_D = [
    ("z_rcp", "d", "rcp.approx.ftz.f64 %0,%1;"),
    ("z_rsq", "d", "rsqrt.approx.ftz.f64 %0,%1;"),
    ("z_min", "dd", "min.f64 %0,%1,%2;"),
    ("z_rz", "dd", "add.rz.f64 %0,%1,%2;"),
    ("z_rni", "d", "cvt.rni.f64.f64 %0,%1;"),
    ("z_rpi", "d", "cvt.rpi.f64.f64 %0,%1;"),
    ("z_abs", "d", "abs.f64 %0,%1;"),
    ("z_divp", "dd", "div.rp.f64 %0,%1,%2;"),
    ("z_sqm", "d", "sqrt.rm.f64 %0,%1;"),
    ("z_u8", "r", "cvt.rn.f64.u8 %0,%1;"),
    ("z_s16", "h", "cvt.rn.f64.s16 %0,%1;"),
]


class Kernel:
    def __init__(g, seed):
        g.r = random.Random(seed)
        g.seed = seed
        g.tmp = 0
        g.asm = seed % 2 == 1

    def var(g, t):
        """A variable of a type."""
        return f"{t}{g.r.randrange(g.n[t])}"

    def lit(g, t):
        """A literal of a type, often one at an edge."""
        r = g.r
        if t == "u":
            return f"{r.choice([0,1,2,3,5,7,31,32,255,256,65535,0x7fffffff,0x80000000,0xffffffff,r.getrandbits(32)])}u"
        if t == "s":
            return f"({r.choice([0,1,-1,2,-3,7,31,100,-128,65535,2147483647,r.randint(-2**31+1,2**31-1)])})"
        if t in "LU":
            return ("%dull" if t == "U" else "%dll") % r.choice(
                [0, 1, 2, 3, 7, 255, 1 << 31, 1 << 32, (1 << 63) - 1, r.getrandbits(40), r.getrandbits(62)]
            )
        if t == "f":
            return "(%s)" % r.choice(
                [
                    "0.0f",
                    "1.0f",
                    "-1.0f",
                    "0.5f",
                    "3.14159f",
                    "1e-3f",
                    "1e10f",
                    "2.0f",
                    "-7.25f",
                    "1e-38f",
                    "65504.0f",
                ]
            )
        if t == "d":
            return "(%s)" % r.choice(
                ["0.0", "1.0", "-1.5", "0.1", "3.141592653589793", "1e-5", "1e20", "2.0", "-1e-300"]
            )
        if t == "h":
            return f'__floats2half2_rn({g.lit("f")},{g.lit("f")})'
        if t == "q":
            return f'__floats2bfloat162_rn({g.lit("f")},{g.lit("f")})'

    def e(g, t, d=3):
        """An expression of a type, so deep at most."""
        r = g.r
        if d <= 0 or r.random() < 0.12:
            return g.var(t) if r.random() < 0.8 else g.lit(t)
        E = lambda k: g.e(k, d - 1)
        sh = lambda: f'({g.e("u",d-2)}&31u)'
        if t == "u":
            c = (
                [lambda: f'({E("u")}{r.choice("+-*&|^")}{E("u")})'] * 5
                + [
                    lambda: f'({E("u")}<<{sh()})',
                    lambda: f'({E("u")}>>{sh()})',
                    lambda: f'({E("u")}/({E("u")}|1u))',
                    lambda: f'({E("u")}%({E("u")}|3u))',
                    lambda: f'(unsigned)({E("s")})',
                    lambda: f'(unsigned)({E("L")})',
                    lambda: f'(unsigned)({E("U")}>>{r.choice([1,8,31,32,33,40])})',
                    lambda: f'__popc({E("u")})',
                    lambda: f'__clz({E("s")})',
                    lambda: f'__ffs({E("s")})',
                    lambda: f'__brev({E("u")})',
                    lambda: f'__byte_perm({E("u")},{E("u")},{E("u")})',
                    lambda: f'__funnelshift_{r.choice(["l","r","lc","rc"])}({E("u")},{E("u")},{E("u")})',
                    lambda: f'__umulhi({E("u")},{E("u")})',
                    lambda: f'__umul24({E("u")},{E("u")})',
                    lambda: f'__usad({E("u")},{E("u")},{E("u")})',
                    lambda: f'__uhadd({E("u")},{E("u")})',
                    lambda: f'__urhadd({E("u")},{E("u")})',
                    lambda: f'__dp4a((unsigned)({E("u")}),(unsigned)({E("u")}),(unsigned)({E("u")}))',
                    lambda: f'__dp2a_{r.choice(["lo","hi"])}((unsigned)({E("u")}),(unsigned)({E("u")}),(unsigned)({E("u")}))',
                    lambda: f'{r.choice(["__vadd2","__vadd4","__vsub2","__vsub4","__vabsdiffu2","__vabsdiffu4","__vabsdiffs4","__vmaxs2","__vmaxu4","__vmins4","__vminu2","__vavgu4","__vavgs2","__vcmpgtu4","__vcmpeq2","__vcmples4","__vsetltu2","__vsadu4","__vsads2","__vaddus4","__vaddss2","__vsubus2","__vsubss4","__vhaddu4","__vseteq4"])}({E("u")},{E("u")})',
                    lambda: f'{r.choice(["__vabs2","__vabs4","__vabsss2","__vneg4","__vnegss2"])}({E("u")})',
                    lambda: f'{r.choice(["__viaddmax_u32","__viaddmin_u32","__vimax3_u32","__vimin3_u32","__viaddmax_u16x2","__viaddmin_u16x2","__vimax3_u16x2","__vimin3_s16x2","__vimax3_s16x2_relu","__viaddmax_s16x2","__viaddmin_s16x2_relu","__viaddmax_s16x2_relu"])}({E("u")},{E("u")},{E("u")})',
                    lambda: f'min({E("u")},{E("u")})',
                    lambda: f'max({E("u")},{E("u")})',
                    lambda: f'({g.b(d-1)}?{E("u")}:{E("u")})',
                    lambda: f'fb({E("f")})',
                    lambda: f'hb({E("h")})',
                    lambda: f'qb({E("q")})',
                    lambda: f'(unsigned)db({E("d")})',
                    lambda: f'(unsigned)(db({E("d")})>>32)',
                    lambda: f'tab[{E("u")}&63u]',
                    lambda: f'sh[{E("u")}&255u]',
                    lambda: f'(unsigned)loc[{E("u")}&7u]',
                    lambda: f'in[{E("u")}%n]',
                    lambda: f'((const unsigned char*)in)[{E("u")}%(4*n)]',
                    lambda: f'((const unsigned short*)in)[{E("u")}%(2*n)]',
                    lambda: f'__ldg(&in[{E("u")}%n])',
                    lambda: f'__ldcg(&in[{E("u")}%n])',
                    lambda: f'bfe({E("u")},{E("u")},{E("u")})',
                    lambda: f'bfi({E("u")},{E("u")},{E("u")},{E("u")})',
                    lambda: f'lop({E("u")},{E("u")},{E("u")})',
                    lambda: f'prmt{r.choice(["f4e","b4e","rc8","ecl","ecr","rc16"])}({E("u")},{E("u")},{E("u")})',
                    lambda: f'bmsk{r.choice("cw")}({E("u")},{E("u")})',
                    lambda: f'szx{r.choice("cw")}({E("u")},{E("u")})',
                    lambda: f'fns({E("u")},{sh()},{g.r.choice([1,2,-1,3])})',
                    lambda: f'pack8({E("s")},{E("s")},{E("u")})',
                    lambda: f'__float2uint_{r.choice(["rn","rz","ru","rd"])}({E("f")})',
                    lambda: f'__double2uint_{r.choice(["rn","rz","ru","rd"])}({E("d")})',
                    lambda: f'call{r.randrange(3)}({E("u")},{E("u")})',
                    lambda: f'(unsigned)__half2uint_rz(__low2half({E("h")}))',
                    lambda: (
                        f'(unsigned)__half_as_ushort(__{r.choice(["u","i"])}int2half_rn({E("u")}))'
                        if False
                        else f'(unsigned)__half_as_ushort(__uint2half_rn({E("u")}))'
                    ),
                ]
                + (
                    [lambda: f'e4({E("f")},{E("f")})', lambda: f'e5({E("f")},{E("f")})']
                    if g.seed % 4 == 0
                    else []
                )
            )
        elif t == "s":
            c = [lambda: f'({E("s")}{r.choice("+-*&|^")}{E("s")})'] * 4 + [
                lambda: f'({E("s")}>>{sh()})',
                lambda: f'(int)({E("u")})',
                lambda: f'(int)({E("L")}>>{r.choice([0,3,32])})',
                lambda: f'({E("s")}/({E("s")}|1))',
                lambda: f'({E("s")}%(({E("s")}|5)))',
                lambda: f'__mulhi({E("s")},{E("s")})',
                lambda: f'__mul24({E("s")},{E("s")})',
                lambda: f'(int)__sad({E("s")},{E("s")},{E("u")})',
                lambda: f'__hadd({E("s")},{E("s")})',
                lambda: f'__rhadd({E("s")},{E("s")})',
                lambda: f'__dp4a((int)({E("s")}),(int)({E("s")}),(int)({E("s")}))',
                lambda: f'abs({E("s")})',
                lambda: f'min({E("s")},{E("s")})',
                lambda: f'max({E("s")},{E("s")})',
                lambda: f'({g.b(d-1)}?{E("s")}:{E("s")})',
                lambda: f'{r.choice(["__viaddmax_s32","__viaddmin_s32","__vimax3_s32","__vimin3_s32","__vimax3_s32_relu","__vimin3_s32_relu","__viaddmax_s32_relu"])}({E("s")},{E("s")},{E("s")})',
                lambda: f'__vimax_s32_relu({E("s")},{E("s")})',
                lambda: f'vib({E("s")},{E("s")})',
                lambda: f'(int)(signed char)({E("u")})',
                lambda: f'(int)(short)({E("s")})',
                lambda: f'((const signed char*)in)[{E("u")}%(4*n)]',
                lambda: f'((const short*)in)[{E("u")}%(2*n)]',
                lambda: f'loc[{E("u")}&7u]',
                lambda: f'__float2int_{r.choice(["rn","rz","ru","rd"])}({E("f")})',
                lambda: f'__double2int_{r.choice(["rn","rz","ru","rd"])}({E("d")})',
                lambda: f'fi({E("f")})',
                lambda: f'sbfe({E("s")},{E("u")},{E("u")})',
                lambda: f'(int)__half2int_{r.choice(["rz","rn","rd","ru"])}(__high2half({E("h")}))',
                lambda: f'ilogbf({E("f")})',
                lambda: f'(int)lrintf(fminf(fmaxf({E("f")},-1e9f),1e9f))',
                lambda: f'(isnan({E("f")})?1:0)',
                lambda: f'(signbit({E("f")})?3:4)',
            ]
        elif t in "LU":
            o = "U" if t == "L" else "L"
            c = [lambda: f'({E(t)}{r.choice("+-*&|^")}{E(t)})'] * 4 + [
                lambda: f"(({TYPES[t]})({E(o)}))",
                lambda: f'(({TYPES[t]})({E("u")}))',
                lambda: f'(({TYPES[t]})({E("s")}))',
                lambda: f'({E(t)}<<({E("u")}&63u))',
                lambda: f'({E(t)}>>({E("u")}&63u))',
                lambda: f"({E(t)}/({E(t)}|1))",
                lambda: f"({E(t)}%({E(t)}|7))",
                lambda: f"({g.b(d-1)}?{E(t)}:{E(t)})",
                lambda: f"min({E(t)},{E(t)})",
                lambda: f"max({E(t)},{E(t)})",
                lambda: f'({TYPES[t]})__mul64hi((S64)({E("L")}),(S64)({E("U")}))',
                lambda: f'({TYPES[t]})__umul64hi((U64)({E("U")}),(U64)({E("U")}))',
                lambda: f'({TYPES[t]})__popcll({E("U")})',
                lambda: f'({TYPES[t]})__clzll({E("L")})',
                lambda: f'({TYPES[t]})__brevll({E("U")})',
                lambda: f'({TYPES[t]})__ffsll({E("L")})',
                lambda: f'({TYPES[t]})db({E("d")})',
                lambda: f'({TYPES[t]})((U64){E("u")}*{E("u")})',
                lambda: f'({TYPES[t]})((S64){E("s")}*{E("s")}+{E("L")})',
                lambda: f'({TYPES[t]})__float2ll_{r.choice(["rn","rz","ru","rd"])}({E("f")})',
                lambda: f'({TYPES[t]})__double2ull_{r.choice(["rn","rz"])}({E("d")})',
                lambda: f'({TYPES[t]})carry({E("U")},{E("U")})',
                lambda: f'({TYPES[t]})((const U64*)in)[{E("u")}%(n/2)]',
            ]
        elif t == "f":
            c = [lambda: f'({E("f")}{r.choice("+-*")}{E("f")})'] * 6 + [
                lambda: f'({E("f")}/{E("f")})',
                lambda: f'fmaf({E("f")},{E("f")},{E("f")})',
                lambda: f'uf({E("u")})',
                lambda: f'(float)({E("s")})',
                lambda: f'(float)({E("u")})',
                lambda: f'(float)({E(r.choice("LU"))})',
                lambda: f'(float)({E("d")})',
                lambda: f'{r.choice(["sqrtf","rsqrtf","fabsf","floorf","ceilf","truncf","rintf","roundf","nearbyintf"])}({E("f")})',
                lambda: f'{r.choice(["__sinf","__cosf","__expf","__logf","__log2f","__log10f","__saturatef","__frcp_rn","__frsqrt_rn","__fsqrt_rz","__fsqrt_ru","__frcp_rd","__exp10f","tanha","ex2a"])}({E("f")})',
                lambda: f'{r.choice(["sinf","cosf","tanf","expf","logf","log1pf","expm1f","exp2f","log2f","log10f","asinf","acosf","atanf","sinhf","tanhf","erff","cbrtf","erfcf","lgammaf","sinpif","normcdff","exp10f","asinhf","j0f","tgammaf","rcbrtf","erfinvf"])}({E("f")})',
                lambda: f'{r.choice(["fminf","fmaxf","copysignf","fmodf","powf","atan2f","hypotf","fdimf","remainderf","__fdividef","__powf","nextafterf"])}({E("f")},{E("f")})',
                lambda: f'{r.choice(["__fadd_ru","__fadd_rd","__fadd_rz","__fmul_ru","__fmul_rz","__fsub_rd","__fdiv_rn","__fdiv_rz","__fdiv_ru"])}({E("f")},{E("f")})',
                lambda: f'__fmaf_{r.choice(["rn","rz","ru","rd"])}({E("f")},{E("f")},{E("f")})',
                lambda: f'__int2float_{r.choice(["ru","rd","rz"])}({E("s")})',
                lambda: f'__uint2float_{r.choice(["ru","rd","rz"])}({E("u")})',
                lambda: f'__ll2float_{r.choice(["ru","rd","rz","rn"])}({E("L")})',
                lambda: f'__double2float_{r.choice(["ru","rd","rz"])}({E("d")})',
                lambda: f'({g.b(d-1)}?{E("f")}:{E("f")})',
                lambda: f'__low2float({E("h")})',
                lambda: f'__high2float({E("q")})',
                lambda: f'ldexpf({E("f")},{E("s")}&63)',
                lambda: f'fsh[{E("u")}&63u]',
                lambda: f'uf(((const unsigned*)in)[{E("u")}%n])',
                lambda: f'(-({E("f")}))',
            ]
        elif t == "d":
            c = [lambda: f'({E("d")}{r.choice("+-*")}{E("d")})'] * 5 + [
                lambda: f'({E("d")}/{E("d")})',
                lambda: f'fma({E("d")},{E("d")},{E("d")})',
                lambda: f'ud({E("u")})',
                lambda: f'(double)({E("f")})',
                lambda: f'(double)({E("s")})',
                lambda: f'(double)({E(r.choice("LU"))})',
                lambda: f'{r.choice(["sqrt","fabs","floor","ceil","trunc","rint","rsqrt","cbrt"])}({E("d")})',
                lambda: f'{r.choice(["fmin","fmax","copysign"])}({E("d")},{E("d")})',
                lambda: f'{r.choice(["__dadd_ru","__dmul_rz","__ddiv_rd","__dsub_rd","__dmul_ru"])}({E("d")},{E("d")})',
                lambda: f'__fma_{r.choice(["rz","ru","rd"])}({E("d")},{E("d")},{E("d")})',
                lambda: f'({g.b(d-1)}?{E("d")}:{E("d")})',
                lambda: f'__hiloint2double({E("s")},{E("s")})',
                lambda: f'(-({E("d")}))',
            ]
            if r.random() < 0.25:
                c = [
                    lambda: f'{r.choice(["sin","cos","exp","log","atan","tanh","erf","exp2","log10"])}({E("d")})',
                    lambda: f'{r.choice(["pow","fmod","atan2","hypot"])}({E("d")},{E("d")})',
                ]
        elif t in "hq":
            c = [
                lambda: f'{r.choice(["__hadd2","__hsub2","__hmul2","__hmin2","__hmax2","__hmax2_nan","__hadd2_sat","__hmul2_sat"])}({E(t)},{E(t)})'
            ] * 3 + [
                lambda: f'{r.choice(["__hfma2","__hfma2_relu","__hfma2_sat"])}({E(t)},{E(t)},{E(t)})',
                lambda: f'{"uh" if t=="h" else "uq"}({E("u")})',
                lambda: f'{r.choice(["__habs2","__hneg2"])}({E(t)})',
                lambda: f'{r.choice(["__heq2","__hlt2","__hge2","__hne2","__hgtu2","__hleu2"])}({E(t)},{E(t)})',
                lambda: (f"__floats2half2_rn" if t == "h" else "__floats2bfloat162_rn")
                + f'({E("f")},{E("f")})',
                lambda: f"({g.b(d-1)}?{E(t)}:{E(t)})",
                lambda: f'{r.choice(["h2sqrt","h2rcp","h2rsqrt","h2exp","h2exp2","h2log","h2log2","h2sin","h2cos","h2floor","h2ceil","h2rint","h2trunc"])}({E(t)})',
                lambda: f"__lowhigh2highlow({E(t)})",
                lambda: f'__low2{"half" if t=="h" else "bfloat16"}2({E(t)})',
                lambda: f"__h2div({E(t)},{E(t)})",
            ]
            if t == "h":
                c += [
                    lambda: f'__halves2half2(__float2half_{r.choice(["rz","ru","rd"])}({E("f")}),__int2half_{r.choice(["rn","rz"])}({E("s")}))',
                    lambda: f'__halves2half2(__double2half({E("d")}),__ushort2half_rn((unsigned short){E("u")}))',
                ]
            else:
                c += [
                    lambda: f'__halves2bfloat162(__float2bfloat16_{r.choice(["rz","ru","rd"])}({E("f")}),__int2bfloat16_rn({E("s")}))'
                ]
        A = {"u": ASM_U, "f": ASM_F, "d": ASM_D}.get(t)
        if A and g.asm and r.random() < 0.3:
            n, a, _ = r.choice(A)
            conv = {
                "r": lambda: E("u"),
                "f": lambda: E("f"),
                "d": lambda: E("d"),
                "h": lambda: "(unsigned short)(" + E("u") + ")",
            }
            return n + "(" + ", ".join(conv[k]() for k in a) + ")"
        if g.asm and r.random() < 0.12:
            more = {
                "u": [
                    lambda: f'(unsigned)__half2short_{r.choice(["rn","rz","ru","rd"])}(__low2half({E("h")}))',
                    lambda: f'(unsigned)__half2ushort_rz(__high2half({E("h")}))',
                    lambda: f'(unsigned)__bfloat162int_{r.choice(["rn","rz","rd"])}(__high2bfloat16({E("q")}))',
                    lambda: f'(unsigned)__half_as_short(hsqrt(__low2half({E("h")})))',
                    lambda: f'(unsigned)__half_as_short(__hfma(__low2half({E("h")}),__high2half({E("h")}),__low2half({E("h")})))',
                    lambda: f"__syn",
                    lambda: f'(unsigned)(__heq(__low2half({E("h")}),__high2half({E("h")}))?1:2)',
                ],
                "L": [
                    lambda: f'__half2ll_{r.choice(["rn","rz"])}(__high2half({E("h")}))',
                    lambda: f'__double2ll_{r.choice(["rn","rz","ru","rd"])}({E("d")})',
                ],
                "U": [
                    lambda: f'__half2ull_rz(__low2half({E("h")}))',
                    lambda: f'__float2ull_{r.choice(["rn","rz","ru","rd"])}({E("f")})',
                    lambda: f'__double2ull_{r.choice(["ru","rd"])}({E("d")})',
                ],
                "f": [
                    lambda: f'__ull2float_{r.choice(["rn","rz","ru","rd"])}({E("U")})',
                    lambda: f'__half2float(__ll2half_rn({E("L")}))',
                    lambda: f'__half2float(__ull2half_rz({E("U")}))',
                    lambda: f'__half2float(__short2half_{r.choice(["rn","rz"])}((short)({E("s")})))',
                    lambda: f'__bfloat162float(__uint2bfloat16_{r.choice(["rn","rz"])}({E("u")}))',
                    lambda: f'__bfloat162float(__double2bfloat16({E("d")}))',
                ],
                "d": [
                    lambda: f'__ll2double_{r.choice(["rn","rz","ru","rd"])}({E("L")})',
                    lambda: f'__ull2double_{r.choice(["rn","rz","ru","rd"])}({E("U")})',
                    lambda: f'__int2double_rn({E("s")})',
                ],
                "h": [
                    lambda: f'h2exp10({E("h")})',
                    lambda: f'h2log10({E("h")})',
                    lambda: f'h2rsqrt({E("h")})',
                    lambda: f'__hcmadd({E("h")},{E("h")},{E("h")})',
                ],
                "q": [lambda: f'h2tanh({E("q")})' if False else f'h2exp2({E("q")})'],
                "s": [
                    lambda: f'(int)__bfloat162short_rz(__low2bfloat16({E("q")}))',
                    lambda: f'(int)(signed char)__half2char_rz(__low2half({E("h")}))',
                ],
            }[t]
            x = r.choice(more)()
            if x != "__syn":
                return x
        return r.choice(c)()

    def b(g, d):
        """A condition."""
        r = g.r
        E = lambda k: g.e(k, d - 1)
        t = r.choice("ususufdLUhf")
        if t == "h":
            return f'__h{r.choice(["b"])}{r.choice(["lt2","ge2","eq2","ne2","gtu2"])}({E("h")},{E("h")})'
        o = r.choice(["<", ">", "<=", ">=", "==", "!="])
        s = f"({E(t)}{o}{E(t)})"
        if r.random() < 0.25:
            s = f'({s}{r.choice(["&&","||","^"])}{g.b(d-1)})' if d > 0 else s
        return s

    def stmt(g, depth, loop):
        """A statement, which may lie in a loop; as lines."""
        r = g.r
        p = r.random()
        t = r.choice("uuusssLUffffddhq")
        if depth <= 0 or p < 0.5:
            return [f"{g.var(t)} = {g.e(t,3)};"]
        if p < 0.56:
            return [f'loc[{g.e("u",1)}&7u] = {g.e("s",2)};']
        if p < 0.60:
            return [f'{g.var("u")} += (unsigned)({g.b(2)});']
        if p < 0.72:
            return (
                [f"if ({g.b(2)}) {{"]
                + g.block(depth - 1, loop, 3)
                + (["} else {"] + g.block(depth - 1, loop, 3) if r.random() < 0.6 else [])
                + ["}"]
            )
        if p < 0.82:
            g.tmp += 1
            i = f"i{g.tmp}"
            h = r.choice(["", "#pragma unroll\n", "#pragma unroll 1\n", "#pragma unroll 2\n"])
            n = r.choice([f'({g.e("u",1)}&7u)', "3u", "5u", "(tid&3u)", "2u"])
            return (
                [h + f"for (unsigned {i} = 0; {i} < {n}; {i}++) {{"]
                + g.block(depth - 1, True, 3)
                + [f'{g.var("u")} += {i};', "}"]
            )
        if p < 0.88:
            g.tmp += 1
            i = f"w{g.tmp}"
            return (
                [f'{{ unsigned {i} = {g.e("u",1)}&15u; while ({i}) {{ {i} &= {i}-1u;']
                + g.block(depth - 1, True, 2)
                + ["}}"]
            )
        if p < 0.94:
            o = [f'switch ({g.e("u",2)}%{r.choice([3,5,9])}u) {{']
            for k in r.sample(range(9), r.randint(2, 6)):
                o += [f"case {k}:"] + g.block(depth - 1, False, 2) + (["break;"] if r.random() < 0.8 else [])
            return o + (["default:"] + g.block(depth - 1, False, 2) if r.random() < 0.5 else []) + ["}"]
        if loop:
            return [f'if ({g.b(1)}) {r.choice(["break","continue"])};'] if loop is True else []
        q = r.choice(["in+(%s%%n)" % g.e("u", 1), "(const unsigned*)&loc[%s&7u]" % g.e("u", 1)])
        return [f'{g.var("u")} ^= gen({g.b(1)} ? (const unsigned*)&sh[{g.e("u",1)}&127u] : {q});']

    def block(g, depth, loop, n):
        """Up to so many statements."""
        o = []
        for _ in range(g.r.randint(1, n)):
            o += g.stmt(depth, loop)
        return o

    def top(g):
        """A statement that all threads of a block come to."""
        r = g.r
        p = r.random()
        if p < 0.55:
            return g.stmt(3, None)
        if p < 0.68:
            k = r.choice("usf")
            f = r.choice(["__shfl_sync", "__shfl_xor_sync", "__shfl_up_sync", "__shfl_down_sync"])
            w = r.choice(["", "", ",16", ",8"])
            return [f'{g.var(k)} = {f}(0xffffffffu, {g.e(k,2)}, {g.e("u",1)}&31u{w});']
        if p < 0.74:
            op = r.choice(["add", "min", "max", "and", "or", "xor"])
            x = r.choice(
                [
                    "__ballot_sync(0xffffffffu,%s)" % g.b(2),
                    "(unsigned)__any_sync(0xffffffffu,%s)" % g.b(1),
                    "(unsigned)__all_sync(0xffffffffu,%s)" % g.b(1),
                    "__match_any_sync(0xffffffffu,%s&7u)" % g.e("u", 1),
                    "__reduce_%s_sync(0xffffffffu,%s)" % (op, g.e("u", 2)),
                ]
            )
            return [f'{g.var("u")} ^= {x};']
        if p < 0.77 and g.asm:
            return [
                r.choice(
                    [
                        f'{g.var("u")} += (unsigned)__syncthreads_{r.choice(["count","and","or"])}({g.b(1)});',
                        f'{g.var("d")} = __shfl_xor_sync(0xffffffffu, {g.e("d",2)}, 5);',
                        f'{g.var("L")} = __shfl_down_sync(0xffffffffu, {g.e("L",2)}, 3);',
                        f'{g.var("h")} = __shfl_sync(0xffffffffu, {g.e("h",2)}, 9, 16);',
                        f'{{ int pr; unsigned ma = __match_all_sync(0xffffffffu, {g.e("u",1)}&1u, &pr); {g.var("u")} ^= ma + (unsigned)pr; }}',
                        f'__threadfence(); {g.var("u")} += *(volatile unsigned*)&own[{g.e("u",1)}&7u];',
                    ]
                )
            ]
        if p < 0.80:
            return [
                f'if ({g.b(2)}) {{ unsigned m = __ballot_sync(__activemask(), 1); {g.var("u")} += __popc(m)*0u; }}'
            ]
        if p < 0.88:
            s = "__syncthreads();"
            return [
                "{",
                f'unsigned v0 = {g.e("u",2)}, v1 = {g.e("u",2)}; float v2 = {g.e("f",2)};',
                s,
                "sh[threadIdx.x] = v0; sh[threadIdx.x+128] = v1; if (threadIdx.x<64) fsh[threadIdx.x] = v2;",
                s,
                "}",
            ]
        if p < 0.94:
            fs = ["atomicAdd", "atomicMin", "atomicMax", "atomicAnd", "atomicOr", "atomicXor"]
            k = r.randrange(6)
            return [f'if ({g.b(1)}) {fs[k]}(&acc[{k}u+8u*({g.e("u",1)}&7u)], {g.e("u",2)});']
        if p < 0.97:
            return [
                f'((unsigned char*)own)[{g.e("u",1)}&31u] = (unsigned char)({g.e("u",2)});',
                f'((unsigned short*)own)[{g.e("u",1)}&15u] = (unsigned short)({g.e("u",2)});',
                f'{g.var("u")} += own[{g.e("u",1)}&7u];',
            ]
        return [
            f'((float4*)own)[{g.e("u",1)}&1u] = make_float4(uf({g.e("u",1)}),uf({g.e("u",1)}),uf({g.e("u",1)}),1.0f);',
            f'{{ uint4 v = ((const uint4*)in)[{g.e("u",1)}%(n/4)]; {g.var("u")} ^= v.x+v.y*3u+v.z*5u+v.w*7u; }}',
            f'{{ double2 v = ((const double2*)own)[1]; {g.var("u")} ^= (unsigned)db(v.x)+(unsigned)(db(v.y)>>32); }}',
        ]

    def kernel(g):
        """The whole file."""
        r = g.r
        g.n = {k: 2 for k in TYPES}
        g.n["u"] = 4
        g.n["s"] = 3
        g.n["f"] = 3
        o = [PRE]
        o.append(
            """__device__ __noinline__ unsigned call0(unsigned a, unsigned b){ unsigned s=0; for(unsigned i=0;i<(b&3u);i++) s=s*31u+(a>>i); return s^b; }
__device__ __noinline__ unsigned call1(unsigned a, unsigned b){ return call0(a^b,a)+ (unsigned)(((U64)a*b)/((U64)b*7u+3u)); }
__device__ __noinline__ unsigned call2(unsigned a, unsigned b){ return (b&7u)==0 ? a : call0(b,a)+ __float_as_uint(sqrtf(fabsf(uf(a)))) ; }
__device__ __noinline__ unsigned gen(const unsigned* p){ return *p*3u+1u; }
__device__ __forceinline__ unsigned bfe(unsigned a,unsigned b,unsigned c){unsigned r; asm("bfe.u32 %0,%1,%2,%3;":"=r"(r):"r"(a),"r"(b),"r"(c)); return r;}
__device__ __forceinline__ int sbfe(int a,unsigned b,unsigned c){int r; asm("bfe.s32 %0,%1,%2,%3;":"=r"(r):"r"(a),"r"(b),"r"(c)); return r;}
__device__ __forceinline__ unsigned bfi(unsigned a,unsigned b,unsigned c,unsigned d){unsigned r; asm("bfi.b32 %0,%1,%2,%3,%4;":"=r"(r):"r"(a),"r"(b),"r"(c),"r"(d)); return r;}
"""
        )
        o += (
            [ptx(n, "unsigned", "r", a, t) for n, a, t in ASM_U]
            + [ptx(n, "float", "f", a, t) for n, a, t in ASM_F]
            + [ptx(n, "double", "d", a, t) for n, a, t in ASM_D]
        )
        o.append(
            f'__device__ __forceinline__ unsigned lop(unsigned a,unsigned b,unsigned c){{unsigned r; asm("lop3.b32 %0,%1,%2,%3,{r.randrange(256)};":"=r"(r):"r"(a),"r"(b),"r"(c)); return r;}}'
        )
        for m in ["f4e", "b4e", "rc8", "ecl", "ecr", "rc16"]:
            o.append(
                f'__device__ __forceinline__ unsigned prmt{m}(unsigned a,unsigned b,unsigned c){{unsigned r; asm("prmt.b32.{m} %0,%1,%2,%3;":"=r"(r):"r"(a),"r"(b),"r"(c)); return r;}}'
            )
        for m, n in (("c", "clamp"), ("w", "wrap")):
            o.append(
                f'__device__ __forceinline__ unsigned bmsk{m}(unsigned a,unsigned b){{unsigned r; asm("bmsk.{n}.b32 %0,%1,%2;":"=r"(r):"r"(a),"r"(b)); return r;}}'
            )
            o.append(
                f'__device__ __forceinline__ unsigned szx{m}(unsigned a,unsigned b){{unsigned r; asm("szext.{n}.{r.choice(["u32","s32"])} %0,%1,%2;":"=r"(r):"r"(a),"r"(b)); return r;}}'
            )
        o.append(
            """__device__ __forceinline__ unsigned fns(unsigned a,unsigned b,int c){unsigned r; asm("fns.b32 %0,%1,%2,%3;":"=r"(r):"r"(a),"r"(b),"r"(c)); return r;}
__device__ __forceinline__ unsigned pack8(int a,int b,unsigned c){unsigned r; asm("cvt.pack.sat.u8.s32.b32 %0,%1,%2,%3;":"=r"(r):"r"(a),"r"(b),"r"(c)); return r;}
__device__ __forceinline__ U64 carry(U64 a,U64 b){ unsigned l,h,x; asm("add.cc.u32 %0,%3,%5; addc.cc.u32 %1,%4,%6; addc.u32 %2,0,0;":"=r"(l),"=r"(h),"=r"(x):"r"((unsigned)a),"r"((unsigned)(a>>32)),"r"((unsigned)b),"r"((unsigned)(b>>32))); unsigned s,t; asm("sub.cc.u32 %0,%2,%4; subc.u32 %1,%3,%5;":"=r"(s),"=r"(t):"r"(l),"r"(h),"r"(h),"r"(x)); return ((U64)t<<32|s)+x; }
__device__ __forceinline__ float tanha(float a){float r; asm("tanh.approx.f32 %0,%1;":"=f"(r):"f"(a)); return r;}
__device__ __forceinline__ float ex2a(float a){float r; asm("ex2.approx.ftz.f32 %0,%1;":"=f"(r):"f"(a)); return r;}
__device__ __forceinline__ int vib(int a,int b){ bool p; int m=__vibmax_s32(a,b,&p); return p?m:m+1; }
__device__ __forceinline__ unsigned e4(float a,float b){ return (unsigned)__nv_cvt_float2_to_fp8x2(make_float2(a,b),__NV_SATFINITE,__NV_E4M3); }
__device__ __forceinline__ unsigned e5(float a,float b){ return (unsigned)__nv_cvt_float2_to_fp8x2(make_float2(a,b),__NV_SATFINITE,__NV_E5M2); }
extern "C" __global__ void k(unsigned* out, const unsigned* __restrict__ in, unsigned* acc, unsigned* scratch, unsigned n) {
__shared__ unsigned sh[256]; __shared__ float fsh[64]; int loc[8];
unsigned tid = blockIdx.x*blockDim.x+threadIdx.x; unsigned* own = scratch + 8*tid;
sh[threadIdx.x]=tid*2654435761u; sh[threadIdx.x+128]=~tid; if (threadIdx.x<64) fsh[threadIdx.x]=0.25f*(float)threadIdx.x-3.0f; __syncthreads();
for (int i=0;i<8;i++) loc[i]=(int)in[(tid*8+i)%n];"""
        )
        for t in TYPES:
            for i in range(g.n[t]):
                x = f"in[(tid*{r.randrange(1,9)*2+1}u+{r.randrange(1000)}u)%n]"
                x = {
                    "u": x,
                    "s": f"(int){x}",
                    "L": f"(S64)(((U64){x}<<32)|{r.getrandbits(32)}u)",
                    "U": f"((U64){x}<<{r.choice([0,16,32])})+tid",
                    "f": f"uf({x})",
                    "d": f"ud({x})",
                    "h": f"uh({x})",
                    "q": f"uq({x})",
                }[t]
                o.append(f"{TYPES[t]} {t}{i} = {x};")
        for _ in range(r.randint(14, 34)):
            o += g.top()
        for t in TYPES:
            for i in range(g.n[t]):
                v = f"{t}{i}"
                x = {
                    "u": v,
                    "s": f"(unsigned){v}",
                    "L": f"(unsigned)({v}^({v}>>32))",
                    "U": f"(unsigned)({v}^({v}>>32))",
                    "f": f"fb({v})",
                    "d": f"((unsigned)db({v})^(unsigned)(db({v})>>32))",
                    "h": f"hb({v})",
                    "q": f"qb({v})",
                }[t]
                o.append(f"out[tid*32 + {g.slot(t,i)}] = {x};")
        o.append("}")
        return "\n".join(o)

    def slot(g, t, i):
        """Where a variable lies in `out`."""
        k = 0
        for a in TYPES:
            if a == t:
                return k + i
            k += g.n[a]


cases = []
opts = {}
for seed in range(FIRST, FIRST + COUNT):
    g = Kernel(seed)
    src = g.kernel()
    name = f"z{seed}"
    open(f"{FOLDER}/cu/{name}.cu", "w").write(src)
    opts[name] = [
        "",
        "-fmad=false",
        "-use_fast_math",
        "",
        "-Xptxas -O1",
        "",
        "",
        "-use_fast_math",
        "-O1 -Xptxas -O2",
        "",
        "-Xptxas -O0",
        "-Xptxas -O3 -maxrregcount=40",
    ][seed % 12]
    cases.append(
        {
            "name": name,
            "kernel": "k",
            "cubin": f"cubin/{name}.cubin",
            "grid": [3, 1, 1],
            "block": [128, 1, 1],
            "dyn_smem": 0,
            "args": [{"buf": "out"}, {"buf": "in"}, {"buf": "acc"}, {"buf": "scratch"}, {"u32": 1024}],
            "buffers": {
                "out": {"bytes": 3 * 128 * 128, "init": {"kind": "zero"}},
                "in": {"bytes": 4096, "init": {"kind": "hash_u32", "seed": 77 + seed, "mod": 0}},
                "acc": {"bytes": 256, "init": {"kind": "hash_u32", "seed": 5, "mod": 0}},
                "scratch": {"bytes": 3 * 128 * 32, "init": {"kind": "hash_u32", "seed": 6, "mod": 0}},
            },
            "check": ["out", "acc", "scratch"],
            "carveout": None,
            "warm": False,
            "group": "fuzz",
        }
    )
json.dump(cases, open(FOLDER + "/cases.json", "w"))
open(FOLDER + "/opts.txt", "w").write("\n".join(f"{k} {v}" for k, v in opts.items()) + "\n")
