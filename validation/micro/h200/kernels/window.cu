// How many lines behind a store one to the same lines still joins it, while the way out of the SM is
// taken by stores before them.
#include "access.cuh"

// Stores of 32 lines: the port is busy for some 75 cycles with each.
__device__ __forceinline__ void busy(u32 *p, int stores)
{
#pragma unroll 1
    for (int k = 0; k < stores; k++, p += 1024) store(p + threadIdx.x % 32 * 32, k);
}

// A store to `lines` lines, `between` ones to as many others each, then one to the first again.
__device__ __forceinline__ void twice(u32 *p, int lines, int between)
{
    u32 lane = threadIdx.x % 32, *first = p + lane % lines * 32 + lane / lines;
    store(first, 1);
#pragma unroll 8
    for (int k = 1; k <= between; k++) store(first + k * lines * 32, k);
    store(first, 2);
}

__device__ __forceinline__ void wait_until(long long time)
{
    while (clock64() < time) {}
}

// One warp behind its own stores, with 0 to `most` stores between; nothing merges but the last with the
// first of each round. Every block has `room` words.
extern "C" __global__ void window_alone(u32 *out, int room, int before, int lines, int most, int pause)
{
    u32 *p = out + (size_t)blockIdx.x * room;
#pragma unroll 1
    for (int between = 0; between <= most; between++) {
        wait_until(clock64() + pause);
        busy(p, before);
        p += before * 1024;
        twice(p, lines, between);
        p += (between + 1) * lines * 32;
    }
}

// Every step-th warp from the second on, behind the stores of the first one, which take the port for long
// but are `offset` cycles later few enough to wait where all sub-cores' stores do. Each begins `stagger`
// cycles behind the one before.
extern "C" __global__ void window_turns(u32 *out, int room, int before, int offset, int lines, int between, int step,
                                        int stagger, int pause)
{
    __shared__ long long start;
    u32 warp = threadIdx.x / 32, count = (blockDim.x / 32 + step - 2) / step, *p = out + (size_t)blockIdx.x * room;
    u32 each = (between + 1) * lines * 32;
#pragma unroll 1
    for (int round = 0; round < 8; round++, p += before * 1024 + count * each) {
        if (threadIdx.x == 0) start = clock64() + pause;
        __syncthreads();
        if (warp == 0) {
            wait_until(start);
            busy(p, before);
        } else if ((warp - 1) % step == 0) {
            u32 turn = (warp - 1) / step;
            wait_until(start + offset + turn * stagger);
            twice(p + before * 1024 + turn * each, lines, between);
        }
        __syncthreads();
    }
}

// Two stores of a warp to a structure of `stride` words for each thread, GAP dependent instructions apart;
// nothing else is on its way.
template <int GAP> __device__ __forceinline__ void apart(u32 *p, u32 *q, float x, int pause)
{
    wait_until(clock64() + pause);
    __syncthreads();
    store(p, 1);
#pragma unroll
    for (int k = 0; k < GAP; k++) x = x * 1.5f + 2.0f;
    store(q, __float_as_uint(x));
}
template <int GAP> __device__ __forceinline__ void from(u32 *p, int stride, int pause)
{
    apart<GAP>(p, p + (stride > 1), p[0], pause);
    if (GAP < 23) from<GAP == 23 ? 23 : GAP + 1>(p + 32 * stride, stride, pause);
}
extern "C" __global__ void window_gap(u32 *out, int stride, int pause)
{
    from<0>(out + ((blockIdx.x * blockDim.x + threadIdx.x) / 32 * 24 * 32 + threadIdx.x % 32) * stride, stride, pause);
}
