// Where stores and reductions of one SM hold up shared loads: for so many cycles one warp of some sub-cores goes through a
// chain of shared loads, 16 in a turn, and some warps of some sub-cores store without pause, so many times from one address,
// which then moves on: before it does all those stores must have been read. A program of its own: entry.txt is what it
// printed, for `WHAT_LINES_TIMES_WARPS_PROBING_STORING` (which sub-cores, a bit each) the cycles of a shared load, in the
// mean of the warps, and of a store of the SM; medians of five launches.
#include "../device.cuh"
#include <algorithm>

typedef unsigned u32;

template <bool REDUCES, int LINES, int TIMES> __device__ __forceinline__ void batch(u32 *p)
{
#pragma unroll
    for (int k = 0; k < TIMES; k++) {
        if (REDUCES) asm volatile("red.global.add.u32 [%0], %1;" ::"l"(p + k * LINES * 32), "r"(1) : "memory");
        else asm volatile("st.global.u32 [%0], %1;" ::"l"(p + k * LINES * 32), "r"(0) : "memory");
    }
}

// The first four warps probe, if their sub-core does. Lanes of the others store to a word of each of LINES lines, or to as
// many words beside it as there are lanes left; every warp has 256 KB of its own.
template <bool REDUCES, int LINES, int TIMES> __device__ void entry(u32 *out, u32 *a, int probing, int storing, int time)
{
    const u32 PROBES = 4, REGION = 65536;
    __shared__ u32 word[32];
    u32 lane = threadIdx.x % 32, warp = threadIdx.x / 32, turns = 0;
    u32 base = (u32)__cvta_generic_to_shared(word), x = base + lane * 4, at = 0;
    u32 *mine = a + (warp - PROBES) * REGION + lane % LINES * 32 + lane / LINES;
    if (warp == 0) word[lane] = x;
    __syncthreads();
    long long start = clock64();
    if (warp < PROBES) {
        if (probing >> warp & 1)
#pragma unroll 1
            while (clock64() - start < time) {
#pragma unroll
                for (int k = 0; k < 16; k++) asm volatile("ld.shared.u32 %0, [%0];" : "+r"(x));
                turns++;
            }
    } else if (storing >> warp % 4 & 1)
#pragma unroll 1
        while (clock64() - start < time) {
            batch<REDUCES, LINES, TIMES>(mine + at);
            at = (at + TIMES * LINES * 32) & (REGION - 1);
            turns++;
        }
    if (lane == 0) out[warp] = turns;
    if (x == 0x12345678) out[32] = x;
}
#define ALL(X)                                                                                                      \
    X(st_1_2, false, 1, 2) X(st_1_8, false, 1, 8) X(st_1_32, false, 1, 32)                                          \
    X(st_8_2, false, 8, 2) X(st_8_8, false, 8, 8) X(st_8_32, false, 8, 32)                                          \
    X(red_1_2, true, 1, 2) X(red_1_8, true, 1, 8) X(red_1_32, true, 1, 32)                                          \
    X(red_2_2, true, 2, 2) X(red_2_8, true, 2, 8) X(red_2_32, true, 2, 32)                                          \
    X(red_4_2, true, 4, 2) X(red_4_8, true, 4, 8) X(red_4_32, true, 4, 32)                                          \
    X(red_16_2, true, 16, 2) X(red_16_8, true, 16, 8) X(red_16_32, true, 16, 32)
#define KERNEL(NAME, REDUCES, LINES, TIMES)                                                                         \
    extern "C" __global__ __launch_bounds__(640) void entry_##NAME(u32 *out, u32 *a, int probing, int storing, int time) \
    {                                                                                                               \
        entry<REDUCES, LINES, TIMES>(out, a, probing, storing, time);                                               \
    }
ALL(KERNEL)

static double median(double (&of)[5])
{
    std::sort(of, of + 5);
    return of[2];
}

int main()
{
    u32 *out = zeros(256), *a = zeros(4 << 20), turns[20];
    const int time = 400000, subs[][2] = {{15, 15}, {1, 15}, {1, 14}, {1, 3}, {1, 1}, {2, 1}, {15, 14}, {15, 1}};
    for (auto &[probing, storing] : subs)
        for (int warps : {1, 2, 4}) {
#define RUN(NAME, REDUCES, LINES, TIMES)                                                                            \
    {                                                                                                               \
        double load[5], store[5];                                                                                   \
        for (int i = 0; i < 5; i++) {                                                                               \
            check(cudaMemset(out, 0, 256));                                                                         \
            entry_##NAME<<<1, 128 + 128 * warps>>>(out, a, probing, storing, time);                                 \
            check(cudaMemcpy(turns, out, sizeof turns, cudaMemcpyDeviceToHost));                                    \
            int loads = 0, stores = 0, probes = __builtin_popcount(probing);                                        \
            for (int warp = 0; warp < 4 + 4 * warps; warp++) (warp < 4 ? loads : stores) += turns[warp];            \
            load[i] = (double)time * probes / loads / 16, store[i] = (double)time / stores / TIMES;          \
        }                                                                                                           \
        printf("entry_%s_%d_%d_%d %.1f %.2f\n", #NAME, warps, probing, storing, median(load), median(store));       \
    }
            ALL(RUN)
        }
}
