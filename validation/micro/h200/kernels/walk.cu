// One warp whose lanes walk rows `pitch` words apart: loads that hit, each from an address that the one before gave,
// pairs of them, and a store behind them whose lanes write rows likewise.
#include "access.cuh"

// All that is loaded is zero, which the compiler does not know.
template <int LOADS, int PAIRS, int STORES>
__device__ __forceinline__ void walk(const u32 *a, u32 *b, u32 *out, int pitch, int turns)
{
    size_t row = (size_t)(blockIdx.x * blockDim.x + threadIdx.x) * pitch;
    const u32 *p = a + row;
    u32 *q = b + row, v = 0, sum = 0;
    for (int i = 0; i < turns; i++) {
#pragma unroll
        for (int k = 0; k < LOADS; k++) v = load(p + (v & 1));
#pragma unroll
        for (int k = 0; k < PAIRS; k++) {
            u32 one = load(p + (v & 1)), other = load(p + 2 + (v & 1));
            v = one | other;
        }
#pragma unroll
        for (int k = 0; k < STORES; k++) store(q + k + (v & 1), v);
        sum += v;
    }
    if (sum == 0x1234567) out[0] = sum;
}

#define WALK(NAME, LOADS, PAIRS, STORES)                                                       \
    extern "C" __global__ void walk_##NAME(const u32 *a, u32 *b, u32 *out, int pitch, int turns) \
    {                                                                                          \
        walk<LOADS, PAIRS, STORES>(a, b, out, pitch, turns);                                   \
    }
WALK(load, 1, 0, 0)
WALK(load_store, 1, 0, 1)
WALK(load_2store, 1, 0, 2)
WALK(2load_store, 2, 0, 1)
WALK(pair, 0, 1, 0)
WALK(pair_store, 0, 1, 1)
