// The way to memory: shared banks, L1, L2, DRAM, constants.
typedef unsigned u32;
typedef unsigned long long u64;

// Shared loads whose addresses are the sums of what was loaded: lane l looks at its own vector of
// WORDS, l * stride of them behind the first, modulo 1024. As a chain, and by many warps at once.
template <int WORDS> __device__ void shared_loads(u32 *out, int turns, int stride)
{
    __shared__ __align__(16) u32 word[1024 * WORDS];
    for (int w = threadIdx.x; w < 1024 * WORDS; w += blockDim.x) word[w] = 0;
    __syncthreads();
    u32 at = threadIdx.x % 32 * stride % 1024 * WORDS;
    u32 base = (u32)__cvta_generic_to_shared(word), address = base + at * 4;
    word[at] = address;
    __syncthreads();
#pragma unroll 1
    for (int t = 0; t < turns; t++) {
#pragma unroll
        for (int k = 0; k < 32; k++) {
            u32 b = 0, c = 0, d = 0;
            if (WORDS == 1) asm volatile("ld.shared.u32 %0, [%0];" : "+r"(address));
            if (WORDS == 2) asm volatile("ld.shared.v2.u32 {%0, %1}, [%0];" : "+r"(address), "=r"(b));
            if (WORDS == 4) asm volatile("ld.shared.v4.u32 {%0, %1, %2, %3}, [%0];" : "+r"(address), "=r"(b), "=r"(c), "=r"(d));
            if (WORDS > 1) address += b;
            if (WORDS > 2) address += c + d;
        }
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = address - base;
}
extern "C" __global__ void shared_load(u32 *out, int turns, int stride) { shared_loads<1>(out, turns, stride); }
extern "C" __global__ void shared_load2(u32 *out, int turns, int stride) { shared_loads<2>(out, turns, stride); }
extern "C" __global__ void shared_load4(u32 *out, int turns, int stride) { shared_loads<4>(out, turns, stride); }

// A chain of shared atomics: all lanes on one word, or each on its own.
extern "C" __global__ void shared_chain(u32 *out, int turns, int distinct, int cas)
{
    __shared__ u32 word[32];
    if (threadIdx.x < 32) word[threadIdx.x] = 0;
    __syncthreads();
    u32 x = threadIdx.x, *at = word + threadIdx.x % 32 % distinct;
    if (cas)
#pragma unroll 1
        for (int t = 0; t < turns; t++) {
#pragma unroll
            for (int k = 0; k < 16; k++) x = atomicCAS(at, x, x + 1);
        }
    else
#pragma unroll 1
        for (int t = 0; t < turns; t++) {
#pragma unroll
            for (int k = 0; k < 16; k++) x = atomicAdd(at, x);
        }
    out[blockIdx.x * blockDim.x + threadIdx.x] = x;
}

// Chains of global loads that hit the L1: `a` holds zeros, so the address stays. Lane l looks
// l * stride * WORDS words behind the first.
template <int WORDS> __device__ void near_loads(u32 *out, const u32 *a, int turns, int stride)
{
    u64 p = (u64)(a + threadIdx.x % 32 * stride * WORDS);
    u32 hi = p >> 32, lo = p;
#pragma unroll 1
    for (int t = 0; t < turns; t++) {
#pragma unroll
        for (int k = 0; k < 32; k++) {
            u32 x, b = 0, c = 0, d = 0;
            if (WORDS == 1) asm volatile("{ .reg .u64 q; mov.b64 q, {%1, %2}; ld.global.u32 %0, [q]; }" : "=r"(x) : "r"(lo), "r"(hi));
            if (WORDS == 2) asm volatile("{ .reg .u64 q; mov.b64 q, {%2, %3}; ld.global.v2.u32 {%0, %1}, [q]; }" : "=r"(x), "=r"(b) : "r"(lo), "r"(hi));
            if (WORDS == 4) asm volatile("{ .reg .u64 q; mov.b64 q, {%4, %5}; ld.global.v4.u32 {%0, %1, %2, %3}, [q]; }" : "=r"(x), "=r"(b), "=r"(c), "=r"(d) : "r"(lo), "r"(hi));
            lo += x + b + c + d;
        }
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = lo - (u32)(u64)a;
}
extern "C" __global__ void near_load(u32 *out, const u32 *a, int turns, int stride) { near_loads<1>(out, a, turns, stride); }
extern "C" __global__ void near_load2(u32 *out, const u32 *a, int turns, int stride) { near_loads<2>(out, a, turns, stride); }
extern "C" __global__ void near_load4(u32 *out, const u32 *a, int turns, int stride) { near_loads<4>(out, a, turns, stride); }

// One thread goes round `lines` lines of zeros, one after the other, `steps` in all.
extern "C" __global__ void ring(u32 *out, const u32 *a, int steps, int lines)
{
    u32 i = 0, sum = 0;
#pragma unroll 4
    for (int s = 0; s < steps; s++) {
        u32 x = a[(size_t)i * 32];
        sum += x;
        i += 1 + x;
        if (i >= lines) i = 0;
    }
    out[0] = i + sum;
}

// The block touches all lines, then one thread goes round them in an order without neighbours; of
// lines that nobody touched if `touch` is 0.
extern "C" __global__ void scattered(u32 *out, const u32 *a, int steps, int lines, int touch)
{
    u32 i = 0, sum = 0;
    if (touch)
        for (int l = threadIdx.x; l < lines; l += blockDim.x) sum += __ldcg(a + (size_t)l * 32);
    __syncthreads();
    if (threadIdx.x == 0) {
#pragma unroll 4
        for (int s = 0; s < steps; s++) {
            u32 x = __ldcg(a + (size_t)i * 32);
            i = (i * 1229 + 1 + x) & (lines - 1);
        }
    }
    out[threadIdx.x] = i + sum;
}

// Every block reads `bytes` of its own `turns` times, past the L1: 16 bytes a thread, four at once.
extern "C" __global__ void far_loads(u32 *out, const uint4 *a, int turns, int bytes)
{
    int vectors = bytes / 16, step = 4 * blockDim.x;
    const uint4 *mine = a + (size_t)blockIdx.x * vectors + threadIdx.x;
    u32 sum = 0;
    for (int t = 0; t < turns; t++)
        for (int i = 0; i < vectors; i += step) {
            uint4 v[4];
#pragma unroll
            for (int k = 0; k < 4; k++) v[k] = __ldcg(mine + i + k * blockDim.x);
#pragma unroll
            for (int k = 0; k < 4; k++) sum += v[k].x + v[k].y + v[k].z + v[k].w;
        }
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

// All blocks read the same `bytes`, as far_loads reads its own.
extern "C" __global__ void same_loads(u32 *out, const uint4 *a, int turns, int bytes)
{
    int vectors = bytes / 16, step = 4 * blockDim.x;
    u32 sum = 0;
    for (int t = 0; t < turns; t++)
        for (int i = threadIdx.x; i < vectors; i += step) {
            uint4 v[4];
#pragma unroll
            for (int k = 0; k < 4; k++) v[k] = __ldcg(a + i + k * blockDim.x);
#pragma unroll
            for (int k = 0; k < 4; k++) sum += v[k].x + v[k].y + v[k].z + v[k].w;
        }
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

// Every thread reads words of random sectors, eight at once; all sectors are touched before if
// `touch` says so.
extern "C" __global__ void random_loads(u32 *out, const u32 *a, int turns, int sectors, int touch)
{
    u32 at = blockIdx.x * blockDim.x + threadIdx.x, sum = 0, x = at * 2654435761u + 12345;
    if (touch)
        for (int i = at; i < sectors; i += gridDim.x * blockDim.x) sum += __ldcg(a + (size_t)i * 8);
    for (int t = 0; t < turns; t++) {
        u32 v[8];
#pragma unroll
        for (int k = 0; k < 8; k++) {
            x = x * 1664525u + 1013904223u;
            v[k] = __ldcg(a + (size_t)(x >> 8 & (sectors - 1)) * 8);
        }
#pragma unroll
        for (int k = 0; k < 8; k++) sum += v[k];
    }
    out[at] = sum;
}

// All blocks together read `bytes` `turns` times, side by side.
extern "C" __global__ void swept_loads(u32 *out, const uint4 *a, int turns, int bytes)
{
    int vectors = bytes / 16, step = 4 * gridDim.x * blockDim.x;
    u32 sum = 0;
    for (int t = 0; t < turns; t++)
        for (int i = 4 * blockIdx.x * blockDim.x + threadIdx.x; i < vectors; i += step) {
            uint4 v[4];
#pragma unroll
            for (int k = 0; k < 4; k++) v[k] = __ldcg(a + i + k * blockDim.x);
#pragma unroll
            for (int k = 0; k < 4; k++) sum += v[k].x + v[k].y + v[k].z + v[k].w;
        }
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

// Every block writes `bytes` of its own `turns` times: whole sectors, or one word of each.
template <int EVERY> __device__ void stores(u32 *out, int turns, int bytes)
{
    u32 *mine = out + (size_t)blockIdx.x * (bytes / 4), *end = mine + bytes / 4;
#pragma unroll 1
    for (int t = 0; t < turns; t++)
#pragma unroll 1
        for (u32 *p = mine + threadIdx.x * EVERY; p < end; p += 4 * EVERY * blockDim.x) {
#pragma unroll
            for (int k = 0; k < 4; k++) p[k * EVERY * blockDim.x] = t;
        }
}
extern "C" __global__ void whole_stores(u32 *out, int turns, int bytes) { stores<1>(out, turns, bytes); }
extern "C" __global__ void partial_stores(u32 *out, int turns, int bytes) { stores<8>(out, turns, bytes); }

// A chain of loads from the constant bank: `words` words, `step` apart.
__constant__ u32 zeros[15360];
extern "C" __global__ void constant_chain(u32 *out, int steps, int words, int step)
{
    u32 i = 0;
#pragma unroll 4
    for (int s = 0; s < steps; s++) {
        u32 x = zeros[i];
        i += step + x;
        if (i >= words) i = 0;
    }
    out[threadIdx.x] = i;
}
