// What stores of some warps of a lone SM make loads of the others take of the L1's data path, by how often they store. `passes.py` runs
// it and `copies.cu` under Nsight Compute. Each launch says on stderr what it is.
//
//     nvcc -O3 -arch=sm_90 split.cu -o split
#include "../device.cuh"

typedef unsigned u32;

// Words of a buffer that the L1 does not hold.
const u32 WORDS = 1 << 18;

// Some warps load so many lines at a time; the others store so many, PAUSE dependent instructions apart, until those are through.
template <int LOADS, int STORES, int PAUSE, int WHO>
__device__ __forceinline__ void split(u32 *out, const u32 *a, int rounds, float x, float y)
{
    __shared__ u32 done;
    u32 warp = threadIdx.x / 32, lane = threadIdx.x % 32, sum = 0;
    if (threadIdx.x == 0) done = 0;
    for (u32 i = threadIdx.x; i < WORDS / 8; i += 1024) sum += load(a + i * 8);
    __syncthreads();
    // 0: half of each sub-core's warps store; 1: all of one sub-core.
    bool stores = WHO == 0 ? warp / 4 % 2 : warp % 4 == 0;
    u32 loaders = WHO == 0 ? 16 : 24;
    if (!stores) {
        const u32 per = 32 / LOADS;
        const u32 *p = a + lane / per * 32 + lane % per;
        u32 at = warp * LOADS * 32;
#pragma unroll 1
        for (int r = 0; r < rounds; r++) {
#pragma unroll
            for (int k = 0; k < 4; k++) {
                u32 v;
                asm volatile("ld.global.ca.u32 %0, [%1];" : "=r"(v) : "l"(p + at) : "memory");
                sum += v;
                at = (at + 32 * LOADS * 32) & (WORDS - 1);
            }
        }
        if (lane == 0) atomicAdd(&done, 1);
    } else if (PAUSE >= 0) {
        const u32 per = 32 / STORES;
        u32 *q = out + lane / per * 32 + lane % per;
        u32 at = warp * STORES * 32;
        float f = x;
        while (*(volatile u32 *)&done < loaders) {
#pragma unroll
            for (int i = 0; i < PAUSE; i++) asm volatile("fma.rn.f32 %0, %0, %1, %2;" : "+f"(f) : "f"(x), "f"(y));
            asm volatile("st.global.u32 [%0], %1;" ::"l"(q + at), "r"(__float_as_uint(f)) : "memory");
            at = (at + 32 * STORES * 32) & (WORDS - 1);
        }
    }
    if (sum == 0x12345) out[0] = sum;
}
#define P(X, l, s, w) X(l##_##s##_0_##w, l, s, 0, w) X(l##_##s##_8_##w, l, s, 8, w) X(l##_##s##_32_##w, l, s, 32, w) X(l##_##s##_100_##w, l, s, 100, w) X(l##_##s##_300_##w, l, s, 300, w) X(l##_##s##_none_##w, l, s, -1, w)
#define ALL(X) P(X, 1, 1, 0) P(X, 1, 8, 0) P(X, 4, 4, 0) P(X, 8, 1, 0) P(X, 8, 8, 0) P(X, 16, 1, 0) P(X, 1, 1, 1) P(X, 8, 8, 1) P(X, 8, 1, 1)
#define KERNEL(name, l, s, p, w) extern "C" __global__ __launch_bounds__(1024) void split_##name(u32 *out, const u32 *a, int rounds, float x, float y) { split<l, s, p, w>(out, a, rounds, x, y); }
ALL(KERNEL)
int main()
{
    u32 *out = zeros(4 * WORDS + (1 << 16)), *a = zeros(8 * WORDS);
#define RUN(name, l, s, p, w) fprintf(stderr, "launch split_%s\n", #name); split_##name<<<1, 1024>>>(out, a, 100, 1, 0); check(cudaDeviceSynchronize());
    ALL(RUN)
}
