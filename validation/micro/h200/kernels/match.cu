// MATCH.ANY of lanes that hold so many distinct values: many at once, and as a chain.
typedef unsigned u32;
#define MATCH(name, step, result) \
    extern "C" __global__ void name(u32 *out, int turns, int distinct) { \
        u32 x = threadIdx.x % 32 % distinct, s = 0; \
        _Pragma("unroll 1") for (int t = 0; t < turns; t++) { \
            _Pragma("unroll") for (int k = 0; k < 8; k++) { step } } \
        out[blockIdx.x * blockDim.x + threadIdx.x] = result; }
MATCH(match_any, u32 m; asm volatile("match.any.sync.b32 %0, %1, 0xffffffff;" : "=r"(m) : "r"(x)); s ^= m;, s)
MATCH(match_chain, asm volatile("match.any.sync.b32 %0, %0, 0xffffffff;" : "+r"(x));, x + s)
