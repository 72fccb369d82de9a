// A line that L2 does not hold is read, and changed while it is on its way. Every warp has a line
// of its own in each of `n` rounds, `pitch` words from the next: `lw` lanes read its first words,
// `delay` cycles later `sw` lanes change the words from `at` on, and then the warp waits for what it read.
#include "access.cuh"

__device__ __forceinline__ u32 now()
{
    u32 t;
    asm volatile("mov.u32 %0, %%clock;" : "=r"(t) :: "memory");
    return t;
}

__device__ __forceinline__ void pause(u32 delay)
{
    u32 from = now();
    while (now() - from < delay) {}
}

#define ARGS u32 *b, u32 n, u32 pitch, u32 lw, u32 at, u32 sw, u32 delay
#define ROUNDS(FIRST, CHANGE)                                                                                  \
    u32 warps = gridDim.x * blockDim.x / 32, warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;              \
    u32 lane = threadIdx.x % 32, sum = 0;                                                                      \
    for (u32 i = 0; i < n; i++) {                                                                              \
        u32 *p = b + (i * warps + warp) * pitch + lane, v = 0;                                                 \
        FIRST;                                                                                                 \
        if (delay) pause(delay);                                                                               \
        CHANGE;                                                                                                \
        sum += __shfl_sync(~0u, v, now());                                                                     \
    }                                                                                                          \
    if (sum == 0x12345678) b[0] = sum

#define READ if (lane < lw) v = load(p)
#define STORE(q) asm volatile("st.global.u32 [%0], %1;" :: "l"(q), "r"(lane) : "memory")
#define RED(q) asm volatile("red.global.add.u32 [%0], %1;" :: "l"(q), "r"(lane) : "memory")

extern "C" __global__ void pending_none(ARGS) { ROUNDS(READ, ); }
extern "C" __global__ void pending_store(ARGS) { ROUNDS(READ, if (lane < sw) STORE(p + at)); }
extern "C" __global__ void pending_red(ARGS) { ROUNDS(READ, if (lane < sw) RED(p + at)); }
extern "C" __global__ void pending_atom(ARGS) { ROUNDS(READ, if (lane < sw) v += atomicAdd(p + at, 1)); }
extern "C" __global__ void pending_load(ARGS) { ROUNDS(READ, if (lane < sw) v += load(p + at)); }
// The change comes first, and is read or changed again behind it.
extern "C" __global__ void pending_store_load(ARGS) { ROUNDS(if (lane < sw) STORE(p + at), READ); }
extern "C" __global__ void pending_red_load(ARGS) { ROUNDS(if (lane < sw) RED(p + at), READ); }
extern "C" __global__ void pending_red_red(ARGS) { ROUNDS(if (lane < sw) RED(p + at), if (lane < lw) RED(p)); }
