// Whether loads that miss other sectors of a line go to the L2 with the request that is there. A program of its own:
// asked.py runs it under Nsight Compute, and asked.txt is what that printed.
#include "../loads.cuh"

static const int TURNS = 256;
// So many turns have the code in the SM; the others are timed.
static const int COLD = 16;

__device__ __forceinline__ u32 weak(const u32 *p)
{
    u32 value;
    asm volatile("ld.global.u32 %0, [%1];" : "=r"(value) : "l"(p) : "memory");
    return value;
}

// So many dependent products: four cycles each. They are not the same instructions for another `one`.
template <int N> __device__ __forceinline__ u32 chain(u32 x, u32 one, u32 zero)
{
#pragma unroll
    for (int i = 0; i < N; i++) asm volatile("mad.lo.u32 %0,%0,%1,%2;" : "+r"(x) : "r"(one), "r"(zero));
    return x;
}

__device__ __forceinline__ u32 clock_low()
{
    unsigned long long t;
    asm volatile("mov.u64 %0,%%clock64;" : "=l"(t)::"memory");
    return (u32)t;
}

// Two warps, of two sub-cores, each load half of a line; the second has four cycles more to do before for each N. They
// leave how long after the barrier their loads have issued, in the mean.
template <int N> __device__ __forceinline__ void apart(u32 *lines, u32 *out, u32 one, u32 same, u32 zero)
{
    u32 lane = threadIdx.x % 32, warp = threadIdx.x / 32, took = 0;
    for (int t = 0; t < TURNS; t++) {
        const u32 *line = lines + t * 32 + warp * 16 + lane % 16;
        __syncthreads();
        u32 from = clock_low(), x;
        if (warp) x = chain<20 + N>(from & zero, one, zero);
        else x = chain<22>(from & zero, same, zero);
        u32 value = weak(line + x);
        u32 issued = clock_low();
        if (t >= COLD) took += issued - from;
        if (await(value)) return;
    }
    if (lane == 0) out[warp] = took / (TURNS - COLD);
}

// One warp loads a sector of a line, one of each of N others, and another of the first line.
template <int N> __device__ __forceinline__ void behind(u32 *lines)
{
    for (int t = 0; t < TURNS; t++) {
        const u32 *line = lines + t * (N + 1) * 32 + threadIdx.x % 8;
        u32 sum = weak(line);
#pragma unroll
        for (int other = 1; other <= N; other++) sum += weak(line + 32 * other);
        sum += weak(line + 16);
        if (await(sum)) return;
    }
}

extern "C" {
// (With longer chains the second warp's delay differs from turn to turn.)
#define FOR_FEW(DO) DO(0) DO(1) DO(2) DO(3) DO(4) DO(5) DO(6) DO(7)
#define FOR_MANY(DO) FOR_FEW(DO) DO(8) DO(9) DO(10) DO(12)
#define TWO_WARPS(N) __global__ void apart_##N(u32 *lines, u32 *out, u32 one, u32 same, u32 zero) { apart<N>(lines, out, one, same, zero); }
#define ONE_WARP(N) __global__ void behind_##N(u32 *lines) { behind<N>(lines); }
FOR_FEW(TWO_WARPS)
FOR_MANY(ONE_WARP)

// One warp loads a sector of each of `many` lines, and at once another of each.
__global__ void lines(u32 *lines, int many)
{
    for (int t = 0; t < TURNS; t++) {
        const u32 *line = lines + (t * many + threadIdx.x * many / 32) * 32 + threadIdx.x % 8;
        u32 sum = weak(line);
        sum += weak(line + 16);
        if (await(sum)) return;
    }
}

// All SMs: each warp loads half of two lines, and the other half.
__global__ void halves(u32 *lines)
{
    u32 i = blockIdx.x * blockDim.x + threadIdx.x;
    const u32 *line = lines + i / 16 * 32 + i % 16;
    u32 sum = weak(line);
    sum += weak(line + 16);
    if (sum) lines[i] = sum;
}

// All SMs: warp by warp the lines' parts, a half or a sector each.
__global__ void parts(u32 *lines, int threads)
{
    u32 value = weak(lines + (blockIdx.x * blockDim.x + threadIdx.x) / threads);
    if (value) lines[0] = value;
}
}

int main()
{
    u32 *memory = zeros((size_t)1 << 26), *out = zeros(8);
#define APART(N) { apart_##N<<<1, 64>>>(memory, out, 1, 1, 0); auto took = left(out, 2); printf("apart_%d %d\n", N, (int)(took[1] - took[0])); }
    FOR_FEW(APART)
#define BEHIND(N) { behind_##N<<<1, 32>>>(memory); printf("behind_%d\n", N); }
    FOR_MANY(BEHIND)
    for (int many : {1, 2, 4, 8, 12, 16, 20, 24, 28, 32}) lines<<<1, 32>>>(memory, many), printf("lines_%d\n", many);
    for (int block : {32, 128, 256, 1024}) {
        halves<<<(1 << 21) / block, block>>>(memory), printf("halves_%d\n", block);
        for (int threads : {2, 4}) parts<<<(1 << 21) / block, block>>>(memory, threads), printf("parts_%d_%d\n", threads, block);
    }
    check(cudaDeviceSynchronize());
}
