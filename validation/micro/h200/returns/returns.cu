// What loads that come back from the L2 take of the data path beside shared loads without pause, by lines and sectors.
// `returns.py` runs it under Nsight Compute and says what it found. Each launch says on stderr what it is.
//
//     nvcc -O3 -arch=sm_90 returns.cu -o returns
#include "../device.cuh"

typedef unsigned u32;

// Words of a buffer that the L1 does not hold.
const u32 WORDS = 1 << 18;

// When all has been read once, 16 warps load from shared memory, and, if BESIDE, 16 load so many sectors of each of so many
// lines with so many lanes, until those are through.
template <int LINES, int SECTORS, int LANES, bool BESIDE>
__device__ __forceinline__ void returns(u32 *out, const u32 *a, int rounds)
{
    __shared__ u32 words[1024], done;
    u32 warp = threadIdx.x / 32, lane = threadIdx.x % 32, sum = 0;
    words[threadIdx.x] = rounds;
    if (threadIdx.x == 0) done = 0;
    for (u32 i = threadIdx.x; i < WORDS / 8; i += 1024) sum += load(a + i * 8);
    __syncthreads();
    if (warp / 4 % 2 == 0) {
        u32 at = (u32)__cvta_generic_to_shared(words) + lane * 4;
#pragma unroll 1
        for (int r = 0; r < rounds; r++) {
#pragma unroll
            for (int k = 0; k < 16; k++) {
                u32 v;
                asm volatile("ld.volatile.shared.u32 %0, [%1];" : "=r"(v) : "r"(at) : "memory");
                sum += v;
            }
        }
        if (lane == 0) atomicAdd(&done, 1);
    } else if (BESIDE) {
        const u32 per = LANES / LINES, of_sector = per / SECTORS;
        const u32 *p = a + lane / per * 32 + lane % per * SECTORS / per * 8 + lane % per % of_sector;
        u32 at = (warp / 8 * 4 + warp % 4) * LINES * 32;
        while (*(volatile u32 *)&done < 16) {
#pragma unroll
            for (int k = 0; k < 4; k++) {
                if (lane < LANES) {
                    u32 v;
                    asm volatile("ld.global.ca.u32 %0, [%1];" : "=r"(v) : "l"(p + at) : "memory");
                    sum += v;
                }
                at = (at + 16 * LINES * 32) & (WORDS - 1);
            }
        }
    }
    if (sum == 0x12345) out[0] = sum;
}

#define ALL(X)                                                                                                       \
    X(alone, 1, 1, 1, false) X(1_1_1, 1, 1, 1, true) X(1_2_2, 1, 2, 2, true) X(1_4_4, 1, 4, 4, true)                  \
    X(1_4_32, 1, 4, 32, true) X(4_1_4, 4, 1, 4, true) X(4_4_16, 4, 4, 16, true) X(4_4_32, 4, 4, 32, true)             \
    X(8_1_8, 8, 1, 8, true) X(8_1_32, 8, 1, 32, true) X(8_4_32, 8, 4, 32, true) X(16_1_16, 16, 1, 16, true)           \
    X(16_1_32, 16, 1, 32, true) X(16_2_32, 16, 2, 32, true) X(32_1_32, 32, 1, 32, true)
#define KERNEL(name, lines, sectors, lanes, beside)                                                                  \
    extern "C" __global__ __launch_bounds__(1024) void returns_##name(u32 *out, const u32 *a, int rounds)            \
    {                                                                                                                \
        returns<lines, sectors, lanes, beside>(out, a, rounds);                                                      \
    }
ALL(KERNEL)

int main()
{
    u32 *out = zeros(1 << 12), *a = zeros(8 * WORDS);
#define RUN(name, lines, sectors, lanes, beside)                                                                     \
    fprintf(stderr, "launch returns_" #name "\n");                                                                   \
    returns_##name<<<1, 1024>>>(out, a, 200);                                                                        \
    check(cudaDeviceSynchronize());
    ALL(RUN)
}
