// Chains of one instruction, each depending on the one before: with one warp a turn takes the
// instruction's latency 128 times, with many the pipe's interval.
typedef unsigned u32;
typedef unsigned long long u64;
#define S4(x) x x x x
#define S128(x) S4(S4(S4(x))) S4(S4(S4(x)))
#define CHAIN(name, decl, step, result) \
    extern "C" __global__ void chain_##name(u32 *out, int turns, u32 a, u32 b) { \
        decl; \
        _Pragma("unroll 1") for (int t = 0; t < turns; t++) { S128(step) } \
        out[blockIdx.x * blockDim.x + threadIdx.x] = result; }
#define FLOATS float x = threadIdx.x, p = __uint_as_float(a), q = __uint_as_float(b)
#define INTS u32 x = threadIdx.x
#define DOUBLES double x = threadIdx.x, p = a; [[maybe_unused]] double q = b
CHAIN(ffma, FLOATS, asm volatile("fma.rn.f32 %0, %0, %1, %2;" : "+f"(x) : "f"(p), "f"(q));, __float_as_uint(x))
CHAIN(fadd, FLOATS, asm volatile("add.f32 %0, %0, %1;" : "+f"(x) : "f"(p));, __float_as_uint(x))
CHAIN(shf, INTS, asm volatile("shf.l.wrap.b32 %0, %0, %1, %2;" : "+r"(x) : "r"(a), "r"(b));, x)
CHAIN(alternate, INTS, asm volatile("add.u32 %0, %0, %1;" : "+r"(x) : "r"(a));, x)
CHAIN(lop3, INTS, asm volatile("lop3.b32 %0, %0, %1, %2, 0x68;" : "+r"(x) : "r"(a), "r"(b));, x)
CHAIN(imad, INTS, asm volatile("mad.lo.u32 %0, %0, %1, %2;" : "+r"(x) : "r"(a), "r"(b));, x)
CHAIN(imad_wide, u64 x = threadIdx.x, asm volatile("{ .reg .u32 l, h; mov.b64 {l, h}, %0; mul.wide.u32 %0, h, %1; }" : "+l"(x) : "r"(a));, (u32)x ^ (u32)(x >> 32))
CHAIN(hfma2, INTS, asm volatile("fma.rn.f16x2 %0, %0, %1, %2;" : "+r"(x) : "r"(a), "r"(b));, x)
CHAIN(dfma, DOUBLES, asm volatile("fma.rn.f64 %0, %0, %1, %2;" : "+d"(x) : "d"(p), "d"(q));, __double2hiint(x) ^ __double2loint(x))
CHAIN(dadd, DOUBLES, asm volatile("add.f64 %0, %0, %1;" : "+d"(x) : "d"(p));, __double2hiint(x) ^ __double2loint(x))
CHAIN(mufu, FLOATS, asm volatile("ex2.approx.ftz.f32 %0, %0;" : "+f"(x));, __float_as_uint(x * p * q))
CHAIN(popc, INTS, asm volatile("popc.b32 %0, %0;" : "+r"(x));, x)
CHAIN(shfl, INTS, asm volatile("shfl.sync.bfly.b32 %0, %0, 1, 31, -1;" : "+r"(x));, x)
CHAIN(redux, INTS, asm volatile("redux.sync.add.s32 %0, %0, -1;" : "+r"(x));, x)
CHAIN(isetp_sel, INTS, asm volatile("{ .reg .pred p; setp.lt.s32 p, %0, %1; selp.b32 %0, %2, %0, p; }" : "+r"(x) : "r"(a), "r"(b));, x)
CHAIN(ballot, INTS, asm volatile("{ .reg .pred p; setp.lt.s32 p, %0, %1; vote.sync.ballot.b32 %0, p, -1; }" : "+r"(x) : "r"(a));, x)

// The body whose registers banks.py sets: 128 FFMAs without dependences.
#define BANKS(name) \
    extern "C" __global__ void banks_##name(u32 *out, int turns, u32 a, u32 b) { \
        float f[16], p = __uint_as_float(a), q = __uint_as_float(b), s = 0; \
        _Pragma("unroll") for (int k = 0; k < 16; k++) f[k] = p * k; \
        _Pragma("unroll 1") for (int t = 0; t < turns; t++) { \
            _Pragma("unroll") for (int i = 0; i < 128; i++) asm volatile("fma.rn.f32 %0, %0, %1, %2;" : "+f"(f[i % 16]) : "f"(p), "f"(q)); } \
        _Pragma("unroll") for (int k = 0; k < 16; k++) s += f[k]; \
        out[blockIdx.x * blockDim.x + threadIdx.x] = __float_as_uint(s); }
BANKS(eee) BANKS(eeo) BANKS(eoo) BANKS(ooo) BANKS(eee_reuse) BANKS(same)

// Independent instructions over code of 8 KB for each of `blocks`, as often as asked.
#define S8(x) x(0) x(1) x(2) x(3) x(4) x(5) x(6) x(7)
#define S64(x) S8(x) S8(x) S8(x) S8(x) S8(x) S8(x) S8(x) S8(x)
#define ONE(k) asm volatile("fma.rn.f32 %0, %0, %1, %2;" : "+f"(f[k]) : "f"(p), "f"(q));
#define BLOCK(n) S64(ONE) S64(ONE) S64(ONE) S64(ONE) S64(ONE) S64(ONE) S64(ONE) S64(ONE) if (blocks == n) continue;
extern "C" __global__ void code(u32 *out, int turns, int blocks, u32 a, u32 b)
{
    float f[8], p = __uint_as_float(a), q = __uint_as_float(b);
#pragma unroll
    for (int k = 0; k < 8; k++) f[k] = p * k;
#pragma unroll 1
    for (int t = 0; t < turns; t++) {
        BLOCK(1) BLOCK(2) BLOCK(3) BLOCK(4) BLOCK(5) BLOCK(6) BLOCK(7) BLOCK(8) BLOCK(9) BLOCK(10)
        BLOCK(11) BLOCK(12) BLOCK(13) BLOCK(14) BLOCK(15) BLOCK(16) BLOCK(17) BLOCK(18) BLOCK(19) BLOCK(20)
    }
    float s = 0;
#pragma unroll
    for (int k = 0; k < 8; k++) s += f[k];
    out[blockIdx.x * blockDim.x + threadIdx.x] = __float_as_uint(s);
}
