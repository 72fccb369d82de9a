// What warps of a lone SM that load lines from the L2 and store others take of the L1's data path. `passes.py` runs it and `split.cu`
// under Nsight Compute and says what it found. Each launch says on stderr what it is.
//
//     nvcc -O3 -arch=sm_90 copies.cu -o copies
#include "../device.cuh"

typedef unsigned u32;

// Words of a buffer that the L1 does not hold.
const u32 WORDS = 1 << 18;

// When all has been read once, each warp loads so many lines, of each so many sectors, and stores as many: 0, what it has loaded; 1, it
// stores alone; 2, something else.
template <int LINES, int SECTORS, int MODE>
__device__ __forceinline__ void copies(u32 *out, const u32 *a, int rounds)
{
    u32 warp = threadIdx.x / 32, lane = threadIdx.x % 32, sum = 0;
    for (u32 i = threadIdx.x; i < WORDS / 8; i += 1024) sum += load(a + i * 8);
    __syncthreads();
    const u32 per = 32 / LINES, of_sector = per / SECTORS;
    u32 offset = lane / per * 32 + lane % per * SECTORS / per * 8 + lane % per % of_sector;
    const u32 *p = a + offset;
    u32 *q = out + offset;
    u32 at = warp * LINES * 32;
#pragma unroll 1
    for (int r = 0; r < rounds; r++) {
#pragma unroll
        for (int k = 0; k < 2; k++) {
            u32 v = r;
            if (MODE != 1) asm volatile("ld.global.ca.u32 %0, [%1];" : "=r"(v) : "l"(p + at) : "memory");
            u32 w = MODE == 0 ? v : r;
            asm volatile("st.global.u32 [%0], %1;" ::"l"(q + at), "r"(w) : "memory");
            sum += v;
            at = (at + 32 * LINES * 32) & (WORDS - 1);
        }
    }
    if (sum == 0x12345) out[0] = sum;
}
#define MODES(X, l, s) X(0_##l##_##s, l, s, 0) X(1_##l##_##s, l, s, 1) X(2_##l##_##s, l, s, 2)
#define ALL(X) MODES(X, 1, 1) MODES(X, 1, 4) MODES(X, 2, 1) MODES(X, 4, 1) MODES(X, 4, 2) MODES(X, 4, 4) MODES(X, 8, 1) MODES(X, 8, 4) MODES(X, 16, 1) MODES(X, 16, 2) MODES(X, 32, 1)
#define KERNEL(name, l, s, m) extern "C" __global__ __launch_bounds__(1024) void copies_##name(u32 *out, const u32 *a, int rounds) { copies<l, s, m>(out, a, rounds); }
ALL(KERNEL)
int main()
{
    u32 *out = zeros(4 * WORDS + (1 << 16)), *a = zeros(8 * WORDS);
    for (int rounds : {0, 100}) {
#define RUN(name, l, s, m) fprintf(stderr, "launch %s_%d\n", #name, rounds); copies_##name<<<1, 1024>>>(out, a, rounds); check(cudaDeviceSynchronize());
        ALL(RUN)
    }
}
