// Comparisons of halves: which pipe takes them, how long, and beside what.
typedef unsigned u32;
#define S4(x) x x x x
#define S128(x) S4(S4(S4(x))) S4(S4(S4(x)))
#define CHAIN(name, step) \
    extern "C" __global__ void chain_##name(u32 *out, int turns, u32 a, u32 b) { \
        u32 x = threadIdx.x, y = a; float f = threadIdx.x, p = __uint_as_float(a); \
        _Pragma("unroll 1") for (int t = 0; t < turns; t++) { S128(step) } \
        out[blockIdx.x * blockDim.x + threadIdx.x] = x ^ y ^ __float_as_uint(f); }
#define SET asm volatile("set.lt.f16x2.f16x2 %0, %0, %1;" : "+r"(x) : "r"(a));
#define SETP asm volatile("{ .reg .pred p, q; setp.lt.f16x2 p|q, %0, %1; selp.b32 %0, %2, %0, p; }" : "+r"(x) : "r"(a), "r"(b));
#define ADD asm volatile("add.u32 %0, %0, %1;" : "+r"(y) : "r"(b));
#define FMA asm volatile("fma.rn.f32 %0, %0, %1, %1;" : "+f"(f) : "f"(p));
#define HALF asm volatile("fma.rn.f16x2 %0, %0, %1, %1;" : "+r"(y) : "r"(b));
CHAIN(hset2, SET)
CHAIN(hsetp2, SETP)
CHAIN(hset2_lop, SET asm volatile("lop3.b32 %0, %0, %1, %1, 0x68;" : "+r"(y) : "r"(b));)
CHAIN(hset2_ffma, SET FMA)
CHAIN(hset2_hfma2, SET HALF)
