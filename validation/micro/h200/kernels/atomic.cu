// Passes of atomics on global memory: lane l of the first `lanes` takes element
// l / run % distinct * stride, or with `seed` a random one of `distinct`.
typedef unsigned u32;
typedef unsigned long long u64;
__device__ u32 mix(u32 i, u32 seed)
{
    u32 x = i * 2654435761u + seed * 0x9E3779B9u;
    x ^= x >> 16; x *= 0x85EBCA6Bu; x ^= x >> 13; x *= 0xC2B2AE35u;
    return x ^ x >> 16;
}
#define KERNEL(name, T, body) \
    extern "C" __global__ void name(T *out, int lanes, int run, int distinct, int stride, int seed) { \
        int lane = threadIdx.x; \
        if (lane >= lanes) return; \
        T *p = out + (seed ? mix(lane, seed) % distinct : lane / run % distinct * stride); \
        T r = 0; \
        _Pragma("unroll") for (int i = 0; i < 64; i++) { body; } \
        if (r == (T)-1) out[0] = r; }
KERNEL(red_u32, u32, asm volatile("red.global.add.u32 [%0], %1;" :: "l"(p), "r"(i + 1) : "memory"))
KERNEL(atom_u32, u32, r += atomicAdd(p, r + 1))
KERNEL(cas_u32, u32, r += atomicCAS(p, r, r + 1))
KERNEL(red_u64, u64, asm volatile("red.global.add.u64 [%0], %1;" :: "l"(p), "l"((long long)i + 1) : "memory"))
KERNEL(atom_u64, u64, r += atomicAdd(p, r + 1))
KERNEL(red_f32, float, asm volatile("red.global.add.f32 [%0], %1;" :: "l"(p), "f"(1.0f) : "memory"))
