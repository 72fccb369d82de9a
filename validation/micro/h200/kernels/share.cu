// Who shares the data path of the L1: for so many cycles some warps go through chains of shared loads,
// 16 in a turn (the probe), and 16 others through batches of eight loads or stores of global memory.
// What is counted afterwards are the instructions of each that were done in that time.
typedef unsigned u32;

// Global loads that hit; each of its own lines, that miss; eight of the same sectors, which the first
// misses; and stores, each of its own lines.
enum Other { IDLE, HIT, OWN, SAME, STORE };

template <Other OTHER> __device__ __forceinline__ u32 batch(const u32 *p, u32 *q, u32 row)
{
    u32 v[8], sum = 0;
#pragma unroll
    for (int k = 0; k < 8; k++) {
        v[k] = 0;
        if (OTHER == STORE) asm volatile("st.global.u32 [%1], %0;" : : "r"(v[k]), "l"(q + k * row) : "memory");
        else asm volatile("ld.global.u32 %0, [%1];" : "=r"(v[k]) : "l"(OTHER == OWN ? p + k * row : p + k) : "memory");
    }
#pragma unroll
    for (int k = 0; k < 8; k++) sum += v[k];
    return sum;
}

// The first `probes` warps probe, with shared loads of WAVEFRONTS. Lanes of the others look at a word of
// each of `lines` lines, always in the same banks, or at as many words beside it as there are lanes left;
// every warp has 64 KB of its own, which are in the L2.
template <int WAVEFRONTS, Other OTHER>
__device__ void share(u32 *out, u32 *a, int probes, int lines, int time)
{
    const u32 REGION = 16384;
    __shared__ u32 word[8 * 32];
    u32 lane = threadIdx.x % 32, warp = threadIdx.x / 32, turns = 0, sum = 0;
    for (u32 i = threadIdx.x; i < 16 * REGION / 8; i += blockDim.x) sum += __ldcg(a + i * 8);
    u32 base = (u32)__cvta_generic_to_shared(word);
    for (u32 i = threadIdx.x; i < 8 * 32; i += blockDim.x) word[i] = base + i * 4;
    __syncthreads();
    u32 x = base + lane % WAVEFRONTS * 128 + lane / WAVEFRONTS * 4;
    u32 row = lines * 32 + 32, at = 0;
    u32 *mine = a + ((int)warp - probes) * REGION + lane % lines * 32 + lane / lines, *theirs = mine + 16 * REGION;
    long long start = clock64();
    if (warp < probes)
#pragma unroll 1
        while (clock64() - start < time) {
#pragma unroll
            for (int k = 0; k < 16; k++) asm volatile("ld.shared.u32 %0, [%0];" : "+r"(x));
            turns++;
        }
    else if (OTHER != IDLE)
#pragma unroll 1
        while (clock64() - start < time) {
            sum += batch<OTHER>(mine + at, theirs + at, row);
            at += OTHER == HIT ? sum : OTHER == SAME ? row : 8 * row; // What is loaded is 0.
            if (at + 8 * row > REGION) at = 0;
            turns++;
        }
    if (lane == 0) out[warp] = turns;
    if (x + sum == 0x12345678) out[64] = x;
}
#define SHARE(name, WAVEFRONTS, OTHER)                                                           \
    extern "C" __global__ void share_##name(u32 *out, u32 *a, int probes, int lines, int time) \
    {                                                                                            \
        share<WAVEFRONTS, OTHER>(out, a, probes, lines, time);                                   \
    }
SHARE(idle_1, 1, IDLE)
SHARE(idle_8, 8, IDLE)
SHARE(hit_1, 1, HIT)
SHARE(own_1, 1, OWN)
SHARE(own_8, 8, OWN)
SHARE(same_1, 1, SAME)
SHARE(same_8, 8, SAME)
SHARE(store_1, 1, STORE)
