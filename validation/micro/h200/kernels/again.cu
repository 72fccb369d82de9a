// What a second store to a line does to it in the L1, by the cycles since the first.
#include "access.cuh"

__device__ __forceinline__ void wait(int cycles)
{
    long long end = clock64() + cycles;
    while (clock64() < end) {}
}

// The first warp stores the first word of each lane's `stride` words; warp `second`, which may be the same, the
// second word GAP dependent instructions later, and loads the first word long before and long after.
template <int GAP> __device__ __forceinline__ u32 apart(u32 *p, bool is_first, bool is_second, int pause)
{
    u32 sum = 0;
    float x = 1.0f;
    if (is_second) x = __uint_as_float(load(p));
    wait(pause);
    __syncthreads();
    if (is_first) store(p, 1);
    if (is_second) {
#pragma unroll
        for (int k = 0; k < GAP; k++) asm volatile("fma.rn.f32 %0, %0, %0, %0;" : "+f"(x)::"memory");
        store(p + 1, __float_as_uint(x));
    }
    wait(pause);
    if (is_second) sum = load(p);
    __syncthreads();
    return sum;
}
template <int GAP, int LAST>
__device__ __forceinline__ u32 from(u32 *p, int step, bool is_first, bool is_second, int pause)
{
    u32 sum = apart<GAP>(p, is_first, is_second, pause);
    if (GAP < LAST) sum += from<(GAP < LAST ? GAP + 1 : LAST), LAST>(p + step, step, is_first, is_second, pause);
    return sum;
}
// What is loaded is used, or the compiler leaves the load out.
#define AGAIN(NAME, FIRST, LAST)                                                                   \
    extern "C" __global__ void NAME(u32 *out, int lanes, int stride, int second, int pause)        \
    {                                                                                              \
        int lane = threadIdx.x % 32, warp = threadIdx.x / 32;                                      \
        u32 *p = out + lane * stride;                                                              \
        bool is_first = warp == 0 && lane < lanes, is_second = warp == second && lane < lanes;     \
        if (from<FIRST, LAST>(p, 32 * stride, is_first, is_second, pause) == 12345) out[0] = 1;    \
    }
AGAIN(again_0, 0, 7)
AGAIN(again_8, 8, 15)
AGAIN(again_16, 16, 23)
AGAIN(again_24, 24, 31)
AGAIN(again_32, 32, 39)
