// Written by convert.py. Conversions and arithmetic at their edges.
typedef unsigned short u16; typedef unsigned u32; typedef unsigned long long u64;
extern "C" __global__ void convert_f32(u64 *out, const u32 *a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    u32 xa = a[i];
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; mov.b32 a, %1; cvt.rni.s8.f32 d, a; mov.b32 %0, d;}" : "=r"(y) : "r"(xa)); out[(size_t)0 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; mov.b32 a, %1; cvt.rni.ftz.s8.f32 d, a; mov.b32 %0, d;}" : "=r"(y) : "r"(xa)); out[(size_t)1 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; mov.b32 a, %1; cvt.rzi.s8.f32 d, a; mov.b32 %0, d;}" : "=r"(y) : "r"(xa)); out[(size_t)2 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; mov.b32 a, %1; cvt.rzi.ftz.s8.f32 d, a; mov.b32 %0, d;}" : "=r"(y) : "r"(xa)); out[(size_t)3 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; mov.b32 a, %1; cvt.rmi.s8.f32 d, a; mov.b32 %0, d;}" : "=r"(y) : "r"(xa)); out[(size_t)4 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; mov.b32 a, %1; cvt.rmi.ftz.s8.f32 d, a; mov.b32 %0, d;}" : "=r"(y) : "r"(xa)); out[(size_t)5 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; mov.b32 a, %1; cvt.rpi.s8.f32 d, a; mov.b32 %0, d;}" : "=r"(y) : "r"(xa)); out[(size_t)6 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; mov.b32 a, %1; cvt.rpi.ftz.s8.f32 d, a; mov.b32 %0, d;}" : "=r"(y) : "r"(xa)); out[(size_t)7 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; mov.b32 a, %1; cvt.rni.u8.f32 d, a; mov.b32 %0, d;}" : "=r"(y) : "r"(xa)); out[(size_t)8 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; mov.b32 a, %1; cvt.rni.ftz.u8.f32 d, a; mov.b32 %0, d;}" : "=r"(y) : "r"(xa)); out[(size_t)9 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; mov.b32 a, %1; cvt.rzi.u8.f32 d, a; mov.b32 %0, d;}" : "=r"(y) : "r"(xa)); out[(size_t)10 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; mov.b32 a, %1; cvt.rzi.ftz.u8.f32 d, a; mov.b32 %0, d;}" : "=r"(y) : "r"(xa)); out[(size_t)11 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; mov.b32 a, %1; cvt.rmi.u8.f32 d, a; mov.b32 %0, d;}" : "=r"(y) : "r"(xa)); out[(size_t)12 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; mov.b32 a, %1; cvt.rmi.ftz.u8.f32 d, a; mov.b32 %0, d;}" : "=r"(y) : "r"(xa)); out[(size_t)13 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; mov.b32 a, %1; cvt.rpi.u8.f32 d, a; mov.b32 %0, d;}" : "=r"(y) : "r"(xa)); out[(size_t)14 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; mov.b32 a, %1; cvt.rpi.ftz.u8.f32 d, a; mov.b32 %0, d;}" : "=r"(y) : "r"(xa)); out[(size_t)15 * n + i] = y; }
    { u16 y; asm volatile("{.reg .b16 d; .reg .b32 a; mov.b32 a, %1; cvt.rni.s16.f32 d, a; mov.b16 %0, d;}" : "=h"(y) : "r"(xa)); out[(size_t)16 * n + i] = y; }
    { u16 y; asm volatile("{.reg .b16 d; .reg .b32 a; mov.b32 a, %1; cvt.rni.ftz.s16.f32 d, a; mov.b16 %0, d;}" : "=h"(y) : "r"(xa)); out[(size_t)17 * n + i] = y; }
    { u16 y; asm volatile("{.reg .b16 d; .reg .b32 a; mov.b32 a, %1; cvt.rzi.s16.f32 d, a; mov.b16 %0, d;}" : "=h"(y) : "r"(xa)); out[(size_t)18 * n + i] = y; }
    { u16 y; asm volatile("{.reg .b16 d; .reg .b32 a; mov.b32 a, %1; cvt.rzi.ftz.s16.f32 d, a; mov.b16 %0, d;}" : "=h"(y) : "r"(xa)); out[(size_t)19 * n + i] = y; }
    { u16 y; asm volatile("{.reg .b16 d; .reg .b32 a; mov.b32 a, %1; cvt.rmi.s16.f32 d, a; mov.b16 %0, d;}" : "=h"(y) : "r"(xa)); out[(size_t)20 * n + i] = y; }
    { u16 y; asm volatile("{.reg .b16 d; .reg .b32 a; mov.b32 a, %1; cvt.rmi.ftz.s16.f32 d, a; mov.b16 %0, d;}" : "=h"(y) : "r"(xa)); out[(size_t)21 * n + i] = y; }
    { u16 y; asm volatile("{.reg .b16 d; .reg .b32 a; mov.b32 a, %1; cvt.rpi.s16.f32 d, a; mov.b16 %0, d;}" : "=h"(y) : "r"(xa)); out[(size_t)22 * n + i] = y; }
    { u16 y; asm volatile("{.reg .b16 d; .reg .b32 a; mov.b32 a, %1; cvt.rpi.ftz.s16.f32 d, a; mov.b16 %0, d;}" : "=h"(y) : "r"(xa)); out[(size_t)23 * n + i] = y; }
    { u16 y; asm volatile("{.reg .b16 d; .reg .b32 a; mov.b32 a, %1; cvt.rni.u16.f32 d, a; mov.b16 %0, d;}" : "=h"(y) : "r"(xa)); out[(size_t)24 * n + i] = y; }
    { u16 y; asm volatile("{.reg .b16 d; .reg .b32 a; mov.b32 a, %1; cvt.rni.ftz.u16.f32 d, a; mov.b16 %0, d;}" : "=h"(y) : "r"(xa)); out[(size_t)25 * n + i] = y; }
    { u16 y; asm volatile("{.reg .b16 d; .reg .b32 a; mov.b32 a, %1; cvt.rzi.u16.f32 d, a; mov.b16 %0, d;}" : "=h"(y) : "r"(xa)); out[(size_t)26 * n + i] = y; }
    { u16 y; asm volatile("{.reg .b16 d; .reg .b32 a; mov.b32 a, %1; cvt.rzi.ftz.u16.f32 d, a; mov.b16 %0, d;}" : "=h"(y) : "r"(xa)); out[(size_t)27 * n + i] = y; }
    { u16 y; asm volatile("{.reg .b16 d; .reg .b32 a; mov.b32 a, %1; cvt.rmi.u16.f32 d, a; mov.b16 %0, d;}" : "=h"(y) : "r"(xa)); out[(size_t)28 * n + i] = y; }
    { u16 y; asm volatile("{.reg .b16 d; .reg .b32 a; mov.b32 a, %1; cvt.rmi.ftz.u16.f32 d, a; mov.b16 %0, d;}" : "=h"(y) : "r"(xa)); out[(size_t)29 * n + i] = y; }
    { u16 y; asm volatile("{.reg .b16 d; .reg .b32 a; mov.b32 a, %1; cvt.rpi.u16.f32 d, a; mov.b16 %0, d;}" : "=h"(y) : "r"(xa)); out[(size_t)30 * n + i] = y; }
    { u16 y; asm volatile("{.reg .b16 d; .reg .b32 a; mov.b32 a, %1; cvt.rpi.ftz.u16.f32 d, a; mov.b16 %0, d;}" : "=h"(y) : "r"(xa)); out[(size_t)31 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; mov.b32 a, %1; cvt.rni.s32.f32 d, a; mov.b32 %0, d;}" : "=r"(y) : "r"(xa)); out[(size_t)32 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; mov.b32 a, %1; cvt.rni.ftz.s32.f32 d, a; mov.b32 %0, d;}" : "=r"(y) : "r"(xa)); out[(size_t)33 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; mov.b32 a, %1; cvt.rzi.s32.f32 d, a; mov.b32 %0, d;}" : "=r"(y) : "r"(xa)); out[(size_t)34 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; mov.b32 a, %1; cvt.rzi.ftz.s32.f32 d, a; mov.b32 %0, d;}" : "=r"(y) : "r"(xa)); out[(size_t)35 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; mov.b32 a, %1; cvt.rmi.s32.f32 d, a; mov.b32 %0, d;}" : "=r"(y) : "r"(xa)); out[(size_t)36 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; mov.b32 a, %1; cvt.rmi.ftz.s32.f32 d, a; mov.b32 %0, d;}" : "=r"(y) : "r"(xa)); out[(size_t)37 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; mov.b32 a, %1; cvt.rpi.s32.f32 d, a; mov.b32 %0, d;}" : "=r"(y) : "r"(xa)); out[(size_t)38 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; mov.b32 a, %1; cvt.rpi.ftz.s32.f32 d, a; mov.b32 %0, d;}" : "=r"(y) : "r"(xa)); out[(size_t)39 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; mov.b32 a, %1; cvt.rni.u32.f32 d, a; mov.b32 %0, d;}" : "=r"(y) : "r"(xa)); out[(size_t)40 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; mov.b32 a, %1; cvt.rni.ftz.u32.f32 d, a; mov.b32 %0, d;}" : "=r"(y) : "r"(xa)); out[(size_t)41 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; mov.b32 a, %1; cvt.rzi.u32.f32 d, a; mov.b32 %0, d;}" : "=r"(y) : "r"(xa)); out[(size_t)42 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; mov.b32 a, %1; cvt.rzi.ftz.u32.f32 d, a; mov.b32 %0, d;}" : "=r"(y) : "r"(xa)); out[(size_t)43 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; mov.b32 a, %1; cvt.rmi.u32.f32 d, a; mov.b32 %0, d;}" : "=r"(y) : "r"(xa)); out[(size_t)44 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; mov.b32 a, %1; cvt.rmi.ftz.u32.f32 d, a; mov.b32 %0, d;}" : "=r"(y) : "r"(xa)); out[(size_t)45 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; mov.b32 a, %1; cvt.rpi.u32.f32 d, a; mov.b32 %0, d;}" : "=r"(y) : "r"(xa)); out[(size_t)46 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; mov.b32 a, %1; cvt.rpi.ftz.u32.f32 d, a; mov.b32 %0, d;}" : "=r"(y) : "r"(xa)); out[(size_t)47 * n + i] = y; }
    { u64 y; asm volatile("{.reg .b64 d; .reg .b32 a; mov.b32 a, %1; cvt.rni.s64.f32 d, a; mov.b64 %0, d;}" : "=l"(y) : "r"(xa)); out[(size_t)48 * n + i] = y; }
    { u64 y; asm volatile("{.reg .b64 d; .reg .b32 a; mov.b32 a, %1; cvt.rni.ftz.s64.f32 d, a; mov.b64 %0, d;}" : "=l"(y) : "r"(xa)); out[(size_t)49 * n + i] = y; }
    { u64 y; asm volatile("{.reg .b64 d; .reg .b32 a; mov.b32 a, %1; cvt.rzi.s64.f32 d, a; mov.b64 %0, d;}" : "=l"(y) : "r"(xa)); out[(size_t)50 * n + i] = y; }
    { u64 y; asm volatile("{.reg .b64 d; .reg .b32 a; mov.b32 a, %1; cvt.rzi.ftz.s64.f32 d, a; mov.b64 %0, d;}" : "=l"(y) : "r"(xa)); out[(size_t)51 * n + i] = y; }
    { u64 y; asm volatile("{.reg .b64 d; .reg .b32 a; mov.b32 a, %1; cvt.rmi.s64.f32 d, a; mov.b64 %0, d;}" : "=l"(y) : "r"(xa)); out[(size_t)52 * n + i] = y; }
    { u64 y; asm volatile("{.reg .b64 d; .reg .b32 a; mov.b32 a, %1; cvt.rmi.ftz.s64.f32 d, a; mov.b64 %0, d;}" : "=l"(y) : "r"(xa)); out[(size_t)53 * n + i] = y; }
    { u64 y; asm volatile("{.reg .b64 d; .reg .b32 a; mov.b32 a, %1; cvt.rpi.s64.f32 d, a; mov.b64 %0, d;}" : "=l"(y) : "r"(xa)); out[(size_t)54 * n + i] = y; }
    { u64 y; asm volatile("{.reg .b64 d; .reg .b32 a; mov.b32 a, %1; cvt.rpi.ftz.s64.f32 d, a; mov.b64 %0, d;}" : "=l"(y) : "r"(xa)); out[(size_t)55 * n + i] = y; }
    { u64 y; asm volatile("{.reg .b64 d; .reg .b32 a; mov.b32 a, %1; cvt.rni.u64.f32 d, a; mov.b64 %0, d;}" : "=l"(y) : "r"(xa)); out[(size_t)56 * n + i] = y; }
    { u64 y; asm volatile("{.reg .b64 d; .reg .b32 a; mov.b32 a, %1; cvt.rni.ftz.u64.f32 d, a; mov.b64 %0, d;}" : "=l"(y) : "r"(xa)); out[(size_t)57 * n + i] = y; }
    { u64 y; asm volatile("{.reg .b64 d; .reg .b32 a; mov.b32 a, %1; cvt.rzi.u64.f32 d, a; mov.b64 %0, d;}" : "=l"(y) : "r"(xa)); out[(size_t)58 * n + i] = y; }
    { u64 y; asm volatile("{.reg .b64 d; .reg .b32 a; mov.b32 a, %1; cvt.rzi.ftz.u64.f32 d, a; mov.b64 %0, d;}" : "=l"(y) : "r"(xa)); out[(size_t)59 * n + i] = y; }
    { u64 y; asm volatile("{.reg .b64 d; .reg .b32 a; mov.b32 a, %1; cvt.rmi.u64.f32 d, a; mov.b64 %0, d;}" : "=l"(y) : "r"(xa)); out[(size_t)60 * n + i] = y; }
    { u64 y; asm volatile("{.reg .b64 d; .reg .b32 a; mov.b32 a, %1; cvt.rmi.ftz.u64.f32 d, a; mov.b64 %0, d;}" : "=l"(y) : "r"(xa)); out[(size_t)61 * n + i] = y; }
    { u64 y; asm volatile("{.reg .b64 d; .reg .b32 a; mov.b32 a, %1; cvt.rpi.u64.f32 d, a; mov.b64 %0, d;}" : "=l"(y) : "r"(xa)); out[(size_t)62 * n + i] = y; }
    { u64 y; asm volatile("{.reg .b64 d; .reg .b32 a; mov.b32 a, %1; cvt.rpi.ftz.u64.f32 d, a; mov.b64 %0, d;}" : "=l"(y) : "r"(xa)); out[(size_t)63 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; mov.b32 a, %1; cvt.rni.f32.f32 d, a; mov.b32 %0, d;}" : "=r"(y) : "r"(xa)); out[(size_t)64 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; mov.b32 a, %1; cvt.rni.sat.f32.f32 d, a; mov.b32 %0, d;}" : "=r"(y) : "r"(xa)); out[(size_t)65 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; mov.b32 a, %1; cvt.rni.ftz.f32.f32 d, a; mov.b32 %0, d;}" : "=r"(y) : "r"(xa)); out[(size_t)66 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; mov.b32 a, %1; cvt.rni.ftz.sat.f32.f32 d, a; mov.b32 %0, d;}" : "=r"(y) : "r"(xa)); out[(size_t)67 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; mov.b32 a, %1; cvt.rzi.f32.f32 d, a; mov.b32 %0, d;}" : "=r"(y) : "r"(xa)); out[(size_t)68 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; mov.b32 a, %1; cvt.rzi.sat.f32.f32 d, a; mov.b32 %0, d;}" : "=r"(y) : "r"(xa)); out[(size_t)69 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; mov.b32 a, %1; cvt.rzi.ftz.f32.f32 d, a; mov.b32 %0, d;}" : "=r"(y) : "r"(xa)); out[(size_t)70 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; mov.b32 a, %1; cvt.rzi.ftz.sat.f32.f32 d, a; mov.b32 %0, d;}" : "=r"(y) : "r"(xa)); out[(size_t)71 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; mov.b32 a, %1; cvt.rmi.f32.f32 d, a; mov.b32 %0, d;}" : "=r"(y) : "r"(xa)); out[(size_t)72 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; mov.b32 a, %1; cvt.rmi.sat.f32.f32 d, a; mov.b32 %0, d;}" : "=r"(y) : "r"(xa)); out[(size_t)73 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; mov.b32 a, %1; cvt.rmi.ftz.f32.f32 d, a; mov.b32 %0, d;}" : "=r"(y) : "r"(xa)); out[(size_t)74 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; mov.b32 a, %1; cvt.rmi.ftz.sat.f32.f32 d, a; mov.b32 %0, d;}" : "=r"(y) : "r"(xa)); out[(size_t)75 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; mov.b32 a, %1; cvt.rpi.f32.f32 d, a; mov.b32 %0, d;}" : "=r"(y) : "r"(xa)); out[(size_t)76 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; mov.b32 a, %1; cvt.rpi.sat.f32.f32 d, a; mov.b32 %0, d;}" : "=r"(y) : "r"(xa)); out[(size_t)77 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; mov.b32 a, %1; cvt.rpi.ftz.f32.f32 d, a; mov.b32 %0, d;}" : "=r"(y) : "r"(xa)); out[(size_t)78 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; mov.b32 a, %1; cvt.rpi.ftz.sat.f32.f32 d, a; mov.b32 %0, d;}" : "=r"(y) : "r"(xa)); out[(size_t)79 * n + i] = y; }
    { u64 y; asm volatile("{.reg .b64 d; .reg .b32 a; mov.b32 a, %1; cvt.f64.f32 d, a; mov.b64 %0, d;}" : "=l"(y) : "r"(xa)); out[(size_t)80 * n + i] = y; }
    { u64 y; asm volatile("{.reg .b64 d; .reg .b32 a; mov.b32 a, %1; cvt.ftz.f64.f32 d, a; mov.b64 %0, d;}" : "=l"(y) : "r"(xa)); out[(size_t)81 * n + i] = y; }
    { u16 y; asm volatile("{.reg .b16 d; .reg .b32 a; mov.b32 a, %1; cvt.rn.f16.f32 d, a; mov.b16 %0, d;}" : "=h"(y) : "r"(xa)); out[(size_t)82 * n + i] = y; }
    { u16 y; asm volatile("{.reg .b16 d; .reg .b32 a; mov.b32 a, %1; cvt.rn.ftz.f16.f32 d, a; mov.b16 %0, d;}" : "=h"(y) : "r"(xa)); out[(size_t)83 * n + i] = y; }
    { u16 y; asm volatile("{.reg .b16 d; .reg .b32 a; mov.b32 a, %1; cvt.rz.f16.f32 d, a; mov.b16 %0, d;}" : "=h"(y) : "r"(xa)); out[(size_t)84 * n + i] = y; }
    { u16 y; asm volatile("{.reg .b16 d; .reg .b32 a; mov.b32 a, %1; cvt.rz.ftz.f16.f32 d, a; mov.b16 %0, d;}" : "=h"(y) : "r"(xa)); out[(size_t)85 * n + i] = y; }
    { u16 y; asm volatile("{.reg .b16 d; .reg .b32 a; mov.b32 a, %1; cvt.rn.bf16.f32 d, a; mov.b16 %0, d;}" : "=h"(y) : "r"(xa)); out[(size_t)86 * n + i] = y; }
    { u16 y; asm volatile("{.reg .b16 d; .reg .b32 a; mov.b32 a, %1; cvt.rn.relu.bf16.f32 d, a; mov.b16 %0, d;}" : "=h"(y) : "r"(xa)); out[(size_t)87 * n + i] = y; }
    { u16 y; asm volatile("{.reg .b16 d; .reg .b32 a; mov.b32 a, %1; cvt.rz.bf16.f32 d, a; mov.b16 %0, d;}" : "=h"(y) : "r"(xa)); out[(size_t)88 * n + i] = y; }
    { u16 y; asm volatile("{.reg .b16 d; .reg .b32 a; mov.b32 a, %1; cvt.rz.relu.bf16.f32 d, a; mov.b16 %0, d;}" : "=h"(y) : "r"(xa)); out[(size_t)89 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; mov.b32 a, %1; cvt.sat.f32.f32 d, a; mov.b32 %0, d;}" : "=r"(y) : "r"(xa)); out[(size_t)90 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; mov.b32 a, %1; cvt.sat.ftz.f32.f32 d, a; mov.b32 %0, d;}" : "=r"(y) : "r"(xa)); out[(size_t)91 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; mov.b32 a, %1; sqrt.rn.f32 d, a; mov.b32 %0, d;}" : "=r"(y) : "r"(xa)); out[(size_t)92 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; mov.b32 a, %1; sqrt.rn.ftz.f32 d, a; mov.b32 %0, d;}" : "=r"(y) : "r"(xa)); out[(size_t)93 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; mov.b32 a, %1; sqrt.rz.f32 d, a; mov.b32 %0, d;}" : "=r"(y) : "r"(xa)); out[(size_t)94 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; mov.b32 a, %1; sqrt.rz.ftz.f32 d, a; mov.b32 %0, d;}" : "=r"(y) : "r"(xa)); out[(size_t)95 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; mov.b32 a, %1; sqrt.approx.f32 d, a; mov.b32 %0, d;}" : "=r"(y) : "r"(xa)); out[(size_t)96 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; mov.b32 a, %1; sqrt.approx.ftz.f32 d, a; mov.b32 %0, d;}" : "=r"(y) : "r"(xa)); out[(size_t)97 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; mov.b32 a, %1; rcp.rn.f32 d, a; mov.b32 %0, d;}" : "=r"(y) : "r"(xa)); out[(size_t)98 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; mov.b32 a, %1; rcp.rn.ftz.f32 d, a; mov.b32 %0, d;}" : "=r"(y) : "r"(xa)); out[(size_t)99 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; mov.b32 a, %1; rcp.rm.f32 d, a; mov.b32 %0, d;}" : "=r"(y) : "r"(xa)); out[(size_t)100 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; mov.b32 a, %1; rcp.rm.ftz.f32 d, a; mov.b32 %0, d;}" : "=r"(y) : "r"(xa)); out[(size_t)101 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; mov.b32 a, %1; rcp.approx.f32 d, a; mov.b32 %0, d;}" : "=r"(y) : "r"(xa)); out[(size_t)102 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; mov.b32 a, %1; rcp.approx.ftz.f32 d, a; mov.b32 %0, d;}" : "=r"(y) : "r"(xa)); out[(size_t)103 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; mov.b32 a, %1; rsqrt.approx.f32 d, a; mov.b32 %0, d;}" : "=r"(y) : "r"(xa)); out[(size_t)104 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; mov.b32 a, %1; rsqrt.approx.ftz.f32 d, a; mov.b32 %0, d;}" : "=r"(y) : "r"(xa)); out[(size_t)105 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; mov.b32 a, %1; sin.approx.f32 d, a; mov.b32 %0, d;}" : "=r"(y) : "r"(xa)); out[(size_t)106 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; mov.b32 a, %1; sin.approx.ftz.f32 d, a; mov.b32 %0, d;}" : "=r"(y) : "r"(xa)); out[(size_t)107 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; mov.b32 a, %1; cos.approx.f32 d, a; mov.b32 %0, d;}" : "=r"(y) : "r"(xa)); out[(size_t)108 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; mov.b32 a, %1; cos.approx.ftz.f32 d, a; mov.b32 %0, d;}" : "=r"(y) : "r"(xa)); out[(size_t)109 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; mov.b32 a, %1; lg2.approx.f32 d, a; mov.b32 %0, d;}" : "=r"(y) : "r"(xa)); out[(size_t)110 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; mov.b32 a, %1; lg2.approx.ftz.f32 d, a; mov.b32 %0, d;}" : "=r"(y) : "r"(xa)); out[(size_t)111 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; mov.b32 a, %1; ex2.approx.f32 d, a; mov.b32 %0, d;}" : "=r"(y) : "r"(xa)); out[(size_t)112 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; mov.b32 a, %1; ex2.approx.ftz.f32 d, a; mov.b32 %0, d;}" : "=r"(y) : "r"(xa)); out[(size_t)113 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; mov.b32 a, %1; abs.f32 d, a; mov.b32 %0, d;}" : "=r"(y) : "r"(xa)); out[(size_t)114 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; mov.b32 a, %1; abs.ftz.f32 d, a; mov.b32 %0, d;}" : "=r"(y) : "r"(xa)); out[(size_t)115 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; mov.b32 a, %1; neg.f32 d, a; mov.b32 %0, d;}" : "=r"(y) : "r"(xa)); out[(size_t)116 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; mov.b32 a, %1; neg.ftz.f32 d, a; mov.b32 %0, d;}" : "=r"(y) : "r"(xa)); out[(size_t)117 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; mov.b32 a, %1; tanh.approx.f32 d, a; mov.b32 %0, d;}" : "=r"(y) : "r"(xa)); out[(size_t)118 * n + i] = y; }
}
extern "C" __global__ void convert_f64(u64 *out, const u64 *a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    u64 xa = a[i];
    { u32 y; asm volatile("{.reg .b32 d; .reg .b64 a; mov.b64 a, %1; cvt.rni.s8.f64 d, a; mov.b32 %0, d;}" : "=r"(y) : "l"(xa)); out[(size_t)0 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b64 a; mov.b64 a, %1; cvt.rzi.s8.f64 d, a; mov.b32 %0, d;}" : "=r"(y) : "l"(xa)); out[(size_t)1 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b64 a; mov.b64 a, %1; cvt.rmi.s8.f64 d, a; mov.b32 %0, d;}" : "=r"(y) : "l"(xa)); out[(size_t)2 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b64 a; mov.b64 a, %1; cvt.rpi.s8.f64 d, a; mov.b32 %0, d;}" : "=r"(y) : "l"(xa)); out[(size_t)3 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b64 a; mov.b64 a, %1; cvt.rni.u8.f64 d, a; mov.b32 %0, d;}" : "=r"(y) : "l"(xa)); out[(size_t)4 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b64 a; mov.b64 a, %1; cvt.rzi.u8.f64 d, a; mov.b32 %0, d;}" : "=r"(y) : "l"(xa)); out[(size_t)5 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b64 a; mov.b64 a, %1; cvt.rmi.u8.f64 d, a; mov.b32 %0, d;}" : "=r"(y) : "l"(xa)); out[(size_t)6 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b64 a; mov.b64 a, %1; cvt.rpi.u8.f64 d, a; mov.b32 %0, d;}" : "=r"(y) : "l"(xa)); out[(size_t)7 * n + i] = y; }
    { u16 y; asm volatile("{.reg .b16 d; .reg .b64 a; mov.b64 a, %1; cvt.rni.s16.f64 d, a; mov.b16 %0, d;}" : "=h"(y) : "l"(xa)); out[(size_t)8 * n + i] = y; }
    { u16 y; asm volatile("{.reg .b16 d; .reg .b64 a; mov.b64 a, %1; cvt.rzi.s16.f64 d, a; mov.b16 %0, d;}" : "=h"(y) : "l"(xa)); out[(size_t)9 * n + i] = y; }
    { u16 y; asm volatile("{.reg .b16 d; .reg .b64 a; mov.b64 a, %1; cvt.rmi.s16.f64 d, a; mov.b16 %0, d;}" : "=h"(y) : "l"(xa)); out[(size_t)10 * n + i] = y; }
    { u16 y; asm volatile("{.reg .b16 d; .reg .b64 a; mov.b64 a, %1; cvt.rpi.s16.f64 d, a; mov.b16 %0, d;}" : "=h"(y) : "l"(xa)); out[(size_t)11 * n + i] = y; }
    { u16 y; asm volatile("{.reg .b16 d; .reg .b64 a; mov.b64 a, %1; cvt.rni.u16.f64 d, a; mov.b16 %0, d;}" : "=h"(y) : "l"(xa)); out[(size_t)12 * n + i] = y; }
    { u16 y; asm volatile("{.reg .b16 d; .reg .b64 a; mov.b64 a, %1; cvt.rzi.u16.f64 d, a; mov.b16 %0, d;}" : "=h"(y) : "l"(xa)); out[(size_t)13 * n + i] = y; }
    { u16 y; asm volatile("{.reg .b16 d; .reg .b64 a; mov.b64 a, %1; cvt.rmi.u16.f64 d, a; mov.b16 %0, d;}" : "=h"(y) : "l"(xa)); out[(size_t)14 * n + i] = y; }
    { u16 y; asm volatile("{.reg .b16 d; .reg .b64 a; mov.b64 a, %1; cvt.rpi.u16.f64 d, a; mov.b16 %0, d;}" : "=h"(y) : "l"(xa)); out[(size_t)15 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b64 a; mov.b64 a, %1; cvt.rni.s32.f64 d, a; mov.b32 %0, d;}" : "=r"(y) : "l"(xa)); out[(size_t)16 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b64 a; mov.b64 a, %1; cvt.rzi.s32.f64 d, a; mov.b32 %0, d;}" : "=r"(y) : "l"(xa)); out[(size_t)17 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b64 a; mov.b64 a, %1; cvt.rmi.s32.f64 d, a; mov.b32 %0, d;}" : "=r"(y) : "l"(xa)); out[(size_t)18 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b64 a; mov.b64 a, %1; cvt.rpi.s32.f64 d, a; mov.b32 %0, d;}" : "=r"(y) : "l"(xa)); out[(size_t)19 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b64 a; mov.b64 a, %1; cvt.rni.u32.f64 d, a; mov.b32 %0, d;}" : "=r"(y) : "l"(xa)); out[(size_t)20 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b64 a; mov.b64 a, %1; cvt.rzi.u32.f64 d, a; mov.b32 %0, d;}" : "=r"(y) : "l"(xa)); out[(size_t)21 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b64 a; mov.b64 a, %1; cvt.rmi.u32.f64 d, a; mov.b32 %0, d;}" : "=r"(y) : "l"(xa)); out[(size_t)22 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b64 a; mov.b64 a, %1; cvt.rpi.u32.f64 d, a; mov.b32 %0, d;}" : "=r"(y) : "l"(xa)); out[(size_t)23 * n + i] = y; }
    { u64 y; asm volatile("{.reg .b64 d; .reg .b64 a; mov.b64 a, %1; cvt.rni.s64.f64 d, a; mov.b64 %0, d;}" : "=l"(y) : "l"(xa)); out[(size_t)24 * n + i] = y; }
    { u64 y; asm volatile("{.reg .b64 d; .reg .b64 a; mov.b64 a, %1; cvt.rzi.s64.f64 d, a; mov.b64 %0, d;}" : "=l"(y) : "l"(xa)); out[(size_t)25 * n + i] = y; }
    { u64 y; asm volatile("{.reg .b64 d; .reg .b64 a; mov.b64 a, %1; cvt.rmi.s64.f64 d, a; mov.b64 %0, d;}" : "=l"(y) : "l"(xa)); out[(size_t)26 * n + i] = y; }
    { u64 y; asm volatile("{.reg .b64 d; .reg .b64 a; mov.b64 a, %1; cvt.rpi.s64.f64 d, a; mov.b64 %0, d;}" : "=l"(y) : "l"(xa)); out[(size_t)27 * n + i] = y; }
    { u64 y; asm volatile("{.reg .b64 d; .reg .b64 a; mov.b64 a, %1; cvt.rni.u64.f64 d, a; mov.b64 %0, d;}" : "=l"(y) : "l"(xa)); out[(size_t)28 * n + i] = y; }
    { u64 y; asm volatile("{.reg .b64 d; .reg .b64 a; mov.b64 a, %1; cvt.rzi.u64.f64 d, a; mov.b64 %0, d;}" : "=l"(y) : "l"(xa)); out[(size_t)29 * n + i] = y; }
    { u64 y; asm volatile("{.reg .b64 d; .reg .b64 a; mov.b64 a, %1; cvt.rmi.u64.f64 d, a; mov.b64 %0, d;}" : "=l"(y) : "l"(xa)); out[(size_t)30 * n + i] = y; }
    { u64 y; asm volatile("{.reg .b64 d; .reg .b64 a; mov.b64 a, %1; cvt.rpi.u64.f64 d, a; mov.b64 %0, d;}" : "=l"(y) : "l"(xa)); out[(size_t)31 * n + i] = y; }
    { u64 y; asm volatile("{.reg .b64 d; .reg .b64 a; mov.b64 a, %1; cvt.rni.f64.f64 d, a; mov.b64 %0, d;}" : "=l"(y) : "l"(xa)); out[(size_t)32 * n + i] = y; }
    { u64 y; asm volatile("{.reg .b64 d; .reg .b64 a; mov.b64 a, %1; cvt.rzi.f64.f64 d, a; mov.b64 %0, d;}" : "=l"(y) : "l"(xa)); out[(size_t)33 * n + i] = y; }
    { u64 y; asm volatile("{.reg .b64 d; .reg .b64 a; mov.b64 a, %1; cvt.rmi.f64.f64 d, a; mov.b64 %0, d;}" : "=l"(y) : "l"(xa)); out[(size_t)34 * n + i] = y; }
    { u64 y; asm volatile("{.reg .b64 d; .reg .b64 a; mov.b64 a, %1; cvt.rpi.f64.f64 d, a; mov.b64 %0, d;}" : "=l"(y) : "l"(xa)); out[(size_t)35 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b64 a; mov.b64 a, %1; cvt.rn.f32.f64 d, a; mov.b32 %0, d;}" : "=r"(y) : "l"(xa)); out[(size_t)36 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b64 a; mov.b64 a, %1; cvt.rn.ftz.f32.f64 d, a; mov.b32 %0, d;}" : "=r"(y) : "l"(xa)); out[(size_t)37 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b64 a; mov.b64 a, %1; cvt.rn.sat.f32.f64 d, a; mov.b32 %0, d;}" : "=r"(y) : "l"(xa)); out[(size_t)38 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b64 a; mov.b64 a, %1; cvt.rz.f32.f64 d, a; mov.b32 %0, d;}" : "=r"(y) : "l"(xa)); out[(size_t)39 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b64 a; mov.b64 a, %1; cvt.rz.ftz.f32.f64 d, a; mov.b32 %0, d;}" : "=r"(y) : "l"(xa)); out[(size_t)40 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b64 a; mov.b64 a, %1; cvt.rz.sat.f32.f64 d, a; mov.b32 %0, d;}" : "=r"(y) : "l"(xa)); out[(size_t)41 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b64 a; mov.b64 a, %1; cvt.rm.f32.f64 d, a; mov.b32 %0, d;}" : "=r"(y) : "l"(xa)); out[(size_t)42 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b64 a; mov.b64 a, %1; cvt.rm.ftz.f32.f64 d, a; mov.b32 %0, d;}" : "=r"(y) : "l"(xa)); out[(size_t)43 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b64 a; mov.b64 a, %1; cvt.rm.sat.f32.f64 d, a; mov.b32 %0, d;}" : "=r"(y) : "l"(xa)); out[(size_t)44 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b64 a; mov.b64 a, %1; cvt.rp.f32.f64 d, a; mov.b32 %0, d;}" : "=r"(y) : "l"(xa)); out[(size_t)45 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b64 a; mov.b64 a, %1; cvt.rp.ftz.f32.f64 d, a; mov.b32 %0, d;}" : "=r"(y) : "l"(xa)); out[(size_t)46 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b64 a; mov.b64 a, %1; cvt.rp.sat.f32.f64 d, a; mov.b32 %0, d;}" : "=r"(y) : "l"(xa)); out[(size_t)47 * n + i] = y; }
    { u16 y; asm volatile("{.reg .b16 d; .reg .b64 a; mov.b64 a, %1; cvt.rn.f16.f64 d, a; mov.b16 %0, d;}" : "=h"(y) : "l"(xa)); out[(size_t)48 * n + i] = y; }
    { u16 y; asm volatile("{.reg .b16 d; .reg .b64 a; mov.b64 a, %1; cvt.rz.f16.f64 d, a; mov.b16 %0, d;}" : "=h"(y) : "l"(xa)); out[(size_t)49 * n + i] = y; }
    { u16 y; asm volatile("{.reg .b16 d; .reg .b64 a; mov.b64 a, %1; cvt.rm.f16.f64 d, a; mov.b16 %0, d;}" : "=h"(y) : "l"(xa)); out[(size_t)50 * n + i] = y; }
    { u16 y; asm volatile("{.reg .b16 d; .reg .b64 a; mov.b64 a, %1; cvt.rp.f16.f64 d, a; mov.b16 %0, d;}" : "=h"(y) : "l"(xa)); out[(size_t)51 * n + i] = y; }
    { u64 y; asm volatile("{.reg .b64 d; .reg .b64 a; mov.b64 a, %1; sqrt.rn.f64 d, a; mov.b64 %0, d;}" : "=l"(y) : "l"(xa)); out[(size_t)52 * n + i] = y; }
    { u64 y; asm volatile("{.reg .b64 d; .reg .b64 a; mov.b64 a, %1; sqrt.rz.f64 d, a; mov.b64 %0, d;}" : "=l"(y) : "l"(xa)); out[(size_t)53 * n + i] = y; }
    { u64 y; asm volatile("{.reg .b64 d; .reg .b64 a; mov.b64 a, %1; rcp.rn.f64 d, a; mov.b64 %0, d;}" : "=l"(y) : "l"(xa)); out[(size_t)54 * n + i] = y; }
    { u64 y; asm volatile("{.reg .b64 d; .reg .b64 a; mov.b64 a, %1; rcp.rp.f64 d, a; mov.b64 %0, d;}" : "=l"(y) : "l"(xa)); out[(size_t)55 * n + i] = y; }
    { u64 y; asm volatile("{.reg .b64 d; .reg .b64 a; mov.b64 a, %1; rcp.approx.ftz.f64 d, a; mov.b64 %0, d;}" : "=l"(y) : "l"(xa)); out[(size_t)56 * n + i] = y; }
    { u64 y; asm volatile("{.reg .b64 d; .reg .b64 a; mov.b64 a, %1; rsqrt.approx.f64 d, a; mov.b64 %0, d;}" : "=l"(y) : "l"(xa)); out[(size_t)57 * n + i] = y; }
    { u64 y; asm volatile("{.reg .b64 d; .reg .b64 a; mov.b64 a, %1; abs.f64 d, a; mov.b64 %0, d;}" : "=l"(y) : "l"(xa)); out[(size_t)58 * n + i] = y; }
    { u64 y; asm volatile("{.reg .b64 d; .reg .b64 a; mov.b64 a, %1; neg.f64 d, a; mov.b64 %0, d;}" : "=l"(y) : "l"(xa)); out[(size_t)59 * n + i] = y; }
}
extern "C" __global__ void convert_s32(u64 *out, const u32 *a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    u32 xa = a[i];
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; mov.b32 a, %1; cvt.rn.f32.s32 d, a; mov.b32 %0, d;}" : "=r"(y) : "r"(xa)); out[(size_t)0 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; mov.b32 a, %1; cvt.rz.f32.s32 d, a; mov.b32 %0, d;}" : "=r"(y) : "r"(xa)); out[(size_t)1 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; mov.b32 a, %1; cvt.rm.f32.s32 d, a; mov.b32 %0, d;}" : "=r"(y) : "r"(xa)); out[(size_t)2 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; mov.b32 a, %1; cvt.rp.f32.s32 d, a; mov.b32 %0, d;}" : "=r"(y) : "r"(xa)); out[(size_t)3 * n + i] = y; }
    { u64 y; asm volatile("{.reg .b64 d; .reg .b32 a; mov.b32 a, %1; cvt.rn.f64.s32 d, a; mov.b64 %0, d;}" : "=l"(y) : "r"(xa)); out[(size_t)4 * n + i] = y; }
    { u64 y; asm volatile("{.reg .b64 d; .reg .b32 a; mov.b32 a, %1; cvt.rz.f64.s32 d, a; mov.b64 %0, d;}" : "=l"(y) : "r"(xa)); out[(size_t)5 * n + i] = y; }
    { u64 y; asm volatile("{.reg .b64 d; .reg .b32 a; mov.b32 a, %1; cvt.rm.f64.s32 d, a; mov.b64 %0, d;}" : "=l"(y) : "r"(xa)); out[(size_t)6 * n + i] = y; }
    { u64 y; asm volatile("{.reg .b64 d; .reg .b32 a; mov.b32 a, %1; cvt.rp.f64.s32 d, a; mov.b64 %0, d;}" : "=l"(y) : "r"(xa)); out[(size_t)7 * n + i] = y; }
    { u16 y; asm volatile("{.reg .b16 d; .reg .b32 a; mov.b32 a, %1; cvt.rn.f16.s32 d, a; mov.b16 %0, d;}" : "=h"(y) : "r"(xa)); out[(size_t)8 * n + i] = y; }
    { u16 y; asm volatile("{.reg .b16 d; .reg .b32 a; mov.b32 a, %1; cvt.rz.f16.s32 d, a; mov.b16 %0, d;}" : "=h"(y) : "r"(xa)); out[(size_t)9 * n + i] = y; }
    { u16 y; asm volatile("{.reg .b16 d; .reg .b32 a; mov.b32 a, %1; cvt.rm.f16.s32 d, a; mov.b16 %0, d;}" : "=h"(y) : "r"(xa)); out[(size_t)10 * n + i] = y; }
    { u16 y; asm volatile("{.reg .b16 d; .reg .b32 a; mov.b32 a, %1; cvt.rp.f16.s32 d, a; mov.b16 %0, d;}" : "=h"(y) : "r"(xa)); out[(size_t)11 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; mov.b32 a, %1; cvt.sat.s8.s32 d, a; mov.b32 %0, d;}" : "=r"(y) : "r"(xa)); out[(size_t)12 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; mov.b32 a, %1; cvt.sat.u8.s32 d, a; mov.b32 %0, d;}" : "=r"(y) : "r"(xa)); out[(size_t)13 * n + i] = y; }
    { u16 y; asm volatile("{.reg .b16 d; .reg .b32 a; mov.b32 a, %1; cvt.sat.s16.s32 d, a; mov.b16 %0, d;}" : "=h"(y) : "r"(xa)); out[(size_t)14 * n + i] = y; }
    { u16 y; asm volatile("{.reg .b16 d; .reg .b32 a; mov.b32 a, %1; cvt.sat.u16.s32 d, a; mov.b16 %0, d;}" : "=h"(y) : "r"(xa)); out[(size_t)15 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; mov.b32 a, %1; cvt.sat.u32.s32 d, a; mov.b32 %0, d;}" : "=r"(y) : "r"(xa)); out[(size_t)16 * n + i] = y; }
    { u64 y; asm volatile("{.reg .b64 d; .reg .b32 a; mov.b32 a, %1; cvt.sat.u64.s32 d, a; mov.b64 %0, d;}" : "=l"(y) : "r"(xa)); out[(size_t)17 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; mov.b32 a, %1; popc.b32 d, a; mov.b32 %0, d;}" : "=r"(y) : "r"(xa)); out[(size_t)18 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; mov.b32 a, %1; clz.b32 d, a; mov.b32 %0, d;}" : "=r"(y) : "r"(xa)); out[(size_t)19 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; mov.b32 a, %1; brev.b32 d, a; mov.b32 %0, d;}" : "=r"(y) : "r"(xa)); out[(size_t)20 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; mov.b32 a, %1; bfind.s32 d, a; mov.b32 %0, d;}" : "=r"(y) : "r"(xa)); out[(size_t)21 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; mov.b32 a, %1; bfind.shiftamt.s32 d, a; mov.b32 %0, d;}" : "=r"(y) : "r"(xa)); out[(size_t)22 * n + i] = y; }
}
extern "C" __global__ void convert_u32(u64 *out, const u32 *a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    u32 xa = a[i];
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; mov.b32 a, %1; cvt.rn.f32.u32 d, a; mov.b32 %0, d;}" : "=r"(y) : "r"(xa)); out[(size_t)0 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; mov.b32 a, %1; cvt.rz.f32.u32 d, a; mov.b32 %0, d;}" : "=r"(y) : "r"(xa)); out[(size_t)1 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; mov.b32 a, %1; cvt.rm.f32.u32 d, a; mov.b32 %0, d;}" : "=r"(y) : "r"(xa)); out[(size_t)2 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; mov.b32 a, %1; cvt.rp.f32.u32 d, a; mov.b32 %0, d;}" : "=r"(y) : "r"(xa)); out[(size_t)3 * n + i] = y; }
    { u64 y; asm volatile("{.reg .b64 d; .reg .b32 a; mov.b32 a, %1; cvt.rn.f64.u32 d, a; mov.b64 %0, d;}" : "=l"(y) : "r"(xa)); out[(size_t)4 * n + i] = y; }
    { u64 y; asm volatile("{.reg .b64 d; .reg .b32 a; mov.b32 a, %1; cvt.rz.f64.u32 d, a; mov.b64 %0, d;}" : "=l"(y) : "r"(xa)); out[(size_t)5 * n + i] = y; }
    { u64 y; asm volatile("{.reg .b64 d; .reg .b32 a; mov.b32 a, %1; cvt.rm.f64.u32 d, a; mov.b64 %0, d;}" : "=l"(y) : "r"(xa)); out[(size_t)6 * n + i] = y; }
    { u64 y; asm volatile("{.reg .b64 d; .reg .b32 a; mov.b32 a, %1; cvt.rp.f64.u32 d, a; mov.b64 %0, d;}" : "=l"(y) : "r"(xa)); out[(size_t)7 * n + i] = y; }
    { u16 y; asm volatile("{.reg .b16 d; .reg .b32 a; mov.b32 a, %1; cvt.rn.f16.u32 d, a; mov.b16 %0, d;}" : "=h"(y) : "r"(xa)); out[(size_t)8 * n + i] = y; }
    { u16 y; asm volatile("{.reg .b16 d; .reg .b32 a; mov.b32 a, %1; cvt.rz.f16.u32 d, a; mov.b16 %0, d;}" : "=h"(y) : "r"(xa)); out[(size_t)9 * n + i] = y; }
    { u16 y; asm volatile("{.reg .b16 d; .reg .b32 a; mov.b32 a, %1; cvt.rm.f16.u32 d, a; mov.b16 %0, d;}" : "=h"(y) : "r"(xa)); out[(size_t)10 * n + i] = y; }
    { u16 y; asm volatile("{.reg .b16 d; .reg .b32 a; mov.b32 a, %1; cvt.rp.f16.u32 d, a; mov.b16 %0, d;}" : "=h"(y) : "r"(xa)); out[(size_t)11 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; mov.b32 a, %1; cvt.sat.s8.u32 d, a; mov.b32 %0, d;}" : "=r"(y) : "r"(xa)); out[(size_t)12 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; mov.b32 a, %1; cvt.sat.u8.u32 d, a; mov.b32 %0, d;}" : "=r"(y) : "r"(xa)); out[(size_t)13 * n + i] = y; }
    { u16 y; asm volatile("{.reg .b16 d; .reg .b32 a; mov.b32 a, %1; cvt.sat.s16.u32 d, a; mov.b16 %0, d;}" : "=h"(y) : "r"(xa)); out[(size_t)14 * n + i] = y; }
    { u16 y; asm volatile("{.reg .b16 d; .reg .b32 a; mov.b32 a, %1; cvt.sat.u16.u32 d, a; mov.b16 %0, d;}" : "=h"(y) : "r"(xa)); out[(size_t)15 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; mov.b32 a, %1; cvt.sat.s32.u32 d, a; mov.b32 %0, d;}" : "=r"(y) : "r"(xa)); out[(size_t)16 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; mov.b32 a, %1; popc.b32 d, a; mov.b32 %0, d;}" : "=r"(y) : "r"(xa)); out[(size_t)17 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; mov.b32 a, %1; clz.b32 d, a; mov.b32 %0, d;}" : "=r"(y) : "r"(xa)); out[(size_t)18 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; mov.b32 a, %1; brev.b32 d, a; mov.b32 %0, d;}" : "=r"(y) : "r"(xa)); out[(size_t)19 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; mov.b32 a, %1; bfind.u32 d, a; mov.b32 %0, d;}" : "=r"(y) : "r"(xa)); out[(size_t)20 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; mov.b32 a, %1; bfind.shiftamt.u32 d, a; mov.b32 %0, d;}" : "=r"(y) : "r"(xa)); out[(size_t)21 * n + i] = y; }
}
extern "C" __global__ void convert_s64(u64 *out, const u64 *a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    u64 xa = a[i];
    { u32 y; asm volatile("{.reg .b32 d; .reg .b64 a; mov.b64 a, %1; cvt.rn.f32.s64 d, a; mov.b32 %0, d;}" : "=r"(y) : "l"(xa)); out[(size_t)0 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b64 a; mov.b64 a, %1; cvt.rz.f32.s64 d, a; mov.b32 %0, d;}" : "=r"(y) : "l"(xa)); out[(size_t)1 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b64 a; mov.b64 a, %1; cvt.rm.f32.s64 d, a; mov.b32 %0, d;}" : "=r"(y) : "l"(xa)); out[(size_t)2 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b64 a; mov.b64 a, %1; cvt.rp.f32.s64 d, a; mov.b32 %0, d;}" : "=r"(y) : "l"(xa)); out[(size_t)3 * n + i] = y; }
    { u64 y; asm volatile("{.reg .b64 d; .reg .b64 a; mov.b64 a, %1; cvt.rn.f64.s64 d, a; mov.b64 %0, d;}" : "=l"(y) : "l"(xa)); out[(size_t)4 * n + i] = y; }
    { u64 y; asm volatile("{.reg .b64 d; .reg .b64 a; mov.b64 a, %1; cvt.rz.f64.s64 d, a; mov.b64 %0, d;}" : "=l"(y) : "l"(xa)); out[(size_t)5 * n + i] = y; }
    { u64 y; asm volatile("{.reg .b64 d; .reg .b64 a; mov.b64 a, %1; cvt.rm.f64.s64 d, a; mov.b64 %0, d;}" : "=l"(y) : "l"(xa)); out[(size_t)6 * n + i] = y; }
    { u64 y; asm volatile("{.reg .b64 d; .reg .b64 a; mov.b64 a, %1; cvt.rp.f64.s64 d, a; mov.b64 %0, d;}" : "=l"(y) : "l"(xa)); out[(size_t)7 * n + i] = y; }
    { u16 y; asm volatile("{.reg .b16 d; .reg .b64 a; mov.b64 a, %1; cvt.rn.f16.s64 d, a; mov.b16 %0, d;}" : "=h"(y) : "l"(xa)); out[(size_t)8 * n + i] = y; }
    { u16 y; asm volatile("{.reg .b16 d; .reg .b64 a; mov.b64 a, %1; cvt.rz.f16.s64 d, a; mov.b16 %0, d;}" : "=h"(y) : "l"(xa)); out[(size_t)9 * n + i] = y; }
    { u16 y; asm volatile("{.reg .b16 d; .reg .b64 a; mov.b64 a, %1; cvt.rm.f16.s64 d, a; mov.b16 %0, d;}" : "=h"(y) : "l"(xa)); out[(size_t)10 * n + i] = y; }
    { u16 y; asm volatile("{.reg .b16 d; .reg .b64 a; mov.b64 a, %1; cvt.rp.f16.s64 d, a; mov.b16 %0, d;}" : "=h"(y) : "l"(xa)); out[(size_t)11 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b64 a; mov.b64 a, %1; cvt.sat.s8.s64 d, a; mov.b32 %0, d;}" : "=r"(y) : "l"(xa)); out[(size_t)12 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b64 a; mov.b64 a, %1; cvt.sat.u8.s64 d, a; mov.b32 %0, d;}" : "=r"(y) : "l"(xa)); out[(size_t)13 * n + i] = y; }
    { u16 y; asm volatile("{.reg .b16 d; .reg .b64 a; mov.b64 a, %1; cvt.sat.s16.s64 d, a; mov.b16 %0, d;}" : "=h"(y) : "l"(xa)); out[(size_t)14 * n + i] = y; }
    { u16 y; asm volatile("{.reg .b16 d; .reg .b64 a; mov.b64 a, %1; cvt.sat.u16.s64 d, a; mov.b16 %0, d;}" : "=h"(y) : "l"(xa)); out[(size_t)15 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b64 a; mov.b64 a, %1; cvt.sat.s32.s64 d, a; mov.b32 %0, d;}" : "=r"(y) : "l"(xa)); out[(size_t)16 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b64 a; mov.b64 a, %1; cvt.sat.u32.s64 d, a; mov.b32 %0, d;}" : "=r"(y) : "l"(xa)); out[(size_t)17 * n + i] = y; }
    { u64 y; asm volatile("{.reg .b64 d; .reg .b64 a; mov.b64 a, %1; cvt.sat.u64.s64 d, a; mov.b64 %0, d;}" : "=l"(y) : "l"(xa)); out[(size_t)18 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b64 a; mov.b64 a, %1; popc.b64 d, a; mov.b32 %0, d;}" : "=r"(y) : "l"(xa)); out[(size_t)19 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b64 a; mov.b64 a, %1; clz.b64 d, a; mov.b32 %0, d;}" : "=r"(y) : "l"(xa)); out[(size_t)20 * n + i] = y; }
    { u64 y; asm volatile("{.reg .b64 d; .reg .b64 a; mov.b64 a, %1; brev.b64 d, a; mov.b64 %0, d;}" : "=l"(y) : "l"(xa)); out[(size_t)21 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b64 a; mov.b64 a, %1; bfind.s64 d, a; mov.b32 %0, d;}" : "=r"(y) : "l"(xa)); out[(size_t)22 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b64 a; mov.b64 a, %1; bfind.shiftamt.s64 d, a; mov.b32 %0, d;}" : "=r"(y) : "l"(xa)); out[(size_t)23 * n + i] = y; }
}
extern "C" __global__ void convert_u64(u64 *out, const u64 *a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    u64 xa = a[i];
    { u32 y; asm volatile("{.reg .b32 d; .reg .b64 a; mov.b64 a, %1; cvt.rn.f32.u64 d, a; mov.b32 %0, d;}" : "=r"(y) : "l"(xa)); out[(size_t)0 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b64 a; mov.b64 a, %1; cvt.rz.f32.u64 d, a; mov.b32 %0, d;}" : "=r"(y) : "l"(xa)); out[(size_t)1 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b64 a; mov.b64 a, %1; cvt.rm.f32.u64 d, a; mov.b32 %0, d;}" : "=r"(y) : "l"(xa)); out[(size_t)2 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b64 a; mov.b64 a, %1; cvt.rp.f32.u64 d, a; mov.b32 %0, d;}" : "=r"(y) : "l"(xa)); out[(size_t)3 * n + i] = y; }
    { u64 y; asm volatile("{.reg .b64 d; .reg .b64 a; mov.b64 a, %1; cvt.rn.f64.u64 d, a; mov.b64 %0, d;}" : "=l"(y) : "l"(xa)); out[(size_t)4 * n + i] = y; }
    { u64 y; asm volatile("{.reg .b64 d; .reg .b64 a; mov.b64 a, %1; cvt.rz.f64.u64 d, a; mov.b64 %0, d;}" : "=l"(y) : "l"(xa)); out[(size_t)5 * n + i] = y; }
    { u64 y; asm volatile("{.reg .b64 d; .reg .b64 a; mov.b64 a, %1; cvt.rm.f64.u64 d, a; mov.b64 %0, d;}" : "=l"(y) : "l"(xa)); out[(size_t)6 * n + i] = y; }
    { u64 y; asm volatile("{.reg .b64 d; .reg .b64 a; mov.b64 a, %1; cvt.rp.f64.u64 d, a; mov.b64 %0, d;}" : "=l"(y) : "l"(xa)); out[(size_t)7 * n + i] = y; }
    { u16 y; asm volatile("{.reg .b16 d; .reg .b64 a; mov.b64 a, %1; cvt.rn.f16.u64 d, a; mov.b16 %0, d;}" : "=h"(y) : "l"(xa)); out[(size_t)8 * n + i] = y; }
    { u16 y; asm volatile("{.reg .b16 d; .reg .b64 a; mov.b64 a, %1; cvt.rz.f16.u64 d, a; mov.b16 %0, d;}" : "=h"(y) : "l"(xa)); out[(size_t)9 * n + i] = y; }
    { u16 y; asm volatile("{.reg .b16 d; .reg .b64 a; mov.b64 a, %1; cvt.rm.f16.u64 d, a; mov.b16 %0, d;}" : "=h"(y) : "l"(xa)); out[(size_t)10 * n + i] = y; }
    { u16 y; asm volatile("{.reg .b16 d; .reg .b64 a; mov.b64 a, %1; cvt.rp.f16.u64 d, a; mov.b16 %0, d;}" : "=h"(y) : "l"(xa)); out[(size_t)11 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b64 a; mov.b64 a, %1; cvt.sat.s8.u64 d, a; mov.b32 %0, d;}" : "=r"(y) : "l"(xa)); out[(size_t)12 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b64 a; mov.b64 a, %1; cvt.sat.u8.u64 d, a; mov.b32 %0, d;}" : "=r"(y) : "l"(xa)); out[(size_t)13 * n + i] = y; }
    { u16 y; asm volatile("{.reg .b16 d; .reg .b64 a; mov.b64 a, %1; cvt.sat.s16.u64 d, a; mov.b16 %0, d;}" : "=h"(y) : "l"(xa)); out[(size_t)14 * n + i] = y; }
    { u16 y; asm volatile("{.reg .b16 d; .reg .b64 a; mov.b64 a, %1; cvt.sat.u16.u64 d, a; mov.b16 %0, d;}" : "=h"(y) : "l"(xa)); out[(size_t)15 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b64 a; mov.b64 a, %1; cvt.sat.s32.u64 d, a; mov.b32 %0, d;}" : "=r"(y) : "l"(xa)); out[(size_t)16 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b64 a; mov.b64 a, %1; cvt.sat.u32.u64 d, a; mov.b32 %0, d;}" : "=r"(y) : "l"(xa)); out[(size_t)17 * n + i] = y; }
    { u64 y; asm volatile("{.reg .b64 d; .reg .b64 a; mov.b64 a, %1; cvt.sat.s64.u64 d, a; mov.b64 %0, d;}" : "=l"(y) : "l"(xa)); out[(size_t)18 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b64 a; mov.b64 a, %1; popc.b64 d, a; mov.b32 %0, d;}" : "=r"(y) : "l"(xa)); out[(size_t)19 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b64 a; mov.b64 a, %1; clz.b64 d, a; mov.b32 %0, d;}" : "=r"(y) : "l"(xa)); out[(size_t)20 * n + i] = y; }
    { u64 y; asm volatile("{.reg .b64 d; .reg .b64 a; mov.b64 a, %1; brev.b64 d, a; mov.b64 %0, d;}" : "=l"(y) : "l"(xa)); out[(size_t)21 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b64 a; mov.b64 a, %1; bfind.u64 d, a; mov.b32 %0, d;}" : "=r"(y) : "l"(xa)); out[(size_t)22 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b64 a; mov.b64 a, %1; bfind.shiftamt.u64 d, a; mov.b32 %0, d;}" : "=r"(y) : "l"(xa)); out[(size_t)23 * n + i] = y; }
}
extern "C" __global__ void convert_f16(u64 *out, const u32 *a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    u16 xa = a[i];
    { u32 y; asm volatile("{.reg .b32 d; .reg .b16 a; mov.b16 a, %1; cvt.rni.s8.f16 d, a; mov.b32 %0, d;}" : "=r"(y) : "h"(xa)); out[(size_t)0 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b16 a; mov.b16 a, %1; cvt.rzi.s8.f16 d, a; mov.b32 %0, d;}" : "=r"(y) : "h"(xa)); out[(size_t)1 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b16 a; mov.b16 a, %1; cvt.rmi.s8.f16 d, a; mov.b32 %0, d;}" : "=r"(y) : "h"(xa)); out[(size_t)2 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b16 a; mov.b16 a, %1; cvt.rpi.s8.f16 d, a; mov.b32 %0, d;}" : "=r"(y) : "h"(xa)); out[(size_t)3 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b16 a; mov.b16 a, %1; cvt.rni.u8.f16 d, a; mov.b32 %0, d;}" : "=r"(y) : "h"(xa)); out[(size_t)4 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b16 a; mov.b16 a, %1; cvt.rzi.u8.f16 d, a; mov.b32 %0, d;}" : "=r"(y) : "h"(xa)); out[(size_t)5 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b16 a; mov.b16 a, %1; cvt.rmi.u8.f16 d, a; mov.b32 %0, d;}" : "=r"(y) : "h"(xa)); out[(size_t)6 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b16 a; mov.b16 a, %1; cvt.rpi.u8.f16 d, a; mov.b32 %0, d;}" : "=r"(y) : "h"(xa)); out[(size_t)7 * n + i] = y; }
    { u16 y; asm volatile("{.reg .b16 d; .reg .b16 a; mov.b16 a, %1; cvt.rni.s16.f16 d, a; mov.b16 %0, d;}" : "=h"(y) : "h"(xa)); out[(size_t)8 * n + i] = y; }
    { u16 y; asm volatile("{.reg .b16 d; .reg .b16 a; mov.b16 a, %1; cvt.rzi.s16.f16 d, a; mov.b16 %0, d;}" : "=h"(y) : "h"(xa)); out[(size_t)9 * n + i] = y; }
    { u16 y; asm volatile("{.reg .b16 d; .reg .b16 a; mov.b16 a, %1; cvt.rmi.s16.f16 d, a; mov.b16 %0, d;}" : "=h"(y) : "h"(xa)); out[(size_t)10 * n + i] = y; }
    { u16 y; asm volatile("{.reg .b16 d; .reg .b16 a; mov.b16 a, %1; cvt.rpi.s16.f16 d, a; mov.b16 %0, d;}" : "=h"(y) : "h"(xa)); out[(size_t)11 * n + i] = y; }
    { u16 y; asm volatile("{.reg .b16 d; .reg .b16 a; mov.b16 a, %1; cvt.rni.u16.f16 d, a; mov.b16 %0, d;}" : "=h"(y) : "h"(xa)); out[(size_t)12 * n + i] = y; }
    { u16 y; asm volatile("{.reg .b16 d; .reg .b16 a; mov.b16 a, %1; cvt.rzi.u16.f16 d, a; mov.b16 %0, d;}" : "=h"(y) : "h"(xa)); out[(size_t)13 * n + i] = y; }
    { u16 y; asm volatile("{.reg .b16 d; .reg .b16 a; mov.b16 a, %1; cvt.rmi.u16.f16 d, a; mov.b16 %0, d;}" : "=h"(y) : "h"(xa)); out[(size_t)14 * n + i] = y; }
    { u16 y; asm volatile("{.reg .b16 d; .reg .b16 a; mov.b16 a, %1; cvt.rpi.u16.f16 d, a; mov.b16 %0, d;}" : "=h"(y) : "h"(xa)); out[(size_t)15 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b16 a; mov.b16 a, %1; cvt.rni.s32.f16 d, a; mov.b32 %0, d;}" : "=r"(y) : "h"(xa)); out[(size_t)16 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b16 a; mov.b16 a, %1; cvt.rzi.s32.f16 d, a; mov.b32 %0, d;}" : "=r"(y) : "h"(xa)); out[(size_t)17 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b16 a; mov.b16 a, %1; cvt.rmi.s32.f16 d, a; mov.b32 %0, d;}" : "=r"(y) : "h"(xa)); out[(size_t)18 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b16 a; mov.b16 a, %1; cvt.rpi.s32.f16 d, a; mov.b32 %0, d;}" : "=r"(y) : "h"(xa)); out[(size_t)19 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b16 a; mov.b16 a, %1; cvt.rni.u32.f16 d, a; mov.b32 %0, d;}" : "=r"(y) : "h"(xa)); out[(size_t)20 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b16 a; mov.b16 a, %1; cvt.rzi.u32.f16 d, a; mov.b32 %0, d;}" : "=r"(y) : "h"(xa)); out[(size_t)21 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b16 a; mov.b16 a, %1; cvt.rmi.u32.f16 d, a; mov.b32 %0, d;}" : "=r"(y) : "h"(xa)); out[(size_t)22 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b16 a; mov.b16 a, %1; cvt.rpi.u32.f16 d, a; mov.b32 %0, d;}" : "=r"(y) : "h"(xa)); out[(size_t)23 * n + i] = y; }
    { u64 y; asm volatile("{.reg .b64 d; .reg .b16 a; mov.b16 a, %1; cvt.rni.s64.f16 d, a; mov.b64 %0, d;}" : "=l"(y) : "h"(xa)); out[(size_t)24 * n + i] = y; }
    { u64 y; asm volatile("{.reg .b64 d; .reg .b16 a; mov.b16 a, %1; cvt.rzi.s64.f16 d, a; mov.b64 %0, d;}" : "=l"(y) : "h"(xa)); out[(size_t)25 * n + i] = y; }
    { u64 y; asm volatile("{.reg .b64 d; .reg .b16 a; mov.b16 a, %1; cvt.rmi.s64.f16 d, a; mov.b64 %0, d;}" : "=l"(y) : "h"(xa)); out[(size_t)26 * n + i] = y; }
    { u64 y; asm volatile("{.reg .b64 d; .reg .b16 a; mov.b16 a, %1; cvt.rpi.s64.f16 d, a; mov.b64 %0, d;}" : "=l"(y) : "h"(xa)); out[(size_t)27 * n + i] = y; }
    { u64 y; asm volatile("{.reg .b64 d; .reg .b16 a; mov.b16 a, %1; cvt.rni.u64.f16 d, a; mov.b64 %0, d;}" : "=l"(y) : "h"(xa)); out[(size_t)28 * n + i] = y; }
    { u64 y; asm volatile("{.reg .b64 d; .reg .b16 a; mov.b16 a, %1; cvt.rzi.u64.f16 d, a; mov.b64 %0, d;}" : "=l"(y) : "h"(xa)); out[(size_t)29 * n + i] = y; }
    { u64 y; asm volatile("{.reg .b64 d; .reg .b16 a; mov.b16 a, %1; cvt.rmi.u64.f16 d, a; mov.b64 %0, d;}" : "=l"(y) : "h"(xa)); out[(size_t)30 * n + i] = y; }
    { u64 y; asm volatile("{.reg .b64 d; .reg .b16 a; mov.b16 a, %1; cvt.rpi.u64.f16 d, a; mov.b64 %0, d;}" : "=l"(y) : "h"(xa)); out[(size_t)31 * n + i] = y; }
    { u16 y; asm volatile("{.reg .b16 d; .reg .b16 a; mov.b16 a, %1; cvt.rni.f16.f16 d, a; mov.b16 %0, d;}" : "=h"(y) : "h"(xa)); out[(size_t)32 * n + i] = y; }
    { u16 y; asm volatile("{.reg .b16 d; .reg .b16 a; mov.b16 a, %1; cvt.rzi.f16.f16 d, a; mov.b16 %0, d;}" : "=h"(y) : "h"(xa)); out[(size_t)33 * n + i] = y; }
    { u16 y; asm volatile("{.reg .b16 d; .reg .b16 a; mov.b16 a, %1; cvt.rmi.f16.f16 d, a; mov.b16 %0, d;}" : "=h"(y) : "h"(xa)); out[(size_t)34 * n + i] = y; }
    { u16 y; asm volatile("{.reg .b16 d; .reg .b16 a; mov.b16 a, %1; cvt.rpi.f16.f16 d, a; mov.b16 %0, d;}" : "=h"(y) : "h"(xa)); out[(size_t)35 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b16 a; mov.b16 a, %1; cvt.f32.f16 d, a; mov.b32 %0, d;}" : "=r"(y) : "h"(xa)); out[(size_t)36 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b16 a; mov.b16 a, %1; cvt.ftz.f32.f16 d, a; mov.b32 %0, d;}" : "=r"(y) : "h"(xa)); out[(size_t)37 * n + i] = y; }
    { u64 y; asm volatile("{.reg .b64 d; .reg .b16 a; mov.b16 a, %1; cvt.f64.f16 d, a; mov.b64 %0, d;}" : "=l"(y) : "h"(xa)); out[(size_t)38 * n + i] = y; }
    { u16 y; asm volatile("{.reg .b16 d; .reg .b16 a; mov.b16 a, %1; neg.f16 d, a; mov.b16 %0, d;}" : "=h"(y) : "h"(xa)); out[(size_t)39 * n + i] = y; }
    { u16 y; asm volatile("{.reg .b16 d; .reg .b16 a; mov.b16 a, %1; abs.f16 d, a; mov.b16 %0, d;}" : "=h"(y) : "h"(xa)); out[(size_t)40 * n + i] = y; }
}
extern "C" __global__ void convert_bf16(u64 *out, const u32 *a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    u16 xa = a[i];
    { u32 y; asm volatile("{.reg .b32 d; .reg .b16 a; mov.b16 a, %1; cvt.f32.bf16 d, a; mov.b32 %0, d;}" : "=r"(y) : "h"(xa)); out[(size_t)0 * n + i] = y; }
    { u16 y; asm volatile("{.reg .b16 d; .reg .b16 a; mov.b16 a, %1; neg.bf16 d, a; mov.b16 %0, d;}" : "=h"(y) : "h"(xa)); out[(size_t)1 * n + i] = y; }
    { u16 y; asm volatile("{.reg .b16 d; .reg .b16 a; mov.b16 a, %1; abs.bf16 d, a; mov.b16 %0, d;}" : "=h"(y) : "h"(xa)); out[(size_t)2 * n + i] = y; }
}
extern "C" __global__ void convert_s16(u64 *out, const u32 *a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    u16 xa = a[i];
    { u32 y; asm volatile("{.reg .b32 d; .reg .b16 a; mov.b16 a, %1; cvt.rn.f32.s16 d, a; mov.b32 %0, d;}" : "=r"(y) : "h"(xa)); out[(size_t)0 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b16 a; mov.b16 a, %1; cvt.rz.f32.s16 d, a; mov.b32 %0, d;}" : "=r"(y) : "h"(xa)); out[(size_t)1 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b16 a; mov.b16 a, %1; cvt.rm.f32.s16 d, a; mov.b32 %0, d;}" : "=r"(y) : "h"(xa)); out[(size_t)2 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b16 a; mov.b16 a, %1; cvt.rp.f32.s16 d, a; mov.b32 %0, d;}" : "=r"(y) : "h"(xa)); out[(size_t)3 * n + i] = y; }
    { u64 y; asm volatile("{.reg .b64 d; .reg .b16 a; mov.b16 a, %1; cvt.rn.f64.s16 d, a; mov.b64 %0, d;}" : "=l"(y) : "h"(xa)); out[(size_t)4 * n + i] = y; }
    { u64 y; asm volatile("{.reg .b64 d; .reg .b16 a; mov.b16 a, %1; cvt.rz.f64.s16 d, a; mov.b64 %0, d;}" : "=l"(y) : "h"(xa)); out[(size_t)5 * n + i] = y; }
    { u64 y; asm volatile("{.reg .b64 d; .reg .b16 a; mov.b16 a, %1; cvt.rm.f64.s16 d, a; mov.b64 %0, d;}" : "=l"(y) : "h"(xa)); out[(size_t)6 * n + i] = y; }
    { u64 y; asm volatile("{.reg .b64 d; .reg .b16 a; mov.b16 a, %1; cvt.rp.f64.s16 d, a; mov.b64 %0, d;}" : "=l"(y) : "h"(xa)); out[(size_t)7 * n + i] = y; }
    { u16 y; asm volatile("{.reg .b16 d; .reg .b16 a; mov.b16 a, %1; cvt.rn.f16.s16 d, a; mov.b16 %0, d;}" : "=h"(y) : "h"(xa)); out[(size_t)8 * n + i] = y; }
    { u16 y; asm volatile("{.reg .b16 d; .reg .b16 a; mov.b16 a, %1; cvt.rz.f16.s16 d, a; mov.b16 %0, d;}" : "=h"(y) : "h"(xa)); out[(size_t)9 * n + i] = y; }
    { u16 y; asm volatile("{.reg .b16 d; .reg .b16 a; mov.b16 a, %1; cvt.rm.f16.s16 d, a; mov.b16 %0, d;}" : "=h"(y) : "h"(xa)); out[(size_t)10 * n + i] = y; }
    { u16 y; asm volatile("{.reg .b16 d; .reg .b16 a; mov.b16 a, %1; cvt.rp.f16.s16 d, a; mov.b16 %0, d;}" : "=h"(y) : "h"(xa)); out[(size_t)11 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b16 a; mov.b16 a, %1; cvt.sat.s8.s16 d, a; mov.b32 %0, d;}" : "=r"(y) : "h"(xa)); out[(size_t)12 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b16 a; mov.b16 a, %1; cvt.sat.u8.s16 d, a; mov.b32 %0, d;}" : "=r"(y) : "h"(xa)); out[(size_t)13 * n + i] = y; }
    { u16 y; asm volatile("{.reg .b16 d; .reg .b16 a; mov.b16 a, %1; cvt.sat.u16.s16 d, a; mov.b16 %0, d;}" : "=h"(y) : "h"(xa)); out[(size_t)14 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b16 a; mov.b16 a, %1; cvt.sat.u32.s16 d, a; mov.b32 %0, d;}" : "=r"(y) : "h"(xa)); out[(size_t)15 * n + i] = y; }
    { u64 y; asm volatile("{.reg .b64 d; .reg .b16 a; mov.b16 a, %1; cvt.sat.u64.s16 d, a; mov.b64 %0, d;}" : "=l"(y) : "h"(xa)); out[(size_t)16 * n + i] = y; }
}
extern "C" __global__ void convert_s8(u64 *out, const u32 *a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    u32 xa = a[i];
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; mov.b32 a, %1; cvt.rn.f32.s8 d, a; mov.b32 %0, d;}" : "=r"(y) : "r"(xa)); out[(size_t)0 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; mov.b32 a, %1; cvt.rz.f32.s8 d, a; mov.b32 %0, d;}" : "=r"(y) : "r"(xa)); out[(size_t)1 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; mov.b32 a, %1; cvt.rm.f32.s8 d, a; mov.b32 %0, d;}" : "=r"(y) : "r"(xa)); out[(size_t)2 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; mov.b32 a, %1; cvt.rp.f32.s8 d, a; mov.b32 %0, d;}" : "=r"(y) : "r"(xa)); out[(size_t)3 * n + i] = y; }
    { u64 y; asm volatile("{.reg .b64 d; .reg .b32 a; mov.b32 a, %1; cvt.rn.f64.s8 d, a; mov.b64 %0, d;}" : "=l"(y) : "r"(xa)); out[(size_t)4 * n + i] = y; }
    { u64 y; asm volatile("{.reg .b64 d; .reg .b32 a; mov.b32 a, %1; cvt.rz.f64.s8 d, a; mov.b64 %0, d;}" : "=l"(y) : "r"(xa)); out[(size_t)5 * n + i] = y; }
    { u64 y; asm volatile("{.reg .b64 d; .reg .b32 a; mov.b32 a, %1; cvt.rm.f64.s8 d, a; mov.b64 %0, d;}" : "=l"(y) : "r"(xa)); out[(size_t)6 * n + i] = y; }
    { u64 y; asm volatile("{.reg .b64 d; .reg .b32 a; mov.b32 a, %1; cvt.rp.f64.s8 d, a; mov.b64 %0, d;}" : "=l"(y) : "r"(xa)); out[(size_t)7 * n + i] = y; }
    { u16 y; asm volatile("{.reg .b16 d; .reg .b32 a; mov.b32 a, %1; cvt.rn.f16.s8 d, a; mov.b16 %0, d;}" : "=h"(y) : "r"(xa)); out[(size_t)8 * n + i] = y; }
    { u16 y; asm volatile("{.reg .b16 d; .reg .b32 a; mov.b32 a, %1; cvt.rz.f16.s8 d, a; mov.b16 %0, d;}" : "=h"(y) : "r"(xa)); out[(size_t)9 * n + i] = y; }
    { u16 y; asm volatile("{.reg .b16 d; .reg .b32 a; mov.b32 a, %1; cvt.rm.f16.s8 d, a; mov.b16 %0, d;}" : "=h"(y) : "r"(xa)); out[(size_t)10 * n + i] = y; }
    { u16 y; asm volatile("{.reg .b16 d; .reg .b32 a; mov.b32 a, %1; cvt.rp.f16.s8 d, a; mov.b16 %0, d;}" : "=h"(y) : "r"(xa)); out[(size_t)11 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; mov.b32 a, %1; cvt.sat.u8.s8 d, a; mov.b32 %0, d;}" : "=r"(y) : "r"(xa)); out[(size_t)12 * n + i] = y; }
    { u16 y; asm volatile("{.reg .b16 d; .reg .b32 a; mov.b32 a, %1; cvt.sat.u16.s8 d, a; mov.b16 %0, d;}" : "=h"(y) : "r"(xa)); out[(size_t)13 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; mov.b32 a, %1; cvt.sat.u32.s8 d, a; mov.b32 %0, d;}" : "=r"(y) : "r"(xa)); out[(size_t)14 * n + i] = y; }
    { u64 y; asm volatile("{.reg .b64 d; .reg .b32 a; mov.b32 a, %1; cvt.sat.u64.s8 d, a; mov.b64 %0, d;}" : "=l"(y) : "r"(xa)); out[(size_t)15 * n + i] = y; }
}
extern "C" __global__ void convert_u8(u64 *out, const u32 *a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    u32 xa = a[i];
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; mov.b32 a, %1; cvt.rn.f32.u8 d, a; mov.b32 %0, d;}" : "=r"(y) : "r"(xa)); out[(size_t)0 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; mov.b32 a, %1; cvt.rz.f32.u8 d, a; mov.b32 %0, d;}" : "=r"(y) : "r"(xa)); out[(size_t)1 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; mov.b32 a, %1; cvt.rm.f32.u8 d, a; mov.b32 %0, d;}" : "=r"(y) : "r"(xa)); out[(size_t)2 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; mov.b32 a, %1; cvt.rp.f32.u8 d, a; mov.b32 %0, d;}" : "=r"(y) : "r"(xa)); out[(size_t)3 * n + i] = y; }
    { u64 y; asm volatile("{.reg .b64 d; .reg .b32 a; mov.b32 a, %1; cvt.rn.f64.u8 d, a; mov.b64 %0, d;}" : "=l"(y) : "r"(xa)); out[(size_t)4 * n + i] = y; }
    { u64 y; asm volatile("{.reg .b64 d; .reg .b32 a; mov.b32 a, %1; cvt.rz.f64.u8 d, a; mov.b64 %0, d;}" : "=l"(y) : "r"(xa)); out[(size_t)5 * n + i] = y; }
    { u64 y; asm volatile("{.reg .b64 d; .reg .b32 a; mov.b32 a, %1; cvt.rm.f64.u8 d, a; mov.b64 %0, d;}" : "=l"(y) : "r"(xa)); out[(size_t)6 * n + i] = y; }
    { u64 y; asm volatile("{.reg .b64 d; .reg .b32 a; mov.b32 a, %1; cvt.rp.f64.u8 d, a; mov.b64 %0, d;}" : "=l"(y) : "r"(xa)); out[(size_t)7 * n + i] = y; }
    { u16 y; asm volatile("{.reg .b16 d; .reg .b32 a; mov.b32 a, %1; cvt.rn.f16.u8 d, a; mov.b16 %0, d;}" : "=h"(y) : "r"(xa)); out[(size_t)8 * n + i] = y; }
    { u16 y; asm volatile("{.reg .b16 d; .reg .b32 a; mov.b32 a, %1; cvt.rz.f16.u8 d, a; mov.b16 %0, d;}" : "=h"(y) : "r"(xa)); out[(size_t)9 * n + i] = y; }
    { u16 y; asm volatile("{.reg .b16 d; .reg .b32 a; mov.b32 a, %1; cvt.rm.f16.u8 d, a; mov.b16 %0, d;}" : "=h"(y) : "r"(xa)); out[(size_t)10 * n + i] = y; }
    { u16 y; asm volatile("{.reg .b16 d; .reg .b32 a; mov.b32 a, %1; cvt.rp.f16.u8 d, a; mov.b16 %0, d;}" : "=h"(y) : "r"(xa)); out[(size_t)11 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; mov.b32 a, %1; cvt.sat.s8.u8 d, a; mov.b32 %0, d;}" : "=r"(y) : "r"(xa)); out[(size_t)12 * n + i] = y; }
}
extern "C" __global__ void arithmetic_f32(u64 *out, const u32 *a, const u32 *b, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    u32 xa = a[i];
    u32 xb = b[i];
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; .reg .b32 b; mov.b32 a, %1; mov.b32 b, %2; add.rn.f32 d, a, b; mov.b32 %0, d;}" : "=r"(y) : "r"(xa), "r"(xb)); out[(size_t)0 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; .reg .b32 b; mov.b32 a, %1; mov.b32 b, %2; add.rn.sat.f32 d, a, b; mov.b32 %0, d;}" : "=r"(y) : "r"(xa), "r"(xb)); out[(size_t)1 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; .reg .b32 b; mov.b32 a, %1; mov.b32 b, %2; add.rn.ftz.f32 d, a, b; mov.b32 %0, d;}" : "=r"(y) : "r"(xa), "r"(xb)); out[(size_t)2 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; .reg .b32 b; mov.b32 a, %1; mov.b32 b, %2; add.rn.ftz.sat.f32 d, a, b; mov.b32 %0, d;}" : "=r"(y) : "r"(xa), "r"(xb)); out[(size_t)3 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; .reg .b32 b; mov.b32 a, %1; mov.b32 b, %2; add.rz.f32 d, a, b; mov.b32 %0, d;}" : "=r"(y) : "r"(xa), "r"(xb)); out[(size_t)4 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; .reg .b32 b; mov.b32 a, %1; mov.b32 b, %2; add.rz.sat.f32 d, a, b; mov.b32 %0, d;}" : "=r"(y) : "r"(xa), "r"(xb)); out[(size_t)5 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; .reg .b32 b; mov.b32 a, %1; mov.b32 b, %2; add.rz.ftz.f32 d, a, b; mov.b32 %0, d;}" : "=r"(y) : "r"(xa), "r"(xb)); out[(size_t)6 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; .reg .b32 b; mov.b32 a, %1; mov.b32 b, %2; add.rz.ftz.sat.f32 d, a, b; mov.b32 %0, d;}" : "=r"(y) : "r"(xa), "r"(xb)); out[(size_t)7 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; .reg .b32 b; mov.b32 a, %1; mov.b32 b, %2; add.rm.f32 d, a, b; mov.b32 %0, d;}" : "=r"(y) : "r"(xa), "r"(xb)); out[(size_t)8 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; .reg .b32 b; mov.b32 a, %1; mov.b32 b, %2; add.rm.sat.f32 d, a, b; mov.b32 %0, d;}" : "=r"(y) : "r"(xa), "r"(xb)); out[(size_t)9 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; .reg .b32 b; mov.b32 a, %1; mov.b32 b, %2; add.rm.ftz.f32 d, a, b; mov.b32 %0, d;}" : "=r"(y) : "r"(xa), "r"(xb)); out[(size_t)10 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; .reg .b32 b; mov.b32 a, %1; mov.b32 b, %2; add.rm.ftz.sat.f32 d, a, b; mov.b32 %0, d;}" : "=r"(y) : "r"(xa), "r"(xb)); out[(size_t)11 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; .reg .b32 b; mov.b32 a, %1; mov.b32 b, %2; add.rp.f32 d, a, b; mov.b32 %0, d;}" : "=r"(y) : "r"(xa), "r"(xb)); out[(size_t)12 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; .reg .b32 b; mov.b32 a, %1; mov.b32 b, %2; add.rp.sat.f32 d, a, b; mov.b32 %0, d;}" : "=r"(y) : "r"(xa), "r"(xb)); out[(size_t)13 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; .reg .b32 b; mov.b32 a, %1; mov.b32 b, %2; add.rp.ftz.f32 d, a, b; mov.b32 %0, d;}" : "=r"(y) : "r"(xa), "r"(xb)); out[(size_t)14 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; .reg .b32 b; mov.b32 a, %1; mov.b32 b, %2; add.rp.ftz.sat.f32 d, a, b; mov.b32 %0, d;}" : "=r"(y) : "r"(xa), "r"(xb)); out[(size_t)15 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; .reg .b32 b; mov.b32 a, %1; mov.b32 b, %2; mul.rn.f32 d, a, b; mov.b32 %0, d;}" : "=r"(y) : "r"(xa), "r"(xb)); out[(size_t)16 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; .reg .b32 b; mov.b32 a, %1; mov.b32 b, %2; mul.rn.sat.f32 d, a, b; mov.b32 %0, d;}" : "=r"(y) : "r"(xa), "r"(xb)); out[(size_t)17 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; .reg .b32 b; mov.b32 a, %1; mov.b32 b, %2; mul.rn.ftz.f32 d, a, b; mov.b32 %0, d;}" : "=r"(y) : "r"(xa), "r"(xb)); out[(size_t)18 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; .reg .b32 b; mov.b32 a, %1; mov.b32 b, %2; mul.rn.ftz.sat.f32 d, a, b; mov.b32 %0, d;}" : "=r"(y) : "r"(xa), "r"(xb)); out[(size_t)19 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; .reg .b32 b; mov.b32 a, %1; mov.b32 b, %2; mul.rz.f32 d, a, b; mov.b32 %0, d;}" : "=r"(y) : "r"(xa), "r"(xb)); out[(size_t)20 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; .reg .b32 b; mov.b32 a, %1; mov.b32 b, %2; mul.rz.sat.f32 d, a, b; mov.b32 %0, d;}" : "=r"(y) : "r"(xa), "r"(xb)); out[(size_t)21 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; .reg .b32 b; mov.b32 a, %1; mov.b32 b, %2; mul.rz.ftz.f32 d, a, b; mov.b32 %0, d;}" : "=r"(y) : "r"(xa), "r"(xb)); out[(size_t)22 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; .reg .b32 b; mov.b32 a, %1; mov.b32 b, %2; mul.rz.ftz.sat.f32 d, a, b; mov.b32 %0, d;}" : "=r"(y) : "r"(xa), "r"(xb)); out[(size_t)23 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; .reg .b32 b; mov.b32 a, %1; mov.b32 b, %2; mul.rm.f32 d, a, b; mov.b32 %0, d;}" : "=r"(y) : "r"(xa), "r"(xb)); out[(size_t)24 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; .reg .b32 b; mov.b32 a, %1; mov.b32 b, %2; mul.rm.sat.f32 d, a, b; mov.b32 %0, d;}" : "=r"(y) : "r"(xa), "r"(xb)); out[(size_t)25 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; .reg .b32 b; mov.b32 a, %1; mov.b32 b, %2; mul.rm.ftz.f32 d, a, b; mov.b32 %0, d;}" : "=r"(y) : "r"(xa), "r"(xb)); out[(size_t)26 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; .reg .b32 b; mov.b32 a, %1; mov.b32 b, %2; mul.rm.ftz.sat.f32 d, a, b; mov.b32 %0, d;}" : "=r"(y) : "r"(xa), "r"(xb)); out[(size_t)27 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; .reg .b32 b; mov.b32 a, %1; mov.b32 b, %2; mul.rp.f32 d, a, b; mov.b32 %0, d;}" : "=r"(y) : "r"(xa), "r"(xb)); out[(size_t)28 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; .reg .b32 b; mov.b32 a, %1; mov.b32 b, %2; mul.rp.sat.f32 d, a, b; mov.b32 %0, d;}" : "=r"(y) : "r"(xa), "r"(xb)); out[(size_t)29 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; .reg .b32 b; mov.b32 a, %1; mov.b32 b, %2; mul.rp.ftz.f32 d, a, b; mov.b32 %0, d;}" : "=r"(y) : "r"(xa), "r"(xb)); out[(size_t)30 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; .reg .b32 b; mov.b32 a, %1; mov.b32 b, %2; mul.rp.ftz.sat.f32 d, a, b; mov.b32 %0, d;}" : "=r"(y) : "r"(xa), "r"(xb)); out[(size_t)31 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; .reg .b32 b; mov.b32 a, %1; mov.b32 b, %2; min.f32 d, a, b; mov.b32 %0, d;}" : "=r"(y) : "r"(xa), "r"(xb)); out[(size_t)32 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; .reg .b32 b; mov.b32 a, %1; mov.b32 b, %2; min.NaN.f32 d, a, b; mov.b32 %0, d;}" : "=r"(y) : "r"(xa), "r"(xb)); out[(size_t)33 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; .reg .b32 b; mov.b32 a, %1; mov.b32 b, %2; min.ftz.f32 d, a, b; mov.b32 %0, d;}" : "=r"(y) : "r"(xa), "r"(xb)); out[(size_t)34 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; .reg .b32 b; mov.b32 a, %1; mov.b32 b, %2; min.ftz.NaN.f32 d, a, b; mov.b32 %0, d;}" : "=r"(y) : "r"(xa), "r"(xb)); out[(size_t)35 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; .reg .b32 b; mov.b32 a, %1; mov.b32 b, %2; max.f32 d, a, b; mov.b32 %0, d;}" : "=r"(y) : "r"(xa), "r"(xb)); out[(size_t)36 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; .reg .b32 b; mov.b32 a, %1; mov.b32 b, %2; max.NaN.f32 d, a, b; mov.b32 %0, d;}" : "=r"(y) : "r"(xa), "r"(xb)); out[(size_t)37 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; .reg .b32 b; mov.b32 a, %1; mov.b32 b, %2; max.ftz.f32 d, a, b; mov.b32 %0, d;}" : "=r"(y) : "r"(xa), "r"(xb)); out[(size_t)38 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; .reg .b32 b; mov.b32 a, %1; mov.b32 b, %2; max.ftz.NaN.f32 d, a, b; mov.b32 %0, d;}" : "=r"(y) : "r"(xa), "r"(xb)); out[(size_t)39 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; .reg .b32 b; mov.b32 a, %1; mov.b32 b, %2; div.rn.f32 d, a, b; mov.b32 %0, d;}" : "=r"(y) : "r"(xa), "r"(xb)); out[(size_t)40 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; .reg .b32 b; mov.b32 a, %1; mov.b32 b, %2; div.rn.ftz.f32 d, a, b; mov.b32 %0, d;}" : "=r"(y) : "r"(xa), "r"(xb)); out[(size_t)41 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; .reg .b32 b; mov.b32 a, %1; mov.b32 b, %2; div.rz.f32 d, a, b; mov.b32 %0, d;}" : "=r"(y) : "r"(xa), "r"(xb)); out[(size_t)42 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; .reg .b32 b; mov.b32 a, %1; mov.b32 b, %2; div.rz.ftz.f32 d, a, b; mov.b32 %0, d;}" : "=r"(y) : "r"(xa), "r"(xb)); out[(size_t)43 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; .reg .b32 b; mov.b32 a, %1; mov.b32 b, %2; div.approx.f32 d, a, b; mov.b32 %0, d;}" : "=r"(y) : "r"(xa), "r"(xb)); out[(size_t)44 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; .reg .b32 b; mov.b32 a, %1; mov.b32 b, %2; div.approx.ftz.f32 d, a, b; mov.b32 %0, d;}" : "=r"(y) : "r"(xa), "r"(xb)); out[(size_t)45 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; .reg .b32 b; mov.b32 a, %1; mov.b32 b, %2; div.full.f32 d, a, b; mov.b32 %0, d;}" : "=r"(y) : "r"(xa), "r"(xb)); out[(size_t)46 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; .reg .b32 b; mov.b32 a, %1; mov.b32 b, %2; div.full.ftz.f32 d, a, b; mov.b32 %0, d;}" : "=r"(y) : "r"(xa), "r"(xb)); out[(size_t)47 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; .reg .b32 b; mov.b32 a, %1; mov.b32 b, %2; set.lt.u32.f32 d, a, b; mov.b32 %0, d;}" : "=r"(y) : "r"(xa), "r"(xb)); out[(size_t)48 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; .reg .b32 b; mov.b32 a, %1; mov.b32 b, %2; set.lt.ftz.u32.f32 d, a, b; mov.b32 %0, d;}" : "=r"(y) : "r"(xa), "r"(xb)); out[(size_t)49 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; .reg .b32 b; mov.b32 a, %1; mov.b32 b, %2; set.equ.u32.f32 d, a, b; mov.b32 %0, d;}" : "=r"(y) : "r"(xa), "r"(xb)); out[(size_t)50 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; .reg .b32 b; mov.b32 a, %1; mov.b32 b, %2; set.equ.ftz.u32.f32 d, a, b; mov.b32 %0, d;}" : "=r"(y) : "r"(xa), "r"(xb)); out[(size_t)51 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; .reg .b32 b; mov.b32 a, %1; mov.b32 b, %2; set.num.u32.f32 d, a, b; mov.b32 %0, d;}" : "=r"(y) : "r"(xa), "r"(xb)); out[(size_t)52 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; .reg .b32 b; mov.b32 a, %1; mov.b32 b, %2; set.num.ftz.u32.f32 d, a, b; mov.b32 %0, d;}" : "=r"(y) : "r"(xa), "r"(xb)); out[(size_t)53 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; .reg .b32 b; mov.b32 a, %1; mov.b32 b, %2; set.geu.u32.f32 d, a, b; mov.b32 %0, d;}" : "=r"(y) : "r"(xa), "r"(xb)); out[(size_t)54 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; .reg .b32 b; mov.b32 a, %1; mov.b32 b, %2; set.geu.ftz.u32.f32 d, a, b; mov.b32 %0, d;}" : "=r"(y) : "r"(xa), "r"(xb)); out[(size_t)55 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; .reg .b32 b; mov.b32 a, %1; mov.b32 b, %2; set.ne.u32.f32 d, a, b; mov.b32 %0, d;}" : "=r"(y) : "r"(xa), "r"(xb)); out[(size_t)56 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; .reg .b32 b; mov.b32 a, %1; mov.b32 b, %2; set.ne.ftz.u32.f32 d, a, b; mov.b32 %0, d;}" : "=r"(y) : "r"(xa), "r"(xb)); out[(size_t)57 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; .reg .b32 b; mov.b32 a, %1; mov.b32 b, %2; copysign.f32 d, a, b; mov.b32 %0, d;}" : "=r"(y) : "r"(xa), "r"(xb)); out[(size_t)58 * n + i] = y; }
}
extern "C" __global__ void fused_f32(u64 *out, const u32 *a, const u32 *b, const u32 *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    u32 xa = a[i];
    u32 xb = b[i];
    u32 xc = c[i];
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; .reg .b32 b; .reg .b32 c; mov.b32 a, %1; mov.b32 b, %2; mov.b32 c, %3; fma.rn.f32 d, a, b, c; mov.b32 %0, d;}" : "=r"(y) : "r"(xa), "r"(xb), "r"(xc)); out[(size_t)0 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; .reg .b32 b; .reg .b32 c; mov.b32 a, %1; mov.b32 b, %2; mov.b32 c, %3; fma.rn.sat.f32 d, a, b, c; mov.b32 %0, d;}" : "=r"(y) : "r"(xa), "r"(xb), "r"(xc)); out[(size_t)1 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; .reg .b32 b; .reg .b32 c; mov.b32 a, %1; mov.b32 b, %2; mov.b32 c, %3; fma.rn.ftz.f32 d, a, b, c; mov.b32 %0, d;}" : "=r"(y) : "r"(xa), "r"(xb), "r"(xc)); out[(size_t)2 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; .reg .b32 b; .reg .b32 c; mov.b32 a, %1; mov.b32 b, %2; mov.b32 c, %3; fma.rn.ftz.sat.f32 d, a, b, c; mov.b32 %0, d;}" : "=r"(y) : "r"(xa), "r"(xb), "r"(xc)); out[(size_t)3 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; .reg .b32 b; .reg .b32 c; mov.b32 a, %1; mov.b32 b, %2; mov.b32 c, %3; fma.rz.f32 d, a, b, c; mov.b32 %0, d;}" : "=r"(y) : "r"(xa), "r"(xb), "r"(xc)); out[(size_t)4 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; .reg .b32 b; .reg .b32 c; mov.b32 a, %1; mov.b32 b, %2; mov.b32 c, %3; fma.rz.sat.f32 d, a, b, c; mov.b32 %0, d;}" : "=r"(y) : "r"(xa), "r"(xb), "r"(xc)); out[(size_t)5 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; .reg .b32 b; .reg .b32 c; mov.b32 a, %1; mov.b32 b, %2; mov.b32 c, %3; fma.rz.ftz.f32 d, a, b, c; mov.b32 %0, d;}" : "=r"(y) : "r"(xa), "r"(xb), "r"(xc)); out[(size_t)6 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; .reg .b32 b; .reg .b32 c; mov.b32 a, %1; mov.b32 b, %2; mov.b32 c, %3; fma.rz.ftz.sat.f32 d, a, b, c; mov.b32 %0, d;}" : "=r"(y) : "r"(xa), "r"(xb), "r"(xc)); out[(size_t)7 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; .reg .b32 b; .reg .b32 c; mov.b32 a, %1; mov.b32 b, %2; mov.b32 c, %3; fma.rm.f32 d, a, b, c; mov.b32 %0, d;}" : "=r"(y) : "r"(xa), "r"(xb), "r"(xc)); out[(size_t)8 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; .reg .b32 b; .reg .b32 c; mov.b32 a, %1; mov.b32 b, %2; mov.b32 c, %3; fma.rm.sat.f32 d, a, b, c; mov.b32 %0, d;}" : "=r"(y) : "r"(xa), "r"(xb), "r"(xc)); out[(size_t)9 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; .reg .b32 b; .reg .b32 c; mov.b32 a, %1; mov.b32 b, %2; mov.b32 c, %3; fma.rm.ftz.f32 d, a, b, c; mov.b32 %0, d;}" : "=r"(y) : "r"(xa), "r"(xb), "r"(xc)); out[(size_t)10 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; .reg .b32 b; .reg .b32 c; mov.b32 a, %1; mov.b32 b, %2; mov.b32 c, %3; fma.rm.ftz.sat.f32 d, a, b, c; mov.b32 %0, d;}" : "=r"(y) : "r"(xa), "r"(xb), "r"(xc)); out[(size_t)11 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; .reg .b32 b; .reg .b32 c; mov.b32 a, %1; mov.b32 b, %2; mov.b32 c, %3; fma.rp.f32 d, a, b, c; mov.b32 %0, d;}" : "=r"(y) : "r"(xa), "r"(xb), "r"(xc)); out[(size_t)12 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; .reg .b32 b; .reg .b32 c; mov.b32 a, %1; mov.b32 b, %2; mov.b32 c, %3; fma.rp.sat.f32 d, a, b, c; mov.b32 %0, d;}" : "=r"(y) : "r"(xa), "r"(xb), "r"(xc)); out[(size_t)13 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; .reg .b32 b; .reg .b32 c; mov.b32 a, %1; mov.b32 b, %2; mov.b32 c, %3; fma.rp.ftz.f32 d, a, b, c; mov.b32 %0, d;}" : "=r"(y) : "r"(xa), "r"(xb), "r"(xc)); out[(size_t)14 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; .reg .b32 b; .reg .b32 c; mov.b32 a, %1; mov.b32 b, %2; mov.b32 c, %3; fma.rp.ftz.sat.f32 d, a, b, c; mov.b32 %0, d;}" : "=r"(y) : "r"(xa), "r"(xb), "r"(xc)); out[(size_t)15 * n + i] = y; }
}
extern "C" __global__ void arithmetic_f64(u64 *out, const u64 *a, const u64 *b, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    u64 xa = a[i];
    u64 xb = b[i];
    { u64 y; asm volatile("{.reg .b64 d; .reg .b64 a; .reg .b64 b; mov.b64 a, %1; mov.b64 b, %2; add.rn.f64 d, a, b; mov.b64 %0, d;}" : "=l"(y) : "l"(xa), "l"(xb)); out[(size_t)0 * n + i] = y; }
    { u64 y; asm volatile("{.reg .b64 d; .reg .b64 a; .reg .b64 b; mov.b64 a, %1; mov.b64 b, %2; add.rz.f64 d, a, b; mov.b64 %0, d;}" : "=l"(y) : "l"(xa), "l"(xb)); out[(size_t)1 * n + i] = y; }
    { u64 y; asm volatile("{.reg .b64 d; .reg .b64 a; .reg .b64 b; mov.b64 a, %1; mov.b64 b, %2; add.rm.f64 d, a, b; mov.b64 %0, d;}" : "=l"(y) : "l"(xa), "l"(xb)); out[(size_t)2 * n + i] = y; }
    { u64 y; asm volatile("{.reg .b64 d; .reg .b64 a; .reg .b64 b; mov.b64 a, %1; mov.b64 b, %2; add.rp.f64 d, a, b; mov.b64 %0, d;}" : "=l"(y) : "l"(xa), "l"(xb)); out[(size_t)3 * n + i] = y; }
    { u64 y; asm volatile("{.reg .b64 d; .reg .b64 a; .reg .b64 b; mov.b64 a, %1; mov.b64 b, %2; mul.rn.f64 d, a, b; mov.b64 %0, d;}" : "=l"(y) : "l"(xa), "l"(xb)); out[(size_t)4 * n + i] = y; }
    { u64 y; asm volatile("{.reg .b64 d; .reg .b64 a; .reg .b64 b; mov.b64 a, %1; mov.b64 b, %2; mul.rz.f64 d, a, b; mov.b64 %0, d;}" : "=l"(y) : "l"(xa), "l"(xb)); out[(size_t)5 * n + i] = y; }
    { u64 y; asm volatile("{.reg .b64 d; .reg .b64 a; .reg .b64 b; mov.b64 a, %1; mov.b64 b, %2; mul.rm.f64 d, a, b; mov.b64 %0, d;}" : "=l"(y) : "l"(xa), "l"(xb)); out[(size_t)6 * n + i] = y; }
    { u64 y; asm volatile("{.reg .b64 d; .reg .b64 a; .reg .b64 b; mov.b64 a, %1; mov.b64 b, %2; mul.rp.f64 d, a, b; mov.b64 %0, d;}" : "=l"(y) : "l"(xa), "l"(xb)); out[(size_t)7 * n + i] = y; }
    { u64 y; asm volatile("{.reg .b64 d; .reg .b64 a; .reg .b64 b; mov.b64 a, %1; mov.b64 b, %2; div.rn.f64 d, a, b; mov.b64 %0, d;}" : "=l"(y) : "l"(xa), "l"(xb)); out[(size_t)8 * n + i] = y; }
    { u64 y; asm volatile("{.reg .b64 d; .reg .b64 a; .reg .b64 b; mov.b64 a, %1; mov.b64 b, %2; div.rz.f64 d, a, b; mov.b64 %0, d;}" : "=l"(y) : "l"(xa), "l"(xb)); out[(size_t)9 * n + i] = y; }
    { u64 y; asm volatile("{.reg .b64 d; .reg .b64 a; .reg .b64 b; mov.b64 a, %1; mov.b64 b, %2; div.rm.f64 d, a, b; mov.b64 %0, d;}" : "=l"(y) : "l"(xa), "l"(xb)); out[(size_t)10 * n + i] = y; }
    { u64 y; asm volatile("{.reg .b64 d; .reg .b64 a; .reg .b64 b; mov.b64 a, %1; mov.b64 b, %2; div.rp.f64 d, a, b; mov.b64 %0, d;}" : "=l"(y) : "l"(xa), "l"(xb)); out[(size_t)11 * n + i] = y; }
    { u64 y; asm volatile("{.reg .b64 d; .reg .b64 a; .reg .b64 b; mov.b64 a, %1; mov.b64 b, %2; min.f64 d, a, b; mov.b64 %0, d;}" : "=l"(y) : "l"(xa), "l"(xb)); out[(size_t)12 * n + i] = y; }
    { u64 y; asm volatile("{.reg .b64 d; .reg .b64 a; .reg .b64 b; mov.b64 a, %1; mov.b64 b, %2; max.f64 d, a, b; mov.b64 %0, d;}" : "=l"(y) : "l"(xa), "l"(xb)); out[(size_t)13 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b64 a; .reg .b64 b; mov.b64 a, %1; mov.b64 b, %2; set.lt.u32.f64 d, a, b; mov.b32 %0, d;}" : "=r"(y) : "l"(xa), "l"(xb)); out[(size_t)14 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b64 a; .reg .b64 b; mov.b64 a, %1; mov.b64 b, %2; set.equ.u32.f64 d, a, b; mov.b32 %0, d;}" : "=r"(y) : "l"(xa), "l"(xb)); out[(size_t)15 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b64 a; .reg .b64 b; mov.b64 a, %1; mov.b64 b, %2; set.nan.u32.f64 d, a, b; mov.b32 %0, d;}" : "=r"(y) : "l"(xa), "l"(xb)); out[(size_t)16 * n + i] = y; }
}
extern "C" __global__ void fused_f64(u64 *out, const u64 *a, const u64 *b, const u64 *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    u64 xa = a[i];
    u64 xb = b[i];
    u64 xc = c[i];
    { u64 y; asm volatile("{.reg .b64 d; .reg .b64 a; .reg .b64 b; .reg .b64 c; mov.b64 a, %1; mov.b64 b, %2; mov.b64 c, %3; fma.rn.f64 d, a, b, c; mov.b64 %0, d;}" : "=l"(y) : "l"(xa), "l"(xb), "l"(xc)); out[(size_t)0 * n + i] = y; }
    { u64 y; asm volatile("{.reg .b64 d; .reg .b64 a; .reg .b64 b; .reg .b64 c; mov.b64 a, %1; mov.b64 b, %2; mov.b64 c, %3; fma.rz.f64 d, a, b, c; mov.b64 %0, d;}" : "=l"(y) : "l"(xa), "l"(xb), "l"(xc)); out[(size_t)1 * n + i] = y; }
    { u64 y; asm volatile("{.reg .b64 d; .reg .b64 a; .reg .b64 b; .reg .b64 c; mov.b64 a, %1; mov.b64 b, %2; mov.b64 c, %3; fma.rm.f64 d, a, b, c; mov.b64 %0, d;}" : "=l"(y) : "l"(xa), "l"(xb), "l"(xc)); out[(size_t)2 * n + i] = y; }
    { u64 y; asm volatile("{.reg .b64 d; .reg .b64 a; .reg .b64 b; .reg .b64 c; mov.b64 a, %1; mov.b64 b, %2; mov.b64 c, %3; fma.rp.f64 d, a, b, c; mov.b64 %0, d;}" : "=l"(y) : "l"(xa), "l"(xb), "l"(xc)); out[(size_t)3 * n + i] = y; }
}
extern "C" __global__ void arithmetic_f16(u64 *out, const u32 *a, const u32 *b, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    u32 xa = a[i];
    u32 xb = b[i];
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; .reg .b32 b; mov.b32 a, %1; mov.b32 b, %2; add.rn.f16x2 d, a, b; mov.b32 %0, d;}" : "=r"(y) : "r"(xa), "r"(xb)); out[(size_t)0 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; .reg .b32 b; mov.b32 a, %1; mov.b32 b, %2; add.rn.sat.f16x2 d, a, b; mov.b32 %0, d;}" : "=r"(y) : "r"(xa), "r"(xb)); out[(size_t)1 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; .reg .b32 b; mov.b32 a, %1; mov.b32 b, %2; add.rn.ftz.f16x2 d, a, b; mov.b32 %0, d;}" : "=r"(y) : "r"(xa), "r"(xb)); out[(size_t)2 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; .reg .b32 b; mov.b32 a, %1; mov.b32 b, %2; add.rn.ftz.sat.f16x2 d, a, b; mov.b32 %0, d;}" : "=r"(y) : "r"(xa), "r"(xb)); out[(size_t)3 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; .reg .b32 b; mov.b32 a, %1; mov.b32 b, %2; mul.rn.f16x2 d, a, b; mov.b32 %0, d;}" : "=r"(y) : "r"(xa), "r"(xb)); out[(size_t)4 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; .reg .b32 b; mov.b32 a, %1; mov.b32 b, %2; mul.rn.sat.f16x2 d, a, b; mov.b32 %0, d;}" : "=r"(y) : "r"(xa), "r"(xb)); out[(size_t)5 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; .reg .b32 b; mov.b32 a, %1; mov.b32 b, %2; mul.rn.ftz.f16x2 d, a, b; mov.b32 %0, d;}" : "=r"(y) : "r"(xa), "r"(xb)); out[(size_t)6 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; .reg .b32 b; mov.b32 a, %1; mov.b32 b, %2; mul.rn.ftz.sat.f16x2 d, a, b; mov.b32 %0, d;}" : "=r"(y) : "r"(xa), "r"(xb)); out[(size_t)7 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; .reg .b32 b; mov.b32 a, %1; mov.b32 b, %2; sub.rn.f16x2 d, a, b; mov.b32 %0, d;}" : "=r"(y) : "r"(xa), "r"(xb)); out[(size_t)8 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; .reg .b32 b; mov.b32 a, %1; mov.b32 b, %2; sub.rn.sat.f16x2 d, a, b; mov.b32 %0, d;}" : "=r"(y) : "r"(xa), "r"(xb)); out[(size_t)9 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; .reg .b32 b; mov.b32 a, %1; mov.b32 b, %2; sub.rn.ftz.f16x2 d, a, b; mov.b32 %0, d;}" : "=r"(y) : "r"(xa), "r"(xb)); out[(size_t)10 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; .reg .b32 b; mov.b32 a, %1; mov.b32 b, %2; sub.rn.ftz.sat.f16x2 d, a, b; mov.b32 %0, d;}" : "=r"(y) : "r"(xa), "r"(xb)); out[(size_t)11 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; .reg .b32 b; mov.b32 a, %1; mov.b32 b, %2; min.f16x2 d, a, b; mov.b32 %0, d;}" : "=r"(y) : "r"(xa), "r"(xb)); out[(size_t)12 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; .reg .b32 b; mov.b32 a, %1; mov.b32 b, %2; min.NaN.f16x2 d, a, b; mov.b32 %0, d;}" : "=r"(y) : "r"(xa), "r"(xb)); out[(size_t)13 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; .reg .b32 b; mov.b32 a, %1; mov.b32 b, %2; min.ftz.f16x2 d, a, b; mov.b32 %0, d;}" : "=r"(y) : "r"(xa), "r"(xb)); out[(size_t)14 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; .reg .b32 b; mov.b32 a, %1; mov.b32 b, %2; min.ftz.NaN.f16x2 d, a, b; mov.b32 %0, d;}" : "=r"(y) : "r"(xa), "r"(xb)); out[(size_t)15 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; .reg .b32 b; mov.b32 a, %1; mov.b32 b, %2; max.f16x2 d, a, b; mov.b32 %0, d;}" : "=r"(y) : "r"(xa), "r"(xb)); out[(size_t)16 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; .reg .b32 b; mov.b32 a, %1; mov.b32 b, %2; max.NaN.f16x2 d, a, b; mov.b32 %0, d;}" : "=r"(y) : "r"(xa), "r"(xb)); out[(size_t)17 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; .reg .b32 b; mov.b32 a, %1; mov.b32 b, %2; max.ftz.f16x2 d, a, b; mov.b32 %0, d;}" : "=r"(y) : "r"(xa), "r"(xb)); out[(size_t)18 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; .reg .b32 b; mov.b32 a, %1; mov.b32 b, %2; max.ftz.NaN.f16x2 d, a, b; mov.b32 %0, d;}" : "=r"(y) : "r"(xa), "r"(xb)); out[(size_t)19 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; .reg .b32 b; mov.b32 a, %1; mov.b32 b, %2; add.rn.bf16x2 d, a, b; mov.b32 %0, d;}" : "=r"(y) : "r"(xa), "r"(xb)); out[(size_t)20 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; .reg .b32 b; mov.b32 a, %1; mov.b32 b, %2; mul.rn.bf16x2 d, a, b; mov.b32 %0, d;}" : "=r"(y) : "r"(xa), "r"(xb)); out[(size_t)21 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; .reg .b32 b; mov.b32 a, %1; mov.b32 b, %2; min.bf16x2 d, a, b; mov.b32 %0, d;}" : "=r"(y) : "r"(xa), "r"(xb)); out[(size_t)22 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; .reg .b32 b; mov.b32 a, %1; mov.b32 b, %2; max.NaN.bf16x2 d, a, b; mov.b32 %0, d;}" : "=r"(y) : "r"(xa), "r"(xb)); out[(size_t)23 * n + i] = y; }
}
extern "C" __global__ void fused_f16(u64 *out, const u32 *a, const u32 *b, const u32 *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    u32 xa = a[i];
    u32 xb = b[i];
    u32 xc = c[i];
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; .reg .b32 b; .reg .b32 c; mov.b32 a, %1; mov.b32 b, %2; mov.b32 c, %3; fma.rn.f16x2 d, a, b, c; mov.b32 %0, d;}" : "=r"(y) : "r"(xa), "r"(xb), "r"(xc)); out[(size_t)0 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; .reg .b32 b; .reg .b32 c; mov.b32 a, %1; mov.b32 b, %2; mov.b32 c, %3; fma.rn.sat.f16x2 d, a, b, c; mov.b32 %0, d;}" : "=r"(y) : "r"(xa), "r"(xb), "r"(xc)); out[(size_t)1 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; .reg .b32 b; .reg .b32 c; mov.b32 a, %1; mov.b32 b, %2; mov.b32 c, %3; fma.rn.relu.f16x2 d, a, b, c; mov.b32 %0, d;}" : "=r"(y) : "r"(xa), "r"(xb), "r"(xc)); out[(size_t)2 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; .reg .b32 b; .reg .b32 c; mov.b32 a, %1; mov.b32 b, %2; mov.b32 c, %3; fma.rn.ftz.f16x2 d, a, b, c; mov.b32 %0, d;}" : "=r"(y) : "r"(xa), "r"(xb), "r"(xc)); out[(size_t)3 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; .reg .b32 b; .reg .b32 c; mov.b32 a, %1; mov.b32 b, %2; mov.b32 c, %3; fma.rn.ftz.sat.f16x2 d, a, b, c; mov.b32 %0, d;}" : "=r"(y) : "r"(xa), "r"(xb), "r"(xc)); out[(size_t)4 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; .reg .b32 b; .reg .b32 c; mov.b32 a, %1; mov.b32 b, %2; mov.b32 c, %3; fma.rn.ftz.relu.f16x2 d, a, b, c; mov.b32 %0, d;}" : "=r"(y) : "r"(xa), "r"(xb), "r"(xc)); out[(size_t)5 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; .reg .b32 b; .reg .b32 c; mov.b32 a, %1; mov.b32 b, %2; mov.b32 c, %3; fma.rn.bf16x2 d, a, b, c; mov.b32 %0, d;}" : "=r"(y) : "r"(xa), "r"(xb), "r"(xc)); out[(size_t)6 * n + i] = y; }
    { u32 y; asm volatile("{.reg .b32 d; .reg .b32 a; .reg .b32 b; .reg .b32 c; mov.b32 a, %1; mov.b32 b, %2; mov.b32 c, %3; fma.rn.relu.bf16x2 d, a, b, c; mov.b32 %0, d;}" : "=r"(y) : "r"(xa), "r"(xb), "r"(xc)); out[(size_t)7 * n + i] = y; }
}
