// Stores: which of them the SM joins before they cross to the L2, and how long
// the L2 keeps partly written sectors.
typedef unsigned u32;

// One warp's store covers LINES lines with 32 / LINES words each; LINES such
// stores complete the lines. The warp writes the same part of `sets` groups of
// lines, then the next part of each: between two stores to one line lie
// sets * LINES others. Each warp has lines of its own.
template <int LINES> __device__ void alone(u32 *out, int sets, int rounds)
{
    const int words = 32 / LINES, lane = threadIdx.x % 32;
    u32 warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    u32 *line = out + (size_t)warp * rounds * sets * LINES * 32 + lane / words * 32 + lane % words;
    for (int r = 0; r < rounds; r++, line += sets * LINES * 32)
        for (int part = 0; part < LINES; part++)
            for (int s = 0; s < sets; s++) line[s * LINES * 32 + part * words] = part;
}
extern "C" __global__ void store_alone_8(u32 *out, int sets, int rounds) { alone<8>(out, sets, rounds); }
extern "C" __global__ void store_alone_16(u32 *out, int sets, int rounds) { alone<16>(out, sets, rounds); }
extern "C" __global__ void store_alone_32(u32 *out, int sets, int rounds) { alone<32>(out, sets, rounds); }

// The same lines, completed by LINES warps of a block, each with its part: the
// column copy of the lecture.
template <int LINES> __device__ void together(u32 *out, int rounds)
{
    const int words = 32 / LINES, lane = threadIdx.x % 32, part = threadIdx.x / 32;
    u32 *line = out + (size_t)blockIdx.x * rounds * LINES * 32 + lane / words * 32 + lane % words + part * words;
    for (int r = 0; r < rounds; r++, line += LINES * 32) *line = part;
}
extern "C" __global__ void store_together_8(u32 *out, int rounds) { together<8>(out, rounds); }
extern "C" __global__ void store_together_16(u32 *out, int rounds) { together<16>(out, rounds); }
extern "C" __global__ void store_together_32(u32 *out, int rounds) { together<32>(out, rounds); }

// The first word of every sector, then, `behind` sectors later, the other seven
// (never, if `rest` is 0). The grid advances through the buffer side by side.
extern "C" __global__ void store_partial(u32 *out, int sectors, int behind, int rest)
{
    int step = gridDim.x * blockDim.x, first = blockIdx.x * blockDim.x + threadIdx.x;
    for (int i = first; i < sectors + behind; i += step) {
        if (i < sectors) out[(size_t)i * 8] = i;
        int j = i - behind;
        if (rest && j >= 0)
            for (int k = 1; k < 8; k++) out[(size_t)j * 8 + k] = j;
    }
}

// Every second word of STORES times two lines, then the other words: each warp has lines of its own.
template <int STORES> __device__ void halves(u32 *out, int turns)
{
    int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    u32 *p = out + (size_t)warp * turns * 64 * STORES + threadIdx.x % 32 * 2;
#pragma unroll 1
    for (int t = 0; t < turns; t++, p += 64 * STORES) {
#pragma unroll
        for (int half = 0; half < 2; half++)
#pragma unroll
            for (int k = 0; k < STORES; k++) p[k * 64 + half] = t;
    }
}
extern "C" __global__ void store_halves_1(u32 *out, int turns) { halves<1>(out, turns); }
extern "C" __global__ void store_halves_2(u32 *out, int turns) { halves<2>(out, turns); }
extern "C" __global__ void store_halves_4(u32 *out, int turns) { halves<4>(out, turns); }
extern "C" __global__ void store_halves_8(u32 *out, int turns) { halves<8>(out, turns); }
extern "C" __global__ void store_halves_16(u32 *out, int turns) { halves<16>(out, turns); }
