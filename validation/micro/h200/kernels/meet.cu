// Where warps and blocks meet: barriers, fences, atomics, branches, launches.
typedef unsigned u32;
typedef unsigned long long u64;

extern "C" __global__ void barrier(u32 *out, int turns)
{
#pragma unroll 1
    for (int t = 0; t < turns; t++) {
#pragma unroll
        for (int k = 0; k < 32; k++) asm volatile("bar.sync 0;" ::: "memory");
    }
    out[threadIdx.x] = turns;
}

// `turns` fences, each behind stores of STORES lines.
template <int STORES, int SCOPE> __device__ void fences(u32 *out, int turns)
{
#pragma unroll 1
    for (int t = 0; t < turns; t++) {
#pragma unroll
        for (int k = 0; k < STORES; k++) asm volatile("st.global.u32 [%0], %1;" :: "l"(out + threadIdx.x + k * 1024), "r"(t) : "memory");
        if (SCOPE) __threadfence(); else __threadfence_block();
    }
    out[threadIdx.x] = turns;
}
extern "C" __global__ void fence_block_0(u32 *out, int turns) { fences<0, 0>(out, turns); }
extern "C" __global__ void fence_block_4(u32 *out, int turns) { fences<4, 0>(out, turns); }
extern "C" __global__ void fence_gpu_0(u32 *out, int turns) { fences<0, 1>(out, turns); }
extern "C" __global__ void fence_gpu_1(u32 *out, int turns) { fences<1, 1>(out, turns); }
extern "C" __global__ void fence_gpu_4(u32 *out, int turns) { fences<4, 1>(out, turns); }
extern "C" __global__ void fence_gpu_16(u32 *out, int turns) { fences<16, 1>(out, turns); }

// Atomics of every thread: block b, warp w, lane l takes word b * per_block + w * per_warp + l *
// per_lane, and goes on by `step` in a window of `window` words.
#define SPREAD(name, T, body) \
    extern "C" __global__ void name(T *out, int turns, int per_block, int per_warp, int per_lane, int step, int window) { \
        u32 at = blockIdx.x * per_block + threadIdx.x / 32 * per_warp + threadIdx.x % 32 * per_lane, off = 0; \
        T r = 0; \
        _Pragma("unroll 1") for (int t = 0; t < turns; t++) { \
            _Pragma("unroll") for (int k = 0; k < 4; k++) { T *p = out + at + off; body; off = (off + step) & (window - 1); } } \
        if (r == (T)0x7654321) out[0] = r; }
SPREAD(spread_red, u32, asm volatile("red.global.add.u32 [%0], %1;" :: "l"(p), "r"(t + 1) : "memory"))
SPREAD(spread_redf, float, asm volatile("red.global.add.f32 [%0], %1;" :: "l"(p), "f"(1.0f) : "memory"))
SPREAD(spread_atom, u32, r += atomicAdd(p, t + 1))
SPREAD(spread_cas, u32, r += atomicCAS(p, t, t + 1))

// One thread's atomics, each waiting for the one before, on lines `apart` words apart, in an order
// without neighbours.
extern "C" __global__ void atomic_chain(u32 *out, int steps, int lines, int apart)
{
    u32 i = 0;
#pragma unroll 1
    for (int s = 0; s < steps; s++) {
        u32 x = atomicAdd(out + (size_t)i * apart, 0);
        i = (i * 1229 + 1 + x) & (lines - 1);
    }
    out[(size_t)lines * apart] = i;
}

// Lanes below `split` take one side of a branch, the others the other; each side is a chain of 32.
extern "C" __global__ void sides(u32 *out, int turns, int split, u32 a)
{
    u32 x = threadIdx.x;
#pragma unroll 1
    for (int t = 0; t < turns; t++) {
        if ((int)threadIdx.x % 32 < split) {
#pragma unroll
            for (int k = 0; k < 32; k++) asm volatile("mad.lo.u32 %0, %0, %1, %1;" : "+r"(x) : "r"(a));
        } else {
#pragma unroll
            for (int k = 0; k < 32; k++) asm volatile("mad.lo.u32 %0, %0, %1, %0;" : "+r"(x) : "r"(a));
        }
        __syncwarp();
    }
    out[threadIdx.x] = x;
}

// A loop whose turn is short: what its taken branch costs.
template <int LENGTH> __device__ void loops(u32 *out, int turns, u32 a)
{
    u32 x = threadIdx.x;
#pragma unroll 1
    for (int t = 0; t < turns; t++) {
#pragma unroll
        for (int k = 0; k < LENGTH; k++) asm volatile("mad.lo.u32 %0, %0, %1, %1;" : "+r"(x) : "r"(a));
    }
    out[threadIdx.x] = x;
}
extern "C" __global__ void loop_1(u32 *out, int turns, u32 a) { loops<1>(out, turns, a); }
extern "C" __global__ void loop_4(u32 *out, int turns, u32 a) { loops<4>(out, turns, a); }
extern "C" __global__ void loop_16(u32 *out, int turns, u32 a) { loops<16>(out, turns, a); }
extern "C" __global__ void loop_64(u32 *out, int turns, u32 a) { loops<64>(out, turns, a); }

extern "C" __global__ void nothing(u32 *) {}

// Blocks that take a while and do nothing else.
extern "C" __global__ void wait(int turns, u32 a, u32 *out)
{
    extern __shared__ u32 room[];
    u32 x = threadIdx.x;
#pragma unroll 1
    for (int t = 0; t < turns; t++) {
#pragma unroll
        for (int k = 0; k < 64; k++) asm volatile("mad.lo.u32 %0, %0, %1, %1;" : "+r"(x) : "r"(a));
    }
    if (x == 0x7654321) out[0] = room[threadIdx.x] + x;
}
