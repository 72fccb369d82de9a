// What waits behind stores and reductions on its way to the L1: for so many cycles some warps go through
// chains of shared loads, of global loads that hit or of constant loads, 16 in a turn (the probe), and 16
// others through batches of eight stores or reductions, each of its own lines. What is counted afterwards
// are the instructions of each that were done in that time.
typedef unsigned u32;

enum Probe { SHARED, NEAR, CONSTANT };
__constant__ u32 zeros[64];

template <Probe PROBE> __device__ __forceinline__ u32 probe(u32 x, const u32 *near)
{
    u32 y;
#pragma unroll
    for (int k = 0; k < 16; k++) {
        if (PROBE == SHARED) asm volatile("ld.shared.u32 %0, [%0];" : "+r"(x));
        if (PROBE == NEAR) { asm volatile("ld.global.u32 %0, [%1];" : "=r"(y) : "l"(near + x) : "memory"); x += y; }
        if (PROBE == CONSTANT) x = *(volatile const u32 *)(zeros + x);
    }
    return x;
}

template <bool REDUCES> __device__ __forceinline__ void batch(u32 *q, u32 row)
{
#pragma unroll
    for (int k = 0; k < 8; k++)
        if (REDUCES) asm volatile("red.global.add.u32 [%1], %0;" : : "r"(0), "l"(q + k * row) : "memory");
        else asm volatile("st.global.u32 [%1], %0;" : : "r"(0), "l"(q + k * row) : "memory");
}

// The first `probes` warps probe. Lanes of the others store to a word of each of `lines` lines, or to as
// many words beside it as there are lanes left; every warp has 64 KB of its own, which are in the L2.
template <Probe PROBE, bool REDUCES> __device__ void behind(u32 *out, u32 *a, int probes, int lines, int time)
{
    const u32 REGION = 16384;
    __shared__ u32 word[32];
    u32 lane = threadIdx.x % 32, warp = threadIdx.x / 32, turns = 0, sum = 0;
    for (u32 i = threadIdx.x; i < 16 * REGION / 8; i += blockDim.x) sum += __ldcg(a + i * 8);
    u32 base = (u32)__cvta_generic_to_shared(word);
    if (threadIdx.x < 32) word[threadIdx.x] = base + threadIdx.x * 4;
    __syncthreads();
    u32 x = PROBE == SHARED ? base + lane * 4 : 0;
    u32 row = lines * 32 + 32, at = 0;
    u32 *mine = a + ((int)warp - probes) * (int)REGION + lane % lines * 32 + lane / lines;
    long long start = clock64();
    if (warp < probes)
#pragma unroll 1
        while (clock64() - start < time) {
            x = probe<PROBE>(x, a + 16 * REGION); // What is loaded is 0, or its own address.
            turns++;
        }
    else
#pragma unroll 1
        while (clock64() - start < time) {
            batch<REDUCES>(mine + at, row);
            at += 8 * row;
            if (at + 8 * row > REGION) at = 0;
            turns++;
        }
    if (lane == 0) out[warp] = turns;
    if (x + sum == 0x12345678) out[64] = x;
}
#define BEHIND(name, PROBE, REDUCES)                                                              \
    extern "C" __global__ void behind_##name(u32 *out, u32 *a, int probes, int lines, int time) \
    {                                                                                             \
        behind<PROBE, REDUCES>(out, a, probes, lines, time);                                      \
    }
BEHIND(shared_red, SHARED, true)
BEHIND(near_store, NEAR, false)
BEHIND(near_red, NEAR, true)
BEHIND(constant_store, CONSTANT, false)
