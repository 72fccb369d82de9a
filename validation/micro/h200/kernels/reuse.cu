// Loops in which an instruction overwrites what a memory instruction before it reads: how long that
// holds its operands. And products of 64 bits, whose results the compiler gives less time than they take.
typedef unsigned u32;
typedef unsigned long long u64;

#define LOOP(name, decl, body, result) \
    extern "C" __global__ void name(u32 *out, int turns, u32 a) { \
        __shared__ __align__(16) u32 word[1024]; \
        for (int w = threadIdx.x; w < 1024; w += blockDim.x) word[w] = 0; \
        __syncthreads(); \
        u32 s = (u32)__cvta_generic_to_shared(word) + threadIdx.x % 32 * 16, x = threadIdx.x; \
        u32 *p = out + threadIdx.x * 4; decl; \
        _Pragma("unroll 1") for (int t = 0; t < turns; t++) { body } \
        if ((result) == 0x7654321) out[1] = s; }
// The value stored changes behind the store.
LOOP(hold_none, , asm volatile("add.u32 %0, %0, %1;" : "+r"(x) : "r"(a));, x)
LOOP(hold_stg, , asm volatile("st.global.u32 [%1], %0; add.u32 %0, %0, %2;" : "+r"(x) : "l"(p), "r"(a));, x)
LOOP(hold_stg4, u32 y = x, asm volatile("st.global.v4.u32 [%2], {%0, %1, %0, %1}; add.u32 %0, %0, %3; add.u32 %1, %1, %3;" : "+r"(x), "+r"(y) : "l"(p), "r"(a));, x ^ y)
LOOP(hold_sts, , asm volatile("st.shared.u32 [%1], %0; add.u32 %0, %0, %2;" : "+r"(x) : "r"(s), "r"(a));, x)
LOOP(hold_sts4, u32 y = x, asm volatile("st.shared.v4.u32 [%2], {%0, %1, %0, %1}; add.u32 %0, %0, %3; add.u32 %1, %1, %3;" : "+r"(x), "+r"(y) : "r"(s), "r"(a));, x ^ y)
LOOP(hold_red, , asm volatile("red.global.add.u32 [%1], %0; add.u32 %0, %0, %2;" : "+r"(x) : "l"(p), "r"(a));, x)
// An address made of a product, right before its use.
LOOP(wide_stg, , asm volatile("{ .reg .u64 q; mul.wide.u32 q, %0, 4; add.u64 q, q, %1; st.global.u32 [q], %2; }" : : "r"(x), "l"(p), "r"(a)); x = (x + a) & 63;, x)
