// How long loads of device memory take: alone, in batches of lines that lie so far apart, and with few or many of them on their way.
typedef unsigned u32;

static __device__ __forceinline__ u32 load(const u32 *p)
{
    u32 v;
    asm volatile("ld.global.cg.u32 %0, [%1];" : "=r"(v) : "l"(p) : "memory");
    return v;
}

// Every warp reads N lines at once, `apart` words from one to the next, and begins the next batch at a
// random line of `lines` (a power of two) when the last of them has come. `out` gets a histogram of
// the times that batches take, in 128 bins of 32 cycles for each block.
template <int N>
static __device__ __forceinline__ void batches(u32 *out, const u32 *a, int turns, int lines, int apart)
{
    __shared__ u32 hist[128];
    for (int i = threadIdx.x; i < 128; i += blockDim.x) hist[i] = 0;
    __syncthreads();
    u32 lane = threadIdx.x & 31, x = (blockIdx.x * (blockDim.x >> 5) + (threadIdx.x >> 5)) * 2654435761u + 12345;
    for (int t = 0; t < turns; t++) {
        x = x * 1664525u + 1013904223u;
        u32 y = x >> 7;
        y ^= y >> 11;
        const u32 *p = a + (size_t)(y & (lines - 1)) * 32 + lane;
        u32 before = clock(), v[N], any = 0;
#pragma unroll
        for (int k = 0; k < N; k++) v[k] = load(p + (size_t)k * apart);
#pragma unroll
        for (int k = 0; k < N; k++) any |= v[k];
        if (any) return;  // never: the clock is read when all have come
        u32 bin = (clock() - before) >> 5;
        x += any;
        if (lane == 0) atomicAdd(&hist[bin < 127 ? bin : 127], 1);
    }
    __syncthreads();
    for (int i = threadIdx.x; i < 128; i += blockDim.x) out[blockIdx.x * 128 + i] = hist[i];
}

extern "C" __global__ void line_batch_1(u32 *out, const u32 *a, int turns, int lines, int apart)
{
    batches<1>(out, a, turns, lines, apart);
}

extern "C" __global__ void line_batch_2(u32 *out, const u32 *a, int turns, int lines, int apart)
{
    batches<2>(out, a, turns, lines, apart);
}

extern "C" __global__ void line_batch_8(u32 *out, const u32 *a, int turns, int lines, int apart)
{
    batches<8>(out, a, turns, lines, apart);
}

// A bijection on the numbers up to `mask` (a power of two less one): each is met once, in an order without pattern.
static __device__ __forceinline__ u32 shuffled(u32 x, u32 mask, u32 shift)
{
    x = (x * 2654435761u) & mask;
    x ^= x >> shift;
    x = (x * 0x85EBCA6Bu) & mask;
    x ^= x >> shift;
    return (x * 0xC2B2AE35u) & mask;
}

// `n` parts of `bytes` bytes, one a thread: pieces of 2^`log` parts, each at a multiple of `unit` bytes; in order,
// or shuffled among `mask` + 1 if that is not 0. Every thread has four parts on their way.
template <class Do>
static __device__ __forceinline__ void parts(int n, int bytes, int log, int unit, u32 mask, int shift, Do one)
{
    u32 all = gridDim.x * blockDim.x, first = blockIdx.x * blockDim.x + threadIdx.x;
    for (u32 begin = first; begin < n; begin += 4 * all) {
#pragma unroll
        for (int k = 0; k < 4; k++) {
            u32 part = begin + k * all;
            if (part >= n) break;
            u32 piece = part >> log, within = part & ((1u << log) - 1);
            if (mask) piece = shuffled(piece, mask, shift);
            one((size_t)piece * unit + within * bytes, k);
        }
    }
}

// A word of each sector is read: sectors are the parts.
extern "C" __global__ void pieces_read(u32 *out, const char *a, int n, int log, int unit, u32 mask, int shift)
{
    u32 v[4] = {0, 0, 0, 0};
    parts(n, 32, log, unit, mask, shift, [&](size_t at, int k) { v[k] |= load((const u32 *)(a + at)); });
    if (v[0] | v[1] | v[2] | v[3]) out[0] = 1;  // never: zeros are read
}

// A word of each sector is written.
extern "C" __global__ void pieces_word(char *b, int n, int log, int unit, u32 mask, int shift)
{
    parts(n, 32, log, unit, mask, shift, [&](size_t at, int k) { *(u32 *)(b + at) = k; });
}

// Whole sectors are written: 16 bytes are the parts.
extern "C" __global__ void pieces_write(char *b, int n, int log, int unit, u32 mask, int shift)
{
    parts(n, 16, log, unit, mask, shift, [&](size_t at, int k) { *(uint4 *)(b + at) = make_uint4(k, k, k, k); });
}

extern "C" __global__ void pieces_copy(char *b, const char *a, int n, int log, int unit, u32 mask, int shift)
{
    parts(n, 16, log, unit, mask, shift, [&](size_t at, int k) { *(uint4 *)(b + at) = __ldcg((const uint4 *)(a + at)); });
}
