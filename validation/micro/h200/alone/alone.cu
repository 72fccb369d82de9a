// Loads that wait for the sectors of others, by one SM alone and by all: 32 warps of an SM go through groups of
// lines, eight loads at a time, whose lanes have so many lines between them.
//
// Words 33 apart lie in different banks, and the eight loads want two sectors of most lines, one after the other;
// of words 40 apart they want one.
#include <cstdio>
#include <cuda_runtime.h>

typedef unsigned u32;

__device__ __forceinline__ u32 load(const u32 *p)
{
    u32 x;
    asm volatile("ld.global.u32 %0, [%1];" : "=r"(x) : "l"(p) : "memory");
    return x;
}

// `row` words of each warp's turn; blocks lie `own` words apart.
extern "C" __global__ void groups(u32 *out, const u32 *a, int turns, int lines, int step, int row, int own)
{
    const u32 *p = a + (threadIdx.x / 32) * (turns * row) + (long)blockIdx.x * own + (threadIdx.x & (lines - 1)) * step;
    u32 sum = 0;
#pragma unroll 1
    for (int t = 0; t < turns; t++) {
        u32 v[8];
#pragma unroll
        for (int k = 0; k < 8; k++) v[k] = load(p + k);
#pragma unroll
        for (int k = 0; k < 8; k++) sum += v[k];
        p += row;
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

// Each launch twice, without turns and with them: what the second of a pair does is counted.
static void measure(u32 *out, u32 *a, const char *name, int blocks, int turns, bool own)
{
    for (int step : {33, 40})
        for (int lines : {1, 2, 4, 8, 16}) {
            if (own && lines > 4) continue; // More than the L2 keeps.
            int row = ((lines - 1) * step + 8 + 31) / 32 * 32;
            for (int t : {0, turns})
                for (int again = 0; again < 2; again++)
                    groups<<<blocks, 1024>>>(out, a, t, lines, step, row, own ? 32 * turns * row : 0);
            printf("%s_%d_%d %d %d\n", name, lines, step, blocks, turns);
        }
}

int main()
{
    u32 *out, *a;
    size_t bytes = 64 << 20;
    cudaMalloc(&out, 4 << 20), cudaMalloc(&a, bytes);
    cudaMemset(a, 0, bytes);
    measure(out, a, "alone", 1, 32, false);
    measure(out, a, "same", 132, 32, false);
    measure(out, a, "own", 132, 8, true);
    if (cudaDeviceSynchronize() != cudaSuccess) return 1;
}
