// Warps that store to the same lines one after the other, so many cycles apart, when nothing else waits: what of it leaves the
// SM together. `joined.py` runs it under Nsight Compute and says what it found. Each launch says on stderr what it is.
//
//     nvcc -O3 -arch=sm_90 joined.cu -o joined
#include "../device.cuh"

typedef unsigned u32;

#define LATER(n) case n: wait<GAP>(f, a, b);
#define LATER4(n) LATER(n + 3) LATER(n + 2) LATER(n + 1) LATER(n)

template <int N> __device__ __forceinline__ void wait(float &f, float a, float b)
{
#pragma unroll
    for (int i = 0; i < N; i++) asm volatile("fma.rn.f32 %0, %0, %1, %2;" : "+f"(f) : "f"(a), "f"(b));
}

// In each round every warp stores its word of `lines` lines that are the block's, and then a word of each of `own` lines; each
// warp GAP dependent instructions later than the one before it. Between rounds all leaves.
template <int GAP> __device__ __forceinline__ void joined(u32 *out, int rounds, int lines, int own, float a, float b)
{
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32, warps = blockDim.x / 32;
#pragma unroll 1
    for (int round = 0; round < rounds; round++) {
        size_t first = (size_t)(round * gridDim.x + blockIdx.x) * (lines + warps * own);
        u32 *shared = out + (first + lane) * 32 + warp;
        u32 *alone = out + (first + lines + warp * own + lane) * 32;
        asm volatile("" : "+l"(shared), "+l"(alone));
        __nanosleep(4000);
        float f = a;
        __syncthreads();
        switch (GAP ? warp : 0) {
            LATER4(28) LATER4(24) LATER4(20) LATER4(16) LATER4(12) LATER4(8) LATER4(4) LATER(3) LATER(2) LATER(1)
            default: break;
        }
        u32 value = __float_as_uint(f);
        if (lane < lines) asm volatile("st.global.u32 [%0], %1;" ::"l"(shared), "r"(value) : "memory");
        if (lane < own) asm volatile("st.global.u32 [%0], %1;" ::"l"(alone), "r"(value) : "memory");
    }
}

#define JOINED(gap)                                                                                              \
    extern "C" __global__ __launch_bounds__(1024) void joined_##gap(u32 *out, int rounds, int lines, int own, float a, float b) \
    {                                                                                                            \
        joined<gap>(out, rounds, lines, own, a, b);                                                              \
    }
JOINED(0) JOINED(1) JOINED(2) JOINED(3) JOINED(4) JOINED(5) JOINED(6) JOINED(8) JOINED(12) JOINED(16)

int main()
{
    const int rounds = 16;
    u32 *out = zeros(64 << 20);
    struct { int gap; void (*kernel)(u32 *, int, int, int, float, float); } kernels[] = {
        {0, joined_0}, {1, joined_1}, {2, joined_2}, {3, joined_3}, {4, joined_4},
        {5, joined_5}, {6, joined_6}, {8, joined_8}, {12, joined_12}, {16, joined_16}};
    int shapes[][2] = {{1, 0}, {4, 0}, {16, 0}, {4, 4}};
    for (auto [gap, kernel] : kernels)
        for (int warps : {2, 4, 8, 16, 32})
            for (auto [lines, own] : shapes)
                for (int blocks : {1, 132}) {
                    if (blocks == 132 && (own || lines == 16 || (warps != 8 && warps != 32))) continue;
                    fprintf(stderr, "launch joined_%d_%d_%d_%d_%d\n", gap, warps, lines, own, blocks);
                    kernel<<<blocks, 32 * warps>>>(out, rounds, lines, own, 1, 0);
                    check(cudaDeviceSynchronize());
                }
}
